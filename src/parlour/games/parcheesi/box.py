"""What lies in the box of Parcheesi: four pawns of every colour, two dice for every player. (PAR-COMP-1)

Cups for the dice are in every cupboard.
"""

from __future__ import annotations

from typing import Any

from parlour.draw.box import Die, Figure, Part, measure
from parlour.rules.kit import NOBODY
from parlour.text import say

from . import layout, scene, turns

SPAN = 376.0
DICE = 2  # for each player

# What is said of numbers that only programs count, and of rare cases, is left to the whole rules.
SHORT = (
    *("PAR-COMP-1", "PAR-OBJ-1", "PAR-SETUP-1", "PAR-SETUP-2", "PAR-SETUP-3"),
    *("PAR-FIRST-1", "PAR-FIRST-2", "PAR-TURN-1", "PAR-TURN-2"),
    *(
        "PAR-ENTER-1",
        "PAR-ENTER-2",
        "PAR-ENTER-3",
        "PAR-ENTER-4",
        "PAR-ENTER-5",
        "PAR-ENTER-6",
        "PAR-ENTER-7",
    ),
    *("PAR-MOVE-1", "PAR-MOVE-2", "PAR-MOVE-3", "PAR-MOVE-4", "PAR-MOVE-5", "PAR-MOVE-6", "PAR-MOVE-7"),
    *("PAR-DBL-1", "PAR-DBL-2", "PAR-DBL-3", "PAR-DBL-4", "PAR-DBL-5", "PAR-DBL-6", "PAR-DBL-7"),
    *("PAR-CAP-1", "PAR-CAP-2", "PAR-CAP-3", "PAR-CAP-4", "PAR-CAP-5", "PAR-CAP-6"),
    *("PAR-SAFE-1", "PAR-SAFE-2", "PAR-SAFE-3"),
    *("PAR-BLOCK-1", "PAR-BLOCK-2", "PAR-BLOCK-3", "PAR-BLOCK-4", "PAR-BLOCK-5"),
    *("PAR-HOME-1", "PAR-HOME-2", "PAR-HOME-3", "PAR-HOME-4", "PAR-WIN-1"),
)


def parts(p: Any) -> list[Part]:
    """Four pawns in the colours of those who play, and two dice each."""
    board = scene.board()
    size = measure(board, board.piece, SPAN)
    seats = [seat for seat in range(layout.CHAIRS) if turns.side(p, seat) != NOBODY]
    pawns: list[Part] = [
        Figure(
            name=say("pawns"),
            count=layout.PAWNS,
            on_board=True,
            look=board.looks[seat],
            letter=board.looks[seat].letter,
            width=size,
            height=1.7 * size,
        )
        for seat in seats
    ]
    return [*pawns, Die(name=say("dice"), count=DICE * len(seats))]
