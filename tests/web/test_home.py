"""The home page in a real browser: choosing, setting up, inviting, going on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import AT_REST, DECODED, Site, Visit, becomes, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

LOOKS = [("light", (360, 740)), ("dark", (1280, 800))]


FITS = "() => document.documentElement.scrollWidth <= innerWidth"


def _card(page: Page, game: str) -> Any:
    return page.locator(".game", has=page.get_by_role("heading", name=game, exact=True))


# ---------------------------------------------------------------- what is to be seen


def test_every_game_is_there_with_its_picture_and_its_facts(site: Site, visit: Visit) -> None:
    asked: list[str] = []
    page = visit(site.address, ready=lambda p: p.on("request", lambda r: asked.append(r.url)))
    games = site.http.get("/api/games").json()
    expect(page.locator(".game h3")).to_have_text([g["title"] for g in games])
    assert [g["learning"] for g in games] == sorted(g["learning"] for g in games), "easy ones first"
    for game in games:
        card = _card(page, game["title"])
        expect(card.locator(".facts")).to_have_text(re.compile(rf"^\s*{game['seats'][0]}"))
        expect(card).to_contain_text("minutes")
        expect(card).to_contain_text(game["blurb"])
        assert card.locator("img").evaluate(DECODED) > 0
        expect(card.locator("img")).to_have_css("object-fit", "contain")  # whole
    assert asked and all(url.startswith(site.address) for url in asked), "a request to somebody else"


@pytest.mark.parametrize(("colours", "size"), LOOKS)
def test_home_can_be_used_by_everybody(
    site: Site, visit: Visit, violations: Any, colours: str, size: tuple[int, int]
) -> None:
    page = visit(site.address, size, color_scheme=colours)
    page.wait_for_selector(".game")
    assert violations(page) == []
    until(page, FITS)
    page.goto(f"{site.address}/#/friends/parcheesi")
    page.wait_for_selector(".setup")
    page.locator("summary").first.click()
    page.locator("summary").last.click()
    expect(page.locator("details[open]")).to_have_count(2)
    assert violations(page) == []
    until(page, FITS)


def test_a_game_begins_with_one_click(site: Site, visit: Visit) -> None:
    page = visit(site.address)
    card = _card(page, "Parcheesi")
    card.get_by_label("Opponent").select_option("1")
    card.get_by_role("radio", name="3", exact=True).check(force=True)
    card.get_by_role("button", name="Play now").click()
    page.wait_for_url(re.compile(r"/table/[\w-]+#t="))
    page.get_by_role("button", name="Roll the dice").wait_for()
    table, token = re.findall(r"/table/([\w-]+)#t=([\w-]+)", page.url)[0]
    frame = site.http.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {token}"}).json()
    assert [p["kind"] for p in frame["people"]] == ["person", "bot", "bot"]
    assert frame["people"][1]["level"] == frame["people"][2]["level"] == "1"
    # and it can be found again
    page.goto(site.address)
    again = page.locator(".continue .go")
    again.wait_for()
    page.locator(".continue .turn", has_text="Your turn").wait_for()
    expect(again).to_contain_text("Parcheesi")
    expect(again).to_contain_text("bot: newcomer")  # against whom
    expect(page.locator("main h2").first).to_have_text("Go on playing")  # before the other games
    again.click()
    page.get_by_role("button", name="Roll the dice").wait_for()


def test_a_known_table_can_be_forgotten(site: Site, visit: Visit) -> None:
    table = site.open("tritrac")
    page = visit(table.link())
    page.wait_for_selector(".stage svg")
    page.goto(site.address)
    page.get_by_role("button", name="Forget this table of Tri-Trac").click()
    page.wait_for_selector(".game")
    expect(page.locator(".continue")).to_have_count(0)


def test_what_the_server_refuses_is_told(site: Site, visit: Visit) -> None:
    page = visit(site.address)
    body = '{"error": {"kind": "too_fast", "text": "That was too much at once."}}'
    page.route(
        "**/api/tables", lambda route: route.fulfill(status=429, body=body, content_type="application/json")
    )
    _card(page, "Parcheesi").get_by_role("button", name="Play now").click()
    expect(page.locator(".game [role=alert] p")).to_have_text("That was too much at once.")
    page.unroute("**/api/tables")
    page.route("**/api/tables", lambda route: route.abort())
    _card(page, "Parcheesi").get_by_role("button", name="Play now").click()
    page.get_by_text("The server does not answer.").wait_for()


# ---------------------------------------------------------------- setting up and inviting


def test_friends_get_links_and_house_rules_are_kept(site: Site, visit: Visit, violations: Any) -> None:
    page = visit(site.address)
    _card(page, "Parcheesi").get_by_role("link", name="With friends").click()
    page.get_by_text("Only this computer can open this server").wait_for()  # before anybody is invited
    by_link = page.get_by_role("button", name="Friends by link")
    expect(by_link).to_have_attribute("aria-pressed", "true")
    page.get_by_role("radio", name="3", exact=True).check()
    page.get_by_label("Red: name").fill("Ada")
    page.get_by_label("Blue: who plays").select_option("bot")
    expect(by_link).to_have_attribute("aria-pressed", "false")
    page.get_by_label("Yellow: name").fill("Grace")
    page.get_by_text("House rules").click()
    page.get_by_role("switch", name="A bonus may be declined").check()
    page.get_by_label("How long two pawns of a blockade").select_option("roll")
    page.get_by_role("button", name="Make the links").click()
    page.get_by_role("heading", name="Invite to Parcheesi").wait_for()
    page.get_by_text("Only this computer can open this server").wait_for()
    expect(page.locator("img.code")).to_have_count(2)  # each is drawn when its link is known
    assert violations(page) == []
    link = page.get_by_role("textbox", name="Link for Grace (Yellow)").input_value()
    watch = page.get_by_role("textbox", name="Link for Spectators").input_value()
    assert link.startswith(f"{site.address}/table/") and link != watch

    friend = visit(link)
    friend.wait_for_selector(".stage svg")
    expect(friend.locator(".people")).to_contain_text("Ada")
    until(friend, "(link) => location.href !== link", link)  # for one that nobody else knows
    table, token = re.findall(r"/table/([\w-]+)#t=([\w-]+)", friend.url)[0]
    frame = site.http.get(f"/api/tables/{table}", headers={"Authorization": f"Bearer {token}"}).json()
    assert frame["you"] == 2
    assert frame["agreed"]["options"] == {"bonus_optional": "yes", "pair_lock": "roll"}
    assert [p["kind"] for p in frame["people"]] == ["person", "bot", "person"]

    page.get_by_role("link", name="To the table").click()
    page.wait_for_selector(".stage svg")


def test_all_round_one_screen_with_real_dice(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/#/set-up/pollyanna")
    page.get_by_role("button", name="All round this screen").click()
    page.get_by_text("Dice, undo, clocks and talk").click()
    page.get_by_label("We roll real dice").check()
    page.get_by_label("Taking a decision back").select_option("never")
    page.get_by_role("button", name="Begin").click()
    page.get_by_label("What do your dice show?").wait_for()
    tokens = page.url.partition("#t=")[2].split(",")
    assert len(tokens) == 3  # two seats and the host


def test_teams_and_another_board(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/#/set-up/doubleswild")
    page.get_by_role("radio", name="4", exact=True).check()
    page.get_by_role("switch", name="Four play as two teams").check()
    expect(page.locator(".chair").first).to_contain_text("with Purple")
    page.goto(f"{site.address}/#/set-up/tritrac")
    page.get_by_role("radio", name="Star", exact=True).check()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".stage [data-space].space")).to_have_count(16 + 2)  # its spaces, and two hands


def test_every_house_rule_leads_to_its_clause(site: Site, visit: Visit) -> None:
    page = visit(site.address)
    for game in site.http.get("/api/games").json():
        book = site.http.get(f"/api/games/{game['id']}/rules").json()
        clauses = {c["id"] for section in book["sections"] for c in section["clauses"]}
        assert {o["clause"] for o in game["options"]} <= clauses
        page.goto(f"{site.address}/#/set-up/{game['id']}")
        page.get_by_role("heading", name=f"Set up {game['title']}").wait_for()
        links = """() => [...document.querySelectorAll(".rules .clause")]
          .map((link) => link.getAttribute("href")).sort()"""
        becomes(page, links, sorted(f"/rules/{game['id']}#{o['clause']}" for o in game["options"]))


# ---------------------------------------------------------------- language and light


def test_language_and_colours_are_chosen_and_kept(site: Site, visit: Visit) -> None:
    page = visit(site.address, color_scheme="light")
    page.get_by_label("Language").select_option("de")
    german = site.http.get("/api/games?language=de").json()[0]["blurb"]
    page.get_by_text(german).wait_for()
    becomes(page, "() => document.documentElement.lang", "de")
    page.locator(".theme").click()
    page.locator(".theme").click()
    becomes(page, "() => document.documentElement.dataset.theme", "dark")
    until(page, AT_REST)
    dark = page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    page.reload()
    page.get_by_text(german).wait_for()
    becomes(page, "() => document.documentElement.dataset.theme", "dark")
    becomes(page, "() => getComputedStyle(document.body).backgroundColor", dark)


def test_there_is_a_way_for_the_keyboard(site: Site, visit: Visit) -> None:
    page = visit(site.address)
    page.wait_for_selector(".game")
    page.keyboard.press("Tab")
    becomes(page, "() => document.activeElement.className", "skip")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")  # three players
    page.keyboard.press("Tab")  # past how strong the others are
    page.keyboard.press("Tab")
    becomes(page, "() => document.activeElement.textContent", "Play now")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("heading", name=re.compile("^Set up")).wait_for()
    becomes(page, "() => document.activeElement.id", "main")
    assert site.http.get("/api/games").json()[0]["id"] in page.url
    expect(page.locator(".chair")).to_have_count(3)
