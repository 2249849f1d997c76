"""What a bot is, and how one is made from a few words.

A spec is the name of a kind, with settings after a colon: "random", "careful", "search:simulations=2000",
"careful:slip=0.3,attention=0.8"; or a level of the game, "level:3" or simply "3", or the strongest of an
earlier version, "v0.1.0" (see levels.py); or, where that is allowed, a bot of one's own, "mymodule:MyBot"
(see own.py), or a program (see program.py). A kind is a module named in KINDS with a function
`create(game, settings) -> Bot`; it is imported when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol

from parlour.rules.game import Game
from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.text import BadChoice, Text, join, nearest, say, unknown

KINDS = {
    "random": "parlour.bots.randomly",
    "careful": "parlour.bots.careful",
    "search": "parlour.bots.search",
    "alphabeta": "parlour.bots.alphabeta",
    "learned": "parlour.bots.learned",
    "exact": "parlour.bots.exact",
}
LEVEL = "level"


@dataclass(frozen=True)
class Candidate:
    """An action that was thought about."""

    action: int
    chance: float  # that the seat's side wins
    reason: Text


@dataclass(frozen=True)
class Thought:
    """What a bot makes of a position."""

    action: int
    chances: tuple[float, ...]  # to win, by chair; team mates share theirs, over the sides they sum to 1
    reason: Text
    candidates: tuple[Candidate, ...] = ()  # best first


class Bot(Protocol):
    """A player. It is handed what `hide` leaves of a position for its seat, and nothing else.

    >>> import parlour
    >>> from parlour.bots import make
    >>> from parlour.table import CHANCE, Match, SeededDice
    >>> match = Match.new("parcheesi", 2, dice=SeededDice(7))
    >>> while match.actor == CHANCE:
    ...     event = match.roll()
    >>> bot, seat = make("careful", match.game), match.actor
    """

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        """Choose one of the legal actions of a seat that may act, in its own view: `Match.view(seat)`.

        All randomness comes from `seed`, and strength from a budget counted in work, so the same view and
        seed get the same answer. `seconds` is a limit that is kept even if the work is then cut short.

        >>> thought = bot.think(match.view(seat), seat, seconds=None, seed=1)
        >>> match.play(seat, thought.action).text, str(thought.reason)
        ('E', 'It is the only move.')
        """
        ...

    def warm(self) -> None:
        """Compile what thinking needs, and think with that from now on. Until then it works, slowly.

        >>> bot.warm()
        """
        ...


def make(spec: str, game: Game, *, own: bool = False) -> Bot:
    """The bot that a spec describes, for this game. Specs that name code elsewhere, "mymodule:MyBot" or
    "program:COMMAND", are taken with `own` alone: never from strangers."""
    if own:
        from parlour.bots.own import is_own, make_own  # which makes a bot of what it finds
        from parlour.bots.program import KIND, Program

        if spec.startswith(f"{KIND}:"):
            return Program(game, spec.removeprefix(f"{KIND}:"))
        if is_own(spec):
            return make_own(spec, game)
    kind, settings = read(spec)
    if kind == LEVEL or kind.isdecimal():
        from parlour.bots.levels import level  # which makes bots of other specs

        number = kind if kind.isdecimal() else settings.text(LEVEL, "")
        settings.finish(kind)
        return make(level(game, number).spec, game)
    if kind.startswith("v") and kind[1:2].isdecimal():
        from parlour.bots.levels import former

        settings.finish(kind)
        return make(former(game, kind).spec, game)
    if kind not in kinds():
        raise unknown(say("bot"), spec, [*kinds(), "level:1", "level:6"])
    bot: Bot = import_module(KINDS[kind]).create(game, settings)
    settings.finish(kind)
    return bot


def kinds() -> list[str]:
    """The kinds of bots there are."""
    return [kind for kind, module in KINDS.items() if find_spec(module) is not None]


def split(specs: str) -> list[str]:
    """Specs in a row, separated by commas; a comma before "name=" belongs to the spec."""
    found: list[str] = []
    for part in specs.split(","):
        if found and "=" in part and ":" not in part.partition("=")[0]:
            found[-1] += f",{part.strip()}"
        else:
            found.append(part.strip())
    return found


def read(spec: str) -> tuple[str, Settings]:
    """The kind and the settings in a spec."""
    kind, _, rest = spec.strip().partition(":")
    kind = kind.strip().lower()
    if kind == LEVEL:
        return kind, Settings({LEVEL: rest.strip()})
    given: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        name, sign, value = (word.strip() for word in part.partition("="))
        if not sign or not name or not value or name in given:
            raise BadChoice(
                say(
                    "“{part}” in the bot “{spec}” is no setting; settings look like this: "
                    "careful:attention=0.8,slip=0.2.",
                    part=part.strip(),
                    spec=spec,
                )
            )
        given[name] = value
    return kind, Settings(given)


@dataclass
class Settings:
    """What a spec says after its colon. Whoever makes the bot takes what it knows; the rest is an error."""

    given: Mapping[str, str]
    _known: list[str] = field(default_factory=list)

    def number(self, name: str, default: float, least: float, most: float) -> float:
        """A setting that is a number within limits."""
        text = self.text(name, str(default))
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not least <= value <= most:
            raise BadChoice(
                say(
                    "The bot's setting {name} is a number from {least} to {most}, not “{value}”.",
                    name=name,
                    least=f"{least:g}",
                    most=f"{most:g}",
                    value=text,
                )
            )
        return value

    def whole(self, name: str, default: int, least: int, most: int) -> int:
        """A setting that is a whole number within limits."""
        value = self.number(name, default, least, most)
        if value != int(value):
            raise BadChoice(
                say("The bot's setting {name} is a whole number, not “{value}”.", name=name, value=value)
            )
        return int(value)

    def text(self, name: str, default: str) -> str:
        """A setting as it was written; asking for it also says that there is such a setting."""
        self._known.append(name)
        return self.given.get(name, default)

    def finish(self, kind: str) -> None:
        """Refuse what nobody took."""
        for name in self.given:
            if name not in self._known:
                text = say(
                    "The bot “{kind}” has no setting “{name}”; it has: {known}.",
                    kind=kind,
                    name=name,
                    known=", ".join(self._known) or say("none"),
                )
                raise BadChoice(join([text, nearest(name, self._known)]))


def check_asked(game: Game, view: Position, seat: int) -> None:
    """Refuse to think for a seat that is not to act: what another may do depends on what is hidden here."""
    if game.plain.actor(view) != seat:
        raise BadChoice(
            say(
                "Nothing is asked of seat {seat} in this position: a bot thinks for a seat that may act, "
                "in its own view, match.view({seat}).",
                seat=seat,
            )
        )


def forget(bot: Bot) -> None:
    """A game begins: let go of what this bot keeps between moves, if it keeps anything. Then what it plays
    follows from the game and its seeds, whatever it was asked before."""
    if hasattr(bot, "forget"):
        bot.forget()


def fair_chances(game: Game, view: Position) -> tuple[float, ...]:
    """The chances of those who know nothing: the same for every side."""
    sides = [int(game.plain.side(view, chair)) for chair in range(game.chairs)]
    count = len(set(sides) - {NOBODY})
    return tuple(0.0 if one == NOBODY else 1 / count for one in sides)


def ranked(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Best first; equal ones by their code."""
    return tuple(sorted(candidates, key=lambda c: (-c.chance, c.action)))
