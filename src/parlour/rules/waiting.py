"""Drivers for games of a batch that may wait when they are over, and begin each where it is told to.

They are bound beside those of drivers.py, whose games go on by the same streams of dice: `start` holds one
position for all games or one for each, `learners` is a set of bits, and a game that waits has the actor OVER.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.contract import ACTIONS, CHAIRS, actor, apply, choice, choices, observe, payoff
from parlour.rules.drivers import MAX_RESTARTS, OTHERS, Rows, clear_result, random_action, write_actions
from parlour.rules.kit import CHANCE, OVER, below, inline, rule, start_stream

# What becomes of a game in a step: its action is played, it begins anew, it is over and waits, it stays.
PLAY, BEGIN, WAIT, STAY = 0, 1, 2, 3


@rule
def waiting_streams(seed, dice, picks, others):
    """The streams of `batch_reset` and `learners_reset`."""
    for i in range(len(dice)):
        start_stream(dice[i], seed, 2 * i)
        start_stream(picks[i], seed, 2 * i + 1)
        start_stream(others[i], seed, OTHERS + i)


@rule
@inline
def go_on(slots, start, i, learners, again, dice, others, rows):
    """Go on until one of the `learners` must decide, or, unless it begins `again`, the game is over."""
    restarts = 0
    who = actor(slots[i])
    while (who < 0 or learners >> who & 1 == 0) and restarts < MAX_RESTARTS:
        if who == OVER:
            report(slots, i, rows)
            restarts = restarts + 1 if again else MAX_RESTARTS
            if again:
                slots[i] = start[i % len(start)]
        else:
            apply(slots[i], random_action(slots[i], who, rows.out, dice if who == CHANCE else others))
        who = actor(slots[i])
    rows.actors[i] = who if restarts < MAX_RESTARTS else OVER


@rule
@inline
def report(slots, i, rows):
    """Who won what, of the first game that ended in this step."""
    if rows.done[i] == 0:
        rows.done[i] = 1
        for seat in range(CHAIRS):
            rows.shares[i, seat] = payoff(slots[i], seat)


@rule
@inline
def begin(slots, start, i, learners, dice, others, rows):
    """A new game. One that ends before a learner decided is nobody's to learn from: another follows."""
    slots[i] = start[i % len(start)]
    go_on(slots, start, i, learners, True, dice, others, rows)
    clear_result(i, rows)


@rule
@inline
def show(slots, i, seat, filler, rows, features):
    """What the seat to act sees and may do. Where a game waits, `seat` sees how it stands, and every entry of
    the mask is `filler`."""
    who = rows.actors[i]
    if who >= 0:
        write_actions(slots, i, who, rows)
        observe(slots[i], who, features[i])
        return
    for action in range(ACTIONS):
        rows.masks[i, action] = filler
    rows.lists[i, 0] = ACTIONS  # all of the mask is to be cleared before it is used again
    rows.widths[i] = -ACTIONS
    if seat >= 0:
        observe(slots[i], seat, features[i])


@rule
def waiting_begin(
    slots,
    start,
    which,
    learners,
    dice,
    others,
    out,
    masks,
    lists,
    widths,
    actors,
    shares,
    done,
    features,
):
    """Begin new games where `which` is not 0, and leave the others alone."""
    rows = Rows(out, masks, lists, widths, actors, shares, done)
    for i in range(len(actors)):
        if which[i] != 0:
            begin(slots, start, i, learners, dice[i], others[i], rows)
            show(slots, i, OVER, 0, rows, features)


@rule
def waiting_step(
    slots,
    start,
    actions,
    fates,
    acted,
    learners,
    again,
    filler,
    dice,
    others,
    out,
    masks,
    lists,
    widths,
    actors,
    shares,
    done,
    features,
):
    """Let every game meet its fate: PLAY the action, a legal one, of the seat that `acted`, BEGIN anew, WAIT
    or STAY."""
    rows = Rows(out, masks, lists, widths, actors, shares, done)
    for i in range(len(actions)):
        clear_result(i, rows)
        if fates[i] == PLAY:
            apply(slots[i], actions[i])
            go_on(slots, start, i, learners, again, dice[i], others[i], rows)
        elif fates[i] == BEGIN:
            begin(slots, start, i, learners, dice[i], others[i], rows)
        else:
            actors[i] = OVER if fates[i] == WAIT else acted[i]
        show(slots, i, acted[i], filler, rows, features)
    return 0


@rule
def first_unmarked(codes, masks):
    """The first game whose action is not marked, or -1."""
    for i in range(len(codes)):
        if codes[i] < 0 or codes[i] >= masks.shape[1] or masks[i, codes[i]] == 0:
            return i
    return -1


@rule
def waiting_random(slots, picks, out, actors, actions):
    """One of the legal actions for every game, all alike, as `batch_random` picks them; 0 where one waits."""
    for i in range(len(actions)):
        actions[i] = 0
        if actors[i] >= 0:
            k = below(picks[i], choices(slots[i], out))
            actions[i] = choice(slots[i], k, out)
