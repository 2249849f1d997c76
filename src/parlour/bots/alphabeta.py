"""The player that looks move after move ahead, for two sides that see everything and roll nothing.

It goes one move deeper at a time until its `nodes` are spent, it has looked `depth` moves ahead, or somebody
wins by force. `width` is how many moves of a position it takes seriously. Among moves whose chances differ by
less than `whim` it takes any: else it would play the same game again and again.

`forced_win` proves that whoever is to act wins within so many moves, or that the other can prevent it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from parlour.bots import alphabeta_line, search, search_tree
from parlour.bots.alphabeta_line import LIMIT, MOVES, NEXT, NODES, STOPPED, SURE, WIN
from parlour.bots.binding import Array, Bound, bound
from parlour.bots.bot import Candidate, Settings, Thought, check_asked
from parlour.rules import kit, run
from parlour.rules.game import Game, once
from parlour.rules.position import Position
from parlour.text import BadChoice, Text, say

DEPTH, NODES_SPENT, BREADTH = 6, 100_000, 12
DEEPEST = 30
PLACES = 1 << 18  # in the table of positions
WHIM = 0.01  # a chance
_CHUNK = 4096  # nodes between two looks at the clock,
_PLAIN_CHUNK = 64  # and in the plain form
_EVERYTHING = 1 << 30  # a width, or a number of nodes, that nothing reaches


class Alphabeta:
    """Plays the move after which the best answers leave it the best chances."""

    def __init__(
        self,
        bound: Bound,
        mind: Array,
        depth: int = DEPTH,
        nodes: int = NODES_SPENT,
        width: int = BREADTH,
        whim: float = WHIM,
        clock: search.Clock = time.monotonic,
    ) -> None:
        self._bound = bound
        self._mind = mind
        self._depth = depth
        self._nodes = nodes
        self._dials = np.array([width, 0.0, 2 * whim])
        self._clock = clock

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        """Looks deeper and deeper until its depth or time is used up; of nearly equal moves it draws one."""
        check_asked(self._bound.game, view, seat)
        until = None if seconds is None else self._clock() + seconds
        moves, worths = self._search(view, seat, until)
        stream = np.zeros(1, np.uint64)
        kit.start_stream(stream, run.checked_seed(seed), search.TREES)
        order = np.argsort(-worths, kind="stable")
        near = int((worths >= worths[order[0]] - self._dials[2]).sum()) if abs(worths[order[0]]) < SURE else 1
        taken = int(kit.below(stream, near))
        order[: taken + 1] = np.roll(order[: taken + 1], 1)  # the one taken first, the others as they were
        first = order[: search.TOLD]
        told = self._reasons(view, seat, moves[first], worths[first], seed)
        found = [
            Candidate(int(moves[i]), _chance(worths[i]), why) for i, why in zip(first, told, strict=True)
        ]
        chances = [0.0] * self._bound.game.chairs
        mine = self._bound.plain.side(view, seat)
        for chair in self._bound.game.seats(view):
            own = self._bound.plain.side(view, chair) == mine
            chances[chair] = found[0].chance if own else 1 - found[0].chance
        return Thought(found[0].action, tuple(chances), found[0].reason, tuple(found))

    def _search(self, view: Position, seat: int, until: float | None) -> tuple[Array, Array]:
        """The moves of the root that were searched as deep as any, and what they are worth."""
        form = self._bound.form
        line = make_line(self._bound, self._mind, self._depth + 1, form)
        line.slots[0] = self._bound.slots([view], form)[0]
        few = 8 if form is self._bound.plain else _EVERYTHING
        listed, count = 0, 1
        while listed < count and not (listed and self._late(until)):
            count = int(form.list_root(line, listed, few, self._mind))
            listed = min(listed + few, count)
        moves, worths = line.moves[0, :listed].copy(), line.found[:listed].copy()
        if listed < count or count == 1:
            return moves, worths
        for depth in range(1, self._depth + 1):
            order = np.argsort(-worths, kind="stable")
            line.moves[0, : len(moves)], line.found[: len(moves)] = moves[order], worths[order]
            line.used[MOVES] = len(moves)
            done = self._deepen(line, seat, depth, until)
            if done:
                moves, worths = line.moves[0, :done].copy(), line.found[:done].copy()
            if done < line.used[MOVES] or abs(worths.max()) > SURE:
                break
        return moves, worths

    def _deepen(self, line: alphabeta_line.Line, seat: int, depth: int, until: float | None) -> int:
        """Search all moves of the root to this depth; how many of them came to an end.

        A chunk that stops within a move is lost but for the table, so the next one is larger."""
        form, used = self._bound.form, line.used
        usual = _PLAIN_CHUNK if form is self._bound.plain else _CHUNK
        chunk = usual
        used[NEXT] = 0
        while used[NEXT] < used[MOVES] and used[NODES] < self._nodes and not self._late(until):
            at, begun, spent = int(used[NEXT]), self._clock(), int(used[NODES])
            used[LIMIT] = min(used[NODES] + chunk, self._nodes)
            used[STOPPED] = 0
            form.search_root(line, seat, depth, self._dials, self._mind)
            chunk = usual if used[NEXT] > at else 2 * chunk
            if until is not None:
                pace = (int(used[NODES]) - spent) / max(self._clock() - begun, 1e-6)
                chunk = int(max(min(chunk, pace * (until - self._clock())), 1))
        return int(used[NEXT])

    def _late(self, until: float | None) -> bool:
        return until is not None and self._clock() >= until

    def _reasons(self, view: Position, seat: int, moves: Array, worths: Array, seed: int) -> list[Text]:
        told = search.reasons(self._bound, view, seat, moves.tolist(), [*map(_chance, worths)], seed)
        return [_forced(worth) or why for worth, why in zip(worths.tolist(), told, strict=True)]

    def warm(self) -> None:
        """Compile the drivers by a search that is one move deep."""
        form, game = self._bound.compiled, self._bound.game
        search.warm_reasons(self._bound)
        if form is not self._bound.plain:
            line = make_line(self._bound, self._mind, 1, form)
            line.slots[0] = self._bound.slots([game.new()], form)[0]
            form.list_root(line, 0, 0, self._mind)
            form.search_root(line, 0, 1, self._dials, self._mind)
        self._bound.use_compiled()


def _chance(worth: float) -> float:
    return float(min(max((1 + worth) / 2, 0.0), 1.0))


def _forced(worth: float) -> Text | None:
    """What to say of a win or a loss that cannot be prevented. A worth counts the moves of both sides."""
    if worth > SURE:
        own = (int(WIN - worth) + 1) // 2
        return say("It wins at once.") if own == 1 else say("It wins by force, in {own} moves.", own=own)
    if worth < -SURE:
        theirs = int(WIN + worth) // 2
        if theirs == 1:
            return say("The other side can win with its next move.")
        return say("The other side can then win by force, in {theirs} moves.", theirs=theirs)
    return None


@dataclass(frozen=True)
class Proof:
    """Whether whoever is to act can force a win; None: not settled within the nodes allowed."""

    wins: bool | None
    action: int | None = None  # that begins to win
    moves: int = 0  # of both sides, until it is won at the latest
    nodes: int = 0


def forced_win(game: Game, position: Position, moves: int, nodes: int = 10_000_000) -> Proof:
    """Can whoever is to act win within so many moves of both sides, whatever the other does?

    Every answer of the other side is tried, by the rules themselves, with all that stood before.
    """
    tools = _tools(game)
    form, seat = tools.form, int(game.plain.actor(position))
    mind, dials = np.zeros(0, np.float32), np.array([float(_EVERYTHING), 1.0, 0.0])
    line = make_line(tools, mind, moves + 1, form)
    line.slots[0] = tools.slots([position], form)[0]
    used = line.used
    count = int(form.list_root(line, 0, _EVERYTHING, mind))
    used[LIMIT] = nodes
    for depth in range(1, moves + 1, 2):
        order = np.argsort(-line.found[:count], kind="stable")
        line.moves[0, :count] = line.moves[0, order]
        line.found[:count] = 0
        used[NEXT] = 0
        form.prove_root(line, seat, depth, dials, mind)
        if used[STOPPED]:
            return Proof(None, nodes=int(used[NODES]))
        best = int(np.argmax(line.found[:count]))
        if line.found[best] > SURE:
            return Proof(True, int(line.moves[0, best]), int(WIN - line.found[best]), int(used[NODES]))
    return Proof(False, nodes=int(used[NODES]))


def warm_proofs(game: Game) -> None:
    """Compile what `forced_win` needs, and prove with that from now on."""
    tools = _tools(game)
    form, mind = tools.compiled, np.zeros(0, np.float32)
    if form is not tools.plain:
        line = make_line(tools, mind, 1, form)
        line.slots[0] = tools.slots([game.new()], form)[0]
        form.list_root(line, 0, 0, mind)
        line.used[MOVES] = 0
        form.prove_root(line, 0, 1, np.zeros(3), mind)
    tools.use_compiled()


def make_line(bound: Bound, mind: Array, depth: int, form: Any) -> alphabeta_line.Line:
    """Room for a search of so many moves."""
    plies = depth + 2
    seen, words = search.one_position(bound, form)
    return alphabeta_line.Line(
        slots=bound.slots(plies + 1, form),
        seen=seen,
        words=words,
        turn=np.zeros(3, np.uint64),
        keys=np.zeros(PLACES, np.uint64),
        table=np.zeros((PLACES, 3), np.int32),
        worths=np.zeros(PLACES),
        moves=np.zeros((plies, form.MAX_ACTIONS), search.code_type(bound, form)),
        marks=np.zeros((plies, form.MAX_ACTIONS)),
        counts=np.zeros((plies, 6), np.int64),
        limits=np.zeros((plies, 5)),
        stack=np.zeros(plies, np.uint64),
        history=np.zeros(form.ACTIONS),
        found=np.zeros(form.MAX_ACTIONS),
        used=np.array([0, _EVERYTHING, 0, 0, 0, 0]),
        out=np.zeros(form.MAX_ACTIONS, np.int64),
        values=np.zeros(bound.game.chairs),
        scratch=bound.scratch(mind) if len(mind) else np.zeros((1, 1), np.float32),
    )


def _tools(game: Game) -> Bound:
    return bound(game, search_tree, alphabeta_line)


@once
def suits(game: Game) -> bool:
    """Is this a game for two that see everything and roll nothing?"""
    if game.has_secrets or tuple(game.rules.SEATS) != (2,):
        return False
    return run.playouts(game, games=1, threads=1, form=game.plain).rolls == 0


def create(game: Game, settings: Settings) -> Alphabeta:
    """`alphabeta`, with what its settings change."""
    if not suits(game):
        raise BadChoice(
            say(
                "“alphabeta” is for games of two that see everything and roll nothing; "
                "for {game} there is “search”.",
                game=game.id,
            )
        )
    mine = _tools(game)
    return Alphabeta(
        mine,
        search.judgement(mine, settings.text("judge", search.BEST)),
        settings.whole("depth", DEPTH, 1, DEEPEST),
        settings.whole("nodes", NODES_SPENT, 1, 10**9),
        settings.whole("width", BREADTH, 1, 10**6),
        settings.number("whim", WHIM, 0, 1),
    )
