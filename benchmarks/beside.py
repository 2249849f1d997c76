"""boardgame.io beside us: the same number of tables, the same pace, one move after the other in one run.

Node and boardgame.io are the benchmark's own (`boardgame/`, installed by npm when they are first needed). Its
game does next to nothing and lies in memory only; ours are played by their rules and are on the disk when a
move is acknowledged.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path
from time import perf_counter, sleep

FOLDER = Path(__file__).with_name("boardgame")


def install() -> None:
    """Node's packages, if they are not there."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise SystemExit("boardgame.io needs Node and npm.")
    if not (FOLDER / "node_modules" / "boardgame.io").exists():
        command = ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--silent"]
        subprocess.run(command, cwd=FOLDER, check=True)


class Boardgame:
    """A server of boardgame.io and its players, each a process of its own."""

    def __init__(self, tables: int, every: float) -> None:
        install()
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        self.server = subprocess.Popen(["node", "server.js", str(port)], cwd=FOLDER, stdout=subprocess.PIPE)
        assert self.server.stdout is not None
        while b"ready" not in (line := self.server.stdout.readline()):
            if not line:
                raise SystemExit("boardgame.io does not start")
        threading.Thread(target=self.server.stdout.read, daemon=True).start()
        command = ["node", "players.js", str(port), str(tables), str(every)]
        self.players = subprocess.Popen(command, cwd=FOLDER, stdout=subprocess.PIPE)
        self.moves = 0
        self.seen: list[float] = []
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.players.stdout is not None
        for line in self.players.stdout:
            told = json.loads(line)
            self.moves = told["moves"]
            self.seen += told["seen"]

    def close(self) -> None:
        for process in (self.players, self.server):
            process.kill()
            process.wait()


def measure(tables: int, every: float, seconds: float) -> str:
    """What a move costs its server, in the words of `load.py`."""
    from load import Server, at

    with_them = Boardgame(tables, every)
    try:
        server = Server(with_them.server, 0)
        sleep(3 + 0.02 * tables + every)
        with_them.seen.clear()
        began, used, moved = perf_counter(), server.seconds(), with_them.moves
        sleep(seconds)
        length, moves = perf_counter() - began, with_them.moves - moved
        each = 1e3 * (server.seconds() - used) / max(1, moves)
        p50, p99 = at(with_them.seen, 0.5), at(with_them.seen, 0.99)
        return (
            f"boardgame.io: {tables} tables, {moves / length:.1f} moves/s, seen by all p50 {p50:.1f} ms,"
            f" p99 {p99:.1f} ms, {server.memory():.0f} MiB, {each:.2f} ms of processor time a move"
        )
    finally:
        with_them.close()


if __name__ == "__main__":
    print(measure(int(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])))
