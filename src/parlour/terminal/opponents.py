"""The computer at the table: the bots of a match, and a hint for whoever asks.

Bots think in a process of their own, with a deadline; who waits for one can always leave with Ctrl-C. They
are shown what their seat may know, and so is the adviser.
"""

from __future__ import annotations

import random
from concurrent.futures import TimeoutError as NotYet

from parlour.arena.story import worse
from parlour.bots import Thought, make
from parlour.bots.bot import LEVEL, kinds, split
from parlour.bots.levels import ADVISER, level, levels
from parlour.bots.workers import Workers
from parlour.rules.game import Game
from parlour.table import Match, NotNow, Seat
from parlour.table.naming import legal_codes
from parlour.terminal.moves import MoveList
from parlour.terminal.reader import Reader
from parlour.terminal.show import HEADING, Screen
from parlour.text import BadChoice, Text, join, say

BOT = "bot:"
YOU = "you"
USUAL = 3  # the level that is proposed
_QUIET_FOR = 1.0  # seconds that a bot may think before that is said
_HINTS = 3  # moves that a hint names


class Opponents:
    """The seats of a match that people do not play."""

    def __init__(self, screen: Screen, match: Match, rng: random.Random) -> None:
        self._screen = screen
        self._match = match
        self._rng = rng
        self._workers: Workers | None = None
        specs = [spec for seat in match.seats.values() if (spec := spec_of(seat))]
        for spec in specs:
            make(spec, match.game)  # says what is wrong with it before anybody plays
        if specs:
            self._ready().prepare(match.game, specs)

    def choose(self, seat: int) -> int:
        """The action that a bot plays now."""
        spec = spec_of(self._match.seats[seat])
        legal = legal_codes(self._match.game, self._match.view(seat))
        if spec is None or len(legal) == 1:
            return self._rng.choice(legal)
        return self._think(seat, spec, say("{who} is thinking …", who=self._match.name(seat))).action

    def hint(self, reader: Reader, moves: MoveList) -> None:
        """The best moves of whoever is to act and reads the screen, with their chances and reasons."""
        match, seat = self._match, self._match.actor
        if seat not in match.seats or match.seats[seat].kind != "human":
            raise NotNow(say("There is nothing for you to decide just now."))
        if reader.seat not in (None, seat):
            raise NotNow(say("A hint is for {who}, who is to move.", who=match.name(seat)))
        spec = str(ADVISER)
        thought = self._think(seat, spec, say("Thinking of the best moves …"))
        numbers = {move.code: i for i, move in enumerate(moves.moves)}
        moves.turn_page()
        self._screen.line(say("The best moves, with your chances to win:"), HEADING)
        best = max(candidate.chance for candidate in thought.candidates)
        for candidate in thought.candidates[:_HINTS]:
            chance = say("{percent} %", percent=round(100 * candidate.chance))
            lost = worse(candidate.chance, best)
            told = f"{chance} ({lost})" if lost else f"{chance}"
            self._screen.line(f"{moves.line(numbers[candidate.action])}: {told}. {candidate.reason}")

    def describe(self, seat: int) -> Text:
        """How a seat is played, as the end of a sentence."""
        return kind_words(self._match.game, self._match.seats[seat])

    def close(self) -> None:
        """Ends the processes in which bots think; without any it does nothing."""
        if self._workers is not None:
            self._workers.close()
            self._workers = None

    def _think(self, seat: int, spec: str, meanwhile: Text) -> Thought:
        seed = self._rng.getrandbits(63)
        waiting = self._ready().submit(self._match.game, self._match.view(seat), seat, spec, seed=seed)
        try:
            return waiting.result(_QUIET_FOR)
        except NotYet:
            self._screen.note(meanwhile)
            return waiting.result()

    def _ready(self) -> Workers:
        if self._workers is None:
            self._workers = Workers(1)
        return self._workers


def spec_of(seat: Seat) -> str | None:
    """The bot's spec; None for people, and for those who play at random."""
    return seat.kind.removeprefix(BOT) if seat.kind.startswith(BOT) else None


def kind_words(game: Game, seat: Seat) -> Text:
    """Who plays a seat, as the end of a sentence that begins with its name."""
    spec = spec_of(seat)
    if seat.kind == "human":
        return say("plays here")
    if spec is None:
        return say("is played by the computer, at random")
    number = spec.removeprefix("level:")
    if number.isdecimal():
        one = level(game, number)
        return say("is played by the computer, level {level} ({name})", level=one.number, name=one.name)
    return say("is played by the computer ({spec})", spec=spec)


def read_seats(game: Game, text: str) -> list[Seat]:
    """Who plays, as it is typed: you,bot:3,Anna,random,careful:slip=0.3"""
    seats = [_read_seat(game, word) for word in split(text)]
    game.new(len(seats))  # refuses a wrong number, in the game's own words
    return seats


def _read_seat(game: Game, word: str) -> Seat:
    if not word:
        raise BadChoice(
            say("Say who sits on every chair, separated by commas, such as: --seats you,bot:3,Anna")
        )
    lower = word.lower()
    if lower == YOU:
        return Seat("", "human")
    if lower == "random":
        return Seat("", "random")
    spec = lower.removeprefix(BOT)
    if lower == BOT.rstrip(":"):
        spec = ""
    elif spec == lower and spec.partition(":")[0] not in (*kinds(), LEVEL) and not spec.isdecimal():
        if ":" not in word and "=" not in word:
            return Seat(word, "human")
    if not spec:
        raise BadChoice(
            say("A bot is named with its level, from {first} to {last}.", first="bot:1", last="bot:6")
        )
    make(spec, game)
    return Seat("", f"{BOT}{spec}")


def read_level(game: Game, answer: str) -> Seat:
    """The answer to the question for a bot's level: a number, or any other bot."""
    if answer.isdecimal():
        return Seat("", f"{BOT}{level(game, answer).number}")
    seat = _read_seat(game, answer)
    if seat.kind == "human":
        raise BadChoice(say("Type a level from 1 to {most}, or random.", most=levels(game)[-1].number))
    return seat


def level_list(game: Game) -> Text:
    """1 newcomer, 2 casual player ..."""
    return join([say("{level} {name}", level=one.number, name=one.name) for one in levels(game)], ", ")
