"""The drawing agrees with the rules: every square, every marker, the dice, the points."""

from __future__ import annotations

import math
from collections import Counter
from xml.etree import ElementTree

import pytest

from parlour.draw import characters, svg
from parlour.draw.scene import Area, Circle, Label, Scene
from parlour.rules.position import Position

from .support import GAME, RULES, after, dice, random_game, table

SVG = "{http://www.w3.org/2000/svg}"
SCENE: Scene = GAME.scene.board()
KEEP = dice((3, 1), (6, 4))
BATTLE = {"square": "5,7", "round": 3, "attacker": [1, 5, 6], "defender": [3, 4, 4]}
TEAMS = {"options": {"teams": "yes"}}


def texts(p: Position) -> list[str]:
    """What is told beside the board; a mark is only drawn."""
    labels = [extra for extra in GAME.scene.extras(p) if isinstance(extra, Label)]
    return [str(label.text) for label in labels if label.style != "mark"]


def test_rows_run_down_and_columns_run_across() -> None:
    """DBW-COMP-1: nine red rows and nine blue columns, numbered 3 to 11 on both pairs of edges."""
    for square in range(RULES.SQUARES):
        row, column = divmod(square, 9)
        space = SCENE.spaces[GAME.scene.module.space_id(square)]
        assert space.id == f"square-{row + 3}-{column + 3}" and space.cell == (column, row)
        assert set(space.called) == {f"{row + 3},{column + 3}"}
        assert str(space.label) == f"row {row + 3}, column {column + 3}"
    assert len({space.centre for space in SCENE.spaces.values()}) == 81 + 4
    numbers = Counter(
        (item.colour, str(item.text))
        for item in SCENE.over
        if isinstance(item, Label) and item.style == "number"
    )
    assert numbers == {(colour, str(n)): 2 for colour in ("red", "blue") for n in range(3, 12)}


def test_a_number_stands_beside_its_own_line() -> None:
    for item in SCENE.over:
        if isinstance(item, Label) and item.style == "number" and item.at:
            line = [s for s in SCENE.spaces.values() if s.kind == "loop"]
            if item.colour == "red":
                line = [s for s in line if s.called[0].startswith(f"{item.text},")]
                assert {s.centre[1] for s in line} == {item.at[1]}
            else:
                line = [s for s in line if s.called[0].endswith(f",{item.text}")]
                assert {s.centre[0] for s in line} == {item.at[0]}
            assert len(line) == 9


def test_squares_fill_the_grid_and_all_lies_in_the_view_box() -> None:
    spaces = list(SCENE.spaces.values())
    for space in spaces:
        assert not isinstance(space.outline, Circle)
        xs, ys = zip(*space.outline.points, strict=True)
        assert min(xs) >= 0 and max(xs) <= SCENE.width and min(ys) >= 0 and max(ys) <= SCENE.height
        inside = [s for s in spaces if min(xs) < s.centre[0] < max(xs) and min(ys) < s.centre[1] < max(ys)]
        assert inside == [space]


def test_markers_are_told_apart_without_colour_and_are_not_coloured_like_dice() -> None:
    assert len({look.letter for look in SCENE.looks}) == len({look.shape for look in SCENE.looks}) == 4
    assert not {look.colour for look in SCENE.looks} & {"red", "blue"}


@pytest.mark.parametrize("seed", range(60, 63))
def test_every_marker_is_drawn_once(seed: int) -> None:
    for number, (p, _, _, _) in enumerate(random_game(seed)):
        if number % 25:
            continue
        drawn = Counter((piece.seat, piece.space) for piece in GAME.scene.pieces(p))
        fighting = p.phase == RULES.BATTLE
        for square in range(RULES.SQUARES):
            here = {seat: drawn[seat, GAME.scene.module.space_id(square)] for seat in range(4)}
            expected = [int(p.owner[square])] + ([p.turn] if fighting and square == p.square else [])
            assert [seat for seat in here for _ in range(here[seat])] == sorted(
                seat for seat in expected if seat != RULES.VACANT
            )
        assert [drawn[seat, f"hand-{seat}"] for seat in range(4)] == p.supply.tolist()
        text = characters.render(GAME, p)
        assert max(map(len, text.splitlines())) <= 79 and len(text.splitlines()) <= 45
        ElementTree.fromstring(svg.render(GAME, p))


def test_as_many_markers_as_there_are_fit_a_plate() -> None:
    for seat in range(4):
        plate = SCENE.spaces[f"hand-{seat}"]
        for count in (1, 12, 16, 24):
            slots = plate.stand(count, SCENE.piece)
            for i, slot in enumerate(slots):
                assert all(math.dist(slot[:2], other[:2]) >= slot.size * 0.99 for other in slots[:i])
                assert slot.size >= 20  # its letter can be read


# ---------------------------------------------------------------- what lies beside the board


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (table("5,5 5,6 5,7", ""), ["Green: 1 point", "Yellow: 0 points"]),
        (
            table("", "5,5 5,6 5,7 5,8", "", "", **TEAMS),
            [
                "Green and Purple: 0 points",
                "Yellow and Black: 2 points",
                "Purple, with Green",
                "Black, with Yellow",
            ],
        ),
        (
            table(dice=KEEP),
            ["Green: 0 points", "Yellow: 0 points", "red 3-1: row 4", "blue 6-4: column 10"],
        ),
        (
            table(dice=dice((2, 2), (5, 5))),
            ["Green: 0 points", "Yellow: 0 points", "red 2-2: wild, any row", "blue 5-5: wild, any column"],
        ),
        (
            table("", "5,7", battle=BATTLE, supply={"0": 0, "1": 4}),
            [
                *("Green: 0 points", "Yellow: 0 points", "Battle for 5,7, round 3"),
                *(
                    "Green attacks: 1-5-6, total 12",
                    "Yellow defends: 3-4-4, total 11",
                    "This is the last round",
                ),
            ],
        ),
        (
            after(table("", "4,10", dice=KEEP), "keep", "1-2-3"),
            [
                *("Green: 0 points", "Yellow: 0 points", "Battle for 4,10, round 1"),
                *("Green attacks: 1-2-3, total 6", "Yellow defends"),
            ],
        ),
        (
            table(tiebreak=True, score={"0": 3, "1": 3}),
            ["Green: 3 points", "Yellow: 3 points", "Tie-break: the first row wins"],
        ),
        (after(table("4,8 4,9", dice=KEEP, supply={"1": 0}), "keep"), ["Green: 1 point", "Yellow: 0 points"]),
    ],
)
def test_points_dice_and_what_to_keep_in_mind_are_told(p: Position, said: list[str]) -> None:
    assert texts(p) == said
    drawn = characters.render(GAME, p)
    assert all(text in drawn for text in said)
    assert all(text in characters.places(GAME, p) for text in said)
    about = ElementTree.fromstring(svg.render(GAME, p)).findtext(f"{SVG}desc") or ""
    assert all(text in about for text in said)


def test_dice_show_their_spots() -> None:
    p = table("", "5,7", battle=BATTLE)
    areas = [extra for extra in GAME.scene.extras(p) if isinstance(extra, Area)]
    assert Counter((a.style, a.colour) for a in areas if a.style != "focus") == {
        ("die", "red"): 3, ("pip", "red"): 12, ("die", "blue"): 3, ("pip", "blue"): 11,
    }  # fmt: skip
    for die in (a for a in areas if a.style == "die"):
        assert not isinstance(die.outline, Circle)
        (left, top), _, (right, bottom), _ = die.outline.points
        spots = [a.outline.centre for a in areas if a.style == "pip" and isinstance(a.outline, Circle)]
        mine = [spot for spot in spots if left < spot[0] < right and top < spot[1] < bottom]
        turned = sorted((left + right - x, top + bottom - y) for x, y in mine)
        assert [(round(x, 6), round(y, 6)) for x, y in sorted(mine)] == [
            (round(x, 6), round(y, 6)) for x, y in turned
        ]


def test_who_is_to_act_and_the_square_fought_for_are_framed() -> None:
    def framed(p: Position) -> set[str]:
        frames = [e.outline for e in GAME.scene.extras(p) if isinstance(e, Area) and e.style == "focus"]
        return {space.id for space in SCENE.spaces.values() if space.outline in frames}

    assert framed(table(turn=1)) == {"hand-1"}
    assert framed(table("", "5,7", battle=BATTLE)) == {"hand-0", "square-5-7"}
    assert framed(table("", "5,7", battle=BATTLE | {"next": "defender"})) == {"hand-1", "square-5-7"}
    assert framed(after(table("4,8 4,9", dice=KEEP, supply={"1": 0}), "keep")) == set()


def test_alike_markers_are_counted_for_those_who_cannot_see_them() -> None:
    about = ElementTree.fromstring(svg.render(GAME, table("5,5", ""))).findtext(f"{SVG}desc") or ""
    assert "Green: 5,5; Green: in hand ×23; Yellow: in hand ×24" in about


def test_the_plain_text_board() -> None:
    drawn = characters.render(GAME, table("5,7", "11,11", dice=KEEP)).splitlines()
    assert drawn[0].split() == ["BLUE", *map(str, range(3, 12))]
    assert drawn[1].startswith(" RED ┌───┬")
    row = next(line for line in drawn if line.startswith("   5 │"))
    assert row.split("│")[5] == " G " and drawn[0].index("7") == row.index("G")
    assert drawn[-2:] == ["> Green (G): 5,7; in hand ×23", "  Yellow (Y): 11,11; in hand ×23"]
