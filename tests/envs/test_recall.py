"""Perfect recall: a seat's log tells all it has ever seen, and nothing that it has not."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.envs.moments import Moment, timeline
from parlour.rules.kit import CHANCE
from parlour.rules.position import Position

GAME = parlour.load("doubletrack")
RECORD: Any = GAME.module("record")
TABLES: list[dict[str, Any]] = [
    {"players": 3},
    {"players": 4, "options": {"toll_public": "no", "counter_offers": 2}},
    {"players": 4, "options": {"chips_display": "all"}},
]


def read(entry: str, record: Any) -> list[int]:
    """Write what an entry tells into a view; the seat's own actions that it tells."""
    own = []
    for played, name, index, value in re.findall(r"plays (\d+)|(\w+)(?:\[([\d,]+)\])?=(-?\d+)", entry):
        if played:
            own.append(int(played))
        elif index:
            record[name][0][tuple(map(int, index.split(",")))] = int(value)
        else:
            record[name] = int(value)
    return own


@pytest.mark.parametrize("table", TABLES)
def test_a_log_tells_every_view_there_was(table: dict[str, Any]) -> None:
    line, rng = timeline(GAME, form=GAME.plain, **table), random.Random(1)
    now, past = line.first, [line.first]
    while len(past) < 250 and not now.over:
        now = now.after(rng.choice(now.legal()))
        past.append(now)
    for seat in line.seats:
        # Not a copy of the array: NumPy leaves the bytes between fields and behind the last one as they were.
        view = np.frombuffer(bytearray(line.first.view(seat)), GAME.rules.State)
        told, own, known = now.seen(seat), [], 0
        for moment in past[1:]:
            log = moment.seen(seat)
            assert log == told[: len(log)] and len(log) - known in (0, 1)
            for entry in log[known:]:
                own += read(entry, view)
            known = len(log)
            assert view.tobytes() == moment.view(seat)
        assert known == len(told) and own == [m.action for m in past if m.seat == seat] and own


@pytest.mark.parametrize("table", TABLES)
def test_worlds_that_look_alike_have_the_same_log(table: dict[str, Any]) -> None:
    """Two games that differ in what a seat cannot see, played alike: its log is the same, others' are not."""
    line, rng = timeline(GAME, form=GAME.plain, **table), random.Random(2)
    now, compared, different = line.first, 0, 0
    while compared < 60:
        now = now.after(rng.choice(now.legal())) if not now.over else line.first
        if now.position.phase <= RECORD.DEALING or rng.random() < 0.8:
            continue
        seat = rng.choice(line.seats)
        worlds = now.position, other_world(now.position, seat, rng)
        here, there = (timeline(GAME, start=p, form=GAME.plain).first for p in worlds)
        for _ in range(12):
            if here.over or here.actor != there.actor:
                break
            shared = sorted({*here.legal()} & {*there.legal()})
            if not shared:
                break
            action = rng.choice(shared)
            mine, theirs = here.after(action), there.after(action)
            if mine.view(seat) != theirs.view(seat):
                break  # now the seat has learned something
            here, there = mine, theirs
            assert here.seen(seat) == there.seen(seat)
            compared += 1
            different += any(here.view(s) != there.view(s) for s in line.seats)
    assert different > 30


def other_world(p: Position, seat: int, rng: random.Random) -> Position:
    q = p.copy()
    GAME.plain.hide(q, seat)
    GAME.plain.guess(q, seat, np.array([rng.getrandbits(63)], np.uint64))
    return q


def test_an_unseen_card_leaves_no_trace() -> None:
    """Whichever card another draws, a seat's log is the same; the one who draws knows it."""
    line, rng, found = timeline(GAME, form=GAME.plain, players=3), random.Random(3), 0
    now: Moment = line.first
    while found < 5:
        now = now.after(rng.choice(now.legal())) if not now.over else line.first
        if now.actor == CHANCE and now.position.phase == RECORD.DRAW and len(now.legal()) > 1:
            drawer = now.position.seat
            first, second = (now.after(card) for card in rng.sample(now.legal(), 2))
            for seat in line.seats:
                assert (first.seen(seat) == second.seen(seat)) == (seat != drawer)
            found += 1


def test_a_sealed_bid_is_seen_by_its_bidder_alone() -> None:
    line, rng, found = timeline(GAME, form=GAME.plain, players=4), random.Random(4), 0
    now: Moment = line.first
    while found < 5:
        now = now.after(rng.choice(now.legal())) if not now.over else line.first
        position = now.position
        open_bids = int((position.bids == RECORD.OPEN).sum())
        if position.phase == RECORD.BID and open_bids > 1 and len(now.legal()) > 1:
            bidder = now.actor
            first, second = (now.after(bid) for bid in rng.sample(now.legal(), 2))
            for seat in line.seats:
                assert (first.seen(seat) == second.seen(seat)) == (seat != bidder)
            found += 1
