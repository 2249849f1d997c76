"""The same games on a Ray cluster: blocks of them as tasks, wherever there is a core.

What a task needs to play is its `Job`, which travels: the game by its name or folder, the board by
its text, the start as bytes. A block's games depend on the seed and on their numbers alone, so it
does not matter who plays them, nor how often: Ray does the share of a worker that died again.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from parlour import bots
from parlour.games import load, names
from parlour.rules import drivers, kit
from parlour.rules.folders import temporary
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import Progress, blocks_of
from parlour.text import BadChoice, MissingExtra, say

T = TypeVar("T")
J = TypeVar("J")  # what is sent along: a Job, or what holds one
SHARES = 8  # tasks for every core of the cluster, so that none waits long for the last ones
RETRIES = 20  # times that a task is done again because its worker died


@dataclass(frozen=True)
class Job:
    """What to play, in a form that can be sent to another machine."""

    game: str  # its name, or its folder
    board: str | None  # the text of a board that is not the game's own
    rules: str  # what the rules must be there, too
    start: bytes
    seed: int

    @classmethod
    def of(cls, game: Game, start: Position, seed: int) -> Job:
        """What another machine needs to play on: the game by name or folder, its board, start and seed."""
        name = game.id if game.id in names() and load(game.id).folder == game.folder else str(game.folder)
        board = game.board_text
        return cls(name, board, _rules(game), start.to_bytes(), seed)

    def unpack(self) -> tuple[Game, Position]:
        """The game and the start on this machine, which refuses if its rules are not the same to the byte."""
        game = load(self.game, _file(self.board)) if self.board is not None else load(self.game)
        if _rules(game) != self.rules:
            raise BadChoice(
                say("{game} has other rules on this machine: install the same Parlour on all.", game=game.id)
            )
        return game, Position.from_bytes(game.rules.State, self.start)


def _rules(game: Game) -> str:
    """Names all that decides how the games go, bots included, but not where it is kept."""
    seen = hashlib.sha256(repr(getattr(game.rules, "BOARD", None)).encode())
    own = (file for kind in ("*.py", "*.toml", "*.npz") for file in sorted(game.folder.glob(kind)))
    ours = sorted(Path(bots.__file__).parent.glob("*.py"))
    for file in (*own, *ours, *map(Path, (kit.__file__, drivers.__file__))):
        seen.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return seen.hexdigest()


def digest(text: str) -> str:
    """A short name for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _file(board: str) -> Path:
    file = temporary() / f"{digest(board)}.toml"
    file.write_text(board, "utf-8")
    return file


@contextmanager
def joined() -> Iterator[Any]:
    """Ray itself: the cluster that RAY_ADDRESS names or that this process is in, else one for the time
    being."""
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("Ray", "ray") from error
    own = not ray.is_initialized()
    if own:
        address = os.environ.get("RAY_ADDRESS")
        ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        yield ray
    finally:
        if own:
            ray.shutdown()


def cores(ray: Any) -> int:
    """How many cores the cluster has."""
    return max(1, int(ray.cluster_resources().get("CPU", 1)))


def spread(
    job: Job, play: Callable[[Job], Callable[[int, int], T]], games: int, progress: Progress | None = None
) -> tuple[list[T], int]:
    """What `run.spread` gives, from all cores of the cluster; and how many these are.

    `play(job)` is called once in each task, and what it returns with each block of the task's share.
    """
    blocks = blocks_of(games)
    results: list[list[T]] = []
    played = 0
    with joined() as ray:
        size = max(1, len(blocks) // (cores(ray) * SHARES))
        shares = [blocks[i : i + size] for i in range(0, len(blocks), size)]
        results = [[] for _ in shares]
        for ended in each(ray, job, play, shares):
            for i, parts in ended:
                results[i] = parts
                played += sum(count for _, count in shares[i])
            if progress:
                progress(played, games)
        return [part for share in results for part in share], cores(ray)


def each(
    ray: Any,
    job: J,
    play: Callable[[J], Callable[[int, int], T]],
    shares: Sequence[Sequence[tuple[int, int]]],
) -> Iterator[list[tuple[int, list[T]]]]:
    """What each share's blocks gave, as it comes in, with the share's number. Also comes up now and then
    with nothing, so that somebody who waits can be told."""

    @ray.remote(max_retries=RETRIES, num_cpus=1)  # type: ignore[untyped-decorator]
    def task(job: J, share: Sequence[tuple[int, int]]) -> list[T]:
        block = play(job)
        return [block(first, count) for first, count in share]

    waiting = {task.remote(job, share): i for i, share in enumerate(shares)}
    while waiting:
        ready, _ = ray.wait(list(waiting), num_returns=1, timeout=0.5)
        yield [(waiting.pop(done), ray.get(done)) for done in ready]
