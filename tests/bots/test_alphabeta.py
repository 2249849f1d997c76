"""Alpha-beta: forced wins are found, are proofs, and are short; the clock and the rules' draws are kept."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.bots import alphabeta, make
from parlour.bots.alphabeta import Alphabeta, forced_win
from parlour.rules import forms, kit
from parlour.rules.contracts import tactics
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.text import BadChoice

NIM = str(Path(__file__).parent / "nim")
WON, REPEATED = 2, 3  # phases of Tri-Trac: a game won, and one drawn by repetition


@pytest.fixture(scope="module")
def nim() -> Game:
    return parlour.load(NIM)


def heap(nim: Game, left: int) -> Position:
    return nim.new(2, {"heap": left})


def player(game: Game, **settings: object) -> Alphabeta:
    tools = alphabeta._tools(game)
    return Alphabeta(tools, tools.careful_mind(), **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize("left", range(1, 14))
def test_the_winner_of_a_small_game_is_proven(nim: Game, left: int) -> None:
    proof = forced_win(nim, heap(nim, left), 13)
    assert proof.wins is (left % 4 != 0)
    if proof.wins:
        assert proof.action == left % 4 - 1
        assert proof.moves == 2 * (left // 4) + 1


def test_a_win_beyond_the_moves_allowed_is_not_claimed(nim: Game) -> None:
    assert forced_win(nim, heap(nim, 10), 5).moves == 5
    assert forced_win(nim, heap(nim, 10), 4).wins is False


def test_a_proof_that_takes_too_long_is_left_open(nim: Game) -> None:
    assert forced_win(nim, heap(nim, 40), 25, nodes=200).wins is None


@pytest.mark.parametrize("left", [5, 6, 7, 9, 10, 11])
def test_it_plays_the_winning_move_and_says_in_how_many(nim: Game, left: int) -> None:
    thought = player(nim, depth=8).think(heap(nim, left), 0, seconds=None, seed=1)
    assert thought.action == left % 4 - 1
    assert thought.chances == (1.0, 0.0)
    assert str(thought.reason) == f"It wins by force, in {left // 4 + 1} moves."


def test_a_lost_side_holds_out(nim: Game) -> None:
    thought = player(nim, depth=8).think(heap(nim, 8), 0, seconds=None, seed=1)
    assert thought.chances == (0.0, 1.0)
    assert str(thought.reason) == "The other side can then win by force, in 2 moves."


def test_few_moves_taken_seriously_do_not_make_a_false_proof(nim: Game) -> None:
    """With a width of one every side seems to have one move; what is called won is won all the same."""
    for left in range(1, 16):
        thought = player(nim, depth=9, width=1).think(heap(nim, left), 0, seconds=None, seed=1)
        if thought.chances[0] == 1.0:
            assert left % 4 != 0
        if thought.chances[0] == 0.0:
            assert left % 4 == 0


class Watch:
    """A clock that goes on by so much whenever somebody looks."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("seconds", [0, 5, 40])
def test_it_answers_when_its_time_is_up(seconds: float) -> None:
    game = parlour.load("tritrac", "star16")
    watch = Watch(1.0)
    thought = player(game, depth=30, nodes=10**9, clock=watch).think(game.new(), 0, seconds=seconds, seed=1)
    assert thought.action in legal(game, game.new())
    assert watch.now <= seconds + 8  # a few looks at the clock after the last chunk of work


def legal(game: Game, p: Position) -> list[int]:
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    return [int(action) for action in out[: game.plain.legal(p, out)]]


def phase_after(game: Game, p: Position, action: int) -> int:
    after = p.copy()
    game.plain.apply(after, action)
    return int(after.phase)


def positions(game: Game, seed: int, count: int, **options: object) -> list[Position]:
    """A random game in which nobody takes a win, as far as it goes."""
    stream = np.zeros(1, np.uint64)
    kit.start_stream(stream, seed, 0)
    p = game.new(2, options)
    found: list[Position] = []
    while len(found) < count and game.plain.actor(p) >= 0:
        found.append(p.copy())
        safe = [a for a in legal(game, p) if phase_after(game, p, a) != WON]
        if not safe:
            break
        game.plain.apply(p, safe[kit.below(stream, len(safe))])
    return found


@pytest.mark.parametrize(
    ("board", "options", "seed"),
    [
        ("star16", {}, 6),
        ("star16", {"track_colours": "own_or_neutral"}, 17),
        ("star16", {"move_keeps_orientation": True, "allow_null": True}, 6),
        ("hex2_ears", {"tiles_per_player": "5"}, 13),
    ],
)
def test_tritrac_tells_who_wins_at_once(board: str, options: dict[str, object], seed: int) -> None:
    game = parlour.load("tritrac", board)
    rules = forms.plain(game.rules, parts=((game.tactics.module, tactics),))
    won = 0
    for p in positions(game, seed, 60, **options):
        wins = [a for a in legal(game, p) if phase_after(game, p, a) == WON]
        before = p.copy()
        told = rules.winning(p)
        assert p == before
        assert told in wins if wins else told == tactics.NONE
        won += bool(wins)
    assert won


def test_a_forced_win_of_tritrac_stands_up_to_every_answer() -> None:
    """Found by the search, and then gone through by hand: every answer to it, and a win against each."""
    game = parlour.load("tritrac", "star16")
    rules = game.plain
    proven = []
    for p in positions(game, 7, 54)[53:]:
        if not any(phase_after(game, p, a) == WON for a in legal(game, p)):
            proof = forced_win(game, p, 3)
            if proof.wins:
                proven.append((p, proof.action))
                break
    assert proven
    p, action = proven[0]
    after = p.copy()
    rules.apply(after, action)
    for answer in legal(game, after):
        assert phase_after(game, after, answer) != WON
        then = after.copy()
        rules.apply(then, answer)
        assert any(phase_after(game, then, a) == WON for a in legal(game, then)), answer


def test_it_is_the_same_game_by_the_same_seed_and_not_by_every_seed() -> None:
    game = parlour.load("tritrac", "star16")
    bot = player(game, depth=1, whim=0.2)
    taken = [bot.think(game.new(), 0, seconds=None, seed=s).action for s in range(6)]
    assert taken == [bot.think(game.new(), 0, seconds=None, seed=s).action for s in range(6)]
    assert len(set(taken)) > 1


def test_a_draw_by_repetition_is_taken_from_the_record() -> None:
    """Both turn a tile to and fro; the move by which a position stands for the third time is worth a draw."""
    game = parlour.load("tritrac", "star16")
    side_at, places = game.module("record").side_at, game.module("layout").PLACES
    p = positions(game, 0, 9)[-1]
    lying: dict[int, tuple[int, list[int]]] = {}  # each side's tile, and the two ways it lies
    third = None
    for _ in range(12):
        me = int(p.turn)
        if me not in lying:
            turns = [a for a in legal(game, p) if a // places == a % places // 3 and a // places != p.neutral]
            cell = turns[0] // places
            lying[me] = cell, [turns[0] % 3, int(side_at(p, cell))]
        cell, sides = lying[me]
        third = places * cell + 3 * cell + sides[0]
        if phase_after(game, p, third) == REPEATED:
            break
        game.plain.apply(p, third)
        lying[me] = cell, sides[::-1]
    assert third is not None
    assert phase_after(game, p, third) == REPEATED
    moves, worths = player(game, depth=1, whim=1)._search(p, int(p.turn), None)
    worth = dict(zip(moves.tolist(), worths.tolist(), strict=True))
    assert worth[third] == 0
    assert len(set(worth.values())) > 2


@pytest.mark.skipif(not forms.compiler_present(), reason="without a compiler there is one form")
def test_both_forms_find_the_same(nim: Game) -> None:
    tools = alphabeta._tools(nim)
    mind, dials = tools.careful_mind(), np.array([2.0, 0.0, 0.0])
    found = []
    for form in (tools.plain, tools.compiled):
        line = alphabeta.make_line(tools, mind, 7, form)
        line.slots[0] = tools.slots([heap(nim, 14)], form)[0]
        form.list_root(line, 0, 10, mind)
        form.search_root(line, 0, 6, dials, mind)
        found.append((line.found.tolist(), line.used.tolist()))
    assert found[0] == found[1]


def test_games_with_dice_or_secrets_are_refused() -> None:
    for name in ("parcheesi", "doubletrack"):
        with pytest.raises(BadChoice, match="search"):
            make("alphabeta", parlour.load(name))
