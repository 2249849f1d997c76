"""A game with secrets at one keyboard: nobody reads what only others may know."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.table import Match
from tests.terminal.shell import converse

CELLAR = Path(__file__).parents[1] / "rules" / "cellar"
COLOURS = ("Red", "Blue", "Green")
TOLD = re.compile(r"\b(Red|Blue|Green) (?:draws|bids) \d+")  # a card or a bid, with its number


def nosy(seed: int, *, log: bool = True) -> Callable[[str], str]:
    """Looks at everything there is before each answer."""
    rng, looking = random.Random(seed), list[str]()

    def answer(shown: str) -> str:
        if not looking:
            looking.extend(["log", "position", "where", "board", "options", ""] if log else [""])
        word = looking.pop(0)
        offered = re.search(r"\(1-(\d+)\):", shown.splitlines()[-1])
        return word or (str(rng.randint(1, int(offered[1]))) if offered else "")

    return answer


def secrets_of(match: Match, seat: int) -> tuple[list[int], int]:
    """What somebody keeps: all bids, and the card."""
    bids = [int(event.text) for event in match.events if event.kind == "play" and event.seat == seat]
    return bids, int(match.position.cards[seat])


@pytest.mark.parametrize("seed", range(3))
def test_one_person_reads_only_his_own_cards_and_bids(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    table = ("play", CELLAR, "--names", "Anna", "--bots", 2, "--seed", seed, "--save", file)
    done = converse(*table, answer=nosy(seed))
    match = Match.load(file, str(CELLAR))
    assert (done.code, done.err, match.over) == (0, "", True)
    assert set(TOLD.findall(done.out)) == {"Red"}
    bids, card = secrets_of(match, 0)
    assert f"Red draws {card}." in done.out
    assert all(f"Red bids {bid}." in done.out for bid in bids)
    assert "Blue draws a card." in done.out and "Green bids." in done.out
    shown = [json.loads(line) for line in done.out.splitlines() if line.startswith('{"game"')]
    assert len(shown) > 3
    assert "so it has no code." in done.out and "As a code:" not in done.out.partition("Red draws")[2]
    for data in shown:
        if data["phase"] != "done":  # at the end the cards are shown
            assert set(data["cards"]) <= {card, -1}
            assert data["bids"] == []  # Red bids first, so nobody has yet


def test_resuming_tells_no_more(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    lines = iter(["", "", "", "", "1"])  # three cards, the die, a bid
    table = ("play", CELLAR, "--names", "Anna", "--bots", 2, "--seed", 2, "--save", file)
    converse(*table, answer=lambda shown: next(lines, None))
    again = converse("play", CELLAR, "--resume", file, answer=nosy(3))
    assert "What happened last:" in again.out
    assert set(TOLD.findall(again.out)) == {"Red"}


def test_at_one_keyboard_everybody_reads_his_own(tmp_path: Path) -> None:
    """Between two questions stands only what the one who is asked next may know."""
    file = tmp_path / "game.parlour"
    pages: list[tuple[str, str]] = []
    inner = nosy(4)

    def answer(shown: str) -> str:
        asked = re.search(r"\((Red|Blue|Green)\), ", shown.splitlines()[-1])
        assert asked, shown
        pages.append((asked[1], shown))
        return inner(shown)

    table = ("play", CELLAR, "--names", "Anna,Ben,Cleo", "--bots", 0, "--seed", 4, "--save", file)
    done = converse(*table, answer=answer)
    match = Match.load(file, str(CELLAR))
    assert (done.code, done.err, match.over) == (0, "", True)
    for asked, shown in pages:
        assert set(TOLD.findall(shown)) <= {asked}, shown
        if "your move" in shown and "to bid for" in shown:
            assert "│ R │" in shown  # the board, drawn anew for whoever is asked
    for seat, colour in enumerate(COLOURS):
        bids, card = secrets_of(match, seat)
        own = "".join(shown for asked, shown in pages if asked == colour)
        assert f"{colour} draws {card}." in own  # and each has read it
        assert all(f"{colour} bids {bid}." in own for bid in bids[:-1])


@pytest.mark.parametrize("how", ["--auto-roll", "--auto-move"])
def test_what_nobody_was_asked_about_is_told_to_the_next_one(how: str) -> None:
    pages: list[tuple[str, str]] = []
    inner = nosy(5, log=False)

    def answer(shown: str) -> str:
        asked = re.search(r"\((Red|Blue)\), ", shown.splitlines()[-1])
        if asked:
            pages.append((asked[1], shown))
        return inner(shown)

    done = converse("play", CELLAR, "--names", "Anna,Ben", "--bots", 1, "--seed", 5, how, answer=answer)
    assert done.code == 0
    assert {asked for asked, _ in pages} == {"Red", "Blue"}
    for asked, shown in pages:
        assert set(TOLD.findall(shown)) <= {asked}, shown


def test_watching_bots_shows_everything() -> None:
    done = converse("play", CELLAR, "--players", 3, "--bots", 3, "--seed", 1, answer=nosy(1))
    assert set(TOLD.findall(done.out)) == set(COLOURS)
