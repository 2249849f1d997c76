"""The record of Doubles Wild: what is known of a game, what is asked in it, and what can be answered.

Edition: the rules of the third edition, for two to four players or two teams.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(DBW-Q-...); OPTIONS lists the house rules that change one.

Decisions
     0 KEEP      1 RED      2 BLUE      3 BOTH     the pairs to be thrown again, as bits
     4 ONE_RED   5 ONE_BLUE                        never legal
     6 LEAVE     7 REPLACE  8 ATTACK               another's square, where there is a choice
     9 RETHROW + the own dice to be thrown again   as bits: 1 the lowest, 2 the middle, 4 the highest
    17 SELECT  + a square                          after a double

Phases, and what leads from one to the next; (dice) are thrown, [decisions] are made
    (ROLL_OFF) --> (THROW) --> [REROLL] --> (AGAIN) --> [CHOOSE] --> [MEET] --> ([BATTLE])
                      ^            |  a pair or both  a double   others' square      |
                      |            '-- keep ------------> |           |              |
                      '-------- the next player <---------'-----------'--------------'  --> FINISHED
Seats are the chairs 0 to 3; sets of seats are bits. A side is a seat, or in a team game 0 for the seats 0
and 2, and 1 for 1 and 3. Squares are drawn in layout.py, what dice show is told in dice.py.
"""

from __future__ import annotations

import numpy as np

from parlour.rules.kit import ROLLS, Option, flag, number

from .layout import CHAIRS, ROUNDS, SIZE, SQUARES

# ---------------------------------------------------------------- actions, phases, reasons

KEEP, RED, BLUE, BOTH = 0, 1, 2, 3  # throw nothing again, or these pairs (DBW-REROLL-1)
ONE_RED, ONE_BLUE = 4, 5  # never legal (DBW-REROLL-2): codes, so that the table can say why
LEAVE, REPLACE, ATTACK = 6, 7, 8  # what to do with another's square, where there is a choice
RETHROW = 9  # + the own dice to throw again, as bits; RETHROW itself is none
SELECT = RETHROW + 8  # + a square, after a double
ACTIONS = SELECT + SQUARES
MAX_ACTIONS = len(ROLLS) ** 2

# Phases: who decides or what is thrown. BATTLE is both, by turns.
ROLL_OFF, THROW, REROLL, AGAIN, CHOOSE, MEET, BATTLE, FINISHED = 0, 1, 2, 3, 4, 5, 6, 7
EXTRA = ROUNDS + 1  # the first extra round of a battle (DBW-BATTLE-6)

# What refuses an action.
GAME_OVER, THROW_FIRST, NOT_YOUR_TURN, NO_SUCH_ACTION = 1, 2, 3, 4
SINGLE_DIE, PAIR_AGAIN, REROLL_FIRST, REROLL_OVER = 5, 6, 7, 8
OWN_SQUARE, OFF_LINE, IDLE_SQUARE, NO_WILD = 9, 10, 11, 12
CANNOT_DECLINE, NOT_A_PARTNER, PARTNERS_FIGHT, PARTNERS_AT_PEACE, NOT_MET = 13, 14, 15, 16, 17
MUST_THROW, TWIN, NO_BATTLE, BATTLE_DICE = 18, 19, 20, 21

# ---------------------------------------------------------------- house rules

OPTIONS: tuple[Option, ...] = (
    Option("teams", ("no", "yes"), "DBW-TEAM-1", {"yes": (4,)}),
    Option("first_roll_tie", ("tied", "all"), "DBW-Q-01"),
    Option("reroll_mode", ("single", "per_pair"), "DBW-Q-02"),
    flag("wild_may_decline", "DBW-Q-05"),
    flag("wild_allow_noop", "DBW-Q-06", default=True),
    flag("battle_optional", "DBW-Q-10"),
    Option("battle_tie", ("extra_round", "reroll_all", "defender", "attacker", "coin"), "DBW-Q-19"),
    number("battle_max_extra", "DBW-Q-20", most=100),  # still equal after so many: a coin decides
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

# ---------------------------------------------------------------- the record

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                (
                    "lines",
                    "u2",
                    (CHAIRS, 4 * SIZE),
                ),  # derived: the markers of each seat by line, see lines.py
                ("owner", "u1", (SQUARES,)),  # the seat whose marker lies there, or VACANT; one that attacks
                # lies on none: the square is the defender's until he has lost it (DBW-Q-13)
                ("supply", "u1", (CHAIRS,)),  # markers in front of each seat
                ("score", "u1", (CHAIRS,)),  # points of each side, 224 at most (DBW-Q-24); not of a tie-break
                ("who", "i1"),  # derived: the seat to act, CHANCE or OVER
                ("due", "u1"),  # derived: how many dice are thrown next (0: none), or TOSS
                ("phase", "u1"),
                ("turn", "u1"),  # the seat on turn; in a roll-off the seat that throws
                ("red", "u1"),  # the red pair of this turn, or NO_PAIR
                ("blue", "u1"),  # the blue pair
                ("again", "u1"),  # thrown next: in AGAIN the pairs RED, BLUE or BOTH, in BATTLE own dice
                (
                    "used",
                    "u1",
                ),  # in REROLL and AGAIN with reroll_mode=per_pair: the pairs thrown again so far
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
DERIVED = ("lines", "who", "due")
