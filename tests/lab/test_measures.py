"""Measures against games whose answers are known, and against figures that others have published."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from parlour import lab
from parlour.lab import measures, playing
from parlour.lab.comparing import Comparison, Snapshot
from parlour.text import BadChoice

HERE = Path(__file__).parent
KNOWN, PIG = str(HERE / "known"), str(HERE / "pig")


def measured(
    game: str, *sets: str, games: int = 40, watched: int = 0, players: int | None = None
) -> Snapshot:
    """Plain rules are quick enough for games this small, and compile nothing."""
    question = lab.Question.of(game, sets, players, games=games, watched=watched, seed=1)
    work = Comparison(question)
    work.add([t.count(np.arange(games), plain=True) for t in work.tables], False)
    if watched:
        work.add([t.watch(np.arange(watched), plain=True) for t in work.tables], True)
    return work.snapshot(True)


def value(found: Snapshot, name: str, which: int = 0) -> float:
    figure = found.row(name).figures[which]
    assert figure is not None and figure.low <= figure.value <= figure.high
    return figure.value


def test_a_toss_is_all_luck() -> None:
    found = measured(KNOWN, "", players=2, watched=40)
    assert (value(found, "length"), value(found, "rolls"), value(found, "choices")) == (1, 1, 0)
    assert value(found, "luck") == 1
    assert value(found, "decisiveness") == 1
    assert value(found, "tally_1") == 1
    assert 0.25 < value(found, "seat_1") < 0.75
    assert value(found, "uncertainty") > 0.4  # open to the end, and at the end it is not


def test_a_choice_is_no_luck() -> None:
    found = measured(KNOWN, "kind=duel", players=2, watched=8)
    assert (value(found, "rolls"), value(found, "choices"), value(found, "branching")) == (0, 1, 2)
    assert value(found, "luck") == 0
    assert value(found, "matter") == 1


def test_who_cannot_win_gives_the_win_away() -> None:
    found = measured(KNOWN, "kind=crown", players=3, watched=8)
    assert value(found, "kingmaking") == 1
    assert value(found, "matter") == 0  # to the one who decides it is all the same
    assert value(found, "hopeless") == pytest.approx(1 / 3)
    assert value(found, "first") == pytest.approx(-1 / 3)  # the one who decides first never wins


def test_rounds_are_waited_for() -> None:
    found = measured(KNOWN, "kind=round", "kind=draw", players=3, watched=4)
    assert (value(found, "length"), value(found, "turns"), value(found, "waiting")) == (9, 9, 2)
    assert value(found, "longest_wait") == 2
    assert value(found, "first") == pytest.approx(2 / 3)
    assert (value(found, "decisiveness"), value(found, "decisiveness", 1)) == (1, 0)
    assert value(found, "settled") == 1
    assert value(found, "matter") == 0


def test_a_game_that_never_ends_is_left_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "LONGEST", 200)
    found = measured(KNOWN, "kind=endless", players=2, games=3)
    assert value(found, "endless") == 1
    assert [str(fault) for fault in found.faults] == [
        "Set 1: 100.0% of the games did not end; what is told of them counts the others."
    ]
    assert "length" not in {row.measure.name for row in found.rows}


def test_a_measure_that_raises_is_told_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(seen: measures.Seen) -> measures.Pair:
        raise ZeroDivisionError("nothing there")

    first, *rest = measures.MEASURES
    monkeypatch.setattr(measures, "MEASURES", (replace(first, of=broken), *rest))
    found = measured(KNOWN, "", players=2, games=4)
    assert str(found.faults[0]) == ("“decisions a game” cannot be measured: ZeroDivisionError: nothing there")
    assert value(found, "rolls") == 1


@pytest.mark.parametrize(
    ("unit", "expected"),
    [
        (measures.lead_changes, 2),  # 0, then 1, then 0 again; a lead of a point is none
        (measures.comeback, 1),
        (measures.played_on, 0),  # the winner is sure only at the end
        (measures.hopeless, 1 / 8),
        (measures.drama, np.sqrt([0, 0.9, 0.01, 0]).sum() / 5),
    ],
)
def test_how_chances_went(unit: measures.Callable[[np.ndarray], float], expected: float) -> None:
    chances = np.array([[0.6, 0.4], [0.05, 0.95], [0.495, 0.505], [0.8, 0.2], [1.0, 0.0]])
    assert unit(chances) == pytest.approx(expected)


def test_openness_is_entropy() -> None:
    even = np.array([[0.25] * 4, [0.25] * 4])
    assert measures.uncertainty(even) == pytest.approx(1)
    assert measures.uncertainty(np.eye(4)) == pytest.approx(0, abs=1e-9)


# ---------------------------------------------------------------- published figures


def test_pig_is_won_by_the_first_player_as_often_as_published() -> None:
    """Neller and Presser 2004: between optimal players the first wins 53.06 % of the games."""
    found = measured(PIG, "policy=optimal", "policy=hold20", games=700)
    row = found.row("seat_1")
    published, figure = 0.5306, row.figures[0]
    assert figure is not None and figure.low < published < figure.high
    exact, turns = hold_at_20()
    figure = row.figures[1]
    assert figure is not None and figure.low < exact < figure.high
    length = found.row("tally_1").figures[1]
    assert length is not None and length.low < turns < length.high


def hold_at_20() -> tuple[float, float]:
    """Exactly: how often the first player wins when both hold at 20, and how many turns that takes."""
    by_score = [np.zeros(26) for _ in range(100)]
    for score in range(100):
        ends = np.zeros(26)
        need = min(20, 100 - score)
        there = np.zeros(26)
        there[0] = 1.0
        for total in range(need):
            ends[0] += there[total] / 6
            for face in range(2, 7):
                there[total + face] += there[total] / 6
        ends[need:] += there[need:]
        by_score[score] = ends
    scores, done = np.zeros(100), []
    scores[0] = 1.0
    while scores.sum() > 1e-12:
        after, won = np.zeros(100), 0.0
        for score in np.flatnonzero(scores):
            for gain in np.flatnonzero(by_score[score]):
                if score + gain >= 100:
                    won += scores[score] * by_score[score][gain]
                else:
                    after[score + gain] += scores[score] * by_score[score][gain]
        done.append(won)
        scores = after
    ends = np.array(done)
    later = 1 - np.cumsum(ends)  # the other has not won in so many turns
    before = np.concatenate([[1.0], later[:-1]])
    first = float((ends * before).sum())
    n = np.arange(1, len(ends) + 1)
    turns = float((ends * before * (2 * n - 1)).sum() + (ends * later * 2 * n).sum())
    return first, turns


# ---------------------------------------------------------------- what cannot be asked


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"games": 10**12}, "The number of games is a whole number from 1 to 1000000000"),
        ({"sets": ["kind=duel,kind=coin"]}, "kind cannot be both duel and coin."),
        ({"sets": ["kind=deul"]}, "Did you mean duel?"),
        ({"sets": ["", "kind=coin"]}, "Sets 1 and 2 are the same rules"),
        ({"sets": ["", "kind=duel", "kind=crown", "kind=round", "kind=draw"]}, "At most 4 sets"),
        ({"sets": ["kind"]}, "written name=value"),
        ({"sets": ["", "board=nowhere.toml"]}, "Set 2: "),
        ({"players": 7}, "is for 2, 3 players, not 7"),
        ({"bots": "search"}, "thinks too long for the lab"),
        ({"seed": "red"}, "seed is a whole number"),
    ],
)
def test_what_cannot_be_asked_is_told_in_a_sentence(asked: dict[str, object], told: str) -> None:
    with pytest.raises(BadChoice) as caught:
        lab.Question.of(KNOWN, **asked)  # type: ignore[arg-type]
    assert told in str(caught.value)


def test_a_link_carries_the_whole_question() -> None:
    asked = lab.Question.of(KNOWN, ["", "kind=duel,only_yes=yes"], 3, "random", 50, 7, 5)
    assert lab.Question.from_link(f"http://127.0.0.1:8000{asked.link()}&language=de") == asked
