"""The record file: a whole match as text that a person can read and any release can open.

JSON Lines in UTF-8, format 1. The first line says what is played, by whom and with which dice;
then one line per event, in order; the last line says how many events there were and the result.

    {"parlour": 1, "match": "5f0c…", "game": "parcheesi", "players": 2, "seats": {…}, "dice": {…}, "sum": "…"}
    {"n": 1, "seat": 0, "adds": "my own secret", "sum": "…"}       a seat's share in checkable dice
    {"n": 2, "roll": "5-3", "sum": "…"}                            a chance event
    {"n": 3, "seat": 0, "play": "10+4", "sum": "…"}                a decision
    {"n": 4, "undo": 1, "sum": "…"}                                decisions taken back
    {"n": 5, "seat": 0, "agree": "draw", "sum": "…"}               a seat agrees to a draw
    {"n": 5, "seat": 0, "resign": "game", "sum": "…"}              a seat gives the game up
    {"n": 6, "reveal": "9a1e…", "sum": "…"}                        the secret of checkable dice
    {"end": 6, "over": true, "shares": {"0": 1.0, "2": 0.0}, "sum": "…"}

`sum` ties each line to all before it: the first 12 hexadecimal digits of SHA-256 over the sum
of the line before ("" for the first), a line feed, and the line without its sum as compact JSON
with sorted keys. It finds damage; whoever forges the sums too is found out by the rules, and by
the dice where they can be checked.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from parlour.table.seats import Seat
from parlour.text import BadRecord, ParlourError, Text, join, nearest, say

FORMAT = 1
_NEEDED = ("parlour", "match", "game", "players", "seats", "dice")
_OPTIONAL = ("options", "board", "start", "forked_from")
_EVENT_KEYS = (
    *({"n", "seat", "adds"}, {"n", "roll"}, {"n", "seat", "play"}, {"n", "undo"}),
    *({"n", "seat", "agree"}, {"n", "seat", "resign"}, {"n", "reveal"}),
)


class LaterRecord(BadRecord):
    """A record in a format that only a later Parlour reads; nothing is known to be wrong with it."""

    def __init__(self, version: int) -> None:
        self.reason = say(
            "This record was written by a later Parlour (format {version}; this one reads {known}). "
            "Update Parlour to open it.",
            version=version,
            known=FORMAT,
        )
        super().__init__(1, self.reason)


@dataclass(frozen=True)
class Header:
    """The first line: everything that is settled before the first event."""

    match: str  # the match's id
    game: str
    players: int
    seats: Mapping[int, Seat]
    dice: Mapping[str, Any]
    options: Mapping[str, object] = field(default_factory=dict)
    board: str | None = None  # the text of the board file, where it is not the game's own
    start: Mapping[str, Any] | None = None  # where it is not the start of a game
    forked_from: Mapping[str, Any] | None = None  # {"match": id, "ply": n}

    def to_json(self) -> dict[str, Any]:
        """The first line of a record: everything that the events alone do not say."""
        seats = {str(chair): {"name": s.name, "kind": s.kind} for chair, s in self.seats.items()}
        data: dict[str, Any] = {"parlour": FORMAT, "match": self.match, "game": self.game}
        data |= {
            "players": self.players,
            "seats": seats,
            "options": dict(self.options),
            "dice": dict(self.dice),
        }
        if self.board is not None:
            data["board"] = {"sha256": digest(self.board), "text": self.board}
        if self.start is not None:
            data["start"] = dict(self.start)
        if self.forked_from is not None:
            data["forked_from"] = dict(self.forked_from)
        return {key: value for key, value in data.items() if value != {}}


def digest(text: str) -> str:
    """The fingerprint that the next line of a record carries of the text before it."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


# ---------------------------------------------------------------- writing


def dump(lines: Iterable[Mapping[str, Any]]) -> str:
    """The lines of a record as text, each with its sum."""
    written = []
    before = ""
    for line in lines:
        before = _sum(before, line)
        written.append(json.dumps({**line, "sum": before}, ensure_ascii=False, allow_nan=False) + "\n")
    return "".join(written)


def _sum(before: str, line: Mapping[str, Any]) -> str:
    kept = {key: value for key, value in line.items() if key != "sum"}
    canonical = json.dumps(kept, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(f"{before}\n{canonical}".encode()).hexdigest()[:12]


# ---------------------------------------------------------------- reading


def parse(raw: bytes) -> tuple[Header, list[dict[str, Any]], dict[str, Any]]:
    """Header, events and end of a record; BadRecord names the first line that is wrong.

    Event n stands on line n + 1. What the events mean is for the match to judge.
    """
    texts = raw.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    while texts and not texts[-1].strip():
        texts.pop()
    if not texts:
        raise BadRecord(1, say("The file is empty."))
    first = _object(1, texts[0])
    _check_format(first)  # before anything else: a later format may sum up differently
    lines = [first] + [_object(i, text) for i, text in enumerate(texts[1:], 2)]
    before = ""
    for number, line in enumerate(lines, 1):
        before = _sum(before, line)
        if line.pop("sum", None) != before:
            raise BadRecord(
                number, say("This line or one before it was changed or damaged: its sum does not fit.")
            )
    header = _header(first)
    last = lines[-1]
    if len(lines) == 1 or "end" not in last:
        raise BadRecord(len(lines), say("The file is cut short: its last line is missing."))
    for number, line in enumerate(lines[1:-1], 2):
        _check_event(number, line)
    if set(last) - {"shares"} != {"end", "over"} or not _whole(last["end"]) or last["end"] != len(lines) - 2:
        raise BadRecord(
            len(lines), say("The last line does not fit: the record has {n:event|events}.", n=len(lines) - 2)
        )
    return header, lines[1:-1], last


def _object(number: int, text: bytes) -> dict[str, Any]:
    try:
        data = json.loads(text.decode("utf-8"), object_pairs_hook=_pairs, parse_constant=_no_constant)
        json.dumps(data, ensure_ascii=False).encode("utf-8")  # refuses half a character, "\ud800"
    except UnicodeError:
        raise BadRecord(number, say("The line is not text in UTF-8.")) from None
    except json.JSONDecodeError as error:
        raise BadRecord(
            number, say("The line is not JSON: {why} at column {column}.", why=error.msg, column=error.colno)
        ) from None
    except (ValueError, RecursionError):
        raise BadRecord(number, say("The line is not JSON that a record can hold.")) from None
    if not isinstance(data, dict):
        raise BadRecord(number, say("The line is not a JSON object."))
    return data


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key stands twice")
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(name)


def _check_format(first: dict[str, Any]) -> None:
    version = first.get("parlour")
    if not isinstance(version, int) or version < 1:
        raise BadRecord(1, say("This is not a Parlour record: it does not begin with a record's first line."))
    if version > FORMAT:
        raise LaterRecord(version)


def _check_event(number: int, line: dict[str, Any]) -> None:
    if "end" in line:
        raise BadRecord(number, say("There is more after the last line."))
    if set(line) not in _EVENT_KEYS:
        known = sorted(set().union(*_EVENT_KEYS))
        odd = next((key for key in line if key not in known), None)
        hint = nearest(odd, known) if odd else None
        keys = ", ".join(line) or "-"
        raise BadRecord(number, join([say("This is no event of a match ({keys}).", keys=keys), hint]))
    if line["n"] != number - 1 or not _whole(line["n"]):
        raise BadRecord(
            number,
            say("Event {expected} should stand here, not {found}.", expected=number - 1, found=line["n"]),
        )
    for key, value in line.items():
        if key in ("seat", "undo") and not _whole(value):
            raise BadRecord(number, say("“{key}” must be a whole number.", key=key))
        if key in ("adds", "roll", "play", "agree", "resign", "reveal") and not isinstance(value, str):
            raise BadRecord(number, say("“{key}” must be text.", key=key))


def _header(data: dict[str, Any]) -> Header:
    try:
        return _read_header(data)
    except BadRecord:
        raise
    except ParlourError as error:  # a seat or the like that cannot be: it is the first line's fault
        raise BadRecord(1, error.text) from error


def _read_header(data: dict[str, Any]) -> Header:
    missing = [key for key in _NEEDED if key not in data]
    if missing:
        raise BadRecord(1, say("The first line lacks: {keys}.", keys=", ".join(missing)))
    for key in data:
        if key not in (*_NEEDED, *_OPTIONAL):
            hint = nearest(key, (*_NEEDED, *_OPTIONAL))
            raise BadRecord(1, join([say("The first line has a strange key “{key}”.", key=key), hint]))
    for key in ("seats", "options", "dice", "start", "board", "forked_from"):
        if key in data and not isinstance(data[key], dict):
            raise _wrong(key, say("a JSON object"))
    if not isinstance(data["match"], str) or not re.fullmatch("[0-9a-f]{16}", data["match"]):
        raise _wrong("match", say("16 hexadecimal digits"))
    if not isinstance(data["game"], str):
        raise _wrong("game", say("the name of a game"))
    if not _whole(data["players"]):
        raise _wrong("players", say("a whole number"))
    return Header(
        match=data["match"],
        game=data["game"],
        players=data["players"],
        seats=_seats(data["seats"]),
        dice=data["dice"],
        options=data.get("options", {}),
        board=_board(data.get("board")),
        start=data.get("start"),
        forked_from=_origin(data.get("forked_from")),
    )


def _seats(data: dict[str, Any]) -> dict[int, Seat]:
    seats = {}
    for chair, seat in data.items():
        fits = isinstance(seat, dict) and set(seat) == {"name", "kind"}
        if not fits or not re.fullmatch("0|[1-9][0-9]?", chair) or not isinstance(seat["kind"], str):
            raise _wrong("seats", say("chairs with a name and a kind each"))
        seats[int(chair)] = Seat(**seat)
    return seats


def _board(data: dict[str, Any] | None) -> str | None:
    if data is None:
        return None
    text = data.get("text")
    if not isinstance(text, str):
        raise BadRecord(1, say("The text of the board it was played on is missing."))
    if data.get("sha256") != digest(text):
        raise BadRecord(1, say("The text of the board does not fit its SHA-256."))
    return text


def _origin(data: dict[str, Any] | None) -> dict[str, Any] | None:
    if data is not None and (set(data) != {"match", "ply"} or not _whole(data["ply"])):
        raise _wrong("forked_from", say("a match and a ply"))
    return data


def _wrong(key: str, expected: Text) -> BadRecord:
    return BadRecord(1, say("“{key}” must be {expected}.", key=key, expected=expected))


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
