"""Setting a table up: what is wished for, what is handed out, and what can be agreed on later."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from parlour.server.protocol.basics import In, Minutes, Name, Out, Pause, Undo, Voice, Word


class Seating(In):
    """Who takes a chair: somebody with a link, somebody at this device, or a bot."""

    kind: Literal["person", "device", "bot"] = "person"
    name: Name = ""
    level: Annotated[str, Meta(max_length=60)] = ""  # of a bot; empty: the usual one


class Clock(In):
    """How much time people have: for each decision, or for the whole game and some more with each turn."""

    kind: Literal["move", "game"]
    seconds: Annotated[float, Meta(ge=5, le=86_400)]
    increment: Annotated[float, Meta(ge=0, le=3_600)] = 0.0  # of a "game" clock


class NewTable(In):
    """A game to be set up; or with `record` a saved one to be looked at."""

    game: Annotated[str, Meta(max_length=60)] = ""  # may be left out with start or record
    board: Annotated[str, Meta(max_length=60)] = ""  # another board that comes with the game, by name
    own_board: Annotated[str, Meta(max_length=50_000)] = ""  # the text of a board file of one's own
    options: dict[Word, str | int | bool] = field(default_factory=dict)
    seats: Annotated[list[Seating], Meta(max_length=16)] = field(default_factory=list)
    dice: Literal["checkable", "typed"] = "checkable"
    undo: Undo = "free"
    takeover_minutes: Minutes | None = None  # null: when all others agree
    pause: Pause = 0.9
    talk: Voice = "free"
    watchers_talk: bool = False  # spectators hear what is said, and may react
    clock: Clock | None = None  # null: everybody takes the time they like
    start: Annotated[str, Meta(max_length=20_000)] | dict[str, Any] | None = None  # a position's code or JSON
    record: Annotated[str, Meta(max_length=500_000)] | None = None  # the text of a record file


class Place(Out):
    """A chair of a new table, and the token of whoever takes it ("" for a bot's)."""

    chair: int
    kind: str
    name: str
    token: str


class Opened(Out):
    """A new table: whom to give which token. Nobody can ask for them again."""

    table: str
    game: str
    seats: list[Place]
    watch: str
    host: str


class Branch(In):
    """Go on from a past moment at a new table; nobody there knows more than the one who asks."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None  # null: now
    seats: Annotated[list[Seating], Meta(max_length=16)] = field(default_factory=list)


class SeatSettings(In):
    """What the server does for a seat by itself. Left out: as it was."""

    auto_roll: bool | None = None
    auto_forced: bool | None = None
    skip_dead: bool | None = None


class TableSettings(In):
    """What the whole table agreed on. Left out: as it was."""

    undo: Undo | None = None
    takeover_minutes: Minutes | UnsetType | None = UNSET
    pause: Pause | None = None
    talk: Voice | None = None
    watchers_talk: bool | None = None


read_new_table = msgspec.json.Decoder(NewTable).decode
read_branch = msgspec.json.Decoder(Branch).decode
