"""One side gives the game up: an event of its own, no action of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from parlour.arena.review import review
from parlour.table import CheckableDice, Match, NotNow, SeededDice, verify
from parlour.table.resume import replay
from parlour.text import BadRecord
from tests.table.helpers import forge, to_decision


def playing(players: int = 2, **more: object) -> Match:
    return to_decision(Match.new("parcheesi", players, dice=SeededDice(2), **more))  # type: ignore[arg-type]


def test_the_other_side_has_won_whoever_is_to_act() -> None:
    for seat in (0, 2):
        match = playing()
        assert match.may_be_resigned
        match.resign(seat)
        assert match.over and match.winners == [2 - seat] and match.legal() == []
        assert match.shares == {seat: 0.0, 2 - seat: 1.0}
        assert str(match.story()[-1]) == f"{match.name(seat)} gives the game up."
        for late in (lambda m=match: m.resign(0), lambda m=match: m.roll(), lambda m=match: m.play(0, 1)):
            with pytest.raises(NotNow, match="The game is over"):
                late()
        with pytest.raises(NotNow, match="given up; fork the match"):
            match.undo()
        assert not match.fork().over


def test_partners_lose_together() -> None:
    match = Match.new("doubleswild", 4, options={"teams": "yes"}, dice=SeededDice(2))
    assert len(match.sides) == 2
    match.resign(1)
    assert match.winners == [0, 2] and sum(match.shares.values()) == 2.0


def test_among_more_than_two_sides_nobody_can() -> None:
    match = playing(3)
    assert not match.may_be_resigned
    with pytest.raises(NotNow, match="two sides"):
        match.resign(0)
    assert not match.over


def test_a_record_remembers_it_and_shows_the_secret_of_the_dice(tmp_path: Path) -> None:
    match = Match.new("parcheesi", 2, dice=CheckableDice())
    match.roll()
    match.resign(0)
    assert [e.kind for e in match.events] == ["roll", "resign", "reveal"]
    again = replay(match.record().encode())
    assert again.over and again.winners == [2] and again.record() == match.record()
    match.save(tmp_path / "given-up.parlour")
    assert verify(tmp_path / "given-up.parlour").kind == "proved"
    restored = Match.new("parcheesi", 2)
    restored.restore(match.events[:2])
    assert restored.over and restored.winners == [2]


@pytest.mark.parametrize(
    ("how", "words"), [("boredom", "the game that is given up, not “boredom”"), (1, "must be text")]
)
def test_what_no_match_writes_is_refused(how: object, words: str) -> None:
    match = playing()
    match.resign(0)
    forged = forge(match.record(), lambda lines: lines[-2].update({"resign": how}))
    with pytest.raises(BadRecord, match=words):
        replay(forged.encode())


def test_a_review_ends_as_the_game_did() -> None:
    match = playing()
    match.resign(0)
    found = review(match, "random")
    assert found.entries[-1].kind == "resign" and found.entries[-1].after == (0.0, 1.0)
