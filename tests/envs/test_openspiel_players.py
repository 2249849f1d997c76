"""What OpenSpiel's players know of Parlour's games, and its bots and learners at play."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import parlour
from parlour.envs import openspiel
from tests.envs.walks import CELLAR, KUHN, SECRETS, TABLES, same, walk

EXAMPLES = Path(__file__).parents[2] / "examples"


# ---------------------------------------------------------------- what a player knows


@pytest.mark.parametrize(("name", "players"), [t for t in TABLES if t[0] in SECRETS])
def test_a_bid_is_sealed_until_the_last_one_is_made(name: str, players: int) -> None:
    """Whatever one bids, the next bidder faces the same: text, numbers and choices."""
    seen = 0
    for state in walk(openspiel.load(name, players), seed=players, most=600):
        if not state.is_player_node():
            continue
        me, position = state.current_player(), state.position
        rules = parlour.load(name).plain
        if sum(bool(rules.may_act(position, seat)) for seat in range(rules.CHAIRS)) < 2:
            continue
        legal = state.legal_actions()
        after = [state.child(action) for action in {legal[0], legal[-1], legal[len(legal) // 2]}]
        assert len({s.current_player() for s in after}) == 1
        for other in set(range(players)) - {me}:
            assert len({s.information_state_string(other) for s in after}) == 1
            assert len({s.observation_string(other) for s in after}) == 1
            assert len({tuple(s.information_state_tensor(other)) for s in after}) == 1
        assert len({tuple(s.legal_actions()) for s in after}) == 1
        assert len({s.information_state_string(me) for s in after}) == len(after)  # but one knows one's own
        seen += 1
    assert seen > 3


@pytest.mark.parametrize("name", [CELLAR, KUHN, *(openspiel.PREFIX + n for n in parlour.names())])
def test_nothing_seen_is_ever_forgotten(name: str) -> None:
    """A log only grows, and who has the same log has the same views, choices and numbers."""
    game = pyspiel.load_game(name)
    known: dict[tuple[int, str], Any] = {}
    for seed in range(30 if name in (CELLAR, KUHN) else 2):
        logs = [""] * game.num_players()
        for state in walk(game, seed, most=150):
            for player, before in enumerate(logs):
                log = state.information_state_string(player)
                assert log.startswith(before)
                logs[player] = log
                facts = (
                    state.observation_string(player),
                    state.observation_tensor(player),
                    state.information_state_tensor(player),
                    state.legal_actions() if state.current_player() == player else [],
                )
                assert known.setdefault((player, log), facts) == facts


@pytest.mark.parametrize("name", SECRETS)
def test_what_is_recalled_as_numbers(name: str) -> None:
    game = openspiel.load(name, recall=3)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    size = game.observation_tensor_shape()[0]
    assert game.information_state_tensor_shape() == [size + 3 * (size + 1)]
    checked = 0
    for state in walk(game, seed=1, most=200):
        if state.is_player_node():
            player, action = state.current_player(), state.legal_actions()[-1]
            before = np.array(state.observation_tensor(player), np.float32)
            earlier = np.array(state.information_state_tensor(player), np.float32)[size:].reshape(3, -1)
            after = state.child(action)
            observer.set_from(after, player)
            rows = observer.dict["recall"]
            assert np.array_equal(
                observer.dict["observation"], np.array(after.observation_tensor(player), np.float32)
            )
            assert np.array_equal(rows[0, :-1], before)
            assert rows[0, -1] == np.float32((action + 1) / game.num_distinct_actions())
            assert np.array_equal(rows[1:], earlier[:-1])
            checked += 1
    assert checked > 20


def test_observers_that_there_are_not() -> None:
    game = openspiel.load(SECRETS[0])
    for public, private in [(True, "ALL_PLAYERS"), (True, "NONE"), (False, "SINGLE_PLAYER")]:
        kind = pyspiel.IIGObservationType(public, False, getattr(pyspiel.PrivateInfoType, private))
        assert game.make_py_observer(kind) is None
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"size": 3})


@pytest.mark.parametrize("name", [CELLAR, KUHN, *(openspiel.PREFIX + n for n in parlour.names())])
def test_another_world_is_the_same_to_its_player(name: str) -> None:
    game = pyspiel.load_game(name)
    secrets = game.get_type().information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    worlds = set()
    for number, state in enumerate(walk(game, seed=4, most=150)):
        for player in range(game.num_players() if state.is_player_node() else 0):
            sample = pyspiel.UniformProbabilitySampler(10 * number + player, 0.0, 1.0)
            other = state.resample_from_infostate(player, sample)
            worlds.add(str(other) == str(state))
            assert other.current_player() == state.current_player()
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
                other.apply_action(other.legal_actions()[-1])
            if number % 10 == 0:  # a sampled world can be kept as well
                same(
                    other,
                    pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, other))[1],
                )
    assert (False in worlds) == secrets


# ---------------------------------------------------------------- bots and learners


def test_playouts_are_worth_what_rollouts_are() -> None:
    """Compiled random games and OpenSpiel's own, from one position: the same mean, within four deviations."""
    game = openspiel.load("doubleswild", 2)
    state = list(walk(game, seed=5, most=60))[-1]
    many = openspiel.PlayoutEvaluator(2000, seed=1).evaluate(state)
    theirs = mcts.RandomRolloutEvaluator(60, np.random.RandomState(1)).evaluate(state)
    assert many.sum() == pytest.approx(0)
    assert many[0] == pytest.approx(theirs[0], abs=4 / np.sqrt(60))
    assert np.array_equal(many, openspiel.PlayoutEvaluator(2000, seed=1).evaluate(state))


@pytest.mark.parametrize("name", [n for n in parlour.names() if n not in SECRETS])
def test_mcts_plays(name: str) -> None:
    game = openspiel.load(name)
    bot = mcts.MCTSBot(game, 2, 10, openspiel.PlayoutEvaluator(), random_state=np.random.RandomState(1))
    for state in walk(game, seed=1, most=60):
        if state.is_player_node() and len(state.legal_actions()) > 1:
            assert bot.step(state) in state.legal_actions()
            break
    else:
        pytest.fail("nobody had a choice")


def test_their_own_mcts_plays() -> None:
    """The bot written in C++ clones and steps states of ours. (Its `step` cannot with any game in Python: it
    lets go of Python's lock, and then clones.)"""
    game = openspiel.load("tritrac")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 8, 10, False, 1, False)
    state = game.new_initial_state()
    policy, action = bot.step_with_policy(state)
    assert action in state.legal_actions() and dict(policy)[action] > 0


@pytest.mark.parametrize("by_observation", [False, True])
@pytest.mark.parametrize("name", [CELLAR, *(openspiel.PREFIX + n for n in SECRETS)])
def test_is_mcts_plays(name: str, by_observation: bool) -> None:
    game = pyspiel.load_game(name)
    bot = ismcts.ISMCTSBot(
        game,
        openspiel.PlayoutEvaluator(),
        2.0,
        12,
        random_state=np.random.RandomState(1),
        use_observation_string=by_observation,
    )
    asked = 0
    for state in walk(game, seed=1, most=120):
        if state.is_player_node() and len(state.legal_actions()) > 1:
            assert bot.step(state) in state.legal_actions()
            asked += 1
        if asked == 4:
            break
    assert asked == 4


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_example_of_search(capsys: pytest.CaptureFixture[str]) -> None:
    search = example("openspiel_mcts")
    for name in ("tritrac", SECRETS[0]):
        search.main([name, "--games", "1", "--simulations", "4", "--decisions", "12"])
        assert "MCTS" in capsys.readouterr().out


def test_search_in_sampled_worlds_can_be_repeated() -> None:
    search = example("openspiel_mcts")
    game = openspiel.load(SECRETS[0])
    state = next(s for s in walk(game, seed=1) if s.is_player_node() and len(s.legal_actions()) > 1)
    (_, bot), (_, again) = (search.searcher(game, 30, seed=5) for _ in range(2))
    assert bot.get_policy(state) == again.get_policy(state)


def test_example_of_learning() -> None:
    learn = example("openspiel_learn")
    gaps = learn.auction(rounds=30)
    assert gaps[-1] < gaps[0] / 4
    curve = learn.endgame(games=60, tests=40)  # so few that chance outweighs what is learnt: it runs
    assert len(curve) == 4 and all(0 < share < 1 for share in curve)
