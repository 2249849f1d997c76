"""Points in games: the same on both forms of the rules, and never changed by what comes after."""

from __future__ import annotations

import copy
import doctest
import pickle
import random

import numpy as np
import pytest

import parlour
from parlour.envs import moments
from parlour.envs.episode import CHANCE, Episode
from parlour.envs.moments import timeline

NAMES = parlour.names()


def test_the_example_in_the_text_plays_parcheesi() -> None:
    names = {"parlour": parlour, "timeline": timeline}
    found = doctest.DocTestFinder(recurse=False).find(moments, globs=names)
    results = [doctest.DocTestRunner().run(test) for test in found]
    assert sum(r.attempted for r in results) == 3 and not any(r.failed for r in results)


@pytest.mark.parametrize("name", NAMES)
def test_both_forms_tell_the_same(name: str) -> None:
    game = parlour.load(name)
    fast, plain = timeline(game).first, timeline(game, form=game.plain).first
    episode = Episode(game, seed=0, explicit_chance=True)
    chooser = random.Random(1)
    for number in range(120):
        assert (fast.actor, str(fast)) == (plain.actor, str(plain)) == (episode.actor, str(fast))
        if fast.over:
            assert fast.rewards() == plain.rewards() == episode.rewards
            break
        legal = fast.legal()
        assert legal == plain.legal() == sorted(episode.legal(episode.actor))
        assert fast.outcomes() == plain.outcomes() == sorted(episode.outcomes())
        for seat in fast.line.seats if number % 8 == 0 else []:
            assert fast.view(seat) == plain.view(seat) == episode.view(seat).to_bytes()
            assert fast.seen(seat) == plain.seen(seat)
            assert np.array_equal(fast.observe(seat), episode.observe(seat))
            assert np.allclose(fast.recall(seat, 4), plain.recall(seat, 4), atol=1e-6)
            assert str(fast.guess(seat, number)) == str(plain.guess(seat, number))
        action = chooser.choice(legal)
        episode.step(episode.actor, action)
        fast, plain = fast.after(action), plain.after(action)


@pytest.mark.parametrize("name", NAMES)
def test_a_moment_stays_as_it_was(name: str) -> None:
    chooser = random.Random(2)
    at = timeline(name).first
    way = [(at, str(at))]
    while not at.over and len(way) < 80:
        at = at.after(chooser.choice(at.legal()))
        way.append((at, str(at)))
    assert all(str(moment) == text for moment, text in way)
    assert copy.copy(at) is at and copy.deepcopy(at) is at
    again = pickle.loads(pickle.dumps(at))
    assert again.line is at.line
    while again is not None and at is not None:
        assert (str(again), again.action, again.seat) == (str(at), at.action, at.seat)
        again, at = again.past, at.past
    assert again is None and at is None


def test_every_action_of_parcheesi_is_seen() -> None:
    start = timeline("parcheesi", 2).first
    second = start.after(3).after(20)
    assert second.seat == CHANCE and second.action == 20
    assert second.seen(0) == second.seen(2) == ["chance 3", "chance 20"]
