"""The player that goes through every roll and every answer to it: `search:method=turns`.

It looks through `rolls` chance events. At most `outcomes` of each are followed and `width` actions of each
decision. Its actions are looked at in the order of what they seem to be worth at once, so that when time runs
out only those go without that seemed to be poor.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from parlour.bots import search, search_turns
from parlour.bots.binding import Array, Bound, bound
from parlour.bots.bot import Candidate, Settings, Thought, check_asked
from parlour.bots.careful import WORLDS, thought_of
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import checked_seed

STEPS = 24  # decisions and chance events that are followed at most
LOOKS = 400  # actions of the root that are looked at
_CHUNK = 8  # actions between two looks at the clock, at first


class Turns:
    """Plays the action that leaves its side the best chances after every roll and the best answers to it."""

    def __init__(
        self,
        bound: Bound,
        mind: Array,
        rolls: int = 1,
        outcomes: int = 36,
        width: int = 32,
        worlds: int = WORLDS,
        keep: int = 12,
        clock: search.Clock = time.monotonic,
    ) -> None:
        self._bound = bound
        self._mind = mind
        self._rolls = rolls
        self._dials = np.array([0.0, outcomes, width])
        self._worlds = worlds if bound.game.has_secrets else 1
        self._keep = keep
        self._clock = clock

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        """Goes through every roll of its turn and every answer, and plays what is worth most on average."""
        found = self.search(view, seat, seconds=seconds, seed=seed)
        told = found[: search.TOLD]
        chances = [float(one.chances[seat]) for one in told]
        reasons = search.reasons(self._bound, view, seat, [one.action for one in told], chances, seed)
        candidates = [
            Candidate(one.action, chance, why)
            for one, chance, why in zip(told, chances, reasons, strict=True)
        ]
        return Thought(
            candidates[0].action, tuple(map(float, found[0].chances)), candidates[0].reason, tuple(candidates)
        )

    def search(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> list[search.Found]:
        """The actions that were looked at as far as any, the best first."""
        check_asked(self._bound.game, view, seat)
        until = None if seconds is None else self._clock() + seconds
        start = self._bound.slots([view])
        actions = thought_of(self._bound, start)
        if len(actions) > LOOKS:
            actions = actions[np.arange(LOOKS) * len(actions) // LOOKS].copy()
        plan = make_plan(self._bound, self._mind, self._dials, self._bound.form)
        chances = np.zeros((len(actions), self._bound.game.chairs))
        done = self._follow(plan, start, seat, actions, 0, until, checked_seed(seed), chances)
        best: Array = chances[:done]
        actions = actions[:done]
        for rolls in range(1, self._rolls + 1):
            order = np.argsort(-best[:, seat], kind="stable")[: self._keep]
            actions, known = np.ascontiguousarray(actions[order]), best[order]
            if len(actions) == 1:
                best = known
                break
            deeper = np.zeros_like(known)
            done = self._follow(plan, start, seat, actions, rolls, until, checked_seed(seed), deeper)
            if done < len(actions):  # what time was left for, if it was enough for more than one
                actions, best = (actions[:done], deeper[:done]) if done > 1 else (actions, known)
                break
            best = deeper
        order = np.argsort(-best[:, seat], kind="stable")
        return [search.Found(int(actions[i]), 1, best[i]) for i in order]

    def _follow(
        self,
        plan: search_turns.Plan,
        start: Any,
        seat: int,
        actions: Array,
        rolls: int,
        until: float | None,
        seed: int,
        chances: Array,
    ) -> int:
        """Look at these actions as far as the time goes; at how many."""
        dials = self._dials.copy()
        dials[search_turns.ROLLS] = rolls
        done, chunk = 0, 1 if until is not None else len(actions)
        while done < len(actions):
            begun = self._clock()
            if until is not None and begun >= until and (done or rolls):  # one is looked at in any case
                break
            count = min(chunk, len(actions) - done)
            self._bound.form.follow(
                plan, start, seat, self._worlds, seed, actions, done, count, dials, self._mind, chances
            )
            done += count
            if until is not None:
                now = self._clock()
                pace = count / max(now - begun, 1e-6)
                chunk = int(min(max(pace * min(0.01, (until - now) / 2), 1), _CHUNK))
        return done

    def warm(self) -> None:
        """Compile the drivers by following no action."""
        search.warm_reasons(self._bound)
        form = self._bound.compiled
        if form is not self._bound.plain:
            plan = make_plan(self._bound, self._mind, self._dials, form)
            start, none = self._bound.slots([self._bound.game.new()], form), np.zeros(0, np.int64)
            form.list_sensible(start, plan.out)
            form.follow(plan, start, 0, 0, 0, none, 0, 0, self._dials, self._mind, np.zeros((0, 1)))
        self._bound.use_compiled()


def make_plan(bound: Bound, mind: Array, dials: Array, form: Any) -> search_turns.Plan:
    """Room for all that follows an action."""
    chairs = bound.game.chairs
    widest = int(max(dials[search_turns.OUTCOMES], dials[search_turns.WIDTH], 1))
    return search_turns.Plan(
        slots=bound.slots(STEPS + 1, form),
        moves=np.zeros((STEPS, widest), np.int64),
        odds=np.zeros((STEPS, widest), np.int64),
        counts=np.zeros((STEPS, 4), np.int64),
        left=np.zeros(STEPS + 1, np.int64),
        sums=np.zeros((STEPS, chairs)),
        used=np.array([0, 1 << 60, 0]),
        out=np.zeros(form.MAX_ACTIONS, np.int64),
        rng=np.zeros(1, np.uint64),
        values=np.zeros(chairs),
        scratch=bound.scratch(mind),
    )


def create(game: Game, settings: Settings) -> Turns:
    """`search:method=turns`, with what its settings change."""
    mine = bound(game, search_turns)
    mind = search.judgement(mine, settings.text("judge", search.BEST))
    return Turns(
        mine,
        mind if len(mind) else mine.careful_mind(),
        settings.whole("rolls", 1, 0, 4),
        settings.whole("outcomes", 36, 1, 10_000),
        settings.whole("width", 32, 1, 10_000),
        settings.whole("worlds", WORLDS, 1, 1000),
        settings.whole("keep", 12, 1, 10_000),
    )
