"""Those who come to the house: by HTTP and by socket, each from an address of this machine."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import websockets
from websockets.asyncio.client import ClientConnection

_ids = itertools.count()


def command(do: str, **more: Any) -> str:
    return json.dumps({"do": do, "id": f"a{next(_ids)}", **more})


@dataclass
class Guest:
    """Somebody at an address, 127.0.0.x."""

    port: int
    address: str
    answers: dict[str, int] = field(default_factory=dict)  # how often each was given

    @contextlib.asynccontextmanager
    async def http(self) -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.AsyncHTTPTransport(local_address=self.address, verify=False)
        base = f"http://127.0.0.1:{self.port}"
        async with httpx.AsyncClient(base_url=base, transport=transport, timeout=30) as client:
            yield client

    async def open(self, **wish: Any) -> dict[str, Any] | None:
        """A new table; None where it is refused."""
        async with self.http() as client:
            answer = await client.post("/api/tables", json=wish)
        self.note(answer.status_code)
        return dict(answer.json()) if answer.status_code == 201 else None

    @contextlib.asynccontextmanager
    async def socket(self, table: str, *tokens: str, **more: Any) -> AsyncIterator[ClientConnection]:
        """A page at a table, after its hello; without tokens, before it."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        async with websockets.connect(address, local_addr=(self.address, 0), max_size=None, **more) as ws:
            if tokens:
                await ws.send(json.dumps({"do": "hello", "tokens": list(tokens)}))
            yield ws

    def note(self, answer: object) -> None:
        self.answers[str(answer)] = self.answers.get(str(answer), 0) + 1


@dataclass
class Latencies:
    """Milliseconds."""

    found: list[float] = field(default_factory=list)

    def quantile(self, share: float) -> float:
        ordered = sorted(self.found)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")

    def __str__(self) -> str:
        return f"{self.quantile(0.5):.0f} / {self.quantile(0.99):.0f} / {max(self.found, default=0):.0f}"


class Bystander:
    """Plays a table of his own, a move and its taking back by turns, and notes how long each takes."""

    def __init__(self, port: int) -> None:
        self.guest = Guest(port, "127.0.0.99")
        self.newcomer = Guest(port, "127.0.0.98")
        self.came_in = self.turned_away = 0

    async def play(self, seconds: float) -> Latencies:
        """For so long; a newcomer comes each second meanwhile."""
        found = Latencies()
        seats = [{"kind": "device"}, {"kind": "device"}]
        table = await self.guest.open(game="tritrac", seats=seats, pause=0)
        assert table is not None
        tokens = [seat["token"] for seat in table["seats"]]
        end, next_visit = time.monotonic() + seconds, 0.0
        async with self.guest.socket(table["table"], *tokens) as ws:
            frame = await self._frame(ws)
            seat, move = frame["turn"], frame["moves"][0]["code"]
            while time.monotonic() < end:
                for said in (command("play", seat=seat, action=move), command("undo", seat=seat)):
                    began = time.perf_counter()
                    await ws.send(said)
                    while json.loads(await ws.recv())["kind"] != "answer":
                        pass
                    found.found.append(1e3 * (time.perf_counter() - began))
                    await asyncio.sleep(0.06)  # as fast as a person is allowed to be
                if time.monotonic() >= next_visit:
                    next_visit = time.monotonic() + 1
                    await self._visit()
        return found

    async def _frame(self, ws: ClientConnection) -> dict[str, Any]:
        """The frame of the seat whose turn it is."""
        while True:
            heard = json.loads(await ws.recv())
            if heard["kind"] == "events" and heard["frame"]["turn"] == heard["seat"]:
                return dict(heard["frame"])

    async def _visit(self) -> None:
        """Somebody new, who asks for a page and for the games."""
        fine = True
        for path in ("/", "/api/games"):
            try:
                fine &= await self._get(path)
            except OSError:
                fine = False
        self.came_in += fine
        self.turned_away += not fine

    async def _get(self, path: str) -> bool:
        local = (self.newcomer.address, 0)
        reader, writer = await asyncio.open_connection("127.0.0.1", self.newcomer.port, local_addr=local)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
            return b" 200 " in (await reader.read())[:20]
        finally:
            writer.close()
