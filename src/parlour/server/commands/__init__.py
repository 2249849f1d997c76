"""The commands, a struct for each: what a client says, and what the table does then.

A `Deed` changes the table and says which events that makes; a `Question` is answered at once; a `Hint` has to
be thought out first; what `Speak` says is told to everybody and is no event. `Command` lists all of them;
each knows in which way it is carried out (`obeyed`, and `House` in base.py), so nobody asks which it is.
"""

from __future__ import annotations

import msgspec

from parlour.server.commands.again import Again
from parlour.server.commands.agreeing import Answer, ComeBack, Leave, TakeOver, UndoLast
from parlour.server.commands.asking import Hello, Hint, Moves, Ping, Why
from parlour.server.commands.base import Asking, Call, Deed, Done, Question
from parlour.server.commands.playing import AddSecret, Draw, Play, Resign, Roll
from parlour.server.commands.sitting import ChangeTable, Link, Rename, Renew, Settings
from parlour.server.commands.talking import Speak

__all__ = [
    "Asking",
    "Call",
    "Command",
    "Deed",
    "Done",
    "Hello",
    "Hint",
    "Ping",
    "Question",
    "Renew",
    "Said",
    "Speak",
    "TakeOver",
    "read_command",
    "read_said",
]

Command = (
    Play
    | Roll
    | UndoLast
    | Draw
    | Resign
    | Answer
    | AddSecret
    | Settings
    | Rename
    | TakeOver
    | ComeBack
    | Leave
    | Again
    | Why
    | Hint
    | Moves
    | ChangeTable
    | Link
    | Renew
    | Speak
    | Ping
)
Said = Command | Hello

read_said = msgspec.json.Decoder(Said).decode
read_command = msgspec.json.Decoder(Command).decode
