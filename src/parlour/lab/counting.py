"""Games played and counted, written once against the contract and bound to each game like its rules.

One row of `counts` for each game:

    DECISIONS  decisions made                    TURNS   times that another seat came to decide
    ROLLS      dice thrown and cards drawn       WAITS   times that a seat decided again after others had
    CHOICES    decisions with two ways or more   WAITED  events that passed meanwhile, all waits together
    WAYS       legal actions, all decisions together     LONGEST  the longest of these waits
    FIRST      the seat that began               ENDED   1 when the game came to an end

A game that does not end is left after so many events: an endless rule costs time, not the answer. Dice and
random decisions have a stream each, so games by different house rules meet the same dice for as long as they
roll equally often.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from parlour.rules.contract import CHAIRS, actor, apply, choice, choices, draw, payoff, tally, tickets
from parlour.rules.contracts.measures import count, first
from parlour.rules.kit import CHANCE, NOBODY, OVER, below, inline, rule, start_stream

DECISIONS, ROLLS, CHOICES, WAYS, TURNS, WAITS, WAITED, LONGEST, FIRST, ENDED = range(10)
COUNTS = 10
PICKS = 1 << 40  # the first number of the streams by which random decisions go


@rule
@inline
def note_first(s, row):
    """Write down who begins, once that is settled: at the latest whoever decides first."""
    if row[FIRST] < 0:
        row[FIRST] = first(s)
        if row[FIRST] < 0:
            row[FIRST] = max(actor(s), NOBODY)


@rule
@inline
def note_decision(who, ways, row, last):
    """Count a decision; last[seat] is the event of the seat's last one, last[CHAIRS] who decided last."""
    event = row[DECISIONS] + row[ROLLS]
    row[DECISIONS] += 1
    row[WAYS] += ways
    if ways > 1:
        row[CHOICES] += 1
    if last[CHAIRS] != who:
        row[TURNS] += 1
        if last[who] >= 0:
            waited = event - last[who] - 1
            row[WAITS] += 1
            row[WAITED] += waited
            row[LONGEST] = max(row[LONGEST], waited)
    last[CHAIRS] = who
    last[who] = event


@rule
@inline
def start_row(row, last):
    """Nobody has decided anything yet, and no roll has come before."""
    row[FIRST] = NOBODY
    for chair in range(CHAIRS + 1):
        last[chair] = -1


@rule
@inline
def close_row(s, row, shares):
    """Write down how the game ended, if it did."""
    if actor(s) == OVER:
        row[ENDED] = 1
        for chair in range(CHAIRS):
            shares[chair] = payoff(s, chair)


@rule
def count_games(slots, start, games, seed, most, out, streams, last, counts, shares, tallies, own):
    """Random games, those whose numbers are in `games`: a row for each."""
    dice = streams[0]
    picks = streams[1]
    for i in range(len(games)):
        start_stream(dice, seed, games[i])
        start_stream(picks, seed, PICKS + games[i])
        slots[0] = start[0]
        s = slots[0]
        row = counts[i]
        start_row(row, last)
        who = actor(s)
        while who != OVER and row[DECISIONS] + row[ROLLS] < most:
            note_first(s, row)
            if who == CHANCE:
                action = draw(s, below(dice, tickets(s)))
                row[ROLLS] += 1
            else:
                ways = choices(s, out)
                action = choice(s, below(picks, ways), out)
                note_decision(who, ways, row, last)
            tally(s, action, tallies[i])
            count(s, action, own[i])
            apply(s, action)
            who = actor(s)
        close_row(s, row, shares[i])
