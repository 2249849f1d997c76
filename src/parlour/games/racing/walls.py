"""Blockades to look at: a frame in their owner's colour round the space that they shut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from parlour.draw.scene import Area, Piece, Scene


def walls(board: Scene, pieces: Iterable[Piece], kinds: Collection[str]) -> Iterator[Area]:
    """A frame round every space of these kinds on which a seat has two pieces or more."""
    standing = Counter((piece.seat, piece.space) for piece in pieces)
    for (seat, space), count in standing.items():
        if count > 1 and board.spaces[space].kind in kinds:
            yield Area(board.spaces[space].outline, "wall", board.looks[seat].colour, low=True)
