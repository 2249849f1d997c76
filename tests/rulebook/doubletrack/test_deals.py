"""Change and trade before the roll (DBT-Q-02, DBT-Q-16): with whom, for what, and how often."""

from __future__ import annotations

import pytest

from tests.rulebook.doubletrack.support import GAME, R, code_of, lay
from tests.rulebook.harness import Form

PLAIN = Form(GAME, "plain")
BANK, PLAYERS = {"change_making": "bank"}, {"change_making": "players"}
TRADING = {"free_trading": "yes"}
FAR = {"R": "R.C1"}  # twelve steps from the next gate: there is nothing to ask for


# ---------------------------------------------------------------- change


def test_the_box_alone_is_reason_enough_to_be_asked() -> None:
    """DBT-Q-02, DBT-SET-10: with three players twelve chips lie in the box; with four it is empty."""
    play = lay(PLAIN, players=3, large=FAR, options=BANK)
    assert play.legal() == ["roll", "deal box"] and play.p.box.tolist() == [5, 5, 2]
    play = lay(PLAIN, large=FAR, options=BANK)
    assert play.phase == "ROLL" and play.p.box.tolist() == [0, 0, 0]
    lay(PLAIN, players=3, large=FAR).check({"phase": "ROLL"})


@pytest.mark.parametrize(
    ("give", "want", "box"),
    [("1r 2b", "1y", [6, 7, 1]), ("2y", "2r 4b", [3, 1, 4]), ("5b", "2y", [5, 10, 0])],
)
def test_the_box_gives_change_whatever_is_left_in_it(give: str, want: str, box: list[int]) -> None:
    """DBT-Q-02: it holds $125 for good, if in other chips; all that there are of a colour can be had."""
    play = lay(PLAIN, players=3, large=FAR, options=BANK).go("deal box", f"give {give}")
    assert int(GAME.plain.explain(play.p, 0, code_of(f"want {want}"))) == 0
    play.go(f"want {want}")
    assert play.p.box.tolist() == box and play.phase == "ROLL"  # once a turn, and nothing else to ask for
    play.go("roll 6").check({"turn": "B", "offers": ["deal box"]})  # two circles: a Number


def test_no_more_than_the_box_has() -> None:
    """DBT-Q-02: of any colour."""
    play = lay(PLAIN, players=3, chips={"R": "5r 5b 6y"}, options=BANK).go("deal box", "give 6y")
    for wish in ("want 6r", "want 6b", "want 3y"):
        assert play.refused("R", wish) == R.DEAL_EMPTY_BOX
    assert play.refused("R", "want 5r 5b 3y") == R.DEAL_EMPTY_BOX


def test_who_gives_no_change() -> None:
    """DBT-Q-02: the box where players change among themselves, players where the box does, an empty chair."""
    lay(PLAIN, players=3, options=BANK).check({"refuses": {"R deal blue": "NO_DEALS", "R deal box": "legal"}})
    play = lay(PLAIN, players=3, options=PLAYERS)
    play.check({"refuses": {"R deal blue": "legal", "R deal box": "NO_DEALS", "R deal green": "EMPTY_CHAIR"}})


def test_once_everybody_was_asked_for_change_the_dice_are_next() -> None:
    """DBT-Q-02: one deal with each partner in a turn."""
    play = lay(PLAIN, large=FAR, options=PLAYERS)
    for partner in ("blue", "yellow", "green"):
        play.check({"phase": "ASK_OR_ROLL", "offers": [f"deal {partner}"]})
        play.go(f"deal {partner}", "decline")
    play.check({"phase": "ROLL"})


# ---------------------------------------------------------------- trade


def test_a_pass_given_is_the_partners() -> None:
    """DBT-Q-16, DBT-GATE-9: for one blue chip."""
    play = lay(PLAIN, options=TRADING).go("deal green", "give", "pass red", "want 1b", "decline", "accept")
    play.check({"passes": {"red": "G", "green": "G"}, "money": {"R": 135, "G": 115}, "asks": ["red"]})


def test_each_deal_begins_with_nothing_on_the_table() -> None:
    """DBT-Q-16: what one partner got is no part of the next deal, and what one refused is not either."""
    play = lay(PLAIN, options=TRADING).go("deal green", "give", "pass red", "want 1b", "decline", "accept")
    play.go("deal blue", "give 1y")  # no pass is left to give
    play.check({"phase": "WANT_CHIPS"})
    play.go("want 2b", "decline", "accept").check({"passes": {"red": "G", "blue": "B"}})
    play = lay(PLAIN, options=TRADING).go("deal green", "give 1r", "decline", "want", "pass green", "refuse")
    play.go("deal blue", "give 1r", "decline", "want", "decline", "accept")
    play.check({"passes": {"green": "G", "blue": "B"}, "money": {"R": 120, "B": 130}})


def test_who_has_one_pass_is_asked_for_it_and_who_has_none_is_not() -> None:
    """DBT-Q-16: whichever pass it is."""
    for colour in ("red", "blue", "yellow", "green"):
        rest = {c: "G" for c in ("red", "blue", "yellow", "green") if c != colour}
        play = lay(PLAIN, passes={**rest, colour: "B"}, options=TRADING).go("deal blue", "give 1r", "want")
        assert play.legal() == ["decline", f"pass {colour}"]
        play = lay(PLAIN, passes={**rest, colour: "R"}, options=TRADING).go("deal blue", "give 1r")
        assert play.legal() == ["decline", f"pass {colour}"]
        play.go("decline", "want").check({"phase": "DEAL_REPLY", "decides": "B"})


def test_who_buys_a_pass_needs_no_permission_any_more() -> None:
    """DBT-Q-16, DBT-GATE-9: of whatever colour the gate."""
    play = lay(PLAIN, options=TRADING).go("ask blue", "free")
    play.check({"granted": ["blue"]})
    play.go("deal blue", "give 1y", "decline", "want", "pass blue", "accept")
    play.check({"passes": {"blue": "R"}, "granted": [], "money": {"R": 100, "B": 150}})


def test_who_buys_a_pass_owes_no_toll_for_its_gate() -> None:
    """DBT-Q-12, DBT-Q-16: what was promised can be paid to another."""
    options = TRADING | {"toll_timing": "on_entry", "ask_scope": "any"}
    play = lay(PLAIN, chips={"R": "2r 1y"}, options=options).go("ask blue", "price 25", "pay 1y")
    play.go("deal blue", "give 2r", "decline", "want", "pass blue", "accept", "ask yellow", "price 25")
    play.check({"legal": ["decline", "chips 1y"]})


def test_chips_that_nobody_can_have_are_not_wanted() -> None:
    """DBT-Q-16, DBT-SET-10: with three players there are fifteen of red and blue, and six of yellow."""
    play = lay(PLAIN, players=3, options=TRADING).go("deal blue", "give", "decline")
    assert play.phase == "WANT_CHIPS"
    for most, one_more in (("15r", "16r"), ("15b", "16b"), ("6y", "7y")):
        assert int(GAME.plain.explain(play.p, 0, code_of(f"want {most}"))) == 0
        assert int(GAME.plain.explain(play.p, 0, code_of(f"want {one_more}"))) == R.DEAL_NOT_HELD
