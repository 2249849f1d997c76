"""Search: it comes to the true chances, keeps its word about time, and knows only what its seat knows."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.bots import make, search, search_tree, search_turns
from parlour.bots.binding import bound
from parlour.bots.search import Dials, Search
from parlour.bots.search_ahead import Turns
from parlour.rules import forms, kit
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table.views import view
from parlour.text import BadChoice, ParlourError

RULES = Path(__file__).parents[1] / "rules"
FAR = Dials(explore=1.4, narrow=1000)


@pytest.fixture(scope="module")
def toy() -> Game:
    return parlour.load(str(RULES / "toy"))


def race(toy: Game, mine: tuple[int, int], theirs: tuple[int, int], die: int, **fields: int) -> Position:
    """Seat 0 to act with this die, two seats, runners as given."""
    p = toy.new(2, {"gentle": True})
    p.runners[0], p.runners[1], p.die = mine, theirs, die
    for name, value in fields.items():
        setattr(p, name, value)
    return p


def true_chances(game: Game, start: Position, sweeps: int = 60) -> dict[int, float]:
    """What every action of seat 0 is worth with best play, by sweeping over all positions that can follow."""
    rules, out, odds = game.plain, np.zeros(8, np.int64), np.zeros(8, np.int64)
    known: dict[Position, float] = {}
    after: dict[Position, list[tuple[float, Position]]] = {}
    waiting = [start]
    while waiting:
        p = waiting.pop()
        if p in known:
            continue
        known[p] = float(rules.payoff(p, 0)) if rules.actor(p) == kit.OVER else 0.5
        if rules.actor(p) == kit.OVER:
            continue
        n = rules.legal(p, out)
        actions = out[:n].tolist()
        share = [1.0] * n
        if rules.actor(p) == kit.CHANCE:
            rules.weights(p, odds)
            share = (odds[:n] / odds[:n].sum()).tolist()
        after[p] = []
        for action, part in zip(actions, share, strict=True):
            then = p.copy()
            rules.apply(then, action)
            after[p].append((part, then))
            waiting.append(then)
    for _ in range(sweeps):
        for p, ways in after.items():
            worths = [known[then] for _, then in ways]
            who = rules.actor(p)
            if who == kit.CHANCE:
                known[p] = sum(part * known[then] for part, then in ways)
            else:
                known[p] = max(worths) if who == 0 else min(worths)
    n = rules.legal(start, out)
    return {a: known[then] for a, (_, then) in zip(out[:n].tolist(), after[start], strict=True)}


def by_playouts(game: Game, simulations: int, **more: object) -> Search:
    tools = bound(game, search_tree)
    return Search(tools, np.zeros(0, np.float32), simulations, dials=FAR, **more)  # type: ignore[arg-type]


def test_it_comes_to_the_true_chances(toy: Game) -> None:
    """With little luck in the rest of the game, random games in the leaves matter less and less."""
    start = race(toy, (9, 10), (11, 9), die=1)
    truth = true_chances(toy, start)
    found = by_playouts(toy, 3000).search(start, 0, seconds=None, seed=5)
    assert found[0].action == max(truth, key=lambda a: truth[a])
    assert found[0].chances[0] == pytest.approx(truth[found[0].action], abs=0.04)
    assert sum(found[0].chances) == pytest.approx(1)


def test_a_move_that_wins_is_played_and_is_sure(toy: Game) -> None:
    start = race(toy, (11, 12), (11, 12), die=1)
    start.runners[0] = (11, 12)
    thought = by_playouts(toy, 8).think(start, 0, seconds=None, seed=1)
    assert thought.action == 0
    assert thought.chances[0] == pytest.approx(1)


def test_the_same_seed_gives_the_same_thought_and_another_one_may_not(toy: Game) -> None:
    start = race(toy, (3, 5), (4, 2), die=2, gentle=0)
    bot = by_playouts(toy, 150)
    first = bot.think(start, 0, seconds=None, seed=9)
    assert bot.think(start, 0, seconds=None, seed=9) == first
    assert any(bot.think(start, 0, seconds=None, seed=s).chances != first.chances for s in range(3))


class Watch:
    """A clock that goes on by so much whenever somebody looks."""

    def __init__(self, step: float) -> None:
        self.now, self.step, self.looks = 0.0, step, 0

    def __call__(self) -> float:
        self.looks += 1
        self.now += self.step
        return self.now


def test_chunks_do_not_change_the_answer(toy: Game) -> None:
    start = race(toy, (3, 5), (4, 2), die=2, gentle=0)
    slow = by_playouts(toy, 120, clock=Watch(1e-3)).search(start, 0, seconds=1000, seed=4)
    whole = by_playouts(toy, 120).search(start, 0, seconds=None, seed=4)
    assert [(f.action, f.times) for f in slow] == [(f.action, f.times) for f in whole]


@pytest.mark.parametrize("seconds", [0, 2.5, 7.0])
def test_it_stops_at_the_first_look_past_its_time(toy: Game, seconds: float) -> None:
    watch = Watch(1.0)
    bot = by_playouts(toy, 10**6, clock=watch)
    thought = bot.think(race(toy, (3, 5), (4, 2), die=2), 0, seconds=seconds, seed=1)
    assert thought.action in (0, 1)
    assert watch.now <= 1 + 1 + seconds + 1  # the first look, the start, and the look that ends it


def test_threads_grow_trees_of_their_own_and_add_them_up(toy: Game) -> None:
    start = race(toy, (3, 5), (4, 2), die=2, gentle=0)
    one = by_playouts(toy, 101, threads=3)
    found = one.search(start, 0, seconds=None, seed=2)
    assert sum(f.times for f in found) == 101 - 3  # each tree's first simulation makes its root
    again = one.search(start, 0, seconds=None, seed=2)
    assert [(f.action, f.times, f.chances.tolist()) for f in found] == [
        (f.action, f.times, f.chances.tolist()) for f in again
    ]


def test_a_search_that_is_decided_ends(toy: Game) -> None:
    """What was tried most cannot be caught up with: the rest of the simulations would change nothing."""
    start = race(toy, (11, 12), (11, 12), die=1)  # one runner wins at once
    bot = by_playouts(toy, 20_000)
    assert sum(one.times for one in bot.search(start, 0, seconds=None, seed=1)) < 15_000
    slow = by_playouts(toy, 20_000, clock=Watch(1e-4)).search(start, 0, seconds=1000, seed=1)
    assert [(f.action, f.times) for f in slow] == [
        (f.action, f.times) for f in bot.search(start, 0, seconds=None, seed=1)
    ]


def two_decisions(game: Game) -> tuple[Position, Position, int]:
    """A roll of two dice, and the position after the first of them was played."""
    rules, p = game.plain, game.new(2)
    stream, out = np.zeros(1, np.uint64), np.zeros(game.plain.MAX_ACTIONS, np.int64)
    kit.start_stream(stream, 3, 0)
    while True:
        who = int(rules.actor(p))
        if who == kit.CHANCE:
            rules.apply(p, int(rules.draw(p, int(kit.below(stream, int(rules.tickets(p)))))))
            continue
        before = p.copy()
        rules.apply(p, int(rules.random_action(p, who, out, stream)))
        if rules.actor(p) == who and rules.legal(p, out) > 1 and rules.legal(before, out) > 1:
            return before, p, who


def test_a_tree_is_kept_for_the_next_decision_of_a_turn() -> None:
    game = parlour.load("parcheesi")
    before, after, seat = two_decisions(game)
    kept, fresh = (make(f"search:simulations=60,keep={keep}", game) for keep in (1, 0))
    assert isinstance(kept, Search)
    first = kept.think(before, seat, seconds=None, seed=1)
    assert first.action == fresh.think(before, seat, seconds=None, seed=1).action
    (tree,) = kept._kept
    known = int(tree.nodes[kept._root(tree, kept._bound.slots([after])), search_tree.VISITS])
    assert known > 0
    kept.think(after, seat, seconds=None, seed=2)
    assert kept._kept == [tree]
    assert tree.used[search_tree.SIMULATIONS] == 60 + 60 - known  # what was known need not be done again
    kept.forget()
    assert kept.think(after, seat, seconds=None, seed=2) == fresh.think(after, seat, seconds=None, seed=2)


def test_a_kept_tree_makes_room_in_time() -> None:
    game = parlour.load("parcheesi")
    bot = make("search:simulations=30,threads=2,keep=1", game)
    assert isinstance(bot, Search)
    rules, p, stream = game.plain, game.new(2), np.zeros(1, np.uint64)
    kit.start_stream(stream, 5, 0)
    asked = 0
    while asked < 25:
        who = int(rules.actor(p))
        if who == kit.CHANCE:
            rules.apply(p, int(rules.draw(p, int(kit.below(stream, int(rules.tickets(p)))))))
            continue
        rules.apply(p, bot.think(p, who, seconds=None, seed=asked).action)
        asked += 1
        assert [len(tree.nodes) for tree in bot._kept] == [30, 30]
        assert all(tree.used[search_tree.NODES_USED] <= 30 for tree in bot._kept)


def test_where_anything_is_hidden_nothing_is_kept() -> None:
    """A tree that was grown for one seat knows what that seat holds."""
    cellar = parlour.load(str(RULES / "cellar"))
    p = cellar.new(2)
    for outcome in (3, 1, 6):
        cellar.plain.apply(p, outcome)
    bot = make("search:simulations=50,judge=playouts,keep=1", cellar)
    assert isinstance(bot, Search)
    first = bot.think(view(cellar, p, 0), 0, seconds=None, seed=1)
    assert bot._kept == []
    assert bot.think(view(cellar, p, 0), 0, seconds=None, seed=1) == first


def test_every_roll_is_gone_through_by_its_odds(toy: Game) -> None:
    """The other side wins with a 1, three times in six; whatever lies beyond is even."""
    start = race(toy, (10, 11), (11, 12), die=1)
    thought = make("search:method=turns,rolls=1", toy).think(start, 0, seconds=None, seed=0)
    assert thought.chances[:2] == pytest.approx((0.25, 0.75))
    # One roll further: after (10, 12) a 2 wins, two times in six, after (11, 11) no roll does.
    thought = make("search:method=turns,rolls=2", toy).think(start, 0, seconds=None, seed=0)
    assert thought.action == 1
    assert thought.chances[0] == pytest.approx(1 / 2 * (1 / 3 + 2 / 3 * 1 / 2))
    assert [c.chance for c in thought.candidates] == sorted(
        (c.chance for c in thought.candidates), reverse=True
    )


@pytest.mark.parametrize("seconds", [0, 3.0])
def test_going_through_every_roll_ends_in_time_too(toy: Game, seconds: float) -> None:
    watch = Watch(1.0)
    tools = bound(toy, search_turns)
    bot = Turns(tools, tools.careful_mind(), rolls=3, clock=watch)
    assert bot.think(race(toy, (3, 5), (4, 2), die=2), 0, seconds=seconds, seed=1).action in (0, 1)
    assert watch.now <= seconds + 6


def test_sealed_bids_are_answered_without_knowing_them() -> None:
    """In the last round nothing follows the bids: whatever seat 0 bids, seat 1 decides at one node for each
    card it may hold."""
    cellar = parlour.load(str(RULES / "cellar"))
    p = cellar.new(2)
    for outcome in (3, 1, 6):
        cellar.plain.apply(p, outcome)
    p.round = 3
    bot = by_playouts(cellar, 400)
    tree = search.make_tree(bound(cellar, search_tree), np.zeros(0, np.float32), 400, FAR.array(), 0, 0)
    seen = view(cellar, p, 0)
    bound(cellar, search_tree).form.grow(
        tree, bound(cellar, search_tree).slots([seen]), 0, 0, 400, 3, FAR.array(), np.zeros(0, np.float32)
    )
    assert tree.used[search_tree.NODES_USED] == 1 + 4
    # Seat 1 has made its bid already: seat 0 sees that it is made, and not what it is.
    thoughts = []
    for bid in (0, 9):
        q = p.copy()
        cellar.plain.call_on(q, 1)
        cellar.plain.apply(q, bid)
        thoughts.append(bot.think(view(cellar, q, 0), 0, seconds=None, seed=8))
    assert thoughts[0] == thoughts[1]


KUHN = Path(__file__).parents[1] / "envs" / "kuhn"
JACK, QUEEN, KING = range(3)
PASS, BET = 0, 1


@pytest.mark.parametrize(
    ("card", "said", "right"),
    [
        (JACK, [BET], PASS),  # a call cannot win
        (KING, [BET], BET),  # a call cannot lose
        (KING, [PASS], BET),  # a pass gives away what a bet may win
        (QUEEN, [], PASS),  # a bet is called by what beats it and by nothing else
        (KING, [PASS, BET], BET),
        (JACK, [PASS, BET], PASS),
    ],
)
def test_poker_is_played_as_all_who_know_it_play(card: int, said: list[int], right: int) -> None:
    kuhn = parlour.load(str(KUHN))
    seat = len(said) % 2
    p = kuhn.new(2)
    cards = [card, (card + 1) % 3] if seat == 0 else [(card + 1) % 3, card]
    for action in (*cards, *said):
        kuhn.plain.apply(p, action)
    thought = by_playouts(kuhn, 1500).think(view(kuhn, p, seat), seat, seconds=None, seed=3)
    assert thought.action == right


def test_long_lists_are_looked_at_here_and_there() -> None:
    """Of the thousands of prices in one game no more are kept than the tree has room for."""
    game = parlour.load("doubletrack")
    rules, out, stream = game.plain, np.zeros(game.plain.MAX_ACTIONS, np.int64), np.zeros(1, np.uint64)
    p = game.new(3)
    while rules.actor(p) < 0 or rules.choices(p, out) < 200:
        rules.apply(p, rules.random_action(p, rules.actor(p), out, stream))
    seat = int(rules.actor(p))
    tools = bound(game, search_tree)
    bot = Search(tools, tools.careful_mind(), 4, dials=Dials(look=20, width=10))
    found = bot.search(view(game, p, seat), seat, seconds=None, seed=1)
    legal = set(out[: rules.legal(p, out)].tolist())
    assert len(found) == 10
    assert {f.action for f in found} <= legal


def test_partners_share_their_chances() -> None:
    game = parlour.load("pollyanna")
    p = game.new(4, {"mode": "partners"})
    rules, stream, out = game.plain, np.zeros(1, np.uint64), np.zeros(game.plain.MAX_ACTIONS, np.int64)
    while rules.actor(p) < 0 or rules.choices(p, out) < 2:
        rules.apply(p, rules.random_action(p, rules.actor(p), out, stream))
    chances = make("search:simulations=6", game).think(p, int(rules.actor(p)), seconds=None, seed=1).chances
    assert chances[0] == pytest.approx(chances[2])
    assert chances[0] + chances[1] == pytest.approx(1)


@pytest.mark.skipif(not forms.compiler_present(), reason="without a compiler there is one form")
def test_both_forms_grow_the_same_tree(toy: Game) -> None:
    tools, mind, dials = bound(toy, search_tree), np.zeros(0, np.float32), FAR.array()
    start = race(toy, (3, 5), (4, 2), die=2, gentle=0)
    trees = []
    for form in (tools.plain, tools.compiled):
        tree = search.make_tree(tools, mind, 100, dials, 6, 0, form)
        form.grow(tree, tools.slots([start], form), 0, 0, 100, 6, dials, mind)
        trees.append(tree)
    for name in ("nodes", "edges", "used"):
        assert np.array_equal(getattr(trees[0], name), getattr(trees[1], name)), name
    assert np.allclose(trees[0].sums, trees[1].sums)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("search:simulations=0", "a number from 1"),
        ("search:simulations=many", "a number from 1"),
        ("search:judge=oracle", "oracle"),
        ("search:method=tea_leaves", "tea_leaves"),
        ("search:simulation=5", "simulations"),
        ("search:threads=1000", "threads"),
    ],
)
def test_settings_that_make_no_sense_are_refused(toy: Game, spec: str, says: str) -> None:
    with pytest.raises((BadChoice, ParlourError)) as caught:
        make(spec, toy)
    assert says in str(caught.value)
