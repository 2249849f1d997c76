"""The SVG file: valid, self-contained, complete, and the same every time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import parlour
from parlour.draw import svg
from parlour.draw.scene import SHAPES
from parlour.text import BadChoice, speaking
from tests.draw.boards import USUAL, changed
from tests.draw.pictures import POSITIONS

SVG = "{http://www.w3.org/2000/svg}"


def _drawn(name: str) -> ElementTree.Element:
    game = parlour.load(name)
    return ElementTree.fromstring(svg.render(game, game.position.build(POSITIONS[name])))


@pytest.mark.parametrize("name", POSITIONS)
def test_every_space_is_drawn_once(name: str) -> None:
    root = _drawn(name)
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(set(ids)) == len(ids)
    assert set(ids) == {*parlour.load(name).scene.board().spaces, "board-title", "board-about"}


@pytest.mark.parametrize("name", USUAL)
def test_every_piece_is_drawn_with_its_shape_and_letter(name: str) -> None:
    game = parlour.load(name)
    pieces = game.scene.pieces(game.position.build(POSITIONS[name]))
    drawn = [g for g in _drawn(name).iter(f"{SVG}g") if (g.get("class") or "").startswith("piece ")]
    assert [g.get("data-space") for g in drawn] == [p.space for p in pieces]
    assert ["".join(t.text or "" for t in g.findall(f"{SVG}text")) for g in drawn] == [
        p.letter for p in pieces
    ]
    corners = {"circle": 0, "triangle": 3}
    for group, piece in zip(drawn, pieces, strict=True):
        token = next(g for g in group if g.get("class") == "token")[0]
        points = (token.get("points") or "").split()
        assert len(points) == corners.get(piece.shape, 4)
        if piece.shape in ("square", "diamond"):  # a diamond stands on its point
            rows = {p.partition(",")[2] for p in points}
            assert len(rows) == {"square": 2, "diamond": 3}[piece.shape]


@pytest.mark.parametrize("name", USUAL)
def test_it_speaks_to_those_who_cannot_see_it(name: str) -> None:
    root = _drawn(name)
    assert root.get("role") == "img"
    labels = {e.get("id"): e.text or "" for e in root.iter() if e.get("id") in ("board-title", "board-about")}
    assert set((root.get("aria-labelledby") or "").split()) == set(labels)
    assert labels["board-title"] == str(parlour.load(name).words.TITLE)
    assert "Red: " in labels["board-about"]


@pytest.mark.parametrize("name", POSITIONS)
def test_nothing_runs_and_nothing_is_fetched(name: str) -> None:
    text = svg.render(parlour.load(name))
    root = ElementTree.fromstring(text)
    assert {e.tag.removeprefix(SVG) for e in root.iter()} <= {
        "svg", "title", "desc", "style", "rect", "g", "polygon", "polyline", "circle", "path", "text",
    }  # fmt: skip
    assert "url(" not in text and "@import" not in text and "href" not in text
    assert re.findall(r"https?://[^\"]*", text) == ["http://www.w3.org/2000/svg"]
    assert not any(key.startswith("on") for e in root.iter() for key in e.attrib)


@pytest.mark.parametrize("name", POSITIONS)
def test_every_class_is_in_the_palette(name: str) -> None:
    """A class without a colour would be painted black."""
    root = _drawn(name)
    css = root.findtext(f"{SVG}style") or ""
    light, dark = css.split("@media")
    kinds = {space.kind for space in parlour.load(name).scene.board().spaces.values()}
    assert kinds - {"loop", "start"} <= set(re.findall(r"\.([a-z]+)", light))
    for colour in SHAPES:
        assert f".{colour} .token" in light and f".{colour} .token" in dark
    colours = [re.findall(r"\.parlour ([^,{]+?)[,{ ]*\{ (\w+):", part) for part in (light, dark)]
    assert set(colours[1]) <= set(colours[0])


def test_the_same_in_every_process() -> None:
    script = "import parlour; from parlour.draw import svg; print(svg.render(parlour.load('parcheesi')))"
    source = str(Path(parlour.__file__).parents[1])
    runs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": source},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def test_board_data_cannot_break_the_file(tmp_path: Path) -> None:
    game = changed("parcheesi", {"provenance": "<b> & 'c' ]]>"}, tmp_path)
    root = ElementTree.fromstring(svg.render(game))
    assert any((e.text or "").endswith("<b> & 'c' ]]>") for e in root.iter(f"{SVG}text"))


def test_a_game_without_a_drawing_says_so() -> None:
    with pytest.raises(BadChoice, match="Toy comes without a drawing"):
        svg.render(parlour.load(str(Path(__file__).parents[1] / "rules" / "toy")))


def test_a_cut_shows_the_board_without_its_caption() -> None:
    game = parlour.load("parcheesi")
    whole, cut = svg.render(game), svg.render(game, cut=svg.Cut())
    assert 'class="caption"' in whole and 'class="caption"' not in cut
    assert 'class="framed"' not in cut
    box = _view_box(cut)
    assert box[2] < 1000 and box[3] < 1000 and min(box[:2]) >= 0


@pytest.mark.parametrize("name", parlour.names())
def test_a_close_cut_holds_what_it_frames(name: str) -> None:
    game = parlour.load(name)
    spaces = game.scene.board().spaces
    for space in [*spaces.values()][::7]:
        drawn = svg.render(game, cut=svg.Cut((space.id,), close=True))
        assert drawn.count('class="framed"') == drawn.count('class="framed inside"') == 1
        left, top, wide, high = _view_box(drawn)
        x, y = space.centre
        assert left <= x <= left + wide and top <= y <= top + high
        assert wide < _view_box(svg.render(game, cut=svg.Cut()))[2]


def _view_box(drawn: str) -> list[float]:
    found = re.search(r'viewBox="([^"]+)"', drawn)
    assert found
    return [float(n) for n in found[1].split()]


@pytest.mark.parametrize("name", parlour.names())
def test_every_language_gets_its_own_words(name: str) -> None:
    """Drawings are kept, but never in the language of whoever came first."""
    game = parlour.load(name)
    position = game.position.build(POSITIONS[name])
    drawn = {}
    for language in ("en", "de", "en", "de"):
        with speaking(language):
            words = re.findall(r"<text[^>]*>([^<]*)</text>", svg.render(game, position))
        assert drawn.setdefault(language, words) == words
    translated = set(drawn["de"]) - set(drawn["en"])
    left = set(drawn["en"]) & set(drawn["de"])
    assert translated
    assert not left & {"HOME", "CARD", "PLAY", "SELL", "TAKE", "CORNER", "ENTER", "RED", "YELLOW"}
