"""The rules beside a second reading of the specification (slow.py), step by step in random games."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, NOBODY, OVER, ROLLS
from parlour.rules.position import Position
from tests.rulebook.doubletrack.slow import Question, Referee
from tests.rulebook.doubletrack.support import GAME, L, R, text_of

WHAT = {
    R.STARTER: "starter",
    R.DEALING: "card",
    R.DRAW: "card",
    R.ROLL: "dice",
    R.BONUS_ROLL: "bonus",
    R.ASK_OR_ROLL: "ask or roll",
    R.GATE_REPLY: "reply",
    R.TOLL_ANSWER: "toll",
    R.CHOOSE_STEPS: "steps",
    R.PLAY_CARD: "play",
    R.TRADE_TARGET: "trade",
    R.STEAL_TARGET: "steal",
    R.SELL_CARD: "sell card",
    R.SELL_PASS: "sell pass",
    R.BID: "bid",
    R.VICTIM: "victim",
    R.HAND_OVER: "hand over",
    R.FINISHED: "over",
}
# Every house rule that the second reading knows; two games each, and pairs that touch each other.
VARIANTS: list[dict[str, str]] = [
    {"owner_overshoot": "corner"},
    {"permission_overshoot": "pass_through"},
    {"permission_test": "final"},
    {"permission_overshoot": "pass_through", "permission_test": "final"},
    {"owner_overshoot": "corner", "permission_test": "final", "ask_scope": "any"},
    {"toll_timing": "on_entry", "ask_scope": "any"},
    {"toll_timing": "on_entry", "toll_overpay": "no"},
    {"toll_overpay": "no"},
    {"asks_per_turn": "1", "ask_scope": "any"},
    {"ask_scope": "next"},
    {"trade_noop_allowed": "no"},
    {"lead_can_win": "no"},
    {"start_tie_leader": "all"},
    {"backward_displacement": "back"},
    {"steal_unowned": "yes"},
    {"bid_without_red": "may_fake"},
    {"take25_chooser": "taker"},
    {"take25_inexact": "over"},
    {"take25_inexact": "with_taker"},
    {"displacement_can_win": "no"},
    {"purple_jump_cost": "0"},
    {"purple_activation": "exact_count"},
    {"turn_direction": "counterclockwise"},
    {"max_turns": "20"},
    {"first_player": "blue"},
]


def letters_of(game: Game) -> str:
    return "".join(c[0].upper() for c in game.rules.layout.COLOURS)


def check(game: Game, p: Position, referee: Referee, question: Question, out: Any) -> list[int]:
    """The same question, the same answers, the same table. The legal actions."""
    plain, board = game.plain, game.rules.layout
    letters = letters_of(game)
    assert WHAT[p.phase] == question.what
    actor = int(plain.actor(p))
    listed: list[int] = out[: int(plain.legal(p, out))].tolist()
    if actor >= 0:
        assert letters[actor] == question.seats[0]
        assert {s for i, s in enumerate(letters) if plain.may_act(p, i)} == set(question.seats)
        assert {text_of(p.phase, a, game.rules) for a in listed} == question.answers
    elif question.seats:
        assert question.seats == letters[p.seat]
    for s in referee.seats:
        i = letters.index(s)
        assert board.SPACE_NAMES[p.large[i]] == referee.large[s]
        assert p.small[i] == referee.small[s]
        assert p.chips[i].tolist() == [referee.chips[s][c] for c in "rby"]
        held = [board.CARD_NAMES[k] for k in p.hand[i].tolist() if k != R.NO_CARD]
        offered = (
            [board.CARD_NAMES[p.card]] if p.phase == R.BID and p.sale == R.CARD_SALE and i == p.turn else []
        )
        assert sorted(held + offered) == sorted(referee.hand[s])
    owners = [letters[o] if o != NOBODY else None for o in p.owner.tolist()]
    assert owners == [referee.owner[c] for c in board.COLOURS]
    assert [board.CARD_NAMES[k] for k in p.queue.tolist() if k != R.NO_CARD] == referee.pile
    assert p.top == referee.unseen
    assert {c for i, c in enumerate(board.COLOURS) if p.granted >> i & 1} == set(referee.granted)
    return listed


def compare(players: int, seed: int, options: dict[str, str], game: Game = GAME) -> int:
    """A random game; the number of questions."""
    plain, board = game.plain, game.rules.layout
    letters = letters_of(game)
    pick, out = random.Random(seed), np.zeros(plain.MAX_ACTIONS, np.int64)
    p = game.new(players, options)
    seats = "".join(s for i, s in enumerate(letters) if plain.side(p, i) != NOBODY)
    referee = Referee(board.BOARD, seats, options)
    questions = referee.play()
    question = next(questions)
    steps = 0
    while True:
        if p.phase != R.FINISHED:
            listed = check(game, p, referee, question, out)
        if plain.actor(p) == OVER:
            assert question.what == "over"
            assert (letters[p.winner] if p.winner != NOBODY else "nobody") == referee.winner
            return steps
        answer: Any
        if plain.actor(p) == CHANCE:
            action = int(plain.draw(p, pick.randrange(int(plain.tickets(p)))))
            if question.what == "card":
                answer = board.CARD_NAMES[action]
            elif question.what == "starter":
                answer = letters[action]
            else:
                answer = int(ROLLS[action].sum())
        elif question.what == "bid":  # in any order
            seat = letters.index(pick.choice(question.seats))
            plain.call_on(p, seat)
            action = sensible(p, pick, out[: int(plain.legal(p, out))].tolist())
            answer = letters[seat], text_of(p.phase, action, game.rules)
        else:
            action = sensible(p, pick, listed)
            answer = text_of(p.phase, action, game.rules)
        plain.apply(p, action)
        question = questions.send(answer)
        steps += 1


def sensible(p: Position, pick: random.Random, listed: list[int]) -> int:
    """At random, but prices that can be paid and small bids: so that gates open and nobody goes broke."""
    if p.phase == R.GATE_REPLY and pick.random() < 0.8:
        return pick.choice(listed[:8])
    if p.phase == R.BID and pick.random() < 0.7:
        return min(pick.sample(listed, min(4, len(listed))))
    if p.phase == R.TOLL_ANSWER and len(listed) > 1 and pick.random() < 0.8:
        return pick.choice(listed[1:])
    return pick.choice(listed)


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_by_the_printed_rules(players: int) -> None:
    assert sum(compare(players, seed, {}) for seed in range(12)) > 1500


@pytest.mark.parametrize("options", VARIANTS, ids=lambda o: ",".join(f"{k}={v}" for k, v in o.items()))
def test_random_games_by_house_rules(options: dict[str, str]) -> None:
    assert compare(4, 1, options) + compare(3, 2, options) > 100


@pytest.mark.parametrize("vacant", L.COLOURS)
def test_any_colour_may_stay_out(vacant: str) -> None:
    """DBT-Q-03, DBT-SET-13."""
    assert compare(3, 3, {"vacant_colour": vacant}) > 50
