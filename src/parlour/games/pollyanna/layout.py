"""The board of Pollyanna: its numbers from board.toml, and tables of where every step leads.

One side of the Broadway as it is walked; four of them make the loop. `E` is an entrance, `S` a starting
space, `a` the first space of the Home Path (numbers of the printed board):

                          T1 T2 T3 T4 T5 T6 T7                the turnout: seven spaces beside four
                         /                    \\
       E  1  2  3  4  5    S  7  8  9          10 11 12 13 14 E      15 spaces, then the next side
       |              branch                   merge
       a b c d e f HOME                                       the Home Path of the seat of this side

A player's own count of the board, his `place` of a piece:

      CORNER | START ....... ENTRANCE | HOME_PATH ..... | HOME | FIRST_TURNOUT ............. PLACES - 1
        -1   |   0   1   2  ...  54   |  55  56 ..  60  |  61  | 62 .. 68 | 69 .. 75 | 76 .. 82
               along the Broadway       his Home Path            the turnouts 1, 2, 3 ahead of him

The board's own numbers, a `space`: the Broadway in the direction of travel from seat 0's entrance, then
the turnouts, then the Home Paths, each beginning with seat 0's; NOWHERE for CORNER and HOME.
"""

from __future__ import annotations

import numpy as np

from parlour.games.racing.places import CHAIRS as CHAIRS
from parlour.rules.kit import NOBODY, BoardFaults, fault, read_board

BOARD = read_board(__package__)
_NUMBERS = {
    "side": "POL-GEO-1",
    "start_offset": "POL-GEO-3",
    "branch": "POL-GEO-4",
    "merge": "POL-GEO-4",
    "turnout_length": "POL-GEO-4",
    "path_length": "POL-GEO-5",
}
_wrong = [
    fault(
        "[track] {name} = {number} is not a number of spaces from 1 to 30 ({clause}).",
        name=name,
        number=BOARD.get("track", {}).get(name),
        clause=clause,
    )
    for name, clause in _NUMBERS.items()
    if type(BOARD.get("track", {}).get(name)) is not int or not 1 <= BOARD["track"][name] <= 30
]
if _wrong:
    raise BoardFaults(_wrong)
SIDE: int = BOARD["track"]["side"]  # POL-GEO-1
START_OFFSET: int = BOARD["track"]["start_offset"]  # POL-GEO-3
BRANCH: int = BOARD["track"]["branch"]  # POL-GEO-4
MERGE: int = BOARD["track"]["merge"]  # POL-GEO-4
TURNOUT_LENGTH: int = BOARD["track"]["turnout_length"]  # POL-GEO-4
PATH_LENGTH: int = BOARD["track"]["path_length"]  # POL-GEO-5

LOOP = CHAIRS * SIDE
TURNOUTS = CHAIRS - 1  # a player's own turnout is out of his reach (POL-Q-31)
CORNER, START = -1, 0
ENTRANCE = LOOP - START_OFFSET  # the last Broadway space of a player's way (POL-HOME-1)
HOME_PATH = ENTRANCE + 1
HOME = HOME_PATH + PATH_LENGTH
FIRST_TURNOUT = HOME + 1
PLACES = FIRST_TURNOUT + TURNOUTS * TURNOUT_LENGTH
BEYOND = PLACES  # where a move ends that overshoots HOME
NOWHERE = LOOP + CHAIRS * (TURNOUT_LENGTH + PATH_LENGTH)  # POL-GEO-6

STRAIGHT, TURNOUT = 0, 1  # routes
LONGEST = 12  # the longest move: both dice at once

if not (BRANCH < START_OFFSET < SIDE and BRANCH < MERGE <= SIDE):
    _wrong.append(
        fault(
            "branch = {branch} must come before start_offset = {start} and merge = {merge}, and all within a "
            "side = {side} (POL-GEO-4).",
            branch=BRANCH,
            start=START_OFFSET,
            merge=MERGE,
            side=SIDE,
        )
    )
if MERGE - BRANCH >= TURNOUT_LENGTH + 1:
    _wrong.append(
        fault(
            "a turnout of {turnout} spaces must be the longer way round {between} (POL-GEO-4).",
            turnout=TURNOUT_LENGTH,
            between=MERGE - BRANCH - 1,
        )
    )
if SIDE < LONGEST:
    _wrong.append(
        fault("a side = {side} must be at least {least} long (POL-GEO-1).", side=SIDE, least=LONGEST)
    )
if HOME > 64 or TURNOUTS * TURNOUT_LENGTH > 63 or PLACES > 120 or NOWHERE > 250:  # bits, and small numbers
    _wrong.append(
        fault(
            "a way of {home} spaces is too long (64 are the most), or turnouts and paths are (POL-GEO-5).",
            home=HOME,
        )
    )
if _wrong:
    raise BoardFaults(_wrong)


def branch_of(turnout: int) -> int:
    """The place where the first, second or third turnout ahead leaves the Broadway."""
    return SIDE * turnout + BRANCH - START_OFFSET


def merge_of(turnout: int) -> int:
    """The place where it comes back."""
    return SIDE * turnout + MERGE - START_OFFSET


def _step(place: int, route: int) -> int:
    """The next place of a player's way."""
    if place in (HOME, BEYOND):
        return BEYOND
    if place >= FIRST_TURNOUT:
        turnout, at = divmod(place - FIRST_TURNOUT, TURNOUT_LENGTH)
        return place + 1 if at < TURNOUT_LENGTH - 1 else merge_of(turnout + 1)
    for turnout in range(1, TURNOUTS + 1):
        if route == TURNOUT and place == branch_of(turnout):
            return FIRST_TURNOUT + TURNOUT_LENGTH * (turnout - 1)  # POL-TO-1
    # Entrances count as one space each (POL-BWAY-3, POL-Q-04); after the own one comes the
    # Home Path, never a second lap (POL-HOME-1, POL-Q-36).
    return place + 1


def _way(place: int, route: int) -> list[int]:
    """The places 0..LONGEST steps ahead."""
    way = [place]
    while len(way) <= LONGEST:
        way.append(_step(way[-1], route))
    return way


def space_at(seat: int, place: int) -> int:
    """The space that this seat counts as this place."""
    if 0 <= place <= ENTRANCE:
        return (place + START_OFFSET + SIDE * seat) % LOOP
    if HOME_PATH <= place < HOME:  # nobody else's path is ever reached (POL-HOME-2)
        return LOOP + TURNOUT_LENGTH * CHAIRS + PATH_LENGTH * seat + place - HOME_PATH
    if FIRST_TURNOUT <= place < PLACES:
        turnout, at = divmod(place - FIRST_TURNOUT, TURNOUT_LENGTH)
        return LOOP + TURNOUT_LENGTH * ((seat + turnout + 1) % CHAIRS) + at  # beside the Broadway (POL-TO-5)
    return NOWHERE


# [route, place, count]: where so many steps lead. Unsigned numbers index quickly: nothing has to be done for
# negative ones.
WAY = np.array([[_way(p, r) for p in range(PLACES)] for r in (STRAIGHT, TURNOUT)], np.uint8)
FORKS = WAY[STRAIGHT] != WAY[TURNOUT]  # does the route matter? [place, count]
# [seat, place + 1]; and the same with NOWHERE for BEYOND and more, as wide as is quick to index
SPACE = np.array([[space_at(c, p) for p in range(CORNER, PLACES)] for c in range(CHAIRS)], np.uint8)
WIDE_SPACE = np.pad(SPACE, ((0, 0), (0, 128 - SPACE.shape[1])), constant_values=NOWHERE)
TO_GO = np.array([HOME - p if p <= HOME else 0 for p in range(PLACES)], np.int32)  # steps to HOME
for _p in range(PLACES - 1, HOME, -1):
    TO_GO[_p] = TO_GO[WAY[STRAIGHT, _p, 1]] + 1
# Whose colour each space is (POL-GEO-3); an empty chair's protects nobody (POL-Q-02).
COLOUR = np.full(NOWHERE + 1, NOBODY, np.int32)
for _seat in range(CHAIRS):
    COLOUR[space_at(_seat, START)] = COLOUR[space_at(_seat, ENTRANCE)] = _seat
