"""A finished game as an animation that can be sent to anybody. Made in the backroom."""

from __future__ import annotations

import io
from typing import Any

from parlour.draw import pixels, svg
from parlour.draw.looks import LOOKS
from parlour.table import Match
from parlour.table.resume import replay
from parlour.text import speaking

WIDTH = 480
_MOST = 240  # pictures; of a longer game some moments are left out
_WHOLE, _LONGEST, _SHORTEST = 40_000, 700, 120  # milliseconds: of all, and of one picture
_END = 3_000  # the last one stays
_COLOURS = 128


def filmed(record: bytes, language: str) -> bytes:
    """The moments of a recorded game one after the other, as a GIF."""
    with speaking(language):
        drawings = _moments(replay(record))
    pictures = [pixels.image(drawing, WIDTH, "web") for drawing in drawings]
    palette = pictures[-1].quantize(_COLOURS)  # one for all, or every picture would flicker
    first, *rest = (picture.quantize(palette=palette, dither=0) for picture in pictures)
    each = max(_SHORTEST, min(_LONGEST, _WHOLE // len(pictures)))
    film = io.BytesIO()
    times: Any = [each] * len(rest) + [_END]
    first.save(film, "GIF", save_all=True, append_images=rest, duration=times, loop=0)
    return film.getvalue()


def _moments(match: Match) -> list[str]:
    """Drawings of the line in force, each with what happened; a moment that shows nothing new is left out."""
    game, found = match.game, [moment(match, 0)]
    seen = game.scene.pieces(match.at(0)), game.scene.extras(match.at(0))
    step = max(1, match.ply // _MOST)
    for ply in (*range(step, match.ply, step), match.ply):
        position = match.at(ply)
        now = game.scene.pieces(position), game.scene.extras(position)
        if now != seen or ply == match.ply:
            found.append(moment(match, ply))
        seen = now
    return found


def moment(match: Match, ply: int, seat: int | None = None, look: str = LOOKS[0]) -> str:
    """The board after so many rolls and decisions and what happened last, as that seat may know it."""
    position = match.at(ply) if seat is None else match.view(seat, ply)
    told = match.sentence(match.line[ply - 1].n, seat) if ply else None
    return svg.render(match.game, position, note=told, look=look)
