"""The plain text board: it fits the screen, and shows every piece where it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.draw import characters
from parlour.rules.kit import CHANCE, OVER
from parlour.table import Match, SeededDice
from parlour.text import BadBoard
from tests.draw.boards import USUAL, changed


def _fits(text: str) -> bool:
    lines = text.splitlines()
    return max(map(len, lines)) <= 79 and len(lines) <= 45


def _only(name: str, place: int) -> Any:
    """Two players; seat 0 has one piece on this place, all others wait."""
    game = parlour.load(name)
    position = game.new(2)
    waiting = position.pawns if name == "parcheesi" else position.pieces
    waiting[0, 0] = place
    return position


@pytest.mark.parametrize("name", USUAL)
def test_the_empty_board_fits_the_screen(name: str) -> None:
    text = characters.render(parlour.load(name))
    assert _fits(text)
    assert "\x1b" not in text and "\t" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


@pytest.mark.parametrize("name", USUAL)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_fit_the_screen(name: str, players: int) -> None:
    game = parlour.load(name)
    random = np.random.default_rng(7)
    position = game.new(players)
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    step = 0
    while (actor := game.plain.actor(position)) != OVER:
        if step % 40 == 0:
            text = characters.render(game, position)
            assert _fits(text)
            listed = [line for line in text.splitlines() if line[2:].split(" (")[0] in _names(game)]
            assert len(listed) == players
            if actor != CHANCE:
                assert [line.startswith(">") for line in listed].index(True) == game.seats(position).index(
                    actor
                )
        count = game.plain.legal(position, out)
        game.plain.apply(position, int(out[random.integers(count)]))
        step += 1
    assert _fits(characters.render(game, position))


def _names(game: Any) -> set[str]:
    return {str(name) for name in game.words.SEAT_NAMES}


@pytest.mark.parametrize("name", USUAL)
def test_a_piece_is_seen_on_every_place(name: str) -> None:
    game = parlour.load(name)
    letter = game.words.SEAT_LETTERS[0]
    seen = set()
    for place in range(game.rules.SPACE.shape[1] - 1):
        text = characters.render(game, _only(name, place))
        if place != game.rules.HOME:
            assert len(re.findall(rf"[│┤] ?{letter}\d{{0,2}} ?[│├]", text)) == 1, place
        else:
            assert f"{letter}1" in text
        seen.add(text)
    assert len(seen) == game.rules.SPACE.shape[1] - 1


def test_numbers_are_counted_by_the_seat_on_turn() -> None:
    game = parlour.load("parcheesi")
    position = _only("parcheesi", 20)
    position.turn = 0
    assert "b17" in characters.render(game, position)
    position.turn = 2
    assert "b51" in characters.render(game, position)


@pytest.mark.parametrize(
    ("stack", "shown"),
    [
        ({2: 1}, "R"),
        ({0: 2}, "YY"),
        ({0: 3}, "YYY"),
        ({0: 4}, "Y×4"),
        ({0: 2, 2: 1}, "YYR"),
        ({0: 3, 2: 3}, "RY+"),
    ],
)
def test_crowds_fit_their_space(stack: dict[int, int], shown: str) -> None:
    game = parlour.load("pollyanna")
    position = game.new(4)
    for seat, count in stack.items():
        place = next(p for p in range(60) if game.scene.module.space_id(seat, p) == "broadway-6")
        position.pieces[seat, :count] = place
    assert f"│{shown:^3}│" in characters.render(game, position)


@pytest.mark.parametrize(
    ("name", "changes", "why"),
    [
        ("pollyanna", {"path_length": 9}, "side by side"),
        ("pollyanna", {"turnout_length": 12}, "side by side"),
    ],
)
def test_a_board_too_large_for_the_screen_says_so(
    name: str, changes: dict[str, Any], why: str, tmp_path: Path
) -> None:
    with pytest.raises(BadBoard, match=why):
        characters.render(changed(name, changes, tmp_path))


def test_a_board_wider_than_the_screen_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(characters, "WIDEST", 60)
    with pytest.raises(BadBoard, match="too wide"):
        characters.render(parlour.load("parcheesi"))


def _words_of(text: str) -> set[str]:
    """Numbers and names, without the signs and letters that stand with them: *T2 is T2, b39 is 39 as well."""
    found = set(re.findall(r"[^\W_]+", text))
    return found | {word[1:] for word in found}


@pytest.mark.parametrize("name", parlour.names())
def test_the_drawing_has_every_place_that_words_name(name: str) -> None:
    """The words printed on a space are read on it, or in the legend; a place in the name of a move is drawn
    by its letters and numbers, or is counted from one that is."""
    game = parlour.load(name)
    random = np.random.default_rng(5)
    match = Match.new(game, max(game.rules.SEATS), dice=SeededDice(5))
    spaces = game.scene.board().spaces.values()
    places = {called for space in spaces for called in space.called if not called.isdecimal()}
    # what lies beside the board: pieces that wait or are home
    places -= {
        called for space in spaces if space.kind in ("start", "home", "hand") for called in space.called
    }
    shown = characters.render(game, match.position)
    while not match.over and match.ply < 150:
        position, said = match.position, [str(game.words.asks(match.position))]
        if match.actor == CHANCE:
            match.roll()
        else:
            moves = match.legal()
            said += [str(move.offer) for move in moves]
            said += map(str, game.words.status(position, match.actor))
            match.play(match.actor, moves[random.integers(len(moves))].code)
        said.append(str(match.story()[-1]))
        before, shown = shown, characters.render(game, match.position)
        board = shown + before
        assert {
            quoted for text in said for quoted in re.findall("“(.*?)”", text) if quoted not in board
        } == set()
    drawn = _words_of(characters.render(game, match.position))
    parts = {part for place in places for part in re.findall(r"[^\W_]+", place)}
    assert parts <= drawn


def test_each_gate_of_doubletrack_says_whose_it_is_and_who_holds_its_pass() -> None:
    game = parlour.load("doubletrack")
    match = Match.new(game, 3, dice=SeededDice(1))
    while match.actor == CHANCE:
        match.roll()
    board = characters.render(game, match.position)
    assert re.findall(r"│([RBYG]:[-RBYG])│", board) == ["B:B", "Y:Y", "R:R", "G:-"]
    assert all(
        f"[{colour[0].upper()}] Take the {colour} pass" in board for colour in ("red", "blue", "green")
    )
    assert max(map(len, board.splitlines())) <= characters.WIDEST
