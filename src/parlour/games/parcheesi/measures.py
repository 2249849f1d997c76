"""What the lab counts in this game: who began is known once the roll-off is over."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import NOBODY, rule
from parlour.text import say

from .record import ROLL_OFF

TALLY_WORDS = {
    "captures": say("captures"),
    "entries": say("entries"),
    "homecomings": say("homecomings"),
    "doublets": say("doublets"),
    "penalties": say("penalties"),
}


@rule
def first(s):
    """Who begins is known when the roll-off is over."""
    return NOBODY if s.phase == ROLL_OFF else s.turn
