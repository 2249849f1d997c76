"""A game to print, asked for by a browser: made once, beside the tables, and only what is on offer."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from parlour import printing
from parlour.server import paper
from tests.printing.measure import pages
from tests.server.helpers import Served, serving

WISH = "/api/games/tritrac/print.pdf?paper=letter&ink=light&options=tiles_per_player=6&language=de"


def run(story: Any) -> None:
    async def whole() -> None:
        async with serving() as served:
            await story(served)

    asyncio.run(whole())


def test_a_game_is_printed_once_for_all_who_want_the_same() -> None:
    async def story(served: Served) -> None:
        first, again = await asyncio.gather(served.get(WISH), served.get(WISH))
        assert first.status_code == 200 and first.headers["content-type"] == "application/pdf"
        assert 'filename="tritrac-letter.pdf"' in first.headers["content-disposition"]
        assert first.content == again.content
        cover = pages(first.content)[0]
        assert round(cover.width) == 216 and cover.says("13 × Plättchen")

    run(story)


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("?paper=a5", 422, "There is no paper “a5”"),
        ("?ink=gold", 422, "There is no ink “gold”"),
        ("?players=9", 422, "is for 2 players, not 9"),
        ("?players=two", 400, "must be a whole number"),
        ("?options=tiles", 400, "A house rule is written name=value"),
        ("?options=tiles_per_player=99", 422, "There is no choice for tiles_per_player “99”"),
        ("?options=" + "a" * 700, 413, "too much"),
        ("?board=../../etc/passwd", 404, "There is no such board here."),
    ],
)
def test_what_is_not_on_offer_is_refused_before_anything_is_made(query: str, status: int, said: str) -> None:
    async def story(served: Served) -> None:
        answer = await served.get(f"/api/games/tritrac/print.pdf{query}")
        assert answer.status_code == status and said in answer.json()["error"]["text"]

    run(story)


def test_the_same_wish_is_the_same_text() -> None:
    """What is as printed anyway need not be made twice."""
    usual = paper.wish("tritrac", {})
    assert usual == paper.wish("tritrac", {"paper": "a4", "options": "tiles_per_player=7"})
    assert usual != paper.wish("tritrac", {"options": "tiles_per_player=6"})


def test_without_the_library_a_page_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "find_spec", lambda module: None)

    async def story(served: Served) -> None:
        answer = await served.get("/api/games/tritrac/print.pdf")
        assert answer.status_code >= 400 and "parlour[print]" in answer.json()["error"]["text"]

    run(story)
