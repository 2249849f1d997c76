"""How long tables are kept that nobody uses any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from parlour.server import retention
from parlour.server.access import Limits
from parlour.server.retention import DAY, Kept, Retention
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Row, Store
from tests.server.helpers import GENEROUS, serving
from tests.terminal.shell import PATIENCE

NOW = 1_800_000_000.0


def stored(work: Callable[[Store], Awaitable[None]]) -> None:
    async def whole() -> None:
        store = SqliteStore(":memory:")
        await store.open(lambda table, seq: None, lambda text: None)
        await work(store)
        await store.close()

    asyncio.run(whole())


async def fill(store: SqliteStore, ages: dict[str, tuple[float, bool]]) -> None:
    for table, (days, over) in ages.items():
        await store.create(table, b"{}")
        store._connection.execute(
            "UPDATE uses SET at = ?, over = ? WHERE tab = ?", (NOW - days * DAY, over, table)
        )


async def left(store: Store) -> set[str]:
    return {one.id for one in await store.overview()}


def test_old_tables_go_and_others_stay() -> None:
    async def work(store: Any) -> None:
        ages = {"old": (91, True), "fresh": (89, True), "paused": (179, False), "abandoned": (181, False)}
        await fill(store, ages)
        assert await Retention(store, Kept(90, 180), 100, lambda: NOW).prune() == 2
        assert await left(store) == {"fresh", "paused"}
        assert await Retention(store, Kept(0, 0), 100, lambda: NOW + 1e9).prune() == 0  # for ever

    stored(work)


def test_when_there_are_too_many_the_longest_unused_go_first() -> None:
    async def work(store: Any) -> None:
        ages = {"over": (8, True), "just over": (6, True), "forgotten": (31, False), "paused": (29, False)}
        await fill(store, ages)
        for table in ("forgotten", "paused"):
            await store.append(table, [Row(n + 1, b"x") for n in range(40)])
        keeping = Retention(store, Kept(), 4, lambda: NOW)
        assert await keeping.make_space() == 1 and await left(store) == ages.keys() - {"over"}
        assert await keeping.make_space() == 1 and await left(store) == {"just over", "paused"}

    stored(work)


def test_tables_at_which_hardly_anything_happened_make_room_after_a_day() -> None:
    """Or whoever opens many of them keeps newcomers out for a month."""

    async def work(store: Any) -> None:
        ages = {"begun": (2, False), "opened": (2, False), "just opened": (0.9, False), "over": (2, True)}
        await fill(store, ages)
        for table, events in (("begun", 40), ("opened", 9), ("over", 3)):
            await store.append(table, [Row(n + 1, b"x") for n in range(events)])
        keeping = Retention(store, Kept(), 4, lambda: NOW)
        assert await keeping.make_space() == 1 and await left(store) == ages.keys() - {"opened"}
        assert await keeping.make_space() == 0

    stored(work)


def test_a_full_house_is_looked_through_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not for everybody who knocks."""

    async def work(store: Any) -> None:
        await fill(store, {"over": (6, True)})
        keeping = Retention(store, Kept(), 1, lambda: NOW)
        assert await keeping.make_space() == 0
        monkeypatch.setattr(store, "unused", None)
        assert await keeping.make_space() == 0

    stored(work)


def test_no_room_is_made_after_the_clock_has_jumped() -> None:
    async def work(store: Any) -> None:
        clock = NOW
        await fill(store, {"over": (1, True)})
        keeping = Retention(store, Kept(), 1, lambda: clock)
        clock = NOW + 4000 * DAY
        assert await keeping.make_space() == 0 and await left(store) == {"over"}

    stored(work)


def test_nothing_is_deleted_while_the_clock_may_be_wrong() -> None:
    clock = {"now": 0.0}
    keeping = Retention(SqliteStore(":memory:"), Kept(), 10, lambda: clock["now"])
    start = keeping._steady_since

    def after(seconds: float, wall: float) -> bool:
        clock["now"] = wall
        return keeping.steady(start + seconds)

    assert not after(600, 600) and after(3700, 3700)
    assert not after(4000, NOW)  # the machine has learned what time it is
    assert not after(7000, NOW + 3000) and after(7700, NOW + 3700)
    assert not after(8000, NOW - 5000)  # and back


def test_whoever_comes_to_a_full_house_gets_in_where_old_tables_can_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(retention, "_LOOK_AGAIN", 0.0)

    async def whole() -> None:
        store = SqliteStore(":memory:")
        limits = Limits(per_address=GENEROUS.per_address, new_tables=1000, tables=2)
        async with serving(store, limits) as served:
            for _ in range(2):
                await served.open("tritrac", ["person", "person"])
            wish = {"game": "tritrac", "seats": [{"kind": "person"}] * 2}
            assert (await served.post("/api/tables", wish)).status_code == 503  # both are new
            (old, _) = [one.id for one in await store.overview()]
            await store._do(lambda: store._connection.execute("UPDATE uses SET at = 1 WHERE tab = ?", (old,)))
            table = await served.open("tritrac", ["person", "person"])
            assert old not in await left(store)
            answer = await served.get(f"/api/tables/{old}", "x" * 32)
            assert answer.status_code == 404 and "nobody used it" in answer.json()["error"]["text"]
            async with table.page(0) as page:
                await page.frame()
                assert page.heard[0]["kept_finished"] == 90 and page.heard[0]["kept_unfinished"] == 180

    asyncio.run(whole())


def test_a_table_that_is_looked_at_is_used() -> None:
    async def whole() -> None:
        store = SqliteStore(":memory:")
        async with serving(store) as served:
            table = await served.open("tritrac", ["person", "person"])
            await store._do(lambda: store._connection.execute("UPDATE uses SET at = 1"))
            await table.frame(table.watch)
            async with asyncio.timeout(PATIENCE):
                while (await store.overview())[0].used == 1:
                    await asyncio.sleep(0.01)

    asyncio.run(whole())
