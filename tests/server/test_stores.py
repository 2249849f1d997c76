"""What every store promises, tried on both: SQLite in a file, PostgreSQL on a real server."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import sqlite3
import zlib
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import psycopg
import pytest

from parlour.server.postgres import PostgresStore
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Conflict, DamagedTable, GroupCommit, Row, Store, StoreError
from tests.terminal.shell import PATIENCE

pytestmark = pytest.mark.xdist_group("postgres")


class Place:
    """A database that outlives the stores opened on it."""

    def __init__(self, kind: str, address: str) -> None:
        self.kind, self.address = kind, address

    def store(self) -> Store:
        return SqliteStore(self.address) if self.kind == "sqlite" else PostgresStore(self.address)

    def damage(self, table: str, seq: int) -> None:
        """Change a byte that lies in the database."""
        self.execute("UPDATE {events} SET body = {0} WHERE tab = {1} AND seq = {2}", b"{?}", table, seq)

    def damage_talk(self, table: str, n: int) -> None:
        self.execute("UPDATE {talk} SET body = {0} WHERE tab = {1} AND n = {2}", b"{?}", table, n)

    def execute(self, statement: str, *values: Any) -> None:
        """Behind the store's back."""
        prefix, mark = ("", "?") if self.kind == "sqlite" else ("parlour_", "%s")
        tables = {name: prefix + name for name in ("events", "talk", "schema")}
        filled = statement.format(*(mark for _ in values), **tables)
        if self.kind == "sqlite":
            with sqlite3.connect(self.address) as c:
                c.execute(filled, values)
            c.close()
        else:
            with psycopg.connect(self.address) as pg:
                pg.execute(filled.encode(), values)


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
        for wrong in (rows(1, b"again"), rows(1, b"again", b"and more")):
            with pytest.raises(Conflict):
                await store.append(table, wrong)
        with pytest.raises(StoreError, match=f"lost.*{table}"):  # there was a second one, says whoever asks
            await store.append(table, rows(3, b"gap"))
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
            assert isinstance(result, StoreError) == (i % 3 == 0)
            assert len(await store.read(table)) == (0 if i % 3 == 0 else 1)

    run(place, work)


@pytest.mark.parametrize("key", ["0:\0", "0:\ud800"], ids=["nul", "half a character"])
def test_what_a_database_cannot_take_harms_nobody_else(place: Place, key: str) -> None:
    """It shares a transaction with what others did at the same moment."""

    async def work(store: Store) -> None:
        tables = [new() for _ in range(12)]
        await asyncio.gather(*(store.create(t, b"{}") for t in tables))
        appends = [store.append(t, rows(1, b"x", key=key if i == 5 else "0:a")) for i, t in enumerate(tables)]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert isinstance(results[5], StoreError | None)
        assert [r for i, r in enumerate(results) if i != 5] == [None] * 11
        assert [len(await store.read(t)) for i, t in enumerate(tables) if i != 5] == [1] * 11
        assert len(await store.read(tables[5])) == (results[5] is None)

    run(place, work)


def test_what_is_unfit_is_left_out_and_the_others_still_share_a_transaction(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of many who sends a NUL does not make the others pay a flush each."""

    async def work(store: PostgresStore) -> None:
        tables = [new() for _ in range(12)]
        await asyncio.gather(*(store.create(t, b"{}") for t in tables))
        batches: list[int] = []
        commit = store._commit

        async def counted(jobs: Any) -> Any:
            batches.append(len(jobs))
            return await commit(jobs)

        monkeypatch.setattr(store, "_commit", counted)
        store._writer._commit = counted
        appends = [
            store.append(t, rows(1, b"x", key="0:\0" if i == 5 else "0:a")) for i, t in enumerate(tables)
        ]
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert isinstance(results[5], StoreError)
        assert [r for i, r in enumerate(results) if i != 5] == [None] * 11
        assert len(batches) <= 3  # all of them, perhaps the first by itself, and those without the one

    async def whole() -> None:
        store = PostgresStore(postgres)
        await store.open(lambda table, seq: None, lambda text: None)
        await work(store)
        await store.close()

    asyncio.run(whole())


def test_many_tables_share_a_flush_and_one_that_plays_alone_never_waits() -> None:
    async def work() -> None:
        batches: list[int] = []

        async def commit(jobs: Sequence[int]) -> list[None]:
            batches.append(len(jobs))
            return [None] * len(jobs)

        writer: GroupCommit[int] = GroupCommit(commit, breath=3600)
        for _ in range(20):
            await writer.do(0, "alone")
        for n in range(3):
            await writer.do(0, f"table {n}")
        assert batches == [1] * 23
        waiting = [asyncio.create_task(writer.do(0, f"another {n}")) for n in range(9)]
        await asyncio.sleep(0.01)
        assert sum(batches) < 32  # an hour is not over
        await writer.finish()  # nor does whoever closes wait for it
        await asyncio.gather(*waiting)
        assert sum(batches) == 32 and batches[-1] > 5

    asyncio.run(work())


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
    place.damage(bad, 2)
    run(place, read)


def test_the_last_of_what_was_said_is_kept(place: Place) -> None:
    """In order, beside the events, each table's own; what is damaged of it is left out."""
    table, other = new(), new()

    async def write(store: Store) -> None:
        for id_ in (table, other):
            await store.create(id_, b"{}")
        await asyncio.gather(*(_speak(store, table, b"%d" % i) for i in range(9)))
        await _speak(store, other, b"elsewhere")
        assert await store.read(table) == []

    async def read(store: Store) -> list[Row]:
        assert await store.talk("nowhere") == []
        assert await store.talk(other) == [Row(1, b"elsewhere")]
        return await store.talk(table)

    run(place, write)
    kept = run(place, read)
    assert [row.seq for row in kept] == [5, 6, 7, 8, 9] and len({row.body for row in kept}) == 5
    place.damage_talk(table, 8)
    assert [row.seq for row in run(place, read)] == [5, 6, 7, 9]


async def _speak(store: Store, table: str, body: bytes) -> None:
    """Those who speak at once may be in each other's way, and try again."""
    while True:
        try:
            return await store.speak(table, body, 5)
        except Conflict:
            continue


def test_an_event_that_is_missing_or_older_than_its_neighbours_is_found_out(place: Place) -> None:
    """Each checksum goes on from the one before: a body that fits its own is not enough."""
    gap, stale, short = new(), new(), new()

    async def write(store: Store) -> None:
        for table in (gap, stale, short):
            await store.create(table, b"{}")
            await store.append(table, rows(1, b"one", b"two"))
            await store.append(table, rows(3, b"three"))

    async def read(store: Store) -> None:
        for table in (gap, stale):
            with pytest.raises(DamagedTable, match=table):
                await store.read(table)
        with pytest.raises(DamagedTable, match=stale):
            await store.read(stale, 1)
        assert len(await store.read(short)) == 2
        with pytest.raises(StoreError, match=f"lost.*{short}"):  # somebody still knew of the third
            await store.append(short, rows(4, b"four"))

    run(place, write)
    place.execute("DELETE FROM {events} WHERE tab = {0} AND seq = 2", gap)
    other = "UPDATE {events} SET body = {0}, sum = {1} WHERE tab = {2} AND seq = 2"
    place.execute(other, b"2", zlib.crc32(b"2"), stale)
    place.execute("DELETE FROM {events} WHERE tab = {0} AND seq = 3", short)
    run(place, read)


def test_tables_that_nobody_uses_any_more_go(place: Place) -> None:
    async def work(store: Store) -> None:
        played, over, fresh = new(), new(), new()
        for table in (played, over, fresh):
            await store.create(table, b"{}")
            await store.append(table, rows(1, b"one", key="0:a"))
            await store.speak(table, b"hello", 10)
        await store.touch(played, 5e9, False)
        await store.touch(over, 4e9, True)
        listed = {one.id: one for one in await store.overview()}
        assert (listed[over].over, listed[over].events, listed[played].used) == (True, 1, 5_000_000_000)
        assert over in await store.unused(True, 4e9 + 1, 10) and over not in await store.unused(True, 4e9, 10)
        assert played not in await store.unused(True, 6e9, 10)
        assert over not in await store.unused(False, 6e9, 10)
        many = 100_000  # other tests have tables here as well
        assert played in await store.unused(False, 6e9, many, 2)
        assert played not in await store.unused(False, 6e9, many, 1)
        before = await store.count()
        assert await store.delete([played, over, "nowhere"], 4.5e9) == 1  # somebody has used the other since
        assert await store.count() == before - 1
        assert await store.setup(over) is None and await store.read(over) == [] == await store.talk(over)
        assert len(await store.read(played)) == 1 and await store.setup(fresh) is not None
        await store.create(over, b"{}")  # its name is free again, and nothing of it is left
        await store.append(over, rows(1, b"new", key="0:a"))
        await store.ping()

    run(place, work)


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
        async with asyncio.timeout(
            PATIENCE
        ):  # the server frees a lock when it notices that its holder has gone
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
        assert await asyncio.wait_for(news.get(), PATIENCE) == (table, 2)
        await there.whisper("somebody came")
        assert await asyncio.wait_for(words.get(), PATIENCE) == "somebody came"
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
        assert (await asyncio.wait_for(missed.get(), PATIENCE))[0] == ""  # others may have written meanwhile

    missed: asyncio.Queue[tuple[str, int]] = asyncio.Queue()

    def heard(table: str, seq: int) -> None:
        if not table:
            missed.put_nowait((table, seq))

    run(Place("postgres", postgres), work, heard)


def test_a_database_that_hangs_is_not_waited_for(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.server.postgres._PATIENCE", 0.3)
    monkeypatch.setattr("parlour.server.postgres._GLANCE", 0.3)

    async def work(store: Store) -> None:
        table = new()
        await store.create(table, b"{}")
        async with await psycopg.AsyncConnection.connect(postgres) as pg:
            await pg.execute("LOCK parlour_events, parlour_uses IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(StoreError, match="does not answer"):
                await store.append(table, rows(1, b"one", key="0:a"))
            with pytest.raises(StoreError, match="does not answer"):
                await store.read(table)
            await pg.rollback()
        await store.ping()
        async with asyncio.timeout(PATIENCE):
            while len(await store.read(table)) == 0:  # what was cut off may have been done meanwhile
                with contextlib.suppress(Conflict):
                    await store.append(table, rows(1, b"one", key="0:a"))
        assert await store.read(table) == [Row(1, b"one", "0:a")]

    run(Place("postgres", postgres), work)


def test_a_later_format_in_postgres_is_not_touched(postgres: str) -> None:
    place = Place("postgres", postgres)
    run(place, lambda store: store.count())
    place.execute("UPDATE {schema} SET version = 99")
    with pytest.raises(StoreError, match="later Parlour"):
        run(place, lambda store: store.count())
    place.execute("UPDATE {schema} SET version = 1")  # and an earlier one is brought up to date
    run(place, lambda store: store.ping())
    with psycopg.connect(postgres) as pg:
        assert pg.execute("SELECT version FROM parlour_schema").fetchall() == [(2,)]


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
