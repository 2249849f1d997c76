"""Deals, which only house rules know. (DBT-Q-02, DBT-Q-16)

Before the roll the mover may make one deal with each partner a turn: he says what he gives and what he
wants, the partner agrees or not. Chips and passes only; cards and promises are never traded. The box gives
change, and asks nothing.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import rule

from .chips import count_of, free_chips, hand_chips, holds_set, in_play, set_of, value_of, worth_of
from .layout import ABSENT, BLUE, CHAIRS, RED, VALUES, YELLOW
from .record import (
    ACCEPT,
    BANK,
    BEFORE_ROLL,
    BOX,
    CHIPS,
    DEAL_REPLY,
    DECLINE,
    GIVE_CHIPS,
    GIVE_PASS,
    NO_PASS,
    NO_SUM,
    PASS,
    PLAYERS,
    WANT_CHIPS,
    WANT_PASS,
    has,
    is_seated,
)
from .tracks import hand_pass, passes_of

# ---------------------------------------------------------------- with whom


@rule
def may_deal(s, partner):
    """With each partner once a turn: another player, or the box where it gives change."""
    if has(s.dealt, partner):
        return False
    if partner == BOX:
        return s.change_making == BANK and s.box[RED] + s.box[BLUE] + s.box[YELLOW] > 0  # DBT-Q-02
    if partner == s.turn or not is_seated(s, partner):
        return False
    return s.free_trading != 0 or s.change_making == PLAYERS  # DBT-Q-16, DBT-Q-02


@rule
def can_deal(s):
    """Whether there is anybody, or the box, to deal with before rolling."""
    for partner in range(CHAIRS + 1):
        if may_deal(s, partner):
            return True
    return False


@rule
def trades_freely(s):
    """Is this deal a trade, and not only change? (DBT-Q-16)"""
    return s.free_trading != 0 and s.partner != BOX


# ---------------------------------------------------------------- what may be given and wanted


@rule
def deal_limit(s, colour):
    """The most chips of one colour that can be given or wanted in this deal."""
    if s.phase == GIVE_CHIPS:
        return free_chips(s, colour)
    return np.int64(s.box[colour]) if s.partner == BOX else in_play(s, colour)


@rule
def may_name(s, chips):
    """Any chips in a trade, also none; in change the same value in other chips."""
    if trades_freely(s):
        return True
    if s.phase == GIVE_CHIPS:
        return chips != 0
    given = np.int64(s.give) - 1
    return chips != given and worth_of(chips) == worth_of(given)  # DBT-Q-02


@rule
def list_deal_sets(s, out):
    """What may be given or wanted in a deal, and to call it off."""
    out[0] = DECLINE
    n = 1
    blues = deal_limit(s, BLUE)
    yellows = deal_limit(s, YELLOW)
    for red in range(deal_limit(s, RED) + 1):
        for blue in range(blues + 1):
            fewest, most = 0, yellows
            if s.phase == WANT_CHIPS and not trades_freely(s):  # then only one number makes the same value
                missing = worth_of(np.int64(s.give) - 1) - value_of(red, blue, 0)
                fewest = max(missing // VALUES[YELLOW], 0)
                most = min(fewest, yellows)
            for yellow in range(fewest, most + 1):
                if may_name(s, set_of(red, blue, yellow)):
                    out[n] = CHIPS + set_of(red, blue, yellow)
                    n += 1
    return n


@rule
def can_deliver(s):
    """Whether whoever is asked holds the chips that are wanted."""
    return holds_set(s, s.partner, np.int64(s.want) - 1)


# ---------------------------------------------------------------- dealing


@rule
def start_deal(s, partner):
    """Opens a deal with a partner, which each turn allows once."""
    s.partner = partner
    s.dealt = s.dealt | 1 << partner
    s.phase = GIVE_CHIPS


@rule
def deal(s, action):
    """One step of a deal: what is given, what is wanted, and the partner's answer."""
    phase = s.phase
    if phase == GIVE_CHIPS or phase == WANT_CHIPS:
        if action == DECLINE:
            end_deal(s)
        elif phase == GIVE_CHIPS:
            s.give = action - CHIPS + 1
            s.phase = GIVE_PASS
            if not trades_freely(s) or passes_of(s, s.turn) == 0:
                s.phase = WANT_CHIPS
        else:
            s.want = action - CHIPS + 1
            s.phase = WANT_PASS
            if not trades_freely(s) or passes_of(s, s.partner) == 0:
                propose(s)
    elif phase == GIVE_PASS:
        s.give_pass = NO_PASS if action == DECLINE else action - PASS
        s.phase = WANT_CHIPS
    elif phase == WANT_PASS:
        s.want_pass = NO_PASS if action == DECLINE else action - PASS
        propose(s)
    else:
        if action == ACCEPT:
            exchange(s)
        end_deal(s)


@rule
def propose(s):
    """The partner is asked, unless it is the box, or nothing is to change hands."""
    if s.partner == BOX:
        exchange(s)
        end_deal(s)
    elif s.give == 1 and s.want == 1 and s.give_pass == NO_PASS and s.want_pass == NO_PASS:
        end_deal(s)
    else:
        s.phase = DEAL_REPLY
        s.seat = s.partner


@rule
def exchange(s):
    """What was agreed changes hands, chips first, then passes."""
    given = np.int64(s.give) - 1
    wanted = np.int64(s.want) - 1
    if s.partner == BOX:
        for colour in range(3):
            s.box[colour] += count_of(given, colour) - count_of(wanted, colour)
            s.chips[s.turn, colour] += count_of(wanted, colour) - count_of(given, colour)
        return
    hand_chips(s, s.turn, s.partner, given)
    hand_chips(s, s.partner, s.turn, wanted)
    if s.give_pass != NO_PASS:
        hand_pass(s, s.give_pass, s.partner)
    if s.want_pass != NO_PASS:
        hand_pass(s, s.want_pass, s.turn)
        s.granted = s.granted & ~(1 << s.want_pass)
        s.tolls[s.want_pass] = NO_SUM


@rule
def end_deal(s):
    """The deal is over, made or not, and the turn goes on where it was."""
    clear_deal(s)
    s.phase = BEFORE_ROLL


@rule
def clear_deal(s):
    """Nothing is on offer."""
    s.partner = ABSENT
    s.give = NO_SUM
    s.want = NO_SUM
    s.give_pass = NO_PASS
    s.want_pass = NO_PASS
