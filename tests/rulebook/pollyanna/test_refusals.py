"""A refused move names the clause that forbids it."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from parlour.text import Reason
from tests.rulebook.harness import Form, Walk
from tests.rulebook.pollyanna.crowds import HOUSE_RULES, TABLES, crowd
from tests.rulebook.pollyanna.support import GAME, lay

PLAIN = Form(GAME, "plain")
CLAUSES = set(re.findall(r"^\*\*(POL-[A-Z]+-\d+)\*\*", GAME.rulebook.read_text("utf-8"), re.MULTILINE))


def reason(walk: Walk, note: str, seat: int | None = None) -> Reason | None:
    """What the table answers to this wish of the player on turn."""
    p = walk.position
    for code in range(GAME.plain.ACTIONS):
        if GAME.words.notation(p, code).partition("#")[0] == note:
            why: Reason | None = GAME.why_not(p, walk.turn if seat is None else seat, code)
            return why
    raise AssertionError(f"{note} is not the name of anything at {walk}")


REFUSED: list[tuple[str, dict[str, Any], str, str, str]] = [
    # my pieces, the others', the throw and what was played of it, the wish, the clauses that forbid it
    ("20 H H H", {"a": "@24 @24"}, "5-3", "20+5", "BLOCK-2"),
    ("10 12 12 H", {}, "4-1", "10+4", "BLOCK-2"),
    ("20 H H H", {"a": "@25 @25"}, "5-3", "20+5", "BLOCK-3"),
    ("10 12 12 12", {}, "2-1", "10+2", "Q-10 BLOCK-3"),
    ("17 H H H", {"b": "@20 @20", "mode": "usual"}, "5-1", "17+5", "PART-2 BLOCK-2"),
    ("17 30 H H", {"b": "@20 @20", "mode": "usual"}, "3-1 17+3", "20+1", "Q-28 BLOCK-3"),
    ("6 H H H", {"a": "@9"}, "4-3", "6+3", "SAFE-2"),
    ("T1.2 20 H H", {"b": "@T1.3"}, "2-1", "T1.2+1", "TO-3"),
    ("T1.2 20 H H", {"b": "@T1.3"}, "2-1", "T1.2+2", "TO-3"),
    ("T1.6 20 H H", {"b": "@19 @19"}, "3-1", "T1.6+3", "BLOCK-2 TO-4"),
    ("55 57 20 H", {}, "2-1", "55+2", "HOME-3"),
    ("55 57 20 H", {}, "4-1", "55+4", "HOME-3"),
    ("58 20 H H", {}, "6-4", "58+4", "HOME-4"),
    ("C C 20 H", {"c": "@0 @0"}, "6-2", "START6", "ENTER-7"),
    ("C C 20 H", {"c": "@0 @0"}, "5-1", "START=", "ENTER-7"),
    ("C C C 20", {}, "5-3", "START6", "ENTER-1 DICE-2 DICE-3"),
    ("C C C 20", {}, "6-3", "20+6", "ENTER-2"),
    ("C C C 20", {}, "6-3", "20+3", "ENTER-3 Q-07"),
    ("C C C 20", {"a": "@25"}, "5-1", "20+5", "ENTER-2 Q-06"),
    ("58 10 H H", {"b": "@13 @13"}, "3-2", "58+2", "Q-14 DICE-3"),
    ("20 5 H H", {"a": "@25"}, "5-3 20+5", "5+3", "CAP-2 Q-17"),
    ("20 C H H", {"a": "@22"}, "2-1 20+2", "START6", "Q-20 CAP-2 Q-17 ENTER-1"),
    ("50 5 H H", {"a": "@52"}, "2-1 50+2", "R10:52", "HOME-4"),
    ("8 H H H", {"c": "@10", "b": "@17 @17"}, "2-1 8+2", "R10:10", "BLOCK-2"),
    ("20 H H H", {}, "5-3", "R10:20", "CAP-2"),
    ("20 H H H", {}, "5-3", "pass", "DICE-3"),
    ("20 H H H", {}, "5-3", "20+4", "DICE-2 DICE-3"),
    # house rules
    (
        "48 H H H",
        {"a": "@51", "reward_into_home": "no", "reward_timing": "any"},
        "3-2 48+3",
        "R10:51",
        "Q-21",
    ),
    ("7 H H H", {"b": "@10", "reward_mandatory": "yes"}, "3-1 7+3", "pass", "Q-16"),
    ("56 H H H", {"single_die_choice": "higher"}, "5-4", "56+4", "Q-13"),
    ("0 0 0 C", {"start_respects_max_stack": "yes"}, "4-2", "START=", "Q-11"),
    ("20 30 H H", {"sum_is_one_move": "yes"}, "5-3 20+5", "25+3", "Q-12"),
    ("59 C H H", {"sum_six_optional": "yes"}, "4-2", "59+2", "DICE-3"),
    ("41 H H H", {"a": "@46", "reward_must_save_die": "yes"}, "6-5 41+5", "R10:46", "Q-15"),
]


@pytest.mark.parametrize(("me", "others", "steps", "wish", "clauses"), REFUSED)
def test_the_clause_that_forbids_it(
    me: str, others: dict[str, Any], steps: str, wish: str, clauses: str
) -> None:
    walk = lay(PLAIN, me, **others).go(*steps.split())
    assert wish not in walk.notes()
    why = reason(walk, wish)
    assert why is not None and why.clause in [f"POL-{c}" for c in clauses.split()], str(why)


def test_not_on_turn() -> None:
    """POL-TURN-1."""
    why = reason(lay(PLAIN, "20 H H H").go("5-3"), "20+5", seat=1)
    assert why is not None and why.clause == "POL-TURN-1"


def test_every_answer_is_right() -> None:
    """Allowed if and only if legal, and every clause named is in the rulebook."""
    rng = random.Random("refusals")
    named = set()
    for number in range(80):
        house_rules = {n: c for n, c in HOUSE_RULES.items() if number % 2 and rng.random() < 0.3}
        walk = Walk.build(PLAIN, crowd(rng, rng.choice(list(TABLES.values())), house_rules))
        walk.roll(rng.randint(1, 6), rng.randint(1, 6))
        while walk.actor >= 0:
            legal = walk.form.legal(walk.position)
            for code in range(GAME.plain.ACTIONS):
                why = GAME.why_not(walk.position, walk.turn, code)
                assert (why is None) == (code in legal), (code, str(walk))
                if why is not None:
                    assert why.clause in CLAUSES and str(why.text), why
                    named.add(why.clause)
            walk.position = walk.form.apply(walk.position, rng.choice(legal))
    assert len(named) > 15  # many kinds of refusals were met
