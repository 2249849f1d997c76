"""What is dear to look at, and looked at now and then: odds, reasons, secrets, features, symmetries."""

from __future__ import annotations

from typing import Any

import numpy as np

from parlour.rules import symmetry
from parlour.rules.conformance import other_files
from parlour.rules.conformance.findings import Findings
from parlour.rules.conformance.steps import Steps
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER, UNEXPLAINED
from parlour.rules.position import Position
from parlour.text import say

CODES_ASKED = 512  # of a larger set of actions only so many are asked about, taken at random
TICKETS_DRAWN = 10_000
LOOKAHEAD = 20  # steps played on from a guess


class Looks:
    """The dear checks of one position."""

    def __init__(self, game: Game, steps: Steps, findings: Findings) -> None:
        self.game, self.plain, self.twin = game, game.plain, steps.twin
        self.steps, self.rng, self.out = steps, steps.rng, steps.out
        self.findings, self.expect = findings, findings.expect
        self.symmetry = symmetry.Check(game)
        self.blank: bool | None = None  # has a guess ever filled in what was hidden?

    def look(self, p: Position, who: int, listed: list[int]) -> None:
        """Everything that is dear to look at, at one position."""
        before = p.to_bytes()
        again = self.out[: int(self.plain.legal(p, self.out))].tolist()
        self.expect(again == listed, "reading", say("legal, asked again, gives another list"))
        self.steps.derived(p)
        if who == CHANCE:
            self.chance_is_fair(p, listed)
        self.reasons_fit(p, who, listed)
        self.secrets_kept(p, who, listed)
        self.observes(p)
        self.counts(p, listed)
        if who != CHANCE:
            self.findings.remark(self.symmetry.remarks(p, who, listed))
        self.expect(p.to_bytes() == before, "reading", say("looking at a position changed it"))
        self.findings.remark(other_files.remarks(self.game, p, listed))

    # ------------------------------------------------------------ dice, and what is refused

    def chance_is_fair(self, p: Position, listed: list[int]) -> None:
        """Odds fit outcomes, and every ticket wins the outcome it should."""
        odds = np.zeros_like(self.out)
        count = int(self.plain.weights(p, odds))
        weights = odds[:count].tolist()
        total = int(self.steps.same_answer("tickets", p))
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
            drawn = [int(self.steps.same_answer("draw", p, t)) for t in range(total)]
            right = all(drawn.count(a) == w for a, w in zip(listed, weights, strict=False))
        else:
            tickets = [self.rng.randrange(total) for _ in range(CODES_ASKED)]
            drawn = [int(self.steps.same_answer("draw", p, t)) for t in tickets]
            right = set(drawn) <= set(listed)
        self.expect(right, "odds", say("draw does not give each outcome its odds"))

    def reasons_fit(self, p: Position, who: int, listed: list[int]) -> None:
        """`legal` decides; `explain` finds a reason against everything else, and none against that."""
        size, allowed = int(self.plain.ACTIONS), set(listed)
        codes = range(size) if size <= CODES_ASKED else {*self.rng.sample(range(size), CODES_ASKED), *listed}
        if who != CHANCE:
            for code in [-1, size, *codes]:
                reason = int(self.plain.explain(p, who, code))
                if reason and code in allowed and reason != UNEXPLAINED:
                    text = say("legal lists action {code}, explain gives {reason}", code=code, reason=reason)
                    self.expect(False, "explain", text)
                elif not reason and code not in allowed:
                    text = say("nothing forbids action {code}, says explain; legal lacks it", code=code)
                    self.expect(False, "explain", text)
            refused = self.steps.same_answer("refusal", p, who, self.rng.choice(listed))
            text = say("refusal gives {reason} for a legal action", reason=refused)
            self.expect(int(refused) == 0, "refusal", text)
        for seat in self.game.seats(p):
            if who == CHANCE or not self.plain.may_act(p, seat):
                code = self.rng.randrange(size)
                refused = self.steps.same_answer("refusal", p, seat, code)
                self.expect(int(refused) != 0, "refusal", say("seat {seat} may play out of turn", seat=seat))

    # ------------------------------------------------------------ secrets

    def secrets_kept(self, p: Position, who: int, listed: list[int]) -> None:
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
            if self.twin:
                same = self.twin.after(p, "hide", seat) == seen.to_bytes()
                self.expect(same, "two forms", say("hide differs between plain and compiled"))
            self.guesses(p, seen, seat)

    def guesses(self, p: Position, seen: Position, seat: int) -> None:
        """A guess fits the view, and could be the truth: it can be played on."""
        stream = np.array([self.rng.getrandbits(63)], np.uint64)
        guessed, same_stream = seen.copy(), stream.copy()
        self.plain.guess(guessed, seat, stream)
        view = guessed.copy()
        self.plain.hide(view, seat)
        fits = view == seen and self.plain.actor(guessed) == self.plain.actor(seen)
        self.expect(fits, "guess", say("a guess does not fit what seat {seat} sees", seat=seat))
        if self.twin:
            same = self.twin.after(seen, "guess", seat, same_stream) == guessed.to_bytes()
            self.expect(same, "two forms", say("guess differs between plain and compiled"))
        if seen == p:  # nothing is hidden
            return
        self.blank = self.blank is not False and guessed == seen
        if fits and guessed != seen:
            for problem in self.game.position.problems(guessed):
                self.expect(False, "guess", say("a guess cannot be: {problem}", problem=problem))
            self.plays_on(guessed)

    def plays_on(self, p: Position) -> None:
        """A guessed world can be played on for a while without breaking a promise."""
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

    def counts(self, p: Position, listed: list[int]) -> None:
        """Counting what an action does leaves the position alone, and both forms count alike."""
        action, size = self.rng.choice(listed), len(self.plain.TALLIES)
        plain, fast = np.zeros((2, size), np.int64)
        self.plain.tally(p, action, plain)  # `look` sees to it that this changed nothing
        if self.twin:
            before = self.twin.to_bytes()
            self.twin.form.tally(self.twin.s, action, fast)
            text = say(
                "{name} is {plain} plain and {fast} compiled",
                name="tally",
                plain=plain.tolist(),
                fast=fast.tolist(),
            )
            self.expect(plain.tolist() == fast.tolist(), "two forms", text)
            same = self.twin.to_bytes() == before
            self.expect(same, "reading", say("looking at a position changed it"))

    # ------------------------------------------------------------ features

    def observes(self, p: Position) -> None:
        """Features are written whole, from -1 to 1, and say nothing that the seat may not know."""
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
            if self.twin and filled:
                fast: Any = np.full(size + 1, np.nan)
                self.twin.form.observe(self.twin.s, seat, fast)
                self.expect(
                    np.allclose(fast[:size], whole[:size]),
                    "two forms",
                    say("observe differs between plain and compiled"),
                )
