"""Other people's engines, played at random and counted as ours are: in nodes, and in choices.

Each is driven in a fast way that its own documents show. None is needed; `present` says which are
here, and for each of the others what would bring it.
"""

from __future__ import annotations

import importlib
import os
import random
import time
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from parlour.arena.bench import BATCH, KNOWN, MIXED, Absent, Entrant, Turn, picked

PACKAGES = ("open-spiel", "pettingzoo", "envpool", "pgx", "jax")
CHANCE = -1
MAEDN = "maedn(players=4,twoPlayersOpposite=false)"

# The games of OpenSpiel that are most like one of ours; a game that is not named here is held against maedn.
NEAREST = {"doubleswild": ("einstein_wurfelt_nicht",), "tritrac": ("hex", "y")}


def nearest(game: str) -> tuple[str, ...]:
    """The names of the entrants that a game of ours is held against in playouts."""
    return tuple(_rollouts_name(name) for name in NEAREST.get(game, (MAEDN,)))


def present(games: Sequence[str], batch: int = BATCH) -> tuple[list[Entrant], list[Entrant], list[Absent]]:
    """Those that play whole games, those that are stepped from Python, and those that are not here."""
    near = dict.fromkeys([*(name for game in games for name in NEAREST.get(game, (MAEDN,))), "backgammon"])
    makers: list[tuple[str, str, bool, Callable[[], list[Entrant]]]] = [
        ("OpenSpiel rollouts", "open-spiel", True, lambda: [Rollouts(name) for name in near]),
        (
            "OpenSpiel from Python",
            "open-spiel",
            False,
            lambda: [
                SpielLoop(MAEDN, tight=True, observations=False),
                *(
                    SpielLoop(name, tight=name == MAEDN, observations=True)
                    for name in dict.fromkeys([MAEDN, *near])
                ),
            ],
        ),
        ("PettingZoo connect four", "pettingzoo[classic]", False, lambda: [ZooLoop()]),
        ("EnvPool backgammon", "envpool", False, lambda: [EnvPoolSteps(min(batch, 256))]),
        ("Pgx backgammon", "pgx", False, lambda: [PgxSteps(min(batch, 256))]),
    ]
    rollouts: list[Entrant] = []
    loops: list[Entrant] = []
    absent = []
    for peer, package, whole_games, make in makers:
        try:
            (rollouts if whole_games else loops).extend(make())
        except ModuleNotFoundError:
            absent.append(Absent(peer, package))
        except Exception as error:  # installed, but broken or of another version: the others go on
            absent.append(Absent(peer, package, f"{type(error).__name__}: {error}"))
    return rollouts, loops, absent


def _short(name: str) -> str:
    return name.partition("(")[0]


def _rollouts_name(name: str) -> str:
    return f"OpenSpiel {_short(name)}, C++ rollouts"


# ---------------------------------------------------------------- OpenSpiel


def count(game: Any, games: int, seed: int) -> tuple[int, int, int]:
    """Nodes, decisions and choices, exactly: games between OpenSpiel's random bots, read from their logs."""
    pyspiel = importlib.import_module("pyspiel")
    bots = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(game.num_players())]
    nodes = decisions = choices = 0
    for number in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed + number)
        again = game.new_initial_state()
        for move in state.full_history():
            nodes += 1
            if move.player >= 0:
                decisions += 1
                choices += len(again.legal_actions()) > 1
            again.apply_action(move.action)
    return nodes, decisions, choices


@cache
def choice_share(name: str, games: int = 200) -> float:
    """How many decisions of a game leave a choice: counted apart, so that no loop is slowed by counting."""
    _, decisions, choices = count(importlib.import_module("pyspiel").load_game(name), games, 1)
    return choices / decisions


def rollouts(game: Any, games: int, seed: int) -> tuple[float, int]:
    """Whole random games in C++: the seconds they took, and the nodes of a game that they left out. A
    search of one simulation asks its evaluator once, at the root, and the evaluator plays `games`
    games from there; nothing else happens."""
    pyspiel = importlib.import_module("pyspiel")
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
    return seconds, skipped


def usual_loop(game: Any, games: int, seed: int, *, masks: bool, observations: bool = False) -> Turn:
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
                if observations:
                    state.observation_tensor()
                state.apply_action(chance.choice(state.legal_actions()))
    seconds = time.process_time() - began
    return Turn(decisions + rolls, decisions, choice_share(str(game)) * decisions, games, seconds)


def tight_loop(game: Any, games: int, seed: int, *, masks: bool, observations: bool = False) -> Turn:
    """The same with every call saved that can be: bound methods, one question per node, and dice
    drawn evenly without looking at their odds, which is right for a single die only."""
    pick = random.Random(seed).random
    decisions = rolls = 0
    began = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        player, apply, legal = state.current_player, state.apply_action, state.legal_actions
        mask, outcomes, tensor = state.legal_actions_mask, state.chance_outcomes, state.observation_tensor
        while True:
            who = player()
            if who >= 0:
                if masks:
                    mask()
                if observations:
                    tensor()
                actions = legal()
                apply(actions[int(pick() * len(actions))])
                decisions += 1
            elif who == CHANCE:
                dice = outcomes()
                apply(dice[int(pick() * len(dice))][0])
                rolls += 1
            else:
                break
    seconds = time.process_time() - began
    return Turn(decisions + rolls, decisions, choice_share(str(game)) * decisions, games, seconds)


class Rollouts:
    """OpenSpiel's random games in C++, to their ends."""

    least = 16

    def __init__(self, name: str, counted: int = 1000) -> None:
        self._game = importlib.import_module("pyspiel").load_game(name)
        self.name, self.known = _rollouts_name(name), KNOWN[_short(name)]
        self._counts = np.array(count(self._game, counted, 1)) / counted

    def __call__(self, amount: int, seed: int) -> Turn:
        """Whole games by OpenSpiel's own rollouts, whose first dice are not timed."""
        seconds, skipped = rollouts(self._game, amount, seed)
        games = amount * (1 - skipped / self._counts[0])  # rollouts begin after the first dice
        nodes, decisions, choices = map(float, games * self._counts)
        return Turn(nodes, decisions, choices, games, seconds)


class SpielLoop:
    """OpenSpiel driven from Python, one call a move, masks asked for each time."""

    least = 2

    def __init__(self, name: str, *, tight: bool, observations: bool) -> None:
        self._game = importlib.import_module("pyspiel").load_game(name)
        self._play, self._observations = (tight_loop if tight else usual_loop), observations
        sight = "masks and observations" if observations else "masks"
        self.name = f"OpenSpiel {_short(name)}, Python loop, {sight}"
        self.known = KNOWN[_short(name)]

    def __call__(self, amount: int, seed: int) -> Turn:
        """Games from Python, one action after the other."""
        return self._play(self._game, amount, seed, masks=True, observations=self._observations)


# ---------------------------------------------------------------- PettingZoo


class ZooLoop:
    """PettingZoo's connect four, agent by agent as its documents have it; there is no chance in it."""

    least = 2
    name = "PettingZoo connect four, AEC loop, masks and observations"
    known = KNOWN["connect four"]

    def __init__(self) -> None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        self._env = importlib.import_module("pettingzoo.classic.connect_four.connect_four").env()

    def __call__(self, amount: int, seed: int) -> Turn:
        """Games of the AEC loop, masks and all, as its documents show it."""
        env, masks = self._env, []
        env.reset(seed=seed)
        for number, agent in enumerate(env.possible_agents):
            env.action_space(agent).seed(seed + number)
        began = time.process_time()
        for _ in range(amount):
            env.reset()
            for agent in env.agent_iter():
                observation, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)  # the agent leaves: no position of the game
                else:
                    masks.append(observation["action_mask"])
                    env.step(env.action_space(agent).sample(masks[-1]))
        seconds = time.process_time() - began
        return Turn(len(masks), len(masks), sum(mask.sum() > 1 for mask in masks), amount, seconds)


# ---------------------------------------------------------------- backgammon by single moves
# A decision moves one checker by one die, and the dice are thrown within a step. No die has been played
# exactly when they were thrown in this step, be it for the next turn or for a new game. With 256 games at
# once EnvPool is at its fastest on one core; Pgx is no faster with more, and would only take longer to mix.


class EnvPoolSteps:
    """EnvPool's port of Pgx's backgammon, one thread. Only its steps are timed, not the picking."""

    least = 16
    known = KNOWN["backgammon by single moves"]

    def __init__(self, batch: int = BATCH) -> None:
        envpool = importlib.import_module("envpool")
        self.name = f"EnvPool backgammon, {batch:,} games, masks and observations"
        self._env = envpool.make("Backgammon-v1", env_type="gymnasium", num_envs=batch, num_threads=1, seed=1)
        self._info = self._env.reset()[1]
        self._ages = np.ones(batch, np.int64)  # nodes so far: the first dice
        self._rng = np.random.default_rng(1)
        self(round(MIXED * 0.7 * self.known), 0)  # steps: three nodes in ten are dice

    def __call__(self, amount: int, seed: int) -> Turn:
        """Steps of all games at once, actions picked from the masks outside the measured time."""
        nodes = decisions = choices = ended = length = 0
        seconds = 0.0
        for _ in range(amount):
            masks = self._info["legal_action_mask"]
            wide = masks.sum(axis=1) > 1
            actions = picked(masks, self._rng).astype(np.int32)
            began = time.process_time()
            _, _, over, _, self._info = self._env.step(actions)
            seconds += time.process_time() - began
            played = self._info["elapsed_step"] > 0  # a game that was over starts anew instead
            thrown = self._info["played_dice_num"] == 0
            self._ages = np.where(played, self._ages, 0) + played + thrown
            decisions += int(played.sum())
            choices += int((played & wide).sum())
            nodes += int(played.sum() + thrown.sum())
            ended += int(over.sum())
            length += int(self._ages[over].sum())
        return Turn(nodes, decisions, choices, nodes * ended / max(length, 1), seconds)


class PgxSteps:
    """Pgx's backgammon on the processor: picking, stepping and starting anew compiled into one call."""

    least = 16
    known = KNOWN["backgammon by single moves"]

    def __init__(self, batch: int = BATCH) -> None:
        pgx, jax = importlib.import_module("pgx"), importlib.import_module("jax")
        auto_reset = importlib.import_module("pgx.experimental.wrappers").auto_reset
        self.name = f"Pgx backgammon, {batch:,} games, masks and observations"
        self._jax, self._batch = jax, batch
        self._processor = jax.devices("cpu")[0]
        env = pgx.make("backgammon")
        step = auto_reset(env.step, env.init)
        numpy = jax.numpy

        def one(state: Any, ages: Any, key: Any) -> Any:
            pick, dice = jax.random.split(key)
            wide = state.legal_action_mask.sum() > 1
            logits = numpy.log(state.legal_action_mask.astype(numpy.float32))
            state = step(state, jax.random.categorical(pick, logits), dice)
            thrown = state._played_dice_num == 0
            over = state.terminated
            length = numpy.where(over, ages + 1, 0)
            ages = numpy.where(over, 1, ages + 1 + thrown)  # a new game has its first dice
            return (
                state,
                ages,
                numpy.stack([1 + thrown, wide.astype(numpy.int32), over.astype(numpy.int32), length]),
            )

        def many(state: Any, ages: Any, key: Any) -> Any:
            key, now = jax.random.split(key)
            state, ages, counts = jax.vmap(one)(state, ages, jax.random.split(now, batch))
            return state, ages, key, counts.sum(axis=0)

        self._many = jax.jit(many)
        with jax.default_device(self._processor):
            keys = jax.random.split(jax.random.PRNGKey(1), batch)
            self._now = (
                jax.jit(jax.vmap(env.init))(keys),
                numpy.ones(batch, numpy.int32),
                jax.random.PRNGKey(2),
            )
            self(round(MIXED * 0.7 * self.known), 0)  # steps: three nodes in ten are dice

    def __call__(self, amount: int, seed: int) -> Turn:
        """Steps of all games at once in one jitted loop, which picks for itself."""
        counts = []
        with self._jax.default_device(self._processor):
            began = time.process_time()
            for _ in range(amount):
                *now, counted = self._many(*self._now)
                self._now = tuple(now)
                counts.append(counted)
            nodes, choices, ended, length = (int(n) for n in np.sum(self._jax.device_get(counts), axis=0))
            seconds = time.process_time() - began
        return Turn(nodes, amount * self._batch, choices, nodes * ended / max(length, 1), seconds)
