"""Exact knowledge: the tables against the rules, against arithmetic and against games; who plays by them."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots import Thought, make
from parlour.bots.exact import Exact, chances, known
from parlour.rules import endgames, forms
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position
from parlour.text import BadChoice

RACES = ["parcheesi", "pollyanna"]
RIVAL = 2  # who sits opposite chair 0


@cache
def solved(name: str) -> tuple[Game, Any]:
    game = parlour.load(name)
    return game, game.exact.module


def before(name: str, own: list[int], other: list[int], **more: int) -> Position:
    """Chair 0 is about to roll; pieces are named by their places."""
    exact = solved(name)[1]
    place = exact.before_roll if name == "parcheesi" else exact.before_throw
    position: Position = place(own, other, **more)
    return position


def rolls(game: Game, p: Position) -> list[tuple[float, Position]]:
    """What can be rolled: the chance, and the position then."""
    out, odds = np.zeros(game.plain.MAX_ACTIONS, np.int64), np.zeros(game.plain.MAX_ACTIONS, np.int64)
    count = game.plain.legal(p, out)
    game.plain.weights(p, odds)
    found = []
    for roll, weight in zip(out[:count].tolist(), odds[:count].tolist(), strict=True):
        after = p.copy()
        game.plain.apply(after, roll)
        found.append((weight / odds[:count].sum(), after))
    return found


def some_pairs(name: str, count: int, seed: int) -> list[tuple[int, int]]:
    exact = solved(name)[1]
    places = [x for x in range(-1, exact.PLACES - 1) if x != exact.HOME]
    rng = random.Random(seed)
    found: list[tuple[int, int]] = []
    while len(found) < count:
        pair = rng.choice(places), rng.choice(places)
        if exact.can_be(*pair):
            found.append(pair)
    return found


# ---------------------------------------------------------------- win chances


@pytest.mark.parametrize("name", RACES)
def test_chances_balance_over_every_roll_by_the_plain_rules(name: str) -> None:
    """A position is worth the mean of what its rolls lead to, each of them played by the plain rules."""
    game, exact = solved(name)
    for own, other in some_pairs(name, 5, seed=1):
        p = before(name, [own], [other])
        total = 0.0
        for odds, after in rolls(game, p):
            if game.plain.actor(after) == OVER:
                total += odds * game.plain.payoff(after, 0)
            else:
                found = exact.known(after)
                total += odds * (found.chance if after.turn == 0 else 1 - found.chance)
        assert total == pytest.approx(exact.chance_to_roll(p), abs=1e-6)


@pytest.mark.parametrize("name", RACES)
def test_chances_are_those_of_games_played_by_them(name: str) -> None:
    """Games to the end, both sides choosing by the table: the share of wins is what it promised."""
    game, exact = solved(name)
    rng = random.Random(7)
    near = exact.HOME
    games = wins = 0
    promised = variance = 0.0
    for own, other in [(near - 4, near - 2), (near - 11, near - 6), (near - 6, near - 14)]:
        start = before(name, [own], [other])
        chance = exact.chance_to_roll(start)
        for _ in range(60):
            games += 1
            promised += chance
            variance += chance * (1 - chance)
            wins += played_out(game, start.copy(), rng) == 0
    assert 0.2 < promised / games < 0.8
    assert abs(wins - promised) < 4 * variance**0.5


def played_out(game: Game, p: Position, rng: random.Random) -> int:
    """Who wins when both choose the best known action."""
    while game.plain.actor(p) != OVER:
        if game.plain.actor(p) == CHANCE:
            game.plain.apply(p, int(game.plain.draw(p, rng.randrange(game.plain.tickets(p)))))
        else:
            found = known(game, p, p.turn)
            assert found is not None
            game.plain.apply(p, max(found.values, key=lambda action: found.values[action]))
    return next(seat for seat in game.seats(p) if game.plain.payoff(p, seat) == 1)


@pytest.mark.parametrize("name", RACES)
def test_the_builder_finds_the_same_from_nothing(name: str) -> None:
    """A small part of the table solved anew with the plain rules: the last steps of both home paths."""
    game, exact = solved(name)
    form = forms.plain(game.rules, endgames)
    near = [exact.HOME - 3, exact.HOME - 1]
    pairs = [(a, b) for a in near for b in near]
    numbers = {pair: i for i, pair in enumerate(pairs)}
    kept = {}

    def place(p: Position) -> tuple[int, int]:
        """Inside, its number here; what leads outside is kept with the table's own value."""
        if p.phase == game.rules.FINISHED:
            return endgames.WON, 0
        kind = endgames.SAME if p.turn == 0 else endgames.NEXT
        own, other = (exact.left_of(p, seat)[0] for seat in ((0, RIVAL) if p.turn == 0 else (RIVAL, 0)))
        inside = (own, other) in numbers and getattr(p, "doublets", 0) == 0
        if inside:
            return kind, numbers[own, other]
        kept.setdefault(p.to_bytes(), (len(pairs) + len(kept), exact.chance_to_roll(p)))
        return kind, kept[p.to_bytes()][0]

    found = endgames.follow(game.rules, [before(name, [a], [b]) for a, b in pairs], place, form=form)
    values = np.array([0.5] * len(pairs) + [value for _, value in kept.values()])
    for _ in range(200):  # the same balance, sought without the builder's solver
        for i in range(len(pairs)):
            total = 0.0
            for roll, odds in enumerate(found.odds):
                first = found.starts[i, roll]
                last = found.starts.reshape(-1)[i * len(found.odds) + roll + 1 :][:1]
                ways = range(first, last[0] if len(last) else len(found.kinds))
                total += odds * max(
                    1.0
                    if found.kinds[w] == endgames.WON
                    else values[found.goals[w]]
                    if found.kinds[w] == endgames.SAME
                    else 1 - values[found.goals[w]]
                    for w in ways
                )
            values[i] = total
    for pair, i in numbers.items():
        assert values[i] == pytest.approx(exact.chance_to_roll(before(name, [pair[0]], [pair[1]])), abs=1e-6)


# ---------------------------------------------------------------- turns


def test_turns_of_one_piece_by_hand() -> None:
    """One step from home in Pollyanna it takes a 1, in 11 of 36 throws; 1-1 ends the game too."""
    exact = solved("pollyanna")[1]
    assert exact.turns_alone([exact.HOME - 1]) == pytest.approx(36 / 11, abs=1e-5)
    # Three steps: a 3 in 11 throws, 2-1 in 2, and 1-1: two steps and another throw, one step from home.
    # The other way, staying three steps away or going one or two, is never better.
    one = 36 / 11
    two = exact.turns_alone([exact.HOME - 2])
    assert one > two > exact.turns_alone([exact.HOME - 3])


@pytest.mark.parametrize("name", RACES)
def test_turns_balance_over_every_roll(name: str) -> None:
    """The mean over the rolls, played by the plain rules; nobody else is near."""
    game, exact = solved(name)
    home = exact.HOME
    for own in ([home - 2], [home - 5, home - 1], [home - 8, home - 3]):
        total = 0.0
        for odds, after in rolls(game, before(name, own, [exact.PARKED])):
            total += odds * fewest(game, exact, after)
        assert total == pytest.approx(exact.turns_alone(own), abs=1e-4)


def fewest(game: Game, exact: Any, p: Position) -> float:
    """The fewest turns from here on, this one included, on average."""
    who = game.plain.actor(p)
    if who == OVER:
        return 1.0
    if who == CHANCE:
        if p.turn != 0:
            return 1.0 + float(exact.turns_alone(exact.left_of(p, 0)))
        return sum(odds * fewest(game, exact, after) for odds, after in rolls(game, p))
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    best = np.inf
    for action in out[: game.plain.legal(p, out)].tolist():
        after = p.copy()
        game.plain.apply(after, action)
        best = min(best, fewest(game, exact, after))
    return best


# ---------------------------------------------------------------- asking


@pytest.mark.parametrize("name", RACES)
def test_only_solved_positions_are_known(name: str) -> None:
    game, exact = solved(name)
    home = exact.HOME
    p = before(name, [home - 4], [home - 2])
    assert chances(game, p, 0) == pytest.approx(
        (exact.chance_to_roll(p), 0, 1 - exact.chance_to_roll(p), 0), abs=1e-9
    )
    assert known(game, before(name, [home - 4, home - 5], [home - 2]), 0) is None
    assert known(game, game.new(2), 0) is None
    option = next(o for o in game.options if o.name not in exact.EXPECTED and o.choices)
    setattr(p, option.name, 1)
    assert known(game, p, 0) is None  # another game by that house rule


def test_evaluation_of_the_last_pieces_is_exact() -> None:
    """What careful and search see in a solved position before a roll is the table's chance."""
    from parlour.bots.binding import bound

    for name in RACES:
        game, exact = solved(name)
        mine = bound(game)
        mind = mine.careful_mind()
        values = np.zeros(game.chairs)
        for own, other in some_pairs(name, 6, seed=3):
            p = before(name, [own], [other])
            mine.plain.evaluate(p, values, mine.scratch(mind), mind)
            assert values[0] == pytest.approx(exact.chance_to_roll(p), abs=1e-5)
            assert values.sum() == pytest.approx(1)


def test_a_damaged_table_is_not_used(tmp_path: Any) -> None:
    exact = solved("parcheesi")[1]
    bad = tmp_path / "exact.npz"
    bad.write_bytes(exact.FILE.read_bytes()[:-1] + b"?")
    with pytest.raises(BadChoice, match=r"exact\.npz is damaged"):
        endgames.load(bad, exact.SHA256)


# ---------------------------------------------------------------- the battle


def battle(
    attacker: tuple[int, int, int], defender: tuple[int, int, int], round: int, defends: int
) -> Position:
    game = parlour.load("doubleswild")
    rules, form = game.rules, game.plain
    p = game.new(2)
    p.owner[40] = 1
    p.turn, p.square, p.phase = 0, 40, rules.BATTLE
    p.triples[:] = [rules.TRIPLES.tolist().index(list(dice)) for dice in (attacker, defender)]
    p.round, p.defends, p.again = round, defends, 0
    p.rolling = p.best = p.tied = 0
    form.derive(p)
    return p


@pytest.mark.parametrize("defends", [0, 1])
def test_the_battle_is_known_to_both_sides_from_every_dice_state(defends: int) -> None:
    """In round 3 one throw decides all but ties: every way is reckoned here from the dice alone."""
    from itertools import product

    game = parlour.load("doubleswild")
    rng = random.Random(2)
    triples = [tuple(dice) for dice in game.rules.TRIPLES.tolist()]
    for _ in range(6):
        mine, yours = rng.choice(triples), rng.choice(triples)
        p = battle(*((mine, yours) if not defends else (yours, mine)), round=3, defends=defends)
        seat = 1 if defends else 0
        found = known(game, p, seat)
        assert found is not None
        assert not found.whole
        assert found.chance == pytest.approx(max(found.values.values()))
        out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
        assert set(found.values) == set(out[: game.plain.legal(p, out)].tolist())
        if defends:  # the attacker has thrown: who is ahead after this wins, a tie goes on
            for action, value in found.values.items():
                mask = action - game.rules.RETHROW
                ahead = level = count = 0
                kept = [die for i, die in enumerate(mine) if not mask >> i & 1]
                for thrown in product(range(1, 7), repeat=3 - len(kept)):
                    total = sum(kept) + sum(thrown) - sum(yours)
                    ahead, level, count = ahead + (total > 0), level + (total == 0), count + 1
                assert ahead / count <= value + 1e-12 <= (ahead + level) / count + 2e-12


def test_a_bot_that_knows_plays_the_best_throw_and_says_so() -> None:
    game = parlour.load("doubleswild")
    bot = make("exact", game)
    p = battle((1, 1, 6), (5, 5, 5), round=3, defends=0)
    thought: Thought = bot.think(p, 0, seconds=None, seed=1)
    assert thought.action == game.rules.RETHROW + 0b011  # both ones, not the six
    assert "known to be best" in str(thought.reason)
    assert sum(thought.chances) == pytest.approx(1)
    assert {one.action for one in thought.candidates} == set(known(game, p, 0).values)  # type: ignore[union-attr]


def test_a_bot_that_knows_leaves_the_rest_to_another() -> None:
    game, exact = solved("pollyanna")
    bot = make("exact:then=random", game)
    assert isinstance(bot, Exact)
    p = before("pollyanna", [exact.HOME - 9], [exact.HOME - 7])
    _, after = rolls(game, p)[4]  # 3-2
    assert game.plain.actor(after) == 0
    thought = bot.think(after, 0, seconds=None, seed=1)
    assert thought.chances[0] == pytest.approx(max(known(game, after, 0).values.values()))  # type: ignore[union-attr]
    opening = game.new(2)
    while game.plain.actor(opening) == CHANCE:
        game.plain.apply(opening, 20)
        game.plain.apply(opening, 17)
    assert bot.think(opening, opening.turn, seconds=None, seed=1).reason is not None
    with pytest.raises(BadChoice, match="no bot"):
        make("exact:then=oracle", game)
