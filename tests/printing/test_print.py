"""A printed game is the game: its scale, the number of every part, the margins, and words that are words."""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import segno

import parlour
from parlour import printing
from parlour.draw import svg
from parlour.draw.box import Card, Counter, Die, Figure, Part, Sheet, Strip, Tile, enough
from parlour.games.rulebook import read_rulebook, rulebook
from parlour.printing import Order, board, fonts, leaflet
from parlour.printing.book import listed
from parlour.printing.ink import INKS
from parlour.printing.pieces import items
from parlour.printing.press import PAPERS, Press
from parlour.text import BadChoice, languages, say, speaking
from tests.printing.measure import Page, pages, squeeze
from tests.strangers.support import FERRY
from tests.terminal.shell import run

GAMES = ("parcheesi", "pollyanna", "doubletrack", "doubleswild", "tritrac", str(FERRY))
SHEETS = [
    *((name, "a4") for name in GAMES),
    ("parcheesi", "letter"),
    ("doubletrack", "letter"),
    ("tritrac", "letter"),
]
UNPRINTABLE = 6.0  # millimetres at the edges of a sheet that home printers leave blank

# What the leaflets of the games list as their contents, or their rules need.
CONTENTS = {
    "parcheesi": {"pawns": 16, "dice": 8},
    "pollyanna": {"pieces": 16, "dice": 2},
    "doubletrack": {
        "large pawns": 4, "small pawns": 4, "gates": 4, "red dice": 2, "chips": 48, "gate passes": 4,
        "cards": 30, "screens": 4,
    },
    "doubleswild": {
        "markers": 24 + 24 + 16 + 12, "markers for the score": 4, "red dice": 3, "blue dice": 3,
        "scoring strip": 1, "score sheet": 1,
    },
    "tritrac": {"tiles": 15},
    "ferry": {"pieces": 3, "dice with 4 sides": 2},
}  # fmt: skip


def printed(name: str, paper: str = "a4", ink: str = "full", one_sheet: bool = False) -> tuple[Page, ...]:
    return _printed(name, paper, ink, one_sheet)


@cache
def _printed(name: str, paper: str, ink: str, one_sheet: bool) -> tuple[Page, ...]:
    order = Order(paper, ink, one_sheet=one_sheet, rules=False)
    return tuple(pages(printing.pdf(parlour.load(name), order).file))


def parts_of(name: str, players: int | None = None) -> list[Part]:
    game = parlour.load(name)
    tables = [game.new(players)] if players else [game.new(n) for n in sorted(game.rules.SEATS, reverse=True)]
    return enough(game.box.parts(p) for p in tables)


# ---------------------------------------------------------------- what is in the box


@pytest.mark.parametrize("name", GAMES)
def test_the_box_holds_what_the_rulebook_lists(name: str) -> None:
    assert {str(name): count for name, count in listed(parts_of(name))} == CONTENTS[parlour.load(name).id]


def test_parts_are_counted_by_the_rules_own_constants() -> None:
    from parlour.games.doubletrack import layout as doubletrack
    from parlour.games.parcheesi import layout as parcheesi
    from parlour.games.pollyanna import record as pollyanna

    def count(name: str, kind: type[Part], players: int | None = None) -> int:
        return sum(part.count for part in parts_of(name, players) if isinstance(part, kind))

    for players in (2, 3, 4):
        assert count("parcheesi", Figure, players) == parcheesi.PAWNS * players
        assert count("pollyanna", Figure, players) == pollyanna.PIECES * players
        start = parlour.load("doubleswild").new(players)
        assert count("doubleswild", Counter, players) == sum(start.supply.tolist()) + players == 48 + players
    for players in (3, 4):
        assert (
            count("doubletrack", Counter, players) == players * int(doubletrack.STOCK.sum()) == 12 * players
        )
        cards = [part for part in parts_of("doubletrack", players) if isinstance(part, Card)]
        decked = {str(part.title): part.count for part in cards if part.look is None}
        assert sum(decked.values()) == int(doubletrack.DECK.sum()) == 30
        assert len(decked) == doubletrack.KINDS
        assert len(cards) - len(decked) == doubletrack.CHAIRS  # passes; that of an empty seat as well
    start = parlour.load("tritrac").new(2)
    assert count("tritrac", Tile) == sum(start.hand.tolist()) + 1 == 15


def test_house_rules_change_what_is_in_the_box() -> None:
    game = parlour.load("tritrac")
    option = next(o for o in game.options if o.name == "tiles_per_player")
    other = next(choice for choice in option.choices if choice != "7")
    tiles = [part.count for part in game.box.parts(game.new(2, {"tiles_per_player": other}))]
    assert tiles == [int(other), int(other), 1]
    teams = parlour.load("doubleswild")
    start = teams.new(4, {"teams": "yes"})
    assert {str(n): c for n, c in listed(teams.box.parts(start))}["markers for the score"] == 2  # DBW-TEAM-4


@pytest.mark.parametrize(
    ("name", "ink"), [*((name, "full") for name in GAMES), ("doubletrack", "light"), ("tritrac", "light")]
)
def test_every_part_is_there_in_its_size(name: str, ink: str) -> None:
    """Outlines to cut along are counted in the file."""
    paper = printed(name, ink=ink)
    wanted: dict[tuple[float, float], int] = {}
    for part in parts_of(name):
        if isinstance(part, Sheet):
            continue
        for item in items(part, 1.0, lambda clause: clause):
            if isinstance(part, Strip) or (isinstance(part, Die) and part.sides == 4):
                continue  # made of lines
            key = item.width, item.height
            wanted[key] = wanted.get(key, 0) + 1
    for size, count in wanted.items():
        assert sum(page.outlines(*size) for page in paper) == count, size


@pytest.mark.parametrize(("name", "sides", "folds"), [("parcheesi", 6, 12), (str(FERRY), 4, 6)])
def test_dice_are_folded_along_dashed_lines_only(name: str, sides: int, folds: int) -> None:
    """Every edge of the solid is folded once, where faces meet or a tab begins; two dashed lines in one place
    would look like a full one, along which somebody cuts."""
    dice = [part for part in parts_of(name) if isinstance(part, Die)]
    assert {die.sides for die in dice} == {sides}
    edge = dice[0].size * (1 if sides == 6 else 1.5)
    lines = [
        (*sorted((round(x, 1), round(y, 1)) for x, y in corners), number)
        for number, page in enumerate(printed(name))
        for whole in page.folds
        for corners in pairwise(whole)
        if math.dist(*corners) == pytest.approx(edge, abs=0.05)
    ]
    assert len(lines) == len(set(lines)) == folds * sum(die.count for die in dice)


def test_shapes_tell_seats_apart_without_colour() -> None:
    for name in GAMES:
        for kind in (Figure, Counter, Tile):
            parts = [part for part in parts_of(name) if isinstance(part, kind)]
            signs = [
                (
                    str(part.name),
                    part.look and part.look.shape,
                    getattr(part, "letter", part.look and part.look.letter),
                )
                for part in parts
            ]
            assert len(set(signs)) == len(signs), signs


def test_dice_tell_which_they_are_without_colour() -> None:
    """Where dice of two colours mean different things, their spots have different shapes."""
    for name in GAMES:
        dice = [part for part in parts_of(name) if isinstance(part, Die)]
        assert len({die.spots for die in dice}) == len({die.colour for die in dice}), name
    made = [part for part in parts_of("doubleswild") if isinstance(part, Die)]
    assert {die.colour: die.spots for die in made} == {"red": "round", "blue": "square"}  # as on the board


# ---------------------------------------------------------------- the board and the paper


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("name", GAMES)
def test_every_space_has_an_edge_that_is_seen(name: str, ink: str) -> None:
    """In whatever ink: a shade of cream beside another is no edge on a cheap printer."""
    scene = parlour.load(name).scene.board()
    assert scene is not None
    drawn = board.drawing(Press(PAPERS["a4"], INKS[ink], "a game", "en"), scene)
    dark = [s for s in _shapes(drawn) if s.strokeColor is not None and sum(s.strokeColor.rgb()) < 2.2]
    assert len(dark) >= sum(space.kind != "hand" for space in scene.spaces.values()), len(dark)


def _shapes(drawn: Any) -> Iterator[Any]:
    for part in getattr(drawn, "contents", ()):
        if hasattr(part, "strokeColor") and not hasattr(part, "text"):
            yield part
        yield from _shapes(part)


@pytest.mark.parametrize(("name", "paper"), SHEETS)
def test_the_board_is_true_to_scale_and_whole(name: str, paper: str) -> None:
    game = parlour.load(name)
    scene = game.scene.board()
    assert scene is not None
    span = float(game.box.SPAN)
    laid = board.plan(scene, span, PAPERS[paper])
    _, _, wide, high = svg.bare(scene)
    shown = [page for page in printed(name, paper=paper) if page.board]
    assert len(shown) == laid.sheets
    covered = []
    for page in shown:
        assert page.board is not None
        left, bottom, right, top = page.board
        assert right - left == pytest.approx(span, abs=0.05)
        assert top - bottom == pytest.approx(span * high / wide, abs=0.05)
        window = next(box for box in page.shapes if box[2] - box[0] == pytest.approx(laid.part[0], abs=0.01))
        assert window[3] - window[1] == pytest.approx(laid.part[1], abs=0.01)
        covered.append(
            tuple(round(edge - from_, 1) for edge, from_ in zip(window, (left, bottom) * 2, strict=True))
        )
    for low, high_ in ((0, 2), (1, 3)):  # sheet beside sheet, and each overlaps the next
        edges = sorted({(box[low], box[high_]) for box in covered})
        assert edges[0][0] == pytest.approx(0, abs=0.1)
        assert edges[-1][1] == pytest.approx((span, laid.height)[low], abs=0.1)
        for one, other in pairwise(edges):
            assert one[1] - other[0] == pytest.approx(board.OVERLAP, abs=0.15)


@pytest.mark.parametrize("paper", PAPERS)
def test_one_sheet_is_one_sheet(paper: str) -> None:
    shown = [page for page in printed("parcheesi", paper=paper, one_sheet=True) if page.board]
    assert len(shown) == 1
    assert shown[0].board is not None and min(shown[0].board) > UNPRINTABLE


@pytest.mark.parametrize(("name", "paper"), SHEETS)
def test_nothing_lies_in_the_unprintable_margin(name: str, paper: str) -> None:
    sizes = {(round(a), round(b)) for a, b in (PAPERS[paper], PAPERS[paper][::-1])}
    for number, page in enumerate(printed(name, paper=paper), 1):
        assert (round(page.width), round(page.height)) in sizes
        for box in (*page.shapes, *(box for box, _ in page.letters)):
            inside = min(box[0], box[1], page.width - box[2], page.height - box[3])
            assert inside >= UNPRINTABLE, (number, box)


def test_the_ruler_is_as_long_as_it_says() -> None:
    cover, *others = printed("parcheesi")
    assert cover.says("100 mm: measure it")
    assert 100.0 in {round(box[2] - box[0], 2) for box in cover.shapes}
    assert others[0].says("50 mm: measure it")
    assert 50.0 in {round(box[2] - box[0], 2) for box in others[0].shapes}


def test_a_board_of_ones_own_is_printed() -> None:
    game = parlour.load("tritrac", "star16")
    made = pages(printing.pdf(game, Order(rules=False)).file)
    assert made[0].says(game.words.BOARD_NAMES["star16"])


# ---------------------------------------------------------------- words


@pytest.mark.parametrize("language", languages())
def test_rules_are_words_in_every_language(language: str) -> None:
    """The short rules take two pages, the whole ones name every clause, and both can be searched."""
    game = parlour.load("tritrac")
    made = pages(printing.pdf(game, Order(language=language, options={"tiles_per_player": "6"})).file)
    with speaking(language):
        short = [page for page in made if page.says(say("the rules in short"))]
        whole = " ".join(page.words for page in made if page.says(say("the whole rules")))
        assert made[0].says(game.words.OPTION_WORDS["tiles_per_player"])
    assert len(short) == 2
    book = read_rulebook(game.rulebook if language == "en" else game.rulebook.with_suffix(f".{language}.md"))
    for clause in book.clauses:
        assert squeeze(f"{clause.id} {clause.text.replace('`', '')}") in whole


@pytest.mark.parametrize("name", ["parcheesi", "pollyanna", "doubletrack", "doubleswild"])
def test_short_rules_are_two_pages_in_the_longest_language(name: str) -> None:
    game = parlour.load(name)
    with speaking("de"):
        press = Press(PAPERS["letter"], INKS["full"], str(game.words.TITLE), "de")
        leaflet.print_short(press, game, game.new(), rulebook(game))
    assert press.pages == 2


@pytest.mark.parametrize("name", GAMES[:5])
def test_short_rules_name_clauses_that_there_are(name: str) -> None:
    game = parlour.load(name)
    known = {clause.id for clause in read_rulebook(game.rulebook).clauses}
    assert set(game.box.SHORT) <= known


def test_the_fonts_have_every_letter_that_games_print() -> None:
    folder = Path(parlour.__file__).parent
    texts = [file.read_text("utf-8") for file in folder.glob("games/*/rulebook*.md")]
    for language in languages()[1:]:
        told = json.loads((folder / "locale" / f"{language}.json").read_text("utf-8"))
        texts += [word for word in told.values() if "◆" not in word and "◇" not in word]  # the terminal's
    assert fonts.missing("".join(texts)) == ""
    assert fonts.missing("漢 字 Ω Ж") == "字漢"


def test_the_fonts_are_those_whose_licence_is_beside_them() -> None:
    told = (fonts.FOLDER / "OFL.txt").read_text("utf-8")
    for file in fonts.FILES.values():
        assert f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" in told
    assert "Lato" in (Path(parlour.__file__).parents[2] / "NOTICE").read_text("utf-8")


# ---------------------------------------------------------------- the command


def test_the_command_writes_a_file(tmp_path: Path) -> None:
    file = tmp_path / "ferry.pdf"
    done = run("print", FERRY, "--pdf", file, "--paper", "Letter", "--ink", "light", "--players", 2)
    assert (done.code, done.out.strip()) == (0, f"Ready to print at 100 %: {file}.")
    assert file.read_bytes().startswith(b"%PDF-")
    assert pages(file.read_bytes())[0].says("2 × pieces")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--paper", "a5"), "There is no paper “a5”; choose one of: a4, letter."),
        (("--ink", "none"), "There is no ink “none”; choose one of: full, light."),
        (("--language", "xx"), "There is no language “xx”"),
        (("--players", "9"), "is for 2, 3 players, not 9"),
        (("--options", "crowd=yes"), "There is no option “crowd”"),
        (("--pdf", "/nowhere/at/all.pdf"), "/nowhere/at/all.pdf cannot be written"),
    ],
)
def test_what_is_not_on_offer_is_said_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    done = run("print", FERRY, *arguments)
    assert done.code == 2 and said in done.text and "Traceback" not in done.text


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "find_spec", lambda module: None)
    done = run("print", FERRY)
    assert "reportlab" in done.text and "parlour[print]" in done.text


def test_a_game_without_a_drawing_is_refused() -> None:
    with pytest.raises(BadChoice, match="without a drawing"):
        printing.pdf(parlour.load(str(Path(__file__).parents[1] / "table" / "race")))


def test_the_extra_is_what_is_imported() -> None:
    root = Path(parlour.__file__).parents[2]
    extras = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert [name.partition(">")[0] for name in extras["print"]] == ["reportlab", "segno", "svglib"]


@pytest.mark.parametrize("name", ["parcheesi", "tritrac", "doubletrack"])
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_is_printed_over_the_code(name: str, paper: str) -> None:
    """And all of its modules and white edge lie on the page, however short the list beside it is."""
    game, address = parlour.load(name), f"http://192.168.1.5:8765/paper/{name}?players=2"
    cover = pages(printing.pdf(game, Order(paper, rules=False, address=address)).file)[0]
    size = min(box[2] - box[0] for box in cover.shapes if box[2] > box[0] and box[3] > box[1])
    modules = [box for box in cover.shapes if abs(box[2] - box[0] - size) < 0.01 and box[3] > box[1]]
    quiet = 3.9 * size
    left, low = (min(box[i] for box in modules) - quiet for i in (0, 1))
    right, high = (max(box[i] for box in modules) + quiet for i in (2, 3))
    assert left > UNPRINTABLE and right < cover.width - UNPRINTABLE
    over = [
        letter
        for box, letter in cover.letters
        if box[2] > left and box[0] < right and box[3] > low and box[1] < high
    ]
    assert not over, "".join(over)
    assert all(box[2] < cover.width - UNPRINTABLE for box, _ in cover.letters)


@pytest.mark.parametrize("name", GAMES[:5])
def test_all_fonts_are_in_the_file(name: str) -> None:
    """Also those that only a drawing names: a printing house refuses a file that lacks one."""
    game = parlour.load(name)
    file = printing.pdf(game, Order(rules=False)).file
    assert b"/Lato" in file or b"+Lato" in file
    assert b"/Type1" not in file and b"Helvetica" not in file


def test_a_code_leads_to_help(tmp_path: Path) -> None:
    file, address = (
        tmp_path / "ferry.pdf",
        "http://192.168.1.5:8765/paper/ferry?players=2&options=crowded%3Dyes",
    )
    asked = ("--players", 2, "--options", "crowded=yes", "--address", "http://192.168.1.5:8765/")
    assert run("print", FERRY, "--pdf", file, *asked).code == 0
    cover = pages(file.read_bytes())[0]
    assert cover.says(address) and cover.says("Help while you play")
    dark = sum(sum(map(bool, row)) for row in segno.make(address, error="m", micro=False).matrix)
    size = min(box[2] - box[0] for box in cover.shapes if box[2] > box[0] and box[3] > box[1])
    modules = [
        box
        for box in cover.shapes
        if abs(box[2] - box[0] - size) < 0.01 and abs(box[3] - box[1] - size) < 0.01
    ]
    assert len(modules) == dark
    assert "not “ftp://here”" in run("print", FERRY, "--address", "ftp://here").text
