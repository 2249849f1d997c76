"""What strangers send: nothing of it may cost more than was meant for it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import parlour
from parlour.server import library, news, opening, protocol
from parlour.server.commands import agreeing, asking, playing
from parlour.server.hub import Hub
from parlour.server.sqlite import SqliteStore
from parlour.server.thinking import Thinker
from parlour.table import CheckableDice, Match, resume
from parlour.table.record import digest, dump
from parlour.text import BadRecord

from .helpers import GENEROUS, Opened, Served, serving

Story = Callable[[Served], Coroutine[Any, Any, None]]


def run(story: Story, **limits: Any) -> None:
    async def whole() -> None:
        async with serving(limits=replace(GENEROUS, **limits)) as served:
            await story(served)

    asyncio.run(whole())


def back_and_forth(events: int) -> str:
    """The record of a game in which somebody cannot make up his mind."""
    match = Match.new("tritrac", 2, None, CheckableDice())
    while len(match.events) < events:
        match.play(match.actor, match.legal()[0].code)
        match.undo(1)
    return match.record()


def on_board(change: Callable[[str], str], match: Match | None = None) -> str:
    """A record that says it was played on another board."""
    match = match or Match.new("tritrac", 2, None, CheckableDice())
    text = change((parlour.load("tritrac").folder / "board.toml").read_text("utf-8"))
    lines = [json.loads(line) for line in match.record().splitlines()]
    lines[0]["board"] = {"sha256": digest(text), "text": text}
    return dump([{k: v for k, v in line.items() if k != "sum"} for line in lines])


def with_lone_cells(board: str) -> str:
    """Twelve cells that touch nothing: 12! * 6 ** 12 ways to lay the board on itself."""
    lone = (
        f'{{ name = "lone{n}", x = {10 * n}, y = 50, points = "up", centre = false, plain = [], '
        'sides = { H = "rib", B = "rib", F = "rib" } },'
        for n in range(12)
    )
    return board.replace("cells = [", "cells = [\n" + "\n".join(lone))


def test_a_board_that_would_take_for_ever_is_refused_in_a_sentence() -> None:
    async def story(served: Served) -> None:
        answer = await served.post("/api/tables", {"record": on_board(with_lone_cells)})
        assert answer.status_code == 422
        said = answer.json()["error"]["text"]
        assert "Its board is not a board for tritrac: the cells do not hang together" in said
        assert "/" not in said, "where it was put is nobody's business"
        assert (await served.post("/api/tables", {"game": "tritrac"})).status_code == 201

    run(story)


@pytest.mark.parametrize(
    "board", [".".join("a" * 3000) + " = 1", ".".join("a" * 950) + " = 1", "a = " + "[" * 3000 + "]" * 3000]
)
def test_a_board_that_is_too_deep_is_refused_in_a_sentence(board: str) -> None:
    async def story(served: Served) -> None:
        edited = await served.post("/api/games/tritrac/edit", {"text": board})
        assert edited.status_code == 200 and len(edited.json()["faults"]) == 1, edited.text[-300:]
        assert "/" not in edited.json()["faults"][0]["text"]
        opened = await served.post("/api/tables", {"game": "tritrac", "own_board": board})
        recorded = await served.post("/api/tables", {"record": on_board(lambda usual: board)})
        for answer in (opened, recorded):
            assert answer.status_code == 422 and answer.json()["error"]["kind"] != "bug", answer.text

    run(story)


def test_boards_and_records_that_are_too_long_are_refused_unread() -> None:
    with pytest.raises(BadRecord, match="too long: at most 50000 characters"):
        resume.replay(on_board(lambda board: board + "#" * 50_000).encode())

    async def story(served: Served) -> None:
        answer = await served.post("/api/tables", {"record": back_and_forth(64)})
        assert answer.status_code == 413 and "at most 50 events" in answer.text

    run(story, log=50)


def test_a_record_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    async def whole() -> None:
        hub = Hub(SqliteStore(":memory:"), Thinker(1), GENEROUS)
        await hub.start()
        hub._reading_room._work = 0.001  # before anything is read
        wish = protocol.NewTable(record=on_board(str.strip))
        assert opening.is_dear(wish)
        with pytest.raises(opening.Refusal, match="took too long"):
            await hub.open_table(wish)
        hub._reading_room._work = 60.0
        assert (await hub.open_table(wish)).game == "tritrac"
        await hub.stop()

    asyncio.run(whole())


def test_a_long_log_is_made_once_for_all_who_open_it(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    threads: list[bool] = []
    before = news.with_match

    def counted(told: Any, match: Any, n: int, *more: Any) -> Any:
        made.append(n)
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            threads.append(True)
        return before(told, match, n, *more)

    monkeypatch.setattr(news, "with_match", counted)

    async def story(served: Served) -> None:
        answer = await served.post("/api/tables", {"record": back_and_forth(200)})
        table = Opened(served, answer.json())
        for _ in range(3):
            async with table.page(table.watch) as page:
                await page.frame()
                assert [line["n"] for line in page.events[None]] == list(range(1, len(made) + 1))
        assert len(made) == len(set(made)) >= 200
        assert len(threads) == len(made), "and never while all others wait"

    run(story)


@pytest.fixture
def evil() -> Iterator[Path]:
    """A folder whose name is short enough for every message."""
    with tempfile.TemporaryDirectory(prefix="e") as name:
        yield Path(name)


def test_nothing_that_is_sent_is_run(evil: Path) -> None:
    """Games, bots and boards may be folders and files for whoever sits at the machine, for nobody else."""
    ran = evil / "ran"
    code = f"from pathlib import Path\nPath({str(ran)!r}).touch()\n"
    for name in ("__init__.py", "rules.py", "words.py", "bot.py"):
        (evil / name).write_text(code)
    (evil / "board.toml").write_text(code)
    head = json.loads(Match.new("tritrac", 2, None, CheckableDice()).record().splitlines()[0])
    record = dump([{k: v for k, v in head.items() if k != "sum"} | {"game": str(evil)}])
    board = (parlour.load("tritrac").folder / "board.toml").read_text("utf-8")
    bot, seat = f"{evil}/bot.py:Bot", {"kind": "person"}

    async def story(served: Served) -> None:
        tables: list[dict[str, Any]] = [
            {"game": str(evil)},
            {"game": "tritrac", "board": str(evil / "board.toml")},
            {"game": "tritrac", "own_board": code},
            {"game": "tritrac", "own_board": f"{board}\nrules = {str(evil / 'rules.py')!r}\n"},
            {"game": "tritrac", "seats": [seat, {"kind": "bot", "level": bot}]},
            {"record": record},
            {"start": {"game": str(evil), "turn": 0}},
            {"start": str(evil)},
        ]
        others: list[tuple[str, dict[str, Any]]] = [
            ("/api/positions", {"position": {"game": str(evil)}}),
            ("/api/games/tritrac/place", {"board": str(evil / "board.toml")}),
            ("/api/games/tritrac/edit", {"text": code}),
            ("/api/games/tritrac/edit", {"board": f"own-../../{evil}"}),
            ("/api/lab", {"link": f"/lab?game={evil}&games=10", "person": "p"}),
            ("/api/lab", {"link": f"/lab?game=tritrac&bots={bot}&games=10", "person": "p"}),
            ("/api/lab", {"link": f"/lab?game=tritrac&set=board={evil}/board.toml&games=10", "person": "p"}),
        ]
        for path, wish in [*(("/api/tables", one) for one in tables), *others]:
            answer = await served.post(path, wish)
            assert answer.status_code in (200, 201, 404, 422), (path, wish, answer.text)
            assert not ran.exists(), (path, wish)
        for query in (str(evil / "board.toml"), f"own-{'../' * 9}{evil}/board", "own-" + "0" * 16):
            answer = await served.get(f"/api/games/tritrac/board?board={quote(query)}")
            assert answer.status_code in (404, 422), answer.text
            printed = await served.get(f"/api/games/tritrac/print.pdf?board={quote(query)}")
            assert printed.status_code in (404, 422), printed.text
        assert not ran.exists()

    run(story)


@pytest.mark.parametrize("asked", ["by HTTP", "by socket", "much by socket", "in words", "dice in words"])
def test_who_plays_is_served_between_dear_questions(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many of them arrive at the same moment: two at most before the event loop goes round."""
    rounds: Counter[int] = Counter()
    now = 0

    def counted(*given: Any) -> None:
        rounds[now] += 1

    monkeypatch.setattr(library, "why", counted)
    monkeypatch.setattr(asking, "why_not", counted)
    for deed in (agreeing.UndoLast, playing.Play, playing.Roll):
        monkeypatch.setattr(deed, "do", counted)

    async def go_round() -> None:
        nonlocal now
        while True:
            now += 1
            await asyncio.sleep(0)

    async def ask_by_http(served: Served) -> None:
        body = b'{"pick": "a", "drop": "b"}'
        head = (
            b"POST /api/games/tritrac/lessons/1/why HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
        )
        lines = [await asyncio.open_connection("127.0.0.1", served.port) for _ in range(30)]
        for _, writer in lines:
            writer.write(head % len(body))
        await asyncio.sleep(0.2)  # all of them are in by now, and wait for nothing but the rest
        for _, writer in lines:
            writer.write(body)
        for reader, writer in lines:
            assert b" 200 " in await reader.readline()
            writer.close()

    async def ask_by_socket(served: Served) -> None:
        said = {
            "by socket": {"do": "why", "pick": "a", "drop": "b"},
            "much by socket": {"do": "undo"},
            "in words": {"do": "play", "action": "nonsense"},
            "dice in words": {"do": "roll", "outcome": "nonsense"},
        }[asked]
        tables = [await served.open("tritrac", ["person", "person"]) for _ in range(30)]
        async with contextlib.AsyncExitStack() as stack:
            pages = [await stack.enter_async_context(table.page(0)) for table in tables]
            for page in pages:
                await page.frame()
            await asyncio.gather(*(page.say(**said) for page in pages))

    async def story(served: Served) -> None:
        going = asyncio.create_task(go_round())
        await (ask_by_http if asked == "by HTTP" else ask_by_socket)(served)
        going.cancel()
        assert rounds.total() == 30 and max(rounds.values()) <= 2

    run(story, messages_per_address=0 if asked == "much by socket" else 10_000)


def test_a_log_that_is_full_takes_only_moves() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        async with table.page() as page:
            frame = await page.frame()
            for n in range(4):
                await page.say("name", seat=0, name=f"Ann {n}")
            refused = await page.say("name", seat=0, name="Mallory")
            assert refused["error"]["kind"] == "full" and "log is full" in refused["error"]["text"]
            assert not (await page.say("undo", seat=0))["ok"]
            move = page.frames[frame["turn"]]["moves"][0]["code"]
            assert (await page.say("play", seat=frame["turn"], action=move))["ok"]

    run(story, log=6)


def test_tables_that_would_not_fit_make_room_for_others(tmp_path: Path) -> None:
    async def whole() -> None:
        hub = Hub(SqliteStore(":memory:"), Thinker(1), replace(GENEROUS, loaded=60_000))
        await hub.start()
        record = back_and_forth(300)
        ids = []
        for _ in range(5):
            opened = await hub.open_table(protocol.NewTable(record=record))
            ids.append(opened.table)
            async with hub.table(opened.table):
                pass
        loaded = [id_ for id_ in ids if hub.rooms[id_].table is not None]
        assert loaded == ids[-len(loaded) :] and 1 <= len(loaded) < 5
        assert sum(hub.rooms[id_].weight for id_ in loaded) <= 60_000
        async with hub.table(ids[0]) as (_, table):
            assert table.brought >= 300
        await hub.stop()

    asyncio.run(whole())


def test_the_boards_that_are_kept_as_files_are_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    monkeypatch.setattr(resume, "_MOST_BOARDS", 3)
    for n in range(6):
        record = on_board(lambda board, n=n: f"{board}\n# {n}")  # type: ignore[misc]
        assert tomllib.loads(str(resume.replay(record.encode()).game.board_text))["name"] == "hex2_ears"
    assert len(list((tmp_path / "boards").iterdir())) == 3
