"""What is looked at in every step: what may be done, how it is chosen and marked, and what a step does."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from parlour.rules import inspection
from parlour.rules.conformance.findings import Broken, Findings
from parlour.rules.conformance.twin import Twin
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, NOBODY, UNMARKED
from parlour.rules.position import Position
from parlour.text import say

SPARE = 256  # beyond MAX_ACTIONS, so that a list that is too long can be counted


class Steps:
    """Checks of one position after another, by the plain form and by its twin."""

    def __init__(self, game: Game, twin: Twin | None, findings: Findings, rng: random.Random) -> None:
        self.game, self.plain, self.twin, self.rng = game, game.plain, twin, rng
        self.expect = findings.expect
        self.dtype: np.dtype[Any] = game.rules.State
        self.out = np.zeros(int(self.plain.MAX_ACTIONS) + SPARE, np.int64)
        size = int(self.plain.ACTIONS)
        own = ("choices", "choice", "mark")  # the contract's follow from legal
        self.has_own_choices = any(hasattr(game.rules, name) for name in own)
        self.masks = [(np.full(size, 7, np.uint8), np.full(1, size)) for _ in range(2)]

    # ------------------------------------------------------------ asking both forms

    def same_answer(self, name: str, p: Position, *arguments: int) -> Any:
        """A function of the contract, asked of both forms."""
        answer = getattr(self.plain, name)(p, *arguments)
        if self.twin:
            fast = getattr(self.twin.form, name)(self.twin.s, *arguments)
            self.expect(
                answer == fast,
                "two forms",
                say("{name} is {plain} plain and {fast} compiled", name=name, plain=answer, fast=fast),
            )
        return answer

    def whole(self, name: str, answer: Any) -> int:
        """The answer of a function that gives a whole number."""
        if inspection.is_whole(answer):
            return int(answer)
        text = say("{name} gives {answer}, not a whole number", name=name, answer=repr(answer))
        self.expect(False, "answers", text)
        raise Broken

    def actor(self, p: Position) -> int:
        """Who acts, which both forms must say alike."""
        return self.whole("actor", self.same_answer("actor", p))

    # ------------------------------------------------------------ what may be done

    def listed(self, p: Position, who: int) -> list[int]:
        """The legal actions, checked."""
        count = self.whole("legal", self.plain.legal(p, self.out))
        listed: list[int] = self.out[:count].tolist()
        most = int(self.plain.MAX_ACTIONS)
        if not 0 < count <= most:
            self.expect(
                False,
                "legal",
                say(
                    "legal lists {count} actions for actor {who}, not 1 to MAX_ACTIONS = {most}",
                    count=count,
                    who=who,
                    most=most,
                ),
            )
            raise Broken
        self.expect(
            len(set(listed)) == count, "legal", say("legal lists an action twice: {listed}", listed=listed)
        )
        if self.twin:
            fast = self.twin.legal(self.out)
            self.expect(
                listed == fast,
                "two forms",
                say("legal differs: {plain} plain, {fast} compiled", plain=listed, fast=fast),
            )
        if who != CHANCE:
            self.may_act(p, who)
            self.expect(
                all(0 <= a < self.plain.ACTIONS for a in listed),
                "legal",
                say("a legal action lies outside range(ACTIONS): {listed}", listed=listed),
            )
            self.can_be_chosen(p, listed)
        return listed

    def may_act(self, p: Position, who: int) -> None:
        """The actor may, and so may those whom `call_on` makes the actor."""
        self.expect(
            0 <= who < self.plain.CHAIRS and self.plain.side(p, who) != NOBODY,
            "actor",
            say("actor is {who}, where nobody sits", who=who),
        )
        self.expect(bool(self.plain.may_act(p, who)), "actor", say("the actor may not act"))
        for seat in range(int(self.plain.CHAIRS)):
            if seat != who and self.plain.may_act(p, seat):
                called = p.copy()
                self.plain.call_on(called, seat)
                self.expect(
                    self.plain.actor(called) == seat,
                    "actor",
                    say("seat {seat} may act, but call_on does not make it the actor", seat=seat),
                )

    def can_be_chosen(self, p: Position, listed: list[int]) -> None:
        """Counting, choosing and marking without a list give what the list holds, in its order."""
        forms: list[tuple[Any, Any]] = []
        if hasattr(self.game.rules, "listed"):
            self.out.fill(-1)  # or it would be what legal left there
            count = int(self.plain.listed(p, self.out))
            right = self.out[:count].tolist() == listed
            self.expect(right, "choices", say("listed does not give what legal lists: {n}", n=count))
        if self.has_own_choices:
            forms.append((self.plain, p))
        if self.twin:
            forms.append((self.twin.form, self.twin.s))
        for (form, s), (mask, used) in zip(forms, self.masks, strict=False):
            self.out.fill(-1)
            count = int(form.choices(s, self.out))
            k = self.rng.randrange(len(listed))
            right = count == len(listed) and int(form.choice(s, k, self.out)) == listed[k]
            text = say("choices and choice do not give what legal lists, in its order: {n}", n=count)
            self.expect(right, "choices", text)
            marked = int(form.mark(s, mask, used))  # over what the last position left there
            if marked != UNMARKED:
                right = marked == len(listed) == np.count_nonzero(mask) and bool((mask[listed] == 1).all())
                text = say("mark does not mark what legal lists: {n}", n=marked)
                self.expect(right and not mask[used[0] :].any(), "choices", text)

    # ------------------------------------------------------------ doing it

    def play(self, p: Position, action: int) -> None:
        """Play one action on both forms."""
        arrays = {n: v for n, v in vars(p).items() if isinstance(v, np.ndarray)}
        self.plain.apply(p, action)
        self.expect(
            all(vars(p).get(n) is v for n, v in arrays.items()),
            "by value",
            say("apply puts another array in the place of a field; write its elements: s.field[i] = ..."),
        )
        strange = [n for n in vars(p) if n not in (self.dtype.names or ())]
        self.expect(
            not strange, "record", say("apply writes {names}: no such field", names=", ".join(strange))
        )
        if strange:
            raise Broken
        if self.twin:
            self.twin.form.apply(self.twin.s, action)
            if p.to_bytes() != self.twin.to_bytes():
                fields = ", ".join(self._differing(p))
                text = say(
                    "compiled and plain differ after action {action}: {fields}", action=action, fields=fields
                )
                self.expect(False, "two forms", text)
                raise Broken

    def _differing(self, p: Position) -> list[str]:
        assert self.twin is not None
        other = Position.from_bytes(self.dtype, self.twin.to_bytes())
        names = self.dtype.names or ()
        return [n for n in names if not np.array_equal(getattr(p, n), getattr(other, n))]

    def derived(self, p: Position) -> None:
        """What follows from the rest of the record can be worked out anew from the rest alone."""
        names: tuple[str, ...] = self.plain.DERIVED
        if names:
            again = p.copy()
            for name in names:
                value = getattr(again, name)
                setattr(again, name, np.ones_like(value) if isinstance(value, np.ndarray) else 1)
            self.plain.derive(again)
            wrong = [n for n in vars(p) if not np.array_equal(getattr(p, n), getattr(again, n))]
            text = say("derive does not give what apply leaves in: {fields}", fields=", ".join(wrong))
            self.expect(not wrong, "derive", text)

    # ------------------------------------------------------------ the beginning and the end

    def starts_clean(self, p: Position, players: int, options: dict[str, Any]) -> None:
        """A new game keeps its house rules and forgets everything else that was in the record."""
        chosen = {name: value for name, value in options.items() if not self._is_printed(name, value)}
        kept = self.game.option_values(p) == chosen
        self.expect(kept, "options", say("new_game overwrites a house rule: {options}", options=options))
        dirty = p.copy()
        for name in self.dtype.names or ():
            if name not in {o.name for o in self.game.options}:
                value = getattr(dirty, name)
                setattr(dirty, name, np.full_like(value, 1) if isinstance(value, np.ndarray) else 1)
        as_it_was = dirty.copy()
        self.plain.new_game(dirty, players)
        differs = [n for n in self.dtype.names or () if not np.array_equal(getattr(dirty, n), getattr(p, n))]
        self.expect(
            not differs, "new_game", say("new_game does not set: {fields}", fields=", ".join(differs))
        )
        if self.twin and not differs:
            same = self.twin.after(as_it_was, "new_game", players) == p.to_bytes()
            self.expect(same, "two forms", say("new_game differs between plain and compiled"))
        self.derived(p)

    def _is_printed(self, name: str, value: Any) -> bool:
        option = next(o for o in self.game.options if o.name == name)
        return bool(value == (option.choices[0] if option.choices else 0))

    def ends_well(self, p: Position) -> None:
        """After the end nothing is legal, and the shares of the sides sum to one."""
        self.expect(self.plain.legal(p, self.out) == 0, "ends", say("there are legal actions after the end"))
        shares: dict[int, float] = {}
        for seat in range(int(self.plain.CHAIRS)):
            share = float(self.same_answer("payoff", p, seat))
            side = int(self.same_answer("side", p, seat))
            self.expect(0 <= share <= 1, "payoff", say("seat {seat} gets {share}", seat=seat, share=share))
            if side == NOBODY:
                self.expect(share == 0, "payoff", say("an empty chair gets a share"))
            else:
                together = shares.setdefault(side, share) == share
                self.expect(together, "payoff", say("partners get different shares"))
        total = sum(shares.values())
        self.expect(
            abs(total - 1) < 1e-9, "payoff", say("the shares of all sides sum to {total}, not 1", total=total)
        )

    def replays(self, start: Position, actions: list[int], end: Position) -> None:
        """The same actions from the same start lead to the same bytes. Where there is a twin, the plain form
        was held against it in every step: then the twin alone plays again."""
        if self.twin:
            played, reached = self.twin.replay(start, actions, self.out)
            self.expect(
                played == len(actions) and reached == end.to_bytes(),
                "replay",
                say("the compiled replay of {n} actions stops at {m}", n=len(actions), m=played),
            )
            return
        again = start.copy()
        for action in actions:
            self.plain.apply(again, action)
        self.expect(again == end, "replay", say("the same actions lead to another position"))
