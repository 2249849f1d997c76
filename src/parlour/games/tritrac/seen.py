"""What is seen of a game: features for learners, tallies for statistics, and the board laid on itself."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import NOBODY, rule

from .layout import CELL_NAMES, CELLS, HAND, IMAGE, NOWHERE, PLACES, SIDES
from .moving import set_down
from .record import (
    CHAIRS,
    LOOKBACK,
    NEUTRAL,
    PLAY,
    TILES,
    WON,
    cell_of,
    has,
    kind_at,
    place_of,
    side_at,
    side_of,
    source_of,
)
from .trail import derive, kept_turns, lay_out, left_place, lock_before, taken_place, times_stood, turn_code
from .turns import phase_after

# ---------------------------------------------------------------- features

FEATURE_NAMES = (
    *(
        f"{cell}.{whose}.{side}"
        for cell in CELL_NAMES
        for whose in ("own", "theirs", "neutral")
        for side in SIDES
    ),
    *(f"{who}.{what}" for who in ("own", "next") for what in ("turn", "hand", "neutral_alone")),
    *("quiet", "stood_before", "ply_0", "ply_1", "ply_2"),
)
FEATURES = len(FEATURE_NAMES)


@rule
def observe(s, seat, out):
    """For each cell nine numbers, 1 for the tile that is there: this seat's, the opponent's or the neutral
    one, each with its three plain sides. Then for this seat and for the opponent: 1 if on turn, the tiles
    in hand as a share of all, 1 if the neutral tile is his alone. Then the turns since the last
    placement, out of the most that the trail holds; how often the position has stood before, out of
    three times; and 1 for each of the first three turns, whose rules differ."""
    for i in range(9 * CELLS):
        out[i] = 0.0
    for cell in range(CELLS):
        kind = kind_at(s, cell)
        if kind != NOBODY:
            whose = 2 if kind == NEUTRAL else 0 if kind == seat else 1
            out[9 * cell + 3 * whose + side_at(s, cell)] = 1.0
    n = 9 * CELLS
    for step in range(CHAIRS):
        other = (seat + step) % CHAIRS
        out[n] = 1.0 if s.turn == other else 0.0
        out[n + 1] = s.hand[other] / TILES[s.tiles_per_player]
        out[n + 2] = 1.0 if s.lock == other + 1 else 0.0
        n += 3
    out[n] = kept_turns(s) / LOOKBACK
    out[n + 1] = min(times_stood(s) - 1, 3) / 3
    for ply in range(3):
        out[n + 2 + ply] = 1.0 if s.ply == ply else 0.0


# ---------------------------------------------------------------- tallies

TALLIES = (
    "placements",
    "moves",
    "turned tiles",
    "uses of the neutral tile",
    "wins",
    "draws by repetition",
    "draws without a placement",
    "draws by length",
    "draws for want of a move",
    "draws by seals",
)


@rule
def tally(s, action, out):
    """Counts placements, moves and turns of tiles, also of the neutral one, and what they lead to."""
    if s.phase == PLAY:
        source = source_of(action)
        if source == HAND:
            out[0] += 1
        elif source != cell_of(place_of(action)):
            out[1] += 1
        else:
            out[2] += 1
        if source == s.neutral:
            out[3] += 1
        after = phase_after(s, action)
        if after != PLAY:
            out[4 + after - WON] += 1


# ---------------------------------------------------------------- symmetries (TRI-GEO-6)


@rule
def lay_over(s, symmetry):
    """Turn a position into its image, in place. Colours are not exchanged."""
    orange, yellow, neutral, b, f = s.own[0], s.own[1], s.neutral, s.plain[1], s.plain[2]
    lay_out(s, 0, 0, 0, 0, 0, NOWHERE)
    for cell in range(CELLS):
        side = 1 if has(b, cell) else 2 if has(f, cell) else 0
        place = IMAGE[symmetry, 3 * cell + side]
        if has(orange, cell):
            set_down(s, 0, place)
        elif has(yellow, cell):
            set_down(s, 1, place)
        elif cell == neutral:
            set_down(s, NEUTRAL, place)
    for i in range(kept_turns(s)):
        turn = s.trail[i]
        s.trail[i] = turn_code(
            lock_before(turn), IMAGE[symmetry, left_place(turn)], IMAGE[symmetry, taken_place(turn)]
        )
    derive(s)


@rule
def image_of(action, symmetry):
    """What an action is when the board is laid on itself."""
    source = source_of(action)
    place = IMAGE[symmetry, place_of(action)]
    return PLACES * (HAND if source == HAND else cell_of(IMAGE[symmetry, 3 * source])) + place


@rule
def feature_image(feature, symmetry):
    """Where a feature is found when the board is laid on itself; for all but the tiles, where it was."""
    if feature >= 9 * CELLS:
        return feature
    cell, rest = feature // 9, feature % 9
    place = IMAGE[symmetry, 3 * cell + rest % 3]
    return 9 * cell_of(place) + 3 * (rest // 3) + side_of(place)
