"""The lab: a question about house rules, and its answer as it sharpens."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from parlour.server.protocol.basics import In, Out


class LabWish(In):
    """A question, as the link that carries it, and who asks: a word that a page makes up once and keeps."""

    link: Annotated[str, Meta(max_length=4_000)]
    person: Annotated[str, Meta(min_length=1, max_length=60)]


class LabFigure(Out):
    """A figure as people read it, and as numbers; null where nothing could be counted."""

    text: str
    value: float | None
    low: float | None
    high: float | None


class LabDifference(Out):
    """What a set changes against the first."""

    text: str
    seen: bool
    verdict: str


class LabRow(Out):
    """One measure under all sets of rules."""

    name: str
    words: str
    meaning: str
    games: int
    figures: list[LabFigure]
    differences: list[LabDifference | None]


class LabResult(Out):
    """An answer so far."""

    heading: str
    sets: list[str]
    games: int
    watched: int
    compiled: bool
    rows: list[LabRow]
    method: list[str]
    faults: list[str]
    openness: list[list[float]]  # by set, from the beginning to the end of a game
    boards: list[str]  # by set: the board's drawing with where pieces stand; once it is finished
    captures: list[str]  # the same with where pieces are captured, in a game where they are


class LabEntry(Out):
    """A set of rules that a search found: a figure and a difference for each wish."""

    rules: str
    figures: list[LabFigure]
    differences: list[LabDifference | None]
    within: bool  # are all limits kept?


class LabFront(Out):
    """The best compromises so far, the rules one began with first."""

    heading: str
    stage: str
    tried: int
    played: int
    wishes: list[str]
    entries: list[LabEntry]
    kept: list[str]  # the single rules that help
    compare: str  # the link to a question about the best of them
    finished: bool


class LabBite(Out):
    """A house rule that was tried at every step of random games: how often it changed something."""

    rules: str
    words: str
    clause: str
    sets_up: bool  # does it change the beginning?
    games: str  # in which part of the games it bit, with the interval
    legal: str  # in which part of all steps something else was legal
    happened: str  # and in which the same action led elsewhere
    changes: str  # what games become by it


class LabAnswer(Out):
    """How a question stands: waiting, playing, stopped, finished or failed."""

    id: str
    link: str
    seq: int  # grows with every answer
    state: str
    ahead: int  # questions that come first
    error: str
    answer: LabResult | None
    front: LabFront | None = None  # the answer to a search
    bites: list[LabBite] | None = None  # the answer to: which house rules matter?


read_lab_wish = msgspec.json.Decoder(LabWish).decode
