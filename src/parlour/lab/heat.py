"""Where pieces stand: how often each space of the real board is taken, from one position of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape

from parlour.draw import svg
from parlour.draw.scene import Circle, Outline
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.text import say


@dataclass
class Heat:
    """How many pieces stood on each space, in so many positions."""

    positions: int = 0
    spaces: Counter[str] = field(default_factory=Counter)

    def add(self, game: Game, positions: Iterable[Position]) -> None:
        if game.scene.board() is None:
            return
        for position in positions:
            self.positions += 1
            self.spaces.update(piece.space for piece in game.scene.pieces(position))

    def to_json(self) -> dict[str, float]:
        """The mean number of pieces on each space, the fullest first."""
        return {name: count / self.positions for name, count in self.spaces.most_common()}


def drawn(game: Game, heat: Heat) -> str | None:
    """The board's drawing, its spaces the darker the more often pieces stand there, with the figure on each;
    None where the game comes without a board."""
    scene = game.scene.board()
    if scene is None or not heat.positions:
        return None
    most = max((n for name, n in heat.spaces.items() if name in scene.spaces), default=0)
    marks = []
    for name, count in heat.spaces.items():
        space = scene.spaces.get(name)
        if space is None or not most:
            continue
        mean, shade = count / heat.positions, 0.08 + 0.72 * count / most
        x, y = space.centre
        size = min(space.breadth, space.length) * 0.42
        told = f"{space.label}: {mean:.2f}"
        marks.append(
            f'<g class="heat"><title>{escape(told)}</title>'
            f'<path d="{_path(space.outline)}" fill="#b3261e" fill-opacity="{shade:.2f}"/>'
            f'<text x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size:.1f}" text-anchor="middle"'
            f' style="fill:#000;stroke:#fff;stroke-width:{size / 4:.1f};paint-order:stroke">'
            f"{_short(mean)}</text></g>"
        )
    board = svg.render(game, note=say("Mean number of pieces on each space."))
    head, end = board.rsplit("</svg>", 1)
    return f"{head}<g>{''.join(marks)}</g>\n</svg>{end}"


def _short(mean: float) -> str:
    return f"{mean:.1f}" if mean >= 0.995 else f".{round(100 * mean):02d}" if mean >= 0.005 else ""


def _path(outline: Outline) -> str:
    if isinstance(outline, Circle):
        (x, y), r = outline.centre, outline.radius
        return (
            f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0z"
        )
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in outline.points) + "z"
