"""Pieces that nobody can tell apart: of these only the first is offered to be moved."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.kit import inline, rule


@rule
@inline
def are_even(s, one, other):
    """Are two pieces of the mover even in this roll, as neither took its first die? (`played` is told only
    where both dice for one piece are one move.)"""
    return s.played != one + 1 and s.played != other + 1
