"""What is asked: a game, who plays it, and up to four sets of house rules side by side.

A question can be written as a link, which holds all of it: whoever opens it gets the same games.

    /lab?game=parcheesi&players=4&bots=random&games=20000&seed=0&set=&set=bonus_cap=10,max_dice=no
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from parlour.bots.bot import split
from parlour.games import load
from parlour.lab.playing import Table
from parlour.rules.game import Game
from parlour.rules.run import checked_games, checked_seed, parse_int
from parlour.text import BadChoice, ParlourError, Text, join, say, unknown

MOST_SETS = 4
USUAL_GAMES, USUAL_OF_BOTS = 20_000, 1000
USUAL_WATCHED = 400
MOST_WATCHED = 100_000
BOARD = "board"  # the name by which a set says its board


@dataclass(frozen=True)
class RuleSet:
    """House rules that differ from the printed ones, and a board that is not the usual one."""

    options: Mapping[str, str] = field(default_factory=dict)
    board: str | None = None

    @classmethod
    def read(cls, text: str) -> RuleSet:
        """From "bonus_cap=10,board=star16"; nothing is the printed rules."""
        options: dict[str, str] = {}
        for part in filter(None, (one.strip() for one in text.split(","))):
            name, equals, value = (word.strip() for word in part.partition("="))
            if not equals or not name or not value:
                raise BadChoice(say("A house rule is written name=value, not “{text}”.", text=part))
            if options.get(name, value) != value:
                raise BadChoice(
                    say(
                        "{option} cannot be both {one} and {other}.",
                        option=name,
                        one=options[name],
                        other=value,
                    )
                )
            options[name] = value
        return cls({k: v for k, v in options.items() if k != BOARD}, options.get(BOARD))

    @property
    def text(self) -> str:
        """As `read` takes it."""
        chosen = {**self.options, **({BOARD: self.board} if self.board else {})}
        return ",".join(f"{name}={value}" for name, value in chosen.items())

    @property
    def name(self) -> Text:
        """What tables call this set: the house rules it changes, or that it changes none."""
        return say("{rules}", rules=self.text) if self.text else say("printed rules")


@dataclass(frozen=True)
class Question:
    """Everything that decides the answer."""

    game: str
    sets: tuple[RuleSet, ...] = (RuleSet(),)
    players: int | None = None
    bots: tuple[str, ...] = ("random",)
    games: int = USUAL_GAMES
    watched: int = USUAL_WATCHED  # of these games, those that a judge follows
    seed: int = 0

    @classmethod
    def of(
        cls,
        game: str,
        sets: Sequence[str | Mapping[str, Any] | RuleSet] = (),
        players: Any = None,
        bots: str | Sequence[str] = "random",
        games: Any = None,
        seed: Any = 0,
        watched: Any = None,
    ) -> Question:
        """A question that can be answered, or the sentence that says what is wrong with it. Where it does not
        say how many games, there are fewer of bots that think."""
        checked_seed(seed)
        names = tuple(split(bots)) if isinstance(bots, str) else tuple(bots)
        usual = USUAL_GAMES if set(names) <= {"random"} else USUAL_OF_BOTS
        games = checked_games(usual if games is None else games)
        rules = tuple(_set(one) for one in sets) or (RuleSet(),)
        if len(rules) > MOST_SETS:
            raise BadChoice(
                say(
                    "At most {most} sets of rules are compared, not {count}.",
                    most=MOST_SETS,
                    count=len(rules),
                )
            )
        number = None if players in (None, "") else parse_int(players, say("number of players"), 1, 99)
        if watched is None:
            watched = min(games, USUAL_WATCHED)
        watched = parse_int(watched, say("number of games to watch"), 0, MOST_WATCHED)
        found = cls(game, rules, number, names or ("random",), games, min(watched, games), int(seed))
        found.tables()
        return found

    def tables(self) -> list[Table]:
        """A table for each set of rules; the errors say which set is wrong, where it is one of several."""
        found: list[Table] = []
        seed = checked_seed(self.seed)
        for number, rules in enumerate(self.sets, 1):
            try:
                game = load(self.game, rules.board)
                start = game.new(self.players, rules.options)
                found.append(Table(game, start, self.bots, seed))
            except ParlourError as error:
                if len(self.sets) == 1:
                    raise
                raise BadChoice(say("Set {number}: {why}", number=number, why=error.text)) from error
        kinds = [(t.game.fingerprint, t.start.to_bytes()) for t in found]
        for i, kind in enumerate(kinds):
            if kind in kinds[:i]:
                raise BadChoice(
                    say(
                        "Sets {one} and {other} are the same rules: there is nothing to compare.",
                        one=kinds.index(kind) + 1,
                        other=i + 1,
                    )
                )
        if len({len(table.sides) for table in found}) > 1:
            raise BadChoice(
                say("These sets cannot be compared: in some of them players are partners, in others not.")
            )
        return found

    def load(self) -> Game:
        """The game on the board of the first set."""
        return load(self.game, self.sets[0].board)

    # ------------------------------------------------------------ as a link

    def link(self) -> str:
        """The address that carries all of it; what comes before it is the server's."""
        pairs: list[tuple[str, Any]] = [("game", self.game)]
        pairs += [("players", self.players)] if self.players else []
        pairs += [("bots", ",".join(self.bots)), ("games", self.games), ("watched", self.watched)]
        pairs += [("seed", self.seed), *(("set", one.text) for one in self.sets)]
        return f"/lab?{urlencode(pairs, safe=':=,/')}"

    @classmethod
    def from_link(cls, link: str, allowed: Callable[[str, str | None], None] | None = None) -> Question:
        """The question that a link carries. Where a stranger wrote it, `allowed` is asked about every game
        and board before anything is loaded."""
        query = urlsplit(link).query or link.partition("?")[2]
        known = ("game", "players", "bots", "games", "watched", "seed", "set")
        given: dict[str, str] = {}
        sets: list[str] = []
        for name, value in parse_qsl(query, keep_blank_values=True):
            if name == "language":  # the reader's, and no part of what is asked
                continue
            if name not in known:
                raise unknown(say("part of a question"), name, known)
            if name == "set":
                sets.append(value)
            else:
                given[name] = value
        if "game" not in given:
            raise BadChoice(say("“{link}” is no question for the lab: it names no game.", link=link))
        for one in sets or [""]:
            if allowed:
                allowed(given["game"], RuleSet.read(one).board)
        return cls.of(
            given["game"],
            sets,
            given.get("players"),
            given.get("bots", "random"),
            given.get("games"),
            given.get("seed", 0),
            given.get("watched"),
        )

    @classmethod
    def within(
        cls,
        link: str,
        name: str,
        allowed: Callable[[str, str | None], None] | None = None,
        **usual: int,
    ) -> tuple[Question, dict[str, str]] | None:
        """The question in a link that asks something else of the lab by the name of one more part: what it
        begins with, and all parts of the link. None where that part is missing. `usual` names the numbers of
        games that matter to it, as they are where the link has none."""
        query = parse_qsl(urlsplit(link).query, keep_blank_values=True)
        given = dict(query)
        if not given.get(name):
            return None
        rest = [(n, value) for n, value in query if n in ("game", "players", "bots", "seed", "set")]
        for one, none in (("games", 1), ("watched", 0)):
            rest.append((one, given.get(one) or str(usual[one]) if one in usual else str(none)))
        return cls.from_link(f"/lab?{urlencode(rest)}", allowed), given

    def command(self) -> str:
        """What to type for the same answer."""
        words = [f"parlour lab {self.game}", *(f"--set '{one.text}'" for one in self.sets)]
        words += [f"--players {self.players}"] if self.players else []
        words += [f"--bots {','.join(self.bots)}", f"--games {self.games}", f"--watched {self.watched}"]
        return " ".join([*words, f"--seed {self.seed}"])

    @property
    def players_words(self) -> Text:
        """Who plays, in words."""
        return join(self.bots, ", ")


def _set(given: str | Mapping[str, Any] | RuleSet) -> RuleSet:
    if isinstance(given, RuleSet):
        return given
    if isinstance(given, str):
        return RuleSet.read(given)
    chosen = {name: _said(value) for name, value in given.items()}
    return RuleSet({k: v for k, v in chosen.items() if k != BOARD}, chosen.get(BOARD))


def _said(value: Any) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
