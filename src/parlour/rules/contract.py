"""The contract: the names a game's `rules.py` defines, and what each of them means.

A position is one NumPy record `s` of fixed size, integers only. Rules are module-level
functions over `s` and integers, marked with `@rule`, without allocation, exceptions or
closures, so that the same lines run as plain Python, compiled, and on a GPU.

Constants
    State        the record's dtype
    SEATS        how many may play, e.g. (2, 3, 4)
    MAX_ACTIONS  the longest list `legal` ever writes
    ACTIONS      decisions are codes in range(ACTIONS)          (default: MAX_ACTIONS)
    CHAIRS       seats are numbers in range(CHAIRS)             (default: max(SEATS))
    OPTIONS      the house rules, a tuple of `kit.Option`       (default: none)
    DERIVED      the fields that `derive` works out from the others (default: none)
    TALLIES      what `tally` counts, as names                  (default: nothing)
    AGREED_DRAW  may people at a table agree on a draw?         (default: no)
    VERSIONS     what came with each version of the learning environments, a line each
                                                                (default: the first)
    FEATURES     how many numbers `observe` writes              (default: 0)
    FEATURE_NAMES  a name for each of them, in that order       (default: none)
    SYMMETRIES   in how many ways the board can be laid on itself; the first, 0, leaves it as it is
                                                                (default: 1)

Functions every game writes
    new_game(s, players)   set the record up, in place; option fields are already filled in
    actor(s)               the seat to act, CHANCE or OVER
    legal(s, out) -> n     write the legal actions (at CHANCE: the possible outcomes)
    weights(s, out) -> n   at CHANCE: the integer odds of those outcomes, in the same order
    apply(s, action)       play it, in place; the caller has checked that it is legal
    payoff(s, seat)        at OVER: the seat's share of the win; over all sides it sums to 1

Functions with a default, given below; a game writes those it needs
    may_act(s, seat)            may this seat act now? (sealed bids: several may, in any order)
    call_on(s, seat)            make a seat that may act the actor, so that it can act out of order
    side(s, seat)               the side a seat plays for, NOBODY for an empty chair
    final(s, action)            may this decision, once made, not be taken back at a table? One that binds
                                whoever makes it, or is sealed until others have decided, is final
    explain(s, seat, action)    why this seat may not do this now, as a code that words.py puts into words,
                                and 0 where nothing forbids it. It decides nothing: `legal` does, and the
                                conformance kit holds the two against each other
    refusal(s, seat, action)    0 when legal, else what `explain` says: nobody writes this one
    derive(s)                   work out the fields in DERIVED from the others. The readable `new_game` and
                                `apply` end with it; fast.py may keep these fields up to date as it goes
    listed(s, out)              what `legal` lists, for whoever has a position whose derived fields are
                                right: a game that keeps the list in one of them reads it off. Tables ask
                                for it after every step
    tickets(s), draw(s, t)      at CHANCE: the sum of the odds, and the outcome ticket t wins
    choices(s, out), choice(s, k, out)
                                (of these and `mark`, only a fast.py writes its own)
                                how many actions are legal, and then the k-th of them in the order of
                                `legal`; a game with long lists answers both without writing one
    mark(s, mask, used)         write 1 or 0 into mask[ACTIONS] for every action, and say how many are legal:
                                for a game whose lists have a shape that is quicker to write than a list.
                                From entry used[0] on, the mask is 0 before; a game with long masks may
                                leave there what is true of it after, and need not clear all of it.
                                Without it, or where it says UNMARKED, which must depend on the house rules
                                alone, the list of `legal` is marked
    hide(s, seat)               blank, in place, all that this seat may not know; for NOBODY, such as a
                                spectator, all that anybody may not know
    guess(s, seat, rng)         fill the blanks with a sample that fits what the seat knows
    observe(s, seat, out)       features for learning, from this seat's side: itself first, then the
                                others in the order of turns, numbers from -1 to 1
    tally(s, action, out)       count what this action is about to do, into out[TALLIES]
    lay_over(s, symmetry)       lay the board on itself, in place: a game that goes on just the same
    image_of(action, symmetry), feature_image(feature, symmetry)
                                what an action is then, and where a feature is found
    turned(action, by)          the action in which every seat is named that sits `by` chairs further on
    branch(s)                   0..7: positions with the same answer go through much the same lines of
                                the rules next; a GPU, whose threads work in step, plays them together

The functions here are both the documentation of the defaults and the defaults themselves:
`forms.bind` puts the game's own function in the place of each one it defines.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import CHANCE, NOBODY, OVER, UNEXPLAINED, UNMARKED, Option, allocates, inline, rule

__all__ = ["CHANCE", "NOBODY", "OVER", "REQUIRED", "Option"]

REQUIRED = (
    "State",
    "SEATS",
    "MAX_ACTIONS",
    "new_game",
    "actor",
    "legal",
    "weights",
    "apply",
    "payoff",
)

MAX_ACTIONS = 0
ACTIONS = 0
CHAIRS = 0
AGREED_DRAW = False
VERSIONS: tuple[str, ...] = ("First version.",)
DERIVED: tuple[str, ...] = ()
FEATURES = 0
FEATURE_NAMES: tuple[str, ...] = ()
SYMMETRIES = 1
OPTIONS: tuple[Option, ...] = ()
TALLIES: tuple[str, ...] = ()


def new_game(s, players):
    """Sets the record up, in place, for so many players; fields of house rules are filled in already."""
    raise NotImplementedError


def actor(s):
    """The seat to act, CHANCE or OVER."""
    raise NotImplementedError


def legal(s, out):
    """Writes the legal actions, at CHANCE the possible outcomes, and says how many."""
    raise NotImplementedError


def weights(s, out):
    """At CHANCE: writes the integer odds of the outcomes that `legal` lists, in that order."""
    raise NotImplementedError


def apply(s, action):
    """Plays an action or outcome in place; that it is legal has been checked."""
    raise NotImplementedError


def payoff(s, seat):
    """At OVER: the seat's share of the win, which sums to 1 over all sides."""
    raise NotImplementedError


@rule
def may_act(s, seat):
    """By default only the actor may act: nothing is sealed."""
    return actor(s) == seat


@rule
def call_on(s, seat):
    """By default nobody acts out of order."""


@rule
def side(s, seat):
    """By default every seat plays for itself."""
    return seat


@rule
def final(s, action):
    """By default every decision may be taken back where the table allows it."""
    return False


@rule
@allocates
def refusal(s, seat, action):
    """What is legal is said once, by `legal`; this asks it, and only what is not legal is explained. (A seat
    that may act out of order is asked about before it is called on: then `explain` speaks for `legal`.)"""
    reason = explain(s, seat, action)
    if actor(s) == seat:
        out = np.zeros(MAX_ACTIONS, np.int64)
        for i in range(legal(s, out)):
            if out[i] == action:
                return 0
    elif may_act(s, seat):
        return reason
    return reason if reason != 0 else UNEXPLAINED


@rule
def explain(s, seat, action):
    """Without the game's own reasons."""
    return UNEXPLAINED


@rule
def derive(s):
    """By default no field follows from others."""


@rule
@allocates
def tickets(s):
    """The sum of the odds: so many tickets are equally likely."""
    odds = np.zeros(MAX_ACTIONS, np.int64)
    total = 0
    for i in range(weights(s, odds)):
        total += odds[i]
    return total


@rule
@allocates
def draw(s, ticket):
    """The outcome that a ticket wins, by going through the odds."""
    out = np.zeros(MAX_ACTIONS, np.int64)
    odds = np.zeros(MAX_ACTIONS, np.int64)
    legal(s, out)
    weights(s, odds)
    i = 0
    while ticket >= odds[i]:
        ticket -= odds[i]
        i += 1
    return out[i]


@rule
def listed(s, out):
    """By default nothing is kept: `legal` is asked again."""
    return legal(s, out)


@rule
@inline
def choices(s, out):
    """By default the list is written to be counted."""
    return legal(s, out)


@rule
@inline
def choice(s, k, out):
    """By default read off the list that `choices` has written."""
    return out[k]


@rule
@inline
def mark(s, mask, used):
    """By default the list of `legal` is marked instead."""
    return UNMARKED


@rule
def hide(s, seat):
    """By default nothing is secret."""


@rule
def guess(s, seat, rng):
    """By default there is nothing to guess, since nothing is hidden."""


@rule
def observe(s, seat, out):
    """By default a game has no features."""


@rule
def tally(s, action, out):
    """By default nothing is counted."""


@rule
@inline
def branch(s):
    """By default chance and decisions go different ways."""
    return 0 if actor(s) == CHANCE else 1


@rule
def lay_over(s, symmetry):
    """By default the board lies on itself in one way, as it is."""


@rule
def image_of(action, symmetry):
    """By default an action stays what it is."""
    return action


@rule
def feature_image(feature, symmetry):
    """By default a feature stays where it is."""
    return feature


@rule
def turned(action, by):
    """By default no action names a seat."""
    return action
