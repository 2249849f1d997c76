"""The lab behind the page: questions in a queue, answered one at a time by a process of low priority.

A question is known by its link, and everybody who asks the same is told the same answer. One that takes
long lets others come first, and goes on after them. It is worked on while somebody looks: when nobody has
asked for a while, as when a laptop is closed, it is put aside with all that is known, and taken up again
when somebody comes back. A person has one question at a time; asking another puts the first aside.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import sys
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from parlour.server import protocol
from parlour.server.access import Refusal, too_fast
from parlour.server.catalogue import game_of
from parlour.table import NotNow
from parlour.text import BadChoice, say, speaking

if TYPE_CHECKING:
    from parlour.lab.question import Question  # which not every server needs

MOST_RANDOM, MOST_OF_BOTS, MOST_WATCHED = 200_000, 5_000, 1_000  # games of a question asked here
MOST_WAITING, MOST_OF_ADDRESS = 16, 3
TURN = 120.0  # seconds after which others come first
UNASKED = 30.0  # seconds after which nobody seems to look any more
IDLE = 300.0  # seconds that the process waits for another question
STARTS, SILENT = 60.0, 180.0  # seconds until it must be ready, and between two answers
_KEPT = 200  # questions that are remembered
_LINE = 1 << 24  # bytes of an answer

WAITING, PLAYING, STOPPED, FINISHED, FAILED = "waiting", "playing", "stopped", "finished", "failed"


@dataclass
class Job:
    """A question and what is known of it."""

    id: str
    link: str
    language: str
    person: str
    address: str
    state: str = WAITING
    seq: int = 0
    answer: Any = None
    front: Any = None
    bites: Any = None
    error: str = ""
    report: str = ""
    data: Any = None
    kept: str | None = None  # from which it goes on
    unseen: bool = False  # put aside because nobody looked, and nobody said so
    asked: float = field(default_factory=time.monotonic)
    begun: float = 0.0  # when it was worked on last
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def tell(self, state: str, **more: Any) -> None:
        """Something is new, and everybody who waits for it wakes up."""
        self.state = state
        for name, value in more.items():
            setattr(self, name, value)
        self.seq += 1
        self.news.set()
        self.news = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether the question waits or is being worked on."""
        return self.state in (WAITING, PLAYING)


class Laboratory:
    """All questions of this server."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._worker: asyncio.subprocess.Process | None = None
        self._played: Job | None = None  # by the worker, that has not been told to stop

    async def ask(self, wish: protocol.LabWish, language: str, address: str) -> protocol.LabAnswer:
        """Put a question in the queue, or take it up again."""
        link = await asyncio.to_thread(_checked, wish.link)
        id_ = hashlib.sha256(f"{link} {language}".encode()).hexdigest()[:20]
        for job in self._jobs.values():
            if job.is_open and job.person == wish.person and job.id != id_:
                job.tell(STOPPED)  # whoever works on it sees that
        job = self._jobs.get(id_) or Job(id_, link, language, wish.person, address)
        if not self._may_queue(job, address):
            raise too_fast()
        self._jobs[id_] = job
        self._jobs.move_to_end(id_)
        self._take_up(job)
        while len(self._jobs) > _KEPT:
            self._jobs.popitem(last=False)
        return self.told(job)

    def _may_queue(self, job: Job, address: str) -> bool:
        others = [one for one in self._jobs.values() if one.is_open and one is not job]
        return len(others) < MOST_WAITING and sum(j.address == address for j in others) < MOST_OF_ADDRESS

    def _take_up(self, job: Job) -> None:
        job.asked = time.monotonic()
        if not job.is_open and job.state != FINISHED:
            job.tell(PLAYING if job is self._played else WAITING, error="", unseen=False)
        self._wake.set()
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work())

    def job(self, id_: str) -> Job:
        """The question of this number, which may have been forgotten by now."""
        if id_ not in self._jobs:
            raise Refusal(404, "no_question", say("This question is not known here any more. Ask it again."))
        return self._jobs[id_]

    def stop(self, id_: str) -> protocol.LabAnswer:
        """Ends a question with what is known so far."""
        job = self.job(id_)
        if job.is_open:
            job.tell(STOPPED)
        return self.told(job)

    def finished(self, id_: str) -> Job:
        """A question whose answer is whole, for a report or a download."""
        job = self.job(id_)
        if job.state != FINISHED:
            raise NotNow(say("This question is not answered yet."))
        return job

    async def look(self, id_: str, after: int, wait: float) -> protocol.LabAnswer:
        """How a question stands, once there is more than `after`, or after so many seconds. Whoever opens
        a laptop again finds it going on."""
        job = self.job(id_)
        asks_another = any(one.is_open and one.person == job.person for one in self._jobs.values())
        if job.state == STOPPED and job.unseen and not asks_another and self._may_queue(job, job.address):
            self._take_up(job)
        deadline = time.monotonic() + wait
        while True:
            job.asked = time.monotonic()
            left = deadline - job.asked
            if job.seq > after or left <= 0 or not job.is_open:
                return self.told(job)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(min(left, UNASKED / 3)):
                    await job.news.wait()

    def told(self, job: Job) -> protocol.LabAnswer:
        """How the question stands: its place in the queue, or its answer."""
        playing = [one for one in self._jobs.values() if one.state == PLAYING]
        waiting = [*playing, *self._queue()]
        place = waiting.index(job) if job in waiting else 0
        return protocol.LabAnswer(
            job.id, job.link, job.seq, job.state, place, job.error, job.answer, job.front, job.bites
        )

    def waiting(self) -> int:
        """How many questions nobody works on yet."""
        return sum(job.state == WAITING for job in self._jobs.values())

    def _queue(self) -> list[Job]:
        """What waits, in the order in which it is dealt with: addresses take turns, beginning with the one
        whose turn was longest ago."""
        waiting = [job for job in self._jobs.values() if job.state == WAITING]

        def rank(job: Job) -> tuple[int, float]:
            own = [one for one in waiting if one.address == job.address]
            turns = [one.begun for one in self._jobs.values() if one.address == job.address]
            return own.index(job), max(turns)

        return sorted(waiting, key=rank)

    # ------------------------------------------------------------ working

    async def _work(self) -> None:
        """One question after the other, for as long as there are any."""
        try:
            while True:
                job = next(iter(self._queue()), None)
                if job is None:
                    self._wake.clear()
                    async with asyncio.timeout(IDLE):
                        await self._wake.wait()
                    continue
                try:
                    await self._answer(job)
                except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
                    await self._end()
                    with speaking(job.language):
                        text = say("This took too long or was ended from outside. Try again later.")
                        job.tell(FAILED, error=str(text))
                finally:
                    self._played = None
        except TimeoutError:
            pass
        finally:
            await self._end()

    async def _answer(self, job: Job) -> None:
        worker = await self._started()
        job.begun, before = time.monotonic(), job.kept
        self._played = job
        job.tell(PLAYING)
        await self._send({"link": job.link, "language": job.language, "state": job.kept, "turn": TURN})
        while True:
            told = await self._next(worker, job)
            if "error" in told:
                job.tell(FAILED, error=told["error"])
                return
            end = told.get("end")
            kept = told["state"] or job.kept
            state = {None: job.state, "finished": FINISHED}.get(end, STOPPED)
            if job.state == WAITING:  # it was asked again meanwhile
                state = WAITING if state == STOPPED else state
            elif end == "late" and job.state == PLAYING and kept != before:
                state = WAITING  # others come first, and then it goes on
            if end == "finished":
                job.report, job.data = told.get("report", ""), told.get("data")
            job.tell(
                state, answer=told["answer"], front=told.get("front"), bites=told.get("bites"), kept=kept
            )
            if end is not None:
                return

    async def _next(self, worker: asyncio.subprocess.Process, job: Job) -> dict[str, Any]:
        """The next answer. When nobody looks any more, or wants it to stop, the worker is told so."""
        assert worker.stdout is not None
        line = asyncio.ensure_future(worker.stdout.readuntil())
        try:
            for _ in range(int(SILENT)):
                if time.monotonic() - job.asked > UNASKED and job.is_open:
                    job.tell(STOPPED, unseen=True)
                if job.state == STOPPED:
                    self._played = None
                    await self._send({"stop": True})
                done, _ = await asyncio.wait({line}, timeout=1.0)
                if done:
                    told: dict[str, Any] = json.loads(await line)
                    return told
            raise TimeoutError
        finally:
            line.cancel()

    async def _started(self) -> asyncio.subprocess.Process:
        if self._worker is None or self._worker.returncode is not None:
            self._worker = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "parlour.lab.worker"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=_LINE,
            )
            assert self._worker.stdout is not None
            async with asyncio.timeout(STARTS):
                await self._worker.stdout.readuntil()  # it is ready
        return self._worker

    async def _send(self, told: dict[str, Any]) -> None:
        assert self._worker is not None and self._worker.stdin is not None
        self._worker.stdin.write(json.dumps(told).encode() + b"\n")
        await self._worker.stdin.drain()

    async def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None and worker.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()

    async def close(self) -> None:
        """Ends the queue and the process that plays."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._end()


def _checked(link: str) -> str:
    """A question that a stranger may ask: about a game of ours, on one of its boards, and not too large. The
    link that is answered is written in one way only."""
    from parlour.lab.bites import from_bites_link
    from parlour.lab.question import Question
    from parlour.lab.searching import Search
    from parlour.lab.wishes import from_search_link, search_link

    bitten = from_bites_link(link, _known)
    if bitten is not None:
        return f"{bitten[0].link()}&bites={bitten[1]}"
    sought = from_search_link(link, _known)
    if sought is not None:
        _small_enough(sought[0])
        Search(*sought)
        return search_link(*sought)
    question = Question.from_link(link, _known)
    _small_enough(question)
    return question.link()


def _small_enough(question: Question) -> None:
    most = MOST_RANDOM if set(question.bots) == {"random"} else MOST_OF_BOTS
    if question.games > most or question.watched > MOST_WATCHED:
        raise BadChoice(
            say(
                "Here at most {games:,} games are played for a question, and {watched:,} watched; in a "
                "terminal, parlour lab plays as many as you like.",
                games=most,
                watched=MOST_WATCHED,
            )
        )


def _known(game: str, board: str | None) -> None:
    """Never a folder or a file that a stranger names."""
    game_of(game, board or "")
