"""Tournaments of bots: on all cores or a cluster, interrupted and resumed, the same result every time.

    result = tournament("parcheesi", ["careful", "random"], games=1000, players=2, seed=7)
    print(result.standings.share(0))

Rounds are what is shared out (see `playing`): each process takes blocks of them, in order. With a folder,
every block is kept as soon as it was played.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Any

from parlour.arena import cluster
from parlour.arena.logbook import REPORT, RESULTS, Logbook, missing
from parlour.arena.playing import Contest, Part, Player
from parlour.arena.report import report
from parlour.arena.result import Result
from parlour.bots.own import Choose, spec_of
from parlour.bots.workers import ctrl_c_is_ours
from parlour.games import load
from parlour.rules.game import Game
from parlour.rules.run import checked_games, checked_seed, checked_threads, cores, parse_int
from parlour.table import files
from parlour.text import ParlourError, say, unknown

BACKENDS = ("processes", "ray")
BLOCK = 128  # games of a block, where they are quick
Watch = Callable[[Result], None]
Block = tuple[int, int]  # the first round, and how many


def tournament(
    game: Game | str,
    bots: Sequence[str | type | Choose],
    games: int = 1000,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: int = 0,
    opening: int | None = None,
    jobs: int | None = None,
    folder: str | Path | None = None,
    resume: bool = False,
    backend: str = "processes",
    watch: Watch | None = None,
) -> Result:
    """Let bots play each other, as many games as asked for or a few more: rounds are played whole.

    The first `opening` decisions of a game are random, alike in all games of a round; none where there are
    dice. `bots` are specs, such as "careful", "level:3" or "mymodule:MyBot", or classes and functions of your
    own (parlour.bots.own). `watch` is called with the result so far, at the
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
    if opening is not None:
        opening = parse_int(opening, say("number of random moves"), 0, 1000)
    specs = [spec_of(bot) for bot in bots]
    contest = Contest.of(game, start, specs, stream, opening)
    result = Result(contest, _title(game, start, contest, specs, seed), contest.rounds_for(games))
    with nullcontext() if folder is None else Logbook(Path(folder), result.title, resume) as book:
        if book is not None:
            result.damaged = book.damaged
            for part in book.parts:
                result.add(part)
        try:
            _play(result, book, jobs, backend, watch)
        except BaseException:  # Ctrl-C, a full disk: what there is can be looked at
            with suppress(ParlourError):
                _write(result, game, book)
            raise
        _write(result, game, book)
    return result


def _write(result: Result, game: Game, book: Logbook | None) -> None:
    if book is not None:
        files.write(book.folder / RESULTS, result.to_json())
        files.write(book.folder / REPORT, report(result, game))


def _title(game: Game, start: Any, contest: Contest, bots: Sequence[str], seed: int) -> dict[str, Any]:
    """What must be the same for games to belong to one tournament."""
    return {
        "game": game.id,
        "board": contest.job.board and cluster.digest(contest.job.board),
        "players": len(game.seats(start)),
        "options": game.option_values(start),
        "bots": list(bots),
        "seed": int(seed),
        "opening": contest.opening,
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
    player = Player(contest)
    player.prepare(blocks[0][0])
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
            with ctrl_c_is_ours():
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
