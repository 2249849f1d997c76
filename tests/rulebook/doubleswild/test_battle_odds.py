"""The battle by these rules has the winning chances that the specification computed.

What a throw does to three dice is asked of the rules, choice by choice and outcome by outcome; from
that the best play of both sides is worked out backwards, here and with nothing of the game's own
mathematics. A rule of the battle that were wrong anywhere would show in the twelfth digit.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

from parlour.rules.kit import CHANCE
from tests.rulebook.doubleswild.support import GAME, TRIPLES, R, Table, lay
from tests.rulebook.harness import Form

Floats = npt.NDArray[np.float64]
PLAIN = Form(GAME, "plain")
TOTAL = np.array([sum(t) for t in TRIPLES])
LEAD = TOTAL[:, None] - TOTAL[None, :]  # the attacker's, [attacker, defender]
SETTLED = np.where(LEAD > 0, 1.0, 0.0)  # the attacker's chance where the totals differ


def battle() -> Table:
    return lay(PLAIN, {"B": "6,6 6,7"}).go("2-4/3-4", "keep")


def odds(table: Table) -> Floats:
    out = np.zeros(R.MAX_ACTIONS, np.int64)
    listed = out[: GAME.plain.weights(table.position, out)]
    return np.asarray(listed / listed.sum())


@cache
def ways() -> Floats:
    """ways()[triple, again, new]: how likely these dice become those when some are thrown again."""
    found = np.full((56, 8, 56), np.nan)
    for triple in range(56):
        asked = battle().go("1-1-1", "1-1-1")
        asked.position.triples[0] = triple
        for action in PLAIN.legal(asked.position):
            row = np.zeros(56)
            after = Table(PLAIN, PLAIN.apply(asked.position, action))
            if after.actor == CHANCE:
                for outcome, chance in enumerate(odds(after)):
                    row[PLAIN.apply(after.position, outcome).triples[0]] += chance
            else:
                row[after.position.triples[0]] = 1
            found[triple, action - R.RETHROW] = row
    return found


def attack(after: Floats, again: slice = slice(None)) -> Floats:
    """The attacker's chance when he chooses dice and `after` is his chance once they have fallen."""
    return np.asarray(np.nanmax(np.einsum("amn,nd->adm", ways(), after)[:, :, again], axis=2))


def defend(after: Floats, again: slice = slice(None)) -> Floats:
    return np.asarray(np.nanmin(np.einsum("dmn,an->adm", ways(), after)[:, :, again], axis=2))


def extra_rounds() -> tuple[Floats, Floats]:
    """Chances in an extra round, before the attacker and before the defender acts. Nobody may stand."""
    value = np.full((56, 56), 0.5)
    some = slice(1, None)
    for _ in range(60):
        before_defence = defend(np.where(LEAD == 0, value, SETTLED), some)
        value = attack(before_defence, some)
    return value, before_defence


@cache
def chances(tie: str) -> dict[tuple[str, str], Floats]:
    """The attacker's chance by (round, who acts), for each way to settle equal totals."""
    found: dict[tuple[str, str], Floats] = {}
    equal: Floats | float
    if tie == "extra_round":
        found["extra", "A"], found["extra", "D"] = extra_rounds()
        equal = found["extra", "A"]
    else:
        equal = {"coin": 0.5, "reroll_all": 0.5, "defender": 0.0, "attacker": 1.0}[tie]
    found["3", "D"] = defend(np.where(LEAD == 0, equal, SETTLED))
    found["3", "A"] = attack(found["3", "D"])
    found["2", "D"] = defend(found["3", "A"])
    found["2", "A"] = attack(found["2", "D"])
    return found


def at_the_start(tie: str) -> float:
    first = odds(battle())
    return float(first @ chances(tie)["2", "A"] @ first)


VARIANTS = {
    "extra_round": 0.487673401051,
    "reroll_all": 0.487386807735,
    "coin": 0.487386807735,
    "defender": 0.418457937013,
    "attacker": 0.538230574963,
}
STATES = [
    ("3", "A", "111", "666", 1 / 432),
    ("3", "A", "666", "111", 431 / 432),
    ("3", "A", "444", "444", 0.489926200800),
    ("2", "A", "444", "444", 0.487226745354),
    ("3", "A", "256", "145", 0.780318116830),
    ("3", "A", "456", "355", 0.778211805556),
    ("3", "A", "336", "555", 0.242128070832),
    ("2", "A", "136", "246", 0.485731879693),
    ("3", "D", "344", "145", 0.222240649222),
    ("3", "D", "666", "566", 11 / 12),
    ("3", "D", "556", "556", 0.5),
    ("extra", "A", "666", "666", 0.5),
    ("extra", "A", "111", "111", 0.499473911880),
    ("extra", "A", "344", "146", 0.200763196940),
    ("extra", "A", "246", "444", 0.771465245487),
    ("extra", "D", "566", "444", 0.988425925926),
    ("extra", "D", "112", "444", 0.0),
]


@pytest.mark.parametrize(("tie", "chance"), VARIANTS.items())
def test_dw_34_who_wins(tie: str, chance: float) -> None:
    """DBW-BATTLE-4, DBW-BATTLE-5, DBW-BATTLE-6, DBW-Q-19."""
    assert at_the_start(tie) == pytest.approx(chance, abs=1e-9)


@pytest.mark.parametrize(("number", "who", "attacker", "defender", "chance"), STATES)
def test_dw_34_on_the_way(number: str, who: str, attacker: str, defender: str, chance: float) -> None:
    """DBW-BATTLE-2, DBW-Q-17, DBW-Q-18, DBW-Q-21."""
    a, d = (TRIPLES.index(tuple(map(int, dice))) for dice in (attacker, defender))
    assert chances("extra_round")[number, who][a, d] == pytest.approx(chance, abs=1e-9)


def test_dw_34_the_range_of_equal_dice() -> None:
    """What counts is the best that can be kept, not the total."""
    equal = np.where(LEAD == 0, chances("extra_round")["extra", "A"], np.nan)
    assert np.nanmin(equal) == pytest.approx(0.112018, abs=5e-7)
    assert np.nanmax(equal) == pytest.approx(0.879668, abs=5e-7)
    worst = np.unravel_index(np.nanargmin(equal), equal.shape)
    assert [TRIPLES[i] for i in worst] == [(4, 4, 5), (1, 6, 6)]
