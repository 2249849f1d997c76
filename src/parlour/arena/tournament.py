"""Tournaments of bots: on all cores or a cluster, interrupted and resumed, the same result every time.

    result = tournament("parcheesi", ["careful", "random"], games=1000, players=2, seed=7)
    print(result.standings.share(0))

Rounds are what is shared out (see `playing`): each process takes blocks of them, in order. With a folder,
every block is kept as soon as it was played.
"""

from __future__ import annotations

import json
import multiprocessing
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from parlour.arena import cluster
from parlour.arena.logbook import RESULTS, Logbook, missing
from parlour.arena.playing import Contest, Part, Played, Player
from parlour.arena.ratings import Pace, Rating, Share, Standings, add_times, pace
from parlour.arena.simulate import versions
from parlour.games import load
from parlour.rules.game import Game
from parlour.rules.run import checked_games, checked_seed, checked_threads, cores
from parlour.table import files
from parlour.text import MissingExtra, ParlourError, say, unknown

BACKENDS = ("processes", "ray")
BLOCK = 128  # games of a block, where they are quick
Watch = Callable[["Result"], None]
Block = tuple[int, int]  # the first round, and how many


@dataclass
class Result:
    """A tournament as far as it was played."""

    contest: Contest
    title: Mapping[str, Any]  # what the folder calls it
    wanted: int  # rounds
    rounds: dict[int, list[Played]] = field(default_factory=dict)
    times: dict[int, Counter[int]] = field(default_factory=dict)
    seconds: float = 0.0  # spent on it now; what was resumed does not count
    fresh: int = 0  # games played in these seconds
    jobs: int = 1
    damaged: int = 0  # blocks that were found damaged and are played again

    @property
    def bots(self) -> tuple[str, ...]:
        return self.contest.bots

    @property
    def games(self) -> int:
        """Played so far."""
        return sum(map(len, self.rounds.values()))

    @cached_property
    def games_wanted(self) -> int:
        return sum(len(self.contest.round(number)) for number in range(self.wanted))

    @property
    def finished(self) -> bool:
        return len(self.rounds) >= self.wanted

    @property
    def standings(self) -> Standings:
        """What the games say so far. Rounds that others have overtaken do not change it once all are
        played."""
        return Standings(
            self.bots,
            len(self.contest.sides),
            [self.rounds[n] for n in sorted(self.rounds) if n < self.wanted],
        )

    def add(self, part: Part) -> None:
        for number, games in enumerate(part.rounds, part.first):
            self.rounds[number] = games
        add_times(self.times, part.times)

    def pace(self, bot: int) -> Pace | None:
        return pace(self.times.get(bot, {}))

    def to_json(self) -> str:
        """Everything; what is under "measured" depends on the machine, all else on the tournament alone."""
        table = self.standings
        order = range(len(self.bots))
        data = {
            "tournament": dict(self.title),
            "games": table.games,
            "rounds": table.rounds,
            "finished": self.finished,
            "fair_share": table.fair,
            "bots": [
                {
                    "bot": self.bots[i],
                    "share": _plain(table.share(i)),
                    "rating": _plain(_rating(table, i)),
                    "against": {self.bots[j]: _plain(table.against(i, j)) for j in order if j != i},
                    "against_decided": {
                        self.bots[j]: _plain(table.against(i, j, decided=True)) for j in order if j != i
                    },
                    "from_side": [_plain(table.seat(s, i)) for s in range(table.sides)],
                }
                for i in order
            ],
            "sides": [
                {"chairs": list(chairs), "share": _plain(table.seat(s))}
                for s, chairs in enumerate(self.contest.sides)
            ],
            "decided": _plain(table.decided),
            "decisions": _lengths(table.lengths) if table.games else None,
            "rolls": _lengths(table.rolls) if table.games else None,
            "games_each_was_worth": table.worth,
            "measured": {
                "seconds": self.seconds,
                "games": self.fresh,
                "jobs": self.jobs,
                "thinking": {self.bots[i]: _plain(self.pace(i)) for i in order},
                "versions": versions(True),
            },
        }
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def tournament(
    game: Game | str,
    bots: Sequence[str],
    games: int = 1000,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    jobs: int | None = None,
    folder: str | Path | None = None,
    resume: bool = False,
    backend: str = "processes",
    watch: Watch | None = None,
) -> Result:
    """Let bots play each other, as many games as asked for or a few more: rounds are played whole.

    `bots` are specs, such as "careful" or "level:3". `watch` is called with the result so far, at the
    beginning and after every block. With a `folder`, an interrupted tournament goes on by `resume`, also
    towards more games.
    """
    if backend not in BACKENDS:
        raise unknown(say("backend"), backend, BACKENDS)
    if isinstance(game, str):
        game = load(game)
    games = checked_games(games)
    stream = checked_seed(seed)
    jobs = cores() if jobs is None else checked_threads(jobs)
    start = game.new(players, options)
    contest = Contest.of(game, start, bots, stream)
    result = Result(contest, _title(game, start, contest, bots, seed), contest.rounds_for(games))
    with nullcontext() if folder is None else Logbook(Path(folder), result.title, resume) as book:
        if book is not None:
            result.damaged = book.damaged
            for part in book.parts:
                result.add(part)
        _play(result, book, jobs, backend, watch)
        if book is not None:
            files.write(book.folder / RESULTS, result.to_json())
    return result


def _title(game: Game, start: Any, contest: Contest, bots: Sequence[str], seed: int) -> dict[str, Any]:
    """What must be the same for games to belong to one tournament."""
    return {
        "game": game.id,
        "board": contest.job.board and cluster.digest(contest.job.board),
        "players": len(game.seats(start)),
        "options": game.option_values(start),
        "bots": list(bots),
        "seed": int(seed),
        "rules": contest.job.rules[:16],
    }


def _play(result: Result, book: Logbook | None, jobs: int, backend: str, watch: Watch | None) -> None:
    left = list(missing(result.wanted, [Part(n, [g], {}) for n, g in result.rounds.items()]))
    blocks = list(_blocks(left, max(1, BLOCK // len(result.contest.round(0)))))
    result.jobs = jobs
    if watch:
        watch(result)
    if not blocks:
        return
    began = time.perf_counter()
    for part in _on_cluster(result, blocks) if backend == "ray" else _here(result.contest, blocks, jobs):
        if part is not None:
            if book is not None:
                book.add(part)
            result.add(part)
            result.fresh += sum(map(len, part.rounds))
        result.seconds = time.perf_counter() - began
        if watch:
            watch(result)


def _blocks(numbers: Sequence[int], size: int) -> Iterator[Block]:
    """Rounds that follow each other, in blocks; the first ones are small, so that something is seen soon."""
    first, count = 0, 0
    made = 0
    for number in numbers:
        if count and (number != first + count or count >= min(size, 1 + made // 4)):
            yield first, count
            made += 1
            count = 0
        if not count:
            first = number
        count += 1
    if count:
        yield first, count


# ---------------------------------------------------------------- on this machine

_player: Player | None = None  # of this process


def _begin(contest: Contest) -> None:
    """A process begins: Ctrl-C is for the one that waits for it."""
    global _player
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _player = Player(contest)


def _block(first: int, count: int) -> Part:
    assert _player is not None
    return _player(first, count)


def _here(contest: Contest, blocks: Sequence[Block], jobs: int) -> Iterator[Part | None]:
    """Blocks as they come in, and nothing now and then, so that somebody who waits can be told."""
    player = Player(contest)  # compiles what is not compiled yet, once and not in every process
    jobs = min(jobs, len(blocks))
    if jobs == 1:
        for block in blocks:
            yield player(*block)
        return
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _begin, (contest,))
    try:
        yield from _gather(pool, blocks, jobs)
    except BrokenProcessPool as error:
        raise ParlourError(
            say("A process that played was ended from outside, perhaps for want of memory. Use fewer --jobs.")
        ) from error
    finally:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()  # whoever leaves early does not wait for a long game
        pool.shutdown(cancel_futures=True)


def _gather(pool: ProcessPoolExecutor, blocks: Sequence[Block], jobs: int) -> Iterator[Part | None]:
    waiting = iter(blocks)
    running: set[Future[Part]] = set()
    while True:
        while len(running) < 2 * jobs and (block := next(waiting, None)) is not None:
            running.add(pool.submit(_block, *block))
        if not running:
            return
        ended, running = wait(running, timeout=0.5, return_when=FIRST_COMPLETED)
        yield from (future.result() for future in ended)
        if not ended:
            yield None


# ---------------------------------------------------------------- on a cluster


def _on_cluster(result: Result, blocks: Sequence[Block]) -> Iterator[Part | None]:
    with cluster.joined() as ray:
        result.jobs = cluster.cores(ray)
        size = max(1, len(blocks) // (result.jobs * cluster.SHARES))
        shares = [blocks[i : i + size] for i in range(0, len(blocks), size)]
        for ended in cluster.each(ray, result.contest, Player, shares):
            yield from (part for _, parts in ended for part in parts)
            if not ended:
                yield None


# ---------------------------------------------------------------- writing it down


def _plain(value: Share | Rating | Pace | None) -> dict[str, Any] | None:
    return None if value is None else asdict(value)


def _rating(table: Standings, bot: int) -> Rating | None:
    try:
        return table.ratings[bot]
    except MissingExtra:
        return None


def _lengths(lengths: Any) -> dict[str, Any]:
    return {"mean": lengths.mean, "p5": lengths.at(0.05), "median": lengths.at(0.5), "p95": lengths.at(0.95)}
