"""Levels: every game has six, they are data, and what is wrong with the data is said."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import parlour
from parlour.bots import make
from parlour.bots.bot import read
from parlour.bots.levels import level, levels, seconds_for
from parlour.bots.workers import GRACE
from parlour.rules.game import Game
from parlour.text import BadChoice

TOY = Path(__file__).parents[1] / "rules" / "toy"


@pytest.mark.parametrize("name", parlour.names())
def test_every_game_has_six_levels_of_its_own(name: str) -> None:
    game = parlour.load(name)
    assert (game.folder / "levels.toml").is_file()
    found = levels(game)
    assert [one.number for one in found] == [1, 2, 3, 4, 5, 6]
    assert len({one.spec for one in found}) == 6
    assert len({str(one.name) for one in found}) == 6
    for one in found:
        make(one.spec, game)
        assert read(one.spec)[0] != "random"  # weaker by seeing less, not by not looking
        assert seconds_for(game, f"level:{one.number}") == seconds_for(game, str(one.number)) == one.seconds
    assert all(one.seconds <= 0.1 for one in found[:3])
    assert [one.seconds for one in found] == sorted(one.seconds for one in found)
    assert found[-1].seconds + GRACE <= 5


def game_with(folder: Path, text: str | None) -> Game:
    shutil.copytree(TOY, folder / "toy", ignore=shutil.ignore_patterns("__pycache__"))
    if text is not None:
        (folder / "toy" / "levels.toml").write_text(text, "utf-8")
    return parlour.load(str(folder / "toy"))


def test_a_game_without_the_file_has_levels_all_the_same(tmp_path: Path) -> None:
    game = game_with(tmp_path, None)
    for one in levels(game):
        make(one.spec, game)
    assert seconds_for(game, "careful") > 0
    with pytest.raises(BadChoice, match="There is no level “7”"):
        level(game, 7)


GOOD = "".join(f'[{n}]\nspec = "careful:slip={n}"\nseconds = {n}\n' for n in range(1, 7))


def test_levels_are_what_the_file_says(tmp_path: Path) -> None:
    game = game_with(tmp_path, GOOD)
    assert level(game, 2).spec == level(game, "2").spec == "careful:slip=2"
    assert level(game, 5).seconds == 5


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[3]", "[7]", "level 3: it needs a spec and seconds, and nothing else; there is no level “7”"),
        ("seconds = 3", "second = 3", "level 3: it needs a spec and seconds"),
        ("seconds = 3", "seconds = 0", "level 3: seconds are a number above 0, at most 600"),
        ("seconds = 3", "seconds = true", "level 3: seconds are a number"),
        ("seconds = 3", "seconds = nan", "level 3: seconds are a number"),
        ('"careful:slip=3"', "3", "level 3: its spec is no text"),
        ('"careful:slip=3"', '"careful:slip"', "level 3: “slip” in the bot “careful:slip” is no setting"),
        ('"careful:slip=3"', '"level:2"', "level 3: a level is made of a kind of bot, not of another level"),
        ("[3]", "[3", "cannot be read: "),
    ],
)
def test_what_is_wrong_with_the_file_is_said(old: str, new: str, says: str, tmp_path: Path) -> None:
    game = game_with(tmp_path, GOOD.replace(old, new))
    with pytest.raises(BadChoice) as refused:
        levels(game)
    assert says in str(refused.value) and "levels.toml" in str(refused.value)


def test_a_level_of_an_unknown_bot_is_refused_when_it_is_called(tmp_path: Path) -> None:
    game = game_with(tmp_path, GOOD.replace('"careful:slip=3"', '"clever"'))
    with pytest.raises(BadChoice, match="There is no bot “clever”"):
        make("level:3", game)


@pytest.mark.parametrize("name", parlour.names())
def test_the_strongest_of_an_earlier_version_is_kept(name: str) -> None:
    """Whatever the levels become, there is somebody to measure them against, with his network."""
    game = parlour.load(name)
    assert make("v0.1.0", game) is not None
    assert 0 < seconds_for(game, "v0.1.0") < 5
    with pytest.raises(BadChoice, match="There is no bot of an earlier version “v0"):
        make("v0.0.9", game)


def test_an_earlier_bot_without_its_network_is_refused(tmp_path: Path) -> None:
    kept = '["v0.1.0"]\nspec = "learned"\nseconds = 4\nnetwork = "{}"\n'
    game = game_with(tmp_path, GOOD + kept.format("0123456789abcdef"))
    assert [one.number for one in levels(game)] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(BadChoice, match="a network that is not here: 0123456789ab…"):
        make("v0.1.0", game)


def test_the_strongest_does_not_open_every_game_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tri-Trac begins without dice: what differs is up to the bot, within half a hundredth of a win."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    game = parlour.load("tritrac")
    start = game.new()
    worth = {
        one.action: one.chance
        for one in make("learned", game).think(start, 0, seconds=None, seed=0).candidates
    }
    bot = make("5", game)
    played = [bot.think(start, 0, seconds=None, seed=seed).action for seed in range(20)]
    assert len(set(played)) > 2
    assert min(worth[action] for action in played) > max(worth.values()) - 0.005
    assert played == [bot.think(start, 0, seconds=None, seed=seed).action for seed in range(20)]
