"""Parlour: out-of-print board games by rules you can trust, behind every door the same."""

from parlour.games import load, names
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.text import ParlourError

__all__ = ["Game", "ParlourError", "Position", "load", "names"]
