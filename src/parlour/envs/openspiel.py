"""Parlour's games for OpenSpiel: registered Python games over the compiled rules.

>>> import pyspiel
>>> import parlour.envs.openspiel  # registers python_parlour_parcheesi and all the others
>>> game = pyspiel.load_game("python_parlour_parcheesi(players=2,options=max_dice:greedy)")

or, with options as a mapping, `parlour.envs.openspiel.load("parcheesi", players=2, options={...})`.

Parameters
    players  how many play; 0, the default, is the most that can (or as many as the start has)
    options  house rules, as name:choice;name:choice
    board    another board that comes with the game, or the path of a board file
    start    the code of a position to start from (`parlour.table.codes.to_code` makes one)
    recall   how many of the last things seen are in the information state's tensor: 8 unless given, and
             none where nothing is secret
    keys     "long": information-state strings are the whole log of what a player has seen. "short": they are
             a digest of it, for tables of millions of them; two logs have the same one if they are the same

Player i sits on the i-th of the chairs that are taken. Dice and cards are chance nodes with exact
probabilities. Sealed bids come one after the other, and no bidder sees another's: to OpenSpiel that is
an imperfect-information sequence, the same game as bids in one moment, and open to every algorithm
that plays in turns. Returns are those of every environment of Parlour (see episode.py): zero-sum.
"""

# mypy: disable-error-code="misc"
from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour import games
from parlour.bots.bot import forget, make
from parlour.draw import characters
from parlour.envs.moments import Moment, Timeline, timeline
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER, below, start_stream
from parlour.rules.position import Position
from parlour.rules.run import parse_int
from parlour.table import views
from parlour.table.codes import from_code
from parlour.text import BadAction, BadChoice, MissingExtra, ParlourError, say, unknown

try:
    import pyspiel
except ImportError as error:
    raise MissingExtra("OpenSpiel", "openspiel") from error

__all__ = [
    "PREFIX",
    "ParlourGame",
    "ParlourPlayer",
    "ParlourState",
    "PlayoutEvaluator",
    "load",
    "register",
]

PREFIX = "python_parlour_"
KEYS = ("long", "short")
RECALL = 8  # in games with secrets, unless asked otherwise
LONGEST = 1_000_000  # decisions; the rules set no limit, but no game has come near this
_TRIES = 8  # random games in which nothing is rolled, before a game counts as one without chance

_NO_PLAYER = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}


class ParlourGame(pyspiel.Game):
    """A game with its table: players, house rules, board and start. Made by `pyspiel.load_game`."""

    name = ""  # each game's own class says which it is: see `register`

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        usual = _defaults(games.load(self.name))
        given = {**usual, **(params or {})}
        try:
            game, start = _table(self.name, given)
            self.recall: int = parse_int(given["recall"], say("number of things to recall"), 0, 1024)
            if given["keys"] not in KEYS:
                raise unknown(say("kind of keys"), given["keys"], KEYS)
        except ParlourError as error:
            raise pyspiel.SpielError(str(error)) from error
        self.short_keys = given["keys"] == "short"
        self.line = line = timeline(game, start=start)
        given["players"] = len(line.seats)
        sides = [side for seat, side in enumerate(line.sides) if seat in line.seats]
        even = len({sides.count(side) for side in sides}) == 1  # else a side's reward is paid to more seats
        self._rolls = rolls = _rolls(line)
        self._usual = usual
        info = pyspiel.GameInfo(
            num_distinct_actions=line.actions,
            # Outcomes are numbered from 0 or from 1, and no list of them is longer than MAX_ACTIONS.
            max_chance_outcomes=max(line.actions, int(line.form.MAX_ACTIONS)) + 1 if rolls else 0,
            num_players=len(line.seats),
            min_utility=-1.0 / max(len(set(sides)) - 1, 1),
            max_utility=1.0,
            utility_sum=0.0 if even else None,
            max_game_length=LONGEST,
        )
        kept = {key: value for key, value in given.items() if value != usual[key]}
        super().__init__(_type_of(game, rolls=rolls, even=even), info, kept)

    def new_initial_state(self, code: str | None = None) -> ParlourState:
        """The start, or the position of a code or of its JSON form, with the same seats and sides."""
        if code is None:
            return ParlourState(self, self.line.first)
        try:
            if code.lstrip().startswith("{"):
                position = self.line.game.position.build(_read_json(code))
            else:
                position = from_code(code, self.line.game)[1]
            other = timeline(self.line.game, start=position, form=self.line.form)
            if (other.seats, other.sides) != (self.line.seats, self.line.sides):
                raise BadChoice(say("This position has other seats or sides than the game it is opened in."))
        except ParlourError as error:
            raise pyspiel.SpielError(str(error)) from error
        return ParlourState(self, other.first)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> ParlourObserver | None:
        """Of what is public together with one player's secrets. Views do not come apart, so that there are no
        others; OpenSpiel's word for that is None."""
        if isinstance(iig_obs_type, dict):  # OpenSpiel leaves the type out when it has none
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise ValueError(str(say("Observers take no parameters here, not {params}.", params=params)))
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        one = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not kind.public_info or (self.line.game.has_secrets and not one):
            return None
        return ParlourObserver(self, kind.perfect_recall)

    def max_chance_nodes_in_history(self) -> int:
        """0 where nothing is ever rolled. No rule limits how often dice fall, so elsewhere it is a number
        that no game has come near."""
        return LONGEST if self._rolls else 0

    def get_parameters(self) -> dict[str, Any]:
        """All parameters, those included that were left as they usually are."""
        return {**self._usual, **super().get_parameters()}

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (PREFIX + self.line.game.id, self.name, super().get_parameters())


class ParlourState(pyspiel.State):
    """A point of a game. All of it is in one `Moment`, which never changes, so that clones share it."""

    def __init__(self, game: ParlourGame, now: Moment) -> None:
        super().__init__(game)
        self._now = now

    def current_player(self) -> int:
        """OpenSpiel's number of who acts: chairs but the empty ones, or its codes for chance and the end."""
        now = self._now
        player: int = now.line.number_of[now.actor] if now.actor >= 0 else _NO_PLAYER[now.actor]
        return player

    def is_terminal(self) -> bool:
        """Whether the game has ended."""
        return self._now.over

    def _legal_actions(self, player: int) -> list[int]:
        return self._now.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be rolled or drawn now, each with its exact probability."""
        return self._now.outcomes()

    def _apply_action(self, action: int) -> None:
        if self._now.over:
            raise pyspiel.SpielError(str(say("The game is over; new_initial_state() starts another.")))
        try:
            self._now = self._now.after(action)
        except BadAction as error:
            raise pyspiel.SpielError(str(error)) from error

    def _action_to_string(self, player: int, action: int) -> str:
        return self._now.line.name_of(self._now, action)

    def returns(self) -> list[float]:
        """What each player has of the game so far: zeros until it ends."""
        rewards = self._now.rewards()
        return [rewards[seat] for seat in self._now.line.seats]

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> ParlourState:
        """Another state that is the same to this player; what it cannot know is drawn anew (`guess`).

        The history of actions stays that of the state sampled from: OpenSpiel has no way to change it.
        """
        seed = int(probability_sampler() * 2**53)
        state: ParlourState = self.clone()
        state._now = self._now.guess(self._now.line.seats[player_id], seed)
        return state

    def information_state_key(self, player: int) -> str:
        """A short text that is the same for two states if, and as good as only if, this player has seen the
        same in both: a digest of the log that `information_state_string` writes out."""
        return f"player {player} {self._now.key(self._now.line.seats[player])}"

    def to_json(self) -> str:
        """The position in Parlour's JSON form, all of it: `new_initial_state` takes it again."""
        return json.dumps(self._now.line.game.position.describe(self._now.position))

    def to_struct(self) -> dict[str, Any]:
        """The same, as a dictionary."""
        return dict(self._now.line.game.position.describe(self._now.position))

    def __str__(self) -> str:
        """All fields of the record that are not zero: exact, and quick. `board` is for people."""
        return str(self._now)

    @property
    def position(self) -> Position:
        """A copy of the position, for everything else that Parlour can do with one."""
        return self._now.position.copy()

    def board(self) -> str:
        """The board in characters."""
        return characters.render(self._now.line.game, self._now.position)


class ParlourObserver:
    """What a player sees (`observation`), or all it has seen (perfect recall), as text and as numbers.

    The text of perfect recall is the whole log. Its tensor cannot be, since no rule limits a game's
    length: it is the observation now, and as rows the game's `recall` last things seen before.
    """

    def __init__(self, game: ParlourGame, perfect_recall: bool) -> None:
        self._all, self._short = perfect_recall, perfect_recall and game.short_keys
        self._recall = game.recall if perfect_recall else 0
        features = game.line.features
        sizes: dict[str, tuple[int, ...]] = {"observation": (features,)}
        if self._recall:
            sizes["recall"] = (self._recall, features + 1)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if features:
            self.tensor = np.zeros(sum(int(np.prod(size)) for size in sizes.values()), np.float32)
            at = 0
            for name, size in sizes.items():
                self.dict[name] = self.tensor[at : at + int(np.prod(size))].reshape(size)
                at += self.dict[name].size

    def set_from(self, state: ParlourState, player: int) -> None:
        """Writes what this player knows into the observer's tensors, and nothing that is hidden from it."""
        now = state._now
        seat = now.line.seats[player]
        if self.dict:
            self.dict["observation"][:] = now.observe(seat)
        if "recall" in self.dict:
            self.dict["recall"][:] = now.recall(seat, self._recall)

    def string_from(self, state: ParlourState, player: int) -> str:
        """The same in words: states that a player cannot tell apart give one and the same string."""
        now = state._now
        seat = now.line.seats[player]
        if self._short:
            return state.information_state_key(player)
        if self._all:
            return "\n".join([f"player {player}", *now.seen(seat)])
        return f"player {player}\n{now.line.fields(now.view(seat))}"


class PlayoutEvaluator:
    """Random games to the end for OpenSpiel's MCTS and IS-MCTS, played inside the compiled rules.

    It takes the place of `RandomRolloutEvaluator`, which would come back to Python for every step.
    """

    def __init__(self, playouts: int = 1, seed: int = 0) -> None:
        self.playouts = parse_int(playouts, say("number of playouts"), 1)
        self._seeds = np.random.default_rng(parse_int(seed, say("seed"), 0))

    def evaluate(self, state: ParlourState) -> npt.NDArray[np.float64]:
        """Mean returns by player."""
        now = state._now
        rewards = now.playouts(self.playouts, int(self._seeds.integers(2**63)))
        return np.array([rewards[seat] for seat in now.line.seats])

    def prior(self, state: ParlourState) -> list[tuple[int, float]]:
        """All legal actions alike; at a chance node, the true odds."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


# ---------------------------------------------------------------- loading


def _defaults(game: Game) -> dict[str, Any]:
    """The parameters, and what they are unless given. Where nothing is secret, what is seen now is enough."""
    recall = RECALL if game.has_secrets else 0
    return {"players": 0, "options": "", "board": "", "start": "", "recall": recall, "keys": "long"}


def load(
    name: str,
    players: int = 0,
    options: Mapping[str, object] | None = None,
    board: str | Path = "",
    start: str = "",
    recall: int | None = None,
    keys: str = "long",
) -> ParlourGame:
    """A game by its Parlour name, such as "parcheesi"; the parameters are those of the module."""
    if name not in games.names():
        raise pyspiel.SpielError(str(unknown(say("game"), name, games.names())))
    chosen = ";".join(f"{key}:{value}" for key, value in (options or {}).items())
    given = {"players": players, "options": chosen, "board": str(board), "start": start, "keys": keys}
    if recall is not None:
        given["recall"] = recall
    loaded: ParlourGame = pyspiel.load_game(PREFIX + name, given)
    return loaded


def _loaded(kind: str, name: str, given: Mapping[str, Any]) -> ParlourGame:
    """A game from a pickle; one from a folder is registered first where it is not yet."""
    if kind not in pyspiel.registered_names():
        register(name)
    loaded: ParlourGame = pyspiel.load_game(kind, dict(given))
    return loaded


def _read_json(text: str) -> Mapping[str, Any]:
    try:
        read = json.loads(text)
    except ValueError as error:
        raise BadChoice(say("This is no JSON: {why}", why=error)) from error
    found: Mapping[str, Any] = read
    return found


class ParlourPlayer(pyspiel.Bot):
    """A bot of ours, or one of one's own ("mymodule:MyBot"), at OpenSpiel's table; warmed before it plays.

    >>> game = load("parcheesi", players=2)
    >>> bots = [ParlourPlayer("careful", game, 0), ParlourPlayer("random", game, 1)]
    """

    def __init__(self, spec: str, game: ParlourGame, player: int, seed: int = 0) -> None:
        super().__init__()
        try:
            self._bot = make(spec, game.line.game, own=True)
        except ParlourError as error:
            raise pyspiel.SpielError(str(error)) from error
        self._bot.warm()
        self._player, self._seed = player, parse_int(seed, say("seed"), 0)
        self._seeds = np.random.default_rng(self._seed)

    def restart_at(self, state: ParlourState) -> None:
        """A new game: the bot's own random numbers begin anew, whatever state it begins in."""
        self._seeds = np.random.default_rng(self._seed)
        forget(self._bot)

    def step(self, state: ParlourState) -> int:
        """The bot's action, thought up from its seat's view alone."""
        now = state._now
        seat = now.line.seats[self._player]
        view = views.view(now.line.game, now.position, seat)
        return int(self._bot.think(view, seat, seconds=None, seed=int(self._seeds.integers(2**31))).action)


def register(name: str) -> str:
    """Register a game, by its name or by the path of its folder; what OpenSpiel calls it from now on."""
    game = games.load(name)
    kind = _type_of(game)
    # A class of its own: OpenSpiel lets go of what it has registered after Python has ended, and no more than
    # a class outlives that.
    pyspiel.register_game(kind, type(f"{game.id.title()}Game", (ParlourGame,), {"name": name}))
    short: str = kind.short_name
    return short


def _type_of(game: Game, rolls: bool = True, even: bool = True) -> Any:
    kind = pyspiel.GameType
    tensors = game.plain.FEATURES > 0
    return kind(
        short_name=PREFIX + game.id,
        long_name=str(game.words.TITLE),
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if rolls else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.IMPERFECT_INFORMATION
        if game.has_secrets
        else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if even else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(game.rules.SEATS),
        min_num_players=min(game.rules.SEATS),
        provides_information_state_string=True,
        provides_information_state_tensor=tensors,
        provides_observation_string=True,
        provides_observation_tensor=tensors,
        parameter_specification=_defaults(game),
    )


def _table(name: str, given: Mapping[str, Any]) -> tuple[Game, Position]:
    """The game and the position that the parameters describe; an error says what is wrong with them."""
    players = parse_int(given["players"], say("number of players"), 0)
    options = _options(str(given["options"]))
    board = str(given["board"])
    if set(board) & set("(),="):
        raise BadChoice(
            say(
                "OpenSpiel cannot write down a board whose path has one of ( ) , = in it, such as {board}.",
                board=board,
            )
        )
    game = games.load(name, board or None)
    if not given["start"]:
        return game, game.new(players or None, options)
    if options:
        raise BadChoice(say("A position to start from has its house rules in it already."))
    start = from_code(str(given["start"]), game)[1]
    count = len(game.seats(start))
    if players not in (0, count):
        raise BadChoice(say("The start has {count} players, not {players}.", count=count, players=players))
    return game, start


def _options(text: str) -> dict[str, str]:
    found = {}
    for part in filter(None, text.split(";")):
        name, colon, choice = part.partition(":")
        if not colon:
            raise BadChoice(
                say("Options are written name:choice;name:choice, and “{part}” has no colon.", part=part)
            )
        found[name.strip()] = choice.strip()
    return found


@lru_cache(maxsize=256)
def _rolls(line: Timeline) -> bool:
    """Is anything rolled or dealt? Mostly the first moment tells; else some random games are looked at."""
    rng = np.zeros(1, np.uint64)
    for number in range(_TRIES):
        start_stream(rng, 0, number)
        now = line.first
        while not now.over:
            if now.actor == CHANCE:
                return True
            legal = now.legal()
            now = now.after(legal[below(rng, len(legal))])
    return False


for _name in games.names():
    register(_name)
