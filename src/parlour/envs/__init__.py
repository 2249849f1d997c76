"""Parlour's games behind the doors that researchers use: PettingZoo, Gymnasium, OpenSpiel.

Each door is a module of its own and imports its package when it is imported itself; without that package the
error names the extra to install. What all doors share is here: `Episode`, one game at a time, with
its seeds, masks, observations and rewards.
"""

from parlour.envs.episode import Episode

__all__ = ["Episode"]
