"""Games that other packages bring: by the name they were given, in every door; a broken one harms none."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import parlour
from parlour import games
from parlour.text import BadChoice

TOY = Path(__file__).parents[1] / "rules" / "toy"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As if two packages had been installed: `pig = parlour_pig`, and one that fails to import."""
    shutil.copytree(TOY, tmp_path / "parlour_pig")
    (tmp_path / "parlour_pig" / "__init__.py").touch()
    (tmp_path / "parlour_broken").mkdir()
    (tmp_path / "parlour_broken" / "__init__.py").write_text("raise RuntimeError('out of date')\n")
    entries = [
        EntryPoint("Pig", "parlour_pig", "parlour.games"),
        EntryPoint("broken", "parlour_broken", "parlour.games"),
    ]
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(games, "entry_points", lambda group: entries)
    games._found.cache_clear()
    games._place.cache_clear()
    yield
    games._failed.clear()
    games._found.cache_clear()
    games._place.cache_clear()
    for name in [n for n in sys.modules if n.startswith(("parlour_pig", "parlour_broken"))]:
        del sys.modules[name]


def test_a_game_has_the_name_that_its_package_gave_it(installed: None) -> None:
    assert "Pig" in parlour.names() and parlour.load("Pig").id == "Pig"
    game = parlour.load("Pig")
    assert game.folder.name == "parlour_pig" and "Pig" in repr(game)


def test_every_door_knows_it(installed: None) -> None:
    pytest.importorskip("gymnasium")
    from parlour.envs import gymnasium as door
    from parlour.envs import pettingzoo as doors

    env = door.make("Pig", players=2)
    env.reset(seed=1)
    made = door.make_vec("Pig", 2, form=parlour.load("Pig").plain)
    assert made.reset(seed=1)[0]["observation"].shape[0] == 2
    assert str(doors.Pig_v0.raw_env()) == "Pig_v0"
    assert str(doors.raw_env(str(TOY))) == "toy_v0" and door.make(str(TOY)).reset(seed=1)
    openspiel = pytest.importorskip("parlour.envs.openspiel")
    assert openspiel.register("Pig") == "python_parlour_Pig"


def test_a_broken_package_harms_no_other_game(installed: None) -> None:
    assert "parcheesi" in parlour.names() and "broken" not in parlour.names()
    with pytest.raises(
        BadChoice, match=r"broken is installed, but cannot be loaded: .*RuntimeError: out of date"
    ):
        parlour.load("broken")
