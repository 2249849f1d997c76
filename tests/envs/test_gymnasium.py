"""Gymnasium: its own checks, seeds, opponents, vectors of games, and errors as its users expect them."""

from __future__ import annotations

import copy
import importlib
import pickle
import sys
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.envs import opponents
from parlour.envs.episode import Episode, rewards_of
from parlour.rules.kit import NOBODY
from parlour.rules.rewards import Rewards
from parlour.rules.sampling import sample
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


def test_bots_are_opponents(monkeypatch: pytest.MonkeyPatch) -> None:
    """By their specs, warmed without being told; the same seed, the same game."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # what a bot thinks is the same, and nothing is compiled
    for spec in ("careful", "level:1"):
        env = plain("doubleswild", players=2, opponents=spec)
        courses = [[o["observation"].tolist() for o, *_ in islice(played(env, 3), 12)] for _ in range(2)]
        assert courses[0] == courses[1]
    with pytest.raises(BadChoice, match="level"):
        plain("parcheesi", opponents="level:9")
    with pytest.raises(BadChoice, match="no setting"):
        plain("parcheesi", opponents="careful:slips=1")


@pytest.mark.parametrize("name", ["doubletrack", "tritrac"])
def test_actions_in_parts(name: str) -> None:
    """The version with narrow codes: a seat, its opponents, and many games; the old one stays as it was."""
    env = plain(name, narrow=True, seat=1)
    codes = GAMES[name].module("narrow")
    assert codes is not None and env.action_space.n == codes.NARROW < 256
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*spec.*")
        check_env(plain(name, narrow=True, illegal="random"), skip_render_check=True)
    for observation, *_ in played(env, seed=5):
        assert env.observation_space.contains(observation)
    games = many(name, 3, narrow=True)
    observation, info = games.reset(seed=1)
    for _ in range(6):
        assert games.observation_space.contains(observation)
        observation, *_, info = games.step(sample(info["action_mask"], rng=0))
    assert door.name_of(GAMES[name], narrow=True).endswith("-v1")
    made = gymnasium.make(door.name_of(GAMES[name], narrow=True))
    assert made.action_space.n == codes.NARROW
    assert door.make(name).action_space.n == GAMES[name].rules.ACTIONS
    with pytest.deprecated_call(match="out of date"):  # as Gymnasium takes it
        assert gymnasium.make(door.name_of(GAMES[name])).action_space.n == GAMES[name].rules.ACTIONS
    with pytest.raises(BadChoice, match="narrow"):
        plain("parcheesi", narrow=True)
    with pytest.raises(BadChoice, match="narrow"):
        door.make_vec("parcheesi", 2, narrow=True)


def test_a_bot_plays_against_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    env = plain("tritrac", narrow=True, opponents="careful")
    assert len(list(islice(played(env, 2), 12))) == 12 and env.episode.decisions > 6


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"opponents": "randon"}, "Did you mean random"),
        ({"opponents": ["random"] * 3}, "Given for 1 seat: 3 opponents"),
        ({"players": 5}, "5"),
        ({"players": 2, "seat": 1}, "Seats are 0, 2"),
        ({"options": {"bonus": 1}}, "bonus"),
        ({"render_mode": "gif"}, "gif"),
        ({"illegal": "pardon"}, "pardon"),
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


def test_an_illegal_action_can_lose() -> None:
    env = plain("parcheesi", players=3, illegal="lose")
    _, info = env.reset(seed=2)
    masked = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, over, cut, _ = env.step(masked)
    assert (reward, over, cut) == (-0.5, True, False)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(masked)
    env.reset()
    assert not env.step(env.episode.legal(env.seat)[0])[2]


def test_a_position_of_ones_own_to_start_from() -> None:
    game = GAMES["parcheesi"]
    start = game.new(2, {"max_turns": 40})
    for given in (start, game.position.describe(start)):
        env = plain("parcheesi", start=given)
        env.reset(seed=1)
        assert env.episode.position.max_turns == 40 and env.episode.seats == [0, 2]
    with pytest.raises(BadChoice, match="players"):
        plain("parcheesi", start=start, players=2)
    with pytest.raises(parlour.ParlourError, match="no key “players”"):
        plain("parcheesi", start={"players": "many"})


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
    assert "parlour/Parcheesi-v0" in names and "parlour/DoublesWild-v0" in names
    assert {"parlour/TriTrac-v0", "parlour/TriTrac-v1", "parlour/Doubletrack-v1"} <= set(names)
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


def test_gymnasiums_modes_of_autoreset() -> None:
    """By Gymnasium's names: what it says of each mode holds."""
    for mode in AutoresetMode:
        games = many("tritrac", 3, autoreset_mode=mode)
        assert games.autoreset_mode is games.metadata["autoreset_mode"] is mode
        assert many("tritrac", 1, autoreset_mode=mode.name.lower()).autoreset_mode is mode
    assert many("tritrac", 1).autoreset_mode is AutoresetMode.SAME_STEP
    with pytest.raises(BadChoice, match="anew"):
        many("tritrac", 3, autoreset_mode="later")


def until_an_end(games: Any) -> tuple[Any, ...]:
    games.reset(seed=4)
    while True:
        step = games.step(games.random_actions())
        if step[2].any():
            return tuple(step)


def test_next_step_mode_shows_the_end() -> None:
    games = many("parcheesi", 3, players=2, autoreset_mode="next_step")
    observation, rewards, ended, _, info = until_an_end(games)
    over = int(np.argmax(ended))
    assert rewards[over] == 1 and info["actor"][over] < 0 and observation["action_mask"][over].all()
    assert games.observation_space.contains(observation)
    named = GAMES["parcheesi"].rules.FEATURE_NAMES
    assert observation["observation"][over][named.index("own.home")] == 1  # all four pawns at HOME
    observation, rewards, ended, _, info = games.step(games.random_actions())
    assert not ended[over] and rewards[over] == 0 and info["actor"][over] >= 0
    assert observation["observation"][over][named.index("own.home")] == 0


def test_disabled_mode_waits_for_a_reset_mask() -> None:
    games = many("parcheesi", 3, players=2, autoreset_mode="disabled")
    ended = until_an_end(games)[2]
    with pytest.raises(gymnasium.error.InvalidAction, match="over"):
        games.step(games.random_actions())
    others = [games.games[i] for i in range(3)]
    games.reset(options={"reset_mask": ended})
    for i in range(3):
        assert (games.games[i] == others[i]) == (not ended[i])
    games.step(games.random_actions())
    with pytest.raises(BadChoice, match="takes no options, not players"):
        many("parcheesi", 3).reset(options={"players": 2})
    by_itself = many("parcheesi", 3)
    by_itself.reset(seed=1)
    with pytest.raises(BadChoice, match="DISABLED"):
        by_itself.reset(options={"reset_mask": ended})


def test_wrong_actions_of_many_games_by_choice() -> None:
    for illegal in ("random", "lose"):
        games = many("parcheesi", 3, players=3, illegal=illegal)
        _, info = games.reset(seed=1)
        actor, actions = int(info["actor"][1]), games.random_actions()
        actions[1] = 40 if not info["action_mask"][1, 40] else 39
        _, rewards, ended, _, info = games.step(actions)
        assert info["replaced"].tolist() == [False, True, False]
        assert ended.tolist() == [False, illegal == "lose", False]
        if illegal == "lose":
            assert rewards[1] == -0.5 and info["rewards"][1, actor] == -0.5
            assert info["rewards"][1].sum() == pytest.approx(0)


def test_rewards_from_one_seats_side() -> None:
    games = many("parcheesi", 4, players=2, reward_seat=2)
    games.reset(seed=2)
    told: set[float] = set()
    while told != {1.0, -1.0}:
        _, rewards, ended, _, info = games.step(games.random_actions())
        assert np.array_equal(rewards, info["rewards"][:, 2])
        told |= set(rewards[ended].tolist())
    with pytest.raises(BadChoice, match="Seats are 0, 2"):
        many("parcheesi", 4, players=2, reward_seat=1)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("legal", ["list", "mask+list", "bits"])
def test_legal_actions_as_lists_and_bits(name: str, legal: str) -> None:
    games, masked = many(name, 3, legal=legal), many(name, 3)
    for _ in range(3):
        observation, info = games.reset(seed=1)
        mask = masked.reset(seed=1)[0]["action_mask"]
        assert games.observation_space.contains(observation)
        if "list" in legal:
            for row, n, wanted in zip(info["legal"], info["count"], mask, strict=True):
                assert row[:n].tolist() == np.flatnonzero(wanted).tolist()
            actions = sample(info["legal"], counts=info["count"], rng=0)
        if legal == "bits":
            actions = sample(observation["action_bits"], actions=mask.shape[1], rng=0)
        games.step(actions)
    assert ("action_mask" in observation) == (legal == "mask+list")


def test_starts_of_many_games() -> None:
    game = GAMES["parcheesi"]
    short, usual = game.new(2, {"max_turns": 40}), game.new(2)
    games = many("parcheesi", 16, start=[game.position.describe(short), usual], start_odds=[1, 3])
    games.reset(seed=3)
    limits = [games.games[i].max_turns for i in range(16)]
    assert 1 <= limits.count(40) <= 9 and set(limits) == {0, 40}
    with pytest.raises(BadChoice, match="players"):
        many("parcheesi", 3, start=usual, players=2)
    with pytest.raises(BadChoice, match="mask"):
        many("parcheesi", 3, legal="masks")


def test_many_games_can_be_copied_saved_and_sent() -> None:
    games = many("doubleswild", 3, illegal="random")
    games.reset(seed=5)
    for _ in range(5):
        games.step(games.random_actions())
    logits = np.random.default_rng(1).normal(size=games.single_action_space.n * 3).reshape(3, -1)
    games.sample(logits, rng=1)  # which has room of its own to work in
    kept = games.state()
    others = [
        copy.deepcopy(games),
        pickle.loads(pickle.dumps(games)),
        many("doubleswild", 3, illegal="random"),
    ]
    others[2].restore(kept)
    for _ in range(5):
        actions = games.random_actions()
        observation, rewards, *_ = games.step(actions)
        for other in others:
            seen, won, *_ = other.step(actions)
            assert np.array_equal(seen["observation"], observation["observation"])
            assert np.array_equal(won, rewards)
            assert np.array_equal(other.sample(logits, rng=3), games.sample(logits, rng=3))


def test_many_games_are_compiled_for_their_house_rules() -> None:
    games = door.make_vec("parcheesi", 8, players=2, options={"max_turns": 30}, threads=2).unwrapped
    if not GAMES["parcheesi"].is_compiled:
        pytest.skip("Numba is not installed, or is switched off")
    assert games.games._form.house["max_turns"] == 30 and games.games.threads == 2
    other = door.make_vec("parcheesi", 8, players=2, options={"max_turns": 30}, settled=False).unwrapped
    assert other.games._form is GAMES["parcheesi"].compiled
    one, two = games.reset(seed=1), other.reset(seed=1)
    for _ in range(200):
        assert np.array_equal(one[0]["observation"], two[0]["observation"])
        actions = games.random_actions()
        one, two = games.step(actions), other.step(actions)


@pytest.mark.parametrize("mode", ["same_step", "next_step"])
def test_opponents_of_many_games(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the caller's seats are asked; opponents do what they chose; a game that they end is lost."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    asked: list[int] = []

    def eager(episode: Episode, seat: int, rng: np.random.Generator) -> int:
        asked.append(seat)
        return episode.legal(seat)[int(rng.integers(len(episode.legal(seat))))]

    games = many("doubleswild", 4, players=2, seats=[1], opponents=eager, autoreset_mode=mode)
    _, info = games.reset(seed=2)
    won: list[float] = []
    while len(won) < 8:
        assert set(info["actor"].tolist()) <= {1, -2}
        observation, rewards, ended, _, info = games.step(games.random_actions())
        assert games.observation_space.contains(observation)
        assert np.array_equal(rewards, info["rewards"][:, 1]) and not rewards[~ended].any()
        for i in np.flatnonzero(ended) if mode == "next_step" else ():
            end = np.zeros(GAMES["doubleswild"].plain.FEATURES, np.float32)
            GAMES["doubleswild"].plain.observe(games.games[i], 1, end)
            assert np.array_equal(observation["observation"][i], end)
        won += rewards[ended].tolist()
    assert set(asked) == {0} and {1.0, -1.0} <= set(won)
    careful = many("doubleswild", 2, players=2, seats=[1], opponents="careful")
    courses = []
    for _ in range(2):
        courses.append([careful.reset(seed=3)[0]["observation"].tolist()])
        for _ in range(5):
            actions = np.argmax(careful.games.masks, axis=1)
            courses[-1].append(careful.step(actions)[0]["observation"].tolist())
    assert courses[0] == courses[1]
    for wrong in ({}, {"seats": [0, 1]}, {"seats": [7]}):
        with pytest.raises(BadChoice, match="seats="):
            many("doubleswild", 2, players=2, opponents="careful", **wrong)
    with pytest.raises(BadChoice, match="whole actions"):
        many("tritrac", 2, seats=[0], opponents="careful", narrow=True)


@pytest.mark.parametrize("how", [{}, {"narrow": True}, {"narrow": True, "autoreset_mode": "next_step"}])
def test_games_pick_what_sample_picks(how: dict[str, Any]) -> None:
    games = many("tritrac", 4, **how)
    seen, _ = games.reset(seed=2)
    logits = np.random.default_rng(3).normal(size=seen["action_mask"].shape)
    for seed in range(6):
        for values in (logits, logits.astype(np.float32), None):
            picked, odds = games.sample(values, rng=seed, log_probs=True)
            want, logs = sample(seen["action_mask"], values, rng=seed, log_probs=True)
            assert np.array_equal(picked, want) and np.array_equal(odds, logs)
            assert np.array_equal(games.sample(values, rng=seed), want)
        seen = games.step(picked)[0]
    logits[2] = np.nan
    with pytest.raises(BadChoice, match="row 2"):
        games.sample(logits)
    with pytest.raises(BadChoice, match="Logits"):
        games.sample(logits[:, 1:])


def test_rewards_of_many_games_are_those_of_one() -> None:
    """By shares of all kinds, with an empty chair, with partners, and for one seat's side."""
    rng = np.random.default_rng(1)
    for sides in ([0, 1, 2, 3], [0, NOBODY, 1, NOBODY], [0, 1, 0, 1]):
        shares = rng.random((9, 4)) / 3
        done, acted = np.arange(9) % 3 == 0, np.where(np.arange(9) % 2 == 0, 0, 2)
        want = np.where(done[:, None], rewards_of(shares, sides), 0)
        for seat in (None, 2):
            rewards, own = Rewards(sides, seat).of(shares, done.view(np.uint8), acted)
            assert rewards.tobytes() == want.tobytes()
            assert np.array_equal(own, want[np.arange(9), acted if seat is None else seat])
