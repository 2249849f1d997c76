"""Rules, lessons, and opening what was kept, in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

import parlour
from parlour.games.lessons import Lesson, lessons_of
from parlour.table import Match, SeededDice, to_code
from parlour.table.lessons import Moment, take
from tests.web.conftest import Site, Visit, until

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = (360, 740)


FITS = "() => document.documentElement.scrollWidth <= innerWidth"


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize(("name", "size"), [("tritrac", PHONE), ("doubleswild", (1280, 800))])
def test_the_rules_with_their_pictures(
    site: Site, visit: Visit, violations: Any, name: str, size: tuple[int, int]
) -> None:
    page = visit(f"{site.address}/rules/{name}", size, color_scheme="dark" if size == PHONE else "light")
    page.wait_for_selector(".rule")
    book = site.http.get(f"/api/games/{name}/rules").json()
    clauses = [c for section in book["sections"] for c in section["clauses"]]
    expect(page.locator(".rule")).to_have_count(len(clauses))
    pictures = page.locator(".rule figure img")
    drawn = sum(len(c["pictures"]) for c in clauses)
    assert drawn >= 8
    expect(pictures).to_have_count(drawn)
    pictures.evaluate_all("(all) => all.forEach((i) => { i.loading = 'eager'; })")
    sizes = pictures.evaluate_all(
        "(all) => Promise.all(all.map((i) => i.decode().then(() => i.naturalWidth)))"
    )
    assert all(sizes)
    assert violations(page) == []
    until(page, FITS)


def test_a_link_leads_to_its_clause_and_words_find_others(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/rules/parcheesi#PAR-BLOCK-2")
    meant = page.locator(".rule.meant")
    expect(meant).to_have_attribute("id", "PAR-BLOCK-2")
    until(page, "() => Math.abs(document.querySelector('.rule.meant').getBoundingClientRect().top) < 400")
    page.get_by_label("Search the rules").fill("exact HOME")
    page.get_by_text("clauses", exact=False).first.wait_for()
    expect(page.locator("#PAR-BLOCK-2")).to_have_count(0)
    expect(page.locator("#PAR-HOME-2")).to_have_count(1)
    page.get_by_label("Search the rules").fill("xyzzy")
    page.get_by_text("No clause has these words in it.").wait_for()


def test_the_rules_in_another_language(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/rules/tritrac?language=de")
    book = site.http.get("/api/games/tritrac/rules?language=de").json()
    expect(page.locator(".sections h2").nth(1)).to_have_text(book["sections"][1]["title"])


def test_a_game_that_is_not_there(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/rules/chess")
    page.get_by_text("There is no such game here.").wait_for()


# ---------------------------------------------------------------- lessons


def _offers(moment: Moment, notation: str) -> str:
    move = next(m for m in moment.match.legal(moment.lesson.seat) if m.notation == notation)
    return str(move.offer)


def _learn(page: Page, name: str, lesson: Lesson) -> None:
    """Play a lesson to its end by the list of moves."""
    game = parlour.load(name)
    done: tuple[str, ...] = ()
    for step in lesson.steps:
        moment = take(game, lesson, done)
        notation = step.accept[0] if step.accept else moment.match.legal(lesson.seat)[0].notation
        page.locator(".coach .ask", has_text=str(step.ask)).wait_for()
        page.locator(".move", has_text=re.compile(f"{re.escape(_offers(moment, notation))}$", re.I)).press(
            "Enter"
        )
        page.locator(".feedback .good", has_text=str(step.right)).wait_for()
        done = (*done, notation)


def test_a_whole_tutorial(site: Site, visit: Visit, violations: Any) -> None:
    lessons = lessons_of(parlour.load("parcheesi")).lessons
    page = visit(f"{site.address}/learn/parcheesi")
    page.locator(".film .gist", has_text=str(lessons[0].gist)).wait_for()  # the first minute comes first
    expect(page.locator("#moves")).to_have_count(0)
    assert violations(page) == []
    page.get_by_role("button", name="Next").click()
    page.locator(".film .gist", has_text=str(lessons[2].gist)).wait_for()
    page.get_by_role("link", name="Try it yourself").click()
    for number, lesson in enumerate(lessons, 1):
        page.get_by_role("heading", name=str(lesson.title), exact=True).wait_for()
        _learn(page, "parcheesi", lesson)
        if number == 1:
            assert violations(page) == []
        last = number == len(lessons)
        page.get_by_role("link", name="Play a game" if last else "Next lesson").click()
    page.get_by_role("heading", name="Set up Parcheesi").wait_for()
    page.goto(f"{site.address}/learn/parcheesi#2")
    expect(page.locator(".lessons .tick", has_text="✓")).to_have_count(len(lessons))


@pytest.mark.parametrize(("name", "number"), [("doubleswild", 5), ("doubletrack", 4)], ids=str)
def test_a_lesson_of_each_game_on_a_phone(
    site: Site, visit: Visit, violations: Any, name: str, number: int
) -> None:
    page = visit(f"{site.address}/learn/{name}#{number}", PHONE, color_scheme="dark")
    _learn(page, name, lessons_of(parlour.load(name)).lessons[number - 1])
    assert violations(page) == []
    until(page, FITS)


# Pictures come late, as on a busy machine: what waits for the next one waits for long.
LATE_FRAMES = "globalThis.requestAnimationFrame = (draw) => setTimeout(draw, 1500)"


def test_a_lesson_by_keyboard_alone(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/learn/pollyanna#2", ready=lambda p: p.add_init_script(LATE_FRAMES))
    page.locator(".move").press("Enter")
    page.locator(".feedback .good").wait_for()
    until(page, "() => document.activeElement.textContent === 'Next lesson'")
    page.keyboard.press("Enter")
    title = page.get_by_role("heading", name="Capture, and take ten")
    title.wait_for()
    assert title.evaluate("(e) => e === document.activeElement")  # from the moment on that it is there
    page.locator(".move").first.press("Enter")  # and nothing takes the focus away from whoever went on
    page.locator(".feedback p").wait_for()


def test_a_tile_is_set_by_touching_the_board(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/learn/tritrac#4")
    page.wait_for_selector(".stage .piece")
    expect(page.locator(".stage .coordinate").first).to_be_hidden()
    tile = page.locator(".stage .space[data-space=d1u]")
    for _ in range(2):  # taken up, and held where it was
        tile.click(force=True)
    page.wait_for_selector(".ghost")
    if not page.locator(".ghost .glow").count():  # it shines when it lies so that the track is whole
        page.get_by_role("button", name="Turn").click()
    page.wait_for_selector(".ghost .glow", state="attached")
    expect(page.locator(".feedback .good")).to_have_count(0)
    tile.click(force=True)
    page.wait_for_selector(".ghost", state="detached")
    page.locator(".feedback .good").wait_for()


def test_a_wrong_try_gets_a_hint_and_a_forbidden_one_its_rule(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/learn/parcheesi#4")
    page.locator(".move", has_text="3 ahead with the front pawn").dispatch_event("click")  # folded away
    page.locator(".feedback .bad", has_text="One of the dice leads to a star.").wait_for()
    page.wait_for_selector(".stage .piece")
    page.locator(".stage .space[data-space=loop-9]").click(force=True)
    page.locator(".stage .space[data-space=loop-12]").click(force=True)
    page.locator(".refusal", has_text="That is a safe space").wait_for()
    page.get_by_role("button", name="Rule PAR-SAFE-2").click()
    page.locator(".coach .note", has_text="Two colours never share a Safety space").wait_for()


# ---------------------------------------------------------------- opening


def test_a_record_is_opened_and_looked_through(site: Site, visit: Visit, tmp_path: Path) -> None:
    match = Match.new("parcheesi", 2, dice=SeededDice(3))
    for _ in range(12):
        if match.actor >= 0:
            match.play(match.actor, match.legal()[0].code)
        else:
            match.roll()
    file = tmp_path / "game.parlour"
    file.write_text(match.record(), "utf-8")
    page = visit(f"{site.address}/open")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url(re.compile("/table/"))
    page.wait_for_selector(".stage svg")
    expect(page.locator(".log")).to_contain_text(str(match.story()[-1]))


def test_a_damaged_record_is_refused(site: Site, visit: Visit, tmp_path: Path) -> None:
    file = tmp_path / "game.parlour"
    file.write_text('{"parlour": 1}\n', "utf-8")
    page = visit(f"{site.address}/open")
    page.locator("input[type=file]").set_input_files(file)
    page.locator("[role=alert].warning", has_text="line 1").wait_for()


def test_a_position_is_shown_and_played_on(site: Site, visit: Visit, violations: Any) -> None:
    game = parlour.load("tritrac")
    position = game.position.build({"tiles": ["Nb3u/H", "Yc2d/H"], "turn": 0})
    page = visit(f"{site.address}/open?position={to_code(game, position)}")
    page.get_by_text("Orange to place").wait_for()
    assert violations(page) == []
    page.get_by_label("Yellow: who plays").select_option("device")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".stage .piece")).to_have_count(15)  # all tiles, those in hand too


def test_everything_wrong_with_a_position_is_told(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/open")
    box = page.get_by_label("Its code, a link to it, or JSON")
    box.fill(
        '{"game": "parcheesi", "turn": 7, "pawns": {"0": [99, "S", "S", "S"], "2": ["S", "S", "S", "S"]}}'
    )
    page.get_by_role("button", name="Show it").click()
    expect(page.locator("[role=alert] li")).to_have_count(2)
    box.fill("{oh")
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("This is not JSON").wait_for()
    box.fill("2xyz")
    page.get_by_role("button", name="Show it").click()
    page.get_by_text("The code is damaged").wait_for()
