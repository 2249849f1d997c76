"""A stranger's game, installed as its author would: a package with an entry point, and nothing else."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from parlour import games
from parlour.server import catalogue, library

FERRY = Path(__file__).with_name("ferry")
_ENTRY = "[parlour.games]\nferry = ferry_of_a_stranger\n"
_ABOUT = "Metadata-Version: 2.1\nName: ferry-of-a-stranger\nVersion: 1.0\n"


@contextmanager
def installed(folder: Path, *without: str) -> Iterator[str]:
    """The id under which Parlour finds the game in this folder, which lacks some of the files."""
    notes = folder / "ferry_of_a_stranger-1.0.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text(_ABOUT, "utf-8")
    (notes / "entry_points.txt").write_text(_ENTRY, "utf-8")
    shutil.copytree(
        FERRY, folder / "ferry_of_a_stranger", ignore=shutil.ignore_patterns("__pycache__", *without)
    )
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(folder)
            _look_again()
            yield "ferry"
    finally:  # also where a test fails: no later one must meet the game
        for name in [n for n in sys.modules if n.partition(".")[0] == "ferry_of_a_stranger"]:
            del sys.modules[name]
        _look_again()


def _look_again() -> None:
    """What is installed is looked for once, and what is told of it is made once."""
    for known in (
        games._found,
        games._place,
        games._loaded,
        catalogue.games,
        catalogue.board,
        catalogue.board_svg,
        library._lessons,
        library.rules,
        library.picture,
        library.cover,
    ):
        known.cache_clear()
