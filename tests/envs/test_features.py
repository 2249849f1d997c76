"""What a learner sees: every number has a name, and changes when and only when that thing changes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import parlour
from parlour.rules.kit import CHANCE, OVER, roll_code
from parlour.rules.position import Position

GAMES = {name: parlour.load(name) for name in parlour.names()}
Change = Callable[[parlour.Game, Position], None]


def seen(game: parlour.Game, p: Position, seat: int) -> npt.NDArray[np.float64]:
    out = np.full(game.rules.FEATURES, np.nan)
    game.plain.observe(p, seat, out)
    return out


def changed(game: parlour.Game, p: Position, change: Change, seat: int) -> set[str]:
    """The names of the features that differ after a change."""
    q = p.copy()
    change(game, q)
    differ = seen(game, p, seat) != seen(game, q, seat)
    return {game.rules.FEATURE_NAMES[i] for i in np.flatnonzero(differ)}


def steps(game: parlour.Game, players: int, seed: int, options: Any = None) -> Iterator[Position]:
    """The positions of a random game."""
    rng, plain = random.Random(seed), game.plain
    p = game.new(players, options)
    out = np.zeros(plain.MAX_ACTIONS, np.int64)
    while plain.actor(p) != OVER:
        yield p
        plain.apply(p, int(out[rng.randrange(plain.legal(p, out))]))
    yield p


@pytest.mark.parametrize("name", GAMES)
def test_features_lie_between_minus_one_and_one(name: str) -> None:
    game = GAMES[name]
    assert len(set(game.rules.FEATURE_NAMES)) == game.rules.FEATURES
    ever = np.zeros(game.rules.FEATURES, bool)
    tables = [(players, {}) for players in game.rules.SEATS]
    if name == "doubletrack":  # accounts of others' chips that are wrong
        tables += [(4, {"toll_public": "no"})] * 3
    for seed, (players, options) in enumerate(tables):
        for number, p in enumerate(steps(game, players, seed, options)):
            if number % 9 == 0:
                for seat in game.seats(p):
                    row = seen(game, p, seat)
                    assert (np.abs(row) <= 1).all()
                    ever |= row != 0
    always = [n for n in game.rules.FEATURE_NAMES if n.endswith((".turn", ".seated", ".playing"))]
    assert always and all(ever[game.rules.FEATURE_NAMES.index(n)] for n in always)


@pytest.mark.parametrize("name", GAMES)
def test_the_phase_is_one_of_them(name: str) -> None:
    game = GAMES[name]
    phases = [i for i, n in enumerate(game.rules.FEATURE_NAMES) if n.startswith("phase_")]
    if not phases:
        assert name == "tritrac"  # where somebody is always to act
        return
    for number, p in enumerate(steps(game, game.rules.SEATS[0], seed=3)):
        if number % 5 == 0:
            row = seen(game, p, game.seats(p)[0])[phases]
            assert sorted(row)[-2:] == [0, 1] and row[p.phase] == 1


# ---------------------------------------------------------------- one thing at a time


def put(**fields: Any) -> Change:
    """A change of fields: `name=value`, or `name=(index, value)` for one entry of an array."""

    def change(game: parlour.Game, p: Position) -> None:
        for name, value in fields.items():
            if isinstance(value, tuple):
                getattr(p, name)[value[0]] = value[1]
            else:
                setattr(p, name, value)

    return change


def tile(action: str) -> Change:
    def change(game: parlour.Game, p: Position) -> None:
        code = next(a for a in legal(game, p) if game.words.notation(p, a) == action)
        game.plain.apply(p, code)

    return change


def marker(square: int, seat: int) -> Change:
    def change(game: parlour.Game, p: Position) -> None:
        p.owner[square] = seat
        game.plain.derive(p)

    return change


def legal(game: parlour.Game, p: Position) -> list[int]:
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    listed: list[int] = out[: game.plain.legal(p, out)].tolist()
    return listed


# Who changes what, as seen from a seat, and the features that change. Starting positions are below.
CHANGES: dict[str, list[tuple[Change, int, set[str]]]] = {
    "parcheesi": [
        (put(pawns=((0, 1), 6)), 0, {"own.pawn_1", "loop_5", "loop_6"}),
        # To the left of chair 3 sit 2, 1 and then 0, whose ENTER is a quarter round from its own.
        (put(pawns=((0, 1), 6)), 3, {"last.pawn_1", "loop_22", "loop_23"}),
        (put(pawns=((0, 0), 0)), 0, {"own.pawn_0", "own.start", "loop_0"}),
        (put(pawns=((2, 3), 0)), 0, {"across.pawn_3", "across.start", "loop_34"}),
        (put(pawns=((1, 2), 64)), 0, {"last.pawn_2", "last.start"}),  # a home path is nobody's loop
        (put(pawns=((1, 2), 71)), 0, {"last.pawn_2", "last.start", "last.home"}),
        (put(turn=3), 0, {"own.turn", "next.turn"}),
        (put(value=(0, 3), times=(0, 1)), 0, {"left_3"}),
        (put(tens=1), 0, {"tens"}),
        (put(twenties=2), 0, {"twenties"}),
        (put(doublets=1), 0, {"doublets"}),
        (put(quad=1), 0, {"quad"}),
        (put(phase=3), 0, {"phase_play", "phase_bonus"}),
    ],
    "pollyanna": [
        (put(pieces=((1, 0), 3)), 1, {"own.piece_0", "own.corner", "broadway_9"}),
        (put(pieces=((1, 0), 3)), 0, {"next.piece_0", "next.corner", "broadway_24"}),
        (put(pieces=((3, 2), 62)), 1, {"across.piece_2", "across.corner", "turnout_3.0"}),
        (put(pieces=((3, 2), 61)), 1, {"across.piece_2", "across.corner", "across.home"}),
        (put(turn=2, mover=2), 0, {"own.turn", "own.moved", "across.turn", "across.moved"}),
        (put(left=(0, 5)), 0, {"left_5"}),
        (put(rewards=1), 0, {"rewards"}),
        (put(waits=0b0100), 0, {"waits_2"}),
        (put(phase=1), 0, {"phase_play", "phase_throw"}),
    ],
    "doubleswild": [
        (marker(0, 1), 1, {"square_3_3.own"}),
        (marker(17, 1), 0, {"square_4_11.next"}),
        (marker(17, 1), 2, {"square_4_11.last"}),
        (put(supply=(2, 5)), 3, {"last.supply"}),
        (put(score=(2, 3)), 2, {"own.points"}),
        (put(red=roll_code(4, 3)), 0, {"red_7"}),
        (put(blue=roll_code(6, 6)), 0, {"blue_double"}),
        (put(square=40), 0, {"square_7_7.met"}),
        (put(triples=(1, 0)), 0, {f"defender_die_{i}" for i in range(3)}),
        (put(round=2), 0, {"round"}),
        (put(tiebreak=1), 0, {"tiebreak"}),
        (put(turn=1), 0, {"own.turn", "next.turn"}),
        (put(who=1), 0, {"next.acts", "dice_next"}),
        (put(phase=4), 0, {"phase_throw", "phase_choose"}),
    ],
    "tritrac": [
        (put(hand=(1, 3)), 0, {"next.hand"}),
        (put(lock=1), 0, {"own.neutral_alone"}),
        (put(lock=1), 1, {"next.neutral_alone"}),
        (put(turn=1), 0, {"own.turn", "next.turn"}),
        (put(quiet=1), 0, {"quiet"}),
        (put(ply=2), 0, {"ply_0", "ply_2"}),
    ],
    "doubletrack": [
        (put(small=(1, 44)), 0, {"next.circle"}),
        (put(chips=((0, 1), 1)), 0, {"own.blue"}),
        (put(chips=((2, 0), 1)), 0, {"across.red"}),  # all chips come and go in the open
        (put(chips=((2, 0), 1)), 3, {"last.red"}),
        (put(owner=(3, 1)), 1, {"across.pass_across", "own.pass_across"}),
        (put(known=((2, 0), 4)), 1, {"next.card_4", "unplaced_card_4"}),
        (put(turn=2), 0, {"own.turn", "across.turn"}),
        (put(dice=(0, 6)), 0, {"die_0"}),
        (put(price=25, gate=1), 0, {"price", "gate_next.meant"}),
        (put(offer=10), 0, {"offer"}),
        (put(asked=0b0100), 2, {"gate_own.asked"}),
        (put(granted=0b0001), 2, {"gate_across.granted"}),
        (put(lot=3), 2, {"gate_next.on_sale"}),
        (put(sale=2), 0, {"sale_pass"}),
        (put(asks=2), 0, {"asks"}),
        (put(counters=1), 0, {"counters"}),
        (put(armed=0b0010), 1, {"armed"}),
        (put(armed=0b0010), 0, set()),
        (put(give=2), 0, {"give_yellow"}),
        (put(want=2), 0, {"want_yellow"}),
        (put(give_pass=1), 0, {"give_pass_next"}),
        (put(want_pass=1), 1, {"want_pass_own"}),
        (put(bids=(2, 40)), 0, {"across.bid"}),
    ],
}


# House rules by which everything above can come about.
HOUSE: dict[str, dict[str, Any]] = {
    "pollyanna": {"mode": "individual"},
    "doubletrack": {
        "counter_offers": 2,
        "opening_offer": "yes",
        "free_trading": "yes",
        "purple_activation": "exact_count",
    },
}


def start_of(name: str) -> Position:
    game = GAMES[name]
    p = game.new(options=HOUSE.get(name))
    if name == "parcheesi":
        p.phase, p.turn = game.rules.PLAY, 0
        p.pawns[0] = [-1, 5, -1, -1]
    elif name == "pollyanna":
        p.phase, p.turn, p.mover = game.rules.PLAY, 0, 0
    elif name == "doubleswild":
        p.phase, p.turn, p.who = game.rules.THROW, 0, CHANCE
    elif name == "doubletrack":
        p.phase, p.seat, p.turn = game.module("record").ASK_OR_ROLL, 3, 0
    return p


@pytest.mark.parametrize(
    ("name", "number"), [(name, i) for name, rows in CHANGES.items() for i in range(len(rows))]
)
def test_what_changes_is_what_has_changed(name: str, number: int) -> None:
    change, seat, names = CHANGES[name][number]
    assert changed(GAMES[name], start_of(name), change, seat) == names


def test_every_game_has_such_tests() -> None:
    assert set(CHANGES) == set(GAMES)


def test_a_tile_shows_where_it_lies() -> None:
    game = GAMES["tritrac"]
    p = start_of("tritrac")
    place = game.words.notation(p, legal(game, p)[0])
    names = changed(game, p, tile(place), 0)
    (tile_name,) = {n for n in names if ".neutral." in n}
    assert tile_name.split(".")[0] in place.lower() and tile_name.split(".")[2] in place
    assert names - {tile_name} == {"own.turn", "next.turn", "ply_0", "ply_1", "own.neutral_alone"}


def test_how_often_a_position_has_stood() -> None:
    """Both go to and fro with a tile: the position comes back."""
    game = GAMES["tritrac"]
    index, places = game.rules.FEATURE_NAMES.index("stood_before"), game.module("layout").PLACES
    p = game.new(options={"repetition": "never"})
    rng = random.Random(5)
    while p.ply < 6:
        placing = [a for a in legal(game, p) if a // places == game.module("layout").HAND]
        game.plain.apply(p, rng.choice(placing))
    stood = [seen(game, p, 0)[index]]
    there = []
    for seat in (p.turn, 1 - p.turn):  # each moves a tile of its own
        moves = [a for a in legal(game, p) if p.own[seat] >> (a // places) & 1]
        there.append(rng.choice([a for a in moves if a // places != a % places // 3]))
        before = p.copy()
        game.plain.apply(p, there[-1])
        stood.append(seen(game, p, 0)[index])
        source, place = divmod(there[-1], places)
        back = places * (place // 3) + 3 * source + game.module("record").side_at(before, source)
        there[-1] = back
    for action in there:
        game.plain.apply(p, action)
        stood.append(seen(game, p, 0)[index])
    assert stood == [0, 0, 0, 0, pytest.approx(1 / 3)]


# ---------------------------------------------------------------- the same from every seat


def turned(game: parlour.Game, p: Position, by: int) -> Position:
    """Everybody sits `by` chairs further on; only what `observe` reads."""
    q, chairs = p.copy(), game.chairs
    for name in vars(p):
        value = getattr(p, name)
        if isinstance(value, np.ndarray) and value.shape[0] == chairs and name not in ("triples", "plain"):
            getattr(q, name)[:] = np.roll(value, by, axis=0)
    for name in ("turn", "mover", "seat", "who", "gate", "lot", "give_pass", "want_pass"):
        value = getattr(p, name, None)
        if np.ndim(value) == 0 and value is not None and 0 <= value < chairs:
            setattr(q, name, int(value + by) % chairs)
    for name in ("playing", "asked", "granted", "armed", "seated"):
        bits = getattr(p, name, None)
        if bits is not None:
            setattr(q, name, (bits << by | bits >> (chairs - by)) & (1 << chairs) - 1)
    if game.id == "doubleswild":
        for square in range(81):
            if p.owner[square] != game.rules.VACANT:
                q.owner[square] = (p.owner[square] + by) % chairs
    elif game.id == "tritrac":
        q.lock = 0 if p.lock == 0 else 1 + (p.lock - 1 + by) % chairs
    elif game.id == "doubletrack":
        spaces = game.rules.layout.SPACES
        for chair in range(chairs):
            if q.large[chair] != game.rules.layout.ABSENT:
                q.large[chair] = (int(q.large[chair]) + by * spaces // chairs) % spaces
            if q.owner[chair] >= 0:
                q.owner[chair] = (q.owner[chair] + by) % chairs
    return q


@pytest.mark.parametrize("name", GAMES)
def test_a_table_turned_round_looks_the_same(name: str) -> None:
    """So one network can play every seat. Doubletrack's sides differ: there the own colour is told."""
    game = GAMES[name]
    kept = np.array([not n.startswith("colour_") for n in game.rules.FEATURE_NAMES])
    players = game.rules.SEATS[-1]
    options = {"mode": "individual"} if name == "pollyanna" else {}
    for number, p in enumerate(steps(game, players, seed=11, options=options)):
        if number % 25 == 0 and game.plain.actor(p) != OVER:
            for by in range(1, game.chairs):
                q = turned(game, p, by)
                for seat in range(game.chairs):
                    there = seen(game, q, (seat + by) % game.chairs)
                    assert there[kept].tolist() == seen(game, p, seat)[kept].tolist()
