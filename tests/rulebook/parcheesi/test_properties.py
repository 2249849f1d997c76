"""What no table of scenarios can say: the fast text of the rules against the readable one, in positions that
games seldom reach, and single pawns followed through random games.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parlour
from parlour.games.rulebook import read_rulebook
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER, ROLLS, roll_code
from parlour.rules.position import Position
from tests.rulebook.harness import Beside, Form

START, HOME = -1, 71
SAFE = (0, 7, 12, 17, 24, 29, 34, 41, 46, 51, 58, 63)
GAME = parlour.load("parcheesi")
PLAIN = GAME.plain


RANDOM_CHOICES = {o.name: o.choices for o in GAME.options if o.choices and o.name != "seats"}


def legal(p: Position, form: Any = PLAIN) -> list[int]:
    out = np.zeros(form.MAX_ACTIONS, np.int64)
    return [int(a) for a in out[: form.legal(p, out)]]


def after(p: Position, action: int) -> Position:
    q = p.copy()
    PLAIN.apply(q, action)
    return q


def note(p: Position, action: int) -> str:
    return str(GAME.words.notation(p, action)).partition("#")[0]


# ---------------------------------------------------------------- side by side


def side_by_side(p: Position, rng: random.Random, plies: int, game: Game = GAME) -> int:
    """Play both texts from here; the number of decisions compared."""
    both = Beside(Form(game, "fast"))
    compared = 0
    for _ in range(plies):
        who = game.plain.actor(p)
        if who == OVER:
            break
        listed = both.listed(p, rng)
        if who == CHANCE:
            p = both.after(p, roll_code(*rng.choice(DICE)))
        else:
            p = both.after(p, rng.choice(listed))
            compared += 1
    return compared


# Doublets and fives are where the rules are: they come more often than with fair dice.
DICE = [(int(a), int(b)) for a, b in ROLLS]
DICE += [(a, b) for a, b in DICE if a == b or 5 in (a, b, a + b)] + [(6, 6), (5, 5)]


def random_options(rng: random.Random) -> dict[str, Any]:
    """Some house rules, most of them left as printed."""
    options: dict[str, Any] = {n: rng.choice(c) for n, c in RANDOM_CHOICES.items() if rng.random() < 0.25}
    if rng.random() < 0.2:
        options["bonus_cap"] = rng.randint(1, 2)
    return options


def random_position(rng: random.Random, options: dict[str, Any] | None = None) -> Position:
    """A crowded position of the rules' own making: pawns near each other, near ENTER and near HOME."""
    seats = rng.choice([[0, 2], [0, 1, 2], [0, 1, 2, 3], [1, 3], [0, 1]])
    turn = rng.choice(seats)
    centre = rng.choice([0, 3, 10, 20, 34, 50, 58, 62])
    taken: dict[int, int] = {}  # loop space -> seat that stands there
    pawns: dict[str, list[Any]] = {}
    for seat in [turn, *(s for s in seats if s != turn)]:
        places: list[Any] = []
        while len(places) < 4:
            at = random_place(rng, centre, (turn - seat) * 17)
            if isinstance(at, int):
                space = (at + 17 * seat) % 68 if at <= 63 else -1
                if places.count(at) == 2 or taken.get(space, seat) != seat:
                    continue
                if space >= 0:
                    taken[space] = seat
            places.append(at)
        if all(at == "H" for at in places):
            places[0] = "S"
        pawns[str(seat)] = places
    data = {"game": "parcheesi", "pawns": pawns, "turn": turn, "options": options or {}}
    data["doublets"] = rng.choice([0, 0, 0, 1, 2])
    return GAME.position.build({k: v for k, v in data.items() if v})


def random_place(rng: random.Random, centre: int, shift: int) -> Any:
    """Somewhere; mostly within reach of the mover's pawns, which stand around `centre`."""
    kind = rng.random()
    if kind < 0.15:
        return "S"
    if kind < 0.3:
        return "H"
    if kind < 0.45 and shift == 0:
        return rng.randint(60, 70)
    at = (centre + shift + rng.randint(-8, 12)) % 68 if kind < 0.9 else rng.randrange(64)
    return at if at <= 63 else 63


@pytest.mark.parametrize("seed", range(16))
def test_side_by_side_from_crowded_positions(seed: int) -> None:
    """What leads to the most dice, to all parts and to an entry. (PAR-MOVE-4, PAR-DBL-5, PAR-ENTER-4)"""
    rng = random.Random(seed)
    compared = sum(side_by_side(random_position(rng), rng, plies=12) for _ in range(12))
    assert compared > 20, "these positions leave too little to compare"


@pytest.mark.parametrize("seed", range(20))
def test_side_by_side_with_house_rules(seed: int) -> None:
    """The same with all sorts of house rules at once."""
    rng = random.Random(1000 + seed)
    compared = sum(side_by_side(random_position(rng, random_options(rng)), rng, plies=14) for _ in range(9))
    assert compared > 20, "these positions leave too little to compare"


@pytest.mark.parametrize(
    ("loop", "entry", "path"), [(4, 1, 1), (20, 3, 1), (52, 47, 5), (120, 40, 2), (120, 63, 30)]
)
def test_side_by_side_on_other_boards(loop: int, entry: int, path: int, tmp_path: Path) -> None:
    """Rows of bits are as long as the board is, and the shortest way is shorter than a die."""
    board = tmp_path / "board.toml"
    track = f"loop={loop}\narm={loop // 4}\nsafe_offsets=[0]\nhome_entry={entry}\npath_length={path}\n"
    board.write_text(f"[track]\n{track}", "utf-8")
    game = parlour.load("parcheesi", board)
    rng = random.Random(loop + path)
    compared = 0
    for players in (2, 3, 4):
        start = game.new(players, {"max_turns": 60} | (random_options(rng) if players > 2 else {}))
        compared += side_by_side(start, rng, 400, game)
    assert compared > 60


# ---------------------------------------------------------------- following pawns through whole games


def moved_pawn(p: Position, q: Position, seat: int) -> int:
    """Which pawn of the seat an action moved."""
    changed = [i for i in range(4) if p.pawns[seat, i] != q.pawns[seat, i]]
    assert len(changed) == 1, "an action moves exactly one pawn of the mover"
    return changed[0]


@dataclass(frozen=True)
class Ply:
    """One event of a game: before, what was done, after."""

    before: Position
    action: int
    after: Position

    @property
    def rolled(self) -> bool:
        return bool(PLAIN.actor(self.before) == CHANCE)

    @property
    def said(self) -> str:
        return "" if self.rolled else note(self.before, self.action)


def random_game(seed: int, options: dict[str, Any] | None = None) -> Iterator[Ply]:
    """A whole game of random choices."""
    rng = random.Random(seed)
    p = GAME.new(2 + seed % 3, options)
    while PLAIN.actor(p) != OVER:
        action = (
            rng.choice(legal(p)) if PLAIN.actor(p) >= 0 else roll_code(rng.randint(1, 6), rng.randint(1, 6))
        )
        q = after(p, action)
        yield Ply(p, action, q)
        p = q


def loop_space(seat: int, at: int) -> int | None:
    return (17 * seat + at) % 68 if 0 <= at <= 63 else None


@pytest.mark.parametrize("seed", range(6))
def test_every_position_of_a_game_is_sound(seed: int) -> None:
    """PAR-MOVE-6, PAR-SAFE-2, PAR-SETUP-1: four pawns each, two on a space at most, one colour on a space."""
    for ply in random_game(seed):
        holders: dict[int, int] = {}
        for seat in GAME.seats(ply.after):
            pawns = ply.after.pawns[seat].tolist()
            assert len(pawns) == 4 and all(START <= at <= HOME for at in pawns)
            for at in pawns:
                assert pawns.count(at) <= 2 or at in (START, HOME)
                space = loop_space(seat, at)
                if space is not None:
                    assert holders.setdefault(space, seat) == seat
        assert not GAME.position.problems(ply.after)


@pytest.mark.parametrize("seed", range(6))
def test_pawns_go_forward_or_back_to_start(seed: int) -> None:
    """PAR-MOVE-1, PAR-CAP-1, PAR-DBL-7, PAR-HOME-3: by the action, by capture, or by the third doublets."""
    for ply in random_game(seed):
        mover = ply.before.turn
        for seat in GAME.seats(ply.before):
            changed = [
                (int(x), int(y))
                for x, y in zip(ply.before.pawns[seat], ply.after.pawns[seat], strict=True)
                if x != y
            ]
            assert all(x != HOME for x, _ in changed), "a pawn on HOME stays there"
            if ply.rolled:  # only the third doublets move anything
                assert len(changed) <= (1 if seat == mover and ply.before.doublets == 2 else 0)
                assert all(y == START for _, y in changed)
            elif seat == mover:
                [(x, y)] = changed
                assert y > x
            else:
                assert all(y == START for _, y in changed)


@pytest.mark.parametrize("seed", range(6))
def test_captures_happen_where_they_may(seed: int) -> None:
    """PAR-CAP-2, PAR-SAFE-3, PAR-ENTER-8: never a pair or on a Home Path; on Safety by entering."""
    captures = 0
    for ply in random_game(seed):
        if ply.rolled:
            continue
        taken = [
            (seat, int(at))
            for seat in GAME.seats(ply.before)
            for i, at in enumerate(ply.before.pawns[seat])
            if seat != ply.before.turn and ply.after.pawns[seat, i] != at
        ]
        assert len(taken) <= 1
        for seat, at in taken:
            captures += 1
            assert ply.before.pawns[seat].tolist().count(at) == 1, "a blockade is never captured"
            assert 0 <= at <= 63
            space = loop_space(seat, at)
            arrived = moved_pawn(ply.before, ply.after, ply.before.turn)
            assert loop_space(ply.before.turn, int(ply.after.pawns[ply.before.turn, arrived])) == space
            assert at not in SAFE or ply.said in ("E", "E2")
    assert captures > 0, "a game without captures proves nothing"


@pytest.mark.parametrize("seed", range(6))
def test_fourteen_or_nothing(seed: int) -> None:
    """PAR-DBL-3, PAR-DBL-5: what four-part moves move in all."""
    counted, quads, idle = 0, 0, 0
    for ply in random_game(seed):
        seat = ply.before.turn
        if ply.rolled:
            dice = ROLLS[ply.action]
            waiting = START in ply.before.pawns[seat].tolist()
            due = dice[0] == dice[1] and not waiting and ply.before.doublets < 2
            if due and "roll_off" not in GAME.position.describe(ply.before):
                counted = 0
                if PLAIN.actor(ply.after) == CHANCE:
                    idle += 1
                    assert ply.before.pawns.tolist() == ply.after.pawns.tolist()
        elif GAME.position.describe(ply.before).get("four") and not ply.said.startswith("B"):
            counted += int(ply.said.partition("+")[2])
            if not GAME.position.describe(ply.after).get("four") or ply.after.turn != seat:
                assert counted == 14
                quads += 1
    assert quads + idle > 0, "a game without a four-part roll proves nothing"


@pytest.mark.parametrize("seed", range(12))
def test_games_and_bonus_chains_end(seed: int) -> None:
    """PAR-WIN-1, PAR-CAP-4, PAR-Q-24: whatever is chosen, and with house rules."""
    rng = random.Random(seed)
    options = random_options(rng) if seed % 2 else {}
    chain = longest = 0
    last = None
    for plies, ply in enumerate(random_game(seed, options)):
        chain = chain + 1 if ply.said.startswith("B") else 0
        longest = max(longest, chain)
        last = ply.after
        assert plies < 20_000, "this game does not end"
    assert longest < 20
    assert last is not None
    shares = [PLAIN.payoff(last, seat) for seat in GAME.seats(last)]
    assert sum(shares) == pytest.approx(1)
    winner = max(GAME.seats(last), key=lambda seat: PLAIN.payoff(last, seat))
    assert last.pawns[winner].tolist() == [HOME] * 4


# ---------------------------------------------------------------- saying why, and writing down


@pytest.mark.parametrize("seed", range(6))
def test_everything_not_legal_is_refused_with_a_clause(seed: int) -> None:
    """`explain` is 0 for exactly the legal actions; a reason names a clause that the rulebook has."""
    rng = random.Random(2000 + seed)
    clauses = {clause.id for clause in read_rulebook(GAME.rulebook).clauses}
    for _ in range(12):
        p = random_position(rng, random_options(rng))
        for _ in range(8):
            who = PLAIN.actor(p)
            if who == OVER:
                break
            if who == CHANCE:
                p = after(p, roll_code(*rng.choice(DICE)))
                continue
            allowed = legal(p)
            assert len(set(allowed)) == len(allowed)
            for action in range(PLAIN.ACTIONS):
                reason = GAME.why_not(p, who, action)
                nothing_forbids = PLAIN.explain(p, who, action) == 0
                assert nothing_forbids == (action in allowed) == (reason is None), (
                    action,
                    GAME.position.describe(p),
                )
                assert reason is None or reason.clause in clauses
            p = after(p, rng.choice(allowed))


@pytest.mark.parametrize("seed", range(6))
def test_positions_survive_being_written_down(seed: int) -> None:
    """build(describe(p)) is p, byte for byte, all through a game with house rules."""
    for number, ply in enumerate(random_game(seed, random_options(random.Random(seed)))):
        if number % 3 == 0:
            assert GAME.position.build(GAME.position.describe(ply.after)) == ply.after
