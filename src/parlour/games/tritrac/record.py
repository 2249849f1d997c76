r"""Tri-Trac, by the leaflet of 1980, for two players, on a board read by layout.py: what is written down.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file (TRI-Q-...); OPTIONS
lists the house rules that change one. Chair 0 plays orange, chair 1 yellow; P1 is whoever begins (TRI-Q-20).

The usual board, without tiles; * is a space of the centre, D a dark and L a light arrow:

                      D0▼
                   ____________________
                  /\        /\        /\
                 /  \ a4d  /  \ b4d  /  \
                /    \    /    \    /    \                    The sides of a cell that points up
               / a4u  \  / b4u  \  / c4u  \    L1▼            and of one that points down:
              /________\/________\/________\__________
             /\        /\        /\        /\        /              /\         ____H____
            /  \ a3d  /  \ b3d  /  \ c3d  /  \ d3d  /              /  \        \       /
           /    \    / *  \ *  / *  \    /    \    /            F /    \ B    B \     / F
          / a3u  \  / b3u  \  / c3u  \  / d3u  \  /              /      \        \   /
         /________\/________\/________\/________\/              /___H____\        \_/
        /\        /\        /\        /\        /
       /  \ a2d  /  \ b2d  /  \ c2d  /  \ d2d  /              A side that two cells share has the
      /    \    /    \ *  / *  \ *  /    \    /               same letter in both. Oc2d/H is an
     / a2u  \  / b2u  \  / c2u  \  / d2u  \  /                orange tile on c2d whose plain side
    /________\/________\/________\/________\/                 is H: its track joins B and F.
       L0▲    \        /\        /\        /
               \ b1d  /  \ c1d  /  \ d1d  /
                \    /    \    /    \    /
                 \  / c1u  \  / d1u  \  /
                  \/________\/________\/
                                D1▲

Encodings
    cell       a space, by its place in the board's list of cells.
    side       0..2 for H, B, F. Where a track enters by one side and the plain side is known, it leaves by
               the third: the three numbers sum to 3.
    place      a tile on this cell with its plain side there.

                   place  = 3 * cell + side
                   action = PLACES * source + place      source: the cell that the tile comes from, or HAND

    action     from the hand (source HAND): the tile is placed. From the cell it goes to: it is turned. From
               any other: it is moved. When lots are drawn for the first turn: the seat that begins.
    sets       of cells are numbers, one bit for each cell (see `has`): `plain[side]` all tiles with their
               plain side there, `own[seat]` a player's tiles. `neutral` is the cell of the tile that is
               nobody's.
    trail      the moves and turns since the last placement, each as a number (see trail.py), the oldest
               first; after LOOKBACK of them from the front again.
    lock       FREE, or 1 + the seat that alone may handle the neutral tile.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np

from parlour.rules.kit import NOBODY, Option, flag, inline, number, rule

from .layout import CELLS, PLACES, WAYS

# ---------------------------------------------------------------- actions, phases, reasons

ACTIONS = PLACES * (CELLS + 1)

# Phases: lots are drawn, somebody is to act, the game is won by `turn`, or it is drawn in one of five ways.
LOTS, PLAY, WON = 0, 1, 2
REPEATED, QUIET, LONG, STUCK, SEALED = 3, 4, 5, 6, 7

FREE = 0  # `lock`: both may handle the neutral tile

# What refuses an action: a reason, plus PLACE times the side of the tile that would meet a rib.
PLACE = 256
GAME_OVER, LOTS_FIRST, NOT_YOUR_TURN, NO_SUCH_ACTION = 1, 2, 3, 4
NEUTRAL_FIRST, NOT_CENTRE, MUST_PLACE, SECOND_TURN = 5, 6, 7, 8
HAND_EMPTY, NO_TILE, THEIRS, BARRED = 9, 10, 11, 12
OCCUPIED, OFF_BOARD, NO_BLOCK, NULL, TURNED = 13, 14, 15, 16, 17

# ---------------------------------------------------------------- house rules

SEATS = (2,)
CHAIRS = 2  # TRI-OBJ-1
OPTIONS: tuple[Option, ...] = (
    Option("tiles_per_player", ("7", "5", "6"), "TRI-Q-02"),
    Option("track_colours", ("any", "own_or_neutral"), "TRI-Q-03"),
    flag("allow_null", "TRI-Q-07"),
    flag("move_keeps_orientation", "TRI-Q-08"),
    Option("neutral_lock", ("holder", "one_turn"), "TRI-Q-14"),
    Option("stalemate", ("draw", "loss"), "TRI-Q-18"),
    Option("first_player", ("agreed", "random"), "TRI-Q-20"),
    Option("p1_colour", ("orange", "yellow"), "TRI-Q-20"),
    Option("repetition", ("3", "2", "4", "never"), "TRI-Q-21"),
    Option("quiet_plies", ("100", "50", "200", "never"), "TRI-Q-21"),
    number("max_plies", "TRI-Q-21", most=1600),
    flag("adjudicate_sealed", "TRI-Q-22"),
)
AGREED_DRAW = True  # people at a table may agree on a draw; it is no action (TRI-Q-21)
TILES = np.array([int(choice) for choice in OPTIONS[0].choices], np.int64)  # by the option's code
OWN_OR_NEUTRAL = 1  # track_colours
ONE_TURN = 1  # neutral_lock
LOSS = 1  # stalemate
RANDOM = 1  # first_player
LONGEST = 1600  # turns after which any game is drawn, more than the usual limits allow (TRI-Q-21)
NEVER = LONGEST + 1
TIMES = np.array([3, 2, 4, NEVER], np.int64)  # repetition: the occurrence of a position that draws
STRETCH = np.array([100, 50, 200, NEVER], np.int64)  # quiet_plies
LOOKBACK = 100  # turns that `trail` holds: positions further back are not compared (TRI-Q-21)

MAX_ACTIONS = (int(TILES.max()) + 2) * WAYS  # every tile, and one from the hand, in every way

# ---------------------------------------------------------------- the record

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hash", "i8"),  # derived: tiles, turn and lock (see trail.py)
                ("plain", "i8", (3,)),  # the cells whose tile has its plain side there
                ("own", "i8", (CHAIRS,)),  # the cells of each player's tiles
                ("trail", "u2", (LOOKBACK,)),  # turns since the last placement (see trail.py)
                ("tags", "u2", (LOOKBACK,)),  # derived: low bits of the hash before each of them
                ("quiet", "u2"),  # how many turns there were since the last placement
                ("ply", "u2"),  # turns played
                *((o.name, "u2") for o in OPTIONS if not o.choices),
                ("neutral", "i1"),  # its cell, or NOWHERE
                ("hand", "u1", (CHAIRS,)),  # tiles not yet placed
                ("turn", "u1"),  # who is to act; at the end who won, or would have been next
                ("first", "u1"),  # P1: who began
                ("lock", "u1"),  # FREE, or 1 + the seat that alone may handle the neutral tile
                ("phase", "i1"),
                *((o.name, "i1") for o in OPTIONS if o.choices),
            ],
            align=True,
        ),
    )
)
DERIVED = ("hash", "tags")

# ---------------------------------------------------------------- reading actions and places


@rule
def source_of(action):
    """Where an action takes its tile from: a cell, or the hand."""
    return action // PLACES


@rule
def place_of(action):
    """Where an action lays its tile, cell and plain side in one number."""
    return action % PLACES


@rule
def cell_of(place):
    """The cell of a place."""
    return place // 3


@rule
def side_of(place):
    """The side of its cell to which a tile at this place has its plain side."""
    return place % 3


@rule
@inline
def third_side(one, other):
    """The side of a cell that is neither of these two."""
    return 3 - one - other


# ---------------------------------------------------------------- reading a position


@rule
@inline
def has(cells, cell):
    """Is this cell one of the set?"""
    return cells >> cell & 1 != 0


NEUTRAL = CHAIRS  # the kind of a tile: its player, or NEUTRAL


@rule
def kind_at(s, cell):
    """Whose tile is on this cell: a seat's, the NEUTRAL one, or NOBODY's: there is none."""
    if cell == s.neutral:
        return NEUTRAL
    for seat in range(CHAIRS):
        if has(s.own[seat], cell):
            return seat
    return NOBODY


@rule
@inline
def side_at(s, cell):
    """The plain side of the tile on this cell."""
    return (s.plain[1] >> cell & 1) + 2 * (s.plain[2] >> cell & 1)
