"""The measures, one small unit each: what a block of games gives for it, a part and a whole for every game.

A measure's figure is the sum of its parts over the sum of its wholes. docs/lab.md says what each means and
where it comes from; `MEASURES` lists them in the order in which reports show them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.lab import counting, watching
from parlour.lab.playing import Block
from parlour.rules.game import Game
from parlour.text import Text, say

Numbers = npt.NDArray[np.float64]
LEADS = 0.05  # a side leads when it is ahead by so much
AS_GOOD_AS_WON = 0.9  # chances from which on a game is as good as won
TIMES = 21  # moments, from the beginning to the end of a game, of the curve of uncertainty

COUNT, SHARE, POINTS = "count", "share", "points"  # how a figure is written: a number, in %, in points of 1


class Seen(NamedTuple):
    """What a measure is told: a block of games, and whose chairs belong together."""

    block: Block
    sides: Sequence[Sequence[int]]
    game: Game

    @property
    def ended(self) -> Numbers:
        """1 for every game that ended by the rules, 0 for one that was cut off."""
        return self.block.counts[:, counting.ENDED].astype(np.float64)

    @property
    def won(self) -> Numbers:
        """What each side won: games x sides."""
        return np.asarray(self.block.shares[:, [chairs[0] for chairs in self.sides]], np.float64)

    def chances(self, i: int) -> Numbers:
        """How the chances of every side went in one game: moments x sides, and at the end what was won."""
        there = self.block.trace[i, : int(self.block.points[i])][:, [chairs[0] for chairs in self.sides]]
        return np.concatenate([there.astype(np.float64), self.won[i][None]])


Pair = tuple[Numbers, Numbers]
Unit = Callable[[Seen], Pair]


@dataclass(frozen=True)
class Measure:
    """One measure."""

    name: str  # for files and links
    words: Text  # the head of its row
    meaning: Text
    kind: str  # COUNT, SHARE or POINTS
    of: Unit
    worth: float  # the smallest difference that anybody would notice: games, or a part of the figure (COUNT)
    watched: bool = False  # does it need a judge?
    many: bool = False  # only where three sides play or more


def _per_game(seen: Seen, values: npt.NDArray[np.float64] | npt.NDArray[np.int64]) -> Pair:
    """One value for each game that ended."""
    return np.asarray(values, np.float64) * seen.ended, seen.ended


def _counted(column: int) -> Unit:
    return lambda seen: _per_game(seen, seen.block.counts[:, column])


def _ratio(part: int, whole: int) -> Unit:
    def of(seen: Seen) -> Pair:
        counts = seen.block.counts.astype(np.float64) * seen.ended[:, None]
        return counts[:, part], counts[:, whole]

    return of


# ---------------------------------------------------------------- from counts alone


def first_advantage(seen: Seen) -> Pair:
    """What the side that begins wins beyond a fair share."""
    side_of = np.full(seen.game.chairs + 1, -1)
    for i, chairs in enumerate(seen.sides):
        side_of[list(chairs)] = i
    first = side_of[seen.block.counts[:, counting.FIRST]]
    known = (first >= 0) * seen.ended
    won = seen.won[np.arange(len(first)), np.maximum(first, 0)]
    return (won - 1 / len(seen.sides)) * known, known


def seat_share(side: int) -> Unit:
    """What one side wins."""
    return lambda seen: _per_game(seen, seen.won[:, side])


def decisiveness(seen: Seen) -> Pair:
    """Does one side win alone?"""
    return _per_game(seen, (seen.won.max(axis=1) > 1 - 1e-9).astype(np.float64))


def endless(seen: Seen) -> Pair:
    """Was the game left because it did not end?"""
    return 1 - seen.ended, np.ones(len(seen.ended))


def tallied(column: int) -> Unit:
    """What the rules themselves count."""
    return lambda seen: _per_game(seen, seen.block.tallies[:, column])


def own(column: int) -> Unit:
    """What the game's measures.py counts."""
    return lambda seen: _per_game(seen, seen.block.own[:, column])


# ---------------------------------------------------------------- from how the chances went


def _each(unit: Callable[[Numbers], float]) -> Unit:
    """A measure of how the chances went, game by game."""

    def of(seen: Seen) -> Pair:
        known = seen.ended * (seen.block.points > 0)
        values = [unit(seen.chances(i)) if known[i] else 0.0 for i in range(len(known))]
        return np.array(values) * known, known

    return of


def lead_changes(chances: Numbers) -> float:
    """How often another side than before comes to lead, clearly."""
    order = np.sort(chances, axis=1)
    leaders = chances.argmax(axis=1)[order[:, -1] - order[:, -2] >= LEADS]
    return float(np.count_nonzero(leaders[1:] != leaders[:-1]))


def drama(chances: Numbers) -> float:
    """How far behind the winner was: the mean over all moments of the root of what the leader had more."""
    winner = int(chances[-1].argmax())
    return float(np.sqrt(np.maximum(chances.max(axis=1) - chances[:, winner], 0)).mean())


def comeback(chances: Numbers) -> float:
    """Was the winner once below half of a fair share?"""
    winner = int(chances[-1].argmax())
    return float(chances[:, winner].min() < 0.5 / chances.shape[1])


def uncertainty(chances: Numbers) -> float:
    """How open the game was on average: the entropy of the chances, 1 when all are equal."""
    return float(curve(chances).mean())


def curve(chances: Numbers) -> Numbers:
    """The entropy of the chances from the beginning to the end."""
    kept = np.clip(chances, 1e-12, 1.0)
    entropy = -(kept * np.log(kept)).sum(axis=1) / np.log(chances.shape[1])
    moments = np.linspace(0, len(entropy) - 1, TIMES)
    return np.asarray(np.interp(moments, np.arange(len(entropy)), entropy), np.float64)


def played_on(chances: Numbers) -> float:
    """The part of the game that was played after it was as good as won."""
    winner = int(chances[-1].argmax())
    still_open = np.flatnonzero(chances[:-1, winner] < AS_GOOD_AS_WON)
    return 1.0 - (float(still_open[-1]) + 1) / (len(chances) - 1) if len(still_open) else 1.0


def hopeless(chances: Numbers) -> float:
    """The part of the game that a side sits through without hope, the mean over the sides."""
    before = chances[:-1]
    return float((before < 1 / (watching.HOPELESS * chances.shape[1])).mean()) if len(before) else 0.0


def _staked(part: int, whole: int, both: bool = False) -> Unit:
    """A ratio of what was found at closer looks."""

    def of(seen: Seen) -> Pair:
        stakes = seen.block.stakes * seen.ended[:, None]
        total = stakes[:, part] + stakes[:, whole] if both else stakes[:, whole]
        return stakes[:, part], total

    return of


# ---------------------------------------------------------------- the list


def _measures() -> tuple[Measure, ...]:
    c, w = counting, watching
    return (
        Measure(
            "length",
            say("decisions a game"),
            say("How many decisions are made from the first to the last."),
            COUNT,
            _counted(c.DECISIONS),
            0.05,
        ),
        Measure(
            "rolls", say("rolls a game"), say("Dice thrown and cards drawn."), COUNT, _counted(c.ROLLS), 0.05
        ),
        Measure(
            "turns",
            say("turns a game"),
            say("How often another seat comes to decide."),
            COUNT,
            _counted(c.TURNS),
            0.05,
        ),
        Measure(
            "choices",
            say("real choices a game"),
            say("Decisions with at least two ways to go."),
            COUNT,
            _counted(c.CHOICES),
            0.05,
        ),
        Measure(
            "branching",
            say("ways at a decision"),
            say("How many actions are legal, on average over all decisions."),
            COUNT,
            _ratio(c.WAYS, c.DECISIONS),
            0.05,
        ),
        Measure(
            "decisiveness",
            say("games with one winner"),
            say("The part of the games that one side wins alone."),
            SHARE,
            decisiveness,
            0.01,
        ),
        Measure(
            "first",
            say("advantage of beginning"),
            say("What the side that begins wins beyond a fair share."),
            POINTS,
            first_advantage,
            0.01,
        ),
        Measure(
            "waiting",
            say("events between one's turns"),
            say("How many rolls and decisions pass between one's last decision and the next turn."),
            COUNT,
            _ratio(c.WAITED, c.WAITS),
            0.05,
        ),
        Measure(
            "longest_wait",
            say("longest wait of a game"),
            say("The most rolls and decisions that anybody sat through between two turns."),
            COUNT,
            _counted(c.LONGEST),
            0.05,
        ),
        Measure(
            "endless",
            say("games that did not end"),
            say("The part of the games that were left after 100,000 rolls and decisions."),
            SHARE,
            endless,
            0.01,
        ),
        Measure(
            "lead_changes",
            say("changes of the lead"),
            say("How often another side comes to lead by at least 5 points of its chances."),
            COUNT,
            _each(lead_changes),
            0.1,
            watched=True,
        ),
        Measure(
            "drama",
            say("drama"),
            say("How far behind the later winner was, from 0 (never) to 100 (always, without a chance)."),
            POINTS,
            _each(drama),
            0.02,
            watched=True,
        ),
        Measure(
            "comebacks",
            say("comebacks"),
            say("The part of the games whose winner was once below half of a fair share."),
            SHARE,
            _each(comeback),
            0.05,
            watched=True,
        ),
        Measure(
            "uncertainty",
            say("openness"),
            say("How open the winner is on average: 100 when all chances are equal, 0 when one has won."),
            POINTS,
            _each(uncertainty),
            0.02,
            watched=True,
        ),
        Measure(
            "settled",
            say("played on after it is decided"),
            say("The part of a game after which the winner's chances stay above 90 %."),
            SHARE,
            _each(played_on),
            0.05,
            watched=True,
        ),
        Measure(
            "hopeless",
            say("time without hope"),
            say("The part of a game that a side sits through with less than a fifth of a fair share."),
            SHARE,
            _each(hopeless),
            0.05,
            watched=True,
        ),
        Measure(
            "matter",
            say("choices that matter"),
            say("The part of the real choices whose ways differ by at least 1 point of one's chances."),
            SHARE,
            _staked(w.MATTERED, w.LOOKED),
            0.05,
            watched=True,
        ),
        Measure(
            "kingmaking",
            say("kingmaking"),
            say("Of the choices of sides without hope, the part that moves another side by 10 points."),
            SHARE,
            _staked(w.CROWNED, w.LOST),
            0.05,
            watched=True,
            many=True,
        ),
        Measure(
            "luck",
            say("share of luck"),
            say(
                "Of what moves the chances, the part that dice and cards decide, if every choice were made "
                "blindly."
            ),
            SHARE,
            _staked(w.LUCK, w.SKILL, both=True),
            0.05,
            watched=True,
        ),
    )


MEASURES = _measures()


def measures_of(game: Game, sides: int) -> tuple[Measure, ...]:
    """All that is measured in a game with so many sides: what every game has, and what is its own."""
    general = [one for one in MEASURES if not one.many or sides > 2]
    seats = [
        Measure(
            f"seat_{i + 1}",
            say("won by seat {number}", number=i + 1),
            say("The share of the wins of this seat, or of those who play together from it."),
            SHARE,
            seat_share(i),
            0.01,
        )
        for i in range(sides)
    ]
    counts = [
        Measure(
            f"tally_{i + 1}",
            say("{what} a game", what=game.measures.TALLY_WORDS[name]),
            say("Counted by the rules of the game."),
            COUNT,
            tallied(i),
            0.05,
        )
        for i, name in enumerate(game.plain.TALLIES)
    ]
    extra = [
        Measure(f"own_{one.name}", one.words, one.meaning, COUNT, own(i), 0.05)
        for i, one in enumerate(game.measures.COUNTED)
    ]
    return (*general, *seats, *counts, *extra)
