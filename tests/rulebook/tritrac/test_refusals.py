"""A refused action names the reason, and the clause that forbids it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests.rulebook.harness import Form, forms
from tests.rulebook.tritrac.support import BOARDS, GAME, GAMES, SEATS, Walk, both_forms, lay, names, new

TILES = "Oa1d/B Ob1u/H Yb2u/H Yd4d/F Nc2d/H"
REFUSED: list[tuple[dict[str, Any], str, str, str]] = [
    # the position, the wish, the reason, the clause that forbids it
    ({"tiles": TILES}, "Ob2u/H", "OCCUPIED", "MOVE-1"),
    ({"tiles": TILES}, "Oc2d/B", "OCCUPIED", "MOVE-1"),
    ({"tiles": TILES}, "a1d-b1u/H", "OCCUPIED", "MOVE-1 MOVE-2"),
    ({"tiles": TILES}, "c2d-a1d/H", "OCCUPIED", "MOVE-1 MOVE-2"),
    ({"tiles": TILES}, "a1d/B", "NULL", "PASS-1"),
    ({"tiles": TILES}, "c2d/H", "NULL", "PASS-1"),
    ({"tiles": TILES}, "b1u/B", "OFF_BOARD", "OFF-1"),
    ({"tiles": TILES}, "Oc1u/F", "OFF_BOARD", "OFF-1"),
    ({"tiles": TILES}, "a1d-a1u/B", "OFF_BOARD", "OFF-1"),
    ({"tiles": TILES}, "c2d-a4d/F", "OFF_BOARD", "OFF-1"),
    ({"tiles": TILES}, "b2u/B", "THEIRS", "OPP-1"),
    ({"tiles": TILES}, "d4d-a1u/F", "THEIRS", "OPP-1"),
    ({"tiles": TILES}, "c1d/H", "NO_TILE", "MOVE-2 MOVE-3"),
    ({"tiles": TILES}, "c1d-c2u/H", "NO_TILE", "MOVE-2"),
    ({"tiles": TILES, "lock": "Y"}, "c2d/B", "BARRED", "NEUTRAL-3"),
    ({"tiles": TILES, "lock": "Y"}, "c2d-c2u/B", "BARRED", "NEUTRAL-3"),
    ({"tiles": TILES, "ply": 3}, "a1d/H", "SECOND_TURN", "FIRST-2"),
    ({"tiles": "Oa1u/F Oa2u/F Oa3u/F Ob1u/H Oc1u/H Od1u/H Od2d/F Nc2d/H"}, "Oc2u/H", "HAND_EMPTY", "MOVE-1"),
    ({"tiles": TILES, "move_keeps_orientation": "yes"}, "a1d-c2u/H", "TURNED", "Q-08"),
]


@both_forms
@pytest.mark.parametrize(("where", "wish", "reason", "clauses"), REFUSED)
def test_the_reason_and_its_clause(
    form: Form, where: dict[str, Any], wish: str, reason: str, clauses: str
) -> None:
    """TRI-MOVE-1, TRI-MOVE-2, TRI-MOVE-3, TRI-PASS-1, TRI-OFF-1, TRI-OPP-1, TRI-NEUTRAL-3, TRI-FIRST-2,
    TRI-Q-08."""
    walk = lay(form, **where)
    assert not walk.offers(wish)
    assert walk.refusal(wish) == reason
    why = GAME.why_not(walk.position, walk.position.turn, walk.action(wish))
    assert why is not None and why.clause in [f"TRI-{c}" for c in clauses.split()], str(why)


@both_forms
def test_the_first_turns(form: Form) -> None:
    """TRI-NEUTRAL-1, TRI-FIRST-1: nothing but the neutral tile on the centre, then only a tile placed."""
    walk = new(form)
    assert walk.refusal("Na1d/H") == "NOT_CENTRE"
    assert walk.refusal("c2d/H") == walk.refusal("c2d-c2u/H") == "NEUTRAL_FIRST"
    walk.go("Nc2d/H")
    assert walk.refusal("c2d/B") == walk.refusal("c2d-c2u/H") == walk.refusal("a1d/H") == "MUST_PLACE"
    for p, wish in [(new(form), "Na1d/H"), (new(form), "c2d/H"), (walk, "c2d/B")]:
        why = GAME.why_not(p.position, p.position.turn, p.action(wish))
        assert why is not None and why.clause in ("TRI-NEUTRAL-1", "TRI-FIRST-1")


@both_forms
def test_the_rib_is_named(form: Form) -> None:
    """TRI-OFF-1: the code says which side of the tile would meet a rib."""
    walk = lay(form, TILES)
    for wish, rib in [("Oc1u/F", "H"), ("Oa2u/H", "F"), ("Oa1u/B", "F"), ("Oa1u/H", "F"), ("Oa4d/B", "H")]:
        code = form._ask("refusal", walk.position, 0, walk.action(wish))
        assert divmod(code, names(GAME).PLACE) == ("HBF".index(rib), names(GAME).OFF_BOARD)


def test_a_light_arrow_cannot_be_blocked() -> None:
    """TRI-HINT-2, TRI-Q-23: no rib is in the way, but the board leaves the side out."""
    game = GAMES["hex2_unblockable"]
    walk = Walk(forms(game)[0], game.new()).go("Nc2d/H")
    assert walk.refusal("Ya4d/H") == "NO_BLOCK"
    why = game.why_not(walk.position, walk.position.turn, walk.action("Ya4d/H"))
    assert why is not None and why.clause in ("TRI-HINT-2", "TRI-Q-23")


@both_forms
def test_not_on_turn_and_after_the_end(form: Form) -> None:
    """TRI-TURN-1, TRI-MOVE-5, TRI-WIN-2; TT-56: after the end every code is refused, to both."""
    walk = lay(form, TILES)
    assert walk.refusal("a1d/H", seat="Y") == "NOT_YOUR_TURN"
    rules = names(GAME)
    assert form._ask("refusal", walk.position, 0, rules.ACTIONS) == rules.NO_SUCH_ACTION
    assert form._ask("refusal", walk.position, 0, -1) == rules.NO_SUCH_ACTION
    assert form._ask("refusal", walk.position, 0, 0) == rules.NO_TILE  # the first code there is
    over = lay(form, "Ya4u/B Ya3d/F Ya3u/F Ya2d/F Ya2u/F Ya1d/F Nb3u/H").go("Oa1u/F")
    assert form.legal(over.position) == []
    for seat in range(2):
        for action in range(0, rules.ACTIONS, 7):
            assert form._ask("refusal", over.position, seat, action) == rules.GAME_OVER


@pytest.mark.parametrize("board", BOARDS)
def test_every_answer_is_right(board: str) -> None:
    """Nothing forbids it if and only if it is legal; every clause named is in the rulebook. TRI-PASS-1: no
    code is a pass."""
    game = GAMES[board]
    clauses = set(re.findall(r"^\*\*(TRI-[A-Z]+-\d+)\*\*", game.rulebook.read_text("utf-8"), re.MULTILINE))
    rng = random.Random(f"refusals {board}")
    named = set()
    for options in ({}, {"move_keeps_orientation": "yes", "allow_null": "yes"}):
        walk = Walk(forms(game)[0], game.new(2, options))
        for turn in range(24):
            legal = walk.form.legal(walk.position)
            if not legal:
                break
            if turn % 3 == 0 or turn < 4:
                listed = set(legal)
                wrong = [a for a in range(game.plain.ACTIONS) if bool(explained(walk, a)) == (a in listed)]
                assert wrong == [], str(walk)
                for action in rng.sample(range(game.plain.ACTIONS), 40):
                    why = game.why_not(walk.position, walk.position.turn, action)
                    assert (why is None) == (action in legal)
                    if why is not None:
                        assert why.clause in clauses and str(why.text), why
                        named.add(why.clause)
            walk.position = walk.form.apply(walk.position, rng.choice(legal))
    assert len(named) >= 7, named


def explained(walk: Walk, action: int) -> int:
    return int(walk.game.plain.explain(walk.position, walk.position.turn, action))


def test_seats_are_the_colours() -> None:
    """TRI-SETUP-1: chair 0 plays orange, chair 1 yellow."""
    assert "".join(GAME.words.SEAT_LETTERS) == SEATS
