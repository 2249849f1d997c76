"""Nobody receives a byte that depends on what they may not know: the table's test with twins, on the wire.

Two servers play what one seat cannot tell apart: the cards, chips and bids that it does not know differ.
Everything it is sent must be the same, byte for byte: messages, answers, errors and past moments. So must
all that spectators get, who know less still, and every line that the server writes to its log.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
from collections import Counter
from typing import Any

import httpx
import pytest

import parlour
from parlour.bots.bot import Thought
from parlour.bots.randomly import Randomly
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE
from parlour.rules.position import Position
from parlour.server import frames, opening, tables, timing
from parlour.server.app import make_app
from parlour.server.rooms import Room
from parlour.server.sqlite import SqliteStore
from parlour.server.thinking import Thinker
from parlour.table import Match, TypedDice
from parlour.table.naming import legal_codes
from tests.server.helpers import GENEROUS
from tests.table.test_secrets import STRANGE, Twin, act, called, some_actor


class Candid(Thinker):
    """Gives hints that follow from what it is shown, and from nothing else."""

    async def advise(self, game: Game, view: Position, seat: int, table: str = "") -> tuple[Thought, str]:
        seed = int.from_bytes(view.to_bytes(), "big") % 2**63
        return Randomly(game).think(view, seat, seconds=None, seed=seed), "candid"


class World(logging.Handler):
    """A server with one table, and all that it ever says to one seat, to spectators and to its log."""

    def __init__(self, seat: int) -> None:
        super().__init__(logging.DEBUG)
        self.seat = seat
        self.told: dict[str, list[str]] = {"log": [], "seat": [], "watch": [], "asked": []}
        self.app: Any = make_app(SqliteStore(":memory:"), Candid(), limits=GENEROUS)
        self.hub = self.app.app.state.hub
        self._http = httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url="http://localhost")
        self._pages: list[asyncio.Task[None]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told["log"].append(record.getMessage())

    async def open(self, game: Game, start: dict[str, Any], players: int) -> None:
        """Set the table up as a position; the names of tables and tokens are the same in both worlds."""
        await self.hub.start()
        wish = {"start": start, "seats": [{"kind": "person"}] * players, "dice": "typed", "undo": "agreed"}
        answer = await self._http.post("/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        opened = answer.json()
        self._path = f"/api/tables/{opened['table']}"
        self._tokens = {p["chair"]: p["token"] for p in opened["seats"]}
        self._watch = opened["watch"]
        for token in (self._tokens[self.seat], self._watch):
            self._pages.append(asyncio.create_task(self._page(token)))
        await self.settle()

    async def _page(self, token: str) -> None:
        """A page that only listens: what the server sends it is kept as it is."""
        scope = {
            "type": "websocket",
            "path": f"{self._path}/socket",
            "raw_path": f"{self._path}/socket".encode(),
            "headers": [(b"host", b"localhost")],
            "query_string": b"",
            "client": ("127.0.0.1", 1),
            "subprotocols": [],
        }
        hello = json.dumps({"do": "hello", "tokens": [token]})
        incoming = [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": hello}]

        async def receive() -> dict[str, Any]:
            if incoming:
                return incoming.pop(0)
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: dict[str, Any]) -> None:
            self.told["watch" if token == self._watch else "seat"].append(message.get("text", str(message)))

        await self.app(scope, receive, send)

    async def settle(self) -> None:
        """Until all that had to be told has been told."""
        for _ in range(2):
            await asyncio.sleep(0)
            while not self._all_told():
                await asyncio.sleep(0)
            async with self.hub.table(self._path.rpartition("/")[2]):
                pass

    def _all_told(self) -> bool:
        """Are all pages let in, and is there nothing that one of them has not heard?"""
        listeners = [one for room in self.hub.rooms.values() for one in room.listeners]
        return len(listeners) == sum(not page.done() for page in self._pages) and all(
            one.greeted and not one.wake.is_set() for one in listeners
        )

    async def act(self, actor: int, code: int) -> None:
        """A roll or a decision, by whoever it is for; its maker's answer is kept only if it is the seat's."""
        if actor == CHANCE:
            for chair, token in self._tokens.items():
                answer = await self._say(token, {"do": "roll", "outcome": code}, chair == self.seat)
                if answer.status_code == 200:
                    break
            else:
                raise AssertionError(answer.text)
        else:
            answer = await self._say(self._tokens[actor], {"do": "play", "action": code}, actor == self.seat)
            assert answer.status_code == 200, answer.text
        await self.settle()

    async def ask(self, questions: list[dict[str, Any]], ply: int) -> None:
        """All that the seat and spectators can ask for."""
        for token in (self._tokens[self.seat], self._watch):
            for path in ("", "/events?after=0", f"/at/{ply}", "/record", "/at/100000"):
                answer = await self._http.get(self._path + path, headers=bearer(token))
                self.told["asked"].append(f"{path}: {answer.status_code} {answer.text}")
            for question in questions:
                await self._say(token, question, True)
        await self.settle()

    async def _say(self, token: str, command: dict[str, Any], kept: bool) -> httpx.Response:
        answer = await self._http.post(f"{self._path}/commands", json=command, headers=bearer(token))
        if kept:
            self.told["asked"].append(f"{answer.status_code} {answer.text}")
        return answer

    async def shut(self) -> None:
        for page in self._pages:
            page.cancel()
        await asyncio.gather(*self._pages, return_exceptions=True)
        await self._http.aclose()
        await self.hub.stop()


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


class Recording:
    """Lines of the server's log go to the world in which they are written."""

    def __init__(self, world: World) -> None:
        self.world = world

    def __enter__(self) -> None:
        logging.getLogger("parlour").addHandler(self.world)

    def __exit__(self, *_: object) -> None:
        logging.getLogger("parlour").removeHandler(self.world)


@pytest.fixture(autouse=True)
def same_names_and_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables, tokens and times are the same in both worlds, so that only secrets differ."""
    monkeypatch.setattr(opening, "new_id", lambda: "table")
    monkeypatch.setattr(opening, "new_token", lambda: f"token-{_next()}")
    monkeypatch.setattr("secrets.token_hex", lambda size: "5f" * size)  # the match's id
    monkeypatch.setattr(timing.time, "time", lambda: 1_000_000.0)
    away = Room.away
    monkeypatch.setattr(Room, "away", lambda room, table: dict.fromkeys(away(room, table), 0.0))
    monkeypatch.setattr(logging.getLogger("parlour"), "level", logging.DEBUG)


_count: list[None] = []


def _next() -> int:
    _count.append(None)
    return len(_count)


async def compare(match: Match, seat: int, rng: random.Random, steps: int) -> tuple[Counter[str], int]:
    """Play on in two worlds that the seat cannot tell apart; in which fields they differed, and how long."""
    twin = Twin(match, seat, rng)
    worlds = World(seat), World(seat)
    starts = [match.position, twin.other.position]
    done = 0
    for world, start in zip(worlds, starts, strict=True):
        _count.clear()
        with Recording(world):
            await world.open(match.game, parlour.table.to_json(match.game, start), len(match.seats))
    same(*worlds)
    while done < steps and not match.over:
        actor = some_actor(match, rng)
        act(match, actor, rng.choice(legal_codes(match.game, called(match, actor))))
        if not twin.follow(actor) or match.over or twin.other.over:
            break
        done += 1
        questions, ply = ask_about(match, rng), rng.randrange(done + 1)
        for world, one in zip(worlds, (match, twin.other), strict=True):
            with Recording(world):
                await world.act(actor, int(one.events[-1].code or 0))
                await world.ask(questions, ply)
        same(*worlds)
    for world in worlds:
        await world.shut()
    return twin.differed, done


def ask_about(match: Match, rng: random.Random) -> list[dict[str, Any]]:
    size = int(match.game.plain.ACTIONS)
    return [
        {"do": "why", "action": rng.randrange(size)},
        {"do": "why", "action": rng.choice(STRANGE)},
        {"do": "moves", "find": "5"},
        {"do": "undo"},
        {"do": "hint"},
        {"do": "roll", "outcome": "xyzzy"},
        {"do": "play", "action": rng.choice(["xyzzy", "bid 999", {"do": "fly"}])},
    ]


def same(one: World, other: World) -> None:
    """To the byte; only the last that was said is looked at, the rest was looked at before."""
    for channel, here in one.told.items():
        there = other.told[channel]
        assert here == there, channel
        here.clear()
        there.clear()


def somewhere(game: Game, players: int, rng: random.Random) -> Match:
    """A match that has been played for a while."""
    match = Match.new(game, players, dice=TypedDice())
    for _ in range(rng.randrange(20, 200)):
        if match.over:
            return somewhere(game, players, rng)
        actor = some_actor(match, rng)
        act(match, actor, rng.choice(legal_codes(game, called(match, actor))))
    return somewhere(game, players, rng) if match.over else match


def try_game(game: Game, players: int, steps: int) -> Counter[str]:
    """So many steps for every seat, from several moments of several games."""
    rng = random.Random(players)
    differed: Counter[str] = Counter()
    for seat in game.seats(game.new(players)):
        left = steps
        while left > 0:
            fields, done = asyncio.run(compare(somewhere(game, players, rng), seat, rng, left))
            differed += fields
            left -= done + 1
    return differed


def test_doubletrack_tells_nobody_what_they_may_not_know() -> None:
    differed = try_game(parlour.load("doubletrack"), 4, steps=25)
    assert all(differed[field] for field in ("hand", "unseen", "bids", "card")), differed


@pytest.mark.parametrize("game", [name for name in parlour.names() if not parlour.load(name).has_secrets])
def test_where_nothing_is_hidden_there_is_one_world(game: str) -> None:
    assert not try_game(parlour.load(game), 2, steps=3)


@pytest.mark.parametrize("leak", ["viewer", "log"])
def test_a_server_that_tells_too_much_is_found_out(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if leak == "viewer":
        monkeypatch.setattr(frames, "viewer_of", lambda table, chair: frames.EVERYTHING)
    else:
        rows = tables.Table.rows

        def chatty(self: tables.Table, entries: list[tables.Entry]) -> Any:
            logging.getLogger("parlour.server").debug("stored: %s", entries)
            return rows(self, entries)

        monkeypatch.setattr(tables.Table, "rows", chatty)
    found = "seat|watch|asked" if leak == "viewer" else "log"
    with pytest.raises(AssertionError, match=f"^({found})\\b"):  # what differs, and nothing else that fails
        try_game(parlour.load("doubletrack"), 3, steps=40)
