"""A page gone mad: messages of every shape by socket. Each is answered or closes the socket that sent it, the
server logs no error, and whoever plays at the same table notices nothing."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from typing import Any, get_args

import pytest
import websockets

from parlour.server.commands import Command
from tests.server.helpers import PATIENCE, Opened, Served, serving

HARMFUL = {"resign", "leave", "renew", "again", "draw", "link", "hint"}  # they end it, or take long
KINDS = {str(one.__struct_config__.tag): one for one in get_args(Command)}
TAGS = [tag for tag in KINDS if tag not in HARMFUL]
FIELDS = sorted({name for one in KINDS.values() for name in one.__struct_fields__})
LIKELY: dict[str, list[Any]] = {
    "seat": [None, 0, 1, 2],
    "after": [None, 0, 1, 999],
    "action": ["", "a1u/F", 0, -5, 10**9, {"do": "place"}, {"": []}, "\0", "9" * 5000],
    "outcome": [None, "6-6", 3, {}],
    "settings": [{}, {"undo": "free"}, {"auto_roll": True}, {"pause": 10}],
    "chair": [0, 1, 63],
    "yes": [True, False],
    "phrase": [None, "good_luck"],
    "reaction": [None, "smile"],
}
MESSAGES = 60


def value(rng: random.Random, depth: int = 0) -> Any:
    """Anything that JSON can say, and some that it hardly can."""
    plain = [
        None,
        True,
        -1,
        0,
        2**53,
        10**30,
        1e308,
        -0.0,
        "",
        "0",
        "\0",
        "\ud800",
        "x" * 300,
        "../..",
        "{seat}",
        rng.choice(TAGS),
        rng.choice(FIELDS),
        rng.randrange(70),
    ]
    if depth < 3 and rng.random() < 0.3:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    if depth < 3 and rng.random() < 0.3:
        return {rng.choice([*FIELDS, ""]): value(rng, depth + 1) for _ in range(rng.randrange(4))}
    return rng.choice(plain)


def message(rng: random.Random) -> str | bytes:
    """A command, more or less."""
    tag = rng.choice(TAGS)
    said: dict[str, Any] = {"do": tag, "id": f"f{rng.random()}"}
    for name in KINDS[tag].__struct_fields__:
        if name != "id" and rng.random() < 0.5:
            said[name] = rng.choice(LIKELY.get(name, ["", "x", "\0", "\u202e" * 9, "{seat}", "../.."]))
    how = rng.random()
    if how < 0.04:
        said[rng.choice(FIELDS)] = value(rng)
    text = json.dumps(said)
    if how < 0.05:
        return text[: rng.randrange(len(text))]
    if how < 0.06:
        return bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
    if how < 0.07:
        return "[" * 5000
    return text.encode("utf-8", "surrogatepass") if how < 0.2 else text


async def rant(table: Opened, token: str, rng: random.Random) -> int:
    """Until enough is said or the server has had enough; how often it was answered."""
    answered = 0
    address = f"ws://127.0.0.1:{table.served.port}{table.path}/socket"
    async with websockets.connect(address, max_size=None) as ws:
        await ws.send(json.dumps({"do": "hello", "tokens": [token]}))
        try:
            for _ in range(MESSAGES):
                await ws.send(message(rng))
                heard: dict[str, Any] = {}
                while heard.get("kind") not in ("answer", "pong"):
                    heard = json.loads(await ws.recv())
                    assert heard["kind"] in ("welcome", "events", "people", "talk", "answer", "pong", "error")
                    if heard["kind"] == "answer" and not heard["ok"]:
                        assert heard["error"]["text"] and heard["error"]["kind"] != "bug"
                answered += 1
        except websockets.ConnectionClosed as closed:
            assert closed.rcvd is not None and closed.rcvd.code in (1003, 1007, 1009, 4400), closed
    return answered


def test_whatever_is_said_the_others_play_on(caplog: pytest.LogCaptureFixture) -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        rng = random.Random(20)
        answered = 0
        async with table.page(0) as page:
            for n in range(12):
                token = table.tokens[1] if n % 2 else table.watch
                answered += await rant(table, token, rng)
            assert (await page.say("moves", seat=0))["ok"] and page.closed is None
        assert answered > 50, "most of it was understood well enough to be answered"

    async def whole() -> None:
        async with serving() as served, asyncio.timeout(PATIENCE):
            await story(served)

    asyncio.run(whole())
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []
