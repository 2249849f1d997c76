"""The lab's page in a real browser: asked once, answered while one looks, by keyboard, on a phone."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import Site, Visit, becomes, until

PHONE = (360, 740)
PATIENCE = 180_000  # milliseconds: a process of low priority answers, and others come first


def test_a_house_rule_is_tried_in_the_lab(site: Site, visit: Visit, violations: Any) -> None:
    page = visit(f"{site.address}/lab?game=doubletrack&players=3&games=16&watched=0", (1280, 900))
    # a link that carries a question is answered at once
    page.wait_for_selector(".lab-keep", timeout=PATIENCE)
    page.locator(".lab-answer tbody tr").nth(10).wait_for(state="attached")
    expect(page.locator("#answer")).to_contain_text("16 games by each set of rules")
    page.get_by_role("button", name="Another set of rules").press("Enter")
    second = page.get_by_role("region", name="Set 2")
    second.locator("summary").press("Enter")
    second.get_by_role("switch").first.press("Space")
    second.get_by_text("one changed").wait_for()
    page.get_by_role("button", name="Play and compare").press("Enter")
    page.wait_for_selector(".lab-answer thead th:nth-child(4)", timeout=PATIENCE)
    page.wait_for_selector(".lab-keep", timeout=PATIENCE)
    until(page, "() => location.href.includes('set=&set=')")
    expect(page.locator(".lab-boards img")).to_have_count(0)  # nobody watched: nothing is known of the pieces
    report = page.get_by_role("link", name="Report with plots (HTML)").get_attribute("href")
    assert site.http.get(str(report)).text.startswith("<!doctype html>")
    assert violations(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    until(page, "() => document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []


def test_what_the_lab_cannot_do_is_said(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/lab?game=doubletrack&bots=5&games=16")
    page.get_by_role("alert").get_by_text("thinks too long for the lab").wait_for()


def test_a_search_is_really_made(site: Site, visit: Visit) -> None:
    """Tiny, but nothing of it is put in its place: the link is asked as it is, the process plays, and what it
    found can be compared and taken along."""
    asked = "game=doubletrack&players=3&games=2&watched=0&vary=toll_unit&want=length%3Dmore"
    page = visit(f"{site.address}/lab?{asked}")
    compare = page.get_by_role("link", name="Compare the best of them in every measure")
    compare.wait_for(timeout=PATIENCE)
    expect(page.get_by_text("may change only toll_unit")).to_be_visible()
    first = page.locator(".lab-answer tbody tr").first
    expect(first).to_contain_text("printed rules")
    expect(page.locator(".lab-answer .lab-state")).to_contain_text("Finished.")
    expect(compare).to_have_attribute("href", re.compile("games=2"))
    data = page.get_by_role("link", name="All data (JSON)").get_attribute("href")
    told = site.http.get(str(data)).json()
    assert told["finished"] and told["games_played"] >= 4 and told["seed_of_figures"] == 1
    assert {row["games"] for row in told["rows"]} == {2}
    number = page.get_by_role("spinbutton", name="Games by each of the best sets")
    expect(number).to_have_value("2")
    page.goto(f"{site.address}/lab?game=doubletrack&want=faster")
    page.get_by_role("alert").get_by_text("is no wish").wait_for()


def _told(link: str, **more: Any) -> dict[str, Any]:
    usual = {"id": "x", "seq": 1, "state": "finished", "ahead": 0, "error": "", "answer": None}
    return {**usual, "link": link, "front": None, "bites": None, **more}


def test_a_search_and_the_rules_that_bite_are_shown(site: Site, visit: Visit, violations: Any) -> None:
    """What the server would tell after minutes of play is put in its place: this is about the page."""
    asked: list[str] = []
    figure = {"text": "19.4 (19.3 – 19.5)", "value": 19.4, "low": 19.3, "high": 19.5}
    moved = {"text": "-3.1 (-3.2 – -3.0)", "seen": True, "verdict": ""}
    front = {
        "heading": "Parcheesi: minutes a game at most 20", "stage": "Finished.", "tried": 56, "played": 93536,
        "wishes": ["minutes a game at most 20"], "kept": [], "compare": "/lab?game=parcheesi&games=16",
        "finished": True,
        "entries": [
            {"rules": "printed rules", "figures": [figure], "differences": [None], "within": False},
            {"rules": "sum_is_one_move=yes", "figures": [figure], "differences": [moved], "within": True},
        ],
    }  # fmt: skip
    bite = {
        "rules": "bonus_optional=yes", "words": "bonuses may be left", "clause": "PAR-Q-01", "sets_up": False,
        "games": "96.7 % (88.5 – 99.1)", "legal": "1.0 %", "happened": "0.0 %", "changes": "longer",
    }  # fmt: skip

    def answered(route: Any) -> None:
        link = json.loads(route.request.post_data)["link"]
        asked.append(link)
        told = _told(link, bites=[bite]) if "bites" in link else _told(link, front=front)
        route.fulfill(status=201, json=told)

    page = visit(
        f"{site.address}/lab?game=parcheesi&want=minutes%3C20,fair",
        ready=lambda page: page.route("**/api/lab*", answered),
    )
    page.get_by_role("link", name="Compare the best of them in every measure").wait_for()
    assert "want=minutes%3C20%2Cfair" in asked[0]
    row = page.locator(".lab-answer tbody tr").nth(1)
    for told in ("sum_is_one_move=yes", "-3.1"):
        expect(row).to_contain_text(told)
    expect(row.get_by_text("yes", exact=True)).to_have_count(1)
    assert violations(page) == []
    first = page.get_by_role("group", name="Wish 1")
    first.get_by_role("combobox", name="Measure").select_option("comebacks")
    first.get_by_role("combobox", name="How much of it").select_option("more")
    page.get_by_role("button", name="Search", exact=True).press("Enter")
    becomes(page, lambda: len(asked), 2)
    page.get_by_role("link", name="Compare the best of them in every measure").wait_for()
    assert "comebacks%3Dmore" in asked[1]
    page.get_by_role("radio", name="See which house rules matter").press("Space")
    page.get_by_role("button", name="Try them all").press("Enter")
    page.get_by_role("link", name="PAR-Q-01").wait_for()
    assert "bites=100" in asked[2]
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    until(page, "() => document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
