"""Compiles what a question needs, for a process that goes on meanwhile: python -m parlour.lab.warming LINK"""

from __future__ import annotations

import contextlib
import os
import sys
import threading

from parlour.lab.question import Question


def main(link: str) -> None:
    """Compiles what the question of this link needs, at low priority, and leaves when its parent does."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)
    threading.Thread(target=_leave_with_the_other, daemon=True).start()
    tables = Question.from_link(link).tables()
    for watch in (False, True):
        for table in tables:
            if not table.is_ready(watch):
                table.warm(watch)


def _leave_with_the_other() -> None:
    """Whoever started this holds its input open for as long as it lives."""
    sys.stdin.read()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
