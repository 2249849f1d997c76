"""A turn of every game on every screen, light and dark: nothing is cut, covered or wider than the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from .conftest import becomes, until
from .test_board import BATTLE, CROWDED
from .test_table import wait_for_call
from .test_table_seats import BIDDING

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Site, Visit

SIZES = [(1440, 900), (1024, 768), (844, 390), (390, 844), (360, 640)]
TWICE = (720, 450)  # the first of them, enlarged to 200 %
POLLYANNA = {
    "game": "pollyanna",
    "turn": 0,
    "pieces": {
        "0": ["C", 0, 37, 57],
        "1": ["C", "T1.2", 20, 20],
        "2": ["C", "C", 12, "H"],
        "3": ["C", 33, 4, "H"],
    },
    "dice": [5, 2],
}
TURNS: dict[str, tuple[str, dict[str, Any]]] = {
    "parcheesi": ("person person", {"start": CROWDED}),
    "pollyanna": ("person person person person", {"start": POLLYANNA}),
    "doubletrack": ("person person person", {"start": BIDDING}),
    "doubleswild": ("person person", {"start": BATTLE}),
    "tritrac": ("person person", {}),
}
# Axe takes its time: it judges each game on another screen.
JUDGED = dict(zip(TURNS, zip(SIZES, ("light", "dark") * 3, strict=False), strict=True))

# What is wrong with the page as it is: words that are cut, buttons under something else, parts that overlap.
WRONG = """() => {
  const wrong = [];
  if (innerWidth > screen.width) wrong.push(`the page is ${innerWidth} wide`);
  const seen = (where) => [...document.querySelectorAll(where)].filter((e) =>
    !e.closest(".visually-hidden") && e.checkVisibility() && e.getBoundingClientRect().width > 1);
  const words = `.people :is(.name, .kind, .signs), .fist .of, .banner .asks, .held-card, .sums button`;
  for (const e of seen(`.topbar h1, ${words}`))
    if (e.scrollWidth > e.clientWidth + 1) wrong.push(`cut: ${e.innerText}`);
  const play = document.querySelector(".play");
  for (const e of innerHeight >= 900 ? seen(".play button, .exact summary") : [])
    if (e.getBoundingClientRect().bottom > play.getBoundingClientRect().bottom)
      wrong.push(`to be scrolled to: ${e.innerText}`);
  for (const e of seen(".play button, .play summary")) {
    e.scrollIntoView({ block: "nearest" });
    const box = e.getBoundingClientRect();
    const there = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    if (!e.contains(there)) wrong.push(`covered: ${e.innerText} by ${there?.className}`);
  }
  scrollTo(0, 0);
  play.scrollTo(0, 0);
  const [a, b] = [play, document.querySelector(".panels")].map((e) => e.getBoundingClientRect());
  if (innerWidth >= 880 && a.bottom > b.top + 6) wrong.push("the log lies over what can be done");
  const dice = ".tray button, .tray .die-face, .sums button";
  const beside = innerWidth > innerHeight ? [...seen(".banner"), ...seen("#moves button").slice(0, 1)] : [];
  for (const e of [...seen(dice), ...beside])
    if (e.getBoundingClientRect().bottom > innerHeight + 1) wrong.push(`below the fold: ${e.innerText}`);
  return wrong;
}"""


@pytest.mark.parametrize("game", TURNS)
def test_a_turn_on_every_screen(
    game: str, site: Site, visit: Visit, violations: Callable[[Page], list[str]]
) -> None:
    seats, wish = TURNS[game]
    table = site.open(game, seats, **wish)
    first = min(table.tokens)
    page = visit(table.link(first), SIZES[0], has_touch=True, is_mobile=True)
    wait_for_call(page)
    for size in [*SIZES, TWICE]:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        until(page, "(wide) => screen.width === wide", size[0])
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            becomes(page, WRONG, [])
            if (size, scheme) == JUDGED[game]:
                assert violations(page) == []
