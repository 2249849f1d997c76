"""Reviews: luck and skill add up, luck is fair, and a judge that knows the truth needs no hindsight."""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.arena import story
from parlour.arena.judge import Chances, Judge, Plainly, judge_for
from parlour.arena.playing import sides_of
from parlour.arena.review import Review, explain, review, split
from parlour.bots import Candidate, Thought, make
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.table import Match, SeededDice
from parlour.table.naming import legal_codes
from parlour.text import say
from tests.terminal.shell import run

CELLAR = str(Path(__file__).parents[1] / "rules" / "cellar")
GAMES = ("parcheesi", "pollyanna", "doubleswild", "tritrac", "doubletrack")


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def played(game: str, seats: int | None = None, seed: int = 3, options: Any = None) -> Match:
    """A whole random game."""
    return finish(Match.new(game, seats, options, SeededDice(seed)), seed)


def finish(match: Match, seed: int) -> Match:
    hand = random.Random(seed)
    while not match.over:
        if match.actor == CHANCE:
            match.roll()
        else:
            match.play(match.actor, hand.choice(match.legal()).code)
    return match


def endgame(game: str, seats: int, plies: int, seed: int = 3, options: Any = None) -> Match:
    """A short game: the last plies of a random one, played anew."""
    whole = played(game, seats, seed, options)
    return finish(whole.fork(whole.ply - plies, SeededDice(seed)), seed)


def opinion(game: Game, sides: Sequence[Sequence[int]]) -> Judge:
    """A judge with an opinion on every position, and no reason for any."""

    def value(position: Position) -> Chances:
        if game.plain.actor(position) == OVER:
            return tuple(float(game.plain.payoff(position, chairs[0])) for chairs in sides)
        digest = hashlib.blake2b(position.to_bytes(), digest_size=len(sides)).digest()
        return tuple((1 + byte) / (len(digest) + sum(digest)) for byte in digest)

    return Plainly(game, sides, value)


class Whim:
    """A bot that has an opinion on a few actions, at once."""

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        legal = legal_codes(self.game, view)
        hand = random.Random(seed)
        found = [Candidate(a, hand.random(), say("Why not.")) for a in hand.sample(legal, min(5, len(legal)))]
        return Thought(found[0].action, (), found[0].reason, tuple(found))

    def __init__(self, game: Game) -> None:
        self.game = game

    def warm(self) -> None:
        pass


def adds_up(found: Review) -> None:
    """Everything that a review promises of its sums."""
    for account in found.accounts:
        total = account.start + account.luck + account.skill + account.others + account.hindsight
        assert total == pytest.approx(account.end, abs=1e-9)
        assert account.skill <= 0
    for entry in found.entries:
        assert sum(entry.before) == pytest.approx(1) and sum(entry.after) == pytest.approx(1)
        assert entry.luck is None or sum(entry.luck) == pytest.approx(0, abs=1e-9)
    for name in ("luck", "hindsight"):
        assert sum(getattr(account, name) for account in found.accounts) == pytest.approx(0, abs=1e-9)
    if found.match.over:
        assert [account.end for account in found.accounts] == [
            found.match.shares[chairs[0]] for chairs in found.sides
        ]


@pytest.mark.parametrize("name", GAMES)
def test_luck_and_skill_add_up_whatever_the_judge_thinks(name: str) -> None:
    match = played(name, parlour.load(name).rules.SEATS[0])
    judge = opinion(match.game, sides_of(match.game, match.at(0)))
    found = review(match, Whim(match.game), judge=judge)
    adds_up(found)
    assert len(found.entries) == match.ply
    kinds = {entry.kind for entry in found.entries}
    assert kinds == ({"play"} if name == "tritrac" else {"play", "roll"})


def test_they_add_up_for_the_real_judge_and_for_teams() -> None:
    found = review(endgame("pollyanna", 4, 30, 5, {"mode": "partners"}), "careful")
    adds_up(found)
    assert found.sides == ((0, 2), (1, 3))
    assert any(entry.luck for entry in found.entries)
    assert all(entry.best is not None for entry in found.mistakes)


def test_they_add_up_where_things_are_hidden() -> None:
    match = played(CELLAR, 3)
    judge = opinion(match.game, sides_of(match.game, match.at(0)))
    adds_up(review(match, "careful:playouts=1", judge=judge))


def test_luck_is_nothing_on_average() -> None:
    """Over all that could have been rolled, by the odds."""
    game = parlour.load("parcheesi")
    match = Match.new(game, 2, dice=SeededDice(4))
    while match.ply < 40 or match.actor != CHANCE:
        if match.actor == CHANCE:
            match.roll()
        else:
            match.play(match.actor, match.legal()[0].code)
    judge = judge_for(game, ((0,), (2,)), make("careful", game))
    mean = judge.average(match.position)
    luck, total = np.zeros(2), 0
    odds = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    outcomes = legal_codes(game, match.position)
    game.plain.weights(match.position, odds)
    for outcome, weight in zip(outcomes, odds.tolist(), strict=False):
        after = match.position
        game.plain.apply(after, outcome)
        luck += weight * np.subtract(judge.value(after), mean)
        total += weight
    assert total == 36
    assert luck == pytest.approx([0, 0], abs=1e-9)


# ---------------------------------------------------------------- a judge that knows the truth


class Truth:
    """The toy race on a short track, solved: judge and bot at once."""

    def __init__(self, game: Game, start: Position) -> None:
        self.game = game
        self.nodes: dict[bytes, tuple[int, list[bytes], list[float]]] = {}
        self.chances: dict[bytes, Chances] = {}
        self._explore(start)
        for _ in range(120):  # nobody can move now and then, so positions come back
            for key in reversed(self.nodes):
                self.chances[key] = self._from_next(key)

    def _explore(self, start: Position) -> None:
        plain, odds = self.game.plain, np.zeros(self.game.plain.MAX_ACTIONS, np.int64)
        waiting = [start]
        while waiting:
            position = waiting.pop()
            who, key = int(plain.actor(position)), position.to_bytes()
            if key in self.nodes:
                continue
            self.chances[key] = (0.5, 0.5)
            if who == OVER:
                self.chances[key] = tuple(float(plain.payoff(position, chair)) for chair in (0, 1))
            after = [] if who == OVER else [self.after(position, a) for a in legal_codes(self.game, position)]
            weights = odds[: plain.weights(position, odds)] / 6 if who == CHANCE else np.ones(len(after))
            self.nodes[key] = who, [one.to_bytes() for one in after], weights.tolist()
            waiting += after

    def after(self, position: Position, action: int) -> Position:
        there = position.copy()
        self.game.plain.apply(there, action)
        return there

    def _from_next(self, key: bytes) -> Chances:
        who, after, weights = self.nodes[key]
        if who == OVER:
            return self.chances[key]
        found = [self.chances[there] for there in after]
        if who != CHANCE:
            return max(found, key=lambda chances: chances[who])
        return tuple(sum(w * f[side] for w, f in zip(weights, found, strict=True)) for side in (0, 1))

    def value(self, position: Position) -> Chances:
        return self.chances[position.to_bytes()]

    average = value

    def worth(self, view: Position, seat: int, actions: Sequence[int], seed: int) -> list[float]:
        return [self.value(self.after(view, action))[seat] for action in actions]

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        legal = legal_codes(self.game, view)
        worth = self.worth(view, seat, legal, 0)
        found = [Candidate(a, chance, say("So it is.")) for a, chance in zip(legal, worth, strict=True)]
        best = max(found, key=lambda one: one.chance)
        return Thought(best.action, self.value(view), best.reason, tuple(found))

    def warm(self) -> None:
        pass


WORDS = """
from parlour.text import say
TITLE, BLURB = say("Race"), say("A race.")
SEAT_NAMES, SEAT_LETTERS, OPTION_WORDS = (say("Red"), say("Blue"), say("Green")), ("R", "B", "G"), {}
def notation(p, action): return str(action)
def fields(p, action): return {"do": "roll" if p.die == 0 else "move", "number": action}
def offer(p, action): return say("{action}", action=action)
def sentence(before, action, after): return say("{action}.", action=action)
def asks(p): return say("What now?")
def reason(p, seat, action, code): return None
"""


def test_a_judge_that_knows_the_truth_has_no_hindsight(tmp_path: Path) -> None:
    """Then luck and mistakes are all there is, at every single event."""
    toy, folder = Path(__file__).parents[1] / "rules" / "toy", tmp_path / "race"
    folder.mkdir()
    (folder / "rules.py").write_text((toy / "rules.py").read_text("utf-8"), "utf-8")
    (folder / "board.toml").write_text('name = "short"\nlength = 3\nsafe = []\n', "utf-8")
    (folder / "words.py").write_text(WORDS, "utf-8")
    (folder / "position.py").write_text("def describe(p): return {}\n", "utf-8")
    game = parlour.load(str(folder))
    truth = Truth(game, game.new(2))
    mistakes = 0
    for seed in range(5):
        found = review(played(str(folder), 2, seed), truth, judge=truth)
        adds_up(found)
        for entry in found.entries:
            change = np.subtract(entry.after, entry.before)
            if entry.luck is not None:
                assert change == pytest.approx(entry.luck, abs=1e-9)
            else:
                assert entry.skill is not None and entry.seat is not None
                assert change == pytest.approx(split(entry.skill, entry.seat, entry.before), abs=1e-9)
        assert all(abs(account.hindsight) < 1e-9 for account in found.accounts)
        mistakes += len(found.mistakes)
    assert mistakes > 0


# ---------------------------------------------------------------- what is shown


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("review") / "tonight.parlour"
    endgame("parcheesi", 2, 60).save(file)
    return file


def test_what_was_taken_back_is_not_reviewed() -> None:
    match = Match.new("tritrac", 2, dice=SeededDice(1))
    first, second = match.legal()[0].code, match.legal()[-1].code
    match.play(match.actor, first)
    match.undo()
    match.play(match.actor, second)
    judge = opinion(match.game, ((0,), (1,)))
    found = review(match, Whim(match.game), judge=judge)
    adds_up(found)
    assert [(entry.n, entry.kind) for entry in found.entries] == [(3, "play")]


def test_a_draw_that_was_agreed_on_closes_the_account() -> None:
    match = Match.new("tritrac", 2, dice=SeededDice(1))
    match.play(match.actor, match.legal()[0].code)
    for seat in match.seats:
        match.agree(seat)
    found = review(match, Whim(match.game), judge=opinion(match.game, ((0,), (1,))))
    adds_up(found)
    assert found.entries[-1].kind == "agree" and found.entries[-1].after == (0.5, 0.5)


def test_the_command_prints_and_writes_a_page(saved: Path, tmp_path: Path) -> None:
    page = tmp_path / "tonight.html"
    done = run("review", saved, "--bot", "careful", "--html", page, "--all")
    assert done.code == 0, done.err
    assert "own mistakes" in done.out and "luckiest rolls" in done.out and "better:" in done.out
    html = page.read_text("utf-8")
    assert "<polyline" in html and "http" not in html.replace("http-equiv", "")
    data = json.loads(run("review", saved, "--bot", "careful", "--json").out)
    for side in data["sides"]:
        parts = ("start", "luck", "skill", "others", "hindsight")
        assert sum(side[part] for part in parts) == pytest.approx(side["end"], abs=1e-9)
    assert {entry["kind"] for entry in data["entries"]} == {"roll", "play"}


def _decides(match: Match, ply: int) -> bool:
    return bool(match.game.plain.actor(match.at(ply)) >= 0)


def test_one_position_is_explained(saved: Path) -> None:
    match = Match.load(saved)
    moment = next(
        i for i in range(match.ply) if len(legal_codes(match.game, match.at(i))) > 1 and _decides(match, i)
    )
    done = run("review", saved, "--ply", moment, "--bot", "careful")
    assert done.code == 0 and "would play" in done.out and "%" in done.out
    thought, found = explain(match.game, match.at(moment), "careful")
    assert found[0].chance == max(one.chance for one in found)
    assert thought.action in legal_codes(match.game, match.at(moment))


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("", "Say what to review"),
        ("nowhere.parlour", "cannot be read"),
        ("{saved} --bot nobody", "There is no bot “nobody”"),
        ("{saved} --ply 100000", "number of an event"),
        ("{saved} --ply -1", "number of an event"),
        ("{saved} --html {saved}/there.html", "There is no folder"),
    ],
)
def test_what_is_wrong_is_said(words: str, problem: str, saved: Path) -> None:
    done = run("review", *words.format(saved=saved).split())
    assert done.code == 2
    assert problem in done.err


def test_a_game_with_secrets_is_reviewed_only_at_its_end(tmp_path: Path) -> None:
    file = tmp_path / "early.parlour"
    match = Match.new("doubletrack", 4, dice=SeededDice(1))
    match.save(file)
    done = run("review", file)
    assert done.code == 2 and "keep secret" in done.err


def test_the_verdict_names_the_winner(saved: Path) -> None:
    found = review(Match.load(saved), "careful")
    winner = found.match.name(found.match.winners[0])
    assert str(story.verdict(found)).startswith(str(winner))
