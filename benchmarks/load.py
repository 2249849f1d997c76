"""How many tables one server holds: four sockets each, and players that move over the wire.

    python benchmarks/load.py                          SQLite, growing until the 99th percentile passes 100 ms
    python benchmarks/load.py --postgres ADDRESS       the same on PostgreSQL; --processes 2 for two servers
    python benchmarks/load.py --idle 1000              memory of tables that wait
    python benchmarks/load.py --tables 40 --beside     and then boardgame.io with as many, in the same run

Every table is played at the pace of people: one move in --every seconds (5 unless told). A move's latency is
the time from sending it until it is acknowledged, which is after it is stored; "seen" is the time until all
four sockets have heard of it. Client and server share the machine: what the client uses is printed too.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import json
import os
import random
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import msgspec
import websockets

STEPS = (50, 100, 150, 200, 300, 400, 600, 800, 1000, 1250, 1500, 2000)
GOAL = 0.100  # seconds that the 99th percentile may reach


# ---------------------------------------------------------------- the server


def serve(database: str, port: int, idle: float) -> None:
    """A server without the limits that one address has otherwise: all players come from here."""
    from parlour.server import keeping, rounds
    from parlour.server.access import Limits
    from parlour.server.app import make_app
    from parlour.server.serve import listen, run, store_at

    keeping.IDLE = idle
    much = 10**6
    limits = Limits(
        per_address=much,
        messages_per_address=much,
        new_tables=much,
        tables_a_day=much,
        sockets=much,
        sockets_per_address=much,
        connections=much,
        connections_per_address=much,
        connecting=much,
        handshakes=much,
    )
    raise_limit()
    with listen("127.0.0.1", port) as listening:
        app = make_app(store_at(database), limits=limits)
        with asyncio.Runner(loop_factory=rounds.new_loop) as runner:
            runner.run(run(app, listening, watch_pauses))


def watch_pauses() -> None:
    """Say when the garbage collector takes longer than ever before, in processor time."""
    began, longest = 0.0, 0.02

    def note(phase: str, found: dict[str, int]) -> None:
        nonlocal began, longest
        if phase == "start":
            began = time.thread_time()
        elif (took := time.thread_time() - began) > longest:
            longest = took
            print(f"garbage collector: {1e3 * took:.0f} ms, generation {found['generation']}")

    gc.callbacks.append(note)


def raise_limit() -> None:
    """As many open sockets as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


@dataclass
class Server:
    """A server process, as the system sees it."""

    process: subprocess.Popen[bytes]
    port: int

    def seconds(self) -> float:
        """Processor time used so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> float:
        """Resident memory in MiB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * resource.getpagesize() / 2**20


def start(database: str, idle: float) -> Server:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    command = [
        sys.executable,
        __file__,
        "--serve",
        str(port),
        "--database",
        database,
        "--idle-after",
        str(idle),
    ]
    server = Server(subprocess.Popen(command), port)
    for _ in range(200):
        try:
            httpx.get(f"http://127.0.0.1:{port}/api/languages")
            return server
        except httpx.TransportError:
            time.sleep(0.1)
    raise SystemExit("the server does not start")


# ---------------------------------------------------------------- the players


class May(msgspec.Struct):
    roll: bool


class Move(msgspec.Struct):
    code: int


class Frame(msgspec.Struct):
    seq: int
    over: bool
    may: May
    moves: list[Move]


class Heard(msgspec.Struct):
    """What a player reads of a message."""

    kind: str
    seq: int | None = None
    id: str = ""
    ok: bool = True
    frame: Frame | None = None
    error: Any = None


read = msgspec.json.Decoder(Heard).decode


@dataclass
class Tally:
    """What was measured since it was cleared."""

    acknowledged: list[float] = field(default_factory=list)
    seen: list[float] = field(default_factory=list)
    refused: int = 0

    def clear(self) -> None:
        self.acknowledged.clear()
        self.seen.clear()
        self.refused = 0


class Table:
    """Four players at a table."""

    def __init__(self, port: int, opened: dict[str, Any], every: float, tally: Tally) -> None:
        self.id = opened["table"]
        self.port = port
        self.tokens = [seat["token"] for seat in opened["seats"]]
        self.every = every
        self.tally = tally
        self.over = False
        self._rng = random.Random(self.id)
        self._sent: dict[str, float] = {}
        self._moved: dict[int, tuple[float, int]] = {}  # seq -> when it was sent, and who has not heard of it
        self._number = 0

    async def sit(self, number: int, ready: asyncio.Semaphore) -> None:
        """One player: hears everything, and moves when it is their turn."""
        async with ready:
            ws = await websockets.connect(
                f"ws://127.0.0.1:{self.port}/api/tables/{self.id}/socket",
                compression=None,
                max_size=None,
                ping_interval=None,
                open_timeout=60,
            )
            await ws.send(json.dumps({"do": "hello", "tokens": [self.tokens[number]]}))
        turn: asyncio.Task[None] | None = None
        async for raw in ws:
            heard = read(raw)
            if heard.kind == "answer":
                self._answered(heard)
            elif heard.frame is not None:
                self._saw(heard.frame.seq)
                self.over |= heard.frame.over
                if turn is not None:
                    turn.cancel()
                    turn = None
                if (heard.frame.may.roll or heard.frame.moves) and not self.over:
                    turn = asyncio.create_task(self._move(ws, heard.frame))

    async def _move(self, ws: Any, frame: Frame) -> None:
        await asyncio.sleep(self.every * self._rng.uniform(0.7, 1.3))
        self._number += 1
        word = f"m{self._number}-{frame.seq}"
        command: dict[str, Any] = {"id": word, "after": frame.seq}
        if frame.may.roll:
            command["do"] = "roll"
        else:
            command |= {"do": "play", "action": self._rng.choice(frame.moves).code}
        self._sent[word] = time.perf_counter()
        self._moved[frame.seq + 1] = (self._sent[word], 4)
        await ws.send(json.dumps(command))

    def _answered(self, heard: Heard) -> None:
        sent = self._sent.pop(heard.id)
        if heard.ok:
            self.tally.acknowledged.append(time.perf_counter() - sent)
        else:
            self.tally.refused += 1

    def _saw(self, seq: int) -> None:
        for one in [s for s in self._moved if s <= seq]:
            sent, left = self._moved[one]
            if left > 1:
                self._moved[one] = (sent, left - 1)
            else:
                del self._moved[one]
                self.tally.seen.append(time.perf_counter() - sent)


class Crowd:
    """All tables, shared out among the servers."""

    def __init__(self, servers: list[Server], game: str, every: float) -> None:
        self.servers = servers
        self.game = game
        self.every = every
        self.tally = Tally()
        self.tables: list[Table] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._ready = asyncio.Semaphore(20)

    async def grow(self, count: int) -> None:
        """More tables, until there are so many."""
        wish = {"game": self.game, "seats": [{"kind": "person"}] * 4}
        async with httpx.AsyncClient(timeout=60) as http:
            while len(self.tables) < count:
                server = self.servers[len(self.tables) % len(self.servers)]
                answer = await http.post(f"http://127.0.0.1:{server.port}/api/tables", json=wish)
                answer.raise_for_status()
                table = Table(server.port, answer.json(), self.every, self.tally)
                self.tables.append(table)
                sitting = [asyncio.create_task(table.sit(n, self._ready)) for n in range(4)]
                self._tasks += sitting
                if len(self.tables) % 10 == 0:
                    await asyncio.sleep(0)
        for _ in range(600):
            if self._ready._value == 20:
                break
            await asyncio.sleep(0.1)

    async def measure(self, seconds: float) -> str:
        for task in self._tasks:
            if task.done():
                task.result()
        await asyncio.sleep(min(seconds, 3))
        self.tally.clear()
        began, used = time.perf_counter(), [s.seconds() for s in self.servers]
        own, yardstick = time.process_time(), Yardstick()
        await asyncio.sleep(seconds)
        length = time.perf_counter() - began
        share = [100 * (s.seconds() - u) / length for s, u in zip(self.servers, used, strict=True)]
        tally = self.tally
        self.p99 = at(tally.acknowledged, 0.99)
        memory = sum(s.memory() for s in self.servers)
        each = 10 * sum(share) * length / max(1, len(tally.acknowledged))
        return (
            f"{len(self.tables):6} {4 * len(self.tables):7} {len(tally.acknowledged) / length:8.1f}"
            f" {1e3 * at(tally.acknowledged, 0.5):7.1f} {1e3 * self.p99:7.1f}"
            f" {1e3 * at(tally.seen, 0.5):7.1f} {1e3 * at(tally.seen, 0.99):7.1f}"
            f" {'+'.join(f'{s:.0f}' for s in share):>9} {100 * (time.process_time() - own) / length:7.0f}"
            f" {memory:8.0f} {tally.refused:6} {each:8.2f} {yardstick.microseconds():9.0f}"
        )


class Yardstick:
    """How long a fixed piece of Python takes here and now: what else a machine does makes all slower."""

    def __init__(self) -> None:
        self._took: list[float] = []
        self._watching = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(0.1)
            began = time.thread_time()
            seen = {str(n): [n, (n, str(n))] for n in range(400)}
            "".join(sorted(seen)).encode()
            self._took.append(time.thread_time() - began)

    def microseconds(self) -> float:
        """The median, in processor time."""
        self._watching.cancel()
        return 1e6 * at(self._took, 0.5)


def at(values: list[float], share: float) -> float:
    """The percentile; endless when nothing was measured."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


HEADING = (
    "tables sockets  moves/s  ack p50 ack p99 seen p50    p99  server % client%  MiB    refused  ms/move"
    " yardstick\n"
    "                             ms      ms      ms      ms                                     server"
    "        us"
)


async def grow(servers: list[Server], arguments: argparse.Namespace) -> None:
    """More and more tables, until the server cannot keep up."""
    print(HEADING)
    crowd = Crowd(servers, arguments.game, arguments.every)
    for count in steps(arguments.tables):
        await crowd.grow(count)
        print(await crowd.measure(arguments.seconds), flush=True)
        if crowd.p99 > GOAL:
            print(f"The 99th percentile has passed {1e3 * GOAL:.0f} ms.")
            break


def steps(only: int | None) -> Iterator[int]:
    yield from (only,) if only else STEPS


async def idle(servers: list[Server], arguments: argparse.Namespace) -> None:
    """What tables cost that nobody moves at."""
    crowd = Crowd(servers, arguments.game, 1e6)
    await crowd.grow(10)
    await asyncio.sleep(2)
    count, before = len(crowd.tables), servers[0].memory()
    await crowd.grow(count + arguments.idle)
    await asyncio.sleep(2)
    after = servers[0].memory()
    each = 1024 / arguments.idle
    print(f"{arguments.idle} tables with four sockets each: {each * (after - before):.1f} KiB each")
    await asyncio.sleep(arguments.idle_after * 1.5)
    rest = servers[0].memory()
    print(f"after {arguments.idle_after * 1.5:.0f} s without a move: {each * (rest - before):.1f} KiB each")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="parcheesi")
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the moves of a table")
    parser.add_argument("--seconds", type=float, default=15.0, help="how long each step is measured")
    parser.add_argument("--tables", type=int, help="only this many tables")
    parser.add_argument("--postgres", default="", help="the address of a PostgreSQL database")
    parser.add_argument("--processes", type=int, default=1, help="servers that share the PostgreSQL database")
    parser.add_argument("--idle", type=int, default=0, help="measure the memory of so many tables that wait")
    parser.add_argument("--beside", action="store_true", help="measure boardgame.io with as many tables, too")
    parser.add_argument("--idle-after", type=float, default=20.0, help=argparse.SUPPRESS)
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--database", default="", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve is not None:
        serve(arguments.database, arguments.serve, arguments.idle_after)
        return
    raise_limit()
    with tempfile.TemporaryDirectory() as folder:
        database = arguments.postgres or str(Path(folder) / "tables.db")
        idle_after = arguments.idle_after if arguments.idle else 120.0
        servers = [
            start(database, idle_after) for _ in range(arguments.processes if arguments.postgres else 1)
        ]
        where = f"PostgreSQL, {len(servers)} process(es)" if arguments.postgres else "SQLite"
        print(
            f"{arguments.game} on {where}, {os.cpu_count()} cores, a table moves every {arguments.every:g} s"
        )
        try:
            asyncio.run(idle(servers, arguments) if arguments.idle else grow(servers, arguments))
        finally:
            for server in servers:
                server.process.terminate()
                server.process.wait()
    if arguments.beside:
        from beside import measure

        print(measure(arguments.tables or 40, arguments.every, arguments.seconds))


if __name__ == "__main__":
    main()
