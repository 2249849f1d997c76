"""The tracks that a board allows: all of them, up to so many tiles, and the shortest between any two arrows.

Plain Python over the board's data, for mathematics, bots and tests; the rules follow a track by
themselves. A track crosses no cell twice, since each tile carries one line.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import NamedTuple

from . import layout, record

TILES = record.CHAIRS * int(record.TILES[0]) + 1  # all there are: no track is longer


class Track(NamedTuple):
    """A way from one arrow to another, with the tile that every cell of it needs."""

    start: int  # arrows, as numbers; the smaller one first
    end: int
    places: tuple[int, ...]  # 3 * cell + plain side, in the order from start to end

    def __str__(self) -> str:
        return " ".join(f"{layout.CELL_NAMES[p // 3]}/{layout.SIDES[p % 3]}" for p in self.places)


@cache
def tracks(most: int = TILES) -> tuple[Track, ...]:
    """Every track of at most `most` tiles, each once, the shortest first. (TRI-WIN-1, TRI-Q-04)"""
    found = [
        Track(arrow, end, places)
        for arrow in range(layout.ARROWS)
        for end, places in _from(arrow, most)
        if arrow < end  # the others are the same, backwards
    ]
    return tuple(sorted(found, key=lambda track: (len(track.places), track)))


@cache
def shortest() -> dict[tuple[int, int], tuple[Track, ...]]:
    """For any two arrows all shortest tracks between them; none where no track is short enough for
    the tiles there are."""
    best: dict[tuple[int, int], tuple[Track, ...]] = {}
    for pair in combinations(range(layout.ARROWS), 2):
        joining = [track for track in tracks() if track[:2] == pair]
        least = min((len(track.places) for track in joining), default=0)
        best[pair] = tuple(track for track in joining if len(track.places) == least)
    return best


def _from(arrow: int, most: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The tracks that begin at this arrow: where each ends, and its places."""
    beyond = layout.BEYOND.tolist()
    todo: list[tuple[int, tuple[int, ...]]] = [(beyond.index(layout.ARROW + arrow), ())]
    while todo:
        entered, places = todo.pop()
        cell, side = divmod(entered, 3)
        if len(places) == most or any(place // 3 == cell for place in places):
            continue
        for plain in range(3):
            if plain != side and layout.FITS[3 * cell + plain]:
                leaves = 3 - plain - side
                way = (*places, 3 * cell + plain)
                there = beyond[3 * cell + leaves]
                if there >= layout.ARROW:
                    yield there - layout.ARROW, way
                else:
                    todo.append((3 * there + leaves, way))
