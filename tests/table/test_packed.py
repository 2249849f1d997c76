"""Positions kept as bytes are the positions that were put in."""

from __future__ import annotations

import random

import parlour
from parlour.rules.position import Position
from parlour.table import CHANCE, Match
from parlour.table.packed import Packed, Pairs


def walk(steps: int) -> list[Position]:
    game, rng = parlour.load("parcheesi"), random.Random(1)
    match = Match.new(game, 2)
    found = [match.position]
    while len(found) < steps:
        match.roll() if match.actor == CHANCE else match.play(match.actor, rng.choice(match.legal()).code)
        found.append(match.position)
    return found


def test_packed_positions_are_a_list_from_which_the_end_can_be_taken() -> None:
    positions = walk(12)
    packed = Packed(positions[0])
    for position in positions[1:]:
        packed.append(position)
        assert packed.last is position  # the very object, not a copy
    assert [packed[i] for i in range(12)] == positions
    packed.drop(3)
    assert packed.last == packed[8] == positions[8]
    packed.append(positions[11])
    assert [packed[i] for i in range(10)] == [*positions[:9], positions[11]]


def test_pairs_need_not_join() -> None:
    positions = walk(10)
    pairs = Pairs()
    assert list(pairs.since(0)) == []
    put = [(positions[i], positions[i + 1]) for i in range(5)]
    put.append((positions[9].copy(), positions[2]))  # as after a decision that was taken back
    put.append((positions[2].copy(), positions[3]))
    for before, after in put:
        pairs.append(before, after)
        assert pairs[put.index((before, after))] == (before, after)
    assert list(pairs.since(0)) == put
    assert list(pairs.since(5)) == put[5:] and list(pairs.since(99)) == []
