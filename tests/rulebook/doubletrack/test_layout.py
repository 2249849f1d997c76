"""Board files: the constraints of the specification (part 4.2), and boards of other sizes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.text import BadBoard
from tests.rulebook.doubletrack.support import GAME, L
from tests.rulebook.doubletrack.test_twin import compare

OWN = (GAME.folder / "board.toml").read_text("utf-8")
RED = 'colour = "red"\ncommon = ["SELL_CARD", "SELL_LEAD", "TAKE_25"]\nshortcut = [5, 8, 7, 6, 9, 10]\n'
RED += 'corner = [1, "PLAY_CARD", 2, 4, "PLAY_CARD", "1-5", 3, "PLAY_CARD", 2]\n'
ARROWS = OWN[OWN.index("shortcuts = [") : OWN.index("[deck]")]


def red(common: str | None = None, shortcut: str | None = None, corner: str | None = None) -> tuple[str, str]:
    """The red side with other spaces."""
    old = RED.splitlines()
    new = [
        old[0],
        old[1] if common is None else f"common = {common}",
        old[2] if shortcut is None else f"shortcut = {shortcut}",
        old[3] if corner is None else f"corner = {corner}",
    ]
    return RED, "\n".join(new) + "\n"


def arrows(*pairs: tuple[int, int]) -> tuple[str, str]:
    listed = ", ".join(f"{{ at = {at}, to = {to} }}" for at, to in pairs)
    return ARROWS, f"shortcuts = [{listed}]\n"


def written(tmp_path: Path, *edits: tuple[str, str]) -> Path:
    text = OWN
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    file = tmp_path / "board.toml"
    file.write_text(text, "utf-8")
    return file


def faults(tmp_path: Path, *edits: tuple[str, str]) -> str:
    with pytest.raises(BadBoard) as error:
        parlour.load("doubletrack", written(tmp_path, *edits))
    return str(error.value)


BROKEN = {
    "DBT-LAY-1": [('colour = "blue"', 'colour = "red"')],
    "DBT-LAY-2": [('direction = "clockwise"', 'direction = "counterclockwise"')],
    "DBT-LAY-3": [('colours = ["red", "blue"', 'colours = ["blue", "red"')],
    "DBT-LAY-4": [red(common='["SELL_CARD", "SELL_LEAD", "TAKE_25", "TAKE_PASS:red"]')],
    "DBT-LAY-5": [red(corner='["PLAY_CARD", 1, 2, 4, "PLAY_CARD", "1-5", 3, "PLAY_CARD", 2]')],
    "DBT-LAY-6": [red(shortcut="[9]")],
    "DBT-LAY-7": [red(shortcut="[5, 8, 7, 6, 9, 10, 9, 9, 9]")],
    "DBT-LAY-8": [red(shortcut='[5, 8, "TAKE_25", 6, 9, 10]')],
    "DBT-LAY-9": [red(corner="[1, 2, 2, 4, 2, 2, 3, 2, 2]")],
    "DBT-LAY-10": [red(common='["SELL_CARD", "SELL_LEAD", 5]')],
    "DBT-LAY-11": [("SELL_LEAD", "SELL_CARD")],
    "DBT-LAY-12": [("shortcut = [5, 9, 8, 6, 7, 10]", "shortcut = [1, 1, 1, 1, 1, 1]")],
    "DBT-LAY-13": [
        ('common = ["SELL_CARD", "SELL_PASS", "TAKE_25"]', "common = []"),
        ("shortcut = [5, 9, 8, 6, 7, 10]", "shortcut = [9, 9]"),
        ('common = ["SELL_CARD", "SELL_LEAD", "TAKE_25"]', "common = []"),
        ("shortcut = [5, 8, 7, 6, 9, 10]", "shortcut = [9, 9]"),
    ],
    "DBT-LAY-14": [arrows((7, 16))],
    "DBT-LAY-15": [arrows((7, 9), (19, 29))],
    "DBT-LAY-16": [arrows((7, 19), (19, 29))],
    "DBT-LAY-17": [arrows((0, 16), (19, 29))],
    "DBT-LAY-18": [("\n1 = 2", "\n1 = 3")],
    "DBT-LAY-19": [("TRADE = 2", "TRADE = 0"), ("WORTHLESS = 2", "WORTHLESS = 4")],
    "DBT-LAY-20": [("home = 88", "home = 20"), arrows((2, 6), (8, 12))],
}


@pytest.mark.parametrize("constraint", BROKEN)
def test_a_file_that_breaks_a_constraint_is_refused_by_its_id(constraint: str, tmp_path: Path) -> None:
    assert f"{constraint}:" in faults(tmp_path, *BROKEN[constraint])


@pytest.mark.parametrize(
    ("edit", "constraint"),
    [
        (red(shortcut="[5, 8, 7, 6, 9, 10, 8, 7, 6, 9, 10, 11]"), "DBT-LAY-6"),  # never too high
        (red(shortcut='["SELL_CARD", 8, 7, 6, 9, 10]'), "DBT-LAY-5"),  # the first space behind the gate
        (red(common='["SELL_CARD", "SELL_LEAD", "PLAY_CARD"]'), "DBT-LAY-9"),  # corners only
        (('"1-5"', '"1-4"'), "DBT-LAY-11"),  # one "1-5" at least
        (arrows((7, 16), (33, 95)), "DBT-LAY-15"),  # beyond HOME
        (arrows((16, 7), (33, 42)), "DBT-LAY-15"),  # backwards
        (arrows((7, 16), (7, 17)), "DBT-LAY-15"),  # two arrows from one circle
        (arrows((7, 16), (88, 95)), "DBT-LAY-17"),  # HOME is not purple
        (("WORTHLESS = 2", "WORTHLESS = 1"), "DBT-LAY-18"),  # 29 cards
    ],
)
def test_the_other_side_of_a_constraint(edit: tuple[str, str], constraint: str, tmp_path: Path) -> None:
    assert f"{constraint}:" in faults(tmp_path, edit)


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    text = faults(
        tmp_path, red(shortcut='[9, "TAKE_25"]', corner="[3]"), arrows((7, 9)), ("TRADE = 2", "TRADE = 0")
    )
    for number in (7, 8, 9, 14, 15, 18, 19):
        assert f"DBT-LAY-{number}:" in text


@pytest.mark.parametrize(
    ("edit", "fault"),
    [
        (
            red(corner='[1, "PLAY_CARD", 2, 4, "SELL_CHIP", "1-5", 3, "PLAY_CARD", 2]'),
            "'SELL_CHIP' is no space",
        ),
        (red(shortcut="[5, 8, 7, 6, 0, 10]"), "0 is no space"),
        (red(common='["TAKE_PASS:pink", "SELL_LEAD", "TAKE_25"]'), "'TAKE_PASS:pink' is no space"),
        (red(common='"SELL_CARD"'), "common of red is missing or no list"),
        (red(corner='[1, "PLAY_CARD", 2, 4, "PLAY_CARD", "5-1", 3, "PLAY_CARD", 2]'), "'5-1' is no space"),
        (("hand_size = 3", "hand_size = 4"), "equipment.hand_size = 4: the rules are for 3"),
        (("yellow = 25", "yellow = 20"), "equipment.chip_values"),
        (("{ red = 5, blue = 5, yellow = 2 }", "{ red = 0, blue = 0, yellow = 0 }"), "equipment.chip_start"),
        (("{ red = 5, blue = 5, yellow = 2 }", "{ red = 99, blue = 5, yellow = 2 }"), "equipment.chip_start"),
        (("home = 88", "home = 300"), "inside.home = 300"),
        ((ARROWS, "shortcuts = [{ at = [7], to = 16 }]\n"), "the arrow from [7] to 16"),
        ((ARROWS, "shortcuts = [{ at = true, to = 16 }, { to = 5 }]\n"), "the arrow from None to 5"),
        (("\n9 = 2", "\n99 = 2\n9 = 0"), "no such kind"),
        (("WORTHLESS = 2", "WORTHLESS = -2"), "no number of cards"),
        (("WORTHLESS = 2", "WORTHLESS = 2\nJOKER = 1"), "no such kind"),
    ],
)
def test_what_is_no_space_and_no_card_is_named(edit: tuple[str, str], fault: str, tmp_path: Path) -> None:
    assert fault in faults(tmp_path, edit)


def test_a_long_track_does_not_fit(tmp_path: Path) -> None:
    corner = "[1, " + '"PLAY_CARD", ' * 240 + "1]"
    assert "250 are the most" in faults(tmp_path, red(corner=corner))


SMALL = """
name = "small"
provenance = "house"
source = "a board for tests"
[outside]
direction = "clockwise"
colours = ["green", "red", "yellow", "blue"]
[[outside.side]]
colour = "green"
common = []
shortcut = [9, 8]
corner = [1, "PLAY_CARD", "SELL_PASS", "TAKE_25"]
[[outside.side]]
colour = "red"
common = ["TAKE_PASS:blue"]
shortcut = [7, "1-5", 9]
corner = [2, "PLAY_CARD", "SELL_LEAD", 1]
[[outside.side]]
colour = "yellow"
common = ["SELL_LEAD", "TAKE_25", "SELL_CARD"]
shortcut = [8, 7]
corner = [1, "PLAY_CARD", 3]
[[outside.side]]
colour = "blue"
common = ["SELL_CARD"]
shortcut = [12, 9, 6, 6, 9, 12, 9, 6, 5, 5, 11]
corner = [1, "PLAY_CARD", "PLAY_CARD", "PLAY_CARD", 1, "2-7", "SELL_CARD", 4, 1, 1, 1, "TAKE_PASS:red"]
[inside]
home = 25
shortcuts = [{ at = 3, to = 6 }, { at = 20, to = 23 }, { at = 21, to = 24 }]
[deck]
TRADE = 3
TAKE_LEAD = 1
BACK_10 = 4
FARTHEST_BACK = 1
STEAL_PASS = 2
WORTHLESS = 1
[deck.ahead]
1 = 0
2 = 9
3 = 0
4 = 0
5 = 0
6 = 0
7 = 0
8 = 0
9 = 4
12 = 5
[equipment]
players = [3, 4]
hand_size = 3
dice = { count = 2, faces = 6 }
chip_values = { red = 5, blue = 10, yellow = 25 }
chip_start = { red = 1, blue = 4, yellow = 0 }
min_bid = 5
take_amount = 25
"""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> parlour.Game:
    file = tmp_path_factory.mktemp("boards") / "small.toml"
    file.write_text(SMALL, "utf-8")
    return parlour.load("doubletrack", file)


def test_a_board_of_other_lengths_colours_cards_and_chips(small: parlour.Game) -> None:
    board = small.rules.layout
    assert (board.SPACES, board.HOME, board.LIMITS, board.MONEY) == (50, 25, (4, 16, 0), 45)
    assert board.SPACE_NAMES[:4] == ("G.T", "G.S1", "G.S2", "G.C1")  # no common space on this side
    assert board.CARD_NAMES[board.AHEAD :] == ("AHEAD-2", "AHEAD-9", "AHEAD-12")
    assert board.NEXT[0, board.SPACE_NAMES.index("B.C12")] == board.SPACE_NAMES.index("G.T")
    last = board.SPACE_NAMES.index("R.M1")
    assert (board.ORDER[last], board.LOW[last]) == (board.TAKE_A_PASS, 3)  # a further gate-pass space


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"permission_test": "final"},
        {"permission_overshoot": "pass_through"},
        {"owner_overshoot": "corner"},
        {"owner_overshoot": "corner", "permission_test": "final", "ask_scope": "any"},
        {"toll_timing": "on_entry", "purple_activation": "exact_count", "backward_displacement": "back"},
        {"displacement_can_win": "no", "lead_can_win": "no", "bid_without_red": "may_fake"},
    ],
    ids=str,
)
def test_both_texts_play_it_alike(small: parlour.Game, options: dict[str, str]) -> None:
    """Forks three steps apart: several gates in one roll and in reach at once (DBT-GATE-13, DBT-ASK-8,
    DBT-ASK-9), which the usual board does not have."""
    for players in (3, 4):
        for seed in range(3):
            assert compare(players, seed, options, small) > 20


def test_several_gates_in_reach_are_asked_for_one_after_the_other(small: parlour.Game) -> None:
    """DBT-ASK-8: hearing each answer before the next request."""
    p = small.new(4, {"first_player": "green"})
    plain, rules = small.plain, small.module("record")
    while p.phase == rules.DEALING:
        plain.apply(p, int(plain.draw(p, 0)))
    for gate in range(4):
        p.owner[gate] = 2
    small.module("turns").begin_turn(p)
    out = np.zeros(plain.MAX_ACTIONS, np.int64)
    listed = out[: int(plain.legal(p, out))].tolist()
    assert len(listed) > 2
    plain.apply(p, listed[1])
    plain.apply(p, rules.REFUSE)
    assert out[: int(plain.legal(p, out))].tolist() == [listed[0], *listed[2:]]


@pytest.mark.parametrize(
    ("inside", "options", "goal"),
    [
        (["Y.S2"], {"permission_test": "final"}, "Y.S1"),
        (["Y.S1"], {"permission_test": "final"}, "Y.S2"),
        (["Y.S1", "Y.S2"], {"permission_test": "final"}, "Y.C1"),
        (["Y.S1", "Y.S2"], {"permission_test": "final", "permission_overshoot": "pass_through"}, "B.M1"),
        (["Y.S2"], {}, "Y.C1"),
    ],
    ids=str,
)
def test_pushed_on_from_a_taken_fork(
    small: parlour.Game, inside: list[str], options: dict[str, str], goal: str
) -> None:
    """DBT-Q-09, DBT-Q-08, DBT-OCC-4: a permission that is judged by the final space is good while one of the
    two spaces behind the gate is free."""
    board, p = small.rules.layout, small.new(4, options)
    at = board.SPACE_NAMES.index
    for seat, space in ((0, "Y.M2"), (2, "Y.T"), *zip((1, 3), inside, strict=False)):
        p.large[seat] = at(space)
    p.turn, p.granted = 0, 1 << 2
    space, entered = small.module("tracks").way_of(p, 2)
    assert board.SPACE_NAMES[space] == goal and entered == (0 if goal == "Y.C1" else 1 << 2)


def test_the_most_chips_a_board_may_have(tmp_path: Path) -> None:
    """Every number fits its field, the last chip set included."""
    edit = ("{ red = 5, blue = 5, yellow = 2 }", "{ red = 9, blue = 9, yellow = 9 }")
    game = parlour.load("doubletrack", written(tmp_path, edit))
    rules, chips = game.module("record"), game.module("chips")
    p = game.new(4, {"first_player": "red", "toll_unit": "chips"})
    p.bids[0] = rules.FIRST_BID + rules.SETS - 1
    p.price = rules.SETS
    p.pack()
    assert [int(chips.count_of(rules.SETS - 1, c)) for c in range(3)] == [36, 36, 36]
    assert compare(4, 5, {}, game) > 20


def test_colours_that_begin_alike_are_written_out(tmp_path: Path) -> None:
    game = parlour.load("doubletrack", written(tmp_path, ('"blue"', '"rose"')))
    assert game.rules.layout.SPACE_NAMES[3] == "red.T"
    assert L.SPACE_NAMES[3] == "R.T"
