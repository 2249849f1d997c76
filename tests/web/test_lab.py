"""The lab's page in a real browser: asked once, answered while one looks, by keyboard, on a phone."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import Site, Visit

PHONE = (360, 740)
PATIENCE = 180_000  # milliseconds: a process of low priority answers, and others come first


def test_a_house_rule_is_tried_in_the_lab(site: Site, visit: Visit, violations: Any) -> None:
    page = visit(f"{site.address}/lab?game=doubletrack&players=3&games=16&watched=0", (1280, 900))
    page.wait_for_selector(
        ".lab-keep", timeout=PATIENCE
    )  # a link that carries a question is answered at once
    assert page.locator(".lab-answer tbody tr").count() > 10
    assert "16 games by each set of rules" in page.locator("#answer").inner_text()
    page.get_by_role("button", name="Another set of rules").press("Enter")
    second = page.get_by_role("region", name="Set 2")
    second.locator("summary").press("Enter")
    second.get_by_role("switch").first.press("Space")
    second.get_by_text("one changed").wait_for()
    page.get_by_role("button", name="Play and compare").press("Enter")
    page.wait_for_selector(".lab-answer thead th:nth-child(4)", timeout=PATIENCE)
    page.wait_for_selector(".lab-keep", timeout=PATIENCE)
    assert "set=&set=" in page.url
    assert page.locator(".lab-boards img").count() == 0  # nobody watched: nothing is known of the pieces
    report = page.get_by_role("link", name="Report with plots (HTML)").get_attribute("href")
    assert site.http.get(str(report)).text.startswith("<!doctype html>")
    assert violations(page) == []
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    assert violations(page) == []


def test_what_the_lab_cannot_do_is_said(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/lab?game=doubletrack&bots=5&games=16")
    page.get_by_role("alert").get_by_text("thinks too long for the lab").wait_for()
