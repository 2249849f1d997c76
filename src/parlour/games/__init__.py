"""The games: every folder here, and every package that registers under `parlour.games`."""

from __future__ import annotations

import copyreg
import hashlib
import os
import re
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from parlour.games.board_cache import BoardCache
from parlour.games.boards import check_shape
from parlour.rules.game import Game, package_on
from parlour.text import BadBoard, BadChoice, say, unknown

_HERE = Path(__file__).parent
_board_cache = BoardCache()
_failed: dict[str, str] = {}  # games from elsewhere that cannot be imported, and why


FOLDERS = "PARLOUR_GAMES"  # of the environment: folders of games, parted as in PATH
NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")


def invite(folders: Iterable[str]) -> None:
    """Let games from these folders be played like installed ones, in processes begun later as well."""
    more = []
    for name in folders:
        folder = _place(name)[0]
        if not NAME.fullmatch(folder.name) or folder.name in names():
            raise BadChoice(
                say("{folder} needs a name of its own, of small letters, digits and _.", folder=folder)
            )
        more.append(str(folder))
    if more:
        known = os.environ.get(FOLDERS, "")
        os.environ[FOLDERS] = os.pathsep.join(filter(None, (known, *more)))
        _found.cache_clear()
        _place.cache_clear()


@cache
def _found() -> dict[str, tuple[Path, str]]:
    """Game id -> its folder and its package name."""
    found = {
        p.parent.name: (p.parent, f"{__name__}.{p.parent.name}") for p in sorted(_HERE.glob("*/rules.py"))
    }
    _failed.clear()
    for entry in entry_points(group="parlour.games"):
        try:
            folder = Path(next(iter(import_module(entry.value).__path__)))
        except Exception as error:  # one that is broken leaves the others alone
            _failed[entry.name] = f"{entry.value}: {type(error).__name__}: {error}"
            continue
        found.setdefault(entry.name, (folder, entry.value))
    for one in filter(None, os.environ.get(FOLDERS, "").split(os.pathsep)):
        folder = Path(one).resolve()
        if (folder / "rules.py").is_file():
            found.setdefault(folder.name, (folder, _package_of(folder)))
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


def comes_along(game: Game) -> bool:
    """Is its board one of those that come with the game?"""
    return game.board_file is None or game.board_file in boards(game.folder).values()


def load(name: str, board: str | Path | None = None) -> Game:
    """Load a game by its id, or by the path of its folder.

    `board` is the name of another board that comes with the game, or a board file of your own.
    """
    folder, package, id_ = _place(name)
    if board is None:
        return _loaded(folder, package, None, id_)
    named = boards(folder)
    file = named.get(str(board), Path(board))
    if file is None or file in named.values():
        return _loaded(folder, package, file, id_)
    if named and not file.suffix and not file.exists():
        raise unknown(say("board"), board, named)
    if file.exists() and not file.is_file() and not file.is_dir():  # it may never end
        raise BadBoard(say("{file} is no file: it is a pipe or a device.", file=file))
    return _board_cache.get(package_on(package, file), lambda: _on_own(folder, package, file, id_))


def _on_own(folder: Path, package: str, file: Path, id_: str) -> Game:
    check_shape(folder / "board.toml", file, id_)
    return Game(folder, package, file, id_)


@cache
def _loaded(folder: Path, package: str, board: Path | None, id_: str) -> Game:
    """A game on a board that comes with it: there are only so many."""
    return Game(folder, package, board, id_)


def _reduced(game: Game) -> tuple[Callable[..., Game], tuple[Any, ...]]:
    """For pickles and copies: a game is loaded where it is needed, and there is one of each."""
    known = game.id in names() and folder_of(game.id) == game.folder
    return load, (game.id if known else str(game.folder), game.board_file)


copyreg.pickle(Game, _reduced)


def _package_of(folder: Path) -> str:
    return f"{folder.name}_{hashlib.sha256(str(folder).encode()).hexdigest()[:8]}"


@cache
def _place(name: str) -> tuple[Path, str, str]:
    """Where a game's folder is, and what its package and the game are called."""
    found = _found()
    for known in (name, name.lower()):
        if known in found:
            return *found[known], known  # what an entry point calls it, not its package
        if known in _failed:
            raise BadChoice(
                say(
                    "The game {name} is installed, but cannot be loaded: {why}",
                    name=known,
                    why=_failed[known],
                )
            )
    if (Path(name) / "rules.py").is_file():
        folder = Path(name).resolve()
        return folder, _package_of(folder), folder.name
    if "/" in name:
        raise BadChoice(say("{folder} is not a game's folder: it has no rules.py.", folder=name))
    raise unknown(say("game"), name, found)
