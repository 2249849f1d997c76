"""OpenSpiel's learners on Parlour's games: an auction solved by CFR, an endgame learnt by Q-learning.

    python examples/openspiel_learn.py

The auction is Doubletrack's: the lead is for sale in the last turn, each bids in secret, all that was bid is
lost, and on a tie the mover keeps the lead. CFR plays it against itself; NashConv says how much anybody
could still gain by bidding otherwise, and goes to 0.

The endgame is Parcheesi's, one pawn against one. The learner's is far behind, but just behind the other's,
and hitting it turns the race round. A table of action values, learnt in games against random play, is
tested against random play before and after.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from open_spiel.python import rl_agent, rl_environment
from open_spiel.python.algorithms import cfr, exploitability, random_agent, tabular_qlearner

import parlour.envs.openspiel as doors
from parlour.table.codes import from_json, to_code

AUCTION = {
    "game": "doubletrack",
    "options": {"max_turns": 1, "change_making": "bank"},
    "turn": 1,
    "large": {"0": "G.C1", "1": "Y.M2", "2": "R.S3"},
    "small": {"0": 46, "1": 81, "2": 78},
    "passes": {"red": 2, "blue": 1, "yellow": 1},
    "chips": {"0": "2r 0b 0y", "1": "1r 1b 0y", "2": "3r 0b 0y"},
    "box": "14r 19b 8y",
    "phase": "bid",
    "seat": 2,
    "dice": [6, 3],
    "sale": "lead",
    "bids": {"0": "open", "1": "open", "2": "open"},
    "leader": 1,
}
ENDGAME = {"game": "parcheesi", "turn": 0, "pawns": {"0": ["H", "H", "H", 16], "2": ["H", "H", "H", 55]}}


def load(position: dict[str, Any]) -> Any:
    """An OpenSpiel game that starts from a position."""
    game, start = from_json(position)
    return doors.load(game.id, start=to_code(game, start))


def auction(rounds: int = 200) -> list[float]:
    """Solve the auction; NashConv before, and after every tenth of the rounds."""
    game = load(AUCTION)
    solver = cfr.CFRSolver(game)
    gaps = []
    for number in range(rounds + 1):
        if number % max(rounds // 10, 1) == 0:
            gaps.append(float(exploitability.nash_conv(game, solver.average_policy())))
            print(f"round {number:4}: NashConv {gaps[-1]:.4f}")
        solver.evaluate_and_update_policy()
    state = game.new_initial_state()
    while not state.is_terminal():
        odds = solver.average_policy().action_probabilities(state)
        best = max(odds, key=lambda action: odds[action])
        told = state.action_to_string(best)
        print(f"player {state.current_player()}: {told} in {odds[best]:.0%} of all cases")
        state.apply_action(best)
    return gaps


def endgame(games: int = 4_000, tests: int = 1_000, seed: int = 0) -> list[float]:
    """Learn the endgame; the share of wins against random play before, and after every third of the games."""
    environment = rl_environment.Environment(
        load(ENDGAME),
        observation_type=rl_environment.ObservationType.OBSERVATION,
        chance_event_sampler=rl_environment.ChanceEventSampler(seed=seed),
    )
    np.random.seed(seed)  # both agents draw from NumPy's own numbers
    actions = environment.action_spec()["num_actions"]
    learner = tabular_qlearner.QLearner(0, actions, step_size=0.1, discount_factor=1.0)
    agents = [learner, random_agent.RandomAgent(1, actions)]
    curve = [wins(environment, agents, tests)]
    noise = 0.5 / tests**0.5  # standard error of a share, at most: differences below twice this say nothing
    print(f"before: wins {curve[0]:.1%} ± {noise:.1%} of {tests} games against random play")
    for number in range(1, games + 1):
        episode(environment, agents, learning=True)
        if number % (games // 3) == 0:
            curve.append(wins(environment, agents, tests))
            print(f"after {number} games: wins {curve[-1]:.1%} ± {noise:.1%}")
    return curve


def wins(environment: Any, agents: list[rl_agent.AbstractAgent], games: int) -> float:
    return sum(episode(environment, agents) > 0 for _ in range(games)) / games


def episode(environment: Any, agents: list[rl_agent.AbstractAgent], learning: bool = False) -> float:
    """One game; what the learner got."""
    step = environment.reset()
    while not step.last():
        agent = agents[step.observations["current_player"]]
        step = environment.step([agent.step(step, is_evaluation=not learning).action])
    if learning:
        for agent in agents:
            agent.step(step)
    reward: float = step.rewards[0]
    return reward


if __name__ == "__main__":
    auction()
    endgame()
