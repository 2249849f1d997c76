"""Simulations on a real Ray, started here with several workers: the same report, also when workers die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.arena import Report, cluster, simulate
from parlour.arena.tournament import tournament
from parlour.lab import Question, answer, sharpen
from parlour.lab.cluster import on_ray
from parlour.lab.table import rows_of
from parlour.text import BadChoice, MissingExtra

ray = pytest.importorskip("ray", reason="Ray is not here: pip install “parlour[ray]”")

TOY = Path(__file__).parents[1] / "rules" / "toy"


@pytest.fixture(scope="module", autouse=True)
def two_workers() -> Iterator[None]:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield
    ray.shutdown()


def findings(report: Report) -> Any:
    return report.sides, report.decisions, report.rolls, report.tallies, report.games, report.seed


def test_a_cluster_finds_what_one_thread_finds() -> None:
    game = parlour.load(str(TOY))
    seen: list[tuple[int, int]] = []
    apart = simulate(game, 5000, seed=3, backend="ray", progress=lambda *done: seen.append(done))
    assert findings(apart) == findings(simulate(game, 5000, seed=3, threads=1))
    assert apart.threads == 2
    assert seen[-1] == (5000, 5000)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_options_and_boards_travel(tmp_path: Path) -> None:
    board = tmp_path / "short.toml"
    board.write_text((TOY / "board.toml").read_text("utf-8").replace("length = 12", "length = 9"), "utf-8")
    game = parlour.load(str(TOY), board)
    here = simulate(game, 100, options={"gentle": "yes"}, seed=1, form=game.plain)
    assert findings(simulate(game, 100, options={"gentle": "yes"}, seed=1, backend="ray")) == findings(here)
    usual = parlour.load(str(TOY))
    assert findings(here) != findings(
        simulate(usual, 100, options={"gentle": "yes"}, form=usual.plain, seed=1)
    )
    assert findings(here) != findings(simulate(game, 100, form=game.plain, seed=1))


def test_the_share_of_a_killed_worker_is_done_again(tmp_path: Path) -> None:
    """The first worker that comes to the third block kills itself, as if its machine had died."""
    mark = tmp_path / "died"

    def play(job: cluster.Job) -> Any:
        from parlour.arena.simulate import _play

        block = _play(job)

        def once_deadly(first: int, count: int) -> Any:
            if first >= 2 * 8 and not mark.exists():
                mark.touch()
                os.kill(os.getpid(), signal.SIGKILL)
            return block(first, count)

        return once_deadly

    game = parlour.load(str(TOY))
    job = cluster.Job.of(game, game.new(), 5)
    parts, _ = cluster.spread(job, play, 4000)
    assert mark.exists()
    from parlour.arena.simulate import _play
    from parlour.rules.run import blocks_of

    alone = _play(job)
    expected = [alone(first, count) for first, count in blocks_of(4000)]
    assert [[p.tolist() for p in part] for part in parts] == [[p.tolist() for p in part] for part in expected]


def test_other_rules_on_the_other_machine_are_refused() -> None:
    game = parlour.load(str(TOY))
    job = cluster.Job.of(game, game.new(), 0)
    with pytest.raises(BadChoice, match="other rules on this machine"):
        cluster.Job(job.game, job.board, "another", job.start, job.seed).unpack()


def test_an_unknown_backend_is_refused() -> None:
    with pytest.raises(BadChoice, match="There is no backend “rain”; choose one of: threads, ray"):
        simulate(str(TOY), 10, backend="rain")


def test_without_ray_one_is_told_what_to_install() -> None:
    code = (
        "import sys; sys.modules['ray'] = None\n"
        "from parlour.arena import simulate\n"
        "from parlour.text import MissingExtra\n"
        "try:\n"
        f"    simulate({str(TOY)!r}, 10, backend='ray')\n"
        "except MissingExtra as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Ray" in done.stdout and "parlour[ray]" in done.stdout
    assert issubclass(MissingExtra, ImportError)


def test_a_tournament_is_the_same_on_a_cluster(tmp_path: Path) -> None:
    names = ["random", "random", "random"]
    here = tournament(str(TOY), names, 120, 3, seed=4, jobs=1)
    there = tournament(str(TOY), names, 120, 3, seed=4, backend="ray", folder=tmp_path)
    assert there.rounds == here.rounds
    assert there.jobs == 2
    assert tournament(str(TOY), names, 120, 3, seed=4, jobs=1, folder=tmp_path, resume=True).fresh == 0


def test_the_lab_finds_on_a_cluster_what_it_finds_here() -> None:
    question = Question.of(str(TOY), ["", "gentle=yes"], games=40, watched=0)
    here = rows_of(answer(question))
    with on_ray(question) as play:
        *_, last = sharpen(question, play=play)
    assert rows_of(last) == here and last.finished
