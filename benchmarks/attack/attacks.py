"""The attacks, a class each. Each is bounded in number, and ends when it is told to or sooner."""

from __future__ import annotations

import asyncio
import json
import random
import re
import resource
from collections.abc import Awaitable, Callable
from multiprocessing.connection import Connection
from typing import Any, ClassVar

import httpx
import websockets
from guests import Guest, command

from parlour.server.access import Limits

ADDRESSES = [f"127.0.0.{n}" for n in range(2, 6)]
HEAD = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 400\r\n\r\n{"
TWO = [{"kind": "device"}, {"kind": "device"}]
_GONE = (OSError, TimeoutError, websockets.WebSocketException, httpx.HTTPError, EOFError)


class Attack:
    """Goes on until it is cancelled."""

    words: ClassVar[str]
    tables: ClassVar[int] = 0  # that are there already, in a file of their own

    def __init__(self, port: int) -> None:
        self.port = port
        self.guests = [Guest(port, address) for address in ADDRESSES]

    async def prepare(self) -> None:
        """What must be there before it begins."""

    async def run(self) -> None:
        raise NotImplementedError

    async def many(self, count: int, one: Callable[[Guest, int], Awaitable[None]]) -> None:
        """So many at once, each again and again."""

        async def again(n: int) -> None:
            guest = self.guests[n % len(self.guests)]
            while True:
                try:
                    await one(guest, n)
                except _GONE as problem:
                    guest.note(type(problem).__name__)
                    await asyncio.sleep(0.2)

        await asyncio.gather(*(again(n) for n in range(count)))

    async def line(self, guest: Guest) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(guest.address, 0))

    async def table(self, guest: Guest, **more: Any) -> dict[str, Any]:
        wish = {"game": "tritrac", "seats": TWO, "pause": 0, **more}
        found = await guest.open(**wish)
        if found is None:
            await asyncio.sleep(1)
            raise TimeoutError
        return found

    async def talk(self, guest: Guest, table: dict[str, Any], say: Callable[[], str], pause: float) -> None:
        """Say something at a table at that pace, and read the answers."""
        token = next((s["token"] for s in table["seats"] if s["token"]), table["watch"])
        async with guest.socket(table["table"], token) as ws:

            async def read() -> None:
                async for message in ws:
                    if '"ok":false' in str(message)[:200]:
                        guest.note(json.loads(message)["error"]["kind"])

            reading = asyncio.create_task(read())
            try:
                while True:
                    await ws.send(say())
                    await asyncio.sleep(pause)
            finally:
                reading.cancel()


class SilentConnections(Attack):
    words = "1,200 connections that say nothing, from four addresses"

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            reader, writer = await self.line(guest)
            try:
                await reader.read()
                guest.note("hung up")
            finally:
                writer.close()

        await self.many(1200, one)


class SlowBodies(Attack):
    words = "400 requests whose bodies come byte by byte"

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            reader, writer = await self.line(guest)
            try:
                writer.write(HEAD)
                while not reader.at_eof():
                    writer.write(b" ")
                    await asyncio.sleep(1)
            finally:
                writer.close()

        await self.many(400, one)


class Fragments(Attack):
    words = "40 sockets that send empty fragments without end"

    async def run(self) -> None:
        async def endless() -> Any:
            yield "x"
            while True:
                for _ in range(500):
                    yield ""
                await asyncio.sleep(0)

        async def one(guest: Guest, n: int) -> None:
            async with guest.socket("x") as ws:
                await ws.send(endless())

        await self.many(40, one)


class IdleSockets(Attack):
    words = "2,000 sockets that only stay, from four addresses"

    async def prepare(self) -> None:
        self.where = await self.table(self.guests[0])

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            async with guest.socket(self.where["table"], self.where["watch"]) as ws:
                async for _ in ws:
                    pass

        await self.many(2000, one)


class WrongTokens(Attack):
    words = "handshakes with wrong tokens, over and over"

    async def prepare(self) -> None:
        self.where = await self.table(self.guests[0])

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            async with guest.socket(self.where["table"], "wrong") as ws:
                guest.note(json.loads(await ws.recv()).get("error", {}).get("kind"))

        await self.many(40, one)


class DearQuestions(Attack):
    words = "`why` with pick and drop, 18 a second on each of 40 sockets"

    async def prepare(self) -> None:
        games = ["doubleswild", "tritrac"] * 2
        pairs = zip(self.guests, games, strict=True)
        self.where = [await self.table(guest, game=game) for guest, game in pairs]

    async def run(self) -> None:
        spaces = [f"{red}-{blue}" for red in range(3, 12) for blue in range(3, 12)] + ["a1", "b2", "c3"]

        def ask() -> str:
            return command("why", pick=random.choice(spaces), drop=random.choice(spaces))

        await self.many(40, lambda guest, n: self.talk(guest, self.where[n % 4], ask, 1 / 18))


class Hints(Attack):
    words = "28 tables that ask for hints all the time, from one address"

    async def prepare(self) -> None:
        self.guests = self.guests[:1]
        self.where = [await self.table(self.guests[0]) for _ in range(28)]

    async def run(self) -> None:
        await self.many(28, lambda guest, n: self.talk(guest, self.where[n], lambda: command("hint"), 0.1))


class WatchedBots(Attack):
    words = "8 tables of bots that play without a pause, watched by 150 in two languages"

    async def run(self) -> None:
        bots = [{"kind": "bot", "level": "random"}] * 4
        made = [await self.table(self.guests[0], game="parcheesi", seats=bots) for _ in range(8)]

        async def one(guest: Guest, n: int) -> None:
            async with guest.socket(made[n % 8]["table"]) as ws:
                language = ("en", "de")[n % 2]
                hello = {"do": "hello", "tokens": [made[n % 8]["watch"]], "language": language}
                await ws.send(json.dumps(hello))
                async for _ in ws:
                    pass

        await self.many(150, one)


class DeafSpectators(Attack):
    words = "100 spectators who never read, at a table of bots"

    async def run(self) -> None:
        bots = [{"kind": "bot", "level": "random"}] * 4
        made = await self.table(self.guests[0], game="parcheesi", seats=bots)

        async def one(guest: Guest, n: int) -> None:
            async with guest.socket(made["table"], made["watch"]) as ws:
                ws.transport.pause_reading()
                while not ws.transport.is_closing():
                    await asyncio.sleep(1)

        await self.many(100, one)


class Renames(Attack):
    words = "names changed 18 times a second, on 20 sockets"

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            table = await self.table(guest)
            await self.talk(guest, table, lambda: command("name", name=str(random.random())), 1 / 18)

        await self.many(20, one)


class ComeAndGo(Attack):
    words = "a seat that comes and goes, at tables with a takeover of a week, before 100 spectators"

    async def prepare(self) -> None:
        self.where = await self.table(self.guests[0], takeover_minutes=10_000)

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            token = self.where["watch"] if n < 100 else self.where["seats"][n % 2]["token"]
            async with guest.socket(self.where["table"], token) as ws:
                await ws.recv()
                if n < 100:
                    async for _ in ws:
                        pass

        await self.many(120, one)


class SameRefusal(Attack):
    words = "the same refused command again and again, on 20 sockets"

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            table = await self.table(guest)
            await self.talk(guest, table, lambda: json.dumps({"do": "undo", "id": "same"}), 1 / 18)

        await self.many(20, one)


class LongRecords(Attack):
    words = "records of 4,900 events, uploaded and opened again and again"

    async def prepare(self) -> None:
        from parlour.table import CheckableDice, Match

        match = Match.new("tritrac", 2, None, CheckableDice())
        while len(match.events) < 4900:
            match.play(match.actor, match.legal()[0].code)
            match.undo(1)
        self.record = match.record()

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            table = await self.table(guest, record=self.record, game="", seats=[])
            for _ in range(10):
                async with guest.socket(table["table"], table["watch"]) as ws:
                    await ws.recv()
                    await ws.recv()

        await self.many(12, one)


class Boards(Attack):
    words = "records with boards of their own, a new one each time, and boards in a dozen pieces"

    async def prepare(self) -> None:
        import parlour
        from parlour.table import CheckableDice, Match

        self.text = (parlour.load("tritrac").folder / "board.toml").read_text("utf-8")
        self.lines = Match.new("tritrac", 2, None, CheckableDice()).record().splitlines()

    def on(self, board: str) -> str:
        from parlour.table.record import digest, dump

        lines = [json.loads(line) for line in self.lines]
        lines[0]["board"] = {"sha256": digest(board), "text": board}
        return dump([{k: v for k, v in line.items() if k != "sum"} for line in lines])

    async def run(self) -> None:
        lone = "".join(
            f'{{ name = "lone{n}", x = {9 * n}, y = 50, points = "up", centre = false, plain = [], '
            'sides = { H = "rib", B = "rib", F = "rib" } },\n'
            for n in range(12)
        )

        async def one(guest: Guest, n: int) -> None:
            board = f"{self.text}\n# {random.random()}"
            if n % 2:
                board = board.replace("cells = [", f"cells = [\n{lone}")
            table = await self.table(guest, record=self.on(board), game="", seats=[])
            async with guest.socket(table["table"], table["watch"]) as ws:
                await ws.recv()
                await ws.recv()

        await self.many(8, one)


class Flood(Attack):
    words = "commands that are refused, 18 a second on each of 600 sockets"

    async def prepare(self) -> None:
        self.where = [await self.table(guest) for guest in self.guests]

    async def run(self) -> None:
        def say() -> str:
            return command("play", action="nonsense")

        await self.many(600, lambda guest, n: self.talk(guest, self.where[n % 4], say, 1 / 18))


class StrangeIds(Attack):
    words = "U+0000 and half characters in ids and names, 18 a second on 20 sockets"

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            table = await self.table(guest)
            strange = ["\0", "\ud800", "a\0b"]

            def say() -> str:
                return json.dumps(
                    {"do": "name", "id": random.choice(strange), "name": random.choice(strange)}
                )

            await self.talk(guest, table, say, 1 / 18)

        await self.many(20, one)


class FullHouse(Attack):
    words = "tables opened as fast as they may be, where there are as many as there may be"
    tables = Limits().tables

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            await self.table(guest)

        await self.many(40, one)


class Pages(Attack):
    words = "pages and pictures asked for as fast as they come, on 40 connections"

    async def run(self) -> None:
        async def one(guest: Guest, n: int) -> None:
            async with guest.http() as client:
                while True:
                    path = random.choice(["/", "/api/games", "/api/games/doubletrack/board", "/api/here"])
                    guest.note((await client.get(path)).status_code)

        await self.many(40, one)


class DearLessons(Attack):
    words = "the dearest questions about lessons and positions, as fast as they come, on 400 connections"
    asked: ClassVar = [
        ("/api/games/tritrac/lessons/1/why", {"pick": "a", "drop": "b"}),
        ("/api/games/tritrac/lessons/1/try", {}),
        ("/api/games/pollyanna/place", {"players": 4}),
    ]

    async def run(self) -> None:
        wishes = [_post(path, body) for path, body in self.asked]

        async def one(guest: Guest, n: int) -> None:
            reader, writer = await self.line(guest)
            try:
                while True:
                    writer.write(wishes[n % len(wishes)])
                    head = await reader.readuntil(b"\r\n\r\n")
                    guest.note(head.split(maxsplit=2)[1].decode())
                    size = re.search(rb"content-length: (\d+)", head)
                    await reader.readexactly(int(size[1]) if size else 0)
            finally:
                writer.close()

        await self.many(400, one)


def _post(path: str, body: object) -> bytes:
    said = json.dumps(body).encode()
    return f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(said)}\r\n\r\n".encode() + said


ATTACKS: list[type[Attack]] = [
    SilentConnections,
    SlowBodies,
    Fragments,
    IdleSockets,
    WrongTokens,
    DearQuestions,
    Hints,
    WatchedBots,
    DeafSpectators,
    Renames,
    ComeAndGo,
    SameRefusal,
    LongRecords,
    Boards,
    Flood,
    StrangeIds,
    Pages,
    DearLessons,
    FullHouse,
]


async def attack(kind: type[Attack], port: int, longest: float, pipe: Connection) -> dict[str, int]:
    """Until something comes by the pipe, or for so many seconds; how often each answer was given."""
    one = kind(port)
    await one.prepare()
    pipe.send("ready")
    running = asyncio.create_task(one.run())
    await asyncio.to_thread(pipe.poll, longest)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    answers: dict[str, int] = {}
    for guest in one.guests:
        for answer, count in guest.answers.items():
            answers[answer] = answers.get(answer, 0) + count
    return answers


def aggressor(kind: type[Attack], port: int, longest: float, pipe: Connection) -> None:
    """The attackers' process."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    pipe.send(asyncio.run(attack(kind, port, longest, pipe)))
