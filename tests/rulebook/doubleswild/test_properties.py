"""What no table of scenarios can say: long random play, checked after every action.

The second reading of the specification in `slow.py` is played side by side with the rules, with and
without house rules; every question, every list of answers with its odds and every position must
agree. The rest follows single facts through random games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from parlour.rules import run
from parlour.rules.kit import CHANCE, OVER, ROLLS
from parlour.rules.position import Position
from tests.rulebook.doubleswild import slow
from tests.rulebook.doubleswild.support import (
    GAME,
    LETTERS,
    TRIPLES,
    WINDOWS,
    R,
    Table,
    both_forms,
    count_rows,
    name_of,
    shown,
    square,
)
from tests.rulebook.harness import Form, need

TABLES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four": {"players": 4},
    "teams": {"players": 4, "teams": "yes"},
}
each_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
HOUSE_RULES = {o.name: o.choices[1:] or (1, 2) for o in GAME.options if o.name != "teams"}
PLAIN = Form(GAME, "plain")


def some_house_rules(rng: random.Random, chance: float) -> dict[str, Any]:
    return {name: rng.choice(values) for name, values in HOUSE_RULES.items() if rng.random() < chance}


# ---------------------------------------------------------------- the two side by side


class Pair:
    """The rules under test and the slow ones, kept in step."""

    def __init__(self, form: Form, players: int, options: dict[str, Any]) -> None:
        self.table = Table(form, GAME.new(players, options))
        self.slow = slow.Game(players, options)
        self.told = [f"{players} players, {options}"]

    def play(self, rng: random.Random) -> Pair:
        """To the end, everything at random."""
        self.compare()
        while self.slow.stage != "over":
            who, answers = self.slow.question()
            name = rng.choices(list(answers), list(answers.values()))[0]
            action = outcomes(self.table.position.due)[name] if who == "dice" else self.table.names()[name]
            self.told.append(name)
            self.slow.answer(name)
            self.table.position = self.table.form.apply(self.table.position, action)
            self.compare()
        return self

    def crowd(self, rng: random.Random) -> None:
        """Fill much of the board by chance, colour beside colour, and leave a few markers to be played."""
        p, other = self.table.position.copy(), self.slow
        centres = [(rng.randint(3, 11), rng.randint(3, 11), p) for p in other.players]
        for r in slow.LINES:
            for c in slow.LINES:
                if rng.random() < 0.8:
                    near = min(centres, key=lambda at: abs(at[0] - r) + abs(at[1] - c))[2]
                    owner = near if rng.random() < 0.8 else rng.choice(other.players)
                    other.board[r, c] = owner
                    p.owner[square(f"{r},{c}")] = owner
        for seat in other.players:
            other.supply[seat] = p.supply[seat] = rng.randint(1, 6)
            other.score[other.unit(seat)] += other.rows(seat)
            p.score[other.unit(seat)] = other.score[other.unit(seat)]
        GAME.plain.derive(p)
        self.table.position = p
        self.told.append(f"crowded: {self.table}")

    def compare(self) -> None:
        p, other = self.table.position, self.slow
        who, wanted = other.question()
        assert self.table.board() == {f"{r},{c}": LETTERS[o] for (r, c), o in other.board.items()}, self
        assert [p.supply[seat] for seat in other.players] == list(other.supply.values()), self
        assert {u: p.score[u] for u in other.score} == other.score, self
        if other.stage == "over":
            assert self.table.actor == OVER, self
            shares = [self.table.form.payoff(p, seat) for seat in other.players]
            assert shares == pytest.approx([other.share(seat) for seat in other.players]), self
            return
        assert (self.table.actor, p.turn) == (CHANCE if who == "dice" else who, other.p), self
        if who == "dice":
            names = outcomes(p.due)
            assert self.table.form.legal(p) == list(names.values()), self
            assert dict(zip(names, odds(p), strict=True)) == wanted, self
        else:
            assert set(self.table.names()) == set(wanted), self
        if other.stage == "battle":
            fight = other.fight
            assert name_of(p.square) == "{},{}".format(*fight["square"]), self
            mine = [slow.name(fight[side]) or None for side in ("attacker", "defender")]
            assert [shown(t) for t in p.triples] == mine, self

    def __repr__(self) -> str:
        return f"{self.told[0]}: {'; '.join(self.told[-60:])}\nnow {self.table}\nslow {vars(self.slow)}"


@cache
def outcomes(due: int) -> dict[str, int]:
    """What so many dice may show, as the slow game names it, and the outcome it is."""
    pairs = [slow.name(tuple(r)) for r in ROLLS.tolist()]
    names = {
        1: [str(die) for die in range(1, 7)],
        2: pairs,
        3: [slow.name(triple) for triple in TRIPLES],
        4: [f"{red}/{blue}" for red in pairs for blue in pairs],
        R.TOSS: ["defender", "attacker"],
    }[due]
    return {name: outcome for outcome, name in enumerate(names)}


def odds(p: Position) -> list[int]:
    out = np.zeros(R.MAX_ACTIONS, np.int64)
    listed: list[int] = out[: GAME.plain.weights(p, out)].tolist()
    return listed


@both_forms
@each_table
def test_whole_games(form: Form, table: dict[str, Any]) -> None:
    """By the printed rules, from the roll-off to the last row of the last tie-break."""
    need(form)
    options = {k: v for k, v in table.items() if k != "players"}
    for number in range(4):
        rng = random.Random(f"whole games {table} {form.name} {number}")
        assert Pair(form, table["players"], options).play(rng).slow.stage == "over"


@both_forms
@each_table
def test_whole_games_with_house_rules(form: Form, table: dict[str, Any]) -> None:
    """The same with a handful of house rules at a time."""
    need(form)
    options = {k: v for k, v in table.items() if k != "players"}
    for number in range(8):
        rng = random.Random(f"house rules {table} {form.name} {number}")
        chosen = options | some_house_rules(rng, 0.35)
        assert Pair(form, table["players"], chosen).play(rng).slow.stage == "over"


@both_forms
@each_table
def test_crowded_boards(form: Form, table: dict[str, Any]) -> None:
    """Boards on which most squares are somebody's: DBW-WILD-3, DBW-PLAY-3, DBW-Q-05, DBW-Q-06, DBW-Q-08."""
    need(form)
    options = {k: v for k, v in table.items() if k != "players"}
    for number in range(8):
        rng = random.Random(f"crowded {table} {form.name} {number}")
        chosen = options | some_house_rules(rng, 0.35 if number % 2 else 0.0)
        pair = Pair(form, table["players"], chosen)
        pair.crowd(rng)
        assert pair.play(rng).slow.stage == "over"


# ---------------------------------------------------------------- facts of random games


def random_games(table: dict[str, Any], games: int, **options: Any) -> Iterator[Steps]:
    for number in range(games):
        chosen = {k: v for k, v in table.items() if k != "players"} | options
        yield steps(GAME.new(table["players"], chosen), random.Random(f"{table} {number}"))


Steps = Iterator[tuple[Position, int, Position]]


def steps(p: Position, rng: random.Random) -> Steps:
    """A random game: before, action, after."""
    while PLAIN.actor(p) != OVER:
        if PLAIN.actor(p) == CHANCE:
            action = int(GAME.plain.draw(p, rng.randrange(GAME.plain.tickets(p))))
        else:
            action = rng.choice(PLAIN.legal(p))
        q = PLAIN.apply(p, action)
        yield p, action, q
        p = q


def on_board(p: Position, seat: int) -> int:
    return int((p.owner == seat).sum())


def starts_anew(p: Position, q: Position) -> bool:
    """Was the board cleared for a tie-break, the first or another?"""
    return bool((p.owner != R.VACANT).any()) and not (q.owner != R.VACANT).any()


@each_table
def test_markers_are_conserved(table: dict[str, Any]) -> None:
    """DBW-SETUP-6, DBW-PLAY-1, DBW-PLAY-5, DBW-Q-11, DBW-Q-36: a marker is in front of its owner, on the
    board, in a battle or gone; it goes by losing a battle or by an exchange, one at a time."""
    for game in random_games(table, 6, tiebreak_markers="original"):
        gone = [0] * 4
        for p, action, q in game:
            if starts_anew(p, q):
                gone = [0] * 4
            seated = [seat for seat in range(4) if q.playing >> seat & 1]
            fighting = [int(q.phase == R.BATTLE and seat == q.turn) for seat in range(4)]
            each = {2: 24, 3: 16, 4: 12}[q.players]
            left = [each - q.supply[seat] - on_board(q, seat) - fighting[seat] for seat in range(4)]
            ended = p.phase == R.BATTLE and q.phase != R.BATTLE
            exchanged = p.phase == R.MEET and action == R.REPLACE
            if not starts_anew(p, q):
                lost = [left[seat] - gone[seat] for seat in seated]
                assert sorted(lost)[:-1] == [0] * (len(lost) - 1) and sum(lost) == int(ended or exchanged)
            gone = [left[seat] if seat in seated else 0 for seat in range(4)]


@each_table
def test_score_is_the_rows_on_the_board(table: dict[str, Any]) -> None:
    """DBW-SCORE-1, DBW-SCORE-2, DBW-SCORE-3, DBW-Q-14: no point is lost, so all rows ever made lie there."""
    for game in random_games(table, 6):
        for p, _, q in game:
            if not q.tiebreak:
                wanted = [0] * 4
                for seat, rows in enumerate(count_rows(dict(enumerate(q.owner.tolist()))).values()):
                    wanted[seat % 2 if table.get("teams") else seat] += rows
                assert q.score.tolist() == wanted
            assert (q.score >= p.score).all() and q.score.sum() - p.score.sum() <= 12


@each_table
def test_protected_squares_never_change(table: dict[str, Any]) -> None:
    """DBW-PLAY-3, DBW-Q-14, DBW-Q-35."""
    seen = 0
    for game in random_games(table, 6, team_battle="no"):
        for p, _, q in game:
            if starts_anew(p, q):
                continue
            for window in WINDOWS:
                there = {int(p.owner[9 * r + c]) for r, c in window}
                if len(there) == 1 and there != {R.VACANT}:
                    seen += 1
                    assert {int(q.owner[9 * r + c]) for r, c in window} == there
    assert seen > 100


@each_table
def test_the_two_descriptions_of_the_end_agree(table: dict[str, Any]) -> None:
    """DBW-END-1, DBW-END-2, DBW-Q-25: after the first last marker everybody else has exactly one turn,
    and the end comes when the turn would be that player's."""
    for game in random_games(table, 12):
        turns: list[int] | None = None  # who had one since somebody ran out
        empty = -1
        for p, _, q in game:
            ends = p.phase not in (R.ROLL_OFF, R.FINISHED) and q.phase in (R.ROLL_OFF, R.FINISHED)
            if turns is not None and p.phase == R.THROW:
                turns.append(p.turn)
            if turns is None and not p.supply[p.turn] - 1 and not q.supply[p.turn]:
                empty, turns = p.turn, []
            if ends and turns is not None and not (q.phase == R.FINISHED and q.tiebreak):
                around = [(empty + i) % p.players for i in range(1, p.players)]
                assert turns == [seat for seat in around if p.playing >> seat & 1]
            if ends:
                turns = None
            if p.phase == R.THROW:
                assert p.supply[p.turn] > 0


@each_table
def test_what_is_derived_is_kept_in_step(table: dict[str, Any]) -> None:
    """The lines are the markers on them, and who acts follows from everything else."""
    for game in random_games(table, 4):
        for _, _, p in game:
            again = p.copy()
            GAME.plain.derive(again)
            assert again == p


@each_table
def test_tallies_count_what_happens(table: dict[str, Any]) -> None:
    """Points are those of the score; a battle begins, and a square changes hands, as often as is tallied."""
    rng = random.Random(f"tallies {table}")
    for number in range(8):
        chosen = (
            some_house_rules(rng, 0.3)
            if number % 2
            else {"battle_tie": HOUSE_RULES["battle_tie"][number // 2]}
        )
        seen, out = np.zeros(6, np.int64), np.zeros(6, np.int64)
        start = GAME.new(table["players"], {k: v for k, v in table.items() if k != "players"} | chosen)
        for p, action, q in steps(start, rng):
            GAME.plain.tally(p.copy(), action, out)
            cleared = starts_anew(p, q)
            seen[0] += q.score.sum() - p.score.sum()
            seen[1] += p.phase == R.CHOOSE
            seen[2] += p.phase != R.BATTLE and q.phase == R.BATTLE
            if p.phase in (R.BATTLE, R.MEET) and not cleared and p.owner[p.square] != q.owner[p.square]:
                seen[3 if p.phase == R.BATTLE else 4] += 1
            seen[5] += cleared
        missed = out - seen  # what the last action before a clearing did is no longer on the board
        assert R.TALLIES == ("points", "wilds", "battles", "conquests", "exchanges", "tie-breaks")
        assert missed[[0, 1, 2, 5]].tolist() == [0] * 4 and 0 <= missed[3] + missed[4] <= seen[5]


@both_forms
def test_tickets_win_as_often_as_the_odds_say(form: Form) -> None:
    """For every number of dice, and for the coin."""
    need(form)
    rules = GAME.plain if form.name == "plain" else GAME.compiled
    p = GAME.new(2)
    for due in (1, 2, 3, 4, R.TOSS):
        p.due = due
        s = p if form.name == "plain" else p.pack()[0]
        won = np.bincount([rules.draw(s, t) for t in range(rules.tickets(s))])
        assert won.tolist() == odds(p)
        assert won.sum() == (2 if due == R.TOSS else 6**due)


def test_every_square_lies_in_as_many_windows_as_the_specification_says() -> None:
    """DBW-OBJ-1, DBW-SCORE-4: 224 windows, 3 of them at a corner, 12 in the middle, as the rules see it."""
    full = GAME.new(2)
    for q in range(81):
        full.owner[q] = 0
    rows = [int(GAME.plain.rows_at(full, q, 0)) for q in range(81)]
    assert sum(rows) == 3 * 224 and len(WINDOWS) == 224
    assert rows == [sum((q // 9, q % 9) in window for window in WINDOWS) for q in range(81)]
    assert (min(rows), max(rows)) == (3, 12)


SIMULATED = {2: 0.09, 3: 0.27, 4: 0.41}  # the specification's own simulation: how often the lead is shared


@pytest.mark.parametrize("players", SIMULATED)
def test_random_games_are_like_those_of_the_specification(players: int) -> None:
    """DBW-TIE-1, DBW-END-1: ties for first place, battles and turns, nobody favoured by his chair."""
    need(Form(GAME, "compiled"))
    games, form = 4000, GAME.compiled
    room = run.Scratch(GAME, GAME.new(players), form)
    counts, shares = np.zeros((games, 2), np.int64), np.zeros((games, 4))
    tallies = np.zeros((games, len(R.TALLIES)), np.int64)
    form.survey(room.slots, room.start, 0, games, 7, room.out, room.rng, counts, shares, tallies)
    points, wilds, battles, conquests, exchanges, tiebreaks = tallies.mean(axis=0)
    assert (tallies[:, 5] > 0).mean() == pytest.approx(SIMULATED[players], abs=0.03)
    assert tiebreaks >= (tallies[:, 5] > 0).mean() and exchanges == 0
    assert 4 < battles < 13 and 0.45 < conquests / battles < 0.55 and points > 1
    assert shares.mean(axis=0)[:players] == pytest.approx(np.full(players, 1 / players), abs=0.03)
    # Of the final throws, 11 in 36 show a double; 49 to 55 turns were found, ties and all but roll-offs.
    assert wilds / (11 / 36) == pytest.approx({2: 57, 3: 57, 4: 63}[players], abs=3)


@each_table
def test_features(table: dict[str, Any]) -> None:
    """`observe` writes every feature, the same from every chair: turned with the players, nothing changes."""
    players = table["players"]
    start = GAME.new(players, {k: v for k, v in table.items() if k != "players"})
    for number, (_, _, p) in enumerate(steps(start, random.Random(f"features {table}"))):
        if number % 7:
            continue
        rows = np.full((4, R.FEATURES), np.nan)
        for seat in range(players):
            GAME.plain.observe(p, seat, rows[seat])
        assert np.isfinite(rows[:players]).all() and (rows[:players] >= 0).all()
        chairs = rows[:players, : 6 * 4].reshape(players, 4, 6)
        squares = rows[:players, 6 * 4 : 6 * 4 + 6 * 81].reshape(players, 81, 6)
        for seat in range(players):
            assert chairs[seat, 0, 1] == 1 and chairs[seat, :, 2].sum() == 1
            step = (p.turn - seat) % 4
            assert chairs[seat, step, 2] == 1
            assert chairs[seat, 0, 4] == pytest.approx(p.supply[seat] / {2: 24, 3: 16, 4: 12}[players])
            assert squares[seat, :, 0].tolist() == (p.owner == seat).astype(float).tolist()
            assert squares[seat, :, :4].sum() == (p.owner != R.VACANT).sum()
            assert squares[seat, :, 5].sum() == (p.square != R.NO_SQUARE)
