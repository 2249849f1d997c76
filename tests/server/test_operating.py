"""Health, figures, the operator's page, logs, and how the server ends."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import websockets
from prometheus_client.parser import text_string_to_metric_families

from parlour.server import logs
from parlour.server.fairness import Turns
from parlour.server.operating import read_token
from parlour.server.sqlite import SqliteStore
from parlour.text import ParlourError
from tests.server.helpers import Served, serving

TOKEN = "operator-token-for-tests"


def served(work: Callable[[Served], Awaitable[None]], store: SqliteStore | None = None) -> None:
    async def whole() -> None:
        async with serving(store, operator=TOKEN) as one:
            await work(one)

    asyncio.run(whole())


def test_health_is_told_truthfully(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")

    async def work(server: Served) -> None:
        for path in ("/health", "/health/live", "/health/ready"):
            assert (await server.get(path)).status_code == 200
        table = await server.open("tritrac", ["person", "person"])
        store._connection.execute("PRAGMA query_only = ON")
        answer = await table.command(0, "name", name="Anna")
        assert answer.status_code == 503 and "cannot be written to" in answer.json()["error"]["text"]
        ready = await server.get("/health")
        assert ready.status_code == 503 and "cannot be written to" in ready.json()["why"]
        assert (await server.get("/health/live")).status_code == 200
        store._connection.execute("PRAGMA query_only = OFF")
        assert (await server.get("/health")).json() == {"live": True, "ready": True}  # without a restart
        assert (await table.command(0, "name", name="Anna")).status_code == 200
        (tmp_path / "tables.db").rename(tmp_path / "gone.db")
        assert "removed" in (await server.get("/health")).json()["why"]
        (tmp_path / "gone.db").rename(tmp_path / "tables.db")

    served(work, store)


def test_figures_are_for_the_operator() -> None:
    async def work(server: Served) -> None:
        table = await server.open("tritrac", ["person", "person"])
        async with table.page(0) as page:
            move = (await page.frame())["moves"][0]["notation"]
            assert (await page.say("play", action=move))["ok"]
            assert not (await page.say("play", action="nonsense"))["ok"]
            for path in ("/metrics", "/operator"):
                assert (await server.get(path)).status_code == 401
                assert (await server.get(path, "wrong" * 6)).status_code == 401
            answer = await server.get("/metrics", TOKEN)
            assert answer.headers["content-type"].startswith("text/plain")
            figures = {
                (sample.name, *sample.labels.values()): sample.value
                for family in text_string_to_metric_families(answer.text)
                for sample in family.samples
            }
            assert figures["parlour_commands_total", "play", "done"] == 1
            assert figures["parlour_commands_total", "play", "refused"] == 1
            assert figures["parlour_command_seconds_count",] == 2
            assert figures["parlour_events_total",] == 2  # somebody sat down, and moved
            assert figures["parlour_sockets",] == 1 and figures["parlour_tables_in_memory",] == 1
            assert figures["parlour_answers_total", "201"] == 1
            for secret in (table.id, *table.tokens.values(), table.watch, "127.0.0.1"):
                assert secret not in answer.text
            password = base64.b64encode(f"anybody:{TOKEN}".encode()).decode()
            seen = await server.get("/operator", authorization=f"Basic {password}")
            assert seen.status_code == 200 and "<td>yes</td>" in seen.text and "Open pages" in seen.text
            strange = await server.get("/operator", authorization="Basic ?!")
            assert strange.status_code == 401 and "Basic" in strange.headers["www-authenticate"]

    served(work)


def test_who_waits_and_who_is_turned_away_is_counted() -> None:
    async def work(server: Served) -> None:
        async def figure(name: str, **labels: str) -> float:
            answer = await server.get("/metrics", TOKEN)
            return sum(
                sample.value
                for family in text_string_to_metric_families(answer.text)
                for sample in family.samples
                if sample.name == name and labels.items() <= sample.labels.items()
            )

        hub = server.server.config.app.hub  # type: ignore[union-attr]
        assert await figure("parlour_waiting") == 0
        async with (
            hub.thinker._turns.turn("one"),
            hub.backroom._turns.turn(),
            contextlib.AsyncExitStack() as end,
        ):
            waiting = [asyncio.create_task(held(hub.thinker._turns)) for _ in range(3)]
            waiting.append(asyncio.create_task(held(hub.backroom._turns)))
            end.callback(lambda: [one.cancel() for one in waiting])
            await asyncio.sleep(0)
            assert await figure("parlour_waiting", queue="bots") == 3
            assert await figure("parlour_waiting", queue="backroom") == 1
            page = await server.get("/operator", TOKEN)
            assert "<th scope='row'>Waiting for their turn</th><td>4</td>" in page.text
        table = await server.open("tritrac", ["person", "person"])
        address = f"ws://127.0.0.1:{server.port}{table.path}/socket"
        with pytest.raises(websockets.InvalidStatus):
            async with websockets.connect(address, origin=websockets.Origin("http://evil.example")):
                pass
        assert await figure("parlour_answers_total", status="403") == 1

    async def held(turns: Turns) -> None:
        async with turns.turn("another"):
            pass

    served(work)


def test_without_a_token_nobody_is_the_operator() -> None:
    async def whole() -> None:
        async with serving() as server:
            answer = await server.get("/metrics", "x" * 20)
            assert answer.status_code == 403 and "--operator" in answer.json()["error"]["text"]

    asyncio.run(whole())


def test_the_token_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    file = tmp_path / "token"
    token = read_token(file)
    assert len(token) == 32 and read_token(file) == token and file.stat().st_mode & 0o777 == 0o600
    file.write_text("short\n")
    with pytest.raises(ParlourError, match="shorter"):
        read_token(file)
    with pytest.raises(ParlourError, match="cannot be read"):
        read_token(tmp_path)


def test_programs_read_the_log_line_by_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    logs.start("info")
    log = logging.getLogger("parlour.server")
    log.debug("not this")
    log.info("a table\nwith two lines")
    try:
        raise ValueError("so")
    except ValueError:
        log.exception("it went wrong")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (first["level"], first["message"]) == ("info", "a table\nwith two lines")
    assert first["time"].endswith("Z") and "ValueError: so" in second["trace"]
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    logs.start("info")
    log.info("for a person")
    assert capsys.readouterr().err.endswith("INFO parlour.server: for a person\n")


def test_at_no_level_does_the_log_say_who_is_there_or_what_they_say(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(root, "level", root.level)
    for client in ("httpx", "httpcore"):  # the test's own
        logging.getLogger(client).setLevel(logging.ERROR)
    logs.start("debug")
    logging.getLogger("parlour.server").debug("begun")

    async def work(server: Served) -> None:
        table = await server.open("tritrac", ["person", "person"])
        async with table.page(0) as page:
            assert (await page.say("name", seat=0, name="Zebulonia"))["ok"]
            assert (await page.say("talk", seat=0, text="my Zebulonia"))["ok"]
            assert (await server.get(table.path, "a-wrong-token")).status_code == 401
            await page.ws.send("no Zebulonia")
            await page.gone()
        said = capsys.readouterr().err
        assert "begun" in said
        for secret in ("Zebulonia", "a-wrong-token", "127.0.0.1", *table.tokens.values()):
            assert secret not in said

    served(work)


def test_whoever_is_there_is_told_when_the_server_ends() -> None:
    async def whole() -> None:
        async with serving() as server:
            table = await server.open("tritrac", ["person", "person"])
            async with table.page(0) as page:
                move = (await page.frame())["moves"][0]["notation"]
                answer = await page.say("play", action=move)
                server.server.should_exit = True
                assert answer["ok"] and await page.gone() == 1012  # the service restarts: come again

    asyncio.run(whole())
