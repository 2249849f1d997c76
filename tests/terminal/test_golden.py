"""The end of a game of Parcheesi, as the people at the keyboard saw it.

The transcript is there to be read. When the words change on purpose, write it anew with
PARLOUR_REFRESH=1 and read what changed.
"""

from __future__ import annotations

import os
from pathlib import Path

from tests.terminal.shell import converse

GOLDEN = Path(__file__).parent / "golden" / "anna_and_ben.txt"
START = '{"pawns": {"0": ["H", "H", 41, 62], "2": ["H", "H", "@45", "@27"]}, "turn": 0}'
# Anna sees the capture, thinks better of it, and is caught herself two rolls later.
TYPED = [
    *("", "board", "why 62+6", "62+5", "undo", "41+4", "undo", "41+5", "1"),
    *("", "1", "1"),
    *("", "1", "1"),
    *("", "1", "1", "1", "1", ""),
    *("", "1", "1", "1", "1"),
    *("", "1", "1", ""),
]


def test_the_transcript_of_a_short_game() -> None:
    lines = list(TYPED)
    done = converse(
        *("play", "parcheesi", "--names", "Anna,Ben", "--bots", 0, "--seed", 140, "--no-drawing"),
        *("--position", START),
        answer=lambda shown: lines.pop(0) if lines else None,
    )
    assert done.code == 0, done.err
    if os.environ.get("PARLOUR_REFRESH"):
        GOLDEN.write_text(done.out, "utf-8")
    assert done.out == GOLDEN.read_text("utf-8")
    assert lines == []
    assert done.out.endswith("Ben (Yellow) wins. Thank you for playing!\n")
