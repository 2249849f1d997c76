"""The signs of `draw.scene.ICONS` on printed cards: lines in a square from -1 to 1, arrows, and rings."""

from __future__ import annotations

from parlour.draw.scene import Point
from parlour.printing.press import Press

_LINES: dict[str, tuple[tuple[Point, ...], ...]] = {
    "ahead": (((0, -0.8), (0, 0.8)), ((-0.4, 0.4), (0, 0.8), (0.4, 0.4))),
    "back": (((0, 0.8), (0, -0.8)), ((-0.4, -0.4), (0, -0.8), (0.4, -0.4))),
    "last": (((0, 0.8), (0, -0.5)), ((-0.4, -0.1), (0, -0.5), (0.4, -0.1)), ((-0.6, -0.8), (0.6, -0.8))),
    "lead": (((0, -0.8), (0, 0.5)), ((-0.4, 0.1), (0, 0.5), (0.4, 0.1)), ((-0.6, 0.8), (0.6, 0.8))),
    "swap": (
        ((-0.8, 0.3), (0.8, 0.3)),
        ((0.4, 0.65), (0.8, 0.3), (0.4, -0.05)),
        ((0.8, -0.4), (-0.8, -0.4)),
        ((-0.4, -0.05), (-0.8, -0.4), (-0.4, -0.75)),
    ),
    "take": (
        ((-0.8, 0), (0.2, 0)),
        ((-0.15, 0.35), (0.2, 0), (-0.15, -0.35)),
        ((0.8, 0.7), (0.4, 0.7), (0.4, -0.7), (0.8, -0.7)),
    ),
    "nothing": (((-0.55, -0.55), (0.55, 0.55)),),
}


def draw(press: Press, icon: str, x: float, y: float, size: float) -> None:
    """A sign of this size round a point; nothing where there is none."""
    for points in _LINES.get(icon, ()):
        half = size / 2
        press.shape([(x + u * half, y + v * half) for u, v in points], wide=size * 0.07, closed=False)
    if icon == "nothing":
        press.disc(x, y, size * 0.4, wide=size * 0.07)
