"""Generic play, written once against the contract and bound to each game by `forms.bind`.

`slots` is an array of records (compiled) or a `Shelf` of positions (plain); `out` is scratch
space for MAX_ACTIONS codes. Every game has its own random stream, named by the seed and the
game's number, so results do not depend on how the games are shared out among threads.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from parlour.rules.contract import (
    ACTIONS,
    CHAIRS,
    actor,
    apply,
    draw,
    legal,
    payoff,
    tally,
    tickets,
)
from parlour.rules.kit import CHANCE, OVER, below, rule, start_stream


@rule
def random_action(s, who, out, rng):
    """A random outcome at CHANCE, otherwise one of the legal actions, all alike."""
    if who == CHANCE:
        return draw(s, below(rng, tickets(s)))
    return out[below(rng, legal(s, out))]


@rule
def playout(s, out, rng, counts):
    """Random actions to the end, in place. Adds decisions and chance events to `counts`."""
    decisions = 0
    chances = 0
    who = actor(s)
    while who != OVER:
        if who == CHANCE:
            chances += 1
        else:
            decisions += 1
        apply(s, random_action(s, who, out, rng))
        who = actor(s)
    counts[0] += decisions
    counts[1] += chances


@rule
def playouts(slots, start, first, games, seed, out, rng, counts, shares):
    """Random games first .. first+games-1 from `start`; adds to `counts` and `shares`."""
    for game in range(first, first + games):
        start_stream(rng, seed, game)
        slots[0] = start[0]
        playout(slots[0], out, rng, counts)
        for seat in range(CHAIRS):
            shares[seat] += payoff(slots[0], seat)


@rule
def survey(slots, start, first, games, seed, out, rng, counts, shares, tallies):
    """Like `playouts`, one row per game: decisions and chances, shares, and what was tallied."""
    for game in range(games):
        start_stream(rng, seed, first + game)
        slots[0] = start[0]
        s = slots[0]
        who = actor(s)
        while who != OVER:
            counts[game, 1 if who == CHANCE else 0] += 1
            action = random_action(s, who, out, rng)
            tally(s, action, tallies[game])
            apply(s, action)
            who = actor(s)
        for seat in range(CHAIRS):
            shares[game, seat] = payoff(s, seat)


@rule
def replay(slots, actions, out):
    """Play `actions` on slots[0]; the number played, short when one is not legal."""
    s = slots[0]
    for i in range(len(actions)):
        if actor(s) == OVER:
            return i
        found = False
        for j in range(legal(s, out)):
            if out[j] == actions[i]:
                found = True
        if not found:
            return i
        apply(s, actions[i])
    return len(actions)


# ---------------------------------------------------------------- a batch stepped together


@rule
def settle(slots, i, out, rng, masks, actors):
    """Roll until somebody must decide or the game is over; write the mask of legal actions."""
    s = slots[i]
    who = actor(s)
    while who == CHANCE:
        apply(s, draw(s, below(rng, tickets(s))))
        who = actor(s)
    actors[i] = who
    masks[i, :] = 0
    if who != OVER:
        for j in range(legal(s, out)):
            masks[i, out[j]] = 1


@rule
def batch_reset(slots, start, seed, first, out, rngs, masks, actors):
    """Put a new game in every slot, numbered from `first`."""
    for i in range(len(actors)):
        start_stream(rngs[i], seed, first + i)
        slots[i] = start[0]
        settle(slots, i, out, rngs[i], masks, actors)


@rule
def batch_check(actions, masks):
    """The first game whose action is not legal, or -1."""
    for i in range(len(actions)):
        if actions[i] < 0 or actions[i] >= ACTIONS or masks[i, actions[i]] == 0:
            return i
    return -1


@rule
def batch_step(slots, start, actions, out, rngs, masks, actors, shares, done):
    """Play one action in every game. A finished game reports its shares and starts anew."""
    finished = 0
    for i in range(len(actions)):
        apply(slots[i], actions[i])
        settle(slots, i, out, rngs[i], masks, actors)
        done[i] = 0
        if actors[i] == OVER:
            done[i] = 1
            finished += 1
            for seat in range(CHAIRS):
                shares[i, seat] = payoff(slots[i], seat)
            slots[i] = start[0]
            settle(slots, i, out, rngs[i], masks, actors)
    return finished


@rule
def batch_random(rngs, masks, actions):
    """One of the legal actions for every game, all alike."""
    for i in range(len(actions)):
        n = 0
        for action in range(ACTIONS):
            n += masks[i, action]
        k = below(rngs[i], n)
        for action in range(ACTIONS):
            if masks[i, action] != 0:
                if k == 0:
                    actions[i] = action
                    break
                k -= 1
