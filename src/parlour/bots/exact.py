"""Exact knowledge: where a game has solved part of itself, nobody has to guess.

`known(game, view, seat)` answers what is known for certain of a position, from the game's `exact.py`. The bot
`exact` plays by that where it can, and leaves the rest to another: "exact:then=search,simulations=2000".
"""

from __future__ import annotations

from importlib import import_module

from parlour.bots.bot import KINDS, Bot, Candidate, Settings, Thought, check_asked, forget, make
from parlour.rules.contracts.exact import Known
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, NOBODY
from parlour.rules.position import Position
from parlour.text import Text, say, unknown

QUICK = ("random", "careful", "learned")  # kinds that look one action ahead
_EVEN = 1e-9  # actions whose chances differ by less are equally good


def known(game: Game, view: Position, seat: int) -> Known | None:
    """What is known for certain of a position in which this seat is to act; None where nothing is."""
    return game.exact.known(view) if game.plain.actor(view) in (seat, CHANCE) else None


def chances(game: Game, view: Position, seat: int) -> tuple[float, ...] | None:
    """Every chair's chance to win the game, if it is known and `seat` is the one to act or on turn."""
    found = known(game, view, seat)
    if found is None or not found.whole:
        return None
    return _shared(game, view, seat, found.chance)


def _shared(game: Game, view: Position, seat: int, chance: float) -> tuple[float, ...]:
    side = game.plain.side
    own, others = side(view, seat), {side(view, c) for c in game.seats(view)} - {side(view, seat)}
    return tuple(
        0.0
        if side(view, c) == NOBODY
        else chance
        if side(view, c) == own
        else (1 - chance) / max(len(others), 1)
        for c in range(game.chairs)
    )


class Exact:
    """Plays what is known to be best, and asks another bot for the rest."""

    def __init__(self, game: Game, other: Bot, teller: Bot) -> None:
        self.game, self.other, self.teller = game, other, teller

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        """Plays what is known for certain; where nothing is, the other bot thinks."""
        check_asked(self.game, view, seat)
        found = known(self.game, view, seat)
        if found is None or not found.values:
            return self.other.think(view, seat, seconds=seconds, seed=seed)
        best = max(found.values.values())
        order = sorted(found.values, key=lambda action: -round(found.values[action] / _EVEN))
        if found.whole:
            told = [Candidate(action, found.values[action], _reason(found, action, best)) for action in order]
            whose = _shared(self.game, view, seat, best)
            return Thought(order[0], whose, told[0].reason, tuple(told))
        # Only a part of the game is known: what to do is certain, how the game stands is a quick guess.
        guess = self.teller.think(view, seat, seconds=seconds, seed=seed)
        guessed = {one.action: one.chance for one in guess.candidates}
        told = [
            Candidate(action, guessed.get(action, guess.chances[seat]), _reason(found, action, best))
            for action in order
        ]
        return Thought(order[0], guess.chances, told[0].reason, tuple(told))

    def forget(self) -> None:
        """The other bot lets go of what it keeps between moves."""
        forget(self.other)

    def warm(self) -> None:
        """Warms the bots behind it: what is known for certain needs no compiling."""
        self.other.warm()
        self.teller.warm()


def _reason(found: Known, action: int, best: float) -> Text:
    value = found.values[action]
    if best - value < _EVEN:
        return say(
            "It is known to be best: {chance} for {about}.", chance=f"{100 * value:.1f} %", about=found.about
        )
    return say(
        "It is known to be worse: {chance} for {about}.", chance=f"{100 * value:.1f} %", about=found.about
    )


def create(game: Game, settings: Settings) -> Exact:
    """`exact`, with the kind of bot that plays when nothing is known, and that one's settings."""
    then = settings.text("then", "careful")
    others = [kind for kind in KINDS if kind != "exact"]
    if then not in others:
        raise unknown(say("bot"), then, others)
    other: Bot = import_module(KINDS[then]).create(game, settings)
    return Exact(game, other, other if then in QUICK else make("careful", game))
