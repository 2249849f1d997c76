"""`parlour serve`: what it says when it starts, or cannot. That it serves is tried in test_crash.py."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import shutil
import signal
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import websockets

from parlour.cli import run
from parlour.server import rounds, workers
from parlour.server import serve as front
from parlour.server.app import make_app
from parlour.server.garbage import due, sweep
from parlour.server.sqlite import SqliteStore
from parlour.text import ParlourError
from tests.server.helpers import PATIENCE, serving
from tests.server.standing import stand_in


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
    assert begun.wait(PATIENCE)
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


def test_no_answer_waits_for_an_acknowledgement() -> None:
    """Nagle's algorithm is off on every connection that is let in, by HTTP and by WebSocket."""

    async def whole() -> None:
        async with serving() as served:
            table = await served.open("tritrac", ["person", "person"])
            async with table.page(table.watch) as page:
                await page.frame()
                inside = [c.transport for c in served.server.server_state.connections]
                assert len(inside) == 2
                accepted = [transport.get_extra_info("socket") for transport in inside]
                assert all(s.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for s in accepted)

    asyncio.run(whole())


def test_the_garbage_collector_waits_for_a_quiet_moment() -> None:
    minute, hour = 60.0, 3600.0
    assert due(2 * minute, since_used=5.0, grown=True)
    assert not due(2 * minute, since_used=5.0, grown=False)  # there is nothing new to look at
    assert not due(2 * minute, since_used=0.1, grown=True)  # somebody plays
    assert not due(minute / 2, since_used=5.0, grown=True)
    assert due(hour, since_used=0.0, grown=True)  # or rings would pile up for ever

    async def whole() -> None:
        before = gc.get_threshold()
        sweeping = asyncio.create_task(sweep(lambda: 0.0))
        await asyncio.sleep(0)
        assert gc.get_freeze_count() > 0 and gc.get_threshold()[2] > 100_000
        sweeping.cancel()
        await asyncio.gather(sweeping, return_exceptions=True)
        assert gc.get_threshold() == before

    asyncio.run(whole())


# ---------------------------------------------------------------- encrypted, or by several processes


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """One that we sign ourselves, and its key."""
    if not shutil.which("openssl"):
        pytest.skip("openssl is not installed")
    file, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-nodes", "-days", "2"]
    command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*command, "-keyout", key, "-out", file], check=True, capture_output=True)
    return file, key


def test_an_encrypted_door(certificate: tuple[Path, Path], caplog: pytest.LogCaptureFixture) -> None:
    file, key = certificate

    async def whole() -> None:
        opened = asyncio.Event()
        with front.listen("127.0.0.1", 0) as listening:
            app = make_app(SqliteStore(":memory:"))
            running = asyncio.create_task(
                front.run(app, listening, opened.set, ssl_certfile=file, ssl_keyfile=key)
            )
            await opened.wait()
            address = f"https://localhost:{listening.getsockname()[1]}"
            trusted = ssl.create_default_context(cafile=str(file))
            async with httpx.AsyncClient(verify=trusted, base_url=address) as http:
                async with asyncio.timeout(PATIENCE):
                    while True:
                        try:
                            assert (await http.get("/health")).json()["ready"]
                            break
                        except httpx.ConnectError:
                            await asyncio.sleep(0.01)
                wish = {"game": "tritrac", "seats": [{"kind": "device"}] * 2}
                table = (await http.post("/api/tables", json=wish)).json()
            page = f"wss{address[5:]}/api/tables/{table['table']}/socket"
            for token, kind in ((table["watch"], "welcome"), ("wrong", "error")):
                for leave in ("politely", "suddenly", "at once") * 4:
                    async with websockets.connect(page, ssl=trusted, origin=websockets.Origin(address)) as ws:
                        await ws.send(json.dumps({"do": "hello", "tokens": [token]}))
                        if leave != "at once":
                            assert json.loads(await ws.recv())["kind"] == kind
                        if leave != "politely":
                            ws.transport.abort()
            await asyncio.sleep(0.1)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    with asyncio.Runner(loop_factory=rounds.new_loop) as runner:  # as the server does
        runner.run(whole())
    gc.collect()  # what nobody has waited for is told now
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_what_cannot_be_served_is_said_before_anything_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cert.pem").write_text("no certificate")
    some, pipe = str(tmp_path / "cert.pem"), str(tmp_path / "pipe")
    os.mkfifo(pipe)
    for arguments, sentence in (
        (["--certificate", some], "--certificate and --key belong together"),
        (["--certificate", some, "--key", some], "cert.pem and its key cannot be used"),
        (["--workers", "2", "--database", "x.db"], "Several workers need a database"),
        (["--operator", str(tmp_path)], "token cannot be read"),
        (["--operator", pipe], "pipe is no file"),
        (["--certificate", pipe, "--key", pipe], "pipe is no file"),
        (["--database", pipe], "pipe is no file"),
        (["--log-level", "loud"], "loud"),
        (["--keep-finished", "-1"], "number of days"),
    ):
        assert run(["serve", "--no-browser", "--port", "0", *arguments]) == 2
        assert sentence in capsys.readouterr().err


def test_a_process_that_dies_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_HASTY", 0.0)

    def count(number: int) -> list[int]:
        while len(found := [int(p.name) for p in tmp_path.iterdir()]) < number:
            time.sleep(0.01)
        return found

    def interfere() -> None:
        os.kill(count(2)[0], signal.SIGKILL)
        count(3)
        os.kill(os.getpid(), signal.SIGTERM)

    workers.run(2, stand_in, (tmp_path,), threading.Thread(target=interfere).start)
    for pid in count(3):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_what_others_need_to_know(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(front, "_own_address", lambda: "127.0.0.1")
    with front.listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        front._print_advice(front.Wishes(lan=True), port)
        said = capsys.readouterr().out
        assert f"keeps port {port} closed" in said and "not encrypted" in said
        front._print_advice(front.Wishes(lan=True, certificate=Path("x"), key=Path("y")), port)
        assert "not encrypted" not in capsys.readouterr().out
    front._print_advice(front.Wishes(lan=True), port)
    assert "not even from here" in capsys.readouterr().out
