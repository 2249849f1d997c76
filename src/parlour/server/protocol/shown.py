"""What is shown to whoever looks at a table: frames, and the events of the log."""

from __future__ import annotations

from typing import Any, TypedDict

from msgspec import defstruct, field

from parlour.server.protocol.basics import Out


class Gesture(Out, omit_defaults=True):
    """How a move is made by hand: a piece of `seat` on `pick` goes to `drop`, along `path`."""

    pick: str
    drop: str
    seat: int
    path: list[str] = field(default_factory=list)  # empty: nothing moves, a touch will do
    also: list[Gesture] = field(default_factory=list)  # pieces that move along with it
    tile: Tile | None = None  # how it then lies, where it is a tile
    onward: list[str] = field(default_factory=list)  # touching one of these does this and goes on there


class Held(Out, omit_defaults=True):
    """Something in the hand of the one who looks: cards of one kind, or chips of one colour."""

    kind: str
    text: str
    count: int = 1
    worth: int | None = None
    colour: str | None = None
    icon: str = ""  # on a card
    short: str = ""  # printed large on it
    name: str = ""  # the "card" in the fields of the moves that play it


class Sign(Out, omit_defaults=True):
    """A sign on the card of a seat."""

    icon: str
    text: str
    short: str = ""
    colour: str | None = None
    share: int | None = None  # how much of the way is gone, in percent


class Fist(Out, omit_defaults=True):
    """What one seat chose in secret."""

    seat: int
    state: str  # "due", "closed" or "opened"
    text: str
    holds: list[Held] = field(default_factory=list)
    best: bool = False


class Sealed(Out, omit_defaults=True):
    """Sealed choices, while they are made and for a while after all were opened."""

    title: str
    stake: str
    note: str
    fists: list[Fist]
    icon: str = ""
    short: str = ""
    colour: str | None = None
    outcome: str = ""  # "" until they are open


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


class Dice(Out, omit_defaults=True):
    """Dice that lie together."""

    faces: list[int]
    colour: str = ""  # "" for plain ones
    used: list[bool] = field(default_factory=list)  # which of them have been played; empty: none
    label: str = ""


class Badge(Out, omit_defaults=True):
    """What leads to where a move goes: dice by what they show, or a few letters."""

    dice: list[int] = field(default_factory=list)
    text: str = ""


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
    dice: list[Dice] | None = None


class Tile(Out):
    """How a tile lies: the sides of its space that its stripe joins."""

    ends: list[int]
    plain: str
    bright: bool
    live: bool = False


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
    """The pieces, and what else lies on the board, each the inside of an SVG group."""

    pieces: list[Piece]
    low: str  # under the pieces
    extras: str  # over them
    told: list[str]  # what the extras say, in words


class Move(Out, omit_defaults=True):
    """A move on offer."""

    code: int
    notation: str
    offer: str
    group: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    gesture: Gesture | None = None
    sensible: bool = False  # of many amounts one that a person thinks of first
    badge: Badge | None = None
    again: list[int] | None = None  # the dice it throws again, counted through all rows of those that lie


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
    came: bool  # has anybody ever taken the chair? Always, for a bot
    away: float | None  # seconds since the last page was closed
    left: bool  # a person's chair that a bot holds for now
    may_be_replaced: bool  # a bot could take the chair now
    pages: int = 0  # how many are open on the seat; more than one: somebody else may look on


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
    dice: list[Dice] = field(default_factory=list)  # those that are thrown next, by whomever, with faces of 0
    undo: str = ""  # "yes", "ask" or ""
    draw: bool = False
    answer: bool = False
    add_secret: bool = False
    come_back: bool = False
    hint: bool = False
    branch: bool = True
    record: bool = False
    talk: str = ""  # "free", "phrases" (and reactions) or ""
    host: bool = False  # change what the table agreed on, and make links
    resign: bool = False
    leave: bool = False  # hand the chair to a bot
    again: bool = False  # set the board up again


class Shown(Out):
    """The dice seen last: as they lie, or as they were thrown."""

    text: str
    rows: list[Dice]
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
    talk: str  # "free", "phrases" or "off"
    watchers_talk: bool
    closed: bool  # a record that is only looked at
    chosen: bool  # it began from a position that somebody chose


class Clocks(Out):
    """The clocks as they stood at `since`. Those that run have run on from then."""

    kind: str  # "move" or "game"
    seconds: float
    increment: float
    left: dict[str, float]  # by chair
    running: list[int]
    since: float  # by the server's time; `now` of a message says what time that is


class Origin(TypedDict):
    """The match that a table was forked from, and its moment."""

    match: str
    ply: int


class FrameForAll(Out, kw_only=True):
    """The part of a frame that is the same for all who see the same position."""

    table: str
    game: str
    board: str  # the board's name, "" for the usual one
    seq: int
    ply: int
    turn: int | None  # whose turn it is to act, or to roll; null at the end
    actors: list[int]  # all that may act now (sealed bids: several)
    over: bool
    winners: list[int]
    shares: dict[str, float]
    scene: Scene | None  # null: a game that has no drawing
    dice: Shown | None
    pending: Pending | None
    people: list[Sitter]
    agreed: Agreed
    forked_from: Origin | None
    past: bool = False  # a moment that is over
    scores: dict[str, str] = field(default_factory=dict)  # what each chair has reached, where a game counts
    next: str = ""  # the table at which the same people play on
    won: dict[str, int] = field(default_factory=dict)  # games won by each chair, this one included
    clock: Clocks | None = None
    signs: dict[str, list[Sign]] = field(default_factory=dict)  # by chair
    sealed: Sealed | None = None


class Frame(FrameForAll, kw_only=True):
    """All that is to be shown to one seat (or to spectators) at one moment."""

    you: int | None  # null: a spectator
    asks: str
    status: list[str]
    held: list[Held]
    moves: list[Move]
    moves_left_out: int  # of a very long list; ask with {"do": "moves"}
    may: May
    settings: dict[str, bool]
    amounts: dict[str, Amount] = field(default_factory=dict)  # by the name of a field of the moves
    stakes: list[str] = field(default_factory=list)  # what is worth knowing for what is asked now
    code: str = ""  # the position for a link, in frames that were asked for; "" where it would tell a secret


FrameForOne = defstruct(  # the rest of it, to be encoded alone and joined to what is for all
    "FrameForOne",
    [name for name in Frame.__struct_fields__ if name not in FrameForAll.__struct_fields__],
    bases=(Out,),
    namespace={"__doc__": "The rest of a frame: what one seat, or those who watch, see alone."},
    kw_only=True,
)
