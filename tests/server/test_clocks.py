"""Clocks: whose time is used, what a flag does, and time that must not count. No test waits for any of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from parlour.server import opening
from parlour.server.clocks import Clocks
from parlour.server.events.agreements import CameBack, OneChair, TookOver
from parlour.server.events.base import AUTO, BOT
from parlour.server.postgres import PostgresStore
from parlour.server.protocol import Clock, NewTable, Seating
from parlour.server.sqlite import SqliteStore
from parlour.server.tables import Table
from parlour.server.thinking import Thinker
from tests.server.hands import Hands
from tests.server.helpers import Opened, Page, Served, serving

MOVE = {"kind": "move", "seconds": 60}
GAME = {"kind": "game", "seconds": 100, "increment": 10}

# ---------------------------------------------------------------- whose time


class Desk:
    """A table without a server, and its time."""

    def __init__(self, game: str, kinds: str, clock: dict[str, Any], **more: Any) -> None:
        self.time = Hands()
        seats = [Seating(kind, level="random" if kind == "bot" else "") for kind in kinds.split()]  # type: ignore[arg-type]
        wish = NewTable(game=game, seats=seats, clock=Clock(**clock), **more)
        setup, _ = opening.new_table(wish, Thinker())
        setup.made = self.time.now()
        self.setup = opening.encode_setup(setup)
        self.table = Table.load("t", self.setup, [], self.time)

    def sit(self) -> Desk:
        for chair in self.table.people:
            self.table.sits(chair)
        return self

    def act(self, after: float, how: str = "hand") -> int:
        """Whoever is asked rolls, or plays the first move there is: after so many seconds."""
        self.time.jump(after)
        match = self.table.match
        if match.dice_due:
            chair = match.thrower
            self.table.played(match.roll, chair, how)
        else:
            chair = match.actor
            self.table.played(lambda: match.play(chair, match.legal()[0].code), chair, how)
        return chair

    @property
    def clocks(self) -> Clocks:
        assert self.table.clocks is not None
        again = Table.load("t", self.setup, self.table.rows([line.entry for line in self.table.log]))
        assert again.clocks is not None
        for name in ("left", "running", "since", "helped"):  # a table that is loaded again has the same
            assert getattr(again.clocks, name) == getattr(self.table.clocks, name)
        return self.table.clocks


def test_nobodys_clock_runs_until_all_have_sat_down() -> None:
    desk = Desk("tritrac", "person person", GAME)
    first, second = desk.table.people
    desk.table.sits(first)
    desk.time.jump(500)
    assert desk.clocks.running == frozenset() and desk.clocks.fallen(desk.time.now()) == []
    desk.table.sits(second)
    assert desk.clocks.running == {desk.table.match.actor}
    assert desk.clocks.left == {first: 100, second: 100}


def test_the_whole_game_with_an_increment() -> None:
    """Time is used by whoever is asked; a turn that is over brings some back."""
    desk = Desk("tritrac", "person person", GAME).sit()
    one = desk.act(30)
    other = desk.act(5)
    assert desk.clocks.left == {one: 100 - 30 + 10, other: 100 - 5 + 10}
    assert desk.clocks.running == {one}
    desk.time.jump(80)
    assert desk.clocks.fallen(desk.time.now()) == [one]
    assert desk.clocks.soonest(desk.time.now()) == 0


def test_a_turn_of_several_decisions_brings_one_increment() -> None:
    desk = Desk("parcheesi", "person person", GAME).sit()
    while desk.table.match.ply < 4:
        desk.act(0)
    one = desk.table.match.thrower if desk.table.match.dice_due else desk.table.match.actor
    before = desk.clocks.left[one]
    decisions = 0
    while (desk.table.match.thrower if desk.table.match.dice_due else desk.table.match.actor) == one:
        desk.act(2)
        decisions += 1
    assert desk.clocks.left[one] == before - 2 * decisions + 10


def test_every_decision_and_every_roll_anew() -> None:
    desk = Desk("parcheesi", "person person", MOVE).sit()
    for _ in range(12):
        (asked,) = desk.clocks.running
        assert desk.clocks.left[asked] == 60
        assert desk.act(50) == asked


@pytest.mark.parametrize(("clock", "left"), [(MOVE, 60 - 40), (GAME, 100 - 40 + 10)])
def test_taking_back_brings_no_time_back(clock: dict[str, Any], left: float) -> None:
    """Neither the time of a move again, nor a second increment for the same turn."""
    desk = Desk("tritrac", "person person", clock).sit()
    for seconds in (40, 0, 0):
        one = desk.act(seconds)
        desk.table.played(lambda: desk.table.match.undo(1), one)
    assert desk.clocks.left[one] == left
    assert desk.clocks.running == {one}


def test_bots_and_what_settings_do_cost_nothing() -> None:
    desk = Desk("parcheesi", "person bot", MOVE).sit()
    (person,) = desk.table.people
    used = 0.0
    for _ in range(30):
        asked = desk.clocks.running
        assert asked <= {person}
        before = desk.clocks.left[person]
        desk.act(55, AUTO if asked else BOT)
        used += max(0.0, before - desk.clocks.left[person])
    assert used == 0


def test_real_dice_that_are_typed_cost_nothing() -> None:
    desk = Desk("parcheesi", "person person", GAME, dice="typed").sit()
    assert desk.table.match.dice_due and desk.clocks.running == frozenset()


def test_sealed_bids_run_for_all_at_once() -> None:
    """Whoever has bid stops; the others' time is not renewed by that."""
    desk = Desk("doubletrack", "person person person", MOVE).sit()
    match = desk.table.match
    for _ in range(400):
        waiting = [c for c in desk.table.people if match.may_act(c)]
        if len(waiting) > 1:
            break
        if match.dice_due or match.actor >= 0:
            desk.act(0)
        else:
            desk.table.played(match.roll, None, AUTO)
    assert len(waiting) > 1 and desk.clocks.running == frozenset(waiting)
    desk.time.jump(25)
    first = waiting[0]
    desk.table.played(lambda: match.play(first, match.legal(first)[0].code), first)
    assert desk.clocks.running == frozenset(waiting[1:])
    assert {desk.clocks.left[c] for c in waiting[1:]} == {35}


def test_a_bot_on_the_chair_stops_the_clock() -> None:
    desk = Desk("tritrac", "person person", GAME).sit()
    one = desk.table.match.actor
    desk.time.jump(30)
    desk.table.happen(TookOver, None, data=OneChair(one))
    desk.time.jump(300)
    assert desk.clocks.running == frozenset()
    desk.table.happen(CameBack, one)
    assert desk.clocks.running == {one} and desk.clocks.left[one] == 70


# ---------------------------------------------------------------- flags, at a server

Story = Callable[[Served, Hands], Coroutine[Any, Any, None]]


def run(story: Story) -> None:
    async def whole() -> None:
        hands = Hands()
        async with serving(time=hands) as served:
            await story(served, hands)

    asyncio.run(whole())


async def heard(page: Page, kind: str, count: int = 1) -> list[dict[str, Any]]:
    def found() -> list[dict[str, Any]]:
        return [e for e in next(iter(page.events.values()), []) if e["kind"] == kind]

    await page.until(lambda: len(found()) >= count)
    return found()


async def asked(page: Page) -> int:
    """Whose clock runs."""
    (chair,) = await page.until(lambda: (clock_of(page) or {}).get("running"))
    return int(chair)


def clock_of(page: Page) -> dict[str, Any] | None:
    return next((f["clock"] for f in page.frames.values()), None)


def test_a_move_that_takes_too_long_is_made_by_a_bot() -> None:
    """Once: then the person plays on, with all the time of a move. Their own word comes too late."""

    async def story(served: Served, hands: Hands) -> None:
        table = await served.open("tritrac", ["person", "person"], clock=MOVE)
        async with table.page() as page:
            one = await asked(page)
            await hands.go(61)
            (flag,) = await heard(page, "flag")
            assert flag["text"].startswith("Time is up: a bot decides this once")
            (move,) = await heard(page, "play")
            assert (move["by"], move["how"]) == (one, "bot")
            other = (set(table.tokens) - {one}).pop()
            await page.until(lambda: page.frames[other]["clock"]["running"] == [other])
            assert page.frames[other]["clock"]["left"][str(other)] == 60
            moves = page.frames[other]["moves"]
            assert (await page.say("play", seat=other, action=moves[0]["notation"]))["ok"]
            await page.until(lambda: page.frames[one]["clock"]["running"] == [one])
            assert page.frames[one]["clock"]["left"][str(one)] == 60
            assert next(p for p in page.people if p["chair"] == one)["kind"] == "person"

    run(story)


def test_a_move_that_comes_too_late_is_refused() -> None:
    """The clock decides when a command comes, also before anybody has looked at it."""

    async def story(served: Served, hands: Hands) -> None:
        table = await served.open("tritrac", ["person", "person"], clock=MOVE, pause=5)
        async with table.page() as page:
            one = await asked(page)
            move = page.frames[one]["moves"][0]["notation"]
            await hands.go(55)
            hands.at += 6
            late = await page.say("play", seat=one, action=move)
            assert late["error"]["kind"] == "not_now" and "time is up" in late["error"]["text"]
            frame = await table.frame(one)
            assert frame["moves"] == [] and frame["may"]["undo"] == "" and not frame["may"]["roll"]

    run(story)


def test_somebody_who_is_away_may_come_back_to_the_chair() -> None:
    async def story(served: Served, hands: Hands) -> None:
        table = await served.open("tritrac", ["person", "person"], clock=MOVE)
        first, second = table.tokens
        async with table.page(first) as page:
            async with table.page(second):
                one = await asked(page)
            if one == first:
                action = page.frames[first]["moves"][0]["notation"]
                assert (await page.say("play", action=action))["ok"]
            await page.until(lambda: not next(p for p in page.people if p["chair"] == second)["here"])
            await hands.go(61)
            (flag,) = await heard(page, "flag")
            assert "is away: a bot plays until they come back" in flag["text"]
            await page.until(lambda: next(p for p in page.people if p["chair"] == second)["left"])
            assert (await table.frame(second))["may"]["come_back"]
            assert (await table.command(second, "come_back")).status_code == 200

    run(story)


def test_the_time_of_a_whole_game_is_used_up() -> None:
    """A bot plays on to the end, and the chair is not given back."""

    async def story(served: Served, hands: Hands) -> None:
        table = await served.open("tritrac", ["person", "person"], clock=GAME)
        async with table.page() as page:
            one = await asked(page)
            await hands.go(101)
            (flag,) = await heard(page, "flag")
            assert flag["by"] == one and "a bot plays on" in flag["text"]
            await heard(page, "play")
            back = await page.say("come_back", seat=one)
            assert back["error"]["kind"] == "not_now" and not (await table.frame(one))["may"]["come_back"]
            other = (set(table.tokens) - {one}).pop()
            await page.until(lambda: page.frames[other]["moves"])
            action = page.frames[other]["moves"][0]["notation"]
            assert (await page.say("play", seat=other, action=action))["ok"]
            plays = await heard(page, "play", 3)
            assert plays[-1]["how"] == "bot"

    run(story)


def test_the_next_game_of_the_same_people_has_the_same_clocks() -> None:
    async def story(served: Served, hands: Hands) -> None:
        table = await served.open("tritrac", ["person", "person"], clock=GAME, talk="phrases")
        first, _ = table.tokens
        for do in ("resign", "again"):
            assert (await table.command(first, do)).status_code == 200
        table.path = f"/api/tables/{(await table.frame(first))['next']}"
        frame = await table.frame(first)
        assert set(frame["clock"]["left"].values()) == {100} and frame["clock"]["running"] == []
        assert frame["agreed"]["talk"] == "phrases"

    run(story)


def test_time_in_which_nobody_watched_does_not_count() -> None:
    """A machine that slept: the flag does not fall for it, and the log says so."""

    async def story(served: Served, hands: Hands) -> None:
        table = await served.open("tritrac", ["person", "person"], clock=GAME)
        async with table.page() as page:
            one = await asked(page)
            await hands.go(20)
            await hands.go(3600, by=3600)
            (told,) = await heard(page, "resume")
            assert told["text"].startswith("The table was closed for a while.")
            frame = await page.since(told["seq"])
            assert frame["clock"]["left"][str(one)] == 100
            await hands.go(99)
            assert not any(e["kind"] == "flag" for e in page.events[one])
            await hands.go(2)
            await heard(page, "flag")

    run(story)


def test_clocks_that_expire_while_the_server_is_down(tmp_path: Path) -> None:
    """It goes on with the time that was there when the move was asked for; a command is judged after that."""
    file = tmp_path / "tables.db"

    async def whole() -> None:
        hands = Hands()
        async with serving(SqliteStore(file), time=hands) as served:
            table = await served.open("tritrac", ["person", "person"], clock=GAME)
            async with table.page() as page:
                one = await asked(page)
                await hands.go(40)
                move = page.frames[one]["moves"][0]["notation"]
        hands.at += 86_400
        async with serving(SqliteStore(file), time=hands) as served:
            later = Opened.at(served, table)
            assert (await later.command(one, "play", action=move)).status_code == 200
            events = (await served.get(f"{later.path}/events", table.watch)).json()["events"]
            assert [e["kind"] for e in events][-2:] == ["resume", "play"]
            clock = (await later.frame(table.watch))["clock"]
            assert clock["left"][str(one)] == 110 and clock["running"] != [one]

    asyncio.run(whole())


@pytest.mark.parametrize("set_by", [-86_400.0, 86_400.0])
def test_a_clock_of_the_machine_that_is_set_costs_nobody_anything(set_by: float) -> None:
    """While somebody thinks: set forward no flag falls, set back nobody has a day to think."""

    async def story(served: Served, hands: Hands) -> None:
        table = await served.open("tritrac", ["person", "person"], clock=GAME)
        async with table.page() as page:
            one = await asked(page)
            await hands.go(40)
            hands.at += set_by
            move = page.frames[one]["moves"][0]["notation"]
            assert (await page.say("play", seat=one, action=move))["ok"]
            events = (await served.get(f"{table.path}/events", table.watch)).json()["events"]
            assert [e["kind"] for e in events][-2:] == ["resume", "play"]
            clock = (await table.frame(table.watch))["clock"]
            assert clock["left"][str(one)] == 110
            other = next(iter(clock["running"]))
            await hands.go(30)
            move = page.frames[other]["moves"][0]["notation"]
            await page.say("play", seat=other, action=move)
            assert (await table.frame(table.watch))["clock"]["left"][str(other)] == 80

    run(story)


@pytest.mark.xdist_group("postgres")
def test_another_process_does_not_set_the_clock_back(postgres: str) -> None:
    """A command through a server that has not watched the table counts the time all the same."""

    async def whole() -> None:
        hands = Hands()
        async with (
            serving(PostgresStore(postgres), time=hands) as here,
            serving(PostgresStore(postgres), time=hands) as there,
        ):
            table = await here.open("tritrac", ["person", "person"], clock=GAME)
            async with table.page() as page:
                one = await asked(page)
                await hands.go(30)
                move = page.frames[one]["moves"][0]["notation"]
                answer = await Opened.at(there, table).command(one, "play", action=move)
                assert answer.status_code == 200
                await page.since(answer.json()["seq"])
                assert page.frames[one]["clock"]["left"][str(one)] == 80
                assert not any(e["kind"] == "resume" for e in page.events[one])

    asyncio.run(whole())


@pytest.mark.parametrize(
    "clock",
    [
        {"kind": "move", "seconds": 0},
        {"kind": "move", "seconds": -5},
        {"kind": "game", "seconds": 1e9},
        {"kind": "game", "seconds": 60, "increment": -1},
        {"kind": "chess", "seconds": 60},
        {"seconds": 60},
        {"kind": "move"},
        "fast",
    ],
)
def test_clocks_that_cannot_be(clock: Any) -> None:
    async def story(served: Served, hands: Hands) -> None:
        wish = {"game": "tritrac", "seats": [], "clock": clock}
        answer = await served.post("/api/tables", wish)
        assert answer.status_code == 400 and answer.json()["error"]["kind"] == "bad_message"

    run(story)
