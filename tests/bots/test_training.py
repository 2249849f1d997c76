"""Training: the arithmetic is right, what is learned is what came of it, and nothing is lost on the way."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.bots import drivers, selfplay
from parlour.bots.binding import bound
from parlour.bots.fitting import BETA1, BETA2, EPSILON, Adam, Shape, array_module, loss_and_gradient, scores
from parlour.bots.training import BadRun, Run, Settings, players_of, resume, strength, tables
from parlour.rules import forms
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER
from parlour.text import BadChoice
from tests.bots.toy import careful_toy

SMALL = Settings(seed=5, hidden=8, deeper=4, games=12, positions=16, batch=16, opening=2)
SHAPE = Shape(inputs=5, hidden=4, deeper=3)


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing here is large enough to be worth compiling."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.fixture
def toy(tmp_path: Path, plain: None) -> Game:
    return careful_toy(tmp_path)


# ---------------------------------------------------------------- fitting


def sample(seed: int = 1) -> tuple[Any, ...]:
    """A network, and positions of four seats in two teams, with what is expected of them."""
    rng = np.random.default_rng(seed)
    flat = rng.normal(0, 0.7, SHAPE.size)
    x = rng.normal(0, 1, (6, 4, SHAPE.inputs))
    shares = np.array([[0.5, 0], [0, 0.5], [0.5, 0], [0, 0.5]])
    wins = rng.uniform(0, 1, 6)
    return flat, x, shares, np.stack([wins, 1 - wins], axis=1)


def test_loss_by_hand() -> None:
    """One number at a time, by the formula in the module's own words."""
    flat, x, shares, targets = sample()
    net = {name: layer.tolist() for name, layer in SHAPE.layers(flat).items()}

    def score(row: list[float]) -> float:
        first = [
            max(0.0, net["b1"][j] + sum(r * net["W1"][i][j] for i, r in enumerate(row)))
            for j in range(SHAPE.hidden)
        ]
        second = [
            max(0.0, net["b2"][k] + sum(f * net["W2"][j][k] for j, f in enumerate(first)))
            for k in range(SHAPE.deeper)
        ]
        deep = sum(s * w for s, w in zip(second, net["w"], strict=True)) + net["b"][0]
        return deep + sum(r * v for r, v in zip(row, net["v"], strict=True))

    total = 0.0
    for position, target in zip(x.tolist(), targets.tolist(), strict=True):
        seats = [score(row) for row in position]
        sides = [(seats[0] + seats[2]) / 2, (seats[1] + seats[3]) / 2]
        whole = sum(math.exp(s) for s in sides)
        total -= sum(t * math.log(math.exp(s) / whole) for t, s in zip(target, sides, strict=True))
    loss, _ = loss_and_gradient(np, SHAPE, flat, x, shares, targets)
    assert loss == pytest.approx(total / 6)


def test_gradient_against_finite_differences() -> None:
    flat, x, shares, targets = sample()
    _, gradient = loss_and_gradient(np, SHAPE, flat, x, shares, targets)
    step = 1e-6
    for i in range(SHAPE.size):
        there, back = flat.copy(), flat.copy()
        there[i] += step
        back[i] -= step
        up = loss_and_gradient(np, SHAPE, there, x, shares, targets)[0]
        down = loss_and_gradient(np, SHAPE, back, x, shares, targets)[0]
        assert gradient[i] == pytest.approx((up - down) / (2 * step), abs=1e-6)


def test_adam_by_the_published_formula() -> None:
    """m and v with their biases taken out, as in the paper; the rate as the docstring says."""
    adam = Adam(np, np.array([1.0, -2.0], np.float32), rate=0.01)
    gradients = [(0.5, -0.1), (0.3, 0.2), (-0.4, 0.0)]
    for i, begin in enumerate((1.0, -2.0)):
        m = v = 0.0
        value = begin
        for t, gradient in enumerate(gradients, 1):
            m = BETA1 * m + (1 - BETA1) * gradient[i]
            v = BETA2 * v + (1 - BETA2) * gradient[i] ** 2
            rate = 0.01 / math.sqrt(1 + t / 2000)
            clear = math.sqrt(1 - BETA2**t)
            value -= rate * (m / (1 - BETA1**t)) / (math.sqrt(v) / clear + EPSILON / clear)
            if i == 0:
                adam.take(np.array(gradient, np.float32))
        assert adam.flat[i] == pytest.approx(value, rel=1e-5)
    assert adam.step == 3
    assert min(adam.flat[0], 1) < adam.mean[0] < 1, "the mean lags behind"


def test_fitting_finds_a_rule() -> None:
    """The side whose first input is larger wins: a network learns that from examples alone."""
    rng = np.random.default_rng(0)
    shape = Shape(3, 8, 4)
    adam = Adam(np, shape.start(0, np.zeros(3, np.float32)), rate=0.02)
    sides = np.eye(2, dtype=np.float32)
    losses = []
    for _ in range(300):
        x = rng.uniform(-1, 1, (64, 2, 3)).astype(np.float32)
        won = (x[:, 0, 0] > x[:, 1, 0]).astype(np.float32)
        loss, gradient = loss_and_gradient(np, shape, adam.flat, x, sides, np.stack([won, 1 - won], axis=1))
        adam.take(gradient)
        losses.append(float(loss))
    assert losses[0] == pytest.approx(math.log(2), abs=0.01)
    assert np.mean(losses[-20:]) < 0.2


def test_a_wider_network_says_the_same_and_can_learn() -> None:
    flat, x, shares, targets = sample()
    wide = dataclasses.replace(SHAPE, hidden=7, deeper=5)
    wider = wide.widen(SHAPE, flat.astype(np.float32), 3)
    small = loss_and_gradient(np, SHAPE, flat, x, shares, targets)[0]
    loss, gradient = loss_and_gradient(np, wide, wider.astype(np.float64), x, shares, targets)
    assert loss == pytest.approx(small, abs=1e-6)
    slope = wide.layers(gradient)
    assert slope["w"][SHAPE.deeper :].any() and slope["W2"][SHAPE.hidden :, : SHAPE.deeper].any()


def test_devices() -> None:
    assert array_module("cpu") is np
    with pytest.raises(BadChoice, match="auto, cpu, gpu"):
        array_module("abacus")


# ---------------------------------------------------------------- the same network in a game


def walk(game: Game, seed: int = 3, players: int = 2) -> list[Any]:
    """Positions of a random game, its end left out."""
    form, out, rng = game.plain, np.zeros(game.plain.MAX_ACTIONS, np.int64), np.zeros(1, np.uint64)
    form.start_stream(rng, seed, 0)
    p, seen = game.new(players), []
    while (who := form.actor(p)) != OVER:
        seen.append(p.copy())
        form.apply(p, form.random_action(p, who, out, rng))
    return seen


def chances(run: Run, mind: Any, p: Any) -> Any:
    values = np.zeros(run.game.chairs)
    run.bound.plain.evaluate(p, values, run.bound.scratch(mind), mind)
    return values


def test_a_network_begins_as_the_careful_player(toy: Game) -> None:
    run = Run(toy, SMALL)
    for p in walk(toy, players=3):
        assert chances(run, run.mind(), p) == pytest.approx(
            chances(run, run.bound.careful_mind(), p), abs=1e-3
        )


def test_play_and_training_reckon_alike(toy: Game) -> None:
    """What drivers make of a position is what the fitted formula makes of its inputs."""
    run = Run(toy, SMALL)
    run.round()
    mind = run.mind()
    flat = mind[drivers.HEADER :]
    for p in walk(toy):
        x = np.zeros((2, run.shape.inputs), np.float32)
        for seat in range(2):
            run.bound.plain.perceive(p, seat, x[seat], run.bound.scratch(mind), 2)
        score = scores(np, run.shape.layers(flat), x)[0]
        expected = np.exp(score) / np.exp(score).sum()
        assert chances(run, mind, p)[:2] == pytest.approx(expected, abs=1e-5)


# ---------------------------------------------------------------- what is learned


def test_returns_are_those_of_td_lambda() -> None:
    """The recursion against the definition: a mixture of n-step returns, weighted by powers of lambda."""
    rng = np.random.default_rng(2)
    last, fading, chairs = 7, 0.8, 4
    look_back = bound(parlour.load("parcheesi"), selfplay).plain.look_back
    judged = rng.uniform(0, 1, (last + 1, chairs))
    came, strays = np.zeros((last + 1, chairs)), np.zeros(last + 1, np.uint8)
    look_back(judged, strays, last, fading, came)
    for ply in range(last):
        ahead = last - ply
        mixed = sum((1 - fading) * fading ** (n - 1) * judged[ply + n] for n in range(1, ahead))
        assert came[ply] == pytest.approx(mixed + fading ** (ahead - 1) * judged[last])
    strays[4] = 1
    cut = np.zeros_like(came)
    look_back(judged, strays, last, fading, cut)
    assert (cut[5:] == came[5:]).all()
    assert (cut[4] == judged[4]).all(), "a random action says nothing of the position before it"
    assert cut[3] == pytest.approx(judged[4]), "and earlier ones look no further"


def test_what_is_taught_is_what_came_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """With lambda 1 every position of a game is taught the end of it; in both forms the same. The game is one
    with secrets and sealed bids, at a table of three."""
    game = parlour.load(str(Path(__file__).parents[1] / "rules" / "cellar"))
    settings = dataclasses.replace(SMALL, fading=1.0, slips=0, opening=0, positions=64)
    taught = []
    for off in ("1", "0") if forms.compiler_present() else ("1",):
        monkeypatch.setenv("NUMBA_DISABLE_JIT", off)
        run = Run(game, settings)
        taught.append(run._worker(run.tables[1], 9, run.mind())()(0, 10))
    rows, targets, played = taught[0]
    assert len(rows) == len(targets) == played > 100
    assert targets.sum(axis=1) == pytest.approx(np.ones(played))
    ends = int((np.abs(np.diff(targets, axis=0)).sum(axis=1) > 1e-6).sum())
    assert 0 < ends < 10, "ten games have at most ten ends"
    for also_rows, also_targets, also_played in taught[1:]:
        assert played == also_played
        assert (rows == also_rows).all()
        assert targets == pytest.approx(also_targets, abs=1e-6)


def test_positions_are_a_fair_sample(toy: Game) -> None:
    """Of games longer than there is room for, late positions are kept as often as early ones."""
    run = Run(toy, dataclasses.replace(SMALL, positions=5, slips=1000))
    shares = []
    start, space = players_of(run.bound, run.tables[0].start, run.mind(), SMALL.most)
    for first in range(120):
        judged, came = np.zeros((2000, 3)), np.zeros((2000, 3))
        strays, times = np.zeros(2000, np.uint8), np.zeros(5, np.int64)
        rows = np.zeros((1, 5, 2, run.shape.inputs), np.float32)
        targets, kept = np.zeros((1, 5, 3), np.float32), np.zeros(1, np.int64)
        lessons = selfplay.Lessons(judged, came, strays, times, rows, targets, kept)
        manner = selfplay.Manner(company=0, fading=0.9, slips=1000, opening=0, most=8)
        played = run.bound.plain.self_play(space, start, first, 1, 4, run.mind()[None], manner, lessons)
        assert played > 5
        shares += (times / played).tolist()
    assert np.mean(shares) == pytest.approx(0.5, abs=0.05)


def test_company(toy: Game) -> None:
    """Where all seats are the careful player's, a network sees the same games whatever it thinks of them."""
    settings = dataclasses.replace(SMALL, company=1000, slips=0)
    novice, master = Run(toy, settings), Run(toy, settings)
    for _ in range(3):
        master.round()
    assert (novice.mind() != master.mind()).any()
    rows = [run._worker(run.tables[0], 7, run.mind())()(0, 8)[0] for run in (novice, master)]
    assert np.array_equal(*rows)
    alone = Run(toy, dataclasses.replace(settings, company=0))
    others = [alone._worker(alone.tables[0], 7, mind)()(0, 8)[0] for mind in (novice.mind(), -master.mind())]
    assert not np.array_equal(*others)


def test_board_laid_over_in_training(plain: None) -> None:
    """The inputs that a step sees are those of the position laid over."""
    game = parlour.load("doubleswild")
    run = Run(game, SMALL)
    room, terms = run.bound.scratch(run.mind()), run.shape.inputs - run.bound.plain.FEATURES
    assert len(run._images) == 8
    p = walk(game)[-5]
    seen, laid = (np.zeros(run.shape.inputs, np.float32) for _ in range(2))
    run.bound.plain.perceive(p, 0, seen, room, terms)
    for k, image in enumerate(run._images):
        q = p.copy()
        game.plain.lay_over(q, k)
        run.bound.plain.perceive(q, 0, laid, room, terms)
        moved = seen if image is None else seen[image]
        assert (moved[: run.bound.plain.FEATURES] == laid[: run.bound.plain.FEATURES]).all()
        assert moved[run.bound.plain.FEATURES :] == pytest.approx(laid[run.bound.plain.FEATURES :], abs=1e-5)


def test_tables_of_every_size_and_teams() -> None:
    kinds = [(t.players, dict(t.options), t.sides) for t in tables(parlour.load("doubleswild"))]
    assert kinds == [
        (2, {}, (0, 1)),
        (3, {}, (0, 1, 2)),
        (4, {}, (0, 1, 2, 3)),
        (4, {"teams": "yes"}, (0, 1, 0, 1)),
    ]
    assert tables(parlour.load("doubleswild"))[3].shares.tolist() == [[0.5, 0], [0, 0.5], [0.5, 0], [0, 0.5]]


# ---------------------------------------------------------------- strength


def test_nobody_is_stronger_than_himself(toy: Game) -> None:
    """Every side has its turn with the same dice, so equal players share exactly."""
    mine = bound(toy, selfplay)
    for table in tables(toy):
        found = strength(mine, table, mine.careful_mind(), mine.careful_mind(), 12)
        assert found.share == pytest.approx(1 / table.players)
        assert found.error == pytest.approx(0)


def test_careful_beats_random(toy: Game) -> None:
    """The driver of contests tells the stronger player from the weaker one."""
    mine = bound(toy, selfplay)
    found = strength(mine, tables(toy)[0], mine.careful_mind(), None, 200)
    assert found.games == 200
    assert found.share - found.error > 0.5


def test_a_run_learns_to_foretell(toy: Game) -> None:
    """A network that begins knowing nothing says better and better who wins games that it never saw."""
    run = Run(toy, dataclasses.replace(SMALL, games=40, rate=0.02, considered=False, slips=300, company=0))
    games = []
    for seed in range(25):
        path = walk(toy, seed)
        games += [(p, int(path[-1].turn)) for p in path[::4]]

    def surprise() -> float:
        return float(np.mean([-math.log(chances(run, run.mind(), p)[winner]) for p, winner in games]))

    assert surprise() == pytest.approx(math.log(2), abs=0.01)
    for _ in range(6):
        run.round()
    assert surprise() < 0.95 * math.log(2)


# ---------------------------------------------------------------- runs


def test_a_run_is_taken_up_where_it_was_left(toy: Game, tmp_path: Path) -> None:
    whole = Run(toy, SMALL, threads=1)
    for _ in range(3):
        whole.round()
    first = Run(toy, SMALL, threads=2)
    first.round()
    first.measure(8)
    first.save(tmp_path / "run")
    again = resume(toy, tmp_path / "run", threads=1)
    assert again.curve == first.curve
    for _ in range(2):
        again.round()
    assert (again.games, again.positions, again.rounds) == (whole.games, whole.positions, 3)
    for name, array in whole.adam.state().items():
        assert (again.adam.state()[name] == array).all(), name


@pytest.mark.parametrize(
    "damage",
    [
        lambda f: (f / "run.json").unlink(),
        lambda f: (f / "run.json").write_text("{}"),
        lambda f: (f / "run.json").write_text("no run"),
        lambda f: (f / "state.npz").write_bytes(b"PK nothing"),
        lambda f: (f / "curve.jsonl").write_text("{"),
        lambda f: np.savez(f / "state.npz", flat=np.zeros(3), step=np.array(1)),
        lambda f: (f / "run.json").write_text((f / "run.json").read_text().replace('"race"', '"chess"')),
    ],
)
def test_a_run_that_cannot_be_used(toy: Game, tmp_path: Path, damage: Any) -> None:
    folder = tmp_path / "run"
    Run(toy, SMALL).save(folder)
    damage(folder)
    with pytest.raises(BadRun, match="run"):
        resume(toy, folder)


def test_chance_is_met_in_training(toy: Game) -> None:
    """The network is trained on the positions it is asked about: before a roll as well as after it."""
    run = Run(toy, dataclasses.replace(SMALL, positions=200))
    rows, _, _ = run._worker(run.tables[0], 1, run.mind())()(0, 2)
    dice = rows[:, 0, toy.plain.FEATURES - 1]
    assert (dice == 0).any()
    assert (dice > 0).any()
    assert any(toy.plain.actor(p) == CHANCE for p in walk(toy))
