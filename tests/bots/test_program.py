"""Another process as a bot: it plays whole games by the protocol, and what it does wrong is said."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.arena import tournament
from parlour.bots import make
from parlour.bots.messages import as_text, message
from parlour.bots.program import Program
from parlour.envs.episode import Episode
from parlour.text import BadChoice, ParlourError

PLAYER = Path(__file__).with_name("program.py")


def command(manner: str) -> str:
    return f"{sys.executable} {PLAYER} {manner}"


def moment(name: str = "tritrac", seed: int = 1) -> tuple[parlour.Game, Any, int]:
    episode = Episode(name, seed=seed, form=parlour.load(name).plain)
    return episode.game, episode.view(episode.actor), episode.actor


@pytest.mark.parametrize("manner", ["good", "names"])
def test_another_process_plays(manner: str) -> None:
    game, view, seat = moment()
    bot = make(f"program:{command(manner)}", game, own=True)
    assert isinstance(bot, Program)
    first = bot.think(view, seat, seconds=None, seed=1).action
    assert first == message(game, view, seat)["legal"][-1]["code"]
    assert bot.think(view, seat, seconds=10, seed=2).action == first
    bot.close()


def test_whole_games_in_a_tournament() -> None:
    result = tournament("tritrac", [f"program:{command('good')}", "random"], games=2, jobs=1, seed=1)
    assert sum(map(len, result.rounds.values())) == 2


@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("hangs", "no answer within 0.2 s"),
        ("dies", "has ended"),
        ("babbles", "said “checkmate”, where “move” was expected"),
        ("cheats", "played 1000000, which is not legal"),
        ("shouts", "whatever"),
    ],
)
def test_what_it_does_wrong_is_said_and_it_is_ended(manner: str, words: str) -> None:
    game, view, seat = moment()
    bot = Program(game, command(manner))
    bot.warm()
    process, bot._patience = bot._process, 0.2 if manner == "hangs" else 30.0
    with pytest.raises(ParlourError, match=words):
        bot.think(view, seat, seconds=None, seed=1)
    assert process is not None and process.poll() is not None and bot._process is None


def test_programs_that_cannot_be_started() -> None:
    game, view, seat = moment()
    with pytest.raises(ParlourError, match="cannot be started"):
        make("program:/no/such/program", game, own=True).think(view, seat, seconds=None, seed=1)
    for wrong in ("program:", "program:'"):
        with pytest.raises(BadChoice):
            make(wrong, game, own=True)
    with pytest.raises(BadChoice):
        make(f"program:{command('good')}", game)  # from a stranger


@pytest.mark.parametrize("name", parlour.names())
def test_nothing_hidden_is_told(name: str) -> None:
    """The same words for two worlds that the seat cannot tell apart."""
    game, view, seat = moment(name, 3)
    rng = np.zeros(1, np.uint64)
    texts = set()
    for number in range(3):
        world = view.copy()
        game.plain.start_stream(rng, 5, number)
        game.plain.guess(world, seat, rng)
        game.plain.hide(world, seat)
        texts.add(as_text(game, world, seat))
        json.dumps(message(game, world, seat))
    assert len(texts) == 1 and f"(seat {seat})" in texts.pop()
