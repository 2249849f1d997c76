"""What a gate that is talked about is worth to the two who talk: who will pay what, and what comes of it.

Permission makes the mover's next roll better, a price moves dollars from the one to the other. Whether that
is good for somebody depends on how all stand: a gain counts less for whoever is about to win anyway, and what
one gains the other has to fear. So there is a dearest price that the mover pays and a cheapest one that is
better for the holder than a refusal, and where the second is higher, as against one who is about to win,
there is no bargain to be made.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import math

import numpy as np

from parlour.rules.kit import inline, rule

from .gates import may_offer, worth_of_sum
from .record import COUNTER_REPLY, GATE_REPLY, MUST_PAY, NO_SUM, TOLL_ANSWER, UNKNOWN_SUM
from .sensible import dollars_of
from .tracks import passes_of
from .worth import A_CIRCLE, A_DOLLAR, SCALE, TO_FINISH, chance_of, finishes, roll_worth

DOUBT = 0.005  # log odds by which somebody's judgement may be off when he answers
TALKED_DOWN = 0.85  # of the dearest price, what is paid in the end; the holder has the last word
TALK = 0.6  # the chance that a bargain is struck which would do both of them good


@rule
def entry_worth(s):
    """What the mover would gain by the permission that is talked about, in circles."""
    space, held = np.int64(s.large[s.turn]), passes_of(s, s.turn)
    granted = np.int64(s.granted)
    return roll_worth(space, held, granted | 1 << s.gate) - roll_worth(space, held, granted)


@rule
def gain_of(s):
    """The same as a part of his standing: what the roll brings, and that it may bring him HOME."""
    granted = np.int64(s.granted)
    home = finishes(s, np.int64(s.turn), granted | 1 << s.gate) - finishes(s, np.int64(s.turn), granted)
    return A_CIRCLE * entry_worth(s) + TO_FINISH * home


@rule
@inline
def dearest(gain, own, other):
    """The highest price in dollars at which permission is still worth it for a mover who stands like this."""
    return (1 - own) * gain / ((1 - own + other) * A_DOLLAR)


@rule
@inline
def cheapest(gain, own, other):
    """The lowest price at which the holder is better off than after a refusal."""
    return own * gain / ((1 - other + own) * A_DOLLAR)


@rule
@inline
def likely(dollars, most):
    """The chance that somebody agrees who would pay, or forgo, so many dollars at most."""
    return 1.0 / (1.0 + math.exp(max(min((dollars - most) * A_DOLLAR / (SCALE * DOUBT), 60.0), -60.0)))


@rule
def weigh_bargain(s, seat, out, gate, price):
    """Write what the talk promises to this seat as a part of its standing: out[gate] the permission,
    out[price] the money."""
    holder = np.int64(s.owner[s.gate])
    mover = np.int64(s.turn)
    if seat != mover and seat != holder:
        return
    sign = -1.0 if seat == mover else 1.0
    gain = gain_of(s)
    own = chance_of(s, mover)
    other = chance_of(s, holder)
    means = np.float64(dollars_of(s, mover))
    most = min(dearest(gain, own, other), means)
    least = cheapest(gain, own, other)
    usual = max(TALKED_DOWN * most, least)
    struck = TALK if usual <= most and most > 0 else 0.0
    named = 0.0
    chance = 0.0  # that what is named is paid,
    left = struck  # and that something else is, if it is not
    if s.phase == TOLL_ANSWER or s.phase == MUST_PAY:
        if s.price != UNKNOWN_SUM and s.price != NO_SUM:
            named = np.float64(worth_of_sum(s, s.price))
            chance = 1.0 if s.phase == MUST_PAY else likely(named, most) if named <= means else 0.0
            left = struck if s.phase == TOLL_ANSWER and may_offer(s) else 0.0
    elif (s.phase == GATE_REPLY or s.phase == COUNTER_REPLY) and s.offer != NO_SUM and s.offer != UNKNOWN_SUM:
        named = np.float64(worth_of_sum(s, s.offer))
        chance = likely(least, named)
    left *= 1 - chance
    out[gate] = (chance + left) * gain if seat == mover else 0.0
    out[price] = sign * A_DOLLAR * (chance * named + left * usual)
