"""Several people at one table: two browsers and a spectator, one device for all, lines that are cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from .conftest import at_rest, becomes, until
from .test_table import play_on, reach_moves, wait_for_call

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    from .conftest import Site, Visit


def test_two_browsers_and_a_spectator(site: Site, visit: Visit) -> None:
    """What one plays the others see; a spectator has nothing to press; undo is asked for."""
    table = site.open("tritrac", "person person", undo="agreed")
    one, two = visit(table.link(0)), visit(table.link(1))
    watcher = visit(table.link_with(table.watch))
    for page in (one, two, one, two):
        wait_for_call(page)
        play_on(page, turn=True)
    for page in (one, two, watcher):
        until(page, "() => document.querySelectorAll('.told.play').length === 4")
    expect(watcher.locator("#moves")).to_contain_text("watching")
    expect(watcher.locator("#moves button")).to_have_count(0)
    until(one, "() => document.title.startsWith('●')")
    until(watcher, "() => document.title && !document.title.startsWith('●')")

    two.click("text=Ask to undo")
    one.locator(".pending button", has_text="No").click()
    two.wait_for_selector(".pending", state="detached")
    two.click("text=Ask to undo")
    one.locator(".pending button", has_text="Yes").click()
    watcher.wait_for_selector(".told.undo")
    wait_for_call(two)


# Who is asked, by the mark in the banner, and which cards lie open; null while something is under way.
OPEN = """() => {
  const mark = document.querySelector(".banner.own .mark text");
  if (!mark || document.body.classList.contains("sending")) return null;
  const cards = [...document.querySelectorAll(".held-card > :last-child")];
  return [mark.textContent, cards.map((card) => card.innerText)];
}"""


def test_one_device_for_all_keeps_secrets(site: Site, visit: Visit) -> None:
    """Cards and chips are shown only to the one who says: it is me."""
    table = site.open("doubletrack", "device device device")
    page = visit(table.link())
    chairs = {p["letter"]: p["chair"] for p in table.get("")["people"]}
    handed, looked = set(), 0
    for _ in range(2000):
        if page.locator(".hand-over").count():
            expect(page.locator(".held, .log, .stage")).to_have_count(0)
            handed.add(page.locator(".hand-over h2").inner_text())
            page.keyboard.press("Enter")  # the button has the focus, and then the moves
            until(page, "() => document.activeElement.closest('#moves, .hand-over')")
        elif shown := page.evaluate(OPEN):
            letter, cards = shown
            held = table.get("", table.tokens[chairs[letter]])["held"]
            assert cards == [h["text"] for h in held if h["kind"] == "card"]
            looked += 1
            play_on(page, 1)
        page.wait_for_timeout(20)
        if len(handed) == 3 and looked > 12:
            return
    raise AssertionError(f"handed to {handed}, looked {looked} times")


def test_one_chip_is_told_as_one(site: Site, visit: Visit) -> None:
    """A count of one is not sent, being the usual one, and must be shown all the same."""
    start = {"game": "doubletrack", "chips": {"0": "1r 5b 2y", "1": "9r 5b 2y"}}
    page = visit(site.open("", "person bot bot bot", start=start).link(0))
    becomes(
        page,
        """() => [...document.querySelectorAll(".held-chip > span")]
          .map((chip) => chip.innerText.trim().split(/\\s/)[0]).sort()""",
        ["1", "2", "5"],
    )


def test_one_device_without_secrets(site: Site, visit: Visit) -> None:
    table = site.open("parcheesi", "device device")
    page = visit(table.link())
    play_on(page, 40)
    expect(page.locator(".hand-over")).to_have_count(0)
    assert {e.get("by") for e in table.get("/events")["events"] if e["kind"] == "roll"} == set(table.tokens)


class Line:
    """The socket of a page, which can be cut, and stays cut until it is mended."""

    def __init__(self) -> None:
        self.open: list[WebSocketRoute] = []
        self.mended = True
        self.said: list[str] = []

    def watch(self, page: Page) -> None:
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, line: WebSocketRoute) -> None:
        if not self.mended:
            line.close(code=1012)
            return
        server = line.connect_to_server()
        line.on_message(lambda text: (self.said.append(str(text)), server.send(text)))
        self.open.append(line)

    def cut(self) -> None:
        self.mended = False
        for line in self.open:
            line.close(code=1012)
        self.open.clear()


def test_a_cut_line_loses_nothing(site: Site, visit: Visit) -> None:
    """What was pressed while the line was cut is played once it is back, and once only."""
    table = site.open("parcheesi", "person bot")
    line = Line()
    page = visit(table.link(), ready=line.watch)
    reach_moves(page)
    line.cut()
    page.wait_for_selector(".offline")
    before = table.get("")["ply"]
    page.keyboard.press("1")
    page.wait_for_selector("body.sending")
    assert table.get("")["ply"] == before
    line.mended = True
    page.wait_for_selector(".offline", state="detached")
    page.wait_for_selector(".told.play")
    plays = [e for e in table.get("/events")["events"] if e["kind"] == "play" and e["by"] in table.tokens]
    assert len(plays) == 1
    seqs = page.evaluate("() => document.querySelectorAll('.told').length")
    reach_moves(page)
    until(page, "(seqs) => document.querySelectorAll('.told').length >= seqs", seqs)


def test_a_command_that_was_heard_but_not_answered(site: Site, visit: Visit) -> None:
    """The line is cut between playing and the answer: it is sent again, and not played twice."""
    table = site.open("tritrac", "person bot")
    cut: dict[str, Any] = {"done": False}

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def from_server(text: str | bytes) -> None:
            if '"answer"' in str(text) and not cut["done"]:
                cut["done"] = True
                route.close(code=1012)
            else:
                route.send(text)

        server.on_message(from_server)

    page = visit(table.link(), ready=lambda p: p.route_web_socket("**/socket", connect))
    reach_moves(page)
    page.keyboard.press("1")
    page.wait_for_selector(".back")  # a part of the list, and a move of it
    page.keyboard.press("1")
    until(
        page,
        "() => document.querySelectorAll('.told.play').length >= 2 && !document.querySelector('.offline')",
    )
    at_rest(page)  # answered, at last
    assert cut["done"]
    own = [e for e in table.get("/events")["events"] if e["kind"] == "play" and e["by"] in table.tokens]
    assert len(own) == 1


def test_a_bot_for_somebody_who_left(site: Site, visit: Visit) -> None:
    table = site.open("parcheesi", "person person", takeover_minutes=0)
    first, second = table.tokens
    one = visit(table.link(first))
    wait_for_call(one)
    one.keyboard.press("r")  # the game waits for somebody who never came: the host gives that chair
    one.locator(".gone", has_text="Yellow has not come yet.").wait_for()
    expect(one.locator(".gone button")).to_have_count(0)
    two = visit(table.link(second))
    one.wait_for_selector(".gone", state="detached")
    address, window = two.url, two.context
    two.close()
    one.locator(".gone", has_text="Yellow has left.").wait_for()
    one.click("text=Let a bot play")
    one.wait_for_selector(".told.takeover")
    two = window.new_page()
    two.goto(address)
    two.click("text=Take my chair back")
    one.wait_for_selector(".told.back")
    two.wait_for_selector(".gone", state="detached")


def test_a_link_that_is_wrong(site: Site, visit: Visit) -> None:
    table = site.open("parcheesi")
    page = visit(table.link_with("no-such-token"))
    page.wait_for_selector(".offline a")
    expect(page.locator(".offline")).to_have_attribute("role", "alert")


def test_a_guest_has_the_seat_for_himself_and_his_link_goes_on_working(site: Site, visit: Visit) -> None:
    table = site.open("tritrac", "person guest")
    page = visit(table.link(1))
    opened = page.url
    until(page, "(link) => location.href !== link && document.querySelector('.people')", opened)
    own = page.url.partition("#t=")[2]
    assert table.get("", table.tokens[1])["error"]["kind"] == "no_token", "who sent the link cannot use it"
    assert table.get("", own)["you"] == 1
    page.goto(f"{site.address}/rules/tritrac")
    page.goto(opened)
    until(page, "() => document.querySelector('.people .kind')?.textContent")
    assert table.get("", own)["you"] == 1
    expect(page.locator(".offline")).to_have_count(0)
    other = page.context.new_page()
    other.goto(table.link_with(own))
    page.get_by_text("2 pages open").wait_for()
    page.get_by_role("tab", name="Table").click()
    page.get_by_role("button", name="Change my link").click()
    page.get_by_text("The old link opens nothing any more.").wait_for()
    until(page, "() => document.querySelector('#own-link').value === location.href")
    other.wait_for_selector(".offline a")
    assert table.get("", page.url.partition("#t=")[2])["you"] == 1
