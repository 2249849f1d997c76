"""House rules in plain language: what each choice of one is called."""

from __future__ import annotations

from parlour.rules.game import Game
from parlour.rules.kit import Option
from parlour.text import Text, join, say


def choice_words(game: Game, option: Option) -> tuple[Text, ...]:
    """What to call the choices of a house rule, in their order; a numeric one has none.

    A game says it in `words.CHOICE_WORDS`. Yes and no, and chairs named by their numbers, need no words
    of the game's own.
    """
    told: dict[str, tuple[Text, ...]] = getattr(game.words, "CHOICE_WORDS", {})
    if option.name in told:
        return told[option.name]
    return tuple(_word(game, choice) for choice in option.choices)


def is_switch(option: Option) -> bool:
    """Is it a plain yes or no?"""
    return set(option.choices) == {"yes", "no"}


def _word(game: Game, choice: str) -> Text:
    known = {"yes": say("yes"), "no": say("no"), "usual": say("the usual ones")}
    if choice in known:
        return known[choice]
    if choice.isdecimal() and len(choice) > 1:  # the chairs that are taken
        return join((game.words.SEAT_NAMES[int(chair)] for chair in choice), ", ")
    return say("{choice}", choice=choice)
