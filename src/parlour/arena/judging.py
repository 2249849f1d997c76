"""What a judge computes about positions, bound to each game like its rules.

Considerations and networks judge quiet positions best: they do not see what the dice in hand are good for. So
a position in which somebody decides is worth what it comes to when that seat goes on as it looks best, action
by action, until it is no longer its turn.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from parlour.bots.drivers import evaluate
from parlour.rules.contract import CHAIRS, actor, apply, choice, choices, guess, legal, weights
from parlour.rules.kit import rule, start_stream

NOW, NEXT, BEST = 0, 1, 2
SLOTS = 3
LONGEST = 32  # decisions of one seat in a row


@rule
def finish_turn(work, most, mind):
    """Go on from the position NOW with what looks best to the seat to act, until it is no longer its turn,
    and write every chair's chances there. Of more than `most` actions so many are looked at, spread over the
    list."""
    slots = work.slots
    values = work.values
    who = actor(slots[NOW])
    steps = 0
    while who >= 0 and actor(slots[NOW]) == who and steps < LONGEST:
        count = choices(slots[NOW], work.out)
        looked = min(count, most)
        best = -1.0
        for i in range(looked):
            slots[NEXT] = slots[NOW]
            apply(slots[NEXT], choice(slots[NOW], i * count // looked, work.out))
            evaluate(slots[NEXT], values, work.scratch, mind)
            if values[who] > best:
                best = values[who]
                slots[BEST] = slots[NEXT]
        slots[NOW] = slots[BEST]
        steps += 1
    evaluate(slots[NOW], values, work.scratch, mind)


@rule
def average_roll(work, start, most, mind, outcomes, odds, mean):
    """Write into `mean` what every chair's chances are before the roll that is due in start[0]."""
    count = legal(start[0], outcomes)
    weights(start[0], odds)
    total = 0
    for chair in range(CHAIRS):
        mean[chair] = 0.0
    for i in range(count):
        work.slots[NOW] = start[0]
        apply(work.slots[NOW], outcomes[i])
        finish_turn(work, most, mind)
        total += odds[i]
        for chair in range(CHAIRS):
            mean[chair] += odds[i] * work.values[chair]
    for chair in range(CHAIRS):
        mean[chair] /= total


@rule
def weigh_turns(work, view, worlds, actions, seat, seed, most, mind, found):
    """Add to found[i] what actions[i] is worth to the seat, if it then goes on as it looks best; the mean
    over so many worlds that fit its view."""
    slots = work.slots
    for world in range(worlds):
        for i in range(len(actions)):
            start_stream(work.rng, seed, world)
            slots[NOW] = view[0]
            guess(slots[NOW], seat, work.rng)
            apply(slots[NOW], actions[i])
            if actor(slots[NOW]) == seat:
                finish_turn(work, most, mind)
            else:
                evaluate(slots[NOW], work.values, work.scratch, mind)
            found[i] += work.values[seat] / worlds
