"""Doubles Wild, by the rules of the third edition, for two to four players or two teams.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(DBW-Q-...); OPTIONS lists the house rules that change one.

Encodings
    square     9 * row + column, both counted from 0: the red number 3 is row 0. NO_SQUARE for none.
    owner      for every square the seat whose marker lies there, or VACANT. A marker that attacks
               lies on none: the square is the defender's until he has lost it (DBW-Q-13).
    lines      for each seat its markers on every line of the board, one bit a square: the rows, the
               columns, then both kinds of diagonals. See LINE and SHIFT.
    pair       what two dice of one colour show: an index into ROLLS, or NO_PAIR.
    triple     what three dice show: an index into TRIPLES, lowest die first, or NO_TRIPLE.
    side       a seat; in a team game 0 for the seats 0 and 2, and 1 for 1 and 3.
    decision   KEEP, RED, BLUE or BOTH (also bits: the pairs thrown again); ONE_RED and ONE_BLUE, which
               are never legal; LEAVE, REPLACE or ATTACK; RETHROW + a bit for each of one's three
               dice in order; SELECT + a square.
    outcome    by the number of dice due: one die (0..5 for 1..6), a pair, a triple, or for the four
               dice of a turn 21 * the red pair + the blue one; for a coin 1 is the attacker's side.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import (
    CHANCE,
    NOBODY,
    OVER,
    ROLL_ODDS,
    ROLLS,
    Option,
    flag,
    inline,
    number,
    read_board,
    roll_code,
    rule,
)

# ---------------------------------------------------------------- the board, from its data

BOARD = read_board(__package__)
FIRST: int = BOARD["grid"]["first"]  # DBW-COMP-1
LAST: int = BOARD["grid"]["last"]
ROW: int = BOARD["grid"]["row"]  # DBW-OBJ-1
ROUNDS: int = BOARD["dice"]["rounds"]  # DBW-BATTLE-5
SEATS = (2, 3, 4)  # DBW-SETUP-1
CHAIRS = 4
MARKERS = np.array([0, 0, *(BOARD["markers"][str(n)] for n in SEATS)], np.int64)  # by players (DBW-SETUP-6)

_faults = []
if (FIRST, LAST) != (3, 11):  # the totals of two dice that are no double (DBW-ROLL-3)
    _faults.append(f"the lines are numbered 3 to 11 like the totals of two dice, not {FIRST} to {LAST}")
if ROW != 3:
    _faults.append(f"row = {ROW}: three squares make a row")
if BOARD["dice"]["pair"] != 2 or BOARD["dice"]["battle"] != 3:
    _faults.append("two dice make a pair, and three are thrown in a battle")
if not 1 <= ROUNDS <= 9:
    _faults.append(f"rounds = {ROUNDS} must lie in 1..9")
for _n in SEATS:
    if not 1 <= MARKERS[_n] <= 80 // _n:  # at least one square stays vacant, so every game ends
        _faults.append(f"{MARKERS[_n]} markers for each of {_n} players must lie in 1..{80 // _n}")
if _faults:
    raise ValueError("; ".join(_faults))

SIZE = LAST - FIRST + 1
SQUARES = SIZE * SIZE
NO_SQUARE = SQUARES
VACANT = CHAIRS

# ---------------------------------------------------------------- actions, reasons

KEEP, RED, BLUE, BOTH = 0, 1, 2, 3  # throw nothing again, or these pairs (DBW-REROLL-1)
ONE_RED, ONE_BLUE = 4, 5  # never legal (DBW-REROLL-2): codes, so that the table can say why
LEAVE, REPLACE, ATTACK = 6, 7, 8  # what to do with another's square, where there is a choice
RETHROW = 9  # + the own dice to throw again, as bits; RETHROW itself is none
SELECT = RETHROW + 8  # + a square, after a double
ACTIONS = SELECT + SQUARES
MAX_ACTIONS = len(ROLLS) ** 2

# Phases: who decides or what is thrown. BATTLE is both, by turns.
ROLL_OFF, THROW, REROLL, AGAIN, CHOOSE, MEET, BATTLE, FINISHED = 0, 1, 2, 3, 4, 5, 6, 7

# What refuses an action.
GAME_OVER, THROW_FIRST, NOT_YOUR_TURN, NO_SUCH_ACTION = 1, 2, 3, 4
SINGLE_DIE, PAIR_AGAIN, REROLL_FIRST, REROLL_OVER = 5, 6, 7, 8
OWN_SQUARE, OFF_LINE, IDLE_SQUARE, NO_WILD = 9, 10, 11, 12
CANNOT_DECLINE, NOT_A_PARTNER, PARTNERS_FIGHT, PARTNERS_AT_PEACE, NOT_MET = 13, 14, 15, 16, 17
MUST_THROW, TWIN, NO_BATTLE = 18, 19, 20

# ---------------------------------------------------------------- house rules

OPTIONS: tuple[Option, ...] = (
    Option("teams", ("no", "yes"), "DBW-TEAM-1", {"yes": (4,)}),
    Option("first_roll_tie", ("tied", "all"), "DBW-Q-01"),
    Option("reroll_mode", ("single", "per_pair"), "DBW-Q-02"),
    flag("wild_may_decline", "DBW-Q-05"),
    flag("wild_allow_noop", "DBW-Q-06", default=True),
    flag("battle_optional", "DBW-Q-10"),
    Option("battle_tie", ("extra_round", "reroll_all", "defender", "attacker", "coin"), "DBW-Q-19"),
    number("battle_max_extra", "DBW-Q-20", most=100),  # still equal after so many: the defender keeps it
    Option("tiebreak_players", ("tied", "all"), "DBW-Q-28"),
    Option("tiebreak_start", ("roll", "same", "last_round_next"), "DBW-Q-29"),
    Option("tiebreak_markers", ("original", "by_participants"), "DBW-Q-30"),
    Option("tiebreak_exhausted", ("repeat", "draw"), "DBW-Q-32"),
    flag("team_battle", "DBW-Q-37"),  # a partner's square is left or fought for, never simply replaced
)
ALL = 1  # first_roll_tie, tiebreak_players
PER_PAIR = 1  # reroll_mode
NO = 1  # wild_allow_noop: "yes" comes first
REROLL_ALL, DEFENDER, ATTACKER, COIN = 1, 2, 3, 4  # battle_tie
SAME, LAST_ROUND_NEXT = 1, 2  # tiebreak_start
BY_PARTICIPANTS = 1  # tiebreak_markers
DRAW = 1  # tiebreak_exhausted

# ---------------------------------------------------------------- dice

TRIPLES = np.array(
    [(a, b, c) for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)], np.int64
)  # lowest die first
NO_PAIR, NO_TRIPLE = len(ROLLS), len(TRIPLES)
TOSS = 5  # `due` when a coin is tossed; else it is the number of dice

# ---------------------------------------------------------------- the record

EXTRA = ROUNDS + 1  # the first extra round of a battle (DBW-BATTLE-6)

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("lines", "u2", (CHAIRS, 4 * SIZE)),  # derived: markers by line; written by put() and lift()
                ("owner", "u1", (SQUARES,)),  # the seat whose marker lies there, or VACANT; likewise
                ("supply", "u1", (CHAIRS,)),  # markers in front of each seat
                ("score", "u1", (CHAIRS,)),  # points of each side; a tie-break leaves them alone
                ("who", "i1"),  # derived: the seat to act, CHANCE or OVER; see call()
                ("due", "u1"),  # derived: how many dice are thrown next (0: none), or TOSS; see call()
                ("phase", "u1"),
                ("turn", "u1"),  # the seat on turn; in a roll-off the seat that throws
                ("red", "u1"),  # the red pair of this turn, or NO_PAIR
                ("blue", "u1"),  # the blue pair
                (
                    "again",
                    "u1",
                ),  # thrown next: pairs in AGAIN (RED, BLUE or BOTH), own dice as bits in BATTLE
                (
                    "used",
                    "u1",
                ),  # with reroll_mode=per_pair: the pairs thrown again so far, in REROLL and AGAIN
                ("square", "u1"),  # what MEET or BATTLE is about, or NO_SQUARE
                ("triples", "u1", (2,)),  # the attacker's and the defender's dice, or NO_TRIPLE
                ("round", "u1"),  # of the battle, from 1, or 0; without battle_max_extra never over EXTRA
                ("defends", "u1"),  # in a battle: 1 when the defender's part of the round is next
                ("players", "u1"),  # they have the chairs 0..players-1
                ("playing", "u1"),  # who takes turns, as bits: all, or in a tie-break those who play it
                ("first", "u1"),  # who began the game; 0 until that is settled
                ("tiebreak", "u1"),  # 1 once the board has been cleared for the first row (DBW-TIE-1)
                ("winner", "i1"),  # the side that has won; NOBODY until then, and in a draw
                ("rolling", "u1"),  # roll-off: seats yet to throw in this round, as bits
                ("best", "u1"),  # roll-off: highest total of this round
                ("tied", "u1"),  # roll-off: who threw it, as bits
                *((o.name, "u1") for o in OPTIONS),
            ],
            align=True,
        ),
    )
)
