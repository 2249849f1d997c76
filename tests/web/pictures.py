"""The pictures of the table in docs/images.

Run this to take them anew after a change, and look at them: python3 -m tests.web.pictures
"""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from PIL import Image

from .conftest import AT_REST, STILL, Site, Table, chromium, serving, until
from .test_board import CROWDED
from .test_sizes import POLLYANNA
from .test_squares_and_tiles import ALMOST, WILD, spot
from .test_table import play_on, wait_for_call
from .test_table_seats import BIDDING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
LARGE, TABLET, SIDEWAYS, PHONE = (1440, 900), (1024, 768), (844, 390), (390, 844)
BY_TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
COVERS = "(all) => Promise.all(all.map((i) => { i.loading = 'eager'; return i.decode(); }))"
LAST_THROWS = {"game": "parcheesi", "turn": 0, "pawns": {"0": ["H", "H", "H", 62], "2": ["H", "H", 40, 58]}}
BETWEEN = 24  # pixels between two phones


class Camera:
    """Opens tables and pages, and keeps what they look like."""

    def __init__(self, site: Site, browser: Browser) -> None:
        self.site, self.browser = site, browser

    def table(self, game: str, names: str, **more: Any) -> Table:
        """With people of these names; others are levels of bots."""
        seats = [
            {"kind": "device", "name": name} if name.istitle() else {"kind": "bot", "level": name}
            for name in names.split()
        ]
        wish = {"game": game, "seats": seats, "pause": 0, **more}
        return Table(self.site, self.site.http.post("/api/tables", json=wish).raise_for_status().json())

    @contextmanager
    def page(
        self, address: str, size: tuple[int, int], chosen: dict[str, Any] | None = None, **more: Any
    ) -> Iterator[Page]:
        """A window of its own."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, service_workers="block", **more
        )
        kept = json.dumps(json.dumps(STILL | (chosen or {})))
        context.add_init_script(f"localStorage['parlour.settings'] ??= {kept}")
        page = context.new_page()
        page.goto(address)
        yield page
        context.close()

    @contextmanager
    def turn(
        self, game: str, names: str, size: tuple[int, int], start: Any, chosen: Any = None, **more: Any
    ) -> Iterator[Page]:
        """The page of the first, whose turn it is; the others are there, too."""
        table = self.table(game, names, undo="free", start=start)
        first, *others = table.tokens
        with (
            self.page(table.link(*others), PHONE),
            self.page(table.link(first), size, chosen, **more) as page,
        ):
            wait_for_call(page)
            until(page, "() => !document.querySelector('.people .away')")
            yield page


def shot(page: Page) -> Image.Image:
    until(page, AT_REST)
    return Image.open(io.BytesIO(page.screenshot())).convert("RGB")


def keep(name: str, picture: Image.Image) -> None:
    """In 256 colours, which is enough for boards and words."""
    small = picture.quantize(256, method=Image.Quantize.MEDIANCUT, kmeans=4, dither=Image.Dither.NONE)
    small.save(IMAGES / f"{name}.png", optimize=True)
    print(name)


def boards(camera: Camera) -> None:
    with camera.turn("parcheesi", "Anna Ben", LARGE, CROWDED) as page:
        page.locator(".stage .piece.glows").first.click(force=True)
        page.wait_for_selector(".badge")
        keep("table", shot(page))
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector(".hint-arrow", state="attached")
        page.wait_for_selector(".hint .note")
        keep("table-hint", shot(page))
    with camera.turn("doubletrack", "Anna Ben Cem", LARGE, BIDDING, color_scheme="dark") as page:
        keep("table-dark", shot(page))
    with camera.turn(
        "doubletrack", "Anna Ben Cem", SIDEWAYS, BIDDING, has_touch=True, is_mobile=True
    ) as page:
        keep("table-landscape", shot(page))
    with camera.turn("pollyanna", "Anna Ben Cem Dana", TABLET, POLLYANNA, {"look": "wood"}) as page:
        keep("table-wood", shot(page))
    with camera.turn("tritrac", "Anna Ben", TABLET, ALMOST, {"look": "night"}) as page:
        keep("table-night", shot(page))
    table = camera.table("doubleswild", "Anna Ben", start=WILD | {"turn": 1})
    with camera.page(table.link(), TABLET, {"flat": True}) as page:
        wait_for_call(page)
        keep("table-flat", shot(page))


def phones(camera: Camera) -> None:
    """Four games beside each other."""
    taken = []
    for game, names, start in (
        ("pollyanna", "Anna Ben Cem Dana", POLLYANNA),
        ("doubleswild", "Anna Ben", WILD),
        ("tritrac", "Anna Ben", ALMOST),
        ("doubletrack", "Anna Ben Cem", BIDDING),
    ):
        with camera.turn(game, names, PHONE, start, **BY_TOUCH) as page:
            if game == "tritrac":
                page.touchscreen.tap(*spot(page, "c2u", 0))
                page.wait_for_selector(".ghost")
            taken.append(shot(page))
    wide = sum(one.width + BETWEEN for one in taken) - BETWEEN
    whole = Image.new("RGB", (wide, taken[0].height), "#ffffff")
    for number, one in enumerate(taken):
        whole.paste(one, (number * (one.width + BETWEEN), 0))
    keep("table-phones", whole)


def home(camera: Camera) -> None:
    """The first page; the end of a game that was won, and the list of one's games."""
    with camera.page(camera.site.address, LARGE) as page:
        page.locator(".game .cover").evaluate_all(COVERS)
        keep("home", shot(page))
        won = False
        while not won:
            page.goto(camera.table("parcheesi", "Anna random", start=LAST_THROWS).link())
            wait_for_call(page)
            play_on(page)
            page.wait_for_selector(".result h2")
            until(page, "() => !document.querySelector('.result').innerText.includes('looks back')")
            told = page.locator(".result").inner_text()
            won = "You have won!" in told and "luck" in told
        keep("result", shot(page))
        for game, options in (("tritrac", {"max_plies": 12}), ("doubleswild", {})):
            page.goto(camera.table(game, "Anna random", options=options).link())
            wait_for_call(page)
            play_on(page)
            page.wait_for_selector(".result h2")
        page.goto(camera.table("pollyanna", "Anna random").link())
        wait_for_call(page)
        page.goto(camera.site.address)
        page.locator("nav a", has_text="My games").click()
        page.wait_for_selector("text=How I play")
        page.set_viewport_size({"width": LARGE[0], "height": page.evaluate("document.body.scrollHeight")})
        keep("my-games", shot(page))


def main() -> None:
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
    from playwright.sync_api import sync_playwright

    with (
        TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as site,
        sync_playwright() as player,
    ):
        browser = chromium(player)
        camera = Camera(site, browser)
        boards(camera)
        phones(camera)
        home(camera)
        browser.close()


if __name__ == "__main__":
    main()
