"""What a game may say about positions that go on the same: by default nothing."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import rule

DEFINES = ("alike",)


@rule
def alike(s):
    """Put a position before a roll in one form with those that go on the same."""
    return
