"""After the end: another game with the same people and links; and the ways out of one that goes on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from typing import Any

import pytest

import parlour
from parlour.rules.kit import CHANCE
from parlour.server import opening
from parlour.server.protocol import NewTable, Seating
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Row, cannot_store
from parlour.server.tables import Table
from parlour.server.thinking import Thinker
from tests.server.helpers import Opened, Served, serving
from tests.server.test_play import play, play_on

NEARLY = {"game": "parcheesi", "turn": 0, "pawns": {"0": ["H", "H", "H", 70], "2": ["H", "H", "H", 70]}}


async def ended(served: Served, game: str = "tritrac", **more: Any) -> Opened:
    """A table of two people where the first has given up."""
    table = await served.open(game, ["person", {"kind": "person", "name": "Ben"}], **more)
    first = min(table.tokens)
    assert (await table.command(first, "resign")).json()["ok"]
    return table


def following(table: Opened, id_: str) -> Opened:
    """The next table: to be reached by the very same tokens."""
    seats = [{"chair": chair, "token": token} for chair, token in table.tokens.items()]
    answer = {"table": id_, "seats": seats, "watch": table.watch, "host": table.host}
    return Opened(table.served, answer)


def test_all_press_at_once_and_meet_at_one_table() -> None:
    async def story(served: Served) -> None:
        table = await ended(served, undo="agreed", takeover_minutes=7)
        answers = await asyncio.gather(*(table.command(c, "again") for c in [*table.tokens] * 4))
        assert all(a.json()["ok"] for a in answers)
        frames = [await table.frame(t) for t in (*table.tokens.values(), table.watch, table.host)]
        assert len({f["next"] for f in frames}) == 1 and frames[0]["next"]
        log = (await served.get(f"{table.path}/events", table.watch)).json()["events"]
        assert [e["kind"] for e in log].count("again") == 1
        then = following(table, frames[0]["next"])
        for chair, token in then.tokens.items():
            frame = await then.frame(token)
            assert frame["you"] == chair and not frame["over"] and frame["next"] == ""
            assert [p["name"] for p in frame["people"]] == ["", "Ben"]
            assert (frame["agreed"]["undo"], frame["agreed"]["takeover_minutes"]) == ("agreed", 7)
            assert frame["won"] == {"0": 0, "1": 1}
        assert (await then.frame(then.watch))["you"] is None
        assert frame["turn"] == 0  # the loser begins
        assert (await then.command(1, "resign")).json()["ok"]
        assert (await then.command(1, "again")).json()["ok"]
        third = following(table, (await then.frame(1))["next"])
        frame = await third.frame(1)
        assert frame["turn"] == 1 and frame["won"] == {"0": 1, "1": 1}

    play(story)


def test_only_those_who_played_and_only_after_the_end() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        assert (await table.command(0, "again")).json()["error"]["kind"] == "not_now"
        assert not (await table.frame(0))["may"]["again"]
        await table.command(0, "resign")
        assert (await table.frame(0))["may"]["again"] and not (await table.frame(table.watch))["may"]["again"]
        assert (await table.command(table.watch, "again")).status_code == 403
        record = (await served.get(f"{table.path}/record", table.watch)).text
        looked = Opened(served, (await served.post("/api/tables", {"record": record})).json())
        assert (await looked.command(looked.watch, "again")).status_code == 403

    play(story)


def test_a_server_that_died_in_between_finds_the_table_it_made() -> None:
    """The next table is stored first, and then named; whoever asks again is led to the very same."""

    store = Forgetful(":memory:")

    async def whole() -> None:
        async with serving(store) as served:
            table = await ended(served)
            store.fails = True
            assert (await table.command(0, "again")).status_code == 503
            store.fails = False
            made = await store.count()
            assert made == 2 and (await table.frame(0))["next"] == ""
            assert (await table.command(1, "again")).json()["ok"]
            assert await store.count() == made
            assert (await following(table, (await table.frame(0))["next"]).frame(0))["turn"] == 0

    asyncio.run(whole())


class Forgetful(SqliteStore):
    """A store that fails before it has written the next event."""

    fails = False

    async def append(self, table: str, rows: Sequence[Row]) -> None:
        if self.fails:
            raise cannot_store("the power went out")
        await super().append(table, rows)


def finished(game: str, wish: NewTable) -> Table:
    """A table in memory, played to its end."""
    setup, _ = opening.new_table(wish, Thinker())
    table = Table("t", opening.encode_setup(setup))
    table.take([])
    rng, match = random.Random(2), table.match
    while not match.over:
        if match.actor == CHANCE:
            table.played(match.roll, None)
        else:
            seat, move = match.actor, rng.choice(match.legal())
            table.played(lambda s=seat, m=move: match.play(s, m.code), seat)
    return table


@pytest.mark.parametrize("game", parlour.names())
def test_the_next_game_is_like_the_last_one(game: str) -> None:
    """House rules, people and bots stay; where nothing is rolled for it, loser or next begins."""
    count = min(parlour.load(game).rules.SEATS)
    limited = "max_turns" in {o.name for o in parlour.load(game).options}
    seats = [Seating("person", "Ann"), *[Seating("bot", level="random")] * (count - 1)]
    table = finished(game, NewTable(game, seats=seats, options={"max_turns": 4} if limited else {}))
    id_, setup = opening.again(table)
    assert id_ == opening.again(table)[0] != opening.again(finished(game, NewTable(game)))[0]
    then = Table(id_, opening.encode_setup(setup))
    assert then.match.id != table.match.id and then.setup.secret != table.setup.secret
    assert then.match.seats == table.match.seats
    assert then.setup.chairs == table.setup.chairs and then.setup.host == table.setup.host
    before, now = (t.game.option_values(t.match.at(0)) for t in (table, then))
    assert {n for n in {*now, *before} if now.get(n) != before.get(n)} <= {"first_player", "p1_colour"}


def test_a_game_from_a_position_begins_there_again() -> None:
    table = finished("parcheesi", NewTable(start=NEARLY, seats=[Seating("device")] * 2, dice="checkable"))
    then = Table("u", opening.encode_setup(opening.again(table)[1]))
    assert then.match.at(0) == table.match.at(0) and then.match.ply == 0


def test_the_last_move_is_told_the_same_live_and_loaded_again() -> None:
    """It comes together with the secret of the dice, and is not that."""
    live = finished("parcheesi", NewTable(start=NEARLY, seats=[Seating("device")] * 2))
    loaded = Table.load("t", opening.encode_setup(live.setup), live.rows([line.entry for line in live.log]))
    told = [[line.entry.told(t, line, None).text for line in t.log] for t in (live, loaded)]
    assert told[0] == told[1]
    assert "wins" in told[0][-2] and "secret" in told[0][-1]


# ---------------------------------------------------------------- ways out


def test_to_resign_ends_it_where_two_sides_play() -> None:
    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["person", "bot:random"])
        async with table.page() as page:
            await play_on(page, random.Random(1), lambda f: f["ply"] > 5)
            assert (await page.say("resign"))["ok"]
            frame = await page.until(lambda: next((f for f in page.frames.values() if f["over"]), None))
        other = next(p["chair"] for p in frame["people"] if p["kind"] == "bot")
        assert frame["winners"] == [other] and not frame["may"]["resign"]
        three = await served.open("doubletrack", ["person", "person", "person"])
        assert not (await three.frame(0))["may"]["resign"]
        assert (await three.command(0, "resign")).json()["error"]["kind"] == "not_now"

    play(story)


def test_to_leave_hands_the_chair_to_a_bot() -> None:
    async def story(served: Served) -> None:
        table = await served.open("doubletrack", ["person", "person", "person"])
        chair = min(table.tokens)
        assert (await table.frame(chair))["may"]["leave"]
        assert (await table.command(chair, "leave")).json()["ok"]
        frame = await table.frame(chair)
        assert frame["people"][0]["left"] and frame["may"]["come_back"] and not frame["may"]["leave"]
        assert (await table.command(chair, "leave")).json()["error"]["kind"] == "not_now"
        assert (await table.command(chair, "come_back")).json()["ok"]
        assert (await table.command(table.watch, "leave")).status_code == 403

    play(story)


def test_what_a_seat_sets_for_itself_is_told_to_nobody() -> None:
    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["person", "person"])
        first, second = table.tokens
        assert (await table.command(first, "settings", settings={"auto_roll": True})).json()["ok"]
        assert (await table.frame(first))["settings"]["auto_roll"]
        assert not (await table.frame(second))["settings"]["auto_roll"]
        log = (await served.get(f"{table.path}/events", table.tokens[second])).json()["events"]
        assert [e["text"] for e in log if e["kind"] == "settings"] == [""]

    play(story)
