"""What lies in the box of Doubletrack: pawns in two sizes, gates, passes, screens, chips, cards and dice.
(DBT-SET-2, DBT-SET-6 to DBT-SET-11, DBT-CARD-8)"""

from __future__ import annotations

from typing import Any

from parlour.draw.box import Card, Counter, Die, Figure, Part, measure
from parlour.draw.scene import Look
from parlour.text import Text, say

from . import layout, names, record, scene
from .gestures import circle_id
from .seats import ICONS

SPAN = 376.0
DICE = 2
CHIP = 22.0
SCREEN = (180.0, 44.0)

# What any board must keep, who knows what, and rare cases are left to the whole rules.
SHORT = (
    *(
        "DBT-SET-2",
        "DBT-SET-3",
        "DBT-SET-4",
        "DBT-SET-7",
        "DBT-SET-8",
        "DBT-SET-9",
        "DBT-SET-11",
        "DBT-SET-13",
    ),
    *("DBT-TURN-1", "DBT-TURN-2", "DBT-TURN-3", "DBT-TURN-4"),
    *("DBT-GATE-1", "DBT-GATE-2", "DBT-GATE-3", "DBT-GATE-4", "DBT-GATE-6", "DBT-GATE-8", "DBT-GATE-12"),
    *("DBT-ASK-1", "DBT-ASK-2", "DBT-ASK-3", "DBT-ASK-5", "DBT-ASK-6", "DBT-ASK-8", "DBT-OCC-1", "DBT-OCC-2"),
    *("DBT-OCC-3", "DBT-NUM-1", "DBT-NUM-2", "DBT-PLAY-1", "DBT-PLAY-2", "DBT-CARD-1", "DBT-CARD-2"),
    *("DBT-CARD-3", "DBT-CARD-4", "DBT-CARD-5", "DBT-CARD-6", "DBT-CARD-7", "DBT-BID-1", "DBT-BID-2"),
    *("DBT-BID-3", "DBT-BID-4", "DBT-BID-5", "DBT-BID-6", "DBT-SC-1", "DBT-SC-2", "DBT-SC-3", "DBT-SC-4"),
    *("DBT-SC-5", "DBT-SC-6", "DBT-SP-1", "DBT-SP-2", "DBT-SP-3", "DBT-SP-4", "DBT-SL-1", "DBT-SL-2"),
    *("DBT-SL-3", "DBT-SL-5", "DBT-SL-6", "DBT-TP-1", "DBT-T25-1", "DBT-T25-2", "DBT-T25-3", "DBT-P3-1"),
    *("DBT-P3-2", "DBT-IN-1", "DBT-IN-3", "DBT-IN-4", "DBT-PUR-1", "DBT-PUR-2", "DBT-WIN-1", "DBT-WIN-2"),
)
_CLAUSES = {
    layout.TRADE: "DBT-CARD-2",
    layout.TAKE_LEAD: "DBT-CARD-3",
    layout.BACK_10: "DBT-CARD-4",
    layout.FARTHEST_BACK: "DBT-CARD-5",
    layout.STEAL_PASS: "DBT-CARD-6",
    layout.WORTHLESS: "DBT-CARD-7",
}


def parts(p: Any) -> list[Part]:
    """What the box holds for those who play, and the chips and cards of the board that is played on."""
    seats = [seat for seat in range(layout.CHAIRS) if record.is_seated(p, seat)]
    return [*_pawns(seats), *_gates(), _dice(), *_chips(len(seats)), *_passes(), *_cards(), *_screens(seats)]


def _pawns(seats: list[int]) -> list[Part]:
    board = scene.board()
    large = measure(board, board.piece, SPAN)
    small = measure(board, board.spaces[circle_id(1)].length, SPAN)
    looks = [board.looks[seat] for seat in seats]
    return [
        *(_pawn(say("large pawns"), look, look.letter, large) for look in looks),
        *(_pawn(say("small pawns"), look, look.letter.lower(), small) for look in looks),
    ]


def _pawn(name: Text, look: Look, letter: str, size: float) -> Figure:
    return Figure(name=name, count=1, on_board=True, look=look, letter=letter, width=size, height=1.7 * size)


def _gates() -> list[Part]:
    """One for every colour, also for one that nobody plays. (DBT-SET-6)"""
    board = scene.board()
    wide = measure(board, scene.GATE, SPAN)
    return [
        Figure(
            name=say("gates"),
            count=1,
            on_board=True,
            look=look,
            letter=look.letter,
            width=wide,
            height=0.9 * wide,
            words=names.GATE_NAMES[colour],
        )
        for colour, look in enumerate(board.looks)
    ]


def _screens(seats: list[int]) -> list[Part]:
    looks = scene.board().looks
    return [
        Figure(
            name=say("screens"),
            count=1,
            look=looks[seat],
            letter=looks[seat].letter,
            width=SCREEN[0],
            height=SCREEN[1],
        )
        for seat in seats
    ]


def _chips(players: int) -> list[Part]:
    """As many as players begin with; there is no bank. (DBT-SET-8, DBT-SET-10)"""
    return [
        Counter(
            name=say("chips"),
            count=players * int(count),
            letter=f"${worth}",
            size=CHIP,
            colour=colour,
        )
        for colour, worth, count in zip(layout.DENOMINATIONS, layout.VALUES, layout.STOCK, strict=True)
    ]


def _passes() -> list[Part]:
    """All of them: that of a colour left out lies on its space. (DBT-P3-1)"""
    return [
        Card(
            name=say("gate passes"), count=1, title=names.PASS_NAMES[colour], back=say("gate pass"), look=look
        )
        for colour, look in enumerate(scene.board().looks)
    ]


def _cards() -> list[Part]:
    """The deck. (DBT-SET-11, DBT-CARD-1 to DBT-CARD-8)"""
    return [
        Card(
            name=say("cards"),
            count=int(count),
            title=names.card_text(kind),
            back=say("card"),
            clause=_CLAUSES.get(kind, ""),
            icon=ICONS.get(kind, "ahead"),
            short=str(layout.STEPS_OF[kind]) if kind >= layout.AHEAD else "",
        )
        for kind, count in enumerate(layout.DECK)
        if count
    ]


def _dice() -> Part:
    return Die(name=say("red dice"), count=DICE, colour="red")
