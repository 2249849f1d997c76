"""The duties that look ahead (POL-DICE-3, POL-ENTER-2), against a search that simply tries everything."""

from __future__ import annotations

import random

import numpy as np
import pytest

from parlour.games.pollyanna import duties, layout, moving, record, rules
from parlour.rules.kit import roll_code
from parlour.rules.position import Position

from .support import FAST, GAME, legal, random_throw

Value = tuple[int, int]  # starts, dice


def possible(p: Position) -> list[int]:
    """Every action that nothing on the board stops, duties apart."""
    if duties.must_reward(p):
        return _rewards(p)
    found = []
    for piece in range(record.PIECES):
        for route in (layout.STRAIGHT, layout.TURNOUT):
            tail = piece << 1 | route
            for die in {int(n) for n in p.left if n}:
                if moving.can_take(p, die, piece, route):
                    found.append(die << 3 | tail)
            if duties.may_leap(p) and moving.can_take(p, record.LEAP, piece, route):
                found.append(record.LEAP << 3 | tail)
    if moving.can_start(p):
        piece = record.first_in_corner(p, p.mover)
        if record.holds_six(p):
            found.append(record.SIX << 3 | piece << 1)
        if record.shows_six(p):
            found.append(record.SUM_SIX << 3 | piece << 1)
    return found + (_rewards(p) if p.rewards else [])


def _rewards(p: Position) -> list[int]:
    tens = [
        record.TEN << 3 | piece << 1 | route
        for piece in range(record.PIECES)
        for route in (layout.STRAIGHT, layout.TURNOUT)
        if moving.can_take(p, record.TEN, piece, route)
    ]
    return tens if tens and p.reward_mandatory else [*tens, record.PASS]


def after(p: Position, action: int) -> Position:
    """The position behind an action, without going on to the next player."""
    q = p.copy()
    what, piece, route = action >> 3, action >> 1 & 3, action & 1
    if action == record.PASS:
        q.rewards -= 1
        return q
    goal = moving.goal_of(q, what, piece, route)
    moving.spend(q, what, piece)
    moving.move(q, piece, goal)
    return q


def gain(p: Position, action: int) -> Value:
    what, piece = action >> 3, action >> 1 & 3
    if action == record.PASS or what == record.TEN:
        return 0, 0
    if what == record.SUM_SIX:
        return int(p.sum_six_optional == 0), 2
    return int(p.pieces[p.mover, piece] == layout.CORNER), 2 if what == record.LEAP else 1


def worth(p: Position, action: int) -> Value:
    mine, rest = gain(p, action), best(after(p, action))
    return mine[0] + rest[0], mine[1] + rest[1]


def best(p: Position) -> Value:
    """The most starts, then dice, that any sequence still yields."""
    if not p.left.any():
        return 0, 0
    return max((worth(p, action) for action in possible(p)), default=(0, 0))


def wanted(p: Position) -> set[int]:
    """The legal actions, said as the specification says them."""
    found = possible(p)
    rewards = [a for a in found if a == record.PASS or a >> 3 == record.TEN]
    dice = [a for a in found if a not in rewards]
    if dice and record.both_left(p):
        values = {a: worth(p, a) for a in dice}
        most = max(values.values())
        greedy = p.max_dice == record.GREEDY
        dice = [a for a in dice if (values[a][0] == most[0] if greedy else values[a] == most)]
        sixes = [a for a in dice if a >> 3 == record.SIX and gain(p, a)[0]]
        if sixes and p.start_first != record.NO:
            dice = sixes
        if p.single_die_choice == record.HIGHER and most[1] < 2:
            dice = [a for a in dice if a >> 3 == max(b >> 3 for b in dice)]
    elif dice:
        dice = [a for a in dice if gain(p, a)[0]] or dice
    if dice and record.PASS in rewards:
        rewards.remove(record.PASS)
    found = dice + rewards
    if p.rewards and p.reward_must_save_die:
        most = max(worth(p, a) for a in found)
        found = [a for a in found if worth(p, a) == most]
    return set(found)


@pytest.mark.parametrize("seed", range(8))
def test_legal_actions_are_those_of_the_search(seed: int) -> None:
    """POL-Q-14, POL-Q-15: through whole throws on crowded tables, under random house rules."""
    dice = random.Random(seed)
    for _ in range(60):
        p = random_throw(dice)
        mover = p.turn
        while p.phase == record.PLAY and p.turn == mover:
            before = p.to_bytes()
            actions = legal(p)
            assert p.to_bytes() == before
            assert len(set(actions)) == len(actions)
            assert set(actions) == wanted(p), GAME.position.describe(p)
            GAME.plain.apply(p, dice.choice(actions))


@pytest.mark.parametrize("seed", range(4))
def test_the_menu_offers_what_the_readable_rules_list(seed: int) -> None:
    """By the printed rules fast.py works decisions out as bits, and counts, picks and marks them so."""
    dice = random.Random(seed)
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    mask, used = np.zeros(rules.ACTIONS, np.uint8), np.array([rules.ACTIONS])
    for _ in range(60):
        p = random_throw(dice, printed=True)
        mover = p.turn
        while p.phase == record.PLAY and p.turn == mover:
            actions = legal(p)
            assert p.menu != 0
            assert FAST.legal(p, out) == FAST.choices(p, out) == FAST.mark(p, mask, used) == len(actions)
            assert out[: len(actions)].tolist() == actions, GAME.position.describe(p)
            assert [FAST.choice(p, k, out) for k in range(len(actions))] == actions
            assert np.flatnonzero(mask).tolist() == sorted(actions)
            action, fast = dice.choice(actions), p.copy()
            GAME.plain.apply(p, action)
            FAST.apply(fast, action)
            assert fast == p
        assert p.menu == 0


def test_a_die_saved_only_by_the_second_reward_of_a_chain() -> None:
    """POL-Q-15, POL-Q-18: 32+1 captures; nothing can play the 6 until T1.7 has captured on 28 by the
    first reward and T1.6 has left the turnout by the second."""
    p = GAME.position.build(
        {
            "options": {"mode": "individual"},
            "pieces": {
                "0": ["T1.1", "T1.6", "T1.7", 32],
                "1": ["@33", "@T2.1", "C", "C"],
                "2": ["@24", "C", "C", "C"],
                "3": ["@28", "@34", "@34", "C"],
            },
            "dice": [6, 1],
        }
    )
    notes = {GAME.words.notation(p, a): a for a in legal(p)}
    assert sorted(notes) == ["32+1", "T1.7+1"]
    GAME.plain.apply(p, notes["32+1"])
    assert [GAME.words.notation(p, a) for a in legal(p)] == ["R10:T1.7", "pass"]
    lost, saved = p.copy(), p.copy()
    GAME.plain.apply(lost, record.PASS)
    assert lost.turn == 1
    for note in ("R10:T1.7", "R10:T1.6", "T1.1+6"):
        names = {GAME.words.notation(saved, a): a for a in legal(saved)}
        GAME.plain.apply(saved, names[note])
    assert saved.turn == 1 and GAME.words.module.place_name(int(saved.pieces[0, 0])) == "T1.7"


def test_a_die_that_must_be_wasted_leaves_moves_all_the_same() -> None:
    """POL-DICE-3: both pieces that can play a 2 shut the other out, so either may go."""
    p = GAME.position.build(
        {
            "game": "pollyanna",
            "pieces": {
                "0": [53, "C", 4, 4],
                "1": ["H", "H", 5, 37],
                "2": [32, 58, 60, "T2.6"],
                "3": [60, 58, 15, 57],
            },
            "turn": 2,
        }
    )
    GAME.plain.apply(p, roll_code(2, 2))
    assert sorted(GAME.words.notation(p, action) for action in legal(p)) == ["32+2", "T2.6+2"]
