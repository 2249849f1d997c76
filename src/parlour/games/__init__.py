"""The games: every folder here, and every package that registers under `parlour.games`."""

from __future__ import annotations

import hashlib
import tomllib
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


def folder_of(name: str) -> Path:
    """Where the files of a game are, without loading it."""
    return _found()[name][0]


def boards(folder: Path) -> dict[str, Path | None]:
    """The boards that come with a game, by name; the usual one first, and only where there are others."""
    others: dict[str, Path | None] = {p.stem: p for p in sorted((folder / "boards").glob("*.toml"))}
    if not others:
        return {}
    usual = tomllib.loads((folder / "board.toml").read_text("utf-8"))["name"]
    return {usual: None} | others


@cache
def load(name: str, board: str | Path | None = None) -> Game:
    """Load a game by its id, or by the path of its folder.

    `board` is the name of another board that comes with the game, or a board file of your own.
    """
    found = _found()
    if name.lower() in found:
        id_ = name.lower()  # what an entry point calls it, whatever its package is called
        folder, package = found[id_]
    elif (Path(name) / "rules.py").is_file():
        folder = Path(name).resolve()
        id_ = folder.name
        package = f"{folder.name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}"
    elif "/" in name:
        raise BadChoice(say("{folder} is not a game's folder: it has no rules.py.", folder=name))
    else:
        raise unknown(say("game"), name, found)
    if board is None:
        return Game(folder, package, name=id_)
    named = boards(folder)
    file = named.get(str(board), Path(board))
    if file is None:
        return Game(folder, package, name=id_)
    if named and not file.suffix and not file.exists():
        raise unknown(say("board"), board, named)
    check_form(folder / "board.toml", file, id_)
    return Game(folder, package, file, id_)
