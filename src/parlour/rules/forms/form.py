"""What every form has: the names of the contract, whose rules callers take as they find them."""

from __future__ import annotations

from typing import Any, Protocol


class Form(Protocol):
    """A game's rules, plain or compiled: what its `rules.py` and the contract name, as attributes."""

    ACTIONS: int  # how many codes actions have
    MAX_ACTIONS: int  # the longest list of legal ones
    CHAIRS: int
    FEATURES: int  # how many numbers a seat sees
    plays_positions: bool  # where it is there: whether it takes `Position`s, as the plain one does

    def __getattr__(self, name: str) -> Any:
        """A rule, bound to the others of its form."""
