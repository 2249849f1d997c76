#!/usr/bin/env python3
"""How far from the limit of the processor random play is, without hardware counters.

    python3 benchmarks/limits.py --write     # a minute or so; fills a table of docs/performance.md

Many machines, rented ones above all, hide the processor's counters. So this counts instructions by
stepping through a few games with ptrace, one instruction at a time (Linux on x86-64), takes the clock from
a chain of multiplications, each of which waits three cycles for the one before, and finds what mispredicted
branches cost by playing the same game over and over: a processor learns its branches by heart.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import argparse
import ctypes
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "src"))

import numpy as np  # noqa: E402
from places import fill, table  # noqa: E402

import parlour  # noqa: E402
from parlour.arena.bench import machine, one_core, title  # noqa: E402
from parlour.rules import drivers, forms, run  # noqa: E402
from parlour.rules.drivers import playout  # noqa: E402
from parlour.rules.kit import rule, start_stream  # noqa: E402

CHAIN = 300_000_000  # multiplications
LATENCY = 3  # cycles of each, on every x86-64 since 2008
STEPPED = 4  # games gone through one instruction at a time
WIDE = 6  # instructions that a processor of today takes in per cycle, at the very most
TRACEME, SINGLESTEP, CONT = 0, 9, 7


@rule
def again(slots, start, first, games, times, seed, out, rng, counts):
    """The same few random games, over and over."""
    for _ in range(times):
        for game in range(first, first + games):
            start_stream(rng, seed, game)
            slots[0] = start[0]
            playout(slots[0], out, rng, counts)


@rule
def multiply(n):
    product = 1
    for i in range(n):
        product = product * (product | i)
    return product


class Player:
    """Plays a game again and again; nodes a second of processor time."""

    def __init__(self, game: parlour.Game) -> None:
        self.form = forms.compiled(game.rules, drivers, sys.modules[__name__])
        self.scratch = run.Scratch(game, None, self.form)
        self.play(0, 1, 1)

    def play(self, first: int, games: int, times: int) -> int:
        counts, scratch = np.zeros(2, np.int64), self.scratch
        self.form.again(
            scratch.slots, scratch.start, first, games, times, 1, scratch.out, scratch.rng, counts
        )
        return int(counts.sum())

    def rate(self, games: int, seconds: float) -> float:
        times, best = 1, 0.0
        self.play(0, games, 1)
        while True:
            began = time.process_time()
            nodes = self.play(0, games, times)
            spent = time.process_time() - began
            best = max(best, nodes / spent) if spent > seconds / 4 else best
            if spent > seconds:
                return best
            times *= 2

    def alike(self, seconds: float, kinds: int = 8) -> float:
        """One game after the other, each played until its branches are known; all together."""
        spent = 0.0
        for number in range(kinds):
            nodes = self.play(number, 1, 200)
            began = time.process_time()
            times = max(1, int(seconds / kinds * 1e7 / nodes * 200))
            nodes = self.play(number, 1, times)
            spent += (time.process_time() - began) / nodes
        return kinds / spent


def clock(player: Player) -> float:
    """Cycles a second."""
    player.form.multiply(1000)
    began = time.process_time()
    player.form.multiply(CHAIN)
    return CHAIN * (LATENCY + 1) / (time.process_time() - began)


def instructions(work: Callable[[], Any]) -> int:
    """How many instructions a call takes, counted in a child that is stepped through."""
    libc = ctypes.CDLL(None, use_errno=True)
    child = os.fork()
    if child == 0:
        libc.ptrace(TRACEME, 0, None, None)
        os.kill(os.getpid(), signal.SIGUSR1)
        work()
        os.kill(os.getpid(), signal.SIGUSR1)
        os._exit(0)
    os.waitpid(child, 0)
    steps = 0
    step, wait = libc.ptrace, os.waitpid
    while True:
        step(SINGLESTEP, child, None, None)
        _, status = wait(child, 0)
        if os.WSTOPSIG(status) == signal.SIGUSR1:
            break
        steps += 1
    libc.ptrace(CONT, child, None, None)
    wait(child, 0)
    return steps


def measure(name: str, seconds: float) -> list[str]:
    player = Player(parlour.load(name))
    nodes = player.play(0, STEPPED, 1)
    player.play(0, 0, 1)
    counted = instructions(lambda: player.play(0, STEPPED, 1)) - instructions(lambda: player.play(0, 0, 1))
    each = counted / nodes
    cycles = clock(player)
    fresh, known = player.rate(4096, seconds), player.alike(seconds)
    return [
        title(parlour.load(name)),
        f"{each:.0f}",
        f"{1e9 / fresh:.1f}",
        f"{cycles / fresh:.0f}",
        f"{each * fresh / cycles:.2f}",
        f"{1e9 / known:.1f}",
        f"{each * known / cycles:.2f}",
        f"{1 - fresh / known:.0%}",
        f"{fresh / 1e6:.1f}",
        f"{known / 1e6:.1f}",
        f"{cycles * WIDE / each / 1e6:.1f}",
    ]


HEADS = (
    *("", "instructions a node", "ns a node", "cycles", "instructions a cycle"),
    *("ns, the same game again", "instructions a cycle", "lost to branches"),
    *("M nodes/s", "with all branches foreseen", f"at {WIDE} a cycle"),
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="of each measurement, about")
    parser.add_argument("--game", action="append", help="this game only; may be given several times")
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    given = parser.parse_args()
    with one_core():
        rows = [measure(name, given.seconds) for name in given.game or parlour.names()]
    text = f"{machine()}.\n\n{table(HEADS, rows)}"
    print(text)
    if given.write:
        fill("limits", text)


if __name__ == "__main__":
    main()
