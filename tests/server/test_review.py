"""The review of a finished game, over the wire: made in a process of its own, the sums adding up."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from parlour.rules.kit import CHANCE
from parlour.server import backroom
from parlour.server.reviewing import reviewed
from parlour.table import Match, SeededDice
from tests.server.helpers import PATIENCE, Opened, Served, serving

END = {"turn": 0, "pawns": {"0": ["H", "H", 60, 66], "2": ["H", "H", 62, 64]}}


def finished(seed: int = 3) -> Match:
    match = Match.new("parcheesi", 2, dice=SeededDice(seed), start=END)
    while not match.over:
        if match.actor == CHANCE:
            match.roll()
        else:
            match.play(match.actor, match.legal()[0].code)
    return match


async def opened(served: Served, match: Match) -> Opened:
    answer = await served.post("/api/tables", {"record": match.record()})
    assert answer.status_code == 201, answer.text
    return Opened(served, answer.json())


def test_a_finished_game_is_reviewed_in_the_language_asked_for() -> None:
    match = finished()

    async def whole() -> None:
        async with serving() as served:
            table = await opened(served, match)
            served.http.timeout = 120
            answer = await served.get(f"{table.path}/review", table.watch)
            assert answer.status_code == 200, answer.text
            told = answer.json()
            assert len(told["entries"]) == match.ply
            for side in told["sides"]:
                parts = [side[k] for k in ("start", "luck", "skill", "others", "hindsight")]
                assert sum(parts) == pytest.approx(side["end"])
                assert side["end"] == match.shares[side["chairs"][0]]
            german = await served.get(f"{table.path}/review?language=de", table.watch)
            assert "würfelt" in german.json()["entries"][0]["text"]
            other = finished(4)
            other._header = replace(other._header, match=match.id)  # as whoever writes a record may claim
            assert other.ply != match.ply
            claimed = await opened(served, other)
            answer = await served.get(f"{claimed.path}/review", claimed.watch)
            assert len(answer.json()["entries"]) == other.ply
            assert (await served.get(f"{table.path}/review", "nobody")).status_code == 401

    asyncio.run(whole())


def test_nobody_reviews_a_game_that_goes_on() -> None:
    async def whole() -> None:
        async with serving() as served:
            table = await served.open("doubletrack", ["person", "person", "person"])
            answer = await served.get(f"{table.path}/review", table.watch)
            assert answer.status_code == 409
            assert answer.json()["error"]["kind"] == "not_now"

    asyncio.run(whole())


def test_a_process_that_dies_is_replaced() -> None:
    record = finished().record()

    async def whole() -> None:
        room = backroom.Backroom()
        asked = asyncio.ensure_future(room.made(reviewed, record, "en"))
        while room._pool is None or not room._pool._processes:
            await asyncio.sleep(0.05)
        for pid in list(room._pool._processes):
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(backroom.Refusal, match="took too long or was ended"):
            await asked
        assert b"entries" in await room.made(reviewed, record, "en")
        room._longest = 0.001
        with pytest.raises(backroom.Refusal, match="took too long or was ended"):
            await room.made(reviewed, record, "de")
        await room.close()

    asyncio.run(whole())


SERVER = """
import asyncio, sys
from parlour.server.backroom import Backroom
from parlour.server.reviewing import reviewed

async def whole():
    room = Backroom()
    await room.made(reviewed, open(sys.argv[1]).read(), "en")
    print(*room._pool._processes, flush=True)
    await asyncio.sleep(600)

if __name__ == "__main__":
    asyncio.run(whole())
"""


def test_the_process_ends_with_a_server_that_was_killed(tmp_path: Path) -> None:
    """A process that outlived its server would hold its memory, and its terminal, for ever."""
    script, record = tmp_path / "server.py", tmp_path / "game.parlour"
    script.write_text(SERVER, "utf-8")
    record.write_text(finished().record(), "utf-8")
    server = subprocess.Popen([sys.executable, script, record], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    [pid] = map(int, server.stdout.readline().split())
    os.kill(pid, 0)
    server.kill()
    server.communicate(timeout=PATIENCE)  # returns when nobody holds the pipe any more
    for _ in range(600):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the process lives on")
