"""Every roll and every answer to it: what an action is worth if all that may follow is gone through.

From the position after an action everything is followed until so many chance events have passed, whole turns
with all their decisions: over outcomes the mean is taken by their odds, whoever decides takes what is best
for his own side. Where more outcomes are possible than `OUTCOMES`, so many tickets are drawn that lie evenly;
of more actions than `WIDTH`, so many that lie evenly are looked at.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from typing import Any, NamedTuple

from parlour.bots.drivers import evaluate
from parlour.rules.contract import (
    CHAIRS,
    actor,
    apply,
    choice,
    choices,
    draw,
    guess,
    legal,
    tickets,
    weights,
)
from parlour.rules.kit import CHANCE, OVER, below, rule, start_stream

# Columns of `counts`; places in `used`
WHO, COUNT, NEXT, TOTAL = 0, 1, 2, 3
NODES, LIMIT, STOPPED = 0, 1, 2

# Dials
ROLLS = 0  # how many chance events are looked through
OUTCOMES = 1
WIDTH = 2
DIALS = 3


class Plan(NamedTuple):
    """Room for all that may follow an action, made beforehand: compiled code allocates nothing."""

    slots: Any  # the position at every step
    moves: Any  # by step, the actions or outcomes there,
    odds: Any  # the odds of these outcomes,
    counts: Any  # where the search is,
    left: Any  # how many chance events may still come,
    sums: Any  # and the chances: of the best action so far, or of all outcomes added up
    used: Any
    out: Any
    rng: Any
    values: Any
    scratch: Any


@rule
def follow(plan, start, seat, worlds, seed, actions, first, count, dials, mind, chances):
    """Write what actions[i] is worth to every chair into chances[i], for i in first .. first+count-1.

    Where things are hidden it is the mean over so many worlds, the same for every action."""
    for i in range(first, first + count):
        for chair in range(CHAIRS):
            chances[i, chair] = 0.0
        for world in range(worlds):
            start_stream(plan.rng, seed, world)
            plan.slots[0] = start[0]
            guess(plan.slots[0], seat, plan.rng)
            apply(plan.slots[0], actions[i])
            go_through(plan, dials, mind)
            for chair in range(CHAIRS):
                chances[i, chair] += plan.values[chair] / worlds


@rule
def go_through(plan, dials, mind):
    """The chances of all chairs in slots[0], into `values`. By a loop: see alphabeta_line."""
    plan.left[0] = dials[ROLLS]
    step = 0
    opened = meet(plan, 0, dials, mind)
    while opened or step > 0:
        if not opened:
            step -= 1
            take_in(plan, step)
        if plan.counts[step, NEXT] < plan.counts[step, COUNT]:
            go_on(plan, step)
            step += 1
            opened = meet(plan, step, dials, mind)
        else:
            close(plan, step)
            opened = False
            if step == 0:
                return


@rule
def meet(plan, step, dials, mind):
    """Come to the position of this step: judge it, or list what may follow, and then True."""
    plan.used[NODES] += 1
    s = plan.slots[step]
    who = actor(s)
    end = who == OVER or (who == CHANCE and plan.left[step] <= 0) or step >= len(plan.counts) - 1
    if end or plan.used[NODES] >= plan.used[LIMIT]:
        evaluate(s, plan.values, plan.scratch, mind)
        return False
    plan.counts[step, WHO] = who
    plan.counts[step, NEXT] = 0
    for chair in range(CHAIRS):
        plan.sums[step, chair] = 0.0
    if who == CHANCE:
        list_outcomes(plan, s, step, dials)
    else:
        n = choices(s, plan.out)
        width = min(n, int(dials[WIDTH]))
        for i in range(width):
            plan.moves[step, i] = choice(s, i * n // width, plan.out)
        plan.counts[step, COUNT] = width
    return True


@rule
def list_outcomes(plan, s, step, dials):
    """All outcomes with their odds, or evenly drawn ones where they are too many."""
    total = tickets(s)
    most = int(dials[OUTCOMES])
    n = legal(s, plan.out)
    if n <= most:
        for i in range(n):
            plan.moves[step, i] = plan.out[i]
        weights(s, plan.out)
        for i in range(n):
            plan.odds[step, i] = plan.out[i]
        plan.counts[step, TOTAL] = total
        plan.counts[step, COUNT] = n
        return
    shift = below(plan.rng, total)
    for i in range(most):
        plan.moves[step, i] = draw(s, (shift + i * total // most) % total)
        plan.odds[step, i] = 1
    plan.counts[step, TOTAL] = most
    plan.counts[step, COUNT] = most


@rule
def go_on(plan, step):
    """Play the next action or outcome of this step."""
    i = plan.counts[step, NEXT]
    plan.counts[step, NEXT] = i + 1
    plan.slots[step + 1] = plan.slots[step]
    apply(plan.slots[step + 1], plan.moves[step, i])
    plan.left[step + 1] = plan.left[step] - (1 if plan.counts[step, WHO] == CHANCE else 0)


@rule
def take_in(plan, step):
    """`values` are the chances after the last action or outcome of this step."""
    who = plan.counts[step, WHO]
    i = plan.counts[step, NEXT] - 1
    if who == CHANCE:
        part = plan.odds[step, i] / plan.counts[step, TOTAL]
        for chair in range(CHAIRS):
            plan.sums[step, chair] += part * plan.values[chair]
    elif i == 0 or plan.values[who] > plan.sums[step, who]:
        for chair in range(CHAIRS):
            plan.sums[step, chair] = plan.values[chair]


@rule
def close(plan, step):
    """A step is gone through: what it added up to is what the position before it is worth."""
    for chair in range(CHAIRS):
        plan.values[chair] = plan.sums[step, chair]
