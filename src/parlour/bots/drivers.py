"""What bots compute, written once against the contract and bound to each game like its rules.

A `mind` is one flat float32 array that says how positions are judged; other weights need no compiling:

    mind[0] KIND      0: considerations, 1: network
    mind[1] SCALE     every side's score is divided by this before the softmax over the sides
    mind[2] TERMS     how many considerations `consider` writes; for a network: how many of them follow the
                      features of `observe` as inputs (0 for none)
    mind[3] HIDDEN    network: units of the first layer
    mind[4] DEEPER    network: units of the second layer, 0 for none
    mind[8:]          considerations: a weight each
                      network: inputs x HIDDEN weights and HIDDEN biases, then HIDDEN x DEEPER and DEEPER
                      biases where there is a second layer, then a weight for each unit of the last and one
                      bias, then one for each input, from which a straight way leads to the score

Units are rectified (relu); a network gives the logit of "this seat's side wins". `binding` makes the
`scratch` that all of this needs. Every number is rounded alike in both forms, so they answer alike.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from parlour.rules.contract import CHAIRS, FEATURES, actor, apply, guess, legal, observe, payoff, side
from parlour.rules.contracts.careful import consider, mixture, sensible
from parlour.rules.drivers import playout
from parlour.rules.kit import NOBODY, OVER, below, rule, start_stream

KIND, SCALE, TERMS, HIDDEN, DEEPER = 0, 1, 2, 3, 4
HEADER = 8
CONSIDERED, NETWORK = 0, 1

# Rows of `scratch`
INPUTS, CONSIDERATIONS, FIRST, SECOND, SIDES, COUNTS = 0, 1, 2, 3, 4, 5
ROWS = 6

GRAIN = 1 << 30  # of a uniform random number
PLAYOUTS = 1 << 41  # the first number of the streams by which playouts go


class Workspace(NamedTuple):
    """What it takes to try actions and to judge what becomes of them, made beforehand: compiled code
    allocates nothing."""

    slots: Any  # for positions; two are enough to look one action ahead
    out: Any  # for the codes of actions
    rng: Any
    scratch: Any
    values: Any  # every chair's chances


@rule
def evaluate(s, values, scratch, mind):
    """Write every chair's chance to win into `values`; team mates share theirs, the sides' sum to 1."""
    if actor(s) == OVER:
        for chair in range(CHAIRS):
            values[chair] = payoff(s, chair) if side(s, chair) != NOBODY else 0.0
        return
    for chair in range(CHAIRS):
        values[chair] = 0.0
        if side(s, chair) != NOBODY:
            values[chair] = score(s, chair, scratch, mind) / np.float64(mind[SCALE])
    share_out(s, values, scratch)


@rule
def score(s, seat, scratch, mind):
    """How a position looks from one seat: a weighted sum of considerations, or a network's logit."""
    if mind[KIND] == NETWORK:
        return network(s, seat, scratch, mind)
    terms = int(mind[TERMS])
    considered = scratch[CONSIDERATIONS]
    consider(s, seat, considered)
    total = np.float64(0.0)
    for i in range(terms):
        total += np.float64(considered[i]) * np.float64(mind[HEADER + i])
    return total


@rule
def network(s, seat, scratch, mind):
    """The network's logit for this seat."""
    inputs = scratch[INPUTS]
    perceive(s, seat, inputs, scratch, int(mind[TERMS]))
    count = FEATURES + int(mind[TERMS])
    units = int(mind[HIDDEN])
    at = dense(inputs, count, scratch[FIRST], units, mind, HEADER)
    last = scratch[FIRST]
    if mind[DEEPER] > 0:
        at = dense(scratch[FIRST], units, scratch[SECOND], int(mind[DEEPER]), mind, at)
        last = scratch[SECOND]
        units = int(mind[DEEPER])
    total = np.float64(mind[at + units])
    for i in range(units):
        total += np.float64(last[i]) * np.float64(mind[at + i])
    at += units + 1
    for i in range(count):
        if inputs[i] != 0:
            total += np.float64(inputs[i]) * np.float64(mind[at + i])
    return total


@rule
def perceive(s, seat, inputs, scratch, terms):
    """A network's inputs: the features, and then so many considerations."""
    observe(s, seat, inputs)
    if terms > 0:
        considered = scratch[CONSIDERATIONS]
        consider(s, seat, considered)
        for i in range(terms):
            inputs[FEATURES + i] = considered[i]


@rule
def dense(inputs, count, outputs, units, mind, at):
    """One rectified layer; most features are 0, and cost nothing. Where the next layer's weights begin."""
    biases = at + count * units
    for unit in range(units):
        outputs[unit] = mind[biases + unit]
    for i in range(count):
        x = inputs[i]
        if x != 0:
            row = at + i * units
            for unit in range(units):
                outputs[unit] += x * mind[row + unit]
    for unit in range(units):
        if outputs[unit] < 0:
            outputs[unit] = 0
    return biases + units


@rule
def share_out(s, values, scratch):
    """Turn the chairs' scores into chances: a softmax over the sides; a side's score is its seats' mean."""
    sums, counts = scratch[SIDES], scratch[COUNTS]
    for team in range(CHAIRS):
        sums[team] = 0
        counts[team] = 0
    for chair in range(CHAIRS):
        team = side(s, chair)
        if team != NOBODY:
            sums[team] += values[chair]
            counts[team] += 1
    best = -np.inf
    for team in range(CHAIRS):
        if counts[team] > 0:
            sums[team] /= counts[team]
            best = max(best, np.float64(sums[team]))
    total = np.float64(0.0)
    for team in range(CHAIRS):
        if counts[team] > 0:
            sums[team] = math.exp(np.float64(sums[team]) - best)
            total += np.float64(sums[team])
    for chair in range(CHAIRS):
        team = side(s, chair)
        values[chair] = np.float64(sums[team]) / total if team != NOBODY else 0.0


# ---------------------------------------------------------------- a mind that is not quite there


@rule
def lapse(mind, overlooks, misjudges, plain, obvious, stream, mood):
    """Write into `mood` how a mind judges at one decision: it overlooks a consideration with this chance, and
    misjudges what others are worth, by a factor whose logarithm has this spread; but not the `plain` ones,
    and what is `obvious` is misjudged at most."""
    for i in range(len(mind)):
        mood[i] = mind[i]
    if mind[KIND] != CONSIDERED or (overlooks == 0 and misjudges == 0):
        return
    for i in range(int(mind[TERMS])):
        if plain >> i & 1 != 0:
            continue
        if obvious >> i & 1 == 0 and uniform(stream) < overlooks:
            mood[HEADER + i] = 0
        else:
            mood[HEADER + i] = np.float64(mind[HEADER + i]) * math.exp(misjudges * normal(stream))


@rule
def uniform(stream):
    """A number from 0 to 1, the same in every form of the rules."""
    return below(stream, GRAIN) / np.float64(GRAIN)


@rule
def normal(stream):
    """Nearly normal, by the sum of twelve uniform numbers, which every form adds up alike."""
    total = 0.0
    for _ in range(12):
        total += uniform(stream)
    return total - 6.0


# ---------------------------------------------------------------- looking one action ahead


@rule
def weigh_actions(work, view, worlds, actions, first, count, seat, seed, mind, chances):
    """Add to `chances[i]` what becomes of every chair after actions[i], for i in first .. first+count-1.

    Where things are hidden the mean is taken over so many worlds that fit the view, the same for every
    action.
    """
    slots = work.slots
    for world in range(worlds):
        start_stream(work.rng, seed, world)
        slots[1] = view[0]
        guess(slots[1], seat, work.rng)
        for i in range(first, first + count):
            slots[0] = slots[1]
            apply(slots[0], actions[i])
            evaluate(slots[0], work.values, work.scratch, mind)
            for chair in range(CHAIRS):
                chances[i, chair] += work.values[chair] / worlds


@rule
def weigh_parts(work, view, worlds, actions, seat, seed, parts):
    """Write into `parts[i]` how much more of each consideration the seat's side has than the others, on
    average, after actions[i]; nothing where that ends the game."""
    considered = work.scratch[CONSIDERATIONS]
    terms = parts.shape[1]
    slots = work.slots
    for world in range(worlds):
        start_stream(work.rng, seed, world)
        slots[1] = view[0]
        guess(slots[1], seat, work.rng)
        mates = 0
        rivals = 0
        for chair in range(CHAIRS):
            if side(slots[1], chair) == side(slots[1], seat):
                mates += 1
            elif side(slots[1], chair) != NOBODY:
                rivals += 1
        for i in range(len(actions)):
            slots[0] = slots[1]
            s = slots[0]
            apply(s, actions[i])
            if actor(s) != OVER:
                for chair in range(CHAIRS):
                    if side(s, chair) != NOBODY:
                        consider(s, chair, considered)
                        for k in range(terms):
                            if side(s, chair) == side(s, seat):
                                parts[i, k] += np.float64(considered[k]) / (mates * worlds)
                            else:
                                parts[i, k] -= np.float64(considered[k]) / (rivals * worlds)


@rule
def weigh_by_playouts(work, view, playouts, actions, first, count, seat, seed, counts, chances):
    """Like `weigh_actions`, by so many random games to the end after each action."""
    slots = work.slots
    rng = work.rng
    for game in range(playouts):
        for i in range(first, first + count):
            start_stream(rng, seed, game)
            slots[0] = view[0]
            guess(slots[0], seat, rng)
            start_stream(rng, seed, PLAYOUTS + game)
            apply(slots[0], actions[i])
            playout(slots[0], work.out, rng, counts)
            for chair in range(CHAIRS):
                if side(slots[0], chair) != NOBODY:
                    chances[i, chair] += payoff(slots[0], chair) / playouts


@rule
def list_sensible(slots, out):
    """Write what the seat called on would think of doing in slots[0]; how much that is."""
    return list_thoughts(slots[0], out)


@rule
def draw_mixed(slots, out, odds, stream, rash):
    """An action in slots[0] drawn by the game's mixture, or with the chance `rash` the next more daring one,
    and so on from there; NOBODY where there is no mixture."""
    count = mixture(slots[0], out, odds)
    total = 0
    for i in range(count):
        total += odds[i]
    if total == 0:
        return NOBODY
    ticket = below(stream, total)
    i = 0
    while ticket >= odds[i]:
        ticket -= odds[i]
        i += 1
    while rash > 0 and i + 1 < count and uniform(stream) < rash:
        i += 1
    return out[i]


@rule
def list_thoughts(s, out):
    """What is legal, without what nobody would think of."""
    count = sensible(s, out)
    return legal(s, out) if count < 0 else count
