"""Generic play, written once against the contract and bound to each game by `forms.bind`.

`slots` is an array of records (compiled) or a `Shelf` of positions (plain); `out` is scratch
space for MAX_ACTIONS codes. Every game has its own random stream, named by the seed and the
game's number, so results do not depend on how the games are shared out among threads.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

from parlour.rules.contract import (
    ACTIONS,
    CHAIRS,
    actor,
    apply,
    call_on,
    choice,
    choices,
    draw,
    legal,
    mark,
    may_act,
    observe,
    payoff,
    tally,
    tickets,
)
from parlour.rules.kit import CHANCE, OVER, UNMARKED, below, inline, rule, start_stream


@rule
@inline
def random_action(s, who, out, rng):
    """A random outcome at CHANCE, otherwise one of the legal actions, all alike."""
    if who == CHANCE:
        return draw(s, below(rng, tickets(s)))
    return choice(s, below(rng, choices(s, out)), out)


@rule
def playout(s, out, rng, counts):
    """Random actions to the end, in place. Adds decisions and chance events to `counts`."""
    decisions = 0
    chances = 0
    who = actor(s)
    while who != OVER:
        if who == CHANCE:  # an `apply` each: compiled into its place, it need not ask again what comes
            chances += 1
            apply(s, draw(s, below(rng, tickets(s))))
        else:
            decisions += 1
            apply(s, choice(s, below(rng, choices(s, out)), out))
        who = actor(s)
    counts[0] += decisions
    counts[1] += chances


@rule
def playouts(slots, start, first, games, seed, out, rng, counts, shares):
    """Random games first .. first+games-1 from `start`; adds to `counts` and `shares`."""
    for game in range(first, first + games):
        start_stream(rng, seed, game)
        slots[0] = start[0]
        playout(slots[0], out, rng, counts)
        for seat in range(CHAIRS):
            shares[seat] += payoff(slots[0], seat)


@rule
def survey(slots, start, first, games, seed, out, rng, counts, shares, tallies):
    """Like `playouts`, one row per game: decisions and chances, shares, and what was tallied."""
    for game in range(games):
        start_stream(rng, seed, first + game)
        slots[0] = start[0]
        s = slots[0]
        who = actor(s)
        while who != OVER:
            counts[game, 1 if who == CHANCE else 0] += 1
            action = random_action(s, who, out, rng)
            tally(s, action, tallies[game])
            apply(s, action)
            who = actor(s)
        for seat in range(CHAIRS):
            shares[game, seat] = payoff(s, seat)


@rule
def replay(slots, actions, out):
    """Play `actions` on slots[0]; the number played, short when one is not legal."""
    s = slots[0]
    for i in range(len(actions)):
        if actor(s) == OVER:
            return i
        found = False
        for j in range(legal(s, out)):
            if out[j] == actions[i]:
                found = True
        if not found:
            return i
        apply(s, actions[i])
    return len(actions)


# ---------------------------------------------------------------- a batch stepped together
# One row per game. What is called from Python takes its arrays one by one: packing them there would cost
# 2 µs, here it costs nothing.

SMALL = 128  # masks that are cleared faster whole than entry by entry
MAX_RESTARTS = 100  # games in a row that end without a decision, before one gives up


class Rows(NamedTuple):
    """What is kept of every game of a batch.

    `masks[i]` marks the legal actions, `widths[i]` of them, and `lists[i, :widths[i]]` lists the same ones:
    that makes it cheap to clear a large mask and to pick. A game that marks by itself keeps no list: its
    width is negative, and `lists[i, 0]` says how far its mask is used. `out` stays in the processor's nearest
    cache, and `lists` hold small numbers, so that a batch does too.
    """

    out: Any  # scratch space, for one game at a time
    masks: Any
    lists: Any
    widths: Any
    actors: Any  # the seat that decides
    shares: Any  # of a game that just ended, else zeros
    done: Any  # has it just ended?


@rule
@inline
def roll_to_decision(slots, start, i, rng, rows):
    """Roll until somebody must decide; the number of rolls. A game that is over reports its
    shares and starts anew, with the same stream of dice."""
    rolls = 0
    restarts = 0
    who = actor(slots[i])
    while who < 0 and restarts < MAX_RESTARTS:
        if who == CHANCE:
            apply(slots[i], draw(slots[i], below(rng, tickets(slots[i]))))
            rolls += 1
        else:
            rows.done[i] = 1
            for seat in range(CHAIRS):
                rows.shares[i, seat] = payoff(slots[i], seat)
            slots[i] = start[0]
            restarts += 1
        who = actor(slots[i])
    rows.actors[i] = who
    write_actions(slots, i, who, rows)
    return rolls


@rule
@inline
def write_actions(slots, i, who, rows):
    """Mark what `who` may do, in the game's own way or by its list."""
    n = mark(slots[i], rows.masks[i], rows.lists[i]) if who >= 0 else UNMARKED
    if n == UNMARKED:
        list_actions(slots, i, who, rows.out, rows.masks, rows.lists, rows.widths)
    else:
        rows.widths[i] = -n


@rule
@inline
def list_actions(slots, i, who, out, masks, lists, widths):
    """Write what `who` may do, and take out of the mask what it held before."""
    if ACTIONS <= SMALL or widths[i] < 0:
        for action in range(ACTIONS):
            masks[i, action] = 0
    else:
        for j in range(widths[i]):
            masks[i, lists[i, j]] = 0
    n = legal(slots[i], out) if who >= 0 else 0
    for j in range(n):
        lists[i, j] = out[j]
        masks[i, out[j]] = 1
    widths[i] = n


@rule
def batch_reset(slots, start, seed, dice, picks, out, masks, lists, widths, actors, shares, done):
    """Put a new game in every slot. Dice and random picks have a stream each, so that the
    same actions meet the same dice however they were chosen. Returns the number of rolls."""
    rows = Rows(out, masks, lists, widths, actors, shares, done)
    rolls = 0
    for i in range(len(actors)):
        start_stream(dice[i], seed, 2 * i)
        start_stream(picks[i], seed, 2 * i + 1)
        slots[i] = start[0]
        rolls += roll_to_decision(slots, start, i, dice[i], rows)
    return rolls


@rule
@inline
def first_illegal(actions, masks):
    """The first game whose action is not legal, or -1."""
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= ACTIONS or masks[i, actions[i]] == 0:
            return i
    return -1


@rule
@inline
def clear_result(i, rows):
    """Forget how the game before this one ended."""
    if rows.done[i] != 0:
        rows.done[i] = 0
        for seat in range(CHAIRS):
            rows.shares[i, seat] = 0


@rule
@inline
def write_features(slots, actors, out):
    """What the seat to act sees in every game, as features."""
    for i in range(len(actors)):
        if actors[i] >= 0:
            observe(slots[i], actors[i], out[i])


@rule
def batch_step(slots, start, actions, shown, dice, out, masks, lists, widths, actors, shares, done, features):
    """Play one action in every game, go on to the next decision, and write what its seat sees, if there is
    space for it. Returns the number of rolls. If the action of game `i` is not legal by the masks that were
    `shown`, nothing is played, and it returns -1 - i. All in one: a call costs as much as ten games."""
    illegal = first_illegal(actions, shown)
    if illegal >= 0:
        return -1 - illegal
    rows = Rows(out, masks, lists, widths, actors, shares, done)
    rolls = 0
    for i in range(len(actions)):
        clear_result(i, rows)
        apply(slots[i], actions[i])
        rolls += roll_to_decision(slots, start, i, dice[i], rows)
    if len(features) > 0:
        write_features(slots, actors, features)
    return rolls


@rule
def batch_random(slots, picks, out, lists, widths, actions):
    """One of the legal actions for every game, all alike."""
    for i in range(len(actions)):
        n = widths[i]
        k = below(picks[i], abs(n))
        if n < 0:
            choices(slots[i], out)
            actions[i] = choice(slots[i], k, out)
        else:
            actions[i] = lists[i, k]


@rule
def batch_observe(slots, actors, out):
    """What the seat to act sees in every game, as features."""
    write_features(slots, actors, out)


# ---------------------------------------------------------------- a batch in which some seats play at random
# Like the above, but seats that are not among `learners`, a set of bits, play by a stream of their own.

OTHERS = 1 << 40  # the first number of the streams by which the other seats play


@rule
@inline
def play_to_decision(slots, start, i, learners, dice, others, rows):
    """Go on until one of the `learners` must decide. Of several games that end on the way the first is
    reported, the one in which a learner has acted."""
    restarts = 0
    who = actor(slots[i])
    while (who < 0 or learners >> who & 1 == 0) and restarts < MAX_RESTARTS:
        if who == OVER:
            if rows.done[i] == 0:
                rows.done[i] = 1
                for seat in range(CHAIRS):
                    rows.shares[i, seat] = payoff(slots[i], seat)
            slots[i] = start[0]
            restarts += 1
        else:
            apply(slots[i], random_action(slots[i], who, rows.out, dice if who == CHANCE else others))
        who = actor(slots[i])
    rows.actors[i] = who if restarts < MAX_RESTARTS else OVER
    write_actions(slots, i, rows.actors[i], rows)


@rule
def learners_reset(
    slots, start, seed, learners, dice, picks, others, out, masks, lists, widths, actors, shares, done
):
    """Put a new game in every slot, with the streams of `batch_reset`."""
    rows = Rows(out, masks, lists, widths, actors, shares, done)
    for i in range(len(actors)):
        start_stream(dice[i], seed, 2 * i)
        start_stream(picks[i], seed, 2 * i + 1)
        start_stream(others[i], seed, OTHERS + i)
        slots[i] = start[0]
        play_to_decision(slots, start, i, learners, dice[i], others[i], rows)


@rule
def learners_step(
    slots,
    start,
    actions,
    shown,
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
    """Like `batch_step`, on to the next decision of one of the `learners`. Returns 0 or -1 - i."""
    illegal = first_illegal(actions, shown)
    if illegal >= 0:
        return -1 - illegal
    rows = Rows(out, masks, lists, widths, actors, shares, done)
    for i in range(len(actions)):
        clear_result(i, rows)
        apply(slots[i], actions[i])
        play_to_decision(slots, start, i, learners, dice[i], others[i], rows)
    write_features(slots, actors, features)
    return 0


# ---------------------------------------------------------------- one game, from Python
# An array and a number cost a caller 0.4 µs, a record 2-3 µs. slots[1] is room for a copy: asking a
# seat that bids out of order what it may do must not change whose turn it is.


@rule
def table_roll(slots, rng):
    """Roll until somebody must decide or the game is over; the number of rolls."""
    rolls = 0
    while actor(slots[0]) == CHANCE:
        apply(slots[0], draw(slots[0], below(rng, tickets(slots[0]))))
        rolls += 1
    return rolls


@rule
def table_legal(slots, seat, out):
    """Write what `seat` may do now (CHANCE: what may be rolled); how much that is."""
    if actor(slots[0]) == seat:
        return legal(slots[0], out)
    if seat < 0 or not may_act(slots[0], seat):
        return 0
    slots[1] = slots[0]
    call_on(slots[1], seat)
    return legal(slots[1], out)


@rule
def table_apply(slots, seat, action, out):
    """Let `seat` play `action`; False, and nothing changes, when it is not legal."""
    for i in range(table_legal(slots, seat, out)):
        if out[i] == action:
            if actor(slots[0]) != seat:
                call_on(slots[0], seat)
            apply(slots[0], action)
            return True
    return False


@rule
def table_mask(slots, seat, out, mask):
    """Mark what `seat` may do in `mask`, which holds zeros; how much that is."""
    n = table_legal(slots, seat, out)
    for i in range(n):
        mask[out[i]] = 1
    return n


@rule
def table_actor(slots):
    """Who acts at a table, whose one position lies in an array."""
    return actor(slots[0])


@rule
def table_may_act(slots, seat):
    """Whether a seat may act at such a table."""
    return may_act(slots[0], seat)


@rule
def table_observe(slots, seat, out):
    """What `seat` sees, as features."""
    observe(slots[0], seat, out)


@rule
def table_payoff(slots, seat):
    """A seat's share at such a table, when the game is over."""
    return payoff(slots[0], seat)
