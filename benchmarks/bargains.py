#!/usr/bin/env python3
"""How Doubletrack's bots bargain: the prices they name, who pays them, and what decides it.

    python benchmarks/bargains.py --levels 2,4 --games 40 --players 3
    python benchmarks/bargains.py --levels careful:worlds=2 --set counter_offers=2 --set free_trading=yes

All seats of a table are played by one bot. For every bot: how often a gate is asked for, refused, opened for
nothing or for a price; how many of the named prices are paid; how prices lie, and how they and the answers
go with what the gate is worth to who asks, with what he has, and with how near to winning he is.
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import dataclass
from statistics import mean, median

import numpy as np

import parlour
from parlour.arena.ratings import share
from parlour.bots import make
from parlour.bots.bot import split
from parlour.games.doubletrack import chips, record, sums
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.table import Match, SeededDice

GAME = parlour.load("doubletrack")


@dataclass
class Request:
    """One request for entry, and what came of it."""

    game: int
    stake: float  # circles that the next stop is worth more with permission, on average
    means: int  # dollars the mover has
    lead: int  # circles that the mover is ahead of the best of the others
    price: int | None = None  # the first that was named
    paid: int | None = None
    ended: str = "refused"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--levels", default="1,2,3,4", help="bots, each at tables of its own")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", action="append", default=[], help="a house rule, NAME=VALUE")
    given = parser.parse_args()
    options = dict(one.split("=", 1) for one in given.set)
    for spec in split(given.levels):
        found: list[Request] = []
        words: Counter[str] = Counter()
        for number in range(given.games):
            play(spec, given.players, options, given.seed + number, found, words)
        tell(spec, given.seed, given.games, found, words)


def play(
    spec: str, players: int, options: dict[str, str], number: int, found: list[Request], words: Counter[str]
) -> None:
    """One game of this bot against itself; its requests are added to those found."""
    bot = make(spec, GAME)
    bot.warm()
    match = Match.new(GAME, players, options=options, dice=SeededDice(number))
    thoughts = 0
    while match.actor != OVER:
        if match.actor == CHANCE:
            match.roll()
            continue
        thoughts += 1
        before, seat = match.position, int(match.actor)
        action = bot.think(match.view(seat), seat, seconds=None, seed=number * 1_000_003 + thoughts).action
        note(before, action, number, found, words)
        match.play(seat, action)


def note(p: Position, action: int, number: int, found: list[Request], words: Counter[str]) -> None:
    """What this action says or does about a gate or a deal."""
    if p.phase == record.ASK_OR_ROLL and record.is_ask(action):
        worth = sums.gate_worth(p, action - record.ASK)
        others = [int(p.small[s]) for s in GAME.seats(p) if s != p.turn]
        found.append(
            Request(
                number,
                worth.through - worth.past,
                int(chips.money_of(p, p.turn)),
                int(p.small[p.turn]) - max(others),
            )
        )
    elif p.phase in sums.BARGAINING:
        one = found[-1]
        if p.phase in (record.GATE_REPLY, record.COUNTER_REPLY):
            words["prices"] += action >= record.PRICE
        if record.PRICE <= action < record.CHIPS and p.phase == record.GATE_REPLY:
            one.price, one.ended = action - record.PRICE, "declined"
        elif record.PRICE <= action < record.CHIPS and p.phase == record.TOLL_ANSWER:
            words["counter-offers"] += 1
        elif action == record.FREE:
            one.ended = "free"
        elif action >= record.CHIPS:
            one.paid, one.ended = int(chips.worth_of(action - record.CHIPS)), "paid"
            words["prices paid"] += 1
    elif p.phase == record.DEAL_REPLY:
        words["deals proposed"] += 1
        words["deals made"] += action == record.ACCEPT
    elif p.phase == record.BID:
        words["bids"] += 1


def tell(spec: str, first: int, games: int, found: list[Request], words: Counter[str]) -> None:
    """What was found about one bot."""
    ended = Counter(one.ended for one in found)
    priced = [one for one in found if one.price is not None]
    print(
        f"\n{spec}: {len(found)} requests in {games} games; "
        + ", ".join(f"{n} {w}" for w, n in ended.items())
    )
    if not priced:
        return
    prices = sorted(one.price for one in priced if one.price is not None)
    sure = share(
        *(
            np.array(
                [sum(one.game == number for one in some) for number in range(first, first + games)], float
            )
            for some in ([one for one in priced if one.ended == "paid"], priced)
        )
    )
    assert sure is not None
    beyond = sum(one.price > one.means for one in priced if one.price is not None)
    within = f"{100 * sure.low:.0f} – {100 * sure.high:.0f}"
    print(f"  of {len(priced)} prices {100 * sure.mean:.0f} % were paid ({within}, 95 % sure)")
    print(f"  beyond what the other had: {beyond}")
    print("  $: " + ", ".join(f"{price} × {n}" for price, n in sorted(Counter(prices).items())))
    for what, key in (
        ("stake", lambda one: one.stake),
        ("means", lambda one: one.means),
        ("lead", lambda one: one.lead),
    ):
        order = sorted(priced, key=key)
        parts = [order[i * len(order) // 3 : (i + 1) * len(order) // 3] for i in range(3)]
        told = [
            f"{median(map(key, part)):.3g}: ${mean(one.price or 0 for one in part):.0f},"
            f" {100 * mean(one.ended == 'paid' for one in part):.0f} % paid"
            for part in parts
            if part
        ]
        print(f"  by thirds of {what}: " + "; ".join(told))
    if words["counter-offers"] or words["deals proposed"]:
        print(f"  {dict(words)}")


if __name__ == "__main__":
    main()
