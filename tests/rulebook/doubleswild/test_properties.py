"""What no table of scenarios can say: long random play, checked after every action.

The conformance kit holds the fast text against the readable rules in ordinary games; here that is done on
boards more crowded than games make them. The rest follows single facts through random games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from parlour.rules import run
from parlour.rules.kit import CHANCE, OVER, ROLLS, UNMARKED
from parlour.rules.position import Position
from tests.rulebook.doubleswild.support import (
    GAME,
    LETTERS,
    WINDOWS,
    R,
    Table,
    both_forms,
    count_rows,
    lay,
    square,
)
from tests.rulebook.harness import Form, fast_text, need_compiler

TABLES: dict[str, dict[str, Any]] = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four": {"players": 4},
    "teams": {"players": 4, "teams": "yes"},
}
each_table = pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
HOUSE_RULES = {o.name: o.choices[1:] or (1, 2) for o in GAME.options if o.name != "teams"}
PLAIN = Form(GAME, "plain")
FAST = fast_text(GAME)


def some_house_rules(rng: random.Random, chance: float) -> dict[str, Any]:
    return {name: rng.choice(values) for name, values in HOUSE_RULES.items() if rng.random() < chance}


def a_game(table: dict[str, Any], **options: Any) -> Position:
    return GAME.new(table["players"], {k: v for k, v in table.items() if k != "players"} | options)


# ---------------------------------------------------------------- crowded boards


def crowded(rng: random.Random, p: Position) -> Position:
    """Much of the board filled by chance, colour beside colour, and a few markers left to be played."""
    centres = [(rng.randrange(9), rng.randrange(9)) for _ in range(p.players)]
    for q in range(R.SQUARES):
        if rng.random() < 0.8:
            near = min(
                range(p.players), key=lambda c: abs(centres[c][0] - q // 9) + abs(centres[c][1] - q % 9)
            )
            p.owner[q] = near if rng.random() < 0.8 else rng.randrange(p.players)
    for letter, rows in count_rows(dict(enumerate(p.owner.tolist()))).items():
        if LETTERS.index(letter) < p.players:
            p.supply[LETTERS.index(letter)] = rng.randint(1, 6)
            p.score[GAME.plain.side(p, LETTERS.index(letter))] += rows
    GAME.plain.derive(p)
    return p


def crowded_games(table: dict[str, Any], numbers: range) -> Iterator[tuple[Position, random.Random]]:
    """Beginnings on crowded boards, every other one by house rules."""
    for number in numbers:
        rng = random.Random(f"crowded {table} {number}")
        yield crowded(rng, a_game(table, **some_house_rules(rng, 0.35 if number % 2 else 0.0))), rng


def asked(form: Any, p: Position) -> list[Any]:
    """Everything that fast.py may answer in its own way."""
    out, mask, used = (
        np.zeros(R.MAX_ACTIONS, np.int64),
        np.full(R.ACTIONS, 7, np.uint8),
        np.full(1, R.ACTIONS),
    )
    who = form.actor(p)
    listed = out[: form.legal(p, out)].tolist()
    if who < 0:
        return [who, listed, form.tickets(p), [form.draw(p, t) for t in (0, form.tickets(p) - 1)]]
    picked = [int(form.choice(p, k, out)) for k in range(form.choices(p, out))]
    marked = form.mark(p, mask, used)
    if marked == UNMARKED:
        mask[:] = 0
        mask[listed] = 1
        marked = len(listed)
    seen = np.full((p.players, R.FEATURES), np.nan, np.float32)
    for seat in range(p.players):
        form.observe(p, seat, seen[seat])
    return [who, listed, picked, marked, mask.tolist(), seen.tobytes()]


@each_table
@pytest.mark.parametrize("number", range(8))
def test_the_fast_text_says_the_same_on_crowded_boards(table: dict[str, Any], number: int) -> None:
    """Step by step beside the readable rules, where most squares are somebody's: few games come there."""
    for p, rng in crowded_games(table, range(number, number + 1)):
        q = p.copy()
        while PLAIN.actor(p) != OVER and not p.tiebreak:
            assert asked(GAME.plain, p) == asked(FAST, q), str(Table(PLAIN, p))
            action = any_action(p, rng)
            GAME.plain.apply(p, action)
            FAST.apply(q, action)
            assert p == q, str(Table(PLAIN, p))


def pickable(p: Position) -> set[int]:
    """What a double lets the player on turn pick, with sets and in no hurry."""
    red, blue = ROLLS[p.red].tolist(), ROLLS[p.blue].tolist()
    rows = range(3, 12) if red[0] == red[1] else [sum(red)]
    columns = range(3, 12) if blue[0] == blue[1] else [sum(blue)]
    found = {square(f"{r},{c}") for r in rows for c in columns}
    others = {q for q in found if p.owner[q] != p.turn}
    windows = [{9 * r + c for r, c in window} for window in WINDOWS]
    safe = {q for w in windows if len({int(p.owner[q]) for q in w}) == 1 for q in w if p.owner[q] != R.VACANT}
    picked = others - safe if p.wild_allow_noop and others - safe else others
    face = square(f"{sum(red)},{sum(blue)}") if sum(red) in range(3, 12) and sum(blue) in range(3, 12) else -1
    return picked | ({face} & (found - others) if p.wild_may_decline else set())


@each_table
def test_what_a_double_lets_one_pick(table: dict[str, Any]) -> None:
    """DBW-WILD-1, DBW-WILD-2, DBW-WILD-3, DBW-Q-05, DBW-Q-06, DBW-Q-07, DBW-Q-08, DBW-Q-34: on crowded
    boards, after every throw of some double."""
    doubles = [
        (r, b)
        for r in range(21)
        for b in range(21)
        if 0 in (ROLLS[r, 0] - ROLLS[r, 1], ROLLS[b, 0] - ROLLS[b, 1])
    ]
    picks = 0
    for p, rng in crowded_games(table, range(12)):
        for red, blue in rng.sample(doubles, 40):
            p.phase, p.red, p.blue, p.turn = R.REROLL, red, blue, rng.randrange(p.players)
            GAME.plain.derive(p)
            wanted, after = pickable(p), PLAIN.apply(p, R.KEEP)
            assert (after.phase == R.CHOOSE) == bool(wanted)
            if wanted:
                assert {code - R.SELECT for code in PLAIN.legal(after)} == wanted
            picks += len(wanted)
    assert picks > 1000


def any_action(p: Position, rng: random.Random) -> int:
    """What the dice may show, as often as they do; or any decision."""
    if PLAIN.actor(p) == CHANCE:
        return int(GAME.plain.draw(p, rng.randrange(GAME.plain.tickets(p))))
    return rng.choice(PLAIN.legal(p))


def odds(p: Position) -> list[int]:
    out = np.zeros(R.MAX_ACTIONS, np.int64)
    listed: list[int] = out[: GAME.plain.weights(p, out)].tolist()
    return listed


# ---------------------------------------------------------------- facts of random games


def random_games(table: dict[str, Any], games: int, **options: Any) -> Iterator[Steps]:
    for number in range(games):
        yield steps(a_game(table, **options), random.Random(f"{table} {number}"))


Steps = Iterator[tuple[Position, int, Position]]


def steps(p: Position, rng: random.Random) -> Steps:
    """A random game: before, action, after."""
    while PLAIN.actor(p) != OVER:
        action = any_action(p, rng)
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
    """By the fast text: the lines are the markers on them, and who acts follows from everything else."""
    for number in range(4):
        rng, p = random.Random(f"{table} {number}"), a_game(table)
        while PLAIN.actor(p) != OVER:
            FAST.apply(p, any_action(p, rng))
            again = p.copy()
            for name in R.DERIVED:
                setattr(again, name, getattr(again, name) * 0)
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
        for p, action, q in steps(a_game(table, **chosen), rng):
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
    p = GAME.new(2)
    for due in (1, 2, 3, 4, R.TOSS):
        p.due = due
        s = form.record(p)
        won = np.bincount([form.rules.draw(s, t) for t in range(form.rules.tickets(s))])
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
    need_compiler(GAME)
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
    start = a_game(table)
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


@pytest.mark.parametrize(("again", "image"), [(R.RED, R.BLUE), (R.BLUE, R.RED), (R.BOTH, R.BOTH)])
def test_red_taken_for_blue_while_dice_are_in_the_air(again: int, image: int) -> None:
    """DBW-REROLL-1, DBW-Q-02: with the colours exchanged it is the other pair that is thrown again, and the
    other one that was."""
    table = lay(PLAIN, reroll_mode="per_pair").go("1-3/4-6")
    p = table.form.apply(table.position, again)
    p.used = R.BOTH - again
    GAME.plain.lay_over(p, 4)
    assert (p.phase, p.again, p.used) == (R.AGAIN, image, R.BOTH - image)


def test_rolling_again_is_exchanged_with_the_colours_alone() -> None:
    """DBW-REROLL-1, DBW-REROLL-2: counted from the other end, red dice stay red."""
    pairs = [(R.KEEP, R.KEEP), (R.RED, R.BLUE), (R.BOTH, R.BOTH), (R.ONE_RED, R.ONE_BLUE), (R.LEAVE, R.LEAVE)]
    for red, blue in pairs:
        for symmetry in range(8):
            exchanged = symmetry >= 4
            assert GAME.plain.image_of(red, symmetry) == (blue if exchanged else red)
            assert GAME.plain.image_of(blue, symmetry) == (red if exchanged else blue)
