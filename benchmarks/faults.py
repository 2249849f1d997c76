"""What the server survives: kills, full and vanishing disks, a database that dies, hangs or hangs up.

    python benchmarks/faults.py                      every fault once, on SQLite and on PostgreSQL
    python benchmarks/faults.py --only pg-stopped    one of them
    python benchmarks/faults.py --rounds 20          a kill loop of twenty rounds, and so on

Players move at several tables by HTTP, send again whatever was not answered, and note every move that was
acknowledged. Afterwards each of these must stand in its table's log at its number, once, without gaps. Health
is asked all the while: what it said is in the report. PostgreSQL is one of our own, in a temporary folder.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

TABLES = 4
PATIENCE = 90.0  # seconds until moves must be possible again


@dataclass
class Server:
    """`parlour serve`, as anybody starts it; it can be killed and started again."""

    database: str
    port: int = 0
    process: subprocess.Popen[bytes] | None = None
    options: list[str] = field(default_factory=list)

    def start(self) -> None:
        if not self.port:
            with socket.create_server(("127.0.0.1", 0)) as probe:
                self.port = probe.getsockname()[1]
        command = [sys.executable, "-m", "parlour", "serve", "--no-browser", "--port", str(self.port)]
        command += ["--database", self.database, *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait()

    def threads_and_files(self) -> tuple[int, int]:
        assert self.process is not None
        proc = Path(f"/proc/{self.process.pid}")
        return len(list((proc / "task").iterdir())), len(list((proc / "fd").iterdir()))

    def memory(self) -> float:
        assert self.process is not None
        return int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1]) * 4096 / 2**20


@dataclass
class Players:
    """They play until they are told to stop, and remember what they were promised."""

    server: Server
    acknowledged: dict[tuple[str, str], int] = field(default_factory=dict)  # table, command -> number
    refused: Counter[str] = field(default_factory=Counter)
    health: Counter[str] = field(default_factory=Counter)
    tables: list[dict[str, Any]] = field(default_factory=list)
    last: float = 0.0
    _stop: bool = False

    @property
    def http(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.server.port}", timeout=30)

    async def open(self, count: int = TABLES) -> None:
        wish = {"game": "parcheesi", "seats": [{"kind": "person"}] * 2, "pause": 0}
        async with self.http as http:
            await self.until_ready(http)
            for _ in range(count):
                self.tables.append((await http.post("/api/tables", json=wish)).json())

    async def until_ready(self, http: httpx.AsyncClient) -> None:
        async with asyncio.timeout(PATIENCE):
            while True:
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get("/health")).status_code == 200:
                        return
                await asyncio.sleep(0.1)

    async def play(self, table: dict[str, Any]) -> None:
        tokens = {seat["chair"]: seat["token"] for seat in table["seats"]}
        path, number = f"/api/tables/{table['table']}", 0
        async with self.http as http:
            while not self._stop:
                for token in tokens.values():
                    bearer = {"Authorization": f"Bearer {token}"}
                    try:
                        shown = await http.get(path, headers=bearer)
                    except httpx.TransportError:
                        await asyncio.sleep(0.1)
                        continue
                    if shown.status_code != 200:
                        self._refused(shown)
                        await asyncio.sleep(0.1)
                        continue
                    frame = shown.json()
                    if frame["over"]:
                        return
                    if not frame["may"]["roll"] and not frame["moves"]:
                        continue
                    number += 1
                    command = {"id": f"c{number}", "after": frame["seq"], "do": "roll"}
                    if not frame["may"]["roll"]:
                        command |= {"do": "play", "action": frame["moves"][0]["code"]}
                    await self._send(http, table["table"], command, bearer)

    async def _send(self, http: Any, table: str, command: dict[str, Any], bearer: dict[str, str]) -> None:
        """Again and again, until it is answered for good."""
        while not self._stop:
            try:
                path = f"/api/tables/{table}/commands"
                answer = await http.post(path, json=command, headers=bearer)
            except httpx.TransportError:
                await asyncio.sleep(0.1)
                continue
            if answer.status_code == 200:
                self.acknowledged[table, command["id"]] = answer.json()["seq"]
                self.last = time.monotonic()
                return
            self._refused(answer)
            if answer.status_code == 409:  # late: whatever it was meant for has changed
                return
            await asyncio.sleep(0.2)

    def _refused(self, answer: httpx.Response) -> None:
        with contextlib.suppress(ValueError):
            self.refused[answer.json()["error"]["text"]] += 1

    async def ask_for_health(self) -> None:
        async with self.http as http:
            while not self._stop:
                try:
                    found = await http.get("/health")
                    said = found.json()
                    self.health[f"{found.status_code} {said.get('why', 'ready')}"] += 1
                except (httpx.TransportError, ValueError):
                    self.health["no answer"] += 1
                await asyncio.sleep(0.25)

    async def more(self, moves: int) -> float:
        """Until so many more moves are acknowledged; after how many seconds the first of them was."""
        began, before, first = time.monotonic(), len(self.acknowledged), 0.0
        async with asyncio.timeout(PATIENCE):
            while len(self.acknowledged) < before + moves:
                await asyncio.sleep(0.05)
                if not first and len(self.acknowledged) > before:
                    first = self.last - began
        return max(0.0, first)

    async def check(self) -> str:
        """Does every acknowledged move stand where it was said to, and nothing twice?"""
        wrong = 0
        async with self.http as http:
            await self.until_ready(http)
            for table in self.tables:
                bearer = {"Authorization": f"Bearer {table['watch']}"}
                answer = await http.get(f"/api/tables/{table['table']}/events", headers=bearer)
                events = answer.json()["events"]
                numbers = [e["seq"] for e in events]
                promised = [seq for (id_, _), seq in self.acknowledged.items() if id_ == table["table"]]
                wrong += numbers != list(range(1, len(numbers) + 1))
                wrong += len(set(promised)) != len(promised)
                kinds = {e["seq"]: e["kind"] for e in events}
                wrong += sum(kinds.get(seq) not in ("roll", "play", "reveal") for seq in promised)
        return "nothing lost" if not wrong else f"{wrong} WRONG"

    @contextlib.asynccontextmanager
    async def playing(self) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(self.play(table)) for table in self.tables]
        tasks.append(asyncio.create_task(self.ask_for_health()))
        try:
            yield
        finally:
            self._stop = True
            await asyncio.gather(*tasks, return_exceptions=True)


Harm = Callable[[Server, Players, "Postgres | None"], Awaitable[None]]


# ---------------------------------------------------------------- PostgreSQL of our own


class Postgres:
    """Its processes can be killed, stopped and started."""

    def __init__(self, folder: Path) -> None:
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not found:
            raise SystemExit("PostgreSQL is not installed: on Debian and Ubuntu, sudo apt install postgresql")
        self.programs, self.folder = found[-1].parent, folder
        self.user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.user:
            os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
        self.data = folder / "data"
        self._call(
            "initdb", "-D", str(self.data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C"
        )
        self.address = f"postgresql://postgres@/postgres?host={folder}"
        self.start()

    def _call(self, program: str, *arguments: str) -> None:
        command = [*self.user, str(self.programs / program), *arguments]
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)

    def start(self) -> None:
        settings = f"-c listen_addresses='' -c unix_socket_directories={self.folder}"
        log = str(self.folder / "log")
        self._call("pg_ctl", "-D", str(self.data), "-w", "-l", log, "-o", settings, "start")

    def stop(self) -> None:
        with contextlib.suppress(subprocess.CalledProcessError):
            self._call("pg_ctl", "-D", str(self.data), "-m", "immediate", "stop")

    def signal(self, number: signal.Signals, children: bool = True) -> None:
        main = int((self.data / "postmaster.pid").read_text().split()[0])
        found = [main]
        if children:
            tree = subprocess.run(["ps", "-o", "pid=", "--ppid", str(main)], capture_output=True, text=True)
            found += [int(word) for word in tree.stdout.split()]
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, number)


# ---------------------------------------------------------------- faults


async def killed(server: Server, players: Players, postgres: Postgres | None) -> None:
    server.end(signal.SIGKILL)
    server.start()


async def stopped_politely(server: Server, players: Players, postgres: Postgres | None) -> None:
    server.end(signal.SIGTERM)
    server.start()


async def log_removed(server: Server, players: Players, postgres: Postgres | None) -> None:
    Path(f"{server.database}-wal").unlink()
    await players.more(10)
    server.end(signal.SIGKILL)  # what was acknowledged since must be in the files that are there
    server.start()


async def disk_full(server: Server, players: Players, postgres: Postgres | None) -> None:
    ballast = Path(server.database).with_name("ballast")
    with contextlib.suppress(OSError), ballast.open("wb") as out:
        while True:
            out.write(b"x" * 4096)
            out.flush()
    await asyncio.sleep(6)
    ballast.unlink()


async def disk_hangs(server: Server, players: Players, postgres: Postgres | None) -> None:
    place = str(Path(server.database).parent)
    _system("fsfreeze", "--freeze", place)
    try:
        await asyncio.sleep(8)
    finally:
        _system("fsfreeze", "--unfreeze", place)


async def disk_gone(server: Server, players: Players, postgres: Postgres | None) -> None:
    place = Path(server.database).parent
    _system("umount", "--lazy", str(place))
    await asyncio.sleep(6)
    _system("mount", f"{place}.disk", str(place))


async def disk_read_only(server: Server, players: Players, postgres: Postgres | None) -> None:
    """As a disk becomes that begins to fail; it is mended, mounted anew, and the server started."""
    place = Path(server.database).parent
    _system("mount", "--options", "remount,abort", str(place))
    await asyncio.sleep(6)
    server.end(signal.SIGTERM)
    _system("umount", str(place))
    subprocess.run(["e2fsck", "-p", f"{place}.disk"], stdout=subprocess.DEVNULL)
    _system("mount", f"{place}.disk", str(place))
    server.start()


async def pg_killed(server: Server, players: Players, postgres: Postgres | None) -> None:
    assert postgres is not None
    postgres.signal(signal.SIGKILL)
    await asyncio.sleep(4)
    for left in (postgres.data / "postmaster.pid", *postgres.folder.glob(".s.PGSQL*")):
        left.unlink(missing_ok=True)
    postgres.start()


async def pg_restarted(server: Server, players: Players, postgres: Postgres | None) -> None:
    assert postgres is not None
    postgres.stop()
    await asyncio.sleep(2)
    postgres.start()


async def pg_stopped(server: Server, players: Players, postgres: Postgres | None) -> None:
    assert postgres is not None
    postgres.signal(signal.SIGSTOP)
    await asyncio.sleep(25)
    postgres.signal(signal.SIGCONT)


async def pg_hangs_up(server: Server, players: Players, postgres: Postgres | None) -> None:
    import psycopg

    assert postgres is not None
    async with await psycopg.AsyncConnection.connect(postgres.address, autocommit=True) as pg:
        await pg.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parlour'"
        )


FAULTS: dict[str, Harm] = {
    "killed": killed,
    "stopped": stopped_politely,
    "log-removed": log_removed,
    "disk-full": disk_full,
    "disk-hangs": disk_hangs,
    "disk-gone": disk_gone,
    "disk-read-only": disk_read_only,
    "pg-server-killed": killed,
    "pg-killed": pg_killed,
    "pg-restarted": pg_restarted,
    "pg-stopped": pg_stopped,
    "pg-hangs-up": pg_hangs_up,
}


def _system(*command: str) -> None:
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def small_disk(place: Path) -> bool:
    """A disk of its own at this place; False where that needs more rights than we have."""
    image = Path(f"{place}.disk")
    with image.open("wb") as out:
        out.truncate(12 << 20)
    try:
        _system("mkfs.ext4", "-q", str(image))
        _system("mount", str(image), str(place))
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


async def suffer(name: str, rounds: int, folder: Path) -> bool:
    """One fault, so many times; True when nothing was lost."""
    place = folder / name
    place.mkdir()
    small = name.startswith("disk-")
    if small and not small_disk(place):
        print(f"{name:18} left out: it needs the right to mount a small disk")
        return True
    postgres = Postgres(place) if name.startswith("pg-") else None
    server = Server(postgres.address if postgres else str(place / "tables.db"))
    players = Players(server)
    waited = []
    try:
        server.start()
        await players.open()
        async with players.playing():
            for _ in range(rounds):
                await players.more(12)
                await FAULTS[name](server, players, postgres)
                waited.append(await players.more(3))
            await players.more(12)
        verdict = await players.check()
        server.end(signal.SIGTERM)
        server.start()  # and once more from the disk alone
        again = await players.check()
    finally:
        if server.process is not None:
            server.process.kill()
            server.process.wait()
        if postgres is not None:
            postgres.stop()
        if small:
            subprocess.run(["umount", "-l", str(place)])
    moves = len(players.acknowledged)
    print(
        f"{name:18} {rounds} times, {moves} moves: {verdict}; after a restart: {again}; "
        f"moves again after {max(waited):.1f} s"
    )
    for text, count in players.refused.most_common(3):
        print(f"{'':20}told {count} times: {text}")
    for text, count in players.health.most_common(4):
        print(f"{'':20}health {count} times: {text}")
    sys.stdout.flush()
    return "WRONG" not in verdict + again


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", choices=sorted(FAULTS), action="append", help="only these faults")
    parser.add_argument("--rounds", type=int, default=1, help="how often each fault happens")
    arguments = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="parlour-faults-"))
    folder.chmod(0o755)
    try:
        fine = [asyncio.run(suffer(name, arguments.rounds, folder)) for name in arguments.only or FAULTS]
        raise SystemExit(0 if all(fine) else 1)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
