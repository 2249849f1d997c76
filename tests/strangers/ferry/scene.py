"""Ferry to look at: berths in a circle, a boat on some of them."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from parlour.draw.scene import Circle, Gesture, Held, Look, Piece, Scene, Sign, Space, provenance
from parlour.text import say

from . import rules, words

MIDDLE, ROUND, BERTH = 300.0, 220.0, 44.0


@cache
def board() -> Scene:
    seats = zip(words.SEAT_NAMES, words.SEAT_LETTERS, ("red", "blue", "white"), strict=True)
    looks = tuple(Look(name, letter, colour) for name, letter, colour in seats)
    spaces = {berth_id(berth): _berth(berth) for berth in range(rules.BERTHS)}
    note = provenance(rules.BOARD["provenance"])
    return Scene(600, 600, words.TITLE, note, rules.BOARD["source"], looks, spaces, (), (), 40)


def berth_id(berth: int) -> str:
    return f"berth-{berth + 1}"


def _berth(berth: int) -> Space:
    angle = 2 * math.pi * berth / rules.BERTHS
    right, down = math.sin(angle), -math.cos(angle)
    centre = (MIDDLE + ROUND * right, MIDDLE + ROUND * down)
    cell = (round(10 * right) / 2 + 5, round(7 * down) / 2 + 4)
    called = (str(berth + 1),) * rules.CHAIRS
    size = 1.2 * BERTH
    return Space(
        *(berth_id(berth), "loop", Circle(centre, BERTH), centre, size, size, 0, cell),
        *(words.berth_text(berth), called),
    )


def pieces(p: Any) -> list[Piece]:
    return board().pieces((seat, berth_id(int(p.boats[seat]))) for seat in range(p.players))


def gesture(p: Any, action: int) -> Gesture | None:
    if p.phase != rules.SAIL or not 0 < action < rules.ACTIONS:
        return None
    return Gesture.along(p.turn, [berth_id(int(rules.goal_of(p, p.turn, n))) for n in range(action + 1)])


def held(p: Any, seat: int) -> list[Held]:
    return [Held("card", text) for text in words.status(p, seat)] if seat < p.players else []


def signs(p: Any, seat: int) -> list[Sign]:
    """In how many berths a move has ended: there the port is not."""
    calls = int(p.called[seat]).bit_count()
    return [Sign("pawn", say("berths called at: {count}", count=calls), str(calls))]
