#!/usr/bin/env python3
"""Our bots against OpenSpiel's own tree search, with the same time for every move.

OpenSpiel plays our games through our adaptor (`parlour.envs.openspiel`): by its MCTS, or by its IS-MCTS where
there are secrets, with random games inside our compiled rules, which is the fastest it can have them. Its
bots count simulations and not seconds, so before every move their number is set by the pace of the moves
before; what both sides really took stands in the report. Seconds are of processor time, both sides use one
core: on an idle machine that is the time on the wall, and on a busy one nobody is favoured. One seat is
ours, all others are OpenSpiel's; games are played in rounds, in which ours takes every seat in turn, with
the same dice.

`--all-seeing` shows ours the hands, chips and bids of everybody. That is no fair player, and no bot of ours
elsewhere is shown them: what it wins tells how far a fair one could come.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import parlour
from parlour.arena.ratings import share
from parlour.bots import make
from parlour.rules.kit import below, start_stream
from parlour.table.views import view
from parlour.text import ParlourError

EXAMPLE = """examples:
  python3 benchmarks/against_openspiel.py parcheesi --games 100 --seconds 0.05
  python3 benchmarks/against_openspiel.py tritrac --games 40 --seconds 0.1 --bot 5 --json results.json"""
EXPLORE = 1.4
FIRST_PACE = 2000.0  # simulations per second, until one knows better
LEAST = 2  # simulations


@dataclass
class Times:
    """How long one side thinks."""

    seconds: float = 0.0
    moves: int = 0
    simulations: int = 0

    def add(self, seconds: float, simulations: int = 0) -> None:
        self.seconds += seconds
        self.moves += 1
        self.simulations += simulations

    def __str__(self) -> str:
        text = f"{1000 * self.seconds / max(self.moves, 1):.0f} ms a move"
        return f"{text}, {self.simulations / self.moves:,.0f} simulations" if self.simulations else text


class Theirs:
    """OpenSpiel's search, given about so many seconds a move."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        import pyspiel
        from open_spiel.python.algorithms import ismcts, mcts

        import parlour.envs.openspiel as doors

        self.seconds, self.pace = seconds, FIRST_PACE
        chooser, judge = np.random.RandomState(seed), doors.PlayoutEvaluator(1, seed)
        self.perfect = game.get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
        if self.perfect:
            self.bot = mcts.MCTSBot(game, EXPLORE, LEAST, judge, random_state=chooser)
        else:
            self.bot = ismcts.ISMCTSBot(
                game, judge, EXPLORE, LEAST, random_state=chooser, use_observation_string=True
            )
            self.bot.set_resampler(
                lambda state, player: state.resample_from_infostate(player, chooser.uniform)
            )

    def step(self, state: Any, times: Times) -> int:
        if len(state.legal_actions()) == 1:
            return int(state.legal_actions()[0])
        simulations = max(round(self.pace * self.seconds), LEAST)
        if self.perfect:
            self.bot.max_simulations = simulations
        else:
            self.bot._max_simulations = simulations
        begun = time.process_time()
        action = int(self.bot.step(state))
        taken = time.process_time() - begun
        times.add(taken, simulations)
        self.pace += (simulations / max(taken, 1e-6) - self.pace) / 4
        return action


@dataclass
class Match:
    """All games of a run."""

    game: Any
    bot: Any
    seconds: float
    seed: int
    all_seeing: bool = False
    ours: Times = field(default_factory=Times)
    theirs: Times = field(default_factory=Times)

    def rounds(self, count: int) -> Iterator[list[float]]:
        """Our share of the win in every game of a round."""
        for number in range(count):
            yield [self.play(number, player) for player in range(self.game.num_players())]

    def play(self, number: int, ours: int) -> float:
        line = self.game.line
        rivals = [Theirs(self.game, self.seconds, self.seed + number) for _ in range(self.game.num_players())]
        dice, seeds = np.zeros(1, np.uint64), np.zeros(1, np.uint64)
        start_stream(dice, self.seed, 2 * number)
        start_stream(seeds, self.seed, 2 * number + 1)
        state = self.game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                now = state.position
                ticket = int(below(dice, int(line.game.plain.tickets(now))))
                state.apply_action(int(line.game.plain.draw(now, ticket)))
            elif state.current_player() == ours:
                seat = line.seats[ours]
                table = state.position.copy()
                seen = table if self.all_seeing else view(line.game, table, seat)
                begun = time.process_time()
                thought = self.bot.think(seen, seat, seconds=self.seconds, seed=int(below(seeds, 1 << 31)))
                if len(state.legal_actions()) > 1:
                    self.ours.add(time.process_time() - begun)
                state.apply_action(thought.action)
            else:
                player = state.current_player()
                state.apply_action(rivals[player].step(state, self.theirs))
        return float(line.game.plain.payoff(state.position, line.seats[ours]))


def main() -> int:
    given = _arguments()
    try:
        import parlour.envs.openspiel as doors
    except ImportError as error:
        print(error, file=sys.stderr)
        return 1
    sizes = parlour.load(given.game).rules.SEATS
    try:
        game = doors.load(given.game, given.players or min(sizes), board=given.board)
        bot = make(given.bot, game.line.game)
    except (ParlourError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 2
    bot.warm()
    match = Match(game, bot, given.seconds, given.seed, given.all_seeing)
    count = -(-given.games // game.num_players())
    won: list[float] = []
    possible: list[float] = []
    for number, shares in enumerate(match.rounds(count), 1):
        won.append(sum(shares))
        possible.append(float(len(shares)))
        print(f"round {number} of {count}: {sum(won):g} of {sum(possible):g}", file=sys.stderr, flush=True)
    found = share(np.array(won), np.array(possible))
    fair = 1 / game.num_players()
    seats = game.num_players()
    games = count * seats
    what = "MCTS" if game.get_type().information.name == "PERFECT_INFORMATION" else "IS-MCTS"
    mean = sum(won) / sum(possible)
    print(f"{given.game}, {seats} seats, {games} games, {given.seconds:g} s a move (fair: {fair:.0%})")
    sight = ", all-seeing" if given.all_seeing else ""
    print(
        f"  ours ({given.bot}{sight}): {mean:.1%}"
        + (f", 95 % interval {found.low:.1%} to {found.high:.1%}" if found else "")
    )
    print(f"  ours took {match.ours}; OpenSpiel's {what} {match.theirs}")
    if given.json:
        data = {
            "game": given.game,
            "players": game.num_players(),
            "games": games,
            "bot": given.bot,
            "all-seeing": given.all_seeing,
            "seconds": given.seconds,
            "share": mean,
            "interval": [found.low, found.high] if found else None,
            "ours": str(match.ours),
            "theirs": str(match.theirs),
        }
        Path(given.json).write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLE, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=parlour.names())
    parser.add_argument(
        "--games", type=_positive, default=40, help="or a few more: rounds are played whole (40)"
    )
    parser.add_argument("--seconds", type=float, default=0.05, help="for every move of both sides (0.05)")
    parser.add_argument("--players", type=int, default=0, help="0: as few as can play")
    parser.add_argument("--bot", default="5", help="ours: a level, or a spec such as search:simulations=500")
    parser.add_argument("--all-seeing", action="store_true", help="ours sees everything: a ceiling")
    parser.add_argument("--board", default="")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", metavar="FILE", help="write the result there too")
    return parser.parse_args()


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more, not {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
