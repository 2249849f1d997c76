"""Tables that were stored under other rules than those of today.

The setup of a table names the rules that gave its events their codes. While they are the same, the codes are
good and nothing is judged again. When they have changed, a code may mean another move: then the names are
read, as from a record, and what the rules of today do not allow is not opened.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from parlour.server.sqlite import SqliteStore
from parlour.server.store import Row
from tests.server.helpers import Opened, Served, serving
from tests.server.test_play import play_on

Body = dict[str, Any]
Change = Callable[[Body], Body]


def as_it_was(body: Body) -> Body:
    return body


def numbered_otherwise(body: Body) -> Body:
    """As rules would have stored it that count the same moves in another order."""
    return body | {"code": body["code"] ^ 1} if "code" in body else body


def named_otherwise(body: Body) -> Body:
    """As words would have stored it that call the same move something else."""
    return body | {"text": f"once {body['text']}"} if body["kind"] == "play" else body


async def stored_anew(old: Path, new: Path, table: str, fingerprint: str | None, change: Change) -> None:
    """Copy a table to another database: perhaps under other rules, with events that were changed."""
    source, target = SqliteStore(old), SqliteStore(new)
    for store in (source, target):
        await store.open(lambda table, seq: None, lambda text: None)
    setup = msgspec.json.decode(await source.setup(table) or b"")
    if fingerprint is not None:
        assert setup["rules"] != fingerprint
        setup["rules"] = fingerprint
    await target.create(table, msgspec.json.encode(setup))
    rows = [(row, msgspec.json.decode(row.body)) for row in await source.read(table)]
    assert {"adds", "roll", "play", "undo", "name"} <= {body["kind"] for _, body in rows}
    changed = [Row(row.seq, msgspec.json.encode(change(body)), row.key) for row, body in rows]
    await target.append(table, changed)
    for store in (source, target):
        await store.close()


async def play_some(served: Served) -> tuple[Opened, list[Any], dict[str, Any]]:
    """A table at which all sorts of things happened; all that it told, and what it showed in the end."""
    table = await served.open("doubleswild", ["device", "device"])
    first, second = table.tokens
    async with table.page() as page:
        await page.say("name", seat=second, name="Ben")
        await page.say("add_secret", seat=first, text="my own luck")
        await play_on(page, random.Random(8), lambda f: f["ply"] >= 9)
        await play_on(page, random.Random(9), lambda f: f["ply"] >= 12 and f["may"]["undo"] == "yes")
        mover = next(s for s, f in page.frames.items() if f["may"]["undo"] == "yes")
        assert (await page.say("undo", seat=mover))["ok"]
    return table, *await look(table)


async def look(table: Opened) -> tuple[list[Any], dict[str, Any]]:
    events = await table.served.get(f"{table.path}/events", table.watch)
    assert events.status_code == 200, events.text
    return events.json()["events"], await table.frame(table.watch)


def reopened(tmp_path: Path, fingerprint: str | None, change: Change, then: Callable[..., Any]) -> None:
    """Play, store it as that would have been stored, and open it with the rules of today."""

    async def whole() -> None:
        old, new = tmp_path / "old.db", tmp_path / "new.db"
        async with serving(SqliteStore(old)) as served:
            table, told, frame = await play_some(served)
        await stored_anew(old, new, table.id, fingerprint, change)
        async with serving(SqliteStore(new)) as served:
            await then(Opened.at(served, table), told, frame)

    asyncio.run(whole())


@pytest.mark.parametrize(
    ("fingerprint", "change"),
    [
        pytest.param(None, as_it_was, id="the same rules"),
        pytest.param(None, named_otherwise, id="the same rules, whose codes are good"),
        pytest.param("other", as_it_was, id="other rules"),
        pytest.param("other", numbered_otherwise, id="other rules, whose codes mean other moves"),
    ],
)
def test_the_table_is_the_same_and_goes_on(tmp_path: Path, fingerprint: str | None, change: Change) -> None:
    async def then(table: Opened, told: list[Any], frame: dict[str, Any]) -> None:
        told_now, frame_now = await look(table)
        assert told_now == told
        for shown in ("seq", "ply", "asks", "scene", "dice", "turn", "actors", "code", "agreed"):
            assert frame_now[shown] == frame[shown]
        async with table.page() as page:
            await play_on(page, random.Random(4), lambda f: f["ply"] >= frame["ply"] + 5)
        past = await table.served.get(f"{table.path}/at/{frame['ply']}", table.watch)
        assert past.json()["code"] == frame["code"]

    reopened(tmp_path, fingerprint, change, then)


def test_what_the_rules_of_today_do_not_allow_is_not_opened(tmp_path: Path) -> None:
    """Players hear that this table cannot be opened, and that others can."""

    async def then(table: Opened, told: list[Any], frame: dict[str, Any]) -> None:
        for answer in (
            await table.served.get(table.path, table.watch),
            await table.command(min(table.tokens), "roll"),
        ):
            assert answer.status_code == 503
            fault = answer.json()["error"]
            assert fault["kind"] == "not_stored"
            assert fault["text"] == (
                f"The table {table.id} is damaged in the database and cannot be opened. Others are not."
            )
        async with table.page() as page:
            assert await page.gone() == 4503
            assert page.heard[-1] == {"kind": "error", "error": fault}
        other = await table.served.open("doubleswild", ["device", "device"])
        assert (await other.frame(other.watch))["ply"] == 0

    reopened(tmp_path, "other", named_otherwise, then)
