"""Doubletrack in the words of its specification: laying out a position, playing it, asking about it.

Actions are written as in the specification (part 3.3): "ask blue", "price 10", "pay 1r 1b",
"play AHEAD-5", "bid B 1y"; spaces by name ("R.M2"), seats by letter. This is a second reading of the
action codes, made for the tests alone: it does not go through words.py.

A row of scenarios.json:

    {"id": "DBT-T-08", "clauses": ["DBT-GATE-2"], "note": "...",
     "at": {"passes": {"red": "B"}},          what differs from a new game, see `lay`
     "steps": ["roll 4",                       roll (saying so first if asked), by the total
               {"large": {"R": "R.C4"}}]}      checks, see `Play.check`
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.rules.kit import CHANCE, NOBODY, OVER, ROLLS
from parlour.rules.position import Position
from tests.rulebook.harness import Form, forms

GAME = parlour.load("doubletrack")
R: Any = GAME.module("record")
L = GAME.rules.layout
turns: Any = GAME.module("turns")
both_forms = pytest.mark.parametrize("form", forms(GAME), ids=lambda f: f.name)

LETTERS = "RBYG"
WORDS = {"free": R.FREE, "refuse": R.REFUSE, "accept": R.ACCEPT, "decline": R.DECLINE, "roll": R.ROLL_DICE}
CHIP_VERBS = {"bid", "pay", "hand", "give", "want", "chips"}
_names = list(vars(R))  # in the order in which record.py defines them
REASONS = _names[_names.index("GAME_OVER") : _names.index("NO_WITHDRAWAL") + 1]
PHASES = _names[_names.index("STARTER") : _names.index("FINISHED") + 1]


def colour(word: str) -> int:
    return L.COLOURS.index(word)


def kind(name: str) -> int:
    return L.CARD_NAMES.index(name)


def chip_set(words: Iterable[str]) -> tuple[int, int, int]:
    """ "1r 2b" or nothing at all."""
    counts = {"r": 0, "b": 0, "y": 0}
    for word in words:
        counts[word[-1]] += int(word[:-1])
    return counts["r"], counts["b"], counts["y"]


def chip_code(chips: tuple[int, int, int]) -> int:
    red, blue, yellow = chips
    return int(R.CHIPS + (red * (L.LIMITS[1] + 1) + blue) * (L.LIMITS[2] + 1) + yellow)


def code_of(text: str) -> int:
    """The code of a decision."""
    verb, *rest = text.split()
    if verb in CHIP_VERBS:
        return chip_code(chip_set(rest))
    if not rest:
        return int(WORDS[verb])
    word = rest[0]
    if verb in ("price", "counter", "offer"):
        return int(R.PRICE + int(word))
    if verb == "steps":
        return int(R.STEPS + int(word))
    if verb in ("play", "sell-card"):
        return int(R.CARD + kind(word))
    if verb in ("steal", "sell-pass", "pass"):
        return int(R.PASS + colour(word))
    if verb in ("trade", "victim"):
        return int(R.SEAT + colour(word))
    if verb == "deal":
        return int(R.DEAL + (R.BOX if word == "box" else colour(word)))
    assert verb == "ask", text
    return int(R.ASK + colour(word))


def text_of(phase: int, action: int, game: Any = GAME) -> str:
    """A decision in words, the chips as "1r 1b"; the reverse of code_of, for any board's codes."""
    board, rules = game.rules.layout, game.module("record")
    for word, code in WORDS.items():
        if action == code:
            return word
    if action >= rules.CHIPS:
        rest, yellow = divmod(action - rules.CHIPS, board.LIMITS[2] + 1)
        red, blue = divmod(rest, board.LIMITS[1] + 1)
        counts = ((red, "r"), (blue, "b"), (yellow, "y"))
        return " ".join(["chips", *(f"{n}{letter}" for n, letter in counts if n)])
    for first, last, verb, names in (
        (rules.ASK, rules.FREE, "ask", board.COLOURS),
        (rules.DEAL, rules.SEAT, "deal", [*board.COLOURS, "box"]),
        (rules.SEAT, rules.PASS, "trade" if phase == rules.TRADE_TARGET else "victim", board.COLOURS),
        (
            rules.PASS,
            rules.CARD,
            {rules.STEAL_TARGET: "steal", rules.SELL_PASS: "sell-pass"}.get(phase, "pass"),
            board.COLOURS,
        ),
        (rules.CARD, rules.STEPS, "sell-card" if phase == rules.SELL_CARD else "play", board.CARD_NAMES),
        (rules.STEPS, rules.PRICE, "steps", range(rules.PRICE)),
        (rules.PRICE, rules.CHIPS, "price", range(rules.CHIPS)),
    ):
        if first <= action < last:
            return f"{verb} {names[action - first]}"
    raise AssertionError(action)


def outcome(total: int) -> int:
    return next(i for i, dice in enumerate(ROLLS.tolist()) if sum(dice) == total)


class Play:
    """A position on its way through rolls and decisions, on one form of the rules."""

    def __init__(self, form: Form, position: Position) -> None:
        self.form = form
        self.p = position

    # ------------------------------------------------------------ going on

    def apply(self, action: int) -> Play:
        if self.actor >= 0:
            assert int(self.form._ask("refusal", self.p, self.actor, action)) == 0, self.told(action)
            assert action in self.form.legal(self.p), self.told(action)
        self.p = self.form.apply(self.p, action)
        return self

    def go(self, *steps: str) -> Play:
        for step in steps:
            self.step(step)
        return self

    def step(self, step: str) -> None:
        verb, *rest = step.split()
        if verb == "roll" and rest:
            if self.p.phase == R.ASK_OR_ROLL:
                self.apply(R.ROLL_DICE)
            assert self.p.phase == R.ROLL, self.phase
            self.apply(outcome(int(rest[0])))
        elif verb in ("draw", "card"):
            assert self.p.phase in (R.DRAW, R.DEALING), self.phase
            self.apply(kind(rest[0]))
        elif verb == "bonus":
            assert (self.p.phase, LETTERS[self.p.seat]) == (R.BONUS_ROLL, rest[0]), self.phase
            self.apply(outcome(int(rest[1])))
        elif verb == "bid":
            self.call(rest[0])
            self.apply(code_of(" ".join(["bid", *rest[1:]])))
        else:
            self.apply(code_of(step))

    def call(self, letter: str) -> None:
        """Make a bidder the actor, out of order if need be."""
        seat = LETTERS.index(letter)
        assert self.form._ask("may_act", self.p, seat), f"{letter} may not bid: {self.phase}"
        self.p = self.p.copy()
        GAME.plain.call_on(self.p, seat)

    # ------------------------------------------------------------ asking

    @property
    def actor(self) -> int:
        return self.form.actor(self.p)

    @property
    def phase(self) -> str:
        return next(name for name in PHASES if getattr(R, name) == self.p.phase)

    def told(self, action: int) -> str:
        return f"{text_of(self.p.phase, action)} in {self.phase}, legal: {self.legal()[:20]}"

    def legal(self) -> list[str]:
        return [text_of(self.p.phase, a) for a in self.form.legal(self.p)] if self.actor >= 0 else []

    def refused(self, seat: str, step: str) -> int:
        return int(self.form._ask("refusal", self.p, LETTERS.index(seat), code_of(step)))

    def money(self, letter: str) -> int:
        red, blue, yellow = self.p.chips[LETTERS.index(letter)].tolist()
        return int(5 * red + 10 * blue + 25 * yellow)

    def hand(self, letter: str) -> list[str]:
        return [L.CARD_NAMES[k] for k in self.p.hand[LETTERS.index(letter)].tolist() if k != R.NO_CARD]

    def queue(self) -> list[str]:
        return [L.CARD_NAMES[k] for k in self.p.queue.tolist() if k != R.NO_CARD]

    def check(self, wanted: Mapping[str, Any], where: str = "") -> None:
        for key, value in wanted.items():
            assert self.answer(key, value) == value, f"{where}: {key}"

    def answer(self, key: str, value: Any) -> Any:
        """What there is of `value`, in the same form."""
        p = self.p
        if key == "large":
            return {s: L.SPACE_NAMES[p.large[LETTERS.index(s)]] for s in value}
        if key == "small":
            return {s: int(p.small[LETTERS.index(s)]) for s in value}
        if key == "money":
            return {s: self.money(s) for s in value}
        if key == "chips":
            return {s: "".join(map(str, p.chips[LETTERS.index(s)].tolist())) for s in value}
        if key == "passes":
            return {c: LETTERS[p.owner[colour(c)]] if p.owner[colour(c)] != NOBODY else None for c in value}
        if key == "cards":
            return {s: len(self.hand(s)) for s in value}
        if key == "hand":
            return {s: " ".join(self.hand(s)) for s in value}
        if key == "pile":
            return int(p.top) + len(self.queue())
        if key == "bottom":
            return self.queue()[-1]
        if key == "wins":
            return LETTERS[p.winner] if self.actor == OVER and p.winner != NOBODY else None
        if key == "turn":
            return LETTERS[p.turn]
        if key == "decides":
            return LETTERS[self.actor] if self.actor >= 0 else None
        if key == "phase":
            return self.phase
        if key == "granted":
            return [c for i, c in enumerate(L.COLOURS) if p.granted >> i & 1]
        if key == "asks":  # the gates that can be asked for
            return [t.split()[1] for t in self.legal() if t.startswith("ask")]
        if key == "legal":
            return self.legal()
        if key == "offers":
            return [t for t in value if t in self.legal()]
        if key == "refuses":
            return {t: _reason(self.refused(*t.split(" ", 1))) for t in value}
        raise KeyError(key)


def _reason(code: int) -> str:
    return next((name for name in REASONS if getattr(R, name) == code % R.DETAIL), "legal")


# ---------------------------------------------------------------- laying out a position


def lay(
    form: Form,
    *,
    players: int = 4,
    turn: str = "R",
    large: Mapping[str, str] | None = None,
    small: Mapping[str, int] | None = None,
    passes: Mapping[str, str | None] | None = None,
    chips: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    options: Mapping[str, Any] | None = None,
) -> Play:
    """A new game, cards dealt, in which some things have been put elsewhere. Hands not given are what
    the deck has left, from its end; so nobody holds Trade or Take the Lead by chance."""
    mover = L.COLOURS[LETTERS.index(turn)]
    p = GAME.new(players, {"first_player": mover, **(options or {})})
    given = {LETTERS.index(s): [kind(w) for w in words.split()] for s, words in (hands or {}).items()}
    left = p.unseen.tolist()
    for cards in given.values():
        for card in cards:
            left[card] -= 1
    while p.phase == R.DEALING:
        mine = given.get(p.seat, [])
        dealt = sum(k != R.NO_CARD for k in p.hand[p.seat].tolist())
        if dealt < len(mine):
            card = mine[dealt]
        else:
            card = max(k for k, n in enumerate(left) if n > 0)
            left[card] -= 1
        GAME.plain.apply(p, card)
    for s, name in (large or {}).items():
        p.large[LETTERS.index(s)] = L.SPACE_NAMES.index(name)
    for s, circle in (small or {}).items():
        p.small[LETTERS.index(s)] = circle
    for c, holder in (passes or {}).items():
        p.owner[colour(c)] = LETTERS.index(holder) if holder else NOBODY
    for s, words in (chips or {}).items():
        p.chips[LETTERS.index(s)] = chip_set(words.split())
    turns.begin_turn(p)
    return Play(form, p)


def rows(file: Path) -> list[dict[str, Any]]:
    """The rows of a scenario file; one that checks nothing, or an id that is there twice, is an error."""
    loaded: list[dict[str, Any]] = json.loads(file.read_text("utf-8"))
    ids = [row["id"] for row in loaded]
    assert len(set(ids)) == len(ids), "an id is there twice"
    for row in loaded:
        assert any(isinstance(step, dict) for step in row["steps"]), f"{row['id']} checks nothing"
    return loaded


def play_row(form: Form, row: Mapping[str, Any]) -> None:
    play = lay(form, **row.get("at", {}))
    for number, step in enumerate(row["steps"], 1):
        if isinstance(step, str):
            play.step(step)
        else:
            play.check(step, f"{row['id']}, step {number}, {play.phase}")


def random_step(play: Position, pick: Any, out: Any) -> int:
    """A random action of the plain rules, and what it was."""
    plain = GAME.plain
    if plain.actor(play) == CHANCE:
        action = int(plain.draw(play, pick.randrange(int(plain.tickets(play)))))
    else:
        count = int(plain.choices(play, out))
        action = int(plain.choice(play, pick.randrange(count), out))
    plain.apply(play, action)
    return action


def scratch() -> Any:
    return np.zeros(R.MAX_ACTIONS, np.int64)
