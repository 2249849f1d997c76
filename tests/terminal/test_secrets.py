"""A game with secrets at one keyboard: nobody reads what only others may know."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.table import Match, Seat, TypedDice
from parlour.terminal.play import Manner, Session
from parlour.terminal.show import Screen
from tests.terminal.shell import Player, choices, converse

CELLAR = Path(__file__).parents[1] / "rules" / "cellar"
COLOURS = ("Red", "Blue", "Green")
NAMES = ("Anna", "Ben", "Cleo")  # who sit there, as far as they are people
TOLD = re.compile(r"\b(Anna|Ben|Cleo|Red|Blue|Green) (?:draws|bids) \d+")  # a card or a bid, with its number
PASS = "Pass the keyboard to "
READ = "Press Enter when you have read this."


def nosy(seed: int, *, log: bool = True) -> Callable[[str], str]:
    """Looks at everything there is before each answer; passes the keyboard on when told to."""
    rng, looking = random.Random(seed), list[str]()
    around = ["log", "position", "where", "board", "options", "status", "moves"] if log else []

    def answer(shown: str) -> str:
        question = shown.splitlines()[-1]
        if question.startswith((PASS, READ)):
            return ""
        if not looking:
            looking.extend([*around, ""])
        word = looking.pop(0)
        return word or rng.choice(choices(shown))

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
    assert PASS not in done.out and READ not in done.out  # nobody else is there
    assert set(TOLD.findall(done.out)) == {"Anna"}
    bids, card = secrets_of(match, 0)
    assert f"Anna draws {card}." in done.out and f"Your card: {card}." in done.out
    assert all(f"Anna bids {bid}." in done.out for bid in bids)
    assert "Blue draws a card." in done.out and "Green bids." in done.out
    shown = [json.loads(line) for line in done.out.splitlines() if line.startswith('{"game"')]
    assert len(shown) > 3
    assert "so it has no code." in done.out and "As a code:" not in done.out.partition("Anna draws")[2]
    for data in shown:
        if data["phase"] != "done":  # at the end the cards are shown
            assert set(data["cards"]) <= {card, -1}
            assert data["bids"] == []  # Red bids first, so nobody has yet


def test_resuming_tells_no_more(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    lines = iter(["", "1"])  # the die, a bid
    table = ("play", CELLAR, "--names", "Anna", "--bots", 2, "--seed", 2, "--save", file)
    converse(*table, answer=lambda shown: next(lines, None))
    again = converse("play", CELLAR, "--resume", file, answer=nosy(3))
    assert "What happened last:" in again.out
    assert set(TOLD.findall(again.out)) == {"Anna"}


# ---------------------------------------------------------------- several at one keyboard


class Pages:
    """What lies before whom: everything between two moments at which the keyboard is passed on."""

    def __init__(self, inner: Callable[[str], str | None], names: tuple[str, ...] = NAMES) -> None:
        self.pages: list[tuple[str, str]] = [("", "")]
        self._names = "|".join(names)
        self._inner = inner

    def __call__(self, shown: str) -> str | None:
        who, page = self.pages[-1]
        question = shown.splitlines()[-1]
        if question.startswith(PASS):
            self.pages[-1] = (who, page + shown[: -len(question)])
            passed = re.search(rf"({self._names})(?: \(\w+\))?, then press Enter", question)
            assert passed, question
            self.pages.append((passed[1], question))
        else:
            self.pages[-1] = (who, page + shown)
        return self._inner(shown)

    def of(self, name: str) -> str:
        return "".join(page for who, page in self.pages if who == name)


def play(*arguments: object, answer: Callable[[str], str | None]) -> tuple[Pages, str]:
    pages = Pages(answer)
    done = converse("play", CELLAR, *arguments, answer=pages)
    assert (done.code, done.err) == (0, "")
    return pages, done.out


def test_at_one_keyboard_everybody_reads_his_own(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    people = ("--names", "Anna,Ben,Cleo", "--bots", 0, "--seed", 4, "--save", file)
    pages, out = play(*people, answer=nosy(4))
    match = Match.load(file, str(CELLAR))
    assert match.over
    for who, page in pages.pages:
        assert set(TOLD.findall(page)) <= {who}, page
        others = [f"Your card: {secrets_of(match, seat)[1]}." for seat, n in enumerate(NAMES) if n != who]
        assert not any(line in page for line in others)
        if "your move" in page:
            assert re.search(r"│( R|R1) │", page)  # the board, drawn anew for whoever is asked
            assert re.search(r"Anna: \d+ points, \d+ coins; Ben: ", page)  # what all may know, at a glance
    for seat, name in enumerate(NAMES):
        bids, card = secrets_of(match, seat)
        assert f"{name} draws {card}." in pages.of(name)  # and each has read it
        assert all(f"{name} bids {bid}." in pages.of(name) for bid in bids[:-1])
    ending = out.rpartition(PASS)[2].partition("\n\n")[2]
    assert "wins. Thank you" in ending or "win. Thank you" in ending
    assert all(f"{n} bids {secrets_of(match, s)[0][-1]}." in ending for s, n in enumerate(NAMES))


def test_each_bidder_is_asked_in_turn_and_the_keyboard_goes_round() -> None:
    _, out = play("--names", "Anna,Ben", "--bots", 1, "--seed", 6, "--auto-roll", answer=nosy(6, log=False))
    assert re.findall(rf"{PASS}(\w+)", out) == ["Anna", "Ben"] * 4  # each round both bid, the third is a bot


def test_nobody_waits_who_keeps_the_keyboard() -> None:
    answers = iter(["", "", "1", "quit"])
    _, out = play("--names", "Anna,Ben", "--bots", 0, "--seed", 6, answer=lambda shown: next(answers, None))
    asked = [line for line in out.splitlines() if re.search(r"(Anna|Ben) \(", line)]
    assert [PASS in line for line in asked if "plays here" not in line] == [True, False, False, True]


def test_what_has_happened_is_read_before_the_keyboard_goes_on() -> None:
    people = ("--names", "Anna,Ben", "--bots", 0, "--seed", 6, "--auto-roll")
    _, out = play(*people, answer=nosy(6, log=False))
    read = out.split(READ)[:-1]
    assert len(read) == 3  # after each round but the last
    for before in read:
        page = before.rpartition(PASS)[2]
        assert "The die shows" in page or "bids." in page


def test_a_bid_can_be_taken_back_until_the_next_one_has_the_keyboard() -> None:
    lines = ["", "", "3", "undo", "", "4", "board", "", "undo", "1"]
    waiting = iter(lines)
    _, out = play("--names", "Anna,Ben", "--bots", 1, "--seed", 6, answer=lambda shown: next(waiting, None))
    assert out.count("The last decision is taken back.") == 2  # as Anna reads it, then Ben
    assert f"{PASS}Ben (Blue), then press Enter. undo" in out
    assert f"{PASS}Anna (Red), then press Enter. \n" in out.partition("undo")[2]
    assert "Press Enter, or type one of: undo, quit." in out
    assert "Only Anna (Red) can take the last decision back." in out  # not Ben, who has the keyboard


def test_a_saved_game_goes_on_in_private(tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    answers = iter(["", "", "4", ""])
    table = ("--names", "Anna,Ben", "--bots", 0, "--seed", 8, "--save", file)
    play(*table, answer=lambda shown: next(answers, None))
    pages = Pages(nosy(8, log=False))
    again = converse("play", CELLAR, "--resume", file, answer=pages)
    assert again.code == 0
    assert pages.pages[0][0] == "" and not TOLD.search(pages.pages[0][1])
    for who, page in pages.pages:
        assert set(TOLD.findall(page)) <= {who}, page
    assert "Anna bids 3." in pages.of("Anna")


@pytest.mark.parametrize("how", ["--auto-roll", "--auto-move"])
def test_what_nobody_was_asked_about_is_told_to_the_next_one(how: str) -> None:
    pages, _ = play("--names", "Anna,Ben", "--bots", 1, "--seed", 5, how, answer=nosy(5, log=False))
    assert {who for who, _ in pages.pages} == {"", "Anna", "Ben"}
    for who, page in pages.pages:
        assert set(TOLD.findall(page)) <= {who}, page
    assert "The die shows" in pages.of("Ben") and "Green bids." in pages.of("Ben")


def test_hands_and_chips_of_doubletrack_stay_behind_their_screens() -> None:
    """Three people and a bot: dealing, bidding, paying. Each page tells its reader's secrets alone."""
    inner, asked = nosy(9), 0

    def answer(shown: str) -> str | None:
        nonlocal asked
        asked += 1
        return inner(shown) if asked < 400 else None

    pages = Pages(answer)
    table = ("--names", "Anna,Ben,Cleo", "--bots", 1, "--seed", 9, "--auto-roll", "--no-drawing")
    done = converse("play", "doubletrack", *table, answer=pages)
    assert (done.code, done.err) == (0, "")
    secret = re.compile(r"^ *(\w+) (?:holds (?!out)|is dealt (?!a card)|draws (?!a card)|bids \$)", re.M)
    told = [(who, set(secret.findall(page))) for who, page in pages.pages]
    assert all(found <= {who} for who, found in told), told
    assert {name for _, found in told for name in found} == set(NAMES)
    assert all(f"{name} holds " in pages.of(name) for name in NAMES)
    assert "Fists held out: " in done.out and "Passes: red " in done.out  # what all may see, at a glance


def test_real_cards_are_typed_in_by_those_who_draw_them() -> None:
    typed = iter(["", "first blue", "ahead-5", "trade", "ahead-5", "ahead-5", "worthless", "", "", "back_10"])
    pages = Pages(lambda shown: next(typed, None))
    table = ("--names", "Anna,Ben,Cleo", "--bots", 0, "--dice", "typed", "--no-drawing")
    done = converse("play", "doubletrack", *table, answer=pages)
    assert (done.code, done.err) == (0, "")
    assert "A card for Anna. What is it, such as " in pages.of("Anna")
    assert "Anna is dealt Trade Places." in pages.of("Anna")
    assert "Anna is dealt a card." in pages.of("Ben") and "Ben is dealt Back 10." in pages.of("Ben")


def test_a_bots_real_cards_are_typed_in_by_whoever_has_the_keyboard() -> None:
    seats = [Seat("", "random"), Seat("Anna"), Seat("Ben")]
    match = Match.new("doubletrack", seats, dice=TypedDice())
    typed = iter(["", "first blue", "worthless"])
    out = io.StringIO()
    with contextlib.redirect_stdout(out), pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", Player(out, lambda shown: next(typed, None)))
        Session(Screen(), match, Manner(drawing=False), random.Random(1)).run()
    assert f"{PASS}Anna (Blue), then press Enter." in out.getvalue()
    assert "A card for Red. What is it, such as " in out.getvalue()
    assert "Red is dealt a card." in out.getvalue()


def test_a_card_that_cannot_come_up_says_so_and_no_more() -> None:
    """The third copy of a card of which there are two: the error offers others, not the same one again."""
    typed = iter(["", "first blue", "ahead-5", "ahead-5", "ahead-5"])
    table = ("--names", "Anna,Ben,Cleo", "--bots", 0, "--dice", "typed", "--no-drawing")
    done = converse("play", "doubletrack", *table, answer=lambda shown: next(typed, None))
    offered = done.out.partition("“ahead-5” cannot come up here. Choose one of: ")[2].partition("\n")[0]
    assert "AHEAD-4" in offered and "AHEAD-5" not in offered


def test_watching_bots_shows_everything() -> None:
    done = converse("play", CELLAR, "--players", 3, "--bots", 3, "--seed", 1, answer=nosy(1))
    assert set(TOLD.findall(done.out)) == set(COLOURS)
    assert PASS not in done.out
