"""The scenario tables of the Doubletrack specification (part 5), row by row, on both forms of the rules."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.games.doubletrack import chips, gates, taking
from parlour.rules.kit import CHANCE, OVER, ROLLS
from parlour.rules.position import Position
from tests.rulebook.doubletrack.support import (
    GAME,
    LETTERS,
    L,
    R,
    both_forms,
    lay,
    play_row,
    rows,
    scratch,
)
from tests.rulebook.harness import Form, forms

FILE = Path(__file__).with_name("scenarios.json")
CASES = [pytest.param(f, row, id=f"{row['id']}-{f.name}") for row in rows(FILE) for f in forms(GAME)]

# The rows of the specification's tables; sub-cases add a letter. Those in CODED are tests below.
TABLE = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 17, 18, 19, 20, 22, 23, 25, 26, 28, 29, 31, 32]
TABLE += [34, 35, 37, 38, 40, 41, 43, 44, 46, 47, 49, 50, 52, 53, 55, 56, 58, 59, 61, 62, 64, 65, 67, 68]
TABLE += [70, 71, 73, 74, 76, 77, 79, 80, 82, 83, 84, 85, 86, 88, 89, 91, 92, 94, 95, 97, 98]
TABLE += [100, 101, 103, 104, 106, 107, 109, 110, 112, 113, 115, 116, 118, 119, 121, 122]
CODED = {4, 5, 98, 107, 109, 119, 121, 122}


def askable(p: Position) -> list[int]:
    return [gate for gate in range(4) if gates.may_ask(p, gate)]


@pytest.mark.parametrize(("form", "row"), CASES)
def test_row(form: Form, row: dict[str, Any]) -> None:
    play_row(form, row)


def test_no_row_is_missing() -> None:
    written = {int(re.findall(r"\d+", row["id"])[0]) for row in rows(FILE)}
    tests = "\n".join(f.read_text("utf-8") for f in Path(__file__).parent.glob("test_*.py"))
    coded = {int(n) for n in re.findall(r"DBT-T-(\d+)[^\"\d]", tests)}
    assert written == set(TABLE) - CODED
    assert coded >= CODED


def test_the_board_that_comes_with_the_game_keeps_its_constraints() -> None:
    """DBT-T-04: 30 cards, 18 of them Ahead (DBT-LAY-18, DBT-CARD-1, DBT-CARD-8, DBT-LAY-19). That all
    constraints hold is settled by loading it, see test_layout.py."""
    assert L.DECK.sum() == 30 and L.DECK[L.AHEAD :].sum() == 18
    assert L.DECK[: L.AHEAD].tolist() == [2] * 6
    assert (L.SPACES, L.HOME, len(L.ARROWS)) == (76, 88, 6)
    assert np.bincount(L.ORDER).tolist() == [44, 4, 12, 4, 2, 2, 4, 4]


@both_forms
def test_same_seed_and_decisions_same_states(form: Form) -> None:
    """DBT-T-05."""
    games = []
    for _ in range(2):
        pick, p, seen = random.Random(5), GAME.new(4), []
        for _ in range(400):
            if form.actor(p) == OVER:
                break
            listed = form.legal(p)
            p = form.apply(p, pick.choice(listed))
            seen.append(p.to_bytes())
        games.append(seen)
    assert len(games[0]) > 100 and games[0] == games[1]


def test_only_blue_chips_do_not_make_25() -> None:
    """DBT-T-98 (DBT-T25-4): of all holdings up to 20, 20 and 8 chips worth $25 or more."""
    p = GAME.new(4)
    wrong = set()
    for red, blue, yellow in itertools.product(range(21), range(21), range(9)):
        if 5 * red + 10 * blue + 25 * yellow >= 25:
            p.chips[1] = red, blue, yellow
            exact, _ = taking.count_exact(p, 1)
            if exact == 0:
                wrong.add((red, blue, yellow))
    assert wrong == {(0, blue, 0) for blue in range(3, 21)}


def test_never_more_than_one_gate_can_be_asked_for_on_this_board() -> None:
    """DBT-T-109 (DBT-ASK-9): all spaces, all sets of passes that the mover may hold."""
    p = lay(forms(GAME)[0]).p
    most = 0
    for space, mine in itertools.product(range(L.SPACES), range(16)):
        p.large[0] = space
        for c in range(4):
            p.owner[c] = 0 if mine >> c & 1 else 1
        most = max(most, len(askable(p)))
    assert most == 1


@pytest.mark.parametrize(("holder", "gate", "ways"), [("B", "red", 15), ("R", "blue", 3)])
def test_the_chance_that_a_permission_can_be_used(holder: str, gate: str, ways: int) -> None:
    """DBT-T-17, DBT-T-18 (DBT-ASK-9): 15 and 3 rolls of 36, by playing all of them."""
    count = 0
    for a, b in itertools.product(range(1, 7), range(1, 7)):
        play = lay(forms(GAME)[0], passes={"red": holder}).go(f"ask {gate}", "free", f"roll {a + b}")
        space = play.p.large[0]
        inside = L.STRETCH_OF[space] == L.SHORTCUT and L.COLOURS[L.SIDE_OF[space]] == gate
        count += bool(inside)
    assert count == ways


def test_odds_by_the_distance_to_a_gate() -> None:
    """DBT-ASK-9: the specification's row of percentages, for a shortcut of six spaces."""
    sums = [sum(dice) for dice in ROLLS.tolist() for _ in range(1 if dice[0] == dice[1] else 2)]
    shares = [round(100 * sum(d < t <= d + 6 for t in sums) / 36) for d in range(12)]
    assert shares == [42, 58, 69, 75, 75, 69, 58, 42, 28, 17, 8, 3]
    reach = [d for d in range(12) if shares[d]]
    p = lay(forms(GAME)[0], passes={"red": "B"}, large={"R": "G.C1"}).p
    for name in (
        "R.T",
        "R.M3",
        "R.M2",
        "R.M1",
        "G.C9",
        "G.C8",
        "G.C7",
        "G.C6",
        "G.C5",
        "G.C4",
        "G.C3",
        "G.C2",
    ):
        p.large[0] = L.SPACE_NAMES.index(name)
        assert askable(p) == [0]
    assert len(reach) == 12
    p.large[0] = L.SPACE_NAMES.index("G.C1")
    assert askable(p) == []


def finished(seed: int, players: int) -> Position:
    """A random game to its end."""
    pick, p, out = random.Random(seed), GAME.new(players), scratch()
    plain = GAME.plain
    while plain.actor(p) != OVER:
        if plain.actor(p) == CHANCE:
            plain.apply(p, int(plain.draw(p, pick.randrange(int(plain.tickets(p))))))
        else:
            plain.apply(p, int(plain.choice(p, pick.randrange(int(plain.choices(p, out))), out)))
    return p


def test_chips_and_cards_after_whole_games() -> None:
    """DBT-T-107 (DBT-SET-10, DBT-PLAY-4): unless a lead auction ended the game."""
    seen = 0
    for seed in range(8):
        p = finished(seed, 4)
        if p.sale == R.LEAD_SALE and p.phase == R.FINISHED:
            continue
        seen += 1
        assert p.chips.sum(axis=0).tolist() == [20, 20, 8]
        cards = [k for k in [*p.hand.ravel().tolist(), *p.queue.tolist()] if k != R.NO_CARD]
        cards += [k for k, n in enumerate(p.unseen.tolist()) for _ in range(n)]
        if p.card != R.NO_CARD and len(cards) == 29:
            cards.append(p.card)  # played to win, and never put under
        assert np.bincount(cards, minlength=L.KINDS).tolist() == L.DECK.tolist()
    assert seen >= 5


def test_what_blue_sees() -> None:
    """DBT-T-119 (DBT-INF-1 to DBT-INF-8): own hand and chips, and everything that happened in the open."""
    play = lay(forms(GAME)[0], passes={"red": "B"}, hands={"R": "AHEAD-6 TRADE"}).go("roll 2", "play AHEAD-6")
    p, view = play.p, play.p.copy()
    GAME.plain.hide(view, 1)
    for seat in (0, 2, 3):
        assert set(view.hand[seat].tolist()) <= {R.UNKNOWN, R.NO_CARD}  # DBT-INF-2
        assert set(view.chips[seat].tolist()) == {R.UNKNOWN}  # DBT-INF-3
    assert view.hand[1].tolist() == p.hand[1].tolist() and view.chips[1].tolist() == p.chips[1].tolist()
    assert [k for k in view.hand[0].tolist() if k != R.NO_CARD] == [R.UNKNOWN] * 2  # its number is public
    for name in ("large", "small", "owner", "queue", "dice", "turn", "phase", "top", "card"):  # INF-1, 5, 8
        assert np.array_equal(getattr(view, name), getattr(p, name)), name
    own = np.bincount(p.hand[1], minlength=L.KINDS)
    played = np.bincount([k for k in p.queue.tolist() if k != R.NO_CARD], minlength=L.KINDS)
    assert view.unseen.tolist() == (L.DECK - own - played).tolist()  # no order, nobody else's cards


def test_the_card_on_offer_is_the_sellers_secret() -> None:
    """DBT-T-121 (DBT-INF-6, DBT-SC-1)."""
    play = lay(forms(GAME)[0], hands={"R": "TAKE_LEAD"}).go("roll 7", "sell-card TAKE_LEAD", "bid Y 1r")
    for seat in range(4):
        view = play.p.copy()
        GAME.plain.hide(view, seat)
        assert view.card == (L.TAKE_LEAD if seat == 0 else R.UNKNOWN)
        fist = R.FIRST_BID + chips.set_of(1, 0, 0)
        assert view.bids[2] == (fist if seat == 2 else R.SEALED)  # DBT-INF-4: that he bid, not what
    play.go("bid B 1r", "bid G 1b")
    view = play.p.copy()
    GAME.plain.hide(view, 1)
    assert view.card == L.TAKE_LEAD and (view.bids == play.p.bids).all()  # DBT-BID-7


def test_letters_are_the_colours() -> None:
    """DBT-Q-01: the colours and their order are data."""
    assert [c[0].upper() for c in L.COLOURS] == list(LETTERS)
