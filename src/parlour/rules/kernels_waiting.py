"""The vector door on a GPU: what waiting.py does on processors, bit by bit, for all games at the same time.

Nothing of a step passes the host: `gpu_judge` looks at the actions that were given, `gpu_waiting_step` plays
them if it may and marks what is legal next, `gpu_waiting_observe` writes what is seen. `refused` has two
numbers, the first game whose action is not legal and the first that is over where none may be, or the number
of all games. It comes twice, in turns: while one is in use the other is made ready for the next step.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from parlour.rules.contract import (
    ACTIONS,
    CHAIRS,
    MAX_ACTIONS,
    actor,
    apply,
    branch,
    choice,
    choices,
    draw,
    observe,
    payoff,
    tickets,
)
from parlour.rules.drivers import MAX_RESTARTS, OTHERS, Rows, clear_result, list_actions
from parlour.rules.kernels import BRANCHES, BUCKETS, LANES, in_order, kernel
from parlour.rules.kit import CHANCE, NOBODY, OVER, below, rule, start_stream
from parlour.rules.waiting import BEGIN, PLAY, STAY, WAIT

cuda: Any = None  # these are put in place when a game is bound
Code: Any = None
copy_record: Any = None

GONE_ON = 4  # a fate: its action has been played
RAISE, RANDOM, LOSE = 0, 1, 2  # what an action that is not legal means
WORD = 1 << 26  # half of a random number


class Way(NamedTuple):
    """How games are played."""

    manner: Any  # RAISE, RANDOM, LOSE
    strict: Any  # is it an error to act in a game that is over?
    again: Any  # does a game that is over begin again in the same step?
    filler: Any  # what the mask of one that waits is full of
    learners: Any  # a set of bits
    others: Any  # do the other seats act at random?


class Rewards(NamedTuple):
    """Rewards: everybody's, that of one seat, and what they depend on."""

    all: Any
    own: Any
    sides: Any  # of each chair
    count: Any  # of sides
    seat: Any  # whose reward is the own one: the one that acted, if NOBODY


# ---------------------------------------------------------------- one step


@rule
@kernel
def gpu_waiting_streams(seed, dice, picks, others):
    """The streams of `waiting_streams`."""
    i = cuda.grid(1)
    if i < len(dice):
        start_stream(dice[i], seed, 2 * i)
        start_stream(picks[i], seed, 2 * i + 1)
        start_stream(others[i], seed, OTHERS + i)


@rule
def judge(given, i, masks, actors, codes, wrong, refused):
    """Take over an action, and say whether it is legal. Of a game that waits, any is."""
    codes[i] = given[i]
    wrong[i] = 0
    if actors[i] < 0:
        cuda.atomic.min(refused, 1, i)
    elif codes[i] < 0 or codes[i] >= ACTIONS or masks[i, codes[i]] == 0:
        wrong[i] = 1
        cuda.atomic.min(refused, 0, i)


@rule
@kernel
def gpu_judge(given, masks, actors, codes, wrong, refused):
    """Judge actions of 64 bits."""
    i = cuda.grid(1)
    if i < len(codes):
        judge(given, i, masks, actors, codes, wrong, refused)


@rule
@kernel
def gpu_judge_short(given, masks, actors, codes, wrong, refused):
    """Judge actions of 32 bits."""
    i = cuda.grid(1)
    if i < len(codes):
        judge(given, i, masks, actors, codes, wrong, refused)


@rule
def fate_of(i, who, codes, wrong, shown, chances, any_wrong, way):
    """What becomes of a game by its action; where wrong ones are replaced at random, all games draw."""
    if who < 0:
        return BEGIN
    if any_wrong and way.manner == RANDOM:
        k = below(chances, shown.widths[i])
        if wrong[i] != 0:
            codes[i] = shown.lists[i, k]
    if wrong[i] != 0 and way.manner == LOSE:
        return BEGIN if way.again != 0 else WAIT
    return PLAY


@rule
def awaited(s, way):
    """Must the game go on, since none of the learners is to decide?"""
    who = actor(s)
    return who < 0 or (way.others != 0 and way.learners >> who & 1 == 0)


@rule
def go_on_together(slots, start, codes, fates, dice, others, way, rows):
    """Let every game of a block meet its fate: as `waiting.go_on`, with all at work on the same branch."""
    heights = cuda.shared.array(BUCKETS, np.int32)
    order = cuda.shared.array(LANES, np.int32)
    restarts = cuda.shared.array(LANES, np.int32)
    me = cuda.threadIdx.x
    base = cuda.blockIdx.x * cuda.blockDim.x
    own = base + me
    there = own < len(rows.actors)
    restarts[me] = 0
    busy = there and (fates[own] == PLAY or (fates[own] == BEGIN and awaited(slots[own], way)))
    while cuda.syncthreads_or(np.int32(busy)) != 0:
        place = in_order(branch(slots[own]) if busy else BRANCHES, heights, order)
        if place != NOBODY:
            i = base + place
            s = slots[i]
            who = actor(s)
            action = np.int64(-1)
            if fates[i] == PLAY:
                fates[i] = GONE_ON
                action = codes[i]
            elif who == CHANCE:
                action = np.int64(draw(s, below(dice[i], tickets(s))))
            elif who >= 0:
                if way.others != 0:
                    out = cuda.local.array(MAX_ACTIONS, Code)
                    action = np.int64(choice(s, below(others[i], choices(s, out)), out))
            else:
                if rows.done[i] == 0:
                    rows.done[i] = 1
                    for seat in range(CHAIRS):
                        rows.shares[i, seat] = payoff(s, seat)
                restarts[place] += 1 if way.again != 0 or fates[i] == BEGIN else MAX_RESTARTS
                if way.again != 0 or fates[i] == BEGIN:
                    copy_record(s, start[0])
            if action >= 0:
                apply(s, action)
        cuda.syncthreads()
        going = there and (fates[own] == GONE_ON or fates[own] == BEGIN)
        busy = going and awaited(slots[own], way) and restarts[me] < MAX_RESTARTS
    if there and fates[own] != STAY:
        waits = fates[own] == WAIT or restarts[me] >= MAX_RESTARTS
        rows.actors[own] = OVER if waits else actor(slots[own])
        if fates[own] == BEGIN:
            clear_result(own, rows)
    cuda.syncthreads()


@rule
def mark_together(slots, fates, filler, rows):
    """Write what may be done in every game of a block, in the order of branches."""
    heights = cuda.shared.array(BUCKETS, np.int32)
    order = cuda.shared.array(LANES, np.int32)
    base = cuda.blockIdx.x * cuda.blockDim.x
    own = base + cuda.threadIdx.x
    there = own < len(rows.actors) and fates[own] != STAY
    place = in_order(branch(slots[own]) if there else BRANCHES, heights, order)
    if place != NOBODY:
        i = base + place
        who = rows.actors[i]
        if who >= 0:
            list_actions(slots, i, who, rows.out[i], rows.masks, rows.lists, rows.widths)
        else:
            for action in range(ACTIONS):
                rows.masks[i, action] = filler
            rows.lists[i, 0] = ACTIONS
            rows.widths[i] = -ACTIONS


@rule
def reward(i, seat, paid, rows):
    """What everybody gets, and the seat whose reward is wanted, of a game that has just ended."""
    for chair in range(CHAIRS):
        paid.all[i, chair] = 0.0
        if rows.done[i] != 0 and paid.sides[chair] != NOBODY:
            whole = paid.count * rows.shares[i, chair] - 1
            paid.all[i, chair] = whole / max(paid.count - 1, 1)
    paid.own[i] = 0.0
    if paid.seat != NOBODY:
        seat = paid.seat
    if seat >= 0:
        paid.own[i] = paid.all[i, seat]


@rule
def declare_lost(i, loser, sides, count, rows):
    """The side of whoever acted gets nothing, and the others share the win."""
    for chair in range(CHAIRS):
        won = sides[chair] != NOBODY and sides[chair] != sides[loser]
        rows.shares[i, chair] = 1.0 / max(count - 1, 1) if won else 0.0
    rows.done[i] = 1


@rule
def step_together(
    slots, start, codes, wrong, refused, ready, fates, shown, chances, dice, others, way, paid, rows
):
    """One step of all games. Nothing is played, or written, where an action is refused."""
    i = cuda.grid(1)
    size = len(rows.actors)
    if i == 0:
        ready[0] = size
        ready[1] = size
    any_wrong = refused[0] < size
    if (any_wrong and way.manner == RAISE) or (way.strict != 0 and refused[1] < size):
        return
    if i < size:
        clear_result(i, rows)
        who = shown.actors[i]
        fates[i] = fate_of(i, who, codes, wrong, shown, chances[i], any_wrong, way)
        if fates[i] == BEGIN:
            copy_record(slots[i], start[0])
    cuda.syncthreads()
    go_on_together(slots, start, codes, fates, dice, others, way, rows)
    if i < size:
        if way.manner == LOSE and wrong[i] != 0:
            declare_lost(i, shown.actors[i], paid.sides, paid.count, rows)
        reward(i, shown.actors[i], paid, rows)
    mark_together(slots, fates, way.filler, rows)


@rule
@kernel
def gpu_waiting_step(
    slots,
    start,
    codes,
    wrong,
    refused,
    ready,
    fates,
    chances,
    dice,
    others,
    manner,
    strict,
    again,
    filler,
    learners,
    sides,
    count,
    seat,
    shown_lists,
    shown_widths,
    shown_actors,
    masks,
    lists,
    widths,
    actors,
    shares,
    done,
    rewards,
    own,
):
    """A step of games whose seats are all the caller's."""
    shown = Rows(shown_lists, masks, shown_lists, shown_widths, shown_actors, shares, done)
    rows = Rows(lists, masks, lists, widths, actors, shares, done)
    way, paid = Way(manner, strict, again, filler, learners, 0), Rewards(rewards, own, sides, count, seat)
    given = slots, start, codes, wrong, refused, ready, fates
    step_together(*given, shown, chances, dice, others, way, paid, rows)


@rule
@kernel
def gpu_waiting_step_with_others(
    slots,
    start,
    codes,
    wrong,
    refused,
    ready,
    fates,
    chances,
    dice,
    others,
    manner,
    strict,
    again,
    filler,
    learners,
    sides,
    count,
    seat,
    shown_lists,
    shown_widths,
    shown_actors,
    masks,
    lists,
    widths,
    actors,
    shares,
    done,
    rewards,
    own,
):
    """The same where the seats that are not among the learners act at random."""
    shown = Rows(shown_lists, masks, shown_lists, shown_widths, shown_actors, shares, done)
    rows = Rows(lists, masks, lists, widths, actors, shares, done)
    way, paid = Way(manner, strict, again, filler, learners, 1), Rewards(rewards, own, sides, count, seat)
    given = slots, start, codes, wrong, refused, ready, fates
    step_together(*given, shown, chances, dice, others, way, paid, rows)


@rule
@kernel
def gpu_waiting_begin(
    slots, start, which, fates, dice, others, learners, masks, lists, widths, actors, shares, done
):
    """Begin new games where `which` is not 0, and leave the others alone."""
    rows = Rows(lists, masks, lists, widths, actors, shares, done)
    i = cuda.grid(1)
    if i < len(actors):
        fates[i] = STAY
        if which[i] != 0:
            fates[i] = BEGIN
            copy_record(slots[i], start[0])
    cuda.syncthreads()
    go_on_together(slots, start, actors, fates, dice, others, Way(RAISE, 0, 1, 0, learners, 1), rows)
    mark_together(slots, fates, 0, rows)


# ---------------------------------------------------------------- what is seen


@rule
@kernel
def gpu_waiting_observe(slots, fates, refused, manner, strict, acted, actors, features):
    """What the seat to act sees, or where a game waits the seat that acted last."""
    i = cuda.grid(1)
    size = len(actors)
    if (refused[0] < size and manner == RAISE) or (strict != 0 and refused[1] < size):
        return
    if i < size and fates[i] != STAY:
        who = actors[i] if actors[i] >= 0 else acted[i]
        if who >= 0:
            observe(slots[i], who, features[i])


@rule
@kernel
def gpu_waiting_random(picks, lists, widths, actors, codes):
    """What `waiting_random` picks."""
    i = cuda.grid(1)
    if i < len(codes):
        codes[i] = 0
        if actors[i] >= 0:
            codes[i] = lists[i, below(picks[i], widths[i])]


@rule
@kernel
def gpu_list(masks, codes, counts):
    """The codes marked in every row, ascending, and how many there are; zeros behind them."""
    i = cuda.grid(1)
    if i < len(counts):
        n = 0
        for action in range(ACTIONS):
            if masks[i, action] != 0 and n < codes.shape[1]:
                codes[i, n] = action
                n += 1
        for j in range(n, counts[i]):
            codes[i, j] = 0
        counts[i] = n


@rule
@kernel
def gpu_pack(masks, packed):
    """Masks as bits, eight entries a byte, the first of them the lowest bit."""
    i = cuda.grid(1)
    if i < len(packed):
        for byte in range(packed.shape[1]):
            bits = 0
            for bit in range(min(8, ACTIONS - 8 * byte)):
                if masks[i, 8 * byte + bit] != 0:
                    bits |= 1 << bit
            packed[i, byte] = bits


# ---------------------------------------------------------------- picking


@rule
def chance_of(i, seed, stream):
    """A number from 0 to 1 for every row."""
    start_stream(stream, seed, i)
    return (below(stream, WORD) + below(stream, WORD) / WORD) / WORD


@rule
@kernel
def gpu_pick(seed, lists, widths, actions, odds):
    """A listed code of every row, all alike, and the logarithm of its probability; -1 where there is none."""
    i = cuda.grid(1)
    if i < len(actions):
        n = max(widths[i], 0)
        k = min(np.int64(chance_of(i, seed, cuda.local.array(1, np.uint64)) * n), n - 1)
        actions[i] = lists[i, k] if n > 0 else -1
        if len(odds) > 0:
            odds[i] = -math.log(n) if n > 0 else 0.0


@rule
@kernel
def gpu_pick_by_odds(seed, lists, widths, logits, actions, odds):
    """The same by the odds that logits give; -1 where they give none."""
    i = cuda.grid(1)
    if i < len(actions):
        most = -math.inf
        for j in range(widths[i]):
            value = np.float64(logits[i, lists[i, j]])
            most = most if value <= most else value
        total = 0.0
        for j in range(widths[i]):
            total += math.exp(np.float64(logits[i, lists[i, j]]) - most)
        ticket = chance_of(i, seed, cuda.local.array(1, np.uint64)) * total
        actions[i] = -1
        if total > 0 and total < math.inf:
            before = 0.0
            for j in range(widths[i]):
                share = math.exp(np.float64(logits[i, lists[i, j]]) - most)
                if share > 0 and before <= ticket:
                    actions[i] = lists[i, j]
                before += share
        if len(odds) > 0:
            odds[i] = 0.0
            if actions[i] >= 0:
                odds[i] = np.float64(logits[i, actions[i]]) - most - math.log(total)
