"""What one wants of a game, in a line that a person can write: "minutes<30, fair, comebacks=more".

    length<200      at most so much         first=0         as near to it as can be
    branching>3     at least so much        comebacks=more  the more the better
    fair            the same as first=0     waiting=less    the less the better

Any measure of the lab can be wished for by its name. `minutes` is the time that the game itself says it
takes, changed by as much as games become longer or shorter: nobody has timed bots.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

from parlour.bots.bot import split
from parlour.lab.comparing import written
from parlour.lab.measures import COUNT, Measure, measures_of
from parlour.lab.question import Question
from parlour.rules.game import Game
from parlour.text import BadChoice, Text, say, unknown

MORE, LESS, NEAR, MOST, LEAST = "more", "less", "near", "most", "least"
MINUTES, FAIR = "minutes", "fair"
# Games for the figures that a search shows, and how many of them are watched.
FRESH, FRESH_OF_BOTS = (4_000, 400), (500, 200)
_TINY = 1e-9
_WISH = re.compile(r"(\w+)\s*(<=?|>=?|=)\s*(more|less|-?\d+(?:\.\d+)?)\s*%?")


@dataclass(frozen=True)
class Wish:
    """One thing that is wanted of a measure. `value` is in the measure's own unit: a share is a part of 1."""

    name: str  # as it was written
    measure: Measure
    want: str  # MORE, LESS, NEAR, MOST or LEAST
    value: float = 0.0
    scale: float = 1.0  # of a figure of the measure as the wish speaks of it; minutes: those of a decision

    @property
    def is_limit(self) -> bool:
        """Whether this must be kept, as against being sought."""
        return self.want in (MOST, LEAST)

    def shortfall(self, figure: float) -> float:
        """How far a figure is from what is wanted, in differences that anybody would notice: of counts these
        are parts, so their logarithms are compared. A wish for more or less has no end: there only what one
        set has more than another says anything."""
        if self.measure.kind == COUNT and (self.value > 0 or self.want in (MORE, LESS)):
            here, there = (math.log(max(number, _TINY)) for number in (figure * self.scale, self.value))
        else:
            here, there = figure * self.scale, self.value
        if self.want in (MORE, LESS):
            return (here if self.want == LESS else -here) / self.measure.worth
        apart = (here - there) / self.measure.worth
        return abs(apart) if self.want == NEAR else max(apart if self.want == MOST else -apart, 0.0)

    @property
    def subject(self) -> Text:
        """What it speaks of."""
        return say("minutes a game") if self.name == MINUTES else self.measure.words

    @property
    def words(self) -> Text:
        """The wish as a reader would say it."""
        head = self.subject
        shown = f"{self.value:g}" if self.name == MINUTES else written(self.measure, self.value)
        if self.want == MORE:
            return say("{measure}: the higher the better", measure=head)
        if self.want == LESS:
            return say("{measure}: the lower the better", measure=head)
        if self.want == NEAR:
            return say("{measure} near {value}", measure=head, value=shown)
        if self.want == MOST:
            return say("{measure} at most {value}", measure=head, value=shown)
        return say("{measure} at least {value}", measure=head, value=shown)

    @property
    def text(self) -> str:
        """As it is read."""
        if self.want in (MORE, LESS):
            return f"{self.name}={self.want}"
        sign = {NEAR: "=", MOST: "<", LEAST: ">"}[self.want]
        value = self.value if self.name == MINUTES or self.measure.kind == COUNT else 100 * self.value
        return f"{self.name}{sign}{value:g}"


def read_wishes(text: str, game: Game, sides: int) -> tuple[Wish, ...]:
    """From "minutes<30, fair, comebacks=more"; shares and points are written in percent and points."""
    known = {one.name: one for one in measures_of(game, sides)}
    found: list[Wish] = []
    for part in filter(None, (one.strip() for one in re.split(r"[,;]", text))):
        if part == FAIR:
            part = "first=0"
        match = _WISH.fullmatch(part)
        if match is None:
            raise BadChoice(
                say(
                    "“{text}” is no wish; write one like minutes<30, fair, comebacks=more, waiting=less or "
                    "branching>3.",
                    text=part,
                )
            )
        name, sign, what = match.groups()
        if name == MINUTES and game.words.MINUTES is None:
            raise BadChoice(
                say("{game} does not say how long it takes; wish for length instead.", game=game.id)
            )
        if name != MINUTES and name not in known:
            raise unknown(say("measure"), name, [MINUTES, FAIR, *known])
        found.append(_wish(name, known["length" if name == MINUTES else name], sign, what))
    if not found:
        raise BadChoice(say("What do you want of the game? Say it like minutes<30, fair, comebacks=more."))
    return tuple(found)


def _wish(name: str, measure: Measure, sign: str, what: str) -> Wish:
    if what in (MORE, LESS):
        if sign != "=":
            raise BadChoice(say("Write {name}={what}.", name=name, what=what))
        return Wish(name, measure, what)
    value = float(what)
    if name != MINUTES and measure.kind != COUNT:
        value /= 100
    want = NEAR if sign == "=" else MOST if sign.startswith("<") else LEAST
    return Wish(name, measure, want, value)


def usual_minutes(game: Game) -> float:
    """The middle of what the game says of itself."""
    low, high = game.words.MINUTES or (0, 0)
    return (low + high) / 2


def dominates(one: Sequence[float], other: Sequence[float]) -> bool:
    """Is it nowhere further from what is wanted, and somewhere nearer?"""
    return all(a <= b for a, b in zip(one, other, strict=True)) and any(
        a < b for a, b in zip(one, other, strict=True)
    )


def fronts(points: Sequence[Sequence[float]]) -> list[int]:
    """The number of the front that each lies on: 0 for those that nothing dominates, then 1 without these."""
    ranks = [-1] * len(points)
    left, rank = set(range(len(points))), 0
    while left:
        best = {i for i in left if not any(dominates(points[j], points[i]) for j in left if j != i)}
        for i in best:
            ranks[i] = rank
        left -= best
        rank += 1
    return ranks


def usual_games(bots: Iterable[str]) -> tuple[int, int]:
    """Fresh games for the figures of a search, and how many of them a judge follows."""
    return FRESH if set(bots) == {"random"} else FRESH_OF_BOTS


def search_link(question: Question, want: str, vary: Sequence[str] = ()) -> str:
    """The address that carries a search: that of the question, and what is wanted."""
    more = {"want": want, **({"vary": ",".join(vary)} if vary else {})}
    return f"{question.link()}&{urlencode(more, safe='=,<>')}"


def from_search_link(
    link: str, allowed: Callable[[str, str | None], None] | None = None
) -> tuple[Question, str, list[str]] | None:
    """The question, what is wanted and what may be varied; None where the link carries no search."""
    bots = dict(parse_qsl(urlsplit(link).query)).get("bots", "random")
    games, watched = usual_games(split(bots))
    found = Question.within(link, "want", allowed, games=games, watched=watched)
    if found is None:
        return None
    question, given = found
    return question, given["want"], [name for name in given.get("vary", "").split(",") if name]
