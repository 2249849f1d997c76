"""Points in a game that know their past: what each seat has seen, copies for nothing, other worlds.

>>> line = timeline(parlour.load("parcheesi"), players=2)
>>> later = line.first.after(20)     # what fell is an action like any other
>>> later.seen(seat=0)
['chance 20']

A `Moment` never changes. `after` makes the next one, which points back to it; so a copy is the moment
itself, all games of a tree share their beginnings, and what a seat has seen is read off the way back
when somebody asks. Chance is explicit: its outcomes are actions too.

What a seat has seen. In a game without secrets that is every action. In one with secrets it is the
seat's own actions, and all that changed in its view (`hide`): fields of the record with their new
values. An event that leaves no trace in a view is not in that seat's log, so whoever bids behind closed
hands learns nothing of the others. Nothing is ever forgotten: the log tells all earlier views.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.envs.episode import Episode, rewards_of
from parlour.games import load
from parlour.rules.forms import Form
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER
from parlour.rules.position import Position, Shelf

__all__ = ["Moment", "Timeline", "timeline"]

_FORMATS = {1: "bB", 2: "hH", 4: "iI", 8: "qQ"}  # of struct, by size; signed, then unsigned


class Timeline:
    """A game from one start: the rules in the form that plays, and its first moment."""

    def __init__(self, game: Game, start: Position, form: Form | None = None) -> None:
        self.game = game
        self.form = game.compiled if form is None else form
        self.is_plain = self.form is game.plain
        self.actions = int(self.form.ACTIONS)
        self.features = int(self.form.FEATURES)
        self.seats: list[int] = game.seats(start)
        self.number_of = {seat: number for number, seat in enumerate(self.seats)}  # among those who play
        self.sides: list[int] = [int(game.plain.side(start, chair)) for chair in range(game.chairs)]
        self.start = start.copy()
        self.first = Moment(self, self.box_of(start.to_bytes()))

    # A box is one place with a record in it, as this form keeps it. Where that is an array, it is a view of
    # bytes: NumPy copies bytes at once, but records field by field, which takes longer than to play.

    def box_of(self, data: bytes) -> Any:
        """A position of the rules' own kind, alone in an array, from the bytes that a moment keeps."""
        state = self.game.rules.State
        if not self.is_plain:
            return np.frombuffer(data, np.uint8).copy().view(state)
        shelf = Shelf(1, state)
        shelf[0] = Position.from_bytes(state, data)
        return shelf

    def copy_of(self, box: Any) -> Any:
        """Another such array with the same position, so that playing on leaves the first as it is."""
        state = self.game.rules.State
        if not self.is_plain:
            return box.base.copy().view(state)
        shelf = Shelf(1, state)
        shelf[0] = box[0]
        return shelf

    def bytes_of(self, box: Any) -> bytes:
        """What a moment keeps of a position: the record, byte by byte."""
        data: bytes = box[0].to_bytes() if self.is_plain else box.base.tobytes()
        return data

    def scratch(self) -> npt.NDArray[np.int64]:
        """Room for the longest list of actions that the game can write."""
        return np.empty(self.form.MAX_ACTIONS, np.int64)

    # ------------------------------------------------------------ records as text

    @cached_property
    def _leaves(self) -> tuple[struct.Struct, list[tuple[str, int, int]], list[str], npt.NDArray[np.int64]]:
        """How to read a record's numbers in one go; every field's name and which numbers are its own; every
        number's own name; and which number each byte belongs to."""
        state = self.game.rules.State
        letters, end = "=", 0
        spans: list[tuple[str, int, int]] = []
        labels: list[str] = []
        leaf_at = np.full(state.itemsize, -1)
        for name, (kind, offset, *_) in sorted((state.fields or {}).items(), key=lambda item: item[1][1]):
            size = kind.base.itemsize
            first = len(labels)
            letters += "x" * (offset - end)
            for place, index in enumerate(np.ndindex(kind.shape)):
                leaf_at[offset + place * size : offset + (place + 1) * size] = len(labels)
                labels.append(f"{name}[{','.join(map(str, index))}]" if index else name)
            letters += _FORMATS[size][kind.base.kind == "u"] * (len(labels) - first)
            spans.append((name, first, len(labels)))
            end = offset + kind.itemsize
        letters += "x" * (state.itemsize - end)
        return struct.Struct(letters), spans, labels, leaf_at

    def changes(self, before: bytes, after: bytes) -> str:
        """The numbers that differ, with their new values."""
        reader, _, labels, leaf_at = self._leaves
        differ = np.flatnonzero(np.frombuffer(before, np.uint8) != np.frombuffer(after, np.uint8))
        values = reader.unpack(after)
        found = sorted(set(leaf_at[differ].tolist()) - {-1})  # between fields there may be idle bytes
        return " ".join(f"{labels[leaf]}={values[leaf]}" for leaf in found)

    def fields(self, data: bytes) -> str:
        """All fields that are not zero, arrays up to their last number that is not."""
        reader, spans, _, _ = self._leaves
        numbers = reader.unpack(data)
        shown = []
        for name, first, last in spans:
            while last > first and not numbers[last - 1]:
                last -= 1
            if last > first:
                shown.append(f"{name}={','.join(map(str, numbers[first:last]))}")
        return " ".join(shown)

    def name_of(self, moment: Moment, action: int) -> str:
        """An action's short name there, or its number where the game has no words for it."""
        return str(self.game.words.notation(moment.position, action)) or str(action)

    # ------------------------------------------------------------ copies and pickles

    def __deepcopy__(self, memo: object) -> Timeline:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (self.game, self.start.to_bytes(), self.is_plain and self.game.is_compiled)


class Moment:
    """One point of a game. `actor` is the seat to act, CHANCE or OVER; `past` the moment before.

    `seat` played `action` to get here. `guessed` is the seat for which this is a sampled world.
    """

    __slots__ = (
        "_entries",
        "_keys",
        "_position",
        "action",
        "actor",
        "box",
        "guessed",
        "line",
        "past",
        "seat",
    )

    def __init__(
        self,
        line: Timeline,
        box: Any,
        past: Moment | None = None,
        seat: int = OVER,
        action: int = -1,
        guessed: int | None = None,
    ) -> None:
        self.line, self.box, self.past = line, box, past
        self.seat, self.action, self.guessed = seat, action, guessed
        self.actor = int(line.form.table_actor(box))
        self._entries: dict[int, str] = {}
        self._keys: dict[int, bytes] = {}
        self._position: Position | None = None

    # ------------------------------------------------------------ what can be asked

    @property
    def over(self) -> bool:
        """Whether the game has ended here."""
        return self.actor == OVER

    @property
    def position(self) -> Position:
        """The position in plain form; to be read, not to be changed."""
        if self._position is None:
            box = self.box
            self._position = box[0] if self.line.is_plain else Position.unpack(box)
        return self._position

    def legal(self) -> list[int]:
        """What the actor may do, or what chance may bring, in ascending order."""
        if self.over:
            return []
        out = self.line.scratch()
        codes = out[: self.line.form.table_legal(self.box, self.actor, out)]
        codes.sort()
        listed: list[int] = codes.tolist()
        return listed

    def outcomes(self) -> list[tuple[int, float]]:
        """At CHANCE: what may happen in ascending order, each with its probability."""
        if self.actor != CHANCE:
            return []
        form, codes, odds = self.line.form, self.line.scratch(), self.line.scratch()
        count = form.table_legal(self.box, CHANCE, codes)
        form.weights(self.box[0], odds)
        return list(_outcomes(codes[:count].tobytes(), odds[:count].tobytes()))

    def observe(self, seat: int) -> npt.NDArray[np.float32]:
        """What a seat sees, as the game's features."""
        out = np.zeros(self.line.features, np.float32)
        self.line.form.table_observe(self.box, seat, out)
        return out

    def view(self, seat: int) -> bytes:
        """The record as far as a seat may know it."""
        line = self.line
        if not line.game.has_secrets:
            return line.bytes_of(self.box)
        box = line.copy_of(self.box)
        line.form.hide(box[0], seat)
        return line.bytes_of(box)

    def rewards(self) -> list[float]:
        """By chair, as in every environment (see episode.py); zeros until the game is over."""
        sides = self.line.sides
        if not self.over:
            return [0.0] * len(sides)
        shares = [float(self.line.form.table_payoff(self.box, chair)) for chair in range(len(sides))]
        given: list[float] = rewards_of(shares, sides).tolist()
        return given

    def __str__(self) -> str:
        return self.line.fields(self.line.bytes_of(self.box))

    # ------------------------------------------------------------ the past

    def _way(self, seat: int) -> Iterator[Moment]:
        """Back from here to where this seat's memory begins: the start, or a world that it was put into."""
        at: Moment | None = self
        while at is not None:
            yield at
            at = at.past if at.guessed in (None, seat) else None

    def seen(self, seat: int) -> list[str]:
        """What a seat has seen so far, one text for each thing."""
        way = list(self._way(seat))
        before: bytes | None = None
        for at in reversed(way):
            if seat not in at._entries:
                before = at._enter(seat, before)
            else:
                before = None
        return [at._entries[seat] for at in reversed(way) if at._entries[seat]]

    def key(self, seat: int) -> str:
        """A digest of `seen`: 32 characters, however long that is. Each moment's goes on from the one before
        it, so that a game's keys take no longer than its log."""
        self.seen(seat)  # notes what each moment shows
        digest = hashlib.sha256(b"").digest()
        unknown: list[Moment] = []
        for at in self._way(seat):
            if seat in at._keys:
                digest = at._keys[seat]
                break
            unknown.append(at)
        for at in reversed(unknown):
            entry = at._entries[seat]
            digest = hashlib.sha256(digest + entry.encode()).digest() if entry else digest
            at._keys[seat] = digest
        return digest.hex()[:32]

    def _enter(self, seat: int, before: bytes | None) -> bytes | None:
        """Note what this moment shows a seat; its view now, if it was needed."""
        line, past = self.line, self.past
        if past is None:
            self._entries[seat] = ""
            return None
        if not line.game.has_secrets:
            self._entries[seat] = (
                f"chance {self.action}" if self.seat == CHANCE else f"{self.seat}: {self.action}"
            )
            return None
        now = self.view(seat)
        if self.guessed not in (None, seat):
            self._entries[seat] = line.fields(now)
            return now
        own = f"plays {self.action}" if self.seat == seat and self.guessed is None else ""
        told = line.changes(past.view(seat) if before is None else before, now)
        self._entries[seat] = f"{own} {told}".strip()
        return now

    def recall(self, seat: int, count: int) -> npt.NDArray[np.float32]:
        """The last `count` things a seat has seen, the latest first, as rows of numbers.

        A row holds the features just before, and how far along the codes the seat's own action was: from
        above 0 to 1, or 0 where it was not the seat that acted.
        """
        rows = np.zeros((count, self.line.features + 1), np.float32)
        if count:
            self.seen(seat)  # notes what each moment shows
        shown = (at for at in self._way(seat) if at._entries[seat] and at.guessed is None)
        for row, at in zip(rows, islice(shown, count), strict=False):
            if at.past is not None:
                row[:-1] = at.past.observe(seat)
                row[-1] = (at.action + 1) / self.line.actions if at.seat == seat else 0
        return rows

    def playouts(self, games: int, seed: int) -> list[float]:
        """Mean rewards by chair of random games from here, played by compiled rules: `games` in one call."""
        line = self.line
        rng, counts = np.zeros(1, np.uint64), np.zeros(2, np.int64)
        shares = np.zeros(len(line.sides))
        work = line.copy_of(self.box)
        line.form.playouts(work, self.box, 0, games, seed, line.scratch(), rng, counts, shares)
        given: list[float] = rewards_of(shares / games, line.sides).tolist()
        return given

    # ------------------------------------------------------------ other moments

    def after(self, action: int) -> Moment:
        """The moment after an action of the actor or of chance; a `BadAction` says why it is not legal."""
        line, actor = self.line, self.actor
        box = line.copy_of(self.box)
        if self.over or not line.form.table_apply(box, actor, action, line.scratch()):
            here = Episode(line.game, start=self.position, seed=0, explicit_chance=True, form=line.game.plain)
            raise here.refusal(actor, action)
        return Moment(line, box, self, actor, action)

    def guess(self, seat: int, seed: int) -> Moment:
        """Another world that this seat could be in for all it knows: what is hidden from it is drawn anew.

        Its own memory goes on; the others know what they see in that world.
        """
        line = self.line
        if not line.game.has_secrets:
            return self
        box = line.copy_of(self.box)
        rng = np.zeros(1, np.uint64)
        line.form.start_stream(rng, seed, 0)
        line.form.hide(box[0], seat)
        line.form.guess(box[0], seat, rng)
        return Moment(line, box, self, guessed=seat)

    def __copy__(self) -> Moment:
        return self

    def __deepcopy__(self, memo: object) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """As the start and what was played since; a sampled world as it is."""
        steps: list[Any] = []
        at = self
        while at.past is not None:
            steps.append(at.action if at.guessed is None else (at.guessed, self.line.bytes_of(at.box)))
            at = at.past
        return _moment, (self.line, self.line.bytes_of(at.box), steps[::-1])


@lru_cache(maxsize=512)
def _outcomes(codes: bytes, odds: bytes) -> tuple[tuple[int, float], ...]:
    weights = np.frombuffer(odds, np.int64)
    chances = (weights / weights.sum()).tolist()
    return tuple(sorted(zip(np.frombuffer(codes, np.int64).tolist(), chances, strict=True)))


def timeline(
    game: Game | str,
    players: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    board: str | Path | None = None,
    start: Position | None = None,
    form: Form | None = None,
) -> Timeline:
    """A game from its beginning, or from `start`; the same object for the same start.

    The arguments are those of `Episode`.
    """
    found = game if isinstance(game, Game) else load(game, board)
    first = start if start is not None else found.new(players, options)
    return _made(found, first.to_bytes(), form is found.plain and found.is_compiled)


@lru_cache(maxsize=256)
def _made(game: Game, start: bytes, plain: bool) -> Timeline:
    return Timeline(game, Position.from_bytes(game.rules.State, start), game.plain if plain else None)


def _moment(line: Timeline, start: bytes, steps: list[Any]) -> Moment:
    at = Moment(line, line.box_of(start))
    for step in steps:
        if isinstance(step, tuple):
            seat, data = step
            at = Moment(line, line.box_of(data), at, guessed=seat)
        else:
            at = at.after(step)
    return at
