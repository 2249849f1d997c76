"""A game's bots in both forms: its rules, its `careful.py` and `tactics.py`, and the drivers of bots,
together.

Whoever writes another driver module binds it with its own call, such as `bound(game, search_drivers)`; the
names of `parlour.bots.drivers` are always there. Each set of modules has a folder of its own in the cache, so
a change to one of them compiles nothing else anew.
"""

from __future__ import annotations

from functools import cached_property
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots import drivers
from parlour.rules import drivers as rules_drivers
from parlour.rules import forms
from parlour.rules.contracts import careful, tactics
from parlour.rules.contracts.careful import Consideration
from parlour.rules.game import Game, once
from parlour.rules.position import Position, Shelf

_READY = "ready"  # a file beside the compiled drivers: all of them are there
Array = npt.NDArray[Any]


class Bound:
    """One game with some driver modules. `form` is what to compute with: plain until `use_compiled`."""

    def __init__(
        self, game: Game, modules: tuple[ModuleType, ...], parts: tuple[forms.Part, ...] = ()
    ) -> None:
        self.game = game
        self._modules = (rules_drivers, drivers, *(m for m in modules if m is not drivers))
        self._parts = ((game.careful.module, careful), (game.tactics.module, tactics), *parts)
        self._warm = False
        self.plain: Any = forms.plain(game.rules, *self._modules, parts=self._parts)

    @property
    def compiled(self) -> Any:
        """The compiled form, or the plain one while Numba is missing or switched off."""
        return self._compiled if forms.compiler_present() else self.plain

    @cached_property
    def _compiled(self) -> Any:
        return forms.compiled(self.game.rules, *self._modules, parts=self._parts)

    @property
    def form(self) -> Any:
        """The compiled drivers once they are warm; plain ones before, for nobody waits for a compiler."""
        return self.compiled if self._warm else self.plain

    @property
    def considerations(self) -> tuple[Consideration, ...]:
        """What a careful player of this game looks at; empty where the folder has no careful.py."""
        return self.game.careful.CONSIDERATIONS

    @property
    def scale(self) -> float:
        """By what the game's weights are multiplied before they become chances."""
        return float(self.game.careful.SCALE)

    # ------------------------------------------------------------ compiling ahead

    @property
    def is_kept(self) -> bool:
        """Was everything compiled before, so that `warm` takes a moment only?"""
        return not forms.compiler_present() or self._ready_file().exists()

    def use_compiled(self) -> None:
        """Compute with the compiled form from now on. Whoever calls this has called every driver it needs."""
        self._warm = True
        if forms.compiler_present():
            self._ready_file().touch()

    def _ready_file(self) -> Any:
        return forms.cache_folder(self.game.rules, *self._modules, parts=self._parts) / _READY

    # ------------------------------------------------------------ what drivers take

    def slots(self, what: int | list[Position], form: Any = None) -> Any:
        """Room for positions, as a form keeps them: so many, or filled with these."""
        places = what if isinstance(what, int) else len(what)
        is_plain = (self.form if form is None else form) is self.plain
        slots: Any = (
            Shelf(places, self.game.rules.State) if is_plain else np.zeros(places, self.game.rules.State)
        )
        for i, position in enumerate([] if isinstance(what, int) else what):
            slots[i] = position if is_plain else position.pack()[0]
        return slots

    def workspace(self, mind: Array, places: int = 2, form: Any = None) -> drivers.Workspace:
        """What drivers need to try actions and to judge positions with this mind."""
        return drivers.Workspace(
            slots=self.slots(places, form),
            out=np.zeros(self.plain.MAX_ACTIONS, np.int64),
            rng=np.zeros(1, np.uint64),
            scratch=self.scratch(mind),
            values=np.zeros(self.game.chairs),
        )

    def scratch(self, mind: Array) -> Array:
        """The `scratch` for judging positions with this mind."""
        terms = int(mind[drivers.TERMS])
        widest = max(
            self.plain.FEATURES + terms,
            int(mind[drivers.HIDDEN]),
            int(mind[drivers.DEEPER]),
            self.game.chairs,
        )
        return np.zeros((drivers.ROWS, max(widest, len(self.considerations))), np.float32)

    def careful_mind(self, weights: dict[str, float] | None = None) -> Array:
        """The mind that judges by considerations, some of them with other weights."""
        mind = np.zeros(drivers.HEADER + len(self.considerations), np.float32)
        mind[drivers.KIND] = drivers.CONSIDERED
        mind[drivers.SCALE] = self.scale
        mind[drivers.TERMS] = len(self.considerations)
        for i, one in enumerate(self.considerations):
            mind[drivers.HEADER + i] = (weights or {}).get(one.name, one.weight)
        return mind


@once
def bound(game: Game, *modules: ModuleType) -> Bound:
    """The game bound to the drivers of bots and to these modules; one for each set of them."""
    return Bound(game, modules)
