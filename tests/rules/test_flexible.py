"""A vector with choices: the same games as a plain one, games that wait, wrong actions, many starts."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.rules.flexible import AUTORESET, Flexible
from parlour.rules.kit import OVER
from parlour.rules.vector import Vector
from parlour.text import BadAction, BadChoice

SIZE = 6


def told(games: Vector) -> list[Any]:
    """All that a step gives, as values."""
    seen = (games.features, games.masks, games.actors, games.shares, games.done)
    return [array.tolist() for array in seen]


@pytest.mark.parametrize("seats", [None, [1]])
def test_played_alike_it_is_a_vector(toy: parlour.Game, form: Any, seats: list[int] | None) -> None:
    games = Flexible(toy, SIZE, seed=7, seats=seats, form=form)
    other = Vector(toy, SIZE, seed=7, seats=seats, form=form)
    ended = 0
    for _ in range(250):
        assert told(games) == told(other)
        actions = other.random_actions()
        assert np.array_equal(games.random_actions(), actions)
        games.step(actions)
        other.step(actions)
        ended += int(other.done.sum())
    assert ended > SIZE


@pytest.mark.parametrize("seats", [None, [0]])
def test_a_game_that_is_over_waits_a_step(toy: parlour.Game, form: Any, seats: list[int] | None) -> None:
    """In the next step its action is ignored, it begins anew, and nothing has ended or been won in it."""
    games = Flexible(toy, SIZE, seed=3, seats=seats, form=form, autoreset="next_step")
    waited = 0
    for _ in range(250):
        before, acted = games.actors.copy(), games.actors.copy()
        actions = games.random_actions()
        actions[before < 0] = 10**6  # whatever it is
        shares, done = games.step(actions)
        for i in np.flatnonzero(before < 0):
            assert not done[i] and not shares[i].any() and games.actors[i] >= 0
            assert toy.plain.actor(games[i]) == games.actors[i]
        for i in np.flatnonzero(done):
            waited += 1
            assert games.actors[i] == OVER and games.masks[i].all()
            end = games[i]
            assert toy.plain.actor(end) == OVER
            assert shares[i].tolist() == [toy.plain.payoff(end, chair) for chair in range(toy.chairs)]
            seen = np.zeros(toy.plain.FEATURES, np.float32)
            toy.plain.observe(end, int(acted[i]), seen)
            assert np.array_equal(games.features[i], seen)
    assert waited > SIZE


def test_without_autoreset_one_begins_games_oneself(toy: parlour.Game, form: Any) -> None:
    games = Flexible(toy, SIZE, seed=5, form=form, autoreset="disabled")
    while not games.done.any():
        games.step(games.random_actions())
    over = games.actors < 0
    assert np.array_equal(over, games.done == 1) and not games.masks[over].any()
    kept, positions = [games.features, games.masks], [games[i] for i in range(SIZE)]
    values = [array.copy() for array in kept]
    with pytest.raises(BadAction, match=f"Game {int(np.argmax(over))} is over"):
        games.step(games.random_actions())
    with pytest.raises(BadChoice, match="bools"):
        games.begin([1, 0])
    games.begin(over)
    assert all(np.array_equal(array, value) for array, value in zip(kept, values, strict=True))
    assert (games.actors >= 0).all() and games.masks.any(axis=1).all() and not games.done.any()
    for i in np.flatnonzero(~over):
        assert games[i] == positions[i] and np.array_equal(games.features[i], values[0][i])
    games.step(games.random_actions())


@pytest.mark.parametrize("autoreset", AUTORESET)
def test_a_wrong_action_can_lose(toy: parlour.Game, form: Any, autoreset: str) -> None:
    games = Flexible(toy, SIZE, toy.new(3), seed=1, form=form, autoreset=autoreset, illegal="lose")
    games.step(games.random_actions())
    actions, loser, before = games.random_actions(), int(games.actors[2]), games[2]
    actions[2] = -5
    shares, done = games.step(actions)
    assert done[2] and games.replaced.tolist() == [i == 2 for i in range(SIZE)]
    assert shares[2].tolist() == [0 if chair == loser else 0.5 for chair in range(3)]
    if autoreset == "same_step":
        assert games.actors[2] >= 0 and games[2] != before
    else:
        assert games.actors[2] == OVER and games[2] == before  # as it stood when it was lost


def test_a_wrong_action_can_be_replaced(toy: parlour.Game, form: Any) -> None:
    games = Flexible(toy, SIZE, seed=1, form=form, illegal="random")
    right = Flexible(toy, SIZE, seed=1, form=form)
    for _ in range(20):
        actions = right.random_actions()
        right.step(actions)
        wrong = actions.copy()
        wrong[4] = 99
        games.step(np.where(np.arange(SIZE) == 4, wrong, actions))
        assert games.replaced.tolist() == [i == 4 for i in range(SIZE)]
    assert np.array_equal(games.features[:4], right.features[:4])
    with pytest.raises(BadAction, match="Game 4"):
        right.step(np.where(np.arange(SIZE) == 4, 99, right.random_actions()))


def test_games_begin_where_they_are_told_to(toy: parlour.Game, form: Any) -> None:
    ahead = toy.new(2)
    ahead.runners[0, 0] = 4
    starts = [toy.new(2), ahead]
    games = Flexible(toy, 200, starts, seed=2, form=form, odds=[1, 3])
    lead = [games[i].runners[0, 0] for i in range(200)]
    far = sum(steps >= 4 for steps in lead)
    assert 115 <= far <= 185  # three of four: 150 of 200
    again = Flexible(toy, 200, starts, seed=2, form=form, odds=[1, 3])
    assert told(games) == told(again)


def test_a_generator_gives_a_curriculum(toy: parlour.Game, form: Any) -> None:
    asked: list[int] = []

    def given(rng: np.random.Generator) -> Any:
        asked.append(int(rng.integers(3)))
        position = toy.new(2)
        position.runners[1, 0] = asked[-1]
        return position

    games = Flexible(toy, 4, given, seed=2, form=form)
    begun = len(asked)
    assert begun in (4, 5)
    ended = 0
    for _ in range(40):
        ended += int(games.step(games.random_actions())[1].sum())
    assert len(asked) == begun + ended > begun
    few = (position for position in [toy.new(2)] * 5)
    with pytest.raises(BadChoice, match="no more"):
        games = Flexible(toy, 4, few, form=form)
        for _ in range(40):
            games.step(games.random_actions())


def test_starts_that_are_none(toy: parlour.Game) -> None:
    games = Flexible(toy, 1, toy.new(2), form=toy.plain, autoreset="disabled")
    while not games.done.any():
        games.step(games.random_actions())
    over = games[0]
    for start, words in (
        ([], "empty"),
        ([toy.new(2), toy.new(3)], "same seats"),
        ([over], "over"),
        (["a"], "positions"),
        ([parlour.load("parcheesi").new()], "positions"),
    ):
        with pytest.raises(BadChoice, match=words):
            Flexible(toy, 2, start, form=toy.plain)
    for odds in ([1], [1, -1], [0, 0], [1, float("nan")]):
        with pytest.raises(BadChoice, match="odds"):
            Flexible(toy, 2, [toy.new(2), toy.new(2)], form=toy.plain, odds=odds)
    for wrong in ({"autoreset": "sometimes"}, {"illegal": "pardon"}):
        with pytest.raises(BadChoice, match=next(iter(wrong.values()))):
            Flexible(toy, 2, form=toy.plain, **wrong)


@pytest.mark.parametrize("kind", [Vector, Flexible])
def test_copies_go_on_alike(toy: parlour.Game, form: Any, kind: type[Vector]) -> None:
    more = {"autoreset": "next_step", "start": [toy.new(), toy.new()]} if kind is Flexible else {}
    games = kind(toy, SIZE, seed=9, form=form, **more)
    for _ in range(7):
        games.step(games.random_actions())
    kept, here = games.state(), told(games)
    copies = [copy.deepcopy(games), pickle.loads(pickle.dumps(games))]
    courses = []
    for one in (games, *copies):
        assert told(one) == here and type(one) is kind
        course = []
        for _ in range(15):
            one.step(one.random_actions())
            course.append(told(one))
        courses.append(course)
    assert courses[0] == courses[1]
    games.restore(kept)
    assert told(games) == here
    games.step(games.random_actions())
    assert told(games) == courses[0][0]
    if kind is Vector:
        assert courses[0] == courses[2]
    for wrong in ({}, kept | {"games": kept["games"][:2]}):
        with pytest.raises(BadChoice, match="not the state"):
            games.restore(wrong)


@pytest.mark.parametrize("kind", [Vector, Flexible])
def test_threads_change_nothing(toy: parlour.Game, form: Any, kind: type[Vector]) -> None:
    one, three = (kind(toy, 10, seed=4, seats=[0, 2], form=form, threads=n) for n in (1, 3))
    assert three.threads == (1 if form is toy.plain else 3)
    for _ in range(30):
        assert told(one) == told(three)
        actions = one.random_actions()
        three.random_actions()
        one.step(actions)
        three.step(actions)
    before = told(three)
    with pytest.raises(BadAction, match="Game 9"):
        three.step(np.where(np.arange(10) == 9, 99, one.random_actions()))
    assert told(three) == before
