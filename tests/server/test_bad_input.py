"""Whatever is thrown at a server: the one who threw it gets a clear answer, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
import websockets

from parlour.server.access import (
    Doors,
    Limits,
    RateLimiter,
    Refusal,
    TokenBucket,
    clean_name,
    hashed,
    new_token,
)
from parlour.server.sqlite import SqliteStore
from tests.server.helpers import GENEROUS, PATIENCE, Opened, Page, Served, bearer, serving

Story = Callable[[Served], Coroutine[Any, Any, None]]


def play(story: Story, **more: Any) -> None:
    async def whole() -> None:
        async with serving(**more) as served:
            await story(served)

    asyncio.run(whole())


async def still_well(page: Page) -> None:
    """A page of somebody else goes on as if nothing had happened."""
    assert (await page.say("why", action=0))["ok"]


async def raw(
    table: Opened, *messages: str | bytes, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """Send just that; the close code, and the last thing that was heard."""
    address = f"ws://127.0.0.1:{table.served.port}{table.path}/socket"
    last: Any = None
    async with websockets.connect(address, additional_headers=headers, max_size=None) as ws:
        try:
            for message in messages:
                await ws.send(message)
            async with asyncio.timeout(PATIENCE):
                async for heard in ws:
                    last = json.loads(heard)
        except websockets.ConnectionClosed:
            pass
        return ws.close_code or 0, last


MALFORMED = {
    "not JSON": ("{", 4400),
    "not text": (b"\xff\xfe\x00", 4400),
    "not an object": ("[1, 2]", 4400),
    "no such command": ('{"do": "cheat"}', 4400),
    "a strange key": ('{"do": "roll", "force": true}', 4400),
    "a wrong type": ('{"do": "play", "action": [1]}', 4400),
    "a huge number": ('{"do": "roll", "after": 99999999999999999999999}', 4400),
    "deep nesting": ('{"do": "play", "action": ' + '{"a":' * 5000 + "1" + "}" * 5001, 4400),
    "half a character": ('{"do": "name", "name": "\\ud800"}', 4400),
    "oversized": ('{"do": "name", "name": "' + "x" * 70_000 + '"}', 1009),
    "hello again": ('{"do": "hello", "tokens": []}', 4400),
}


@pytest.mark.parametrize("kind", MALFORMED)
def test_malformed_messages_close_the_socket_that_sent_them(kind: str) -> None:
    message, code = MALFORMED[kind]

    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        first, second = table.tokens
        hello = json.dumps({"do": "hello", "tokens": [table.tokens[first]]})
        async with table.page(second) as other:
            await other.frame()
            closed, heard = await raw(table, hello, message)
            assert closed == code
            assert code == 1009 or (heard["kind"] == "error" and heard["error"]["kind"] == "bad_message")
            await still_well(other)
        frame = await table.frame(second)
        assert frame["ply"] == 0 and frame["people"][0]["name"] == ""

    play(story)


def test_first_messages_that_are_no_hello() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        assert (await raw(table, '{"do": "roll"}'))[0] == 4400
        assert (await raw(table, '{"do": "hello", "tokens": []}'))[0] == 4401
        assert (await raw(table, '{"do": "hello", "tokens": ["wrong"]}'))[0] == 4401
        mixed = {"do": "hello", "tokens": [next(iter(table.tokens.values())), "wrong"]}
        closed, heard = await raw(table, json.dumps(mixed))
        assert closed == 4401 and heard["error"]["kind"] == "no_token"
        table.path = "/api/tables/nowhere"
        assert (await raw(table, '{"do": "hello", "tokens": ["x"]}'))[0] == 4404

    play(story)


def test_a_token_opens_its_own_table_only() -> None:
    async def story(served: Served) -> None:
        one = await served.open("tritrac", ["person", "person"])
        other = await served.open("tritrac", ["person", "person"])
        stolen = one.tokens[0]
        assert (await served.get(other.path, stolen)).status_code == 401
        assert (await other.command(stolen, "roll")).status_code == 401
        assert (await served.get(f"{other.path}/events", "")).status_code == 401
        assert (await served.get(f"{other.path}/record", one.host)).status_code == 401
        assert (await served.http.get(other.path, headers={"Authorization": "Basic abc"})).status_code == 401

    play(story)


def test_bodies_by_http() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        path, headers = f"{table.path}/commands", bearer(table.tokens[0])
        for body, status in (
            (b"", 400),
            (b"{", 400),
            (b"null", 400),
            (b'{"do": "roll", "id": ""}', 400),
            (b'{"do": "roll", "id": "' + b"x" * 100 + b'"}', 400),
            (b"x" * 70_000, 413),
        ):
            answer = await served.http.post(path, content=body, headers=headers)
            assert answer.status_code == status, (body[:40], answer.text)
            assert answer.json()["error"]["text"]

        async def drip() -> Any:
            for _ in range(100):
                yield b"x" * 1000

        answer = await served.http.post(path, content=drip(), headers=headers)
        assert answer.status_code == 413
        assert (await served.http.put(path, content=b"{}", headers=headers)).status_code == 405
        for query in ("after=-1", "after=x", "after=1e9", "after=" + "9" * 40, "after=%00", "wait=²"):
            assert (await served.get(f"{table.path}/events?{query}", table.watch)).status_code == 400
        for ply in ("-1", "x", "1.5", "%20"):
            assert (await served.get(f"{table.path}/at/{ply}", table.watch)).status_code == 400

    play(story)


def test_tables_that_cannot_be_opened() -> None:
    async def story(served: Served) -> None:
        wishes: list[tuple[dict[str, Any], str]] = [
            ({}, "There is no game"),
            ({"game": "chess"}, "There is no game"),
            ({"game": "/etc"}, "There is no game"),
            ({"game": "tritrac", "board": "/etc/passwd"}, "There is no board"),
            ({"game": "parcheesi", "seats": [{}] * 9}, "9"),
            ({"game": "parcheesi", "seats": [{"kind": "bot", "level": "9"}] * 2}, "There is no level"),
            ({"game": "parcheesi", "seats": [{"kind": "bot", "level": "search:simulations=9"}] * 2}, "level"),
            ({"game": "parcheesi", "seats": [{}] * 2, "options": {"quick": True}}, "There is no option"),
            ({"start": "2garbage"}, "damaged"),
            ({"start": {"game": "parcheesi", "turn": 9}}, "cannot be"),
            ({"record": "hello"}, "line 1"),
            ({"record": '{"parlour": 1}'}, "line 1"),
        ]
        for wish, said in wishes:
            answer = await served.post("/api/tables", wish)
            assert answer.status_code == 422, (wish, answer.text)
            assert said in answer.json()["error"]["text"], answer.text
        answer = await served.post("/api/tables", {"game": "parcheesi", "cheat": 1})
        assert answer.status_code == 400

    play(story)


# ---------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna   B. ", "Anna B."),
        ("Ann\u202ea", "Anna"),  # turns the writing round
        ("\u200bAn\u200dna\ufeff", "Anna"),  # cannot be seen
        ("An\x00na\r\n\tB", "Anna B"),
        ("e\u0301" + "\u0301" * 30, "é\u0301\u0301"),  # a tower of accents
        ("名前", "名前"),
        ("<b>Anna</b>", "<b>Anna</b>"),  # shown as it is: pages put names in as text, never as markup
        ("\ud800", ""),
        ("x" * 500, "x" * 40),
        ("\u2028\u2029", ""),
    ],
)
def test_names_are_cleaned(given: str, kept: str) -> None:
    assert clean_name(given) == kept


def test_tokens_are_long_random_and_kept_as_hashes(tmp_path: Path) -> None:
    assert len({new_token() for _ in range(100)}) == 100 and len(new_token()) >= 32

    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["person", "bot:random"])
        secrets.extend([*table.tokens.values(), table.watch, table.host])
        await table.frame(0)

    secrets: list[str] = []
    play(story, store=SqliteStore(tmp_path / "tables.db"))
    everything = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert hashed(secrets[0]).encode() in everything
    assert not any(token.encode() in everything for token in secrets)


# ---------------------------------------------------------------- doors


def test_strange_origins_and_hosts_are_turned_away() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        hello = json.dumps({"do": "hello", "tokens": [table.watch]})
        own = {"Origin": served.address}
        async with table.page(table.watch) as page:
            await page.frame()
        for origin in (
            "http://evil.example",
            "null",
            f"http://127.0.0.1:{served.port + 1}",
            "https://127.0.0.1",
        ):
            with pytest.raises(websockets.InvalidStatus) as caught:
                await raw(table, hello, headers={"Origin": origin})
            assert caught.value.response.status_code == 403
            answer = await served.http.post(
                "/api/tables", json={"game": "tritrac"}, headers={"Origin": origin}
            )
            assert answer.status_code == 403
        assert (
            await served.http.post("/api/tables", json={"game": "tritrac"}, headers=own)
        ).status_code == 201
        for host in ("evil.example", "127.0.0.1.evil.example", ""):
            answer = await served.http.get("/", headers={"Host": host})
            assert answer.status_code in (400, 403), host
        assert (await served.http.get("/", headers={"Host": f"localhost:{served.port}"})).status_code == 200

    play(story)


def test_doors() -> None:
    doors = Doors({"localhost", "[::1]", "parlour.example"})
    for host in ("localhost", "LOCALHOST:80", "[::1]:8765", "parlour.example"):
        assert doors.host_allowed(host)
    for host in (None, "", "evil", "localhost.evil", "::1:80"):
        assert not doors.host_allowed(host)
    assert doors.origin_allowed(None, "localhost:1")
    assert doors.origin_allowed("http://localhost:1", "localhost:1")
    assert not doors.origin_allowed("http://localhost:2", "localhost:1")


# ---------------------------------------------------------------- too much


def test_who_asks_too_fast_must_wait_and_others_need_not() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        first, second = table.tokens
        async with table.page(second) as other:
            await other.frame()
            async with table.page(first) as page:
                for _ in range(100):
                    await page.ws.send('{"do": "ping"}')
                assert await page.gone() == 4429
                assert page.heard[-1]["error"]["kind"] == "too_fast"
            await still_well(other)

    limits = Limits(per_connection=5, per_address=1000, new_tables=100)
    play(story, limits=limits)


def test_one_address_cannot_take_everything() -> None:
    async def story(served: Served) -> None:
        opened = [await served.post("/api/tables", {"game": "tritrac"}) for _ in range(40)]
        assert {answer.status_code for answer in opened} == {201, 429}
        table = Opened(served, opened[0].json())
        async with table.page(table.watch) as one, table.page(table.watch) as two:
            await one.frame()
            await two.frame()
            assert (await raw(table))[0] == 4429

    play(story, limits=Limits(per_address=1000, new_tables=0.01, sockets_per_address=2))


def test_one_address_opens_so_many_tables_a_day() -> None:
    async def story(served: Served) -> None:
        for _ in range(3):
            assert (await served.post("/api/tables", {"game": "tritrac"})).status_code == 201
        refused = await served.post("/api/tables", {"game": "tritrac"})
        assert refused.status_code == 429 and "as many tables as may be in a day" in refused.text

    play(story, limits=Limits(tables_a_day=3))


def test_one_address_cannot_ask_all_the_time() -> None:
    async def story(served: Served) -> None:
        answers = [await served.get("/api/languages") for _ in range(10)]
        assert {answer.status_code for answer in answers} == {200, 429}
        assert answers[-1].json()["error"]["kind"] == "too_fast"
        assert (await served.get("/web/css/base.css")).status_code == 200  # pages load all the same

    play(story, limits=Limits(per_address=0.5))


def test_the_house_is_full() -> None:
    async def story(served: Served) -> None:
        await served.open("tritrac", ["person", "person"])
        answer = await served.post("/api/tables", {"game": "tritrac"})
        assert answer.status_code == 503 and answer.json()["error"]["kind"] == "full"

    play(story, limits=Limits(tables=1))


def test_buckets_fill_again() -> None:
    bucket = TokenBucket(rate=1e9, burst=1)
    assert bucket.take() and bucket.take()
    empty = TokenBucket(rate=0, burst=1)
    assert empty.take() and not empty.take()
    limiter = RateLimiter(rate=0, burst=1, most=2)
    limiter.check("a")
    with pytest.raises(Refusal, match="too much at once"):
        limiter.check("a")
    limiter.check("b")
    limiter.check("c")  # and "a" is forgotten
    limiter.check("a")


# ---------------------------------------------------------------- the disk


def test_a_move_that_cannot_be_stored_is_not_played(tmp_path: Path) -> None:
    """The disk is full: the mover is told so, nobody sees the move, and it can be made once there is room."""
    store = SqliteStore(tmp_path / "tables.db")

    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        first, second = table.tokens
        async with table.page(first) as one, table.page(second) as two:
            move = (await one.frame())["moves"][0]["notation"]
            await two.frame()
            full(store, True)
            for number in range(200):  # until the last page is full as well
                answer = await two.say("name", name=f"Ben {number}", id=f"name-{number}")
                if not answer["ok"]:
                    break
            assert answer["error"]["kind"] == "not_stored" and "disk is full" in answer["error"]["text"]
            refused = await one.say("play", action=move, id="the-move")
            assert refused["error"]["kind"] == "not_stored"
            frame = await table.frame(second)
            assert frame["ply"] == 0 and frame["people"][1]["name"] == f"Ben {number - 1}"
            full(store, False)
            again = await one.say("play", action=move, id="the-move")
            assert again["ok"] and (await two.since(again["seq"]))["ply"] == 1

    play(story, store=store, limits=GENEROUS)


def full(store: SqliteStore, is_full: bool) -> None:
    """As SQLite sees it: the file may not grow."""
    connection: sqlite3.Connection = store._connection
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages if is_full else 10**6}")


def test_a_damaged_table_is_closed_and_the_others_are_open(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    kept: list[Opened] = []

    async def fill(served: Served) -> None:
        for _ in range(2):
            table = await served.open("tritrac", ["person", "person"])
            async with table.page(0) as page:
                move = (await page.frame())["moves"][0]["notation"]
                assert (await page.say("play", action=move))["ok"]
            kept.append(table)

    async def look(served: Served) -> None:
        bad, good = (Opened.at(served, table) for table in kept)
        for path in ("", "/events", "/record", "/at/0"):
            answer = await served.get(bad.path + path, bad.watch)
            assert answer.status_code == 503 and "damaged" in answer.json()["error"]["text"]
        assert (await good.frame(good.watch))["ply"] == 1
        async with good.page(1) as page:
            move = (await page.frame())["moves"][0]["notation"]
            assert (await page.say("play", action=move))["ok"]

    play(fill, store=SqliteStore(file))
    connection = sqlite3.connect(file)
    with connection:
        connection.execute(
            "UPDATE events SET body = replace(body, 'play', 'plax') WHERE tab = ? AND seq = 2", (kept[0].id,)
        )
    connection.close()
    play(look, store=SqliteStore(file))
