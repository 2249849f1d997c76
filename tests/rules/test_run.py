"""Drivers from Python: the same numbers on every form and any number of threads."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import parlour
from parlour import Game
from parlour.rules import conformance, forms, run
from parlour.rules.kit import CHANCE, OVER
from parlour.text import BadAction, BadChoice


def snapshot(batch: run.Batch) -> list[bytes]:
    return [batch[i].to_bytes() for i in range(len(batch))] + [batch.masks.tobytes(), batch.actors.tobytes()]


# ---------------------------------------------------------------- playouts


@pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")
@pytest.mark.parametrize("name", parlour.names())
def test_whole_games_go_in_compiled_drivers_as_in_plain_python(name: str) -> None:
    """Called from a driver the rules are arranged otherwise than called one by one. Every house rule."""
    game = parlour.load(name)
    for players, options in conformance.tables(game):
        start = game.new(players, options)
        plain, fast = (run.playouts(game, start, 1, seed=1, form=f) for f in (game.plain, game.compiled))
        assert plain == fast, options


@pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")
def test_the_first_games_of_a_process_wait_for_no_compiler(toy: Game) -> None:
    """A few games are over before compiled code is loaded; whoever goes on asking gets it after all."""
    code = (
        "import sys, parlour; from parlour.rules import run\n"
        "game = parlour.load(sys.argv[1])\n"
        "first = [run.playouts(game, games=4, seed=seed).nodes for seed in (1, 2)]\n"
        "assert 'numba' not in sys.modules\n"
        "third = run.playouts(game, games=4, seed=3).nodes\n"
        "print('numba' in sys.modules, *first, third)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(toy.folder)], capture_output=True, text=True, check=True
    )
    expected = [run.playouts(toy, games=4, seed=seed, form=toy.compiled).nodes for seed in (1, 2, 3)]
    assert done.stdout.split() == ["True", *map(str, expected)]


def test_playouts_count_what_a_person_would_count(toy: Game, form: Any) -> None:
    """Games 0..19 once more by hand, with the stream each of them has."""
    decisions = rolls = 0
    shares = [0.0] * toy.chairs
    rng, out = np.zeros(1, np.uint64), np.zeros(toy.plain.MAX_ACTIONS, np.int64)
    for number in range(20):
        p = toy.new(3)
        toy.plain.start_stream(rng, 11, number)
        while (who := toy.plain.actor(p)) != OVER:
            if who == CHANCE:
                rolls += 1
                action = toy.plain.draw(p, toy.plain.below(rng, toy.plain.tickets(p)))
            else:
                decisions += 1
                action = out[toy.plain.below(rng, toy.plain.legal(p, out))]
            toy.plain.apply(p, action)
        for seat in range(toy.chairs):
            shares[seat] += toy.plain.payoff(p, seat)
    found = run.playouts(toy, toy.new(3), games=20, seed=11, form=form)
    assert found == run.Playouts(20, decisions, rolls, tuple(shares))
    assert found.nodes == decisions + rolls
    assert sum(found.shares) == 20


def test_the_number_of_threads_changes_nothing(toy: Game) -> None:
    one = run.playouts(toy, games=3000, seed=7, threads=1)
    assert run.playouts(toy, games=3000, seed=7, threads=2) == one
    assert run.playouts(toy, games=3000, seed=7, threads=5) == one
    assert run.playouts(toy, games=3000, seed=8, threads=5) != one


def test_a_large_seed_is_a_seed_like_any_other(toy: Game, form: Any) -> None:
    large = run.playouts(toy, games=50, seed=2**64 - 1, form=form)
    assert large == run.playouts(toy, games=50, seed=2**64 - 1, form=toy.plain)
    assert large != run.playouts(toy, games=50, seed=0, form=form)


@pytest.mark.parametrize("threads", [1, 3])
def test_progress_is_told_and_ends_at_the_end(toy: Game, threads: int) -> None:
    told: list[tuple[int, int]] = []
    run.playouts(toy, games=2000, threads=threads, progress=lambda *now: told.append(now))
    assert told[-1] == (2000, 2000)
    assert told == sorted(told)


@pytest.mark.parametrize("threads", [1, 3])
def test_an_interrupted_run_stops_at_once(toy: Game, threads: int) -> None:
    def interrupt(played: int, games: int) -> None:
        raise KeyboardInterrupt

    played = []

    def worker() -> Any:
        return lambda first, count: played.append(count)

    run.playouts(toy, games=8)  # compiled by now
    with pytest.raises(KeyboardInterrupt):
        run.playouts(toy, games=50_000_000, threads=threads, progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        run.spread(worker, 10**6, threads, interrupt)


def test_a_failing_block_is_an_error_not_a_hole(toy: Game) -> None:
    def worker() -> Any:
        def block(first: int, count: int) -> int:
            if first >= 16:
                raise RuntimeError(f"block {first}")
            return count

        return block

    with pytest.raises(RuntimeError, match="block"):
        run.spread(worker, 64, threads=2)


MOST = 4 * max(run.cores(), 4)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (
            {"games": 0},
            "The number of games is a whole number from 1 to 1000000000, not “0”. The nearest is 1.",
        ),
        ({"games": "many"}, "The number of games is a whole number from 1 to 1000000000, not “many”."),
        ({"games": True}, "The number of games is a whole number from 1 to 1000000000, not “True”."),
        ({"games": 1.5}, "The number of games is a whole number from 1 to 1000000000, not “1.5”."),
        (
            {"games": 10**9 + 1},
            "The number of games is a whole number from 1 to 1000000000, not “1000000001”. "
            "The nearest is 1000000000.",
        ),
        (
            {"threads": 0},
            f"The number of threads is a whole number from 1 to {MOST}, not “0”. The nearest is 1.",
        ),
        (
            {"threads": 99999},
            f"The number of threads is a whole number from 1 to {MOST}, not “99999”. The nearest is {MOST}.",
        ),
        ({"seed": "x"}, "The seed is a whole number from 0 to 18446744073709551615, not “x”."),
        (
            {"seed": -1},
            "The seed is a whole number from 0 to 18446744073709551615, not “-1”. The nearest is 0.",
        ),
        (
            {"seed": 2**64},
            "The seed is a whole number from 0 to 18446744073709551615, not “18446744073709551616”. "
            "The nearest is 18446744073709551615.",
        ),
    ],
)
def test_wrong_numbers_are_named(toy: Game, wrong: dict[str, Any], sentence: str) -> None:
    for form in (None, toy.plain):
        with pytest.raises(BadChoice) as error:
            run.playouts(toy, **wrong, form=form)
        assert str(error.value) == sentence


# ---------------------------------------------------------------- a batch


def test_a_batch_is_the_same_in_both_forms(toy: Game, form: Any) -> None:
    plain = run.Batch(toy, 16, toy.new(3), seed=3, form=toy.plain)
    other = run.Batch(toy, 16, toy.new(3), seed=3, form=form)
    ended = 0
    for _ in range(150):
        assert snapshot(other) == snapshot(plain)
        actions = plain.random_actions()
        assert np.array_equal(other.random_actions(), actions)
        shares, done = plain.step(actions)
        also_shares, also_done = other.step(actions)
        assert np.array_equal(shares, also_shares)
        assert np.array_equal(done, also_done)
        assert np.array_equal(plain.observe(), other.observe())
        assert np.array_equal(shares.sum(axis=1), done)  # a share for a finished game, and only for one
        ended += int(done.sum())
    assert ended > 16  # so games did start anew
    assert other.rolls == plain.rolls > 0


def test_masks_and_actors_are_those_of_the_positions(toy: Game, form: Any) -> None:
    batch = run.Batch(toy, 8, seed=1, form=form)
    out = np.zeros(toy.plain.MAX_ACTIONS, np.int64)
    for _ in range(100):
        for i in range(len(batch)):
            p = batch[i]
            legal = set(out[: toy.plain.legal(p, out)].tolist())
            assert set(np.flatnonzero(batch.masks[i]).tolist()) == legal
            assert batch.actors[i] == toy.plain.actor(p) >= 0
        batch.step(batch.random_actions())


def test_a_finished_game_starts_anew_from_the_start(toy: Game, form: Any) -> None:
    start = toy.new(2)
    start.runners[0] = toy.rules.LENGTH - 1
    batch = run.Batch(toy, 1, start, seed=5, form=form)
    for _ in range(200):
        before = batch[0]
        shares, done = batch.step(batch.random_actions())
        if done[0]:
            break
    assert shares[0].tolist() == [float(before.turn == seat) for seat in range(3)]
    again = batch[0]
    again.die, again.turn = 0, 0
    assert again == start


def test_the_same_actions_meet_the_same_dice(toy: Game, form: Any) -> None:
    """Picking at random takes nothing from the dice: a recorded run can be played again."""
    batch = run.Batch(toy, 4, seed=9, form=form)
    picked = []
    for _ in range(60):
        picked.append(batch.random_actions())
        batch.step(picked[-1])
    last = snapshot(batch)
    batch.reset(9)
    assert batch.rolls >= 4
    for actions in picked:
        batch.step(actions)
    assert snapshot(batch) == last
    batch.reset(10)
    assert snapshot(batch) != last


def test_an_illegal_action_stops_the_whole_batch(toy: Game, form: Any) -> None:
    batch = run.Batch(toy, 3, seed=2, form=form)
    before = snapshot(batch)
    for wrong in (-1, toy.rules.ACTIONS, 10**6):
        actions = batch.random_actions()
        actions[2] = wrong
        with pytest.raises(
            BadAction, match=f"Game 2 of the batch: action {wrong} is not legal; legal are 0, 1"
        ):
            batch.step(actions)
        assert snapshot(batch) == before


def test_an_action_that_is_masked_out_is_illegal(toy: Game, form: Any) -> None:
    start = toy.new(2)
    start.runners[0, 1] = toy.rules.LENGTH
    start.die = 1
    batch = run.Batch(toy, 2, start, form=form)
    with pytest.raises(BadAction, match=r"Game 1 .* action 1 is not legal; legal are 0"):
        batch.step([0, 1])
    batch.step([0, 0])


@pytest.mark.parametrize("wrong", [[0], [0.0, 0.0], [[0, 0]], 0, ["a", "b"]])
def test_actions_of_the_wrong_shape_are_refused(toy: Game, wrong: Any) -> None:
    batch = run.Batch(toy, 2, form=toy.plain)
    with pytest.raises(BadAction, match="A batch of 2 takes 2 whole numbers"):
        batch.step(wrong)


def test_callers_cannot_write_into_a_batch(toy: Game) -> None:
    batch = run.Batch(toy, 2, form=toy.plain)
    with pytest.raises(ValueError, match="read-only"):
        batch.masks[0] = 1
    copy = batch[0]
    copy.die = 3
    copy.runners[:] = 7
    assert batch[0] != copy
    with pytest.raises(IndexError):
        batch[2]
    assert batch[-1] == batch[1]


def test_a_batch_needs_games_that_go_on(toy: Game) -> None:
    over = toy.new(2)
    over.winner = 1
    with pytest.raises(BadChoice, match="end before anybody decides"):
        run.Batch(toy, 2, over, form=toy.plain)
    with pytest.raises(BadChoice, match="number of games"):
        run.Batch(toy, 0, form=toy.plain)


# ---------------------------------------------------------------- replay


def test_replay_gives_the_same_bytes(toy: Game, form: Any) -> None:
    p = toy.new(3)
    out, actions = np.zeros(toy.plain.MAX_ACTIONS, np.int64), []
    draws = np.random.default_rng(4)
    while toy.plain.actor(p) != OVER:
        actions.append(int(out[draws.integers(toy.plain.legal(p, out))]))
        toy.plain.apply(p, actions[-1])
        assert run.replay(toy, toy.new(3), actions, form=form) == p
    with pytest.raises(BadAction, match=f"Action {len(actions) + 1} of {len(actions) + 1}, 0, is not legal"):
        run.replay(toy, toy.new(3), [*actions, 0], form=form)


def test_replay_names_the_first_illegal_action(toy: Game, form: Any) -> None:
    with pytest.raises(BadAction, match="Action 2 of 3, 5, is not legal there"):
        run.replay(toy, toy.new(2), [1, 5, 5], form=form)
    assert run.replay(toy, toy.new(2), [], form=form) == toy.new(2)
