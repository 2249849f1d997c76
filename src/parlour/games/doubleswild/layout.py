"""The board of Doubles Wild, from board.toml: its numbers, its squares, and the rows of three they can make.

        blue   3    4    5    6    7    8    9   10   11
red  3         0    1    2    3    4    5    6    7    8
     4         9   10   11   12   13   14   15   16   17       a square is
     5        18   19   20   21   22   23   24   25   26       9 * row + column,
    ..        ..                                      ..       both counted from 0
    11        72   73   74   75   76   77   78   79   80
"""

from __future__ import annotations

import numpy as np

from parlour.rules.kit import BoardFaults, fault, read_board

BOARD = read_board(__package__)
FIRST: int = BOARD["grid"]["first"]  # DBW-COMP-1
LAST: int = BOARD["grid"]["last"]
ROW: int = BOARD["grid"]["row"]  # DBW-OBJ-1
ROUNDS: int = BOARD["dice"]["rounds"]  # DBW-BATTLE-5
SEATS = (2, 3, 4)  # DBW-SETUP-1
CHAIRS = 4

_faults = []
if (FIRST, LAST) != (3, 11):  # the totals of two dice that are no double (DBW-ROLL-3)
    _faults.append(
        fault(
            "the lines are numbered 3 to 11 like the totals of two dice, not {first} to {last} (DBW-COMP-1).",
            first=FIRST,
            last=LAST,
        )
    )
if ROW != 3:
    _faults.append(fault("row = {row}: three squares make a row (DBW-OBJ-1).", row=ROW))
if BOARD["dice"]["pair"] != 2 or BOARD["dice"]["battle"] != 3:
    _faults.append(fault("two dice make a pair, and three are thrown in a battle (DBW-COMP-2)."))
if not 1 <= ROUNDS <= 9:
    _faults.append(fault("rounds = {rounds} must lie in 1..9 (DBW-BATTLE-5).", rounds=ROUNDS))
for _n in SEATS:
    _each = BOARD["markers"][str(_n)]
    if not 1 <= _each <= 80 // _n:  # at least one square stays vacant, so every game ends
        _faults.append(
            fault(
                "{each} markers for each of {players} players must lie in 1..{most} (DBW-SETUP-6).",
                each=_each,
                players=_n,
                most=80 // _n,
            )
        )
if _faults:
    raise BoardFaults(_faults)

# By the number of players; other numbers are another board's. (DBW-SETUP-6, DBW-Q-42)
MARKERS = np.array([0, 0, *(BOARD["markers"][str(n)] for n in SEATS)], np.int64)
SIZE = LAST - FIRST + 1
SQUARES = SIZE * SIZE
NO_SQUARE = SQUARES
VACANT = CHAIRS  # the owner of a square that nobody owns

# ---------------------------------------------------------------- rows
# Every three squares side by side in a straight line, without wrap-around: 224 of them.

_WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))  # along, down, and on either slant (DBW-SCORE-1)
_rows = [
    [SIZE * (row + i * down) + column + i * across for i in range(ROW)]
    for row in range(SIZE)
    for column in range(SIZE)
    for down, across in _WAYS
    if row + (ROW - 1) * down < SIZE and 0 <= column + (ROW - 1) * across < SIZE
]
_with = [[[q for q in row if q != square] for row in _rows if square in row] for square in range(SQUARES)]
# How many rows a square can be part of, 3 to 12, and the other two squares of each. (DBW-SCORE-4)
ROWS_WITH = np.array([len(rows) for rows in _with], np.int64)
OTHER_TWO = np.full((SQUARES, ROWS_WITH.max(), ROW - 1), NO_SQUARE, np.int64)
for _square, _others in enumerate(_with):
    OTHER_TWO[_square, : len(_others)] = _others
