"""What is told at once, and what waits: nothing that is not stored, everything in its order."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
import websockets
from websockets.frames import Frame, Opcode

from parlour.server import doorkeeping, frames, protocol
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Row
from tests.server.helpers import Served, serving
from tests.terminal.shell import PATIENCE


class Gated(SqliteStore):
    """A disk that takes its time, for as long as the gate is closed."""

    def __init__(self) -> None:
        super().__init__(":memory:")
        self.gate = asyncio.Event()
        self.gate.set()

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        await self.gate.wait()
        await super().append(table, rows)


def test_nobody_hears_of_what_is_not_stored() -> None:
    """Not even when something else is told meanwhile: somebody comes, and the people at the table change."""

    async def story(served: Served, store: Gated) -> None:
        table = await served.open("tritrac", ["person", "person"])
        async with table.page(0) as mine, table.page(1) as other:
            await other.until(lambda: other.people and all(one["here"] for one in other.people))
            known = (await other.frame())["seq"]
            store.gate.clear()
            asking = asyncio.create_task(mine.say("name", name="Anna"))
            async with table.page(1):  # a second page on the same seat: all are told
                await asyncio.sleep(0.3)
                assert [m for m in other.heard if m["kind"] == "events" and m["seq"] > known] == []
                assert "Anna" not in "".join(other.raw) and not asking.done()
                store.gate.set()
                assert (await asking)["ok"]
                assert (await other.since(known + 1))["seq"] == known + 1

    async def whole() -> None:
        store = Gated()
        async with serving(store) as served:
            await story(served, store)

    asyncio.run(whole())


def test_whoever_acts_is_answered_before_it_hears_of_it() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        async with table.page(0) as page:
            await page.frame()
            for name in ("Anna", "Berta", "Clara"):
                answer = await page.say("name", name=name)
                await page.since(answer["seq"])
                kinds = [m["kind"] for m in page.heard if m.get("seq") == answer["seq"]]
                assert kinds == ["answer", "events"]

    async def whole() -> None:
        async with serving() as served:
            await story(served)

    asyncio.run(whole())


def test_a_page_that_reads_slowly_hears_everything_once_and_in_order() -> None:
    """While it does not read, the others go on; then it hears of many events at once."""

    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["person", "person"])
        address = f"ws://127.0.0.1:{served.port}{table.path}/socket"
        for listening in served.server.servers[0].sockets:  # those who come inherit it
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16_384)
        narrow = socket.create_connection(("127.0.0.1", served.port))
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
        narrow.setblocking(False)
        async with (
            table.page(0) as page,
            websockets.connect(address, sock=narrow, max_size=None, max_queue=1, ping_interval=None) as slow,
        ):
            await slow.send(json.dumps({"do": "hello", "tokens": [table.tokens[2]], "after": 0}))
            last = 0
            for n in range(80):
                last = (await page.say("name", name=f"Anna {n}"))["seq"]
            heard: list[int] = []
            messages = 0
            async with asyncio.timeout(PATIENCE):
                while not heard or heard[-1] < last:
                    told = json.loads(await slow.recv())
                    if told["kind"] == "events":
                        messages += 1
                        heard += [event["seq"] for event in told["events"]]
            assert heard == list(range(1, last + 1))
            assert messages < last  # several at once, when it was behind

    async def whole() -> None:
        async with serving() as served:
            await story(served)

    asyncio.run(whole())


def test_who_is_here_is_worked_out_once_for_all_who_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a table with many pages open would hold up all others whenever somebody comes or goes there."""
    count = 0
    made = frames.sitters

    def counted(*given: Any) -> Any:
        nonlocal count
        count += 1
        return made(*given)

    async def story(served: Served) -> None:
        nonlocal count
        table = await served.open("tritrac", ["person", "person"])
        async with contextlib.AsyncExitStack() as stack:
            pages = [await stack.enter_async_context(table.page(table.watch)) for _ in range(40)]
            for page in pages:
                await page.frame()
            await asyncio.sleep(0.5)  # nothing more is announced
            count = 0
            async with table.page(0):
                for page in pages:
                    await page.until(lambda page=page: page.people[0]["here"])
            assert 0 < count < 10

    async def whole() -> None:
        monkeypatch.setattr(frames, "sitters", counted)
        async with serving() as served:
            await story(served)

    asyncio.run(whole())


@pytest.mark.parametrize("length", [0, 125, 126, 65_535, 65_536])
def test_a_text_is_framed_as_the_library_frames_it(length: int) -> None:
    """Answers and news go to a socket in one write, so their frames are put together here."""
    text = b"x" * length
    assert doorkeeping._head_of_text(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)


def test_a_frame_is_whole_though_its_parts_are_made_apart() -> None:
    """What is for all and what is one seat's own: every field once, and in the shape that is promised."""

    async def story(served: Served) -> None:
        table = await served.open("doubletrack", ["person", "bot", "bot"])
        for token in (table.tokens[0], table.watch):
            raw = (await served.http.get(table.path, headers={"authorization": f"Bearer {token}"})).content
            names = [name for name, _ in json.loads(raw, object_pairs_hook=list)]
            assert sorted(names) == sorted(protocol.Frame.__struct_fields__)
            msgspec.json.decode(raw, type=protocol.Frame)

    async def whole() -> None:
        async with serving() as served:
            await story(served)

    asyncio.run(whole())
