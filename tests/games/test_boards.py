"""Board files of one's own: what is wrong with one is said in words, all of it at once."""

from __future__ import annotations

import gc
import os
import shutil
import sys
from pathlib import Path

import pytest

import parlour
from parlour.games import board_cache, boards
from parlour.text import BadBoard, BadChoice

CELLAR = Path(__file__).parents[1] / "rules" / "cellar"

WRONG = [
    ("loop = 68", "", ["track.loop is missing (usually 68)."]),
    ("path_length", "path_lenght", ["track.path_length is missing", "Did you mean path_lenght?"]),
    ("[track]", "", ["the section [track] is missing."]),
    ("loop = 68", 'loop = "x"', ['track.loop = "x" is not a whole number.']),
    ("loop = 68", "loop = 68.5", ["track.loop = 68.5 is not a whole number."]),
    ("loop = 68", "loop = true", ["track.loop = true is not a whole number."]),
    ("[0, 7, 12]", '"all"', ['track.safe_offsets = "all" is not a list of whole numbers.']),
    ("[0, 7, 12]", "[0, 7, true]", ["track.safe_offsets = [0, 7, true] is not a list of whole numbers."]),
    ('name = "Parcheesi"', "name = 3", ["name = 3 is not text in quotes."]),
    ("loop = 68", "loop = " + "[" * 2000, ["is not a TOML file"]),
]


def own_board() -> str:
    return (parlour.load("parcheesi").folder / "board.toml").read_text("utf-8")


def refusal(text: str, folder: Path) -> str:
    file = folder / "mine.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadBoard) as refused:
        parlour.load("parcheesi", file)
    return str(refused.value)


@pytest.mark.parametrize(("old", "new", "said"), WRONG, ids=lambda value: str(value)[:20])
def test_a_board_file_in_another_form_is_refused(old: str, new: str, said: list[str], tmp_path: Path) -> None:
    assert old in own_board()
    told = refusal(own_board().replace(old, new), tmp_path)
    assert "mine.toml is not a" in told
    for words in said:
        assert words in told


def test_a_file_that_is_no_text_is_refused_in_plain_words(tmp_path: Path) -> None:
    file = tmp_path / "photo.toml"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    with pytest.raises(BadBoard) as refused:
        parlour.load("parcheesi", file)
    assert "photo.toml is not a text file" in str(refused.value)
    assert "codec" not in str(refused.value)


def test_every_fault_is_named_at_once(tmp_path: Path) -> None:
    told = refusal(own_board().replace("loop = 68", "").replace("arm = 17", 'arm = "x"'), tmp_path)
    assert "track.loop is missing" in told
    assert "track.arm" in told


def test_texts_may_be_left_out(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(own_board().replace('name = "Parcheesi"', ""), "utf-8")
    assert parlour.load("parcheesi", file).rules.LOOP == parlour.load("parcheesi").rules.LOOP


def test_boards_that_come_with_a_game_are_chosen_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "cellar"
    shutil.copytree(CELLAR, folder, ignore=shutil.ignore_patterns("__pycache__"))
    assert boards(folder) == {}
    short = folder / "boards" / "short.toml"
    short.parent.mkdir()
    short.write_text((folder / "board.toml").read_text("utf-8").replace("rounds = 4", "rounds = 2"), "utf-8")
    assert boards(folder) == {"Cellar": None, "short": short}
    assert parlour.load(str(folder), "short").rules.ROUNDS == 2
    assert parlour.load(str(folder), "Cellar").rules.ROUNDS == 4
    with pytest.raises(BadChoice) as refused:
        parlour.load(str(folder), "shirt")
    assert "There is no board “shirt”; choose one of: Cellar, short." in str(refused.value)
    with pytest.raises(BadBoard) as unread:
        parlour.load(str(folder), tmp_path / "none.toml")
    assert "none.toml cannot be read" in str(unread.value)


def test_boards_that_nobody_uses_leave_the_memory(tmp_path: Path) -> None:
    """A server is sent one after the other by strangers."""

    def at_home() -> set[str]:
        gc.collect()
        return {
            ".".join(n.split(".")[:3]) for n in sys.modules if n.startswith("parlour.games.doubleswild__")
        }

    def on(markers: int) -> parlour.Game:
        file = tmp_path / f"{markers}.toml"
        text = (parlour.load("doubleswild").folder / "board.toml").read_text("utf-8")
        file.write_text(text.replace("2 = 24", f"2 = {markers}"), "utf-8")
        game = parlour.load("doubleswild", file)
        assert game.rules.MARKERS[2] == markers
        return game

    first = on(1)
    for markers in range(2, 2 + board_cache.MOST):
        on(markers)
    assert len(at_home()) == board_cache.MOST + 1, "the first is still in use"
    assert on(1) is first and str(first.words.TITLE) == "Doubles Wild"
    del first
    for markers in range(20, 20 + board_cache.MOST):
        on(markers)
    assert len(at_home()) == board_cache.MOST


def test_what_never_ends_is_no_board(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for never in (pipe, Path("/dev/zero")):
        with pytest.raises(BadBoard, match="is no file: it is a pipe or a device"):
            parlour.load("tritrac", never)
