"""Specs: what they may say, what bots are made of them, and what is said about wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.bots import make
from parlour.bots.bot import KINDS, fair_chances, kinds, read, split
from parlour.bots.careful import Careful
from parlour.bots.randomly import Randomly
from parlour.table.naming import legal_codes
from parlour.text import BadChoice

TOY = parlour.load(str(Path(__file__).parents[1] / "rules" / "toy"))
POLLYANNA = parlour.load("pollyanna")


@pytest.mark.parametrize(
    ("specs", "expected"),
    [
        ("random", ["random"]),
        ("you,bot:3, Anna", ["you", "bot:3", "Anna"]),
        ("careful:slip=0.3,attention=0.8,random", ["careful:slip=0.3,attention=0.8", "random"]),
        ("careful:slip=1,search:simulations=9,judge=careful,3", None),
        ("", [""]),
    ],
)
def test_specs_in_a_row_are_told_apart(specs: str, expected: list[str] | None) -> None:
    several = ["careful:slip=1", "search:simulations=9,judge=careful", "3"]
    assert split(specs) == (expected or several)


def test_a_kind_and_its_settings() -> None:
    kind, settings = read(" Careful:slip=0.5, attention=1 ")
    assert kind == "careful"
    assert settings.given == {"slip": "0.5", "attention": "1"}
    assert settings.number("slip", 0, 0, 10) == 0.5
    assert settings.whole("worlds", 8, 1, 10) == 8


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("carefull", "Did you mean careful?"),
        ("", "There is no bot “”; choose one of: random, careful, "),
        ("careful:slip", "“slip” in the bot “careful:slip” is no setting"),
        ("careful:slip=", "is no setting"),
        ("careful:slip=1,slip=2", "is no setting"),
        ("careful:slip=lots", "The bot's setting slip is a number from 0 to 10, not “lots”."),
        ("careful:slip=nan", "is a number from 0 to 10, not “nan”."),
        ("careful:attention=2", "is a number from 0 to 1, not “2”."),
        ("careful:worlds=1.5", "The bot's setting worlds is a whole number, not “1.5”."),
        ("careful:slipp=1", "The bot “careful” has no setting “slipp”; it has: attention, slip, "),
        ("careful:slipp=1", "Did you mean slip?"),
        ("random:slip=1", "The bot “random” has no setting “slip”; it has: none."),
        ("level:7", "There is no level “7”; choose one of: 1, 2, 3, 4, 5, 6."),
        ("level", "There is no level “”"),
        ("0", "There is no level “0”"),
    ],
)
def test_what_is_no_bot_is_refused_in_words(spec: str, says: str) -> None:
    with pytest.raises(BadChoice) as refused:
        make(spec, TOY)
    assert says in str(refused.value)


def test_what_a_game_does_not_consider_is_refused() -> None:
    with pytest.raises(BadChoice, match=r"There is no consideration “captres”; .*Did you mean captures\?"):
        make("careful:sees=race+captres", POLLYANNA)


@pytest.mark.parametrize("spec", ["1", "level:1", "Level: 1", "bot:1"])
def test_a_level_has_several_names(spec: str) -> None:
    if spec == "bot:1":  # the table's name for it, which is none of ours
        with pytest.raises(BadChoice):
            make(spec, TOY)
    else:
        assert isinstance(make(spec, TOY), Careful)


def test_every_kind_is_there() -> None:
    assert kinds() == list(KINDS)


def test_playing_at_random_is_fair_and_repeatable() -> None:
    position = TOY.new(2)
    TOY.plain.apply(position, 1)
    bot = Randomly(TOY)
    played = [bot.think(position, 0, seconds=None, seed=seed).action for seed in range(400)]
    assert set(played) == set(legal_codes(TOY, position)) == {0, 1}
    assert 150 < sum(played) < 250
    assert played == [bot.think(position, 0, seconds=None, seed=seed).action for seed in range(400)]


def test_chances_of_those_who_know_nothing() -> None:
    assert fair_chances(POLLYANNA, POLLYANNA.new(2)) == (0.5, 0, 0.5, 0)
    partners = POLLYANNA.new(4, {"mode": "partners"})
    assert fair_chances(POLLYANNA, partners) == (0.5, 0.5, 0.5, 0.5)
