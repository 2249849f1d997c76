"""Bots: players that see a seat's view and nothing else.

>>> bot = make("careful", parlour.load("parcheesi"))
>>> thought = bot.think(view, seat, seconds=None, seed=7)
>>> thought.action, thought.chances, str(thought.reason)
"""

from __future__ import annotations

from parlour.bots.bot import Bot, Candidate, Thought, make

__all__ = ["Bot", "Candidate", "Thought", "make"]
