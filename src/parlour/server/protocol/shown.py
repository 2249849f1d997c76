"""What is shown to whoever looks at a table: frames, and the events of the log."""

from __future__ import annotations

from typing import Any, TypedDict

from msgspec import field

from parlour.server.protocol.basics import Out


class Gesture(Out, omit_defaults=True):
    """How a move is made by hand: a piece of `seat` on `pick` goes to `drop`, along `path`."""

    pick: str
    drop: str
    seat: int
    path: list[str] = field(default_factory=list)  # empty: nothing moves, a touch will do
    also: list[Gesture] = field(default_factory=list)  # pieces that move along with it
    tile: Tile | None = None  # how it then lies, where it is a tile


class Held(Out, omit_defaults=True):
    """Something in the hand of the one who looks: cards of one kind, or chips of one colour."""

    kind: str
    text: str
    count: int = 1
    worth: int | None = None
    colour: str | None = None


class AmountPart(Out, omit_defaults=True):
    """One kind of what an amount is made up of, such as chips of one colour."""

    name: str
    worth: int | None = None
    colour: str | None = None


class Amount(Out):
    """How a field of a move is set by hand: a number, or one for each of its parts."""

    name: str
    parts: dict[str, AmountPart]  # by their keys in the field
    total: str  # how the worth of all parts is written, with {total} for the number; "" where it is not


class Told(Out, omit_defaults=True):
    """One event of the log."""

    seq: int
    kind: str
    text: str
    at: float
    ply: int
    by: int | None = None
    how: str = "hand"
    n: int | None = None
    gesture: Gesture | None = None
    dice: list[list[int]] | None = None


class Tile(Out):
    """How a tile lies: the sides of its space that its stripe joins."""

    ends: list[int]
    plain: str
    bright: bool


class Piece(Out, omit_defaults=True):
    """A piece and where it stands on the board's drawing. Keys are unique in a frame, no more."""

    key: str
    seat: int
    letter: str
    shape: str
    colour: str
    space: str
    x: float
    y: float
    size: float
    label: str
    tile: Tile | None = None


class Scene(Out):
    """The pieces, and what else lies on the board (`extras`, the inside of an SVG group)."""

    pieces: list[Piece]
    extras: str
    told: list[str]  # what the extras say, in words


class Move(Out, omit_defaults=True):
    """A move on offer."""

    code: int
    notation: str
    offer: str
    group: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    gesture: Gesture | None = None


class Sitter(Out):
    """Somebody at the table."""

    chair: int
    name: str
    colour: str  # what the game calls the chair, translated
    paint: str  # which colour it is drawn in
    letter: str
    shape: str
    side: int
    kind: str  # "person" or "bot": who moves now
    level: str  # of a bot
    here: bool  # is a page of theirs open? Always, for a bot
    away: float | None  # seconds since the last page was closed
    left: bool  # a person's chair that a bot holds for now
    may_be_replaced: bool  # a bot could take the chair now


class Pending(Out):
    """What the table is asked to agree to."""

    what: str  # "undo", "draw" or "takeover"
    by: int
    chair: int | None  # whose chair, for a takeover
    text: str
    waits_for: list[int]


class May(Out):
    """What this seat can do now besides playing a move."""

    roll: bool = False
    outcomes: bool = False  # the roll must say what real dice show
    faces: list[int] = field(default_factory=list)  # which can come up on one of them; none: it is no dice
    undo: str = ""  # "yes", "ask" or ""
    draw: bool = False
    answer: bool = False
    add_secret: bool = False
    come_back: bool = False
    hint: bool = False
    branch: bool = True
    record: bool = False
    host: bool = False  # change what the table agreed on, and make links


class Shown(Out):
    """The dice seen last."""

    text: str
    faces: list[list[int]]
    seq: int
    by: int | None


class Agreed(TypedDict, total=False):
    """What a table agreed on. A lesson has nothing to agree on."""

    undo: str
    takeover_minutes: float | None
    pause: float
    dice: str  # "checkable", "typed" or "seeded"
    promise: str | None  # of the dice: SHA-256 of their secret
    options: dict[str, str | int]
    closed: bool  # a record that is only looked at


class Origin(TypedDict):
    """The match that a table was forked from, and its moment."""

    match: str
    ply: int


class Frame(Out):
    """All that is to be shown to one seat (or to spectators) at one moment."""

    table: str
    game: str
    board: str  # the board's name, "" for the usual one
    seq: int
    ply: int
    you: int | None  # null: a spectator
    turn: int | None  # whose turn it is to act, or to roll; null at the end
    actors: list[int]  # all that may act now (sealed bids: several)
    asks: str
    status: list[str]
    over: bool
    winners: list[int]
    shares: dict[str, float]
    scene: Scene | None  # null: a game that has no drawing
    dice: Shown | None
    held: list[Held]
    moves: list[Move]
    moves_left_out: int  # of a very long list; ask with {"do": "moves"}
    may: May
    pending: Pending | None
    people: list[Sitter]
    settings: dict[str, bool]
    agreed: Agreed
    code: str  # the position for a link; "" where it would tell a secret
    forked_from: Origin | None
    past: bool = False  # a moment that is over
    amounts: dict[str, Amount] = field(default_factory=dict)  # by the name of a field of the moves
