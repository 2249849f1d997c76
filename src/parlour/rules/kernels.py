"""Play on a GPU: drivers written once against the contract, bound to each game by `forms.cuda`.

They do what the drivers for processors do, game by game and bit by bit: each game has its own
random stream, named by the seed and its number, so it does not matter which thread plays it.
`cuda` and the other names without a value here are put in place when a game is bound. Numba's
simulator runs these lines too: therefore threads meet in shared memory and at barriers alone.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any

import numpy as np

from parlour.rules.contract import (
    ACTIONS,
    CHAIRS,
    MAX_ACTIONS,
    actor,
    apply,
    branch,
    draw,
    observe,
    payoff,
    tally,
    tickets,
)
from parlour.rules.drivers import MAX_RESTARTS, Rows, clear_result, list_actions, random_action
from parlour.rules.kit import CHANCE, NOBODY, OVER, below, rule, start_stream

cuda: Any = None  # Numba's module, or its simulator
State: Any = None  # the game's record
Code: Any = None  # integers that hold the game's action codes
copy_record: Any = None  # copy_record(s, other): s becomes a copy of other

BRANCHES = 8  # `branch` of the contract answers 0..7
BUCKETS = BRANCHES + 1  # and one for games that have nothing to do
LANES = 512  # the most threads in a block: all of them share the code they fetch
BLOCKS = 2  # of these, for each processor of a GPU: decides how many registers a thread may have
UNDER_WAY = 2  # games of each thread of `gpu_games`


def kernel(function):
    """Mark a rule that is launched from Python, in many threads at once."""
    function.__kernel__ = True
    return function


# ---------------------------------------------------------------- whole games


@rule
@kernel
def gpu_games(start, first, games, seed, ticket, counts, shares, finals, tallies):
    """Random games first .. first+games-1 from `start`, one row each: decisions and chances,
    shares, and where there are rows for them the final record and what was tallied.

    Threads that go different ways wait for each other, and code has to be fetched for each of
    them. So every thread has several games under way, in memory of its own; again and again the
    threads of a block find the branch of the rules that most of them have a game at, and each of
    these plays that game on.
    """
    slots = cuda.local.array(UNDER_WAY, State)
    rngs = cuda.local.array((UNDER_WAY, 1), np.uint64)
    branches = cuda.local.array(UNDER_WAY, np.int8)
    nodes = cuda.local.array((UNDER_WAY, 2), np.int32)
    numbers = cuda.local.array(UNDER_WAY, np.int64)
    out = cuda.local.array(MAX_ACTIONS, Code)
    for i in range(UNDER_WAY):
        numbers[i] = cuda.atomic.add(ticket, 0, 1)
        begin(slots[i], rngs[i], nodes[i], start, first + numbers[i], seed)
        branches[i] = branch(slots[i]) if numbers[i] < games else BRANCHES
    while True:
        at = 0
        for i in range(UNDER_WAY):
            at |= 1 << branches[i]
        here = 0
        most = 0
        for other in range(BRANCHES):
            threads = cuda.syncthreads_count(np.int32(at >> other & 1))
            if threads > most:
                most = threads
                here = other
        if most == 0:
            break
        mine = NOBODY
        for i in range(UNDER_WAY):
            if branches[i] == here:
                mine = i
        if mine != NOBODY:
            s = slots[mine]
            game = numbers[mine]
            who = actor(s)
            if who != OVER:
                nodes[mine, 1 if who == CHANCE else 0] += 1
                action = random_action(s, who, out, rngs[mine])
                if len(tallies) > 0:
                    tally(s, action, tallies[game])
                apply(s, action)
            else:
                counts[game, 0] = nodes[mine, 0]
                counts[game, 1] = nodes[mine, 1]
                for seat in range(CHAIRS):
                    shares[game, seat] = payoff(s, seat)
                if len(finals) > 0:
                    copy_record(finals[game], s)
                game = cuda.atomic.add(ticket, 0, 1)
                numbers[mine] = game
                begin(s, rngs[mine], nodes[mine], start, first + game, seed)
            branches[mine] = branch(s) if game < games else BRANCHES


@rule
def begin(s, rng, nodes, start, number, seed):
    """Put the game of this number in place of the record `s`."""
    start_stream(rng, seed, number)
    copy_record(s, start[0])
    nodes[0] = 0
    nodes[1] = 0


@rule
@kernel
def gpu_sums(counts, shares, size, block_counts, block_shares):
    """Add up the rows of each `size` games in their order, as one block of them on a processor does:
    a sum of fractions then comes out the same to the last bit."""
    block = cuda.grid(1)
    if block < len(block_counts):
        for game in range(block * size, min((block + 1) * size, len(counts))):
            block_counts[block, 0] += counts[game, 0]
            block_counts[block, 1] += counts[game, 1]
            for seat in range(CHAIRS):
                block_shares[block, seat] += shares[game, seat]


# ---------------------------------------------------------------- a batch stepped together
# A block has as many games as threads. Before each piece of work its games are put in order, so that
# neighbours do the same. `legal` writes into the list of the game itself: it stands for `out` of the rows.


@rule
def in_order(key, heights, order):
    """The place in this block whose game this thread is to work on, so that all with a low `key` come
    first; NOBODY for those with BRANCHES, which have nothing to do."""
    me = cuda.threadIdx.x
    for other in range(me, BUCKETS, cuda.blockDim.x):
        heights[other] = 0
    cuda.syncthreads()
    place = cuda.atomic.add(heights, key, 1)
    cuda.syncthreads()
    busy = 0
    for other in range(BRANCHES):
        if other < key:
            place += heights[other]
        busy += heights[other]
    order[place] = me
    cuda.syncthreads()
    return np.int64(order[me]) if me < busy else np.int64(NOBODY)


@rule
def step_together(slots, start, given, actions, dice, rows, rolls):
    """In every game play the action, if one is `given`; then go on as `roll_to_decision` does, with the rolls
    of each game added to `rolls`."""
    heights = cuda.shared.array(BUCKETS, np.int32)
    order = cuda.shared.array(LANES, np.int32)
    restarts = cuda.shared.array(LANES, np.int32)
    me = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    own = base + me
    there = own < len(rows.actors)
    restarts[me] = 0
    busy = there and (given or actor(slots[own]) < 0)
    while cuda.syncthreads_or(np.int32(busy)) != 0:
        place = in_order(branch(slots[own]) if busy else BRANCHES, heights, order)
        if place != NOBODY:
            i = base + place
            s = slots[i]
            if given or actor(s) == CHANCE:
                action = np.int64(0)
                if given:
                    action = actions[i]
                else:
                    action = np.int64(draw(s, below(dice[i], tickets(s))))
                    rolls[i] += 1
                apply(s, action)
            else:
                rows.done[i] = 1
                for seat in range(CHAIRS):
                    rows.shares[i, seat] = payoff(s, seat)
                copy_record(s, start[0])
                restarts[place] += 1
        given = False
        cuda.syncthreads()
        busy = there and actor(slots[own]) < 0 and restarts[me] < MAX_RESTARTS
    place = in_order(branch(slots[own]) if there else BRANCHES, heights, order)
    if place != NOBODY:
        i = base + place
        rows.actors[i] = actor(slots[i])
        list_actions(slots, i, rows.actors[i], rows.out[i], rows.masks, rows.lists, rows.widths)


@rule
@kernel
def gpu_reset(slots, start, seed, dice, picks, masks, lists, widths, actors, shares, done, rolls):
    """Put a new game in every slot; like `batch_reset`, with the rolls of each game in `rolls`."""
    i = cuda.grid(1)
    if i < len(actors):
        start_stream(dice[i], seed, 2 * i)
        start_stream(picks[i], seed, 2 * i + 1)
        copy_record(slots[i], start[0])
        rolls[i] = 0
    cuda.syncthreads()
    rows = Rows(lists, masks, lists, widths, actors, shares, done)
    step_together(slots, start, False, actors, dice, rows, rolls)


@rule
@kernel
def gpu_check(actions, masks, illegal):
    """Lower `illegal[0]` to the first game whose action is not legal."""
    i = cuda.grid(1)
    if i < len(actions):
        if actions[i] < 0 or actions[i] >= ACTIONS or masks[i, actions[i]] == 0:
            cuda.atomic.min(illegal, 0, i)


@rule
@kernel
def gpu_step(slots, start, actions, dice, masks, lists, widths, actors, shares, done, rolls):
    """Play one action in every game, and go on to the next decision; like `batch_step`."""
    rows = Rows(lists, masks, lists, widths, actors, shares, done)
    i = cuda.grid(1)
    if i < len(actions):
        clear_result(i, rows)
    cuda.syncthreads()
    step_together(slots, start, True, actions, dice, rows, rolls)


@rule
@kernel
def gpu_random(picks, lists, widths, actions):
    """One of the legal actions for every game, all alike; like `batch_random`."""
    i = cuda.grid(1)
    if i < len(actions):
        actions[i] = lists[i, below(picks[i], widths[i])]


@rule
@kernel
def gpu_observe(slots, actors, out):
    """What the seat to act sees in every game, as features."""
    i = cuda.grid(1)
    if i < len(actors):
        observe(slots[i], actors[i], out[i])
