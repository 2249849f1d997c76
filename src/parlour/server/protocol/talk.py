"""What people say to each other at a table: beside the game, no part of its log, and in no record.

Reactions and phrases travel by their names, and every page says them in its own language.
"""

from __future__ import annotations

from typing import Literal

from parlour.server.protocol.basics import Out

Reaction = Literal["smile", "laugh", "wow", "ouch", "heart", "bravo"]
Phrase = Literal[
    "hello",
    "good_luck",
    "well_played",
    "lucky",
    "oops",
    "sorry",
    "thanks",
    "moment",
    "no_hurry",
    "soon",
    "good_game",
    "again",
]


class Utterance(Out, omit_defaults=True):
    """One thing that somebody said: a reaction, a phrase or a text."""

    n: int  # grows with every one; the first of them are forgotten in time
    at: float
    by: int | None  # a chair; null for a spectator
    reaction: str = ""
    phrase: str = ""
    text: str = ""


class Talk(Out, tag_field="kind", tag="talk"):
    """What was said, as far as the page has not heard it; to begin with, the last of it."""

    said: list[Utterance]
    before: bool  # it was said before this page listened
