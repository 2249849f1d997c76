"""The tickets of every roll: with them and the secret, a roll can be told without the rules."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.rules.kit import CHANCE
from parlour.table import CheckableDice, Match
from parlour.table.dice import pick
from parlour.table.tickets import tickets_of

SECRET = bytes(range(32))
TOY = Path(__file__).parents[1] / "rules" / "toy"


def _played(name: str, moves: int) -> Match:
    match = Match.new(name, max(parlour.load(name).rules.SEATS), dice=CheckableDice(SECRET))
    chance = np.random.default_rng(3)
    while not match.over and match.ply < moves:
        if match.actor == CHANCE:
            match.roll()
        else:
            match.play(match.actor, int(chance.choice([m.code for m in match.legal()])))
    return match


@pytest.mark.parametrize("name", [n for n in parlour.names() if n != "tritrac"])
def test_the_ticket_of_every_roll_belongs_to_what_fell(name: str) -> None:
    match = _played(name, 60)
    found = tickets_of(match)
    texts = {e.n: e.text for e in match.events}
    assert [n for n, _ in found.rolls] == [e.n for e in match.events if e.kind == "roll"]
    for number, (n, lot) in enumerate(found.rolls, 1):
        owner = {ticket: outcome for outcome, some in found.lots[lot] for ticket in some}
        assert sorted(owner) == list(range(len(owner)))
        assert owner[pick(SECRET, match.id, (), number, len(owner))] == texts[n]


def test_equal_rolls_share_a_lot() -> None:
    found = tickets_of(_played("parcheesi", 60))
    assert len(found.lots) == 1
    assert len(dict(found.lots[0])["2-1"]) == 2
    assert len(dict(found.lots[0])["6-6"]) == 1


OTHERWISE = """
@rule
def draw(s, ticket):
    return 2 if ticket == 0 else 1
"""


def test_a_game_may_deal_its_tickets_out_itself(tmp_path: Path) -> None:
    """Slowly, one by one; where it does not, it comes to the same as if it were asked about each."""
    shutil.copytree(TOY, tmp_path / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    usual = _played(str(tmp_path / "toy"), 30)
    with (tmp_path / "toy" / "rules.py").open("a", encoding="utf-8") as rules:
        rules.write(OTHERWISE)
    shutil.move(tmp_path / "toy", tmp_path / "otherwise")
    own = _played(str(tmp_path / "otherwise"), 30)
    for match in (usual, own):
        [lot], rolls = tickets_of(match)
        form, start = match.game.plain, next(before for _, before in match.steps())
        told = [
            str(match.game.words.notation(start, form.draw(start, t))) for t in range(form.tickets(start))
        ]
        assert {t: outcome for outcome, some in lot for t in some} == dict(enumerate(told))
        assert rolls
    assert tickets_of(usual).lots != tickets_of(own).lots


def test_without_rolls_there_is_nothing() -> None:
    assert tickets_of(_played("tritrac", 10)) == ([], [])
