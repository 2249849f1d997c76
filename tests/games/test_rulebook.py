"""Rulebooks: the layout, the printed form, and agreement with the games' options."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.games import names
from parlour.games.rulebook import Clause, Flag, read_rulebook, render_clause, render_rules, rulebook
from parlour.text import ParlourError, languages, speaking

EXAMPLE = """# Race

A game about
running.

## Moving
**RAC-MOVE-1** Pawns go forward,
never back.

**RAC-MOVE-2** Count every space.

## Questions

**RAC-Q-01** May I pass? Ruling: no. A table may allow it. Flag: `may_pass` (no |
yes). Flag: `passes` (0 | number).
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "rulebook.md"


def test_clauses_are_read_in_order(file: Path) -> None:
    file.write_text(EXAMPLE, "utf-8")
    book = read_rulebook(file)
    assert book.title == "Race"
    assert book.introduction == "A game about running."
    assert book.clauses == (
        Clause("RAC-MOVE-1", "Moving", "Pawns go forward, never back."),
        Clause("RAC-MOVE-2", "Moving", "Count every space."),
        Clause(
            "RAC-Q-01",
            "Questions",
            "May I pass?",
            "no. A table may allow it.",
            (Flag("may_pass", ("no", "yes")), Flag("passes", ("0", "number"))),
        ),
    )


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (EXAMPLE.replace("RAC-MOVE-2", "RAC-MOVE-1"), "line 10: RAC-MOVE-1 is there twice"),
        (EXAMPLE.replace("**RAC-MOVE-2** Count", "Count"), "line 10: a paragraph that does not begin"),
        (EXAMPLE.replace("## Moving\n", ""), "line 6: RAC-MOVE-1 stands before the first section"),
        ("# Race\n", "no title, or no clause"),
    ],
)
def test_a_broken_layout_is_refused_with_the_line(file: Path, broken: str, said: str) -> None:
    file.write_text(broken, "utf-8")
    with pytest.raises(ParlourError, match=said):
        read_rulebook(file)


def test_a_missing_rulebook_is_one_sentence(file: Path) -> None:
    with pytest.raises(ParlourError, match=r"rulebook\.md cannot be read: No such file"):
        read_rulebook(file)


def test_a_clause_shows_its_ruling_and_the_house_rule() -> None:
    clause = Clause("RAC-Q-01", "Questions", "May I pass?", "no, never.", (Flag("may_pass", ("no", "yes")),))
    assert render_clause(clause).splitlines() == [
        "RAC-Q-01  May I pass?",
        "          Ruling: no, never.",
        "          House rule may_pass: no (as described) | yes",
    ]


@pytest.mark.parametrize("name", names())
def test_every_clause_is_printed_within_the_width(name: str) -> None:
    game = parlour.load(name)
    printed = render_rules(game, width=72)
    for clause in read_rulebook(game.rulebook).clauses:
        assert f"\n{clause.id} " in printed
    assert max(map(len, printed.splitlines())) <= 72
    assert "`" not in printed and "**" not in printed


@pytest.mark.parametrize("name", names())
def test_every_question_has_a_ruling(name: str) -> None:
    for clause in read_rulebook(parlour.load(name).rulebook).clauses:
        if "-Q-" in clause.id:
            assert clause.text.endswith("?") and clause.ruling, clause.id
        else:
            assert not clause.ruling, clause.id


@pytest.mark.parametrize("name", names())
def test_every_house_rule_stands_at_the_clause_it_changes(name: str) -> None:
    """The rulebook names exactly the game's options, each with its choices, where the option says."""
    game = parlour.load(name)
    written = {
        flag.name: (clause.id, flag.choices)
        for clause in read_rulebook(game.rulebook).clauses
        for flag in clause.flags
    }
    assert written == {o.name: (o.clause, o.choices or ("0", "number")) for o in game.options}


@pytest.mark.parametrize("language", [code for code in languages() if code != "en"])
@pytest.mark.parametrize("name", parlour.names())
def test_a_translation_has_every_clause_and_every_house_rule(name: str, language: str) -> None:
    game = parlour.load(name)
    original = read_rulebook(game.rulebook)
    with speaking(language):
        translated = rulebook(game)
    assert [(c.id, c.flags, bool(c.ruling)) for c in translated.clauses] == [
        (c.id, c.flags, bool(c.ruling)) for c in original.clauses
    ]
    assert all(c.text != o.text for c, o in zip(translated.clauses, original.clauses, strict=True))
    assert len({c.section for c in translated.clauses}) == len({c.section for c in original.clauses})
