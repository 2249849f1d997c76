"""What `counting.count_games` does, on a GPU: the same games, and the same rows of them, to the last bit.

Threads take turns as in `kernels.gpu_games`: each has several games under way and plays on the one whose
branch of the rules most threads of its block have a game at.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
from __future__ import annotations

from typing import Any

import numpy as np

from parlour.lab.counting import (
    DECISIONS,
    PICKS,
    ROLLS,
    close_row,
    note_decision,
    note_first,
    start_row,
)
from parlour.rules.contract import (
    MAX_ACTIONS,
    actor,
    apply,
    branch,
    choice,
    choices,
    draw,
    tally,
    tickets,
)
from parlour.rules.contracts.measures import count
from parlour.rules.kernels import BRANCHES, UNDER_WAY, kernel
from parlour.rules.kit import CHANCE, NOBODY, OVER, below, rule, start_stream

cuda: Any = None  # these four are put in place when a game is bound
State: Any = None
Code: Any = None
copy_record: Any = None

DICE, CHOSEN = 0, 1  # the streams of a game


@rule
@kernel
def gpu_count(start, games, seed, most, ticket, lasts, counts, shares, tallies, own):
    """Random games, those whose numbers are in `games`: a row for each, in rows that are all zero before.
    `lasts` has the place that `note_decision` needs, for each game one."""
    slots = cuda.local.array(UNDER_WAY, State)
    streams = cuda.local.array((UNDER_WAY, 2, 1), np.uint64)
    branches = cuda.local.array(UNDER_WAY, np.int8)
    rows = cuda.local.array(UNDER_WAY, np.int64)
    out = cuda.local.array(MAX_ACTIONS, Code)
    for i in range(UNDER_WAY):
        rows[i] = cuda.atomic.add(ticket, 0, 1)
        branches[i] = BRANCHES
        if rows[i] < len(games):
            set_out(slots[i], streams[i], lasts[rows[i]], counts[rows[i]], start, seed, games[rows[i]])
            branches[i] = branch(slots[i])
    while True:
        at = 0
        for i in range(UNDER_WAY):
            at |= 1 << branches[i]
        here = 0
        threads_here = 0
        for other in range(BRANCHES):
            threads = cuda.syncthreads_count(np.int32(at >> other & 1))
            if threads > threads_here:
                threads_here = threads
                here = other
        if threads_here == 0:
            break
        mine = NOBODY
        for i in range(UNDER_WAY):
            if branches[i] == here:
                mine = i
        if mine != NOBODY:
            s = slots[mine]
            row = counts[rows[mine]]
            who = actor(s)
            if who != OVER and row[DECISIONS] + row[ROLLS] < most:
                note_first(s, row)
                action = np.int64(0)
                if who == CHANCE:
                    action = np.int64(draw(s, below(streams[mine, DICE], tickets(s))))
                    row[ROLLS] += 1
                else:
                    ways = choices(s, out)
                    action = np.int64(choice(s, below(streams[mine, CHOSEN], ways), out))
                    note_decision(who, ways, row, lasts[rows[mine]])
                tally(s, action, tallies[rows[mine]])
                count(s, action, own[rows[mine]])
                apply(s, action)
                branches[mine] = branch(s)
            else:
                close_row(s, row, shares[rows[mine]])
                rows[mine] = cuda.atomic.add(ticket, 0, 1)
                branches[mine] = BRANCHES
                if rows[mine] < len(games):
                    at_row = rows[mine]
                    set_out(s, streams[mine], lasts[at_row], counts[at_row], start, seed, games[at_row])
                    branches[mine] = branch(s)


@rule
def set_out(s, streams, last, row, start, seed, number):
    """Put the game of this number in place of the record `s`, and nothing into its row."""
    start_stream(streams[DICE], seed, number)
    start_stream(streams[CHOSEN], seed, PICKS + number)
    copy_record(s, start[0])
    start_row(row, last)
