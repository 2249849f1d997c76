"""The same simulation on a Ray cluster: blocks of games as tasks, wherever there is a core.

What a task needs to play is its `Job`, which travels: the game by its name or folder, the board by
its text, the start as bytes. A block's games depend on the seed and on their numbers alone, so it
does not matter who plays them, nor how often: Ray does the share of a worker that died again.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from parlour.games import load, names
from parlour.rules import drivers, kit
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import Progress, blocks_of
from parlour.text import BadChoice, MissingExtra, say

T = TypeVar("T")
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
        name = game.id if game.id in names() and load(game.id).folder == game.folder else str(game.folder)
        board = game.board_file.read_text("utf-8") if game.board_file else None
        return cls(name, board, _rules(game), start.to_bytes(), seed)

    def unpack(self) -> tuple[Game, Position]:
        game = load(self.game, _file(self.board)) if self.board is not None else load(self.game)
        if _rules(game) != self.rules:
            raise BadChoice(
                say("{game} has other rules on this machine: install the same Parlour on all.", game=game.id)
            )
        return game, Position.from_bytes(game.rules.State, self.start)


def _rules(game: Game) -> str:
    """Names all that decides how the games go, but not where it is kept."""
    digest = hashlib.sha256(repr(getattr(game.rules, "BOARD", None)).encode())
    for file in (*sorted(game.folder.glob("*.py")), *map(Path, (kit.__file__, drivers.__file__))):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


@cache
def _file(board: str) -> Path:
    digest = hashlib.sha256(board.encode()).hexdigest()[:16]
    file = Path(tempfile.mkdtemp(prefix="parlour-")) / f"{digest}.toml"
    file.write_text(board, "utf-8")
    return file


def spread(
    job: Job, play: Callable[[Job], Callable[[int, int], T]], games: int, progress: Progress | None = None
) -> tuple[list[T], int]:
    """What `run.spread` gives, from all cores of the cluster; and how many these are.

    `play(job)` is called once in each task, and what it returns with each block of the task's share.
    """
    try:
        import ray
    except ImportError as error:
        raise MissingExtra("Ray", "ray") from error
    own = not ray.is_initialized()
    if own:
        address = os.environ.get("RAY_ADDRESS")
        ray.init(address=address, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        return _spread(ray, job, play, games, progress)
    finally:
        if own:
            ray.shutdown()


def _spread(
    ray: Any,
    job: Job,
    play: Callable[[Job], Callable[[int, int], T]],
    games: int,
    progress: Progress | None,
) -> tuple[list[T], int]:
    blocks = blocks_of(games)
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    size = max(1, len(blocks) // (cores * SHARES))
    shares = [blocks[i : i + size] for i in range(0, len(blocks), size)]

    @ray.remote(max_retries=RETRIES, num_cpus=1)  # type: ignore[untyped-decorator]
    def task(job: Job, share: list[tuple[int, int]]) -> list[T]:
        block = play(job)
        return [block(first, count) for first, count in share]

    waiting = {task.remote(job, share): i for i, share in enumerate(shares)}
    results: list[list[T]] = [[] for _ in shares]
    played = 0
    while waiting:
        ready, _ = ray.wait(list(waiting), num_returns=1, timeout=0.5)
        for done in ready:
            i = waiting.pop(done)
            results[i] = ray.get(done)
            played += sum(count for _, count in shares[i])
        if progress:
            progress(played, games)
    return [part for share in results for part in share], cores
