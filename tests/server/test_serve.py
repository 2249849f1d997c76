"""`parlour serve`: what it says when it starts, or cannot. That it serves is tried in test_crash.py."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from parlour.cli import run
from parlour.server import serve as front
from parlour.server.sqlite import SqliteStore
from parlour.text import ParlourError
from tests.server.helpers import serving


@pytest.fixture
def taken() -> Iterator[int]:
    """The port of a server that runs already."""
    port: list[int] = []
    begun, done = threading.Event(), threading.Event()

    async def whole() -> None:
        async with serving() as served:
            port.append(served.port)
            begun.set()
            await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=asyncio.run, args=(whole(),))
    thread.start()
    assert begun.wait(30)
    yield port[0]
    done.set()
    thread.join()


def test_started_twice_it_finds_itself(
    taken: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(front, "PORT", taken)
    monkeypatch.setattr(front.webbrowser, "open", opened.append)
    monkeypatch.setenv("DISPLAY", ":0")
    front.serve(front.Wishes())
    assert f"open already: http://127.0.0.1:{taken}/" in capsys.readouterr().out
    assert opened == [f"http://127.0.0.1:{taken}/"]
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(front.sys, "platform", "linux")
    front.serve(front.Wishes())
    assert len(opened) == 1  # without a display it only says where


def test_a_port_that_is_taken_is_named(taken: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--port", str(taken), "--no-browser"]) == 2
    assert f"port {taken}" in capsys.readouterr().err


def test_a_database_that_cannot_be_used_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("not a database " * 100)
    assert run(["serve", "--port", "0", "--no-browser", "--database", str(file)]) == 2
    assert "notes.txt" in capsys.readouterr().err
    assert file.read_text() == "not a database " * 100


def test_where_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    store = front.store_at("")
    assert isinstance(store, SqliteStore) and store.file == str(tmp_path / "data" / "parlour" / "tables.db")
    assert type(front.store_at("postgresql://somewhere/parlour")).__name__ == "PostgresStore"
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    with pytest.raises(ParlourError, match="cannot be opened"):
        front.store_at("")


def test_only_this_computer_unless_told() -> None:
    alone = front._doors(front.Wishes())
    assert alone.host_allowed("localhost:8765") and not alone.host_allowed("192.0.2.7:8765")
    home = front._doors(front.Wishes(lan=True))
    assert home.host_allowed(f"{front._own_address()}:8765") and not home.host_allowed("evil.example")
    named = front._doors(front.Wishes(names=("Parlour.Example",)))
    assert named.host_allowed("parlour.example") and not named.host_allowed("example")


def test_the_address_as_a_code_to_scan(capsys: pytest.CaptureFixture[str]) -> None:
    front._print_code("http://192.0.2.7:8765/")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 10 and "█" in lines[2]
