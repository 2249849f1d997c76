"""Parlour's games behind the doors that researchers use: PettingZoo, Gymnasium, OpenSpiel.

Each door is a module of its own and imports its package when it is imported itself; without that package the
error names the extra to install. What all doors share is here: `Episode`, one game at a time, with
its seeds, masks, observations and rewards; and `sample`, which picks legal actions from masks, lists or bits.
"""

from parlour.envs.episode import Episode
from parlour.rules.sampling import listed, packed, sample

__all__ = ["Episode", "listed", "packed", "sample"]
