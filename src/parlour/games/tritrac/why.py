"""Why not: the reason against an action, in the order in which a person would want to hear it.

Nothing is decided here. What is legal is said by moving.py; the conformance kit holds the two against each
other.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import NOBODY, rule

from .layout import BEYOND, CENTRE, FITS, HAND, RIB
from .moving import may_handle_neutral, may_place
from .record import (
    ACTIONS,
    BARRED,
    GAME_OVER,
    HAND_EMPTY,
    LOTS,
    LOTS_FIRST,
    MUST_PLACE,
    NEUTRAL,
    NEUTRAL_FIRST,
    NO_BLOCK,
    NO_SUCH_ACTION,
    NO_TILE,
    NOT_CENTRE,
    NOT_YOUR_TURN,
    NULL,
    OCCUPIED,
    OFF_BOARD,
    PLACE,
    PLAY,
    SECOND_TURN,
    THEIRS,
    TURNED,
    cell_of,
    kind_at,
    place_of,
    side_at,
    side_of,
    source_of,
)


@rule
def explain(s, seat, action):
    """The reason, plus PLACE times the side that meets a rib; 0 where nothing forbids it."""
    if s.phase == LOTS:
        return LOTS_FIRST  # TRI-SETUP-2
    if s.phase != PLAY:
        return GAME_OVER  # TRI-WIN-2
    if seat != s.turn:
        return NOT_YOUR_TURN  # TRI-TURN-1
    if action < 0 or action >= ACTIONS:
        return NO_SUCH_ACTION  # TRI-MOVE-5
    reason = against_taking(s, source_of(action))
    return reason if reason != 0 else against_lying(s, source_of(action), place_of(action))


@rule
def against_taking(s, source):
    """Why the mover may not handle the tile that is there, or 0."""
    if source == HAND:
        return 0 if may_place(s) else HAND_EMPTY  # TRI-MOVE-1
    if s.ply == 0:
        return NEUTRAL_FIRST  # TRI-NEUTRAL-1
    if s.ply == 1:
        return MUST_PLACE  # TRI-FIRST-1
    kind = kind_at(s, source)
    if kind == NOBODY:
        return NO_TILE  # TRI-MOVE-2
    if kind == NEUTRAL:
        return 0 if may_handle_neutral(s) else BARRED  # TRI-NEUTRAL-3
    if kind != s.turn:
        return THEIRS  # TRI-OPP-1
    return 0 if s.ply >= 3 else SECOND_TURN  # TRI-FIRST-2


@rule
def against_lying(s, source, place):
    """Why the tile from this source may not lie so, or 0."""
    cell, side = cell_of(place), side_of(place)
    if source == cell:
        if side_at(s, cell) == side:
            return 0 if s.allow_null != 0 else NULL  # TRI-PASS-1
    elif kind_at(s, cell) != NOBODY:
        return OCCUPIED  # TRI-MOVE-1, TRI-MOVE-2
    if s.ply == 0 and not CENTRE[cell]:
        return NOT_CENTRE  # TRI-NEUTRAL-1
    if not FITS[place]:
        for end in range(3):
            if end != side and BEYOND[3 * cell + end] == RIB:
                return OFF_BOARD + PLACE * end  # TRI-OFF-1
        return NO_BLOCK  # TRI-HINT-2, TRI-Q-23
    if source != HAND and source != cell and s.move_keeps_orientation != 0 and side_at(s, source) != side:
        return TURNED  # TRI-Q-08
    return 0
