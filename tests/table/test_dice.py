"""The three sources of chance."""

from __future__ import annotations

import hashlib
import hmac
import json

import pytest

from parlour.table import CheckableDice, Match, SeededDice, TypedDice
from parlour.table.dice import from_description, pick
from parlour.text import BadChoice, ParlourError
from tests.table.helpers import RACE, finish


def test_the_same_seed_gives_the_same_game() -> None:
    games = [finish(Match.new(RACE, 2, dice=SeededDice(seed))) for seed in (7, "7", " 7 ", 8)]
    logs = [[event.text for event in game.events] for game in games]
    assert logs[0] == logs[1] == logs[2] != logs[3]


def test_seeded_dice_never_change() -> None:
    """Frozen: these numbers are part of what a seed means in every later release."""
    assert [SeededDice(7).ticket("any", [], roll, 36) for roll in range(1, 11)] == [
        9,
        23,
        21,
        24,
        17,
        27,
        19,
        22,
        15,
        22,
    ]
    assert SeededDice("Grüße").ticket("", [], 1, 1000) == 995


def test_a_ticket_is_made_as_documented() -> None:
    """The recipe of dice.py done by hand, once, with text that JSON writes in its own way."""
    secret = bytes(range(32))
    added = [(2, 'a "quoted" secret \\ ü'), (0, "💎")]
    message = '["parlour-dice-1","0123456789abcdef",[[2,"a \\"quoted\\" secret \\\\ ü"],[0,"💎"]],3,0]'
    number = int.from_bytes(hmac.new(secret, message.encode(), hashlib.sha256).digest()[:4], "big")
    assert CheckableDice(secret).ticket("0123456789abcdef", added, 3, 36) == number % 36
    assert json.loads(message)[2][0][1] == added[0][1]
    rolls = [CheckableDice(secret).ticket("0123456789abcdef", added, roll, 36) for roll in range(1, 8)]
    assert rolls == [26, 29, 13, 26, 17, 28, 24]  # as JSON.stringify and WebCrypto give them


def test_tickets_are_uniform() -> None:
    """Chi-square of 36 000 tickets; 35 degrees of freedom, p = 0.001 at 66.6. Fixed, so it cannot flicker."""
    counts = [0] * 36
    for roll in range(36_000):
        counts[pick(b"uniform", "m", [], roll, 36)] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in counts) < 66.6


def test_numbers_that_would_favour_low_tickets_are_rejected() -> None:
    """With 3 * 2**30 tickets a quarter of all numbers is rejected. Were they folded back instead, the
    lowest third would come up half of the time."""
    tickets = 3 * 2**30
    low = sum(pick(b"reject", "m", [], roll, tickets) < 2**30 for roll in range(6_000))
    assert abs(low - 2_000) < 150
    first = [int.from_bytes(_digest(b"reject", roll)[:4], "big") for roll in range(100)]
    assert any(n >= tickets for n in first)
    for roll, n in enumerate(first):
        if n < tickets:
            assert pick(b"reject", "m", [], roll, tickets) == n


def _digest(key: bytes, roll: int) -> bytes:
    return hmac.digest(key, f'["parlour-dice-1","m",[],{roll},0]'.encode(), "sha256")


def test_checkable_dice_promise_before_they_show() -> None:
    dice = CheckableDice()
    assert dice.secret is not None and len(dice.secret) == 32
    assert dice.commitment == hashlib.sha256(dice.secret).hexdigest()
    assert dice.keeps_promise(dice.secret) and not dice.keeps_promise(bytes(32))
    assert CheckableDice().commitment != dice.commitment
    assert dice.describe() == {"kind": "checkable", "commitment": dice.commitment}
    with pytest.raises(BadChoice, match="32 bytes"):
        CheckableDice(b"short")


def test_every_seats_secret_changes_what_falls() -> None:
    secret = bytes(32)
    plain = [CheckableDice(secret).ticket("m", [], roll, 36) for roll in range(50)]
    ours = [CheckableDice(secret).ticket("m", [(0, "x")], roll, 36) for roll in range(50)]
    theirs = [CheckableDice(secret).ticket("m", [(1, "x")], roll, 36) for roll in range(50)]
    assert plain != ours != theirs != plain


def test_dice_are_described_and_come_back() -> None:
    for dice in (SeededDice("x"), CheckableDice(), TypedDice()):
        again = from_description(dice.describe())
        assert type(again) is type(dice) and again.describe() == dice.describe()
        assert type(dice.again(3)) is type(dice)
    with pytest.raises(ParlourError, match="not here"):
        from_description(CheckableDice().describe()).ticket("m", [], 1, 6)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"kind": "loaded"},
        {"kind": ["seeded"]},
        {"kind": "seeded"},
        {"kind": "seeded", "seed": -1},
        {"kind": "typed", "seed": 1},
        {"kind": "checkable", "commitment": "abc"},
        {"kind": "checkable", "commitment": 5},
    ],
)
def test_dice_that_cannot_be_are_refused(data: dict[str, object]) -> None:
    with pytest.raises(BadChoice):
        from_description(data)
