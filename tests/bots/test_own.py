"""Bots of one's own: a class or a function, in a module or a file, in tournaments and as opponents."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.arena import tournament
from parlour.bots import Thought, make
from parlour.bots.own import is_own, spec_of
from parlour.bots.policy import PolicyBot
from parlour.envs.episode import Episode
from parlour.envs.narrow import NarrowEpisode
from parlour.envs.opponents import find
from parlour.rules.position import Position
from parlour.text import BadChoice, ParlourError

SOURCE = """
class First:
    def __init__(self, game, place="0"):
        self.game, self.place = game, int(place)
    def think(self, view, seat, *, seconds, seed):
        import numpy as np
        out = np.zeros(self.game.plain.MAX_ACTIONS, np.int64)
        n = self.game.plain.legal(view, out)
        return int(out[min(self.place, n - 1)])

def last(game, view, seat, legal, rng):
    return legal[-1]

def raises(game, view, seat, legal, rng):
    raise KeyError("nothing")

def cheats(game, view, seat, legal, rng):
    return 10**6

def silent(game, view, seat, legal, rng):
    pass

class Stuck:
    patience = 0.2
    def __init__(self, game):
        pass
    def think(self, view, seat, *, seconds, seed):
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

class Dumb:
    def __init__(self, game):
        pass

class Broken:
    def __init__(self, game):
        raise ValueError("no weights")

number = 7
"""


class Mine:
    """A bot in this very file, given as a class."""

    def __init__(self, game: parlour.Game) -> None:
        self.game, self.warmed = game, 0

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        return make("random", self.game).think(view, seat, seconds=seconds, seed=seed)

    def warm(self) -> None:
        self.warmed += 1


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "somebodys_bots.py").write_text(SOURCE)
    (tmp_path / "unfinished.py").write_text("import nothing_of_this_name\n")
    monkeypatch.chdir(tmp_path)  # as for whoever gives the command there
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield "somebodys_bots"
    for name in ("somebodys_bots", "unfinished", "parlour_bot_somebodys_bots"):
        sys.modules.pop(name, None)


def test_what_is_a_spec_of_ones_own() -> None:
    assert all(map(is_own, ("mymodule:MyBot", "a.b:choose", "../bots/my-bot.py:choose", "m:B,depth=3")))
    assert not any(
        map(is_own, ("careful", "careful:slip=0.3", "level:3", "3", "search:simulations=5", "m:1"))
    )
    assert spec_of("careful") == "careful" and spec_of(Mine) == f"{__name__}:Mine"
    for wrong in (lambda: 0, 7, Mine.think):
        with pytest.raises(BadChoice, match="top of a module"):
            spec_of(wrong)


def test_strangers_cannot_name_code(module: str) -> None:
    """A spec that names code is taken only from whoever may run code here."""
    with pytest.raises(BadChoice):
        make(f"{module}:last", parlour.load("parcheesi"))
    assert module not in sys.modules


@pytest.mark.parametrize("name", ["First", "First,place=1", "last"])
def test_a_bot_plays_a_tournament(module: str, name: str) -> None:
    result = tournament("tritrac", [f"{module}:{name}", "random"], games=4, jobs=1, seed=3)
    assert result.contest.bots == (f"{module}:{name}", "random")
    assert sum(map(len, result.rounds.values())) >= 4


def test_in_several_processes_and_from_a_file(module: str, tmp_path: Path) -> None:
    own = f"{tmp_path / module}.py:last"
    one, two = (tournament("tritrac", [own, "random"], games=4, jobs=jobs, seed=3) for jobs in (1, 2))
    assert one.rounds == two.rounds


def test_a_class_is_taken_as_it_is() -> None:
    result = tournament("tritrac", [Mine, "random"], games=2, jobs=1)
    assert result.contest.bots[0].endswith(":Mine")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("raises", "failed: KeyError: 'nothing'"),
        ("cheats", "played 1000000, which is not legal there; legal are"),
        ("silent", "played None"),
        ("Stuck", "has not answered for 0.2 seconds"),
        ("Dumb", "no method think"),
        ("Broken", "failed: ValueError: no weights"),
        ("number", "neither a class nor a function"),
        ("firts", "Did you mean"),
        ("last,depth=3", "takes no settings"),
        ("First,place", "no setting"),
        ("First,height=1", "failed: TypeError"),
    ],
)
def test_what_is_wrong_with_it_is_said(module: str, name: str, words: str) -> None:
    with pytest.raises(ParlourError, match=words) as told:
        tournament("tritrac", [f"{module}:{name}", "random"], games=2, jobs=1)
    assert "somebodys_bots" in str(told.value)


def test_modules_that_are_not_there(module: str) -> None:
    game = parlour.load("tritrac")
    for spec, words in (
        ("nobodys_bots:First", "nor a module nobodys_bots"),
        ("unfinished:First", "failed: ModuleNotFoundError: .*nothing_of_this_name"),
        ("nowhere.py:First", "cannot be read"),
    ):
        with pytest.raises(ParlourError, match=words):
            make(spec, game, own=True)


def test_any_bot_is_an_opponent_and_is_warmed(module: str) -> None:
    episode = Episode("tritrac", seed=1, form=parlour.load("tritrac").plain)
    rng: Any = np.random.default_rng(0)
    assert find(f"{module}:last")(episode, episode.actor, rng) == episode.legal(episode.actor)[-1]
    with pytest.raises(BadChoice, match="Did you mean careful"):
        find("carefull")


class Prefers(PolicyBot):
    """A network that prefers high codes, and would prefer an illegal one most of all."""

    def logits(self, observation: Any, mask: Any) -> Any:
        assert observation.shape == (self.game.rules.FEATURES,) and mask.any()
        return np.where(mask == 1, np.arange(len(mask)) / len(mask), 99.0)


class Draws(Prefers):
    greedy = False


def test_a_network_is_a_bot() -> None:
    episode = Episode("tritrac", seed=1, form=parlour.load("tritrac").plain)
    seat, view = episode.actor, episode.view(episode.actor)
    bot = make(spec_of(Prefers), episode.game, own=True)
    assert bot.think(view, seat, seconds=None, seed=1).action == max(episode.legal(seat))
    drawn = {
        make(spec_of(Draws), episode.game, own=True).think(view, seat, seconds=None, seed=seed).action
        for seed in range(20)
    }
    assert len(drawn) > 3 and drawn <= set(episode.legal(seat))


class Asked(PolicyBot):
    """A network by parts that prefers low codes, and remembers what it was asked."""

    narrow = True

    def __init__(self, game: parlour.Game) -> None:
        super().__init__(game)
        self.asked: list[tuple[Any, Any]] = []

    def logits(self, observation: Any, mask: Any) -> Any:
        self.asked.append((observation.copy(), mask.copy()))
        return -np.arange(len(mask))


@pytest.mark.parametrize("name", ["doubletrack", "tritrac"])
def test_a_network_by_parts_is_asked_what_the_environment_by_parts_asks(name: str) -> None:
    plain = parlour.load(name).plain
    parts, whole = NarrowEpisode(name, seed=5, form=plain), Episode(name, seed=5, form=plain)
    bot, asked = Asked(parts.game), 0
    for _ in range(12):
        seat, turn = whole.actor, whole.decisions
        whole.step(seat, bot.think(whole.view(seat), seat, seconds=None, seed=0))
        while parts.decisions == turn:
            if len(Episode.legal(parts, seat)) > 1:  # else there is nothing to ask
                observation, mask = bot.asked.pop(0)
                np.testing.assert_array_equal(mask, parts.mask(seat))
                np.testing.assert_array_equal(observation, parts.observe(seat))
                asked += 1
            parts.step(seat, parts.legal(seat)[0])
        assert not bot.asked and parts.view(seat).to_bytes() == whole.view(seat).to_bytes()
    assert asked > 12
