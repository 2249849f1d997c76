"""At the keyboard what is typed does what a person means, and a bare number never surprises."""

from __future__ import annotations

import json
import re

import pytest

import parlour
from parlour.table import Match, SeededDice
from parlour.terminal.show import Screen
from tests.terminal.shell import Done, converse


def table(game: str, *arguments: object, lines: list[str]) -> Done:
    waiting = list(lines)
    return converse(
        *("play", game, "--no-drawing", *arguments), answer=lambda shown: waiting.pop(0) if waiting else None
    )


def price_asked() -> str:
    """Red asks Blue for the red gate, whose pass Blue holds: a position in which a sum is asked for."""
    game = parlour.load("doubletrack")
    match = Match.new(game, 3, dice=SeededDice(3))
    while "reply free" not in [move.notation for move in match.legal()]:
        if match.actor < 0:
            match.roll()
        else:
            moves = [move.notation for move in match.legal()]
            match.play(match.actor, next((m for m in moves if m.startswith("ask")), moves[0]))
    return json.dumps(game.position.describe(match.position))


def test_a_number_is_a_sum_where_a_sum_is_asked_for() -> None:
    people = ("--names", "Anna,Ben,Cleo", "--bots", 0, "--position", price_asked())
    done = table("doubletrack", *people, lines=["", "7", "10"])
    assert "a sum from $5 to $" in done.out
    assert "It cannot be exactly $7; the nearest: $5, $10." in done.out
    assert "wants $10 for" in table("doubletrack", *people, lines=["", "10", "", "log"]).out
    assert "refuses" in table("doubletrack", *people, lines=["", "pass", "", "log"]).out


def test_what_can_mean_several_things_is_listed_to_be_chosen_from() -> None:
    people = ("--names", "Anna,Ben", "--bots", 0)
    shown = table("tritrac", *people, lines=["Nc2d/H", "Yb2d/H", "turn c2d"]).out
    lines = re.findall(r"^ +(\d+)  (.+)  \((c2d/.)\)$", shown.partition("several things")[2], re.M)
    assert [name for _, _, name in lines] == ["c2d/B", "c2d/F"]
    assert all("turn" in words for _, words, _ in lines)
    number, _, name = lines[1]
    played = table("tritrac", *people, lines=["Nc2d/H", "Yb2d/H", "turn c2d", number]).out
    assert f"turns the neutral tile.  ({name})" in played


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("turn c2d", "can mean several things: c2d/B, c2d/F."),
        ("rotate neutral F", "turns the neutral tile.  (c2d/F)"),
        ("move c2d a4d", "can mean several things: c2d-a4d/"),
        ("move c2d a1u", "cannot be played: this board has no space a1u (TRI-GEO-1)."),
        ("place c1u", "(Oc1u/H)\n"),
        ("c1u", "(Oc1u/H)\n"),
        ("C2D", "“C2D” can mean several things: c2d/B, c2d/F."),
        ("pass", "“pass” cannot be played: nobody may pass (TRI-PASS-1)."),
    ],
)
def test_verbs_of_tritrac(said: str, told: str) -> None:
    people = ("--names", "Anna,Ben", "--bots", 0)
    assert told in table("tritrac", *people, lines=["Nc2d/H", "Yb2d/H", said]).out


def test_a_draw_that_cannot_be_agreed_says_so() -> None:
    done = table("parcheesi", "--names", "Anna,Ben", "--bots", 0, "--seed", 5, lines=["draw"])
    assert "In this game nobody can agree on a draw" in done.out


def test_three_lines_are_numbered_by_what_they_show_and_no_other_number_counts() -> None:
    """Somebody who is shown lines 7, 10 and 4 and types 3 does not mean a line further up."""
    people = ("--names", "Anna,Ben", "--bots", 0)
    shown = table("tritrac", *people, lines=["moves c2d", "moves b2d", "3"]).out.rpartition("moves b2d")[2]
    numbers = re.findall(r"^ +(\d+)  .+  \(Nb2d/.\)$", shown, re.M)
    assert len(numbers) == 3 and "3" not in numbers
    assert "Line 3 is not in the list shown last." in shown and "places the neutral tile" not in shown


def test_a_row_that_dice_leave_open_is_named_by_its_number() -> None:
    """Red is wild, blue says column 10, and square 8,10 is one's own: 5 is row 5, not the fifth line."""
    people = ("--names", "Anna,Ben", "--bots", 0, "--dice", "typed")
    begin = ["653", "111", "53 64", "keep", "51 32", "keep", "66 64", "keep"]
    shown = table("doubleswild", *people, lines=[*begin, "8", "5"]).out
    assert "   5  claim red 5, blue 10  (5,10)" in shown and "Anna (Green), your move (3-11):" in shown
    assert "It cannot be exactly 8; the nearest: 7, 9." in shown
    assert "Anna claims red 5, blue 10.  (5,10)" in shown


def test_draw_is_never_a_roll_of_dice() -> None:
    people = ("--names", "Anna", "--bots", 2, "--seed", 3, "--position", rolling_or_asking())
    shown = table("doubletrack", *people, lines=["draw"]).out
    assert "In this game nobody can agree on a draw" in shown and "throws" not in shown


def test_dice_of_the_turn_before_are_not_to_be_played() -> None:
    people = ("--names", "Anna,Ben,Cleo", "--bots", 0, "--position", price_asked())
    shown = table("doubletrack", *people, lines=["", "roll"]).out
    assert "The dice have fallen" not in shown and "Something else is to be decided now." in shown


def test_who_is_asked_for_a_file_can_go_back_to_the_game() -> None:
    people = ("--names", "Anna,Ben", "--bots", 0, "--seed", 5)
    shown = table("parcheesi", *people, lines=["", "quit", "back", "", "quit", "no"]).out
    assert shown.count("Goodbye") == 1 and "Ben rolls" in shown
    assert shown.endswith("Goodbye. The game was not saved.\n")


def test_what_no_dice_can_show_is_answered_by_an_example_and_not_by_a_list() -> None:
    people = ("--names", "Anna,Ben", "--bots", 0, "--dice", "typed")
    shown = table("doubleswild", *people, lines=["653", "111", "🎲"]).out.partition(" 🎲\n")[2]
    assert "“🎲” cannot come up here. Choose one of: " in shown
    assert max(map(len, shown.splitlines())) < 160


def test_undo_takes_back_ones_own_move_and_the_bots_answer() -> None:
    people = ("--names", "Anna", "--bots", 1, "--seed", 2)
    done = table("tritrac", *people, lines=["Nc2d/H", "undo", "Nb2d/H", "log"])
    assert "The last 2 decisions are taken back." in done.out
    assert "Anna places the neutral tile.  (Nb2d/H)" in done.out


def test_real_dice_say_which_are_red() -> None:
    people = ("--names", "Anna,Ben", "--bots", 0, "--dice", "typed")
    done = table("doubleswild", *people, lines=["653", "111", "blue 6-4 red 3-1"])
    assert "The red dice first, then the blue ones." in done.out
    assert "Anna throws red 3-1: row 4; blue 6-4: column 10." in done.out


def test_places_named_by_from_and_to() -> None:
    start = json.dumps(
        {"pawns": {"0": [10, 20, "S", "H"], "2": ["S", "S", "S", "S"]}, "turn": 0, "dice": [5, 4]}
    )
    people = ("--names", "Anna,Ben", "--bots", 0, "--position", start)
    assert "Anna enters a pawn.  (E)" in table("parcheesi", *people, lines=["enter"]).out
    assert "Anna moves 4.  (20+4)" not in table("parcheesi", *people, lines=["10 to 14"]).out
    assert "(10+4)\n" in table("parcheesi", *people, lines=["10 to 14"]).out


@pytest.mark.parametrize("typed", ["", "roll", "Throw"])
@pytest.mark.parametrize("game", ["parcheesi", "pollyanna", "doubleswild"])
def test_whoever_is_to_roll_rolls_by_enter_or_by_saying_so(game: str, typed: str) -> None:
    shown = table(game, "--names", "Anna,Ben", "--bots", 0, "--seed", 5, lines=[typed]).out
    asked, _, after = shown.partition("Anna (")[2].partition("press Enter to roll.")
    assert asked and re.search(r"Anna (rolls|throws) ", after) and "Ben (" in after


def rolling_or_asking() -> str:
    """Red may ask for a gate before the dice are rolled."""
    passes = {"red": 0, "blue": 1, "yellow": 2, "green": None}
    start = {"turn": 0, "large": {"0": "R.C4", "1": "B.T", "2": "Y.T"}, "passes": passes}
    return json.dumps(start)


@pytest.mark.parametrize("typed", ["", "roll", "throw", "1"])
def test_rolling_instead_of_something_else_is_one_answer(typed: str) -> None:
    people = ("--names", "Anna", "--bots", 2, "--seed", 3, "--position", rolling_or_asking())
    shown = table("doubletrack", *people, lines=[typed]).out
    choice, _, after = shown.partition("your move (1-2, or Enter to roll):")
    assert "roll the dice  (roll)" in choice
    assert re.search(r"Anna throws \d-\d", after) and "Enter to roll." not in after


def test_rolling_dice_that_lie_there_is_no_riddle() -> None:
    people = ("--names", "Anna", "--bots", 1, "--seed", 3)
    start = json.dumps({"pawns": {"0": [10, 20, 30, 40], "2": ["S"] * 4}, "turn": 0, "dice": [5, 4]})
    shown = table("parcheesi", *people, "--position", start, lines=["roll"]).out
    assert "The dice have fallen: choose what to do with them." in shown


def test_real_dice_are_rolled_by_hand() -> None:
    people = ("--names", "Anna,Ben", "--bots", 0, "--dice", "typed")
    for typed in ("", "roll"):
        shown = table("parcheesi", *people, lines=[typed]).out
        assert "Roll your own dice, then type what they show, such as " in shown


def test_whoever_sets_the_table_may_leave() -> None:
    for typed in ("quit", "exit"):
        waiting = [typed]
        done = converse("play", "parcheesi", answer=lambda _, left=waiting: left.pop() if left else None)
        assert done.code == 0 and "This game is for" not in done.out


def test_what_happens_several_times_over_is_told_in_one_line() -> None:
    shown = converse(
        "play", "doubletrack", "--names", "Anna", "--bots", 2, "--seed", 3, answer=lambda _: None
    ).out
    assert shown.count("Blue is dealt a card.") == 1 and "Blue is dealt a card. (3 times)" in shown


def test_the_aim_stands_at_the_start_in_two_lines() -> None:
    for game in parlour.names():
        shown = table(game, "--names", "Anna", lines=[]).out.splitlines()
        aim = str(parlour.load(game).words.AIM)
        assert " ".join(shown[1:3]) == aim and max(map(len, shown[1:3])) <= 80


@pytest.mark.parametrize("who", [("--names", "Anna,Ben", "--bots", 1), ("--seats", "you,bot:1,bot:1")])
def test_the_aim_stays_until_it_was_read(who: tuple[object, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "height", property(lambda _: 24))
    done = table("doubletrack", *who, "--seed", 3, lines=[])
    assert done.out.index("Be first HOME") < done.out.index("Press Enter to begin.")
    assert "is dealt" not in done.out and "Pass the keyboard" not in done.out


def test_a_board_higher_than_the_window_is_shown_in_two_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "height", property(lambda _: 24))
    people = ("--names", "Anna,Ben", "--bots", 0)
    upper, _, lower = table("tritrac", *people, lines=["", "board", "", "quit"]).out.partition(
        "Press Enter for more"
    )
    assert "a4d" in upper and "dark arrow" in lower and "dark arrow" not in upper


def test_the_board_of_doubles_wild_stays_above_its_question_in_24_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Screen, "height", property(lambda _: 24))
    people = ("--names", "Anna,Ben", "--bots", 0, "--seed", 4)
    answers = iter(["", "", "", ""])
    done = converse("play", "doubleswild", *people, answer=lambda _: next(answers, None))
    asked = done.out.splitlines()
    last = max(i for i, line in enumerate(asked) if "your move (" in line)
    shown = "\n".join(asked[last - 23 : last + 1])
    assert "BLUE   3   4   5" in shown and all(f"\n{row:>4} │" in shown for row in range(3, 12))


@pytest.mark.parametrize("game", ["doubletrack", "parcheesi", "pollyanna"])
def test_four_can_see_the_board_whole_in_24_lines(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "height", property(lambda _: 24))
    people = ("--names", "Anna,Ben,Cleo,Dan", "--bots", 0, "--seed", 5)
    lines = [""] * 3 if game == "doubletrack" else []
    after = table(game, *people, lines=[*lines, "board"]).out.rpartition(" board\n")[2]
    shown = after.rpartition("(G): ")[0]
    assert shown and shown.count("\n") < 23 and "Enter for more" not in after


@pytest.mark.parametrize("game", ["doubletrack", "parcheesi", "pollyanna"])
def test_a_low_board_has_every_space_of_the_high_one(game: str) -> None:
    from parlour.draw.characters import render

    loaded = parlour.load(game)
    position = Match.new(loaded, 4, dice=SeededDice(3)).position
    high, low = (render(loaded, position, low=low) for low in (False, True))
    assert low.count("\n") <= high.count("\n") * 0.7
    signs = [word for line in high.splitlines() for word in re.findall(r"(?<=[│ ])[\w*!$\[\]-]+", line)]
    missing = {word for word in signs if word not in low}
    assert missing == set()


def test_spaces_of_doubletrack_are_named_by_what_stands_on_them() -> None:
    people = ("--names", "Anna,Ben,Cleo", "--bots", 0, "--position", price_asked())
    shown = table("doubletrack", *people, lines=["", "board"]).out
    assert "Red (R): “" in shown and not re.search(r"\b[RBYG]\.[MTSC]\d*\b", shown)
