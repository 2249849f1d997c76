"""Bots in processes of their own, so that nobody waits for one longer than was promised.

    with Workers(2) as workers:
        thought = workers.think(game, view, seat, "level:3", seconds=2, seed=7)
        thought = await workers.athink(game, view, seat, "level:3", seconds=2, seed=7)

A bot that has not answered when its time is up is ended with its process, and so is one that crashes. The
careful bot is asked instead, and if that fails too, any legal action is played. Compiling happens in one more
process, of low priority; until it is done bots think with the plain rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, replace
from functools import lru_cache
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Any

from parlour.bots.bot import Bot, Thought, make
from parlour.bots.levels import seconds_for
from parlour.bots.randomly import Randomly
from parlour.games import comes_along, load, names
from parlour.rules import forms
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import cores, parse_int
from parlour.table import files
from parlour.table.naming import legal_codes
from parlour.text import BadChoice, ParlourError, say

GRACE = 0.5  # beyond its time, before a bot is ended
_FALLBACK_SECONDS = 0.5
_PLAIN_SECONDS = 1.0  # at least, while a bot makes do with the plain rules
_START_SECONDS = 60.0  # to import Python's packages, a game and a bot's weights
_COMPILE_SECONDS = 1800.0
_NICE = 10
_IDLE_SECONDS = 0.5  # before a worker that nobody asks looks for something to load
_PLAYERS = 64  # that a worker knows at a time
_BUSY = 20  # thoughts after which one that is always asked does, too

_spawn = multiprocessing.get_context("spawn")
_log = logging.getLogger("parlour.bots")
_log.addHandler(logging.NullHandler())  # who plays in a terminal need not read it


@dataclass(frozen=True)
class Player:
    """A bot as a process finds it: which game, on which board, and the spec."""

    game: str
    board: str | None
    spec: str
    own: bool = False  # may the spec name code? Only where whoever runs this has said so


@dataclass(frozen=True)
class _Question:
    player: Player
    view: bytes
    seat: int
    seconds: float
    seed: int
    patient: bool  # is more time given while nothing is compiled?


class Workers:
    """Processes in which bots think, so many at a time. Any thread may ask.

    Where boards are strangers', `own_boards` is off: then nothing is compiled for a board that does not come
    with its game, and bots think with the plain rules there. `own_bots` are the specs that may name code.
    """

    def __init__(
        self,
        count: int | None = None,
        *,
        grace: float = GRACE,
        own_boards: bool = True,
        nice: int = 0,
        own_bots: Collection[str] = (),
    ) -> None:
        count = max(cores() - 1, 1) if count is None else parse_int(count, say("number of workers"), 1, 256)
        self._closed = threading.Event()
        self._tasks: queue.SimpleQueue[tuple[_Question, Future[Thought]] | None] = queue.SimpleQueue()
        self._compiled: set[Player] = set()
        self._compiler = _Compiler(self._compiled, self._closed)
        self._own_boards, self._own_bots = own_boards, frozenset(own_bots)
        shared = (self._tasks, self._compiled, self._closed)
        self._workers = [_Worker(*shared, grace, nice) for _ in range(count)]
        for worker in self._workers:
            worker.start()

    def submit(
        self, game: Game, view: Position, seat: int, spec: str, seconds: float | None = None, seed: int = 0
    ) -> Future[Thought]:
        """Begin to think about a view, with the seat called on; the thought comes in time, whatever happens.

        The time is the spec's own unless it is given; then bots that must do with the plain rules get more.
        A spec that names no bot is an error of the future, and the only one.
        """
        if self._closed.is_set():
            raise BadChoice(say("These workers have been sent home."))
        player = self._wanted(game, spec)
        limit = seconds_for(game, spec) if seconds is None else seconds
        question = _Question(player, view.to_bytes(), seat, limit, seed, patient=seconds is None)
        future: Future[Thought] = Future()
        self._tasks.put((question, future))
        return future

    def think(
        self, game: Game, view: Position, seat: int, spec: str, seconds: float | None = None, seed: int = 0
    ) -> Thought:
        """`submit`, and wait for the answer."""
        return self.submit(game, view, seat, spec, seconds, seed).result()

    async def athink(
        self, game: Game, view: Position, seat: int, spec: str, seconds: float | None = None, seed: int = 0
    ) -> Thought:
        """The same for an event loop."""
        return await asyncio.wrap_future(self.submit(game, view, seat, spec, seconds, seed))

    def prepare(self, game: Game, specs: Sequence[str]) -> None:
        """Let these be compiled in the meantime, for they will be asked."""
        for spec in specs:
            self._wanted(game, spec)

    def _wanted(self, game: Game, spec: str) -> Player:
        player = self._player(game, spec)
        if self._own_boards or comes_along(game):
            self._compiler.want(player)
        return player

    def is_warm(self, game: Game, spec: str) -> bool:
        """Does a worker that was asked this think with compiled rules by now?"""
        return any(worker.is_warm(self._player(game, spec)) for worker in self._workers)

    def _player(self, game: Game, spec: str) -> Player:
        return replace(_player(game, spec), own=spec in self._own_bots)

    def close(self) -> None:
        """End every process; whoever still waits for a thought gets CancelledError."""
        if self._closed.is_set():
            return
        self._closed.set()
        for _ in self._workers:
            self._tasks.put(None)
        for worker in self._workers:
            worker.end()
        self._compiler.end()
        with contextlib.suppress(queue.Empty):
            while True:
                task = self._tasks.get_nowait()
                if task is not None:
                    task[1].cancel()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _player(game: Game, spec: str) -> Player:
    """How another process loads the same: by name, or by folder where the game is not one of ours."""
    name = game.id if game.id in names() and load(game.id).folder == game.folder else str(game.folder)
    board = game.board_file
    if board is not None and not board.is_file():  # cleared away since, or moved
        files.write(board, str(game.board_text))
    return Player(name, None if board is None else str(board), spec)


class _Failed(Exception):
    """A process did not answer in time, or is no more; or the bot in it stumbled."""


class _Process:
    """A worker process at the other end of a pipe, made anew after it was ended."""

    def __init__(self, nice: int = 0) -> None:
        self._nice = nice
        self._process: Any = None
        self._pipe: Connection | None = None
        self._lock = threading.Lock()
        self._ended = False
        self.known: dict[Player, bool] = {}  # whom this very process has met, and who is compiled there

    def ask(self, message: tuple[Any, ...], seconds: float) -> Any:
        """The answer to a message, or `_Failed`; a process that fails is ended."""
        try:
            pipe = self._connect()
            pipe.send(message)
            if not pipe.poll(seconds):
                raise _Failed("no answer in time")
            kind, answer = pipe.recv()
        except (_Failed, EOFError, OSError) as error:
            self.stop()
            raise _Failed(str(error) or type(error).__name__) from error
        if kind == "refused":
            raise BadChoice(answer)
        if kind == "stumbled":
            raise _Failed(answer)
        return answer

    def _connect(self) -> Connection:
        with self._lock:
            if self._ended:
                raise _Failed("closed")
            if self._pipe is not None and self._process.is_alive():
                return self._pipe
            self._drop()
            ours, theirs = _spawn.Pipe()
            self._process = _spawn.Process(target=_work, args=(theirs, self._nice), daemon=True)
            with ctrl_c_is_ours():
                self._process.start()
            theirs.close()
            self._pipe = ours
            return ours

    def stop(self) -> None:
        with self._lock:
            self._drop()

    def end(self) -> None:
        """For good, from any thread: whoever waits for an answer then learns that there is none."""
        with self._lock:
            self._ended = True
            if self._process is not None:
                self._process.kill()

    def _drop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None
        if self._pipe is not None:
            with contextlib.suppress(OSError):
                self._pipe.close()
            self._pipe = None
        self.known = {}


@contextlib.contextmanager
def ctrl_c_is_ours() -> Iterator[None]:
    """A process started here does not hear Ctrl-C: the one at the keyboard says when it ends."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    resource_tracker.ensure_running()  # starting it lets Ctrl-C in again, so it comes first
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Worker(threading.Thread):
    """One thread and its process: takes questions, one after the other."""

    def __init__(
        self,
        tasks: queue.SimpleQueue[tuple[_Question, Future[Thought]] | None],
        compiled: set[Player],
        closed: threading.Event,
        grace: float,
        nice: int,
    ) -> None:
        super().__init__(name="parlour-bot", daemon=True)
        self._tasks, self._compiled, self._closed, self._grace = tasks, compiled, closed, grace
        self._process = _Process(nice)
        self._players: list[Player] = []  # those asked here last, in this process or an earlier one

    def run(self) -> None:
        with contextlib.suppress(_Failed):
            self._process.ask(("hello",), _START_SECONDS)  # started before anybody waits for it
        waited = 0  # thoughts since something compiled was loaded last
        while not self._closed.is_set():
            try:
                task = self._tasks.get(timeout=_IDLE_SECONDS)
            except queue.Empty:
                self._load()
                continue
            if task is None:
                break
            waited = (waited + 1) % _BUSY
            if waited == 0:
                self._load()
            question, future = task
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(self._answer(question))
            except BaseException as error:
                future.set_exception(error)
        self._process.stop()

    def end(self) -> None:
        self._process.end()
        self.join()

    def is_warm(self, player: Player) -> bool:
        return self._process.known.get(player, False)

    def _answer(self, question: _Question) -> Thought:
        """The bot's thought, else the careful bot's, else any legal action."""
        game = load(question.player.game, question.player.board)
        view = Position.from_bytes(game.rules.State, question.view)
        legal = legal_codes(game, view)
        careful = replace(question.player, spec="careful", own=False)
        plain = replace(question, player=careful, seconds=min(question.seconds, _FALLBACK_SECONDS))
        for asked in (question, plain):
            try:
                thought = self._asked(asked)
            except _Failed as error:
                if self._closed.is_set():
                    raise CancelledError from None
                _log.warning("%s (%s): %s", asked.player.spec, asked.player.game, error)
                continue
            if thought.action in legal:
                return thought
            _log.warning("%s (%s): an illegal action", asked.player.spec, asked.player.game)
        return Randomly(game).think(view, question.seat, seconds=None, seed=question.seed)

    def _asked(self, question: _Question) -> Thought:
        process, player = self._process, question.player
        if player not in self._players:
            self._players.append(player)
            del self._players[:-_PLAYERS]
        if player not in process.known:
            process.ask(("meet", player), _START_SECONDS)
            process.known[player] = False
            if len(process.known) > _PLAYERS:
                del process.known[next(iter(process.known))]
        if question.patient and not process.known[player]:
            question = replace(question, seconds=max(question.seconds, _PLAIN_SECONDS))
        thought: Thought = process.ask(("think", question), question.seconds + self._grace)
        return thought

    def _load(self) -> None:
        """Let one bot read what was compiled for it: while nobody waits, or else once in a while."""
        for player in self._players:
            if player in self._compiled and not self._process.known.get(player):
                try:
                    self._process.ask(("warm", player), _START_SECONDS)
                    self._process.known[player] = True
                except (_Failed, ParlourError) as error:
                    if self._closed.is_set():
                        return
                    self._players.remove(player)
                    _log.warning("%s (%s) stays uncompiled: %s", player.spec, player.game, error)
                return


class _Compiler(threading.Thread):
    """Compiles what the bots need, each once, in a process that gives way to everything else."""

    def __init__(self, compiled: set[Player], closed: threading.Event) -> None:
        super().__init__(name="parlour-compiler", daemon=True)
        self._compiled, self._closed = compiled, closed
        self._wanted: queue.SimpleQueue[Player | None] = queue.SimpleQueue()
        self._known: set[Player] = set()
        self._lock = threading.Lock()
        self._process = _Process(_NICE)

    def want(self, player: Player) -> None:
        with self._lock:
            if player in self._known or not forms.compiler_present():
                return
            self._known.add(player)
            self._wanted.put(player)
            if not self.is_alive():
                self.start()

    def run(self) -> None:
        while (player := self._wanted.get()) is not None and not self._closed.is_set():
            try:
                self._process.ask(("warm", player), _COMPILE_SECONDS)
                self._compiled.add(player)
            except (_Failed, ParlourError) as error:
                if not self._closed.is_set():
                    _log.warning("%s (%s) stays uncompiled: %s", player.spec, player.game, error)
            if self._wanted.empty():
                self._process.stop()  # its memory is better used elsewhere
        self._process.stop()

    def end(self) -> None:
        self._wanted.put(None)
        self._process.end()
        if self.is_alive():
            self.join()


# ---------------------------------------------------------------- in the process


def _work(pipe: Connection, nice: int) -> None:
    """Answer until the other end is closed."""
    if hasattr(os, "nice"):
        os.nice(nice)
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    while True:
        try:
            message = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[str, Any] = ("done", _do(*message))
        except ParlourError as error:
            own = message[0] == "think" and message[1].player.own  # it errs in a game: it is stood in for
            answer = ("stumbled", str(error)) if own else ("refused", error.text)
        except Exception as error:
            answer = ("stumbled", f"{type(error).__name__}: {error}")
        with contextlib.suppress(OSError):
            pipe.send(answer)


def _leave_with_parent() -> None:
    """However the parent came to its end, do not stay behind; not even in the middle of a long thought."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _do(what: str, subject: Any = None) -> Any:
    if what == "meet":
        _bot(subject)
    elif what == "warm":
        _bot(subject).warm()
    elif what == "think":
        game = load(subject.player.game, subject.player.board)
        view = Position.from_bytes(game.rules.State, subject.view)
        limit, seed = subject.seconds, subject.seed
        return _bot(subject.player).think(view, subject.seat, seconds=limit, seed=seed)
    return None


@lru_cache(maxsize=_PLAYERS)
def _bot(player: Player) -> Bot:
    return make(player.spec, load(player.game, player.board), own=player.own)
