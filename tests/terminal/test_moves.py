"""Long lists of moves at the keyboard: shown by groups or by their beginning, searched, always typed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

import parlour
from parlour.table import CHANCE, Match, SeededDice
from parlour.terminal.moves import MANY, MoveList
from tests.terminal.shell import Done, converse

CELLAR = Path(__file__).parents[1] / "rules" / "cellar"
DUEL = ("play", "tritrac", "--names", "Anna,Ben", "--bots", 0, "--no-drawing")
OPENING = ("Nc2d/H", "Yb2d/H", "Oc3u/H")  # then there are some hundred moves


def script(*lines: str) -> Callable[[str], str | None]:
    waiting = list(lines)
    return lambda shown: waiting.pop(0) if waiting else None


def duel(*lines: str) -> Done:
    return converse(*DUEL, answer=script(*OPENING, *lines))


def long_list() -> Match:
    match = Match.new("tritrac", 2, dice=SeededDice(1))
    for name in OPENING:
        match.play(match.actor, name)
    return match


def shown(done: Done) -> Sequence[str]:
    """The last list that was shown, with its hint."""
    lines = done.out.splitlines()
    hint = max(i for i, line in enumerate(lines) if "moves alone to list all" in line)
    start = max(i for i, line in enumerate(lines[:hint]) if line.startswith("Yellow to "))
    return lines[start + 1 : hint + 1]


def test_a_long_list_is_shown_by_its_groups() -> None:
    *groups, hint = shown(duel())
    count = len(long_list().legal())
    assert hint.startswith(f"{count} moves. Type a number or a name, such as ")
    assert 1 < len(groups) <= MANY < count
    ranges = [re.match(r" *(\d+)(?:-(\d+))?  ", line) for line in groups]
    numbers = [(int(r[1]), int(r[2] or r[1])) for r in ranges if r]
    assert numbers[0][0] == 1 and numbers[-1][1] == count and len(numbers) == len(groups)
    assert all(end + 1 == start for (_, end), (start, _) in pairwise(numbers))
    assert all(", such as " in line or "(" in line for line in groups)


def test_moves_and_a_word_list_what_has_it_with_the_same_numbers() -> None:
    done = duel("moves c2d b", "moves xyzzy", "moves")
    found = re.findall(r"^ *(\d+)  (.*)  \((\S+)\)$", done.out.rpartition("moves c2d b\n")[2], re.M)
    listed = MoveList(long_list().legal())
    for number, offer, name in found:
        move = listed.moves[int(number) - 1]
        assert (str(move.offer), move.notation) == (offer, name)
    some = done.out.partition("moves c2d b\n")[2].partition("Ben (Yellow)")[0]
    assert some.count("\n") > 2
    assert all("c2d" in line for line in some.splitlines() if re.match(r" *\d+  ", line))
    assert "No move has “xyzzy” in it." in done.out
    everything = done.out.rpartition("moves\n")[2]
    assert all(f"({move.notation})" in everything for move in listed.moves)


def test_any_number_and_any_name_can_be_typed_whatever_is_shown() -> None:
    listed = MoveList(long_list().legal())
    number = len(listed) // 2
    told = duel(str(number), "log 1").out
    by_name = duel(listed.moves[number - 1].notation, "log 1").out
    assert told.rpartition("log 1\n")[2] == by_name.rpartition("log 1\n")[2]
    assert f"whole number from 1 to {len(listed)}" in duel(str(len(listed) + 1)).out


def test_half_a_name_says_how_to_see_the_rest() -> None:
    done = duel("c2")
    assert re.search(
        r"“c2” names nothing that can be played here\..* Type moves c2 to list the \d+ with", done.out
    )
    assert max(map(len, done.out.splitlines())) < 400  # an error does not list hundreds of moves


def test_a_short_list_is_shown_whole() -> None:
    done = converse("play", CELLAR, "--names", "Anna", "--bots", 1, "--seed", 1, answer=script("", "moves 7"))
    assert "moves alone to list all" not in done.out
    assert done.out.count("   1  bid 0  (0)") == 1
    assert "Anna (Red), your move (1-10): moves 7\n   8  bid 7  (7)\n" in done.out


@pytest.mark.parametrize("game", parlour.names())
def test_nobody_waits_for_the_names_of_moves_that_are_not_looked_at(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Hundreds of moves can be offered at once: none is put into words until it is asked for."""
    match = Match.new(game, dice=SeededDice(4))
    asked = []
    for name in ("notation", "offer", "fields"):
        worded = getattr(match.game.words, name)
        monkeypatch.setattr(match.game.words, name, lambda *a, w=worded: asked.append(w) or w(*a))
    rng = random.Random(2)
    while not match.over and match.ply < 60:
        if match.actor == CHANCE:
            match.roll()
            continue
        asked.clear()
        moves = match.legal()
        assert not asked
        chosen = rng.choice(moves)
        assert chosen.notation and len(asked) == 1
        match.play(match.actor, chosen.code)
