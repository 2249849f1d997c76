"""A position to look at, for `render` of every environment: pixels, SVG or characters."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from parlour.draw import characters, svg
from parlour.draw.pixels import image
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.text import say, unknown

MODES = ("human", "rgb_array", "svg", "ansi")
FPS = 2  # frames a second at which a recorded game can be followed
WIDTH = 640


def checked_mode(mode: str | None) -> str | None:
    """The render mode if there is one of that name; else an error that offers the nearest."""
    if mode is not None and mode not in MODES:
        raise unknown(say("render mode"), mode, MODES)
    return mode


def picture(
    game: Game, position: Position, mode: str, width: int = WIDTH
) -> npt.NDArray[np.uint8] | str | None:
    """`rgb_array`: pixels, `width` wide; `svg` and `ansi`: text; `human`: prints it, and gives nothing."""
    if mode == "svg":
        return svg.render(game, position)
    if mode == "rgb_array":
        return pixels(svg.render(game, position), width)
    drawn = characters.render(game, position)
    if mode == "ansi":
        return drawn
    print(drawn)
    return None


def pixels(drawing: str, width: int = WIDTH) -> npt.NDArray[np.uint8]:
    """An SVG as an array of height x width x 3."""
    return np.array(image(drawing, width, "envs"))
