"""Whole games between bots that look one action ahead, bound to each game like its rules.

What a careful player does in `parlour.bots.careful` is done here once more without leaving compiled code,
with the same random numbers, so that it plays the same games some hundred times faster. A test holds the two
together.

`view` holds what the seat to act may know of the game in `slots`.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from parlour.bots.careful import ANYHOW, CHOICES, SURE
from parlour.bots.drivers import draw_mixed, lapse, list_thoughts, normal, uniform, weigh_actions
from parlour.rules.contract import CHAIRS, actor, apply, choice, choices, draw, hide, payoff, tickets
from parlour.rules.drivers import random_action
from parlour.rules.kit import CHANCE, OVER, below, rule, start_stream

# A row of `manners`
KIND, ATTENTION, SLIP, WORLDS, LOOKS, AFFORD, OVERLOOKS, MISJUDGES, PLAIN, OBVIOUS, ERRS, RASH = range(12)
MANNERS = 12
RANDOM, CAREFUL = 0, 1

# Rows of `streams`
DICE, SEEDS, CHANCES, GUESSES = 0, 1, 2, 3
STREAMS = 4


class Bots(NamedTuple):
    """The bots that meet: manners[bot] says how one plays, minds[bot] how it judges positions."""

    players: Any  # by chair, the number of a bot
    manners: Any
    minds: Any
    mood: Any  # room for a mind as it is at one decision,
    mixed: Any  # and for actions and their odds


@rule
def play_between(slots, view, start, opening, bots, streams, work, chances, judged, counts, shares):
    """One game, whose dice and seeds are streams[DICE] and streams[SEEDS].

    The first `opening` decisions are random, drawn from the dice: the same for all who share them.
    Writes what each chair won to `shares`, and adds decisions and rolls to `counts`.
    """
    slots[0] = start[0]
    who = actor(slots[0])
    while who != OVER:
        if who == CHANCE:
            action = draw(slots[0], below(streams[DICE], tickets(slots[0])))
            counts[1] += 1
        elif counts[0] < opening:
            action = random_action(slots[0], who, work.out, streams[DICE])
            counts[0] += 1
        else:
            bot = bots.players[who]
            view[0] = slots[0]
            hide(view[0], who)
            seed = below(streams[SEEDS], 1 << 31)
            if bots.manners[bot, KIND] == RANDOM:
                start_stream(streams[CHANCES], seed, 0)
                count = choices(view[0], work.out)
                action = choice(view[0], below(streams[CHANCES], count), work.out)
            else:
                manner, mind = bots.manners[bot], bots.minds[bot]
                stream = streams[CHANCES]
                action = look_around(view, who, seed, manner, mind, bots, stream, work, chances, judged)
            counts[0] += 1
        apply(slots[0], action)
        who = actor(slots[0])
    for chair in range(CHAIRS):
        shares[chair] = payoff(slots[0], chair)


@rule
def look_around(view, seat, seed, manner, mind, bots, stream, work, chances, judged):
    """The action that a careful player chooses in the view."""
    out = work.out
    start_stream(stream, seed, CHOICES)
    count = list_thoughts(view[0], out)
    for back in range(1, count):
        i = count - back
        j = below(stream, i + 1)
        kept = out[i]
        out[i] = out[j]
        out[j] = kept
    looked = min(count, int(manner[LOOKS]))
    noticed = 0
    for i in range(count):
        judged[i] = 0.0
        if manner[ATTENTION] < 1 and uniform(stream) >= manner[ATTENTION]:
            judged[i] = -np.inf
        elif i < looked:
            noticed += 1
    if noticed == 0:
        judged[0] = 0.0
    count = looked
    if manner[OVERLOOKS] > 0 or manner[MISJUDGES] > 0:
        plain, obvious = int(manner[PLAIN]), int(manner[OBVIOUS])
        lapse(mind, manner[OVERLOOKS], manner[MISJUDGES], plain, obvious, stream, bots.mood)
        weigh(work, view, manner, out, count, seat, seed, bots.mood, chances)
        judge(manner, count, seat, stream, chances, judged)
        weigh(work, view, manner, out, count, seat, seed, mind, chances)
    else:
        weigh(work, view, manner, out, count, seat, seed, mind, chances)
        judge(manner, count, seat, stream, chances, judged)
    best = 0
    sharp = 0
    for i in range(1, count):
        if judged[i] > judged[best]:
            best = i
        if chances[i, seat] > chances[sharp, seat]:
            sharp = i
    glaring = manner[ERRS] < ANYHOW and chances[sharp, seat] >= SURE
    if glaring or chances[sharp, seat] - chances[best, seat] > manner[ERRS] / 100:
        best = sharp
    best = about_as_good(best, count, seat, manner[AFFORD] / 100, stream, chances)
    mixed = draw_mixed(view, bots.mixed[0], bots.mixed[1], stream, manner[RASH])
    for i in range(count):
        if out[i] == mixed:
            return mixed
    return out[best]


@rule
def weigh(work, view, manner, actions, count, seat, seed, mind, chances):
    """Write every chair's chances after each of the actions, as this mind sees them."""
    for i in range(count):
        for chair in range(CHAIRS):
            chances[i, chair] = 0.0
    weigh_actions(work, view, int(manner[WORLDS]), actions, 0, count, seat, seed, mind, chances)


@rule
def judge(manner, count, seat, stream, chances, judged):
    """Write what it thinks of each action that it has noticed, with a hand that is not quite sure."""
    for i in range(count):
        own = chances[i, seat]
        odds = own
        if manner[SLIP] > 0:
            odds = math.log(min(max(own, 1e-9), 1.0)) - math.log(min(max(1 - own, 1e-9), 1.0))
            odds += manner[SLIP] * normal(stream)
        judged[i] += odds


@rule
def about_as_good(best, count, seat, loss, stream, chances):
    """The best action, or one that differs by no more than this loss, by the seed."""
    worth = chances[best, seat]
    if loss == 0 or worth >= SURE:
        return best
    near = 0
    for i in range(count):
        near += abs(chances[i, seat] - worth) <= loss
    place = below(stream, near)
    for i in range(count):
        if abs(chances[i, seat] - worth) <= loss:
            if place == 0:
                return i
            place -= 1
    return best
