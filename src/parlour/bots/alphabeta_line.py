"""Move after move, for two sides that see everything and roll nothing: alpha-beta with a table of positions.

Worths are those of the seat that searches, whoever is to act: from -1 to 1 as its chances are from 0 to 1,
and WIN less the number of moves until then for a win that cannot be prevented. A `width` limits how many
moves are tried, those that look best; but a side is never given up for lost before all its moves were tried,
so that a forced win is a proof. Without a judgement (`mind` is empty) nothing else is looked for.

Draws are the rules' own: the record carries what has stood before. Positions that go on the same are looked
up by `identity`, or, where a proof must count what stood before (STRICT), by all their bytes.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from parlour.bots.drivers import evaluate
from parlour.bots.search_tree import KEY, digest
from parlour.rules.contract import actor, apply, legal, payoff, side
from parlour.rules.contracts.tactics import NONE, UNTOLD, identity, winning
from parlour.rules.kit import CHANCE, MASK64, OVER, rule

WIN = 1000.0
SURE = 500.0  # worths beyond this are wins and losses
NODES, LIMIT, STOPPED, MOVES, NEXT, OPEN = 0, 1, 2, 3, 4, 5  # of `used`
LEFT, COUNT, NEXT_MOVE, BEST_MOVE, MINE, PLACE = 0, 1, 2, 3, 4, 5  # columns of `counts`
ALPHA, BETA, LOW, HIGH, BEST = 0, 1, 2, 3, 4  # columns of `limits`
DEPTH, BOUND, MOVE = 0, 1, 2  # columns of `table`
EXACT, LEAST, MOST = 0, 1, 2  # what a worth in the table is
WIDTH, STRICT, MARGIN = 0, 1, 2  # dials
ROOT = 3


class Line(NamedTuple):
    """Room for a search, all made beforehand: compiled code allocates nothing."""

    slots: Any  # the position after each move
    seen: Any  # one of them,
    words: Any  # and the same as 64-bit words
    turn: Any
    keys: Any  # the table, by a position's key
    table: Any
    worths: Any
    moves: Any  # by ply, the moves there,
    marks: Any  # and what each seems to be worth to whoever makes it
    counts: Any  # by ply, where its search is,
    limits: Any  # and what it has come to
    stack: Any  # by ply, the position's key
    history: Any  # by action, how often it was the best
    found: Any  # by move of the root, what it is worth
    used: Any
    out: Any
    values: Any
    scratch: Any


@rule
def list_root(line, first, count, mind):
    """Note the root's moves first .. first+count-1; how many there are."""
    n = legal(line.slots[0], line.out)
    for i in range(first, min(first + count, n)):
        action = line.out[i]
        line.moves[0, i] = action
        line.marks[0, i] = look(line, 0, action, actor(line.slots[0]), mind)
        line.found[i] = line.marks[0, i]
    line.used[MOVES] = n
    return n


@rule
def search_root(line, seat, depth, dials, mind):
    """Search the root's moves from used[NEXT] on, so deep, as far as the limit goes, or until used[MOVES]
    says that the rest need not be searched: beyond ROOT times the width, those that looked worse before.

    Moves that come within a MARGIN of the best have their true worth in `found`, others one that they do not
    reach."""
    best = -2 * WIN
    for i in range(line.used[NEXT]):
        best = max(best, line.found[i])
    while line.used[NEXT] < line.used[MOVES]:
        if depth > 2 and line.used[NEXT] >= ROOT * dials[WIDTH] and best > -SURE:
            line.used[MOVES] = line.used[NEXT]
            return
        i = line.used[NEXT]
        line.slots[1] = line.slots[0]
        apply(line.slots[1], line.moves[0, i])
        worth = explore(line, seat, depth - 1, best - dials[MARGIN], 2 * WIN, dials, mind)
        if line.used[STOPPED] != 0:
            return
        line.found[i] = worth
        best = max(best, worth)
        line.used[NEXT] += 1


@rule
def prove_root(line, seat, depth, dials, mind):
    """Find a move of the root that wins by force within `depth` moves of both sides, and stop there."""
    while line.used[NEXT] < line.used[MOVES]:
        i = line.used[NEXT]
        line.slots[1] = line.slots[0]
        apply(line.slots[1], line.moves[0, i])
        line.found[i] = explore(line, seat, depth - 2, SURE, SURE + 1, dials, mind)
        if line.used[STOPPED] != 0 or line.found[i] > SURE:
            return
        line.used[NEXT] += 1


@rule
def explore(line, seat, depth, alpha, beta, dials, mind):
    """What the position in slots[1] is worth to `seat`, looking so many moves ahead.

    By a loop, since functions that call themselves do not survive Numba's cache."""
    ply = 1
    set_frame(line, ply, depth, alpha, beta)
    worth = meet(line, seat, ply, dials, mind)
    going_down = line.used[OPEN] != 0
    while ply > 0 and line.used[STOPPED] == 0:
        if not going_down:  # `worth` is that of the position after the last move
            ply -= 1
            if ply > 0:
                take_in(line, ply, worth)
        if ply > 0:
            going_down = make_move(line, ply, dials)
            if going_down:
                ply += 1
                worth = meet(line, seat, ply, dials, mind)
                going_down = line.used[OPEN] != 0
            else:
                worth = leave(line, ply)
    return worth


@rule
def set_frame(line, ply, depth, alpha, beta):
    """One step of the line before any action of it was tried: its depth and its window."""
    line.counts[ply, LEFT] = depth
    line.limits[ply, ALPHA] = line.limits[ply, LOW] = alpha
    line.limits[ply, BETA] = line.limits[ply, HIGH] = beta


@rule
def meet(line, seat, ply, dials, mind):
    """Come to the position in slots[ply]: its worth, or used[OPEN] if its moves must be gone through."""
    line.used[OPEN] = 0
    line.used[NODES] += 1
    if line.used[NODES] > line.used[LIMIT]:
        line.used[STOPPED] = 1
        return 0.0
    s = line.slots[ply]
    who = actor(s)
    if who == OVER:
        return (2.0 * payoff(s, seat) - 1.0) * (WIN - ply)
    if who == CHANCE:
        return leaf(line, s, seat, mind)
    mine = side(s, who) == side(s, seat)
    if win_now(line, ply, who) != NONE:
        return WIN - ply - 1 if mine else ply + 1 - WIN
    depth = line.counts[ply, LEFT]
    if depth <= 0 or ply >= len(line.moves) - 1 or (depth == 1 and mine and len(mind) == 0):
        return leaf(line, s, seat, mind)
    place = find(line, ply, dials)
    hint = NONE
    if line.keys[place] == line.turn[KEY]:
        hint = line.table[place, MOVE]
        worth = from_table(line.worths[place], ply)
        kind = line.table[place, BOUND]
        if line.table[place, DEPTH] >= depth or abs(worth) > SURE:
            low = kind == MOST and worth <= line.limits[ply, ALPHA]
            if kind == EXACT or low or (kind == LEAST and worth >= line.limits[ply, BETA]):
                return worth
    line.used[OPEN] = 1
    line.stack[ply] = line.turn[KEY]
    line.counts[ply, PLACE] = place
    line.counts[ply, MINE] = 1 if mine else 0
    line.counts[ply, COUNT] = list_moves(line, ply, depth, who, hint, mind)
    line.counts[ply, NEXT_MOVE] = 0
    line.counts[ply, BEST_MOVE] = NONE
    line.limits[ply, BEST] = -2 * WIN if mine else 2 * WIN
    return 0.0


@rule
def make_move(line, ply, dials):
    """Make the next move at this ply that is worth it; False when there is none."""
    i = line.counts[ply, NEXT_MOVE]
    best = line.limits[ply, BEST] if line.counts[ply, MINE] != 0 else -line.limits[ply, BEST]
    cut = line.limits[ply, ALPHA] >= line.limits[ply, BETA]
    if cut or i >= line.counts[ply, COUNT] or (i >= dials[WIDTH] and best > -SURE):
        return False
    action = pick(line, ply, i, line.counts[ply, COUNT])
    line.counts[ply, NEXT_MOVE] = i + 1
    line.slots[ply + 1] = line.slots[ply]
    apply(line.slots[ply + 1], action)
    set_frame(line, ply + 1, line.counts[ply, LEFT] - 1, line.limits[ply, ALPHA], line.limits[ply, BETA])
    return True


@rule
def take_in(line, ply, worth):
    """The last move made at this ply came to this."""
    action = line.moves[ply, line.counts[ply, NEXT_MOVE] - 1]
    limits = line.limits[ply]
    if line.counts[ply, MINE] != 0:
        if worth > limits[BEST]:
            limits[BEST] = worth
            line.counts[ply, BEST_MOVE] = action
        limits[ALPHA] = max(limits[ALPHA], worth)
    else:
        if worth < limits[BEST]:
            limits[BEST] = worth
            line.counts[ply, BEST_MOVE] = action
        limits[BETA] = min(limits[BETA], worth)
    if limits[ALPHA] >= limits[BETA]:
        line.history[action] += line.counts[ply, LEFT] * line.counts[ply, LEFT]


@rule
def leave(line, ply):
    """Remember what was found about the position at this ply; its worth."""
    place = line.counts[ply, PLACE]
    best = line.limits[ply, BEST]
    line.keys[place] = line.stack[ply]
    line.worths[place] = to_table(best, ply)
    line.table[place, DEPTH] = line.counts[ply, LEFT]
    line.table[place, MOVE] = line.counts[ply, BEST_MOVE]
    line.table[place, BOUND] = EXACT
    if best >= line.limits[ply, HIGH]:
        line.table[place, BOUND] = LEAST
    elif best <= line.limits[ply, LOW]:
        line.table[place, BOUND] = MOST
    return best


@rule
def win_now(line, ply, who):
    """An action that wins at once for `who`, or NONE."""
    win = winning(line.slots[ply])
    if win != UNTOLD:
        return win
    for i in range(legal(line.slots[ply], line.out)):
        action = line.out[i]
        line.slots[ply + 1] = line.slots[ply]
        s = line.slots[ply + 1]
        apply(s, action)
        if actor(s) == OVER and payoff(s, who) == 1.0:
            return action
    return NONE


@rule
def leaf(line, s, seat, mind):
    """What the position is worth where looking ends, from -1 to 1 for the seat."""
    if len(mind) == 0:
        return 0.0
    evaluate(s, line.values, line.scratch, mind)
    return 2.0 * line.values[seat] - 1.0


@rule
def look(line, ply, action, who, mind):
    """What an action seems to be worth to `who`, who makes it: to be beaten at once is worth nothing."""
    line.slots[ply + 1] = line.slots[ply]
    s = line.slots[ply + 1]
    apply(s, action)
    if actor(s) >= 0 and side(s, actor(s)) != side(s, who) and winning(s) >= 0:
        return -WIN
    return leaf(line, s, who, mind) if len(mind) > 0 or actor(s) != OVER else 2.0 * payoff(s, who) - 1.0


@rule
def find(line, ply, dials):
    """Where in the table slots[ply] belongs; turn[KEY] is its key."""
    line.turn[KEY] = int(identity(line.slots[ply])) & MASK64 if dials[STRICT] == 0 else 0
    if line.turn[KEY] == 0:
        line.seen[0] = line.slots[ply]
        line.turn[KEY] = 1
        digest(line.words, line.turn)
    return np.int64((int(line.turn[KEY]) ^ int(line.turn[KEY]) >> 29) & len(line.keys) - 1)


@rule
def from_table(worth, ply):
    """A win counts the moves from the root; in the table, from its own position."""
    return worth - ply if worth > SURE else worth + ply if worth < -SURE else worth


@rule
def to_table(worth, ply):
    """A win is kept as so many steps from here, not from the root, since other lines get here too."""
    return worth + ply if worth > SURE else worth - ply if worth < -SURE else worth


@rule
def list_moves(line, ply, depth, who, hint, mind):
    """Write the moves at this ply and what each promises; how many there are.

    Far from the end each is looked at, near it only remembered: whether it was good elsewhere."""
    count = legal(line.slots[ply], line.out)
    for i in range(count):
        action = line.out[i]
        line.moves[ply, i] = action
        if action == hint:
            line.marks[ply, i] = 2 * WIN
        elif depth >= 2 and len(mind) > 0:
            line.marks[ply, i] = look(line, ply, action, who, mind)
        else:
            line.marks[ply, i] = line.history[action]
    return count


@rule
def pick(line, ply, i, count):
    """The best of the moves from the i-th on, which is put in its place."""
    best = i
    for j in range(i + 1, count):
        if line.marks[ply, j] > line.marks[ply, best]:
            best = j
    action, mark = line.moves[ply, best], line.marks[ply, best]
    line.moves[ply, best], line.marks[ply, best] = line.moves[ply, i], line.marks[ply, i]
    line.moves[ply, i], line.marks[ply, i] = action, mark
    return action
