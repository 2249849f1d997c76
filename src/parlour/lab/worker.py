"""A process of low priority that answers questions for a server, one after the other.

    python -m parlour.lab.worker

Every line that it reads is a JSON object, {"link": ..., "language": ..., "state": ..., "turn": ...} or
{"stop": true}; every line that it writes is {"ready": true}, an answer so far, or {"error": ...}. `state` is
what it wrote with an earlier answer to the same question, to go on from there, and `turn` how many seconds it
may take now.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import queue
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from parlour.games import load, names
from parlour.lab import fronts
from parlour.lab.bites import COMPARED, Bite, bites, from_bites_link, with_changes
from parlour.lab.comparing import Comparison, Snapshot, sharpen
from parlour.lab.heat import drawn
from parlour.lab.keeping import Kept
from parlour.lab.playing import quick
from parlour.lab.question import Question
from parlour.lab.report import report
from parlour.lab.searching import Front, Search
from parlour.lab.table import to_data
from parlour.lab.telling import difference, figure, heading, method, part, shown
from parlour.lab.wishes import from_search_link
from parlour.rules import forms
from parlour.text import ParlourError, say, speaking

PAUSE = 0.4  # seconds between two answers, at least
COMPILES = 900.0  # seconds that rules may take to be compiled, which no turn is long enough for


def main() -> None:
    """Reads questions from standard input, a line each, and answers on standard output."""
    with contextlib.suppress(OSError, AttributeError):
        os.nice(5)
    asked: queue.Queue[dict[str, Any] | None] = queue.Queue()
    stop = threading.Event()
    threading.Thread(target=_listen, args=(asked, stop), daemon=True).start()
    for name in names()[:1]:
        quick(load(name)).compiled  # noqa: B018  (loads the compiler, for which no question shall wait)
    _write({"ready": True})
    while (question := asked.get()) is not None:
        stop.clear()
        with speaking(question["language"]):
            try:
                _answer(question, stop)
            except ParlourError as error:
                _write({"error": str(error)})
            except Exception as error:  # a bug, or a game's: the next question still gets its answer
                _write({"error": f"{type(error).__name__}: {error}"})


def _listen(asked: queue.Queue[dict[str, Any] | None], stop: threading.Event) -> None:
    for line in sys.stdin:
        told = json.loads(line)
        if told.get("stop"):
            stop.set()
        else:
            asked.put(told)
    stop.set()
    asked.put(None)
    time.sleep(10)
    os._exit(0)  # the server is gone, and a block of games takes too long


def _search(asked: dict[str, Any], stop: threading.Event, sought: tuple[Question, str, list[str]]) -> None:
    """The best compromises, told now and then; what was played is handed over when it ends."""
    began, told = time.monotonic(), 0.0
    kept = Kept(sought[0], asked["link"])

    def enough() -> bool:
        return stop.is_set() or time.monotonic() - began > asked["turn"]

    work = kept.resumed(lambda: Search(*sought, stop=enough))
    if not work.plain:
        compiler = threading.Thread(target=work.warm, daemon=True)
        compiler.start()
        while compiler.is_alive() and not stop.is_set():
            _write({"state": None, "answer": None, "front": _front(work.compiling())})
            compiler.join(5.0)
        began = time.monotonic()
    if asked.get("state"):
        work.restore(base64.b64decode(asked["state"]))
    found = None
    for found in work.steps():
        kept.hold(work)
        if time.monotonic() - told >= PAUSE and not found.finished:
            _write({"state": None, "answer": None, "front": _front(found)})
            told = time.monotonic()
    assert found is not None
    if found.finished:
        kept.forget()
    late = not found.finished and not stop.is_set()
    answer = {"state": base64.b64encode(work.state()).decode(), "answer": None, "front": _front(found)}
    if found.finished:
        answer |= {"report": fronts.report(found), "data": fronts.to_data(found)}
    _write(answer | {"end": "late" if late else "finished" if found.finished else "stopped"})


def _bite(stop: threading.Event, turn: float, question: Question, games: int) -> None:
    """Which house rules matter: the list as it sharpens, then with what games become by each."""
    began, told = time.monotonic(), 0.0
    found: list[Bite] = []
    for _, found in bites(question, games):
        if stop.is_set() or time.monotonic() - began > turn:
            break
        if time.monotonic() - told >= PAUSE:
            _write({"state": None, "answer": None, "bites": _bitten(found)})
            told = time.monotonic()
    else:
        found = with_changes(question, found, COMPARED if forms.compiler_present() else games)
        _write({"state": None, "answer": None, "bites": _bitten(found), "end": "finished"})
        return
    _write({"state": None, "answer": None, "bites": _bitten(found), "end": "stopped"})


def _bitten(found: Sequence[Bite]) -> list[dict[str, Any]]:
    return [
        {
            "rules": f"{bite.option}={bite.choice}",
            "words": str(bite.words),
            "clause": bite.clause,
            "sets_up": bite.sets_up,
            "games": part(bite.games),
            "legal": part(bite.legal),
            "happened": part(bite.happened),
            "changes": str(bite.changes or ""),
        }
        for bite in found
    ]


def _front(found: Front) -> dict[str, Any]:
    """What a page shows of a search."""
    title = found.question.load().words.TITLE
    wishes = [str(wish.words) for wish in found.wishes]
    entries = [
        {
            "rules": str(entry.name),
            "figures": [
                {
                    "text": fronts.figure(wish, f),
                    "value": f and f.value,
                    "low": f and f.low,
                    "high": f and f.high,
                }
                for wish, f in zip(found.wishes, entry.figures, strict=True)
            ],
            "differences": [
                d and {"text": fronts.figure(wish, d), "seen": d.seen, "verdict": ""}
                for wish, d in zip(found.wishes, entry.differences, strict=True)
            ],
            "within": entry.within,
        }
        for entry in (found.first, *found.entries)
        if entry is not None
    ]
    return {
        "heading": str(say("{game}: {wishes}", game=title, wishes=", ".join(wishes))),
        "stage": str(found.stage),
        "tried": found.tried,
        "played": found.played,
        "wishes": wishes,
        "entries": entries,
        "kept": list(found.kept),
        "compare": found.compared().link() if found.entries else "",
        "finished": found.finished,
    }


def _answer(asked: dict[str, Any], stop: threading.Event) -> None:
    bitten = from_bites_link(asked["link"])
    if bitten is not None:
        _bite(stop, asked["turn"], *bitten)
        return
    sought = from_search_link(asked["link"])
    if sought is not None:
        _search(asked, stop, sought)
        return
    question = Question.from_link(asked["link"])
    kept = Kept(question, asked["link"])
    work = kept.resumed(lambda: Comparison(question))
    if asked.get("state"):
        work.restore(base64.b64decode(asked["state"]))
    began, told, before = time.monotonic(), 0.0, work.games + work.watched
    found = None

    def enough() -> bool:
        if work.games + work.watched == before:  # however short the turn, something comes of it
            return stop.is_set()
        longest = asked["turn"] if work.compiled or not forms.compiler_present() else COMPILES
        return stop.is_set() or time.monotonic() - began > longest

    for found in sharpen(work.question, stop=enough, patient=False, work=work):
        kept.hold(work)
        if time.monotonic() - told >= PAUSE and not found.finished:
            _write(_told(found, work))
            told = time.monotonic()
    if found is not None:
        if found.finished:
            kept.forget()
        late = not found.finished and not stop.is_set()
        _write(_told(found, work) | {"end": "late" if late else "finished" if found.finished else "stopped"})


def _told(found: Snapshot, work: Comparison) -> dict[str, Any]:
    """What a page shows: the figures, as numbers and as people read them."""
    rows = []
    for row in shown(found):
        rows.append(
            {
                "name": row.measure.name,
                "words": str(row.measure.words),
                "meaning": str(row.measure.meaning),
                "games": max(f.games if f else 0 for f in row.figures),
                "figures": [
                    {"text": figure(row, f), "value": f and f.value, "low": f and f.low, "high": f and f.high}
                    for f in row.figures
                ],
                "differences": [
                    d and {"text": difference(row, d), "seen": d.seen, "verdict": str(row.verdict(i))}
                    for i, d in enumerate(row.differences)
                ],
            }
        )
    answer: dict[str, Any] = {
        "heading": str(heading(found)),
        "sets": [str(name) for name in found.names],
        "games": found.games,
        "watched": found.watched,
        "compiled": found.compiled,
        "rows": rows,
        "method": [str(text) for text in method(found)],
        "faults": [str(fault) for fault in found.faults],
        "openness": [list(curve) for curve in found.curves] if found.watched else [],
        "boards": [],
        "captures": [],
    }
    told: dict[str, Any] = {"state": base64.b64encode(work.state()).decode()}
    if found.finished:
        question = found.question
        for name, captures in (("boards", False), ("captures", True)):
            boards = [
                drawn(load(question.game, one.board), heat, captures)
                for one, heat in zip(question.sets, found.heat, strict=True)
            ]
            answer[name] = [board for board in boards if board]
        told |= {"report": report(found), "data": to_data(found)}
    return told | {"answer": answer}


def _write(told: dict[str, Any]) -> None:
    try:
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # the server is gone, and nobody else reads this
        os._exit(0)


if __name__ == "__main__":
    main()
