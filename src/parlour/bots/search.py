"""The player that searches: it grows a tree of what may follow, and plays what did best in it.

`simulations` is its strength; the clock can only cut them short. `judge` says how positions at the ends of
the tree are judged: by the game's considerations ("careful"), by its network ("learned"), or by random games
played to the end ("playouts"). On several threads each grows a tree of its own, and what they find is added.
It stops early where no other action can be tried as often as the first any more.

With `keep=1` the trees are kept for the next move, if its position is in them and there is room: the second
die of a turn, say, was mostly thought about with the first. What such a bot says depends on what it was asked
before, until `forget`. Where anything is hidden nothing is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.bots import careful, learned, search_tree
from parlour.bots.binding import Array, Bound, bound
from parlour.bots.bot import Bot, Candidate, Settings, Thought, check_asked, ranked
from parlour.rules import kit
from parlour.rules.game import Game
from parlour.rules.position import Position, Shelf
from parlour.rules.run import checked_seed, cores
from parlour.text import Text, say, unknown

SIMULATIONS = 1000
MOST_SIMULATIONS = 10_000_000
DEEPEST = 128  # decisions that a simulation looks ahead at most
MOST_EDGES = 4_000_000  # of all trees together: what comes later is judged, but not remembered
JUDGES = ("careful", "learned", "playouts")
BEST = "best"
METHODS = ("tree", "turns")  # this one, and search_ahead
TOLD = 5  # candidates whose reasons are given
TREES = 1 << 43  # the first number of the streams that tell trees apart
_CHUNK = 2048  # simulations between two looks at the clock, at most
_PATIENCE = 0.01  # seconds between two looks, about

Clock = Callable[[], float]


@dataclass(frozen=True)
class Dials:
    """How a tree grows: see `search_tree`."""

    explore: float = 0.6
    trust: float = 0.05
    look: int = 64
    width: int = 32
    narrow: float = 6
    widen: float = 1.0

    def array(self) -> npt.NDArray[np.float64]:
        """The dials in the order in which compiled code reads them."""
        return np.array([self.explore, self.trust, self.look, self.width, self.narrow, self.widen])


@dataclass(frozen=True)
class Found:
    """What the trees say about one action of the root."""

    action: int
    times: int
    chances: npt.NDArray[np.float64]


class Search:
    """Plays what most simulations went through."""

    def __init__(
        self,
        bound: Bound,
        mind: Array,
        simulations: int = SIMULATIONS,
        threads: int = 1,
        dials: Dials | None = None,
        clock: Clock = time.monotonic,
        keep: bool = False,
    ) -> None:
        self._bound = bound
        self._mind = mind
        self._simulations = simulations
        self._threads = threads
        self._dials = (dials or Dials()).array()
        self._clock = clock
        self._keep = keep and not bound.game.has_secrets
        self._kept: list[search_tree.Tree] = []

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        """Grows the tree until its simulations or its time are used up, and plays what did best."""
        found = self.search(view, seat, seconds=seconds, seed=seed)
        mixed = self._drawn(view, seed)
        best, compared = next((one for one in found if one.action == mixed), found[0]), found[:TOLD]
        chances = [float(one.chances[seat]) for one in compared]
        told = reasons(self._bound, view, seat, [one.action for one in compared], chances, seed)
        candidates = [
            Candidate(one.action, chance, why)
            for one, chance, why in zip(compared, chances, told, strict=True)
        ]
        return Thought(best.action, tuple(map(float, best.chances)), told[0], ranked(candidates))

    def _drawn(self, view: Position, seed: int) -> int:
        stream = np.zeros(1, np.uint64)
        kit.start_stream(stream, checked_seed(seed), careful.CHOICES)
        return careful.drawn(self._bound, self._bound.slots([view]), stream)

    def search(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> list[Found]:
        """Every action of the root that was kept, the most tried first."""
        check_asked(self._bound.game, view, seat)
        until = None if seconds is None else self._clock() + seconds
        seed = checked_seed(seed)
        start = self._bound.slots([view])
        shares = [
            self._simulations // self._threads + (i < self._simulations % self._threads)
            for i in range(self._threads)
        ]
        trees = self._trees(start, shares, seed)

        def work(i: int) -> None:
            self._grow(trees[i], start, seat, shares[i], i * MOST_SIMULATIONS, seed, until)

        if self._threads == 1:
            work(0)
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                list(pool.map(work, range(self._threads)))
        self._kept = trees if self._keep else []
        return merged(trees, [self._root(tree, start) for tree in trees])

    def forget(self) -> None:
        """Let go of the trees that were kept: a game begins, or memory is better used elsewhere."""
        self._kept = []

    def _trees(self, start: Any, shares: Sequence[int], seed: int) -> list[search_tree.Tree]:
        """Those that were kept, if they know the position and have room for what is left to do; else new
        ones, with room for another move as well."""
        trees = []
        for i, share in enumerate(shares):
            old = self._kept[i] if i < len(self._kept) and type(self._kept[i].slots) is type(start) else None
            if old is not None and (root := self._root(old, start)) != kit.NOBODY:
                wanted = share - int(old.nodes[root, search_tree.VISITS])
                nodes, edges, *_ = (int(number) for number in old.used)
                if nodes + wanted <= len(old.nodes) and edges <= len(old.edges) // 2:
                    trees.append(old)
                    continue
            size = 2 * share if self._keep else share
            most = MOST_EDGES // self._threads
            trees.append(make_tree(self._bound, self._mind, size, self._dials, seed, i, most=most))
        return trees

    def _root(self, tree: search_tree.Tree, start: Any) -> int:
        return int(self._bound.form.find_root(tree, start))

    def _grow(
        self,
        tree: search_tree.Tree,
        start: Any,
        seat: int,
        count: int,
        first: int,
        seed: int,
        until: float | None,
    ) -> None:
        """Simulations in chunks, with a look at the clock after each; at least one. What a kept tree knows of
        the position was done before."""
        grow = self._bound.form.grow
        begun = self._clock()
        root = self._root(tree, start)
        done = before = 0 if root == kit.NOBODY else min(int(tree.nodes[root, search_tree.VISITS]), count - 1)
        chunk = 1 if until is not None else _CHUNK
        while done < count:
            chunk = min(chunk, count - done, _CHUNK - done % _CHUNK)
            grow(tree, start, seat, first + done, chunk, seed, self._dials, self._mind)
            done += chunk
            if done % _CHUNK == 0 and self._is_decided(tree, start, count - done):
                return
            if until is not None:
                now = self._clock()
                if now >= until:
                    return
                pace = (done - before) / max(now - begun, 1e-6)
                chunk = int(min(max(pace * min(_PATIENCE, (until - now) / 2), 1), _CHUNK))
            else:
                chunk = _CHUNK

    def _is_decided(self, tree: search_tree.Tree, start: Any, left: int) -> bool:
        """Can nothing come up with what was tried most?"""
        root = self._root(tree, start)
        if root == kit.NOBODY:
            return False
        first, count, _ = (int(number) for number in tree.nodes[root])
        times = np.sort(tree.edges[first : first + count, search_tree.TIMES])
        return len(times) == 1 or bool(len(times) and times[-1] - times[-2] > left)

    def warm(self) -> None:
        """Compile the tree's drivers by growing a tree that is one position large."""
        form, game = self._bound.compiled, self._bound.game
        warm_reasons(self._bound)
        if form is not self._bound.plain:
            tree = make_tree(self._bound, self._mind, 1, self._dials, 0, 0, form)
            start = self._bound.slots([game.new()], form)
            form.grow(tree, start, 0, 0, 0, 0, self._dials, self._mind)
            form.find_root(tree, start)
            odds = np.zeros_like(tree.out)
            form.draw_mixed(start, np.zeros(form.MAX_ACTIONS, np.int64), odds, tree.rng, 0.0)
        self._bound.use_compiled()


def reasons(
    bound: Bound, view: Position, seat: int, actions: Sequence[int], chances: Sequence[float], seed: int
) -> list[Text]:
    """Why one would play each of these, by the game's considerations."""
    worlds = careful.WORLDS if bound.game.has_secrets else 1
    mind, start = bound.careful_mind(), bound.slots([view])
    return careful.explain(bound, mind, start, actions, chances, seat, checked_seed(seed), worlds)


def warm_reasons(bound: Bound) -> None:
    """Compile what reasons need, in the form that searches: another would compile the same rules again."""
    form = bound.compiled
    if form is not bound.plain:
        work, start = bound.workspace(bound.careful_mind(), form=form), bound.slots([bound.game.new()], form)
        parts = np.zeros((0, len(bound.considerations)))
        form.weigh_parts(work, start, 0, np.zeros(0, np.int64), 0, 0, parts)


def make_tree(
    bound: Bound,
    mind: Array,
    simulations: int,
    dials: Array,
    seed: int,
    number: int,
    form: Any = None,
    most: int = MOST_EDGES,
) -> search_tree.Tree:
    """Room for a tree of so many simulations."""
    form = bound.form if form is None else form
    chairs = bound.game.chairs
    nodes = max(simulations, 1)
    width = min(int(dials[search_tree.WIDTH]), form.MAX_ACTIONS)
    edges = max(min(nodes * width, most), int(dials[search_tree.WIDTH]))
    table = 1 << (2 * nodes).bit_length()
    seen, words = one_position(bound, form)
    turn = np.zeros(3, np.uint64)
    kit.start_stream(turn[2:], seed, TREES + number)
    return search_tree.Tree(
        slots=bound.slots(2, form),
        seen=seen,
        words=words,
        keys=np.zeros(table, np.uint64),
        homes=np.zeros(table, np.int32),
        nodes=np.zeros((nodes, 3), np.int32),
        edges=np.zeros((edges, 2), code_type(bound, form)),
        sums=np.zeros((edges, chairs)),
        priors=np.zeros(edges, np.float32),
        used=np.zeros(4, np.int64),
        path=np.zeros((DEEPEST, 2), np.int32),
        out=np.zeros(form.MAX_ACTIONS, np.int64),
        rng=np.zeros(1, np.uint64),
        turn=turn,
        values=np.zeros(chairs),
        best=np.zeros(chairs),
        scratch=bound.scratch(mind) if len(mind) else np.zeros((1, 1), np.float32),
        tally=np.zeros(2, np.int64),
    )


def code_type(bound: Bound, form: Any) -> type[np.signedinteger[Any]]:
    """How actions are kept: small, but in plain Python, where rules would reckon on in 32 bits, whole."""
    return np.int64 if form is bound.plain else np.int32


def one_position(bound: Bound, form: Any) -> tuple[Any, Any]:
    """Room for one position, and the same as 64-bit words."""
    record = bound.game.rules.State
    if form is bound.plain:
        shelf = Shelf(1, record)
        return shelf, _Words(shelf)
    words = np.zeros(-(-record.itemsize // 8), np.uint64)
    return words.view(np.uint8)[: record.itemsize].view(record), words


class _Words:
    """What the bytes of a record are to the compiled form: words, read when their number is asked for."""

    def __init__(self, seen: Shelf) -> None:
        self._seen = seen
        self._words: list[int] = []

    def __len__(self) -> int:
        data = self._seen[0].to_bytes()
        self._words = np.frombuffer(data + bytes(-len(data) % 8), np.uint64).tolist()
        return len(self._words)

    def __getitem__(self, i: int) -> int:
        return self._words[i]


def merged(trees: Sequence[search_tree.Tree], roots: Sequence[int]) -> list[Found]:
    """What the trees together say about the actions of their roots: the most tried first, then the best."""
    times: dict[int, int] = {}
    sums: dict[int, npt.NDArray[np.float64]] = {}
    for tree, root in zip(trees, roots, strict=True):
        first, count, _ = (int(number) for number in tree.nodes[root])
        for edge in range(first, first + count):
            action, tried = (int(number) for number in tree.edges[edge])
            times[action] = times.get(action, 0) + tried
            sums[action] = sums.get(action, 0) + tree.sums[edge]
    worth = {a: sums[a] / times[a] if times[a] else sums[a] + 1 / len(sums[a]) for a in times}
    order = sorted(times, key=lambda a: -times[a])
    return [Found(a, times[a], worth[a]) for a in order]


def judgement(bound: Bound, judge: str = BEST) -> Array:
    """The mind that judges positions, by default the best that the game has; an empty one for playouts."""
    if judge not in (BEST, *JUDGES):
        raise unknown(say("judge"), judge, JUDGES)
    if judge == BEST:
        judge = "learned" if learned.is_trained(bound.game) else "careful"
    if judge == "learned":
        return learned.mind_of(bound.game)
    if judge == "careful" and bound.considerations:
        return bound.careful_mind()
    return np.zeros(0, np.float32)


def create(game: Game, settings: Settings) -> Bot:
    """`search`, with what its settings change."""
    method = settings.text("method", METHODS[0])
    if method not in METHODS:
        raise unknown(say("method of search"), method, METHODS)
    if method == "turns":
        from parlour.bots import search_ahead  # which uses this module

        return search_ahead.create(game, settings)
    usual = Dials()
    mine = bound(game, search_tree)
    threads = settings.whole("threads", 1, 0, 4 * max(cores(), 4))
    return Search(
        mine,
        judgement(mine, settings.text("judge", BEST)),
        settings.whole("simulations", SIMULATIONS, 1, MOST_SIMULATIONS),
        threads or cores(),
        Dials(
            explore=settings.number("explore", usual.explore, 0, 100),
            trust=settings.number("trust", usual.trust, 0.001, 100),
            look=settings.whole("look", usual.look, 1, 100_000),
            width=settings.whole("width", usual.width, 1, 100_000),
            narrow=settings.number("narrow", usual.narrow, 1, 100_000),
            widen=settings.number("widen", usual.widen, 0, 100),
        ),
        keep=settings.whole("keep", 0, 0, 1) == 1,
    )
