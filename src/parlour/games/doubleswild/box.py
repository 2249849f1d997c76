"""What lies in the box of Doubles Wild: markers, dice in two colours, the scoring strip, and a sheet to write
the score on. (DBW-COMP-2, DBW-COMP-3, DBW-SETUP-6, DBW-SETUP-7)"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from parlour.draw.box import Counter, Die, Part, Sheet, Strip, measure
from parlour.rules.kit import NOBODY
from parlour.text import say

from . import rules, scene

SPAN = 184.0
DICE = 3  # of each colour, which a battle needs
LAST = 59  # of the scoring strip; who has more goes round again
ROWS = 24  # of the sheet: as many turns as two players have markers


def parts(p: Any) -> list[Part]:
    """Markers for those who play, dice in two colours, the strip and a sheet to keep score."""
    board = scene.board()
    size = measure(board, board.piece, SPAN)
    seats = [seat for seat in range(rules.CHAIRS) if rules.side(p, seat) != NOBODY]
    units = {int(rules.side(p, seat)): seat for seat in reversed(seats)}  # the first seat of each side
    found: list[Part] = []
    for seat in seats:
        look = board.looks[seat]
        marker = Counter(
            name=say("markers"),
            count=int(p.supply[seat]),
            on_board=True,
            look=look,
            letter=look.letter,
            size=size,
        )
        found.append(marker)
        if seat in units.values():
            found.append(replace(marker, name=say("markers for the score"), count=1))
    found.append(Die(name=say("red dice"), count=DICE, colour="red"))
    found.append(Die(name=say("blue dice"), count=DICE, colour="blue", spots="square"))  # as on the board
    found.append(Strip(name=say("scoring strip"), count=1, on_board=True, last=LAST, size=size))
    columns = tuple(look.name for look in board.looks)
    found.append(Sheet(name=say("score sheet"), count=1, columns=columns, rows=ROWS))
    return found
