"""What must be played: of all that the dice and the board allow, that which neglects no duty.

A throw is worth first the pieces it starts, then the dice it plays (POL-ENTER-2, POL-DICE-3). Every way to
begin is tried and taken back; those are legal that lead to the most. `legal` says it once, for everybody.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import NOBODY, ROLLS, inline, rule

from .layout import CORNER, STRAIGHT
from .moving import can_start, can_take, goal_of, move, remember, spend, take_back
from .record import (
    ANY_TIME,
    FINISHED,
    GREEDY,
    HIGHER,
    LEAP,
    NO,
    PASS,
    PIECES,
    PLAY,
    SIX,
    SUM_SIX,
    TEN,
    action_of,
    both_left,
    first_in_corner,
    holds_six,
    piece_of,
    route_of,
    shows_six,
    what_of,
)

# ---------------------------------------------------------------- what is legal


@rule
def legal(s, out):
    """The legal decisions; while a throw is due, its outcomes."""
    if s.phase == FINISHED:
        return 0
    if s.phase != PLAY:
        for outcome in range(len(ROLLS)):
            out[outcome] = outcome
        return len(ROLLS)
    n = 0
    if not must_reward(s):
        n = list_dice(s, out)
    if s.rewards > 0:
        n = list_rewards(s, out, n)
    return n


@rule
def must_reward(s):
    """Is a reward to be used or declined before anything else?"""
    return s.rewards > 0 and s.reward_timing != ANY_TIME  # POL-CAP-2, POL-Q-17


@rule
def list_dice(s, out):
    """The ways to play a die: every SIX of every throw starts a piece (POL-ENTER-2, POL-ENTER-9, POL-Q-05,
    POL-Q-09), two of them two (POL-ENTER-4, POL-Q-08), and as many dice are played as can be (POL-DICE-3).

    So a piece stays where it is, and a blockade stands, while others can play (POL-ENTER-10, POL-BLOCK-4,
    POL-Q-45); its pieces may go one after the other and meet again further on (POL-BLOCK-6, POL-Q-29), and
    another may take the place of one that left (POL-BLOCK-7)."""
    return keep_duties(s, out, list_possible(s, out))


@rule
def keep_duties(s, out, n):
    """Of these ways to play a die, those that neglect no duty."""
    n = keep_best(s, out, n, s.max_dice == GREEDY)  # POL-DICE-3, POL-Q-14
    if s.start_first != NO:
        n = keep_start(s, out, n)  # POL-ENTER-3, POL-Q-07
    if s.single_die_choice == HIGHER:
        n = keep_higher(s, out, n)  # POL-Q-13
    return n


@rule
def list_rewards(s, out, n):
    """Add the ways to use a reward, or not to, behind the dice that may be played instead."""
    n = list_ways(s, TEN, out, n)
    if may_decline(s):
        out[n] = PASS
        n += 1
    if s.reward_must_save_die != 0:
        n = keep_best(s, out, n, False)  # so that the die that is left can be played: POL-Q-15
    return n


@rule
def may_decline(s):
    """May a reward be given up? One that keeps need not be while a die can be played."""
    if s.rewards == 0 or s.reward_mandatory != 0:
        return False  # POL-Q-16
    return s.reward_timing != ANY_TIME or not can_begin(s)  # POL-Q-17


# ---------------------------------------------------------------- what dice and board allow


@rule
def list_possible(s, out):
    """The ways to play a die, duties apart: starts, then the higher die, the lower one, both as a leap."""
    n = 0
    if can_start(s):
        piece = first_in_corner(s, s.mover)
        if shows_six(s):
            out[n] = action_of(SUM_SIX, piece, STRAIGHT)  # POL-ENTER-1
            n += 1
        if holds_six(s):
            out[n] = action_of(SIX, piece, STRAIGHT)  # POL-ENTER-1
            n += 1
    if s.left[0] != 0:
        n = list_ways(s, s.left[0], out, n)  # POL-DICE-2: in any order
    if s.left[1] != 0 and s.left[1] != s.left[0]:
        n = list_ways(s, s.left[1], out, n)
    if may_leap(s):
        n = list_ways(s, LEAP, out, n)
    return n


@rule
def list_ways(s, what, out, n):
    """Add the ways to move a piece by this die, leap or reward."""
    for piece in range(PIECES):
        for route in range(2):
            if can_take(s, what, piece, route):
                out[n] = action_of(what, piece, route)
                n += 1
    return n


@rule
def may_leap(s):
    """Are both dice unplayed, to be taken as one move?"""
    return s.sum_is_one_move != 0 and both_left(s)  # POL-Q-12


@rule
@inline
def can_use(s, what):
    """Can any piece take this die, leap or reward now?"""
    for piece in range(PIECES):
        for route in range(2):
            if can_take(s, what, piece, route):
                return True
    return False


@rule
def can_begin(s):
    """Can any die of this throw be played now?"""
    if (holds_six(s) or shows_six(s)) and can_start(s):
        return True
    for which in range(2):
        if s.left[which] != 0 and can_use(s, s.left[which]):
            return True
    return may_leap(s) and can_use(s, LEAP)


# ---------------------------------------------------------------- keeping what neglects no duty


@rule
def keep_best(s, out, n, only_starts):
    """Of these actions, those that lead to the most starts and then dice, or to the most starts alone."""
    best = 0
    kept = 0
    for i in range(n):
        value = measured(worth(s, out[i]), only_starts)
        if value > best:
            best = value
            kept = 0
        if value == best:
            out[kept] = out[i]
            kept += 1
    return kept


@rule
def keep_start(s, out, n):
    """A 6 that starts a piece goes before the other die."""
    for i in range(n):
        if what_of(out[i]) == SIX and s.pieces[s.mover, piece_of(out[i])] == CORNER:
            out[0] = out[i]
            return 1
    return n


@rule
def keep_higher(s, out, n):
    """When either die can be played but not both, the higher one."""
    high = 0
    for i in range(n):
        if dice_in(worth(s, out[i])) > 1:
            return n
        high = max(high, what_of(out[i]))
    kept = 0
    for i in range(n):
        if what_of(out[i]) == high:
            out[kept] = out[i]
            kept += 1
    return kept


# ---------------------------------------------------------------- looking ahead
# What a throw is worth: START_WORTH for each piece it starts, 1 for each die it plays. (POL-Q-07, POL-Q-14)

START_WORTH = 4  # more than two dice


@rule
def starts_in(value):
    """How many starts an action's worth counts, which come before dice saved."""
    return value // START_WORTH


@rule
def dice_in(value):
    """How many dice an action's worth counts as played."""
    return value % START_WORTH


@rule
def measured(value, only_starts):
    """What of it counts: starts and dice, or by house rule starts only. (POL-Q-14)"""
    return starts_in(value) if only_starts else value


@rule
def worth(s, action):
    """The most that can still be had of this throw if it goes on so."""
    if action == PASS:
        s.rewards -= 1
        value = worth_of_rest(s)
        s.rewards += 1
        return value
    what, piece = what_of(action), piece_of(action)
    goal = goal_of(s, what, piece, route_of(action))
    gain = gain_of(s, what, piece)
    before = remember(s, piece, goal)
    spend(s, what, piece)
    move(s, piece, goal)
    value = gain + worth_of_rest(s)
    take_back(s, piece, before)
    return value


@rule
def gain_of(s, what, piece):
    """What this action itself starts and plays."""
    if what == TEN:
        return 0
    if what == LEAP:
        return 2
    if what == SUM_SIX:  # an option when it is optional, not a duty: POL-Q-06
        return 2 if s.sum_six_optional != 0 else 2 + START_WORTH
    return 1 + START_WORTH if s.pieces[s.mover, piece] == CORNER else 1


@rule
def worth_of_rest(s):
    """The most that can be made of the one die that is left, rewards used at their best: it is enough if
    some use of them, or none, lets it be played (POL-Q-15). Each further capture is a further reward
    (POL-Q-18)."""
    if s.left[0] + s.left[1] == 0:
        return 0
    best = 0 if must_use_reward(s) else worth_of_die(s)
    if s.rewards == 0:
        return best
    most = 1 + START_WORTH if holds_six(s) and first_in_corner(s, s.mover) != NOBODY else 1
    for piece in range(PIECES):
        for route in range(2):
            if best < most and can_take(s, TEN, piece, route):
                goal = goal_of(s, TEN, piece, route)
                before = remember(s, piece, goal)
                spend(s, TEN, piece)
                move(s, piece, goal)
                best = max(best, worth_of_rest(s))
                take_back(s, piece, before)
    return best


@rule
def must_use_reward(s):
    """House rule: is a reward due that must be used before the die? (POL-Q-16)"""
    return s.reward_mandatory != 0 and must_reward(s) and can_use(s, TEN)


@rule
def worth_of_die(s):
    """What the one die that is left is worth now, rewards apart."""
    die = s.left[0] + s.left[1]
    if die == SIX and can_start(s):
        return 1 + START_WORTH
    return 1 if can_use(s, die) else 0
