"""A tree grown by simulations, with chance in it, for any number of seats and with secrets.

A node is what the seat that decides there can see: the bytes that `hide` leaves of the position. So sealed
bids are met by one and the same decision whatever the others have bid, a hidden card makes no difference to
whoever cannot see it, and ways that lead to the same position share what is known about it. Chance has no
nodes: its outcomes are drawn on the way, those that follow one action evenly spread over their tickets.

Every simulation starts in a world that fits the view (`guess`), goes down by the best of PUCT (each seat for
its own side: max^n), adds one node, and hands the chances found there up its way. When a node is made, what
follows each of its actions is looked at, and the best of that is what the node is worth. Without a judgement
(`mind` is empty) a random game to the end tells it.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.drivers import evaluate
from parlour.rules.contract import (
    CHAIRS,
    actor,
    apply,
    choice,
    choices,
    draw,
    guess,
    hide,
    payoff,
    side,
    tickets,
)
from parlour.rules.contracts.careful import sensible
from parlour.rules.drivers import playout
from parlour.rules.kit import CHANCE, GOLDEN, MASK64, NOBODY, OVER, below, rule, start_stream

# Columns of `nodes`, `edges` and `path`; places in `used`
FIRST, EDGES, VISITS = 0, 1, 2
ACTION, TIMES = 0, 1
NODE, EDGE = 0, 1
NODES_USED, EDGES_USED, SIMULATIONS, DEEPEST = 0, 1, 2, 3
WORD, KEY, SALT = 0, 1, 2

# Dials of a search
EXPLORE = 0  # how strongly it is drawn to what was tried little
TRUST = 1  # the difference in chances that makes one action e times as promising as another
LOOK = 2  # the most actions that are looked at when a node is made
WIDTH = 3  # the most of them that are kept
NARROW = 4  # how many of these are tried at first, and WIDEN times the square root of the visits more
WIDEN = 5
DIALS = 6


class Tree(NamedTuple):
    """Room for a tree and for a simulation, all made beforehand: compiled code allocates nothing."""

    slots: Any  # the position of a simulation, and one to try actions in
    seen: Any  # what a seat sees of it,
    words: Any  # and the same as 64-bit words
    keys: Any  # a hash table: of what is seen ...
    homes: Any  # ... to the number of its node
    nodes: Any  # FIRST edge, how many EDGES, VISITS
    edges: Any  # ACTION, TIMES it was tried; the most promising first
    sums: Any  # by edge, the chances of all chairs added up
    priors: Any  # by edge, how promising it looked at first
    used: Any
    path: Any  # the nodes and edges of a simulation
    out: Any
    rng: Any
    turn: Any  # a word to reckon with, the KEY of what is seen, the SALT of this tree
    values: Any  # the chances found by a simulation
    best: Any
    scratch: Any
    tally: Any


@rule
def grow(tree, start, seat, first, count, seed, dials, mind):
    """Simulations first .. first+count-1 for this seat, whose view is start[0]."""
    for number in range(first, first + count):
        start_stream(tree.rng, seed, number)
        tree.slots[0] = start[0]
        guess(tree.slots[0], seat, tree.rng)
        depth = go_down(tree, dials, mind)
        for step in range(depth):
            tree.nodes[tree.path[step, NODE], VISITS] += 1
            edge = tree.path[step, EDGE]
            tree.edges[edge, TIMES] += 1
            for chair in range(CHAIRS):
                tree.sums[edge, chair] += tree.values[chair]
        tree.used[SIMULATIONS] += 1
        tree.used[DEEPEST] = max(tree.used[DEEPEST], depth)


@rule
def go_down(tree, dials, mind):
    """From slots[0] to a position that is new to the tree, and what that is worth into `values`.

    How many steps it took; `path` has them."""
    s = tree.slots[0]
    for depth in range(len(tree.path)):
        who = actor(s)
        if who == OVER:
            judge(tree, mind)
            return depth
        place = look_up(tree, who)
        if tree.keys[place] == 0:
            known = has_nodes_left(tree, dials)
            if known:
                tree.keys[place] = tree.turn[KEY]
                tree.homes[place] = add_node(tree, who, dials, mind)
            if not known or len(mind) == 0:
                judge(tree, mind)
            return depth
        node = tree.homes[place]
        edge = select(tree, node, who, dials)
        tree.path[depth, NODE] = node
        tree.path[depth, EDGE] = edge
        apply(s, np.int64(tree.edges[edge, ACTION]))  # rules are compiled for whole words only, once
        roll_on(tree, s, edge)
    judge(tree, mind)
    return len(tree.path)


@rule
def find_root(tree, start):
    """The node of the position in start[0]; NOBODY where the tree has none."""
    tree.slots[0] = start[0]
    place = look_up(tree, actor(tree.slots[0]))
    return np.int64(tree.homes[place]) if tree.keys[place] != 0 else np.int64(NOBODY)


@rule
def has_nodes_left(tree, dials):
    """Whether the tree can grow by one more node and all its edges."""
    nodes_left = tree.used[NODES_USED] < len(tree.nodes)
    return nodes_left and tree.used[EDGES_USED] + dials[WIDTH] <= len(tree.edges)


@rule
def judge(tree, mind):
    """The chances in slots[0], which may be played on: by judgement, or by a random game to the end."""
    s = tree.slots[0]
    if len(mind) > 0:
        evaluate(s, tree.values, tree.scratch, mind)
        return
    playout(s, tree.out, tree.rng, tree.tally)
    for chair in range(CHAIRS):
        tree.values[chair] = payoff(s, chair) if side(s, chair) != NOBODY else 0.0


@rule
def look_up(tree, who):
    """Where in the table the node is, or would be, of what `who` sees of slots[0]. turn[KEY] is its key."""
    tree.seen[0] = tree.slots[0]
    hide(tree.seen[0], who)
    tree.turn[KEY] = who + 1
    digest(tree.words, tree.turn)
    place = np.int64(int(tree.turn[KEY]) >> 20) & len(tree.keys) - 1
    while tree.keys[place] != 0 and tree.keys[place] != tree.turn[KEY]:
        place = place + 1 & len(tree.keys) - 1
    return place


@rule
def digest(words, turn):
    """Mix these words into turn[KEY], which is never 0 then: that means empty."""
    for i in range(len(words)):
        z = (int(turn[KEY]) ^ int(words[i])) * 0xD6E8FEB86659FD93 & MASK64
        turn[KEY] = z ^ z >> 32
    if turn[KEY] == 0:
        turn[KEY] = 1


@rule
def add_node(tree, who, dials, mind):
    """A node for `who`, who decides in slots[0], with its actions; its number.

    With a judgement, the chances after each action order them, and `values` are those after the best."""
    node = tree.used[NODES_USED]
    first = tree.used[EDGES_USED]
    thought_of = sensible(tree.slots[0], tree.out)
    legal = choices(tree.slots[0], tree.out) if thought_of < 0 else thought_of
    looks = min(legal, int(dials[LOOK]))
    width = min(legal, int(dials[WIDTH]))
    shift = below(tree.rng, legal)
    kept = 0
    for i in range(looks):
        # Of more than there is time for, some that lie evenly; without a judgement begin anywhere.
        k = i if looks == legal else i * legal // looks
        if len(mind) == 0 or looks < legal:
            k = (k + shift) % legal
        action = choice(tree.slots[0], k, tree.out) if thought_of < 0 else tree.out[k]
        if len(mind) == 0:
            if kept < width:
                tree.edges[first + kept, ACTION] = action
                tree.edges[first + kept, TIMES] = 0
                tree.priors[first + kept] = 1.0 / width
                kept += 1
            continue
        tree.slots[1] = tree.slots[0]
        apply(tree.slots[1], action)
        evaluate(tree.slots[1], tree.best, tree.scratch, mind)
        kept = insert(tree, first, kept, width, action, who)
    if len(mind) > 0:
        for chair in range(CHAIRS):
            tree.values[chair] = tree.sums[first, chair]
        weigh_priors(tree, first, kept, who, dials)
    tree.nodes[node, FIRST] = first
    tree.nodes[node, EDGES] = kept
    tree.nodes[node, VISITS] = 0
    tree.used[NODES_USED] = node + 1
    tree.used[EDGES_USED] = first + kept
    return node


@rule
def insert(tree, first, kept, width, action, who):
    """Put an action where it belongs among those kept so far, the best for `who` first; how many are kept.

    What it looks like counts as one trial of it."""
    if kept == width and tree.best[who] <= tree.sums[first + kept - 1, who]:
        return kept
    at = first + min(kept, width - 1)
    while at > first and tree.best[who] > tree.sums[at - 1, who]:
        tree.edges[at, ACTION] = tree.edges[at - 1, ACTION]
        for chair in range(CHAIRS):
            tree.sums[at, chair] = tree.sums[at - 1, chair]
        at -= 1
    tree.edges[at, ACTION] = action
    for chair in range(CHAIRS):
        tree.sums[at, chair] = tree.best[chair]
    tree.edges[first + min(kept, width - 1), TIMES] = 1
    return min(kept + 1, width)


@rule
def weigh_priors(tree, first, kept, who, dials):
    """Odds of the actions of a node, by what they are worth at first sight to whoever acts."""
    total = 0.0
    for edge in range(first, first + kept):
        prior = math.exp((tree.sums[edge, who] - tree.sums[first, who]) / dials[TRUST])
        tree.priors[edge] = prior
        total += prior
    for edge in range(first, first + kept):
        tree.priors[edge] = tree.priors[edge] / total


@rule
def select(tree, node, who, dials):
    """The edge to go down by: good so far for `who`, promising, or tried little."""
    first = tree.nodes[node, FIRST]
    visits = tree.nodes[node, VISITS]
    open_to = int(dials[NARROW] + dials[WIDEN] * math.sqrt(visits))
    push = dials[EXPLORE] * math.sqrt(visits + 1)
    best = first
    best_worth = -1.0
    for edge in range(first, first + min(tree.nodes[node, EDGES], open_to)):
        times = tree.edges[edge, TIMES]
        if times == 0:
            return edge
        worth = tree.sums[edge, who] / times + push * tree.priors[edge] / (1 + times)
        if worth > best_worth:
            best_worth = worth
            best = edge
    return best


@rule
def roll_on(tree, s, edge):
    """Let chance have its way until somebody decides. What follows an edge first is drawn by a sequence of
    its own that comes near every outcome as often as its odds want, the rest at random."""
    if actor(s) != CHANCE:
        return
    tree.turn[WORD] = (int(edge) * 0xD1342543DE82EF95 + int(tree.edges[edge, TIMES]) * GOLDEN) & MASK64
    z = (int(tree.turn[WORD]) + int(tree.turn[SALT])) & MASK64
    apply(s, draw(s, np.int64(z >> 33) * tickets(s) >> 31))
    while actor(s) == CHANCE:
        apply(s, draw(s, below(tree.rng, tickets(s))))
