"""Cellar to look at: one square a seat, with a piece on it."""

from __future__ import annotations

from typing import Any

from parlour.draw.scene import (
    CLOSED,
    DUE,
    Fist,
    Gesture,
    Look,
    Piece,
    Polygon,
    Scene,
    Sealed,
    Sign,
    Space,
    provenance,
)
from parlour.text import say

from . import rules, words


def board() -> Scene:
    seats = zip(words.SEAT_NAMES, words.SEAT_LETTERS, ("red", "blue", "green"), strict=True)
    looks = tuple(Look(name, letter, colour) for name, letter, colour in seats)
    spaces = {}
    for seat in range(rules.CHAIRS):
        x = 100.0 + 150 * seat
        corners = ((x, 100.0), (x + 100, 100.0), (x + 100, 200.0), (x, 200.0))
        spaces[f"seat-{seat}"] = Space(
            f"seat-{seat}",
            "loop",
            Polygon(corners),
            (x + 50, 150.0),
            90,
            90,
            0,
            (2.0 * seat, 0.0),
            say("table"),
            tuple(str(seat + 1) for _ in range(rules.CHAIRS)),
            seat,
        )
    return Scene(600, 300, words.TITLE, provenance("house"), rules.BOARD["source"], looks, spaces, (), (), 40)


def pieces(p: Any) -> list[Piece]:
    return board().pieces((seat, f"seat-{seat}") for seat in range(p.players))


def gesture(p: Any, action: int) -> Gesture:
    """Whoever bids touches the own square."""
    return Gesture.touch(p.turn, f"seat-{p.turn}")


def signs(p: Any, seat: int) -> list[Sign]:
    return [Sign("chips", say("{coins} coins", coins=int(p.coins[seat])), str(p.coins[seat]))]


def sealed(p: Any) -> Sealed | None:
    """Bids are put away as soon as they are turned up."""
    if p.phase != rules.BID:
        return None
    bids = [int(p.bids[seat]) for seat in range(p.players)]
    fists = [Fist(seat, DUE if bid == rules.OPEN else CLOSED, say("a bid")) for seat, bid in enumerate(bids)]
    stake = say("{die} points", die=int(p.die))
    return Sealed(say("Bids"), stake, say("The highest wins."), tuple(fists), "lead")
