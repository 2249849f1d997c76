"""Parcheesi, by the rules of the modern American leaflet, for two to four players: the record of a position,
the codes of actions and reasons, and the house rules.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(PAR-Q-...); OPTIONS lists the house rules that change one. Two readings depart from the
letter in favour of common play: bonus moves capture (PAR-Q-24) and may go HOME (PAR-Q-35).

Encodings (layout.py draws the board and says what progress and space are)
    board      0 for an empty space, else 4 * seat + number of pawns (1, or 2: a blockade).
    decision   4 * what + pawn; or PASS, to decline what may be declined:

                   what       0         1  2  3  4  5  6   7      8    9
                   is       SUM_FIVE   a count of a die   LEAP   TEN  TWENTY
                   pawn 0     0         4  8 12 16 20 24   28     32   36
                        1     1         5  9 13 17 21 25   29     33   37      PASS = 40
                        2     2         6 10 14 18 22 26   30     34   38
                        3     3         7 11 15 19 23 27   31     35   39

               A 5 enters a pawn that is in START; SUM_FIVE does so with both dice; LEAP is both as one move.
    outcome    an index into ROLLS, the 21 ways two dice fall.
    menu       what may be played, one bit each: bits 0 to 3 are the pawns that may take the first count (or a
               TEN), 4 to 7 the second (or a TWENTY), from LEAPS on those that may leap; DECLINE, and SUM.
    walls      blockades, one bit a space: a word for each arm of the loop, from the ENTER space of
               its seat on, then a word for each home path. `guards` are the safety spaces of
               the loop on which anybody stands, in the same way.
    after      while two counts are to be played: who else can play the second after the first, who else the
               first after the second, and who can play both, four bits each; 0 where pairs make
               it uncertain, and under house rules that weigh the counts otherwise.
    locks      pairs of the mover's pawns that stood together in this turn, one bit each: see PAIR.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.games.racing.places import EMPTY as EMPTY
from parlour.games.racing.places import PLAYING as PLAYING
from parlour.games.racing.places import seatings
from parlour.rules.kit import ROLLS, Option, flag, number, rule

from .layout import CHAIRS, NOWHERE, PAWNS

# ---------------------------------------------------------------- counts and actions

FIVE = 5
TOP_AND_BOTTOM = 7  # opposite faces of a die
THIRD = 3  # the doublets in a row that are punished (PAR-DBL-7)
CAPTURE_BONUS, HOME_BONUS = 20, 10  # PAR-CAP-4, PAR-HOME-4

SUM_FIVE = 0  # both dice together enter a pawn
LEAP = 7  # both dice as one move (house rule, PAR-Q-09)
TEN, TWENTY = 8, 9  # bonuses
PASS = PAWNS * 10  # decline what may be declined
ACTIONS = PASS + 1
MAX_ACTIONS = len(ROLLS)

LEAPS, DECLINE, SUM = 2 * PAWNS, 3 * PAWNS, 3 * PAWNS + 1  # bits of `menu`


@rule
def what_of(action):
    """What an action plays: a die, the sum, a bonus, an entry."""
    return action >> 2


@rule
def pawn_of(action):
    """The pawn that an action moves."""
    return action & 3


@rule
def spaces_of(bonus):
    """How many spaces a bonus is worth."""
    return CAPTURE_BONUS if bonus == TWENTY else HOME_BONUS


@rule
def seat_on(there):
    """Whose pawns these are that stand on a space."""
    return there >> 2


@rule
def number_on(there):
    """How many pawns stand on a space."""
    return there & 3


# ---------------------------------------------------------------- phases, reasons

ROLL_OFF, ROLL, PLAY, BONUS, FINISHED = 0, 1, 2, 3, 4  # phases

# What refuses an action: a reason, plus PLACE times the progress where the obstacle stands.
PLACE = 256
GAME_OVER, ROLL_FIRST, NOT_YOUR_TURN, NO_SUCH_ACTION = 1, 2, 3, 4
NO_SUCH_COUNT, NEEDS_FIVE, AT_HOME, OVERSHOOTS = 5, 6, 7, 8
BLOCKADE, OWN_PAIR, SAFETY_TAKEN, LOCKED = 9, 10, 11, 12
NONE_IN_START, ENTER_CLOSED, NOT_A_SUM = 13, 14, 15
BONUS_CAPTURES, BONUS_GOES_HOME, SAME_PAWN = 16, 17, 18
MUST_ENTER, MUST_ENTER_BOTH, MUST_ENTER_FIRST = 19, 20, 21
WASTES_DIE, WASTES_ENTRY, HIGHER_DIE, WASTES_PARTS = 22, 23, 24, 25
NO_SUCH_BONUS, BONUS_ORDER, CANNOT_DECLINE, TWIN = 26, 27, 28, 29
BONUSES_NOW = 30

# ---------------------------------------------------------------- house rules

SEATS = (2, 3, 4)
_SEATINGS = ("usual", "01", "02", "03", "12", "13", "23", "012", "013", "023", "123")
SEATING = seatings(_SEATINGS)

OPTIONS: tuple[Option, ...] = (
    Option("start_tie", ("reroll_tied", "reroll_all"), "PAR-Q-01"),
    Option("seats", _SEATINGS, "PAR-Q-02", {w: (len(w),) for w in _SEATINGS[1:]}),
    flag("sum_five_optional", "PAR-Q-06"),
    flag("enter_first", "PAR-Q-07"),
    flag("enter_lookahead", "PAR-Q-08"),
    flag("sum_is_one_move", "PAR-Q-09"),
    Option("max_dice", ("lookahead", "greedy"), "PAR-Q-10"),
    Option("single_die_choice", ("any", "higher"), "PAR-Q-11"),
    flag("doublet_roll_needs_move", "PAR-Q-13"),
    Option("quad_condition", ("none_in_start", "ever_entered", "all_on_board"), "PAR-Q-14"),
    flag("quad_optional", "PAR-Q-17"),
    flag("quad_short_win", "PAR-Q-18"),
    flag("penalty_takes_home", "PAR-Q-20"),
    number("bonus_cap", "PAR-Q-22", most=20),
    Option("bonus_timing", ("per_roll", "end_of_turn"), "PAR-Q-23"),
    flag("bonus_can_capture", "PAR-Q-24", default=True),
    Option("bonus_order", ("choice", "earned"), "PAR-Q-25"),
    flag("bonus_optional", "PAR-Q-26"),
    flag("bonus_into_home", "PAR-Q-35", default=True),
    Option("pair_lock", ("turn", "roll", "off"), "PAR-Q-31"),
    flag("play_for_places", "PAR-Q-40"),
    number("max_turns", "PAR-Q-40", most=60000),
)
ALL_TOGETHER = 1  # start_tie
GREEDY = 1  # max_dice
HIGHER = 1  # single_die_choice
EVER_ENTERED, ALL_ON_BOARD = 1, 2  # quad_condition
END_OF_TURN = 1  # bonus_timing
NO = 1  # bonus_can_capture, bonus_into_home: "yes" comes first
EARNED = 1  # bonus_order
LOCK_ROLL, LOCK_OFF = 1, 2  # pair_lock

# ---------------------------------------------------------------- the record

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("walls", "i4", (2 * CHAIRS,)),  # derived: blockades
                ("guards", "i4", (CHAIRS,)),  # derived: safety spaces taken
                ("queue", "u4"),  # with bonus_order=earned: bit i set when the i-th due is a twenty
                ("turns", "u2"),  # turns finished (stays 0 without a limit)
                *((o.name, "u2") for o in OPTIONS if not o.choices),
                ("menu", "u2"),  # derived: what may be played; 0 where nobody chooses
                ("after", "u2"),  # derived: who can go on with the other count; 0 where that is not known
                ("board", "u1", (NOWHERE + 1,)),  # derived: who stands where
                ("pawns", "i1", (CHAIRS, PAWNS)),  # progress of every pawn
                ("turn", "u1"),
                ("phase", "i1"),
                ("dice", "i1", (2,)),  # as rolled, higher first; 0 while a roll is due
                ("value", "i1", (2,)),  # the counts this roll gives: the dice, or tops and bottoms ...
                ("times", "i1", (2,)),  # ... and how often each is still to be played
                ("quad", "i1"),  # 1 during a four-part move
                ("doublets", "i1"),  # in a row, this turn
                ("played", "i1"),  # with sum_is_one_move: 1 + the pawn that took a die, 0 for none
                ("tens", "i1"),  # pending home bonuses
                ("twenties", "i1"),  # pending capture bonuses
                ("paid", "i1"),  # with bonus_cap: capture bonuses earned by this roll
                ("locks", "u1"),  # pairs of the mover's pawns that stood together (see PAIR)
                ("fresh", "i1", (CHAIRS,)),  # with quad_condition=ever_entered: pawns never entered yet
                ("place", "i1", (CHAIRS,)),  # EMPTY, PLAYING, or the place won: 0 for the winner
                ("rolling", "i1"),  # roll-off: seats yet to roll in this round, as bits
                ("best", "i1"),  # roll-off: highest total of this round
                ("tied", "i1"),  # roll-off: who rolled it, as bits
                *((o.name, "i1") for o in OPTIONS if o.choices),
            ],
            align=True,
        ),
    )
)
# What fast.py keeps up to date as it goes, and derived.py works out afresh.
DERIVED = ("walls", "guards", "menu", "after", "board")

# PAIR[i, j]: the bit of `locks` that stands for the pawns i and j.
PAIR = np.array(
    [[0, 1, 2, 4], [1, 0, 8, 16], [2, 8, 0, 32], [4, 16, 32, 0]],
    np.int64,
)
