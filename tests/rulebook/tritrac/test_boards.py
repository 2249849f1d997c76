"""Board files: what the five that come with the game are like, and what is refused."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import parlour
from parlour.text import BadBoard
from tests.rulebook.tritrac.support import GAMES, board_file, every_board, names
from tests.rulebook.tritrac.test_properties import Pair


def outer_sides(board: str) -> list[int]:
    """How many cells have 0, 1 and 2 sides at the rim."""
    cells = GAMES[board].rules.BOARD["cells"]
    names = {c["name"] for c in cells}
    found = Counter(sum(beyond not in names for beyond in c["sides"].values()) for c in cells)
    return [found[n] for n in range(3)]


@every_board
def test_what_the_text_forces(board: str) -> None:
    """TRI-COMP-3, TRI-COMP-4, TRI-HINT-1, TRI-HINT-2, TRI-GEO-1, TRI-GEO-2, TRI-GEO-3, TRI-Q-24: six centre
    cells round one point, two dark arrows that can be blocked, two light ones that cannot."""
    data = GAMES[board].rules.BOARD
    cells = {c["name"]: c for c in data["cells"]}
    assert data["provenance"] == "reconstructed" and "reconstruction" in data["source"]
    assert data["name"] == board
    centre = [c for c in data["cells"] if c["centre"]]
    corners = [set(corners_of(c)) for c in centre]
    assert len(centre) == 6 and len(set.intersection(*corners)) == 1
    assert Counter(a["shade"] for a in data["arrows"].values()) == {"dark": 2, "light": 2}
    for arrow in data["arrows"].values():
        plain = cells[arrow["cell"]]["plain"]
        assert (arrow["side"] in plain) == (arrow["shade"] == "dark")
        if arrow["shade"] == "dark":
            assert plain == ["H", "B", "F"]


def corners_of(cell: dict[str, int]) -> list[tuple[int, int]]:
    x, y = cell["x"], cell["y"]
    return (
        [(x, y), (x + 1, y), (x, y + 1)]
        if cell["points"] == "up"
        else [(x + 1, y), (x + 1, y + 1), (x, y + 1)]
    )


@pytest.mark.parametrize(
    ("board", "cells", "outer", "ways"),
    [
        ("rhombus4", 32, [18, 12, 2], 72),
        ("star16", 16, [6, 8, 2], 32),
        ("hex2_ears", 26, [14, 10, 2], 58),
        ("para2x6", 24, [10, 12, 2], 48),
        ("hex2_unblockable", 24, [12, 12, 0], 54),
    ],
)
def test_size_and_rim(board: str, cells: int, outer: list[int], ways: int) -> None:
    """Sections 4.2 and 4.3 (TRI-GEO-4, TRI-GEO-5). The 54 of the plain hexagon: 12 inner cells and two at
    dark arrows take a tile in three ways, two at light arrows in two, eight in one."""
    rules = names(GAMES[board])
    assert (rules.CELLS, outer_sides(board), rules.WAYS) == (cells, outer, ways)


def test_the_usual_board_cell_by_cell() -> None:
    """Section 4.3: id = 8y + 2x + k, neighbours, arrows, plain sides and centre. (TRI-GEO-4, TRI-OFF-1)"""
    rules = names(GAMES["rhombus4"])
    arrows = {("a1u", "H"): "L0", ("d4d", "H"): "L1", ("d1d", "F"): "D0", ("a4u", "F"): "D1"}

    def name(x: int, y: int, k: int) -> str:
        return f"{'abcd'[x]}{y + 1}{'ud'[k]}" if 0 <= x <= 3 and 0 <= y <= 3 else ""

    for y in range(4):
        for x in range(4):
            for k, steps in enumerate([((0, -1), (0, 0), (-1, 0)), ((0, 1), (0, 0), (1, 0))]):
                me = rules.CELL_NAMES.index(name(x, y, k))
                assert me == 8 * y + 2 * x + k
                ribs = set()
                for side, (dx, dy) in zip("HBF", steps, strict=True):
                    beyond = rules.BEYOND[3 * me + "HBF".index(side)]
                    there = name(x + dx, y + dy, 1 - k)
                    if there:
                        assert rules.CELL_NAMES[beyond] == there
                    elif (name(x, y, k), side) in arrows:
                        assert rules.ARROW_NAMES[beyond - rules.ARROW] == arrows[name(x, y, k), side]
                    else:
                        assert beyond == rules.RIB
                        ribs.add(side)
                fits = {side for i, side in enumerate("HBF") if rules.FITS[3 * me + i]}
                assert fits == (ribs or {"H", "B", "F"})
                centre = name(x, y, k) in ("b2d", "b3u", "b3d", "c2u", "c2d", "c3u")
                assert rules.CENTRE[me] == centre


# ---------------------------------------------------------------- refused


def changed(tmp_path: Path, board: str, *changes: tuple[str, str]) -> str:
    """Load a board file with something replaced, and say how it is refused."""
    text = board_file(board).read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{old!r} is there {text.count(old)} times"
        text = text.replace(old, new)
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadBoard) as error:
        parlour.load("tritrac", file)
    assert "mine.toml is not a board for tritrac" in str(error.value)
    return str(error.value)


D1U = 'H = "arrow L1", B = "d1d", F = "c1d" }, centre = false, plain = ["B", "F"]'
A1U = 'sides = { H = "arrow L0", B = "a1d", F = "rib" }, centre = false, plain = ["F"]'
B2D = 'H = "b3u", B = "b2u", F = "c2u" }, centre = true, plain = ["H", "B", "F"]'


# Cells that touch nothing can be exchanged and turned in 12! * 6 ** 12 ways, which nobody may begin to list.
LONE = (
    '{{ name = "lone{n}", x = {x}, y = 50, points = "up", sides = {{ H = "rib", B = "rib", F = "rib" }}, '
    "centre = false, plain = [] }},\n"
)


@pytest.mark.parametrize(
    ("board", "old", "new", "said"),
    [
        ("hex2_unblockable", D1U, D1U.replace('["B"', '["H", "B"'), "arrow L1: it is light, so H must be no"),
        ("hex2_unblockable", D1U, D1U.replace('["B"', '["H", "B"'), "TRI-Q-23"),
        (
            "rhombus4",
            'F = "arrow D0" }, centre = false, plain = ["H", "B", "F"]',
            'F = "arrow D0" }, centre = false, plain = ["H"]',
            "arrow D0: it is dark, so F must be a plain side there (TRI-HINT-1)",
        ),
        (
            "rhombus4",
            A1U,
            A1U.replace('["F"]', '["B"]'),
            "cell a1u: with B plain a track would meet the rib F (TRI-OFF-1)",
        ),
        ("rhombus4", B2D, B2D.replace("true", "false"), "exactly 6 cells are centre cells (TRI-COMP-4)"),
        (
            "rhombus4",
            B2D,
            B2D.replace('["H", "B", "F"]', "[]"),
            "cell b2d: a centre cell must take a tile (TRI-NEUTRAL-1)",
        ),
        ("rhombus4", B2D, B2D.replace("b3u", "c3u"), "cell b2d: beyond H lies b3u, not 'c3u'"),
        (
            "rhombus4",
            A1U,
            A1U.replace('"rib"', '"wall"'),
            "cell a1u: beyond F is no cell but an arrow or a rib, not 'wall'",
        ),
        ("rhombus4", B2D, B2D.replace('"b2u"', "7"), "cell b2d: sides must say what lies beyond H, B and F"),
        (
            "rhombus4",
            B2D,
            B2D.replace('["H",', '["X",'),
            "cell b2d: plain = ['X', 'B', 'F'] must list some of H, B and F",
        ),
        (
            "rhombus4",
            B2D,
            B2D.replace('["H", "B", "F"]', '["H", "F"]'),
            "cell b2d: a tile fits with B plain, which its list leaves out (TRI-Q-23)",
        ),
        ("rhombus4", B2D, B2D.replace("true", '"yes"'), "cell b2d: centre = 'yes' is not bool"),
        (
            "rhombus4",
            'x = 1, y = 1, points = "down"',
            'x = 1, y = 1, points = "left"',
            "cell b2d: points = 'left' is neither up nor down",
        ),
        (
            "rhombus4",
            'D0 = { cell = "d1d", side = "F", shade = "dark" }',
            'D0 = { cell = "d1d", side = "F", shade = "light" }',
            "two arrows are dark and two are light (TRI-COMP-3)",
        ),
        (
            "rhombus4",
            'D0 = { cell = "d1d", side = "F"',
            'D0 = { cell = "d1d", side = "H"',
            "the arrows of [arrows] and those on the cells' sides are not the same",
        ),
        (
            "rhombus4",
            "[arrows]",
            "[arrows]\nX = { cell = 5 }",
            "arrow X: a cell, a side and a shade are needed",
        ),
        (
            "rhombus4",
            'name = "b2d", x = 1',
            'name = "b2u", x = 1',
            "two cells have the same name or lie in the same place",
        ),
        (
            "rhombus4",
            "cells = [",
            "cells = [\n" + "".join(LONE.format(n=n, x=10 * n) for n in range(12)),
            "the cells do not hang together: from lone0 there is no way to lone1 (TRI-GEO-1)",
        ),
    ],
)
def test_a_board_that_breaks_the_rules_is_refused(
    tmp_path: Path, board: str, old: str, new: str, said: str
) -> None:
    assert said in changed(tmp_path, board, (old, new))


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    said = changed(
        tmp_path, "rhombus4", (A1U, A1U.replace('["F"]', '["B"]')), (B2D, B2D.replace("true", "false"))
    )
    assert "TRI-COMP-4" in said and "TRI-OFF-1" in said


def test_a_board_that_is_too_large_is_refused(tmp_path: Path) -> None:
    """A row of cells has 62 bits; the message says so, and what else is wrong."""
    text = board_file("rhombus4").read_text("utf-8")
    more = "".join(
        f'  {{ name = "z{i}u", x = {10 + 3 * i}, y = 0, points = "up", centre = false, plain = [], '
        'sides = { H = "rib", B = "rib", F = "rib" } },\n'
        for i in range(40)
    )
    file = tmp_path / "large.toml"
    file.write_text(text.replace("cells = [\n", "cells = [\n" + more), encoding="utf-8")
    with pytest.raises(BadBoard, match="at most 62 cells, and 147 ways"):
        parlour.load("tritrac", file)


# ---------------------------------------------------------------- a board of one's own


def hexagon(size: int, arrows: dict[str, tuple[str, str]]) -> str:
    """A board file of a whole hexagon, six cells round its middle the centre."""
    cells = {}
    for x in range(2 * size):
        for y in range(2 * size):
            for points in ("up", "down"):
                corners = corners_of({"x": x, "y": y, "points": points})  # type: ignore[dict-item]
                if all(size <= cx + cy <= 3 * size and max(cx, cy) <= 2 * size for cx, cy in corners):
                    cells[x, y, points] = f"{'abcdefgh'[x]}{y + 1}{points[0]}"
    steps = {"up": {"H": (0, -1), "B": (0, 0), "F": (-1, 0)}, "down": {"H": (0, 1), "B": (0, 0), "F": (1, 0)}}
    lines = []
    for (x, y, points), name in cells.items():
        sides = {}
        for side, (dx, dy) in steps[points].items():
            other = cells.get((x + dx, y + dy, "down" if points == "up" else "up"))
            mark = next((f"arrow {a}" for a, where in arrows.items() if where == (name, side)), "rib")
            sides[side] = other or mark
        plain = [s for s in "HBF" if not any(sides[o] == "rib" for o in "HBF" if o != s)]
        plain = [s for s in plain if not sides[s].startswith("arrow L")]
        centre = (size, size) in corners_of({"x": x, "y": y, "points": points})  # type: ignore[dict-item]
        inner = ", ".join(f'{s} = "{b}"' for s, b in sides.items())
        lines.append(
            f'  {{ name = "{name}", x = {x}, y = {y}, points = "{points}", sides = {{ {inner} }}, '
            f"centre = {str(centre).lower()}, plain = {plain} }},"
        )
    heads = [
        f'{a} = {{ cell = "{cell}", side = "{side}", shade = "{"dark" if a[0] == "D" else "light"}" }}'
        for a, (cell, side) in arrows.items()
    ]
    top = [f'name = "hexagon {size}"', 'provenance = "house"', 'source = "made by a test"', "cells = ["]
    return "\n".join([*top, *lines, "]", "[arrows]", *heads, ""])


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    arrows = {"D0": ("d1u", "H"), "D1": ("c6d", "H"), "L0": ("f1u", "H"), "L1": ("a6d", "H")}
    file = tmp_path_factory.mktemp("boards") / "hexagon.toml"
    file.write_text(hexagon(3, arrows), encoding="utf-8")
    return file


def test_a_hexagon_of_one_s_own_is_the_one_that_comes_with_the_game() -> None:
    """The same outline made here and read from the game's file has the same cells and ribs. (TRI-GEO-5)"""
    data = GAMES["hex2_unblockable"].rules.BOARD
    made = tomllib.loads(hexagon(2, {n: (a["cell"], a["side"]) for n, a in data["arrows"].items()}))
    by_name = {c["name"]: c for c in data["cells"]}
    assert {c["name"]: c for c in made["cells"]} == by_name


def test_both_texts_agree_on_a_large_board(large: Path) -> None:
    """54 cells, more than 32 bits of them: the fast text agrees with the readable one there too."""
    game = parlour.load("tritrac", large)
    assert (names(game).CELLS, names(game).WAYS) == (54, 132)
    rng = random.Random("large")
    for style, turns in (("anything", 50), ("filling", 25)):
        Pair(game, {}).play(rng, turns, style)
