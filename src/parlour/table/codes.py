"""Positions in two other clothes: JSON that a person can write, and a short code for a link.

The code is a digit for its format, then base64url (without padding) of the position's JSON, compact and
with sorted keys, deflated with a dictionary of what positions usually contain, after the CRC-32 of these
deflated bytes. The formats differ in their dictionaries, which lie as text files in dictionaries/, each
named by its format. A deflated text says "the 12 bytes that stood 300 bytes before" in place of those
bytes, and what stood before begins with the dictionary: so its bytes are frozen, and a code once given out
opens for ever. When positions look different one day, there will be a third dictionary.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from parlour.games import boards, folder_of, load, names
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table.record import digest
from parlour.text import BadChoice, BadPosition, say, unknown

DICTIONARIES = {
    file.stem: file.read_bytes() for file in Path(__file__).with_name("dictionaries").glob("*.txt")
}
FORMAT = "2"  # in which codes are written; older ones are read
_LONGEST = 4000  # characters of a code, and
_LARGEST = 20000  # bytes of what is in it: a stranger's link cannot fill the memory


def to_json(game: Game, position: Position) -> dict[str, Any]:
    """The position as a person would write it; `from_json` reads it."""
    data: dict[str, Any] = {"game": game.id, **game.position.describe(position)}
    board = _board_name(game)
    return data if board is None else {**data, "board": board}


def from_json(data: Mapping[str, Any], game: Game | str | None = None) -> tuple[Game, Position]:
    """The game and the position that some JSON describes; BadPosition lists all that is wrong.

    `game` says where to find a game that is not installed, or that is played on another board.
    """
    if not isinstance(data, Mapping):
        raise BadPosition(
            [say("A position is a JSON object, such as {example}.", example='{"game": "parcheesi"}')]
        )
    name = data.get("game")
    if game is None and not isinstance(name, str):
        raise BadPosition(
            [say("“game” must say which game it is, one of: {names}.", names=", ".join(names()))]
        )
    if game is None and name not in names():  # and never a folder: the data may be a stranger's
        raise unknown(say("game"), name, names())
    found = loaded(game if game is not None else _on_its_board(str(name), data.get("board")))
    if name is not None and name != found.id:
        raise BadChoice(say("This is a position of {other}, not of {game}.", other=name, game=found.id))
    rest = {key: value for key, value in data.items() if key != "board"}
    if data.get("board") not in _board_names(found):
        raise BadPosition([say("The position is on another board; open it with the game on that board.")])
    return found, found.position.build({**rest, "game": found.id})


def to_code(game: Game, position: Position) -> str:
    """The position as a short text that fits in a link."""
    raw = _compact(to_json(game, position)).encode("utf-8")
    press = _press().copy()
    packed = press.compress(raw) + press.flush()
    whole = zlib.crc32(packed).to_bytes(4, "big") + packed
    return FORMAT + base64.urlsafe_b64encode(whole).rstrip(b"=").decode("ascii")


_compact = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


@cache
def _press() -> Any:
    """A press that has read the dictionary, to be copied: its window is as long as that, and no longer."""
    return zlib.compressobj(9, zlib.DEFLATED, -14, 5, zlib.Z_DEFAULT_STRATEGY, DICTIONARIES[FORMAT])


def from_code(code: str, game: Game | str | None = None) -> tuple[Game, Position]:
    """The game and the position that a code stands for."""
    code = code.strip()
    if not code.isascii() or len(code) > _LONGEST or len(code) < 2:
        raise BadChoice(say("This is not the code of a position."))
    if code[0] not in DICTIONARIES:
        if code[0].isdigit() and code[0] != "0":
            raise BadChoice(say("This code was made by a later Parlour; update Parlour to open it."))
        raise BadChoice(
            say("This is not the code of a position: such codes begin with {digit}.", digit=FORMAT)
        )
    try:
        data = json.loads(_unpack(code[1:], DICTIONARIES[code[0]]))
    except (ValueError, RecursionError, zlib.error) as error:
        raise BadChoice(
            say("The code is damaged: a character is wrong or missing. Copy it again, to the last character.")
        ) from error
    return from_json(data, game)


def _unpack(text: str, dictionary: bytes) -> str:
    whole = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    check, packed = whole[:4], whole[4:]
    if base64.urlsafe_b64encode(whole).rstrip(b"=").decode("ascii") != text:
        raise ValueError("not as it was written")
    if zlib.crc32(packed).to_bytes(4, "big") != check:
        raise ValueError("checksum")
    press = zlib.decompressobj(-15, dictionary)
    raw = press.decompress(packed, _LARGEST)
    if not press.eof or press.unused_data:
        raise ValueError("cut short, or too much")
    return raw.decode("utf-8")


def _board_name(game: Game) -> str | None:
    """Names a board that is not the game's usual one: one that comes with the game, or any other file."""
    if game.board_file is None:
        return None
    named = [n for n, f in boards(game.folder).items() if f and f.read_text("utf-8") == game.board_text]
    return named[0] if named else digest(str(game.board_text))[:12]


def _board_names(game: Game) -> list[str | None]:
    """What a position on this board may say of it: the usual one need not be named, but can be."""
    name = _board_name(game)
    return [name, *list(boards(game.folder))[:1]] if name is None else [name]


def _on_its_board(name: str, board: object) -> Game:
    """The game on the board that a position names, if that comes with it."""
    return load(name, board) if isinstance(board, str) and board in boards(folder_of(name)) else load(name)


# ---------------------------------------------------------------- for the table


def loaded(game: Game | str) -> Game:
    """The game by its id, folder or as it is."""
    return game if isinstance(game, Game) else load(str(game))


def starting(
    game: Game, start: Position | Mapping[str, object], options: Mapping[str, object] | None
) -> Position:
    """The position a match starts from, checked."""
    if options:
        raise BadChoice(say("A start position brings its own house rules; give options or start, not both."))
    if not isinstance(start, Position):
        return game.position.build(dict(start))
    if start.dtype != game.rules.State:
        raise BadChoice(say("The start position is of another game than {game}.", game=game.id))
    problems = game.position.problems(start)
    if problems:
        raise BadPosition(problems)
    return start
