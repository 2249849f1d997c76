"""The rounds of the event loop: who is served in which, however many speak at once."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter
from collections.abc import Iterator
from selectors import EVENT_READ

import pytest

from parlour.server import rounds, serve
from parlour.server.rounds import Rounds

from .helpers import serving

ANN, MALLORY = "192.0.2.1", "192.0.2.66"


class Crowd:
    """Connections, each with something to say until it is served."""

    def __init__(self, turns: Rounds, stack: contextlib.ExitStack) -> None:
        self.turns, self._stack = turns, stack
        self._ends: dict[int, tuple[socket.socket, socket.socket, str]] = {}

    def come(self, home: str | None, count: int) -> None:
        for _ in range(count):
            ours, theirs = (self._stack.enter_context(end) for end in socket.socketpair())
            self._ends[ours.fileno()] = (ours, theirs, home or "us")
            self.turns.register(ours, EVENT_READ)
            if home is not None:
                self.turns.came(ours.fileno(), home)
            theirs.send(b"!")

    def served(self, again: bool = False) -> Counter[str]:
        """One round: how many of each address; what they said is read, or said again."""
        found: Counter[str] = Counter()
        for key, _ in self.turns.select(0):
            ours, theirs, home = self._ends[key.fd]
            assert ours.recv(1) == b"!"
            if again:
                theirs.send(b"!")
            found[home] += 1
        return found


@pytest.fixture
def crowd() -> Iterator[Crowd]:
    with contextlib.ExitStack() as stack:
        yield Crowd(stack.enter_context(contextlib.closing(Rounds(at_once=8))), stack)


def test_in_a_round_addresses_take_turns(crowd: Crowd) -> None:
    crowd.come(MALLORY, 50)
    crowd.come(ANN, 2)
    assert crowd.served() == {ANN: 2, MALLORY: 6}
    crowd.come(ANN, 1)
    assert crowd.served() == {ANN: 1, MALLORY: 7}
    rest = [crowd.served() for _ in range(6)]
    assert sum(rest, Counter()) == {MALLORY: 37} and max(r.total() for r in rest) == 8


def test_at_one_address_whoever_was_served_longest_ago_is_next(crowd: Crowd) -> None:
    crowd.come(MALLORY, 24)
    seen = {key.fd for _ in range(3) for key, _ in crowd.turns.select(0)}
    assert len(seen) == 24, "although nobody has read what they said"
    assert crowd.served(again=True) == crowd.served(again=True) == {MALLORY: 8}


def test_what_is_nobodys_connection_never_waits(crowd: Crowd) -> None:
    crowd.come(MALLORY, 50)
    crowd.come(None, 20)
    assert crowd.served() == {"us": 20, MALLORY: 8}


def test_whoever_comes_is_known_by_the_address_until_the_line_is_closed() -> None:
    async def whole() -> None:
        turns = rounds.of_this_loop()
        assert turns is not None
        async with serving() as served:
            async with asyncio.timeout(30):
                await served.get("/api/languages")
                assert set(turns._homes.values()) == {"127.0.0.1"}
                await served.http.aclose()
                while turns._homes or turns._served:
                    await asyncio.sleep(0.01)

    with asyncio.Runner(loop_factory=rounds.new_loop) as runner:
        runner.run(whole())


def test_an_event_loop_that_keeps_no_rounds_serves_all_the_same() -> None:
    async def whole() -> None:
        assert rounds.of_this_loop() is None
        async with serving() as served:
            assert (await served.get("/api/languages")).status_code == 200

    asyncio.run(whole())


def test_a_server_keeps_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[Rounds | None] = []

    async def run(*given: object, **more: object) -> None:
        found.append(rounds.of_this_loop())

    monkeypatch.setattr(serve, "run", run)
    with socket.socket() as listening:
        serve.answer(serve.Wishes(database=":memory:"), listening, lambda: None)
    assert isinstance(found[0], Rounds)
