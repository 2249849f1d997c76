"""The lab over the wire: questions in a queue, answered by a process of low priority while somebody looks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from parlour.lab.comparing import Comparison
from parlour.lab.question import Question
from parlour.rules import folders
from parlour.server import laboratory, protocol
from parlour.server.laboratory import Laboratory
from tests.server.helpers import Served, serving

SMALL = "/lab?game=doubletrack&players=3&games=24&watched=0&set=&set=asks_per_turn=1"
LARGE = "/lab?game=doubletrack&players=3&games=100000&watched=0&seed=5"


@pytest.fixture(autouse=True)
def _uncompiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Games this short are quick enough in plain Python, and nothing has to be compiled. What is kept of
    them is this test's own."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))


async def ask(served: Served, link: str, person: str = "me", language: str = "en") -> dict[str, Any]:
    answer = await served.post(f"/api/lab?language={language}", {"link": link, "person": person})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def look(served: Served, told: dict[str, Any], *states: str) -> dict[str, Any]:
    """Wait until it stands as it should, with an answer."""
    while told["state"] not in states or told["answer"] is None:
        assert told["state"] != "failed", told
        answer = await served.get(f"/api/lab/{told['id']}?after={told['seq']}&wait=20")
        assert answer.status_code == 200, answer.text
        told = answer.json()
    return told


def test_a_question_is_answered_and_kept() -> None:
    async def whole() -> None:
        async with serving() as served:
            served.http.timeout = 120
            told = await look(served, await ask(served, SMALL), "finished")
            rows = {row["name"]: row for row in told["answer"]["rows"]}
            assert [rows["length"]["games"], told["answer"]["games"]] == [24, 24]
            assert rows["length"]["differences"][0] is None
            assert rows["length"]["figures"][1]["low"] < rows["length"]["figures"][1]["value"]
            assert len(told["answer"]["sets"]) == 2
            again = await ask(served, SMALL, "somebody else")
            assert (again["id"], again["state"]) == (told["id"], "finished")
            data = (await served.get(f"/api/lab/{told['id']}/data.json")).json()
            assert data["link"] == told["link"] and data["seed"] == 0
            report = await served.get(f"/api/lab/{told['id']}/report.html")
            assert report.text.startswith("<!doctype html>") and "asks_per_turn=1" in report.text
            german = await ask(served, SMALL, language="de")
            assert german["id"] != told["id"]

    asyncio.run(whole())


def test_a_question_is_put_aside_and_taken_up_again() -> None:
    async def whole() -> None:
        async with serving() as served:
            served.http.timeout = 120
            first = await look(served, await ask(served, LARGE), "playing")
            assert (await served.get(f"/api/lab/{first['id']}/report.html")).status_code == 409
            other = await ask(served, SMALL)  # the same person, in another tab
            aside = await look(served, first, "stopped")
            await look(served, other, "finished")
            again = await look(served, await ask(served, LARGE), "playing")
            assert again["answer"]["games"] >= aside["answer"]["games"] >= first["answer"]["games"] > 0
            stopped = (await served.post(f"/api/lab/{first['id']}/stop", {})).json()
            assert stopped["state"] == "stopped"

    asyncio.run(whole())


def test_who_opens_a_laptop_again_finds_it_going_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was put aside because nobody looked goes on when somebody does; what was stopped waits."""

    async def whole() -> None:
        lab, usual = Laboratory(), laboratory.UNASKED

        async def until(state: str) -> int:
            while lab.job(id_).state != state:
                await asyncio.sleep(0.01)
            return lab.job(id_).seq

        try:
            id_ = (await lab.ask(protocol.LabWish(LARGE, "me"), "en", "here")).id
            await until("playing")
            monkeypatch.setattr(laboratory, "UNASKED", 0.1)
            await until("stopped")
            monkeypatch.setattr(laboratory, "UNASKED", usual)
            assert (await lab.look(id_, 0, 0)).state in ("waiting", "playing")
            await until("playing")
            lab.stop(id_)
            assert (await lab.look(id_, 0, 0)).state == "stopped"
            # whoever presses the button before the process has heard of it goes on as well
            seq = (await lab.ask(protocol.LabWish(LARGE, "me"), "en", "here")).seq
            while lab.job(id_).seq < seq + 3:
                await asyncio.sleep(0.01)
            assert lab.job(id_).state == "playing"
        finally:
            await lab.close()

    asyncio.run(whole())


def test_what_takes_long_lets_others_come_first_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to press a button every two minutes."""
    monkeypatch.setattr(laboratory, "TURN", 1.0)

    async def whole() -> None:
        lab = Laboratory()

        async def games(id_: str, least: int) -> int:
            """How many it has, once there are so many; somebody looks all the while."""
            while True:
                told = await lab.look(id_, 0, 0)
                assert told.state not in ("failed", "stopped"), told
                if told.answer and told.answer["games"] >= least:
                    return int(told.answer["games"])
                await asyncio.sleep(0.02)

        try:
            large = (await lab.ask(protocol.LabWish(LARGE, "me"), "en", "here")).id
            await games(large, 1)
            small = (await lab.ask(protocol.LabWish(SMALL, "you"), "en", "there")).id
            await games(small, 24)
            so_far = await games(large, 1)
            assert await games(large, so_far + 1) > so_far
        finally:
            await lab.close()

    asyncio.run(whole())


def test_addresses_take_turns_with_their_questions() -> None:
    """Whoever asks three things waits with the second for somebody who asks his first."""

    async def whole() -> None:
        lab, asked = Laboratory(), []
        try:
            for n, address in enumerate(("one", "one", "one", "another")):
                wish = protocol.LabWish(LARGE.replace("seed=5", f"seed={n}"), f"person {n}")
                asked.append((await lab.ask(wish, "en", f"from {address}")).id)
                while lab.job(asked[0]).state == "waiting":
                    await asyncio.sleep(0.01)
            assert [lab.told(lab.job(id_)).ahead for id_ in asked] == [0, 2, 3, 1]
        finally:
            await lab.close()

    asyncio.run(whole())


def test_a_server_that_was_started_anew_goes_on() -> None:
    """A closed laptop, a crash, an update: what was played for a question is not played again."""

    async def until_kept() -> int:
        async with serving() as served:
            served.http.timeout = 120
            told = await ask(served, LARGE)
            while not any(folders.kept("lab").iterdir()):
                told = await look(served, told, "playing")
                answer = await served.get(f"/api/lab/{told['id']}?after={told['seq']}&wait=20")
                told = answer.json()
            work = Comparison(Question.from_link(told["link"]))
            work.restore(next(folders.kept("lab").iterdir()).read_bytes())
            return work.games

    async def again() -> int:
        async with serving() as served:
            served.http.timeout = 120
            told = await look(served, await ask(served, LARGE), "playing")
            games: int = told["answer"]["games"]
            return games

    before = asyncio.run(until_kept())
    assert 0 < before <= asyncio.run(again())


@pytest.mark.parametrize(
    ("link", "status", "told"),
    [
        ("/lab?game=doubletrack&games=1000000000000", 422, "from 1 to 1000000000"),
        ("/lab?game=doubletrack&games=900000", 422, "Here at most 200,000 games"),
        ("/lab?game=/etc", 404, "no such game"),
        ("/lab?game=tritrac&set=board=/etc/passwd", 404, "no such board"),
        ("/lab?game=doubletrack&set=asks=1", 422, "There is no option “asks”"),
        ("/lab?game=doubletrack&bots=5", 422, "thinks too long for the lab"),
        ("/lab?colour=red", 422, "There is no part of a question “colour”"),
        ("/lab", 422, "it names no game"),
    ],
)
def test_what_cannot_be_asked_here(link: str, status: int, told: str) -> None:
    async def whole() -> None:
        async with serving() as served:
            answer = await served.post("/api/lab", {"link": link, "person": "me"})
            assert (answer.status_code, told in answer.json()["error"]["text"]) == (status, True), answer.text
            assert (await served.get("/api/lab/nothing")).status_code == 404

    asyncio.run(whole())
