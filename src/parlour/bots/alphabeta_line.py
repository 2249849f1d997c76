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
from parlour.rules import tactics
from parlour.rules.contract import actor, apply, legal, payoff, side
from parlour.rules.kit import CHANCE, MASK64, OVER, rule
from parlour.rules.tactics import identity, winning

PARTS = (("tactics", tactics),)  # what a game's folder may say, and what holds where it does not
NONE, UNTOLD = -1, -2  # as in tactics

WIN = 1000.0
SURE = 500.0  # worths beyond this are wins and losses
NODES, LIMIT, STOPPED, MOVES, NEXT = 0, 1, 2, 3, 4  # of `used`
DEPTH, BOUND, MOVE = 0, 1, 2  # columns of `table`
EXACT, LEAST, MOST = 0, 1, 2  # what a worth in the table is
WIDTH, STRICT, MARGIN = 0, 1, 2  # dials


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
    """Search the root's moves from used[NEXT] on, so deep, as far as the limit goes.

    Moves that come within a MARGIN of the best have their true worth in `found`, others one that they do not
    reach."""
    best = -2 * WIN
    for i in range(line.used[NEXT]):
        best = max(best, line.found[i])
    while line.used[NEXT] < line.used[MOVES]:
        i = line.used[NEXT]
        line.slots[1] = line.slots[0]
        apply(line.slots[1], line.moves[0, i])
        worth = explore(line, seat, 1, depth - 1, best - dials[MARGIN], 2 * WIN, dials, mind)
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
        line.found[i] = explore(line, seat, 1, depth - 2, SURE, SURE + 1, dials, mind)
        if line.used[STOPPED] != 0 or line.found[i] > SURE:
            return
        line.used[NEXT] += 1


@rule
def explore(line, seat, ply, depth, alpha, beta, dials, mind):
    """What the position in slots[ply] is worth to `seat`, looking so many moves ahead."""
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
    if depth <= 0 or ply >= len(line.moves) - 1 or (depth == 1 and mine and len(mind) == 0):
        return leaf(line, s, seat, mind)

    place = find(line, ply, dials)
    key = line.turn[KEY]
    hint = NONE
    if line.keys[place] == key:
        hint = line.table[place, MOVE]
        worth = from_table(line.worths[place], ply)
        kind = line.table[place, BOUND]
        if line.table[place, DEPTH] >= depth or abs(worth) > SURE:
            exact = kind == EXACT
            if exact or (kind == LEAST and worth >= beta) or (kind == MOST and worth <= alpha):
                return worth

    count = list_moves(line, ply, depth, who, hint, mind)
    low, high = alpha, beta
    best = -2 * WIN if mine else 2 * WIN
    move = NONE
    for i in range(count):
        if i >= dials[WIDTH] and (best if mine else -best) > -SURE:
            break
        action = pick(line, ply, i, count)
        line.slots[ply + 1] = line.slots[ply]
        apply(line.slots[ply + 1], action)
        worth = explore(line, seat, ply + 1, depth - 1, alpha, beta, dials, mind)
        if line.used[STOPPED] != 0:
            return 0.0
        if (worth > best) if mine else (worth < best):
            best = worth
            move = action
        if mine:
            alpha = max(alpha, best)
        else:
            beta = min(beta, best)
        if alpha >= beta:
            line.history[action] += depth * depth
            break
    line.keys[place] = key
    line.worths[place] = to_table(best, ply)
    line.table[place, DEPTH] = depth
    line.table[place, MOVE] = move
    line.table[place, BOUND] = LEAST if best >= high else MOST if best <= low else EXACT
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
