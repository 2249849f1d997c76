"""What many tables need: measured service times, replayed in a queue.

    python benchmarks/growth.py                       100,000 tables with the usual figures
    python benchmarks/growth.py --measure             measures what a notice and a commit cost here first
    python benchmarks/growth.py --tables 20000 --servers 40 --shards 64

Every table moves once in --every seconds. A move costs one process --move ms and then waits for PostgreSQL,
where all that wait share a commit of --commit ms. PostgreSQL lets only one transaction with a notice commit
at a time, so processes take turns (--apart: notices are sent by themselves). Every process hears of every
move, which costs it --notice microseconds, unless notices go by --shards channels and tables stay where they
are (--sticky).
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import tempfile
import time
from pathlib import Path


def simulate(rate: float, move: float, background: float, commit: float, seconds: float) -> list[float]:
    """Latencies at one process: moves come at random, and the rest of its time goes to notices."""
    rng = random.Random(1)
    cost = move / max(1e-9, 1 - background)  # notices are handled between, and slow everything else down
    now = free = flushed = 0.0
    waiting: list[tuple[float, float]] = []  # when it came, when it was judged
    found: list[float] = []
    while now < seconds:
        now += rng.expovariate(rate)
        free = max(free, now) + cost * rng.gammavariate(4, 0.25)  # rolls are cheaper than decisions
        waiting.append((now, free))
        if free >= flushed:  # the writer is idle: everything judged by now shares a flush
            flushed = max(flushed, free) + commit
            found += [flushed - came for came, _ in waiting]
            waiting.clear()
    return sorted(found)


def report(arguments: argparse.Namespace) -> None:
    moves = arguments.tables / arguments.every
    heard = moves / arguments.shards if arguments.sticky else moves
    background = heard * arguments.notice * 1e-6
    print(f"{arguments.tables:,} tables, {4 * arguments.tables:,} sockets: {moves:,.0f} moves a second")
    print(f"notices heard by each process: {heard:,.0f} a second, {100 * background:.1f} % of its core")
    print("processes  each: moves/s    core  turn ms   p50 ms   p99 ms")
    for servers in arguments.servers or (20, 40, 60, 80, 120):
        rate = moves / servers
        busy = rate * arguments.move * 1e-3 + background
        turn = arguments.commit * (1 if arguments.apart else servers)
        line = f"{servers:9} {rate:14.1f} {100 * busy:5.0f} % {turn:8.0f}"
        if busy >= 1:
            print(f"{line}   cannot keep up")
            continue
        found = simulate(rate, arguments.move * 1e-3, background, turn * 1e-3, 4000 / rate)
        p50, p99 = (1e3 * found[int(share * len(found))] for share in (0.5, 0.99))
        print(f"{line} {p50:8.1f} {p99:8.1f}")


async def measure(arguments: argparse.Namespace) -> None:
    """What hearing of somebody else's move costs a server, and what a commit takes."""
    import psycopg
    from faults import Postgres

    from parlour.server.postgres import PostgresStore
    from parlour.server.store import Row

    folder = Path(tempfile.mkdtemp(prefix="parlour-growth-"))
    folder.chmod(0o755)
    postgres = Postgres(folder)
    try:
        heard = 0

        def hear(table: str, seq: int) -> None:
            nonlocal heard
            heard += 1

        store = PostgresStore(postgres.address)
        await store.open(hear, lambda text: None)
        async with await psycopg.AsyncConnection.connect(postgres.address, autocommit=True) as other:
            count = 5000
            began = time.process_time()
            sent = "SELECT pg_notify('parlour_events', 'abcdefghijkl:' || i) FROM generate_series(1, %s) i"
            await other.execute(sent, (count,))
            while heard < count:
                await asyncio.sleep(0.01)
            arguments.notice = 1e6 * (time.process_time() - began) / count
        await store.create("t", b"{}")
        began = time.perf_counter()
        for n in range(1, 101):
            await store.append("t", [Row(n, b"x" * 70)])
        arguments.commit = 1e3 * (time.perf_counter() - began) / 100
        await store.close()
        print(f"measured: a notice {arguments.notice:.0f} microseconds, a commit {arguments.commit:.1f} ms")
    finally:
        postgres.stop()
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between the moves of a table")
    parser.add_argument("--move", type=float, default=1.3, help="ms of processor time for a move")
    parser.add_argument("--commit", type=float, default=3.0, help="ms until PostgreSQL has stored it")
    parser.add_argument("--notice", type=float, default=4.0, help="microseconds to hear of another's move")
    parser.add_argument("--servers", type=int, action="append", help="so many processes")
    parser.add_argument("--shards", type=int, default=64, help="channels, with --sticky")
    parser.add_argument("--sticky", action="store_true", help="tables are served where they already are")
    parser.add_argument("--apart", action="store_true", help="notices are no part of the transactions")
    parser.add_argument("--measure", action="store_true")
    arguments = parser.parse_args()
    if arguments.measure:
        asyncio.run(measure(arguments))
    report(arguments)


if __name__ == "__main__":
    main()
