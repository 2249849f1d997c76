"""Who sits at the table."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.text import BadChoice, Text, say, unknown

KINDS = ("human", "random", "bot:3", "bot:careful")  # a bot is named by its level or its spec
_KIND = re.compile(r"human|random|bot:[0-9A-Za-z_.:=,+-]{1,200}")


@dataclass(frozen=True)
class Seat:
    """A player: a name (the colour's, when left empty) and the kind of hand that moves.

    The table takes any bot for granted; whoever lets it play knows the specs (`parlour.bots`).
    """

    name: str = ""
    kind: str = "human"

    def __post_init__(self) -> None:
        if not isinstance(self.kind, str) or not _KIND.fullmatch(self.kind):
            raise unknown(say("kind of player"), self.kind, KINDS)
        if not isinstance(self.name, str) or len(self.name) > 40 or not self.name.isprintable():
            raise BadChoice(say("A player's name is one line of up to 40 characters."))


def colour(game: Game, chair: int) -> Text:
    """The colour of a chair, as the game calls it."""
    return game.words.SEAT_NAMES[chair]


def who_plays(given: int | Iterable[Seat | str] | None) -> tuple[int | None, list[Seat | str] | None]:
    """How many play, and who, as far as it was said."""
    if given is None or isinstance(given, int):
        return given, None
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise BadChoice(
            say("Say how many play, or who: a number or a list of seats, not {given}.", given=repr(given))
        )
    people = list(given)
    return len(people), people


def place(game: Game, position: Position, players: Iterable[Seat | str]) -> dict[int, Seat]:
    """Seat the players on the chairs that are taken, in order; nameless ones get their colour."""
    chairs = game.seats(position)
    given = [_seat(p) for p in players]
    if len(given) != len(chairs):
        raise BadChoice(
            say("The position is for {chairs} players, not {count}.", chairs=len(chairs), count=len(given))
        )
    return {
        chair: replace(seat, name=seat.name.strip() or str(colour(game, chair)))
        for chair, seat in zip(chairs, given, strict=True)
    }


def _seat(player: Any) -> Seat:
    if isinstance(player, Seat | str):
        return Seat(player) if isinstance(player, str) else player
    raise BadChoice(say("A player is a Seat or a name, not {player}.", player=repr(player)))
