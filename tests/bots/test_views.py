"""A bot sees a seat's view and nothing else: positions that look the same to a seat get the same answer.

Games are played at random, and now and then the seat to act is put into other worlds that fit what it sees:
other cards, other sealed bids. Every kind of bot must answer alike in all of them, down to the last digit and
word, however often and about whatever it was asked in between.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.bots import Thought, make
from parlour.bots.bot import KINDS, kinds
from parlour.rules.position import Position
from parlour.table import CHANCE, Match, SeededDice
from parlour.table.naming import legal_codes
from parlour.table.views import view
from parlour.text import ParlourError

CELLAR = str(Path(__file__).parents[1] / "rules" / "cellar")
GAMES = [*parlour.names(), CELLAR]
SMALL = {  # as little work as shows everything
    "careful": "careful:attention=0.7,slip=0.5,worlds=2,playouts=2,looks=6",
    "search": "search:simulations=6,judge=careful,look=6",
    "alphabeta": "alphabeta:nodes=6,judge=careful",
    "learned": "learned:attention=0.1,worlds=2",
    "exact": "exact:then=careful,worlds=2,playouts=2,looks=6",
}
ASKED = 2  # positions of a game, for each kind of bot
WORLDS = 3  # that a position is put into, besides the true one
MOST = 300  # actions: of longer lists bots look at many, and everything takes a while


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both forms are shown the same and think alike, which other tests see to; compiling takes a minute."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


Ask = Callable[[Position, int, int], Thought]  # about a whole position, for a seat, with a seed


def positions(game: parlour.Game, seed: int) -> Iterator[tuple[Position, int]]:
    """Whole positions of random games in which somebody has to choose, and who that is."""
    rng = random.Random(seed)
    found = 0
    while found < ASKED:
        match = Match.new(game, rng.choice(game.rules.SEATS), dice=SeededDice(rng.randrange(1000)))
        for _ in range(rng.randrange(60)):
            if match.over:
                break
            match.roll() if match.actor == CHANCE else match.play(match.actor, any_action(game, match, rng))
        if not match.over and match.actor != CHANCE and 1 < len(legal_codes(game, match.position)) <= MOST:
            yield match.position, match.actor
            found += 1


def any_action(game: parlour.Game, match: Match, rng: random.Random) -> int:
    position, out = match.position, np.zeros(game.plain.MAX_ACTIONS, np.int64)
    return int(game.plain.choice(position, rng.randrange(game.plain.choices(position, out)), out))


def worlds(game: parlour.Game, true: Position, seat: int, seed: int) -> list[Position]:
    """The true position and others that the seat cannot tell from it; copies, where nothing is hidden."""
    found = [true]
    for i in range(WORLDS if game.has_secrets else 1):
        other = view(game, true, seat).copy()
        game.plain.guess(other, seat, np.array([seed + i], np.uint64))
        assert view(game, other, seat) == view(game, true, seat)
        found.append(other)
    return found


def answers_alike(game: parlour.Game, ask: Ask, seed: int) -> int:
    """Ask in every world, with other questions in between; in how many worlds something else lay hidden."""
    asked, differed = list(positions(game, seed)), 0
    for number, (true, seat) in enumerate(asked):
        thoughts = []
        for world in worlds(game, true, seat, seed):
            thoughts.append(ask(world, seat, seed))
            differed += world != true
            if len(thoughts) == 1:
                elsewhere, other = asked[number - 1]
                ask(elsewhere, other, seed + 1)
        assert len(set(map(repr, thoughts))) == 1, thoughts
        assert thoughts[0].action in legal_codes(game, view(game, true, seat))
        sides = {game.plain.side(true, chair): thoughts[0].chances[chair] for chair in game.seats(true)}
        assert sum(sides.values()) == pytest.approx(1)
    return differed


def suits(kind: str, game: parlour.Game) -> bool:
    """Is there such a bot for this game? If not, it says so."""
    try:
        make(SMALL.get(kind, kind), game)
    except ParlourError as refused:
        assert game.id in str(refused)
        return False
    return True


@pytest.mark.parametrize("name", GAMES, ids=[Path(name).name for name in GAMES])
@pytest.mark.parametrize("kind", KINDS)
def test_positions_that_look_the_same_get_the_same_answer(kind: str, name: str) -> None:
    game = parlour.load(name)
    assert kind in kinds()
    if not suits(kind, game):
        assert kind in ("alphabeta", "learned")
        return
    bot = make(SMALL.get(kind, kind), game)

    def ask(world: Position, seat: int, seed: int) -> Thought:
        seen = view(game, world, seat)
        before = seen.to_bytes()
        thought = bot.think(seen, seat, seconds=None, seed=seed)
        assert seen.to_bytes() == before  # it did not touch what it was shown
        return thought

    differed = answers_alike(game, ask, seed=len(game.id))
    assert differed > 0 if game.has_secrets else differed == 0


def test_a_bot_that_peeps_is_found_out() -> None:
    """The same test with one that is shown the whole position."""
    game = parlour.load(CELLAR)

    def peep(world: Position, seat: int, seed: int) -> Thought:
        seen = view(game, world, seat)
        return make("random", game).think(seen, seat, seconds=None, seed=hash(world) % 2**32)

    with pytest.raises(AssertionError, match="Thought"):
        for seed in range(20):
            answers_alike(game, peep, seed)
