"""The board is data: what another file may change, and what it may not."""

from __future__ import annotations

from pathlib import Path

import pytest

import parlour
from parlour.text import BadBoard
from tests.rulebook.doubleswild.support import GAME

OWN = (GAME.folder / "board.toml").read_text("utf-8")


def other(folder: Path, *changes: tuple[str, str]) -> Path:
    """The game's own board with some lines changed."""
    text = OWN
    for old, new in changes:
        assert text.count(f"\n{old}") == 1
        text = text.replace(f"\n{old}", f"\n{new}")
    file = folder / f"board{len(list(folder.iterdir()))}.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_markers_are_the_board_s(tmp_path: Path) -> None:
    """DBW-Q-42, DBW-SETUP-6: the printed 16 for three, and 18 for a table that wants them."""
    assert GAME.new(3).supply.tolist() == [16, 16, 16, 0]
    game = parlour.load("doubleswild", other(tmp_path, ("3 = 16", "3 = 18")))
    assert game.new(3).supply.tolist() == [18, 18, 18, 0]
    assert game.new(2).supply.tolist() == [24, 24, 0, 0]


def test_every_fault_is_named(tmp_path: Path) -> None:
    """DBW-COMP-1, DBW-OBJ-1, DBW-COMP-2, DBW-BATTLE-5: all of them at once."""
    changes = [("first = 3", "first = 2"), ("row = 3", "row = 4"), ("pair = 2", "pair = 3")]
    changes += [("rounds = 3", "rounds = 0"), ("2 = 24", "2 = 41"), ("4 = 12", "4 = 0")]
    changes += [("3 = 16", f"3 = {10**30}")]
    with pytest.raises(BadBoard) as caught:
        parlour.load("doubleswild", other(tmp_path, *changes))
    said = str(caught.value)
    for part in (
        "3 to 11",
        "row = 4",
        "two dice make a pair",
        "rounds = 0",
        "41 markers",
        "0 markers",
        "0000 markers",
    ):
        assert part in said, (part, said)


@pytest.mark.parametrize(("players", "most"), [(2, 40), (3, 26), (4, 20)])
def test_one_square_always_stays_vacant(tmp_path: Path, players: int, most: int) -> None:
    """DBW-Q-08: with as many markers as squares a game might never end."""
    old = {2: "2 = 24", 3: "3 = 16", 4: "4 = 12"}[players]
    game = parlour.load("doubleswild", other(tmp_path, (old, f"{players} = {most}")))
    assert game.new(players).supply[0] == most
    with pytest.raises(BadBoard, match=f"1..{most}"):
        parlour.load("doubleswild", other(tmp_path, (old, f"{players} = {most + 1}")))
