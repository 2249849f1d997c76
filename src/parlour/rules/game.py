"""A game, loaded: its folder, its board, and its rules in both forms."""

from __future__ import annotations

import hashlib
import importlib
import math
import sys
import threading
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, wraps
from pathlib import Path
from types import ModuleType
from typing import Any, Concatenate, ParamSpec, TypeVar

from parlour.rules import contract, drivers, forms
from parlour.rules.contracts.box import BoxFile
from parlour.rules.contracts.careful import CarefulFile
from parlour.rules.contracts.edits import EditsFile
from parlour.rules.contracts.exact import ExactFile
from parlour.rules.contracts.measures import MeasuresFile
from parlour.rules.contracts.narrow import NarrowFile
from parlour.rules.contracts.odds import OddsFile
from parlour.rules.contracts.position import PositionFile
from parlour.rules.contracts.scene import SceneFile
from parlour.rules.contracts.tactics import TacticsFile
from parlour.rules.contracts.words import WordsFile
from parlour.rules.forms import Form
from parlour.rules.kit import NOBODY, Option
from parlour.rules.position import Position
from parlour.text import BadBoard, BadChoice, Reason, Text, join, say, unknown

P = ParamSpec("P")
T = TypeVar("T")

FEW = 8  # games that plain Python has played within a second or so

_loading = threading.Lock()


class Game:
    """One game on one board. Get one from `parlour.load("parcheesi")`.

    >>> import parlour
    >>> game = parlour.load("parcheesi")
    >>> start = game.new(2, {"max_turns": 40})
    """

    def __init__(
        self, folder: Path, package: str, board: Path | None = None, name: str | None = None
    ) -> None:
        self.id = name or folder.name
        self.folder = folder
        self.board_file = board
        self.board_text = None if board is None else _read(board)
        self._package = package if board is None else package_on(package, board)
        with _loading:
            self.rules = self._import_rules()
        missing = [n for n in contract.REQUIRED if not hasattr(self.rules, n)]
        if missing:
            raise BadChoice(
                say("{folder}/rules.py does not define: {names}.", folder=folder, names=", ".join(missing))
            )
        seats = self.rules.SEATS
        if not isinstance(seats, tuple) or not seats or not all(type(n) is int for n in seats):
            raise BadChoice(
                say(
                    "{folder}/rules.py: SEATS is {seats}, not a tuple of table sizes such as (2, 3, 4).",
                    folder=folder,
                    seats=repr(seats),
                )
            )
        self.plain: Form = forms.plain(self.rules, drivers)
        self.options: tuple[Option, ...] = self.plain.OPTIONS
        self._made: dict[Any, Any] = {}  # what others have made of it, see `once`
        self._settled: dict[tuple[int, ...], Form] = {}
        self._early = 0  # games that were played before the compiled form was there

    def __repr__(self) -> str:
        """Which game, on which board, for how many, and how it is played.

        >>> game
        <Game parcheesi, 2-4 players, 41 actions, 115 features>
        """
        seats = self.rules.SEATS
        sizes = str(seats[0]) if len(seats) == 1 else f"{seats[0]}-{seats[-1]}"
        board = f" on {self.board_file.stem}" if self.board_file else ""
        shown = f"{self.plain.ACTIONS:,} actions, {self.plain.FEATURES} features"
        return f"<Game {self.id}{board}, {sizes} players, {shown}>"

    # ------------------------------------------------------------ the folder

    def _import_rules(self) -> ModuleType:
        parent, _, _ = self._package.rpartition(".")
        if parent:
            importlib.import_module(parent)
        if self.board_file is None and (self.folder / "__init__.py").exists() and parent:
            importlib.import_module(self._package)
        elif self._package not in sys.modules:
            # The same folder under another name: relative imports then find this board's rules.
            module = ModuleType(self._package)
            module.__path__ = [str(self.folder)]
            if self.board_file is not None:
                module.BOARD_FILE = self.board_file  # type: ignore[attr-defined]
            sys.modules[self._package] = module
        try:
            return self._module("rules")
        except (KeyError, TypeError, ValueError) as error:
            if self.board_file is None:
                raise
            found = getattr(error, "faults", ())
            faults = [Text(one.template, one.values) for one in found]
            raise BadBoard(
                say(
                    "{file} is not a board for {game}: {error}",
                    file=self.board_file,
                    game=self.id,
                    error=join(faults) if faults else error,
                ),
                faults,
            ) from error

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{self._package}.{name}")

    def module(self, name: str) -> ModuleType | None:
        """A file of the folder as it stands, if there is one of this name; the contracts below are laid
        over these.

        >>> game.module("tactics") is None
        True
        """
        return self._module(name) if (self.folder / f"{name}.py").is_file() else None

    @cached_property
    def words(self) -> WordsFile:
        """The game's names, sentences and reasons (words.py).

        >>> print(game.words.TITLE)
        Parcheesi
        """
        return WordsFile(self)

    @cached_property
    def position(self) -> PositionFile:
        """The game's JSON form of a position (position.py).

        >>> game.position.describe(start)["options"]
        {'max_turns': 40}
        """
        return PositionFile(self)

    @cached_property
    def scene(self) -> SceneFile:
        """The game's board as geometry (scene.py).

        >>> len(game.scene.pieces(start))
        8
        """
        return SceneFile(self)

    @cached_property
    def box(self) -> BoxFile:
        """What lies in the game's box, to be printed (box.py).

        >>> sum(part.count for part in game.box.pieces(start))
        8
        """
        return BoxFile(self)

    @cached_property
    def edits(self) -> EditsFile:
        """What can be corrected on the game's board (edits.py).

        >>> import tomllib
        >>> data = tomllib.loads((game.folder / "board.toml").read_text())
        >>> [offer.name for offer in game.edits.offers(data, "loop-7")]
        ['safe', 'home', 'arm']
        """
        return EditsFile(self)

    @cached_property
    def odds(self) -> OddsFile:
        """The game's exact mathematics (odds.py).

        >>> sorted(game.odds.TOPICS)
        ['race', 'turns']
        """
        return OddsFile(self)

    @cached_property
    def exact(self) -> ExactFile:
        """What the game has solved of itself (exact.py).

        >>> game.exact.known(start) is None
        True
        """
        return ExactFile(self)

    @cached_property
    def careful(self) -> CarefulFile:
        """What a careful player looks at (careful.py).

        >>> game.careful.CONSIDERATIONS[0].name
        'race'
        """
        return CarefulFile(self)

    @cached_property
    def tactics(self) -> TacticsFile:
        """What helps a search through move after move (tactics.py).

        >>> game.tactics is game.tactics
        True
        """
        return TacticsFile(self)

    @cached_property
    def measures(self) -> MeasuresFile:
        """What the lab counts in this game beyond what it counts in every one (measures.py).

        >>> game.measures.COUNTED
        ()
        """
        return MeasuresFile(self)

    @cached_property
    def narrow(self) -> NarrowFile:
        """The game's actions in parts, if it says them so (narrow.py).

        >>> game.narrow.NARROW, parlour.load("tritrac").narrow.NARROW
        (0, 56)
        """
        return NarrowFile(self)

    @property
    def rulebook(self) -> Path:
        """The rules in our own words, clause by clause.

        >>> game.rulebook.name
        'rulebook.md'
        """
        return self.folder / "rulebook.md"

    # ------------------------------------------------------------ rules

    @property
    def compiled(self) -> Form:
        """The compiled form, or the plain one while Numba is missing or switched off.

        >>> game.compiled.CHAIRS
        4
        """
        return self._compiled if forms.compiler_present() else self.plain

    def form_for(self, games: int) -> Form:
        """What to play so many games with: compiled, but for the first few of a process. Those are over in
        plain form before compiled code would be loaded, let alone made; what comes of them is the same.

        >>> new = parlour.load("parcheesi")
        >>> new.form_for(1000) is new.compiled
        True
        """
        if "_compiled" in vars(self) or self._early + games > FEW:
            return self.compiled
        self._early += games
        return self.plain

    @cached_property
    def _compiled(self) -> Form:
        return forms.compiled(self.rules, drivers)

    def settled(self, position: Position) -> Form:
        """A compiled form for games by the house rules of this position alone: faster by up to an eighth,
        and compiled for itself. `playouts`, `Batch` and `Vector` take it as their `form`, for long runs.

        >>> game.settled(start).CHAIRS
        4
        """
        if not self.is_compiled:
            return self.plain
        house = self.house(position)
        key = tuple(house.values())
        if key not in self._settled:
            self._settled[key] = forms.compiled(self.rules, drivers, house=house)
        return self._settled[key]

    @property
    def is_compiled(self) -> bool:
        """Do simulations of this game run compiled?

        >>> game.is_compiled == (game.compiled is not game.plain)
        True
        """
        return self.compiled is not self.plain

    @cached_property
    def fingerprint(self) -> str:
        """Changes when the rules or the board change.

        >>> len(game.fingerprint)
        16
        """
        return forms.source_hash(self.rules, drivers)[:16]

    @cached_property
    def has_secrets(self) -> bool:
        """Is there anything that only some seats may know? Then the rules say what, in `hide`.

        >>> game.has_secrets, parlour.load("doubletrack").has_secrets
        (False, True)
        """
        return hasattr(self.rules, "hide")

    @property
    def chairs(self) -> int:
        """How many chairs there are, those that may stay empty included.

        >>> game.chairs
        4
        """
        return int(self.plain.CHAIRS)

    def new(self, players: int | None = None, options: Mapping[str, object] | None = None) -> Position:
        """A new game for so many players, with these house rules.

        >>> game.new(3, {"max_turns": 40}).max_turns
        40
        """
        seats: tuple[int, ...] = self.rules.SEATS
        count = seats[-1] if players is None else players
        if count not in seats:
            text = say(
                "{game} is for {seats} players, not {count}.",
                game=self.id,
                seats=join(map(str, seats), ", "),
                count=count,
            )
            raise BadChoice(join([text, _nearest(count, seats)]))
        position = Position(self.rules.State)
        for name, code in option_codes(self.options, count, options or {}).items():
            setattr(position, name, code)
        self.plain.new_game(position, count)
        return position

    def house(self, position: Position) -> dict[str, int]:
        """The codes of all house rules in force.

        >>> game.house(start)["max_turns"]
        40
        """
        return {o.name: int(getattr(position, o.name)) for o in self.options}

    def option_values(self, position: Position) -> dict[str, str | int]:
        """The house rules in force that differ from the printed rules.

        >>> game.option_values(start)
        {'max_turns': 40}
        """
        values = {}
        for option in self.options:
            code = getattr(position, option.name)
            if code:
                values[option.name] = option.choices[code] if option.choices else code
        return values

    def after(self, position: Position, action: int) -> Position:
        """The position that an action leads to, by the readable rules; the one given stays as it is.

        >>> game.after(start, 0) == start
        False
        """
        return self._lean.after(position, action)

    @cached_property
    def _lean(self) -> forms.Lean:
        return forms.Lean(self.rules, self.plain, forms.fast_of(self.rules))

    def why_not(self, position: Position, seat: int, action: int) -> Reason | None:
        """Why this seat may not do this now: the rules' own reason, in words. None when it may.

        >>> print(game.why_not(start, seat=0, action=0))
        The dice must be rolled first. (PAR-TURN-2)
        """
        code = int(self.plain.refusal(position, seat, action))
        if code == 0:
            return None
        reason = self.words.reason(position, seat, action, code)
        return reason or Reason(say("It is not one of the moves that can be played now."), "")

    def seats(self, position: Position) -> list[int]:
        """The chairs that are taken.

        >>> game.seats(start)
        [0, 2]
        """
        return [c for c in range(self.chairs) if self.plain.side(position, c) != NOBODY]


def once(make: Callable[Concatenate[Game, P], T]) -> Callable[Concatenate[Game, P], T]:
    """Like functools.cache for what is made of a game, but kept with the game: it goes when that goes."""

    @wraps(make)
    def made(game: Game, /, *further: P.args, **named: P.kwargs) -> T:
        key = (make, further, *sorted(named.items()))
        if key not in game._made:
            game._made[key] = make(game, *further, **named)
        found: T = game._made[key]
        return found

    return made


def option_codes(options: tuple[Option, ...], players: int, given: Mapping[str, object]) -> dict[str, int]:
    """What to write into the option fields; an error names what there is to choose."""
    known = {o.name: o for o in options}
    for name in given:
        if name not in known:
            raise unknown(say("option"), name, known)
    return {o.name: _code(o, given.get(o.name), players) for o in options}


def _code(option: Option, value: Any, players: int) -> int:
    if value is None:
        return 0
    if isinstance(value, bool):
        value = "yes" if value else "no"
    if not option.choices:
        if str(value).lower() in ("none", "no"):
            return 0
        digits = str(value)
        if digits.isdecimal() and len(digits) < 20 and int(digits) <= option.most:
            return int(digits)
        text = say(
            "{option} is a number from 0 (none) to {most}, not “{value}”.",
            option=option.name,
            most=option.most,
            value=value,
        )
        raise BadChoice(join([text, _nearest(value, range(option.most + 1))]))
    word = {"true": "yes", "false": "no"}.get(str(value).lower(), str(value))
    if word not in option.choices:
        raise unknown(say("choice for {option}", option=option.name), value, option.choices)
    sizes = option.players.get(word)
    if sizes is not None and players not in sizes:
        raise BadChoice(
            say(
                "{option}={choice} is for {sizes} players, not {count}.",
                option=option.name,
                choice=word,
                sizes=join(map(str, sizes), ", "),
                count=players,
            )
        )
    return option.choices.index(word)


def _nearest(value: Any, choices: Sequence[int]) -> Text | None:
    """The number on offer that is nearest to one that is not; nothing for what is no number."""
    try:
        number = float(str(value))
    except ValueError:
        return None
    if math.isnan(number):
        return None
    number = min(max(number, choices[0]), choices[-1])  # of infinity, all choices are equally far
    return say("The nearest is {near}.", near=min(choices, key=lambda n: abs(n - number)))


def package_on(package: str, board: Path) -> str:
    """What the package is called on another board."""
    where = str(board.resolve()).encode()
    return f"{package}__{hashlib.sha256(where + _bytes(board)).hexdigest()[:12]}"


def _bytes(board: Path) -> bytes:
    try:
        return board.read_bytes()
    except OSError as error:
        raise BadBoard(say("{file} cannot be read: {why}.", file=board, why=error.strerror)) from error


def _read(board: Path) -> str:
    """The text of a board file, which is TOML at least."""
    try:
        text = _bytes(board).decode("utf-8").replace("\r\n", "\n")
        tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise BadBoard(
            say("{file} is not a text file; a board is a text file (TOML, in UTF-8).", file=board)
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise BadBoard(say("{file} is not a TOML file: {why}.", file=board, why=error)) from error
    return text
