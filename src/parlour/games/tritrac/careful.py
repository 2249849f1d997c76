"""How a careful player looks at a position of Tri-Trac: how far each side is from a track, and who is to act.

A track belongs to nobody until somebody completes it, so to come within a tile of one is to offer it to the
opponent, unless he is barred: a tile of one's own, or the neutral one while one holds it alone, lies on a
missing cell the wrong way round, and only its holder can turn it. Such a private track is a threat. All
tracks that the board allows (catalogue.py) are looked at, each as rows of cells.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.contracts.careful import Consideration
from parlour.rules.kit import inline, rule
from parlour.text import say

from .catalogue import tracks
from .record import OWN_OR_NEUTRAL, TILES
from .rows import count

CONSIDERATIONS = (
    Consideration("complete", say("a track to complete in this turn"), 8.0, plain=True),
    Consideration("threat", say("a threat that the opponent must answer"), 1.1),
    Consideration("unstoppable", say("threats that no single turn can stop"), 4.5),
    Consideration("shared_two", say("not having to act where two tiles are missing"), 0.6),
    Consideration("offered_two", say("leaving it to the opponent to act where two tiles are missing"), 0.25),
    Consideration("private_two", say("the turn, with two tiles missing from a track of one's own"), 1.6),
    Consideration("building_two", say("coming within two tiles of a track of one's own"), 0.75),
    Consideration("near", say("tracks that are nearly there"), 0.3),
    Consideration("private", say("tracks that only you can complete"), 3.7),
    Consideration("ways", say("tracks that can still be completed"), 0.2),
    Consideration("placed", say("tiles brought into play"), 0.44, plain=True),
)
(
    COMPLETE,
    THREAT,
    UNSTOPPABLE,
    SHARED_TWO,
    OFFERED_TWO,
    PRIVATE_TWO,
    BUILDING_TWO,
    NEAR,
    PRIVATE,
    WAYS,
    PLACED,
) = range(len(CONSIDERATIONS))
TERMS = len(CONSIDERATIONS)
SCALE = 2.0

MOST_TRACKS = 512  # the shortest, on boards that allow more
_TRACKS = tracks()[:MOST_TRACKS]
# NEEDS[track, side]: the cells where the track needs a tile with its plain side there.
NEEDS = np.array(
    [[sum(1 << p // 3 for p in t.places if p % 3 == side) for side in range(3)] for t in _TRACKS], np.int64
).reshape(-1, 3)
CLOSENESS = 3.0 ** -np.arange(64)  # what a track counts for that lacks so many tiles


@rule
@inline
def missing_from(s, track, fixed, counted):
    """The cells where this track lacks a tile, -1 when one of the fixed tiles lies in its way."""
    n0, n1, n2 = NEEDS[track, 0], NEEDS[track, 1], NEEDS[track, 2]
    there = (s.plain[0] & n0 | s.plain[1] & n1 | s.plain[2] & n2) & counted
    missing = (n0 | n1 | n2) & ~there
    return -1 if missing & fixed != 0 else missing


@rule
def consider(s, seat, out):
    """Writes what speaks for this seat, term by term; the weights are found by play."""
    for i in range(TERMS):
        out[i] = 0.0
    other = 1 - seat
    fixed = np.int64(s.own[other])
    counted = ~np.int64(0)
    if s.track_colours == OWN_OR_NEUTRAL:
        counted = ~fixed
    private = np.int64(s.own[seat])  # tiles that the opponent cannot touch
    theirs = np.int64(s.own[other])  # tiles that he can
    usable = np.int64(s.own[seat])  # tiles on the board that this seat can bring elsewhere
    if s.neutral >= 0:
        neutral = 1 << np.int64(s.neutral)
        if s.lock == other + 1:
            fixed |= neutral
        else:
            usable |= neutral
        if s.lock == seat + 1:
            private |= neutral
        else:
            theirs |= neutral
    shared_least, private_least = 99, 99
    ways = 0
    near, own_near = 0.0, 0.0
    parries = ~np.int64(0)  # tiles with which the opponent stops every threat
    for track in range(len(NEEDS)):
        missing = missing_from(s, track, fixed, counted)
        if missing < 0:
            continue
        n = count(missing)
        cells = NEEDS[track, 0] | NEEDS[track, 1] | NEEDS[track, 2]
        if n > s.hand[seat] + count(usable & (missing | ~cells)):
            continue  # there are not enough tiles for it
        ways += 1
        if missing & private != 0:
            private_least = min(private_least, n)
            own_near += CLOSENESS[n]
            if n == 1:
                parries &= cells & theirs
        else:
            shared_least = min(shared_least, n)
            near += CLOSENESS[n]
    out[WAYS] = ways / len(NEEDS)
    out[NEAR] = near
    out[PRIVATE] = own_near
    if s.turn == seat:
        out[COMPLETE] = 1.0 if min(shared_least, private_least) == 1 else 0.0
        out[SHARED_TWO] = -1.0 if shared_least == 2 else 0.0
        out[PRIVATE_TWO] = 1.0 if private_least == 2 else 0.0
    else:
        out[THREAT] = 1.0 if private_least == 1 else 0.0
        out[UNSTOPPABLE] = 1.0 if private_least == 1 and parries == 0 else 0.0
        out[OFFERED_TWO] = 1.0 if shared_least == 2 else 0.0
        out[BUILDING_TWO] = 1.0 if private_least == 2 else 0.0
    out[PLACED] = 1.0 - s.hand[seat] / TILES[s.tiles_per_player]
