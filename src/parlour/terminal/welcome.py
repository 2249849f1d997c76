"""What stands on the screen before the first move."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from pathlib import Path

from parlour.rules.kit import CHANCE
from parlour.table import CheckableDice, Match
from parlour.table.files import secret_beside
from parlour.terminal.opponents import Opponents
from parlour.terminal.show import HEADING, Screen
from parlour.text import Text, join, say


def welcome(screen: Screen, match: Match, opponents: Opponents, file: Path | None) -> None:
    """The game and its aim, who plays, and where it is saved."""
    words = match.game.words
    screen.line(say("{game}. {blurb}", game=words.TITLE, blurb=words.BLURB), HEADING)
    if words.AIM is not None:
        for line in textwrap.wrap(str(words.AIM), 80):  # two lines, in a pipe too
            screen.line(line)
    for seat in match.seats:
        screen.line(say("  {who} {kind}.", who=match.name(seat), kind=opponents.describe(seat)))
    for chairs in match.sides.values():
        if len(chairs) > 1:
            screen.line(say("  Partners: {who}.", who=all_of(match, chairs)))
    if file is not None:
        screen.line(say("Every move is saved in {file}.", file=file))
        rolled = match.rolls or match.actor == CHANCE  # some games have no dice at all
        if rolled and isinstance(match.dice, CheckableDice) and not match.over:
            secret = secret_beside(file)
            screen.line(say("What the dice will show is in {file} until the end: no peeping.", file=secret))
    screen.line(say("Type help at any time to see what you can do, or rules to read the rules."))


def all_of(match: Match, seats: Sequence[int]) -> Text:
    """Anna (Red), Blue and Ben (Green)."""
    *first, last = [match.name(seat) for seat in seats]
    return say("{first} and {last}", first=join(first, ", "), last=last) if first else last
