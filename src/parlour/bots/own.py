"""Bots of one's own: a class or a function in any module, entered like those that come along.

    parlour arena parcheesi --bots mymodule:MyBot,careful
    parlour arena parcheesi --bots path/to/mybot.py:choose,level:3

A class is made with the game, and with whatever settings follow its name (`mymodule:MyBot,depth=3`, as
texts); it has the method `think` of `parlour.bots.Bot`, which may give the code of an action instead of a
`Thought`, and may have `warm`. A function is called with the game, the view, the seat, the codes of all legal
actions and a NumPy generator, and gives one of the codes. What goes wrong in it is told as a sentence; so is
a move that takes longer than a minute, or than the `patience` of the class, in seconds.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import numpy as np

from parlour.bots.bot import KINDS, LEVEL, Bot, Thought, fair_chances
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table.naming import legal_codes
from parlour.text import BadChoice, ParlourError, say, unknown

__all__ = ["Choose", "is_own", "make_own", "named", "spec_of"]

Choose = Callable[[Game, Position, int, list[int], np.random.Generator], int]

PATIENCE = 60.0  # seconds for a move where none are given, unless a bot has a `patience` of its own
GRACE = 2.0  # seconds beyond those that are given

_SPEC = re.compile(r"(?P<module>[A-Za-z_][\w.]*|.*\.py):(?P<name>[A-Za-z_]\w*)(?P<rest>(,.*)?)")


def is_own(spec: str) -> bool:
    """Does this name a module and something in it, and no kind of bot that comes along?"""
    found = _SPEC.fullmatch(spec.strip())
    return found is not None and found["module"].lower() not in (*KINDS, LEVEL)


def named(spec: str) -> str:
    """What people may call a bot of one's own: what stands after its module, with its settings."""
    found = _SPEC.fullmatch(spec.strip())
    if found is not None:
        return found["name"] + found["rest"]
    kind, _, command = spec.strip().partition(":")
    return Path((command or kind).split()[0] if (command or kind).split() else kind).name


def spec_of(bot: Any) -> str:
    """What to call a bot: a spec stays as it is, a class or a function is named by its module."""
    if isinstance(bot, str):
        return bot
    name, module = getattr(bot, "__qualname__", ""), getattr(bot, "__module__", "")
    if not callable(bot) or not name.isidentifier() or not module:
        raise BadChoice(
            say(
                "A bot is a spec such as “careful” or “mymodule:MyBot”, or a class or function at the top of "
                "a module, where other processes find it, not “{bot}”.",
                bot=bot,
            )
        )
    return f"{module}:{name}"


def make_own(spec: str, game: Game) -> Bot:
    """The bot that a spec of this kind describes, for this game."""
    found = _SPEC.fullmatch(spec.strip())
    assert found is not None
    thing: Any = _imported(found["module"], found["name"], spec)
    settings = _settings(found["rest"], spec)
    if inspect.isclass(thing):
        try:
            made: Any = cast(Any, thing)(game, **settings)
        except ParlourError:
            raise
        except Exception as error:
            raise _trouble(spec, error) from error
        if not callable(getattr(made, "think", None)):
            raise BadChoice(
                say("The bot “{spec}” has no method think(view, seat, *, seconds, seed).", spec=spec)
            )
        patience = float(getattr(made, "patience", PATIENCE))
        return OwnBot(game, spec, made.think, getattr(made, "warm", None), patience)
    if not callable(thing):
        raise BadChoice(say("“{spec}” is neither a class nor a function.", spec=spec))
    if settings:
        raise BadChoice(say("The bot “{spec}” is a function, which takes no settings.", spec=spec))
    return OwnBot(game, spec, _asking(thing, game))


class _TooLong(BaseException):
    """No `except Exception` of a bot's own takes this for its own trouble."""


@contextmanager
def _at_most(seconds: float) -> Iterator[None]:
    """Stop what lasts longer; where the system has no timer, and outside the main thread, nothing is."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_: Any) -> None:
        raise _TooLong

    old: Any = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, old)


class OwnBot:
    """A bot from elsewhere. What it gives is looked at before anybody else does."""

    def __init__(
        self,
        game: Game,
        spec: str,
        think: Callable[..., Any],
        warm: Callable[[], None] | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self._game, self.spec, self._think, self._warm = game, spec, think, warm
        self.patience = patience

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        """What the bot chose; an error that names it when it raises, or chooses what is not legal."""
        limit = self.patience if seconds is None else seconds + GRACE
        try:
            with _at_most(limit):
                given = self._think(view.copy(), seat, seconds=seconds, seed=seed)
        except _TooLong:
            text = say("The bot “{bot}” has not answered for {n:g} seconds.", bot=self.spec, n=limit)
            raise ParlourError(text) from None
        except Exception as error:
            raise _trouble(self.spec, error) from error
        action = given.action if isinstance(given, Thought) else given
        legal = legal_codes(self._game, view)
        if (
            isinstance(action, (bool, np.bool_))
            or not hasattr(action, "__index__")
            or int(action) not in legal
        ):
            some = ", ".join(map(str, legal[:12])) + (", …" if len(legal) > 12 else "")
            raise ParlourError(
                say(
                    "The bot “{bot}” played {action}, which is not legal there; legal are {some}.",
                    bot=self.spec,
                    action=action,
                    some=some,
                )
            )
        if isinstance(given, Thought):
            return given
        chances = fair_chances(self._game, view)
        return Thought(int(action), chances, say("{bot} chose it.", bot=self.spec))

    def warm(self) -> None:
        """Whatever the bot itself does to be ready."""
        if self._warm is not None:
            self._warm()


def _asking(choose: Choose, game: Game) -> Callable[..., int]:
    def think(view: Position, seat: int, *, seconds: float | None, seed: int) -> int:
        return choose(game, view, seat, legal_codes(game, view), np.random.default_rng(seed))

    return think


def _settings(rest: str, spec: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        name, sign, value = (word.strip() for word in part.partition("="))
        if not sign or not name.isidentifier() or not value:
            raise BadChoice(
                say(
                    "“{part}” in the bot “{spec}” is no setting; settings look like this: "
                    "careful:attention=0.8,slip=0.2.",
                    part=part,
                    spec=spec,
                )
            )
        found[name] = value
    return found


def _imported(module: str, name: str, spec: str) -> Any:
    try:
        there = _file(Path(module)) if module.endswith(".py") else _module(module)
    except ModuleNotFoundError as error:
        if error.name not in (module, module.partition(".")[0]):
            raise _trouble(spec, error) from error
        raise BadChoice(
            say(
                "There is no bot “{spec}”, nor a module {module} that could have one.",
                spec=spec,
                module=module,
            )
        ) from error
    except OSError as error:
        raise BadChoice(say("{file} cannot be read: {why}.", file=module, why=error.strerror)) from error
    except ParlourError:
        raise
    except Exception as error:
        raise _trouble(spec, error) from error
    if not hasattr(there, name):
        offered = [n for n, v in vars(there).items() if callable(v) and not n.startswith("_")]
        raise unknown(say("bot in {module}", module=module), name, offered)
    return getattr(there, name)


def _module(name: str) -> Any:
    """A module, also one that lies where the command was given."""
    here = os.getcwd()
    if here not in sys.path:
        sys.path.append(here)
    return importlib.import_module(name)


def _file(path: Path) -> Any:
    name = f"parlour_bot_{path.stem}"
    known = sys.modules.get(name)
    if known is not None and getattr(known, "__file__", None) == str(path.resolve()):
        return known
    plan = importlib.util.spec_from_file_location(name, path.resolve())
    assert plan is not None and plan.loader is not None
    module = importlib.util.module_from_spec(plan)
    sys.modules[name] = module
    try:
        plan.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _trouble(spec: str, error: Exception) -> ParlourError:
    return ParlourError(
        say(
            "The bot “{bot}” failed: {kind}: {error}",
            bot=spec,
            kind=type(error).__name__,
            error=str(error) or "-",
        )
    )
