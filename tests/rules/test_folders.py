"""Folders in which compiled code is kept: ours alone, or not used."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from parlour.rules import folders

pytestmark = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="Windows has no such modes")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_new_folder_is_closed_to_others(root: Path) -> None:
    made = folders.kept("compiled", "abc")
    assert made == root / "compiled" / "abc"
    for folder in (root, root / "compiled", made):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_what_others_could_write_is_emptied_and_closed(root: Path) -> None:
    made = folders.kept("compiled", "abc")
    (made / "planted.nbi").write_bytes(b"run me")
    (root / "compiled" / "elsewhere").symlink_to("/")
    os.chmod(root / "compiled", 0o777)
    assert folders.kept("compiled", "abc") == made
    assert list(made.iterdir()) == []
    assert stat.S_IMODE((root / "compiled").stat().st_mode) == 0o755


def test_a_folder_that_somebody_named_is_never_emptied(root: Path) -> None:
    """It may be anything, a home for example: what lies there is not ours to clear away."""
    root.mkdir()
    (root / "letters").write_text("dear Anna")
    os.chmod(root, 0o777)
    assert folders.kept("compiled", "abc").is_relative_to(folders.temporary())
    assert (root / "letters").read_text() == "dear Anna"
    assert stat.S_IMODE(root.stat().st_mode) == 0o777


def test_a_folder_of_somebody_else_is_not_used(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders.kept("compiled")
    monkeypatch.setattr(os, "geteuid", lambda: 4242)
    used = folders.kept("compiled", "abc")
    assert used == folders.kept("compiled", "abc")
    assert used.is_relative_to(folders.temporary()) and not (root / "compiled" / "abc").exists()


def test_without_a_home_there_is_one_folder_for_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "file" / "cache"))
    assert folders.kept("boards") == folders.kept("boards")
    assert folders.kept("boards").is_relative_to(folders.temporary())
    assert str(tmp_path / "file" / "cache") in str(folders.nothing_is_kept())
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "cache"))
    assert folders.nothing_is_kept() is None
