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
    {"kind": "talk", "said": [Utterance, …]}              what was said; to begin with, the last of it
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
    {"do": "resign"}                         give the game up, where two sides play
    {"do": "answer", "yes": true}            to whatever `pending` of the frame asks this seat
    {"do": "add_secret", "text": "…"}        mix a secret of one's own into the dice, before the first roll
    {"do": "settings", "settings": {"auto_roll": true, "auto_forced": false, "skip_dead": false}}
    {"do": "name", "name": "Anna"}
    {"do": "take_over", "chair": 2}          a bot shall take the chair of somebody who left
    {"do": "come_back"}                      the person takes the own chair back
    {"do": "leave"}                          a bot shall take the own chair for now
    {"do": "again"}                          after the end: another game with the same people and links. The
                                             frame's `next` names its table, to which the same tokens belong
    {"do": "why", "action": "10+4"}          answered at once: {"ok": true, "why": Fault or null}
    {"do": "why", "pick": "loop-4", "drop": "loop-9"}     the same for a piece that was dragged there
    {"do": "hint"}                           answered at once: {"ok": true, "hint": Hint}
    {"do": "moves", "find": "bid 25"}        of a long list, those with these words in them: {"moves": […]}
    {"do": "table", "settings": {"undo": "free", "takeover_minutes": 3, "pause": 0.8}}   the host's
    {"do": "link", "chair": 2}               the host's: a new token for a chair that nobody has taken yet
    {"do": "renew", "token": "…"}            another token for the own seat, of 32 letters or more
    {"do": "talk", "phrase": "good_luck"}    say something: a "phrase", a "reaction", or a "text" of one's own
    {"do": "ping"}

`ok` comes only after what was done is stored. By HTTP a command is `POST /api/tables/{id}/commands` with
the command as body and one token; the answer is the same object without `kind`.

**Told**, one event of the table's log, as this seat may know it (`seq` has no gaps and never changes):

    {"seq": 18, "n": 15, "ply": 12, "kind": "play", "by": 0, "how": "hand", "text": "Red moves …",
     "at": 1763221200.5, "dice": [[5, 3]],
     "gesture": {"pick": "loop-4", "drop": "loop-9", "seat": 0, "path": ["loop-4", …]}}

`kind`: roll, play, undo, agree, resign, adds, reveal (the match's own; then `n` is the line of the record),
or of the table: sits, name, settings (without a text), table, ask, answer, takeover, back, link, again, flag,
resume. `by` is a chair or null. `how`: "hand", "auto" (a setting did it), "bot". `ply`: how many rolls and
decisions are in force after it. `gesture` and `dice` only where there is something to show.

**Utterance**, something that was said: `n` grows, and by it a page knows what it has heard before a cut.
It is no event, and nothing of the game depends on it.

**Frame**: everything to be shown now, made from what the seat may know and nothing else; see the structs.
"""

from __future__ import annotations

from parlour.server.protocol.answers import (
    Advice,
    Answered,
    Candidate,
    Drawn,
    Events,
    EventsSince,
    Failed,
    Fault,
    Lot,
    Odds,
    People,
    Pong,
    Refused,
    Shared,
    Summary,
    Welcome,
)
from parlour.server.protocol.basics import (
    Action,
    encode,
)
from parlour.server.protocol.boards import (
    BoardChoice,
    BoardFault,
    BoardField,
    BoardOffer,
    BoardPlace,
    Edited,
)
from parlour.server.protocol.games import (
    Board,
    BoardSpace,
    Clause,
    GameCard,
    GameChairs,
    GameLevel,
    GameTeam,
    Here,
    HouseRule,
    Languages,
    LessonTitle,
    Look,
    Placed,
    PlacedPiece,
    Rulebook,
    ShownPosition,
    WhyNot,
)
from parlour.server.protocol.lab import (
    LabAnswer,
    LabBite,
    LabDifference,
    LabEntry,
    LabFigure,
    LabFront,
    LabResult,
    LabRow,
    LabWish,
    read_lab_wish,
)
from parlour.server.protocol.shown import (
    Agreed,
    Amount,
    AmountPart,
    Badge,
    Clocks,
    Dice,
    Fist,
    Frame,
    FrameForAll,
    FrameForOne,
    Gesture,
    Held,
    May,
    Move,
    Origin,
    Pending,
    Piece,
    Scene,
    Sealed,
    Shown,
    Sign,
    Sitter,
    Tile,
    Told,
)
from parlour.server.protocol.talk import (
    Talk,
    Utterance,
)
from parlour.server.protocol.wishes import (
    Branch,
    Clock,
    NewTable,
    Opened,
    Place,
    Seating,
    SeatSettings,
    TableSettings,
    read_branch,
    read_new_table,
)

__all__ = [
    "Action",
    "Advice",
    "Agreed",
    "Amount",
    "AmountPart",
    "Answered",
    "Badge",
    "Board",
    "BoardChoice",
    "BoardFault",
    "BoardField",
    "BoardOffer",
    "BoardPlace",
    "BoardSpace",
    "Branch",
    "Candidate",
    "Clause",
    "Clock",
    "Clocks",
    "Dice",
    "Drawn",
    "Edited",
    "Events",
    "EventsSince",
    "Failed",
    "Fault",
    "Fist",
    "Frame",
    "FrameForAll",
    "FrameForOne",
    "GameCard",
    "GameChairs",
    "GameLevel",
    "GameTeam",
    "Gesture",
    "Held",
    "Here",
    "HouseRule",
    "LabAnswer",
    "LabBite",
    "LabDifference",
    "LabEntry",
    "LabFigure",
    "LabFront",
    "LabResult",
    "LabRow",
    "LabWish",
    "Languages",
    "LessonTitle",
    "Look",
    "Lot",
    "May",
    "Move",
    "NewTable",
    "Odds",
    "Opened",
    "Origin",
    "Pending",
    "People",
    "Piece",
    "Place",
    "Placed",
    "PlacedPiece",
    "Pong",
    "Refused",
    "Rulebook",
    "Scene",
    "Sealed",
    "SeatSettings",
    "Seating",
    "Shared",
    "Shown",
    "ShownPosition",
    "Sign",
    "Sitter",
    "Summary",
    "TableSettings",
    "Talk",
    "Tile",
    "Told",
    "Utterance",
    "Welcome",
    "WhyNot",
    "encode",
    "read_branch",
    "read_lab_wish",
    "read_new_table",
]
