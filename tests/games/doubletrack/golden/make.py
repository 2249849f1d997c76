"""How the golden game was played, once: `PYTHONPATH=src:. python tests/games/doubletrack/golden/make.py`.

Four friends with habits of their own: what they do is settled by the position and a seed, never by what
they could not know. The record is a promise that later releases open it; the transcript is there to be read.
"""

from __future__ import annotations

import random
from pathlib import Path

from parlour.games.doubletrack import layout, names, record, tracks
from parlour.rules.kit import CHANCE, ROLL_ODDS, ROLLS
from parlour.rules.position import Position
from parlour.table import Match, SeededDice

HERE = Path(__file__).parent
RECORD, TRANSCRIPT = HERE / "four-friends.jsonl", HERE / "four-friends.txt"
SEED = 6
GENEROUS, STRICT = 1, 3  # Blue lets most people through for little, Green hardly anybody


def chance_behind(p: Position, gate: int) -> float:
    """How likely the next roll ends behind this gate, were it open."""
    tried = p.copy()
    tried.granted |= 1 << gate
    hits = sum(
        int(odds)
        for roll, odds in zip(ROLLS, ROLL_ODDS, strict=True)
        if int(tracks.way_of(tried, int(roll.sum()))[1]) >> gate & 1
    )
    return hits / 36


def standing(p: Position, seat: int) -> int:
    """0 for the leader, 1 for the next, ..."""
    return sum(int(other) > int(p.small[seat]) for other in p.small)


def worth_of_card(p: Position, seat: int, kind: int) -> float:
    """How many circles a card brings, roughly."""
    here, best = int(p.small[seat]), int(max(p.small))
    if kind >= layout.AHEAD:
        return int(layout.STEPS_OF[kind]) + (9 if layout.ARROW[here] >= 0 else 0)
    behind = min(int(c) for s, c in enumerate(p.small) if p.seated >> s & 1 and s != seat)
    return {
        layout.TRADE: best - here if here < best else behind - here,
        layout.TAKE_LEAD: best + 1 - here if here < best else 0,
        layout.BACK_10: -10,
        layout.FARTHEST_BACK: min(behind - 1 - here, 0),
        layout.STEAL_PASS: 4,
        layout.WORTHLESS: 0,
    }[kind]


def decide(match: Match, seat: int, rng: random.Random) -> str:
    """What this friend does now, as it is typed."""
    p = match.view(seat)
    moves = [move.notation for move in match.legal(seat)]
    money = names.worth(p.chips[seat].tolist())
    if p.phase == record.ASK_OR_ROLL:
        asks = [m for m in moves if m.startswith("ask")]
        good = [m for m in asks if chance_behind(p, layout.COLOURS.index(m[4:])) > 0.4]
        return good[0] if good and rng.random() < 0.8 else "roll"
    if p.phase == record.GATE_REPLY:
        asker = standing(p, p.turn)
        if seat == STRICT and asker < 3:
            return "reply refuse" if rng.random() < 0.7 else "reply price 25"
        if asker == 0:
            return rng.choice(["reply refuse", "reply price 20", "reply price 15"])
        if seat == GENEROUS and asker >= 2:
            return "reply free"
        return rng.choice(["reply price 5", "reply price 10", "reply price 10", "reply price 15"])
    if p.phase == record.TOLL_ANSWER:
        return "pay" if p.price <= 15 and money >= p.price + 15 and len(moves) > 1 else "decline"
    if p.phase == record.CHOOSE_STEPS:
        here = int(p.small[seat])
        purple = [m for m in moves if layout.ARROW[min(here + int(m[6:]), layout.HOME)] >= 0]
        return purple[0] if purple and layout.ARROW[here] < 0 else moves[-1]
    if p.phase in (record.PLAY_CARD, record.SELL_CARD):
        best = sorted(moves, key=lambda m: worth_of_card(p, seat, layout.CARD_NAMES.index(m.split()[1])))
        return best[-1] if p.phase == record.PLAY_CARD else best[0]
    if p.phase in (record.TRADE_TARGET, record.VICTIM):
        others = [s for s in range(layout.CHAIRS) if s != seat and p.seated >> s & 1]
        front = max(others, key=lambda s: int(p.small[s]))
        return f"{moves[0].split()[0]} {layout.COLOURS[front]}"
    if p.phase == record.BID:
        most = 45 if p.sale == record.LEAD_SALE and standing(p, seat) else 30
        wish = rng.randrange(5, max(min(most, money // 3), 5) + 1, 5)
        ways = [d for d in range(wish, money + 1, 5) if names.fewest(p.chips[seat].tolist(), d)]
        return f"bid {ways[0]}" if ways else "bid nothing"
    return rng.choice(moves)


def play(seed: int) -> Match:
    match = Match.new("doubletrack", 4, dice=SeededDice(seed))
    rng = random.Random(seed)
    while not match.over:
        if match.actor == CHANCE:
            match.roll()
        else:
            match.play(match.actor, decide(match, match.actor, rng))
    return match


def transcript(match: Match, seat: int | None = None) -> str:
    """The story, with an empty line between turns."""
    lines, turn = [], None
    for (_, before), sentence in zip(match.steps(), match.story(seat), strict=True):
        if before.phase > record.DEALING and before.turn != turn:
            turn = before.turn
            lines.append("")
        lines.append(str(sentence))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if not RECORD.exists():
        play(SEED).save(RECORD)
    TRANSCRIPT.write_text(transcript(Match.load(RECORD)), "utf-8")
