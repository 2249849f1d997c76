"""What a position of Pollyanna is made of, how decisions are numbered, the house rules, and why not.

The edition is the leaflet of 1951, for two to four players, alone or as partners.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(POL-Q-...); OPTIONS lists the house rules that change one. A reward may be declined
(POL-Q-16) and may go home (POL-Q-21, a departure from the letter). A piece that joins a pair
waits until its owner's next turn (POL-Q-28), extra throws for doublets included.

Encodings (layout.py draws the board, and says what a place and a space are)
    board      the pieces on each space, bit 4 * seat + piece for each:

                   seat   3     2     1     0
                        .... .... .... ....       all on one space are of one side (POL-Q-44), and only
                   piece 3210 3210 3210 3210      the Broadway ever holds two (POL-Q-26): a blockade

    route      STRAIGHT, or TURNOUT for a move that leaves a branch space by its turnout.
    decision   8 * what + 2 * piece + route, or PASS:

                   what   0 SUM_SIX   both dice, which make six, start a piece
                          1..6        a die; a 6 starts a piece that is in the corner
                          7 LEAP      both dice at once (house rule)
                          8 TEN       a reward
                   72 PASS            decline a reward

    outcome    an index into ROLLS, the 21 ways two dice fall.

Derived fields serve speed alone: derived.py says what they hold.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.games.racing.places import EMPTY as EMPTY
from parlour.games.racing.places import PLAYING as PLAYING
from parlour.games.racing.places import seatings
from parlour.rules.kit import NOBODY, Option, flag, inline, number, rule

from .layout import CHAIRS, CORNER, HOME, NOWHERE, WIDE_SPACE

PIECES = 4  # of each player (POL-PREP-2)
SIX, REWARD = 6, 10

# ---------------------------------------------------------------- actions, reasons

SUM_SIX = 0  # both dice together start a piece
LEAP = 7  # both dice as one move (house rule, POL-Q-12)
TEN = 8  # a reward
PASS = 8 * 9  # decline a reward
ACTIONS = PASS + 1
MAX_ACTIONS = 2 * 2 * PIECES + PIECES * 2 + 1 + 1  # two dice, leaps or rewards, a start, PASS

ROLL_OFF, THROW, PLAY, FINISHED = 0, 1, 2, 3  # phases

# What refuses an action: a reason, plus PLACE times the mover's own place where the obstacle is.
PLACE = 256
GAME_OVER, THROW_FIRST, NOT_YOUR_TURN, NO_SUCH_ACTION = 1, 2, 3, 4
NO_SUCH_COUNT, NEEDS_SIX, AT_HOME, OVERSHOOTS = 5, 6, 7, 8
BLOCKADE, RIVAL_BLOCKADE, STACK_FULL, SAFE_RIVAL = 9, 10, 11, 12
TURNOUT_TAKEN, PATH_TAKEN, NO_BRANCH, WAITS = 13, 14, 15, 16
NONE_IN_CORNER, START_CLOSED, START_FULL, NOT_A_SUM = 17, 18, 19, 20
SAME_PIECE, NO_REWARD, REWARD_FIRST, REWARD_GOES_HOME = 21, 22, 23, 24
MUST_START, MUST_START_BOTH, MUST_START_FIRST = 25, 26, 27
WASTES_DIE, WASTES_START, HIGHER_DIE, SAVES_NO_DIE = 28, 29, 30, 31
CANNOT_PASS, CANNOT_DECLINE, TWIN = 32, 33, 34

# ---------------------------------------------------------------- house rules

SEATS = (2, 3, 4)  # POL-PREP-1
SEATINGS = ("usual", "02", "13", "012", "013", "023", "123")
SEATING = seatings(SEATINGS)

OPTIONS: tuple[Option, ...] = (
    Option("mode", ("usual", "individual", "partners"), "POL-Q-03", {"partners": (4,)}),
    Option("seats", SEATINGS, "POL-PREP-1", {w: (len(w),) for w in SEATINGS[1:]}),
    Option("start_tie", ("reroll_tied", "reroll_all"), "POL-Q-01"),
    flag("start_first", "POL-Q-07", default=True),
    flag("sum_six_optional", "POL-Q-06"),
    Option("max_stack", ("3", "4"), "POL-Q-10"),
    flag("start_respects_max_stack", "POL-Q-11"),
    flag("sum_is_one_move", "POL-Q-12"),
    Option("max_dice", ("lookahead", "greedy"), "POL-Q-14"),
    Option("single_die_choice", ("any", "higher"), "POL-Q-13"),
    flag("reward_mandatory", "POL-Q-16"),
    Option("reward_timing", ("immediate", "any"), "POL-Q-17"),
    flag("reward_on_start", "POL-Q-19", default=True),
    flag("reward_into_home", "POL-Q-21", default=True),
    flag("reward_must_save_die", "POL-Q-15"),
    flag("joiner_waits", "POL-Q-28", default=True),
    Option("finished_partner", ("skip", "throws_for_partner"), "POL-Q-41"),
    flag("play_for_places", "POL-Q-43"),
    number("max_turns", "POL-Q-43", most=60000),
)
INDIVIDUAL = 1  # mode; POL-Q-03: four play as partners unless told otherwise
ALL_TOGETHER = 1  # start_tie
NO = 1  # start_first, reward_on_start, reward_into_home, joiner_waits: "yes" comes first
GREEDY = 1  # max_dice
HIGHER = 1  # single_die_choice
ANY_TIME = 1  # reward_timing
THROWS_ON = 1  # finished_partner
LARGEST_STACK = np.array([3, 4], np.int64)  # by max_stack (POL-Q-10)

# ---------------------------------------------------------------- the record

RIVALS = PIECES * (CHAIRS - 1)  # so many captures a throw can hold at most

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("walls", "i8", (2 * CHAIRS,)),  # derived: what stops each seat
                ("shut", "i8", (2 * CHAIRS,)),  # derived: where each seat cannot land
                ("tracks", "u4", (2 * CHAIRS,)),  # derived: what stands on single tracks
                ("menu", "i4"),  # derived: the legal decisions of PLAY
                ("board", "u2", (NOWHERE + 1,)),  # who stands where; written by put() alone
                ("trail", "u2", (RIVALS,)),  # scratch of fast.py; all 0 outside it
                ("turns", "u2"),  # turns finished (stays 0 without a limit)
                *((o.name, "u2") for o in OPTIONS if not o.choices),
                ("pieces", "i1", (CHAIRS, PIECES)),  # the place of every piece
                ("stacks", "u1", (CHAIRS,)),  # derived: pairs of a seat's pieces on one space
                ("turn", "u1"),
                ("mover", "u1"),  # whose pieces are moved: turn, or his partner's (POL-Q-41)
                ("phase", "i1"),
                ("dice", "u1", (2,)),  # as thrown, higher first; 0 while a throw is due
                ("left", "u1", (2,)),  # the same, 0 once a die is played; of equals the first goes first
                ("rewards", "i1"),  # rewards to be used or declined
                ("waits", "u1"),  # the mover's pieces that joined a pair in this turn, as bits
                ("played", "u1"),  # between two dice: 1 + the piece that took the first (POL-Q-12 only)
                ("partners", "u1"),  # 1 in a partnership game
                ("place", "i1", (CHAIRS,)),  # EMPTY, PLAYING, or the place won: 0 for the winner
                ("rolling", "i1"),  # roll-off: seats yet to throw in this round, as bits
                ("best", "i1"),  # roll-off: highest total of this round
                ("tied", "i1"),  # roll-off: who threw it, as bits
                *((o.name, "i1") for o in OPTIONS if o.choices),
            ],
            align=True,
        ),
    )
)
DERIVED = ("walls", "shut", "tracks", "menu", "stacks")

# ---------------------------------------------------------------- seats

OWN = np.array([0b1111 << 4 * c for c in range(CHAIRS)], np.int64)  # a seat's pieces as bits of `board`
RIGHT_OF = np.array([(c + 1) % CHAIRS for c in range(CHAIRS)], np.int64)  # whose turn is next (POL-GEO-2)
PARTNER = np.array([(c + CHAIRS // 2) % CHAIRS for c in range(CHAIRS)], np.int64)  # POL-PART-1
FRIENDS = np.array([OWN, [OWN[c] | OWN[PARTNER[c]] for c in range(CHAIRS)]], np.int64)  # by `partners`

# ---------------------------------------------------------------- reading an action


@rule
def action_of(what, piece, route):
    """The code of a decision: what is played, with which piece, by which route."""
    return what << 3 | piece << 1 | route


@rule
def what_of(action):
    """What a decision plays: a die, the sum, a start, a reward."""
    return action >> 3


@rule
def piece_of(action):
    """The piece that a decision moves."""
    return action >> 1 & 3


@rule
def route_of(action):
    """Straight on, or by the turnout."""
    return action & 1


# ---------------------------------------------------------------- reading a position


@rule
def space_of(seat, place):
    """The space of the board on which a seat's piece stands at this place of its way."""
    return WIDE_SPACE[seat, place + 1]


@rule
def pieces_at(s, seat, place):
    """How many pieces of a seat are at this place of their way."""
    count = 0
    for piece in range(PIECES):
        if s.pieces[seat, piece] == place:
            count += 1
    return count


@rule
def all_home(s, seat):
    """Whether a seat has brought all its pieces home."""
    return pieces_at(s, seat, HOME) == PIECES


@rule
@inline
def first_in_corner(s, seat):
    """The piece to start next, or NOBODY."""
    for piece in range(PIECES):
        if s.pieces[seat, piece] == CORNER:
            return piece
    return NOBODY


@rule
def size_of(there):
    """How many pieces these are, given as bits of `board`."""
    count = 0
    while there != 0:
        there = there & (there - 1)
        count += 1
    return count


@rule
def are_friends(s, seat, there):
    """Are these pieces of this seat's side?"""
    return there & FRIENDS[s.partners, seat] != 0


@rule
def both_left(s):
    """Whether neither die has been played."""
    return s.left[0] != 0 and s.left[1] != 0


@rule
def shows_six(s):
    """Do both dice, still unplayed, make six together? (POL-ENTER-1, POL-Q-06)"""
    return both_left(s) and s.left[0] + s.left[1] == SIX


@rule
def holds_six(s):
    """Is there a 6 to be played?"""
    return s.left[0] == SIX or s.left[1] == SIX
