"""Reports: right numbers, honest intervals, the same on any machine."""

from __future__ import annotations

import json
import statistics
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.arena import Report, simulate
from parlour.arena.simulate import interval
from parlour.rules import forms
from parlour.rules.kit import CHANCE, OVER
from parlour.text import BadChoice

TOY = str(Path(__file__).parents[1] / "rules" / "toy")


@pytest.fixture(scope="module")
def toy() -> parlour.Game:
    return parlour.load(TOY)


def findings(report: Report) -> dict[str, Any]:
    """All but how the report was made."""
    data: dict[str, Any] = json.loads(report.to_json())
    for key in ("threads", "seconds", "versions"):
        del data[key]
    return data


def test_a_report_says_what_happened(toy: parlour.Game) -> None:
    """The same games, played here once more and counted by hand."""
    decisions, rolls, winners, catches = [], [], [], 0
    rng, out, tally = np.zeros(1, np.uint64), np.zeros(3, np.int64), np.zeros(2, np.int64)
    rules = toy.plain
    for number in range(60):
        p = toy.new(2, {"gentle": False})
        rules.start_stream(rng, 4, number)
        seen = {True: 0, False: 0}
        while (who := rules.actor(p)) != OVER:
            seen[who == CHANCE] += 1
            action = rules.random_action(p, who, out, rng)
            before = int((p.runners == 0).sum()), int(p.runners.sum())
            rules.tally(p, action, tally)
            rules.apply(p, action)
            if who != CHANCE and int(p.runners.sum()) < before[1]:
                catches += 1
        decisions.append(seen[False])
        rolls.append(seen[True])
        winners.append(int(p.winner))
    report = simulate(toy, 60, players=2, seed=4)
    assert [side.wins for side in report.sides] == [winners.count(0), winners.count(1)]
    assert [side.chairs for side in report.sides] == [(0,), (1,)]
    for found, lengths in ((report.decisions, decisions), (report.rolls, rolls)):
        ordered = sorted(lengths)
        assert found.mean == pytest.approx(statistics.mean(lengths))
        assert (found.least, found.most) == (min(lengths), max(lengths))
        assert found.median == statistics.median_low(lengths)
        assert (found.p5, found.p95) == (ordered[2], ordered[56])  # the 3rd and the 57th of 60
    assert report.tallies == {"catches": tally[0] / 60, "steps": tally[1] / 60}
    assert report.tallies["catches"] * 60 >= catches > 0


def test_the_same_report_on_any_number_of_threads_and_both_forms(toy: parlour.Game) -> None:
    one = findings(simulate(toy, 700, seed=3, threads=1))
    assert findings(simulate(toy, 700, seed=3, threads=4)) == one
    assert findings(simulate(toy, 700, seed=3, form=toy.plain)) == one
    assert findings(simulate(toy, 700, seed=4)) != one


def test_options_and_seats_reach_the_games(toy: parlour.Game) -> None:
    gentle = simulate(TOY, 200, players=2, options={"gentle": "yes"})
    assert gentle.tallies["catches"] == 0
    assert gentle.options == {"gentle": "yes"}
    assert gentle.players == len(gentle.sides) == 2
    assert "gentle=yes" in str(gentle.lines()[0])
    rough = simulate(toy, 200, players=3)
    assert rough.tallies["catches"] > 0 and rough.players == 3 and rough.options == {}


def test_the_table_lines_up(toy: parlour.Game) -> None:
    lines = [str(line) for line in simulate(toy, 200, players=3, seed=1).lines()]
    assert lines[0] == "toy, 3 players: 200 random games, seed 1"
    heads = next(i for i, line in enumerate(lines) if line.lstrip().startswith("wins"))
    rows = lines[heads : heads + 4]
    assert [row.split()[:2] for row in rows[1:]] == [["Seat", "1"], ["Seat", "2"], ["Seat", "3"]]
    assert len({len(row) for row in rows}) == 1
    assert any(line.startswith("catches") for line in lines)
    assert not any("\x1b" in line for line in lines)


def test_the_report_names_seats_as_the_game_does() -> None:
    report = simulate("parcheesi", 2, players=2, form=parlour.load("parcheesi").plain)
    words = parlour.load("parcheesi").words
    for side in report.sides:
        (chair,) = side.chairs
        assert str(side.names[0]) == f"{words.SEAT_LETTERS[chair]} {words.SEAT_NAMES[chair]}"
    assert sum(side.wins for side in report.sides) == 2
    assert report.versions["python"] and "numba" not in report.versions


def test_partners_win_together() -> None:
    game = parlour.load("pollyanna")
    alone = simulate(game, 2, players=4, options={"mode": "individual"}, form=game.plain)
    assert [side.chairs for side in alone.sides] == [(0,), (1,), (2,), (3,)]
    report = simulate(game, 2, players=4, options={"mode": "partners"}, form=game.plain)
    assert [side.chairs for side in report.sides] == [(0, 2), (1, 3)]
    assert sum(side.wins for side in report.sides) == 2


# ---------------------------------------------------------------- intervals


def test_wilson_by_the_book() -> None:
    """10 of 20: 0.299 .. 0.701; 0 of 10: 0 .. 0.278; 1 of 100: 0.002 .. 0.054 (Wilson 1927)."""
    assert interval(10, 10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert interval(0, 0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert interval(10, 10, 10) == pytest.approx((0.7225, 1), abs=1e-4)
    assert interval(1, 1, 100) == pytest.approx((0.00177, 0.05449), abs=1e-5)


def test_shared_wins_are_surer() -> None:
    """Half wins every time leave nothing to chance that whole wins half the time do."""
    whole = interval(50, 50, 100)
    halves = interval(50, 0.25 * 60 + 1 * 20, 100)  # 60 draws, 20 wins, 20 losses
    assert whole[0] < halves[0] < 0.5 < halves[1] < whole[1]


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    draws = np.random.default_rng(5).binomial(400, 0.25, 4000)
    inside = sum(low <= 0.25 <= high for low, high in (interval(float(k), float(k), 400) for k in draws))
    assert 0.94 < inside / 4000 < 0.96


# ---------------------------------------------------------------- wrong input


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 0}, "number of games is a whole number from 1 to 1000000000, not “0”. The nearest is 1."),
        ({"games": "a lot"}, "number of games is a whole number from 1 to 1000000000, not “a lot”."),
        ({"threads": -2}, "not “-2”. The nearest is 1."),
        ({"seed": "today"}, "seed is a whole number from 0 to 18446744073709551615, not “today”."),
        ({"players": 5}, "toy is for 2, 3 players, not 5. The nearest is 3."),
        ({"options": {"gentel": "yes"}}, "Did you mean gentle?"),
        ({"options": {"gentle": "jes"}}, "Did you mean yes?"),
    ],
)
def test_wrong_choices_get_a_sentence(toy: parlour.Game, wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadChoice) as error:
        simulate(toy, **wrong)
    assert sentence in str(error.value)


def test_a_wrong_game_gets_the_nearest_one() -> None:
    with pytest.raises(BadChoice, match="Did you mean parcheesi"):
        simulate("parchesi", 10)


@pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")
def test_a_report_says_what_it_was_made_with(toy: parlour.Game) -> None:
    report = simulate(toy, 16, threads=2)
    assert set(report.versions) == {"python", "parlour", "numpy", "numba"}
    assert report.threads == 2 and report.seconds > 0 and report.rules == toy.fingerprint
