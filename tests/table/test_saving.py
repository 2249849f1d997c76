"""Files on disk: whole or not at all, and the secret that waits beside a record."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from parlour.table import CheckableDice, Match, SeededDice, files
from parlour.text import ParlourError
from tests.table.helpers import RACE, finish, to_decision


def test_saving_is_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.jsonl"
    match = Match.new(RACE, 2, dice=SeededDice(5))
    match.save(path)
    before = path.read_text()
    finish(match)

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, interrupt)
            with pytest.raises(KeyboardInterrupt):
                match.save(path)
        assert path.read_text() == before and os.listdir(tmp_path) == ["game.jsonl"]
        with monkeypatch.context() as patch:
            patch.setattr(os, name, full)
            with pytest.raises(ParlourError, match="No space left on device"):
                match.save(path)
        assert path.read_text() == before and os.listdir(tmp_path) == ["game.jsonl"]
    match.save(path)
    assert path.read_text() == match.record()


def test_a_failed_write_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(UnicodeEncodeError):
        files.write(tmp_path / "x", "half a character: \ud800")
    assert os.listdir(tmp_path) == []


def test_files_that_cannot_be_read_or_written_are_explained(tmp_path: Path) -> None:
    match = Match.new(RACE, 2, dice=SeededDice(5))
    with pytest.raises(ParlourError, match="No such file"):
        Match.load(tmp_path / "none.jsonl")
    with pytest.raises(ParlourError, match="Is a directory"):
        Match.load(tmp_path)
    with pytest.raises(ParlourError, match="No such file"):
        match.save(tmp_path / "no" / "folder.jsonl")
    with pytest.raises(ParlourError, match="Is a directory"):
        match.save(tmp_path)
    assert os.listdir(tmp_path) == []


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    match = Match.new(RACE, 2, dice=SeededDice(5))
    path, link = tmp_path / "game.jsonl", tmp_path / "link.jsonl"
    match.save(path)
    path.chmod(0o640)
    link.symlink_to(path)
    match.roll()
    match.save(link)
    assert link.is_symlink() and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert path.read_text() == match.record()


# ---------------------------------------------------------------- the secret beside the record


def test_the_secret_waits_beside_the_record_until_the_end(tmp_path: Path) -> None:
    path, secret_file = tmp_path / "game.jsonl", tmp_path / "game.jsonl.secret"
    match = to_decision(Match.new(RACE, 2))
    assert isinstance(match.dice, CheckableDice) and match.dice.secret is not None
    secret = match.dice.secret.hex()
    match.save(path)
    assert stat.S_IMODE(secret_file.stat().st_mode) == 0o600
    assert secret in secret_file.read_text() and secret not in path.read_text()
    again = finish(Match.load(path, RACE))
    again.save(path)
    assert os.listdir(tmp_path) == ["game.jsonl"]
    assert secret in path.read_text()


def test_a_secret_that_cannot_be_removed_is_reported(tmp_path: Path) -> None:
    Path(f"{tmp_path / 'game.jsonl'}.secret").mkdir()
    with pytest.raises(ParlourError, match="cannot be removed"):
        Match.new(RACE, 2, dice=SeededDice(5)).save(tmp_path / "game.jsonl")


def test_a_save_that_fails_leaves_the_secret_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    replace = os.replace

    def only_secrets(source: Path, target: Path) -> None:
        if target.name == "game.jsonl":
            raise KeyboardInterrupt
        replace(source, target)

    monkeypatch.setattr(os, "replace", only_secrets)
    with pytest.raises(KeyboardInterrupt):
        Match.new(RACE, 2).save(path)
    assert os.listdir(tmp_path) == []
    monkeypatch.undo()
    Match.new(RACE, 2).save(path)
    before = {file: (tmp_path / file).read_text() for file in os.listdir(tmp_path)}
    monkeypatch.setattr(os, "replace", only_secrets)
    with pytest.raises(KeyboardInterrupt):
        Match.new(RACE, 2).save(path)
    assert {file: (tmp_path / file).read_text() for file in os.listdir(tmp_path)} == before


def test_without_its_secret_a_game_can_be_read_and_forked_only(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    match = Match.new(RACE, 2)
    match.roll()
    match.save(path)
    kept = Path(f"{path}.secret").read_text()
    Path(f"{path}.secret").unlink()
    again = Match.load(path, RACE)
    assert again.position == match.position
    with pytest.raises(ParlourError, match="fork"):
        again.roll()
    again.save(path)
    assert os.listdir(tmp_path) == ["game.jsonl"]
    assert finish(again.fork()).over
    for wrong in ("", "[]", '{"match": "x", "secret": "00"}', kept.replace(match.id, "0" * 16)):
        Path(f"{path}.secret").write_text(wrong)
        with pytest.raises(ParlourError, match="does not hold the secret"):
            Match.load(path, RACE)
    Path(f"{path}.secret").write_text(json.dumps({"match": match.id, "secret": "00" * 32}))
    with pytest.raises(ParlourError, match="not the one that was promised"):
        Match.load(path, RACE)
    Path(f"{path}.secret").write_text(kept)
    assert finish(Match.load(path, RACE)).over


def test_what_never_ends_is_no_record(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for never in (pipe, Path("/dev/zero")):
        with pytest.raises(ParlourError, match="is no file: it is a pipe or a device"):
            Match.load(never)
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(files.MOST + 1)
    with pytest.raises(ParlourError, match="is too large"):
        Match.load(large)


def test_a_linked_secret_does_not_overwrite_what_it_points_at(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("keep me")
    record = tmp_path / "game.parlour"
    files.secret_beside(record).symlink_to(precious)
    match = Match.new(RACE, 2, dice=CheckableDice())
    match.save(record)
    assert precious.read_text() == "keep me"
    secret = files.secret_beside(record)
    assert not secret.is_symlink() and stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert Match.load(record, RACE).id == match.id
