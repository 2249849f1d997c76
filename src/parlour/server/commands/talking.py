"""Saying something to the others. It is kept beside the table, and changes nothing about it."""

from __future__ import annotations

from parlour.server import protocol
from parlour.server.access import clean_text
from parlour.server.commands.base import Call, Command, House
from parlour.server.protocol.basics import Word
from parlour.server.protocol.talk import Phrase, Reaction
from parlour.text import BadChoice, say

LONGEST_TEXT = 200


class Speak(Command, tag="talk"):
    """Say one thing: a reaction, a phrase, or words of one's own."""

    reaction: Reaction | None = None
    phrase: Phrase | None = None
    text: Word = ""

    async def obeyed(self, house: House, call: Call) -> protocol.Answered:
        """It is told to everybody."""
        return await house.speak(call, self)

    @property
    def ready_made(self) -> bool:
        """Whether it is one of the phrases that every table allows."""
        return not self.text

    def cleaned(self) -> str:
        """One's own words as others see them; an error unless there is exactly one thing to be said."""
        text = clean_text(self.text, LONGEST_TEXT)
        if [bool(self.reaction), bool(self.phrase), bool(text)].count(True) != 1:
            raise BadChoice(say("Say one thing at a time: a reaction, a phrase, or some words."))
        return text
