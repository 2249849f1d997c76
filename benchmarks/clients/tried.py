"""What every script of this folder does with what it tries: each for itself, one line each, failures last."""

from __future__ import annotations

import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterable


def report(tries: Iterable[tuple[str, Callable[[], object]]]) -> int:
    """Do them one after the other; 1 if any failed."""
    warnings.simplefilter("ignore")  # other people's
    done = failed = 0
    for what, attempt in tries:
        began = time.monotonic()
        try:
            found = attempt()
            told = f"ok{'' if found is None else f', {found}'}"
        except Exception as error:
            failed += 1
            traceback.print_exc()
            told = f"FAILED: {type(error).__name__}: {error}"
        done += 1
        print(f"{what:60} {told} ({time.monotonic() - began:.1f} s)", flush=True)
    print(f"{done - failed} of {done} work" if failed else f"all {done} work", flush=True)
    return 1 if failed else 0


def run(tries: Callable[[], Iterable[tuple[str, Callable[[], object]]]], name: str) -> None:
    """For the end of a script: only where it is the one that was started."""
    if name == "__main__":
        sys.exit(report(tries()))
