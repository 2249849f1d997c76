"""What happened, in words: a sentence for every event of a match."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table.events import Event
from parlour.table.views import view
from parlour.text import Text, join, say

if TYPE_CHECKING:
    from parlour.table.standing import Standing


def sentence(match: Standing, event: Event, before: Position, after: Position, seat: int | None) -> Text:
    """The event as that seat may tell it; for nobody in particular, all of it."""
    if event.code is not None:
        return match.tell(event_sentence(match.game, before, event.code, after, seat))
    if event.kind == "undo" and event.text == "1":
        return say("The last decision is taken back.")
    if event.kind == "undo":
        return say("The last {count} decisions are taken back.", count=event.text)
    if event.kind == "reveal" or event.seat is None:
        return say("The table shows the secret of the dice: they can be checked now.")
    who = match.name(event.seat)
    if event.kind == "adds":
        return say("{seat} adds a secret to the dice.", seat=who)
    if event.kind == "resign":
        return say("{seat} gives the game up.", seat=who)
    agrees = say("{seat} agrees to a draw.", seat=who)
    drawn = say("All agree: the game is drawn.") if _all_agree(match, event) else None
    return join([agrees, drawn])


def event_sentence(game: Game, before: Position, code: int, after: Position, seat: int | None) -> Text:
    """A roll or a decision, told from what that seat could see before and after.

    A game whose actions are themselves secret words them in `sentence_for`, which learns who asks.
    """
    if seat is None:
        return game.words.sentence(before, code, after)
    return game.words.sentence_for(view(game, before, seat), code, view(game, after, seat), seat)


def _all_agree(match: Standing, event: Event) -> bool:
    """Was this the last seat to agree, with nothing played in between?"""
    earlier = reversed(match.events[: event.n])
    return sum(1 for _ in takewhile(lambda e: e.kind == "agree", earlier)) == len(match.seats)
