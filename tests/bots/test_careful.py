"""The careful player: what it sees, what it plays, why, and that both forms of it think alike."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.bots import make
from parlour.bots.binding import Bound, bound
from parlour.bots.careful import Careful, Manner, how_much
from parlour.rules import forms
from parlour.rules.contracts.careful import Consideration
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.text import Text
from tests.bots.toy import careful_toy

RACE, OTHERS, SCALE = 2.0, 0.5, 0.5  # as tests/bots/toy.py weighs them
PLAIN_TOY = parlour.load(str(Path(__file__).parents[1] / "rules" / "toy"))


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Game:
    return careful_toy(tmp_path_factory.mktemp("careful"))


def at(game: Game, runners: list[list[int]], die: int, turn: int = 0) -> Position:
    """A race of as many seats as are listed; the one on turn has rolled."""
    position = game.new(len(runners))
    for seat, places in enumerate(runners):
        position.runners[seat] = places
    position.turn, position.die = turn, die
    return position


def think(game: Game, position: Position, spec: str = "careful", seed: int = 1) -> object:
    return make(spec, game).think(position, int(position.turn), seconds=None, seed=seed)


# ---------------------------------------------------------------- what it plays


def test_it_plays_what_wins_at_once(toy: Game) -> None:
    length = toy.rules.LENGTH
    thought = make("careful", toy).think(at(toy, [[length, length - 2], [1, 1]], 2), 0, seconds=None, seed=1)
    assert thought.action == 1
    assert thought.chances == (1, 0, 0)
    assert str(thought.reason) == "It is the only move."


def test_chances_are_a_softmax_of_the_considerations(toy: Game) -> None:
    """Reckoned by hand: after either move the seats have come 4 and 8 steps in all."""
    length = toy.rules.LENGTH
    thought = make("careful", toy).think(at(toy, [[0, 3], [2, 6]], 1), 0, seconds=None, seed=1)
    scores = [RACE * 4 - OTHERS * 8, RACE * 8 - OTHERS * 4]
    powers = [math.exp(score / length / SCALE) for score in scores]
    expected = [power / sum(powers) for power in powers]
    assert thought.chances == pytest.approx((*expected, 0), abs=1e-6)


def test_it_catches_and_says_why(toy: Game) -> None:
    """One move catches a runner that has come far; the other only goes on."""
    thought = make("careful", toy).think(at(toy, [[2, 4], [1, 5]], 1), 0, seconds=None, seed=1)
    caught, other = thought.candidates
    assert toy.rules.SAFE[5] == 0 and (caught.action, other.action) == (1, 0)
    assert caught.chance > other.chance
    assert str(caught.reason) == "Better than the second best: the way home."
    assert str(other.reason) == "Worse than the best: the way home."


def test_moves_are_called_about_as_good_only_where_they_are(toy: Game) -> None:
    """Within three thousandths of a win; where much is gained one way and something lost, both are said."""
    told = Counter()
    for first in range(1, 6):
        for other in range(1, 6):
            thought = make("careful", toy).think(
                at(toy, [[first, other], [2, 5]], 1), 0, seconds=None, seed=1
            )
            if len(thought.candidates) < 2:
                continue
            best, second = thought.candidates
            assert best.chance >= second.chance
            near = best.chance - second.chance < 0.003
            for one in (best, second):
                assert (str(one.reason) == "Several moves are about as good.") == near
                told[str(one.reason)] += 1
    assert len(told) > 2


def test_a_game_without_considerations_is_played_out(toy: Game) -> None:
    """The runner that is caught decides the race more often than not."""
    length = PLAIN_TOY.rules.LENGTH
    position = at(PLAIN_TOY, [[length, 4], [length, 5]], 1)
    thought = make("careful:playouts=40", PLAIN_TOY).think(position, 0, seconds=None, seed=1)
    assert thought.action == 1
    assert thought.chances[0] > 0.6
    assert sum(thought.chances) == pytest.approx(1)


# ---------------------------------------------------------------- being human


def test_who_notices_nothing_still_plays(toy: Game) -> None:
    position = at(toy, [[2, 4], [1, 5]], 1)
    played = Counter(
        make("careful:attention=0", toy).think(position, 0, seconds=None, seed=seed).action
        for seed in range(100)
    )
    assert min(played[0], played[1]) > 25


@pytest.mark.parametrize(("attention", "low", "high"), [(1, 400, 400), (0.8, 300, 360), (0.4, 200, 265)])
def test_attention_is_how_often_a_move_is_seen(toy: Game, attention: float, low: int, high: int) -> None:
    """Of two moves the better one is played if it was seen, and half the time if neither was."""
    bot = make(f"careful:attention={attention}", toy)
    best = sum(bot.think(at(toy, [[2, 4], [1, 5]], 1), 0, seconds=None, seed=s).action for s in range(400))
    assert low <= best <= high


def test_slips_are_as_likely_as_the_moves_are_close(toy: Game) -> None:
    close, clear = at(toy, [[0, 3], [1, 5]], 1), at(toy, [[2, 4], [1, 5]], 1)
    bot, sure = make("careful:slip=0.5", toy), make("careful", toy)
    slips = [
        sum(
            bot.think(position, 0, seconds=None, seed=seed).action
            != sure.think(position, 0, seconds=None, seed=seed).action
            for seed in range(100)
        )
        for position in (close, clear)
    ]
    assert slips[0] > 25
    assert slips[1] < 15
    wild = make("careful:slip=10", toy)
    assert sum(wild.think(clear, 0, seconds=None, seed=seed).action == 0 for seed in range(100)) > 30


def test_of_moves_about_as_good_the_seed_chooses(toy: Game) -> None:
    """Within what it may afford; one seed always gives one answer."""
    p = at(toy, [[0, 3], [1, 5]], 1)
    gap = 100 * abs(
        float(
            np.diff(
                [one.chance for one in make("careful", toy).think(p, 0, seconds=None, seed=1).candidates]
            )[0]
        )
    )
    for afford, answers in ((0.9 * gap, 1), (1.1 * gap, 2)):
        bot = make(f"careful:afford={afford}", toy)
        found = [bot.think(p, 0, seconds=None, seed=seed).action for seed in range(40)]
        assert len(set(found)) == answers
        assert found == [bot.think(p, 0, seconds=None, seed=seed).action for seed in range(40)]


def test_a_certain_win_is_not_put_off() -> None:
    """Three counters are left, and whoever takes the last one wins."""
    nim = parlour.load(str(Path(__file__).parent / "nim"))
    bot, heap = make("careful:afford=100,playouts=4", nim), nim.new(2, {"heap": 3})
    assert {bot.think(heap, 0, seconds=None, seed=seed).action for seed in range(20)} == {2}


def test_how_much_is_told_in_spaces_and_chances() -> None:
    race = Consideration("race", Text("the race"), 1.0, spaces=100)
    hits = Consideration("hits", Text("chances to capture"), 1.0, chance=True)
    assert str(how_much(race, 0.06)) == "the race (6 spaces)"
    assert str(how_much(race, 0.01)) == "the race (1 space)"
    assert str(how_much(race, 0.004)) == "the race"
    assert str(how_much(hits, 11 / 36)) == "chances to capture (31 %)"


def test_what_is_overlooked_decides_nothing(toy: Game) -> None:
    """Nothing is plain in this game: who overlooks all of it plays anything."""
    p = at(toy, [[2, 4], [1, 5]], 1)
    for overlooks, low, high in ((0, 200, 200), (0.3, 130, 195), (1, 75, 125)):
        bot = make(f"careful:overlooks={overlooks}", toy)
        best = sum(bot.think(p, 0, seconds=None, seed=seed).action for seed in range(200))
        assert low <= best <= high


def test_what_is_glaring_is_never_overlooked(toy: Game) -> None:
    """By its judgement at its best the other move costs many hundredths of a win."""
    p = at(toy, [[2, 4], [1, 5]], 1)
    first, second = make("careful", toy).think(p, 0, seconds=None, seed=1).candidates
    gap = 100 * (first.chance - second.chance)
    for lapses in ("overlooks=1", "attention=0.3", "slip=9"):
        kept = make(f"careful:{lapses},errs={gap - 1}", toy)
        loose = make(f"careful:{lapses},errs={gap + 1}", toy)
        assert {kept.think(p, 0, seconds=None, seed=seed).action for seed in range(40)} == {first.action}
        assert len({loose.think(p, 0, seconds=None, seed=seed).action for seed in range(40)}) == 2


def test_what_is_plain_is_never_overlooked(toy: Game) -> None:
    p = at(toy, [[2, 4], [1, 5]], 1)
    bot = Careful(bound(toy), bound(toy).careful_mind(), Manner(overlooks=1, plain=0b11))
    sure = make("careful", toy).think(p, 0, seconds=None, seed=1)
    assert bot.think(p, 0, seconds=None, seed=1).chances == sure.chances


def test_what_is_obvious_is_misjudged_at_most(toy: Game) -> None:
    p, mine = at(toy, [[2, 4], [1, 5]], 1), bound(toy)

    def played(**lapses: float) -> set[int]:
        bot = Careful(mine, mine.careful_mind(), Manner(obvious=0b11, **lapses))  # type: ignore[arg-type]
        return {bot.think(p, 0, seconds=None, seed=seed).action for seed in range(60)}

    assert played(overlooks=1) == played()
    assert played(misjudges=5) > played()


def test_what_things_are_worth_is_judged_anew_at_every_decision(toy: Game) -> None:
    """To catch, or to go on with the other: with much else to think of some err, and the same seed alike."""
    p, bot = at(toy, [[2, 4], [1, 5]], 1), make("careful:misjudges=5", toy)
    played = [bot.think(p, 0, seconds=None, seed=seed) for seed in range(60)]
    assert played == [bot.think(p, 0, seconds=None, seed=seed) for seed in range(60)]
    told = {thought.chances for thought in played}
    assert len(told) == len(
        {thought.action for thought in played}
    )  # what it tells is its judgement at its best


def test_who_does_not_see_the_others_does_not_catch(toy: Game) -> None:
    blind = make("careful:sees=race", toy).think(at(toy, [[2, 4], [1, 5]], 1), 0, seconds=None, seed=1)
    assert blind.candidates[0].chance > blind.candidates[1].chance  # its rival's race suffers all the same
    own = at(toy, [[2, 4], [0, 0]], 1)
    same = make("careful:sees=race", toy).think(own, 0, seconds=None, seed=1).candidates
    assert same[0].chance == same[1].chance


def test_only_so_many_are_looked_at(toy: Game) -> None:
    position = at(toy, [[2, 4], [1, 5]], 1)
    bot = make("careful:looks=1", toy)
    played = Counter(bot.think(position, 0, seconds=None, seed=seed).action for seed in range(60))
    assert min(played[0], played[1]) > 12
    assert len(bot.think(position, 0, seconds=None, seed=1).candidates) == 1


def test_time_cuts_a_thought_short_but_not_off(toy: Game) -> None:
    """No time at all is enough for one action; with enough, pauses to look at the clock change nothing."""
    position = at(toy, [[2, 4], [1, 5]], 1)
    for game in (toy, PLAIN_TOY):
        hurried = make("careful", game).think(position, 0, seconds=0, seed=1)
        assert [one.action for one in hurried.candidates] == [hurried.action]
        assert str(hurried.reason) == "It sees no other move."
        calm = make("careful", game).think(position, 0, seconds=600, seed=1)
        assert calm == make("careful", game).think(position, 0, seconds=None, seed=1)


# ---------------------------------------------------------------- both forms


@pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")
def test_both_forms_think_alike(toy: Game) -> None:
    tools = Bound(toy, ())
    bot = Careful(tools, tools.careful_mind(), Manner(attention=0.8, slip=0.3))
    asked = list(decisions(toy, 12))
    plain = [bot.think(p, seat, seconds=None, seed=i) for i, (p, seat) in enumerate(asked)]
    assert tools.form is tools.plain
    bot.warm()
    assert tools.form is tools.compiled is not tools.plain
    assert tools.is_kept
    compiled = [bot.think(p, seat, seconds=None, seed=i) for i, (p, seat) in enumerate(asked)]
    assert [t.action for t in compiled] == [t.action for t in plain]
    assert [t.reason for t in compiled] == [t.reason for t in plain]
    assert [t.chances for t in compiled] == [pytest.approx(t.chances, abs=1e-7) for t in plain]


def test_until_it_is_warm_nothing_is_compiled(toy: Game) -> None:
    tools = bound(toy)
    assert bound(toy) is tools
    think(toy, at(toy, [[2, 4], [1, 5]], 1))
    assert "_compiled" not in vars(tools)


def decisions(game: Game, count: int) -> list[tuple[Position, int]]:
    """Positions of random games in which there is something to choose."""
    found: list[tuple[Position, int]] = []
    stream, out = np.array([3], np.uint64), np.zeros(game.plain.MAX_ACTIONS, np.int64)
    while len(found) < count:
        position = game.new(3)
        while (who := game.plain.actor(position)) != OVER and len(found) < count:
            if who != CHANCE and game.plain.legal(position, out) > 1:
                found.append((position.copy(), int(who)))
            game.plain.apply(position, game.plain.random_action(position, who, out, stream))
    return found
