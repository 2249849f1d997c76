"""Parlour: out-of-print board games by rules you can trust, behind every door the same."""

from importlib.metadata import PackageNotFoundError, version

from parlour.games import load, names
from parlour.rules.forms import announce
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.text import ParlourError

__all__ = ["Game", "ParlourError", "Position", "__version__", "announce", "load", "names"]

try:
    __version__ = version("parlour")
except PackageNotFoundError:  # run from its sources, and not installed
    __version__ = "0+unknown"
