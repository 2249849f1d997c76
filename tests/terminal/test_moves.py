"""Long lists of moves at the keyboard: shown by groups or by their beginning, searched, always typed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
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
    start = max(i for i, line in enumerate(lines[:hint]) if line.startswith("Ben to "))
    return lines[start + 1 : hint + 1]


def test_a_long_list_is_shown_by_its_groups() -> None:
    *groups, hint = shown(duel())
    count = len(long_list().legal())
    assert hint.startswith(f"{count} moves. Type a name, such as ")
    assert 1 < len(groups) <= MANY < count
    ways = [re.search(r": (\d+) ways, such as (\S+)$", line) for line in groups]
    names = {move.notation for move in long_list().legal()}
    assert all(found and found[2] in names for found in ways)
    assert sum(int(found[1]) for found in ways if found) == count


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


def test_a_number_counts_once_its_line_has_been_shown() -> None:
    """Nobody plays a line that they have not seen by typing a number; a name can always be typed."""
    listed = MoveList(long_list().legal())
    number = len(listed) // 2
    name = listed.moves[number - 1].notation
    unseen = duel(str(number), "log 1").out
    assert (
        f"Line {number} is not in the list shown last." in unseen
        and f"({name})" not in unseen.rpartition("log 1")[2]
    )
    assert f"({name})" in duel("moves", str(number), "log 1").out.rpartition("log 1")[2]
    assert f"({name})" in duel(name, "log 1").out.rpartition("log 1")[2]
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
    assert done.out.count("   0  bid 0  (0)") == 1  # a bid is its own number: 7 is never the seventh line
    assert "Anna (Red), your move (0-9): moves 7\n   7  bid 7  (7)\n" in done.out


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
