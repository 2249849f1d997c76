"""Bots that the operator brought along: chosen by name at the table, and no others can be named there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import parlour
from parlour.server.fairness import guest
from parlour.server.thinking import USUAL, Thinker, own_bots
from parlour.table.naming import legal_codes
from parlour.table.views import view
from parlour.text import BadChoice, ParlourError

SOURCE = """
def last(game, view, seat, legal, rng):
    return legal[-1]

class OnlyTriTrac:
    def __init__(self, game, depth="1"):
        if game.id != "tritrac":
            raise ValueError("no weights for that")
    def think(self, view, seat, *, seconds, seed):
        raise KeyError("nothing")
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    file = tmp_path / "mybots.py"
    file.write_text(SOURCE, "utf-8")
    return file


def test_they_are_offered_where_they_can_play(source: Path) -> None:
    own = own_bots([f"{source}:last", f"{source}:OnlyTriTrac,depth=2"])
    assert list(own) == ["last", "OnlyTriTrac,depth=2"]
    thinker = Thinker(1, own)
    usual = [one["level"] for one in Thinker(1).levels(parlour.load("parcheesi"))]
    for name, extra in (("parcheesi", ["last"]), ("tritrac", ["last", "OnlyTriTrac,depth=2"])):
        game = parlour.load(name)
        levels = thinker.levels(game)
        assert [one["level"] for one in levels] == usual + extra
        assert all(one["name"] and one["words"] for one in levels)
        assert [thinker.check(one["level"], game) for one in levels] == usual + extra
    assert thinker.check("", parlour.load("tritrac")) == USUAL


def test_guests_can_name_nothing_else(source: Path) -> None:
    thinker = Thinker(1, own_bots([f"{source}:last", f"{source}:OnlyTriTrac"]))
    for name in (f"{source}:last", "mybots:last", "os:system", "program:sh", "Last", "careful"):
        with pytest.raises(BadChoice):
            thinker.check(name, parlour.load("tritrac"))
    with pytest.raises(BadChoice):
        thinker.check("OnlyTriTrac", parlour.load("parcheesi"))


def test_what_is_wrong_is_said_before_anything_is_served(source: Path) -> None:
    for specs, words in (
        (["nowhere:Bot"], "nowhere"),
        ([f"{source}:missing"], "missing"),
        ([f"{source}:last", f"{source}:last"], "last"),
        (["program:random"], "random"),
        ([f"{source}:last,{'a' * 60}=1"], "too long"),
    ):
        with pytest.raises(ParlourError, match=words):
            own_bots(specs)


def test_they_play_and_stumble_in_a_process_of_their_own(source: Path) -> None:
    """One that raises is stood in for, and so is one that this server does not know any more."""
    game = parlour.load("tritrac")
    p = game.new(2)
    while game.plain.actor(p) < 0:
        game.plain.apply(p, game.plain.draw(p, 0))
    seat = int(game.plain.actor(p))
    seen = view(game, p, seat)
    legal = legal_codes(game, seen)

    async def ask() -> None:
        thinker = Thinker(1, own_bots([f"{source}:last", f"{source}:OnlyTriTrac"]))
        try:
            assert (await thinker.think(game, seen, seat, "last")).action == legal[-1]
            assert (await thinker.think(game, seen, seat, "OnlyTriTrac")).action in legal
            assert (await thinker.think(game, seen, seat, "FromLastYear")).action in legal
        finally:
            await thinker.close()

    asyncio.run(ask())


WAITING = """
import pathlib, time

class Waiting:
    def __init__(self, game):
        self.until = pathlib.Path(__file__).with_name("now")
    def think(self, view, seat, *, seconds, seed):
        while not self.until.exists():
            time.sleep(0.01)
        return 0
"""


def test_two_who_think_for_seconds_leave_a_process_to_the_quick(tmp_path: Path) -> None:
    """Two tables with bots that take their time, and a third where level 1 plays: it is not waited for."""
    file, until = tmp_path / "slowbots.py", tmp_path / "now"
    file.write_text(WAITING, "utf-8")
    game = parlour.load("tritrac")
    p = game.new(2)
    while game.plain.actor(p) < 0:
        game.plain.apply(p, game.plain.draw(p, 0))
    seat = int(game.plain.actor(p))
    seen = view(game, p, seat)

    async def ask(thinker: Thinker, name: str, address: str) -> None:
        guest.set(address)
        await thinker.think(game, seen, seat, name, address)

    async def evening() -> None:
        own = own_bots([f"{file}:Waiting"])
        thinker, (slow,) = Thinker(2, own), own
        try:
            await asyncio.gather(ask(thinker, "1", "10.0.0.1"), ask(thinker, "1", "10.0.0.2"))
            long = [asyncio.create_task(ask(thinker, slow, f"10.0.1.{n}")) for n in range(2)]
            await asyncio.sleep(0)
            await ask(thinker, "1", "10.0.0.3")
            assert not any(one.done() for one in long)
            until.touch()
            await asyncio.gather(*long)
        finally:
            await thinker.close()

    asyncio.run(evening())
