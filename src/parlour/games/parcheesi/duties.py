"""What may and must be played in Parcheesi: entering with a FIVE, both dice, all four parts, bonuses; and
`legal`, which lists it. (PAR-ENTER-4, PAR-MOVE-4, PAR-DBL-5, PAR-CAP-5)

`is_legal` decides. `may_take` and `can_take_bonus` say what is possible by itself; of that, with two dice
only what leads to the most of them may be played, and of four parts what leads to all of them."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import ROLLS, rule

from .bonuses import offers
from .layout import HOME, PAWNS, START
from .moving import (
    can_enter,
    can_move,
    first_in_start,
    has_opponent,
    is_twin,
    pawns_at,
    take_back,
    try_count,
)
from .record import (
    BONUS,
    FINISHED,
    FIVE,
    GREEDY,
    HIGHER,
    LEAP,
    NO,
    PASS,
    PLAY,
    SUM_FIVE,
    TEN,
    TWENTY,
    pawn_of,
    spaces_of,
    what_of,
)

# ---------------------------------------------------------------- what is legal


@rule
def is_legal(s, action, most, high):
    """May the mover play this now? `most` and `high` are what most_worth() and higher_die() say."""
    what, pawn = what_of(action), pawn_of(action)
    if action == PASS:
        return may_decline(s)
    if is_twin(s, pawn):
        return False  # the other pawn there is just the same: that one is offered
    if s.phase == BONUS:
        return can_take_bonus(s, what, pawn)
    if not may_take(s, what, pawn):
        return False
    if s.quad != 0:
        return leads_to_all(s, what, pawn)  # PAR-DBL-5
    if counts_left(s) == 1:
        return True
    return duty(s, worth(s, what, pawn)) == most and (high == 0 or what == high)  # PAR-MOVE-4, PAR-Q-11


@rule
def may_decline(s):
    """Nothing else may be declined. (PAR-MOVE-5)"""
    if s.phase == BONUS:
        return s.bonus_optional != 0 and can_play_bonus(s)  # PAR-Q-26
    return s.quad_optional != 0 and s.quad != 0 and counts_left(s) == 4 and can_play_all(s)  # PAR-Q-17


KINDS = 6  # of what can be played, in the order of the list
NO_KIND = what_of(PASS)  # where a kind is none


@rule
def kind_of_play(s, kind):
    """Both dice to enter, the first count, the second, both as a leap, a bonus of ten, of twenty. The second
    count of ordinary doublets is the first again: it is not listed twice, and this says NO_KIND."""
    if kind == 0:
        return SUM_FIVE
    if kind == 1:
        return s.value[0]
    if kind == 2:
        return s.value[1] if s.value[1] != s.value[0] else NO_KIND
    if kind == 3:
        return LEAP
    return TEN if kind == 4 else TWENTY


@rule
def legal(s, out):
    """The legal actions; where the dice are to be rolled, every way in which they can fall."""
    if s.phase == FINISHED:
        return 0
    if s.phase != PLAY and s.phase != BONUS:
        for outcome in range(len(ROLLS)):
            out[outcome] = outcome
        return len(ROLLS)
    n = 0
    most = most_worth(s)
    high = higher_die(s, most)
    for kind in range(KINDS):
        for pawn in range(PAWNS):
            action = PAWNS * kind_of_play(s, kind) + pawn
            if action < PASS and is_legal(s, action, most, high):
                out[n] = action
                n += 1
    if is_legal(s, PASS, most, high):
        out[n] = PASS
        n += 1
    return n


# ---------------------------------------------------------------- one count by itself


@rule
def counts_left(s):
    """How many parts of the roll are still to be played."""
    return s.times[0] + s.times[1]


@rule
def times_left(s, count):
    """How often this number is still to be played."""
    return (s.times[0] if s.value[0] == count else 0) + (s.times[1] if s.value[1] == count else 0)


@rule
def shows_five(s):
    """Do both dice, still unplayed, make five together? Then neither is a 5. (PAR-ENTER-2, PAR-Q-05)"""
    return s.dice[0] + s.dice[1] == FIVE and counts_left(s) == 2


@rule
def must_enter_with_both(s):
    """Dice that come to five enter a pawn together, unless a house rule leaves the choice."""
    return shows_five(s) and can_enter(s) and s.sum_five_optional == 0  # PAR-ENTER-4, PAR-Q-06


@rule
def owes_entry(s):
    """Is a die left that shows a 5, and must it enter a pawn now? (PAR-ENTER-4)"""
    return times_left(s, FIVE) > 0 and can_enter(s)


@rule
def must_enter_first(s):
    """House rule: no other die before the FIVE."""
    return s.enter_first != 0 and s.quad == 0 and owes_entry(s)  # PAR-Q-07


@rule
def may_leap(s):
    """House rule: are both dice unplayed, to be taken as one move?"""
    return s.sum_is_one_move != 0 and s.quad == 0 and counts_left(s) == 2  # PAR-MOVE-3, PAR-Q-09


@rule
def can_leap(s, pawn):
    """Whether a pawn can move both dice at once, which does not fulfil the duty to enter."""
    return not owes_entry(s) and can_move(s, pawn, s.dice[0] + s.dice[1])


@rule
def has_walked(s, pawn):
    """House rule: a pawn that took one die may not take the other; both would be one leap."""
    return s.sum_is_one_move != 0 and s.played == pawn + 1  # PAR-Q-09


@rule
def may_take(s, what, pawn):
    """May this pawn take this count, whatever becomes of the rest of the roll?"""
    if what == SUM_FIVE:
        return (
            shows_five(s) and can_enter(s) and pawn == first_in_start(s, s.turn)
        )  # PAR-ENTER-2, PAR-ENTER-3
    if must_enter_with_both(s):
        return False  # PAR-ENTER-4, PAR-Q-06
    if what == FIVE and can_enter(s):
        return times_left(s, FIVE) > 0 and pawn == first_in_start(s, s.turn)  # PAR-ENTER-4, PAR-Q-08b
    if must_enter_first(s):
        return False  # PAR-Q-07
    if what == LEAP:
        return may_leap(s) and can_leap(s, pawn)  # PAR-Q-09
    if times_left(s, what) == 0 or has_walked(s, pawn):
        return False
    return can_move(s, pawn, what)  # a FIVE that cannot enter as well (PAR-ENTER-5)


# ---------------------------------------------------------------- two dice: as many as possible

ENTRY = 8  # what an entry counts in `worth` where it goes before any number of dice


@rule
def worth(s, what, pawn):
    """What a roll of two dice yields at most if this comes first: the dice that get played, and the pawns
    that enter where these count before all. (PAR-Q-08, PAR-Q-10)"""
    entry = ENTRY if s.enter_lookahead != 0 else 0
    if what == SUM_FIVE:
        return 2 + entry
    if what == LEAP:
        return 2
    origin = s.pawns[s.turn, pawn]
    gain = 1 + (entry if origin == START else 0)
    kept = try_count(s, what, pawn)
    if can_play_last(s):
        gain += 1 + (entry if last_count(s) == FIVE and can_enter(s) else 0)
    take_back(s, what, pawn, origin, kept)
    return gain


@rule
def dice_of(value):
    """How many dice a move's worth counts."""
    return value % ENTRY


@rule
def duty(s, value):
    """What of a move's worth one is bound to seek: all of it, or the entries alone."""
    return value if s.max_dice != GREEDY else value - dice_of(value)  # PAR-MOVE-4, PAR-Q-10


@rule
def most_worth(s):
    """The most that can be made of two dice. So a blockade must be broken when nothing else can move.
    (PAR-MOVE-4)"""
    most = 0
    if s.phase == PLAY and s.quad == 0 and counts_left(s) == 2:
        for kind in range(KINDS):
            what = kind_of_play(s, kind)
            for pawn in range(PAWNS):
                if may_take(s, what, pawn):  # PAR-BLOCK-4
                    most = max(most, duty(s, worth(s, what, pawn)))
    return most


@rule
def higher_die(s, most):
    """House rule: the die that must be played when either can be, but not both; else 0. (PAR-Q-11)"""
    high = 0
    if s.phase == PLAY and s.quad == 0 and counts_left(s) == 2 and s.single_die_choice == HIGHER:
        for kind in range(KINDS):
            what = kind_of_play(s, kind)
            for pawn in range(PAWNS):
                if may_take(s, what, pawn) and duty(s, worth(s, what, pawn)) == most:
                    if dice_of(worth(s, what, pawn)) == 2:
                        return 0
                    high = max(high, what)
    return high


# ---------------------------------------------------------------- four parts: all or none


@rule
def can_play_all(s):
    """Can all the parts that are left be played, in some order, by some pawns? (PAR-DBL-4, PAR-DBL-5)"""
    for which in range(2):
        for pawn in range(PAWNS):
            if may_take(s, s.value[which], pawn) and leads_to_all(s, s.value[which], pawn):
                return True
    return False


@rule
def leads_to_all(s, part, pawn):
    """This pawn can take this part: and can all the others be played after that? (PAR-DBL-5)"""
    origin = s.pawns[s.turn, pawn]
    kept = try_count(s, part, pawn)
    left = counts_left(s)
    done = left == 0 or is_cut_short(s)
    if not done and left == 1:
        done = can_play_last(s)
    elif not done:
        done = can_play_two(s) if left == 2 else can_play_three(s)
    take_back(s, part, pawn, origin, kept)
    return done


@rule
def can_play_two(s):
    """Can the last two parts be played?"""
    for which in range(2):
        for pawn in range(PAWNS):
            if may_take(s, s.value[which], pawn) and not is_twin(s, pawn):
                origin = s.pawns[s.turn, pawn]
                kept = try_count(s, s.value[which], pawn)
                done = is_cut_short(s) or can_play_last(s)
                take_back(s, s.value[which], pawn, origin, kept)
                if done:
                    return True
    return False


@rule
def can_play_three(s):
    """Can the last three parts be played?"""
    for which in range(2):
        for pawn in range(PAWNS):
            if may_take(s, s.value[which], pawn) and not is_twin(s, pawn):
                origin = s.pawns[s.turn, pawn]
                kept = try_count(s, s.value[which], pawn)
                done = is_cut_short(s) or can_play_two(s)
                take_back(s, s.value[which], pawn, origin, kept)
                if done:
                    return True
    return False


@rule
def is_cut_short(s):
    """House rule: a win ends the four-part move."""
    return s.quad_short_win != 0 and pawns_at(s, s.turn, HOME) == PAWNS  # PAR-Q-18


# ---------------------------------------------------------------- bonuses


@rule
def can_take_bonus(s, bonus, pawn):
    """Can this pawn take the whole of a bonus? Only a FIVE enters, so none in START. (PAR-CAP-5, PAR-Q-29)"""
    if (bonus != TEN and bonus != TWENTY) or not offers(s, bonus):
        return False
    if not can_move(s, pawn, spaces_of(bonus)):
        return False
    goal = s.pawns[s.turn, pawn] + spaces_of(bonus)
    if goal == HOME:
        return s.bonus_into_home != NO  # PAR-Q-35
    return s.bonus_can_capture != NO or not has_opponent(s, goal)  # PAR-Q-24


# ---------------------------------------------------------------- can anybody?


@rule
def last_count(s):
    """The count of this roll that is left when the others have been played."""
    return s.value[0] if s.times[0] > 0 else s.value[1]


@rule
def can_play_last(s):
    """One count is left: can anybody take it?"""
    for pawn in range(PAWNS):
        if may_take(s, last_count(s), pawn):
            return True
    return False


@rule
def can_play(s):
    """Can anything of what is left of the roll be played?"""
    if counts_left(s) == 0:
        return False
    if s.quad != 0:
        return can_play_all(s)  # PAR-DBL-5
    for kind in range(KINDS):
        for pawn in range(PAWNS):
            if may_take(s, kind_of_play(s, kind), pawn):
                return True
    return False


@rule
def can_play_bonus(s):
    """Whether any pawn can take a bonus that is due."""
    for pawn in range(PAWNS):
        if can_take_bonus(s, TEN, pawn) or can_take_bonus(s, TWENTY, pawn):
            return True
    return False
