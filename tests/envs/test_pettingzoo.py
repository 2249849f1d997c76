"""PettingZoo's own kit on every game, player count and some house rules, and what the kit does not ask."""

from __future__ import annotations

import copy
import doctest
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils import parallel_to_aec
from pettingzoo.utils.env_logger import EnvLogger

import parlour
from parlour.envs import pettingzoo as doors
from parlour.envs import versions
from parlour.envs.pictures import pixels
from parlour.games import boards
from parlour.rules.game import Game
from parlour.text import BadAction, BadChoice, IllegalAction, MissingExtra

with warnings.catch_warnings():  # some of the kit's modules import packages that have their own complaints
    warnings.simplefilter("ignore")
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
        state_test,
    )

CELLAR = str(Path(__file__).parents[1] / "rules" / "cellar")  # secret cards, sealed bids
TABLES = [(name, players) for name in parlour.names() for players in parlour.load(name).rules.SEATS]
BOARDS = [(name, b) for name in parlour.names() for b in boards(parlour.load(name).folder)]

# The kit expects observations with a mask only of PettingZoo's own games, which it knows by name.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    EnvLogger.suppress_output()
    EnvLogger.flush()
    yield
    EnvLogger.unsuppress_output()


def entry(name: str) -> doors.Entry:
    found: doors.Entry = getattr(doors, versions.name_of(parlour.load(name)))
    return found


def house_rules(game: Game, players: int, which: int) -> dict[str, Any]:
    """Of every option another choice than the printed rule: the first one, or the last."""
    chosen: dict[str, Any] = {}
    for option in game.options:
        fitting = [c for c in option.choices[1:] if players in option.players.get(c, (players,))]
        if fitting:
            chosen[option.name] = fitting[which]
        elif not option.choices:
            chosen[option.name] = option.most
    return chosen


def random_game(env: Any, seed: int, most: int = 10**6) -> list[tuple[str, Any, float]]:
    """Play at random; agent, action and reward of every step."""
    told: list[tuple[str, Any, float]] = []
    for agent in env.agent_iter(most):
        observation, reward, termination, truncation, info = env.last()
        mask = info["action_mask"]
        assert np.array_equal(observation["action_mask"], mask)
        action = None
        if not (termination or truncation):
            choices = np.flatnonzero(mask)
            action = int(choices[(seed + len(told)) * 7919 % len(choices)])
        told.append((agent, action, reward))
        env.step(action)
    return told


# ---------------------------------------------------------------- their kit


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_their_kit_on_turns(name: str, players: int) -> None:
    make = partial(entry(name).env, players=players)
    api_test(make(), num_cycles=200)
    seed_test(make, num_cycles=60)
    state_test(make(), partial(entry(name).parallel_env, players=players)())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_their_kit_on_rounds(name: str, players: int) -> None:
    make = partial(entry(name).parallel_env, players=players)
    parallel_api_test(make(), num_cycles=200)
    parallel_seed_test(partial(make, illegal="random"), num_cycles=40)
    # This part of the kit knows no masks, and counts the cycles of games in which everybody acts in each.
    masked = partial(make, illegal="random")
    module = SimpleNamespace(parallel_env=masked, env=lambda **more: parallel_to_aec(masked(**more)))
    max_cycles_test(module)


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("which", [0, -1])
def test_their_kit_with_house_rules(name: str, players: int, which: int) -> None:
    game = parlour.load(name)
    options = house_rules(game, players, which)
    make = partial(entry(name).env, players, options)
    api_test(make(), num_cycles=100)
    seed_test(make, num_cycles=40)
    parallel_api_test(entry(name).parallel_env(players, options), num_cycles=100)
    assert make().unwrapped.episode.game.option_values(make().unwrapped.episode.position) == options


@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_their_kit_on_other_boards(name: str, board: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")  # a compiler takes longer than the games
    make = partial(doors.env, parlour.load(name, board))
    api_test(make(), num_cycles=100)
    seed_test(make, num_cycles=40)


def test_a_board_is_chosen_by_name_or_file(monkeypatch: pytest.MonkeyPatch) -> None:
    name, board = BOARDS[-1]
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert doors.raw_env(name, board=board).episode.game is parlour.load(name, board)
    with pytest.raises(BadChoice, match="There is no board “nowhere”"):
        doors.env(name, board="nowhere")


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_their_kit_on_pictures(name: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    asked = {"svg": lambda text: text.startswith("<svg") and text.rstrip().endswith("</svg>")}
    render_test(partial(entry(name).env, players=players, width=120), custom_tests=asked)
    printed = capsys.readouterr().out
    assert len(printed) > 1000 and printed.isprintable() is False  # human prints the board


# ---------------------------------------------------------------- rewards, ends, cycles


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_rewards_of_a_whole_game_sum_to_zero_over_the_sides(name: str, players: int) -> None:
    env = entry(name).env(players)
    env.reset(seed=3)
    told = random_game(env, 3)
    episode = env.unwrapped.episode
    last = {agent: reward for agent, action, reward in told if action is None}
    assert set(last) == set(env.possible_agents) and episode.over
    assert env.agents == [] and not env.observe("player_0")["action_mask"].any()  # one may still look
    seats = env.unwrapped.seat_of
    assert last == {agent: episode.rewards[seats[agent]] for agent in last}
    assert sum({episode.sides[seats[a]]: r for a, r in last.items()}.values()) == pytest.approx(0)
    assert all(reward == 0 for _, action, reward in told if action is not None)


@pytest.mark.parametrize("name", [*parlour.names(), CELLAR])
def test_turns_and_rounds_are_the_same_game(name: str) -> None:
    """Also where bids are sealed: the same actions, cut off after the same number of cycles."""
    turns, rounds = doors.env(name, max_cycles=60), doors.parallel_env(name, max_cycles=60)
    turns.reset(seed=5)
    told = random_game(turns, 5)
    _, infos = rounds.reset(seed=5)
    script = [(agent, action) for agent, action, _ in told if action is not None]
    cycles = 0
    while rounds.agents:
        acting = [agent for agent in rounds.agents if infos[agent]["action_mask"].any()]
        now = dict(script[: len(acting)])
        assert sorted(now) == acting
        del script[: len(acting)]
        _, rewards, terminations, truncations, infos = rounds.step(now)
        cycles += 1
    assert script == [] and cycles <= 60
    assert rounds.episode.to_bytes() == turns.unwrapped.episode.to_bytes()
    assert rewards == {agent: reward for agent, action, reward in told if action is None}
    assert all(truncations.values()) is (cycles == 60) and all(terminations.values()) is rounds.episode.over


def test_sealed_bids_are_one_cycle() -> None:
    env = doors.parallel_env(CELLAR, players=3)
    _, infos = env.reset(seed=1)
    assert all(infos[agent]["action_mask"].any() for agent in env.agents)
    before = env.episode.decisions
    env.step({"player_0": 0, "player_1": 1, "player_2": 2})
    assert env.episode.decisions == before + 3
    turns = doors.env(CELLAR, players=3)
    turns.reset(seed=1)
    views = []
    for bid in range(2):  # what player_2 sees does not depend on the bid that lies face down
        turns.reset(seed=1)
        turns.step(bid)
        views.append(turns.observe("player_2")["observation"].tolist())
        assert turns.agent_selection == "player_1" and not turns.observe("player_2")["action_mask"].any()
    assert views[0] == views[1]


@pytest.mark.parametrize("name", parlour.names())
def test_a_game_is_cut_off(name: str) -> None:
    env = entry(name).env(max_cycles=10)
    env.reset(seed=1)
    told = random_game(env, 1)
    assert all(reward == 0 for _, _, reward in told)
    decided = [action for _, action, _ in told if action is not None]
    assert len(decided) >= 10 and len(told) == len(decided) + env.max_num_agents
    env.reset(seed=1)
    for action in decided:
        assert not any(env.truncations.values())
        env.step(action)
    assert all(env.truncations.values()) and not any(env.terminations.values())


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_agents_are_the_taken_chairs_and_the_state_is_what_all_of_them_see(name: str, players: int) -> None:
    env = entry(name).raw_env(players)
    env.reset(seed=1)
    assert env.possible_agents == [f"player_{i}" for i in range(players)]
    assert list(env.seat_of.values()) == env.episode.seats
    seen = np.concatenate([env.observe(agent)["observation"] for agent in env.agents])
    assert np.array_equal(env.state(), seen) and env.state_space.contains(env.state())
    masks = {agent: bool(env.observe(agent)["action_mask"].any()) for agent in env.agents}
    assert [agent for agent, any_left in masks.items() if any_left] == [env.agent_selection]


@pytest.mark.parametrize("twin", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("name", parlour.names())
def test_copies_carry_the_game_with_them(name: str, twin: Callable[[Any], Any]) -> None:
    env = entry(name).env()
    env.reset(seed=9)
    random_game(env, 9, 20)
    other = twin(env)
    before = env.unwrapped.episode.to_bytes()
    played = random_game(other, 4, 30)
    assert env.unwrapped.episode.to_bytes() == before
    assert random_game(env, 4, 30) == played
    assert env.unwrapped.episode.to_bytes() == other.unwrapped.episode.to_bytes()


# ---------------------------------------------------------------- pictures


@pytest.mark.parametrize("name", parlour.names())
def test_pictures_show_the_position(name: str) -> None:
    env: Any = entry(name).raw_env(render_mode="rgb_array", width=200)
    env.reset(seed=1)
    first = env.render()
    assert first.shape[1] == 200 and first.dtype == np.uint8
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 50  # not one plain sheet
    random_game(env, 1, 12)
    assert not np.array_equal(first, env.render())


def test_pixels_have_the_colours_of_the_drawing() -> None:
    sheet = '<rect width="4" height="2" fill="#0b62a0"/>'
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 2">{sheet}</svg>'
    assert pixels(drawing, 40).shape == (20, 40, 3)
    assert np.unique(pixels(drawing, 40).reshape(-1, 3), axis=0).tolist() == [[0x0B, 0x62, 0xA0]]


def test_without_a_render_mode_there_is_a_warning() -> None:
    env = doors.raw_env(CELLAR)
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None
    with pytest.raises(BadChoice, match="no render mode “film”"):
        doors.env(CELLAR, render_mode="film")


# ---------------------------------------------------------------- mistakes


@pytest.fixture(params=parlour.names()[:1])  # one game is enough; its name keeps its tests together
def masked(request: pytest.FixtureRequest) -> tuple[str, str, int]:
    """A game, the agent to act, and an action that is masked there."""
    env = doors.raw_env(request.param)
    env.reset(seed=2)
    agent = env.agent_selection
    return request.param, agent, int(np.flatnonzero(env.infos[agent]["action_mask"] == 0)[0])


def test_a_masked_action_loses_the_game(masked: tuple[str, str, int]) -> None:
    name, agent, wrong = masked
    env, rounds = doors.env(name), doors.parallel_env(name)
    env.reset(seed=2)
    env.step(wrong)
    assert all(env.terminations.values())
    assert env.rewards == {a: -1.0 if a == agent else 0.0 for a in env.possible_agents}
    rounds.reset(seed=2)
    _, rewards, terminations, _, _ = rounds.step({agent: wrong})
    assert rewards == env.rewards and all(terminations.values()) and rounds.agents == []
    assert any("Illegal move" in str(line) for line in EnvLogger.mqueue)


def test_a_masked_action_is_explained_when_that_is_wanted(masked: tuple[str, str, int]) -> None:
    name, agent, wrong = masked
    before = b""
    for strict in (doors.raw_env(name), doors.env(name, illegal="raise")):
        strict.reset(seed=2)
        before = strict.unwrapped.episode.to_bytes()
        with pytest.raises(IllegalAction, match="is not legal now"):
            strict.step(wrong)
        assert strict.unwrapped.episode.to_bytes() == before and strict.agent_selection == agent
    rounds = doors.parallel_env(name, illegal="raise")
    rounds.reset(seed=2)
    with pytest.raises(IllegalAction, match="is not legal now"):
        rounds.step({agent: wrong})
    assert rounds.episode.to_bytes() == before


def test_a_masked_action_is_replaced_when_that_is_wanted(masked: tuple[str, str, int]) -> None:
    name, agent, wrong = masked
    env = doors.env(name, illegal="random")
    played = []
    for _ in range(2):
        env.reset(seed=2)
        right = int(np.flatnonzero(env.infos[agent]["action_mask"])[0])
        env.step(wrong)
        assert env.infos[agent]["replaced"] is True
        played.append(env.unwrapped.episode.to_bytes())
        env.reset(seed=2)
        env.step(right)
        assert not any("replaced" in info for info in env.infos.values())
    assert played[0] == played[1]


def test_one_wrong_bid_of_several_plays_none() -> None:
    env = doors.parallel_env(CELLAR, players=3, illegal="raise")
    env.reset(seed=1)
    before = env.episode.to_bytes()
    everything = int(env.action_space("player_2").n) - 1
    with pytest.raises(AssertionError, match="not in action space"):
        env.step({"player_0": 0, "player_1": 0, "player_2": everything + 1})
    assert env.episode.to_bytes() == before
    with pytest.raises(BadAction, match=r"No action was given for player_1\. There is no agent player_7"):
        env.step({"player_0": 0, "player_2": 0, "player_7": 0})
    assert env.episode.to_bytes() == before
    env.step({"player_0": 0, "player_1": 0, "player_2": everything})  # wins the round, and pays
    before = env.episode.to_bytes()
    with pytest.raises(BadAction, match="is not legal now"):
        env.step({"player_0": 1, "player_1": 1, "player_2": everything})
    assert env.episode.to_bytes() == before


@pytest.mark.parametrize("action", [-1, 10**6, "left", 0.5, None])
def test_an_action_outside_the_space(action: Any) -> None:
    env = doors.env(CELLAR)
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(action)


def test_calls_in_the_wrong_order() -> None:
    env = doors.env(CELLAR)
    for call in (lambda: env.step(0), lambda: env.observe("player_0"), env.render, env.agent_iter):
        with pytest.raises(AssertionError, match="reset"):
            call()
    with pytest.raises(AttributeError, match="before reset"):
        print(env.agents)
    env.reset(seed=1)
    random_game(env, 1)
    before = env.unwrapped.episode.to_bytes()
    env.step(0)
    assert any("after all agents" in str(line) for line in EnvLogger.mqueue)
    assert env.unwrapped.episode.to_bytes() == before
    rounds = doors.parallel_env(CELLAR, max_cycles=1)
    rounds.reset(seed=1)
    rounds.step(dict.fromkeys(rounds.agents, 0))
    assert rounds.agents == [] and rounds.step({}) == ({}, {}, {}, {}, {})


@pytest.mark.parametrize("seed", [-1, 1.5, "seven", 2**64])
def test_a_bad_seed(seed: Any) -> None:
    for env in (doors.env(CELLAR), doors.parallel_env(CELLAR)):
        with pytest.raises(gymnasium.error.Error, match="seed is a whole number"):
            env.reset(seed=seed)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"players": 9}, "is for"),
        ({"options": {"nothing": 1}}, "There is no option “nothing”"),
        ({"max_cycles": 0}, "number of cycles is a whole number, 1 or more"),
        ({"illegal": "pardon"}, "choose one of: terminate, raise, random"),
        ({"width": 1}, "width of a picture"),
    ],
)
def test_bad_choices(wrong: dict[str, Any], told: str) -> None:
    for make in (doors.env, doors.parallel_env):
        with pytest.raises(BadChoice, match=told):
            make(CELLAR, **wrong)


# ---------------------------------------------------------------- choices for other people's code


def test_masks_can_stay_in_info() -> None:
    """Then observations are arrays, as wrappers and default networks want them; all of it still works."""
    for made in (doors.env("tritrac", masks="info"), doors.env("tritrac", masks="info", illegal="raise")):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(made, num_cycles=20)
        made.reset(seed=1)
        observation, _, _, _, info = made.last()
        assert observation.shape == made.observation_space(made.agent_selection).shape
        assert info["action_mask"].any()
    rounds = doors.parallel_env("tritrac", masks="info")
    seen, infos = rounds.reset(seed=1)
    assert all(isinstance(one, np.ndarray) for one in seen.values()) and len(infos) == 2


def test_idle_agents_may_have_masks_of_ones() -> None:
    rounds = doors.parallel_env("tritrac", idle="ones")
    _, infos = rounds.reset(seed=1)
    acting = rounds.episode.actor
    assert infos[f"player_{1 - acting}"]["action_mask"].all()
    assert not infos[f"player_{acting}"]["action_mask"].all()
    for _ in range(5):
        actions = {a: int(np.argmax(infos[a]["action_mask"])) for a in rounds.agents}
        infos = rounds.step(actions)[-1]
    for wrong in ({"masks": "nowhere"}, {"idle": "twos"}):
        with pytest.raises(BadChoice, match=next(iter(wrong.values()))):
            doors.raw_env("tritrac", **wrong)


def test_games_begin_in_a_position_of_ones_own() -> None:
    game = parlour.load("parcheesi")
    start = game.new(2, {"max_turns": 40})
    for given in (start, game.position.describe(start)):
        for made in (doors.raw_env(game, start=given), doors.parallel_env(game, start=given)):
            made.reset(seed=1)
            assert made.episode.position.max_turns == 40 and len(made.possible_agents) == 2


def test_actions_in_parts_are_a_version() -> None:
    made = doors.doubletrack_v1.raw_env(players=3)
    assert str(made) == "doubletrack_v1" and made.action_space("player_0").n == 201
    assert doors.doubletrack_v0.raw_env(players=3).action_space("player_0").n == 4519
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(doors.doubletrack_v1.env(players=3), num_cycles=60)
        parallel_api_test(doors.doubletrack_v1.parallel_env(players=4), num_cycles=60)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("name", parlour.names())
def test_every_game_has_a_name_with_a_version_and_is_registered(name: str) -> None:
    known = versions.name_of(parlour.load(name))
    assert known in dir(doors) and known == f"{name}_v{len(parlour.load(name).plain.VERSIONS) - 1}"
    made = pettingzoo.make("aec", f"parlour/{known}", players=None)
    assert str(made.unwrapped) == known and made.metadata["name"] == known
    assert isinstance(pettingzoo.make("parallel", f"parlour/{known}"), doors.Rounds)


def test_an_unknown_version_or_game_lists_what_there_is() -> None:
    name = parlour.names()[0]
    with pytest.raises(ImportError, match=f"no environment “{name}_v99”.*The newest version is {name}_v"):
        getattr(doors, f"{name}_v99")
    with pytest.raises(ImportError, match=f"there are: {name}_v.*Did you mean {name}_v"):
        getattr(doors, f"{name}s_v0")
    with pytest.raises(AttributeError):
        doors.nothing  # noqa: B018
    code = f"from parlour.envs.pettingzoo import {name}_v99"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and f"The newest version is {name}_v" in done.stderr


@pytest.mark.parametrize("package", ["pettingzoo", "gymnasium"])
def test_a_missing_package_names_the_extra(package: str) -> None:
    code = (
        f"import sys; sys.modules['{package}'] = None\n"
        "from parlour.text import MissingExtra\n"
        "try:\n    import parlour.envs.pettingzoo\n"
        "except MissingExtra as error:\n    print(error, isinstance(error, ImportError))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert f"This needs {package}" in done.stdout and "parlour[envs]" in done.stdout
    assert "True" in done.stdout


def test_a_missing_painter_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtra, match=r"resvg_py.*parlour\[envs\]"):
        pixels("<svg/>")


def test_a_game_without_features_is_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    game = parlour.load(CELLAR)
    monkeypatch.setattr(game.compiled, "FEATURES", 0)
    with pytest.raises(BadChoice, match="has no observe"):
        doors.env(game)


def test_the_documentation_is_true() -> None:
    found = doctest.testmod(doors)
    assert found.failed == 0 < found.attempted
