"""Parlour as a program of the device: without a line, with a new version, on a slow line, without storage."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from parlour.server.bundling import WEB

from .conftest import MEASURED, Site, Visit, becomes, serving, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Is everything kept by one version alone: its pages, and so many of the things to read?
KEPT = """async (least) => {
  const names = await caches.keys();
  const library = names.find((name) => name.startsWith("parlour-library-"));
  if (!library || names.length !== 2 || !navigator.serviceWorker.controller) return false;
  return (await (await caches.open(library)).keys()).length >= least;
}"""
VERSION = "() => document.querySelector('meta[name=version]').content"
KEPT_VERSION = """async (version) => (await caches.keys()).filter((n) => n.startsWith("parlour-shell-"))
  .every((name) => name === `parlour-shell-${version}`)"""
NEEDS_SERVER = "playing needs the server"
PICTURES = "(all) => Promise.all(all.map((i) => { i.loading = 'eager'; return i.decode(); }))"


def test_without_a_server_and_with_a_new_one(
    tmp_path: Path, port: int, visit: Visit, violations: Callable[[Page], list[str]]
) -> None:
    """What was kept can be read and says that playing needs the server; a new version takes over."""
    web = tmp_path / "web"
    shutil.copytree(WEB, web)
    with serving(tmp_path / "tables.db", port, web=web) as site:
        page = visit(site.address, service_workers="allow")
        page.wait_for_selector(".game")
        read = sum(
            4 + sum(len(c["pictures"]) for s in book["sections"] for c in s["clauses"])
            for game in site.http.get("/api/games").json()
            for book in [site.http.get(f"/api/games/{game['id']}/rules").json()]
        )
        until(page, KEPT, read + 1)  # and the list of games; it is in no hurry
        manifest = page.context.new_cdp_session(page).send("Page.getAppManifest")
        assert manifest["errors"] == [] and '"standalone"' in manifest["data"]
        yesterday = page.evaluate(VERSION)
        link = site.open("tritrac").link()
        open_tab = page.context.new_page()
        open_tab.goto(link)
        open_tab.wait_for_selector(".stage .piece")
        open_tab.goto(site.address)
        open_tab.wait_for_selector(".game")

    page.goto(site.address)
    page.get_by_text(NEEDS_SERVER).wait_for()
    expect(page.locator(".game")).to_have_count(5)
    page.locator(".game .cover").evaluate_all(PICTURES)
    assert violations(page) == []
    page.get_by_role("button", name="Play now").first.click()
    page.get_by_text("The server does not answer.").wait_for()
    page.goto(f"{site.address}/rules/tritrac")
    page.get_by_text(NEEDS_SERVER).wait_for()
    page.locator(".rule figure img").first.wait_for(state="attached")
    page.locator(".rule figure img").evaluate_all(PICTURES)
    page.goto(link)
    page.get_by_text("The table itself is at the server, and playing needs it.").wait_for()
    page.locator(".unreached img").first.wait_for(state="attached")
    page.locator(".unreached img").evaluate_all(PICTURES)
    assert violations(page) == []

    script = web / "js" / "lib" / "page.js"
    script.write_text(script.read_text("utf-8").replace('"brand"', '"brand renewed"'), "utf-8")
    style = web / "css" / "base.css"
    style.write_text(f"{style.read_text('utf-8')}.renewed {{ outline: 5px solid; }}\n", "utf-8")
    with serving(tmp_path / "tables.db", port, web=web) as site:
        # the service worker of yesterday is still in charge: page, script and style are of today all the same
        page.goto(site.address)
        expect(page.locator(".brand.renewed")).to_have_css("outline-width", "5px")
        today = page.evaluate(VERSION)
        assert today != yesterday
        # a tab of yesterday goes on, and says what happened
        open_tab.get_by_role("link", name="With friends").first.click()
        open_tab.get_by_text("Parlour was renewed while this page was open.").wait_for()
        expect(open_tab.locator(".brand.renewed")).to_have_count(0)
        open_tab.get_by_role("button", name="Load again").click()
        open_tab.locator(".brand.renewed").wait_for()
        until(page, KEPT_VERSION, today)
    page.reload()
    # kept whole, and of one version
    expect(page.locator(".brand.renewed")).to_have_css("outline-width", "5px")
    becomes(page, VERSION, today)


FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
FORBIDDEN = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("forbidden", "SecurityError"); } });"""


@pytest.mark.parametrize("storage", [FULL, FORBIDDEN], ids=["full", "forbidden"])
def test_without_storage_nothing_is_lost(site: Site, visit: Visit, storage: str) -> None:
    page = visit(site.address, ready=lambda p: p.add_init_script(storage))
    page.wait_for_selector(".game")
    page.get_by_label("Board and pieces").select_option("wood")
    becomes(page, "() => document.documentElement.dataset.look", "wood")
    page.get_by_text("This browser keeps nothing for Parlour").wait_for()
    page.get_by_role("link", name="With friends").first.click()
    page.get_by_role("button", name="Make the links").click()
    link = page.get_by_role("textbox", name=re.compile("^Link for")).first
    expect(link).to_have_value(re.compile("/table/"))  # the links are there, though nothing was kept
    page.get_by_role("link", name="To the table").click()
    page.wait_for_selector(".stage svg")


LATENCY, SPEED = 400, 50_000  # milliseconds, and bytes a second
ENOUGH = 200_000  # bytes to a first table


class Line:
    """A slow line, and what came over it."""

    def __init__(self, page: Page) -> None:
        self.bytes = self.requests = 0
        talk = page.context.new_cdp_session(page)
        talk.on("Network.loadingFinished", self._finished)
        talk.on("Network.requestWillBeSent", self._asked)
        talk.send("Network.enable")
        slow = {"latency": LATENCY, "downloadThroughput": SPEED, "uploadThroughput": SPEED}
        talk.send("Network.emulateNetworkConditions", {"offline": False, **slow})
        self._since = time.monotonic()

    def _finished(self, event: dict[str, Any]) -> None:
        self.bytes += int(event["encodedDataLength"])

    def _asked(self, event: dict[str, Any]) -> None:
        self.requests += event["request"]["url"].startswith("http")

    def told(self, what: str) -> str:
        return self.in_all(what, time.monotonic() - self._since)

    def in_all(self, what: str, seconds: float) -> str:
        return (
            f"{what}: {seconds:.2f} s, {self.bytes / 1000:.0f} kB,"
            f" {self.requests} requests ({LATENCY} ms, {SPEED // 1000} kB/s)"
        )


# When there was a board with pieces, and dice to be thrown: milliseconds since the page was asked for.
PLAYABLE = """new MutationObserver((_, watching) => {
  if (!document.querySelector(".tray .roll") || !document.querySelector(".stage .piece")) return;
  globalThis.playable = performance.now();
  watching.disconnect();
}).observe(document, { subtree: true, childList: true });"""


@pytest.mark.parametrize("way", ["from home", "by a link"])
def test_a_first_table_on_a_slow_line(
    site: Site, visit: Visit, way: str, record_property: Callable[[str, str], None]
) -> None:
    lines: list[Line] = []
    table = site.open("parcheesi", "person bot")
    address = site.address if way == "from home" else table.link(0)

    def ready(page: Page) -> None:
        lines.append(Line(page))
        page.add_init_script(PLAYABLE)

    page = visit(address, ready=ready)
    if way == "from home":
        play = page.get_by_role("button", name="Play now").first
        play.wait_for()
        record_property(MEASURED, lines[0].told("home"))
        play.click()
    page.get_by_role("button", name="Roll the dice").wait_for()
    page.locator(".stage .piece").first.wait_for(state="attached")  # and there is a board to play on
    what = f"a first table {way}"
    if way == "by a link":
        record_property(MEASURED, lines[0].in_all(what, page.evaluate("globalThis.playable") / 1000))
        assert lines[0].requests < 12
    else:
        record_property(MEASURED, lines[0].told(what))
    assert lines[0].bytes < ENOUGH
    assert lines[0].requests < 40


HELLOS = """globalThis.hellos = [];
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) {
  if (JSON.parse(text).do === "hello") globalThis.hellos.push(JSON.parse(text));
  return send.call(this, text);
};"""


@pytest.mark.parametrize("kept", ["", "de", "xx"])
def test_the_server_is_greeted_once_and_as_the_session_would(site: Site, visit: Visit, kept: str) -> None:
    """The line that opens before the scripts come says the language and the keys of this browser."""
    table = site.open("parcheesi", "guest bot")

    def ready(page: Page) -> None:
        page.add_init_script(HELLOS)
        if kept:
            page.add_init_script(f"localStorage['parlour.language'] = '{kept}'")

    page = visit(table.link(), ready=ready, locale="fr-FR")
    german = kept == "de"
    roll = page.get_by_role("button", name="Würfeln" if german else "Lancer les dés")
    roll.wait_for()
    [hello] = page.evaluate("hellos")
    assert hello == {
        "do": "hello",
        "after": 0,
        "tokens": hello["tokens"],
        "language": "de" if german else "fr",
    }
    # the link was changed for a key of this browser's own, and at the next visit that is the one that is said
    until(page, "(old) => !location.hash.includes(old)", table.tokens[0])
    page.goto(site.address)
    page.goto(table.link())
    roll.wait_for()
    [again] = page.evaluate("hellos")
    assert hello["tokens"] == [table.tokens[0]] != again["tokens"]


def test_a_greeting_that_no_longer_fits_is_said_anew(site: Site, visit: Visit) -> None:
    """Where scripts decide otherwise than the first lines, the page sees what it should have asked for."""
    table = site.open("parcheesi")

    def ready(page: Page) -> None:
        page.add_init_script(HELLOS)
        page.add_init_script("localStorage['parlour.language'] = 'de'")  # and the page has none of its words
        page.route("**/api/words/de*", lambda route: route.abort())  # so it falls back to English

    page = visit(table.link(), ready=ready, locale="en-GB")
    page.get_by_role("button", name="Roll the dice").click()
    page.locator(".log").get_by_text("rolls").first.wait_for()
    becomes(page, "() => hellos.map((said) => said.language)", ["de", "en"])
