"""Why an action of Parcheesi is refused: the reason a player is told. Nothing is decided here; what is legal
duties.py says."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import NOBODY, rule

from .bonuses import offers
from .duties import (
    ENTRY,
    can_take_bonus,
    counts_left,
    duty,
    has_walked,
    higher_die,
    leads_to_all,
    may_decline,
    may_leap,
    most_worth,
    must_enter_first,
    must_enter_with_both,
    owes_entry,
    shows_five,
    times_left,
    worth,
)
from .layout import ENTER, HOME, START
from .moving import can_enter, can_stop, first_in_start, is_blockade, is_twin, meets_locked_mate, space_of
from .record import (
    AT_HOME,
    BLOCKADE,
    BONUS,
    BONUS_CAPTURES,
    BONUS_GOES_HOME,
    BONUS_ORDER,
    BONUSES_NOW,
    CANNOT_DECLINE,
    ENTER_CLOSED,
    FINISHED,
    FIVE,
    GAME_OVER,
    HIGHER_DIE,
    LEAP,
    LOCKED,
    MUST_ENTER,
    MUST_ENTER_BOTH,
    MUST_ENTER_FIRST,
    NEEDS_FIVE,
    NO_SUCH_ACTION,
    NO_SUCH_BONUS,
    NO_SUCH_COUNT,
    NONE_IN_START,
    NOT_A_SUM,
    NOT_YOUR_TURN,
    OVERSHOOTS,
    OWN_PAIR,
    PASS,
    PLACE,
    PLAY,
    ROLL_FIRST,
    SAFETY_TAKEN,
    SAME_PAWN,
    SUM_FIVE,
    TEN,
    TWENTY,
    TWIN,
    WASTES_DIE,
    WASTES_ENTRY,
    WASTES_PARTS,
    pawn_of,
    seat_on,
    spaces_of,
    what_of,
)


@rule
def explain(s, seat, action):
    """Why this seat may not do this now, or 0; the reason and PLACE times where."""
    if s.phase == FINISHED:
        return GAME_OVER
    if s.phase != PLAY and s.phase != BONUS:
        return ROLL_FIRST
    if seat != s.turn:
        return NOT_YOUR_TURN
    if action < 0 or action > PASS:
        return NO_SUCH_ACTION
    if action == PASS:
        return 0 if may_decline(s) else CANNOT_DECLINE
    what, pawn = what_of(action), pawn_of(action)
    is_bonus = what == TEN or what == TWENTY
    if s.phase == BONUS:
        return why_not_bonus(s, what, pawn) if is_bonus else BONUSES_NOW
    if is_bonus:
        return NO_SUCH_BONUS
    reason = why_not_take(s, what, pawn)
    return reason if reason != 0 else why_not_first(s, what, pawn)


@rule
def why_not_bonus(s, bonus, pawn):
    """Why a bonus does not move this pawn."""
    if (s.twenties if bonus == TWENTY else s.tens) == 0:
        return NO_SUCH_BONUS
    if not offers(s, bonus):
        return BONUS_ORDER
    reason = why_not_move(s, pawn, spaces_of(bonus))
    if reason != 0:
        return reason
    if not can_take_bonus(s, bonus, pawn):
        goal = s.pawns[s.turn, pawn] + spaces_of(bonus)
        return BONUS_GOES_HOME if goal == HOME else BONUS_CAPTURES + PLACE * goal
    return TWIN if is_twin(s, pawn) else 0


@rule
def why_not_take(s, what, pawn):
    """Why this count cannot be played so, whatever else was rolled."""
    if what == SUM_FIVE:
        return why_not_enter(s, pawn) if shows_five(s) else NOT_A_SUM
    if not may_leap(s) if what == LEAP else times_left(s, what) == 0:
        return NO_SUCH_COUNT
    if s.pawns[s.turn, pawn] == START:
        return why_not_enter(s, pawn) if what == FIVE else NEEDS_FIVE
    if what == LEAP and owes_entry(s):
        return MUST_ENTER
    reason = why_not_move(s, pawn, s.dice[0] + s.dice[1] if what == LEAP else what)
    if reason != 0:
        return reason
    if what != LEAP and has_walked(s, pawn):
        return SAME_PAWN
    if is_twin(s, pawn):
        return TWIN
    if must_enter_with_both(s):
        return MUST_ENTER_BOTH
    if what == FIVE and can_enter(s):
        return MUST_ENTER
    return MUST_ENTER_FIRST if must_enter_first(s) else 0


@rule
def why_not_enter(s, pawn):
    """Why no pawn enters: none is left, or two pawns close the space."""
    if first_in_start(s, s.turn) == NOBODY:
        return NONE_IN_START
    if not can_enter(s):
        return ENTER_CLOSED + PLACE * ENTER
    if s.pawns[s.turn, pawn] != START:
        return NONE_IN_START
    return 0 if pawn == first_in_start(s, s.turn) else TWIN


@rule
def why_not_move(s, pawn, count):
    """What is in the way of the mover's pawn, and where."""
    here = s.pawns[s.turn, pawn]
    goal = here + count
    if here == START:
        return NEEDS_FIVE
    if goal > HOME:
        return AT_HOME if here == HOME else OVERSHOOTS
    for progress in range(here + 1, min(goal, HOME - 1) + 1):
        if is_blockade(s, s.turn, progress):
            own = seat_on(s.board[space_of(s.turn, progress)]) == s.turn
            return (OWN_PAIR if own and progress == goal else BLOCKADE) + PLACE * progress
    if goal < HOME and not can_stop(s, s.turn, goal):
        return SAFETY_TAKEN + PLACE * goal
    if goal < HOME and meets_locked_mate(s, pawn, goal):
        return LOCKED + PLACE * goal
    return 0


@rule
def why_not_first(s, what, pawn):
    """A count that can be played by itself: what else that was rolled would be wasted?"""
    if s.quad != 0:
        return 0 if leads_to_all(s, what, pawn) else WASTES_PARTS
    if counts_left(s) != 2:
        return 0
    value = worth(s, what, pawn)
    most = most_worth(s)
    if duty(s, value) < most:
        return WASTES_ENTRY if value // ENTRY < most // ENTRY else WASTES_DIE
    high = higher_die(s, most)
    return HIGHER_DIE if high != 0 and what != high else 0
