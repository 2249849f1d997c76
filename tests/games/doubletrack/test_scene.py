"""The drawing is held against rules and board: every space its place, gates and passes as they are."""

from __future__ import annotations

import math
import re
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

import parlour
from parlour.draw import characters, svg
from parlour.draw.scene import Area, Arrow, Circle, Label, Point, Polygon, Scene, Space
from parlour.rules.game import Game

from .support import GAME, random_game, table, view

OWN = (GAME.folder / "board.toml").read_text("utf-8")
LONG_CORNER = 'corner = [1, "PLAY_CARD", 2, 4, "PLAY_CARD", "1-5", 3, "PLAY_CARD", 2, 1, 1, 2]'
ODD = {  # changes to the board's lines
    "long": {
        r"^home = 88": "home = 140",
        r"^shortcut = \[5, 8.*": "shortcut = [5, 8, 7, 6, 9, 10, 9, 8, 12]",
        r"^corner = .*": LONG_CORNER,
    },
    "short": {
        r"^home = 88": "home = 84",
        r"^shortcut = \[5, 8.*": "shortcut = [9, 9]",
        r"^corner = \[1, .*": 'corner = [1, "PLAY_CARD", "1-5"]',
        '"SELL_PASS"': '"SELL_PASS", "TAKE_PASS:red"',
    },
    "tight": {
        r"^shortcut = .*": "shortcut = [9, 9, 9, 8, 7, 9, 9, 8, 7, 8, 8]",
        r"^corner = .*": LONG_CORNER,
    },
    "other cards": {r"^[1-9] = 2\b.*\n": "", r"^\[deck\.ahead\].*": "[deck.ahead]\n2 = 6\n4 = 6\n11 = 6"},
    "strange colours": {'"yellow"': '"white"', '"green"': '"grey"'},
}


def changed(name: str, folder: Path) -> Game:
    text = OWN
    for old, new in ODD[name].items():
        text, found = re.subn(old, new, text, flags=re.M)
        assert found, old
    file = folder / "mine.toml"
    file.write_text(text, "utf-8")
    return parlour.load("doubletrack", file)


@pytest.fixture(params=[None, *ODD], ids=str)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    return GAME if request.param is None else changed(request.param, tmp_path)


def inside(point: Point, space: Space) -> bool:
    if isinstance(space.outline, Circle):
        return math.dist(point, space.outline.centre) < space.outline.radius
    odd = False
    points = space.outline.points
    for (ax, ay), (bx, by) in pairwise([*points, points[0]]):
        if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd


# ---------------------------------------------------------------- geometry


def test_every_place_has_its_own_space(game: Game) -> None:
    scene: Scene = game.scene.board()
    ids = [game.scene.module.space_id(s) for s in range(game.scene.module.layout.SPACES)]
    ids += [game.scene.module.circle_id(c) for c in range(game.scene.module.layout.HOME + 1)]
    assert set(scene.spaces) == {*ids, *(f"pass-{c}" for c in range(4))}
    assert all(space.id == key for key, space in scene.spaces.items())


def test_spaces_do_not_overlap_and_lie_in_the_view_box(game: Game) -> None:
    scene: Scene = game.scene.board()
    for space in scene.spaces.values():
        assert [s.id for s in scene.spaces.values() if inside(space.centre, s)] == [space.id]
        points = () if isinstance(space.outline, Circle) else space.outline.points
        assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in (*points, space.centre))
    circles = [s.outline for s in scene.spaces.values() if isinstance(s.outline, Circle)]
    for a, b in combinations(circles, 2):
        assert math.dist(a.centre, b.centre) > a.radius + b.radius


def test_each_space_touches_the_next_by_either_route(game: Game) -> None:
    """DBT-TURN-3, DBT-GATE-1: along the corner and behind the gate, all the way round."""
    scene: Scene = game.scene.board()
    layout = game.scene.module.layout
    for route in layout.NEXT:
        for space, onward in enumerate(route):
            here, there = (scene.spaces[game.scene.module.space_id(int(s))] for s in (space, onward))
            assert isinstance(here.outline, Polygon) and isinstance(there.outline, Polygon)
            near = min(math.dist(a, b) for a in here.outline.points for b in there.outline.points)
            assert near < 1e-6, (here.id, there.id)
            assert max(abs(a - b) for a, b in zip(here.cell, there.cell, strict=True)) <= 3.5


def test_travel_is_clockwise_and_seat_0_sits_below(game: Game) -> None:
    """DBT-TURN-3, DBT-SET-5"""
    scene: Scene = game.scene.board()
    centre, layout = game.scene.module.MIDDLE, game.scene.module.layout
    way = [int(layout.FORKS[0])]
    while len(way) == 1 or way[-1] != way[0]:
        way.append(int(layout.NEXT[0, way[-1]]))
    points = [scene.spaces[game.scene.module.space_id(s)].centre for s in way]
    angles = [math.atan2(y - centre[1], x - centre[0]) for x, y in points]  # y grows downwards
    turned = sum((b - a + math.pi) % math.tau - math.pi for a, b in pairwise(angles))
    assert turned == pytest.approx(math.tau)
    assert points[0][1] > centre[1] + 300


def test_circles_lie_at_equal_distances_and_arrows_end_at_theirs(game: Game) -> None:
    scene: Scene = game.scene.board()
    way = [scene.spaces[game.scene.module.circle_id(c)] for c in range(1, game.scene.module.layout.HOME)]
    steps = [math.dist(a.centre, b.centre) for a, b in pairwise(way)]
    assert max(steps) / min(steps) < 1.12
    purple = [c for c in range(1, game.scene.module.layout.HOME) if way[c - 1].hue == "purple"]
    arrows = [o for o in scene.over if isinstance(o, Arrow) and o.style == "jump"]
    assert len(purple) == len(arrows)
    for at, arrow in zip(purple, arrows, strict=True):
        goal = int(game.scene.module.layout.ARROW[at])
        for circle, end in ((at, arrow.points[0]), (goal, arrow.points[-1])):
            outline = way[circle - 1].outline
            assert isinstance(outline, Circle)
            assert math.dist(end, outline.centre) < 1.3 * outline.radius


# ---------------------------------------------------------------- what is printed and what stands there


def test_every_instruction_is_printed_on_its_space() -> None:
    scene: Scene = GAME.scene.board()
    labels = [o for o in scene.over if isinstance(o, Label) and o.at and o.style in ("number", "order")]
    for number in range(GAME.scene.module.layout.SPACES):
        space = scene.spaces[GAME.scene.module.space_id(number)]
        lines = [str(label.text) for label in labels if label.at and inside(label.at, space)]
        assert " ".join(lines).upper() == str(GAME.words.module.names.order_text(number)).upper()
        assert len(space.sign) <= 3


def test_pawns_are_of_two_sizes_and_told_apart_without_colour() -> None:
    p = table(large={"0": "R.M2"}, small={"0": 14, "1": 15})
    scene: Scene = GAME.scene.board()
    placed = list(scene.place(GAME.scene.pieces(p)))
    large = [slot.size for piece, slot in placed if piece.space.startswith("outside")]
    small = [slot.size for piece, slot in placed if piece.space.startswith("inside")]
    assert len(large) == len(small) == 4 and min(large) > 1.15 * max(small)
    assert [piece.letter for piece, _ in placed] == [*"RBYG", *"rbyg", *"RBYG"]
    assert len({look.shape for look in scene.looks}) == 4
    labels = [str(piece.label) for piece, _ in placed]
    assert labels[0] == "Red's large pawn: “Sell the lead!” before Red's gate"
    assert labels[4] == "Red's small pawn: circle 14"
    assert labels[8] == "Red holds the red pass, and the gate is open"


def gates(p: object) -> list[str]:
    return [str(e.text) for e in GAME.scene.extras(p) if isinstance(e, Label) and e.at]


def test_gates_stand_open_for_the_player_on_turn_and_are_shut_for_others() -> None:
    """DBT-SET-6, DBT-GATE-2: open to who holds the pass, or has permission."""
    p = table(turn=0, large={"0": "R.M1"}, passes={"red": 1, "blue": 0})
    assert gates(p) == ["red gate: shut", "blue gate: open", "yellow gate: shut", "green gate: shut"]
    p = table(turn=0, large={"0": "R.M1"}, passes={"red": 1}, asked=["red"], granted=["red"])
    assert gates(p)[0] == "red gate: open"
    bars = [e for e in GAME.scene.extras(p) if isinstance(e, Area) and isinstance(e.outline, Polygon)]
    shut = GAME.scene.extras(table(turn=0, large={"0": "R.M1"}, passes={"red": 1}))[0]
    assert bars[0] != shut  # an open gate is drawn differently, not only called so


@pytest.mark.parametrize("seed", [1, 2])
def test_whole_games_are_drawn_from_every_seat(seed: int) -> None:
    for number, (p, _, _) in enumerate(random_game(seed)):
        if number % 60:
            continue
        texts = {characters.render(GAME, view(p, seat)) for seat in GAME.seats(p)}
        assert len(texts) == 1  # nothing secret is drawn (DBT-INF-1)
        assert max(map(len, texts.pop().splitlines())) <= 79


def test_the_text_board_fits_the_screen_and_says_what_it_is(game: Game) -> None:
    text = characters.render(game, game.new(4))
    lines = text.splitlines()
    assert max(map(len, lines)) <= 79 and len(lines) <= 50
    assert "Reconstructed board" in text and "START" in text and "HOME" in text
    assert all(line == line.rstrip() for line in lines)


def test_every_circle_is_seen_on_the_text_board() -> None:
    seen = set()
    for circle in range(1, GAME.scene.module.layout.HOME):
        p = table(small={"2": circle})
        text = characters.render(GAME, p)
        board = text.split("Reconstructed")[0]
        assert board.count("y") == 1
        seen.add(text)
    assert len(seen) == GAME.scene.module.layout.HOME - 1


def test_the_picture_says_that_the_board_is_a_reconstruction() -> None:
    root = ElementTree.fromstring(svg.render(GAME, table()))
    words = " ".join("".join(e.itertext()) for e in root)
    assert "Reconstructed board" in words and "our reconstruction" in words


def test_cards_have_the_numbers_of_the_board(tmp_path: Path) -> None:
    """DBT-Q-17, DBT-CARD-1"""
    game = changed("other cards", tmp_path)
    assert game.scene.module.layout.CARD_NAMES[-3:] == ("AHEAD-2", "AHEAD-4", "AHEAD-11")
    data = {
        "phase": "play_card",
        "large": {"0": "R.C2", "1": "B.T", "2": "Y.T"},
        "hands": {"0": ["AHEAD-11", "TRADE", "TRADE"]},
    }
    p = game.position.build(data)
    action = game.words.meant(p, "ahead 11")
    game.plain.apply(p, action)
    assert p.small[0] == 11
