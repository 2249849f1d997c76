"""Talk: everybody hears it once, nothing of the game depends on it, and nobody can do harm with it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from parlour.server.access import Limits
from parlour.server.sqlite import SqliteStore
from parlour.server.talking import KEPT
from tests.server.helpers import Opened, Served, serving

Story = Callable[[Served], Coroutine[Any, Any, None]]


def run(story: Story, **more: Any) -> None:
    async def whole() -> None:
        async with serving(**more) as served:
            await story(served)

    asyncio.run(whole())


def test_everybody_hears_it_once_and_the_game_does_not_notice() -> None:
    """The name of a phrase travels; log, record and frame stay as they are; who comes later hears it too."""

    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        first, second = table.tokens
        async with table.page(first) as one, table.page(second, language="de") as two:
            before = await two.until(lambda: len(two.people) and two.frames.get(second))
            record = (await served.get(f"{table.path}/record", table.tokens[first])).text
            for said in ({"phrase": "good_luck"}, {"reaction": "smile"}, {"text": "Servus <b>du</b>"}):
                assert (await one.say("talk", **said))["ok"]
            for page in (one, two):
                await page.until(lambda page=page: len(page.talk) == 3)
                assert [{k: v for k, v in line.items() if k != "at"} for line in page.talk] == [
                    {"n": 1, "by": first, "phrase": "good_luck"},
                    {"n": 2, "by": first, "reaction": "smile"},
                    {"n": 3, "by": first, "text": "Servus <b>du</b>"},
                ]
            assert (await table.frame(second))["seq"] == before["seq"]
            assert (await served.get(f"{table.path}/record", table.tokens[first])).text == record
            async with table.page(second, after=before["seq"]) as again:
                await again.until(lambda: len(again.talk) == 3)
                assert next(m for m in again.heard if m["kind"] == "talk")["before"]
        by_http = await served.get(f"{table.path}/talk?after=1", table.tokens[second])
        assert [line["n"] for line in by_http.json()] == [2, 3]

    run(story)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "<script>alert(1)</script>",
            "<script>alert(1)</script>",
        ),  # text stays text: pages never read it as more
        ("a\u202egnp.exe\u2066", "agnp.exe"),
        ("two\nlines\r\n\tand\u2028more", "two lines and more"),
        ("\u200bin\u200cvi\u00adsi\u2060ble\x00", "invisible"),
        ("Z" + "\u0301" * 50 + "!", "\u0179\u0301\u0301!"),
        ("ก" + "\u0e47" * 50, "ก" + "\u0e47" * 4),
        ("x" * 200, "x" * 200),
        ("\U0001f600 {name} %s ${x}", "\U0001f600 {name} %s ${x}"),
    ],
)
def test_hostile_texts(text: str, shown: str) -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        first, second = table.tokens
        async with table.page(second) as page:
            assert (await table.command(first, "talk", text=text)).status_code == 200
            await page.until(lambda: page.talk)
            assert page.talk[0]["text"] == shown

    run(story)


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ({}, "bad_choice"),
        ({"text": " \u200b\u3164\u2800 "}, "bad_choice"),
        ({"text": "hi", "phrase": "hello"}, "bad_choice"),
        ({"phrase": "<img>"}, "bad_message"),
        ({"reaction": "fire"}, "bad_message"),
        ({"text": "x" * 201}, "bad_message"),
        ({"text": ["x"]}, "bad_message"),
        ({"words": "x"}, "bad_message"),
    ],
)
def test_what_cannot_be_said(said: dict[str, Any], kind: str) -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        answer = await table.command(next(iter(table.tokens)), "talk", **said)
        assert answer.json()["error"]["kind"] == kind
        assert (await served.get(f"{table.path}/talk", table.watch)).json() == []

    run(story)


def test_who_says_too_much_has_to_wait() -> None:
    """A seat's own limit: the others and the game go on."""

    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        first, second = table.tokens
        answers = [await table.command(first, "talk", reaction="wow") for _ in range(12)]
        codes = [answer.status_code for answer in answers]
        assert codes[:8] == [200] * 8 and codes[-1] == 429
        assert answers[-1].json()["error"]["kind"] == "too_fast"
        assert (await table.command(second, "talk", phrase="no_hurry")).status_code == 200
        move = (await table.frame(first))["moves"][0]["notation"]
        assert (await table.command(first, "play", action=move)).status_code == 200

    run(story, limits=Limits(talk=0.001))


def test_spectators_are_outside_until_the_host_lets_them_in() -> None:
    """Then they hear what is said from then on, and react; words of their own they have none."""

    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        first, _ = table.tokens
        async with table.page(table.watch) as watcher, table.page(first) as player:
            assert (await watcher.frame())["may"]["talk"] == ""
            assert (await player.say("talk", text="between us"))["ok"]
            refused = await watcher.say("talk", phrase="hello")
            assert refused["error"]["kind"] == "not_yours"
            settings = {"watchers_talk": True}
            assert (await table.command(table.host, "table", settings=settings)).status_code == 200
            await watcher.until(lambda: watcher.frames[None]["may"]["talk"] == "phrases")
            assert (await watcher.say("talk", phrase="hello"))["ok"]
            assert (await watcher.say("talk", text="take the left one"))["error"]["kind"] == "not_here"
            assert (await player.say("talk", text="for all"))["ok"]
            await watcher.until(lambda: len(watcher.talk) == 2)
            assert [(line["by"], line["n"]) for line in watcher.talk] == [(None, 2), (first, 3)]
            assert "between us" not in str(watcher.raw)

    run(story)


def test_strangers_to_whom_a_game_was_shown_take_no_part() -> None:
    """The link of a finished game may be anywhere: it opens the game, and not what was said over it."""

    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"], watchers_talk=True)
        first, _ = table.tokens
        assert (await table.command(first, "talk", text="well, well")).status_code == 200
        assert (await table.command(first, "resign")).status_code == 200
        share = (await served.get(f"{table.path}/share", table.watch)).json()["token"]
        assert len((await served.get(f"{table.path}/talk", table.watch)).json()) == 1
        assert (await served.get(f"{table.path}/talk", share)).json() == []
        assert (await table.command(share, "talk", phrase="hello")).status_code == 403
        assert (await table.command(table.watch, "talk", reaction="bravo")).status_code == 200
        async with table.page(share) as stranger, table.page(table.watch) as watcher:
            await watcher.until(lambda: len(watcher.talk) == 2)
            assert (await stranger.say("why"))["error"] and stranger.talk == []

    run(story)


def test_as_the_table_agreed() -> None:
    async def story(served: Served) -> None:
        silent = await served.open("tritrac", ["person", "person"], talk="off")
        polite = await served.open("tritrac", ["person", "person"], talk="phrases")
        alone = await served.open("tritrac", ["person", "bot:random"])
        kinds = []
        for table, said in [(silent, {"reaction": "smile"}), (polite, {"text": "x"}), (alone, {"text": "x"})]:
            seat = next(iter(table.tokens))
            answer = await table.command(seat, "talk", **said)
            kinds.append((answer.status_code, answer.json()["error"]["kind"], await _may(table, seat)))
        assert kinds == [(403, "not_here", ""), (403, "not_here", "phrases"), (403, "not_here", "")]
        assert (await polite.command(next(iter(polite.tokens)), "talk", phrase="sorry")).status_code == 200

    run(story)


async def _may(table: Opened, seat: int) -> Any:
    return (await table.frame(seat))["may"]["talk"]


def test_the_last_of_it_outlives_the_server_and_nothing_is_said_twice(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"

    async def whole() -> None:
        async with serving(SqliteStore(file)) as served:
            table = await served.open("tritrac", ["person", "person"])
            first, second = table.tokens
            for number in range(KEPT + 5):
                await table.command(first, "talk", text=f"line {number}")
            for _ in range(2):
                assert (await table.command(first, "talk", id="again", phrase="soon")).status_code == 200
        async with serving(SqliteStore(file)) as served:
            later = Opened.at(served, table)
            assert (await later.command(first, "talk", id="again", phrase="soon")).status_code == 200
            said = (await served.get(f"{later.path}/talk", table.tokens[second])).json()
            assert [line["n"] for line in said] == list(range(7, KEPT + 7))
            assert said[-1]["phrase"] == "soon" and said[-2]["text"] == f"line {KEPT + 4}"

    asyncio.run(whole())
