"""What can be corrected on a board of Doubles Wild: how many markers each has, and rounds of a battle."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from parlour.rules.contracts.edits import NUMBER, Offer
from parlour.text import say

SEATS = (2, 3, 4)


def offers(board: Mapping[str, Any], space: str) -> list[Offer]:
    """All squares are alike: their numbers are the totals of two dice."""
    markers = [
        Offer(
            str(n),
            say("markers of each of {players} players (DBW-SETUP-6)", players=n),
            NUMBER,
            board["markers"][str(n)],
            least=1,
            most=80 // n,
        )
        for n in SEATS
    ]
    words = say("rounds of a battle (DBW-BATTLE-5)")
    return [*markers, Offer("rounds", words, NUMBER, board["dice"]["rounds"], least=1, most=9)]


def changed(board: Mapping[str, Any], space: str, name: str, value: Any) -> dict[str, Any]:
    """The board's data after one correction."""
    if name == "rounds":
        return {**board, "dice": {**board["dice"], "rounds": int(value)}}
    if name in map(str, SEATS):
        return {**board, "markers": {**board["markers"], name: int(value)}}
    return dict(board)
