"""The board of Parcheesi as tables, made from board.toml. (PAR-GEO)

As seat 0, who sits below, counts it: a loop of 68 spaces, its own home path of 64 to 70, HOME (dots are home
paths of others). A star marks a safety space, brackets the last space before a home path.

                                       seat 2
                                    30 [29*] 28
                                    31   .   27
                                    32   .   26
                                    33   .   25
                          START 2   34*  .   24*  START 1
                                    35   .   23
                                    36   .   22
                                    37   .   21
           45  44  43  42  41* 40  39  38      20  19  18  17* 16  15  14  13
    seat 3 [46*] .   .   .   .   .   .   . HOME  .   .   .   .   .   .   . [12*]  seat 1
           47  48  49  50  51* 52  53  54       4   5   6   7*  8   9  10  11
                                    55  70    3
                                    56  69    2
                                    57  68    1
                          START 3   58* 67    0*  START 0
                                    59  66   67'
                                    60  65   66'
                                    61  64   65'
                                    62 [63*] 64'
                                       seat 0

    progress   how a seat counts its own way: START, then 0 (its ENTER space) to HOME_ENTRY on the loop, then
               its home path, then HOME. The four spaces before its ENTER space (64' to 67') it never treads.
    space      one number for a space, whoever counts: loop spaces in the direction of travel from seat 0's
               ENTER space, then the home path of each seat; NOWHERE for START and HOME, which are no spaces.
"""

from __future__ import annotations

import numpy as np

from parlour.games.racing.places import CHAIRS as CHAIRS
from parlour.rules.kit import BoardFaults, fault, read_board

BOARD = read_board(__package__)
LOOP: int = BOARD["track"]["loop"]  # PAR-GEO-1
ARM: int = BOARD["track"]["arm"]  # PAR-GEO-2: chairs in the direction of travel (PAR-SETUP-2, PAR-SETUP-3)
SAFE_OFFSETS: tuple[int, ...] = tuple(BOARD["track"]["safe_offsets"])  # PAR-GEO-5
HOME_ENTRY: int = BOARD["track"]["home_entry"]  # PAR-GEO-3
PATH_LENGTH: int = BOARD["track"]["path_length"]  # PAR-GEO-4

PAWNS = 4  # for each of four players: PAR-COMP-1; whose dice they are makes no difference (PAR-Q-04)
START, ENTER = -1, 0
HOME_PATH = HOME_ENTRY + 1
HOME = HOME_PATH + PATH_LENGTH
NOWHERE = LOOP + CHAIRS * PATH_LENGTH  # START and HOME are not spaces (PAR-GEO-6)

_faults = []
if LOOP != CHAIRS * ARM or not 1 <= ARM <= 30:
    _faults.append(
        fault(
            "loop = {loop} must be four times arm = {arm}, and arm lie in 1..30 (PAR-GEO-2).",
            loop=LOOP,
            arm=ARM,
        )
    )
if not 0 < HOME_ENTRY < min(LOOP, 64):  # a row of walls is 63 bits
    _faults.append(
        fault(
            "home_entry = {entry} must lie on the loop of {loop} spaces, at most 63 from ENTER (PAR-GEO-3).",
            entry=HOME_ENTRY,
            loop=LOOP,
        )
    )
if not 1 <= PATH_LENGTH <= 30:
    _faults.append(fault("path_length = {path} must lie in 1..30 (PAR-GEO-4).", path=PATH_LENGTH))
if not all(0 <= o < ARM for o in SAFE_OFFSETS) or 0 not in SAFE_OFFSETS:
    _faults.append(
        fault(
            "safe_offsets = {offsets} must lie in 0..{last} and include 0 (PAR-GEO-5).",
            offsets=list(SAFE_OFFSETS),
            last=ARM - 1,
        )
    )
if _faults:
    raise BoardFaults(_faults)


def _space(seat: int, progress: int) -> int:
    if 0 <= progress <= HOME_ENTRY:
        return (progress + ARM * seat) % LOOP
    if HOME_PATH <= progress < HOME:  # nobody else's home path is ever reached (PAR-MOVE-8)
        return LOOP + PATH_LENGTH * seat + progress - HOME_PATH
    return NOWHERE


# By seat and progress + 1.
SPACE = np.array([[_space(c, p) for p in range(START, HOME + 1)] for c in range(CHAIRS)], np.uint8)
# By space; for every colour alike, and at empty chairs too (PAR-SAFE-1, PAR-Q-28).
SAFE = np.array([p < LOOP and p % ARM in SAFE_OFFSETS for p in range(NOWHERE + 1)], np.bool_)

LEFT_OF = np.array([(c - 1) % CHAIRS for c in range(CHAIRS)], np.int64)  # whose turn is next (PAR-TURN-1)
