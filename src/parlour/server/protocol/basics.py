"""What every message is made of: its sizes, and how it is written."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

Name = Annotated[str, Meta(max_length=200)]  # longer ones are refused, long ones cut
Word = Annotated[str, Meta(max_length=200)]
Token = Annotated[str, Meta(max_length=100)]
OwnToken = Annotated[str, Meta(max_length=100, pattern="^([A-Za-z0-9_-]{32,})?$")]
Chair = Annotated[int, Meta(ge=0, le=63)]
Seq = Annotated[int, Meta(ge=0, le=2**53)]
CommandId = Annotated[str, Meta(min_length=1, max_length=60, pattern="^[ -~]+$")]  # no database minds these
Action = str | int | dict[str, Any]
Undo = Literal["free", "agreed", "never"]
Minutes = Annotated[float, Meta(ge=0, le=10_000)]  # until a bot may take the chair of somebody who left
Voice = Literal["free", "phrases", "off"]  # what may be said: anything, what is ready-made, nothing
Pause = Annotated[float, Meta(ge=0, le=10)]  # seconds before a bot moves, so that people can follow


class In(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Something a client says."""


class Out(Struct):
    """Something the server says."""


def _plain(value: Any) -> Any:
    """Numbers that come from a game's rules may be NumPy's."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} cannot be sent")


encode = msgspec.json.Encoder(enc_hook=_plain).encode
