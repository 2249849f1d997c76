"""Every installed game at the table: words, views, undo, records and codes over whole random games."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

import pytest

import parlour
from parlour.table import Match, NotNow, SeededDice, from_code, from_json, to_code, to_json
from parlour.table.resume import replay
from tests.table.helpers import RACE_FOLDER, finish, step

T = TypeVar("T")
EVERY_GAME = [*parlour.names(), RACE_FOLDER]
EVERY_TABLE = [(game, players) for game in EVERY_GAME for players in parlour.load(game).rules.SEATS]


MANY = 24  # of more actions than this only some are asked about, others at every step


def some(rng: random.Random, things: Sequence[T]) -> Sequence[T]:
    return things if len(things) <= MANY else rng.sample(things, 4)


@pytest.mark.parametrize(("game", "players"), EVERY_TABLE)
def test_play_undo_save_and_load_over_a_whole_game(game: str, players: int) -> None:
    rng = random.Random(f"{players} at a table")
    match = Match.new(game, players, dice=SeededDice(players))
    mirror = [match.position.to_bytes()]
    while not match.over:
        chance = rng.random()
        if chance < 0.1:
            try:
                match.undo()
                mirror.pop()
            except NotNow:
                pass
        elif chance < 0.12:
            with tempfile.TemporaryDirectory() as folder:
                match.save(Path(folder, "game.jsonl"))
                match = Match.load(Path(folder, "game.jsonl"), game)
        else:
            step(match, rng)
            mirror.append(match.position.to_bytes())
    assert [match.at(i).to_bytes() for i in range(match.ply + 1)] == mirror
    assert sum(match.shares.values()) > 0
    assert bool(match.winners) == (len(set(match.shares.values())) > 1)
    assert replay(match.record().encode(), match.game).record() == match.record()


@pytest.mark.parametrize("game", EVERY_GAME)
def test_everything_can_be_said(game: str) -> None:
    """No move without a name of its own, no event without a sentence, nothing refused without a reason."""
    rng = random.Random(1)
    match = Match.new(game, dice=SeededDice(4))
    while not match.over:
        words, now = match.game.words, match.position
        assert str(words.asks(now))
        moves = match.legal()
        if moves and (len(moves) <= MANY or rng.random() < 0.1):
            names = [move.notation for move in moves]
            assert moves and len({"".join(n.split()).casefold() for n in names}) == len(names)
            for move in some(rng, moves):
                assert str(move.offer) and move.fields
                assert match.why_not(match.actor, move.notation) is None
                assert match.why_not(match.actor, dict(move.fields)) is None
            codes = {move.code for move in moves}
            for seat in match.seats:
                may_act = bool(match.game.plain.may_act(now, seat))
                if may_act and seat != match.actor:
                    codes_there = {move.code for move in match.legal(seat)}
                else:
                    codes_there = codes if may_act else set()
                for code in some(rng, range(match.game.plain.ACTIONS)):
                    reason = match.why_not(seat, code)
                    assert (reason is None) == (code in codes_there)
                    assert reason is None or (str(reason.text) and reason.clause)
        step(match, rng)
    for seat in (None, *match.seats):
        story = match.story(seat)
        assert len(story) == len(match.events) and all(str(text) for text in story)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_position_survives_json_and_code(game: str) -> None:
    match = finish(Match.new(game, dice=SeededDice(9)), seed=3)
    for ply in range(0, match.ply + 1, 1 + match.ply // 400):
        position = match.at(ply)
        assert from_json(to_json(match.game, position), game)[1] == position
        assert from_code(to_code(match.game, position), game)[1] == position


def test_partners_share_a_side_and_the_win() -> None:
    match = finish(Match.new("pollyanna", 4, dice=SeededDice(12)))
    assert sorted(map(sorted, match.sides.values())) == [[0, 2], [1, 3]]
    assert match.winners in ([0, 2], [1, 3])
