"""The board of Tri-Trac: read, checked, and made into tables.

What the rules ask of a board is asked here, of the file as a whole, so that one look at the message is
enough to put everything right. Cells, sides and places are numbered as record.py says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from parlour.rules.kit import NOBODY, BoardFaults, Fault, fault, read_board

BOARD = read_board(__package__)
SIDES = "HBF"
MOST_CELLS = 62  # a set of cells, and one bit for what is no cell, are 63 bits
MOST_WAYS = 147  # two places and a lock are 16 bits
CENTRE_CELLS = 6
_STEPS = {  # the cell beyond each side, by the lattice (TRI-GEO-1)
    "up": {"H": (0, -1), "B": (0, 0), "F": (-1, 0)},
    "down": {"H": (0, 1), "B": (0, 0), "F": (1, 0)},
}
_KINDS = {"name": str, "x": int, "y": int, "points": str, "sides": dict, "centre": bool, "plain": list}


def _shape_faults(board: dict[str, Any]) -> Iterator[Fault]:
    """What is missing, or of another kind than it must be."""
    for i, cell in enumerate(board["cells"], 1):
        name = cell.get("name", f"number {i}")
        for key, kind in _KINDS.items():
            if type(cell.get(key)) is not kind:
                yield fault(
                    "cell {cell}: {key} = {value} is not {kind}.",
                    cell=name,
                    key=key,
                    value=repr(cell.get(key)),
                    kind=kind.__name__,
                )
        letters = str(cell.get("name", "a1u"))
        if not (letters.isascii() and letters.isalnum() and letters == letters.lower()):
            yield fault(
                "cell {cell}: a name is small letters and digits, so that Oc2d can be a tile on c2d.",
                cell=name,
            )
        if cell.get("points") not in _STEPS:
            yield fault(
                "cell {cell}: points = {value} is neither up nor down.",
                cell=name,
                value=repr(cell.get("points")),
            )
        sides, plain = cell.get("sides"), cell.get("plain")
        if isinstance(sides, dict) and (
            set(sides) != set(SIDES) or not all(isinstance(beyond, str) for beyond in sides.values())
        ):
            yield fault("cell {cell}: sides must say what lies beyond H, B and F.", cell=name)
        if isinstance(plain, list) and (
            not all(side in list(SIDES) for side in plain) or len(set(plain)) < len(plain)
        ):
            yield fault(
                "cell {cell}: plain = {plain} must list some of H, B and F, each once.",
                cell=name,
                plain=plain,
            )
    for name, arrow in board["arrows"].items():
        if not isinstance(arrow, dict) or not all(
            isinstance(arrow.get(k), str) for k in ("cell", "side", "shade")
        ):
            yield fault("arrow {arrow}: a cell, a side and a shade are needed, each in quotes.", arrow=name)


def _faults(board: dict[str, Any]) -> Iterator[Fault]:
    """What keeps this from being a board of Tri-Trac, each with the clause that wants it. (TRI-GEO-2,
    TRI-GEO-3, TRI-Q-24)"""
    cells, arrows = board["cells"], board["arrows"]
    names = [cell["name"] for cell in cells]
    there = {(c["x"], c["y"], c["points"]): c["name"] for c in cells}
    if len(set(names)) < len(names) or len(there) < len(cells):
        yield fault("two cells have the same name or lie in the same place (TRI-GEO-1).")
    if len(cells) > MOST_CELLS or sum(len(c["plain"]) for c in cells) > MOST_WAYS:
        yield fault(
            "at most {cells} cells, and {ways} ways to lay a tile in all of them, can be played.",
            cells=MOST_CELLS,
            ways=MOST_WAYS,
        )
    if sum(c["centre"] for c in cells) != CENTRE_CELLS:
        yield fault("exactly {count} cells are centre cells (TRI-COMP-4).", count=CENTRE_CELLS)
    if sorted(a["shade"] for a in arrows.values()) != ["dark", "dark", "light", "light"]:
        yield fault("two arrows are dark and two are light (TRI-COMP-3).")
    marked = [(c["name"], s, c["sides"][s]) for c in cells for s in SIDES if "arrow" in c["sides"][s]]
    if sorted(marked) != sorted((a["cell"], a["side"], f"arrow {n}") for n, a in arrows.items()):
        yield fault("the arrows of [arrows] and those on the cells' sides are not the same (TRI-COMP-3).")
    for cell in cells:
        name, sides = cell["name"], cell["sides"]
        for side, (dx, dy) in _STEPS[cell["points"]].items():
            other = "down" if cell["points"] == "up" else "up"
            neighbour = there.get((cell["x"] + dx, cell["y"] + dy, other))
            if neighbour is None and not (sides[side] == "rib" or sides[side].startswith("arrow ")):
                yield fault(
                    "cell {cell}: beyond {side} is no cell but an arrow or a rib, not {found} (TRI-GEO-1).",
                    cell=name,
                    side=side,
                    found=repr(sides[side]),
                )
            elif neighbour is not None and sides[side] != neighbour:
                yield fault(
                    "cell {cell}: beyond {side} lies {neighbour}, not {found} (TRI-GEO-1).",
                    cell=name,
                    side=side,
                    neighbour=neighbour,
                    found=repr(sides[side]),
                )
        if cell["centre"] and not cell["plain"]:
            yield fault("cell {cell}: a centre cell must take a tile (TRI-NEUTRAL-1).", cell=name)
        for plain in SIDES:
            ribs = [side for side in SIDES if side != plain and sides[side] == "rib"]
            light = arrows.get(sides[plain].removeprefix("arrow "), {}).get("shade") == "light"
            if plain in cell["plain"] and ribs:
                yield fault(
                    "cell {cell}: with {plain} plain a track would meet the rib {rib} (TRI-OFF-1).",
                    cell=name,
                    plain=plain,
                    rib=ribs[0],
                )
            if plain not in cell["plain"] and not ribs and not light:
                yield fault(
                    "cell {cell}: a tile fits with {plain} plain, which its list leaves out (TRI-Q-23).",
                    cell=name,
                    plain=plain,
                )
    for name, arrow in arrows.items():
        blocks = any(c["name"] == arrow["cell"] and arrow["side"] in c["plain"] for c in cells)
        if arrow["shade"] == "dark" and not blocks:
            yield fault(
                "arrow {arrow}: it is dark, so {side} must be a plain side there (TRI-HINT-1).",
                arrow=name,
                side=arrow["side"],
            )
        if arrow["shade"] == "light" and blocks:
            yield fault(
                "arrow {arrow}: it is light, so {side} must be no plain side there (TRI-Q-23).",
                arrow=name,
                side=arrow["side"],
            )


def _apart(board: dict[str, Any]) -> Iterator[Fault]:
    """Cells that cannot be reached from the others. Asked last: sides lead where they say by then. A board
    in one piece is laid on itself in six ways for each cell at most; one in many pieces, in more ways than
    can be counted."""
    cells: Mapping[str, Sequence[str]] = {c["name"]: [*c["sides"].values()] for c in board["cells"]}
    first = next(iter(cells), "")
    reached, waiting = {first}, [first]
    while waiting:
        for beyond in cells.get(waiting.pop(), ()):
            if beyond in cells and beyond not in reached:
                reached.add(beyond)
                waiting.append(beyond)
    other = next((name for name in cells if name not in reached), None)
    if other is not None:
        yield fault(
            "the cells do not hang together: from {first} there is no way to {other} (TRI-GEO-1).",
            first=first,
            other=other,
        )


for _look in (_shape_faults, _faults, _apart):
    _found = list(_look(BOARD))
    if _found:
        raise BoardFaults(_found)

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
CENTRE = np.array([cell["centre"] for cell in BOARD["cells"]], np.bool_)  # by cell (TRI-COMP-4)
# By place: can a tile lie so? Then no end of its track meets a rib (TRI-OFF-1), but it may meet an arrow
# (TRI-OFF-2); and nothing blocks a light arrow (TRI-HINT-2, TRI-Q-23).
FITS = np.array([side in cell["plain"] for cell in BOARD["cells"] for side in SIDES], np.bool_)
# The places that a board allows are also numbered by themselves, so that two of them and a lock fit 16 bits.
PLACE_OF_WAY = np.flatnonzero(FITS)
WAYS = len(PLACE_OF_WAY)
WAY = np.full(PLACES, NOBODY, np.int64)
WAY[PLACE_OF_WAY] = np.arange(WAYS)

# ---------------------------------------------------------------- symmetries


def _symmetries() -> list[list[int]]:
    """Every way to lay the board on itself so that it plays the same, the identity first: for each
    side of each cell (3 * cell + side) the one that takes its place.

    Cells go to cells and what lies beyond a side goes with it. At the rim arrows go to arrows and ribs
    to ribs, whichever way round they lie: that makes no difference to play. (TRI-GEO-6)
    """
    beyond = BEYOND.tolist()
    found: list[list[int]] = []

    def kind(place: int) -> tuple[object, ...]:
        what = beyond[place]
        return what < ARROW, what == RIB, FITS[place], CENTRE[place // 3]

    def goes(image: dict[int, int], cell: int, to: int, turn: tuple[int, ...]) -> bool:
        for side in range(3):
            here, there = 3 * cell + side, 3 * to + turn[side]
            if kind(here) != kind(there):
                return False
            if beyond[here] < ARROW:  # a neighbour that is there already must be the right one
                mate = 3 * beyond[here] + side
                if image.get(mate, 3 * beyond[there] + turn[side]) != 3 * beyond[there] + turn[side]:
                    return False
        return 3 * to not in {3 * (p // 3) for p in image.values()}

    def extend(image: dict[int, int]) -> None:
        if len(image) == PLACES:
            found.append([image[place] for place in range(PLACES)])
            return
        turns = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
        cell = next(c for c in range(CELLS) if 3 * c not in image)
        goals = [(to, turn) for to in range(CELLS) for turn in turns]
        for place, other in image.items():  # better one beside what is there: it has few goals
            if beyond[place] < ARROW and 3 * beyond[place] not in image:
                cell = beyond[place]
                goals = [(beyond[other], turn) for turn in turns if turn[place % 3] == other % 3]
                break
        for to, turn in goals:
            if goes(image, cell, to, turn):
                extend(image | {3 * cell + side: 3 * to + turn[side] for side in range(3)})

    extend({})
    return sorted(found, key=lambda image: image != list(range(PLACES)))


IMAGE = np.array(_symmetries(), np.int64)  # [symmetry, place]
SYMMETRIES = len(IMAGE)
