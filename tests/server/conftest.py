"""What the server's tests share: databases, and servers that run in the test's own loop."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

_ADVICE = "PostgreSQL is not installed: on Debian and Ubuntu, sudo apt install postgresql"


def _programs() -> Path | None:
    """Where Debian keeps the newest PostgreSQL, or wherever it is in the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3]))
    elsewhere = shutil.which("initdb")
    return found[-1].parent if found else Path(elsewhere).parent if elsewhere else None


@pytest.fixture(autouse=True)
def nothing_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server does not depend on it, and a compiler in the background takes longer than most tests."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server of our own, in a folder of its own."""
    programs = _programs()
    if programs is None:
        if os.environ.get("CI"):
            pytest.fail(_ADVICE)
        pytest.skip(_ADVICE)
    folder = Path(tempfile.mkdtemp(prefix="parlour-pg-"))
    as_user: list[str] = []
    if os.geteuid() == 0:  # it refuses to run as root
        as_user = ["runuser", "-u", "postgres", "--"]
        os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
    data = folder / "data"

    def call(program: str, *arguments: str) -> None:
        command = [*as_user, str(programs / program), *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{program}: {done.stdout}{done.stderr}"

    call("initdb", "-D", str(data), "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C")
    settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c max_connections=60"
    try:
        call("pg_ctl", "-D", str(data), "-w", "-l", str(folder / "log"), "-o", settings, "start")
        try:
            yield f"postgresql://postgres@/postgres?host={folder}"
        finally:
            call("pg_ctl", "-D", str(data), "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
