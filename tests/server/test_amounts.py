"""Numbers that are set by hand reach the page with the game's own words for them."""

from __future__ import annotations

import random
from typing import Any

import parlour
from parlour.server import drawn
from parlour.table import Match, SeededDice
from parlour.text import speaking


def bidding() -> Match:
    """A game of Doubletrack when chips are in question."""
    match, rng = Match.new("doubletrack", 3, dice=SeededDice(5)), random.Random(5)
    while match.actor < 0 or "chips" not in match.legal()[-1].fields:
        if match.actor < 0:
            match.roll()
        else:
            match.play(match.actor, rng.choice(match.legal()).code)
    return match


def test_chips_have_their_names_worth_and_colours() -> None:
    match = bidding()
    moves = [drawn.move(match.game, match.view(match.actor), move) for move in match.legal()]
    told = drawn.amounts(match.game, moves)
    assert list(told) == ["chips"]
    layout: Any = match.game.module("layout")
    values = dict(zip(layout.DENOMINATIONS, layout.VALUES, strict=True))
    assert {key: part.worth for key, part in told["chips"].parts.items()} == values
    assert {key: part.name for key, part in told["chips"].parts.items()} == {
        colour: f"{colour} chips of ${worth}" for colour, worth in values.items()
    }
    assert told["chips"].total == "${total}"
    with speaking("de"):
        assert drawn.amounts(match.game, moves)["chips"].parts["red"].name == f"Chips rot zu ${values['red']}"


def test_games_without_amounts_send_none() -> None:
    game = parlour.load("parcheesi")
    assert drawn.amounts(game, []) == {}
