"""A server in the test's own event loop, and pages that talk to it over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any

import httpx
import uvicorn
import websockets

from parlour.server.access import Doors, Limits
from parlour.server.app import make_app
from parlour.server.doorkeeping import Front
from parlour.server.serve import listen, settings
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Store
from parlour.server.thinking import Thinker
from parlour.server.timing import Time
from tests.terminal.shell import PATIENCE

GENEROUS = Limits(
    per_connection=10_000,
    per_address=10_000,
    messages_per_address=10_000,
    new_tables=10_000,
    tables_a_day=1_000_000,
    talk=10_000,
    connecting=10_000,
    handshakes=10_000,
    files=10_000,
    grace=0,
)
_words = itertools.count(1)


class Served:
    """A running server, and requests to it."""

    def __init__(self, port: int, server: uvicorn.Server) -> None:
        self.port = port
        self.server = server
        self.address = f"http://127.0.0.1:{port}"
        self.http = httpx.AsyncClient(base_url=self.address, timeout=PATIENCE)

    async def open(self, game: str = "tritrac", seats: Iterable[Any] = (), **more: Any) -> Opened:
        """A new table; a seat may be written as its kind, and a bot as "bot:random"."""
        wish = {"game": game, "seats": [_seating(s) for s in seats], "pause": 0, **more}
        answer = await self.http.post("/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        return Opened(self, answer.json())

    async def get(self, path: str, token: str = "", **headers: str) -> httpx.Response:
        return await self.http.get(path, headers=headers | bearer(token))

    async def post(self, path: str, body: Any, token: str = "") -> httpx.Response:
        return await self.http.post(path, json=body, headers=bearer(token))


class Opened:
    """A table and its tokens."""

    def __init__(self, served: Served, answer: dict[str, Any]) -> None:
        self.served = served
        self.id: str = answer["table"]
        self.path = f"/api/tables/{self.id}"
        self.tokens: dict[int, str] = {p["chair"]: p["token"] for p in answer["seats"] if p["token"]}
        self.watch: str = answer["watch"]
        self.host: str = answer["host"]

    @classmethod
    def at(cls, served: Served, other: Opened) -> Opened:
        """The same table, at another server."""
        seats = [{"chair": chair, "token": token} for chair, token in other.tokens.items()]
        return cls(served, {"table": other.id, "seats": seats, "watch": other.watch, "host": other.host})

    @contextlib.asynccontextmanager
    async def page(self, *tokens: str | int, after: int = 0, language: str = "en") -> AsyncIterator[Page]:
        """A page with these seats, all of them unless told; a spectator's with `watch`."""
        given = [self.tokens[t] if isinstance(t, int) else t for t in tokens or self.tokens]
        address = f"ws://127.0.0.1:{self.served.port}{self.path}/socket"
        async with websockets.connect(address, max_size=None) as ws:
            page = Page(ws)
            hello = {"do": "hello", "tokens": given, "after": after, "language": language}
            await ws.send(json.dumps(hello))
            reading = asyncio.create_task(page.read())
            try:
                yield page
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)

    async def command(self, token: str | int, /, do: str, **more: Any) -> httpx.Response:
        """By HTTP."""
        given = self.tokens[token] if isinstance(token, int) else token
        return await self.served.post(f"{self.path}/commands", {"do": do, "id": _id(), **more}, given)

    async def frame(self, token: str | int) -> dict[str, Any]:
        given = self.tokens[token] if isinstance(token, int) else token
        answer = await self.served.get(self.path, given)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())


class Page:
    """An open socket: everything it heard, and the latest frame of each seat."""

    def __init__(self, ws: Any) -> None:
        self.ws = ws
        self.raw: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self.frames: dict[int | None, dict[str, Any]] = {}
        self.people: list[dict[str, Any]] = []
        self.talk: list[dict[str, Any]] = []
        self.events: dict[int | None, list[dict[str, Any]]] = {}
        self.closed: int | None = None
        self._news = asyncio.Event()

    async def read(self) -> None:
        try:
            async for message in self.ws:
                self.raw.append(message)
                self._take(json.loads(message))
        except websockets.ConnectionClosed:
            pass
        self.closed = self.ws.close_code
        self._news.set()

    def _take(self, message: dict[str, Any]) -> None:
        self.heard.append(message)
        if message["kind"] == "events":
            seat = message["seat"]
            self.frames[seat] = message["frame"]
            self.people = message["frame"]["people"]
            self.events.setdefault(seat, []).extend(message["events"])
        elif message["kind"] == "people":
            self.people = message["people"]
        elif message["kind"] == "talk":
            self.talk.extend(message["said"])
        self._news.set()

    async def until(self, found: Callable[[], Any]) -> Any:
        """Wait until that is so; its value."""
        async with asyncio.timeout(PATIENCE):
            while not (value := found()):
                assert self.closed is None, f"closed: {self.closed}, {self.heard[-1:]}"
                self._news.clear()
                await self._news.wait()
        return value

    async def gone(self) -> int:
        async with asyncio.timeout(PATIENCE):
            while self.closed is None:
                self._news.clear()
                await self._news.wait()
        return self.closed

    async def say(self, do: str, **more: Any) -> dict[str, Any]:
        """Send a command; the answer to it."""
        word = more.pop("id", None) or _id()
        asked = len(self.heard)
        await self.ws.send(json.dumps({"do": do, "id": word, **more}))
        answer: dict[str, Any] = await self.until(
            lambda: next(
                (m for m in self.heard[asked:] if m.get("id") == word and m["kind"] == "answer"), None
            )
        )
        return answer

    async def frame(self, seat: int | None = None) -> dict[str, Any]:
        """The frame of a seat, or of the only one."""
        await self.until(lambda: self.frames)
        return self.frames[seat] if seat in self.frames else next(iter(self.frames.values()))

    async def since(self, seq: int) -> dict[str, Any]:
        """The first frame at or after that number."""
        frame: dict[str, Any] = await self.until(
            lambda: next((f for f in self.frames.values() if f["seq"] >= seq), None)
        )
        return frame


@contextlib.asynccontextmanager
async def serving(
    store: Store | None = None,
    limits: Limits = GENEROUS,
    doors: Doors | None = None,
    time: Time | None = None,
    operator: str = "",
    proxies: tuple[str, ...] = (),
) -> AsyncIterator[Served]:
    """A server on a free port; its tables are in memory unless a store is given."""
    app = make_app(store or SqliteStore(":memory:"), Thinker(1), doors, limits, time=time, operator=operator)
    server = Front(
        uvicorn.Config(app, log_config=None, **settings(limits, proxies, app.hub.metrics.turned_away.inc))
    )
    listening = listen("127.0.0.1", 0)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        assert not running.done(), running.result()
        await asyncio.sleep(0.01)
    served = Served(listening.getsockname()[1], server)
    try:
        yield served
    finally:
        await served.http.aclose()
        server.should_exit = True
        await running
        listening.close()


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def _seating(seat: Any) -> Any:
    if not isinstance(seat, str):
        return seat
    kind, _, level = seat.partition(":")
    return {"kind": kind, "level": level} if level else {"kind": kind}


def _id() -> str:
    return f"t{next(_words)}"
