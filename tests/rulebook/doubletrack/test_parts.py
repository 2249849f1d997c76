"""Actions in parts: what each part of a decision stands for, and that together they say all of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from parlour.rules.kit import UNMARKED
from parlour.rules.narrow import parts_of
from tests.rulebook.doubletrack.support import GAME, L, R, both_forms, code_of, lay
from tests.rulebook.harness import Form, by_menus, forms

PLAIN = forms(GAME)[0]
N: Any = GAME.module("narrow")
WORDS = [
    0,
    R.ASK,
    R.DECLINE,
    R.DEAL + R.BOX,
    R.SEAT + 3,
    R.PASS,
    R.CARD + L.KINDS - 1,
    R.STEPS + 5,
    R.PRICE - 1,
]


@pytest.mark.parametrize("action", WORDS)
def test_a_word_is_one_part_and_stands_for_itself(action: int) -> None:
    assert [int(N.part(action, depth)) for depth in range(4)] == [action, N.NONE, N.NONE, N.NONE]


@pytest.mark.parametrize("dollars", [0, 5, 10, 375, R.ALL_MONEY])
def test_a_price_is_one_part_counted_in_fives(dollars: int) -> None:
    """DBT-Q-10."""
    price = code_of(f"price {dollars}")
    assert [int(N.part(price, depth)) for depth in range(3)] == [N.PRICES + dollars // 5, N.NONE, N.NONE]


@pytest.mark.parametrize(
    "counts", [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (3, 20, 5), (20, 7, 8)], ids=str
)
def test_chips_are_three_parts_one_for_each_colour(counts: tuple[int, int, int]) -> None:
    """DBT-BID-2, DBT-SET-9: how many red ones, blue ones, yellow ones, and no fourth part."""
    red, blue, yellow = counts
    chips = code_of(f"chips {red}r {blue}b {yellow}y")
    assert [int(N.part(chips, depth)) for depth in range(4)] == [
        N.RED + red,
        N.BLUE + blue,
        N.YELLOW + yellow,
        N.NONE,
    ]
    assert parts_of(GAME, chips) == [N.RED + red, N.BLUE + blue, N.YELLOW + yellow]


def test_no_two_kinds_of_parts_share_a_code() -> None:
    """The last of each kind lies just below the first of the next."""
    most = code_of("chips 20r 20b 8y")
    assert N.part(code_of(f"price {R.ALL_MONEY}"), 0) == N.RED - 1
    assert [int(N.part(most, depth)) for depth in range(3)] == [N.BLUE - 1, N.YELLOW - 1, N.NARROW - 1]


GATES: dict[str, Any] = {"passes": {"blue": "B", "yellow": "Y", "green": "G"}}
CHIPS: dict[str, Any] = {"chips": {"R": "2r 1b 1y", "B": "1r 2b", "Y": "", "G": "3r 1y"}}
SELLS: dict[str, Any] = {"hands": {"R": "AHEAD-9"}, **CHIPS}
MENUS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {  # DBT-ASK-1, DBT-ASK-3, DBT-ASK-7, DBT-BID-2
    "ASK_OR_ROLL": (GATES, ()),
    "ASK_OR_ROLL, the last gate": (GATES | {"large": {"R": "Y.S1"}}, ()),
    "GATE_REPLY": (GATES, ("ask blue",)),
    "TOLL_ANSWER": (GATES | CHIPS, ("ask blue", "price 20")),
    "TOLL_ANSWER, to the dollar": (GATES | CHIPS, ("ask blue", "price 45")),
    "TOLL_ANSWER, too dear": (GATES | CHIPS, ("ask blue", "price 50")),
    "SELL_CARD": (SELLS, ("roll 7",)),
    "BID": (SELLS, ("roll 7", "sell-card AHEAD-9")),
    "BID, with three red ones": (SELLS, ("roll 7", "sell-card AHEAD-9", "bid B 1b", "bid Y")),
    "BID, with nothing": (SELLS, ("roll 7", "sell-card AHEAD-9", "bid B 2b")),
    "PLAY_CARD": ({"large": {"R": "R.C3"}, "hands": {"R": "STEAL_PASS AHEAD-9 AHEAD-9"}}, ("roll 2",)),
}


@both_forms
@pytest.mark.parametrize("name", MENUS)
def test_menus_lead_to_what_is_legal_and_to_nothing_else(form: Form, name: str) -> None:
    at, steps = MENUS[name]
    play = lay(form, **at).go(*steps)
    assert play.phase == name.partition(",")[0]
    assert by_menus(GAME, play.p) == sorted(form.legal(play.p))


def test_an_offer_that_lies_there_may_be_accepted() -> None:
    """DBT-ASK-3: the menu of replies has it between the words and the prices."""
    play = lay(PLAIN, **GATES).go("ask blue")
    play.p.offer = 15
    assert by_menus(GAME, play.p) == sorted(PLAIN.legal(play.p))
    assert by_menus(GAME, play.p)[2] == R.ACCEPT


TALK = [
    ("counter_offers", 1),
    ("opening_offer", "yes"),
    ("toll_unit", "chips"),
    ("toll_overpay", "no"),
    ("free_trading", "yes"),
    ("change_making", "players"),
]


@pytest.mark.parametrize(("rule", "choice"), TALK)
def test_where_there_is_more_to_say_actions_are_listed(rule: str, choice: Any) -> None:
    """By these house rules an answer has other parts; bids are as they were."""
    play = lay(PLAIN, options={rule: choice}, **(GATES | SELLS))
    assert by_first_menu(play.p) == UNMARKED
    play.go("roll 7", "sell-card AHEAD-9")
    assert by_menus(GAME, play.p) == sorted(PLAIN.legal(play.p))


def by_first_menu(p: Any) -> int:
    return int(GAME.narrow.menu(p, np.zeros(16, np.int16), 0, np.zeros(N.NARROW, np.int16)))


def test_what_comes_up_seldom_is_listed() -> None:
    """DBT-CARD-6: whose pass is taken, for one, has no menu."""
    play = lay(PLAIN, large={"R": "R.C3"}, hands={"R": "STEAL_PASS"}).go("roll 2", "play STEAL_PASS")
    assert play.phase == "STEAL_TARGET" and by_first_menu(play.p) == UNMARKED
