"""What the server says: answers, faults, and what a socket hears."""

from __future__ import annotations

from msgspec import UNSET, UnsetType, field

from parlour.server.protocol.basics import Out
from parlour.server.protocol.shown import Frame, Move, Sitter, Told


class Fault(Out, omit_defaults=True):
    """What is wrong: a word for programs, a sentence for people, and the rule behind it if there is one."""

    kind: str
    text: str
    clause: str = ""
    reasons: list[str] = field(default_factory=list)


class Refused(Out):
    """The body of every answer that is not a success."""

    error: Fault


class Candidate(Out):
    """One move as a bot sees it."""

    code: int
    notation: str
    offer: str
    chance: float | None
    reason: str


class Advice(Out):
    """What a bot thinks of the position, from what this seat knows."""

    candidates: list[Candidate]
    chances: dict[str, float]  # chair -> chance to win
    reason: str
    by: str  # which bot


class Welcome(Out, tag_field="kind", tag="welcome"):
    """The socket is open."""

    table: str
    game: str
    seats: list[int]
    host: bool
    seq: int
    kept_finished: float = 0  # days after which a table goes that nobody uses any more; 0: never
    kept_unfinished: float = 0
    handed: list[int] = field(default_factory=list)  # seats whose link whoever opened the table knows, too


class Events(Out, tag_field="kind", tag="events"):
    """What is new for one seat."""

    seat: int | None
    seq: int
    events: list[Told]
    frame: Frame
    now: float | UnsetType = UNSET  # the server's time, where there are clocks


class People(Out, tag_field="kind", tag="people"):
    """Who is here."""

    people: list[Sitter]


class Answered(Out, tag_field="kind", tag="answer", omit_defaults=True):
    """What became of a command."""

    ok: bool
    id: str | int = ""
    seq: int | None = None
    error: Fault | None = None
    why: Fault | UnsetType | None = UNSET
    hint: Advice | None = None
    moves: list[Move] | None = None
    token: str | None = None


class Pong(Out, tag_field="kind", tag="pong"):
    """The server is there."""


class Failed(Out, tag_field="kind", tag="error"):
    """The socket is about to be closed."""

    error: Fault


class Lot(Out):
    """An outcome of a roll, and the tickets it owns."""

    outcome: str
    tickets: list[int]


class Drawn(Out):
    """A roll by the number of its event, and which of the lots it was drawn from."""

    n: int
    lot: int


class Odds(Out):
    """What the rolls of a match were drawn from: with the record, all that is needed to check the dice."""

    lots: list[list[Lot]]
    rolls: list[Drawn]


class Shared(Out):
    """The token that shows a finished game to anybody."""

    token: str


class Summary(Out):
    """A table in short, for a list of them."""

    table: str
    game: str
    over: bool
    winners: list[int]
    chairs: list[int]  # those of the one who asks
    asked: bool  # is it for one of them to act?
    turn: int | None
    at: float  # when something last happened
    next: str
    people: list[Sitter]


class EventsSince(Out):
    """The log after a number."""

    seq: int
    events: list[Told]
