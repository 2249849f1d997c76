"""An hour, or as long as one likes, of an ordinary evening: what is left behind, and is anything missing?

    python benchmarks/soak.py                   an hour on SQLite
    python benchmarks/soak.py --minutes 10 --postgres

People play all games by socket, bots play by themselves, spectators come and go, somebody asks for hints,
looks at finished games and opens their records again, and now and then a page is cut off in mid-move. In the
end everybody leaves. Then every move that was acknowledged must stand in its table's log at its number, once,
also after a restart; and threads, descriptors, tasks, sockets and processes must be as few as at the start.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import websockets
from faults import Postgres, Server

GAMES = {"doubletrack": 3, "pollyanna": 4, "doubleswild": 2, "parcheesi": 2, "tritrac": 2}  # and players
DEEDS = ("roll", "play", "reveal")  # the last move of a game shows the secret of its dice as well
LONG = (60, 1_000)  # moves of people at a table, before they have had enough of it
_PATIENCE = 300.0  # seconds until a server answers, on a machine that does much else
LAST = 240.0  # seconds that tables of bots may take to come to their end, when nobody looks any more
_GONE = (OSError, TimeoutError, websockets.WebSocketException, httpx.HTTPError, EOFError)


@dataclass
class State:
    """What the server takes up, by the system's word and by its own."""

    threads: int
    files: int
    children: int
    memory: float
    figures: dict[str, float]

    def __str__(self) -> str:
        told = self.figures
        return (
            f"{self.threads:8} {self.files:6} {self.children:9} {told['parlour_tasks']:6.0f} "
            f"{told['parlour_sockets']:6.0f} {told['parlour_tables_in_memory']:7.0f} {self.memory:6.0f}"
        )


@dataclass
class Evening:
    """Those who are there, and what they were promised."""

    server: Server
    token: str
    pace: float
    rng: random.Random = field(default_factory=lambda: random.Random(22))
    promised: dict[str, dict[str, int]] = field(default_factory=dict)  # table -> command -> number
    links: dict[str, str] = field(default_factory=dict)  # table -> a spectator's token
    did: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self._call()

    def _call(self) -> None:
        address = f"http://127.0.0.1:{self.server.port}"
        self.http = httpx.AsyncClient(base_url=address, timeout=240)  # a review may take long

    async def until_ready(self) -> None:
        async with asyncio.timeout(_PATIENCE):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await self.http.get("/health")).status_code == 200:
                        return
                await asyncio.sleep(0.1)

    async def state(self) -> State:
        threads, files = self.server.threads_and_files()
        assert self.server.process is not None
        task = Path(f"/proc/{self.server.process.pid}/task")
        children = sum(len((one / "children").read_text().split()) for one in task.iterdir())
        bearer = {"Authorization": f"Bearer {self.token}"}
        text = (await self.http.get("/metrics", headers=bearer)).text
        pairs = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
        return State(threads, files, children, self.server.memory(), {n: float(v) for n, _, v in pairs})

    async def settled(self, before: State, rest: float) -> State:
        """When everybody has left, and those bots have finished that were still playing."""
        await self.http.aclose()  # and with it the connections that were kept for more
        self._call()
        await asyncio.sleep(rest)
        deadline = time.monotonic() + LAST
        while time.monotonic() < deadline:
            now = await self.state()
            if now.figures["parlour_tasks"] <= before.figures["parlour_tasks"]:
                break
            await asyncio.sleep(1)
        return now

    # ------------------------------------------------------------ what guests do

    async def open(self, **wish: Any) -> dict[str, Any]:
        while True:
            answer = await self.http.post("/api/tables", json={"pause": 0} | wish)
            if answer.status_code == 201:
                table = dict(answer.json())
                self.links[table["table"]] = table["watch"]
                return table
            self.refused[answer.json()["error"]["kind"]] += 1
            await asyncio.sleep(5)

    @contextlib.asynccontextmanager
    async def page(self, table: dict[str, Any], *tokens: str) -> Any:
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{table['table']}/socket"
        async with websockets.connect(address, max_size=None) as ws:
            await ws.send(json.dumps({"do": "hello", "tokens": list(tokens)}))
            yield ws

    async def people(self) -> None:
        """Some at one screen, who play a game to its end or until they have had enough."""
        game, players = self.rng.choice(list(GAMES.items()))
        table = await self.open(game=game, seats=[{"kind": "device"}] * players)
        promised = self.promised.setdefault(table["table"], {})
        tokens = [seat["token"] for seat in table["seats"]]
        unanswered: dict[str, dict[str, Any]] = {}
        number, known, over, most = 0, 0, False, self.rng.choice(LONG)
        while not over and len(promised) < most:
            cut = self.rng.randrange(20, 60)  # commands after which the line is lost
            async with self.page(table, *tokens) as ws:
                frames: dict[int, dict[str, Any]] = {}
                for command in unanswered.values():  # perhaps they were heard, perhaps not
                    await ws.send(json.dumps(command))
                async for message in ws:
                    heard = json.loads(message)
                    if heard["kind"] == "events":
                        frames[heard["seat"]] = heard["frame"]
                        over = heard["frame"]["over"]
                    elif heard["kind"] == "answer":
                        unanswered.pop(heard["id"], None)
                        if heard["ok"]:
                            promised[heard["id"]] = known = heard["seq"]
                            self.did["moves"] += 1
                        else:
                            self.refused[heard["error"]["kind"]] += 1
                    if over or len(promised) >= most:
                        break
                    if (
                        unanswered
                        or len(frames) < len(tokens)
                        or min(f["seq"] for f in frames.values()) < known
                    ):
                        continue  # not everybody has seen the last move
                    found = _next(frames, self.rng)
                    if found is not None:
                        await asyncio.sleep(self.rng.uniform(0.2, 1.8) * self.pace)
                        number += 1
                        cut -= 1
                        command = {"id": f"c{number}", **found}
                        unanswered[command["id"]] = command
                        await ws.send(json.dumps(command))
                    if cut < 0:
                        self.did["lines cut"] += 1
                        ws.transport.abort()
                        break
        if over:
            self.did["games over"] += 1
            await self._look_at(table)

    async def _look_at(self, table: dict[str, Any]) -> None:
        """What one does after a game: its record, the record as a table, and its review."""
        bearer = {"Authorization": f"Bearer {table['seats'][0]['token']}"}
        path = f"/api/tables/{table['table']}"
        record = await self.http.get(f"{path}/record", headers=bearer)
        opened = await self.open(record=record.text, game="", seats=[])
        async with self.page(opened, opened["watch"]) as ws:
            await ws.recv()
        review = await self.http.get(f"{path}/review", headers=bearer)
        self.did[f"reviews, {review.status_code}"] += 1

    async def bots(self) -> None:
        """A table of bots, while somebody looks."""
        game = self.rng.choice(("tritrac", "parcheesi"))
        table = await self.open(
            game=game, seats=[{"kind": "bot", "level": "random"}] * 2, pause=0.3 * self.pace
        )
        async with self.page(table, table["watch"]) as ws:
            async for message in ws:
                heard = json.loads(message)
                if heard["kind"] == "events" and heard["frame"]["over"]:
                    self.did["games of bots"] += 1
                    return

    async def spectator(self) -> None:
        """Looks at a table for a moment."""
        if self.links:
            table = self.rng.choice(list(self.links)[-12:])
            async with self.page({"table": table}, self.links[table]) as ws:
                await ws.recv()
                await asyncio.sleep(self.rng.uniform(0, 4) * self.pace)
            self.did["visits"] += 1
        await asyncio.sleep(self.pace)

    async def hints(self) -> None:
        """One who asks for hints, and leaves in the middle of one."""
        game = self.rng.choice(("tritrac", "parcheesi"))
        table = await self.open(game=game, seats=[{"kind": "device"}] * 2)
        for _ in range(4):
            async with self.page(table, table["seats"][0]["token"]) as ws:
                await ws.send(json.dumps({"do": "hint", "id": f"h{self.rng.random()}"}))
                await asyncio.sleep(self.rng.choice((0.05, 6)) * self.pace)
                self.did["hints"] += 1
        await asyncio.sleep(30 * self.pace)

    async def again(self, guest: Any, end: float) -> None:
        while time.monotonic() < end:
            try:
                async with asyncio.timeout(max(0.1, end - time.monotonic())):
                    await guest()
            except _GONE as problem:
                if time.monotonic() < end:
                    self.refused[type(problem).__name__] += 1
                    await asyncio.sleep(1)

    # ------------------------------------------------------------ what must be there

    async def check(self) -> int:
        """How many of the promises were not kept."""
        wrong = 0
        for table, promised in self.promised.items():
            bearer = {"Authorization": f"Bearer {self.links[table]}"}
            answer = await self.http.get(f"/api/tables/{table}/events", headers=bearer)
            events = answer.json()["events"]
            kinds = {event["seq"]: event["kind"] for event in events}
            wrong += [event["seq"] for event in events] != list(range(1, len(events) + 1))
            wrong += len(set(promised.values())) != len(promised)
            odd = {c: (n, kinds.get(n)) for c, n in promised.items() if kinds.get(n) not in DEEDS}
            for command, (number, kind) in odd.items():
                print(f"{table}: {command} was acknowledged as {number} of {len(events)}, which is {kind}")
            wrong += len(odd)
            await asyncio.sleep(0.05)
        return wrong


def _next(frames: dict[int, dict[str, Any]], rng: random.Random) -> dict[str, Any] | None:
    for seat, frame in frames.items():
        if frame["may"]["roll"]:
            return {"do": "roll", "seat": seat, "after": frame["seq"]}
        if frame["moves"]:
            action = rng.choice(frame["moves"])["code"]
            return {"do": "play", "action": action, "seat": seat, "after": frame["seq"]}
    return None


async def soak(server: Server, wish: argparse.Namespace, token: str) -> bool:
    evening, minutes = Evening(server, token, wish.pace), wish.minutes
    await evening.until_ready()
    warm = Evening(server, token, 0.1)  # processes for hints and slow work are there from now on
    (await warm.http.get("/api/games/tritrac/print.pdf")).raise_for_status()
    await asyncio.gather(
        *(warm.again(one, time.monotonic() + 2 + wish.rest / 4) for one in (warm.hints, warm.bots))
    )
    await asyncio.sleep(wish.rest)
    before = await evening.state()
    print("  minute   moves  threads  files processes  tasks sockets  tables    MiB", flush=True)
    print(f"{'start':>8} {0:7} {before}", flush=True)
    began = time.monotonic()
    end = began + 60 * minutes
    those = [evening.people] * wish.guests + [evening.bots] * 2 + [evening.spectator] * 4 + [evening.hints]
    all_of_them = asyncio.gather(*(evening.again(one, end) for one in those))
    while not all_of_them.done():
        await asyncio.wait([all_of_them], timeout=max(5.0, 60 * minutes / 12))
        minute = (time.monotonic() - began) / 60
        print(f"{minute:8.1f} {evening.did['moves']:7} {await evening.state()}", flush=True)
    await all_of_them
    after = await evening.settled(before, wish.rest)
    print(f"{'left':>8} {evening.did['moves']:7} {after}", flush=True)
    wrong = await evening.check()
    print(f"moves that are not where they were promised: {wrong}", flush=True)
    server.end(signal.SIGTERM)
    server.start()
    await evening.until_ready()
    again = await evening.check()
    await evening.http.aclose()
    await warm.http.aclose()
    sums = ", ".join(f"{count} {what}" for what, count in evening.did.items())
    print(f"{sums}; refused: {dict(evening.refused)}")
    print(f"after a restart: {again}")
    pool = min(32, (os.cpu_count() or 1) + 4)  # asyncio's own threads, which come when they are needed
    more = [
        f"{name} {was:.0f} → {is_:.0f}"
        for name, was, is_ in (
            ("threads", before.threads + pool, after.threads),
            ("files", before.files, after.files),
            ("processes", before.children, after.children),
            ("tasks", before.figures["parlour_tasks"], after.figures["parlour_tasks"]),
            ("sockets", before.figures["parlour_sockets"], after.figures["parlour_sockets"]),
        )
        if is_ > was
    ]
    print(f"left behind: {', '.join(more) or 'nothing'}")
    return not (wrong or again or more or not evening.did["moves"])


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--guests", type=int, default=6, help="tables of people at a time")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds of thought for a move, on average")
    parser.add_argument(
        "--rest", type=float, default=20.0, help="seconds after the last guest, before it is counted"
    )
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server of its own")
    wish = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="parlour-soak-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        token = folder / "token"
        token.write_text("a-token-for-this-soak-alone\n")
        postgres = Postgres(folder) if wish.postgres else None
        server = Server(
            postgres.address if postgres else str(folder / "tables.db"), options=["--operator", str(token)]
        )
        try:
            server.start()
            fine = asyncio.run(soak(server, wish, token.read_text().strip()))
        finally:
            if server.process is not None:
                server.process.kill()
                server.process.wait()
            if postgres is not None:
                postgres.stop()
    raise SystemExit(0 if fine else 1)


if __name__ == "__main__":
    main()
