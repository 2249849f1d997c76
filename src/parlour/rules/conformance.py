"""The conformance kit: is this game's folder fit to be played, simulated and learned from?

`check(game)` plays random games of every table size, by the printed rules and under every
house rule, and looks after each step for whatever the contract promises. It returns what it
found, each broken promise once, with an example. Any folder can be put through it:

    parlour check path/to/folder
"""

from __future__ import annotations

import os
import random
import re
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parlour.rules import drivers, forms, furnishing, inspection, symmetry
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, NOBODY, OVER, UNMARKED
from parlour.rules.patience import Impatient, patience
from parlour.rules.position import Position
from parlour.text import ParlourError, Text, join, say

MOST_STEPS = 50_000  # a random game that takes longer is taken never to end
CODES_ASKED = 512  # of a larger set of actions only so many are asked about, taken at random
TICKETS_DRAWN = 10_000
EVERY = 5  # the dear checks run on every so many-th step
PATIENCE = 5  # seconds that one call of a rule may take
ROOM = 256  # beyond MAX_ACTIONS, so that a list that is too long can be counted
LOOKAHEAD = 200  # steps played on from a guess


@dataclass(frozen=True)
class Finding:
    """A promise of the contract that the game breaks."""

    promise: str
    text: Text

    def __str__(self) -> str:
        return f"{self.promise}: {self.text}"


def check(
    game: Game,
    games: int = 3,
    seed: int = 0,
    boundscheck: bool = False,
    progress: Callable[[str], None] | None = None,
) -> list[Finding]:
    """Everything that is wrong with a game; `games` random games per table size and house rule."""
    return _Check(game, seed, boundscheck).run(games, progress or (lambda _: None))


def tables(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every table size by the printed rules, then each choice of a house rule, sizes taking turns."""
    for players in game.rules.SEATS:
        yield players, {}
    turn = 0
    for option in game.options:
        for choice in option.choices[1:] or [1, option.most]:
            sizes = option.players.get(str(choice), game.rules.SEATS)
            yield sizes[turn % len(sizes)], {option.name: choice}
            turn += 1


class _Broken(Exception):
    """The game under check cannot go on."""


class _Endless(_Broken):
    """It never ends, so no other game of it needs to be waited for."""


class _Check:
    def __init__(self, game: Game, seed: int, boundscheck: bool) -> None:
        self.game = game
        self.plain = game.plain
        self.rng = random.Random(seed)
        self.findings: dict[str, Finding] = {}
        self.fast: Any = None
        if forms.compiler_present():
            self.fast = (
                forms.compiled(game.rules, drivers, boundscheck=True) if boundscheck else game.compiled
            )
        self.dtype: np.dtype[Any] = game.rules.State
        self.where = "rules.py"
        self.masks = [
            (np.full(game.plain.ACTIONS, 7, np.uint8), np.full(1, game.plain.ACTIONS)) for _ in range(2)
        ]
        self.blank: bool | None = None  # has a guess ever filled in what was hidden?

    def expect(self, holds: bool, promise: str, text: Text) -> None:
        if not holds and promise not in self.findings:
            self.findings[promise] = Finding(promise, say("{what} ({where})", what=text, where=self.where))

    # ------------------------------------------------------------ the whole check

    def run(self, games: int, progress: Callable[[str], None]) -> list[Finding]:
        self.remark(inspection.remarks(self.game))
        if not self.findings:
            with self.failures():
                self.remark(furnishing.missing(self.game))
        if not self.findings:
            with self.failures():
                self.symmetry = symmetry.Check(self.game)
        if not self.findings:
            self.out = np.zeros(int(self.plain.MAX_ACTIONS) + ROOM, np.int64)
            try:
                for players, options in tables(self.game):
                    self.where = f"{players} players" + "".join(f", {k}={v}" for k, v in options.items())
                    progress(self.where)
                    with self.failures(), patience(self.game.folder, PATIENCE):
                        for _ in range(games if not options else 1):
                            self.play(players, options)
            except _Endless:
                pass
        if self.blank and not self.findings:
            self.expect(False, "guess", say("guess fills nothing in of what hide takes away"))
        return list(self.findings.values())

    def remark(self, remarks: Iterable[inspection.Remark]) -> None:
        for promise, text in remarks:
            self.expect(False, promise, text)

    @contextmanager
    def failures(self) -> Iterator[None]:
        """What is raised inside the game's folder is a finding: what, and in which line."""
        try:
            yield
        except _Endless:
            raise
        except _Broken:
            pass
        except Exception as error:
            place = self.place_of(error)
            if isinstance(error, Impatient):
                self.expect(False, "ends", join([error.text, place]))
                raise _Endless from error
            if isinstance(error, ParlourError):
                self.expect(False, "plays", join([error.text, place]))
            elif _while_compiling(error):
                text = say("the rules cannot be compiled: {why}", why=_why(error))
                self.expect(False, "compiles", join([text, place]))
            else:
                text = say("{kind}: {error}", kind=type(error).__name__, error=error)
                self.expect(False, "plays", join([text, place]))

    def place_of(self, error: Exception) -> Text | None:
        """The line of the folder where it was raised, or which the compiler complains about."""
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if Path(frame.filename).parent == self.game.folder:
                file = Path(frame.filename).name
                return say("[{name}, {file} line {line}]", name=frame.name, file=file, line=frame.lineno)
        line = re.search(r"rules\.py\"?[, ]*(?:line |\(|:)(\d+)", str(error))
        return say("[rules.py line {line}]", line=line[1]) if line else None

    # ------------------------------------------------------------ one game

    def play(self, players: int, options: dict[str, Any]) -> None:
        p = self.game.new(players, options)
        self.starts_clean(p, players, options)
        slots = p.pack()
        history: list[tuple[Position, bytes]] = []
        actions: list[int] = []
        for step in range(MOST_STEPS):
            before = p.to_bytes()
            history.append((p.copy(), before))
            who = self.whole("actor", self.same_answer("actor", p, slots))
            if who == OVER:
                self.ends_well(p, slots)
                self.unchanged(p, before)
                break
            listed = self.listed(p, slots, who)
            if step % EVERY == 0:
                self.look_closely(p, slots, who, listed)
            self.unchanged(p, before)
            actions.append(self.rng.choice(listed))
            self.step(p, slots, actions[-1])
        else:
            self.expect(
                False, "ends", say("a random game was not over after {steps} steps", steps=MOST_STEPS)
            )
            raise _Endless
        for position, data in history:
            self.expect(
                position.to_bytes() == data, "by value", say("a later move changed an earlier position")
            )
        self.replays(history[0][0], actions, p)

    def look_closely(self, p: Position, slots: Any, who: int, listed: list[int]) -> None:
        """The dear checks of one position."""
        before = p.to_bytes()
        again = self.out[: int(self.plain.legal(p, self.out))].tolist()
        self.expect(again == listed, "reading", say("legal, asked again, gives another list"))
        if who == CHANCE:
            self.chance_is_fair(p, slots, listed)
        else:
            self.only_legal_accepted(p, slots, who, listed)
            self.choices_are_legal(p, slots, listed)
        if hasattr(self.game.rules, "hide") or hasattr(self.game.rules, "guess"):
            self.secrets_kept(p, slots, who, listed)
        self.observes(p, slots)
        if who != CHANCE:
            self.remark(self.symmetry.remarks(p, who, listed))
        self.unchanged(p, before)
        self.remark(furnishing.remarks(self.game, p, listed))

    def step(self, p: Position, slots: Any, action: int) -> None:
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
            raise _Broken
        if self.fast:
            self.fast.apply(slots[0], action)
            if p.to_bytes() != slots.tobytes():
                self.expect(
                    False, "two forms", say("compiled and plain differ after action {action}", action=action)
                )
                raise _Broken

    def unchanged(self, p: Position, before: bytes) -> None:
        self.expect(p.to_bytes() == before, "reading", say("looking at a position changed it"))

    def whole(self, name: str, answer: Any) -> int:
        """The answer of a function that gives a whole number."""
        if inspection.is_whole(answer):
            return int(answer)
        text = say("{name} gives {answer}, not a whole number", name=name, answer=repr(answer))
        self.expect(False, "answers", text)
        raise _Broken

    def starts_clean(self, p: Position, players: int, options: dict[str, Any]) -> None:
        """A new game keeps its house rules and forgets everything else that was in the record."""
        kept = self.game.option_values(p) == options
        self.expect(kept, "options", say("new_game overwrites a house rule: {options}", options=options))
        dirty = p.copy()
        for name in self.dtype.names or ():
            if name not in {o.name for o in self.game.options}:
                value = getattr(dirty, name)
                setattr(dirty, name, np.full_like(value, 1) if isinstance(value, np.ndarray) else 1)
        self.plain.new_game(dirty, players)
        differs = [n for n in self.dtype.names or () if not np.array_equal(getattr(dirty, n), getattr(p, n))]
        self.expect(
            not differs, "new_game", say("new_game does not set: {fields}", fields=", ".join(differs))
        )

    def same_answer(self, name: str, p: Position, slots: Any, *arguments: int) -> Any:
        """A function of the contract, asked of both forms."""
        answer = getattr(self.plain, name)(p, *arguments)
        if self.fast:
            fast = getattr(self.fast, name)(slots[0], *arguments)
            self.expect(
                answer == fast,
                "two forms",
                say("{name} is {plain} plain and {fast} compiled", name=name, plain=answer, fast=fast),
            )
        return answer

    def listed(self, p: Position, slots: Any, who: int) -> list[int]:
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
            raise _Broken
        self.expect(
            len(set(listed)) == count, "legal", say("legal lists an action twice: {listed}", listed=listed)
        )
        if self.fast:
            fast = self.out.copy()
            n = self.fast.legal(slots[0], fast)
            same = listed == fast[:n].tolist()
            self.expect(
                same,
                "two forms",
                say("legal differs: {plain} plain, {fast} compiled", plain=listed, fast=fast[:n]),
            )
        if who == CHANCE:
            return listed
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
        self.expect(
            all(0 <= a < self.plain.ACTIONS for a in listed),
            "legal",
            say("a legal action lies outside range(ACTIONS): {listed}", listed=listed),
        )
        return listed

    def chance_is_fair(self, p: Position, slots: Any, listed: list[int]) -> None:
        odds = np.zeros_like(self.out)
        count = int(self.plain.weights(p, odds))
        weights = odds[:count].tolist()
        total = int(self.same_answer("tickets", p, slots))
        self.expect(
            count == len(listed),
            "odds",
            say("there are odds for {n} outcomes of {m}", n=count, m=len(listed)),
        )
        self.expect(
            all(w > 0 for w in weights), "odds", say("an outcome has no chance: {odds}", odds=weights)
        )
        self.expect(
            sum(weights) == total,
            "odds",
            say("odds sum to {sum}, not {tickets}", sum=sum(weights), tickets=total),
        )
        if total <= TICKETS_DRAWN:
            drawn = [int(self.plain.draw(p, t)) for t in range(total)]
            right = all(drawn.count(a) == w for a, w in zip(listed, weights, strict=False))
        else:
            drawn = [int(self.plain.draw(p, self.rng.randrange(total))) for _ in range(CODES_ASKED)]
            right = set(drawn) <= set(listed)
        self.expect(right, "odds", say("draw does not give each outcome its odds"))

    def only_legal_accepted(self, p: Position, slots: Any, who: int, listed: list[int]) -> None:
        size = int(self.plain.ACTIONS)
        codes = range(size) if size <= CODES_ASKED else {*self.rng.sample(range(size), CODES_ASKED), *listed}
        for code in [-1, size, *codes]:
            refused = int(self.same_answer("refusal", p, slots, who, code))
            if refused and code in listed:
                text = say("legal lists action {code}, refusal gives {reason}", code=code, reason=refused)
                self.expect(False, "refusal", text)
            elif not refused and code not in listed:
                text = say("refusal accepts action {code}, which legal does not list", code=code)
                self.expect(False, "refusal", text)
        for seat in range(int(self.plain.CHAIRS)):
            if not self.plain.may_act(p, seat):
                self.expect(
                    self.plain.refusal(p, seat, listed[0]) != 0,
                    "refusal",
                    say("seat {seat} may play out of turn", seat=seat),
                )

    def choices_are_legal(self, p: Position, slots: Any, listed: list[int]) -> None:
        """What is chosen without a list is what the list holds, in its order."""
        for form, s in [(self.plain, p)] + ([(self.fast, slots[0])] if self.fast else []):
            count = int(form.choices(s, self.out))
            chosen = [int(form.choice(s, k, self.out)) for k in range(min(count, len(listed)))]
            text = say("choices and choice do not give what legal lists, in its order: {n}", n=count)
            self.expect(count == len(listed) and chosen == listed, "choices", text)
            if form.actor(s) >= 0 and hasattr(self.game.rules, "mark"):
                mask, used = self.masks[form is self.plain]  # as the last position left them
                marked = int(form.mark(s, mask, used))
                if marked == UNMARKED:
                    continue
                wanted = np.isin(np.arange(form.ACTIONS), listed)
                text = say("mark does not mark what legal lists: {n}", n=marked)
                right = marked == len(listed) and np.array_equal(mask, wanted) and not mask[used[0] :].any()
                self.expect(right, "choices", text)

    def secrets_kept(self, p: Position, slots: Any, who: int, listed: list[int]) -> None:
        """What a seat sees decides what it may do, and guesses fit what it sees."""
        for seat in self.game.seats(p):
            seen = p.copy()
            self.plain.hide(seen, seat)
            again = seen.copy()
            self.plain.hide(again, seat)
            self.expect(again == seen, "hide", say("hiding twice differs from hiding once"))
            knows = self.plain.actor(seen) == who and all(
                bool(self.plain.may_act(seen, s)) == bool(self.plain.may_act(p, s)) for s in (seat, who)
            )
            self.expect(knows, "hide", say("who may act depends on what seat {seat} cannot see", seat=seat))
            if seat == who:
                mine = self.out[: int(self.plain.legal(seen, self.out))].tolist()
                self.expect(
                    mine == listed,
                    "hide",
                    say("what seat {seat} may do depends on what it cannot see", seat=seat),
                )
            if self.fast:
                copy = slots.copy()
                self.fast.hide(copy[0], seat)
                self.expect(
                    copy.tobytes() == seen.to_bytes(),
                    "two forms",
                    say("hide differs between plain and compiled"),
                )
            self.guesses(p, seen, seat)

    def guesses(self, p: Position, seen: Position, seat: int) -> None:
        """A guess fits the view, and could be the truth: it can be played on."""
        stream = np.array([self.rng.getrandbits(63)], np.uint64)
        guessed, slots, same_stream = seen.copy(), seen.pack(), stream.copy()
        self.plain.guess(guessed, seat, stream)
        view = guessed.copy()
        self.plain.hide(view, seat)
        fits = view == seen and self.plain.actor(guessed) == self.plain.actor(seen)
        self.expect(fits, "guess", say("a guess does not fit what seat {seat} sees", seat=seat))
        if self.fast:
            self.fast.guess(slots[0], seat, same_stream)
            same = slots.tobytes() == guessed.to_bytes()
            self.expect(same, "two forms", say("guess differs between plain and compiled"))
        if seen == p:  # nothing is hidden
            return
        self.blank = self.blank is not False and guessed == seen
        if fits and guessed != seen:
            for problem in self.game.position.problems(guessed):
                self.expect(False, "guess", say("a guess cannot be: {problem}", problem=problem))
            self.plays_on(guessed)

    def plays_on(self, p: Position) -> None:
        for _ in range(LOOKAHEAD):
            if self.plain.actor(p) == OVER:
                return
            count = int(self.plain.legal(p, self.out))
            if not 0 < count <= self.plain.MAX_ACTIONS:
                text = say("a guess leads to a position where legal lists {count} actions", count=count)
                self.expect(False, "guess", text)
                return
            self.plain.apply(p, int(self.rng.choice(self.out[:count].tolist())))
            p.to_bytes()  # raises when a value does not fit its field

    def observes(self, p: Position, slots: Any) -> None:
        size = int(self.plain.FEATURES)
        for seat in self.game.seats(p):
            seen = p.copy()
            self.plain.hide(seen, seat)
            known, whole = np.full((2, size + 1), np.nan)
            self.plain.observe(seen, seat, known)
            self.plain.observe(p, seat, whole)
            filled = bool(np.isfinite(whole[:size]).all() and np.isnan(whole[size]))
            self.expect(
                filled, "observe", say("observe does not write exactly FEATURES = {size} numbers", size=size)
            )
            if filled:
                near = bool((np.abs(whole[:size]) <= 1).all())
                self.expect(near, "observe", say("observe writes numbers that are not from -1 to 1"))
            same = np.array_equal(known, whole, equal_nan=True)
            self.expect(
                same, "observe", say("what seat {seat} observes depends on what it cannot see", seat=seat)
            )
            if self.fast and filled:
                fast = np.full(size + 1, np.nan)
                self.fast.observe(slots[0], seat, fast)
                self.expect(
                    np.allclose(fast[:size], whole[:size]),
                    "two forms",
                    say("observe differs between plain and compiled"),
                )

    def ends_well(self, p: Position, slots: Any) -> None:
        self.expect(self.plain.legal(p, self.out) == 0, "ends", say("there are legal actions after the end"))
        shares: dict[int, float] = {}
        for seat in range(int(self.plain.CHAIRS)):
            share = float(self.same_answer("payoff", p, slots, seat))
            side = int(self.same_answer("side", p, slots, seat))
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
        again = start.copy()
        for action in actions:
            self.plain.apply(again, action)
        self.expect(again == end, "replay", say("the same actions lead to another position"))
        if self.fast:
            slots = start.pack()
            played = self.fast.replay(slots, np.array(actions, np.int64), self.out)
            right = played == len(actions) and slots.tobytes() == end.to_bytes()
            self.expect(
                right,
                "replay",
                say("the compiled replay of {n} actions stops at {m}", n=len(actions), m=played),
            )


def _while_compiling(error: Exception) -> bool:
    """Was it the compiler that raised this, rather than a rule?"""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and f"{os.sep}numba{os.sep}" in frames[-1].filename


def _why(error: Exception) -> str:
    """The line of the compiler's complaint that says most."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith("Failed in nopython mode")]
    return f"{type(error).__name__}: {(telling or lines or ['-'])[0]}"
