"""A door for players who read and write: language models, or people at a prompt.

>>> from parlour.envs.texts import TextTable
>>> table = TextTable("parcheesi", players=2, seat=0, opponents="random", seed=7)
>>> print(table.prompt().splitlines()[0])
game: parcheesi, you are Red (seat 0)
>>> table.answer("fly to the moon")  # refused: it says why, and nothing has changed
'“fly to the moon” names nothing that can be played here. Choose one of: E.'
>>> table.answer("I will play:\\nmove E") is None
True

The player is told what its seat sees and nothing else, and the rules decide what it may do: it cannot cheat.
An answer is the code or the name of an action, alone or after the word "move" in its last line. One that is
not legal is refused, with the rule's reason and its clause; after `patience` refusals of one decision the
game is lost. `costs` counts what went to and fro.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from parlour.bots.messages import as_text
from parlour.envs import opponents as others
from parlour.envs.episode import Episode
from parlour.envs.opponents import Opponent
from parlour.rules.forms import Form
from parlour.rules.game import Game
from parlour.rules.kit import NOBODY
from parlour.table import naming
from parlour.text import BadAction, BadChoice, say

__all__ = ["Costs", "TextTable"]

_MOVE = re.compile(r"^\s*move\s+(.+?)\s*$", re.IGNORECASE | re.MULTILINE)


@dataclass
class Costs:
    """What a player has read and written so far."""

    prompts: int = 0
    read: int = 0  # characters
    written: int = 0
    refused: int = 0


class TextTable:
    """One game, one seat of it played by answers to prompts, the others by opponents."""

    def __init__(
        self,
        game: Game | str,
        players: int | None = None,
        seat: int | None = None,
        opponents: str | Opponent | Sequence[str | Opponent] = "random",
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        patience: int = 3,
        form: Form | None = None,
    ) -> None:
        self.episode = Episode(game, players, options, seed=seed, form=form)
        self.seat = self.episode.seats[0] if seat is None else seat
        if self.seat not in self.episode.seats:
            taken = ", ".join(map(str, self.episode.seats))
            raise BadChoice(say("Seats are {taken}, not “{seat}”.", taken=taken, seat=seat))
        self._others = others.at_seats(opponents, [s for s in self.episode.seats if s != self.seat])
        self._rng = np.random.default_rng(self.episode.seed)
        self.patience, self.costs, self.lost = patience, Costs(), False
        self._refusals = 0
        self._let_others_play()

    @property
    def over(self) -> bool:
        """Is the game over, or lost by wrong answers?"""
        return self.lost or self.episode.over

    @property
    def reward(self) -> float:
        """What the seat has won, as in every environment; 0 until the end."""
        if self.lost:
            sides = {side for side in self.episode.sides if side != NOBODY}
            return -1.0 / (len(sides) - 1)
        return self.episode.rewards[self.seat]

    def prompt(self, most: int = 60) -> str:
        """What the seat is told now; at most so many of the legal actions are listed."""
        text = as_text(self.episode.game, self.episode.view(self.seat), self.seat, most)
        self.costs.prompts += 1
        self.costs.read += len(text)
        return text

    def answer(self, text: str) -> str | None:
        """Take an answer: None when it was played, or the sentence that refuses it."""
        if self.over:
            raise BadAction(say("The game is over; reset() starts another."))
        self.costs.written += len(text)
        said = _MOVE.findall(text)[-1:] or [text.strip()]
        try:
            self.episode.step(self.seat, self._meant(said[0]))
        except BadAction as error:
            self.costs.refused += 1
            self._refusals += 1
            self.lost = self._refusals >= self.patience
            clause = getattr(error, "clause", "")
            return f"{error} ({clause})" if clause and clause not in str(error) else str(error)
        self._refusals = 0
        self._let_others_play()
        return None

    def _meant(self, said: str) -> int:
        game, view = self.episode.game, self.episode.view(self.seat)
        if said.isdecimal() and int(said) in self.episode.legal(self.seat):
            return int(said)
        return naming.find(game, view, naming.legal_codes(game, view), said)

    def _let_others_play(self) -> None:
        episode = self.episode
        while not episode.over and episode.actor != self.seat:
            who = episode.actor
            episode.step(who, self._others[who](episode, who, self._rng))
