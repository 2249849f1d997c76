"""The SQLite file: who may read it, copies while it is used, a lost log, and files of earlier versions."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import psycopg
import pytest

from parlour.server import postgres_schema, sqlite, sqlite_file
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Conflict, Row, Store, StoreError
from tests.server.helpers import Opened, Served, serving
from tests.server.test_stores import Place, rows, run
from tests.terminal.shell import PATIENCE

GOLDEN = Path(__file__).with_name("golden")


def killed(file: Path) -> None:
    """A server that stored three events and was killed: its log was not copied over."""
    program = """
import asyncio, os, sys
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Row
async def main():
    store = SqliteStore(sys.argv[1])
    await store.open(lambda *a: None, lambda a: None)
    await store.create("t", b"{}")
    for n in (1, 2, 3):
        await store.append("t", [Row(n, b"event %d" % n)])
    os._exit(9)
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", program, str(file)], env={**os.environ, "PYTHONPATH": "src"})
    assert done.returncode == 9


def events(file: Path) -> list[bytes]:
    async def read(store: Store) -> list[bytes]:
        return [row.body for row in await store.read("t")]

    found: list[bytes] = run(Place("sqlite", str(file)), read)
    return found


def test_after_a_kill_everything_is_there_and_nobody_else_can_read_it(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    killed(file)
    assert {p.name: p.stat().st_mode & 0o777 for p in tmp_path.iterdir() if p.name != "tables.db-shm"} == {
        "tables.db": 0o600,
        "tables.db-wal": 0o600,
        "tables.db-owner": 0o600,
    }
    assert events(file) == [b"event 1", b"event 2", b"event 3"]


def test_a_file_that_others_could_read_is_closed_to_them(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    killed(file)
    file.chmod(0o644)
    events(file)
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("harm", ["removed", "damaged"])
def test_a_log_that_was_lost_is_noticed(tmp_path: Path, harm: str) -> None:
    file, wal = tmp_path / "tables.db", tmp_path / "tables.db-wal"
    killed(file)
    kept = wal.read_bytes()
    if harm == "removed":
        wal.unlink()
    else:
        wal.write_bytes(
            kept[: len(kept) // 2] + bytes([kept[len(kept) // 2] ^ 0xFF]) + kept[len(kept) // 2 + 1 :]
        )
    (tmp_path / "tables.db-shm").unlink()
    before = file.read_bytes()
    with pytest.raises(
        StoreError, match=r"tables\.db-wal was removed or damaged.*\d+ commits.*tables\.db-owner"
    ):
        events(file)
    assert harm == "damaged" or file.read_bytes() == before
    (tmp_path / "tables.db-owner").unlink()  # as it says: go on without
    assert len(run(Place("sqlite", str(file)), lambda store: store.overview())) in (0, 1)


def test_a_log_removed_under_a_running_server_costs_nothing(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def work(store: Store) -> None:
        await store.create("t", b"{}")
        await store.append("t", rows(1, b"one"))
        (tmp_path / "tables.db-wal").unlink()
        await store.append("t", rows(2, b"two"))
        await store.append("t", rows(3, b"three"))
        for name in ("", "-wal"):  # what a server would find that starts now, after a kill
            if (tmp_path / f"tables.db{name}").exists():
                shutil.copy(tmp_path / f"tables.db{name}", f"{copy}{name}")

    copy = tmp_path / "copy.db"
    run(Place("sqlite", str(file)), work)
    assert events(copy) == [b"one", b"two", b"three"]
    assert events(file) == [b"one", b"two", b"three"]


def test_a_database_removed_under_a_running_server_is_named(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def work(store: Store) -> None:
        await store.create("t", b"{}")
        await store.ping()
        file.rename(tmp_path / "elsewhere.db")
        with pytest.raises(StoreError, match="was removed or replaced") as told:
            await store.ping()
        assert "/" not in str(told.value)  # players read it, and where it lies is nobody's business
        with pytest.raises(StoreError, match="removed or replaced"):
            await store.append("t", rows(1, b"one"))
        (tmp_path / "elsewhere.db").rename(file)
        await store.ping()

    run(Place("sqlite", str(file)), work)


def test_a_disk_that_hangs_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "_PATIENCE", 0.1)
    monkeypatch.setattr(sqlite, "_GLANCE", 0.1)
    there_again = threading.Event()

    async def work(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        await store.create("t", b"{}")
        hanging = store._do(there_again.wait)
        for ask in (store.append("t", [Row(1, b"one", "0:a")]), store.read("t"), store.ping()):
            with pytest.raises(StoreError, match="does not answer"):
                await ask
        there_again.set()
        await hanging
        monkeypatch.setattr(sqlite, "_PATIENCE", PATIENCE)
        monkeypatch.setattr(sqlite, "_GLANCE", PATIENCE)
        await store.ping()
        with pytest.raises(Conflict):  # what was given up has been done meanwhile, as at a server that dies
            await store.append("t", [Row(1, b"one", "0:a")])
        assert await store.read("t") == [Row(1, b"one", "0:a")]

    run(Place("sqlite", str(tmp_path / "tables.db")), work)


# ---------------------------------------------------------------- copies


def test_a_copy_while_it_is_written_to_and_put_back(tmp_path: Path) -> None:
    file, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    place = Place("sqlite", str(file))

    async def work(store: Store) -> None:
        await store.create("t", b"{}")
        await store.append("t", rows(1, b"one"))
        await asyncio.to_thread(sqlite_file.backup, str(file), copy)
        await store.append("t", rows(2, b"two"))
        with pytest.raises(StoreError, match="another Parlour"):
            sqlite_file.restore(copy, str(file))

    run(place, work)
    assert copy.stat().st_mode & 0o777 == 0o600
    assert events(file) == [b"one", b"two"]
    sqlite_file.restore(copy, str(file))
    assert events(file) == [b"one"]  # and nobody complains that the second one is missing


def test_what_is_no_backup_is_not_put_in_its_place(tmp_path: Path) -> None:
    file, other = tmp_path / "tables.db", tmp_path / "other.db"
    killed(file)
    other.write_bytes(b"something else")
    with pytest.raises(StoreError, match=r"other\.db"):
        sqlite_file.restore(other, str(file))
    with pytest.raises(StoreError, match=r"nowhere\.db"):
        sqlite_file.backup(str(tmp_path / "nowhere.db"), tmp_path / "copy.db")
    assert events(file) == [b"event 1", b"event 2", b"event 3"]


def test_a_pipe_or_a_device_is_no_database_and_stays_as_it_is(tmp_path: Path) -> None:
    pipe, file = tmp_path / "pipe", tmp_path / "tables.db"
    os.mkfifo(pipe, 0o644)
    killed(file)
    for attempt in (
        lambda: run(Place("sqlite", str(pipe)), lambda store: store.count()),
        lambda: sqlite_file.backup(str(pipe), tmp_path / "copy.db"),
        lambda: sqlite_file.backup(str(file), pipe),
        lambda: sqlite_file.restore(pipe, str(file)),
        lambda: sqlite_file.restore(file, str(pipe)),
    ):
        with pytest.raises(StoreError, match="pipe is no file: it is a pipe or a device"):
            attempt()
    assert stat.filemode(pipe.stat().st_mode) == "prw-r--r--"
    assert {p.name for p in tmp_path.iterdir() if not p.name.startswith("tables.db")} == {"pipe"}


def test_what_was_deleted_is_given_back_to_the_disk(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def work(store: Store) -> None:
        for n in range(30):
            await store.create(f"t{n}", b"x" * 20_000)
        assert await store.delete([f"t{n}" for n in range(30)], 1e11) == 30

    run(Place("sqlite", str(file)), lambda store: store.count())
    empty = file.stat().st_size
    run(Place("sqlite", str(file)), work)
    assert file.stat().st_size <= empty + 3 * 4096


# ---------------------------------------------------------------- earlier versions


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.xdist_group("postgres"))])
def first_release(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """What version 0.1.0 wrote, with running games of all kinds and a finished one; both databases hold the
    same."""
    file = tmp_path / "tables.db"
    shutil.copy(GOLDEN / "tables-0.1.0.db", file)
    if request.param == "sqlite":
        return Place("sqlite", str(file))
    address: str = request.getfixturevalue("postgres")
    with psycopg.connect(address, autocommit=True) as pg:
        pg.execute("DROP DATABASE IF EXISTS golden")
        pg.execute("CREATE DATABASE golden")
    place = Place("postgres", address.replace("/postgres?", "/golden?"))
    with psycopg.connect(place.address) as pg, contextlib.closing(sqlite3.connect(file)) as kept:
        pg.execute((GOLDEN / "postgres-0.1.0.sql").read_bytes())
        for name, columns in (("tables", "id, setup, sum"), ("events", "tab, seq, body, sum, key")):
            marks = ", ".join(["%s"] * len(columns.split()))
            for row in kept.execute(f"SELECT {columns} FROM {name}"):
                pg.execute(f"INSERT INTO parlour_{name} VALUES ({marks})".encode(), row)
    return place


def test_tables_of_the_first_release_are_played_on(first_release: Place) -> None:
    kept: list[dict[str, Any]] = json.loads((GOLDEN / "tables-0.1.0.json").read_text())

    async def play(served: Served) -> None:
        for one in kept:
            seats = [{"chair": int(c), "token": token} for c, token in one["tokens"].items()]
            table = Opened(served, one | {"seats": seats})
            frame = await table.frame(table.watch)
            assert (frame["seq"], frame["ply"], frame["over"], frame["code"]) == (
                one["seq"],
                one["ply"],
                one["over"],
                one["code"],
            ), one["game"]
            if not one["over"]:
                await move(table, f"new-{one['game']}")
                assert (await table.frame(table.watch))["ply"] > one["ply"]

    async def whole(story: Any) -> None:
        async with serving(first_release.store()) as served:
            await story(served)

    async def look_again(served: Served) -> None:
        for one in kept:
            answer = await served.get(f"/api/tables/{one['table']}", one["watch"])
            assert answer.status_code == 200 and answer.json()["ply"] >= one["ply"]

    asyncio.run(whole(play))
    asyncio.run(whole(look_again))  # old events and new ones, whose checksums go on from each other
    if first_release.kind == "sqlite":
        with contextlib.closing(sqlite3.connect(first_release.address)) as c:
            assert c.execute("PRAGMA user_version").fetchone() == (sqlite_file.SCHEMA,)
    else:
        with psycopg.connect(first_release.address) as pg:
            assert pg.execute("SELECT version FROM parlour_schema").fetchall() == [(postgres_schema.SCHEMA,)]


async def move(table: Opened, word: str) -> None:
    for chair in table.tokens:
        frame = await table.frame(chair)
        if frame["may"]["roll"] or frame["moves"]:
            do = (
                {"do": "roll"}
                if frame["may"]["roll"]
                else {"do": "play", "action": frame["moves"][0]["code"]}
            )
            answer = await table.command(chair, do.pop("do"), **do, after=frame["seq"])
            assert answer.status_code == 200, answer.text
            return
    raise AssertionError(f"{word}: nobody can move")
