"""What came of a tournament so far, and all of it as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any

from parlour.arena.playing import Contest, Part, Played
from parlour.arena.ratings import Lengths, Pace, Rating, Share, Standings, add_times, pace
from parlour.arena.simulate import versions
from parlour.text import MissingExtra


@dataclass
class Result:
    """A tournament as far as it was played."""

    contest: Contest
    title: Mapping[str, Any]  # what the folder calls it
    wanted: int  # rounds
    rounds: dict[int, list[Played]] = field(default_factory=dict)
    times: dict[int, Counter[int]] = field(default_factory=dict)
    seconds: float = 0.0  # spent on it now; what was resumed does not count
    fresh: int = 0  # games played in these seconds
    jobs: int = 1
    damaged: int = 0  # blocks that were found damaged and are played again

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots by their specs, in the order in which every table lists them."""
        return self.contest.bots

    @property
    def games(self) -> int:
        """Played so far."""
        return sum(map(len, self.rounds.values()))

    @cached_property
    def games_wanted(self) -> int:
        """How many games the whole tournament has, seats rotated."""
        return sum(len(self.contest.round(number)) for number in range(self.wanted))

    @property
    def finished(self) -> bool:
        """Whether every round has been played."""
        return len(self.rounds) >= self.wanted

    @property
    def standings(self) -> Standings:
        """What the games say so far. Rounds that others have overtaken do not change it once all are
        played."""
        return Standings(
            self.bots,
            len(self.contest.sides),
            [self.rounds[n] for n in sorted(self.rounds) if n < self.wanted],
        )

    def add(self, part: Part) -> None:
        """Takes in a block of rounds that was played somewhere; a round that is there already is replaced."""
        for number, games in enumerate(part.rounds, part.first):
            self.rounds[number] = games
        add_times(self.times, part.times)

    def pace(self, bot: int) -> Pace | None:
        """How long this bot thinks, if it was timed at all."""
        return pace(self.times.get(bot, {}))

    def to_json(self) -> str:
        """Everything; what is under "measured" depends on the machine, all else on the tournament alone."""
        table = self.standings
        order = range(len(self.bots))
        data = {
            "tournament": dict(self.title),
            "games": table.games,
            "rounds": table.rounds,
            "finished": self.finished,
            "fair_share": table.fair,
            "bots": [
                {
                    "bot": self.bots[i],
                    "share": _plain(table.share(i)),
                    "rating": _plain(_rating(table, i)),
                    "against": {self.bots[j]: _plain(table.against(i, j)) for j in order if j != i},
                    "against_decided": {
                        self.bots[j]: _plain(table.against(i, j, decided=True)) for j in order if j != i
                    },
                    "from_side": [_plain(table.seat(s, i)) for s in range(table.sides)],
                }
                for i in order
            ],
            "sides": [
                {"chairs": list(chairs), "share": _plain(table.seat(s))}
                for s, chairs in enumerate(self.contest.sides)
            ],
            "decided": _plain(table.decided),
            "decisions": _lengths(table.lengths) if table.games else None,
            "rolls": _lengths(table.rolls) if table.games else None,
            "games_each_was_worth": table.worth,
            "measured": {
                "seconds": self.seconds,
                "games": self.fresh,
                "jobs": self.jobs,
                "thinking": {self.bots[i]: _plain(self.pace(i)) for i in order},
                "versions": versions(True),
            },
        }
        return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _plain(value: Share | Rating | Pace | None) -> dict[str, Any] | None:
    return None if value is None else asdict(value)


def _rating(table: Standings, bot: int) -> Rating | None:
    try:
        return table.ratings[bot]
    except MissingExtra:
        return None


def _lengths(lengths: Lengths) -> dict[str, Any]:
    return {"mean": lengths.mean, "p5": lengths.at(0.05), "median": lengths.at(0.5), "p95": lengths.at(0.95)}
