"""A board corrected by whoever owns the real one: its text in, the next text out, with all its faults.

A board is data. What is changed is changed in the data, by the game's `edits.py` or by the name of a number;
the text keeps its comments. Whether it is a board is for the game's rules to say, which load it as they load
any other; nothing that stands in the text is ever run.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
import tomlkit
from msgspec import Meta, Struct
from tomlkit.items import AoT, Array, InlineTable, Item

from parlour.draw import svg
from parlour.games import boards, folder_of
from parlour.rules.game import Game
from parlour.server.access import Refusal
from parlour.server.catalogue import board_on, game_of
from parlour.server.opening import OWN
from parlour.server.protocol import Board, BoardFault, BoardField, BoardOffer, Edited
from parlour.table.resume import LONGEST_BOARD, board_file, on_board
from parlour.text import BadBoard, Text, say, speaking

ABOUT = ("name", "provenance", "source")
PROVENANCE = ("printed", "reconstructed", "house")
_DEEPEST = 20  # lists and sections within each other
_CLAUSE = re.compile(r"\b[A-Z]{3}-[A-Z]+-\d+\b")
_KEPT = re.compile(r"[0-9a-f]{16}")  # how files are called that hold a board
Word = Annotated[str, Meta(max_length=200)]


class Edit(Struct, forbid_unknown_fields=True):
    """A board as it stands, and what is to be changed in it; without a text, a board that comes along."""

    text: Annotated[str, Meta(max_length=LONGEST_BOARD)] = ""
    board: Annotated[str, Meta(max_length=60)] = ""
    space: Word = ""  # the space that was touched
    name: Word = ""  # of an offer of that space, or of a field
    value: Annotated[str, Meta(max_length=2_000)] | int | bool = ""


read_edit = msgspec.json.Decoder(Edit).decode


def edited(name: str, wish: Edit, language: str) -> Edited:
    """The board after the change, and all there is to know about it."""
    with speaking(language):
        game = game_of(name)
        text = wish.text or _own(game, wish.board)
        try:
            data: Mapping[str, Any] = tomllib.loads(text)
            _check_depth(data)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            why = say("its lists are too deep") if isinstance(error, RecursionError) else error
            fault = say("This is no board file (TOML): {why}.", why=why)
            return _told(text, {}, [fault], "", [], [])
        faults: list[Text] = []
        if wish.name:
            try:
                text, data = _changed(game, text, data, wish)
            except (KeyError, TypeError, ValueError, AttributeError):
                faults = [say("That cannot be changed so: “{value}”.", value=wish.value)]
        found, wrong = _played_on(game, text)
        picture, spaces = "", []
        if found is not None:
            scene = found.scene.board()
            assert scene is not None
            picture = svg.touched(scene, ())
            spaces = [
                {
                    "id": one.id,
                    "label": " · ".join(filter(None, (str(one.label), *dict.fromkeys(one.called)))),
                }
                for one in scene.spaces.values()
            ]
        return _told(text, data, faults + wrong, picture, spaces, _offers(game, data, wish.space))


def _own(game: Game, board: str) -> str:
    known = boards(folder_of(game.id))
    file = known.get(board) or game.folder / "board.toml"
    return file.read_text("utf-8") if file.is_file() else ""


def _played_on(game: Game, text: str) -> tuple[Game | None, list[Text]]:
    """The game on this board; without one, everything that is wrong with it."""
    try:
        found = on_board(game, text)
        if found.scene.board() is None:
            return None, [say("This game comes without a board to draw.")]
        return found, []
    except BadBoard as error:
        return None, error.faults or [error.text]


def brought_along(name: str, board: str, language: str) -> Board:
    """The board of a table to which somebody brought it: kept here for as long as it is played on."""
    named = board.removeprefix(OWN)
    file = board_file("").with_name(f"{named}.toml") if _KEPT.fullmatch(named) else None
    if file is None or not file.is_file():
        raise Refusal(404, "no_board", say("There is no such board here."))
    with speaking(language):
        return board_on(on_board(game_of(name), file.read_text("utf-8")))


# ---------------------------------------------------------------- changing


def _changed(game: Game, text: str, data: Mapping[str, Any], wish: Edit) -> tuple[str, Mapping[str, Any]]:
    if wish.space:
        new = game.edits.changed(data, wish.space, wish.name, wish.value)
    else:
        new = _with_field(data, wish.name.split("."), wish.value)
    text = rewritten(text, new)
    return text, tomllib.loads(text)


def _with_field(data: Mapping[str, Any], path: Sequence[str], value: Any) -> dict[str, Any]:
    name, *rest = path
    if rest:
        return {**data, name: _with_field(data[name], rest, value)}
    now = data[name] if name in data or name not in ABOUT else ""
    return {**data, name: _as(now, value)}


def _as(now: Any, value: Any) -> Any:
    """What a person entered, as what stands there now."""
    if isinstance(now, bool):
        return value in (True, "true", "yes")
    if isinstance(now, int):
        return int(value)
    if isinstance(now, float):
        return float(value)
    if isinstance(now, list):
        parts = [part.strip() for part in str(value).split(",") if part.strip()]
        return [int(part) for part in parts] if now and isinstance(now[0], int) else parts
    return str(value)


def rewritten(text: str, data: Mapping[str, Any]) -> str:
    """The text with these data in it: what is the same stays as it is written, with all comments."""
    document = tomlkit.parse(text)
    _update(document, data)
    return tomlkit.dumps(document)


def _update(there: Any, data: Mapping[str, Any]) -> None:
    for name in [name for name in there if name not in data]:
        del there[name]
    for name, value in data.items():
        now = there.get(name)
        if now is not None and (now.unwrap() if isinstance(now, Item) else now) == value:
            continue
        if isinstance(value, Mapping) and isinstance(now, Mapping):
            _update(now, value)
        elif _has_tables(now) and isinstance(value, list) and len(now) == len(value):
            for one, new in zip(now, value, strict=True):
                _update(one, new)
        else:
            there[name] = _item(value, now)


def _has_tables(now: Any) -> bool:
    return isinstance(now, AoT) or (
        isinstance(now, Array) and all(isinstance(one, InlineTable) for one in now)
    )


def _item(value: Any, now: Any) -> Any:
    """A value to be put in the place of another: a list of tables gets a line for each."""
    if not (isinstance(value, list) and value and isinstance(value[0], Mapping) and isinstance(now, Array)):
        return value
    rows = tomlkit.array()
    for one in value:
        rows.append(_inline(one))
    return rows.multiline(True)


def _inline(value: Mapping[str, Any]) -> InlineTable:
    table = tomlkit.inline_table()
    for name, part in value.items():
        table[name] = _inline(part) if isinstance(part, Mapping) else part
    return table


# ---------------------------------------------------------------- telling


def _told(
    text: str,
    data: Mapping[str, Any],
    faults: Sequence[Text],
    picture: str,
    spaces: list[dict[str, str]],
    offers: list[BoardOffer],
) -> Edited:
    return {
        "text": text,
        "faults": [_fault(one) for one in faults],
        "picture": picture,
        "spaces": spaces,  # type: ignore[typeddict-item]
        "offers": offers,
        "fields": list(_fields(data)),
        "about": {name: str(data.get(name, "")) for name in ABOUT},
    }


def _fault(text: Text) -> BoardFault:
    cited = _CLAUSE.search(str(text))
    return {"text": str(text), "clause": cited[0] if cited else ""}


def _offers(game: Game, data: Mapping[str, Any], space: str) -> list[BoardOffer]:
    if not space:
        return []
    try:
        found = list(game.edits.offers(data, space))
    except (KeyError, TypeError, ValueError, AttributeError):  # the data lack what it is about
        return []
    return [
        {
            "name": one.name,
            "words": str(one.words),
            "kind": one.kind,
            "value": one.value,
            "choices": [{"value": value, "words": str(words)} for value, words in one.choices],
            "least": one.least,
            "most": one.most,
        }
        for one in found
    ]


def _check_depth(data: Mapping[str, Any]) -> None:
    """What is deeper than any board is refused as the reader refuses what is too deep for itself."""
    level: list[Any] = [data]
    for _ in range(_DEEPEST):
        inside = [v for one in level for v in (one.values() if isinstance(one, Mapping) else one)]
        level = [one for one in inside if isinstance(one, (Mapping, list))]
    if level:
        raise RecursionError


def _fields(data: Mapping[str, Any], section: str = "") -> Iterator[BoardField]:
    """The numbers and short lists of a board by their names, for whoever would rather write than touch."""
    for name, value in data.items():
        key = f"{section}{name}"
        if isinstance(value, Mapping):
            yield from _fields(value, f"{key}.")
        elif isinstance(value, bool):
            yield {"name": key, "kind": "switch", "value": value}
        elif isinstance(value, int):
            yield {"name": key, "kind": "number", "value": value}
        elif isinstance(value, list) and not any(isinstance(one, (list, Mapping)) for one in value):
            yield {"name": key, "kind": "text", "value": ", ".join(map(str, value))}
        elif isinstance(value, str) and key not in ABOUT and "schema" not in key:
            yield {"name": key, "kind": "text", "value": value}
