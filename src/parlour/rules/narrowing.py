"""Drivers for a batch whose actions come in parts (see contracts/narrow.py).

Of every game `left[i, :counts[i]]` are the actions that the parts chosen so far may still lead to, `nexts[i]`
their parts that come next, `depths[i]` how many are chosen, and `chosen[i]` marks these. A part that all of
them share is not asked for. When one action is left it is played.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

from parlour.rules.contract import FEATURES, apply, legal, observe
from parlour.rules.contracts.narrow import NARROW, NONE, part
from parlour.rules.drivers import Rows, clear_result
from parlour.rules.kit import OVER, below, inline, rule
from parlour.rules.waiting import BEGIN, PLAY, begin, go_on


class Parts(NamedTuple):
    """What is kept of the parts that were chosen in every game."""

    left: Any
    nexts: Any
    counts: Any
    depths: Any
    chosen: Any


@rule
@inline
def ask(slots, i, parts):
    """A new decision: everything legal is left."""
    left, nexts = parts.left[i], parts.nexts[i]
    n = legal(slots[i], left)
    for j in range(n):
        nexts[j] = part(left[j], 0)
    parts.counts[i] = n
    parts.depths[i] = 0
    for code in range(NARROW):
        parts.chosen[i, code] = 0
    skip_shared(i, parts)


@rule
@inline
def skip_shared(i, parts):
    """Take the parts that all actions which are left have in common, while there are several."""
    while parts.counts[i] > 1:
        first = parts.nexts[i, 0]
        if first == NONE:
            return
        for j in range(1, parts.counts[i]):
            if parts.nexts[i, j] != first:
                return
        parts.chosen[i, first] = 1
        parts.depths[i] += 1
        for j in range(parts.counts[i]):
            parts.nexts[i, j] = part(parts.left[i, j], parts.depths[i])


@rule
@inline
def choose(i, code, parts):
    """Keep what has this part; is one action left?"""
    left, nexts = parts.left[i], parts.nexts[i]
    depth, n = parts.depths[i] + 1, 0
    for j in range(parts.counts[i]):  # without a branch that nobody could foresee
        left[n] = left[j]
        n += nexts[j] == code
    for j in range(n):
        nexts[j] = part(left[j], depth)
    parts.counts[i] = n
    parts.depths[i] = depth
    parts.chosen[i, code] = 1
    skip_shared(i, parts)
    return n == 1


@rule
@inline
def show_parts(slots, i, seat, filler, rows, parts, features):
    """What the seat to act sees, the parts it has chosen, and which may come next."""
    who = rows.actors[i]
    for code in range(NARROW):
        rows.masks[i, code] = filler if who < 0 else 0
        features[i, FEATURES + code] = parts.chosen[i, code] if who >= 0 else 0
    if who < 0:
        who = seat
    else:
        for j in range(parts.counts[i]):
            rows.masks[i, parts.nexts[i, j]] = 1
    if who >= 0:
        observe(slots[i], who, features[i])


@rule
def narrow_begin(
    slots,
    start,
    which,
    learners,
    dice,
    others,
    left,
    nexts,
    counts,
    depths,
    chosen,
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
    parts = Parts(left, nexts, counts, depths, chosen)
    for i in range(len(actors)):
        if which[i] != 0:
            begin(slots, start, i, learners, dice[i], others[i], rows)
            if actors[i] >= 0:
                ask(slots, i, parts)
            show_parts(slots, i, OVER, 0, rows, parts, features)


@rule
def narrow_step(
    slots,
    start,
    codes,
    fates,
    acted,
    learners,
    again,
    filler,
    dice,
    others,
    left,
    nexts,
    counts,
    depths,
    chosen,
    out,
    masks,
    lists,
    widths,
    actors,
    shares,
    done,
    features,
):
    """`waiting_step` by parts: where the part leaves one action, that is played."""
    rows = Rows(out, masks, lists, widths, actors, shares, done)
    parts = Parts(left, nexts, counts, depths, chosen)
    for i in range(len(codes)):
        clear_result(i, rows)
        actors[i] = OVER
        if fates[i] == PLAY:
            if choose(i, codes[i], parts):
                apply(slots[i], parts.left[i, 0])
                go_on(slots, start, i, learners, again, dice[i], others[i], rows)
                if actors[i] >= 0:
                    ask(slots, i, parts)
            else:
                actors[i] = acted[i]
        elif fates[i] == BEGIN:
            begin(slots, start, i, learners, dice[i], others[i], rows)
            if actors[i] >= 0:
                ask(slots, i, parts)
        show_parts(slots, i, acted[i], filler, rows, parts, features)
    return 0


@rule
def narrow_random(masks, picks, actors, codes):
    """One of the parts that may come next for every game, all alike; 0 where one waits."""
    for i in range(len(codes)):
        codes[i] = 0
        if actors[i] >= 0:
            n = 0
            for code in range(NARROW):
                n += masks[i, code]
            k = below(picks[i], n)
            for code in range(NARROW):
                if masks[i, code] != 0:
                    if k == 0:
                        codes[i] = code
                    k -= 1
