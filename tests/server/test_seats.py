"""Whose a seat is: links, tokens, and who else looks on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.server import opening, protocol
from parlour.server.commands import Asking, sitting
from parlour.server.sqlite import SqliteStore
from parlour.server.tables import Table
from parlour.server.thinking import Thinker
from parlour.table.codes import to_code
from parlour.text import ParlourError
from tests.games.doubletrack.support import table as gate_table
from tests.server.helpers import GENEROUS, Opened, Served, serving

Story = Callable[[Served], Coroutine[Any, Any, None]]
OWN = "x" * 32


def run(story: Story) -> None:
    async def whole() -> None:
        async with serving() as served:
            await story(served)

    asyncio.run(whole())


async def status(table: Opened, token: str) -> int:
    return (await table.served.get(table.path, token)).status_code


def test_who_opened_the_table_cannot_read_a_guests_cards() -> None:
    """The opener knows all links; a guest's page changes its own as soon as it sits down."""

    async def story(served: Served) -> None:
        table = await served.open("doubletrack", ["device", "person", "person"])
        mine, guest, _ = table.tokens
        invitation = table.tokens[guest]
        async with table.page(mine) as own, table.page(guest) as page, table.page(guest) as spy:
            for one in (own, page, spy):
                await one.frame()
            assert own.heard[0]["handed"] == [], "it is the opener's own"
            assert page.heard[0]["handed"] == [guest]
            await own.until(lambda: own.people[1]["pages"] == 2)  # everybody sees that two look on
            assert (await page.say("renew", token=OWN))["ok"]
            assert await spy.gone() == 4401, "whoever knew the old one is shut out"
            assert (await page.say("name", name="Ann"))["ok"], "and the page goes on"
            assert [await status(table, t) for t in (invitation, OWN)] == [401, 200]
            await own.until(lambda: own.people[1]["pages"] == 1)
            assert all("link" not in line["text"] for line in own.events[mine])
        async with table.page(OWN) as again:
            await again.frame()
            assert again.heard[0]["handed"] == [], "on another device it need not be changed again"
        refused = await table.command(table.host, "link", chair=guest)
        assert refused.status_code == 409, "nor can the host get a new one"

    run(story)


def test_a_link_that_the_host_makes_anew_is_an_invitation_again() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["device", "person"])
        made = (await table.command(table.host, "link", chair=1)).json()["token"]
        async with table.page(made) as page:
            await page.frame()
            assert page.heard[0]["handed"] == [1]
        for token in ("", "short", "x" * 31, "ä" * 40, "x" * 101):
            refused = await table.command(0, "renew", token=token)
            assert refused.status_code in (400, 409) and refused.json()["error"]["text"]
            assert await status(table, table.tokens[0]) == 200, "what can be guessed changes nothing"

    run(story)


def test_renewing_outlives_the_server_and_the_next_game(tmp_path: Path) -> None:
    async def whole() -> None:
        file = tmp_path / "tables.db"
        async with serving(SqliteStore(file)) as served:
            table = await served.open("tritrac", ["person", "person"])
            assert (await table.command(0, "renew", token=OWN)).is_success
            assert (await table.command(1, "resign")).is_success
            assert (await table.command(OWN, "again")).is_success
            follows = (await table.frame(OWN))["next"]
        async with serving(SqliteStore(file)) as served:
            for id_ in (table.id, follows):
                path = f"/api/tables/{id_}"
                assert (await served.get(path, OWN)).status_code == 200
                assert (await served.get(path, table.tokens[0])).status_code == 401

    asyncio.run(whole())


def test_a_game_from_a_chosen_position_says_so_to_all() -> None:
    async def story(served: Served) -> None:
        code = to_code(parlour.load("doubletrack"), gate_table())
        table = await served.open("", start=code)
        for token in (table.watch, *table.tokens.values()):
            assert (await table.frame(token))["agreed"]["chosen"]
        usual = await served.open("tritrac", ["person", "person"])
        assert not (await usual.frame(usual.watch))["agreed"]["chosen"]
        branch = await served.post(f"{usual.path}/branch", {}, usual.watch)
        other = Opened(served, branch.json())
        assert (await other.frame(other.watch))["agreed"]["chosen"]

    run(story)


@pytest.mark.parametrize(
    "name", ["Anna", " anna ", "ANNA", "\u0410nna", "Ánna", "An\u200dna", "\U0001d400nna", "A.nna"]
)
def test_nobody_takes_the_name_of_somebody_who_sits_there(name: str) -> None:
    setup, _ = opening.new_table(
        protocol.NewTable("tritrac", seats=[protocol.Seating(name="Anna")] * 2), Thinker(1)
    )
    table = Table("x", opening.encode_setup(setup))
    with pytest.raises(ParlourError, match="called that already"):
        sitting.Rename(name=name).judge(Asking(renamed(table), 1))


def renamed(table: Table) -> Table:
    """The other one has a name of his own by now."""
    sitting.Rename(name="Ben").judge(Asking(table, 1))
    assert sitting.Rename(name="Ben").judge(Asking(table, 1)).entries == [], "one's own is no other's"
    return table


def test_after_a_restart_whoever_was_away_has_the_time_again(tmp_path: Path) -> None:
    """The server was away itself, so it cannot know since when."""

    async def whole() -> None:
        async with serving(SqliteStore(tmp_path / "tables.db")) as served:
            table = await served.open("tritrac", ["person", "person"])
            async with table.page(0) as one:
                async with table.page(1):
                    await one.until(lambda: sum(p["here"] for p in one.people) == 2)
                await one.until(lambda: [p["may_be_replaced"] for p in one.people] == [False, True])
        limits = replace(GENEROUS, grace=90)
        store = SqliteStore(tmp_path / "tables.db")
        async with serving(store, limits) as served, Opened.at(served, table).page(0) as one:
            await one.frame()
            assert not one.people[1]["may_be_replaced"]
            refused = await one.say("take_over", chair=1)
            assert "seconds more to come back" in refused["error"]["text"]

    asyncio.run(whole())
