"""Where pieces stand and where they are captured: from one position and one capture of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
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
    captures: dict[str, float] = field(default_factory=dict)  # all games together

    def add(
        self,
        game: Game,
        positions: Iterable[Position],
        captures: Iterable[tuple[Position, int, int]] = (),
    ) -> None:
        """Counts where pieces stand and where captures were; a game without a board adds nothing."""
        if game.scene.board() is None:
            return
        for position in positions:
            self.positions += 1
            self.spaces.update(piece.space for piece in game.scene.pieces(position))
        for before, action, count in captures:
            lost = _lost(game, before, action)
            for space in lost:  # this one stands for all captures of its game
                self.captures[space] = self.captures.get(space, 0.0) + count / len(lost)

    def to_json(self) -> dict[str, float]:
        """The mean number of pieces on each space, the fullest first."""
        return {name: count / self.positions for name, count in self.spaces.most_common()}


def _lost(game: Game, before: Position, action: int) -> list[str]:
    """The spaces from which pieces of other sides vanish when this is done."""
    plain = game.plain
    after, who = before.copy(), int(plain.actor(before))
    plain.apply(after, action)
    mine = plain.side(before, who) if who >= 0 else None
    standing = [Counter((p.seat, p.space) for p in game.scene.pieces(one)) for one in (before, after)]
    gone = standing[0] - standing[1]
    return [space for (seat, space), n in gone.items() for _ in range(n) if plain.side(before, seat) != mine]


def drawn(game: Game, heat: Heat, captures: bool = False) -> str | None:
    """The board's drawing, its spaces the darker the more often pieces stand there, or are captured, with the
    figure on each; None where there is nothing to be shown."""
    scene = game.scene.board()
    shown: Mapping[str, float] = heat.captures if captures else heat.spaces
    if scene is None or not heat.positions or (captures and not shown):
        return None
    most = max((n for name, n in shown.items() if name in scene.spaces), default=0)
    marks = []
    for name, count in shown.items():
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
    note = say("Captures a game on each space.") if captures else say("Mean number of pieces on each space.")
    board = svg.render(game, note=note)
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
