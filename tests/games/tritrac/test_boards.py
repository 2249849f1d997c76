"""The five boards are what the rulebook says of them, worked out here from the files alone."""

from __future__ import annotations

import json
import tomllib
from collections import deque
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from parlour.games import boards, load
from parlour.text import BadBoard, BadChoice

from .support import USUAL

FILES = {name: file or USUAL.folder / "board.toml" for name, file in boards(USUAL.folder).items()}
BOARDS: dict[str, dict[str, Any]] = {n: tomllib.loads(f.read_text("utf-8")) for n, f in FILES.items()}
POINTED = [name for name in BOARDS if name != "hex2_unblockable"]
ALL = pytest.mark.parametrize("name", BOARDS)


def cells(name: str) -> dict[str, dict[str, Any]]:
    return {cell["name"]: cell for cell in BOARDS[name]["cells"]}


def outer(cell: dict[str, Any]) -> list[str]:
    return [side for side, beyond in cell["sides"].items() if beyond == "rib" or beyond.startswith("arrow")]


def shortest(name: str, start: str, end: str) -> int:
    """The fewest tiles that lead from one arrow to another, by breadth-first search."""
    board, arrows = cells(name), BOARDS[name]["arrows"]
    first = (arrows[start]["cell"], arrows[start]["side"])
    queue, seen = deque([(first, 1)]), {first}
    while queue:
        (here, entered), count = queue.popleft()
        for leaves in "HBF":
            plain = ({"H", "B", "F"} - {entered, leaves}).pop()
            if leaves == entered or plain not in board[here]["plain"]:
                continue
            beyond = board[here]["sides"][leaves]
            if beyond == f"arrow {end}":
                return count
            if beyond in board and (beyond, leaves) not in seen:
                seen.add((beyond, leaves))
                queue.append(((beyond, leaves), count + 1))
    raise AssertionError(f"{start} and {end} cannot be joined")


@ALL
def test_what_the_leaflet_forces(name: str) -> None:
    """TRI-GEO-2: six spaces round a point, nothing with two ribs, all arrows within fifteen tiles."""
    centre = [cell for cell in BOARDS[name]["cells"] if cell["centre"]]
    corners = {"up": ((0, 0), (1, 0), (0, 1)), "down": ((1, 0), (1, 1), (0, 1))}
    round_it = [{(c["x"] + x, c["y"] + y) for x, y in corners[c["points"]]} for c in centre]
    assert len(centre) == 6 and len(set.intersection(*round_it)) == 1
    for cell in BOARDS[name]["cells"]:
        ribs = [side for side, beyond in cell["sides"].items() if beyond == "rib"]
        assert len(ribs) <= 1
        assert not ribs or cell["plain"] == ribs  # TRI-Q-09: at a rib a tile fits in one way only
    assert all(shortest(name, a, b) <= 15 for a, b in combinations(BOARDS[name]["arrows"], 2))
    assert len(cells(name)) >= 16  # more than there are tiles


@ALL
def test_dark_arrows_can_be_blocked_and_light_ones_cannot(name: str) -> None:
    """TRI-GEO-3, TRI-HINT-1, TRI-HINT-2."""
    for arrow in BOARDS[name]["arrows"].values():
        cell = cells(name)[arrow["cell"]]
        if arrow["shade"] == "dark":
            assert outer(cell) == [arrow["side"]] and len(cell["plain"]) == 3
        else:
            assert arrow["side"] not in cell["plain"]
            assert len(outer(cell)) == (2 if name in POINTED else 1)


@pytest.mark.parametrize("name", POINTED)
def test_only_the_light_arrows_are_at_pointed_spaces(name: str) -> None:
    """TRI-GEO-3: exactly two spaces have two outer sides."""
    pointed = {cell["name"] for cell in BOARDS[name]["cells"] if len(outer(cell)) == 2}
    light = {arrow["cell"] for arrow in BOARDS[name]["arrows"].values() if arrow["shade"] == "light"}
    assert pointed == light


def test_the_rhombus() -> None:
    """TRI-GEO-4: 32 spaces; 7 or 8 tiles for every two arrows but the light ones, which need 14."""
    lengths = {a + b: shortest("rhombus4", a, b) for a, b in combinations(("D0", "D1", "L0", "L1"), 2)}
    assert lengths == {"D0D1": 8, "D0L0": 8, "D0L1": 7, "D1L0": 7, "D1L1": 8, "L0L1": 14}
    assert len(cells("rhombus4")) == 32


def test_the_usual_board() -> None:
    """TRI-GEO-5: 26 spaces; 6 to 8 tiles for every two arrows but the light ones, which need 10."""
    assert next(iter(BOARDS)) == "hex2_ears" == load("tritrac").rules.BOARD["name"]
    lengths = {a + b: shortest("hex2_ears", a, b) for a, b in combinations(("D0", "D1", "L0", "L1"), 2)}
    assert lengths == {"D0D1": 8, "D0L0": 6, "D0L1": 7, "D1L0": 7, "D1L1": 6, "L0L1": 10}


def test_the_other_boards() -> None:
    """TRI-GEO-5: how many spaces each has; the figures of the specification's table of boards."""
    sizes = {name: len(cells(name)) for name in BOARDS}
    assert sizes == {"rhombus4": 32, "hex2_ears": 26, "hex2_unblockable": 24, "para2x6": 24, "star16": 16}
    tracks = {n: sorted(shortest(n, a, b) for a, b in combinations(BOARDS[n]["arrows"], 2)) for n in POINTED}
    assert tracks["para2x6"] == [6, 6, 6, 9, 9, 14]
    assert tracks["star16"] == [5, 5, 6, 6, 6, 8]


@ALL
def test_half_a_turn_changes_nothing(name: str) -> None:
    """TRI-GEO-6: turned by half a circle every space, rib and arrow falls on one of its kind."""
    board = BOARDS[name]["cells"]
    width = min(c["x"] for c in board) + max(c["x"] for c in board)
    height = min(c["y"] for c in board) + max(c["y"] for c in board)
    at = {(c["x"], c["y"], c["points"]): c for c in board}
    flipped = {"up": "down", "down": "up"}
    for cell in board:
        other = at[width - cell["x"], height - cell["y"], flipped[cell["points"]]]
        assert set(other["plain"]) == set(cell["plain"]) and other["centre"] == cell["centre"]
        for side, beyond in cell["sides"].items():
            there = other["sides"][side]
            if beyond.startswith("arrow"):
                shades = [BOARDS[name]["arrows"][a.removeprefix("arrow ")]["shade"] for a in (beyond, there)]
                assert shades[0] == shades[1] and there != beyond
            else:
                assert (there == "rib") == (beyond == "rib")


@ALL
def test_every_board_says_that_it_is_a_reconstruction(name: str) -> None:
    """TRI-GEO-6: what the leaflet does not show must not look as if it did."""
    assert BOARDS[name]["provenance"] == "reconstructed"
    assert "reconstruct" in BOARDS[name]["source"].lower()
    assert str(load("tritrac", name).scene.board().note).startswith("Reconstructed board: ")


@pytest.mark.parametrize("space", ["C2d", "c-2d", "c2d/H", "ç2d", ""])
def test_a_space_whose_name_cannot_be_written_in_a_move_is_refused(space: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(FILES["rhombus4"].read_text("utf-8").replace('"c2d"', json.dumps(space)), "utf-8")
    with pytest.raises(BadBoard, match="a name is small letters and digits"):
        load("tritrac", file)


def test_a_name_that_is_no_board_offers_those_there_are() -> None:
    with pytest.raises(BadChoice) as error:
        load("tritrac", "star")
    assert "hex2_ears, hex2_unblockable, para2x6, rhombus4, star16." in str(error.value)
    assert "Did you mean star16?" in str(error.value)
