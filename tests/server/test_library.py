"""What the server hands out without a table: rulebooks, pictures, lessons, positions, codes."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec import to_builtins

import parlour
from parlour.games.lessons import lessons_of
from parlour.games.rulebook import read_rulebook
from parlour.server import catalogue, library
from parlour.server.access import Doors, Refusal
from parlour.table import to_code
from parlour.table.lessons import take
from parlour.text import ParlourError, languages

GAMES = parlour.names()


# ---------------------------------------------------------------- the rulebook


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", GAMES)
def test_rulebooks_are_whole_in_every_language(name: str, language: str) -> None:
    game = parlour.load(name)
    book = library.rules(name, language)
    clauses = [c for section in book["sections"] for c in section["clauses"]]
    assert [c["id"] for c in clauses] == [c.id for c in read_rulebook(game.rulebook).clauses]
    options = {o["name"] for c in clauses for o in c["options"]}
    assert options == {o.name for o in game.options}
    shown = [p["number"] for c in clauses for p in c["pictures"]]
    assert sorted(shown) == list(range(1, len(lessons_of(game).pictures) + 1))


@pytest.mark.parametrize("name", GAMES)
def test_every_picture_can_be_drawn(name: str) -> None:
    for number, picture in enumerate(lessons_of(parlour.load(name)).pictures, 1):
        drawn = library.picture(name, number, "en")
        ElementTree.fromstring(drawn)
        assert drawn.count('class="framed"') == len(picture.show)
    ElementTree.fromstring(library.cover(name, "en"))
    for beyond in (0, number + 1):
        with pytest.raises(Refusal, match="no such picture"):
            library.picture(name, beyond, "en")


def test_chairs_and_teams_are_told_for_every_table() -> None:
    games: list[dict[str, Any]] = [catalogue._card(parlour.load(name), _NoBots()) for name in GAMES]
    for game in games:
        usual = {c["players"]: c["chairs"] for c in game["chairs"] if "option" not in c}
        assert list(usual) == game["seats"]
        assert all(len(chairs) == players for players, chairs in usual.items())
        for table in game["chairs"] + game["teams"]:
            if table.get("option"):
                position = parlour.load(game["id"]).new(table["players"], {table["option"]: table["choice"]})
                chairs = table.get("chairs") or sorted(c for side in table["sides"] for c in side)
                assert parlour.load(game["id"]).seats(position) == chairs
    by_name = {g["id"]: g for g in games}
    assert {t["option"] for t in by_name["doubleswild"]["teams"]} == {"teams"}
    assert {t["option"] for t in by_name["pollyanna"]["teams"]} == {"", "mode"}
    assert by_name["tritrac"]["teams"] == []


class _NoBots:
    def levels(self, game: object) -> list[dict[str, str]]:
        return []


# ---------------------------------------------------------------- lessons


@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_can_be_taken_over_the_wire(name: str) -> None:
    game = parlour.load(name)
    for number, lesson in enumerate(lessons_of(game).lessons, 1):
        page = library.attempt(name, number, library.Try([]))
        assert (page.step, page.ask, page.verdict) == (0, str(lesson.steps[0].ask), None)
        for step in lesson.steps:
            offered = [move.notation for move in page.frame.moves]
            action = step.accept[0] if step.accept else offered[0]
            assert action in offered
            page = library.attempt(name, number, library.Try([*page.done, action]))
            assert (page.verdict, page.said) == ("right", str(step.right))
            assert page.events and page.events[0].text
        assert page.ask == "" and page.frame.moves == []
        to_builtins(page)  # nothing of NumPy's is in it


def test_a_lesson_shows_the_learner_nothing_hidden() -> None:
    """Two worlds that differ in what the learner cannot see give the same bytes."""
    game = parlour.load("doubletrack")
    lesson = next(x for x in lessons_of(game).lessons if x.id == "money")
    pages = []
    for hands in (["AHEAD-1", "AHEAD-2", "AHEAD-3"], ["AHEAD-7", "AHEAD-8", "AHEAD-9"]):
        told = {**lesson.position, "hands": {**lesson.position["hands"], "1": hands}}
        moment = take(game, type(lesson)(**{**vars(lesson), "position": told}))
        pages.append(to_builtins(library._frame(game, moment)))
    assert pages[0] == pages[1]


def test_a_forbidden_gesture_gets_its_rule() -> None:
    number = next(
        n for n, x in enumerate(lessons_of(parlour.load("parcheesi")).lessons, 1) if x.id == "safety"
    )
    fault = library.why("parcheesi", number, library.Question(pick="loop-9", drop="loop-12"))
    assert fault is not None and fault.clause == "PAR-SAFE-2"
    assert library.why("parcheesi", number, library.Question(pick="loop-20", drop="loop-24")) is None
    told = library.why("parcheesi", number, library.Question(action="9+3"))
    assert told is not None and told.clause == "PAR-SAFE-2"


@pytest.mark.parametrize("number", [0, 99])
def test_lessons_that_are_not_there(number: int) -> None:
    with pytest.raises(Refusal, match="no such lesson"):
        library.attempt("parcheesi", number, library.Try([]))
    with pytest.raises(Refusal, match="no such game"):
        library.attempt("../parcheesi", 1, library.Try([]))


# ---------------------------------------------------------------- positions and links


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_shown_by_its_code_and_by_its_json(name: str) -> None:
    game = parlour.load(name)
    cover = lessons_of(game).cover
    assert cover is not None
    position = game.position.build(dict(cover))
    told = library.position(library.Position(to_code(game, position)))
    assert told == library.position(library.Position({**cover, "game": name}))
    assert told["game"] == name and told["chairs"] == game.seats(position) and not told["over"]
    ElementTree.fromstring(told["picture"])


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ("2xyz", "The code is damaged"),
        ("", "This is not the code of a position"),
        ({"game": "/etc"}, "There is no game “/etc”"),
        ({"game": "parcheesi", "turn": 9}, "turn is a number from 0 to 3, not 9"),
    ],
)
def test_positions_of_strangers(wrong: Any, why: str) -> None:
    with pytest.raises(ParlourError, match=why):
        library.position(library.Position(wrong))


def test_codes_are_made_for_own_tables_only() -> None:
    doors = Doors(("localhost", "192.0.2.7"))
    drawn = library.code(library.Code("http://192.0.2.7:8765/table/abc#t=def"), doors)
    root = ElementTree.fromstring(drawn)
    assert root.tag == "{http://www.w3.org/2000/svg}svg" and "style" not in drawn
    for link in (
        "http://example.org/table/abc#t=def",
        "http://192.0.2.7/other/abc",
        "http://192.0.2.7/table/abc?x=1",
        "javascript:alert(1)",
        "ftp://192.0.2.7/table/abc",
    ):
        with pytest.raises(Refusal, match="Only a link to a table"):
            library.code(library.Code(link), doors)


def test_names_for_others_are_told_numbers_first() -> None:
    assert Doors().elsewhere() == []
    assert Doors(("localhost", "parlour.local", "192.0.2.7", "*", "127.0.0.1")).elsewhere() == [
        "192.0.2.7",
        "parlour.local",
    ]
