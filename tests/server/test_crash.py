"""A server that is killed in the middle of a move: what it acknowledged is there, and nothing twice."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.test_stores import Place
from tests.terminal.shell import PATIENCE

pytestmark = pytest.mark.xdist_group("postgres")


@contextmanager
def server(database: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """`parlour serve`, as anybody starts it."""
    command = [
        sys.executable,
        "-m",
        "parlour",
        "serve",
        "--port",
        "0",
        "--no-browser",
        "--database",
        database,
    ]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": "src"}
    )
    assert process.stdout is not None
    try:
        said = process.stdout.readline()
        yield process, int(said.split("//")[1].split("/")[0].rpartition(":")[2])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


class Client:
    """Holds all seats of a table, and plays as fast as it can."""

    def __init__(self, port: int, table: dict[str, Any]) -> None:
        self.table = table
        self.port = port
        self.acknowledged: dict[str, int] = {}  # command id -> seq
        self.unanswered: dict[str, dict[str, Any]] = {}
        self.sent: list[dict[str, Any]] = []
        self.frames: dict[int, dict[str, Any]] = {}
        self._number = 0
        self._rng = random.Random(1)

    @contextmanager
    def connect(self) -> Iterator[ClientConnection]:
        tokens = [seat["token"] for seat in self.table["seats"]]
        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.table['table']}/socket"
        with connect(address, max_size=None) as ws:
            ws.send(json.dumps({"do": "hello", "tokens": tokens}))
            yield ws

    def hear(self, ws: ClientConnection) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(ws.recv(timeout=PATIENCE))
        if message["kind"] == "events":
            self.frames[message["seat"]] = message["frame"]
        elif message["kind"] == "answer":
            self.unanswered.pop(message["id"])
            if message["ok"]:
                self.acknowledged[message["id"]] = message["seq"]
            else:
                assert message["error"]["kind"] in ("late", "not_now"), message
        return message

    def send(self, ws: ClientConnection, command: dict[str, Any]) -> None:
        self.unanswered[command["id"]] = command
        self.sent.append(command)
        ws.send(json.dumps(command))

    def hammer(self, ws: ClientConnection, until: int) -> None:
        """Move after move, without waiting for answers to be read, until so many are acknowledged."""
        while len(self.acknowledged) < until:
            self.hear(ws)
            for seat, frame in self.frames.items():
                if self.unanswered or frame["over"]:
                    break
                self._number += 1
                command: dict[str, Any] = {"id": f"c{self._number}", "seat": seat, "after": frame["seq"]}
                if frame["may"]["roll"]:
                    self.send(ws, {**command, "do": "roll"})
                elif frame["moves"]:
                    action = self._rng.choice(frame["moves"])["code"]
                    self.send(ws, {**command, "do": "play", "action": action})

    def settle(self, ws: ClientConnection) -> None:
        """Send again whatever was not answered."""
        for command in list(self.unanswered.values()):
            self.send(ws, command)
        while self.unanswered:
            self.hear(ws)


def opened(port: int) -> dict[str, Any]:
    wish = {"game": "parcheesi", "seats": [{"kind": "device"}] * 2, "pause": 0}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/tables", json.dumps(wish).encode())
    with urllib.request.urlopen(request) as answer:
        table: dict[str, Any] = json.load(answer)
    return table


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return Place("sqlite", str(tmp_path / "tables.db"))
    return Place("postgres", request.getfixturevalue("postgres"))


def test_killed_in_mid_move(database: Place) -> None:
    client: Client | None = None
    for round_ in range(2):
        with server(database.address) as (process, port):
            client = client or Client(port, opened(port))
            client.port = port
            with client.connect() as ws:
                client.settle(ws)
                client.hammer(ws, until=len(client.acknowledged) + 12 + round_)
                for seat, frame in client.frames.items():  # one more is on its way while the server dies
                    if frame["may"]["roll"] or frame["moves"]:
                        do = (
                            {"do": "roll"}
                            if frame["may"]["roll"]
                            else {"do": "play", "action": frame["moves"][0]["code"]}
                        )
                        client.send(ws, {**do, "id": f"last-{round_}", "seat": seat, "after": frame["seq"]})
                        break
                process.send_signal(signal.SIGKILL)
                process.wait()
                try:
                    while True:
                        client.hear(ws)
                except (ConnectionClosed, TimeoutError):
                    pass
    assert client is not None
    with server(database.address) as (_, port):
        client.port = port
        with client.connect() as ws:
            client.settle(ws)
            told = [event for event in _log(ws, client) if event["kind"] in ("roll", "play")]
            assert len(told) == len(client.acknowledged)  # each once
            assert sorted(client.acknowledged.values()) == [event["seq"] for event in told]  # at its number
            before = dict(client.acknowledged)
            for command in client.sent[-6:]:  # asked again, they are known
                client.send(ws, command)
            while client.unanswered:
                client.hear(ws)
            assert client.acknowledged == before
            assert [e for e in _log(ws, client) if e["kind"] in ("roll", "play")] == told


def _log(ws: ClientConnection, client: Client) -> list[dict[str, Any]]:
    """The whole log, as a page gets it that knows nothing yet."""
    with client.connect() as fresh:
        while True:
            message = json.loads(fresh.recv(timeout=PATIENCE))
            if message["kind"] == "events":
                events: list[dict[str, Any]] = message["events"]
                return events
