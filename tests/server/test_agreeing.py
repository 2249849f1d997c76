"""What a table agrees about: taking back, a draw, and a bot in the chair of somebody who left."""

from __future__ import annotations

from dataclasses import replace

import pytest

import parlour
from parlour.server import commands, opening, protocol
from parlour.server.tables import Table
from parlour.server.thinking import Thinker
from parlour.text import ParlourError
from tests.server.helpers import GENEROUS, Served
from tests.server.test_play import first_moves, play
from tests.table.test_final import doubletrack


def test_undo_is_free_where_it_was_agreed_so() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "bot:random"], undo="free")
        async with table.page() as page:
            await first_moves(page, 2)
            frame = await page.until(lambda: next((f for f in page.frames.values() if f["ply"] == 2), None))
            assert frame["may"]["undo"] == "yes"
            answer = await page.say("undo")  # the bot's reply goes back with it
            assert answer["ok"]
            assert (await page.since(answer["seq"]))["ply"] == 0
            assert (await page.say("undo"))["error"]["kind"] == "not_now"

    play(story)


def test_undo_by_consent_and_never() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"], undo="agreed")
        first, second = table.tokens
        async with table.page(first) as one, table.page(second) as two:
            move = (await one.frame())["moves"][0]["notation"]
            played = await one.say("play", action=move)
            assert (await one.since(played["seq"]))["may"]["undo"] == "ask"
            for yes in (False, True):
                asked = await one.say("undo")
                frame = await two.since(asked["seq"])
                assert frame["pending"]["what"] == "undo" and frame["pending"]["waits_for"] == [second]
                assert frame["may"]["answer"] and "take the last decision back" in frame["pending"]["text"]
                assert not (await one.say("answer", yes=True))["ok"]  # one's own wish
                answer = await two.say("answer", yes=yes)
                frame = await two.since(answer["seq"])
                assert frame["ply"] == (0 if yes else 1) and frame["pending"] is None
            assert not (await two.say("table", settings={"undo": "never"}))["ok"]
        async with table.page(table.tokens[first], table.host) as host:
            assert (await host.say("table", settings={"undo": "never"}))["ok"]
            assert (await host.say("play", action=move))["ok"]
            assert "nothing is taken back" in (await host.say("undo"))["error"]["text"]

    play(story)


def test_what_is_binding_is_neither_offered_back_nor_taken_back() -> None:
    match = doubletrack(1, "ask")
    start = parlour.table.to_json(match.game, match.position)

    async def story(served: Served) -> None:
        table = await served.open("doubletrack", ["device"] * 3, start=start, undo="free")
        mover, holder = match.actor, (match.actor + 1) % 3
        assert (await table.command(mover, "play", action="ask blue")).status_code == 200
        assert (await table.frame(mover))["may"]["undo"] == "yes"  # nobody has answered
        assert (await table.command(holder, "play", action="reply free")).status_code == 200
        for seat in (mover, holder):
            assert (await table.frame(seat))["may"]["undo"] == ""
            refused = await table.command(seat, "undo")
            assert refused.status_code == 409
            assert refused.json()["error"]["text"].startswith("It is binding, so it stays")
        assert (await table.frame(mover))["ply"] == 2

    play(story)


def test_a_draw_by_agreement() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        first, second = table.tokens
        async with table.page(first) as one, table.page(second) as two:
            offered = await one.say("draw")
            frame = await two.since(offered["seq"])
            assert frame["pending"]["what"] == "draw" and frame["may"]["answer"]
            declined = await two.say("answer", yes=False)
            assert (await two.since(declined["seq"]))["pending"] is None
            move = (await one.since(declined["seq"]))["moves"][0]["notation"]
            assert (await one.say("play", action=move))["ok"]
            offered = await one.say("draw")
            await two.since(offered["seq"])
            agreed = await two.say("answer", yes=True)
            frame = await one.since(agreed["seq"])
            assert frame["over"] and set(frame["shares"].values()) == {0.5}

    play(story)


def test_somebody_leaves_a_bot_takes_the_chair_and_gives_it_back() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"], takeover_minutes=0)
        first, second = table.tokens
        async with table.page(first) as one:
            async with table.page(second):
                await one.until(lambda: [p["here"] for p in one.people] == [True, True])
                refused = await one.say("take_over", chair=second)
                assert "is here" in refused["error"]["text"]
            gone = await one.until(lambda: next((p for p in one.people if not p["here"]), None))
            assert gone["chair"] == second and gone["may_be_replaced"] and gone["came"]
            move = (await one.frame())["moves"][0]["notation"]
            assert (await one.say("play", action=move))["ok"]
            assert (await one.say("take_over", chair=second))["ok"]
            frame = await one.until(lambda: next((f for f in one.frames.values() if f["ply"] == 2), None))
            assert [e for e in one.events[first] if e["kind"] == "play"][-1]["how"] == "bot"
            assert frame["people"][1]["left"] and frame["people"][1]["kind"] == "bot"
            async with table.page(second) as back:
                assert (await back.frame())["may"]["come_back"]
                answer = await back.say("come_back")
                assert (await back.since(answer["seq"]))["people"][1]["kind"] == "person"

    play(story)


def test_a_bot_does_not_take_a_chair_before_its_time() -> None:
    async def story(served: Served) -> None:
        table = await served.open("doubletrack", ["person"] * 3, takeover_minutes=0)
        first, second, third = table.tokens
        async with table.page(first) as one:
            async with table.page(second):
                await one.until(lambda: sum(p["here"] for p in one.people) == 2)
            gone = await one.until(lambda: next((p for p in one.people if p["away"] and p["away"] < 9), None))
            assert gone["chair"] in (second, third) and not gone["may_be_replaced"]
            refused = await one.say("take_over", chair=second)
            assert "seconds more to come back" in refused["error"]["text"]
            refused = await one.say("take_over", chair=third)
            assert "only the host" in refused["error"]["text"], "a chair that waits for its guest"
            assert [p["came"] for p in one.people] == [True, True, False]

    play(story, replace(GENEROUS, grace=90))


@pytest.mark.parametrize(
    ("sat", "by", "host", "away", "said"),
    [
        ([0, 1], 0, False, {1: 89.0}, "has 2 seconds more to come back"),
        ([0, 1], 0, False, {1: 90.0}, None),
        ([0], 0, False, {1: 500.0}, "only the host"),
        ([0], 0, True, {1: 89.0}, "has 2 seconds more to come back"),
        ([0], 0, True, {1: 500.0}, None),
        ([], None, True, {0: 500.0, 1: 500.0}, "Somebody must stay"),
        ([1], None, True, {0: 500.0, 1: 500.0}, None),
        ([0], None, True, {0: 500.0, 1: 500.0}, "Somebody must stay"),
        ([0, 1], None, False, {0: 500.0}, "Spectators watch"),
    ],
)
def test_who_may_give_a_chair_to_a_bot(
    sat: list[int], by: int | None, host: bool, away: dict[int, float], said: str | None
) -> None:
    """The chair is the first of those that are empty; nobody has more than 90 seconds of grace."""
    setup, _ = opening.new_table(protocol.NewTable("tritrac"), Thinker(1))
    table = Table("x", opening.encode_setup(setup))
    for chair in sat:
        table.sits(chair)
    wish = commands.TakeOver(chair=next(iter(away)))
    asking = commands.Asking(table, by, host, lambda: away, 90.0)
    if said is None:
        assert wish.judge(asking).entries[0].kind == "takeover"
    else:
        with pytest.raises(ParlourError, match=said):
            wish.judge(asking)


def test_without_an_agreed_pause_the_others_decide() -> None:
    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["person", "person", "person"])
        first, second, third = table.tokens
        async with table.page(first) as one, table.page(second) as two:
            async with table.page(third) as three:
                await three.frame()
            await one.until(lambda: [p["here"] for p in one.people] == [True, True, False])
            asked = await one.say("take_over", chair=third)
            frame = await two.since(asked["seq"])
            assert frame["pending"]["what"] == "takeover" and frame["pending"]["waits_for"] == [second]
            assert (await two.say("answer", yes=True))["ok"]
            assert (await two.since(asked["seq"] + 2))["people"][2]["kind"] == "bot"

    play(story)
