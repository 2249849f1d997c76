"""Positions as JSON and as codes for links."""

from __future__ import annotations

import base64
import hashlib
import json
import string
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.table import Match, SeededDice, from_code, from_json, to_code, to_json
from parlour.table.codes import DICTIONARIES
from parlour.text import BadChoice, BadPosition, ParlourError
from tests.table.helpers import RACE, RACE_FOLDER, finish

PARCHEESI = parlour.load("parcheesi")
MIDDLE = {
    "game": "parcheesi",
    "turn": 1,
    "dice": [4, 2],
    "pawns": {"0": [36, 20, 28, 0], "1": [25, 16, 6, 0], "2": [39, 24, 4, 0], "3": [33, 16, 16, 15]},
}
OLD_CODE = "1qAb8mUPNQ9i8heIXYKQB4wEYRQZQbwAjCRgZZmA-yAPA6AVGmgmYD_IGMHJBkQWKL2QvAAA"
CODE = "2qAb8mUPNQ9i8heIXYKQB4wEYRQZQbwAjCRgZZmA-yAPA6AVGmgmYD_IGMHJBkQWKL2QvAAA"


def pack(data: bytes, crc: int | None = None, more: bytes = b"") -> str:
    """A code with any content."""
    press = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, DICTIONARIES["2"])
    packed = press.compress(data) + press.flush() + more
    check = zlib.crc32(packed) if crc is None else crc
    return "2" + base64.urlsafe_b64encode(check.to_bytes(4, "big") + packed).rstrip(b"=").decode()


def test_hand_written_json_becomes_a_position_and_a_code() -> None:
    game, position = from_json(MIDDLE)
    assert game.id == "parcheesi" and position.pawns[3].tolist() == [33, 16, 16, 15]
    assert to_json(game, position) == MIDDLE
    assert from_code(to_code(game, position)) == (game, position)


def test_codes_given_out_open_for_ever() -> None:
    """Frozen. If this fails, links that people keep no longer open: make a new format instead."""
    assert {format: hashlib.sha256(data).hexdigest() for format, data in DICTIONARIES.items()} == {
        "1": "a4884262738687b2556068d80f730148f2e3799a63fd34b60ab82c3cd3f787d6",
        "2": "e365a4627c2ae57bb1d67148400d581e26d9f09996c99b60042afedb00837371",
    }
    for code in (OLD_CODE, CODE):
        game, position = from_code(code)
        assert to_json(game, position) == MIDDLE
    assert to_code(game, position) == CODE


@pytest.mark.parametrize(
    ("game", "longest"),  # Tri-Trac's trail of moves is part of the position, and hardly to be foretold
    [("parcheesi", 110), ("pollyanna", 110), ("doubleswild", 220), ("doubletrack", 350), ("tritrac", 800)],
)
def test_codes_are_short_and_fit_a_link(game: str, longest: int) -> None:
    match = finish(Match.new(game, dice=SeededDice(2)))
    made = [to_code(match.game, match.at(ply)) for ply in range(0, match.ply + 1, 3)]
    assert max(map(len, made)) < longest
    assert set("".join(made)) <= set(string.ascii_letters + string.digits + "-_")


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_damaged_code_is_refused(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(CODE) - 1))
    char = data.draw(st.characters().filter(lambda c: c != CODE[at] and not c.isspace()))
    for damaged in (CODE[:at] + char + CODE[at + 1 :], CODE[:at] + CODE[at + 1 :], CODE[:at]):
        with pytest.raises(BadChoice):
            from_code(damaged)


@settings(max_examples=200, deadline=None)
@given(
    st.text(max_size=80)
    | st.text(string.ascii_letters + string.digits + "-_", max_size=80).map(CODE[0].__add__)
)
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(ParlourError):
        from_code(text)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("", "not the code"),
        ("x" * 5000, "not the code"),
        ("3abc", "later Parlour"),
        ("abc", "begin with 2"),
        (pack(b'{"game":"parcheesi"}', crc=7), "damaged"),
        (pack(b'{"game":"parcheesi"}', more=b"and more"), "damaged"),
        (pack(b"not json"), "damaged"),
        (pack(b"[" * 15_000), "damaged"),
        (pack(b"\xff"), "damaged"),
        (pack(b" " * 2_000_000), "damaged"),
        (pack(b"[]"), "JSON object"),
        (pack(b"{}"), "“game” must say"),
        (pack(b'{"game":"parchesi"}'), "Did you mean parcheesi?"),
        (pack(json.dumps({"game": RACE_FOLDER}).encode()), "There is no game"),  # runs nobody's code
    ],
)
def test_codes_are_refused_with_a_reason(code: str, said: str) -> None:
    with pytest.raises(ParlourError) as caught:
        from_code(code)
    assert said in str(caught.value)


def test_spaces_around_a_code_do_not_matter() -> None:
    assert from_code(f"  {CODE}\n") == from_code(CODE)


def test_json_is_refused_with_every_reason_at_once() -> None:
    with pytest.raises(BadPosition) as caught:
        from_json({**MIDDLE, "turn": 9, "hat": 1, "dice": [4]})
    assert len(caught.value.reasons) >= 3
    with pytest.raises(BadPosition, match="“game” must say"):
        from_json({"pawns": {}})
    with pytest.raises(BadPosition, match="“game” must say"):
        from_json({**MIDDLE, "game": 5})
    with pytest.raises(BadChoice, match="This is a position of"):
        from_json({**MIDDLE, "game": "race"}, PARCHEESI)
    without = {key: value for key, value in MIDDLE.items() if key != "game"}
    assert from_json(without, PARCHEESI)[1] == from_json(MIDDLE)[1]


def test_a_position_on_a_board_of_ones_own_says_so(tmp_path: Path) -> None:
    board = tmp_path / "short.toml"
    board.write_text("goal = 8\nlong_goal = 9\n")
    game = parlour.load(RACE_FOLDER, board)
    data = to_json(game, game.new(2))
    assert len(data["board"]) == 12 and json.dumps(data)
    assert from_code(to_code(game, game.new(2)), game) == (game, game.new(2))
    with pytest.raises(BadPosition, match="another board"):
        from_code(to_code(game, game.new(2)), RACE)
    with pytest.raises(BadPosition, match="another board"):
        from_json(to_json(RACE, RACE.new(2)), game)
