"""What lies in the box of Pollyanna: four pieces for every colour, and two dice. (POL-PREP-1, POL-FIRST-1)"""

from __future__ import annotations

from typing import Any

from parlour.draw.box import Die, Figure, Part, measure
from parlour.rules.kit import NOBODY
from parlour.text import say

from . import record, scene, turns

SPAN = 376.0
DICE = 2

# What is said of numbers that only programs count is left to the whole rules.
SHORT = (
    *("POL-PREP-1", "POL-PREP-2", "POL-OBJ-1", "POL-FIRST-1", "POL-TURN-1"),
    *(
        "POL-ENTER-1",
        "POL-ENTER-2",
        "POL-ENTER-3",
        "POL-ENTER-4",
        "POL-ENTER-5",
        "POL-ENTER-6",
        "POL-ENTER-7",
    ),
    *("POL-DICE-1", "POL-DICE-2", "POL-DICE-3", "POL-BWAY-1", "POL-BWAY-2", "POL-BWAY-3"),
    *("POL-TO-1", "POL-TO-2", "POL-TO-3", "POL-TO-4", "POL-TO-5"),
    *(
        "POL-BLOCK-1",
        "POL-BLOCK-2",
        "POL-BLOCK-3",
        "POL-BLOCK-4",
        "POL-BLOCK-5",
        "POL-BLOCK-6",
        "POL-BLOCK-7",
    ),
    *("POL-SAFE-1", "POL-SAFE-2", "POL-SAFE-3", "POL-CAP-1", "POL-CAP-2", "POL-CAP-3", "POL-CAP-4"),
    *("POL-DBL-1", "POL-DBL-2", "POL-HOME-1", "POL-HOME-2", "POL-HOME-3", "POL-HOME-4", "POL-HOME-5"),
    *("POL-WIN-1", "POL-PART-1", "POL-PART-2", "POL-PART-3", "POL-PART-4", "POL-PART-5"),
)


def parts(p: Any) -> list[Part]:
    """Four pieces in the colours of those who play, and two dice."""
    board = scene.board()
    size = measure(board, board.piece, SPAN)
    pieces: list[Part] = [
        Figure(
            name=say("pieces"),
            count=record.PIECES,
            on_board=True,
            look=look,
            letter=look.letter,
            width=size,
            height=1.7 * size,
        )
        for seat, look in enumerate(board.looks)
        if turns.side(p, seat) != NOBODY
    ]
    return [*pieces, Die(name=say("dice"), count=DICE)]
