"""Several server processes on one PostgreSQL: any of them serves any table."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from parlour.server.postgres import PostgresStore
from tests.server.helpers import Opened, Served, serving
from tests.server.test_play import play_on

pytestmark = pytest.mark.xdist_group("postgres")


def two(postgres: str, story: Callable[[Served, Served], Coroutine[Any, Any, None]]) -> None:
    """Two servers that know of each other only through the database."""

    async def whole() -> None:
        async with serving(PostgresStore(postgres)) as here, serving(PostgresStore(postgres)) as there:
            await story(here, there)

    asyncio.run(whole())


def test_a_move_made_at_one_is_seen_at_the_other(postgres: str) -> None:
    async def story(here: Served, there: Served) -> None:
        table = await here.open("tritrac", ["person", "person"])
        first, second = table.tokens
        async with table.page(first) as one, Opened.at(there, table).page(second) as other:
            await one.until(lambda: one.people and all(p["here"] for p in one.people))
            await other.until(lambda: all(p["here"] for p in other.people))
            for mover, reader in ((one, other), (other, one)) * 3:
                frame = await mover.until(
                    lambda m=mover: next((f for f in m.frames.values() if f["moves"]), None)
                )
                answer = await mover.say("play", action=frame["moves"][0]["notation"], after=frame["seq"])
                assert answer["ok"]
                assert (await reader.since(answer["seq"]))["ply"] == frame["ply"] + 1
        assert (await Opened.at(there, table).frame(table.watch))["ply"] == 6

    two(postgres, story)


def test_the_same_command_at_both_is_played_once(postgres: str) -> None:
    async def story(here: Served, there: Served) -> None:
        table = await here.open("parcheesi", ["person", "person"])
        elsewhere = Opened.at(there, table)
        for number in range(6):
            seat = (await table.frame(table.watch))["turn"]
            frame = await table.frame(seat)
            if frame["may"]["roll"]:
                command: dict[str, Any] = {"do": "roll"}
            else:
                command = {"do": "play", "action": frame["moves"][0]["notation"]}
            command |= {"id": f"once-{number}", "after": frame["seq"]}
            answers = await asyncio.gather(
                *(where.command(seat, **command) for where in (table, elsewhere, table, elsewhere))
            )
            assert {a.status_code for a in answers} == {200}
            assert len({a.json()["seq"] for a in answers}) == 1
        assert (await elsewhere.frame(table.watch))["ply"] == 6

    two(postgres, story)


def test_bots_are_moved_by_one_process_and_by_the_other_when_it_goes(postgres: str) -> None:
    async def story(here: Served, there: Served) -> None:
        table = await here.open("tritrac", ["bot:random", "bot:random"], pause=0.02)
        async with Opened.at(there, table).page(table.watch) as other:
            async with table.page(table.watch) as one:
                await one.until(lambda: (f := one.frames.get(None)) and f["ply"] >= 5)
                await other.until(lambda: (f := other.frames.get(None)) and f["ply"] >= 5)
            seen = other.frames[None]["ply"]
            await other.until(lambda: other.frames[None]["ply"] >= seen + 3 or other.frames[None]["over"])
            numbers = [event["seq"] for event in other.events[None]]
            assert numbers == list(range(1, len(numbers) + 1))

    two(postgres, story)


def test_what_is_said_at_one_is_heard_at_the_other(postgres: str) -> None:
    """Once, and in one order, also when both speak at the same time."""

    async def story(here: Served, there: Served) -> None:
        table = await here.open("tritrac", ["person", "person"])
        elsewhere = Opened.at(there, table)
        first, second = table.tokens
        async with table.page(first) as one, elsewhere.page(second) as other:
            await one.until(lambda: one.people and all(p["here"] for p in one.people))
            await asyncio.gather(
                *(table.command(first, "talk", text=f"here {i}") for i in range(6)),
                *(elsewhere.command(second, "talk", text=f"there {i}") for i in range(6)),
            )
            for page in (one, other):
                await page.until(lambda page=page: len(page.talk) >= 12)
            assert one.talk == other.talk
            assert [line["n"] for line in one.talk] == list(range(1, 13))

    two(postgres, story)


def test_people_and_bots_at_both(postgres: str) -> None:
    async def story(here: Served, there: Served) -> None:
        table = await here.open("parcheesi", ["person", "person", "bot:random"])
        first, second, _ = *table.tokens, None
        async with table.page(first) as one, Opened.at(there, table).page(second) as other:
            until = 20
            await asyncio.gather(
                play_on(one, random.Random(1), lambda f: f["ply"] >= until),
                play_on(other, random.Random(2), lambda f: f["ply"] >= until),
            )
            await one.until(lambda: one.frames[first]["ply"] >= until)
            upto = min(one.frames[first]["seq"], other.frames[second]["seq"])
            assert one.events[first][:upto] == other.events[second][:upto]

    two(postgres, story)
