"""OpenSpiel: simulation test, MCTS and IS-MCTS, DQN, policy gradients, NFSP, Q-learning."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import rl_agent, rl_environment
from open_spiel.python.algorithms import ismcts, mcts, tabular_qlearner
from open_spiel.python.bots import uniform_random
from open_spiel.python.pytorch import dqn, nfsp, policy_gradient
from tried import run

import parlour
import parlour.envs.openspiel  # registers the games


def tries() -> Iterator[tuple[str, Any]]:
    for name in parlour.names():
        full = f"python_parlour_{name}"
        yield f"simulation test, {name}", lambda full=full: simulated(full)
        yield f"tree search, {name}", lambda full=full: searched(full)
        for kind in ("DQN", "policy gradient", "NFSP", "tabular Q"):
            yield f"{kind}, {name}", lambda full=full, kind=kind: learned(full, kind)


def simulated(name: str) -> None:
    with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing):
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


def searched(name: str) -> None:
    game = pyspiel.load_game(name)
    if game.get_type().information != pyspiel.GameType.Information.PERFECT_INFORMATION:
        judge = parlour.envs.openspiel.PlayoutEvaluator()
        bot = ismcts.ISMCTSBot(game, judge, 2.0, 8, random_state=np.random.RandomState(1))
    else:
        bot = mcts.MCTSBot(game, 2.0, 5, mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)))
    rng, state = np.random.RandomState(1), game.new_initial_state()
    others = uniform_random.UniformRandomBot(1, rng)
    for _ in range(30):
        if state.is_terminal():
            break
        if state.is_chance_node():
            codes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(codes, p=odds))
            continue
        player = state.current_player()
        others._player_id = player
        action = bot.step(state) if player == 0 else others.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


def learned(name: str, kind: str) -> None:
    env = rl_environment.Environment(pyspiel.load_game(name))
    agents = [agent(env, kind, seat) for seat in range(env.num_players)]
    step = env.reset()
    for _ in range(120):
        if step.last():
            for one in agents:
                one.step(step)
            step = env.reset()
        seat = step.observations["current_player"]
        chosen = agents[seat].step(step)
        assert chosen.action in step.observations["legal_actions"][seat]
        step = env.step([chosen.action])


def agent(env: Any, kind: str, seat: int) -> rl_agent.AbstractAgent:
    seen, actions = env.observation_spec()["info_state"][0], env.action_spec()["num_actions"]
    if kind == "DQN":
        return dqn.DQN(
            seat, seen, actions, hidden_layers_sizes=[32], min_buffer_size_to_learn=16, batch_size=16
        )
    if kind == "policy gradient":
        return policy_gradient.PolicyGradient(seat, seen, actions, hidden_layers_sizes=[32], batch_size=4)
    if kind == "NFSP":
        return nfsp.NFSP(seat, seen, actions, [32], 1000, 0.1, batch_size=8, min_buffer_size_to_learn=16)
    return tabular_qlearner.QLearner(seat, actions)


run(tries, __name__)
