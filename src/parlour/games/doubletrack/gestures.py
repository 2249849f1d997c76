"""How actions in Doubletrack are done by hand, and the ways of the pawns; scene.py offers it.

Passes are touched, small pawns taken to their circle. The dice move both pawns of the player on turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.draw.scene import Badge, Gesture
from parlour.rules.kit import CHANCE, NOBODY, ROLLS

from . import layout, record, tracks, turns


def space_id(space: int) -> str:
    """The drawing's name of a space of the outside track."""
    return f"outside-{layout.SPACE_NAMES[space]}"


def circle_id(circle: int) -> str:
    """The drawing's name of a place on the inside track."""
    return f"inside-{circle}"


def put(data: Mapping[str, Any], seat: int, pick: str, drop: str) -> dict[str, Any] | None:
    """A pawn set down by hand on its own track; a pass that is touched goes to the next player."""
    large, small = dict(data.get("large", {})), dict(data.get("small", {}))
    passes = dict(data.get("passes", {}))
    kind, _, here = pick.partition("-")
    other, _, there = drop.partition("-")
    if kind != other or str(seat) not in large:
        return None
    if kind == "pass" and here == there:
        chairs = sorted(map(int, large))
        passes[layout.COLOURS[int(here)]] = chairs[(chairs.index(seat) + 1) % len(chairs)]
    elif kind == "outside" and large[str(seat)] == here and there in layout.SPACE_NAMES:
        large[str(seat)] = there
    elif kind == "inside" and str(small.get(str(seat), layout.START)) == here and there.isdecimal():
        small[str(seat)] = int(there)
    else:
        return None
    kept = {name: data[name] for name in ("game", "options", "turn", "chips") if name in data}
    return kept | {"large": large, "small": small, "passes": passes}


def gesture(p: Any, action: int) -> Gesture | None:
    """How an action is done by hand; nothing for what is only said, bid or paid."""
    if turns.actor(p) == CHANCE:
        return _rolled(p, action) if p.phase == record.ROLL and 0 <= action < len(ROLLS) else None
    if p.phase == record.CHOOSE_STEPS and record.STEPS <= action < record.PRICE:
        return _moved(p, lambda after: tracks.ahead(after, p.turn, action - record.STEPS))
    if p.phase == record.PLAY_CARD and record.CARD <= action < record.STEPS:
        return _played(p, action - record.CARD)
    if p.phase == record.TRADE_TARGET and record.SEAT <= action < record.PASS:
        here, there = int(p.small[p.seat]), int(p.small[action - record.SEAT])
        return Gesture.along(p.seat, [circle_id(here), circle_id(there)])
    if p.phase == record.ASK_OR_ROLL and record.ASK <= action < record.FREE:
        return _pass(p, action - record.ASK)
    if p.phase in _PASSES and record.PASS <= action < record.CARD:
        return _pass(p, action - record.PASS)
    return None


_PASSES = (record.STEAL_TARGET, record.SELL_PASS, record.GIVE_PASS, record.WANT_PASS)


def badge(p: Any, action: int) -> Badge | None:
    """How far a choice or a card takes the small pawn."""
    steps = 0
    if p.phase == record.CHOOSE_STEPS and record.STEPS <= action < record.PRICE:
        steps = action - record.STEPS
    elif p.phase == record.PLAY_CARD and record.CARD + layout.AHEAD <= action < record.STEPS:
        steps = int(layout.STEPS_OF[action - record.CARD])
    return Badge(text=f"+{steps}") if steps else None


def _pass(p: Any, colour: int) -> Gesture:
    return Gesture.touch(int(p.owner[colour]), f"pass-{colour}")


# ---------------------------------------------------------------- the inside track


def _moved(p: Any, how: Any) -> Gesture | None:
    """The small pawn of the player on turn, moved by one of the rules; nothing where it stays."""
    after = p.copy()
    how(after)
    here, goal = int(p.small[p.turn]), int(after.small[p.turn])
    if here == goal:
        return None
    way = [here]
    arrow = int(tracks.arrow_from(p, p.turn)) if here < layout.HOME else NOBODY
    if here < arrow <= goal:  # by its arrow first (DBT-PUR-2)
        way.append(arrow)
    step = 1 if goal > way[-1] else -1
    way += range(way[-1] + step, goal + step, step) if goal != way[-1] else []
    return Gesture.along(p.turn, [circle_id(circle) for circle in way])


def _played(p: Any, kind: int) -> Gesture | None:
    """Where a card takes the pawn of whoever plays it."""
    rule: Any = {
        layout.TAKE_LEAD: tracks.lead,
        layout.BACK_10: tracks.back,
        layout.FARTHEST_BACK: tracks.go_farthest_back,
    }.get(kind)
    if kind >= layout.AHEAD:
        return _moved(p, lambda after: tracks.ahead(after, p.turn, layout.STEPS_OF[kind]))
    return _moved(p, lambda after: rule(after, p.turn)) if rule is not None else None


# ---------------------------------------------------------------- the dice


def _rolled(p: Any, outcome: int) -> Gesture:
    """The way of the large pawn, and of the small one where the space sends it on at once."""
    goal, entered = tracks.way_of(p, int(ROLLS[outcome].sum()))
    space = int(p.large[p.turn])
    way = [space]
    while space != goal or len(way) == 1:
        gate = int(layout.FORK_AT[space])
        through = gate != NOBODY and bool(entered >> gate & 1)
        space = int(layout.NEXT[int(through), space])
        way.append(space)
    gesture = Gesture.along(p.turn, [space_id(s) for s in way])
    small = None
    if layout.ORDER[goal] == layout.NUMBER:
        small = _moved(p, lambda after: tracks.ahead(after, p.turn, layout.LOW[goal]))
    return gesture if small is None else Gesture(**gesture.__dict__ | {"also": (small,)})
