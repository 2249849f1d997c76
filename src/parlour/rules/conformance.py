"""The conformance kit: is this game's folder fit to be played, simulated and learned from?

`check(game)` plays random games of every table size, by the printed rules and under every
house rule, and looks after each step for whatever the contract promises. It returns what it
found, each broken promise once, with an example. Any folder can be put through it:

    parlour check path/to/folder
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.rules import drivers, forms
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, NOBODY, OVER
from parlour.rules.position import Position
from parlour.text import ParlourError, Text, say

MOST_STEPS = 50_000  # a random game that takes longer is taken never to end
CODES_ASKED = 512  # of a larger set of actions only so many are asked about, taken at random
TICKETS_DRAWN = 10_000
EVERY = 5  # the dear checks run on every so many-th step


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


class _Broken(Exception):
    """The game under check cannot go on."""


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
        self.out = np.zeros(max(int(self.plain.MAX_ACTIONS), 1), np.int64)
        self.where = ""

    def expect(self, holds: bool, promise: str, text: Text) -> None:
        if not holds and promise not in self.findings:
            self.findings[promise] = Finding(promise, say("{what} ({where})", what=text, where=self.where))

    # ------------------------------------------------------------ the whole check

    def run(self, games: int, progress: Callable[[str], None]) -> list[Finding]:
        self.where = "rules.py"
        if self.record_is_sound() and self.constants_are_sound():
            for players, options in self.tables():
                self.where = f"{players} players" + "".join(f", {k}={v}" for k, v in options.items())
                progress(self.where)
                for _ in range(games if not options else 1):
                    try:
                        self.play(players, options)
                    except _Broken:
                        break
                    except ParlourError as error:
                        self.expect(False, "plays", error.text)
                        break
                    except Exception as error:
                        what = say("{kind}: {error}", kind=type(error).__name__, error=error)
                        self.expect(False, "plays", what)
                        break
        return list(self.findings.values())

    def tables(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Every table size by the printed rules, then with each house rule once."""
        for players in self.game.rules.SEATS:
            yield players, {}
        for option in self.game.options:
            for choice in option.choices[1:] or [1, option.most]:
                sizes = option.players.get(str(choice), self.game.rules.SEATS)
                yield self.rng.choice(list(sizes)), {option.name: choice}

    def record_is_sound(self) -> bool:
        names = self.dtype.names or ()
        self.expect(bool(names), "record", say("State is not a record with named fields"))
        for name in names:
            kind = self.dtype[name].base.kind
            self.expect(
                kind in "iu",
                "record",
                say("the field {name} holds {kind}, not integers", name=name, kind=self.dtype[name].base),
            )
        for option in self.game.options:
            self.expect(
                option.name in names,
                "options",
                say("the house rule {name} has no field in the record", name=option.name),
            )
        return not self.findings

    def constants_are_sound(self) -> bool:
        seats = self.game.rules.SEATS
        self.expect(
            len(seats) > 0 and all(isinstance(n, int) and 0 < n <= self.plain.CHAIRS for n in seats),
            "constants",
            say(
                "SEATS = {seats} must be table sizes of at most CHAIRS = {chairs}",
                seats=seats,
                chairs=self.plain.CHAIRS,
            ),
        )
        for name in ("MAX_ACTIONS", "ACTIONS"):
            value = getattr(self.plain, name)
            self.expect(
                int(value) > 0, "constants", say("{name} = {value} must be above 0", name=name, value=value)
            )
        return not self.findings

    # ------------------------------------------------------------ one game

    def play(self, players: int, options: dict[str, Any]) -> None:
        p = self.game.new(players, options)
        self.starts_clean(p, players)
        slots = p.pack()
        history: list[tuple[Position, bytes]] = []
        actions: list[int] = []
        for step in range(MOST_STEPS):
            before = p.to_bytes()
            history.append((p.copy(), before))
            who = int(self.plain.actor(p))
            self.same_answer("actor", p, slots)
            if who == OVER:
                self.ends_well(p, slots)
                break
            listed = self.listed(p, slots, who)
            if step % EVERY == 0:
                self.chance_is_fair(p, slots, listed) if who == CHANCE else self.only_legal_accepted(
                    p, slots, who, listed
                )
                self.secrets_kept(p, slots, who, listed)
                self.observes(p, slots)
                self.folder_agrees(p, listed)
            self.expect(p.to_bytes() == before, "reading", say("looking at a position changed it"))
            action = self.rng.choice(listed)
            self.plain.apply(p, action)
            actions.append(action)
            if self.fast:
                self.fast.apply(slots[0], action)
                if p.to_bytes() != slots.tobytes():
                    self.expect(
                        False,
                        "two forms",
                        say("compiled and plain differ after action {action}", action=action),
                    )
                    raise _Broken
        else:
            self.expect(
                False, "ends", say("a random game was not over after {steps} steps", steps=MOST_STEPS)
            )
            raise _Broken
        for position, data in history:
            self.expect(
                position.to_bytes() == data, "by value", say("a later move changed an earlier position")
            )
        self.replays(history[0][0], actions, p)

    def starts_clean(self, p: Position, players: int) -> None:
        """A new game must not depend on what was in the record before."""
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
        count = int(self.plain.legal(p, self.out))
        listed: list[int] = self.out[:count].tolist()
        if not 0 < count <= self.plain.MAX_ACTIONS:
            self.expect(
                False, "legal", say("legal lists {count} actions for actor {who}", count=count, who=who)
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
            self.expect(right, "odds", say("draw does not give each outcome its odds"))

    def only_legal_accepted(self, p: Position, slots: Any, who: int, listed: list[int]) -> None:
        size = int(self.plain.ACTIONS)
        codes = range(size) if size <= CODES_ASKED else {*self.rng.sample(range(size), CODES_ASKED), *listed}
        for code in [-1, size, *codes]:
            refused = int(self.same_answer("refusal", p, slots, who, code))
            self.expect(
                (refused == 0) == (code in listed),
                "refusal",
                say(
                    "action {code} is {legal}, refusal says {refused}",
                    code=code,
                    legal=code in listed,
                    refused=refused,
                ),
            )
        for seat in range(int(self.plain.CHAIRS)):
            if not self.plain.may_act(p, seat):
                self.expect(
                    self.plain.refusal(p, seat, listed[0]) != 0,
                    "refusal",
                    say("seat {seat} may play out of turn", seat=seat),
                )

    def secrets_kept(self, p: Position, slots: Any, who: int, listed: list[int]) -> None:
        """What a seat sees decides what it may do, and guesses fit what it sees."""
        for seat in range(int(self.plain.CHAIRS)):
            if self.plain.side(p, seat) == NOBODY:
                continue
            seen = p.copy()
            self.plain.hide(seen, seat)
            view = seen.to_bytes()
            again = seen.copy()
            self.plain.hide(again, seat)
            self.expect(again.to_bytes() == view, "hide", say("hiding twice differs from hiding once"))
            if seat == who:
                mine = self.out[: int(self.plain.legal(seen, self.out))].tolist()
                self.expect(
                    mine == listed,
                    "hide",
                    say("what seat {seat} may do depends on what it cannot see", seat=seat),
                )
            guessed = seen.copy()
            self.plain.guess(guessed, seat, np.array([self.rng.getrandbits(63)], np.uint64))
            same_actor = self.plain.actor(guessed) == self.plain.actor(seen)
            self.plain.hide(guessed, seat)
            self.expect(
                same_actor and guessed.to_bytes() == view,
                "guess",
                say("a guess does not fit what seat {seat} sees", seat=seat),
            )
            if self.fast:
                copy = slots.copy()
                self.fast.hide(copy[0], seat)
                self.expect(
                    copy.tobytes() == view, "two forms", say("hide differs between plain and compiled")
                )

    def observes(self, p: Position, slots: Any) -> None:
        size = int(self.plain.FEATURES)
        for seat in range(int(self.plain.CHAIRS)):
            if self.plain.side(p, seat) == NOBODY:
                continue
            seen = p.copy()
            self.plain.hide(seen, seat)
            known, whole = np.full((2, size + 1), np.nan)
            self.plain.observe(seen, seat, known)
            self.plain.observe(p, seat, whole)
            filled = bool(np.isfinite(whole[:size]).all() and np.isnan(whole[size]))
            self.expect(
                filled, "observe", say("observe does not write exactly FEATURES = {size} numbers", size=size)
            )
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

    def folder_agrees(self, p: Position, listed: list[int]) -> None:
        """The other files of the folder, where there are any."""
        if (self.game.folder / "words.py").exists():
            names = [self.game.words.notation(p, a) for a in listed]
            self.expect(
                all(names) and len(set(names)) == len(names),
                "words",
                say("two legal actions read the same: {names}", names=names),
            )
        if (self.game.folder / "position.py").exists():
            data = self.game.position.describe(p)
            same = self.game.position.build(data) == p
            self.expect(
                same, "position", say("the JSON form does not give back the position {data}", data=data)
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
