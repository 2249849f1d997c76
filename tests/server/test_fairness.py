"""Fair shares: who wants much waits for himself, and others do not wait for him."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from parlour.server.access import Refusal
from parlour.server.app import make_app
from parlour.server.fairness import Turns, guest, household
from parlour.server.sqlite import SqliteStore


class Guests:
    """People who want a hand; whoever gets one keeps it until it is taken away again."""

    def __init__(self, hands: int) -> None:
        self.turns = Turns(hands)
        self.served: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._done: dict[str, asyncio.Event] = {}

    async def want(self, address: str, table: str = "", most: int | None = None) -> str:
        name = f"{address}{table}{sum(n.startswith(address + table) for n in self.tasks) or ''}"
        self._done[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._come(name, address, table, most))
        await settled()
        return name

    async def _come(self, name: str, address: str, table: str, most: int | None) -> None:
        guest.set(address)
        async with self.turns.turn(table, most):
            self.served.append(name)
            await self._done[name].wait()

    async def finish(self, name: str) -> None:
        self._done[name].set()
        await self.tasks[name]
        await settled()


async def settled() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def guests(hands: int) -> AsyncIterator[Guests]:
    found = Guests(hands)
    yield found
    for task in found.tasks.values():
        task.cancel()
    await asyncio.gather(*found.tasks.values(), return_exceptions=True)
    assert found.turns.waiting() == 0 and found.turns._free == hands


def test_an_address_with_many_tables_waits_for_itself() -> None:
    async def story() -> None:
        async with guests(2) as all_:
            for table in "abcd":
                await all_.want("mallory ", table)
            assert all_.served == ["mallory a"], "one hand stays free for others"
            await all_.want("ann ")
            assert all_.served == ["mallory a", "ann "]
            await all_.want("bob ")
            await all_.finish("mallory a")
            assert all_.served[2] == "mallory b", "the only one who may have it: no hand is idle meanwhile"

    asyncio.run(story())


def test_addresses_take_turns_and_at_each_its_tables() -> None:
    async def story() -> None:
        async with guests(1) as all_:
            await all_.want("mallory ", "a")
            for table in "aabb":
                await all_.want("mallory ", table)
            await all_.want("ann ")
            for _ in range(5):
                await all_.finish(all_.served[-1])
            assert all_.served == ["mallory a", "mallory a1", "ann ", "mallory b", "mallory a2", "mallory b1"]

    asyncio.run(story())


def test_who_has_too_much_waiting_is_refused_and_others_are_not() -> None:
    async def story() -> None:
        async with guests(1) as all_:
            for table in "abc":
                await all_.want("mallory ", table, most=2)
            refused = await all_.want("mallory ", "d", most=2)
            with pytest.raises(Refusal, match="too much at once"):
                all_.tasks.pop(refused).result()
            await all_.want("ann ", most=2)
            await all_.finish("mallory a")
            await all_.finish("mallory b")
            assert all_.served[-1] == "ann "

    asyncio.run(story())


def test_who_goes_away_leaves_no_hand_behind() -> None:
    async def story() -> None:
        async with guests(1) as all_:
            first, second, third = [await all_.want(name) for name in ("ann ", "bob ", "cleo ")]
            all_.tasks[second].cancel()
            all_.tasks[first].cancel()
            await settled()
            assert all_.served == [first, third]

    asyncio.run(story())


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("", ""),
        ("nonsense" * 100, ("nonsense" * 100)[:100]),
    ],
)
def test_a_home_is_one_address(address: str, counted: str) -> None:
    assert household(address) == counted


def test_a_crowd_that_comes_at_once_lets_others_in_between() -> None:
    """And the event loop goes round in between, so that those who play are served."""

    async def story() -> None:
        hub = make_app(SqliteStore(":memory:")).hub
        served: list[str] = []
        rounds = 0

        async def come(address: str) -> None:
            guest.set(address)
            await hub.step_in()
            served.append(address)

        crowd = [asyncio.create_task(come("mallory")) for _ in range(40)]
        crowd.append(asyncio.create_task(come("ann")))
        while not all(one.done() for one in crowd):
            rounds += 1
            await asyncio.sleep(0)
        assert served.index("ann") < 4
        assert rounds >= 40

    asyncio.run(story())
