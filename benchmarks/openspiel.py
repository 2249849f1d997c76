"""The peers: games of OpenSpiel, timed in an environment of their own.

Started by playouts.py, which writes a line {"peer": ..., "what": ..., "games": ..., "seed": ...} for
each measurement it wants and reads a line back. A node is a position visited, chance included.
"""

from __future__ import annotations

import importlib.metadata
import json
import random
import sys
import time
from typing import Any

import pyspiel

CHANCE = -1


def count(game: Any, games: int, seed: int) -> dict[str, Any]:
    """Nodes per game, exactly: games between OpenSpiel's own random bots, read from their logs."""
    bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(game.num_players())]
    nodes = decisions = 0
    for number in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed + number)
        nodes += len(state.history())
        decisions += sum(move.player >= 0 for move in state.full_history())
    return {"nodes": nodes, "decisions": decisions}


def rollouts(game: Any, games: int, seed: int) -> dict[str, Any]:
    """Whole random games in C++. A search of one simulation asks its evaluator once, at the
    root, and the evaluator plays `games` games from there; nothing else happens."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=games, seed=seed)
    bot = pyspiel.MCTSBot(
        game, evaluator, uct_c=1, max_simulations=1, max_memory_mb=1, solve=False, seed=seed, verbose=False
    )
    root = game.new_initial_state()
    skipped = 0
    while root.is_chance_node():  # a search cannot start there
        root.apply_action(root.chance_outcomes()[0][0])
        skipped += 1
    began = time.process_time()
    found = bot.mcts_search(root)
    seconds = time.process_time() - began
    if found.explore_count != 1 or found.children:
        raise RuntimeError("the search did more than the rollouts")
    return {"seconds": seconds, "skipped": skipped * games}


def usual_loop(game: Any, games: int, seed: int, *, masks: bool) -> dict[str, Any]:
    """One game at a time from Python, in the way OpenSpiel's examples do it."""
    chance = random.Random(seed)
    decisions = rolls = 0
    began = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                rolls += 1
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, odds)[0])
            else:
                decisions += 1
                if masks:
                    state.legal_actions_mask()
                state.apply_action(chance.choice(state.legal_actions()))
    return {"seconds": time.process_time() - began, "nodes": decisions + rolls, "decisions": decisions}


def tight_loop(game: Any, games: int, seed: int, *, masks: bool) -> dict[str, Any]:
    """The same with every call saved that can be: bound methods, one question per node, and
    dice drawn evenly without looking at their odds."""
    pick = random.Random(seed).random
    decisions = rolls = 0
    began = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        player, apply, legal = state.current_player, state.apply_action, state.legal_actions
        mask, outcomes = state.legal_actions_mask, state.chance_outcomes
        while True:
            who = player()
            if who >= 0:
                if masks:
                    mask()
                actions = legal()
                apply(actions[int(pick() * len(actions))])
                decisions += 1
            elif who == CHANCE:
                dice = outcomes()
                apply(dice[int(pick() * len(dice))][0])
                rolls += 1
            else:
                break
    return {"seconds": time.process_time() - began, "nodes": decisions + rolls, "decisions": decisions}


MEASURES = {
    "count": count,
    "rollouts": rollouts,
    "usual": lambda game, games, seed: usual_loop(game, games, seed, masks=False),
    "usual with masks": lambda game, games, seed: usual_loop(game, games, seed, masks=True),
    "tight": lambda game, games, seed: tight_loop(game, games, seed, masks=False),
    "tight with masks": lambda game, games, seed: tight_loop(game, games, seed, masks=True),
}


def main() -> None:
    print(json.dumps({"version": importlib.metadata.version("open-spiel")}), flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        game = pyspiel.load_game(asked["peer"])
        print(json.dumps(MEASURES[asked["what"]](game, asked["games"], asked["seed"])), flush=True)


if __name__ == "__main__":
    main()
