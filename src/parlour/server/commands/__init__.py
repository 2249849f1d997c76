"""The commands, a struct for each: what a client says, and what the table does then.

A `Deed` changes the table and says which events that makes; a `Question` is answered at once; a `Hint` has to
be thought out first. `Command` lists all of them.
"""

from __future__ import annotations

import msgspec

from parlour.server.commands.agreeing import Answer, ComeBack, TakeOver, UndoLast
from parlour.server.commands.asking import Hello, Hint, Moves, Ping, Why
from parlour.server.commands.base import Asking, Deed, Question
from parlour.server.commands.playing import AddSecret, Draw, Play, Roll
from parlour.server.commands.sitting import ChangeTable, Link, Rename, Settings

__all__ = [
    "Asking",
    "Command",
    "Deed",
    "Hello",
    "Hint",
    "Ping",
    "Question",
    "Said",
    "read_command",
    "read_said",
]

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

read_said = msgspec.json.Decoder(Said).decode
read_command = msgspec.json.Decoder(Command).decode
