"""Drivers for a batch whose actions come in parts (see contracts/narrow.py).

Of every game `prefix[i, :depths[i]]` are the parts chosen so far; a part that all actions share which are
still possible is not asked for, and when one action is left it is played. What may come next is in
`lists[i, :widths[i]]`, in ascending order, and marked in the mask. Where the game has no menu for a position
`left[i, :counts[i]]` are the actions that may still come of it, and `nexts[i]` their parts that come next;
else `counts[i]` is MENU. Behind the codes, from NARROW on, `lists[i]` says which parts the features show.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

from parlour.rules.contract import FEATURES, apply, legal, observe
from parlour.rules.contracts.narrow import NARROW, NONE, menu, part, whole
from parlour.rules.drivers import Rows, clear_result
from parlour.rules.kit import OVER, UNMARKED, below, inline, rule
from parlour.rules.waiting import BEGIN, PLAY, begin, go_on

MENU = -1
ALL = -1  # in the place of a width: every entry of the mask may be set


class Parts(NamedTuple):
    """What is kept of the parts that were chosen in every game."""

    left: Any
    nexts: Any
    counts: Any
    depths: Any
    prefix: Any


@rule
@inline
def ask(slots, i, parts, rows):
    """A new decision."""
    parts.counts[i] = MENU
    parts.depths[i] = 0
    n = follow(slots[i], i, parts, rows)
    if n == UNMARKED:
        list_all(slots, i, parts)
        n = list_next(i, parts, rows)
    elif n == 0:  # there is one action only: its first part is asked for
        parts.depths[i] = 0
        n = menu(slots[i], parts.prefix[i], 0, rows.lists[i])
    rows.widths[i] = n


@rule
@inline
def follow(s, i, parts, rows):
    """Take parts as long as there is one that may come next. How many may come then, 0 behind the last."""
    n = menu(s, parts.prefix[i], parts.depths[i], rows.lists[i])
    while n == 1:
        take(i, rows.lists[i, 0], parts)
        n = menu(s, parts.prefix[i], parts.depths[i], rows.lists[i])
    return n


@rule
@inline
def take(i, code, parts):
    """One more part is chosen."""
    parts.prefix[i, parts.depths[i]] = code
    parts.depths[i] += 1


@rule
@inline
def list_all(slots, i, parts):
    """Everything legal is left."""
    n = legal(slots[i], parts.left[i])
    for j in range(n):
        parts.nexts[i, j] = part(parts.left[i, j], 0)
    parts.counts[i] = n
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
        take(i, first, parts)
        for j in range(parts.counts[i]):
            parts.nexts[i, j] = part(parts.left[i, j], parts.depths[i])


@rule
@inline
def list_next(i, parts, rows):
    """The parts of what is left that come next, each once and in ascending order, sorted as they come in."""
    row, n = rows.lists[i], 0
    for j in range(parts.counts[i]):
        code = parts.nexts[i, j]
        k = n
        while k > 0 and row[k - 1] > code:
            k -= 1
        if k == 0 or row[k - 1] != code:
            for m in range(n, k, -1):
                row[m] = row[m - 1]
            row[k] = code
            n += 1
    return n


@rule
@inline
def choose(slots, i, code, parts, rows):
    """Take a part; is the action whole then?"""
    take(i, code, parts)
    if parts.counts[i] == MENU:
        rows.widths[i] = follow(slots[i], i, parts, rows)
        return rows.widths[i] == 0
    left, nexts, n = parts.left[i], parts.nexts[i], 0
    for j in range(parts.counts[i]):  # without a branch that nobody could foresee
        left[n] = left[j]
        n += nexts[j] == code
    for j in range(n):
        nexts[j] = part(left[j], parts.depths[i])
    parts.counts[i] = n
    skip_shared(i, parts)
    rows.widths[i] = list_next(i, parts, rows) if n > 1 else 0
    return n == 1


@rule
@inline
def forget(i, rows):
    """Take out of the mask what it held before."""
    if rows.widths[i] == ALL:
        for code in range(NARROW):
            rows.masks[i, code] = 0
    for j in range(rows.widths[i]):
        rows.masks[i, rows.lists[i, j]] = 0


@rule
@inline
def show_parts(slots, i, seat, filler, rows, parts, features):
    """What the seat to act sees, the parts it has chosen, and which may come next."""
    who = rows.actors[i]
    shown = rows.lists[i, NARROW:]
    for j in range(shown[0]):
        features[i, FEATURES + shown[1 + j]] = 0
    shown[0] = 0
    if who >= 0:
        for j in range(rows.widths[i]):
            rows.masks[i, rows.lists[i, j]] = 1
        shown[0] = parts.depths[i]
        for j in range(shown[0]):
            shown[1 + j] = parts.prefix[i, j]
            features[i, FEATURES + shown[1 + j]] = 1
    else:
        who = seat
        rows.widths[i] = ALL
        for code in range(NARROW):
            rows.masks[i, code] = filler
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
    prefix,
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
    parts = Parts(left, nexts, counts, depths, prefix)
    for i in range(len(actors)):
        if which[i] != 0:
            forget(i, rows)
            begin(slots, start, i, learners, dice[i], others[i], rows)
            if actors[i] >= 0:
                ask(slots, i, parts, rows)
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
    prefix,
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
    parts = Parts(left, nexts, counts, depths, prefix)
    for i in range(len(codes)):
        clear_result(i, rows)
        forget(i, rows)
        actors[i] = OVER
        asks = True
        if fates[i] == PLAY:
            if choose(slots, i, codes[i], parts, rows):
                from_menu = parts.counts[i] == MENU
                apply(slots[i], whole(slots[i], parts.prefix[i]) if from_menu else parts.left[i, 0])
                go_on(slots, start, i, learners, again, dice[i], others[i], rows)
            else:
                actors[i] = acted[i]
                asks = False
        elif fates[i] == BEGIN:
            begin(slots, start, i, learners, dice[i], others[i], rows)
        if asks and actors[i] >= 0:
            ask(slots, i, parts, rows)
        show_parts(slots, i, acted[i], filler, rows, parts, features)
    return 0


@rule
def narrow_random(lists, widths, picks, actors, codes):
    """One of the parts that may come next for every game, all alike; 0 where one waits."""
    for i in range(len(codes)):
        codes[i] = lists[i, below(picks[i], widths[i])] if actors[i] >= 0 else 0
