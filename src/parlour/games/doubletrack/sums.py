"""What is at stake when Doubletrack's players bargain and bid, and the sums that one thinks of first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from parlour.rules.kit import CHANCE, ROLL_ODDS, ROLLS
from parlour.rules.position import Position
from parlour.text import Text, say

from . import chips, duties, gates, layout, names, record, tracks, turns

BARGAINING = (
    *(record.OPENING_OFFER, record.GATE_REPLY, record.TOLL_ANSWER),
    *(record.COUNTER_REPLY, record.MUST_PAY),
)
_ROUND = (5, 10, 15, 20, 25, 35, 50)  # dollars that people name
_FEW = 6  # buttons beside a form
# What a card is worth on average where it goes ahead, in circles.
_NUMBERS = layout.DECK[layout.AHEAD :]
CARD_WORTH = round(float((layout.STEPS_OF[layout.AHEAD :] * _NUMBERS).sum() / _NUMBERS.sum()))


class GateWorth(NamedTuple):
    """What permission at a gate changes for the player on turn."""

    chance: float  # that the count ends behind the gate
    through: float  # circles that the next stop is worth with permission, on average
    past: float  # and without


def gate_worth(p: Position, gate: int) -> GateWorth:
    """By all throws of two dice, for the mover where the large pawns stand. Nothing secret is looked at."""
    shut, open_ = p.copy(), p.copy()
    shut.granted = int(p.granted) & ~(1 << gate)
    open_.granted = int(p.granted) | 1 << gate
    chance = through = past = 0.0
    for dice, share in zip(ROLLS.tolist(), (ROLL_ODDS / ROLL_ODDS.sum()).tolist(), strict=True):
        space, entered = tracks.way_of(open_, sum(dice))
        chance += share * (int(entered) >> gate & 1)
        through += share * _worth_of_stop(int(space))
        past += share * _worth_of_stop(int(tracks.way_of(shut, sum(dice))[0]))
    return GateWorth(chance, through, past)


def _worth_of_stop(space: int) -> int:
    """Circles that a space brings: its number, the most it leaves to choose, a card that goes ahead."""
    order = layout.ORDER[space]
    if order in (layout.NUMBER, layout.CHOICE):
        return int(layout.HIGH[space] if order == layout.CHOICE else layout.LOW[space])
    return CARD_WORTH if order == layout.PLAY_A_CARD else 0


def stakes(p: Position, seat: int) -> list[Text]:
    """What a gate is worth to reach, while it can be asked for or is talked about; what the lead is worth."""
    if p.phase in BARGAINING:
        return _gate_stakes(p, int(p.gate), seat)
    if p.phase == record.ASK_OR_ROLL:
        asked = [gate for gate in range(layout.CHAIRS) if gates.may_ask(p, gate)]
        return [line for gate in asked for line in _gate_stakes(p, gate, seat)]
    bids = p.phase == record.BID and p.sale == record.LEAD_SALE and 0 <= seat < layout.CHAIRS
    if not bids or p.bids[seat] == record.NOT_BIDDING or tracks.leader_of(p) == seat:
        return []
    here, there = int(p.small[seat]), int(tracks.foremost(p)) + 1
    return [say("For you the lead is {circles:circle|circles} ahead.", circles=there - here)]


def _gate_stakes(p: Position, gate: int, seat: int) -> list[Text]:
    worth = gate_worth(p, gate)
    values = {
        "seat": names.SEAT_NAMES[p.turn],
        "gate": names.GATE_NAMES[gate],
        "chance": f"{100 * worth.chance:.0f} %",
        "through": f"{worth.through:.1f}",
        "past": f"{worth.past:.1f}",
    }
    whose = say("{chance} of all throws take {seat} behind the {gate}.", **values)
    return [
        say("{chance} of all throws take you behind the {gate}.", **values) if seat == p.turn else whose,
        say("With it open the next stop is worth {through:circle|circles}, else {past}.", **values),
    ]


# ---------------------------------------------------------------- sums one thinks of


def sensible(p: Position) -> list[int]:
    """Round sums that are legal now; where few chips will do, every way to make them up."""
    if turns.actor(p) == CHANCE:
        return []
    out = np.zeros(record.MAX_ACTIONS, np.int64)
    listed = [int(a) for a in out[: duties.legal(p, out)] if a >= record.PRICE]
    if p.phase in (record.HAND_OVER, record.TOLL_ANSWER, record.MUST_PAY):
        return _payments(p, listed)
    if p.phase == record.BID or p.toll_unit == record.CHIP_PRICES:
        made = [names.fewest(names.purse(p, p.seat), dollars) for dollars in _ROUND]
        wanted = [record.CHIPS + int(chips.set_of(*counts)) for counts in made if counts]
    else:
        wanted = [record.PRICE + dollars for dollars in _ROUND]
    allowed = set(listed)
    return [action for action in wanted if action in allowed][:_FEW]


def _payments(p: Position, listed: list[int]) -> list[int]:
    """The cheapest ways, of which there are few: the sum is settled, not the chips."""
    ways = [
        a for a in listed if a >= record.CHIPS and names.chip_verb(p, a - record.CHIPS) in ("pay", "hand")
    ]
    cost = {a: names.worth(names.chips_of(a - record.CHIPS)) for a in ways}
    cheapest = [a for a in ways if cost[a] == min(cost.values())]
    return sorted(cheapest, key=lambda a: sum(names.chips_of(a - record.CHIPS)))[:_FEW]
