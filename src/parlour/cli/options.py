"""What the commands share: the application they belong to, options and arguments that several of them take,
and readers that say what was expected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from parlour.rules.run import parse_int
from parlour.text import BadChoice, ParlourError, Text, say, unknown


class _Commands(TyperGroup):
    """Our commands; a word that is none gets an answer in our own words."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-"):
            from parlour.games import names

            if args[0].lower() in names():
                raise BadChoice(say("To play it, type: parlour play {game}", game=args[0].lower()))
            raise unknown(say("command"), args[0], self.commands)
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="parlour",
    cls=_Commands,
    help="Board games that are out of print, back at your table.",
    epilog="parlour play parcheesi",
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _players(value: str) -> int:
    """Any number: the game says which ones it is for."""
    return int(value) if value.lstrip("-").isdecimal() else parse_int(value, say("number of players"), 1)


def number(what: Text, least: int = 1) -> Callable[[str], int]:
    """Reads a whole number, and says what was expected when it is none."""

    def read(value: str) -> int:
        return parse_int(value, what, least)

    return read


def share(what: Text) -> Callable[[str], float]:
    """Reads a number from 0 to 1."""

    def read(value: str) -> float:
        try:
            found = float(value)
        except ValueError:
            found = -1.0
        if not 0 <= found <= 1:
            raise BadChoice(say("The {what} is a number from 0 to 1, not “{value}”.", what=what, value=value))
        return found

    return read


GameName = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game's name; `parlour games` lists them.")
]
Record = Annotated[Path, typer.Argument(metavar="FILE", help="A game that was saved.")]
OwnGame = Annotated[
    str | None,
    typer.Option("--game", metavar="FOLDER", help="Where the game is, when it is not one of ours."),
]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", parser=_players, metavar="NUMBER", help="How many play."),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--options",
        "-o",
        metavar="NAME=VALUE",
        help="A house rule; may be given several times. `parlour rules GAME` names them.",
    ),
]
BoardFile = Annotated[
    Path | None,
    typer.Option(
        "--board",
        metavar="NAME|FILE",
        help="Another board that comes with the game, or a board file of your own (TOML).",
    ),
]

PositionText = Annotated[
    str | None,
    typer.Option(
        "--position", metavar="POSITION", help="A position: its JSON, its code, or a file of either."
    ),
]


def load_game(name: str | None, board: Path | None = None) -> Any:
    """The game of this name or folder, or a sentence that says which there are or why it cannot be loaded."""
    from parlour.games import load, names

    if name is None:
        raise BadChoice(say("Which game? Choose one of: {games}.", games=", ".join(names())))
    try:
        return load(name, board)
    except (ParlourError, OSError):
        raise
    except Exception as error:  # a folder holds anybody's Python, and that may fail in any way
        why = f"{type(error).__name__}: {error}"
        raise BadChoice(say("{game} cannot be loaded: {why}", game=name, why=why)) from error


def read_options(pairs: Sequence[str] | None) -> dict[str, str]:
    """House rules as they are typed: name=value."""
    chosen = {}
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise BadChoice(say("A house rule is written name=value, not “{text}”.", text=pair))
        chosen[name.strip()] = value.strip()
    return chosen
