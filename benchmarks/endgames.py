"""Solve the endgames of a game anew and write its tables: python3 benchmarks/endgames.py parcheesi"""

from __future__ import annotations

import hashlib
import sys
import time

import parlour


def main(name: str) -> None:
    exact = parlour.load(name).exact
    if exact.FILE is None:
        raise SystemExit(f"{name} has no endgames that are kept in a file.")
    began = time.monotonic()

    def progress(done: int, everything: int) -> None:
        share = done / everything
        bar = "#" * int(40 * share)
        print(f"\r[{bar:40}] {share:4.0%} {time.monotonic() - began:5.0f} s", end="", flush=True)

    exact.make(progress)
    data = exact.FILE.read_bytes()
    print(f"\n{exact.FILE.name}: {len(data)} bytes; exact.py holds its hash:")
    print(f'SHA256 = "{hashlib.sha256(data).hexdigest()}"')


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(sys.argv[1])
