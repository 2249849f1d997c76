"""The drawing agrees with the board: spaces, sides, arrows, tiles as they lie, the completed track."""

from __future__ import annotations

import math
from xml.etree import ElementTree

import pytest

from parlour.draw import characters, svg
from parlour.draw.scene import Area, Label, Line, Point, Polygon, Scene, Space, labels_of
from parlour.rules.game import Game
from parlour.rules.position import Position

from .support import COLUMN, GAME, GAMES, legal, play, random_game, table

SVG = "{http://www.w3.org/2000/svg}"
WON = table(" ".join(["Nb3u/H", "Oa4u/B", *("Y" + tile for tile in COLUMN[1:])]), turn=1, over="won")


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]


def _points(space: Space) -> tuple[Point, ...]:
    assert isinstance(space.outline, Polygon)
    return space.outline.points


def _side(game: Game, name: str, letter: str) -> frozenset[tuple[int, int]]:
    """The two ends of a space's side, rounded, as the drawing has them."""
    scene: Scene = game.scene.board()
    points = _points(scene.spaces[name])
    cell = next(c for c in game.rules.BOARD["cells"] if c["name"] == name)
    ends = [(round(x), round(y)) for x, y in points]
    pairs = [frozenset((ends[i], ends[(i + 1) % 3])) for i in range(3)]
    rising = {"H": lambda a, b: a[1] == b[1], "B": lambda a, b: (a[0] - b[0]) * (a[1] - b[1]) > 0,
              "F": lambda a, b: (a[0] - b[0]) * (a[1] - b[1]) < 0}  # fmt: skip
    found = [pair for pair in pairs if rising[letter](*sorted(pair))]
    assert len(found) == 1, cell
    return found[0]


def test_tiles_that_wait_lie_clear_of_the_board_which_fills_the_picture(game: Game) -> None:
    """Seven tiles of each player and the neutral one, none on another, none on the board, all in sight."""
    scene: Scene = game.scene.board()
    sheet = scene.under[0].outline
    assert isinstance(sheet, Polygon)
    sides = [math.dist(*_points(scene.spaces[c["name"]])[:2]) for c in game.rules.BOARD["cells"]]
    assert min(sides) > 0.11 * scene.width
    for hand in ("hand-0", "hand-1"):
        waiting = scene.spaces[hand].stand(8, scene.piece)
        assert all(slot.size > 0.3 * min(sides) for slot in waiting)
        for slot in waiting:
            half = slot.size / 2
            assert half <= slot.x <= scene.width - half and half <= slot.y <= scene.height - half
            assert min(math.dist((slot.x, slot.y), point) for point in sheet.points) > half
            others = [o for o in waiting if o is not slot]
            assert all(math.dist((slot.x, slot.y), (o.x, o.y)) >= slot.size for o in others)


def test_neighbours_share_the_side_the_board_says(game: Game) -> None:
    """TRI-GEO-1: a side that two spaces share has the same letter, H level, B falling, F rising."""
    for cell in game.rules.BOARD["cells"]:
        for letter, beyond in cell["sides"].items():
            if beyond in game.module("layout").CELL_NAMES:
                assert _side(game, cell["name"], letter) == _side(game, beyond, letter)


def test_spaces_point_as_they_are_named(game: Game) -> None:
    scene: Scene = game.scene.board()
    for cell in game.rules.BOARD["cells"]:
        heights = sorted(y for _, y in _points(scene.spaces[cell["name"]]))
        tip_is_up = math.isclose(heights[1], heights[2])
        assert tip_is_up == (cell["points"] == "up") == cell["name"].endswith("u")
        assert ("dot" in scene.spaces[cell["name"]].marks) == cell["centre"]  # TRI-COMP-4


def test_every_rib_and_every_arrow_is_drawn(game: Game) -> None:
    scene: Scene = game.scene.board()
    sides = [beyond for cell in game.rules.BOARD["cells"] for beyond in cell["sides"].values()]
    styles = [item.style for item in scene.over if hasattr(item, "outline")]
    assert styles.count("rib") == sides.count("rib")
    assert styles.count("pointer dark") == styles.count("pointer light") == 2  # TRI-COMP-3
    printed = [str(item.text) for item in scene.over if isinstance(item, Label) and item.at]
    assert sorted(name for name in printed if name in game.module("layout").ARROW_NAMES) == [
        "D0",
        "D1",
        "L0",
        "L1",
    ]


def test_the_whole_picture_lies_on_the_sheet(game: Game) -> None:
    scene: Scene = game.scene.board()
    outlines = [*(s.outline for s in scene.spaces.values()), *(a.outline for a in scene.under)]
    for outline in outlines:
        assert isinstance(outline, Polygon)
        assert all(15 < x < scene.width - 15 and 15 < y < scene.height - 60 for x, y in outline.points)


def test_a_tile_is_drawn_as_it_lies(game: Game) -> None:
    """The stripe of every tile of a random game joins the two sides that are not plain."""
    for p in [after for _, _, _, after in random_game(game, 7)][5::25]:
        laid = {str(piece.label).partition(": ")[2]: piece for piece in game.scene.pieces(p)}
        for name in game.position.describe(p)["tiles"]:
            piece = laid[name[1:]]
            points = [(round(x), round(y)) for x, y in _points(game.scene.board().spaces[piece.space])]
            assert piece.letter == name[0] and piece.tile.plain == name[-1]
            joined = {frozenset((points[i], points[(i + 1) % 3])) for i in piece.tile.ends}
            assert joined == {_side(game, piece.space, side) for side in "HBF" if side != name[-1]}
        hands = [piece.seat for piece in game.scene.pieces(p) if piece.space.startswith("hand")]
        assert [hands.count(0), hands.count(1)] == p.hand.tolist()


def test_the_neutral_tile_waits_with_the_one_who_begins() -> None:
    for options, rack in (({}, "hand-0"), ({"p1_colour": "yellow"}, "hand-1")):
        pieces = GAME.scene.pieces(GAME.new(2, options))
        assert [piece.space for piece in pieces if piece.letter == "N"] == [rack]


# ---------------------------------------------------------------- the completed track


def test_the_completed_track_is_highlighted() -> None:
    """TRI-WIN-1: the seven spaces from D1 to L0 and no other."""
    bright = {piece.space for piece in GAME.scene.pieces(WON) if piece.tile.bright}
    assert bright == {tile[:3] for tile in COLUMN}
    root = ElementTree.fromstring(svg.render(GAME, WON))
    groups = [g for g in root.iter(f"{SVG}g") if (g.get("class") or "").startswith("piece tile")]
    glowing = [g.get("data-space") for g in groups if any(e.get("class") == "glow" for e in g)]
    assert set(glowing) == bright
    assert [g.get("data-space") for g in groups][-7:] == glowing  # over the others, so that its line is whole
    text = characters.render(GAME, WON)
    assert all(f"[{name}]" in text for name in bright) and text.count("[") == 7
    assert "Track: L0 a1u a1d a2u a2d a3u a3d a4u D1" in text
    about = next(e.text or "" for e in root.iter() if e.get("id") == "board-about")
    assert "Track: L0 a1u" in about


def test_a_mixed_track_counts_where_colours_do_not_matter() -> None:
    """TRI-Q-03: in both colours it wins; with `own_or_neutral` it is nobody's."""
    row = ["a1u/F", "a1d/H", "b1u/H", "b1d/H", "c1u/H", "c1d/H", "d1u/H", "d1d/H"]
    tiles = " ".join(["Nc2d/H", *(("O" if i % 2 else "Y") + tile for i, tile in enumerate(row))])
    won = table(tiles, over="won")
    cells = [GAME.module("layout").CELL_NAMES.index(tile[:3]) for tile in row]
    assert GAME.words.module.finished_track(won) == ("L0", cells, "D0")
    mixed = table(tiles, options={"track_colours": "own_or_neutral"})
    assert [*GAME.words.module.tracks(mixed, 0), *GAME.words.module.tracks(mixed, 1)] == []


def test_nothing_is_highlighted_before_the_end() -> None:
    p = table("Nb3u/H Yd1d/F")
    assert not any(piece.tile.bright for piece in GAME.scene.pieces(p))
    assert [str(text) for text in labels_of(GAME.scene.extras(p))] == [
        "The neutral tile is Orange's for now."
    ]
    assert labels_of(GAME.scene.extras(table("Nb3u/H Yd1d/F Oc2d/H", turn=1))) == []


# ---------------------------------------------------------------- tracks on their way

ALMOST = " ".join(["Nb3u/H", *("Y" + tile for tile in COLUMN[:3] + COLUMN[4:])])  # one tile is missing


def _styled(p: Position, style: str) -> list[Area]:
    return [extra for extra in GAME.scene.extras(p) if isinstance(extra, Area) and extra.style == style]


def test_tiles_joined_to_an_arrow_and_the_arrows_they_reach_are_lit() -> None:
    """TRI-WIN-1, TRI-OFF-2, TRI-Q-06: a plain side is joined to nothing, and shuts a dark arrow."""
    p = table("Nb3u/H Oa1u/F Ya1d/F Yc1d/H Od1d/F")
    assert {piece.space for piece in GAME.scene.pieces(p) if piece.tile.live} == {"a1u", "a1d"}
    assert len(_styled(p, "lit")) == 1 and len(_styled(p, "barrier")) == 1  # L0; D0 beside d1d
    inside = table("Nb3u/H Yc1d/H Oc2d/H", turn=1)
    assert _styled(inside, "lit") == _styled(inside, "barrier") == []


def test_what_would_complete_a_track_is_drawn() -> None:
    """TRI-WIN-1, TRI-WIN-2: one tile is missing, or has to be turned; whosever turn it is."""
    missing = COLUMN[3]
    for turn in (0, 1):
        p = table(ALMOST, turn=turn)
        gaps = [extra for extra in GAME.scene.extras(p) if isinstance(extra, Line)]
        space = GAME.scene.board().spaces[missing[:3]]
        assert [gap.points[1] for gap in gaps] == [space.centre] and not gaps[0].low
        assert f"One tile completes a track: {missing[:3]}" in map(str, labels_of(GAME.scene.extras(p)))
    p = table(f"{ALMOST} Oa2d/H")  # it lies there, but not so
    assert [e.points[1] for e in GAME.scene.extras(p) if isinstance(e, Line)] == [space.centre]


def test_a_gap_counts_for_whoever_may_fill_it() -> None:
    """TRI-Q-03: where a track must be of one's own tiles, a chain of the other's is no use to oneself."""
    options = {"track_colours": "own_or_neutral"}
    for turn in (0, 1):
        assert any(isinstance(e, Line) for e in GAME.scene.extras(table(ALMOST, turn=turn, options=options)))
    mixed = ALMOST.replace("Ya1d", "Oa1d")
    assert not any(isinstance(e, Line) for e in GAME.scene.extras(table(mixed, options=options)))


def test_a_move_that_wins_is_told_by_how_the_tile_would_lie() -> None:
    """TRI-Q-11: but not where the tile that is moved leaves a gap of its own."""
    p = table(ALMOST, turn=1)
    bright = set()
    for code in legal(GAME, p):
        gesture = GAME.scene.gesture(p, code)
        after = p.copy()
        GAME.plain.apply(after, code)
        assert gesture.tile.bright == (after.phase == GAME.module("record").WON)
        bright |= {gesture.pick} if gesture.tile.bright else set()
    assert bright == {"hand-1", "b3u"}


def test_the_lock_on_the_neutral_tile_bears_its_holders_letter() -> None:
    """TRI-NEUTRAL-3."""
    p = table("Nb3u/H Yd1d/F")
    letters = [e for e in GAME.scene.extras(p) if isinstance(e, Label) and "key" in e.style]
    assert [str(label.text) for label in letters] == ["O"]
    free = table("Nb3u/H Yd1d/F Oc2d/H", turn=1)
    assert _styled(p, "lock") and not _styled(free, "lock")


def test_turns_until_the_draw_and_repetitions_are_counted() -> None:
    """TRI-Q-21: both begin anew with every placed tile."""
    p = table("Nc2d/H Yb2u/H Ob3u/B Yc3d/F", turn=0)
    told = []
    for move in ("b3u/H", "b2u/B", "b3u/B", "b2u/H"):
        p = play(p, move)
        told.append([str(text) for text in GAME.words.status(p, 0)])
    assert told[0] == ["Draw in 99 turns, unless a tile is placed."]
    assert told[3] == [
        "Draw in 96 turns, unless a tile is placed.",
        "This position has come 2 times; at 3 times it is a draw.",
    ]
    assert GAME.words.status(play(p, "Oa1u/F"), 0) == []
    capped = table("Nc2d/H Yb2u/H Ob3u/B Yc3d/F", options={"max_plies": 20, "quiet_plies": "never"})
    capped = play(capped, "b3u/H")
    assert [str(text) for text in GAME.words.status(capped, 0)] == [
        f"The game lasts {20 - capped.ply} more turns at most."
    ]


# ---------------------------------------------------------------- in characters


def test_every_board_fits_the_screen(game: Game) -> None:
    positions = [None, *(after for _, _, _, after in random_game(game, 11))][::30]
    for p in positions:
        lines = characters.render(game, p).splitlines()
        assert max(map(len, lines)) <= 79 and len(lines) <= 32
        assert all(line == line.rstrip() for line in lines)
    empty = characters.render(game)
    assert all(empty.count(name) == 1 for name in game.module("layout").CELL_NAMES)
    for arrow in game.module("layout").ARROW_NAMES:
        assert sum(empty.count(sign) for sign in (f"{arrow}▼", f"{arrow}▲", f"{arrow}▶", f"◀{arrow}")) == 1
    assert empty.count("*") == 6 + 1  # the centre, and the legend


def test_every_way_to_lay_a_tile_looks_different(game: Game) -> None:
    """Orientation and owner are seen without colour: no two boards with one tile are alike."""
    seen = set()
    for way in game.module("layout").PLACE_OF_WAY.tolist():
        for kind in range(3):
            p = game.new()
            p.plain[way % 3] = 1 << way // 3
            if kind == 2:
                p.neutral = way // 3
            else:
                p.own[kind] = 1 << way // 3
            drawing = characters.render(game, p).split("D dark")[0]
            letter = "OYN"[kind]
            assert sum(line.count(letter) for line in drawing.splitlines()) == 4
            seen.add(drawing)
    assert len(seen) == 3 * game.module("layout").WAYS


def test_a_tile_in_characters() -> None:
    p = table("Nc2u/H Yd1d/F Oc2d/B Yb3u/B")
    assert characters.render(GAME, p).splitlines()[8:22] == [
        r"             /  \ a3d  /  \ b3d  /  \ c3d  /  \ d3d  /",
        r"            /    \    /YY  \ *  / *  \    /    \    /",
        r"           / a3u  \  / b3u  \  / c3u  \  / d3u  \  /",
        r"          /________\/___YY___\/________\/________\/",
        r"         /\        /\        /\   OO   /\        /",
        r"        /  \ a2d  /  \ b2d  /  \ c2d  /  \ d2d  /",
        r"       /    \    /    \ *  /NNNN\  OO/    \    /",
        r"      / a2u  \  / b2u  \  / c2u  \  / d2u  \  /",
        r"     /________\/________\/________\/________\/",
        r"    /\        /\        /\        /\   YY   /",
        r"   /  \ a1d  /  \ b1d  /  \ c1d  /  \ d1d  /",
        r"  /    \    /    \    /    \    /    \YY  /◀D0",
        r" / a1u  \  / b1u  \  / c1u  \  / d1u  \  /",
        r"/________\/________\/________\/________\/",
    ]


def test_tiles_are_listed_by_their_names() -> None:
    text = characters.places(GAME, table("Nb3u/H Yd1d/F"))
    assert text.splitlines() == [
        "> Orange (O): hand ×7",
        "  Yellow (Y): d1d/F, hand ×6",
        "  Neutral (N): b3u/H",
        "  The neutral tile is Orange's for now.",
    ]


# ---------------------------------------------------------------- as a picture


def test_the_picture_is_whole_and_harmless(game: Game) -> None:
    p = [after for _, _, _, after in random_game(game, 3)][-1]
    text = svg.render(game, p)
    root = ElementTree.fromstring(text)
    ids = [name for e in root.iter() if (name := e.get("id"))]
    assert sorted(ids) == sorted([*game.scene.board().spaces, "board-title", "board-about"])
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {
        "svg", "title", "desc", "style", "rect", "g", "polygon", "circle", "path", "text",
    }  # fmt: skip
    assert "url(" not in text and "href" not in text
    notes = [e.text for e in root.iter(f"{SVG}text") if e.get("class") == "note"]
    assert notes == [f"Reconstructed board: {game.words.BOARD_NAMES[game.rules.BOARD['name']]}"]


def test_stripes_are_told_apart_without_colour() -> None:
    """Each has its letter and a grain of its own: a line, a dashed line, none."""
    root = ElementTree.fromstring(svg.render(GAME, WON))
    css = root.findtext(f"{SVG}style") or ""
    assert ".yellow .grain { stroke-dasharray" in css and ".white .grain { opacity: 0" in css
    assert ".orange .grain { stroke-dasharray" not in css and ".orange .grain { opacity" not in css
    tiles = [g for g in root.iter(f"{SVG}g") if (g.get("class") or "").startswith("piece tile")]
    letters = {(g.get("class") or "").split()[-1]: g.findall(f"{SVG}text")[-1].text for g in tiles}
    assert letters == {"orange": "O", "yellow": "Y", "white": "N"}
