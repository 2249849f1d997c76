"""Errors as clients get them, whichever way they ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from parlour.server import protocol
from parlour.server.access import Refusal
from parlour.server.store import StoreError
from parlour.table import NotNow
from parlour.text import (
    AmbiguousAction,
    BadPosition,
    BadRecord,
    IllegalAction,
    MalformedAction,
    ParlourError,
    say,
)

_KINDS: dict[type[ParlourError], tuple[int, str]] = {
    NotNow: (409, "not_now"),
    MalformedAction: (422, "malformed"),
    AmbiguousAction: (422, "ambiguous"),
    IllegalAction: (422, "illegal"),
    BadPosition: (422, "bad_position"),
    BadRecord: (422, "bad_record"),
    StoreError: (503, "not_stored"),
}


def fault_of(problem: ParlourError) -> tuple[int, protocol.Fault]:
    """An error as clients get it: HTTP's number, a word for programs and a sentence for people."""
    if isinstance(problem, Refusal):
        return problem.status, protocol.Fault(problem.kind, str(problem))
    status, kind = next((v for k, v in _KINDS.items() if isinstance(problem, k)), (422, "bad_choice"))
    reasons = [str(r) for r in problem.reasons] if isinstance(problem, BadPosition) else []
    clause = problem.clause if isinstance(problem, IllegalAction) else ""
    return status, protocol.Fault(kind, str(problem), clause, reasons)


def decoded(read: Callable[[bytes], Any], body: bytes) -> Any:
    """A message, read; a Refusal that says what is wrong with it."""
    try:
        return read(body)
    except msgspec.ValidationError as error:
        raise Refusal(400, "bad_message", say("The message does not fit: {why}.", why=error)) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal(400, "bad_message", say("The message is not JSON: {why}.", why=error)) from error
