"""Games between bots, watched by a judge, bound to each game like its rules: how the chances went, and what
was at stake.

Before every roll, and whenever another seat comes to decide, the chances of every chair are written to a row
of `trace`. Now and then a roll or a decision is looked at more closely, chosen by a stream of its own, which
changes nothing in the game. `stakes` adds up what was found:

    LOOKED    choices looked at                       LUCK     how much what is rolled moves the chances
    MATTERED  those in which the ways differed        SKILL    how much the choice between the ways does
    LOST      choices of a side without hope          CROWNED  those that could decide among the others

LUCK and SKILL are variances of the chances, summed over the sides and over all that was looked at.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any, NamedTuple

from parlour.arena.drivers import CAREFUL, KIND, look_around
from parlour.arena.judging import NOW, finish_turn
from parlour.bots.drivers import evaluate
from parlour.lab.counting import DECISIONS, PICKS, ROLLS, close_row, note_decision, note_first, start_row
from parlour.rules.contract import (
    CHAIRS,
    actor,
    apply,
    choice,
    choices,
    draw,
    hide,
    legal,
    payoff,
    side,
    tally,
    tickets,
    weights,
)
from parlour.rules.contracts.measures import count
from parlour.rules.drivers import playout
from parlour.rules.kit import CHANCE, NOBODY, OVER, below, rule, start_stream

LOOKED, MATTERED, LOST, CROWNED, LUCK, SKILL = range(6)
STAKES = 6
DICE, SEEDS, CHANCES, GUESSES, GLANCES, TAKES = range(6)  # rows of `streams`
STREAMS = 6
TAKEN = 1 << 45  # the first number of those by which one of a game's captures is kept
CLOSER = 1 << 44  # the first number of the streams by which one looks more closely
WAYS = 24  # ways that are looked at, spread over lists that are longer
HOPELESS = 5  # a side is without hope below this part of a fair share
MATTERS = 0.01  # chances that differ by less are the same
CROWNS = 0.10
EVERY, PLAYOUTS, MOST, OPENING, CAPTURES = range(5)  # the entries of Watch.rules
RULES = 5


class Watch(NamedTuple):
    """What the watching of games needs, made beforehand."""

    bots: Any  # arena.drivers.Bots; one whose kind is not CAREFUL plays at random
    lines: Any  # lines[game % len(lines), chair]: the number of its bot
    mind: Any  # the judge's
    rules: (
        Any  # look at one in EVERY (0: judge nothing); PLAYOUTS that judge (0: the mind does); MOST events;
    )
    #             OPENING: decisions at random before the bots take over;
    #             CAPTURES: which tally counts them, or -1
    work: Any  # a Workspace with judging.SLOTS slots, the judge's
    play: Any  # a Workspace, the bots'
    seen: Any  # one slot: what the seat to act may know
    here: Any  # one slot: the position that is judged
    chances: Any  # for look_around
    judged: Any
    codes: Any
    odds: Any
    sums: Any  # [LOW, HIGH, MEAN, SQUARE] x chairs
    counted: Any
    rng: Any


class Takes(NamedTuple):
    """Of every game one capture."""

    slots: Any  # the position before it
    actions: Any
    counts: Any  # how many there were in that game


LOW, HIGH, MEAN, SQUARE = range(4)  # rows of `sums`


@rule
def judge_here(w, by_turn):
    """Write what w.here[0] is worth to every chair to w.work.values; `by_turn`: once whoever has dice in hand
    has used them as it looks best."""
    values = w.work.values
    slots = w.work.slots
    playouts = w.rules[PLAYOUTS]
    if playouts > 0:
        for chair in range(CHAIRS):
            values[chair] = 0.0
        for number in range(playouts):
            slots[NOW] = w.here[0]
            start_stream(w.rng, number, PICKS)
            playout(slots[NOW], w.work.out, w.rng, w.counted)
            for chair in range(CHAIRS):
                if side(slots[NOW], chair) != NOBODY:
                    values[chair] += payoff(slots[NOW], chair) / playouts
    elif by_turn:
        slots[NOW] = w.here[0]
        finish_turn(w.work, WAYS, w.mind)
    else:
        evaluate(w.here[0], values, w.work.scratch, w.mind)


@rule
def stands_for_side(s, chair):
    """Is this the first chair of its side? What is counted once for each side is counted there."""
    if side(s, chair) == NOBODY:
        return False
    first = True
    for other in range(chair):
        if side(s, other) == side(s, chair):
            first = False
    return first


@rule
def clear_sums(w):
    """Sums of a game that has not begun: no highest, no lowest, nothing added up."""
    for chair in range(CHAIRS):
        w.sums[LOW, chair] = 2.0
        w.sums[HIGH, chair] = -1.0
        w.sums[MEAN, chair] = 0.0
        w.sums[SQUARE, chair] = 0.0


@rule
def add_values(w, part):
    """Take the judgement in work.values into the sums; it counts for so much."""
    for chair in range(CHAIRS):
        value = w.work.values[chair]
        w.sums[LOW, chair] = min(w.sums[LOW, chair], value)
        w.sums[HIGH, chair] = max(w.sums[HIGH, chair], value)
        w.sums[MEAN, chair] += part * value
        w.sums[SQUARE, chair] += part * value * value


@rule
def variance(s, w):
    """Of what was added, summed over the sides."""
    found = 0.0
    for chair in range(CHAIRS):
        if stands_for_side(s, chair):
            found += max(w.sums[SQUARE, chair] - w.sums[MEAN, chair] * w.sums[MEAN, chair], 0.0)
    return found


@rule
def look_at_roll(slots, w, stakes):
    """How much the roll that is due moves the chances: their variance over all that may come."""
    s = slots[0]
    n = legal(s, w.codes)
    weights(s, w.odds)
    total = 0
    for i in range(n):
        total += w.odds[i]
    clear_sums(w)
    for i in range(n):
        w.here[0] = slots[0]
        apply(w.here[0], w.codes[i])
        judge_here(w, True)
        add_values(w, w.odds[i] / total)
    stakes[LUCK] += variance(s, w)


@rule
def look_at_choice(slots, who, w, stakes):
    """How much the ways differ that are open to the seat: for its own side, and for the others."""
    s = slots[0]
    n = legal(s, w.codes)
    looked = min(n, WAYS)
    clear_sums(w)
    for i in range(looked):
        w.here[0] = slots[0]
        apply(w.here[0], w.codes[i * n // looked])
        judge_here(w, actor(w.here[0]) == who)
        add_values(w, 1.0 / looked)
    stakes[SKILL] += variance(s, w)
    stakes[LOOKED] += 1
    if w.sums[HIGH, who] - w.sums[LOW, who] >= MATTERS:
        stakes[MATTERED] += 1
    sides = 0
    crowned = False
    for chair in range(CHAIRS):
        if stands_for_side(s, chair):
            sides += 1
            if side(s, chair) != side(s, who) and w.sums[HIGH, chair] - w.sums[LOW, chair] >= CROWNS:
                crowned = True
    if w.sums[HIGH, who] * sides * HOPELESS < 1.0:
        stakes[LOST] += 1
        if crowned and sides > 2:
            stakes[CROWNED] += 1


@rule
def write_chances(slots, w, row):
    """Writes the chances of every seat, as the judge sees them here, into the row."""
    w.here[0] = slots[0]
    judge_here(w, actor(slots[0]) >= 0)
    for chair in range(CHAIRS):
        row[chair] = w.work.values[chair]


@rule
def bot_action(slots, who, ways, w, streams):
    """What the bot in that chair does. The seat's own list is open: `ways` were just counted."""
    bot = w.bots.players[who]
    if w.bots.manners[bot, KIND] != CAREFUL:
        return choice(slots[0], below(streams[SEEDS], ways), w.play.out)
    seed = below(streams[SEEDS], 1 << 31)
    w.seen[0] = slots[0]
    hide(w.seen[0], who)
    manner, mind, stream = w.bots.manners[bot], w.bots.minds[bot], streams[CHANCES]
    return look_around(w.seen, who, seed, manner, mind, w.bots, stream, w.play, w.chances, w.judged)


@rule
def note_capture(slots, action, i, before, tallies, streams, w, takes):
    """Keep one of a game's captures, all alike: the position before it, and what was done."""
    if tallies[i, w.rules[CAPTURES]] > before:
        takes.counts[i] += 1
        if below(streams[TAKES], takes.counts[i]) == 0:
            takes.slots[i] = slots[0]
            takes.actions[i] = action


@rule
def watch_games(
    slots,
    start,
    games,
    seed,
    streams,
    last,
    w,
    counts,
    shares,
    tallies,
    own,
    trace,
    points,
    stakes,
    kept,
    takes,
):
    """Games whose numbers are in `games`: a row for each. Of every game one position is kept, all alike, and
    one capture."""
    every = w.rules[EVERY]
    room = trace.shape[1]
    for i in range(len(games)):
        start_stream(streams[DICE], seed, games[i])
        start_stream(streams[SEEDS], seed, PICKS + games[i])
        start_stream(streams[GLANCES], seed, CLOSER + games[i])
        start_stream(streams[TAKES], seed, TAKEN + games[i])
        for chair in range(CHAIRS):
            w.bots.players[chair] = w.lines[games[i] % len(w.lines), chair]
        slots[0] = start[0]
        s = slots[0]
        row = counts[i]
        start_row(row, last)
        who = actor(s)
        while who != OVER and row[DECISIONS] + row[ROLLS] < w.rules[MOST]:
            note_first(s, row)
            closer = every > 0 and below(streams[GLANCES], every) == 0
            if every > 0 and points[i] < room and (who == CHANCE or who != last[CHAIRS]):
                write_chances(slots, w, trace[i, points[i]])
                points[i] += 1
            if who == CHANCE:
                if closer:
                    look_at_roll(slots, w, stakes[i])
                action = draw(s, below(streams[DICE], tickets(s)))
                row[ROLLS] += 1
            else:
                if below(streams[GLANCES], row[DECISIONS] + 1) == 0:
                    kept[i] = slots[0]
                if closer and choices(s, w.codes) > 1:
                    look_at_choice(slots, who, w, stakes[i])
                ways = choices(s, w.play.out)
                if row[DECISIONS] < w.rules[OPENING]:
                    action = choice(s, below(streams[DICE], ways), w.play.out)
                else:
                    action = bot_action(slots, who, ways, w, streams)
                note_decision(who, ways, row, last)
            before = tallies[i, max(w.rules[CAPTURES], 0)]
            tally(s, action, tallies[i])
            if every > 0 and w.rules[CAPTURES] >= 0:
                note_capture(slots, action, i, before, tallies, streams, w, takes)
            count(s, action, own[i])
            apply(s, action)
            who = actor(s)
        close_row(s, row, shares[i])
