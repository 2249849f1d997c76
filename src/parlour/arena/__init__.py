"""Many matches: simulations and tournaments, and their reports."""

from parlour.arena.result import Result
from parlour.arena.rows import GameRows
from parlour.arena.simulate import Report, simulate
from parlour.arena.tournament import tournament

__all__ = ["GameRows", "Report", "Result", "simulate", "tournament"]
