"""What is said between a page (or any other client) and the server. All of it is JSON.

HTTP and WebSocket carry the same commands and tell the same events.

**Opening a table.** `POST /api/tables` with a `NewTable` answers `Opened`: the table's id, a token for
every chair that a person takes, one for spectators (`watch`) and one for the host. Tokens are secrets:
they go behind the `#` of a link (`/table/ID#t=TOKEN,TOKEN`), and are sent as `Authorization: Bearer
TOKEN`, or in the first message of a socket. The server keeps their hashes only.

**The socket.** `/api/tables/{id}/socket`. The first message is

    {"do": "hello", "tokens": ["..."], "after": 0, "language": "en"}

One page may hold several seats ("this device"): it sends all their tokens. `after` is the last `seq` it
has seen (0: none). Then it sends commands and hears, each told apart by `kind`:

    {"kind": "welcome", "table": "…", "seats": [0, 2], "host": false, "seq": 17}
    {"kind": "events", "seat": 0, "seq": 18, "events": [Told, …], "frame": Frame}
                            for every seat of the page, and with `"seat": null` where it only watches.
                            After hello the list holds all since `after`; later what is new. A page that
                            reads slowly gets several events with one frame.
    {"kind": "people", "people": [Sitter, …]}             somebody came or went
    {"kind": "answer", "id": "k3-7", "ok": true, "seq": 18}
    {"kind": "answer", "id": "k3-7", "ok": false, "error": Fault}
    {"kind": "pong"}                                      to {"do": "ping"}
    {"kind": "error", "error": Fault}                     then the server closes the socket

Close codes: 1009 too large a message, 4400 not understood, 4401 no such token, 4404 no such table, 4408 no
hello, 4429 too many messages, 4503 cannot be stored now (come again). The server sends a WebSocket ping
every 20 seconds, which browsers answer by themselves; a page that does not answer counts as gone.

**Commands.** Every command has `do`, and nearly every one:

    id      the client's own name for it, unique for its seat for ever: take a random word for each page and
            count ("k3f9-1", "k3f9-2"). The same id again gets the same answer and is not played twice;
            so after a cut connection everything unanswered can be sent again.
    seat    the chair it speaks for; may be left out by a page that holds one.
    after   the last `seq` it knows. If what the seat is asked has changed since, the command is refused
            as "late". Left out: whatever there is now.

    {"do": "play", "action": "10+4"}         a move by its notation, its code or its fields
    {"do": "roll"}                           let the dice fall; with typed dice say "outcome": "5-3"
    {"do": "undo"}                           take back the own last decision, or ask for it
    {"do": "draw"}                           agree to a draw (the first one offers it)
    {"do": "answer", "yes": true}            to whatever `pending` of the frame asks this seat
    {"do": "add_secret", "text": "…"}        mix a secret of one's own into the dice, before the first roll
    {"do": "settings", "settings": {"auto_roll": true, "auto_forced": false, "skip_dead": false}}
    {"do": "name", "name": "Anna"}
    {"do": "take_over", "chair": 2}          a bot shall take the chair of somebody who left
    {"do": "come_back"}                      the person takes the own chair back
    {"do": "why", "action": "10+4"}          answered at once: {"ok": true, "why": Fault or null}
    {"do": "why", "pick": "loop-4", "drop": "loop-9"}     the same for a piece that was dragged there
    {"do": "hint"}                           answered at once: {"ok": true, "hint": Hint}
    {"do": "moves", "find": "bid 25"}        of a long list, those with these words in them: {"moves": […]}
    {"do": "table", "settings": {"undo": "free", "takeover_minutes": 3, "pause": 0.8}}   the host's
    {"do": "link", "chair": 2}               the host's: a new token for a chair that nobody has taken yet
    {"do": "ping"}

`ok` comes only after what was done is stored. By HTTP a command is `POST /api/tables/{id}/commands` with
the command as body and one token; the answer is the same object without `kind`.

**Told**, one event of the table's log, as this seat may know it (`seq` has no gaps and never changes):

    {"seq": 18, "n": 15, "ply": 12, "kind": "play", "by": 0, "how": "hand", "text": "Red moves …",
     "at": 1763221200.5, "dice": [[5, 3]],
     "gesture": {"pick": "loop-4", "drop": "loop-9", "seat": 0, "path": ["loop-4", …]}}

`kind`: roll, play, undo, agree, adds, reveal (the match's own; then `n` is the line of the record), or of the
table: sits, name, settings, table, ask, answer, takeover, back, link. `by` is a chair or null. `how`: "hand",
"auto" (a setting did it), "bot". `ply`: how many rolls and decisions are in force after it. `gesture` and
`dice` only where there is something to show.

**Frame**: everything to be shown now, made from what the seat may know and nothing else; see the structs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType, field

Name = Annotated[str, Meta(max_length=200)]  # longer ones are refused, long ones cut
Word = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(max_length=100)]
Chair = Annotated[int, Meta(ge=0, le=63)]
Seq = Annotated[int, Meta(ge=0, le=2**53)]
CommandId = Annotated[str, Meta(min_length=1, max_length=60)]
Action = str | int | dict[str, Any]
Undo = Literal["free", "agreed", "never"]


class _In(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Something a client says."""


class _Out(Struct):
    """Something the server says."""


# ---------------------------------------------------------------- opening a table


class Seating(_In):
    """Who takes a chair: somebody with a link, somebody at this device, or a bot."""

    kind: Literal["person", "device", "bot"] = "person"
    name: Name = ""
    level: Annotated[str, Meta(max_length=60)] = ""  # of a bot; empty: the usual one


class NewTable(_In):
    """A game to be set up; or with `record` a saved one to be looked at."""

    game: Annotated[str, Meta(max_length=60)] = ""  # may be left out with start or record
    board: Annotated[str, Meta(max_length=60)] = ""  # another board that comes with the game, by name
    options: dict[Word, str | int | bool] = {}
    seats: Annotated[list[Seating], Meta(max_length=16)] = []
    dice: Literal["checkable", "typed"] = "checkable"
    undo: Undo = "free"
    takeover_minutes: Annotated[float, Meta(ge=0, le=10_000)] | None = None
    # ^ after so long a bot may take the chair of somebody who left; null: when all others agree
    pause: Annotated[float, Meta(ge=0, le=10)] = 0.9  # seconds before a bot moves, so that people can follow
    start: Annotated[str, Meta(max_length=20_000)] | dict[str, Any] | None = None  # a position's code or JSON
    record: Annotated[str, Meta(max_length=500_000)] | None = None  # the text of a record file


class Place(_Out):
    """A chair of a new table, and the token of whoever takes it ("" for a bot's)."""

    chair: int
    kind: str
    name: str
    token: str


class Opened(_Out):
    """A new table: whom to give which token. Nobody can ask for them again."""

    table: str
    game: str
    seats: list[Place]
    watch: str
    host: str


class Branch(_In):
    """Go on from a past moment at a new table; nobody there knows more than the one who asks."""

    ply: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None  # null: now
    seats: Annotated[list[Seating], Meta(max_length=16)] = []


# ---------------------------------------------------------------- commands


class _Command(_In, tag_field="do"):
    id: CommandId | Annotated[int, Meta(ge=0, le=2**53)] = ""
    seat: Chair | None = None
    after: Seq | None = None


class Play(_Command, tag="play"):
    """Play a move: its notation, its code, or enough of its fields."""

    action: Action = ""


class Roll(_Command, tag="roll"):
    """Let the dice fall; with typed dice, say what they show."""

    outcome: Action | None = None


class UndoLast(_Command, tag="undo"):
    """Take the own last decision back, as the table agreed."""


class Draw(_Command, tag="draw"):
    """Offer a draw, or agree to it."""


class Answer(_Command, tag="answer"):
    """Yes or no to what the table asks this seat."""

    yes: bool = False


class AddSecret(_Command, tag="add_secret"):
    """Mix a secret of one's own into checkable dice."""

    text: Word = ""


class SeatSettings(_In):
    """What the server does for a seat by itself; always told in the log. Left out: as it was."""

    auto_roll: bool | None = None
    auto_forced: bool | None = None
    skip_dead: bool | None = None


class Settings(_Command, tag="settings"):
    """Change the own seat's settings."""

    settings: SeatSettings = field(default_factory=SeatSettings)


class Rename(_Command, tag="name"):
    """Say who one is."""

    name: Name = ""


class TakeOver(_Command, tag="take_over"):
    """Let a bot take the chair of somebody who left."""

    chair: Chair = 0


class ComeBack(_Command, tag="come_back"):
    """Take the own chair back from the bot."""


class Why(_Command, tag="why"):
    """Why is this not allowed? An action, or what a hand does that goes from one space to another."""

    action: Action | None = None
    pick: Word = ""
    drop: Word = ""


class Hint(_Command, tag="hint"):
    """What would a bot do here?"""


class Moves(_Command, tag="moves"):
    """The moves that have these words in them."""

    find: Word = ""


class TableSettings(_In):
    """What the whole table agreed on. Left out: as it was."""

    undo: Undo | None = None
    takeover_minutes: Annotated[float, Meta(ge=0, le=10_000)] | UnsetType | None = UNSET
    pause: Annotated[float, Meta(ge=0, le=10)] | None = None


class ChangeTable(_Command, tag="table"):
    """The host changes what the table agreed on."""

    settings: TableSettings = field(default_factory=TableSettings)


class Link(_Command, tag="link"):
    """The host asks for a new token for a chair that nobody has taken yet."""

    chair: Chair = 0


class Ping(_Command, tag="ping"):
    """Is the server there?"""


class Hello(_Command, tag="hello"):
    """The first message of a socket: who listens, and since when."""

    tokens: Annotated[list[Token], Meta(max_length=20)] = []
    language: Annotated[str, Meta(max_length=20)] = "en"


Command = (
    Play
    | Roll
    | UndoLast
    | Draw
    | Answer
    | AddSecret
    | Settings
    | Rename
    | TakeOver
    | ComeBack
    | Why
    | Hint
    | Moves
    | ChangeTable
    | Link
    | Ping
)
Said = Command | Hello

# ---------------------------------------------------------------- answers


class Fault(_Out, omit_defaults=True):
    """What is wrong: a word for programs, a sentence for people, and the rule behind it if there is one."""

    kind: str
    text: str
    clause: str = ""
    reasons: list[str] = []


class Refused(_Out):
    """The body of every answer that is not a success."""

    error: Fault


class Candidate(_Out):
    """One move as a bot sees it."""

    code: int
    notation: str
    offer: str
    chance: float | None
    reason: str


class Advice(_Out):
    """What a bot thinks of the position, from what this seat knows."""

    candidates: list[Candidate]
    chances: dict[str, float]  # chair -> chance to win
    reason: str
    by: str  # which bot


# ---------------------------------------------------------------- what is shown


class Gesture(_Out, omit_defaults=True):
    """How a move is made by hand: a piece of `seat` on `pick` goes to `drop`, along `path`."""

    pick: str
    drop: str
    seat: int
    path: list[str] = []  # empty: nothing moves, a touch will do
    also: list[Gesture] = []  # pieces that move along with it
    tile: Tile | None = None  # how it then lies, where it is a tile


class Held(_Out, omit_defaults=True):
    """Something in the hand of the one who looks: cards of one kind, or chips of one colour."""

    kind: str
    text: str
    count: int = 1
    worth: int | None = None
    colour: str | None = None


class AmountPart(_Out, omit_defaults=True):
    """One kind of what an amount is made up of, such as chips of one colour."""

    name: str
    worth: int | None = None
    colour: str | None = None


class Amount(_Out):
    """How a field of a move is set by hand: a number, or one for each of its parts."""

    name: str
    parts: dict[str, AmountPart]  # by their keys in the field
    total: str  # how the worth of all parts is written, with {total} for the number; "" where it is not


class Told(_Out, omit_defaults=True):
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


class Tile(_Out):
    """How a tile lies: the sides of its space that its stripe joins."""

    ends: list[int]
    plain: str
    bright: bool


class Piece(_Out, omit_defaults=True):
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


class Scene(_Out):
    """The pieces, and what else lies on the board (`extras`, the inside of an SVG group)."""

    pieces: list[Piece]
    extras: str
    told: list[str]  # what the extras say, in words


class Move(_Out, omit_defaults=True):
    """A move on offer."""

    code: int
    notation: str
    offer: str
    group: str = ""
    fields: dict[str, Any] = {}
    gesture: Gesture | None = None


class Sitter(_Out):
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


class Pending(_Out):
    """What the table is asked to agree to."""

    what: str  # "undo", "draw" or "takeover"
    by: int
    chair: int | None  # whose chair, for a takeover
    text: str
    waits_for: list[int]


class May(_Out):
    """What this seat can do now besides playing a move."""

    roll: bool = False
    outcomes: bool = False  # the roll must say what real dice show
    faces: list[int] = []  # and these can come up on one of them; none: it is no dice
    undo: str = ""  # "yes", "ask" or ""
    draw: bool = False
    answer: bool = False
    add_secret: bool = False
    come_back: bool = False
    hint: bool = False
    branch: bool = True
    record: bool = False
    host: bool = False  # change what the table agreed on, and make links


class Shown(_Out):
    """The dice seen last."""

    text: str
    faces: list[list[int]]
    seq: int
    by: int | None


class Frame(_Out):
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
    agreed: dict[str, Any]  # undo, takeover_minutes, pause, dice, options
    code: str  # the position for a link; "" where it would tell a secret
    forked_from: dict[str, Any] | None
    past: bool = False  # a moment that is over
    amounts: dict[str, Amount] = {}  # by the name of a field of the moves


class Welcome(_Out, tag_field="kind", tag="welcome"):
    """The socket is open."""

    table: str
    game: str
    seats: list[int]
    host: bool
    seq: int


class Events(_Out, tag_field="kind", tag="events"):
    """What is new for one seat."""

    seat: int | None
    seq: int
    events: list[Told]
    frame: Frame


class People(_Out, tag_field="kind", tag="people"):
    """Who is here."""

    people: list[Sitter]


class Answered(_Out, tag_field="kind", tag="answer", omit_defaults=True):
    """What became of a command."""

    ok: bool
    id: str | int = ""
    seq: int | None = None
    error: Fault | None = None
    why: Fault | UnsetType | None = UNSET
    hint: Advice | None = None
    moves: list[Move] | None = None
    token: str | None = None


class Pong(_Out, tag_field="kind", tag="pong"):
    """The server is there."""


class Failed(_Out, tag_field="kind", tag="error"):
    """The socket is about to be closed."""

    error: Fault


class Lot(_Out):
    """An outcome of a roll, and the tickets it owns."""

    outcome: str
    tickets: list[int]


class Drawn(_Out):
    """A roll by the number of its event, and which of the lots it was drawn from."""

    n: int
    lot: int


class Odds(_Out):
    """What the rolls of a match were drawn from: with the record, all that is needed to check the dice."""

    lots: list[list[Lot]]
    rolls: list[Drawn]


class EventsSince(_Out):
    """The log after a number."""

    seq: int
    events: list[Told]


def _plain(value: Any) -> Any:
    """Numbers that come from a game's rules may be NumPy's."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be sent")


encode = msgspec.json.Encoder(enc_hook=_plain).encode
read_said = msgspec.json.Decoder(Said).decode
read_command = msgspec.json.Decoder(Command).decode
read_new_table = msgspec.json.Decoder(NewTable).decode
read_branch = msgspec.json.Decoder(Branch).decode
