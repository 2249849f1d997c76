"""The drawing agrees with the rules: every square, every marker, the dice, the points."""

from __future__ import annotations

from collections import Counter
from itertools import islice, pairwise
from xml.etree import ElementTree

import pytest

from parlour.draw import characters, svg
from parlour.draw.scene import Area, Circle, Label, Line, Point, Polygon, Scene, labels_of, tried
from parlour.rules.position import Position

from .support import GAME, RULES, after, dice, legal, random_game, table

SVG = "{http://www.w3.org/2000/svg}"
SCENE: Scene = GAME.scene.board()
KEEP = dice((3, 1), (6, 4))
BATTLE = {"square": "5,7", "round": 3, "attacker": [1, 5, 6], "defender": [3, 4, 4]}
TEAMS = {"options": {"teams": "yes"}}
NONE_YET = ("Green: 0 points, 24 markers", "Yellow: 0 points, 24 markers")


def texts(p: Position) -> list[str]:
    """What is told beside the board; a mark is only drawn."""
    return [str(text) for text in labels_of(GAME.scene.extras(p))]


def test_rows_run_down_and_columns_run_across() -> None:
    """DBW-COMP-1: nine red rows and nine blue columns, numbered 3 to 11 on both pairs of edges."""
    for square in range(RULES.SQUARES):
        row, column = divmod(square, 9)
        space = SCENE.spaces[GAME.scene.module.space_id(square)]
        assert space.id == f"square-{row + 3}-{column + 3}" and space.cell == (column, row)
        assert set(space.called) == {f"{row + 3},{column + 3}"}
        assert str(space.label) == f"row {row + 3}, column {column + 3}"
    assert len({space.centre for space in SCENE.spaces.values()}) == 81
    numbers = Counter(
        (item.colour, str(item.text))
        for item in SCENE.over
        if isinstance(item, Label) and item.style == "number"
    )
    assert numbers == {(colour, str(n)): 2 for colour in ("red", "blue") for n in range(3, 12)}


def test_a_number_stands_beside_its_own_line() -> None:
    for item in SCENE.over:
        if isinstance(item, Label) and item.style == "number" and item.at:
            line = [s for s in SCENE.spaces.values() if s.kind == "square"]
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
        text = characters.render(GAME, p)
        assert max(map(len, text.splitlines())) <= 79 and len(text.splitlines()) <= 45
        ElementTree.fromstring(svg.render(GAME, p))


def plates(p: Position) -> list[Polygon]:
    """The plates of the scoreboard; the numbers that the dice name are plates too, in the dice's colours."""
    seats = {look.colour for look in SCENE.looks}
    found = [e for e in GAME.scene.extras(p) if isinstance(e, Area) and e.style == "plate"]
    return [e.outline for e in found if e.colour in seats and isinstance(e.outline, Polygon)]


def shown(p: Position, colour: str) -> list[str]:
    """What stands on the plates in one player's colour: his letter, his markers in hand, his points."""
    labels = [e for e in GAME.scene.extras(p) if isinstance(e, Label) and e.style.startswith("mark")]
    return [str(label.text) for label in labels if label.colour == colour]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_who_is_there_has_a_plate_and_nobody_else(players: int) -> None:
    p = GAME.new(players)
    found = plates(p)
    assert len(found) == players
    for seat, look in enumerate(SCENE.looks):
        assert shown(p, look.colour) == ([look.letter, f"×{48 // players}", "0"] if seat < players else [])
    boxes = [(outline.points[0], outline.points[2]) for outline in found]
    for (left, top), (right, bottom) in boxes:
        assert 0 < left < right < SCENE.width and 0 < top < bottom
        assert all(bottom < s.centre[1] for s in SCENE.spaces.values())
    for (_, (right, _)), ((left, _), _) in pairwise(boxes):
        assert right < left


def test_partners_share_a_plate_and_their_points() -> None:
    p = table("", "5,5 5,6 5,7 5,8", "", "11,3", **TEAMS)
    assert len(plates(p)) == 2 + 2  # those of the second partners lie on the first ones'
    assert shown(p, "green") == ["G", "×12", "0"] and shown(p, "purple") == ["P", "×12"]
    assert shown(p, "yellow") == ["Y", "×8", "2"] and shown(p, "black") == ["B", "×11"]


def strings(p: Position) -> set[tuple[str | None, frozenset[str]]]:
    """The lines drawn through rows: the colour, and the squares at both ends."""
    named: dict[Point, str] = {space.centre: space.called[0] for space in SCENE.spaces.values()}
    lines = [extra for extra in GAME.scene.extras(p) if isinstance(extra, Line)]
    assert all(line.low and line.style == "scored" for line in lines)
    return {(line.colour, frozenset(named[point] for point in line.points)) for line in lines}


def test_rows_that_have_scored_are_joined() -> None:
    """DBW-SCORE-1, DBW-SCORE-2: in all four directions, and what lies on one line is one string."""
    p = table("5,5 5,6 5,7 5,8 6,5 7,5 6,6 7,7", "9,3 10,4 11,5 9,5 3,3 3,4")
    assert strings(p) == {
        ("green", frozenset({"5,5", "5,8"})),
        ("green", frozenset({"5,5", "7,5"})),
        ("green", frozenset({"5,5", "7,7"})),
        ("green", frozenset({"5,7", "7,5"})),
        ("yellow", frozenset({"9,3", "11,5"})),
    }
    assert strings(table("5,10 5,11 6,3", "")) == set()  # no row runs over the edge


@pytest.mark.parametrize("seed", range(60, 62))
def test_the_strings_are_the_points(seed: int) -> None:
    """DBW-SCORE-2: a string of n markers is worth n - 2 points, and all of them are the score."""
    for p, _, _, _ in islice(random_game(seed), 0, None, 40):
        if p.tiebreak:
            break
        cells = {space.centre: space.cell for space in SCENE.spaces.values()}
        lines = [extra for extra in GAME.scene.extras(p) if isinstance(extra, Line)]
        lengths = [
            max(abs(a[i] - b[i]) for i in (0, 1)) - 1
            for a, b in ((cells[q] for q in x.points) for x in lines)
        ]
        assert sum(lengths) == int(p.score.sum())


# ---------------------------------------------------------------- what lies beside the board


@pytest.mark.parametrize(
    ("p", "said"),
    [
        (table("5,5 5,6 5,7", ""), ["Green: 1 point, 21 markers", "Yellow: 0 points, 24 markers"]),
        (
            table("", "5,5 5,6 5,7 5,8", "", "11,3", **TEAMS),
            [
                *("Green and Purple: 0 points", "Green: 12 markers", "Purple: 12 markers"),
                *("Yellow and Black: 2 points", "Yellow: 8 markers", "Black: 11 markers"),
            ],
        ),
        (table(dice=KEEP), [*NONE_YET, "red 3-1: row 4", "blue 6-4: column 10"]),
        (
            table(dice=dice((2, 2), (5, 5))),
            [*NONE_YET, "red 2-2: wild, any row", "blue 5-5: wild, any column"],
        ),
        (
            table("", "5,7", battle=BATTLE, supply={"0": 0, "1": 1}),
            [
                *(
                    "Green: 0 points, 0 markers",
                    "Yellow: 0 points, 1 marker",
                    "Battle for red 5, blue 7, round 3",
                ),
                *("Green attacks: 1-5-6, total 12", "Yellow defends: 3-4-4, total 11"),
                "This is the last round",
            ],
        ),
        (
            after(table("", "4,10", dice=KEEP), "keep", "1-2-3"),
            [
                *(
                    "Green: 0 points, 23 markers",
                    "Yellow: 0 points, 23 markers",
                    "Battle for red 4, blue 10, round 1",
                ),
                *("Green attacks: 1-2-3, total 6", "Yellow defends"),
            ],
        ),
        (
            table(tiebreak=True, score={"0": 3, "1": 3}),
            [
                *("Green: 3 points, 24 markers", "Yellow: 3 points, 24 markers"),
                "Tie-break: the first row wins",
            ],
        ),
        (
            after(table("4,8 4,9", dice=KEEP, supply={"1": 0}), "keep"),
            ["Green: 1 point, 21 markers", "Yellow: 0 points, 0 markers"],
        ),
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
    assert Counter((a.style, a.colour) for a in areas if a.style in ("die", "pip")) == {
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
        frames = [
            e.outline for e in GAME.scene.extras(p) if isinstance(e, Area) and e.style in ("focus", "next")
        ]
        boxes = [f.points for f in frames if isinstance(f, Polygon)]
        letters = [e for e in GAME.scene.extras(p) if isinstance(e, Label) and "monogram" in e.style]
        plates = {str(e.text) for e in letters if e.at and any(_inside(e.at, box) for box in boxes)}
        return plates | {space.id for space in SCENE.spaces.values() if space.outline in frames}

    assert framed(table(turn=1)) == {"Y"}
    assert framed(table("", "5,7", battle=BATTLE)) == {"G", "square-5-7"}
    assert framed(table("", "5,7", battle=BATTLE | {"next": "defender"})) == {"Y", "square-5-7"}
    assert framed(table("", "", "", "", turn=2, **TEAMS)) == {"P"}
    assert framed(after(table("4,8 4,9", dice=KEEP, supply={"1": 0}), "keep")) == set()


def _inside(point: Point, box: tuple[Point, ...]) -> bool:
    (left, top), _, (right, bottom), _ = box
    return left < point[0] < right and top < point[1] < bottom


@pytest.mark.parametrize(
    ("red", "blue", "rows", "columns"),
    [
        ((3, 1), (6, 4), [4], [10]),
        ((2, 2), (6, 4), [], [10]),
        ((3, 1), (5, 5), [4], []),
        ((1, 1), (2, 2), [], []),
    ],
)
def test_the_lines_that_the_dice_name_stand_out(
    red: tuple[int, int], blue: tuple[int, int], rows: list[int], columns: list[int]
) -> None:
    """DBW-ROLL-2, DBW-WILD-1: a double names none."""
    extras = GAME.scene.extras(table(dice=dice(red, blue)))
    beams = [e for e in extras if isinstance(e, Area) and e.style == "beam"]
    assert all(beam.low for beam in beams)
    for colour, at, wanted in (("red", 1, rows), ("blue", 0, columns)):
        boxes = [e.outline.points for e in beams if e.colour == colour and isinstance(e.outline, Polygon)]
        named = [
            int(str(e.text))
            for e in extras
            if isinstance(e, Label) and e.colour == colour and "score" in e.style
        ]
        assert named == [line for line in wanted for _ in range(2)]
        for box, line in zip(boxes, wanted, strict=True):
            inside = [s for s in SCENE.spaces.values() if _inside(s.centre, box)]
            assert len(inside) == 9 and {s.cell[at] + 3 for s in inside} == {line}


# ---------------------------------------------------------------- by hand


def _touched(p: Position) -> dict[str, list[str]]:
    """What touching a square does: the legal actions that mean it, by the names of squares."""
    found: dict[str, list[str]] = {}
    for code in legal(p):
        gesture = GAME.scene.gesture(p, code)
        for space in (gesture.onward or (gesture.pick,)) if gesture else ():
            found.setdefault(SCENE.spaces[space].called[0], []).append(GAME.words.notation(p, code))
    return found


def test_the_squares_that_the_dice_allow_can_be_touched_at_once() -> None:
    """DBW-ROLL-2, DBW-WILD-1, DBW-WILD-2: before the dice are kept, and after."""
    assert _touched(table(dice=KEEP)) == {"4,10": ["keep"]}
    row = table("4,5", "4,6", dice=dice((3, 1), (5, 5)))
    squares = {f"4,{column}" for column in range(3, 12)} - {"4,5"}
    assert _touched(row) == {square: ["keep"] for square in squares}
    assert _touched(after(row, "keep")) == {square: [square] for square in squares}
    assert len(_touched(table("4,5", dice=dice((1, 1), (5, 5))))) == 80


@pytest.mark.parametrize(
    ("p", "square", "clause", "said"),
    [
        (table(dice=KEEP), "4,9", "DBW-ROLL-2", "The dice name row 4, column 10, and no other square."),
        (table(dice=dice((3, 1), (5, 5))), "5,9", "DBW-WILD-1", "The dice let you pick any square of row 4."),
        (
            after(table("4,5", dice=dice((3, 1), (5, 5))), "keep"),
            *("4,5", "DBW-WILD-1", "That square is yours already."),
        ),
    ],
)
def test_a_wrong_square_says_why(p: Position, square: str, clause: str, said: str) -> None:
    space = f"square-{square.replace(',', '-')}"
    codes = tried(GAME.scene, p, range(GAME.plain.ACTIONS), space, space)
    reasons = [GAME.why_not(p, 0, code) for code in codes]
    assert [(str(r.text), r.clause) for r in reasons if r] == [(said, clause)] and None not in reasons


def test_the_plain_text_board() -> None:
    drawn = characters.render(GAME, table("5,7", "11,11", dice=KEEP)).splitlines()
    assert drawn[0].split() == ["BLUE", *map(str, range(3, 12))]
    assert drawn[1].startswith(" RED ┌───┬")
    row = next(line for line in drawn if line.startswith("   5 │"))
    assert row.split("│")[5] == " G " and drawn[0].index("7") == row.index("G")
    assert drawn[-2:] == ["> Green (G): 5,7", "  Yellow (Y): 11,11"]
