"""PettingZoo: every game as an environment for several learners.

>>> from parlour.envs.pettingzoo import parcheesi_v0
>>> env = parcheesi_v0.env(players=2, options={"pair_lock": "off"}, render_mode="ansi")
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     over = termination or truncation
...     env.step(None if over else env.action_space(agent).sample(info["action_mask"]))

A name is a game and its version (versions.py); each has `env`, `raw_env` and `parallel_env`. Once this module
is imported, `pettingzoo.make("aec", "parlour/parcheesi_v0")` works as well. Agents are `player_0`, `player_1`
... in the order of the taken chairs. Seeds and rewards are those of episode.py: a reset without a seed starts
the next game of the seed before; rewards come with the end and sum to zero over the sides.

Observations are `{"observation": features, "action_mask": mask}`; the mask is in `info` too, and is all zeros
for an agent that is not to act. With `masks="info"` an observation is the features alone, for wrappers and
networks that want arrays; with `idle="ones"` the mask of an agent that is not to act is all ones, for
learners that draw an action of everybody. `start` is a position of one's own, or its JSON form.
Mistakes are answered as PettingZoo's own classic games answer them:

    an action outside the space   AssertionError
    a masked action               ends the game, -1 for the agent, 0 for the others (`illegal="terminate"`).
                                  With `illegal="raise"` a ParlourError says why the rules forbid it, and
                                  nothing changes. With `illegal="random"` a legal action is played in its
                                  place and info["replaced"] is True: for learners that know no masks.
    step() before reset()         AssertionError
    step() after the end          a logged warning, and nothing happens
    a bad seed                    gymnasium.error.Error
    a bad player count, house rule, board or render mode: ParlourError, which lists what there is

Turns and rounds. `env` asks one agent at a time. `parallel_env` takes an action of every agent in every
cycle; actions of agents that are not to act are ignored and may be left out. Where bids are sealed, all
bidders act in one cycle; everywhere else one agent acts and the others wait. PettingZoo's `aec_to_parallel`
wants games in which everybody acts in every cycle, and these are not: `env.metadata["is_parallelizable"]`
is False. `max_cycles` cuts a game off, with truncation and rewards of 0, after so many cycles. Both forms
count alike: a cycle is one decision, or one round of sealed bids.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from parlour.envs import versions
from parlour.envs.arguments import TableArguments
from parlour.envs.episode import Episode
from parlour.envs.narrow import NarrowEpisode
from parlour.envs.pictures import FPS, MODES, WIDTH, checked_mode, picture
from parlour.games import load
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import parse_int
from parlour.text import BadAction, BadChoice, MissingExtra, join, say, unknown

try:
    import gymnasium
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger
except ModuleNotFoundError as error:
    raise MissingExtra(error.name or "pettingzoo", "envs") from error

ILLEGAL = ("terminate", "raise", "random")
ILLEGAL_REWARD = -1.0
MASKS = ("observation", "info")  # where masks are; always in info
IDLE = ("zeros", "ones")
Observation = dict[str, npt.NDArray[Any]] | npt.NDArray[np.float32]


def raw_env(
    game: Game | str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    board: str | Path | None = None,
    *,
    start: Position | Mapping[str, object] | None = None,
    narrow: bool = False,
    max_cycles: int | None = None,
    illegal: str = "raise",
    masks: str = "observation",
    idle: str = "zeros",
    render_mode: str | None = None,
    width: int = WIDTH,
) -> Turns:
    """The environment without PettingZoo's wrappers.

    `players` (the most, unless given), `options` (house rules, such as teams) and `board` are those of
    `Game.new` and `parlour.load`; `render_mode` is human, rgb_array (`width` pixels wide), svg or ansi.
    """
    if illegal == "terminate":
        raise BadChoice(say("It is env() that ends a game at an illegal action; raw_env() has no wrappers."))
    episode = _episode(game, players, options, board, start, narrow)
    return Turns(episode, max_cycles, illegal, masks, idle, render_mode, width)


def env(
    game: Game | str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    board: str | Path | None = None,
    *,
    illegal: str = "terminate",
    start: Position | Mapping[str, object] | None = None,
    narrow: bool = False,
    max_cycles: int | None = None,
    masks: str = "observation",
    idle: str = "zeros",
    render_mode: str | None = None,
    width: int = WIDTH,
) -> pettingzoo.AECEnv:
    """The environment in the wrappers that PettingZoo's classic games wear."""
    inner = "raise" if illegal == "terminate" else illegal
    made: pettingzoo.AECEnv = raw_env(
        game,
        players,
        options,
        board,
        start=start,
        narrow=narrow,
        max_cycles=max_cycles,
        illegal=inner,
        masks=masks,
        idle=idle,
        render_mode=render_mode,
        width=width,
    )
    if illegal == "terminate":
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def parallel_env(
    game: Game | str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    board: str | Path | None = None,
    *,
    start: Position | Mapping[str, object] | None = None,
    narrow: bool = False,
    max_cycles: int | None = None,
    illegal: str = "terminate",
    masks: str = "observation",
    idle: str = "zeros",
    render_mode: str | None = None,
    width: int = WIDTH,
) -> Rounds:
    """All agents at once; see above for whose actions count."""
    episode = _episode(game, players, options, board, start, narrow)
    return Rounds(episode, max_cycles, illegal, masks, idle, render_mode, width)


# ---------------------------------------------------------------- what both forms share


def _episode(
    game: Game | str,
    players: int | None,
    options: Mapping[str, object] | None,
    board: str | Path | None,
    start: Position | Mapping[str, object] | None,
    narrow: bool,
) -> Episode:
    loaded = game if isinstance(game, Game) else load(game, board)
    first = loaded.position.build(start) if isinstance(start, Mapping) else start
    episode = (NarrowEpisode if narrow else Episode)(loaded, players, options, start=first)
    if not episode.features:
        text = say("{game} shows learners nothing: its rules.py has no observe.", game=episode.game.id)
        raise BadChoice(text)
    return episode


class _Table:
    """An episode, the agents at it, their spaces, and how it is played and shown."""

    is_parallelizable = False

    def __init__(
        self,
        episode: Episode,
        max_cycles: int | None,
        illegal: str,
        masks: str,
        idle: str,
        render_mode: str | None,
        width: int,
    ) -> None:
        if illegal not in ILLEGAL:
            raise unknown(say("way to treat illegal actions"), illegal, ILLEGAL)
        if masks not in MASKS:
            raise unknown(say("place for masks"), masks, MASKS)
        if idle not in IDLE:
            raise unknown(say("mask of an agent that is not to act"), idle, IDLE)
        self._features_alone, self._idle = masks == "info", IDLE.index(idle)
        self.episode = episode
        self.max_cycles = None if max_cycles is None else parse_int(max_cycles, say("number of cycles"), 1)
        self.illegal = illegal
        self.render_mode = checked_mode(render_mode)
        self.width = parse_int(width, say("width of a picture"), 16, 8192)
        self.metadata = {
            "name": versions.name_of(episode.game, isinstance(episode, NarrowEpisode)),
            "render_modes": list(MODES),
            "render_fps": FPS,
            "is_parallelizable": self.is_parallelizable,
        }
        self.agents: list[str] = []
        self.possible_agents = [f"player_{i}" for i in range(len(episode.seats))]
        self.seat_of = dict(zip(self.possible_agents, episode.seats, strict=True))
        self.observation_spaces = {agent: self._space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(episode.actions) for agent in self.possible_agents}
        everything = (len(self.possible_agents) * episode.features,)
        self.state_space = spaces.Box(-1.0, 1.0, everything, np.float32)

    def _space(self) -> spaces.Space:
        seen = spaces.Box(-1.0, 1.0, (self.episode.features,), np.float32)
        if self._features_alone:
            return seen
        mask = spaces.Box(0, 1, (self.episode.actions,), np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        try:
            self.episode.reset(seed)
        except BadChoice as error:
            raise gymnasium.error.Error(str(error)) from error  # as Gymnasium itself answers a bad seed
        self.agents = list(self.possible_agents)
        self._cycles = 0
        self._waiting = self.episode.acting  # seats that still act in this cycle
        self._spare = np.random.default_rng([self.episode.seed, self.episode.number])

    def _play(self, agent: str, action: Any) -> bool:
        """Play it; was it, being illegal, replaced by another?"""
        seat = self.seat_of[agent]
        replaced = self.illegal == "random" and not self.episode.is_legal(seat, action)
        self.episode.step(seat, self._spare.choice(self.episode.legal(seat)) if replaced else action)
        self._waiting = [s for s in self._waiting if s != seat and self.episode.may_act(s)]
        if not self._waiting:
            self._cycles += 1
            self._waiting = self.episode.acting
        return replaced

    def _cut_off(self) -> bool:
        return self.max_cycles is not None and self._cycles >= self.max_cycles and not self.episode.over

    def _rewards(self) -> dict[str, float]:
        by_seat = self.episode.rewards
        return {agent: by_seat[seat] for agent, seat in self.seat_of.items()}

    def _observation(self, agent: str, mask: npt.NDArray[np.int8]) -> Observation:
        seen = self.episode.observe(self.seat_of[agent])
        return seen if self._features_alone else {"observation": seen, "action_mask": mask}

    def _mask(self, agent: str, acts: bool) -> npt.NDArray[np.int8]:
        if not acts:
            return np.full(self.episode.actions, self._idle, np.int8)
        return self.episode.mask(self.seat_of[agent]).view(np.int8)

    def state(self) -> npt.NDArray[np.float32]:
        """What all agents see, one after the other: for learners that are trained centrally."""
        return np.concatenate([self.episode.observe(seat) for seat in self.episode.seats])

    def render(self) -> npt.NDArray[np.uint8] | str | None:
        """The whole table, secrets included, in the render mode chosen when the environment was made."""
        if self.render_mode is None:
            modes = ", ".join(MODES)
            text = say("render() needs a render_mode, chosen beforehand: one of {modes}.", modes=modes)
            gymnasium.logger.warn(str(text))
            return None
        return picture(self.episode.game, self.episode.position, self.render_mode, self.width)

    def close(self) -> None:
        """There is nothing to close."""


# ---------------------------------------------------------------- one agent at a time


class Turns(_Table, pettingzoo.AECEnv):  # type: ignore[misc]
    """One agent acts at a time (PettingZoo's AEC form). Copies and pickles carry the game with them."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game: the first of `seed`, or the next of the seed before. `options` are not used."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._select()

    def step(self, action: Any) -> None:
        """Plays the action of the agent whose turn it is; one that is out of the game steps with None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        replaced = self._play(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, self.episode.over)
        self.truncations = dict.fromkeys(self.agents, self._cut_off())
        self.rewards = self._rewards()
        self._accumulate_rewards()
        self._select()
        if replaced:
            self.infos[agent]["replaced"] = True
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Turn to the agent that acts next, and tell everybody who may do what."""
        playing = not (self.episode.over or self._cut_off())
        if playing:
            self.agent_selection = self.possible_agents[self.episode.seats.index(self.episode.actor)]
        self.infos: dict[str, dict[str, Any]] = {
            a: {"action_mask": self._mask(a, playing and a == self.agent_selection)} for a in self.agents
        }

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, also when another is to act."""
        info = self.infos.get(agent)  # none for an agent that has left
        return self._observation(agent, info["action_mask"] if info else self._mask(agent, False))


# ---------------------------------------------------------------- all agents at once


class Rounds(_Table, pettingzoo.ParallelEnv):  # type: ignore[misc]
    """Every agent hands in an action in every cycle (PettingZoo's parallel form)."""

    is_parallelizable = True

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """A new game: the first of `seed`, or the next of the seed before. `options` are not used."""
        self._begin(seed)
        return self._observe_everybody(playing=True)

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Plays the actions of all agents that may act now; those of the others are ignored."""
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return {}, {}, {}, {}, {}
        acting = self._checked(actions)
        wrong = [a for a in acting if not self.episode.is_legal(self.seat_of[a], actions[a])]
        replaced = []
        if wrong and self.illegal == "terminate":
            EnvLogger.warn_on_illegal_move()
            rewards = {a: ILLEGAL_REWARD if a in wrong else 0.0 for a in self.agents}
            over, cut = True, False
        else:
            if wrong and self.illegal == "raise":  # before anything is played
                raise self.episode.refusal(self.seat_of[wrong[0]], actions[wrong[0]])
            for agent in acting:
                if self.episode.may_act(self.seat_of[agent]) and self._play(agent, actions[agent]):
                    replaced.append(agent)
            rewards, over, cut = self._rewards(), self.episode.over, self._cut_off()
        observations, infos = self._observe_everybody(playing=not (over or cut))
        for agent in replaced:
            infos[agent]["replaced"] = True
        ends = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, rewards, *ends, infos

    def _checked(self, actions: Mapping[str, Any]) -> list[str]:
        """The agents that act now. All their actions must be there, and be actions."""
        acting = [agent for agent in self.agents if self.episode.may_act(self.seat_of[agent])]
        missing = [agent for agent in acting if agent not in actions]
        strange = [str(agent) for agent in actions if agent not in self.seat_of]
        if missing or strange:
            parts = [
                missing and say("No action was given for {agents}.", agents=", ".join(missing)),
                strange and say("There is no agent {agents}.", agents=", ".join(strange)),
            ]
            raise BadAction(join(parts))
        for agent in acting:
            assert self.action_spaces[agent].contains(actions[agent]), "action is not in action space"
        return acting

    def _observe_everybody(self, playing: bool) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """What everybody sees, and may do in the next cycle."""
        masks = {a: self._mask(a, playing and self.episode.may_act(self.seat_of[a])) for a in self.agents}
        seen = {agent: self._observation(agent, mask) for agent, mask in masks.items()}
        return seen, {agent: {"action_mask": mask} for agent, mask in masks.items()}


# ---------------------------------------------------------------- names with versions


def _of(narrow: bool, more: TableArguments) -> TableArguments:
    return {"narrow": narrow, **more}


@dataclass(frozen=True)
class Entry:
    """What `from parlour.envs.pettingzoo import parcheesi_v0` gives: the three ways to make it."""

    name: str

    def env(
        self,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        board: str | Path | None = None,
        **more: Unpack[TableArguments],
    ) -> pettingzoo.AECEnv:
        """The environment with PettingZoo's customary wrappers, as `parcheesi_v0.env(...)` makes it."""
        game, narrow = versions.find(self.name)
        return env(game, players, options, board, **_of(narrow, more))

    def raw_env(
        self,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        board: str | Path | None = None,
        **more: Unpack[TableArguments],
    ) -> Turns:
        """Without wrappers: a masked action is answered with the rule's reason."""
        game, narrow = versions.find(self.name)
        return raw_env(game, players, options, board, **_of(narrow, more))

    def parallel_env(
        self,
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        board: str | Path | None = None,
        **more: Unpack[TableArguments],
    ) -> Rounds:
        """The form in which every agent is asked in every cycle."""
        game, narrow = versions.find(self.name)
        return parallel_env(game, players, options, board, **_of(narrow, more))


def __getattr__(name: str) -> Entry:
    if not versions.is_versioned(name):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return Entry(versions.name_of(*versions.find(name)))


def __dir__() -> list[str]:
    return [*globals(), *versions.playable()]


for _name in versions.playable():
    if f"parlour/{_name.replace('_v', '-v')}" not in pettingzoo.aec_registry:
        pettingzoo.register("aec", f"parlour/{_name}", entry_point=Entry(_name).env)
        pettingzoo.register("parallel", f"parlour/{_name}", entry_point=Entry(_name).parallel_env)
