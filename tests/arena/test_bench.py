"""The speed certificate counts what it says it counts, and notices when somebody does not play."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.arena import bench, peers
from parlour.arena.bench import Line, Playouts, Stepping, Turn
from parlour.rules.run import Batch
from parlour.rules.vector import Vector


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether counts are right does not depend on the form, and compiling takes long."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> parlour.Game:
    """A game that is soon over, and whose mean is known from 2,000 games."""
    monkeypatch.setitem(bench.KNOWN, "toy 3", 124.8)
    return parlour.load(str(Path(__file__).parents[1] / "rules" / "toy"))


class Pretender:
    """Plays no game at all, but says how many nodes it visited."""

    name, least = "pretender", 1

    def __init__(self, nodes: float, known: float | None = 100.0, rate: float = 1e5) -> None:
        self.nodes, self.known, self.rate = nodes, known, rate
        self.amounts: list[int] = []

    def __call__(self, amount: int, seed: int) -> Turn:
        self.amounts.append(amount)
        nodes = self.nodes * amount
        return Turn(nodes, nodes / 2, nodes / 4, amount, nodes / self.rate)


def played(entrant: Any, seconds: float = 10.0, rounds: int = 3) -> Line:
    line = Line(entrant)
    for seed in range(rounds):
        line.play(seconds, seed)
    return line


# ---------------------------------------------------------------- units


@pytest.mark.parametrize("game", parlour.names())
def test_nodes_are_positions_visited_with_chance(game: str) -> None:
    """Counted once more, one action after the other, on the plain rules."""
    loaded = parlour.load(game)
    players = loaded.rules.SEATS[-1]
    turn = Playouts(loaded, players, counted=1)(2, 5)
    form, out = loaded.plain, np.zeros(loaded.plain.MAX_ACTIONS, np.int64)
    nodes = decisions = 0
    for number in range(2):
        position, rng = loaded.new(players), np.zeros(1, np.uint64)
        form.start_stream(rng, 5, number)
        while (who := form.actor(position)) != form.OVER:
            form.apply(position, form.random_action(position, who, out, rng))
            nodes += 1
            decisions += who >= 0
    assert (turn.nodes, turn.decisions, turn.games) == (nodes, decisions, 2)
    assert turn.seconds > 0


@pytest.mark.parametrize("kind", [Batch, Vector])
@pytest.mark.parametrize("pick", [None, bench.by_batch, bench.by_masks])
def test_a_batch_is_counted_as_whole_games_are(
    toy: parlour.Game, kind: type[Batch], pick: bench.Pick | None
) -> None:
    turn = Stepping(toy, 3, kind, pick, size=16)(200, 0)
    assert turn.decisions == 200 * 16
    whole = Playouts(toy, 3, counted=200)(200, 0)
    assert turn.nodes / turn.decisions == pytest.approx(whole.nodes / whole.decisions, rel=0.02)
    assert turn.nodes / turn.games == pytest.approx(whole.nodes / whole.games, rel=0.15)
    assert turn.choices / turn.decisions == pytest.approx(whole.choices / whole.decisions, rel=0.05)


def test_choices_are_decisions_between_two_actions_or_more(toy: parlour.Game) -> None:
    """Counted once more, one action after the other."""
    form, out = toy.plain, np.zeros(toy.plain.MAX_ACTIONS, np.int64)
    decisions = choices = 0
    for number in range(100):
        position, rng = toy.new(3), np.zeros(1, np.uint64)
        form.start_stream(rng, 7, number)
        while (who := form.actor(position)) != form.OVER:
            if who >= 0:
                decisions += 1
                choices += form.legal(position, out) > 1
            form.apply(position, form.random_action(position, who, out, rng))
    assert 0 < choices < decisions
    assert bench.choice_share(toy, toy.new(3), 100) == pytest.approx(choices / decisions, rel=0.05)


def test_the_batch_that_counts_must_play_the_games_that_were_timed(toy: parlour.Game) -> None:
    stepping = Stepping(toy, 3, size=3)
    stepping._counted.step(stepping._counted.random_actions())
    with pytest.raises(RuntimeError, match="different games"):
        stepping(1, 0)


def test_picks_are_timed_only_where_a_row_says_so(monkeypatch: pytest.MonkeyPatch, toy: parlour.Game) -> None:
    clock = [0]

    class Slow(Batch):
        def random_actions(self) -> Any:
            clock[0] += 100
            return super().random_actions()

        def step(self, actions: Any) -> Any:
            clock[0] += 1
            return super().step(actions)

    monkeypatch.setattr(bench.time, "process_time", lambda: clock[0])
    for pick, seconds in ((None, 5), (bench.by_batch, 505)):
        stepping = Stepping(toy, 3, Slow, pick, size=4)
        assert ("picked" in stepping.name) == (pick is not None)
        assert stepping(5, 0).seconds == seconds


def test_picks_are_legal_and_all_alike() -> None:
    masks = np.array([[0, 1, 0, 1], [1, 0, 0, 0], [1, 1, 1, 1]], np.uint8)
    rng = np.random.default_rng(1)
    picks = np.array([bench.picked(masks, rng) for _ in range(2000)])
    for row, mask in enumerate(masks):
        seen, times = np.unique(picks[:, row], return_counts=True)
        assert seen.tolist() == np.flatnonzero(mask).tolist()
        assert times.min() > 0.8 * 2000 / mask.sum()


# ---------------------------------------------------------------- a wrong loop cannot look fast


@pytest.mark.parametrize("nodes", [94, 106, 50, 1e6])
def test_a_loop_that_plays_another_game_is_named(nodes: float) -> None:
    line = played(Pretender(nodes), seconds=1000)
    assert f"pretender: {nodes:.1f} nodes a game, but 100.0 are known" in str(line.fault())


@pytest.mark.parametrize("nodes", [96, 100, 104])
def test_a_loop_that_plays_the_game_passes(nodes: float) -> None:
    assert played(Pretender(nodes), seconds=1000).fault() is None


def test_few_games_may_differ_by_chance_but_not_by_half() -> None:
    assert played(Pretender(90), 0.05, 1).fault() is None
    assert played(Pretender(50), 0.05, 1).fault() is not None


def test_no_finished_game_proves_nothing() -> None:
    line = Line(Pretender(100))
    line.rates, line.nodes = [1.0], 100
    assert "no game came to its end" in str(line.fault())


def test_a_game_of_somebodys_own_is_measured_without_a_known_mean() -> None:
    line = played(Pretender(7, known=None))
    assert line.fault() is None
    assert line.row([line])["known"] is None


# ---------------------------------------------------------------- turns


def test_a_turn_takes_about_as_long_as_was_said() -> None:
    entrant = Pretender(100, rate=1e5)  # a thousandth of a second a game
    line = played(entrant, seconds=0.5, rounds=3)
    assert entrant.amounts[-3:] == [500, 500, 500]
    assert line.games == 1500  # finding out how much that is does not count
    assert line.rate == pytest.approx(1e5)


def test_ratios_are_to_the_fastest_peer_that_counts() -> None:
    slow, fast, other = (played(Pretender(100, rate=r)) for r in (1e5, 2e5, 9e5))
    for line, name in ((slow, "slow"), (fast, "fast"), (other, "other")):
        line.entrant.name = name  # type: ignore[misc]
    ours = played(Pretender(100, rate=6e5))
    ours.ours = True
    lines = [slow, fast, other, ours]
    assert ours.row(lines)["ratio"] == pytest.approx(6 / 9)
    ours.nearest = ("slow", "fast")
    assert ours.row(lines)["ratio"] == pytest.approx(3)
    assert ours.row([ours])["ratio"] is None
    assert ours.row(lines)["decisions/s"] == pytest.approx(3e5)
    assert ours.row(lines)["choices/s"] == pytest.approx(1.5e5)
    assert ours.row(lines)["ratio of choices"] == pytest.approx(3)
    assert ours.row(lines)["games/s"] == pytest.approx(6e3)


def test_the_cores_are_given_back() -> None:
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("cores cannot be chosen here")
    before = os.sched_getaffinity(0)
    with bench.one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


# ---------------------------------------------------------------- peers


def test_every_known_game_of_ours_exists() -> None:
    for name in parlour.names():
        game = parlour.load(name)
        assert bench.known(game, game.rules.SEATS[-1]) is not None


def test_openspiel_is_counted_in_the_same_unit() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game(peers.MAEDN)
    turn = peers.usual_loop(game, 40, 1, masks=True)
    assert turn.nodes / 40 == pytest.approx(bench.KNOWN["maedn"], rel=0.15)
    nodes, decisions, choices = peers.count(game, 40, 1)
    assert nodes / 40 == pytest.approx(bench.KNOWN["maedn"], rel=0.15)
    assert 0.45 < decisions / nodes < 0.55  # a die before every move
    assert 0.3 < choices / decisions < 0.5  # forced moves and passes are positions there
    assert turn.choices / turn.decisions == pytest.approx(choices / decisions, rel=0.1)
    whole = peers.Rollouts(peers.MAEDN, counted=40)(8, 1)
    assert whole.games == pytest.approx(8, rel=0.01)  # all but the first die
    assert whole.nodes == pytest.approx(8 * nodes / 40 - 8)


def test_backgammon_is_played_with_its_true_odds() -> None:
    pytest.importorskip("pyspiel")
    line = played(peers.SpielLoop("backgammon", tight=False, observations=True), 0.2, 2)
    assert line.fault() is None


@pytest.mark.parametrize(
    ("needs", "make"),
    [
        (["pettingzoo", "pygame"], peers.ZooLoop),
        (["envpool"], lambda: peers.EnvPoolSteps(64)),
        (["pgx"], lambda: peers.PgxSteps(64)),
    ],
    ids=["pettingzoo", "envpool", "pgx"],
)
def test_a_peer_plays_the_known_game(needs: list[str], make: Any) -> None:
    if not all(map(importlib.util.find_spec, needs)):
        pytest.skip("not installed")
    line = played(make(), 0.3, 2)
    assert line.games > 4
    assert line.fault() is None


def test_peers_that_are_absent_are_named_with_their_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> Any:
        if name == "envpool":
            raise OSError("a library is missing")
        raise ModuleNotFoundError(name)

    monkeypatch.setattr(peers.importlib, "import_module", nothing)
    rollouts, loops, absent = peers.present(["parcheesi"])
    assert (rollouts, loops) == ([], [])
    assert {peer.package for peer in absent} == {"open-spiel", "pettingzoo[classic]", "envpool", "pgx"}
    assert [peer.why for peer in absent if peer.package == "envpool"] == ["OSError: a library is missing"]


def test_a_certificate(monkeypatch: pytest.MonkeyPatch, toy: parlour.Game) -> None:
    sees = Pretender(100, rate=10)
    sees.name = "observations too"
    loops = [Pretender(100), sees]
    monkeypatch.setattr(peers, "present", lambda games, batch: ([Pretender(100)], loops, []))
    monkeypatch.setattr(peers, "nearest", lambda game: ("pretender",))
    told: list[str] = []
    found = bench.certify([toy], 2, 0.05, lambda text: told.append(str(text)), batch=16)
    assert [row["name"] for row in found.playouts] == ["pretender", "Toy 3, playouts"]
    assert [row["ours"] for row in found.stepping] == [False, False, True, True]
    blind, seeing = found.stepping[2:]  # each beside those that do as much
    assert blind["ratio"] == pytest.approx(blind["nodes/s"] / 1e5)
    assert seeing["ratio"] == pytest.approx(seeing["nodes/s"] / 10)
    for row in (*found.playouts, *found.stepping):
        assert len(row["rates"]) == 2
        assert row["ratio"] > 0
    assert found.wrong == []
    assert found.versions["numpy"] == np.__version__
    assert "Round 2 of 2: pretender…" in told
