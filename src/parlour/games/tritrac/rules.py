"""Tri-Trac, by the leaflet of 1980, for two players, on any board that its data describe.

Rule choices: every ambiguity follows the default ruling of the rulebook beside this file
(TRI-Q-...); OPTIONS lists the house rules that change one. Chair 0 plays orange, chair 1
yellow; P1 is whoever begins (TRI-Q-20).

Encodings
    cell       a space, by its place in the board's list of cells.
    side       0..2 for H, B, F; a side that two cells share has the same letter in both. Where a
               track enters by one side and the plain side is known, it leaves by the third: the
               three numbers sum to 3.
    place      3 * cell + side: a tile on this cell with its plain side there. The places that a
               board allows are numbered by WAY, so that two of them and a lock fit 16 bits.
    rows       sets of cells, one bit each: `plain[side]` all tiles with their plain side there,
               `own[seat]` a player's tiles, `neutral` the cell of the one that is nobody's.
    decision   PLACES * source + place: from the hand (source HAND) or from a cell; a source that
               is also the goal turns the tile.
    outcome    when lots are drawn for the first turn: the seat that begins.
    trail      the moves and turns since the last placement, the oldest first, each as the lock
               before it, the place left and the place taken; after LOOKBACK of them from the
               front again. `tags` are the low bits of the hashes of the positions they left.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from parlour.rules.kit import CHANCE, NOBODY, OVER, Option, flag, inline, number, read_board, rule

# ---------------------------------------------------------------- the board, from its data

BOARD = read_board(__package__)
SIDES = "HBF"
MOST_CELLS = 63  # a row of cells is 63 bits
MOST_WAYS = 147  # two places and a lock are 16 bits
CENTRE_CELLS = 6
_STEPS = {  # the cell beyond each side, by the lattice
    "up": {"H": (0, -1), "B": (0, 0), "F": (-1, 0)},
    "down": {"H": (0, 1), "B": (0, 0), "F": (1, 0)},
}
_KINDS = {"name": str, "x": int, "y": int, "points": str, "sides": dict, "centre": bool, "plain": list}


def _form_faults(board: dict[str, Any]) -> Iterator[str]:
    """What is missing, or of another kind than it must be."""
    for i, cell in enumerate(board["cells"], 1):
        name = cell.get("name", f"number {i}")
        for key, kind in _KINDS.items():
            if type(cell.get(key)) is not kind:
                yield f"cell {name}: {key} = {cell.get(key)!r} is not {kind.__name__}"
        if cell.get("points") not in _STEPS:
            yield f"cell {name}: points = {cell.get('points')!r} is neither up nor down"
        sides, plain = cell.get("sides"), cell.get("plain")
        if isinstance(sides, dict) and (
            set(sides) != set(SIDES) or not all(isinstance(beyond, str) for beyond in sides.values())
        ):
            yield f"cell {name}: sides must say what lies beyond H, B and F"
        if isinstance(plain, list) and (
            not all(side in list(SIDES) for side in plain) or len(set(plain)) < len(plain)
        ):
            yield f"cell {name}: plain = {plain} must list some of H, B and F, each once"
    for name, arrow in board["arrows"].items():
        if not isinstance(arrow, dict) or not all(
            isinstance(arrow.get(k), str) for k in ("cell", "side", "shade")
        ):
            yield f"arrow {name}: a cell, a side and a shade are needed, each in quotes"


def _faults(board: dict[str, Any]) -> Iterator[str]:
    """What keeps this from being a board of Tri-Trac, each with the clause that wants it."""
    cells, arrows = board["cells"], board["arrows"]
    names = [cell["name"] for cell in cells]
    there = {(c["x"], c["y"], c["points"]): c["name"] for c in cells}
    if len(set(names)) < len(names) or len(there) < len(cells):
        yield "two cells have the same name or lie in the same place"
    if len(cells) > MOST_CELLS or sum(len(c["plain"]) for c in cells) > MOST_WAYS:
        yield f"at most {MOST_CELLS} cells, and {MOST_WAYS} ways to lay a tile in all of them, can be played"
    if sum(c["centre"] for c in cells) != CENTRE_CELLS:
        yield f"exactly {CENTRE_CELLS} cells are centre cells (TRI-COMP-4)"
    if sorted(a["shade"] for a in arrows.values()) != ["dark", "dark", "light", "light"]:
        yield "two arrows are dark and two are light (TRI-COMP-3)"
    marked = [(c["name"], s, c["sides"][s]) for c in cells for s in SIDES if "arrow" in c["sides"][s]]
    if sorted(marked) != sorted((a["cell"], a["side"], f"arrow {n}") for n, a in arrows.items()):
        yield "the arrows of [arrows] and those on the cells' sides are not the same"
    for cell in cells:
        name, sides = cell["name"], cell["sides"]
        for side, (dx, dy) in _STEPS[cell["points"]].items():
            other = "down" if cell["points"] == "up" else "up"
            neighbour = there.get((cell["x"] + dx, cell["y"] + dy, other))
            if neighbour is None and not (sides[side] == "rib" or sides[side].startswith("arrow ")):
                yield f"cell {name}: beyond {side} is no cell, so it is an arrow or a rib, not {sides[side]!r}"
            elif neighbour is not None and sides[side] != neighbour:
                yield f"cell {name}: beyond {side} lies {neighbour}, not {sides[side]!r}"
        if cell["centre"] and not cell["plain"]:
            yield f"cell {name}: a centre cell must take a tile (TRI-NEUTRAL-1)"
        for plain in cell["plain"]:
            for side in SIDES:
                if side != plain and sides[side] == "rib":
                    yield f"cell {name}: with its plain side {plain} a track would meet the rib {side} (TRI-OFF-1)"
    for name, arrow in arrows.items():
        blocks = any(c["name"] == arrow["cell"] and arrow["side"] in c["plain"] for c in cells)
        if arrow["shade"] == "dark" and not blocks:
            yield f"arrow {name}: a dark arrow can be blocked, so {arrow['side']} is a plain side there (TRI-HINT-1)"
        if arrow["shade"] == "light" and blocks:
            yield f"arrow {name}: a light arrow cannot be blocked, so {arrow['side']} is no plain side there (TRI-Q-23)"


for _look in (_form_faults, _faults):
    _found = list(_look(BOARD))
    if _found:
        raise ValueError("; ".join(_found) + ".")

CELL_NAMES: tuple[str, ...] = tuple(cell["name"] for cell in BOARD["cells"])
ARROW_NAMES: tuple[str, ...] = tuple(BOARD["arrows"])
CELLS, ARROWS = len(CELL_NAMES), len(ARROW_NAMES)
PLACES = 3 * CELLS
HAND = CELLS  # where a tile comes from that is not on the board
NOWHERE = -1  # the cell of the neutral tile before it is placed
ARROW, RIB = 64, 127  # beyond a side: a cell, ARROW + which, or RIB


def _beyond(cell: dict[str, Any], side: str) -> int:
    what = cell["sides"][side]
    if what == "rib":
        return RIB
    if what.startswith("arrow "):
        return ARROW + ARROW_NAMES.index(what.removeprefix("arrow "))
    return CELL_NAMES.index(what)


BEYOND = np.array([_beyond(cell, side) for cell in BOARD["cells"] for side in SIDES], np.int64)  # by place
ALL = (1 << CELLS) - 1
CENTRE = sum(1 << i for i, cell in enumerate(BOARD["cells"]) if cell["centre"])
# FITS[side]: the cells that take a tile with its plain side there (TRI-OFF-1, TRI-OFF-2, TRI-Q-23).
FITS = np.array(
    [sum(1 << i for i, cell in enumerate(BOARD["cells"]) if side in cell["plain"]) for side in SIDES],
    np.int64,
)
ANY_FITS = int(np.bitwise_or.reduce(FITS))
PLACE_OF_WAY = np.array([p for p in range(PLACES) if int(FITS[p % 3]) >> p // 3 & 1], np.int64)
WAYS = len(PLACE_OF_WAY)
WAY = np.full(PLACES, NOBODY, np.int64)
WAY[PLACE_OF_WAY] = np.arange(WAYS)

# ---------------------------------------------------------------- actions, phases, reasons

ACTIONS = PLACES * (CELLS + 1)

# Phases. Lots are drawn, somebody is to act, or the game is over: won by `turn`, or drawn in one of five ways.
LOTS, PLAY, WON = 0, 1, 2
REPEATED, QUIET, LONG, STUCK, SEALED = 3, 4, 5, 6, 7

FREE = 0  # `lock`: both may handle the neutral tile; else 1 + the seat that alone may

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
    number("max_plies", "TRI-Q-21", most=4000),
    flag("adjudicate_sealed", "TRI-Q-22"),
)
TILES = np.array([int(choice) for choice in OPTIONS[0].choices], np.int64)  # by the option's code
OWN_OR_NEUTRAL = 1  # track_colours
ONE_TURN = 1  # neutral_lock
LOSS = 1  # stalemate
RANDOM = 1  # first_player
TIMES = np.array([3, 2, 4, 0], np.int64)  # repetition: which occurrence of a position draws; 0 for never
STRETCH = np.array([100, 50, 200, 0], np.int64)  # quiet_plies; 0 for never
LONGEST = 4000  # turns after which any game is drawn (TRI-Q-21)
LOOKBACK = 100  # turns that `trail` holds: positions further back are not compared (TRI-Q-21)

MAX_ACTIONS = (int(TILES.max()) + 2) * WAYS  # every tile, and one from the hand, in every way

# ---------------------------------------------------------------- the record

State = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("hash", "i8"),  # derived: tiles, turn and lock (see rehash)
                ("plain", "i8", (3,)),  # the cells whose tile has its plain side there
                ("own", "i8", (CHAIRS,)),  # the cells of each player's tiles
                ("trail", "u2", (LOOKBACK,)),  # turns since the last placement (see log_turn)
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
