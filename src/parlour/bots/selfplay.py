"""Games that a network plays against itself, to learn from, and games between minds, to see who is stronger.

Both are bound to each game like its rules. A player looks one action ahead: it plays the action whose
position afterwards is best for its side, be it before a roll or a decision of its own or of somebody else.
A network is therefore asked about all kinds of positions, and learns from all of them.

Whoever decides knows only its view: what is hidden is filled in at random (`guess`).

There are four slots: the game, the world as a player imagines it, the same after an action, and its view.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

from parlour.bots.drivers import TERMS, evaluate, perceive
from parlour.rules.contract import (
    CHAIRS,
    actor,
    apply,
    choice,
    choices,
    draw,
    guess,
    hide,
    side,
    tickets,
)
from parlour.rules.drivers import random_action
from parlour.rules.kit import CHANCE, NOBODY, OVER, below, rule, start_stream

GAME, WORLD, AFTER, VIEW = 0, 1, 2, 3
SLOTS = 4
RANDOM = -1  # instead of a mind's number
THOUSAND = 1000


class Looking(NamedTuple):
    """What a player needs who looks one action ahead."""

    slots: Any
    out: Any
    dice: Any  # these and `rng` are two streams, so that the same dice come whoever plays
    rng: Any
    scratch: Any
    values: Any
    tried: Any  # the actions looked at,
    hopes: Any  # and what is hoped of each


class Manner(NamedTuple):
    """How games are played to learn from."""

    company: Any  # seats that play by the other mind, of a thousand
    fading: Any  # lambda of TD(lambda)
    slips: Any  # random actions, of a thousand
    opening: Any  # up to so many random decisions begin a game
    most: Any  # actions looked at


class Lessons(NamedTuple):
    """What is learned from games, and what is noted of the one that is played."""

    judged: Any  # of every position, by chair: how it was judged,
    came: Any  # and what came of it
    strays: Any  # was its action a random one?
    times: Any  # of the positions kept
    rows: Any  # [game, i, seat]: what each taken chair saw of a position, as a network's inputs
    targets: Any  # [game, i, chair]: what to expect of it
    kept: Any  # [game]: how many positions, all of a short game, else a fair sample


@rule
def look(space, who, worlds, most, mind):
    """The action that looks best to seat `who`. Of more than `most` actions, so many are looked at, drawn at
    random; what is hidden is imagined in so many `worlds`, the same for all actions."""
    slots, out, rng = space.slots, space.out, space.rng
    tried, hopes, values = space.tried, space.hopes, space.values
    slots[VIEW] = slots[GAME]
    hide(slots[VIEW], who)
    count = choices(slots[VIEW], out)
    if count == 1:
        return choice(slots[VIEW], 0, out)
    looked = min(count, most)
    for i in range(looked):
        tried[i] = choice(slots[VIEW], i if count <= most else below(rng, count), out)
        hopes[i] = 0.0
    for _ in range(worlds):
        slots[WORLD] = slots[VIEW]
        guess(slots[WORLD], who, rng)
        for i in range(looked):
            slots[AFTER] = slots[WORLD]
            apply(slots[AFTER], tried[i])
            evaluate(slots[AFTER], values, space.scratch, mind)
            hopes[i] += values[who]
    best = 0
    for i in range(1, looked):
        if hopes[i] > hopes[best]:
            best = i
    return tried[best]


@rule
def self_play(space, start, first, games, seed, minds, manner, lessons):
    """Games first .. first+games-1 from `start`, and what is to be learned from them; the positions played.

    minds[0] is the network. Some seats (`company`) play by minds[1] instead, for a network that only ever met
    itself would know little of how others play. The first decisions of a game (`opening`), and some later
    ones (`slips`), are random. Such an action says nothing about the position before it, which is left as it
    was judged.
    """
    mind = minds[0]
    slots, dice, rng, values, scratch = space.slots, space.dice, space.rng, space.values, space.scratch
    judged, strays, times = lessons.judged, lessons.strays, lessons.times
    positions = 0
    longest = len(strays) - 1
    for game in range(games):
        start_stream(dice, seed, 2 * (first + game))
        start_stream(rng, seed, 2 * (first + game) + 1)
        slots[GAME] = start[0]
        unsteady = below(rng, manner.opening + 1)
        guests = 0
        for chair in range(CHAIRS):
            if below(rng, THOUSAND) < manner.company:
                guests |= 1 << chair
        ply = 0
        who = actor(slots[GAME])
        while who != OVER and ply < longest:
            evaluate(slots[GAME], values, scratch, mind)
            for chair in range(CHAIRS):
                judged[ply, chair] = values[chair]
            strays[ply] = 0
            place = ply if ply < len(times) else below(rng, ply + 1)
            if place < len(times):
                times[place] = ply
                seat = 0
                for chair in range(CHAIRS):
                    if side(slots[GAME], chair) != NOBODY:
                        row = lessons.rows[game, place, seat]
                        perceive(slots[GAME], chair, row, scratch, int(mind[TERMS]))
                        seat += 1
            if who == CHANCE:
                action = draw(slots[GAME], below(dice, tickets(slots[GAME])))
            elif unsteady > 0 or below(rng, THOUSAND) < manner.slips:
                unsteady -= 1
                strays[ply] = 1
                action = random_action(slots[GAME], who, space.out, rng)
            else:
                own = minds[1] if guests >> who & 1 != 0 else mind
                action = look(space, who, 1, manner.most, own)
            apply(slots[GAME], action)
            ply += 1
            who = actor(slots[GAME])
        evaluate(slots[GAME], values, scratch, mind)
        for chair in range(CHAIRS):
            judged[ply, chair] = values[chair]
        look_back(judged, strays, ply, manner.fading, lessons.came)
        lessons.kept[game] = min(ply, len(times))
        for place in range(lessons.kept[game]):
            for chair in range(CHAIRS):
                lessons.targets[game, place, chair] = lessons.came[times[place], chair]
        positions += ply
    return positions


@rule
def look_back(judged, strays, last, fading, came):
    """From the end of a game back to its beginning, write what came of every position: `fading` parts of what
    came of the next one, the rest how that was judged. After a stray action it is the judgement itself."""
    for chair in range(CHAIRS):
        came[last, chair] = judged[last, chair]
    for back in range(1, last + 1):
        ply = last - back
        for chair in range(CHAIRS):
            after = came[ply + 1, chair]
            came[ply, chair] = after + (1 - fading) * (judged[ply + 1, chair] - after)
            if strays[ply] != 0:
                came[ply, chair] = judged[ply, chair]


@rule
def contest(space, start, first, games, seed, minds, players, opening, worlds, most, shares):
    """Games first .. first+games-1 between minds; who won what goes to shares[game, chair].

    players[way, chair] is the number of a mind in `minds`, or RANDOM. Games are played in every way in turn,
    with the same dice. The first so many decisions (`opening`) are random, the same in every way.
    """
    slots, dice, rng, out = space.slots, space.dice, space.rng, space.out
    for game in range(games):
        number = first + game
        way = number % len(players)
        decided = 0
        start_stream(dice, seed, 2 * (number // len(players)))
        start_stream(rng, seed, 2 * number + 1)
        slots[GAME] = start[0]
        who = actor(slots[GAME])
        while who != OVER:
            if who == CHANCE:
                action = draw(slots[GAME], below(dice, tickets(slots[GAME])))
            elif decided < opening:
                action = random_action(slots[GAME], who, out, dice)
            elif players[way, who] == RANDOM:
                action = random_action(slots[GAME], who, out, rng)
            else:
                action = look(space, who, worlds, most, minds[players[way, who]])
            if who != CHANCE:
                decided += 1
            apply(slots[GAME], action)
            who = actor(slots[GAME])
        evaluate(slots[GAME], space.values, space.scratch, minds[0])
        for chair in range(CHAIRS):
            shares[game, chair] = space.values[chair]
