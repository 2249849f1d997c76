"""Attacks on a running server, one class after the other, and what a bystander notices of each.

    python benchmarks/attack                    all of them, against a server with SQLite
    python benchmarks/attack Hints Boards       only these
    python benchmarks/attack --database postgresql://…

The server is the real one, on 127.0.0.1; attackers come from 127.0.0.2 to 127.0.0.5, in a process of their
own, and the bystander plays from another address. Nothing but 127.0.0.x is ever spoken to, every class is
bounded in number and time, and all of it ends by itself. Latencies are milliseconds: p50 / p99 / most.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import time

from attacks import ATTACKS, Attack, aggressor
from guests import Bystander
from house import House, house


async def tried(kind: type[Attack], target: House, seconds: float) -> str:
    """One class: a row of the table."""
    bystander = Bystander(target.port)
    before = await bystander.play(seconds / 2)
    state = target.state()
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.Process(target=aggressor, args=(kind, target.port, 60.0, theirs))
    process.start()
    theirs.close()  # or nobody would notice that it ended
    await asyncio.to_thread(ours.recv)
    bystander.came_in = bystander.turned_away = 0
    began, used = time.monotonic(), target.state().seconds
    during = await bystander.play(seconds)
    at_its_height = target.state()
    took = time.monotonic() - began
    ours.send("enough")
    answers = await asyncio.to_thread(ours.recv)
    await asyncio.to_thread(process.join)
    came = f"{bystander.came_in} of {bystander.came_in + bystander.turned_away}"
    await asyncio.sleep(2)
    after = await bystander.play(seconds / 2)
    left = target.state()
    told = ", ".join(f"{answer} {count}" for answer, count in sorted(answers.items()))
    load = 100 * (at_its_height.seconds - used) / took
    cells = [
        kind.words,
        str(before),
        str(during),
        str(after),
        came,
        f"{state.memory >> 20} → {at_its_height.memory >> 20} → {left.memory >> 20}",
        f"{state.files} → {at_its_height.files} → {left.files}",
        f"{load:.0f} %",
        told,
    ]
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kinds", nargs="*", choices=[[], *(kind.__name__ for kind in ATTACKS)])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--database", default="")
    wish = parser.parse_args()
    print("| attack | before | during | after | newcomers | MiB | files | core | answers |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    began = time.monotonic()
    chosen = [kind for kind in ATTACKS if not wish.kinds or kind.__name__ in wish.kinds]
    log = 0
    for tables in sorted({kind.tables for kind in chosen}):
        with house("" if tables else wish.database, tables) as target:
            for kind in chosen:
                if kind.tables == tables:
                    print(asyncio.run(tried(kind, target, wish.seconds)), flush=True)
            log += target.log.stat().st_size
    print(f"\n{time.monotonic() - began:.0f} s; {log} bytes in the server's log")


if __name__ == "__main__":
    multiprocessing.set_start_method("spawn")
    main()
