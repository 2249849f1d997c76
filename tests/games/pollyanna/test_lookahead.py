"""The duties that look ahead (POL-DICE-3, POL-ENTER-2), against a search that simply tries everything."""

from __future__ import annotations

import random

import numpy as np
import pytest

from parlour.rules.kit import roll_code
from parlour.rules.position import Position

from .support import GAME, RULES, legal, random_throw

Value = tuple[int, int]  # starts, dice


def possible(p: Position) -> list[int]:
    """Every action that nothing on the board stops, duties apart."""
    if RULES.must_reward(p):
        return _rewards(p)
    found = []
    for piece in range(RULES.PIECES):
        for route in (RULES.STRAIGHT, RULES.TURNOUT):
            tail = piece << 1 | route
            for die in {int(n) for n in p.left if n}:
                if RULES.stops_count(p, piece, die, route) == 0:
                    found.append(die << 3 | tail)
            if RULES.may_leap(p) and RULES.stops_moving(p, piece, int(p.left.sum()), route) == 0:
                found.append(RULES.LEAP << 3 | tail)
    if RULES.stops_starting(p) == 0:
        piece = RULES.first_in_corner(p, p.hand)
        if RULES.holds_six(p):
            found.append(RULES.SIX << 3 | piece << 1)
        if RULES.shows_six(p):
            found.append(RULES.SUM_SIX << 3 | piece << 1)
    return found + (_rewards(p) if p.rewards else [])


def _rewards(p: Position) -> list[int]:
    tens = [
        RULES.TEN << 3 | piece << 1 | route
        for piece in range(RULES.PIECES)
        for route in (RULES.STRAIGHT, RULES.TURNOUT)
        if RULES.stops_reward(p, piece, route) == 0
    ]
    return tens if tens and p.reward_mandatory else [*tens, RULES.PASS]


def after(p: Position, action: int) -> Position:
    """The position behind an action, without going on to the next player."""
    q = p.copy()
    what, piece, route = action >> 3, action >> 1 & 3, action & 1
    if action == RULES.PASS or what == RULES.TEN:
        q.rewards -= 1
    if action != RULES.PASS:
        goal = RULES.goal_of(q, what, piece, route)
        if what != RULES.TEN:
            RULES.spend(q, what, piece)
        RULES.move(q, piece, goal)
    return q


def gain(p: Position, action: int) -> Value:
    what, piece = action >> 3, action >> 1 & 3
    if action == RULES.PASS or what == RULES.TEN:
        return 0, 0
    if what == RULES.SUM_SIX:
        return int(p.sum_six_optional == 0), 2
    return int(p.pieces[p.hand, piece] == RULES.CORNER), 2 if what == RULES.LEAP else 1


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
    found = [a for a in possible(p) if a == RULES.PASS or not _is_twin(p, a)]
    rewards = [a for a in found if a == RULES.PASS or a >> 3 == RULES.TEN]
    dice = [a for a in found if a not in rewards]
    if dice and RULES.both_left(p):
        values = {a: worth(p, a) for a in dice}
        most = max(values.values())
        greedy = p.max_dice == RULES.GREEDY
        dice = [a for a in dice if (values[a][0] == most[0] if greedy else values[a] == most)]
        sixes = [a for a in dice if a >> 3 == RULES.SIX and gain(p, a)[0]]
        if sixes and p.start_first != RULES.NO:
            dice = sixes
        if p.single_die_choice == RULES.HIGHER and most[1] < 2:
            dice = [a for a in dice if a >> 3 == max(b >> 3 for b in dice)]
    elif dice:
        dice = [a for a in dice if gain(p, a)[0]] or dice
    if dice and RULES.PASS in rewards:
        rewards.remove(RULES.PASS)
    found = dice + rewards
    if p.rewards and p.reward_must_save_die:
        most = max(worth(p, a) for a in found)
        found = [a for a in found if worth(p, a) == most]
    return set(found)


def _is_twin(p: Position, action: int) -> bool:
    piece = action >> 1 & 3
    if p.pieces[p.hand, piece] == RULES.CORNER:
        return False
    return bool(RULES.is_twin(p, piece))


@pytest.mark.parametrize("seed", range(8))
def test_legal_actions_are_those_of_the_search(seed: int) -> None:
    """POL-Q-14, POL-Q-15: through whole throws on crowded tables, under random house rules."""
    dice = random.Random(seed)
    for _ in range(60):
        p = random_throw(dice)
        mover = p.turn
        while p.phase == RULES.PLAY and p.turn == mover:
            before = p.to_bytes()
            actions = legal(p)
            assert p.to_bytes() == before
            assert len(set(actions)) == len(actions)
            assert set(actions) == wanted(p), GAME.position.describe(p)
            GAME.plain.apply(p, dice.choice(actions))


@pytest.mark.parametrize("seed", range(4))
def test_the_menu_holds_what_the_lists_and_the_search_find(seed: int) -> None:
    """By the printed rules decisions are worked out as bits; house rules list them move by move."""
    dice = random.Random(seed)
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    for _ in range(60):
        p = random_throw(dice, printed=True)
        mover = p.turn
        while p.phase == RULES.PLAY and p.turn == mover:
            actions = legal(p)
            assert p.menu == RULES.menu_of(p) != 0
            n = RULES.list_rewards(p, out, 0) if p.rewards else RULES.list_dice(p, out)
            assert actions == out[:n].tolist(), GAME.position.describe(p)
            assert set(actions) == wanted(p), GAME.position.describe(p)
            assert RULES.choices(p, out) == n
            assert [RULES.choice(p, k, out) for k in range(n)] == actions
            GAME.plain.apply(p, dice.choice(actions))
        assert p.menu == RULES.menu_of(p)


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
    GAME.plain.apply(lost, RULES.PASS)
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
    RULES.apply(p, roll_code(2, 2))
    assert sorted(GAME.words.notation(p, action) for action in legal(p)) == ["32+2", "T2.6+2"]
