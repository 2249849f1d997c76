"""The exact odds of Doubles Wild against the figures of its specification (DW-34), and against other ways
of reckoning them: the dice thrown one by one, and battles fought by the rules themselves."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.games.doubleswild import battle_odds as b
from parlour.games.doubleswild import odds
from parlour.games.doubleswild.battle_odds import ATTACKER, DEFENDER, TIES, battle, course, place, solve
from parlour.rules.kit import roll_code
from parlour.rules.position import Position
from parlour.text import BadChoice
from tests.terminal.shell import run

EXTRA = 4
GAME = parlour.load("doubleswild")


def close(value: float) -> object:
    """Within 1e-9, as scenario DW-34 asks."""
    return pytest.approx(value, rel=0, abs=1e-9)


def dice(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


# ---------------------------------------------------------------- DW-34: the battle (DBW-BATTLE-1 to -6)


def test_dw_34_both_play_their_best() -> None:
    assert battle().start == close(0.487673401051)
    assert 1 - battle().start == close(0.512326598949)


@pytest.mark.parametrize(
    ("tie", "won"),
    [
        ("reroll_all", 0.487386807735),
        ("coin", 0.487386807735),
        ("defender", 0.418457937013),
        ("attacker", 0.538230574963),
    ],
)
def test_dw_34_house_rules_for_ties(tie: str, won: float) -> None:
    """DBW-Q-19"""
    assert battle(tie).start == close(won)


def best_in_extra_rounds(player: b.Player) -> b.Player:
    return lambda number, own, other: None if number == EXTRA else player(number, own, other)


@pytest.mark.parametrize(
    ("attacker", "defender", "won"),
    [
        (best_in_extra_rounds(b.greedy), None, 0.481177030363),
        (None, best_in_extra_rounds(b.greedy), 0.506212435419),
        (b.greedy, b.content, 0.494011340163),
        (b.idle, None, 0.163515778619),
        (None, b.idle, 0.836055053292),
    ],
)
def test_dw_34_weaker_players(attacker: b.Player | None, defender: b.Player | None, won: float) -> None:
    assert solve(attacker=attacker, defender=defender).start == close(won)


def test_dw_34_the_course_of_a_battle() -> None:
    """The specification prints these with six digits."""
    ahead, ties = course(battle(), 3)
    assert ahead == pytest.approx(0.423448, abs=5e-7)
    assert ties == pytest.approx([0.131230, 0.019798, 0.003091], abs=5e-7)
    assert sum(course(battle(), 60)[1]) == pytest.approx(0.154706, abs=5e-7)


CHECKS = [  # round, to act, attacker, defender, the best to keep, attacker's chance
    (3, ATTACKER, "1 1 1", "6 6 6", "", 0.002314814815),
    (3, ATTACKER, "6 6 6", "1 1 1", "6 6 6", 0.997685185185),
    (3, ATTACKER, "4 4 4", "4 4 4", "4 4 4", 0.489926200800),
    (2, ATTACKER, "4 4 4", "4 4 4", "", 0.487226745354),
    (3, ATTACKER, "2 5 6", "1 4 5", "5 6", 0.780318116830),
    (3, ATTACKER, "4 5 6", "3 5 5", "4 5 6", 0.778211805556),
    (3, ATTACKER, "3 3 6", "5 5 5", "6", 0.242128070832),
    (2, ATTACKER, "1 3 6", "2 4 6", "6", 0.485731879693),
    (3, DEFENDER, "3 4 4", "1 4 5", "4 5", 0.222240649222),
    (3, DEFENDER, "6 6 6", "5 6 6", "6 6", 0.916666666667),
    (3, DEFENDER, "5 5 6", "5 5 6", "5 5 6", 0.5),
    (EXTRA, ATTACKER, "6 6 6", "6 6 6", "6 6", 0.5),
    (EXTRA, ATTACKER, "1 1 1", "1 1 1", "", 0.499473911880),
    (EXTRA, ATTACKER, "3 4 4", "1 4 6", "4 4", 0.200763196940),
    (EXTRA, ATTACKER, "2 4 6", "4 4 4", "4 6", 0.771465245487),
    (EXTRA, DEFENDER, "5 6 6", "4 4 4", "", 0.988425925926),
    (EXTRA, DEFENDER, "1 1 2", "4 4 4", "4 4", 0.0),
]


@pytest.mark.parametrize(
    ("number", "side", "attacker", "defender", "keep", "won"),
    CHECKS,
    ids=[f"DW-34-{i}" for i in range(1, len(CHECKS) + 1)],
)
def test_dw_34_check_values(
    number: int, side: int, attacker: str, defender: str, keep: str, won: float
) -> None:
    a, d = place(dice(attacker)), place(dice(defender))
    solved = battle()
    assert solved.chance[side, number, a, d] == close(won)
    own = b.TRIPLES[(a, d)[side]]
    ways = solved.ways(side, number, a, d)
    best = ways[0][1]
    assert best == close(won)
    equally_good = {
        tuple(value for i, value in enumerate(own) if not mask >> i & 1)
        for mask, value in ways
        if abs(value - best) < 1e-12
    }
    assert dice(keep) in equally_good
    assert int(solved.throws[side, number, a, d]) == ways[0][0]


def test_dw_34_fractions_of_the_specification() -> None:
    chance = battle().chance
    assert chance[ATTACKER, 3, place((1, 1, 1)), place((6, 6, 6))] == close(1 / 432)
    assert chance[ATTACKER, 3, place((6, 6, 6)), place((1, 1, 1))] == close(431 / 432)
    assert chance[DEFENDER, 3, place((6, 6, 6)), place((5, 6, 6))] == close(11 / 12)


def test_dw_34_tied_positions_range_as_specified() -> None:
    tied = np.where(b.TIED, battle().chance[ATTACKER, EXTRA], np.nan)
    low, high = place((4, 4, 5)), place((1, 6, 6))
    assert np.nanmin(tied) == tied[low, high] == pytest.approx(0.112018, abs=5e-7)
    assert np.nanmax(tied) == tied[high, low] == pytest.approx(0.879668, abs=5e-7)
    for i, own in enumerate(b.TRIPLES):
        even = abs(tied[i, i] - 0.5) < 1e-12
        assert even or sum(value >= 5 for value in own) < 2, own


# ---------------------------------------------------------------- the battle, reckoned otherwise


def totals_after(kept: tuple[int, ...]) -> dict[int, Fraction]:
    """Total -> chance when the rest of three dice is thrown; die by die, nothing of battle_odds.py."""
    found: dict[int, Fraction] = {}
    for thrown in product(range(1, 7), repeat=3 - len(kept)):
        total = sum(kept) + sum(thrown)
        found[total] = found.get(total, Fraction(0)) + Fraction(1, 6 ** len(thrown))
    return found


def keeps(own: tuple[int, ...]) -> set[tuple[int, ...]]:
    return {
        tuple(value for value, kept in zip(own, choice, strict=True) if kept)
        for choice in product((True, False), repeat=3)
    }


@cache
def last_defence(total: int, own: tuple[int, ...]) -> Fraction:
    """The attacker's chance in round 3 when a coin decides ties, for a defender who enumerates it all."""
    return min(
        sum(
            p * (1 if t < total else Fraction(1, 2) if t == total else 0)
            for t, p in totals_after(kept).items()
        )
        for kept in keeps(own)
    )


@pytest.mark.parametrize(
    ("attacker", "defender"), [((2, 5, 6), (1, 4, 5)), ((3, 3, 6), (5, 5, 5)), ((1, 2, 3), (2, 2, 6))]
)
def test_the_last_round_by_enumeration(attacker: tuple[int, ...], defender: tuple[int, ...]) -> None:
    """In fractions, by totals instead of triples, with the tie that needs no extra round."""
    exact = max(
        sum(p * last_defence(t, defender) for t, p in totals_after(kept).items()) for kept in keeps(attacker)
    )
    found = battle("coin").chance[ATTACKER, 3, place(attacker), place(defender)]
    assert found == pytest.approx(float(exact), rel=0, abs=1e-14)


@pytest.mark.parametrize("tie", TIES)
def test_nobody_gains_by_another_throw(tie: str) -> None:
    """The values solve their own equations: no throw, even of single states, is better than the one named."""
    solved = battle(tie)
    for side, number in product((ATTACKER, DEFENDER), (2, 3, EXTRA)):
        if number == EXTRA and tie not in ("extra_round", "reroll_all"):
            continue
        for a, d in product(range(0, 56, 5), range(0, 56, 3)):
            ways = dict(solved.ways(side, number, a, d))
            best = max(ways.values()) if side == ATTACKER else min(ways.values())
            assert abs(best - solved.chance[side, number, a, d]) < 1e-14
            assert abs(ways[int(solved.throws[side, number, a, d])] - best) < 1e-12


def test_a_limit_on_extra_rounds() -> None:
    """DBW-Q-20: then a coin decides. Where all dice are thrown anew it might as well do so at once."""
    assert battle("extra_round", 40).start == pytest.approx(battle().start, abs=1e-14)
    assert battle("extra_round", 1).start != pytest.approx(battle().start, abs=1e-6)
    for most in (1, 2, 7):
        assert battle("reroll_all", most).start == close(0.487386807735)


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_a_board_file_with_another_number_of_rounds(rounds: int, tmp_path: Path) -> None:
    """The rounds are data. Of a single one the odds can be counted: ties, and half of the rest."""
    board = tmp_path / "board.toml"
    printed = (GAME.folder / "board.toml").read_text("utf-8")
    board.write_text(re.sub(r"(?m)^rounds = 3", f"rounds = {rounds}", printed), "utf-8")
    other = parlour.load("doubleswild", board)
    sheet = other.odds.TOPICS["battle"].answer(other.new(2, {"battle_tie": "coin"}))
    won = float(str(sheet.rows[TIES.index("coin")][1]))
    if rounds == 1:
        assert won == pytest.approx(0.5, abs=1e-14)
        tie = 4332 / 46656  # two throws of three dice with the same total
        assert float(str(sheet.rows[TIES.index("attacker")][1])) == pytest.approx((1 + tie) / 2, abs=1e-14)
    else:
        assert 0.45 < won < 0.5  # the defender knows more
    told = {"attacker": "123", "defender": "321", "round": str(rounds + 1)}
    with pytest.raises(BadChoice, match=f"no choice for round “{rounds + 1}”"):
        other.odds.TOPICS["battle"].answer(other.new(2), told)


def battle_position(options: dict[str, str] | None = None) -> Position:
    """Seat 0 has just attacked a lone marker of seat 1."""
    p = GAME.new(2, options)
    GAME.plain.apply(p, place((6, 6, 6)))
    GAME.plain.apply(p, place((1, 1, 1)))  # seat 0 begins
    lay(p, 40, 1)
    GAME.plain.apply(p, 21 * roll_code(4, 3) + roll_code(4, 3))
    GAME.plain.apply(p, GAME.rules.KEEP)
    assert p.phase == GAME.rules.BATTLE
    return p


def lay(p: Position, square: int, seat: int) -> None:
    p.owner[square] = seat
    GAME.plain.derive(p)
    p.supply[seat] -= 1


def fight(p: Position, dice: random.Random, solved: b.Battle) -> bool:
    """One battle by the rules, both sides throwing as the solution says; did the attacker win?"""
    rules = GAME.rules
    while p.phase == rules.BATTLE:
        if p.due:
            GAME.plain.apply(p, int(GAME.plain.draw(p, dice.randrange(GAME.plain.tickets(p)))))
        else:
            mask = solved.throws[p.defends, p.round, p.triples[0], p.triples[1]]
            assert GAME.plain.refusal(p, p.who, rules.RETHROW + int(mask)) == 0
            GAME.plain.apply(p, rules.RETHROW + int(mask))
    return int(p.owner[40]) == 0


@pytest.mark.parametrize(
    "options", [{}, {"battle_tie": "reroll_all"}, {"battle_tie": "coin"}, {"battle_max_extra": "1"}], ids=str
)
def test_battles_fought_by_the_rules(options: dict[str, str]) -> None:
    """The rules throw, the solution chooses: 1,500 battles come out as reckoned, within four deviations."""
    start, dice, games = battle_position(options), random.Random(1), 1_500
    solved = battle(options.get("battle_tie", "extra_round"), int(options.get("battle_max_extra", 0)))
    won = sum(fight(start.copy(), dice, solved) for _ in range(games))
    spread = (solved.start * (1 - solved.start) / games) ** 0.5
    assert abs(won / games - solved.start) < 4 * spread


# ---------------------------------------------------------------- squares and doubles (DBW-ROLL, DBW-WILD)

LINES = range(3, 12)


def fit(pair: tuple[int, int], line: int) -> bool:
    return pair[0] == pair[1] or sum(pair) == line


def thrown_out(row: int, column: int, again: Callable[[tuple[int, int], int], bool]) -> Fraction:
    """All throws of four dice, and of those thrown again: how often do they fit the square in the end?"""
    pairs = list(product(range(1, 7), repeat=2))
    found = Fraction(1)
    for line in (row, column):  # the re-roll of one colour depends on that colour alone
        good = Fraction(0)
        for pair in pairs:
            if again(pair, line):
                good += Fraction(sum(fit(second, line) for second in pairs), 36)
            else:
                good += fit(pair, line)
        found *= good / 36
    return found


@pytest.mark.parametrize(
    ("row", "column", "first", "aimed"),
    [
        (3, 11, "4/81", "1024/6561"),
        (4, 6, "5/81", "1240/6561"),
        (10, 7, "2/27", "160/729"),
        (5, 9, "25/324", "24025/104976"),
        (8, 7, "5/54", "775/2916"),
        (7, 7, "1/9", "25/81"),
    ],
)
def test_squares(row: int, column: int, first: str, aimed: str) -> None:
    assert odds.fits(row) * odds.fits(column) == Fraction(first)
    assert odds.aimed(row) * odds.aimed(column) == Fraction(aimed)
    assert Fraction(first) == thrown_out(row, column, lambda pair, line: False)
    assert Fraction(aimed) == thrown_out(row, column, lambda pair, line: not fit(pair, line))


def test_all_squares_together() -> None:
    first = rows("squares")
    assert sum(map(sum, first)) == pytest.approx(49 / 9)
    for grid, chance in ((first, odds.fits), (rows("aim"), odds.aimed)):
        for row, column in product(LINES, LINES):
            assert grid[row - 3][column - 3] == pytest.approx(float(chance(row) * chance(column)))


@pytest.mark.parametrize("keep", ["", "7", "6,7,8", "3,4,5,6,7,8,9,10,11"])
def test_a_fixed_reroll(keep: str) -> None:
    totals = [int(word) for word in keep.split(",") if word]
    grid = rows("fixed", {"keep": keep} if keep else {})
    for row, column in ((3, 3), (4, 9), (7, 6), (7, 7)):
        exact = thrown_out(row, column, lambda pair, _: pair[0] != pair[1] and sum(pair) not in totals)
        assert grid[row - 3][column - 3] == pytest.approx(float(exact), abs=1e-15)


def rows(topic: str, told: dict[str, str] | None = None) -> list[list[float]]:
    """A sheet of squares without the column that names its rows."""
    sheet = odds.TOPICS[topic].answer(GAME.new(2), told)
    assert [row[0] for row in sheet.rows] == list(LINES)
    return [[float(cell) for cell in row[1:] if isinstance(cell, float)] for row in sheet.rows]


def test_doubles() -> None:
    sheet = odds.TOPICS["wilds"].answer(GAME.new(2))
    exactly = [Fraction(str(row[2])) for row in sheet.rows]
    assert exactly[:3] == [Fraction(25, 36), Fraction(10, 36), Fraction(1, 36)]
    assert exactly[3:] == [Fraction(671, 1296), Fraction(121, 1296), Fraction(11, 36)]
    assert all(row[1] == pytest.approx(float(exact)) for row, exact in zip(sheet.rows, exactly, strict=True))


# ---------------------------------------------------------------- asking


def test_the_sheet_of_a_battle_holds_the_printed_figures() -> None:
    found = {str(row[0]): row[1] for row in odds.TOPICS["battle"].answer(GAME.new(2)).rows}
    assert list(found.values()) == [
        close(value)
        for value in (
            *(0.487673401051, 0.487386807735, 0.418457937013, 0.538230574963, 0.487386807735),
            *(0.481177030363, 0.506212435419, 0.494011340163, 0.163515778619, 0.836055053292),
        )
    ]


def test_the_sheet_of_one_state_lists_every_throw_and_the_best_first() -> None:
    told = {"attacker": "6,2,5", "defender": "145", "round": "3", "to-act": "attacker"}
    sheet = odds.TOPICS["battle"].answer(GAME.new(2), told)
    assert len(sheet.rows) == 8
    assert sheet.rows[0][:2] == ["5-6", "2"]
    assert sheet.rows[0][2] == close(0.780318116830)
    assert all(row[2] + row[3] == pytest.approx(1) for row in sheet.rows)  # type: ignore[operator]
    chances = [row[2] for row in sheet.rows]
    assert chances == sorted(chances, reverse=True)  # type: ignore[type-var]


def test_equal_dice_are_listed_once_and_extra_rounds_need_a_throw() -> None:
    told = {"attacker": "4-4-4", "defender": "4-4-4", "round": "extra"}
    sheet = odds.TOPICS["battle"].answer(GAME.new(2), told)
    assert sorted(str(row[1]) for row in sheet.rows) == ["4", "4-4", "4-4-4"]
    all_anew = GAME.new(2, {"battle_tie": "reroll_all"})
    assert [row[1] for row in odds.TOPICS["battle"].answer(all_anew, told).rows] == ["4-4-4"]


@pytest.mark.parametrize(
    ("told", "faults"),
    [
        ({"round": "3"}, ["Tell the attacker's dice too", "Tell the defender's dice too"]),
        ({"attacker": "1-2-3", "defender": "1-2-3"}, ["Tell the round too"]),
        ({"attacker": "1-2-7", "defender": "12", "round": "4"}, ["“1-2-7”", "“12”", "“4”"]),
        ({"attacker": "1-2-3", "round": "1"}, ["The attacker has thrown no dice yet"]),
        ({"attacker": "123", "defender": "456", "round": "1", "to_act": "defender"}, ["The defender has"]),
        ({"attacker": "123", "defender": "456", "round": "extra"}, ["equal totals, not with 6 against 15"]),
        ({"atacker": "1-2-3"}, ["Did you mean attacker?", "Tell the round"]),
        ({"attacker": "123", "defender": "123", "round": "2", "to_act": "me"}, ["to_act “me”"]),
    ],
)
def test_a_state_that_cannot_be_is_refused_with_every_reason(told: dict[str, str], faults: list[str]) -> None:
    with pytest.raises(BadChoice) as refused:
        odds.TOPICS["battle"].answer(GAME.new(2), told)
    for fault in faults:
        assert fault in str(refused.value)


def test_house_rules_without_extra_rounds_have_none() -> None:
    told = {"attacker": "1-2-3", "defender": "1-2-3", "round": "extra"}
    with pytest.raises(BadChoice, match="battle_tie=coin"):
        odds.TOPICS["battle"].answer(GAME.new(2, {"battle_tie": "coin"}), told)


# ---------------------------------------------------------------- in a position


def said(p: Position) -> str:
    return "\n".join(map(str, odds.now(p)))


def test_a_battle_under_way() -> None:
    p = battle_position()
    assert "48.8 %" in said(p) and "51.2 %" in said(p)
    for dice in ((2, 5, 6), (1, 4, 5)):
        GAME.plain.apply(p, place(dice))
    p.round = 3
    assert "2-5-6" in said(p) and "1-4-5" in said(p)
    assert "wins with 78.0 %, " in said(p)
    assert str(odds.now(p)[5]).startswith("  78.0 %: ")  # the best way
    before = said(p)
    GAME.plain.apply(p, GAME.rules.RETHROW + 1)  # which is to throw the 2
    assert "wins with 78.0 %, " in said(p) and said(p) != before
    sheet = odds.TOPICS["battle"].answer(p)
    assert len(sheet.rows) == 10, "dice are in the air: the sheet of all battles"


def test_a_coin_in_the_air() -> None:
    p = battle_position({"battle_tie": "coin"})
    for dice in ((2, 5, 6), (2, 5, 6)):
        GAME.plain.apply(p, place(dice))
    p.round = 3
    for _ in range(2):
        GAME.plain.apply(p, GAME.rules.RETHROW)
    assert p.due == GAME.rules.TOSS
    assert "wins with 50.0 %, " in said(p)


def at_reroll(red: tuple[int, int], blue: tuple[int, int], options: dict[str, str] | None = None) -> Position:
    p = GAME.new(2, options)
    GAME.plain.apply(p, place((6, 6, 6)))
    GAME.plain.apply(p, place((1, 1, 1)))
    GAME.plain.apply(p, 21 * roll_code(*red) + roll_code(*blue))
    return p


def test_a_reroll_with_nothing_to_gain() -> None:
    assert "No square makes a row for Green" in said(at_reroll((2, 1), (2, 1)))


def test_a_reroll_for_one_square() -> None:
    """Green has 7,5 and 7,6, Yellow 7,4: winning that makes a row, as does claiming 7,7."""
    p = at_reroll((4, 3), (2, 1))
    for column, seat in ((5, 0), (6, 0), (4, 1)):
        lay(p, 9 * (7 - 3) + column - 3, seat)
    fought = battle().start
    lines = said(p).splitlines()[1:5]
    assert [line.split(":")[1].split()[0] for line in lines] == ["keep", "throw", "throw", "throw"]
    keep, red, blue, both = lines
    assert "a row with 0.0 %" in keep
    assert "a row with 0.0 %" in red  # column 3 has nothing to win
    double, seven, four = 1 / 6, 6 / 36, 2 / 36
    expected = double + seven + four * fought  # a double picks 7,7
    assert f"a row with {100 * expected:.1f} %, {expected:.2f} points" in blue
    anywhere = (double + seven) * expected  # red must be a double or 7
    assert f"a row with {100 * anywhere:.1f} %" in both
    wanted = said(p).splitlines()[6:]
    assert wanted == [
        f"  red 7, blue 7 for 1 point: {100 * (double + seven):.1f} %, reroll blue",
        f"  red 7, blue 4 for 1 point: {100 * (double + four) * fought:.1f} %, reroll blue",
    ]


def test_one_pair_after_the_other() -> None:
    """With reroll_mode=per_pair the second pair is thrown only if it has to be: better than both at once."""
    p = at_reroll((2, 1), (2, 1), {"reroll_mode": "per_pair"})
    for column in (5, 6):
        lay(p, 9 * (7 - 3) + column - 3, 0)
    lines = said(p).splitlines()[1:5]
    shown = [float(line.split(" %")[0].split()[-1]) for line in lines]
    assert shown[0] == 0 < shown[1] and shown[1] == shown[2] == shown[3]


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (3, {"reroll_mode": "per_pair"}),
        (4, {"teams": "yes"}),
        (4, {"teams": "yes", "team_battle": "yes", "battle_tie": "attacker"}),
        (2, {"battle_optional": "yes", "wild_allow_noop": "no", "battle_max_extra": "2"}),
    ],
    ids=str,
)
def test_what_a_reroll_brings_by_playing_every_throw(players: int, options: dict[str, str]) -> None:
    """In positions of random games, the rules play out every throw that may follow."""
    dice, looked_at = random.Random(3), 0
    p = GAME.new(players, options)
    while looked_at < 2:
        if p.phase == GAME.rules.FINISHED or p.tiebreak:
            p = GAME.new(players, options)
        lines = odds.now(p) if p.phase == GAME.rules.REROLL and dice.random() < 0.2 else []
        if len(lines) > 1:  # there is a row to be made
            looked_at += 1
            out = np.zeros(GAME.rules.MAX_ACTIONS, np.int64)
            for line, action in zip(lines[1:], out[: GAME.plain.legal(p, out)], strict=False):
                assert f" {value_of(p, int(action)):.2f} points" in str(line)
        random_step(p, dice)


def random_step(p: Position, dice: random.Random) -> None:
    out = np.zeros(GAME.rules.MAX_ACTIONS, np.int64)
    if p.due:
        GAME.plain.apply(p, int(GAME.plain.draw(p, dice.randrange(GAME.plain.tickets(p)))))
    else:
        GAME.plain.apply(p, int(out[dice.randrange(GAME.plain.legal(p, out))]))


def value_of(p: Position, action: int) -> float:
    """The points that the seat on turn makes on average after this action, choosing for points alone."""
    rules, seat, after = GAME.rules, p.turn, p.copy()
    side = GAME.plain.side(p, seat)
    GAME.plain.apply(after, action)
    out, odds_of = np.zeros((2, rules.MAX_ACTIONS), np.int64)
    if after.phase == rules.BATTLE:
        rows = GAME.plain.rows_at(after, after.square, seat)
        return float(rows * battle(TIES[p.battle_tie], p.battle_max_extra).start)
    if after.turn == seat and after.phase == rules.AGAIN:
        count = GAME.plain.legal(after, out)
        GAME.plain.weights(after, odds_of)
        values = [value_of(after, int(outcome)) for outcome in out[:count]]
        return float(np.dot(values, odds_of[:count]) / odds_of[:count].sum())
    if after.turn == seat and after.phase in (rules.REROLL, rules.CHOOSE, rules.MEET):
        return max(value_of(after, int(a)) for a in out[: GAME.plain.legal(after, out)])
    return float(after.score[side] - p.score[side])


@pytest.mark.parametrize(("options", "told"), [({}, "48.8 %"), ({"battle_tie": "attacker"}, "53.8 %")])
def test_an_attack_that_may_be_chosen(options: dict[str, str], told: str) -> None:
    p = at_reroll((4, 3), (2, 2), options)
    GAME.plain.apply(p, GAME.rules.KEEP)
    assert odds.now(p) == [], "row 7 is empty"
    lay(p, 40, 1)
    assert f"An attack is won with {told}" in said(p)


# ---------------------------------------------------------------- at the keyboard

IN_BATTLE = json.dumps(
    {
        "game": "doubleswild",
        "markers": {"0": ["7,7"], "1": []},
        "supply": {"0": 23, "1": 23},
        "turn": 1,
        "dice": {"red": [4, 3], "blue": [4, 3]},
        "battle": {
            "square": "7,7",
            "round": 3,
            "attacker": [2, 5, 6],
            "defender": [1, 4, 5],
            "next": "attacker",
        },
    }
)


def test_odds_on_request_in_the_middle_of_a_battle() -> None:
    """Both sides' dice, the winning chances, and the best dice to keep."""
    done = run("play", "doubleswild", "--names", "Ann,Ben", "--position", IN_BATTLE, typed="odds\n")
    told = done.out.partition(" odds\n")[2]
    assert done.code == 0 and told, done.text
    assert "Yellow attacks: 2-5-6" in told and "Green defends: 1-4-5" in told
    assert "Yellow wins with 78.0 %, Green with 22.0 %." in told
    best = told.splitlines()[5]
    assert best.startswith("  78.0 %: ") and "throw the 2 again, keep 5-6" in best


def test_odds_of_a_position_from_the_command_line() -> None:
    sentences = json.loads(run("odds", "doubleswild", "--position", IN_BATTLE, "--json").out)
    assert "\n".join(sentences) + "\n" == run("odds", "doubleswild", "--position", IN_BATTLE).out
    assert any("78.0 %" in sentence for sentence in sentences)
    sheet = json.loads(run("odds", "doubleswild", "battle", "--position", IN_BATTLE, "--json").out)
    assert sheet["rows"][0][:2] == ["5-6", "2"]
    start = json.dumps({"game": "doubleswild", "markers": {"0": [], "1": []}, "turn": 0})
    assert run("odds", "doubleswild", "--position", start).out == "There are no odds to tell just now.\n"
