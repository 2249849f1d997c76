"""Playing at a table, over real sockets and by plain HTTP."""

from __future__ import annotations

import asyncio
import random
import traceback
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

import parlour
from parlour.server.access import Limits
from parlour.server.repeats import Repeats
from parlour.table import Match, verify
from parlour.table.codes import to_code
from parlour.table.resume import replay
from parlour.text import ParlourError, say
from tests.games.doubletrack.support import table as gate_table
from tests.server.helpers import GENEROUS, Opened, Page, Served, serving

Story = Callable[[Served], Coroutine[Any, Any, None]]


def play(story: Story, limits: Limits = GENEROUS) -> None:
    async def whole() -> None:
        async with serving(limits=limits) as served:
            await story(served)

    asyncio.run(whole())


def choose(frame: dict[str, Any], rng: random.Random) -> dict[str, Any] | None:
    """What the seat of a frame does now, if anything."""
    if frame["may"]["roll"]:
        return {"do": "roll"}
    if frame["moves"]:
        return {"do": "play", "action": rng.choice(frame["moves"])["notation"]}
    return None


async def play_on(page: Page, rng: random.Random, until: Callable[[dict[str, Any]], bool]) -> None:
    """Do whatever is asked of the page's seats until that is so."""
    seq = 0
    while True:
        frame = await page.since(seq)
        if until(frame):
            return
        for seat, mine in list(page.frames.items()):
            said = choose(mine, rng)
            if said is not None:
                answer = await page.say(**said, seat=seat, after=mine["seq"])
                assert answer["ok"] or answer["error"]["kind"] in ("late", "not_now"), answer
                seq = answer.get("seq", mine["seq"] + 1)
                break
        else:
            seq = frame["seq"] + 1


async def first_moves(page: Page, count: int) -> None:
    await play_on(page, random.Random(0), lambda f: f["ply"] >= count)


@pytest.mark.parametrize("game", parlour.names())
def test_a_whole_game_against_bots(game: str) -> None:
    async def story(served: Served) -> None:
        rules = parlour.load(game).rules
        limited = any(option.name == "max_turns" for option in rules.OPTIONS)
        seats = ["person", *["bot:random"] * (min(rules.SEATS) - 1)]
        table = await served.open(game, seats, options={"max_turns": 6} if limited else {})
        async with table.page() as page:
            await play_on(page, random.Random(1), lambda f: f["over"])
            frame = await page.until(lambda: next((f for f in page.frames.values() if f["over"]), None))
            numbers = [event["seq"] for event in page.events[frame["you"]]]
            assert numbers == list(range(1, frame["seq"] + 1))
            assert all(event["text"] for event in page.events[frame["you"]])
        await check_end(table, frame)

    play(story)


async def check_end(table: Opened, frame: dict[str, Any]) -> None:
    """The record of a finished game can be had, ends as the page shows, and holds what proves the dice."""
    answer = await table.served.get(f"{table.path}/record", table.watch)
    assert answer.status_code == 200
    match = replay(answer.content)
    assert match.over and match.ply == frame["ply"]
    assert frame["winners"] == match.winners
    assert frame["shares"] == {str(chair): share for chair, share in match.shares.items()}
    assert sum(frame["shares"][str(chairs[0])] for chairs in match.sides.values()) == pytest.approx(1)
    assert [event.kind for event in match.events].count("reveal") == (1 if match.rolls else 0)


def test_the_record_of_a_finished_game_proves_its_dice(tmp_path: Any) -> None:
    async def story(served: Served) -> None:
        table = await served.open("pollyanna", ["device", "device"], options={"max_turns": 4})
        async with table.page() as page:
            assert (await page.say("add_secret", seat=min(table.tokens), text="my own luck"))["ok"]
            await play_on(page, random.Random(3), lambda f: f["over"])
        file = tmp_path / "game.parlour"
        file.write_bytes((await served.get(f"{table.path}/record", table.watch)).content)
        assert verify(file).kind == "proved"
        assert "my own luck" in file.read_text("utf-8")

    play(story)


def test_the_end_of_a_game_is_told_line_by_line() -> None:
    """The last decision and the secret that the table shows then are two events, each with its own words."""

    async def story(served: Served) -> None:
        table = await served.open("pollyanna", ["device", "device"], options={"max_turns": 4})
        async with table.page() as page:
            await play_on(page, random.Random(3), lambda f: f["over"])
            told = [e for e in page.events[min(table.tokens)] if "n" in e]
        match = replay((await served.get(f"{table.path}/record", table.watch)).content)
        assert match.events[-1].kind == "reveal"
        assert [e["n"] for e in told] == [e.n for e in match.events]
        assert [e["text"] for e in told] == [str(sentence) for sentence in match.story()]

    play(story)


def test_by_http_the_same_commands_and_events() -> None:
    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["person", "person"])
        first, second = table.tokens
        frame = await table.frame(first)
        assert frame["you"] == first and frame["may"]["roll"] and not frame["moves"]
        assert (await table.frame(second))["may"]["roll"] is False
        rolled = await table.command(first, "roll", after=frame["seq"])
        assert rolled.json() == {"ok": True, "id": rolled.json()["id"], "kind": "answer", "seq": 1}
        events = (await served.get(f"{table.path}/events?after=0", table.tokens[second])).json()
        assert [e["kind"] for e in events["events"]] == ["roll"]
        assert (await served.get(f"{table.path}/events?after=1", table.watch)).json() == {
            "seq": 1,
            "events": [],
        }
        waiting = asyncio.create_task(served.get(f"{table.path}/events?after=1&wait=20", table.watch))
        await asyncio.sleep(0.05)
        assert (await table.command(second, "roll")).status_code == 200
        assert (await waiting).json()["events"][0]["seq"] == 2  # and did not wait for the 20 seconds

    play(story)


def test_a_page_with_several_seats_hears_for_each() -> None:
    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["device", "device", "bot:random"])
        mine = list(table.tokens)
        async with table.page() as page:
            await page.until(lambda: len(page.frames) == 2)
            assert {f["you"] for f in page.frames.values()} == set(mine)
            assert page.heard[0]["kind"] == "welcome" and page.heard[0]["seats"] == mine
            unclear = await page.say("roll")
            assert not unclear["ok"] and "which of your seats" in unclear["error"]["text"]
            assert (await page.say("roll", seat=mine[0]))["ok"]

    play(story)


def test_the_same_command_again_is_answered_the_same_and_not_played_twice() -> None:
    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["person", "person"])
        first = next(iter(table.tokens))
        async with table.page(first) as page:
            once = await page.say("roll", id="x-1")
            again = await page.say("roll", id="x-1")
            assert once["ok"] and again == once
            over_http = await table.command(first, "roll", id="x-1")
            assert over_http.json()["seq"] == once["seq"]
            refused = await page.say("play", id="x-2", action="nonsense")
            assert not refused["ok"] and (await page.say("play", id="x-2", action="nonsense")) == refused
            other = await page.say("roll", id="x-1", outcome="5-3")
            assert other["error"]["kind"] == "reused"
            frame = await page.frame()
            assert frame["ply"] == 1

    play(story)


def test_out_of_order_and_foreign_commands_are_refused() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        first, second = table.tokens
        async with table.page(first) as one, table.page(second) as two:
            moves = (await one.frame())["moves"]
            wrong = await two.say("play", action=moves[0]["notation"])
            assert wrong["error"]["kind"] == "not_now"
            foreign = await two.say("play", seat=first, action=moves[0]["notation"])
            assert foreign["error"]["kind"] == "not_yours"
            seq = (await one.frame())["seq"]
            assert (await one.say("play", action=moves[0]["notation"], after=seq))["ok"]
            reply = (await two.since(seq + 1))["moves"][0]["notation"]
            assert (await two.say("play", action=reply))["ok"]
            late = await one.say("play", action=moves[1]["notation"], after=seq)
            assert late["error"]["kind"] == "late"
            ahead = await one.say("play", action=moves[1]["notation"], after=10_000)
            assert ahead["error"]["kind"] == "ahead"
        refused = await table.command(table.watch, "play", action=moves[2]["notation"])
        assert refused.status_code == 403 and refused.json()["error"]["kind"] == "not_yours"
        assert (await table.command(table.host, "roll")).status_code == 403
        assert (await table.command("made-up-token", "roll")).status_code == 401

    play(story)


def test_a_refused_move_says_why_with_the_clause() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        async with table.page(next(iter(table.tokens))) as page:
            legal = (await page.frame())["moves"][0]
            assert (await page.say("play", action=legal["notation"]))["ok"]
            answer = await page.say("play", action=legal["notation"])
            assert answer["error"]["kind"] == "not_now"
            asked = await page.say("why", action=legal["code"])
            assert asked["ok"] and asked["why"]["text"]
            malformed = await page.say("play", action={"do": "fly"})
            assert malformed["error"]["kind"] in ("not_now", "malformed")
            assert (await page.say("why", pick="nowhere", drop="b2d"))["why"]["text"]

    play(story)


def test_whoever_is_not_asked_hears_so_by_http_as_well() -> None:
    """Red has been named a price for the red gate; the chips to pay it with are blank to the others."""
    start = to_code(parlour.load("doubletrack"), gate_table(turn=0, large={"0": "R.M1"}, passes={"red": 1}))

    async def story(served: Served) -> None:
        table = await served.open("doubletrack", ["person"] * 4, start=start)
        assert (await table.command(table.tokens[0], "play", action="ask red")).status_code == 200
        assert (await table.command(table.tokens[1], "play", action="reply price 10")).status_code == 200
        for seat in (1, 2, 3):
            asked = await table.command(table.tokens[seat], "why", action="pay")
            assert asked.status_code == 200, asked.text
            assert asked.json()["why"]["text"].endswith("to decide.")

    play(story)


def test_reconnecting_goes_on_where_it_was() -> None:
    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["person", "bot:random"])
        async with table.page() as page:
            await play_on(page, random.Random(5), lambda f: f["ply"] > 12)
            seen = list(page.events[(await page.frame())["you"]])
        async with table.page(after=seen[4]["seq"]) as again:
            await again.frame()
            told = again.events[next(iter(again.events))]
            assert told[: len(seen) - 5] == seen[5:]
            welcome = again.heard[0]
            assert welcome["seq"] >= seen[-1]["seq"]
        async with table.page(after=99_999) as ahead:
            assert await ahead.gone() == 4400

    play(story)


def test_settings_roll_and_play_by_themselves_and_are_nobody_elses_business() -> None:
    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["device", "device"])
        async with table.page() as page:
            await page.until(lambda: len(page.frames) == 2)
            wanted = {"auto_roll": True, "auto_forced": True}
            for seat in table.tokens:
                assert (await page.say("settings", seat=seat, settings=wanted))["ok"]
            await play_on(page, random.Random(2), lambda f: f["ply"] > 25)
            events = page.events[next(iter(table.tokens))]
            assert {e["how"] for e in events if e["kind"] == "roll"} == {"auto"}
            assert "auto" in {e.get("how", "hand") for e in events if e["kind"] == "play"}
            assert {e["text"] for e in events if e["kind"] == "settings"} == {""}

    play(story)


def test_typed_dice_are_told_what_they_show() -> None:
    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["person", "bot:random"], dice="typed")
        async with table.page() as page:
            frame = await page.frame()
            assert frame["may"]["roll"] and frame["may"]["outcomes"]
            assert (await page.say("roll"))["error"]["kind"] == "bad_choice"
            assert (await page.say("roll", outcome="7-7"))["error"]["kind"] == "malformed"
            first = await page.say("roll", outcome="6-4")
            frame = await page.since(first["seq"])
            assert [row["faces"] for row in frame["dice"]["rows"]] == [[6, 4]]
            assert frame["may"]["roll"]  # the bot's real dice are rolled by a person as well

    play(story)


def test_a_command_refused_again_and_again_costs_nothing() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        answers = {(await table.command(0, "undo", id="same")).text for _ in range(3)}
        assert len(answers) == 1

    play(story)
    repeats = Repeats()
    repeats.refused("0:a", "x", ParlourError(say("No.")))
    depths = []
    for _ in range(3):
        with pytest.raises(ParlourError) as refused:
            repeats.answer("0:a", "x")
        depths.append(len(list(traceback.walk_tb(refused.value.__traceback__))))
    assert len(set(depths)) == 1, "what is remembered does not grow"


# ---------------------------------------------------------------- looking back and branching off


def test_past_moments_branches_and_opened_records() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "bot:random"])
        async with table.page() as page:
            await first_moves(page, 6)
        frames = [(await served.get(f"{table.path}/at/{ply}", table.watch)).json() for ply in range(7)]
        assert [f["ply"] for f in frames] == list(range(7)) and all(f["past"] for f in frames)
        assert not frames[3]["moves"] and frames[0]["code"] != frames[1]["code"]
        assert (await served.get(f"{table.path}/at/999", table.watch)).status_code == 422

        answer = await served.post(f"{table.path}/branch", {"ply": 4}, table.watch)
        assert answer.status_code == 201
        branch = Opened(served, answer.json())
        frame = await branch.frame(branch.watch)
        assert frame["code"] == frames[4]["code"] and frame["forked_from"]["ply"] == 4

        text = (await served.get(f"{table.path}/record", table.watch)).text
        answer = await served.post("/api/tables", {"record": text})
        opened = Opened(served, answer.json())
        assert not opened.tokens  # only to be looked at
        async with opened.page(opened.watch) as page:
            frame = await page.frame()
            assert frame["ply"] == 6 and frame["agreed"]["closed"]
            kinds = [e["kind"] for e in page.events[None]]
            assert kinds == ["play"] * 6
        again = await served.post(f"{opened.path}/branch", {}, opened.watch)
        assert again.status_code == 201 and len(Opened(served, again.json()).tokens) == 1

        from_code = await served.post("/api/tables", {"start": frames[2]["code"], "seats": []})
        assert (await Opened(served, from_code.json()).frame(from_code.json()["watch"]))["code"] == frames[2][
            "code"
        ]

    play(story)


def test_a_record_with_secrets_waits_for_the_end() -> None:
    async def story(served: Served) -> None:
        table = await served.open("doubletrack", ["person", *["bot:random"] * 2])
        for token in (table.watch, table.host, *table.tokens.values()):
            answer = await served.get(f"{table.path}/record", token)
            assert answer.status_code == 403 and "after the game" in answer.json()["error"]["text"]
            assert (await served.post(f"{table.path}/branch", {}, token)).status_code == 403
        frame = await table.frame(next(iter(table.tokens)))
        assert frame["code"] == "" and not frame["may"]["record"] and not frame["may"]["branch"]

    play(story)


# ---------------------------------------------------------------- people


def test_names_languages_and_links() -> None:
    async def story(served: Served) -> None:
        seats = [{"kind": "person", "name": "  Anna\u202e\x07\n B. "}, {"kind": "person"}, {"kind": "person"}]
        table = await served.open("parcheesi", seats)
        first, second, _ = table.tokens
        async with table.page(first) as page:
            frame = await page.frame()
            assert frame["people"][0]["name"] == "Anna B." and frame["people"][1]["name"] == ""
            renamed = await page.say("name", name="x" * 150)
            assert (await page.since(renamed["seq"]))["people"][0]["name"] == "x" * 40
            refused = await page.say("link", chair=second)
            assert refused["error"]["kind"] == "not_yours"
        async with table.page(table.host, table.tokens[first]) as host:
            old = table.tokens[second]
            answer = await host.say("link", chair=second)
            assert answer["ok"] and answer["token"]
            assert (await served.get(table.path, old)).status_code == 401
            assert (await table.frame(answer["token"]))["you"] == second
            assert not (await host.say("link", chair=first))["ok"]  # somebody sits there

    play(story)


def test_spectators_come_and_go_unnoticed() -> None:
    async def story(served: Served) -> None:
        table = await served.open("tritrac", ["person", "person"])
        async with table.page(0) as page:
            await page.frame()
            before = len(page.heard)
            for _ in range(5):
                async with table.page(table.watch) as other:
                    await other.frame()
            assert (await page.say("moves"))["ok"]
            assert [m["kind"] for m in page.heard[before:]] == ["answer"]

    play(story)


def test_spectators_see_and_do_not_act() -> None:
    async def story(served: Served) -> None:
        table = await served.open("parcheesi", ["person", "bot:random"])
        async with table.page() as page, table.page(table.watch) as watcher:
            await play_on(page, random.Random(7), lambda f: f["ply"] > 6)
            frame = await watcher.frame()
            assert frame["you"] is None and not frame["moves"] and not frame["may"]["roll"]
            for command in ({"do": "roll"}, {"do": "undo"}, {"do": "name", "name": "me"}, {"do": "hint"}):
                assert (await watcher.say(**command))["error"]["kind"] == "not_yours"
            assert (await watcher.say("take_over", chair=0))["error"]["kind"] == "not_yours"
            assert len(watcher.events[None]) >= 7

    play(story)


def test_what_is_kept_is_what_was_told() -> None:
    """Everything that a table told can be read again from its log, by anybody who may know it."""

    async def story(served: Served) -> None:
        table = await served.open("pollyanna", ["person", "bot:random"])
        async with table.page() as page:
            await play_on(page, random.Random(11), lambda f: f["ply"] > 15)
            seat = (await page.frame())["you"]
            seq = page.frames[seat]["seq"]
            answer = await served.get(f"{table.path}/events?after=0", table.tokens[seat])
            assert answer.json()["events"][:seq] == page.events[seat][:seq]

    play(story)


def test_a_match_knows_only_what_it_needs() -> None:
    """`restore` makes the same match as playing did."""
    match = Match.new("doubleswild", 2)
    rng = random.Random(4)
    while not match.over:
        if match.actor == -1:
            match.roll()
        else:
            match.play(match.actor, rng.choice(match.legal()).code)
            if not match.over and rng.random() < 0.2:
                match.undo()
    other = replay(match.record().encode())
    again = Match(match.game, match._header, other.dice, match.at(0))
    again.restore(match.events)
    assert again.record() == match.record()
    assert [str(s) for s in again.story()] == [str(s) for s in match.story()]
