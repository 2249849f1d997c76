"""Many matches: simulations and tournaments, and their reports."""

from parlour.arena.result import Result
from parlour.arena.simulate import Report, simulate
from parlour.arena.tournament import tournament

__all__ = ["Report", "Result", "simulate", "tournament"]
