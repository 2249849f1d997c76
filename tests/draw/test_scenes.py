"""A scene agrees with the rules: every place has its space, and neighbours lie side by side."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.draw.scene import Circle, Point, Scene, Space, quarter
from parlour.rules.game import Game
from parlour.text import BadBoard
from tests.draw.boards import ODD, USUAL, changed

CASES = [(name, None) for name in USUAL] + [(name, changes) for name in USUAL for changes in ODD[name]]


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}-{'odd' if case[1] else 'usual'}")
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Game:
    name, changes = request.param
    return parlour.load(name) if changes is None else changed(name, changes, tmp_path)


def _places(game: Game) -> range:
    """The codes of all places of a seat, START or CORNER first."""
    return range(-1, game.rules.SPACE.shape[1] - 1)


def _way(game: Game) -> list[list[int]]:
    """The ways a piece can go, as lists of places."""
    rules = game.rules
    main = list(range(rules.HOME + 1))
    if game.id == "parcheesi":
        return [main]
    ways = [main]
    for t in range(rules.TURNOUTS):
        before = rules.SIDE * (t + 1) - rules.START_OFFSET
        first = rules.FIRST_TURNOUT + t * rules.TURNOUT_LENGTH
        turnout = range(first, first + rules.TURNOUT_LENGTH)
        ways.append([before + rules.BRANCH, *turnout, before + rules.MERGE])
    return ways


def _inside(point: Point, space: Space) -> bool:
    if isinstance(space.outline, Circle):
        return math.dist(point, space.outline.centre) < space.outline.radius
    inside = False
    points = space.outline.points
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


# ---------------------------------------------------------------- scene and rules


def test_every_place_has_its_own_space(game: Game) -> None:
    scene: Scene = game.scene.board()
    used = set()
    for seat in range(game.chairs):
        ids = [game.scene.module.space_id(seat, place) for place in _places(game)]
        assert len(set(ids)) == len(ids)
        used.update(ids)
    assert used == set(scene.spaces)
    assert all(space.id == key for key, space in scene.spaces.items())


def test_seats_share_a_space_where_the_rules_say_so(game: Game) -> None:
    rules = game.rules
    spaces: dict[int, str] = {}
    for seat in range(game.chairs):
        for place in _places(game):
            number = int(rules.SPACE[seat, place + 1])
            if number != rules.NOWHERE:
                space = game.scene.module.space_id(seat, place)
                assert spaces.setdefault(number, space) == space
    assert len(set(spaces.values())) == len(spaces) == rules.NOWHERE


def test_a_space_is_called_as_in_a_written_position(game: Game) -> None:
    rules, scene = game.rules, game.scene.board()
    for seat in range(game.chairs):
        for place in _places(game):
            called = scene.spaces[game.scene.module.space_id(seat, place)].called[seat]
            if place < 0:
                assert called == ("S" if game.id == "parcheesi" else "C")
            elif place == rules.HOME:
                assert called == "H"
            elif place < rules.HOME:
                assert called == str(place)
            else:
                turnout, at = divmod(place - rules.FIRST_TURNOUT, rules.TURNOUT_LENGTH)
                assert called == f"T{turnout + 1}.{at + 1}"
        ours = {game.scene.module.space_id(seat, place) for place in _places(game)}
        assert all((s.called[seat] != "") == (s.id in ours) for s in scene.spaces.values())


def test_signs_stand_where_the_rules_give_safety(game: Game) -> None:
    rules, scene = game.rules, game.scene.board()
    for number in range(rules.LOOP):
        if game.id == "parcheesi":
            assert ("star" in scene.spaces[f"loop-{number}"].marks) == bool(rules.SAFE[number])
        else:
            space = scene.spaces[f"broadway-{number}"]
            owner = None if space.seat is None else space.seat
            assert (rules.COLOUR[number] if rules.COLOUR[number] >= 0 else None) == owner


# ---------------------------------------------------------------- geometry


def test_neighbours_lie_side_by_side(game: Game) -> None:
    scene: Scene = game.scene.board()
    for seat in range(game.chairs):
        for way in _way(game):
            spaces = [scene.spaces[game.scene.module.space_id(seat, place)] for place in way]
            for a, b in pairwise(spaces):
                assert math.dist(a.centre, b.centre) < 2.9 * scene.piece, (a.id, b.id)
                assert max(abs(a.cell[0] - b.cell[0]), abs(a.cell[1] - b.cell[1])) <= 1.5, (a.id, b.id)


def test_travel_is_counter_clockwise_and_seat_0_sits_below(game: Game) -> None:
    scene: Scene = game.scene.board()
    middle = game.scene.module.MIDDLE
    ids = [game.scene.module.space_id(0, place) for place in range(game.rules.HOME_PATH)]
    for coordinates, (x, y) in (
        ([scene.spaces[i].centre for i in ids], middle),
        ([scene.spaces[i].cell for i in ids], _middle_cell(scene)),
    ):
        angles = [math.atan2(y - py, px - x) for px, py in coordinates]  # y grows downwards
        turned = sum((b - a + math.pi) % math.tau - math.pi for a, b in pairwise(angles))
        assert 1.4 * math.pi < turned < math.tau  # once round, but for what lies between entrance and start
    last = scene.spaces[ids[-1]].centre
    assert abs(last[0] - middle[0]) < 1e-6 and last[1] > middle[1]
    waiting = scene.spaces[game.scene.module.space_id(0, -1)].centre
    assert waiting[0] > middle[0] and waiting[1] > middle[1]  # at his right hand


def _middle_cell(scene: Scene) -> Point:
    columns = [s.cell[0] for s in scene.spaces.values()]
    rows = [s.cell[1] for s in scene.spaces.values()]
    return (min(columns) + max(columns)) / 2, (min(rows) + max(rows)) / 2


def test_a_quarter_turn_maps_the_board_on_itself(game: Game) -> None:
    scene: Scene = game.scene.board()
    for seat in range(game.chairs):
        for place in _places(game):
            here = scene.spaces[game.scene.module.space_id(seat, place)]
            next_seat = scene.spaces[game.scene.module.space_id((seat + 1) % game.chairs, place)]
            assert math.dist(quarter(here.centre, 1, game.scene.module.MIDDLE), next_seat.centre) < 1e-6
            assert math.dist(quarter(here.cell, 1, _middle_cell(scene)), next_seat.cell) < 1e-6
            if not isinstance(here.outline, Circle) and not isinstance(next_seat.outline, Circle):
                turned = sorted(
                    _rounded(quarter(p, 1, game.scene.module.MIDDLE)) for p in here.outline.points
                )
                assert turned == sorted(_rounded(p) for p in next_seat.outline.points)


def _rounded(point: Point) -> tuple[float, float]:
    return round(point[0], 4) + 0.0, round(point[1], 4) + 0.0


def test_pieces_stand_in_their_space_and_apart(game: Game) -> None:
    scene: Scene = game.scene.board()
    for space in scene.spaces.values():
        for count in range(1, 8):  # seven: four that started and three of the partner
            slots = space.stand(count, scene.piece)
            for i, slot in enumerate(slots):
                assert _inside((slot.x, slot.y), space), (space.id, count)
                assert all(math.dist(slot[:2], other[:2]) >= slot.size * 0.99 for other in slots[:i])


def test_spaces_do_not_overlap(game: Game) -> None:
    spaces = list(game.scene.board().spaces.values())
    for space in spaces:
        assert [s.id for s in spaces if _inside(space.centre, s)] == [space.id]


def test_all_lies_in_the_view_box(game: Game) -> None:
    scene: Scene = game.scene.board()
    for space in scene.spaces.values():
        points = () if isinstance(space.outline, Circle) else space.outline.points
        assert all(0 <= x <= scene.width and 0 <= y <= scene.height for x, y in (*points, space.centre))


# ---------------------------------------------------------------- pieces


@pytest.mark.parametrize("name", USUAL)
def test_pieces_are_told_apart_without_colour(name: str) -> None:
    scene: Scene = parlour.load(name).scene.board()
    assert len({look.letter for look in scene.looks}) == len(scene.looks)
    assert len({look.shape for look in scene.looks}) == len(scene.looks)


@pytest.mark.parametrize("name", USUAL)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_only_the_seats_taken_have_pieces(name: str, players: int) -> None:
    game = parlour.load(name)
    position = game.new(players)
    pieces = game.scene.pieces(position)
    assert {p.seat for p in pieces} == set(game.seats(position))
    assert len(pieces) == 4 * players
    assert len({(p.space, p.slot) for p in pieces}) == len(pieces)


# ---------------------------------------------------------------- boards that cannot be drawn


@pytest.mark.parametrize(
    ("name", "changes", "why"),
    [
        ("parcheesi", {"loop": 64, "arm": 16, "home_entry": 60}, "arm = 16"),
        ("parcheesi", {"path_length": 6}, "path_length = 6"),
        ("parcheesi", {"home_entry": 50}, "home_entry = 50"),
        ("pollyanna", {"branch": 1, "merge": 13, "turnout_length": 14}, "runs into a Home Path"),
        ("pollyanna", {"merge": 15, "turnout_length": 14}, "is not on a side"),
        ("pollyanna", {"turnout_length": 16}, "too many for this turnout"),
        (
            "pollyanna",
            {"side": 13, "merge": 9, "turnout_length": 6, "path_length": 15},
            "too many for a Home Path",
        ),
    ],
)
def test_a_board_that_cannot_be_drawn_says_why(
    name: str, changes: dict[str, Any], why: str, tmp_path: Path
) -> None:
    game = changed(name, changes, tmp_path)
    with pytest.raises(BadBoard, match=why):
        game.scene.board()


BLOCKADES: dict[str, tuple[dict[str, Any], list[tuple[str, str]]]] = {
    "parcheesi": (  # two of one colour on any space, PAR-BLOCK-1: not at START, not HOME, not two colours
        {"turn": 0, "pawns": {"0": [5, 5, 66, 66], "1": ["S", "S", 60, 3], "2": ["H", "H", 6, 40]}},
        [("loop-5", "red"), ("path-0-3", "red")],
    ),
    "pollyanna": (  # on the Broadway only, POL-BLOCK-1: not in a corner, not at home
        {"turn": 0, "pieces": {"0": ["C", "C", 12, 12], "2": ["H", "H", 20, 33]}},
        [("broadway-18", "yellow")],
    ),
}


@pytest.mark.parametrize("name", BLOCKADES)
def test_blockades_are_framed_in_their_owners_colour(name: str) -> None:
    data, framed = BLOCKADES[name]
    game = parlour.load(name)
    spaces = game.scene.board().spaces
    found = game.scene.extras(game.position.build({"game": name} | data))
    assert [(wall.outline, wall.colour) for wall in found] == [(spaces[s].outline, c) for s, c in framed]
