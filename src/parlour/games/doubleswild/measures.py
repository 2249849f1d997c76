"""What the lab counts in this game: who began is known once the roll-off is over."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import NOBODY, rule

from .record import ROLL_OFF


@rule
def first(s):
    return NOBODY if s.phase == ROLL_OFF else s.turn
