"""A server and a real browser for all tests of the pages.

Every page that a test opens is watched: an error in its console or an exception fails the test.

A page changes when it gets to it, on a busy machine late. So no test looks once where something may still
be on its way: it waits, with Playwright's `expect`, with `until` or with `becomes` (test_waiting.py finds
those that do not). What must not be there is looked for after something that comes later than it would.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import httpx
import pytest
import uvicorn

from parlour.server.app import make_app
from parlour.server.backroom import Backroom, Work
from parlour.server.reviewing import reviewed
from parlour.server.serve import settings
from parlour.server.sqlite import SqliteStore
from parlour.server.thinking import Thinker
from tests.server.helpers import GENEROUS
from tests.terminal.shell import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

ADVICE = "Chromium is not installed: on Debian and Ubuntu, sudo apt install chromium"
STILL = {
    "speed": 0,
    "sound": False,
    "confirm": "off",
}  # what a page is told to be, unless a test says otherwise


# To find tests that do not wait: pages so many times slower, answers and messages so many milliseconds later.
SLOW_PAGES, SLOW_ANSWERS, SLOW_MESSAGES = (
    float(os.environ.get(f"PARLOUR_SLOW_{what}", 0)) for what in ("PAGES", "ANSWERS", "MESSAGES")
)


def slowly(app: Any) -> Any:
    """The same server on a bad line."""

    async def late(scope: Any, receive: Any, send: Any) -> None:
        async def tell(message: Any) -> None:
            await asyncio.sleep(SLOW_MESSAGES / 1000)
            await send(message)

        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            await asyncio.sleep(SLOW_ANSWERS / 1000)
        await app(scope, receive, tell if scope["type"] == "websocket" and SLOW_MESSAGES else send)

    return late if SLOW_ANSWERS or SLOW_MESSAGES else app


class ShortGames(Backroom):
    """Reviews short games only: of whole ones they take long where nothing is compiled."""

    async def made(self, work: Work, record: str, language: str) -> bytes:
        if work is reviewed and record.count("\n") > 40:
            return b'{"sides": [], "start": [], "entries": []}'
        return await super().made(work, record, language)


class Site:
    """The server under test."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.http = httpx.Client(base_url=address, timeout=PATIENCE)

    def open(self, game: str, seats: str = "person bot", **more: Any) -> Table:
        """A new table; seats are bots (which play at random), persons, some by name, or guests: they come by
        a link that somebody else knows, so their pages change it for one of their own."""
        kinds = {"bot": {"kind": "bot", "level": "random"}, "guest": {"kind": "person"}}
        named = {kind: {"kind": "device", "name": kind} for kind in seats.split() if kind.istitle()}
        wish = [(kinds | named).get(kind, {"kind": "device"}) for kind in seats.split()]
        answer = self.http.post("/api/tables", json={"game": game, "seats": wish, "pause": 0, **more})
        assert answer.status_code == 201, answer.text
        return Table(self, answer.json())


class Table:
    """A table, and the links to it."""

    def __init__(self, site: Site, opened: dict[str, Any]) -> None:
        self.site, self.id = site, opened["table"]
        self.watch, self.host = opened["watch"], opened["host"]
        self.tokens = {seat["chair"]: seat["token"] for seat in opened["seats"] if seat["token"]}

    def link(self, *chairs: int) -> str:
        """For the persons on these chairs, or for all who are no bots."""
        return self.link_with(*(self.tokens[c] for c in chairs or self.tokens))

    def link_with(self, *tokens: str) -> str:
        return f"{self.site.address}/table/{self.id}#t={','.join(tokens)}"

    def get(self, path: str, token: str | None = None) -> Any:
        """What the server says about the table, to somebody who sits there."""
        token = token or next(iter(self.tokens.values()))
        headers = {"Authorization": f"Bearer {token}"}
        return self.site.http.get(f"/api/tables/{self.id}{path}", headers=headers).json()


@pytest.fixture(autouse=True)
def nothing_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pages do not depend on it, and a compiler in the background takes longer than most tests."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.fixture
def port() -> Iterator[int]:
    """One that nobody else is given, for a server that goes and comes back: bound here, never listened to."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@contextlib.contextmanager
def serving(database: Path, port: int = 0, **more: Any) -> Iterator[Site]:
    """A real server on a port of its own, until the end of the block; `more` is for `make_app`."""
    listening = socket.create_server(("127.0.0.1", port))
    app = make_app(SqliteStore(database), Thinker(1), limits=GENEROUS, **more)
    app.hub.backroom = ShortGames()
    server = uvicorn.Server(uvicorn.Config(slowly(app), log_level="warning", **settings(GENEROUS)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    site = Site(f"http://127.0.0.1:{listening.getsockname()[1]}")
    try:
        yield site
    finally:
        site.http.close()
        server.should_exit = True
        thread.join(PATIENCE)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The server of most tests."""
    with serving(tmp_path_factory.mktemp("web") / "tables.db") as site:
        yield site


def chromium(player: Playwright) -> Browser:
    """Debian's Chromium, or the one that Playwright brought."""
    found = shutil.which("chromium") or shutil.which("google-chrome") or player.chromium.executable_path
    if not Path(found).exists():
        if os.environ.get("CI"):
            pytest.fail(ADVICE)
        pytest.skip(ADVICE)
    switches = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--mute-audio"]
    return player.chromium.launch(executable_path=found, args=switches)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as player:
        browser = chromium(player)
        yield browser
        browser.close()


Visit = Callable[..., "Page"]


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Open an address in a window of its own, of a size and with settings; `ready` sees the page before.

    Nothing is kept by a service worker, unless a test is about that."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_page(
        address: str,
        size: tuple[int, int] = (1280, 800),
        chosen: dict[str, Any] | None = None,
        ready: Callable[[Page], None] | None = None,
        **more: Any,
    ) -> Page:
        more.setdefault("service_workers", "block")
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        contexts.append(context)
        kept = json.dumps(json.dumps(STILL | (chosen or {})))
        context.add_init_script(f"localStorage['parlour.settings'] ??= {kept}")
        page = context.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda told: problems.append(told.text) if told.type == "error" else None)
        if SLOW_PAGES:
            slower = context.new_cdp_session(page)
            slower.send("Emulation.setCPUThrottlingRate", {"rate": SLOW_PAGES})
        if ready:
            ready(page)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    # A refused request or a cut line is told in the console too, and is what some tests are about.
    assert [p for p in problems if "Failed to load resource" not in p and "WebSocket" not in p] == []


def until(page: Page, script: str, argument: Any = None) -> None:
    """Wait for something to be true in the page. (Playwright's own way needs what the pages' CSP forbids.)"""
    end = monotonic() + PATIENCE
    while not page.evaluate(script, argument):
        assert monotonic() < end, f"never true: {script} {argument or ''}"
        page.wait_for_timeout(25)


def becomes(page: Page, what: str | Callable[[], Any], value: Any, argument: Any = None) -> None:
    """Wait for something to be this: what a script says in the page, or what is read from anywhere else."""
    end = monotonic() + PATIENCE
    while (found := what() if callable(what) else page.evaluate(what, argument)) != value:
        assert monotonic() < end, f"{found!r}, and never {value!r}: {what} {argument or ''}"
        page.wait_for_timeout(25)


# What was pressed is answered and seen, and where there is a board it is drawn, with all that lies on it.
RESTS = """() => !document.body.classList.contains("sending")
  && [...document.querySelectorAll(".stage")].every((stage) => stage.querySelector("svg"))"""


def at_rest(page: Page) -> None:
    """Until all of the last moment is seen. What is pressed before that is not heard, so that nobody
    plays twice: whatever brings a test to a moment where it may press something ends with this."""
    until(page, RESTS)


# How wide a picture is that has come, whenever it comes.
DECODED = """async (picture) => {
  picture.loading = "eager";
  await picture.decode();
  return picture.naturalWidth;
}"""


# Nothing is on its way from one colour to the next; what pulses or lasts for long is seen as it is.
AT_REST = """() => !document.getAnimations().some((a) =>
  a.playState === "running" && a.effect.getComputedTiming().endTime < 2000)"""


@pytest.fixture(scope="session")
def violations() -> Callable[[Page], list[str]]:
    """What axe finds wrong with a page when its colours have settled, by WCAG 2.2 AA and by best practice."""
    from axe_playwright_python.sync_playwright import Axe

    axe = Axe()
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

    def look(page: Page) -> list[str]:
        until(page, AT_REST)
        found = axe.run(page, options={"runOnly": {"type": "tag", "values": tags}}).response["violations"]
        return [f"{v['id']}: {n['target']} {n['failureSummary']}" for v in found for n in v["nodes"]]

    def find(page: Page) -> list[str]:
        found, before = look(page), [""]
        while found and found != before:  # what is wrong with a page stays wrong when it has settled
            found, before = look(page), found
        return found

    return find


MEASURED = "measured"  # what a test measures and does not judge: printed at the end of the report


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Times depend on the machine: they are told, and never make a test fail."""
    reports = [r for group in ("passed", "failed") for r in terminalreporter.getreports(group)]
    told = [text for r in reports for name, text in r.user_properties if name == MEASURED]
    if told:
        terminalreporter.section("measured in the browser")
        for text in told:
            terminalreporter.write_line(text)
