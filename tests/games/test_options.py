"""House rules are offered in plain language, whatever the game."""

from __future__ import annotations

import pytest

import parlour

GAMES = parlour.names()


@pytest.mark.parametrize("name", GAMES)
def test_choices_have_words_where_they_need_them(name: str) -> None:
    game = parlour.load(name)
    told = vars(game.module("words"))["CHOICE_WORDS"]
    known = {option.name: option for option in game.options}
    assert set(told) <= set(known)
    for option in game.options:
        words = [str(word) for word in game.words.CHOICE_WORDS[option.name]]
        assert len(words) == len(option.choices)
        assert len(set(words)) == len(words)
        chairs = all(choice.isdecimal() for choice in option.choices[1:])
        assert option.name in told or option.is_switch or chairs, f"{option.name} is not in plain language"


@pytest.mark.parametrize("name", GAMES)
def test_minutes_are_for_the_smallest_and_the_largest_table(name: str) -> None:
    fewest, most = parlour.load(name).words.MINUTES
    assert 5 <= fewest <= most <= 60


def test_chairs_are_called_by_their_colours() -> None:
    game = parlour.load("parcheesi")
    assert str(game.words.CHOICE_WORDS["seats"][2]) == "Red, Yellow"


def test_switches_are_yes_or_no() -> None:
    game = parlour.load("parcheesi")
    switches = {o.name: o.is_switch for o in game.options}
    assert switches["enter_first"] and not switches["seats"] and not switches["max_turns"]
