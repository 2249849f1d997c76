"""One game at a time: seats, seeds, rewards, copies and refusals, on both forms of the rules."""

from __future__ import annotations

import copy
import doctest
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.envs import Episode, episode
from parlour.envs.episode import CHANCE, OVER, rewards_of
from parlour.envs.narrow import NarrowEpisode
from parlour.rules.kit import NOBODY
from parlour.text import BadAction, BadChoice, IllegalAction, MalformedAction

CELLAR = str(Path(__file__).parents[1] / "rules" / "cellar")  # secret cards, sealed bids
TABLES = [(name, players) for name in parlour.names() for players in parlour.load(name).rules.SEATS]


def play(table: Episode, seed: int, most: int = 10**6) -> list[tuple[int, int]]:
    """Random actions of seats in random order; what was played."""
    chooser = random.Random(seed)
    played: list[tuple[int, int]] = []
    while not table.over and len(played) < most:
        seat = chooser.choice(table.acting)
        action = chooser.choice(table.legal(seat))
        table.step(seat, action)
        played.append((seat, action))
    return played


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_both_forms_play_the_same_game(name: str, players: int) -> None:
    game = parlour.load(name)
    fast, plain = Episode(game, players, seed=5), Episode(game, players, seed=5, form=game.plain)
    chooser = random.Random(players)
    for number in range(150):
        assert fast.to_bytes() == plain.to_bytes()
        assert fast.actor == plain.actor and fast.acting == plain.acting
        if fast.over:
            assert fast.rewards == plain.rewards
            break
        seat = chooser.choice(fast.acting)
        listed = fast.legal(seat)
        assert listed == plain.legal(seat)
        assert np.flatnonzero(fast.mask(seat)).tolist() == sorted(listed)
        assert np.array_equal(fast.mask(seat), plain.mask(seat))
        if number % 10 == 0:
            for other in fast.seats:
                assert np.allclose(fast.observe(other), plain.observe(other))
                assert fast.may_act(other) or not fast.legal(other)
        action = chooser.choice(listed)
        fast.step(seat, action)
        plain.step(seat, action)


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rewards_are_zero_sum_over_sides_and_the_winner_has_most(name: str, players: int) -> None:
    table = Episode(name, players, seed=1)
    assert table.rewards == [0.0] * len(table.sides)
    play(table, 1)
    by_side = {table.sides[seat]: table.rewards[seat] for seat in table.seats}
    assert sum(by_side.values()) == pytest.approx(0)
    assert all(-1 <= reward <= 1 for reward in table.rewards)
    assert all(table.rewards[c] == 0 for c, side in enumerate(table.sides) if side == NOBODY)
    best = max(table.shares)
    assert [r == max(by_side.values()) for r in by_side.values()] == [
        max(table.shares[seat] for seat in table.seats if table.sides[seat] == side) == best
        for side in by_side
    ]


def test_rewards_by_the_number_of_sides() -> None:
    assert rewards_of([1, 0], [0, 1]).tolist() == [1, -1]
    assert rewards_of([0.5, 0.5], [0, 1]).tolist() == [0, 0]
    assert rewards_of([0, 0, 1, 0], [0, NOBODY, 1, NOBODY]).tolist() == [-1, 0, 1, 0]
    assert rewards_of([0, 1, 0], [0, 1, 2]).tolist() == [-0.5, 1, -0.5]
    assert rewards_of([1, 0, 1, 0], [0, 1, 0, 1]).tolist() == [1, -1, 1, -1]  # partners
    assert rewards_of([0.5, 0, 0.5, 0], [0, 1, 2, 3]).tolist() == pytest.approx(
        [1 / 3, -1 / 3, 1 / 3, -1 / 3]
    )
    many = rewards_of([[1, 0], [0, 1]], [0, 1])
    assert many.tolist() == [[1, -1], [-1, 1]]


# ---------------------------------------------------------------- seeds


@pytest.mark.parametrize("name", parlour.names())
def test_a_seed_names_a_series_of_games(name: str) -> None:
    one, two = Episode(name, seed=11), Episode(name, seed=99)
    two.reset(11)
    for number in range(3):
        assert one.number == two.number == number
        assert play(one, number, 40) == play(two, number, 40)
        assert one.to_bytes() == two.to_bytes()
        one.reset()
        two.reset()
    two.reset(12)
    one.reset(11)
    assert one.to_bytes() != two.to_bytes()


def test_another_number_is_another_game_of_dice() -> None:
    table = Episode(CELLAR, seed=4)
    seen = set()
    for _ in range(20):
        table.reset()
        seen.add(table.to_bytes()[32:])
    assert len(seen) == 20
    table = Episode(CELLAR)
    assert Episode(CELLAR, seed=table.seed).to_bytes() == table.to_bytes()  # a seed of its own, that it tells


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "seven", True, None])
def test_a_bad_seed_is_refused_and_changes_nothing(seed: Any) -> None:
    table = Episode(CELLAR, seed=2**64 - 1)
    before = table.to_bytes()
    if seed is None:
        return
    with pytest.raises(BadChoice, match="seed is a whole number"):
        table.reset(seed)
    assert table.to_bytes() == before and table.seed == 2**64 - 1


# ---------------------------------------------------------------- chance


def test_chance_is_rolled_inside_or_given() -> None:
    inside = Episode(CELLAR, 2, seed=3)
    assert inside.actor >= 0 and inside.rolls == 3 and inside.outcomes() == []
    with pytest.raises(BadAction, match="rolled inside"):
        inside.step(CHANCE, 0)
    given = Episode(CELLAR, 2, seed=3, explicit_chance=True)
    while given.actor == CHANCE:
        outcomes = given.outcomes()
        assert sum(odds for _, odds in outcomes) == pytest.approx(1)
        assert given.legal(CHANCE) == [outcome for outcome, _ in outcomes]
        assert given.acting == []
        with pytest.raises(BadAction, match="Chance is next"):
            given.step(CHANCE, 77)
        with pytest.raises(BadAction, match="Chance is next"):
            given.step(0, 0)
        given.step(CHANCE, outcomes[-1][0])
    assert given.rolls == 3 and given.decisions == 0 and given.actor == 0


@pytest.mark.parametrize("name", [*parlour.names(), CELLAR])
def test_what_is_rolled_inside_are_the_tickets_of_the_seeds_stream(name: str) -> None:
    inside, given = Episode(name, seed=21), Episode(name, seed=21, explicit_chance=True)
    inside.reset()
    given.reset()
    plain, stream, chooser = given.game.plain, np.zeros(1, np.uint64), random.Random(1)
    plain.start_stream(stream, 21, 1)
    while not given.over and given.decisions < 60:
        if given.actor == CHANCE:
            p = given.position
            fell = int(plain.draw(p, plain.below(stream, plain.tickets(p))))
            assert dict(given.outcomes())[fell] > 0
            given.step(CHANCE, fell)
        else:
            assert given.position == inside.position
            action = chooser.choice(given.legal(given.actor))
            inside.step(inside.actor, action)
            given.step(given.actor, action)
    assert given.decisions == inside.decisions > 5 and given.rolls <= inside.rolls


# ---------------------------------------------------------------- sealed bids


def test_sealed_bids_come_in_any_order() -> None:
    table = Episode(CELLAR, 3, seed=8)
    assert table.acting == [0, 1, 2] and table.actor == 0
    before = table.to_bytes()
    assert table.legal(2) and table.mask(1).any()
    assert table.to_bytes() == before and table.actor == 0  # asking changes nothing
    other = table.copy()
    for seat, bid in ((2, 1), (0, 0), (1, 2)):
        table.step(seat, bid)
    for seat, bid in ((0, 0), (1, 2), (2, 1)):
        other.step(seat, bid)
    assert table.to_bytes() == other.to_bytes()
    table.step(1, 0)
    assert table.acting == [0, 2] and table.legal(1) == []
    with pytest.raises(BadAction, match="not for seat 1 to act, but for 0, 2"):
        table.step(1, 0)


def test_views_hide_what_a_seat_may_not_know() -> None:
    table = Episode(CELLAR, 2, seed=8)
    assert (table.position.cards[:2] > 0).all()
    assert table.view(0).cards[1] == -1 and table.view(1).cards[0] == -1


# ---------------------------------------------------------------- copies


@pytest.mark.parametrize("name", parlour.names())
@pytest.mark.parametrize("form", ["compiled", "plain"])
def test_a_copy_goes_on_alike_and_apart(name: str, form: str) -> None:
    game = parlour.load(name)
    table = Episode(game, seed=6, form=getattr(game, form))
    play(table, 6, 30)
    copies = [table.copy(), copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    saved, decisions = table.to_bytes(), table.decisions
    restored = Episode(game, seed=1, form=getattr(game, form))
    restored.restore(saved)
    assert table.to_bytes() == saved
    played = play(table, 7, 40)
    for other in [*copies, restored]:
        assert other.to_bytes() == saved and other.decisions == decisions and other.seed == 6
        assert play(other, 7, 40) == played
        assert other.to_bytes() == table.to_bytes()
        other.reset()
        assert other.number == 1


def test_bytes_that_are_no_episode_are_refused() -> None:
    with pytest.raises(BadChoice, match="no episode of cellar"):
        Episode(CELLAR, seed=1).restore(b"nothing")


def test_a_position_to_start_from() -> None:
    table = Episode(CELLAR, 3, {"all_pay": "yes"}, seed=1)
    play(table, 1, 4)
    later = Episode(CELLAR, start=table.position, seed=2)
    assert later.position == table.position and later.seats == [0, 1, 2]
    with pytest.raises(BadChoice, match="house rules in it already"):
        Episode(CELLAR, 2, start=table.position)


# ---------------------------------------------------------------- refusals


@pytest.mark.parametrize("name", parlour.names())
def test_an_illegal_action_is_explained_by_its_clause_and_changes_nothing(name: str) -> None:
    table = Episode(name, seed=2)
    before = table.to_bytes()
    seat = table.actor
    wrong = next(a for a in range(table.actions) if not table.mask(seat)[a])
    with pytest.raises(IllegalAction, match=f"Action {wrong} is not legal now") as refused:
        table.step(seat, wrong)
    assert refused.value.clause in table.game.rulebook.read_text("utf-8")
    assert not table.is_legal(seat, wrong) and table.is_legal(seat, table.legal(seat)[0])
    with pytest.raises(BadAction, match="not for seat 9 to act"):
        table.step(9, 0)
    assert table.to_bytes() == before and table.decisions == 0


@pytest.mark.parametrize("action", [-1, 10**9, 1.0, "1", None, True, [0]])
def test_a_thing_that_is_no_action(action: Any) -> None:
    table = Episode(CELLAR, seed=2)
    with pytest.raises(MalformedAction, match="An action is a whole number from 0 to"):
        table.step(table.actor, action)
    assert table.decisions == 0


def test_after_the_end_nothing_is_played() -> None:
    table = Episode(CELLAR, seed=2)
    play(table, 2)
    assert table.actor == OVER and table.acting == [] and table.legal(0) == [] and not table.mask(0).any()
    with pytest.raises(BadAction, match="The game is over"):
        table.step(0, 0)


def test_the_documentation_is_true() -> None:
    assert doctest.testmod(episode).failed == 0 < doctest.testmod(episode).attempted


def test_parts_are_copied_saved_and_refused() -> None:
    episode = NarrowEpisode("doubletrack", seed=4, form=parlour.load("doubletrack").plain)
    rng, halfway = np.random.default_rng(1), 0
    while not halfway:
        seat = episode.actor
        before = episode.decisions
        episode.step(seat, int(rng.choice(episode.legal(seat))))
        halfway = episode.decisions == before and not episode.over
    seat = episode.actor
    legal = episode.legal(seat)
    others = [episode.copy(), pickle.loads(pickle.dumps(episode)), copy.deepcopy(episode)]
    for other in others:
        assert other.legal(seat) == legal and np.array_equal(other.observe(seat), episode.observe(seat))
        other.step(seat, legal[0])
    assert episode.legal(seat) == legal
    wrong = next(code for code in range(episode.actions) if code not in legal)
    kept = episode.to_bytes()
    with pytest.raises(BadAction, match="cannot come next"):
        episode.step(seat, wrong)
    with pytest.raises(BadAction, match="whole number"):
        episode.step(seat, episode.actions)
    assert episode.to_bytes() == kept
    bare = episode.game.plain.FEATURES
    assert episode.observe(seat)[bare:].sum() > 0
    assert NarrowEpisode("doubletrack", seed=4, form=parlour.load("doubletrack").plain).actions == 201
