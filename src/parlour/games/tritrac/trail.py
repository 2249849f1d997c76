"""The trail: which positions have stood before, since the last placement.

Placements cannot be undone, so what stood before the last one cannot come again (TRI-Q-21). Since then each
turn is kept as one number:

    turn = (WAYS * lock + left) * WAYS + taken      lock: before it; left, taken: the places, numbered by WAY

The last turn is 1 back. From the tiles that lie now, one turn after the other can be taken back, to see what
stood then. The hash and the tags, by which fast.py and bots tell positions apart at a glance, are derived
here.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import GOLDEN, MASK64, NOBODY, inline, rule

from .layout import CELLS, PLACE_OF_WAY, PLACES, WAY, WAYS
from .moving import lift, set_down
from .record import LOOKBACK, NEUTRAL, cell_of, kind_at, side_at

# ---------------------------------------------------------------- turns as numbers


@rule
@inline
def turn_code(lock, left, taken):
    """A turn as the trail keeps it: the lock before it, the place a tile left, the one it took."""
    return (lock * WAYS + WAY[left]) * WAYS + WAY[taken]


@rule
def lock_before(turn):
    """Who alone might handle the neutral tile before a turn of the trail, or FREE."""
    return turn // (WAYS * WAYS)


@rule
def left_place(turn):
    """The place that the turn left."""
    return int(PLACE_OF_WAY[turn // WAYS % WAYS])


@rule
def taken_place(turn):
    """The place that the turn took."""
    return int(PLACE_OF_WAY[turn % WAYS])


# ---------------------------------------------------------------- keeping and taking back


@rule
@inline
def log_turn(s, left, taken):
    """One more turn without a placement."""
    s.trail[s.quiet % LOOKBACK] = turn_code(s.lock, left, taken)
    s.quiet += 1


@rule
def forget_trail(s):
    """A placement, or a new game: nothing that stood before can come again. (TRI-Q-21)"""
    for i in range(LOOKBACK):
        s.trail[i] = 0
    s.quiet = 0


@rule
def kept_turns(s):
    """How many turns the trail holds."""
    return min(s.quiet, LOOKBACK)


@rule
def turn_back(s, back):
    """The turn that was made so many turns ago."""
    return s.trail[(s.quiet - back) % LOOKBACK]


@rule
def mover_back(s, back):
    """Who made it."""
    return (s.first + s.ply - back) % 2


@rule
def take_back(s, turn):
    """Let the tile that was handled lie as it did before. Returns whose it is."""
    kind = kind_at(s, cell_of(taken_place(turn)))
    if kind == NOBODY:
        return NEUTRAL  # a trail that somebody made up: position.py says so
    lift(s, kind, taken_place(turn))
    set_down(s, kind, left_place(turn))
    return kind


@rule
def times_stood(s):
    """How often the present position has stood on the board, this time included: the same tiles turned the
    same way, the same player to move, the same bar on the neutral tile. (TRI-Q-21)"""
    h, b, f, orange, yellow, neutral = s.plain[0], s.plain[1], s.plain[2], s.own[0], s.own[1], s.neutral
    times = 1
    for back in range(1, kept_turns(s) + 1):
        turn = turn_back(s, back)
        take_back(s, turn)
        if mover_back(s, back) == s.turn and lock_before(turn) == s.lock:
            if s.plain[0] == h and s.plain[1] == b and s.plain[2] == f:
                if s.own[0] == orange and s.own[1] == yellow:
                    times += 1
    lay_out(s, h, b, f, orange, yellow, neutral)
    return times


@rule
def lay_out(s, h, b, f, orange, yellow, neutral):
    """Let the tiles lie so: these sets by plain side, and by whose they are."""
    s.plain[0], s.plain[1], s.plain[2] = h, b, f
    s.own[0], s.own[1], s.neutral = orange, yellow, neutral


# ---------------------------------------------------------------- hash and tags


def _keys(count: int) -> list[int]:
    """Random numbers of 64 bits, always the same (SplitMix64)."""
    keys = []
    for i in range(1, count + 1):
        z = (i * GOLDEN) & MASK64
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK64
        z ^= z >> 31
        keys.append(z - (1 << 64) if z >> 63 else z)
    return keys


KEY = np.array(_keys(3 * PLACES), np.int64).reshape(3, PLACES)  # [kind, place]
# Positions that differ in turn or lock alone have different tags: these keys are small numbers.
TURN_KEY = 4
LOCK_KEY = np.array([0, 1, 2], np.int64)
TAG = 0xFFFF  # the bits of the hash that `tags` keeps


@rule
def derive(s):
    """The hash of the position, and the tags of those that stood before the turns of the trail."""
    h, b, f, orange, yellow, neutral = s.plain[0], s.plain[1], s.plain[2], s.own[0], s.own[1], s.neutral
    tiles = hash_of_tiles(s)
    s.hash = tiles ^ hash_of_turn(s.turn, s.lock)
    for i in range(LOOKBACK):
        s.tags[i] = 0
    for back in range(1, kept_turns(s) + 1):
        turn = turn_back(s, back)
        kind = take_back(s, turn)
        tiles ^= KEY[kind, taken_place(turn)] ^ KEY[kind, left_place(turn)]
        before = tiles ^ hash_of_turn(mover_back(s, back), lock_before(turn))
        s.tags[(s.quiet - back) % LOOKBACK] = before & TAG
    lay_out(s, h, b, f, orange, yellow, neutral)


@rule
def hash_of_tiles(s):
    """A number for what lies where, the same however it came to lie there."""
    value = 0
    for cell in range(CELLS):
        kind = kind_at(s, cell)
        if kind != NOBODY:
            value ^= KEY[kind, 3 * cell + side_at(s, cell)]
    return value


@rule
def hash_of_turn(turn, lock):
    """Whose turn it is, and who may handle the neutral tile."""
    return TURN_KEY * turn ^ LOCK_KEY[lock]
