"""Gymnasium: its own checks, seeds, opponents, vectors of games, and errors as its users expect them."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.envs import opponents
from parlour.envs.episode import Episode, rewards_of
from parlour.rules.vector import Vector
from parlour.text import BadChoice, MissingExtra

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from parlour.envs import gymnasium as door  # noqa: E402

GAMES = {name: parlour.load(name) for name in parlour.names()}
TABLES = [
    ("parcheesi", {"players": 2}),
    ("parcheesi", {"players": 4, "seat": 3, "options": {"bonus_optional": "yes"}}),
    ("pollyanna", {"players": 4}),  # partners
    ("pollyanna", {"players": 3, "seat": 1}),
    ("doubleswild", {"players": 4, "options": {"teams": "yes"}, "seat": 2}),
    ("tritrac", {"seat": 1, "board": "star16"}),
    ("tritrac", {}),
    ("doubletrack", {"players": 3}),
    ("doubletrack", {"players": 4, "seat": 2, "options": {"counter_offers": 2}}),
]


def plain(name: str, **arguments: Any) -> Any:
    """An environment on the plain rules: nothing has to be compiled for it."""
    game = parlour.load(name, arguments.pop("board", None))
    return door.OneSeat(game, form=game.plain, **arguments)


def played(env: Any, seed: int | None) -> Iterator[tuple[Any, float, bool, bool, dict[str, Any]]]:
    """A whole game of random legal actions."""
    observation, info = env.reset(seed=seed)
    yield observation, 0.0, False, False, info
    rng, over = np.random.default_rng(0), False
    while not over:
        step = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        over, info = step[2], step[4]
        yield step


# ---------------------------------------------------------------- one seat


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_gymnasiums_own_check(name: str, table: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*spec.*")  # made by hand, so it has none
        check_env(plain(name, illegal="random", **table), skip_render_check=True)


@pytest.mark.parametrize(("name", "table"), TABLES)
def test_a_whole_game(name: str, table: dict[str, Any]) -> None:
    env = plain(name, **table)
    seat, course = env.seat, list(played(env, seed=5))
    for observation, reward, over, cut, info in course:
        assert env.observation_space.contains(observation) and not cut
        assert np.array_equal(observation["action_mask"], info["action_mask"])
        assert over or (reward == 0 and info["action_mask"].any())
    last = course[-1]
    assert last[2] and not last[4]["action_mask"].any()
    assert last[1] == env.episode.rewards[seat] and isinstance(last[1], float)
    wanted = rewards_of(env.episode.shares, env.episode.sides)
    assert sum(
        wanted[env.episode.sides.index(side)] for side in {*env.episode.sides} - {-1}
    ) == pytest.approx(0)


def test_the_seat_sees_its_own_side() -> None:
    env = plain("parcheesi", players=3, seat=2)
    observation, info = env.reset(seed=1)
    assert env.episode.actor == 2
    assert np.array_equal(observation["observation"], env.episode.observe(2))
    assert np.array_equal(env.action_masks(), info["action_mask"] == 1)
    named = dict(zip(GAMES["parcheesi"].rules.FEATURE_NAMES, observation["observation"], strict=True))
    assert (
        named["own.turn"] == 1 and named["across.seated"] + named["next.seated"] + named["last.seated"] == 2
    )


@pytest.mark.parametrize("name", ["parcheesi", "doubletrack"])
def test_seeds_reproduce(name: str) -> None:
    def told(env: Any, seed: int | None) -> list[Any]:
        return [(o["observation"].tolist(), r) for o, r, *_ in played(env, seed)]

    env, other = plain(name), plain(name)
    first = told(env, 3)
    second = told(env, None)  # the next game of that seed
    assert first != second
    assert told(other, 3) == first and told(other, None) == second
    assert told(env, 4) != first


def test_opponents_are_found_by_name() -> None:
    asked: list[int] = []

    def eager(episode: Episode, seat: int, rng: np.random.Generator) -> int:
        asked.append(seat)
        return episode.legal(seat)[-1]

    assert "random" in opponents.names()
    opponents.register("eager", eager)
    opponents.register("eager", eager)  # twice is once
    with pytest.raises(BadChoice, match="another"):
        opponents.register("eager", opponents.play_at_random)
    env = plain("tritrac", opponents="eager")
    list(played(env, seed=1))
    assert set(asked) == {1}
    asked.clear()
    env = plain("parcheesi", players=3, opponents=["random", eager])
    list(played(env, seed=1))
    assert set(asked) == {2}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"opponents": "randon"}, "Did you mean random"),
        ({"opponents": ["random"] * 3}, "3 opponents for 1 seats"),
        ({"players": 5}, "5"),
        ({"players": 2, "seat": 1}, "Seats are 0, 2"),
        ({"options": {"bonus": 1}}, "bonus"),
        ({"render_mode": "gif"}, "gif"),
        ({"illegal": "lose"}, "lose"),
    ],
)
def test_choices_that_are_not_on_offer(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(BadChoice, match=words):
        plain("parcheesi", **{"players": 2, **arguments})


def test_a_refused_action_changes_nothing() -> None:
    env = plain("parcheesi", players=2)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    _, info = env.reset(seed=2)
    before = env.episode.to_bytes()
    masked = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for wrong in (masked, -1, 41, 1.5, None, "5"):
        with pytest.raises(gymnasium.error.InvalidAction) as refused:
            env.step(wrong)
        assert isinstance(refused.value, parlour.ParlourError) and str(refused.value)
    assert env.episode.to_bytes() == before
    with pytest.raises(gymnasium.error.Error):
        env.reset(seed=-1)
    with pytest.raises(BadChoice, match="house"):
        env.reset(options={"players": 3})
    while not env.episode.over:
        env.step(env.episode.legal(0)[0])
    with pytest.raises(gymnasium.error.ResetNeeded, match="over"):
        env.step(0)


def test_an_illegal_action_can_be_replaced() -> None:
    env = plain("parcheesi", players=2, illegal="random")
    _, info = env.reset(seed=2)
    masked = int(np.flatnonzero(info["action_mask"] == 0)[0])
    assert env.step(masked)[4]["replaced"]
    assert "replaced" not in env.step(env.episode.legal(0)[0])[4]


def test_pictures() -> None:
    for mode, kind in (("ansi", str), ("svg", str), ("rgb_array", np.ndarray)):
        env = plain("parcheesi", render_mode=mode)
        env.reset(seed=0)
        assert isinstance(env.render(), kind)


@pytest.mark.parametrize("folder", ["toy", "cellar"])
def test_a_folder_of_ones_own(folder: str) -> None:
    """A game that nobody has registered, one with sealed bids too, is an environment as it lies there."""
    game = parlour.load(str(Path(__file__).parents[1] / "rules" / folder))
    env = door.OneSeat(game, seat=1, illegal="random", form=game.plain)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*spec.*")
        check_env(env, skip_render_check=True)
    assert {list(played(env, seed))[-1][1] for seed in range(12)} >= {1.0, -0.5}
    games = door.ManyGames(3, game=game, form=game.plain)
    assert games.observation_space.contains(games.reset(seed=0)[0])


def test_a_game_that_shows_nothing_is_no_environment() -> None:
    game = parlour.load(str(Path(__file__).parents[1] / "table" / "race"))
    for make in (lambda: door.OneSeat(game, form=game.plain), lambda: door.ManyGames(2, game=game)):
        with pytest.raises(BadChoice, match="has no observe"):
            make()


# ---------------------------------------------------------------- names


def test_every_game_is_registered() -> None:
    names = door.register()
    assert "parlour/Parcheesi-v0" in names and "parlour/DoublesWild-v0" in names and len(names) == len(GAMES)
    env = gymnasium.make("parlour/Parcheesi-v0", players=2, seat=2)
    assert env.unwrapped.seat == 2 and env.spec.id == "parlour/Parcheesi-v0"
    _, info = env.reset(seed=1)
    env.step(env.action_space.sample(info["action_mask"]))
    assert door.make("parcheesi", players=3).spec.id == "parlour/Parcheesi-v0"
    with pytest.raises(gymnasium.error.VersionNotFound, match="v0"):
        gymnasium.make("parlour/TriTrac-v9")
    with pytest.raises(gymnasium.error.NameNotFound, match="TriTrac"):
        gymnasium.make("parlour/TriTrak-v0")


def test_without_gymnasium_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "parlour.envs.gymnasium")
    with pytest.raises(MissingExtra, match=r"parlour\[envs\]"):
        importlib.import_module("parlour.envs.gymnasium")


# ---------------------------------------------------------------- thousands of games


def many(name: str, count: int, **arguments: Any) -> Any:
    return door.ManyGames(count, game=GAMES[name], form=GAMES[name].plain, **arguments)


@pytest.mark.parametrize("name", GAMES)
def test_spaces_of_many_games(name: str) -> None:
    games = many(name, 3)
    observation, info = games.reset(seed=1)
    for _ in range(4):
        assert games.observation_space.contains(observation)
        assert np.array_equal(info["action_mask"], observation["action_mask"])
        actions = np.array([np.flatnonzero(mask)[-1] for mask in info["action_mask"]])
        assert games.action_space.contains(actions)
        observation, rewards, ended, cut, info = games.step(actions)
        assert rewards.shape == ended.shape == cut.shape == (3,) and not cut.any()
        assert ended.dtype == cut.dtype == np.bool_


def test_the_rewards_of_many_games() -> None:
    """The one who acted gets his in the array, everybody theirs in info, and the next game has begun."""
    games = many("parcheesi", 6, players=3)
    _, info = games.reset(seed=2)
    assert games.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    finished = 0
    while finished < 3:
        actor = info["actor"].copy()
        observation, rewards, ended, _, info = games.step(games.random_actions())
        assert not rewards[~ended].any() and not info["rewards"][~ended].any()
        for i in np.flatnonzero(ended):
            assert sorted(info["rewards"][i].tolist()) == [-0.5, -0.5, 0, 1] and info["rewards"][i, 3] == 0
            assert rewards[i] == info["rewards"][i, actor[i]] == 1  # who wins has just acted
            start = games.games[i]
            assert (start.pawns == -1).all() and observation["action_mask"][i].any()
            finished += 1


def test_many_games_of_one_seat() -> None:
    games = many("doubleswild", 4, players=2, seats=[1])
    _, info = games.reset(seed=2)
    won: list[float] = []
    while len(won) < 12:
        assert set(info["actor"].tolist()) == {1}
        _, rewards, ended, _, info = games.step(games.random_actions())
        assert np.array_equal(rewards, info["rewards"][:, 1])
        won += rewards[ended].tolist()
    assert {1.0, -1.0} <= set(won) <= {1.0, -1.0, 0.0}


def test_the_arrays_are_the_vectors_own() -> None:
    games = many("parcheesi", 4)
    observation, info = games.reset(seed=9)
    assert observation["observation"] is games.games.features
    assert np.shares_memory(observation["action_mask"], games.games.masks)
    other = Vector(GAMES["parcheesi"], 4, seed=9, form=GAMES["parcheesi"].plain)
    for _ in range(50):
        actions = games.random_actions()
        observation, _, ended, _, info = games.step(actions)
        _, done = other.step(actions)
        assert np.array_equal(observation["observation"], other.features) and np.array_equal(ended, done)
        assert np.array_equal(info["actor"], other.actors)


@pytest.mark.parametrize("package", ["numpy", "torch", "jax"])
def test_arrays_go_elsewhere_without_a_copy(package: str) -> None:
    games = many("parcheesi", 4)
    observation, info = games.reset(seed=9)
    for array in (observation["observation"], observation["action_mask"], info["actor"], info["rewards"]):
        if package == "jax":
            there: Any = pytest.importorskip("jax").dlpack.from_dlpack(array)
            assert np.array_equal(np.asarray(there), array)
            continue
        there = pytest.importorskip(package).from_dlpack(array)
        assert there.shape == array.shape
        assert np.shares_memory(np.asarray(there), array)


def test_wrong_actions_of_many_games() -> None:
    games = many("parcheesi", 3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        games.step([0, 0, 0])
    observation, _ = games.reset(seed=1)
    kept = observation["observation"].copy()
    for wrong in ([0, 0], [99, 0, 0], [0.5, 0, 0]):
        with pytest.raises(gymnasium.error.InvalidAction):
            games.step(wrong)
    assert np.array_equal(games.games.features, kept)
    with pytest.raises(gymnasium.error.Error):
        games.reset(seed=-1)
    with pytest.raises(BadChoice, match="Seats to play are some of 0, 2, not 1"):
        many("parcheesi", 3, players=2, seats=[1])
    with pytest.raises(BadChoice, match="number of games"):
        many("parcheesi", 0)


def test_many_games_by_name() -> None:
    """As made by Gymnasium, on the compiled rules, and in one of its wrappers."""
    games = door.make_vec("parcheesi", 64, players=2)
    assert games.spec.id == "parlour/Parcheesi-v0" and games.num_envs == 64
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(games)
    wrapped.reset(seed=3)
    lengths: list[int] = []
    while len(lengths) < 64:
        _, _, ended, _, info = wrapped.step(games.unwrapped.random_actions())
        lengths += info["episode"]["l"][ended].tolist() if ended.any() else []
    assert min(lengths) > 50
    drawn = many("parcheesi", 2, render_mode="ansi")
    drawn.reset(seed=0)
    assert [type(board) for board in drawn.render()] == [str, str]
