"""OpenSpiel's tree search against random play, on any game of Parlour.

    python examples/openspiel_mcts.py tritrac --games 3 --simulations 1000
    python examples/openspiel_mcts.py doubletrack --players 3

Player 0 searches: with MCTS, or with IS-MCTS where there are secrets, which samples what it cannot see.
Playouts run inside the compiled rules (`PlayoutEvaluator`); everything else is OpenSpiel's own.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import parlour
import parlour.envs.openspiel as doors


def searcher(game: Any, simulations: int, seed: int) -> tuple[str, Any]:
    """A bot that searches, and what it is called."""
    chooser, evaluator = np.random.RandomState(seed), doors.PlayoutEvaluator(4, seed)
    if game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION:
        return "MCTS", mcts.MCTSBot(game, 1.4, simulations, evaluator, random_state=chooser)
    # What was seen long ago matters little here, so that nodes are told apart by what is seen now.
    bot = ismcts.ISMCTSBot(
        game, evaluator, 1.4, simulations, random_state=chooser, use_observation_string=True
    )
    # By itself the bot draws worlds by the clock; from its own numbers they are the same in every run.
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, chooser.uniform))
    return "IS-MCTS", bot


def play(game: Any, bots: Sequence[Any], seed: int, most: int) -> list[float]:
    """One game; the returns, or zeros when it is broken off after so many decisions."""
    dice = np.random.RandomState(seed)
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal() and decisions < most:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(dice.choice(outcomes, p=odds))
        else:
            state.apply_action(bots[state.current_player()].step(state))
            decisions += 1
    returns: list[float] = state.returns()
    return returns


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", default="tritrac", choices=parlour.names())
    parser.add_argument("--players", type=int, default=0, help="0: as many as can play")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--simulations", type=int, default=500, help="of the search, for every decision")
    parser.add_argument("--decisions", type=int, default=10**6, help="after which a game is broken off")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    game = doors.load(given.game, given.players)
    name, bot = searcher(game, given.simulations, given.seed)
    others = [
        uniform_random.UniformRandomBot(player, np.random.RandomState(given.seed + player))
        for player in range(1, game.num_players())
    ]
    total = 0.0
    for number in range(given.games):
        returns = play(game, [bot, *others], given.seed + number, given.decisions)
        total += returns[0]
        print(f"game {number + 1}: {name} {returns[0]:+.2f}")
    mean = total / given.games
    print(f"{name} with {given.simulations} simulations: mean return {mean:+.2f}, where random play has 0")


if __name__ == "__main__":
    main()
