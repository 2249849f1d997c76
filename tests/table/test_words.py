"""What is told at a table, in all games: people by their names, and no two offers that read the same."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest

import parlour
from parlour.table import CHANCE, Match, Seat, SeededDice
from parlour.table.called import Called
from parlour.text import Text, join, languages, say, speaking
from tests.table.helpers import RACE

PEOPLE = ["Anna", "Ben", "Cleo", "Dan"]
# A space by its notation, or a piece by its number: what no sentence should need.
NOTATION = re.compile(
    r"\b(T\d\.\d|[a-d][1-4][ud]\b|[RBYG]\.[A-Z]\w*|pawn \d+|piece \d+|\d+,\d+\b|[DL][01]\b)|/[HBF]\b"
)

# House rules under which more moves can be told apart, or more is asked.
HOUSES = {
    "parcheesi": [{}, {"sum_is_one_move": "yes"}, {"bonus_timing": "end_of_turn", "bonus_optional": "yes"}],
    "pollyanna": [{}, {"sum_is_one_move": "yes", "joiner_waits": "no"}, {"reward_timing": "any"}],
    "doubleswild": [{}, {"battle_optional": "yes", "reroll_mode": "per_pair"}],
    "doubletrack": [{}, {"toll_unit": "chips", "counter_offers": 2, "free_trading": "yes"}],
    "tritrac": [{}],
}


def _walk(match: Match, seed: int, most: int) -> Iterator[list[Text]]:
    """Play at random: the offers of every decision."""
    rng = random.Random(seed)
    while not match.over and match.ply < most:
        if match.actor == CHANCE:
            match.roll()
            continue
        moves = match.legal()
        yield [move.offer for move in moves]
        match.play(match.actor, rng.choice(moves).code)


@pytest.mark.parametrize("name", parlour.names())
def test_offers_are_told_apart_and_in_words(name: str) -> None:
    """At every decision of whole games, by several house rules, in every language."""
    game = parlour.load(name)
    for seed, options in enumerate(HOUSES[name]):
        seats = game.rules.SEATS[seed % len(game.rules.SEATS)]
        match = Match.new(game, PEOPLE[:seats], options, SeededDice(f"words {seed}"))
        for texts in _walk(match, seed, most=60 if game.has_secrets else 300):  # whose lists are long
            for language in languages():
                with speaking(language):
                    offers = Counter(map(str, texts))
                assert [offer for offer, count in offers.items() if count > 1] == [], (language, options)
                assert [offer for offer in offers if NOTATION.search(offer)] == [], (language, options)
        told = [str(line) for line in match.story()]
        assert [line for line in told if NOTATION.search(line)] == []
        assert [line for line in told if re.match(r"(Red|Blue|Yellow|Green|Orange|Purple)\b", line)] == []


def test_two_pawns_that_differ_only_by_what_they_did() -> None:
    """One has left a pair in this turn and may not meet its mate again; the other may."""
    start = {
        "pawns": {"0": [14, 17, 10, 10], "2": ["S", "S", "S", "S"]},
        "turn": 0,
        "dice": [4, 3],
    }
    match = Match.new("parcheesi", ["Anna", "Ben"], dice=SeededDice(1), start=start)
    match.play(0, "10+4")
    offers = {str(move.offer) for move in match.legal()}
    assert {
        "3 ahead with the second pawn that has left a pair, making a blockade",
        "3 ahead with the second pawn that has left no pair, making a blockade",
    } <= offers
    assert len(offers) == len(match.legal())


# ---------------------------------------------------------------- people


def _called(*people: str) -> Called:
    game = parlour.load("parcheesi")
    chairs = [0, 1, 2, 3][: len(people)]
    return Called(game, {c: Seat(name) for c, name in zip(chairs, people, strict=True)})


def test_a_sentence_names_people_where_it_names_seats() -> None:
    names = _called("Anna", "Blue", "Ben")
    red, blue, yellow = parlour.load("parcheesi").words.SEAT_NAMES[:3]
    inner = say("{a} and {b}", a=red, b=join([blue, yellow], ", "))
    assert str(names.tell(inner)) == "Anna and Blue, Ben"
    assert str(names.tell(red)) == "Anna"
    assert str(names.tell(say("the {colour} gate", colour=Text("Red")))) == "the Red gate"  # no seat
    assert [str(names.full(c)) for c in (0, 1)] == ["Anna (Red)", "Blue"]


def test_names_that_could_mean_two_seats_keep_their_colours() -> None:
    twice = _called("Anna", "Anna")
    assert [str(twice.short(c)) for c in (0, 1)] == ["Anna (Red)", "Anna (Blue)"]
    borrowed = _called("Blue", "Ben")  # sits on red
    assert [str(borrowed.short(c)) for c in (0, 1)] == ["Blue (Red)", "Ben"]


def test_a_name_is_no_template() -> None:
    match = Match.new("parcheesi", ["{seat}", "{0.__class__}"], dice=SeededDice(7))
    match.roll()
    assert str(match.story()[0]) == "{seat} rolls 4-1 for the first turn: 5."


def test_a_name_that_changes_is_told_from_then_on() -> None:
    match = Match.new("parcheesi", ["Anna", "Ben"], dice=SeededDice(7))
    match.roll()
    match.sit(0, Seat("Cleo"))
    assert str(match.story()[0]) == "Cleo rolls 4-1 for the first turn: 5."
    with speaking("de"):
        assert str(match.story()[0]).startswith("Cleo würfelt 4-1")


def test_a_stranger_s_game_is_told_by_names_too() -> None:
    match = Match.new(RACE, ["Anna", "Ben"], dice=SeededDice(1))
    while match.actor == CHANCE:
        match.roll()
    match.play(match.actor, match.legal()[0].code)
    assert any(name in str(match.story()[-1]) for name in ("Anna", "Ben"))
    assert any(name in str(match.tell(match.game.words.asks(match.position))) for name in ("Anna", "Ben"))
