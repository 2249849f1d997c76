"""Many matches: simulations and their reports."""

from parlour.arena.simulate import Report, simulate

__all__ = ["Report", "simulate"]
