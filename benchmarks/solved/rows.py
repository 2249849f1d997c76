"""A decision whose exact values are known, as it is kept: one line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from parlour.rules.game import Game
from parlour.rules.position import Position

FOLDER = Path(__file__).parent
DIGITS = 6


@dataclass(frozen=True)
class Row:
    """What the seat's side wins after each of its legal actions, both sides at their best."""

    about: str
    position: Position
    seat: int
    values: dict[int, float]

    @property
    def best(self) -> float:
        """The value of the best action."""
        return max(self.values.values())

    def loss(self, action: int) -> float:
        """What this action gives away."""
        return self.best - self.values[action]


def write(game: Game, rows: Iterable[Row]) -> Path:
    """Keep them, in the folder of this file."""
    file = FOLDER / f"{game.id}.jsonl"
    lines = []
    for row in rows:
        position = {k: v for k, v in game.position.describe(row.position).items() if k != "game"}
        values = {str(action): round(value, DIGITS) for action, value in row.values.items()}
        told = {"about": row.about, "seat": row.seat, "values": values, "position": position}
        lines.append(json.dumps(told, separators=(",", ":")))
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


def read(game: Game) -> list[Row]:
    """All of a game's."""
    found = []
    for line in (FOLDER / f"{game.id}.jsonl").read_text("utf-8").splitlines():
        told = json.loads(line)
        values = {int(action): value for action, value in told["values"].items()}
        found.append(Row(told["about"], game.position.build(told["position"]), told["seat"], values))
    return found
