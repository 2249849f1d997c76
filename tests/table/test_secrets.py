"""A seat's view is all that it ever gets: whatever lies hidden, everything it reads is the same.

Beside a match, for every seat, a twin is played that the seat cannot tell from it: other cards are
dealt and other bids sealed, but the seat's view is the same after every step. Then whatever else the
seat can get at must be the same too, byte for byte: its log, its moves under all their names, the
reason against every other action, and every error. Where nothing is hidden the twin is the match
itself, and the test costs next to nothing.
"""

from __future__ import annotations

import random
import shutil
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.rules.kit import CHANCE, NOBODY
from parlour.rules.position import Position
from parlour.table import Match, Move, TypedDice
from parlour.table.naming import Action, legal_codes
from parlour.text import ParlourError
from tests.table.helpers import RACE_FOLDER

CELLAR = str(Path(__file__).parents[1] / "rules" / "cellar")
GAMES = [*parlour.names(), CELLAR, RACE_FOLDER]
TABLES = [(game, players) for game in GAMES for players in parlour.load(game).rules.SEATS]
SECRETS = {  # the fields in which twins must have differed, else nothing was tried
    "cellar": ("cards", "bids"),
    "race": ("card",),
    "doubletrack": ("hand", "unseen", "bids", "card"),
}
STRANGE: tuple[Action, ...] = ("", "xyzzy", "bid 9", "card 1", -1, 10**6, {"do": "fly"}, {"do": "deal"})
TRIED = 6  # other actions among which the twin looks for one that differs
ASKED = 6  # of long lists of actions, so many are looked at after each step; now and then, all


class Twin:
    """A match that one seat cannot tell from the true one."""

    def __init__(self, match: Match, seat: int, rng: random.Random) -> None:
        self.match = match
        self.seat = seat
        self.rng = rng
        self.differed: Counter[str] = Counter()  # in which fields it was another world, and at how many steps
        self.restart()

    def restart(self) -> None:
        """Into another world, which fits what the seat sees now."""
        world = self._seen(self.match.position)
        self.match.game.plain.guess(world, self.seat, np.array([self.rng.getrandbits(63)], np.uint64))
        people = list(self.match.seats.values())
        self.other = Match.new(self.match.game, people, dice=TypedDice(), start=world)
        self.since = len(self.match.events)

    def follow(self, actor: int) -> bool:
        """Do something that the seat cannot tell from what was done; False when there is no such thing here.

        Another action is a secret one only if it leads to another position: what leaves no trace at all,
        such as a roll that cannot be used, was seen by everybody.
        """
        done, wanted = int(self.match.events[-1].code or 0), self._seen(self.match.position)
        codes = legal_codes(self.other.game, called(self.other, actor))
        others = [code for code in codes if code != done] if self.other.game.has_secrets else []
        others = others if actor != self.seat else []  # it knows what it does itself
        same = self._after(actor, done) if done in codes else None
        for code in self.rng.sample(others, min(TRIED, len(others))):
            after = self._after(actor, code)
            if not alike(after, same) and alike(self._seen(after), wanted):
                act(self.other, actor, code)
                break
        else:
            if same is None or not alike(self._seen(same), wanted):
                return False
            act(self.other, actor, done)
        self.differed.update(differing(self.other.position, self.match.position))
        return True

    def _after(self, actor: int, code: int) -> Position:
        after = called(self.other, actor)
        self.other.game.plain.apply(after, code)
        return after

    def _seen(self, position: Position) -> Position:
        seen = position.copy()
        self.match.game.plain.hide(seen, self.seat)
        return seen

    def agrees(self, thoroughly: bool) -> None:
        """Whatever the seat can get at is the same in both; the dear questions are asked now and then."""
        match, other, seat = self.match, self.other, self.seat
        assert match.view(seat).to_bytes() == other.view(seat).to_bytes()
        last = max(len(other.events) - 1, 0)  # what happened before was compared before
        for reader in (seat, NOBODY):  # a spectator knows no more than any seat
            assert told(match, reader, self.since + last) == told(other, reader, last)
        assert match.view(NOBODY).to_bytes() == other.view(NOBODY).to_bytes()
        here, there = match.legal(seat), other.legal(seat)
        assert here == there  # the same codes, then the same names
        for i in range(len(here)) if thoroughly else self.some(len(here)):
            assert names(here[i]) == names(there[i])
            whole = called(match, seat)  # from which a record names it; the same name must find it again
            assert match.game.words.notation(whole, here[i].code) == here[i].notation
        size = int(match.game.plain.ACTIONS)
        for code in self.some(size):
            assert match.why_not(seat, code) == other.why_not(seat, code)
        for action in [*self.some(size), *self.rng.sample(STRANGE, 2)] if thoroughly else ():
            assert refusal(match, seat, action) == refusal(other, seat, action)
            assert no_roll(match, action) == no_roll(other, action)

    def some(self, size: int) -> Sequence[int]:
        return range(size) if size <= ASKED else self.rng.sample(range(size), ASKED)


def alike(one: Position, other: Position | None) -> bool:
    """Are they the same position? Quicker than by their bytes."""
    return other is not None and not differing(one, other)


def differing(one: Position, other: Position) -> list[str]:
    """The fields in which they differ."""
    return [name for name, value in vars(one).items() if not np.array_equal(value, vars(other)[name])]


def called(match: Match, actor: int) -> Position:
    """The position as the actor finds it, sealed bids being made in any order."""
    position = match.position
    if actor != CHANCE:
        match.game.plain.call_on(position, actor)
    return position


def act(match: Match, actor: int, code: int) -> None:
    match.roll(code) if actor == CHANCE else match.play(actor, code)


def told(match: Match, seat: int, since: int) -> list[str]:
    return [str(sentence) for sentence in match.story(seat, since)]


def names(move: Move) -> tuple[object, ...]:
    return move.notation, str(move.offer), str(move.group), move.fields


def refusal(match: Match, seat: int, action: Action) -> tuple[str, str]:
    """Why not, and the error for trying; a legal action is not tried."""
    try:
        reason = str(match.why_not(seat, action))
    except ParlourError as error:
        reason = f"{type(error).__name__}: {error}"
    if reason == "None":
        return reason, ""
    with pytest.raises(ParlourError) as caught:
        match.play(seat, action)
    return reason, f"{caught.type.__name__}: {caught.value}"


def no_roll(match: Match, outcome: Action) -> str:
    """The error for an outcome that cannot be, or for a roll that is not due."""
    if match.actor == CHANCE and (isinstance(outcome, int) or outcome == "card 1"):
        return ""  # which may come up
    with pytest.raises(ParlourError) as caught:
        match.roll(outcome)
    return str(caught.value)


def some_actor(match: Match, rng: random.Random) -> int:
    """CHANCE, or any seat that may act."""
    if match.actor == CHANCE:
        return CHANCE
    return rng.choice([s for s in match.seats if match.game.plain.may_act(match.position, s)])


def house_rules(game: parlour.Game, players: int, rng: random.Random) -> dict[str, str]:
    """One choice of every house rule, among those for so many players."""
    return {
        option.name: rng.choice([c for c in option.choices if players in option.players.get(c, (players,))])
        for option in game.options
        if option.choices
    }


def compare(game: parlour.Game, players: int, steps: int, *, by_house_rules: bool = False) -> Counter[str]:
    """Play so many steps beside a twin for every seat; in which fields twins were other worlds, how often."""
    rng = random.Random(players)
    differed: Counter[str] = Counter()
    while steps > 0:
        options = house_rules(game, players, rng) if by_house_rules else {}
        match = Match.new(game, players, options, dice=TypedDice())
        twins = [Twin(match, seat, rng) for seat in match.seats]
        while steps > 0 and not match.over:
            actor = some_actor(match, rng)
            act(match, actor, rng.choice(legal_codes(game, called(match, actor))))
            steps -= 1
            for twin in twins:
                if not twin.follow(actor):
                    twin.restart()
                twin.agrees(thoroughly=steps % 15 == twin.seat)
        for twin in twins:
            assert told(match, twin.seat, twin.since) == told(twin.other, twin.seat, 0)
            differed += twin.differed
    return differed


@pytest.mark.parametrize(("game", "players"), TABLES, ids=[f"{Path(g).name}-{n}" for g, n in TABLES])
def test_whatever_lies_hidden_a_seat_reads_the_same(game: str, players: int) -> None:
    loaded = parlour.load(game)
    if loaded.has_secrets:
        compare(loaded, players, steps=80, by_house_rules=True)
        differed = compare(loaded, players, steps=160)
        assert all(differed[field] > 10 for field in SECRETS[loaded.id]), differed
    else:
        assert not compare(loaded, players, steps=40)


# ---------------------------------------------------------------- the test can fail


def leaking(folder: Path, old: str, new: str) -> parlour.Game:
    """Cellar, with words that say too much."""
    shutil.copytree(CELLAR, folder, ignore=shutil.ignore_patterns("__pycache__"))
    words = (folder / "words.py").read_text("utf-8")
    assert words.count(old) == 1
    (folder / "words.py").write_text(words.replace(old, new), "utf-8")
    return parlour.load(str(folder))


def test_a_log_that_tells_a_secret_is_found_out(tmp_path: Path) -> None:
    game = leaking(tmp_path / "cellar", "before.turn != seat)", "False)")
    with pytest.raises(AssertionError, match=r"(bids|draws) "):
        compare(game, 3, steps=200)


@pytest.mark.parametrize(
    ("old", "new"),
    ids=["offer", "reason"],
    argvalues=[
        ('say("bid {coins}", coins=action)', 'say("bid {coins}, not {b}", coins=action, b=p.bids.tolist())'),
        (
            'say("You have only {coins} coins.", coins=',
            'say("Unlike {b}", b=p.bids.tolist(), coins=',
        ),
    ],
)
def test_words_made_from_the_whole_position_are_found_out(
    old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = leaking(tmp_path / "cellar", old, new)
    assert compare(game, 3, steps=100)  # made from views, they tell nothing
    monkeypatch.setattr(Match, "look", lambda match, seat: match._called(seat, match.position))
    with pytest.raises(AssertionError, match=r"(, not|Unlike) "):
        compare(game, 3, steps=200)
