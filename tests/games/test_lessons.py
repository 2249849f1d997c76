"""The tutorials: every lesson is played with the real rules, and teaches what it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.draw.scene import board_of
from parlour.games.lessons import BadLessons, Lesson, Lessons, Step, lessons_of, read_lessons
from parlour.games.rulebook import read_rulebook
from parlour.rules.game import Game
from parlour.table.lessons import REFUSED, RIGHT, WRONG, Moment, take
from parlour.text import BadChoice

GAMES = parlour.names()
TUTORIALS = {name: lessons_of(parlour.load(name)) for name in GAMES}
LESSONS = [pytest.param(n, x, id=f"{n}-{x.id}") for n in GAMES for x in TUTORIALS[n].lessons]

# What the lessons claim to happen, as the log tells it: (game, lesson, step) -> words of it.
CLAIMS = {
    ("parcheesi", "enter", 1): "Red enters a pawn",
    ("parcheesi", "two-dice-five", 1): "Red enters a pawn",
    ("parcheesi", "capture", 1): "takes Yellow's pawn!",
    ("parcheesi", "capture", 3): "moves the bonus of 20",
    ("parcheesi", "blockade", 2): "Yellow rolls 6-4. Nothing can be played",
    ("parcheesi", "hold", 2): "Yellow rolls 6-3. Nothing can be played",
    ("parcheesi", "home", 1): "Red moves 5 and brings a pawn HOME",
    ("parcheesi", "home", 3): "Red moves the bonus of 10",
    ("pollyanna", "start", 1): "Yellow starts a piece",
    ("pollyanna", "two-dice-six", 1): "Yellow starts a piece",
    ("pollyanna", "capture", 1): "takes Red's piece!",
    ("pollyanna", "capture", 2): "moves the reward of 10",
    ("pollyanna", "turnout", 1): "into the turnout",
    ("pollyanna", "blockade", 2): "Red throws 4-3. Nothing can be played",
    ("pollyanna", "colours", 1): "onto a safe space",
    ("pollyanna", "home", 1): "home",
    ("tritrac", "neutral", 1): "Yellow places a tile",
    ("tritrac", "complete", 1): "Orange wins",
    ("tritrac", "turn", 1): "Orange wins",
    ("tritrac", "gate", 3): "Orange wins",
    ("tritrac", "move", 1): "Orange wins",
    ("tritrac", "lock", 1): "The neutral tile is free",
    ("tritrac", "defend", 1): "Yellow turns a tile",
    ("doubleswild", "claim", 1): "Green scores 1 point",
    ("doubleswild", "reroll", 1): "Green scores 1 point",
    ("doubleswild", "wild", 2): "Green scores 1 point",
    ("doubleswild", "many", 1): "Green scores 3 points",
    ("doubleswild", "battle", 1): "Yellow throws 3-4-5 (12) against 9",
    ("doubleswild", "battle", 2): "4-4-5 (13) against 17",
    ("doubleswild", "battle", 3): "Green wins the battle",
    ("doubleswild", "protected", 1): "Green scores 1 point",
    ("doubleswild", "end", 1): "Green wins with 2 points",
    ("doubletrack", "two-tracks", 1): "from START to 7. It is purple",
    ("doubletrack", "ask", 1): "Blue wants $15",
    ("doubletrack", "ask", 2): "goes from 12 to 20",
    ("doubletrack", "purple", 1): "It is purple: an arrow leads on to 29",
    ("doubletrack", "card", 2): "12 for 40. Red leads",
    ("doubletrack", "bid", 1): "Blue $5, Yellow $10. Red buys the lead",
    ("doubletrack", "worth", 1): "Blue buys the lead. Blue's small pawn goes from 31 to 41",
    ("doubletrack", "sell", 1): "goes from 22 to 12",
    ("doubletrack", "money", 1): "Yellow hands Red $25",
}
WINNING = {
    *(("tritrac", lesson) for lesson in ("complete", "turn", "gate", "move")),
    ("doubleswild", "end"),
}


def _told(moment: Moment, since: int) -> str:
    return " ".join(map(str, moment.match.story(moment.lesson.seat, since)))


def _legal(moment: Moment) -> list[str]:
    return [move.notation for move in moment.match.legal(moment.lesson.seat)]


def _ways(game: Game, lesson: Lesson) -> Iterator[tuple[Step, Moment]]:
    """Every step with every moment in which it can be met, but of very many equal ways only some."""
    moments = [take(game, lesson)]
    for step in lesson.steps:
        for moment in moments:
            yield step, moment
        moments = [
            take(game, lesson, (*moment.done, action))
            for moment in moments
            for action in step.accept or _legal(moment)[:4]
        ][:12]


# ---------------------------------------------------------------- what they teach


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_tutorial(name: str) -> None:
    lessons = TUTORIALS[name].lessons
    assert 5 <= len(lessons) <= 8
    assert len({str(x.title) for x in lessons}) == len(lessons)
    known = {clause.id for clause in read_rulebook(parlour.load(name).rulebook).clauses}
    assert {c for x in lessons for c in x.clauses} <= known
    assert all(x.clauses and x.steps for x in lessons)


@pytest.mark.parametrize("name", GAMES)
def test_spaces_are_told_in_words(name: str) -> None:
    """A lesson does not name a space by its id: no board shows it, unless somebody asks for that."""
    steps = [(lesson, step) for lesson in TUTORIALS[name].lessons for step in lesson.steps]
    texts = [t for x, s in steps for t in (x.text, x.gist, s.ask, s.right, s.wrong, *s.tries.values())]
    words = {word for text in texts for word in re.findall(r"[\w-]+", str(text))}
    assert not words & set(board_of(parlour.load(name)).spaces)


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_a_lesson_can_be_played_as_it_asks(name: str, lesson: Lesson) -> None:
    game = parlour.load(name)
    for step, moment in _ways(game, lesson):
        assert moment.step is step
        legal = _legal(moment)
        assert legal, "it is for somebody else to act"
        assert set(step.accept) <= set(legal)
        for action in step.accept or legal[:4]:
            after = take(game, lesson, (*moment.done, action))
            assert (after.verdict, after.said, after.done) == (RIGHT, step.right, (*moment.done, action))
            claim = CLAIMS.get((name, lesson.id, len(after.done)))
            assert claim is None or claim in _told(after, len(moment.match.events))
            if after.step is None:
                assert after.match.over == ((name, lesson.id) in WINNING)


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_whatever_else_is_tried_gets_an_answer(name: str, lesson: Lesson) -> None:
    game = parlour.load(name)
    for step, moment in _ways(game, lesson):
        others = [action for action in _legal(moment) if step.accept and action not in step.accept]
        assert (step.wrong is not None) == bool(others)
        assert set(step.tries) <= set(others)
        for action in [*step.tries, *others[:2]]:
            after = take(game, lesson, (*moment.done, action))
            assert after.verdict == WRONG and after.said == step.tries.get(action, step.wrong)
            assert after.match.position == moment.match.position
            assert (after.step, after.done) == (step, moment.done)
        for action, clause in step.refused.items():
            after = take(game, lesson, (*moment.done, action))
            assert (after.verdict, after.clause) == (REFUSED, clause)
            assert str(after.said)
            assert after.match.position == moment.match.position


def test_every_claim_is_of_a_step() -> None:
    steps = {
        (name, lesson.id, number)
        for name in GAMES
        for lesson in TUTORIALS[name].lessons
        for number, _ in enumerate(lesson.steps, 1)
    }
    assert set(CLAIMS) <= steps


def test_a_lesson_goes_on_from_right_actions_only() -> None:
    game = parlour.load("parcheesi")
    lesson = TUTORIALS["parcheesi"].lessons[0]
    with pytest.raises(BadChoice, match="step 1"):
        take(game, lesson, ("10+3", "E"))
    with pytest.raises(BadChoice, match="finished"):
        take(game, lesson, ("E", "0+3", "10+3"))
    assert take(game, lesson, ("nonsense",)).verdict == REFUSED


def test_an_action_may_be_typed_in_short() -> None:
    """The table understands short names; what the lesson accepts is compared by the full one."""
    game = parlour.load("doubletrack")
    lesson = next(x for x in TUTORIALS["doubletrack"].lessons if x.id == "bid")
    assert take(game, lesson, ("bid 15",)).verdict == RIGHT


def test_what_is_hidden_from_the_learner_stays_hidden() -> None:
    game = parlour.load("doubletrack")
    lesson = next(x for x in TUTORIALS["doubletrack"].lessons if x.id == "bid")
    moment = take(game, lesson)
    hands = game.position.describe(moment.match.view(lesson.seat))["hands"]
    assert [set(hands[other]) for other in "12"] == [{"?"}, {"?"}]


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("name", GAMES)
def test_pictures_stand_beside_clauses_and_show_what_there_is(name: str) -> None:
    game = parlour.load(name)
    clauses = {clause.id: clause.section for clause in read_rulebook(game.rulebook).clauses}
    spaces = board_of(game).spaces
    for picture in TUTORIALS[name].pictures:
        assert picture.clause in clauses
        assert set(picture.show) <= set(spaces), picture.title
        assert picture.show or not picture.close
        if picture.position is not None:
            game.position.build(dict(picture.position))
    cover = TUTORIALS[name].cover
    assert cover is not None and game.position.build(dict(cover))
    shown = {clauses[picture.clause] for picture in TUTORIALS[name].pictures}
    told = {section for section in clauses.values() if not section.startswith(("Rulings", "Questions"))}
    assert told <= shown, "a section without a picture"


# ---------------------------------------------------------------- reading the file

GOOD = """
[[lesson]]
id = "one"
title = "One"
text = "Text."
clauses = ["PAR-ENTER-1"]
position = '{"turn": 0}'
[[lesson.step]]
ask = "Do."
right = "Done."
"""


def _read(tmp_path: Path, text: str) -> Lessons:
    file = tmp_path / "lessons.toml"
    file.write_text(text, "utf-8")
    return read_lessons(file)


def test_a_file_is_read(tmp_path: Path) -> None:
    (lesson,) = _read(tmp_path, GOOD).lessons
    assert (lesson.id, lesson.seat, lesson.position) == ("one", 0, {"turn": 0})
    assert lesson.steps[0].accept == ()


def test_a_game_without_a_tutorial_has_none(tmp_path: Path) -> None:
    class Bare:
        folder = tmp_path

    bare: Any = Bare()
    assert lessons_of(bare) == Lessons()


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('title = "One"\n', "", "title is missing"),
        ('title = "One"', "title = 3", "title is not a text"),
        ('title = "One"', 'titel = "One"', "Did you mean title?"),
        ('title = "One"', 'title = ""', "title is not a text"),
        ("""'{"turn": 0}'""", """'{"turn": '""", "position is not JSON"),
        ("""'{"turn": 0}'""", """'[]'""", "not a JSON object"),
        ('["PAR-ENTER-1"]', "[1]", "clauses is not a list of texts"),
        ('ask = "Do."', 'ask = "Do."\naccept = "E"', "accept is not a list"),
        ('ask = "Do."', 'ask = "Do."\naccept = ["E"]\nrefused = { "E" = "X" }', "E is said to be two things"),
        ('ask = "Do."', 'ask = "Do."\nrefused = { "E" = 3 }', "refused maps actions to texts"),
        ("[[lesson]]", "[[lessen]]", "Did you mean lesson?"),
        ("[[lesson]]", "[[lesson", "cannot be read"),
    ],
)
def test_everything_wrong_with_a_file_is_named(tmp_path: Path, old: str, new: str, fault: str) -> None:
    text = GOOD.replace(old, new) if old != "[[lesson]]" else GOOD.replace(old, new, 1)
    assert text != GOOD
    with pytest.raises(BadLessons) as caught:
        _read(tmp_path, text)
    assert fault in str(caught.value)


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    text = GOOD.replace('title = "One"\n', "").replace('ask = "Do."\n', "") + GOOD
    with pytest.raises(BadLessons) as caught:
        _read(tmp_path, text)
    assert all(
        f in str(caught.value) for f in ("title is missing", "ask is missing", "two lessons are called one")
    )
