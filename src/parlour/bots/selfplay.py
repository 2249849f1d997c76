"""Games that a network plays against itself, to learn from, and games between minds, to see who is stronger.

Both are bound to each game like its rules. A player looks one action ahead: it plays the action whose
position afterwards is best for its side, be it before a roll or a decision of its own or of somebody else.
A network is therefore asked about all kinds of positions, and learns from all of them.

Whoever decides knows only its view: what is hidden is filled in at random (`guess`).

`slots` has four places: the game, the world as a player imagines it, the same after an action, and its view.
`dice` and `rng` are two streams, so that the same dice come whoever plays.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

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


@rule
def look(slots, who, worlds, most, mind, out, rng, scratch, values, tried, hopes):
    """The action that looks best to seat `who`. Of more than `most` actions, so many are looked at, drawn at
    random; what is hidden is imagined in so many `worlds`, the same for all actions."""
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
            evaluate(slots[AFTER], values, scratch, mind)
            hopes[i] += values[who]
    best = 0
    for i in range(1, looked):
        if hopes[i] > hopes[best]:
            best = i
    return tried[best]


@rule
def self_play(
    slots,
    start,
    first,
    games,
    seed,
    minds,
    company,
    fading,
    slips,
    opening,
    most,
    out,
    dice,
    rng,
    scratch,
    values,
    tried,
    hopes,
    judged,
    came,
    strays,
    rows,
    times,
    targets,
    kept,
):
    """Games first .. first+games-1 from `start`, and what is to be learned from them; the positions played.

    rows[game, i, seat]     what each taken chair saw of a position, as a network's inputs
    targets[game, i, chair] what to expect of it: TD(lambda), lambda being `fading`
    kept[game]              how many positions: all of a short game, else a fair sample

    minds[0] is the network. So many seats in a thousand (`company`) play by minds[1] instead, for a network
    that only ever met itself would know little of how others play. The first up to `opening` decisions of a
    game, and later ones so many times in a thousand (`slips`), are random. Such an action says nothing about
    the position before it, which is left as it was judged.
    """
    mind = minds[0]
    positions = 0
    longest = len(strays) - 1
    for game in range(games):
        start_stream(dice, seed, 2 * (first + game))
        start_stream(rng, seed, 2 * (first + game) + 1)
        slots[GAME] = start[0]
        unsteady = below(rng, opening + 1)
        guests = 0
        for chair in range(CHAIRS):
            if below(rng, THOUSAND) < company:
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
                        perceive(slots[GAME], chair, rows[game, place, seat], scratch, int(mind[TERMS]))
                        seat += 1
            if who == CHANCE:
                action = draw(slots[GAME], below(dice, tickets(slots[GAME])))
            elif unsteady > 0 or below(rng, THOUSAND) < slips:
                unsteady -= 1
                strays[ply] = 1
                action = random_action(slots[GAME], who, out, rng)
            else:
                own = minds[1] if guests >> who & 1 != 0 else mind
                action = look(slots, who, 1, most, own, out, rng, scratch, values, tried, hopes)
            apply(slots[GAME], action)
            ply += 1
            who = actor(slots[GAME])
        evaluate(slots[GAME], values, scratch, mind)
        for chair in range(CHAIRS):
            judged[ply, chair] = values[chair]
        look_back(judged, strays, ply, fading, came)
        kept[game] = min(ply, len(times))
        for place in range(kept[game]):
            for chair in range(CHAIRS):
                targets[game, place, chair] = came[times[place], chair]
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
def contest(
    slots,
    start,
    first,
    games,
    seed,
    minds,
    players,
    opening,
    worlds,
    most,
    out,
    dice,
    rng,
    scratch,
    values,
    tried,
    hopes,
    shares,
):
    """Games first .. first+games-1 between minds; who won what goes to shares[game, chair].

    players[way, chair] is the number of a mind in `minds`, or RANDOM. Games are played in every way in turn,
    with the same dice. The first so many decisions (`opening`) are random, the same in every way.
    """
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
                mind = minds[players[way, who]]
                action = look(slots, who, worlds, most, mind, out, rng, scratch, values, tried, hopes)
            if who != CHANCE:
                decided += 1
            apply(slots[GAME], action)
            who = actor(slots[GAME])
        evaluate(slots[GAME], values, scratch, minds[0])
        for chair in range(CHAIRS):
            shares[game, chair] = values[chair]
