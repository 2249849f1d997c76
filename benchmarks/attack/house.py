"""The server under attack: the real one, as `parlour serve` starts it, and what the system says of it."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class State:
    """What a process takes up."""

    memory: int  # bytes
    files: int
    threads: int
    seconds: float  # of the processor


@dataclass(frozen=True)
class House:
    """A running server."""

    process: subprocess.Popen[str]
    port: int
    log: Path

    def state(self) -> State:
        proc = Path(f"/proc/{self.process.pid}")
        status = dict(line.split(":", 1) for line in (proc / "status").read_text().splitlines())
        fields = (proc / "stat").read_text().rpartition(")")[2].split()
        return State(
            int(status["VmRSS"].split()[0]) * 1024,
            len(list((proc / "fd").iterdir())),
            int(status["Threads"]),
            (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
        )


def fill(file: str, tables: int) -> None:
    """So many tables that somebody opened two days ago, and nobody has used since."""
    from parlour.server import opening, protocol
    from parlour.server.sqlite_file import connect
    from parlour.server.store import checksum
    from parlour.server.thinking import Thinker

    seats = [protocol.Seating("person"), protocol.Seating("person")]
    setup, _ = opening.new_table(protocol.NewTable(game="tritrac", seats=seats), Thinker())
    stored, long_ago = opening.encode_setup(setup), int(time.time()) - 2 * 86_400
    connection = connect(file)
    connection.execute("BEGIN")
    rows = ((f"old{n}", stored, checksum(stored)) for n in range(tables))
    connection.executemany("INSERT INTO tables VALUES (?, ?, ?)", rows)
    used = ((f"old{n}", long_ago) for n in range(tables))
    connection.executemany("INSERT INTO uses VALUES (?, ?, 0)", used)
    connection.execute("COMMIT")
    connection.close()


@contextlib.contextmanager
def house(database: str = "", tables: int = 0) -> Iterator[House]:
    """A server on a free port of 127.0.0.1, with a database of its own, until the end of the block."""
    with tempfile.TemporaryDirectory(prefix="parlour-attack-") as folder:
        log = Path(folder) / "log"
        if tables:
            fill(f"{folder}/tables.db", tables)
        command = [sys.executable, "-m", "parlour", "serve", "--no-browser", "--port", "0"]
        with log.open("w") as errors:
            process = subprocess.Popen(
                [*command, "--database", database or f"{folder}/tables.db"],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
            )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r":(\d+)/", line)
            if found is None:
                raise SystemExit(f"The server did not start: {line}{log.read_text()}")
            yield House(process, int(found[1]), log)
        finally:
            process.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(20)
            process.kill()
