"""Parcheesi's pawns are alike: those of a player in order, unless it matters which of them made a pair."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.games.parcheesi.layout import CHAIRS, PAWNS
from parlour.rules.kit import rule


@rule
def alike(s):
    """The foremost first. Nothing that is derived from them knows one from the other."""
    if s.locks != 0:
        return
    for seat in range(CHAIRS):
        for last in range(PAWNS - 1, 0, -1):
            for pawn in range(last):
                if s.pawns[seat, pawn] < s.pawns[seat, pawn + 1]:
                    behind = s.pawns[seat, pawn]
                    s.pawns[seat, pawn] = s.pawns[seat, pawn + 1]
                    s.pawns[seat, pawn + 1] = behind
