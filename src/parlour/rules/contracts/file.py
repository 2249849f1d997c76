"""A file of a game's folder, laid over the defaults of its contract."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from parlour.rules.game import Game


class GameFile:
    """What one file of a folder defines. Its subclasses are the contracts: the public names of a subclass
    are those that the file may define, and a name that it leaves out keeps the meaning that it has in the
    class."""

    NAME: ClassVar[str] = ""  # of the file, without its ending
    NEEDED: ClassVar[tuple[str, ...]] = ()  # what it must define when it is there at all

    def __init__(self, game: Game) -> None:
        self.game = game
        self.module: ModuleType | None = game.module(self.NAME)
        given: dict[str, Any] = {} if self.module is None else vars(self.module)
        self.given = frozenset(name for name in names_of(type(self)) if name in given)
        vars(self).update({name: given[name] for name in self.given})
        for name in self.given:  # a mapping need not say everything
            default = _computed(self, name) if isinstance(given[name], Mapping) else None
            if isinstance(default, Mapping):
                vars(self)[name] = {**default, **given[name]}


def names_of(contract: type[GameFile]) -> tuple[str, ...]:
    """What a file may define by this contract."""
    return tuple(name for name in vars(contract) if name not in _BASE and not name.startswith("_"))


def _computed(file: GameFile, name: str) -> Any:
    """What the contract has under this name for this game."""
    found = vars(type(file))[name]
    return found.func(file) if isinstance(found, cached_property) else found


_BASE = frozenset(vars(GameFile))
