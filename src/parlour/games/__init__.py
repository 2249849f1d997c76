"""The games: every folder here, and every package that registers under `parlour.games`."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

from parlour.games.boards import check_form
from parlour.rules.game import Game
from parlour.text import BadChoice, say, unknown

_HERE = Path(__file__).parent


@cache
def _found() -> dict[str, tuple[Path, str]]:
    """Game id -> its folder and its package name."""
    found = {
        p.parent.name: (p.parent, f"{__name__}.{p.parent.name}") for p in sorted(_HERE.glob("*/rules.py"))
    }
    for entry in entry_points(group="parlour.games"):
        module = import_module(entry.value)
        found.setdefault(entry.name, (Path(next(iter(module.__path__))), entry.value))
    return found


def names() -> list[str]:
    """The ids of all games there are."""
    return list(_found())


@cache
def load(name: str, board: str | Path | None = None) -> Game:
    """Load a game by its id, or by the path of its folder; `board` is a board file of your own."""
    found = _found()
    file = Path(board) if board is not None else None
    if name.lower() in found:
        folder, package = found[name.lower()]
    elif (Path(name) / "rules.py").is_file():
        folder = Path(name).resolve()
        package = f"{folder.name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}"
    elif "/" in name:
        raise BadChoice(say("{folder} is not a game's folder: it has no rules.py.", folder=name))
    else:
        raise unknown(say("game"), name, found)
    if file is not None:
        check_form(folder / "board.toml", file, folder.name)
    return Game(folder, package, file)
