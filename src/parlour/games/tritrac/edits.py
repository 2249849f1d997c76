"""What can be corrected on a board of Tri-Trac: which cells there are, the centre, and what lies on the rim.

What lies beyond a side, and how a tile can lie on a cell, follows from the cells that are there and from the
arrows (TRI-GEO-1, TRI-OFF-1, TRI-Q-23); it is worked out anew after every change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from parlour.rules.contracts.edits import BUTTON, CHOICE, SWITCH, Offer
from parlour.text import say

SIDES = "HBF"
_STEPS = {  # the cell beyond each side, by the lattice (TRI-GEO-1)
    "up": {"H": (0, -1), "B": (0, 0), "F": (-1, 0)},
    "down": {"H": (0, 1), "B": (0, 0), "F": (1, 0)},
}
_OTHER = {"up": "down", "down": "up"}
RIB, DARK, LIGHT = "rib", "dark", "light"
_RIM = (
    (RIB, say("a rib")),
    (DARK, say("a dark arrow, which a tile can block")),
    (LIGHT, say("a light arrow, which no tile can block")),
)
_WORDS = {
    "H": say("beyond the level side"),
    "B": say("beyond the falling side"),
    "F": say("beyond the rising side"),
}
_ADD = {
    "H": say("Add a space beyond the level side"),
    "B": say("Add a space beyond the falling side"),
    "F": say("Add a space beyond the rising side"),
}


def offers(board: Mapping[str, Any], space: str) -> list[Offer]:
    """What whoever owns the printed board can correct on this cell."""
    cells = board["cells"]
    cell = next((c for c in cells if c.get("name") == space), None)
    if cell is None:
        return []
    there = _there(cells)
    rim = [side for side in SIDES if _beyond(cell, side) not in there]
    shades = {(a["cell"], a["side"]): a["shade"] for a in board["arrows"].values()}
    return [
        Offer("centre", say("centre space (TRI-COMP-4)"), SWITCH, cell["centre"]),
        *(Offer(side, _WORDS[side], CHOICE, shades.get((space, side), RIB), _RIM) for side in rim),
        *(Offer(f"add-{side}", _ADD[side], BUTTON) for side in rim),
        Offer("remove", say("Take this space away"), BUTTON),
    ]


def changed(board: Mapping[str, Any], space: str, name: str, value: Any) -> dict[str, Any]:
    """The board's data after one correction; arrows of a cell go with it."""
    cells = [dict(c) for c in board["cells"]]
    arrows = {n: dict(a) for n, a in board["arrows"].items()}
    cell = next((c for c in cells if c.get("name") == space), None)
    if cell is None:
        return dict(board)
    if name == "centre":
        cell["centre"] = bool(value)
    elif name == "remove":
        cells.remove(cell)
        arrows = {n: a for n, a in arrows.items() if a["cell"] != space}
    elif name in SIDES:
        arrows = {n: a for n, a in arrows.items() if (a["cell"], a["side"]) != (space, name)}
        if value in (DARK, LIGHT):
            letter = "D" if value == DARK else "L"
            free = next(f"{letter}{i}" for i in range(len(arrows) + 1) if f"{letter}{i}" not in arrows)
            arrows[free] = {"cell": space, "side": name, "shade": value}
    elif name.removeprefix("add-") in SIDES:
        x, y, points = _beyond(cell, name.removeprefix("add-"))
        cells.append({"name": _name(x, y, points, cells), "x": x, "y": y, "points": points, "centre": False})
        arrows = {n: a for n, a in arrows.items() if (a["cell"], a["side"]) != (space, name[-1])}
    return {**board, "cells": _worked_out(cells, arrows), "arrows": arrows}


def _there(cells: Sequence[Mapping[str, Any]]) -> dict[tuple[int, int, str], str]:
    return {(c["x"], c["y"], c["points"]): c["name"] for c in cells}


def _beyond(cell: Mapping[str, Any], side: str) -> tuple[int, int, str]:
    dx, dy = _STEPS[cell["points"]][side]
    return cell["x"] + dx, cell["y"] + dy, _OTHER[cell["points"]]


def _name(x: int, y: int, points: str, cells: Sequence[Mapping[str, Any]]) -> str:
    """As the others are called, by column and row; left of and below all columns there is no such name."""
    usual = f"{chr(ord('a') + x)}{y + 1}{points[0]}" if 0 <= x < 26 and y >= 0 else ""
    names = {c["name"] for c in cells}
    number = next(n for n in range(1, len(cells) + 2) if f"new{n}" not in names)
    return usual if usual and usual not in names else f"new{number}"


def _worked_out(cells: Sequence[Mapping[str, Any]], arrows: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The cells with what lies beyond their sides, and the sides that a tile can turn its plain side to."""
    there = _there(cells)
    named = {(a["cell"], a["side"]): (f"arrow {n}", a["shade"]) for n, a in arrows.items()}
    found = []
    for cell in cells:
        sides, lights = {}, set()
        for side in SIDES:
            rim, shade = named.get((cell["name"], side), (RIB, ""))
            sides[side] = there.get(_beyond(cell, side), rim)
            if shade == LIGHT:
                lights.add(side)
        plain = [
            side
            for side in SIDES
            if side not in lights and all(sides[other] != RIB for other in SIDES if other != side)
        ]
        kept = {key: cell[key] for key in ("name", "x", "y", "points")}
        found.append({**kept, "sides": sides, "centre": cell["centre"], "plain": plain})
    return found
