"""The street door: silent, slow and countless connections, and those who come by a proxy."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import socket
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
import websockets

from parlour.server import access
from parlour.server.doorkeeping import Throttle, is_among, open_files_for
from parlour.server.serve import Wishes, serve
from parlour.text import ParlourError
from tests.terminal.shell import PATIENCE

from .helpers import GENEROUS, Opened, Served, serving

Story = Callable[[Served], Coroutine[Any, Any, None]]
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]
HEAD = b"GET /api/languages HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
BODY = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n{"


@pytest.fixture(autouse=True)
def no_bucket_fills_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: 0.0)


def run(story: Story, proxies: tuple[str, ...] = (), **limits: Any) -> None:
    async def whole() -> None:
        async with serving(limits=replace(GENEROUS, **limits), proxies=proxies) as served:
            async with asyncio.timeout(PATIENCE):
                await story(served)

    asyncio.run(whole())


async def connected(served: Served, said: bytes = b"", address: str = "127.0.0.1") -> Line:
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port, local_addr=(address, 0))
    writer.write(said)
    return reader, writer


async def rest(line: Line) -> bytes:
    """All that comes until the other end hangs up."""
    try:
        return await line[0].read()
    except ConnectionResetError:
        return b""
    finally:
        await hung_up(line)


async def hung_up(*lines: Line) -> None:
    for _, writer in lines:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


@pytest.mark.parametrize(
    ("said", "heard", "first"),  # where something is answered, a busy machine has the time to hear it
    [
        (b"", b"", 0.05),
        (HEAD[:30], b"", 0.05),
        (BODY, b"HTTP/1.1 408 Request Timeout", PATIENCE),
        (HEAD + HEAD[:30], b"HTTP/1.1 200", 1.0),
    ],
    ids=["silent", "half a head", "half a body", "half of the next one"],
)
def test_who_dawdles_is_hung_up_on(said: bytes, heard: bytes, first: float) -> None:
    async def story(served: Served) -> None:
        answer = await rest(await connected(served, said))
        assert answer.startswith(heard) and bool(answer) == bool(heard)

    run(story, first=first, whole=0.05)


def test_who_reads_nothing_is_hung_up_on() -> None:
    async def story(served: Served) -> None:
        many = HEAD.replace(b"/api/languages", b"/api/games/doubletrack/board") * 400
        line = await connected(served)
        line[0]._transport.pause_reading()  # type: ignore[attr-defined]
        line[1].write(many)
        while not line[1].transport.is_closing():
            line[1].write(b" ")  # until there is nobody any more
            await asyncio.sleep(0.02)
        await hung_up(line)

    run(story, stalled=0.05)


def test_one_address_has_so_many_connections_and_others_come_in() -> None:
    async def story(served: Served) -> None:
        lines = [await connected(served) for _ in range(3)]
        assert await rest(await connected(served, HEAD)) == b"", "the fourth is not answered"
        metrics = served.server.config.app.hub.metrics  # type: ignore[union-attr]
        assert metrics.value("parlour_connections_turned_away_total") == 1
        other = await connected(served, HEAD, "127.0.0.2")
        assert (await other[0].readline()).startswith(b"HTTP/1.1 200")
        await hung_up(*lines, other)

    run(story, connections_per_address=3)


def test_when_the_house_is_full_the_silent_make_way() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        await served.http.aclose()
        async with table.page(0) as page:
            await page.frame()
            silent = [await connected(served) for _ in range(3)]
            for _ in range(3):
                line = await connected(served, HEAD, "127.0.0.2")
                assert (await line[0].readline()).startswith(b"HTTP/1.1 200")
                await hung_up(line)
            assert await rest(silent[0]) == b""
            assert (await page.say("name", name="Ann"))["ok"], "who plays stays"
            await hung_up(*silent)

    run(story, connections=4)


def test_who_has_left_leaves_no_rings_behind() -> None:
    """What refers to itself stays until the collector looks at everything, which it does when it is quiet."""

    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])

        async def visits() -> None:
            for token in (table.watch, table.tokens[0], "wrong"):
                async with table.page(token) as page:
                    await page.until(lambda page=page: page.heard)
                await hung_up(await connected(served, HEAD))
            await asyncio.sleep(0.1)

        await visits()
        gc.collect()
        gc.disable()
        try:
            await visits()
            gc.set_debug(gc.DEBUG_SAVEALL)
            gc.collect()
        finally:
            gc.set_debug(0)
            gc.enable()
            left = Counter(f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.garbage)
            gc.garbage.clear()
        ours = ("parlour.", "uvicorn.", "starlette.", "websockets.server", "h11.")
        assert {name: n for name, n in left.items() if name.startswith(ours)} == {}

    run(story)


def test_connections_that_come_and_go_all_the_time_are_not_answered() -> None:
    async def story(served: Served) -> None:
        answers = []
        for _ in range(4):
            line = await connected(served, HEAD.replace(b"Host", b"Connection: close\r\nHost"))
            answers.append(bool(await rest(line)))
        assert answers == [True, True, False, False]

    run(story, connecting=0.2)


def test_fragments_without_end_close_the_socket() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        address = f"ws://127.0.0.1:{served.port}{table.path}/socket"
        async with websockets.connect(address) as ws:

            async def endless() -> Any:
                while True:
                    yield ""
                    await asyncio.sleep(0)

            with pytest.raises(websockets.ConnectionClosed):
                await ws.send(endless())
            assert ws.close_code == 1008

    run(story)


def test_handshakes_are_counted() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        address = f"ws://127.0.0.1:{served.port}{table.path}/socket"
        for _ in range(2):
            async with websockets.connect(address) as ws:
                await ws.send(json.dumps({"do": "hello", "tokens": ["wrong"]}))
                assert "no_token" in await ws.recv()
        with pytest.raises(websockets.InvalidStatus) as refused:
            async with websockets.connect(address):
                pass
        assert refused.value.response.status_code == 429

    run(story, handshakes=0.1)


def test_pages_are_counted() -> None:
    async def story(served: Served) -> None:
        answers = [(await served.get("/")).status_code for _ in range(3)]
        assert answers == [200, 200, 429]

    run(story, files=0.5)


# ---------------------------------------------------------------- proxies


async def asked(served: Served, whose: str) -> int:
    answer = await served.get("/api/languages", **{"X-Forwarded-For": whose})
    return answer.status_code


def test_a_proxy_says_where_requests_come_from() -> None:
    async def story(served: Served) -> None:
        assert [await asked(served, f"198.51.100.{n}") for n in range(6)] == [200] * 6
        spent = [await asked(served, f"8.8.8.{n}, 203.0.113.9") for n in range(5)]
        assert spent == [200] * 4 + [429], "what stands before the last address is only said"
        assert await asked(served, "203.0.113.10") == 200

    run(story, ("127.0.0.1",), per_address=1)


def test_nobody_else_does() -> None:
    async def story(served: Served) -> None:
        assert [await asked(served, f"198.51.100.{n}") for n in range(5)] == [200] * 4 + [429]

    run(story, ("10.0.0.0/8",), per_address=1)


def test_what_is_no_address_is_no_proxy() -> None:
    with pytest.raises(ParlourError, match="not “nginx”"):
        serve(Wishes(proxies=("nginx",)))
    assert is_among("10.1.2.3", ["10.0.0.0/8"]) and not is_among("11.1.2.3", ["10.0.0.0/8"])


# ---------------------------------------------------------------- the log


def test_who_goes_away_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "bot:random"])
        address = f"ws://127.0.0.1:{served.port}{table.path}/socket"
        hello = json.dumps({"do": "hello", "tokens": [table.tokens[0]]})
        for said in ([], [hello], [hello, *[json.dumps({"do": "moves", "id": n}) for n in range(9)]]):
            ws = await websockets.connect(address)
            for message in said:
                await ws.send(message)
            ws.transport.abort()
        for said in (b"", HEAD[:20], BODY, HEAD * 5):
            line = await connected(served, said)
            await line[1].drain()
            line[1].transport.abort()
            await hung_up(line)
        await gone(served, table)

    async def gone(served: Served, table: Opened) -> None:
        """Everybody has been seen off."""
        while any(p["here"] for p in (await table.frame(table.watch))["people"] if p["kind"] == "person"):
            await asyncio.sleep(0.01)

    run(story)
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


def test_the_same_line_is_written_a_few_times() -> None:
    throttle = Throttle(most=3)

    def written(text: str) -> bool:
        return throttle.filter(logging.LogRecord("x", logging.WARNING, "", 0, text, (), None))

    assert [written("Invalid HTTP request received.") for _ in range(5)] == [True] * 3 + [False] * 2
    assert written("something else")


def test_there_is_room_for_what_is_promised() -> None:
    assert open_files_for(100) == 100


def test_a_crowd_is_let_in_a_few_at_a_time() -> None:
    """Whoever plays has a turn in between, however many come at once; and nobody of them is sent away."""
    crowd = 150

    async def whole() -> None:
        async with serving() as served:
            state = served.server.server_state
            waiting = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(crowd)]
            before = most = 0
            async with asyncio.timeout(PATIENCE):
                while before < crowd:
                    await asyncio.sleep(0)
                    now = len(state.connections)
                    before, most = now, max(most, now - before)
            assert most <= 32
            for one in waiting:
                one.close()

    asyncio.run(whole())


def test_a_page_stays_for_longer_than_a_request_may_take() -> None:
    """The deadlines of its handshake end with it."""

    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        async with table.page(0) as page:
            await page.frame()
            for n in range(3):
                await asyncio.sleep(0.8)
                assert (await page.say("name", name=f"Anna {n}"))["ok"]

    run(story, first=2.0, whole=2.0)
