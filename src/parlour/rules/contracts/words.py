"""What a game's `words.py` defines: what things are called, what happened, what is asked, and why not.

A game without the file is played too: its actions are called by their codes, its seats by their numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from parlour.rules.contracts.file import GameFile
from parlour.rules.kit import CHANCE, NOBODY, OVER
from parlour.rules.position import Position
from parlour.text import Reason, Text, join, say

TOTAL = "{total}"  # stands for a number that is not known yet


@dataclass(frozen=True)
class Part:
    """One kind of what an amount is made up of, such as the red chips."""

    name: Text  # "red chips of $5"
    worth: int | None = None  # of one of them
    colour: str | None = None  # a key of `draw.scene.SHAPES`: then it is drawn as a chip


@dataclass(frozen=True)
class Amount:
    """A field of an action that a person sets rather than picks from a list: a number, or one for each
    part."""

    name: Text  # "Dollars"
    parts: Mapping[str, Part] = field(default_factory=dict)  # where the field is a mapping, by its keys
    total: Text | None = None  # how the worth of all parts together is written, with TOTAL for the number


class WordsFile(GameFile):
    """The contract of `words.py`."""

    NAME = "words"

    # ------------------------------------------------------------ constants

    MINUTES: tuple[int, int] | None = None
    """How long a usual game takes with the fewest and with the most players."""

    LEARNING: int = 2
    """How much there is to learn before a first game: 1 for a minute, 2 for five, 3 for more. What is learnt
    sooner is shown to guests first."""

    BOARD_NAMES: Mapping[str, Text] = {}
    """By the name in its file: what people call a board that comes with the game."""

    AIM: Text | None = None
    """What one plays for and how a turn goes, in two or three short sentences for somebody who is new."""

    AMOUNTS: Mapping[str, Amount] = {}
    """By the name of a field: how a number in it is set by hand."""

    LINES: Sequence[str] = ()
    """Fields whose numbers stand on the board, such as a row's: where moves differ in one of them alone, a
    bare number that is typed is that one."""

    @cached_property
    def TITLE(self) -> Text:
        """The game's name."""
        return Text(self.game.id.replace("_", " ").title())

    @cached_property
    def BLURB(self) -> Text:
        """One line about it."""
        return say("A game for {seats} players.", seats=join(map(str, self.game.rules.SEATS), ", "))

    @cached_property
    def SEAT_NAMES(self) -> Sequence[Text]:
        """What every chair is called, all different: by their colours, where they have any."""
        return tuple(say("Seat {number}", number=chair + 1) for chair in range(self.game.chairs))

    @cached_property
    def SEAT_LETTERS(self) -> Sequence[str]:
        """A letter for every chair, all different; it stands on the pieces."""
        return tuple(str(chair + 1) for chair in range(self.game.chairs))

    @cached_property
    def OPTION_WORDS(self) -> Mapping[str, Text]:
        """Each house rule in plain language, by its name."""
        return {option.name: Text(option.name) for option in self.game.options}

    @cached_property
    def CHOICE_WORDS(self) -> Mapping[str, Sequence[Text]]:
        """What the choices of each house rule are called, in their order; a numeric one has none. Yes and
        no, and chairs named by their numbers, need no words of the game's own."""
        return {o.name: tuple(self._choice(choice) for choice in o.choices) for o in self.game.options}

    # ------------------------------------------------------------ naming actions

    def notation(self, p: Position, action: int) -> str:
        """Short and stable over releases, different for every legal action; empty for a code that names
        nothing. At CHANCE it may name outcomes in any form; see `faces`."""
        return str(action) if action >= 0 else ""

    def fields(self, p: Position, action: int) -> Mapping[str, object]:
        """The same as data, such as {"do": "move", "from": 10, "to": 14}; nothing for a code that names
        nothing. A field "card" names a card that is played; for numbers that are set by hand see AMOUNTS."""
        name = self.notation(p, action)
        return {"do": name} if name else {}

    def faces(self, p: Position, outcome: int) -> Sequence[Sequence[int]]:
        """At CHANCE: what the dice show, those that are read together in one row; nothing where no dice
        fall. People are asked to throw dice and may type them in any order, while cards and lots are simply
        drawn.

        A game whose fields say {"do": "roll"} has said it there: every list of numbers is such a row, and a
        number a die by itself.
        """
        told: dict[str, Any] = dict(self.fields(p, outcome))
        if told.pop("do", None) != "roll":
            return []
        return [list(shown) if isinstance(shown, list | tuple) else [shown] for shown in told.values()]

    def lying(self, p: Position) -> Sequence[Sequence[int]]:
        """The dice that lie on the table in this position, in rows as `faces` has them. A game whose JSON
        form says "dice" has said it there: as one list, or as several under their names."""
        told = self.game.position.describe(p).get("dice")
        if not told:
            return []
        return [list(row) for row in (told.values() if isinstance(told, Mapping) else [told])]

    def offer(self, p: Position, action: int) -> Text:
        """Its line in a list of moves."""
        return Text("{name}", {"name": self.notation(p, action)})

    def group(self, p: Position, action: int) -> Text | None:
        """What it is listed under where there are too many moves to list them all."""
        return None

    def sensible(self, p: Position) -> Sequence[int]:
        """Of amounts that are set by hand (AMOUNTS): the few legal actions that a person thinks of first,
        least first, to be had by one touch beside the exact form. Asked of the view of whoever acts; none:
        the form alone."""
        return ()

    def numbered(self, p: Position, action: int) -> str:
        """A longer notation that is understood as well, where records once had more than they need."""
        return self.notation(p, action)

    def meant(self, p: Position, text: str) -> int | Sequence[int] | None:
        """The action that somebody means who does not type its whole name, legal or not; several, if it is
        to be asked back which. At CHANCE the outcome, told in other words than its name."""
        return None

    def absent(self, p: Position, name: str) -> Reason | None:
        """Why a name in small letters and without spaces, formed like an action's, is none here."""
        return None

    # ------------------------------------------------------------ telling the story

    def sentence(self, before: Position, action: int, after: Position) -> Text:
        """What happened."""
        if self._is_chance(before):
            return say("It comes up: {outcome}.", outcome=self.offer(before, action))
        return say("{seat}: {move}.", seat=self._actor(before), move=self.offer(before, action))

    def sentence_for(self, before: Position, action: int, after: Position, seat: int) -> Text:
        """The same for one seat, for games whose actions are themselves secret; both positions are that
        seat's views. Of a game with secrets but without sentences, others are told only who has acted."""
        actor = int(self.game.plain.actor(before))
        if "sentence" in self.given or not self.game.has_secrets or actor == seat:
            return self.sentence(before, action, after)
        if actor == CHANCE:
            return say("Dice fall, or cards are dealt.")
        return say("{seat} has played.", seat=self._actor(before))

    def asks(self, p: Position) -> Text:
        """What is asked now, and of whom."""
        if self.game.plain.actor(p) == OVER:
            return say("The game is over.")
        if self._is_chance(p):
            return say("Dice or cards come next.")
        return say("{seat} to play.", seat=self._actor(p))

    def asks_you(self, p: Position) -> Text:
        """The same, said to the one who is asked, such as "Roll the dice."; else they are named, too."""
        return self.asks(p)

    def typed(self, p: Position) -> Text | None:
        """How an answer may be typed at a terminal, where the list of moves does not show it."""
        return None

    def status(self, p: Position, seat: int) -> Sequence[Text]:
        """How things stand at a glance, shown to that seat above the question."""
        return ()

    def stakes(self, p: Position, seat: int) -> Sequence[Text]:
        """What it is worth for that seat to know when this is asked: figures that everybody at the table
        could work out from what lies open. Shown with the question."""
        return ()

    def score(self, p: Position, seat: int) -> Text | None:
        """What a seat has reached, in three or four words that everybody may know: points, or how much of it
        is home. None where a game is simply won or lost."""
        return None

    def thrower(self, p: Position) -> int:
        """Whose dice are next: the seat in the field `turn`, where the record has one."""
        return int(p.turn) if "turn" in (p.dtype.names or ()) else NOBODY

    def begun_by(self, p: Position, seat: int) -> Mapping[str, str]:
        """House rules by which that seat begins, for another game after one that began like this: the loser
        begins it, or the next. None where the rules themselves settle who begins, as by a roll."""
        return {}

    def reason(self, p: Position, seat: int, action: int, code: int) -> Reason | None:
        """What the code says with which the rules refuse this action: a sentence and its clause."""
        return None

    # ------------------------------------------------------------ for the defaults

    def _is_chance(self, p: Position) -> bool:
        return bool(self.game.plain.actor(p) == CHANCE)

    def _actor(self, p: Position) -> Text:
        return self.SEAT_NAMES[int(self.game.plain.actor(p))]

    def _choice(self, choice: str) -> Text:
        known = {"yes": say("yes"), "no": say("no"), "usual": say("the usual ones")}
        if choice in known:
            return known[choice]
        if len(choice) > 1 and set(choice) <= set(map(str, range(self.game.chairs))):  # chairs that are taken
            return join((self.SEAT_NAMES[int(chair)] for chair in choice), ", ")
        return Text("{choice}", {"choice": choice})
