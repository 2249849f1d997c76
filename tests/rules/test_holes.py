"""Mistakes in fast.py that the kit once overlooked: each is found in one game by the house rules it needs."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.games import folder_of
from parlour.rules import conformance, forms

# game, file, what is right, what is wrong, and where it shows
HOLES: dict[str, tuple[str, str, str, str, int, dict[str, Any]]] = {
    "one red chip more is counted": (
        "doubletrack",
        "fast_chips.py",
        "    count = 0\n    for red in range(free_chips(s, RED) + 1)",
        "    count = 0\n    for red in range(free_chips(s, RED) + 2)",
        4,
        {"toll_overpay": "no"},
    ),
    "a trade for nothing is marked": (
        "doubletrack",
        "fast.py",
        "            if may_trade(s, s.seat, seat):\n                mask",
        "            if seat != s.seat and s.seated >> seat & 1 != 0:\n                mask",
        4,
        {"trade_noop_allowed": "no"},
    ),
    "a tile is marked that would turn as it moves": (
        "tritrac",
        "fast.py",
        "        if s.move_keeps_orientation != 0:\n            keep_side(s, mask, source)\n",
        "",
        2,
        {"move_keeps_orientation": "yes"},
    ),
    "declining a reward is not marked": (
        "pollyanna",
        "fast.py",
        "        mask[PASS] = 1\n    else:",
        "        mask[PASS] = 0\n    else:",
        4,
        {},
    ),
    "declining a bonus is not marked": (
        "parcheesi",
        "fast.py",
        "        mask[PASS] = menu >> DECLINE & 1\n",
        "",
        4,
        {"bonus_optional": "yes"},
    ),
    "counting leaves another position": (
        "tritrac",
        "fast.py",
        "    s.turn, s.phase = turn, PLAY\n    s.hand",
        "    s.phase = PLAY\n    s.hand",
        2,
        {},
    ),
    "a new game leaves what was there": (
        "parcheesi",
        "fast.py",
        "    for space in range(NOWHERE + 1):\n        s.board[space] = 0\n",
        "    for space in range(NOWHERE):\n        s.board[space] = 0\n",
        4,
        {},
    ),
    "a turn is left to chance": (
        "tritrac",
        "turns.py",
        "    s.ply += 1\n",
        "    s.ply += 1 if s.ply < 3 else __import__('random').choice([1, 2])\n",
        2,
        {},
    ),
    "declining a bonus is counted and not listed": (
        "parcheesi",
        "derived.py",
        "        out[n] = PASS\n        n += 1\n",
        "        n += 1\n",
        4,
        {"bonus_optional": "yes"},
    ),
}


@pytest.mark.parametrize("mistake", HOLES)
def test_a_mistake_is_found_in_few_games(
    mistake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a compiler, which changes nothing: the text of fast.py is played beside the readable rules."""
    monkeypatch.setattr(forms, "compiler_present", lambda: False)
    name, file, right, wrong, players, options = HOLES[mistake]
    folder = tmp_path / name
    shutil.copytree(folder_of(name), folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / file).read_text("utf-8")
    assert text.count(right) == 1, "fast.py has changed: make the same mistake in another way"
    (folder / file).write_text(text.replace(right, wrong), "utf-8")
    every = 3 if mistake.startswith("counting") else 1_000_000
    pace = conformance.Pace(games=1, every=every, first_only=True)
    found = conformance.check(parlour.load(str(folder)), pace, at=[(players, options)] * 40)
    shows = {"counting": "reading", "a new": "two forms", "a turn": "two forms"}
    promise = next((promise for words, promise in shows.items() if mistake.startswith(words)), "choices")
    assert [finding.promise for finding in found] == [promise]
