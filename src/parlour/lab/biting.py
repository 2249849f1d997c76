"""How often a house rule bites: random games in which every step is also tried under other house rules.

House rules are fields of the record, so the same position by another rule is the same bytes with another code
in one field. A rule bites in a step where it changes what is legal (LEGAL), or where the same action leads to
another position (HAPPENED). `raw` is the memory of `slots`, byte by byte.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any, NamedTuple

from parlour.lab.counting import PICKS
from parlour.rules.contract import actor, apply, choice, choices, derive, draw, legal, tickets
from parlour.rules.kit import CHANCE, OVER, below, rule, start_stream

LEGAL, HAPPENED, ANY = range(3)
KINDS = 3
NOW, TRIED, NEXT = range(3)  # slots
SLOTS = 3


class Others(NamedTuple):
    """The other house rules: which bytes say each, and which bytes of a position count."""

    offsets: Any
    sizes: Any
    codes: Any
    counts: Any  # 1 for a byte that must be the same, 0 for house rules and what is derived


@rule
def is_same_list(one, n, other, m):
    """Do both hold the same codes? Most are in the same order."""
    if n != m:
        return False
    for i in range(n):
        if one[i] != other[i]:
            found = False
            for j in range(m):
                if other[j] == one[i]:
                    found = True
            if not found:
                return False
    return True


@rule
def is_same_position(raw, counts):
    """Whether two positions agree in every byte that counts, which leaves the house rule's own field out."""
    same = True
    for i in range(len(counts)):
        if counts[i] == 1 and raw[TRIED, i] != raw[NEXT, i]:
            same = False
    return same


@rule
def try_under(slots, raw, others, k, who, action, out, n, room):
    """What rule k changes here: LEGAL, HAPPENED, or -1 for nothing."""
    slots[TRIED] = slots[NOW]
    code = others.codes[k]
    for i in range(others.sizes[k]):
        raw[TRIED, others.offsets[k] + i] = code & 255
        code >>= 8
    derive(slots[TRIED])
    if actor(slots[TRIED]) != who:
        return HAPPENED
    if not is_same_list(out, n, room, legal(slots[TRIED], room)):
        return LEGAL
    apply(slots[TRIED], action)
    return -1 if is_same_position(raw, others.counts) else HAPPENED


@rule
def bite_games(slots, raw, start, games, seed, most, others, out, room, picked, streams, steps, bites):
    """Random games; adds the steps in which each rule bites to bites[game, rule, kind], and all to steps."""
    dice = streams[0]
    picks = streams[1]
    for i in range(len(games)):
        start_stream(dice, seed, games[i])
        start_stream(picks, seed, PICKS + games[i])
        slots[NOW] = start[0]
        who = actor(slots[NOW])
        while who != OVER and steps[i] < most:
            steps[i] += 1
            if who == CHANCE:
                action = draw(slots[NOW], below(dice, tickets(slots[NOW])))
            else:
                action = choice(slots[NOW], below(picks, choices(slots[NOW], picked)), picked)
            n = legal(slots[NOW], out)
            slots[NEXT] = slots[NOW]
            apply(slots[NEXT], action)
            for k in range(len(others.codes)):
                kind = try_under(slots, raw, others, k, who, action, out, n, room)
                if kind >= 0:
                    bites[i, k, kind] += 1
                    bites[i, k, ANY] = 1
            slots[NOW] = slots[NEXT]
            who = actor(slots[NOW])
