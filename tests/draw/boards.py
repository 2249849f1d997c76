"""Boards to draw: the two games' own, and some of other sizes."""

from __future__ import annotations

import re
from pathlib import Path

import parlour
from parlour.rules.game import Game

USUAL = ("parcheesi", "pollyanna")

# Other boards on which both games can be played and drawn, as changes to board.toml.
ODD = {
    "parcheesi": [
        {"loop": 52, "arm": 13, "home_entry": 48, "path_length": 5, "safe_offsets": [0, 5]},
        {"loop": 60, "arm": 15, "home_entry": 59, "path_length": 6, "safe_offsets": [0]},
    ],
    "pollyanna": [
        {"side": 14, "start_offset": 5, "branch": 4, "merge": 10, "turnout_length": 8, "path_length": 5},
        {"path_length": 5},
    ],
}


def changed(name: str, changes: dict[str, object], folder: Path) -> Game:
    """The game on a board of its own, written into the folder."""
    data = (parlour.load(name).folder / "board.toml").read_text("utf-8")
    for key, value in changes.items():
        written = repr(value) if not isinstance(value, str) else f'"{value}"'
        data, found = re.subn(rf"(?m)^{key} = .*$", lambda _, k=key, w=written: f"{k} = {w}", data)
        assert found == 1, key
    file = folder / f"{name}.toml"
    file.write_text(data, "utf-8")
    return parlour.load(name, file)
