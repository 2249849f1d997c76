"""What every store promises, tried on both: SQLite in a file, PostgreSQL on a real server."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest

from parlour.server.postgres import PostgresStore
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Conflict, DamagedTable, Row, Store, StoreError

pytestmark = pytest.mark.xdist_group("postgres")


class Place:
    """A database that outlives the stores opened on it."""

    def __init__(self, kind: str, address: str) -> None:
        self.kind, self.address = kind, address

    def store(self) -> Store:
        return SqliteStore(self.address) if self.kind == "sqlite" else PostgresStore(self.address)

    async def damage(self, table: str, seq: int) -> None:
        """Change a byte that lies in the database."""
        if self.kind == "sqlite":
            with sqlite3.connect(self.address) as c:
                c.execute("UPDATE events SET body = ? WHERE tab = ? AND seq = ?", (b"{?}", table, seq))
            c.close()
        else:
            async with await psycopg.AsyncConnection.connect(self.address) as pg:
                await pg.execute(
                    "UPDATE parlour_events SET body = %s WHERE tab = %s AND seq = %s", (b"{?}", table, seq)
                )


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return Place("sqlite", str(tmp_path / "tables.db"))
    return Place("postgres", request.getfixturevalue("postgres"))


def new() -> str:
    return secrets.token_hex(6)


def rows(first: int, *bodies: bytes, key: str | None = None) -> list[Row]:
    return [Row(first + i, body, key if i == 0 else None) for i, body in enumerate(bodies)]


def run(place: Place, work: Callable[[Store], Awaitable[Any]], heard: Any = None, said: Any = None) -> Any:
    """Do something with an open store."""

    async def whole() -> Any:
        store = place.store()
        await store.open(heard or (lambda table, seq: None), said or (lambda text: None))
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(whole())


def test_what_was_stored_is_there_when_it_is_opened_again(place: Place) -> None:
    table = new()

    async def write(store: Store) -> None:
        before = await store.count()
        await store.create(table, b'{"setup": 1}')
        assert await store.count() == before + 1
        await store.append(table, rows(1, b"one", key="0:a"))
        await store.append(table, rows(2, b"two", b"three\x00\xff"))

    async def read(store: Store) -> None:
        assert await store.setup(table) == b'{"setup": 1}'
        assert await store.read(table) == [Row(1, b"one", "0:a"), Row(2, b"two"), Row(3, b"three\x00\xff")]
        assert await store.read(table, 2) == [Row(3, b"three\x00\xff")]
        assert await store.read(table, 3) == []
        assert await store.setup("nowhere") is None
        assert await store.read("nowhere") == []

    run(place, write)
    run(place, read)


def test_a_number_is_stored_once_and_without_gaps(place: Place) -> None:
    async def work(store: Store) -> None:
        table = new()
        await store.create(table, b"{}")
        await store.append(table, rows(1, b"one"))
        for wrong in (rows(1, b"again"), rows(3, b"gap"), rows(1, b"again", b"and more")):
            with pytest.raises(Conflict):
                await store.append(table, wrong)
        assert [row.body for row in await store.read(table)] == [b"one"]
        with pytest.raises(Conflict):
            await store.create(table, b"another")
        assert await store.setup(table) == b"{}"

    run(place, work)


def test_a_command_is_stored_once(place: Place) -> None:
    async def work(store: Store) -> None:
        one, other = new(), new()
        for table in (one, other):
            await store.create(table, b"{}")
            await store.append(table, rows(1, b"first", key="0:x"))  # a key is its table's own
        with pytest.raises(Conflict):
            await store.append(one, rows(2, b"twice", key="0:x"))
        await store.append(one, rows(2, b"second", key="1:x"))
        assert [row.key for row in await store.read(one)] == ["0:x", "1:x"]

    run(place, work)


def test_many_writers_of_one_table_agree_on_one_story(place: Place) -> None:
    """Everybody wants the next number; for each number one gets it, and the others hear of a conflict."""
    table = new()
    processes = 1 if place.kind == "sqlite" else 3  # an SQLite file has one owner

    async def add(store: Store, name: str) -> list[str]:
        stored = []
        for i in range(10):
            body = f"{name}-{i}"
            while True:
                last = len(await store.read(table))
                try:
                    await store.append(table, rows(last + 1, body.encode()))
                except Conflict:
                    continue
                stored.append(body)
                break
        return stored

    async def whole() -> None:
        stores = [place.store() for _ in range(processes)]
        for store in stores:
            await store.open(lambda table, seq: None, lambda text: None)
        await stores[0].create(table, b"{}")
        writers = [add(store, f"{n}{k}") for n, store in enumerate(stores) for k in "ab"]
        told = await asyncio.gather(*writers)
        found = await stores[0].read(table)
        assert [row.seq for row in found] == list(range(1, 20 * processes + 1))
        assert sorted(row.body.decode() for row in found) == sorted(b for one in told for b in one)
        for store in stores:
            await store.close()

    asyncio.run(whole())


def test_in_a_batch_each_stands_or_falls_alone(place: Place) -> None:
    """Appends to different tables share a transaction; one that is refused takes no other with it."""

    async def work(store: Store) -> None:
        tables = [new() for _ in range(20)]
        await asyncio.gather(*(store.create(t, b"{}") for t in tables))
        firsts = [store.append(t, rows(1 if i % 3 else 2, b"x")) for i, t in enumerate(tables)]
        results = await asyncio.gather(*firsts, return_exceptions=True)
        for i, (table, result) in enumerate(zip(tables, results, strict=True)):
            assert isinstance(result, Conflict) == (i % 3 == 0)
            assert len(await store.read(table)) == (0 if i % 3 == 0 else 1)

    run(place, work)


def test_a_damaged_table_is_found_out_and_the_others_are_not_touched(place: Place) -> None:
    bad, good = new(), new()

    async def write(store: Store) -> None:
        for table in (bad, good):
            await store.create(table, b"{}")
            await store.append(table, rows(1, b"one", b"two"))

    async def read(store: Store) -> None:
        with pytest.raises(DamagedTable, match=bad):
            await store.read(bad)
        assert len(await store.read(good)) == 2
        await store.append(good, rows(3, b"three"))

    run(place, write)
    asyncio.run(place.damage(bad, 2))
    run(place, read)


def test_one_process_at_a_time_moves_a_tables_bots(place: Place) -> None:
    async def work(store: Store) -> None:
        table = new()
        assert await store.claim(table)
        assert await store.claim(table)
        if place.kind == "postgres":
            other = place.store()
            await other.open(lambda table, seq: None, lambda text: None)
            assert not await other.claim(table)
            assert await other.claim(new())
            await store.release(table)
            assert await other.claim(table)
            await other.close()
        async with asyncio.timeout(30):  # the server frees a lock when it notices that its holder has gone
            while not await store.claim(table):
                await asyncio.sleep(0.05)

    run(place, work)


# ---------------------------------------------------------------- PostgreSQL's own


def test_processes_hear_of_each_other(postgres: str) -> None:
    place = Place("postgres", postgres)

    async def whole() -> None:
        news: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        words: asyncio.Queue[str] = asyncio.Queue()
        here, there = place.store(), place.store()
        await here.open(lambda table, seq: news.put_nowait((table, seq)), words.put_nowait)
        await there.open(lambda table, seq: None, lambda text: None)
        table = new()
        await there.create(table, b"{}")
        await there.append(table, rows(1, b"one", b"two"))
        assert await asyncio.wait_for(news.get(), 10) == (table, 2)
        await there.whisper("somebody came")
        assert await asyncio.wait_for(words.get(), 10) == "somebody came"
        await here.close()
        await there.close()

    asyncio.run(whole())


def test_after_the_connections_were_cut_it_goes_on(postgres: str) -> None:
    async def work(store: Store) -> None:
        table = new()
        await store.create(table, b"{}")
        await store.append(table, rows(1, b"one"))
        async with await psycopg.AsyncConnection.connect(postgres, autocommit=True) as pg:
            await pg.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'parlour'"
            )
        for _ in range(3):
            try:
                await store.append(table, rows(2, b"two", key="0:a"))
                break
            except StoreError:
                pass  # said so, and tries anew with a new connection
        assert [row.body for row in await store.read(table)] == [b"one", b"two"]
        assert (await asyncio.wait_for(missed.get(), 10))[0] == ""  # others may have written meanwhile

    missed: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    def heard(table: str, seq: int) -> None:
        if not table:
            missed.put_nowait((table, seq))

    run(Place("postgres", postgres), work, heard)


def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"postgresql://.*cannot be opened"):
        run(
            Place("postgres", f"postgresql://anna:geheim@/parlour?host={tmp_path}"),
            lambda store: store.count(),
        )
    with pytest.raises(StoreError) as caught:
        run(
            Place("postgres", f"postgresql://anna:geheim@/parlour?host={tmp_path}"),
            lambda store: store.count(),
        )
    assert "geheim" not in str(caught.value)


# ---------------------------------------------------------------- SQLite's own


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "holiday.jpg"
    file.write_bytes(b"\xff\xd8 not a database at all " * 100)
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"holiday\.jpg"):
        run(Place("sqlite", str(file)), lambda store: store.count())
    assert file.read_bytes() == before


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with sqlite3.connect(file) as other:
        other.execute("CREATE TABLE letters (text)")
    other.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match="another program"):
        run(Place("sqlite", str(file)), lambda store: store.count())
    assert file.read_bytes() == before


def test_a_damaged_file_is_named_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def fill(store: Store) -> None:
        for table in [new() for _ in range(20)]:
            await store.create(table, b"{}")
            await store.append(table, rows(1, b"x" * 3000))

    run(Place("sqlite", str(file)), fill)
    raw = bytearray(file.read_bytes())
    for page in range(2, len(raw) // 4096):  # all but the first page, which says that it is a database
        raw[page * 4096 : page * 4096 + 200] = b"\x5a" * 200
    file.write_bytes(raw)
    with pytest.raises(StoreError, match=r"tables\.db.*Nothing was changed"):
        run(Place("sqlite", str(file)), lambda store: store.count())
    assert file.read_bytes() == bytes(raw)


def test_a_file_has_one_owner(tmp_path: Path) -> None:
    place = Place("sqlite", str(tmp_path / "tables.db"))

    async def work(store: Store) -> None:
        second = place.store()
        with pytest.raises(StoreError, match="another Parlour"):
            await second.open(lambda table, seq: None, lambda text: None)

    run(place, work)
    assert run(place, lambda store: store.count()) == 0  # and after it has gone, another


def test_a_later_format_is_not_touched(tmp_path: Path) -> None:
    place = Place("sqlite", str(tmp_path / "tables.db"))
    run(place, lambda store: store.count())
    with sqlite3.connect(place.address) as c:
        c.execute("PRAGMA user_version = 99")
    c.close()
    with pytest.raises(StoreError, match="later Parlour"):
        run(place, lambda store: store.count())


def test_when_the_disk_is_full_nothing_is_lost(tmp_path: Path) -> None:
    """Simulated by a limit on the file's size, which SQLite reports as a full disk."""
    place = Place("sqlite", str(tmp_path / "tables.db"))

    async def work(store: Store) -> None:
        assert isinstance(store, SqliteStore)
        table = new()
        await store.create(table, b"{}")
        await store.append(table, rows(1, b"one"))
        connection = store._connection
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError, match="disk is full"):
            await store.append(table, rows(2, b"x" * 100_000))
        assert [row.body for row in await store.read(table)] == [b"one"]
        connection.execute("PRAGMA max_page_count = 100000")
        await store.append(table, rows(2, b"x" * 100_000))  # there is room again

    run(place, work)
