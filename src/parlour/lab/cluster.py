"""The lab on a Ray cluster: a block of games in parts, each a task wherever there is a core.

A question travels as its link, and a game depends on its number and the seed alone: so it does not matter who
plays it, and the figures are those of one machine. A folder or a board file of one's own must lie at the same
place on all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from parlour.arena import cluster
from parlour.lab.playing import Block, Numbers, Table, joined
from parlour.lab.question import Question

Play = Callable[[int, Numbers, bool], Block]  # games of a set, by its number; watched by a judge?


@cache
def _tables(link: str) -> list[Table]:
    return Question.from_link(link).tables()


def play_part(link: str, which: int, games: Numbers, watched: bool) -> Block:
    """What one task does."""
    table = _tables(link)[which]
    return table.watch(games, threads=1) if watched else table.count(games, threads=1)


@contextmanager
def on_ray(question: Question) -> Iterator[Play]:
    """Play the games of a question on all cores of the cluster, for as long as the block lasts."""
    link = question.link()
    with cluster.joined() as ray:
        cores = cluster.cores(ray)
        task: Any = ray.remote(max_retries=cluster.RETRIES, num_cpus=1)(play_part)

        def play(which: int, games: Numbers, watched: bool) -> Block:
            parts = np.array_split(games, min(2 * cores, len(games)))
            return joined(ray.get([task.remote(link, which, part, watched) for part in parts]))

        yield play
