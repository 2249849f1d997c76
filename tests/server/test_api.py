"""The API as others meet it: its description, a client of thirty lines, and a tester that knows no mercy."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    ignored_auth,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from parlour.server.api import DESCRIBED
from parlour.server.openapi import document
from tests.server.helpers import PATIENCE, Opened, Served, serving

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server in a thread of its own."""
    ready: list[str] = []
    begun, done = threading.Event(), threading.Event()

    async def whole() -> None:
        async with serving() as served:
            ready.append(served.address)
            begun.set()
            await asyncio.to_thread(done.wait)

    thread = threading.Thread(target=asyncio.run, args=(whole(),))
    thread.start()
    assert begun.wait(PATIENCE)
    yield ready[0]
    done.set()
    thread.join()


def test_the_client_of_thirty_lines_plays_a_game(address: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / "play_by_http.py"), address],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[-1].startswith("Winners:") and len(lines) > 40


@pytest.fixture(scope="module")
def table(address: str) -> dict[str, Any]:
    """A table for the tester to be let loose on."""
    seats = [{"kind": "person"}, {"kind": "bot", "level": "random"}]
    answer = httpx.post(f"{address}/api/tables", json={"game": "tritrac", "seats": seats, "pause": 0})
    opened: dict[str, Any] = answer.json()
    return opened


schema = schemathesis.openapi.from_dict(document(DESCRIBED))
schema.config.phases.coverage.enabled = False  # of sixteen commands it makes thousands of messages
CHECKS = [
    not_a_server_error,
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
    ignored_auth,
]


@schema.parametrize()
@settings(max_examples=6, deadline=None, suppress_health_check=list(HealthCheck))
def test_schemathesis_finds_nothing(case: Any, address: str, table: dict[str, Any]) -> None:
    """Every address with made-up data; those of tables with made-up names and with a real one."""
    if "wait" in (case.query or {}):
        case.query["wait"] = 0  # nothing will happen
    case.call_and_validate(base_url=address, timeout=PATIENCE, checks=CHECKS)
    if "id" in (case.path_parameters or {}):
        case.path_parameters["id"] = table["table"]
        token = table["seats"][0]["token"]
        case.headers = {**(case.headers or {}), "Authorization": f"Bearer {token}"}
        others = [c for c in CHECKS if c is not ignored_auth]
        case.call_and_validate(base_url=address, timeout=PATIENCE, checks=others)


def test_the_description_names_every_route(address: str) -> None:
    raw = httpx.get(f"{address}/api/openapi.json").json()
    assert raw["paths"]["/api/tables/{id}/commands"]["post"]["security"] == [{"token": []}]
    assert all(one["summary"] for path in raw["paths"].values() for one in path.values())
    for name in ("Frame", "Play", "Hello", "Events", "Fault", "NewTable"):
        assert name in raw["components"]["schemas"]


class Sources(HTMLParser):
    """What a page loads."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.found += [str(value) for name, value in attrs if name in ("src", "href")]


def test_the_page_loads_nothing_from_elsewhere(address: str) -> None:
    answer = httpx.get(f"{address}/api")
    page = Sources()
    page.feed(answer.text)
    assert answer.headers["content-type"].startswith("text/html")
    assert page.found and all(source.startswith("/") for source in page.found)
    assert not page.tags & {"script", "style", "img"}
    assert "Carry out a command" in answer.text and "POST /api/tables" in answer.text


def test_every_page_is_there_and_safe(address: str) -> None:
    for path in ("/", "/table/abc", "/rules/parcheesi", "/learn/parcheesi", "/open", "/api", "/nowhere"):
        answer = httpx.get(address + path)
        assert answer.status_code == (404 if path == "/nowhere" else 200), path
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy and "http" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


def test_games_in_the_language_asked_for() -> None:
    async def story(served: Served) -> None:
        games = (await served.get("/api/games")).json()
        assert {g["id"] for g in games} >= {"parcheesi", "tritrac"}
        for game in games:
            assert game["title"] and game["blurb"] and game["seats"] and len(game["levels"]) == 7
            assert all(option["words"] and option["clause"] for option in game["options"])
            board = (await served.get(f"/api/games/{game['id']}/board")).json()
            assert board["spaces"] and "<style" not in board["svg"]
            drawing = await served.get(f"/api/games/{game['id']}/board.svg")
            assert drawing.headers["content-type"].startswith("image/svg+xml")
        assert (await served.get("/api/games/chess/board")).status_code == 404
        assert (await served.get("/api/games/..%2f..%2fetc/rules")).status_code == 404
        assert (await served.get("/api/words/xx")).status_code == 404
        assert (await served.get("/api/words/en")).json() == {}
        known = (await served.get("/api/languages", **{"Accept-Language": "xx, en;q=0.5"})).json()
        assert known["language"] == "en" and "en" in known["languages"]

    run(story)


def test_each_hears_their_own_language() -> None:
    async def story(served: Served) -> None:
        spoken = (await served.get("/api/languages")).json()["languages"]
        table = await served.open("tritrac", ["person", "person"])
        asked = {
            one: (await served.get(table.path, table.watch, **{"Accept-Language": one})).json()["asks"]
            for one in spoken
        }
        assert len(set(asked.values())) == len(spoken) > 3
        for one in spoken:
            async with table.page(table.watch, language=one) as page:
                assert (await page.frame())["asks"] == asked[one]

    run(story)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("xx, en;q=0.5", "en"),
        ("fr-CA, fr;q=0.9, en;q=0.8", "fr"),
        ("de;q=0.5, es-MX", "es"),
        ("de;q=0, fr;q=0.1", "fr"),
        ("de;q=much, es;q=0.2", "es"),
        (";;, ,q=1", "en"),
    ],
)
def test_the_browser_says_what_it_would_read(header: str, language: str) -> None:
    async def story(served: Served) -> None:
        spoken = await served.get("/api/languages", **{"Accept-Language": header})
        assert spoken.json()["language"] == language

    run(story)


def run(story: Any) -> None:
    async def whole() -> None:
        async with serving() as served:
            await story(served)

    asyncio.run(whole())


def test_a_position_can_be_opened_from_json() -> None:
    async def story(served: Served) -> None:
        wrong = await served.post("/api/tables", {"start": {"game": "parcheesi", "pawns": 7}})
        error = wrong.json()["error"]
        assert wrong.status_code == 422 and error["kind"] == "bad_position" and error["reasons"]
        table = await served.open("parcheesi", ["device", "device"])
        code = (await table.frame(table.watch))["code"]
        again = await served.post("/api/tables", {"start": code, "seats": [{"kind": "device"}] * 2})
        assert again.status_code == 201, again.text
        frame = await Opened(served, again.json()).frame(again.json()["watch"])
        assert frame["code"] == code
        assert json.loads(json.dumps(frame)) == frame

    run(story)
