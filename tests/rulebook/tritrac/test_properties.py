"""What scenario rows cannot cover: long random play on every board, checked after every turn.

The second implementation in `slow.py` decides what is legal and what a turn does; the rules must agree
with it everywhere, with and without house rules. A failure prints the game so far.
"""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.rules.game import Game
from parlour.rules.kit import OVER
from parlour.rules.position import Position
from tests.rulebook.harness import Form, forms, need
from tests.rulebook.tritrac import slow
from tests.rulebook.tritrac.support import (
    BOARDS,
    GAMES,
    SEATS,
    Walk,
    board_file,
    every_board,
    new,
    place,
    position,
    tiles_of,
)

HOUSE_RULES: dict[str, list[Any]] = {
    "tiles_per_player": ["5", "6"],
    "track_colours": ["own_or_neutral"],
    "allow_null": ["yes"],
    "move_keeps_orientation": ["yes"],
    "neutral_lock": ["one_turn"],
    "stalemate": ["loss"],
    "p1_colour": ["yellow"],
    "repetition": ["2", "4", "never"],
    "quiet_plies": ["50", "200", "never"],
    "max_plies": [1, 3, 40],
    "adjudicate_sealed": ["yes"],
}
each_form = pytest.mark.parametrize("form", ["plain", "compiled"])
COMPILED = (
    "rhombus4",
    "hex2_unblockable",
)  # each board takes seconds to compile; the rules are the same on all
boards_and_forms = pytest.mark.parametrize(
    ("board", "form"), [*((name, "plain") for name in BOARDS), *((name, "compiled") for name in COMPILED)]
)


def form_of(board: str, name: str) -> Form:
    form = next(f for f in forms(GAMES[board]) if f.name == name)
    need(form)
    return form


# ---------------------------------------------------------------- the two side by side


class Pair:
    """The rules under test and the slow ones, kept in step."""

    def __init__(self, walk: Walk, options: dict[str, Any], file: Path) -> None:
        self.walk = walk
        self.table = slow.start(slow.board(file), options, SEATS[walk.position.first])
        self.told: list[str] = [f"{file.stem} {options}"]
        self.compare()

    def follow(self, action: slow.Action) -> None:
        note = slow.note(self.table, action)
        self.told.append(note)
        self.walk.position = self.walk.form.apply(self.walk.position, self.walk.action(note))
        self.table = slow.apply(self.table, action)
        self.compare()

    def compare(self) -> None:
        """Same tiles, same hands, same lock, same player or result, same actions."""
        walk, table = self.walk, self.table
        p = walk.position
        assert tiles_of(walk.game, p) == sorted(f"{w}{c}/{s}" for w, c, s in table.tiles), self
        assert list(zip(SEATS, map(int, p.hand), strict=True)) == list(table.hands), self
        assert (walk.lock, p.ply) == (table.lock, table.ply - 1), self
        if table.result in SEATS and table.result:
            assert walk.wins == table.result, self
        elif table.result:
            assert (walk.phase, walk.form.actor(p)) == (table.result, OVER), self
        else:
            assert walk.decides == table.mover, self
        mine = sorted(walk.form.legal(p))
        assert mine == sorted(walk.action(slow.note(table, a)) for a in slow.legal(table)), self

    def play(self, rng: random.Random, turns: int, style: str) -> None:
        for _ in range(turns):
            actions = sorted(slow.legal(self.table))
            if not actions:
                return
            if style == "shuffling" and self.table.ply > 6:  # few tiles, turned to and fro: repetitions
                turning = [a for a in actions if a[0] == a[1]]
                actions = turning or actions
            elif style == "filling":  # everything on the board as soon as may be
                actions = [a for a in actions if not a[0]] or actions
            elif style == "hoarding":  # the same, and then the neutral tile whenever one may
                neutral = [c for w, c, _ in self.table.tiles if w == "N"]
                actions = (
                    [a for a in actions if not a[0]] or [a for a in actions if a[0] in neutral] or actions
                )
            self.follow(rng.choice(actions))

    def __str__(self) -> str:
        return f"{' '.join(self.told)}: {self.walk}"


@boards_and_forms
def test_the_rules_agree_with_the_slow_reading(board: str, form: str) -> None:
    """Printed rules, three ways to play: anything, to and fro, or all tiles on the board first."""
    rng = random.Random(f"{board} printed")
    results: Counter[str] = Counter()
    for style in ("anything", "shuffling", "shuffling", "filling"):
        pair = Pair(new(form_of(board, form)), {}, board_file(board))
        pair.play(rng, 60, style)
        results[pair.table.result] += 1
    assert results["REPEATED"], results


@each_form
@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_and_under_every_house_rule(rule: str, form: str) -> None:
    """Each rule by itself, and with others thrown in."""
    rng = random.Random(f"{rule} house")
    for number, choice in enumerate(HOUSE_RULES[rule] * 2):
        options = {rule: choice}
        if number >= len(HOUSE_RULES[rule]):
            others = rng.sample(sorted(set(HOUSE_RULES) - {rule, "max_plies"}), 3)
            options |= {name: rng.choice(HOUSE_RULES[name]) for name in others}
        board = rng.choice(BOARDS if form == "plain" else COMPILED)
        pair = Pair(new(form_of(board, form), **options), options, board_file(board))
        pair.play(rng, 45, rng.choice(["anything", "shuffling", "filling"]))


# ---------------------------------------------------------------- what always holds


def games(board: str, count: int, **options: Any) -> list[list[tuple[Position, int]]]:
    """Random games on the plain rules: every position with the action then taken, the last with -1."""
    game = GAMES[board]
    rng = random.Random(f"{board} {options}")
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    played = []
    for _ in range(count):
        p = game.new(2, options)
        line = []
        while game.plain.actor(p) != OVER:
            n = game.plain.legal(p, out)
            assert n > 0, "a player on turn has a move, or the game is over (TRI-PASS-1, TRI-Q-18)"
            action = int(out[rng.randrange(n)])
            line.append((p.copy(), action))
            game.plain.apply(p, action)
        played.append([*line, (p.copy(), -1)])
    return played


@every_board
def test_tiles_never_get_lost_nor_point_off_the_board(board: str) -> None:
    """TRI-COMP-2, TRI-OFF-1, TRI-OPP-1, TRI-Q-17, TRI-Q-25: fifteen tiles, each on a cell of its own and
    pointing off the board nowhere; nobody's hand grows, and only the mover's tiles change."""
    data = slow.board(board_file(board))
    game = GAMES[board]
    for line in games(board, 3):
        before = None
        for p, _ in line:
            tiles = tiles_of(game, p)
            assert len(tiles) + sum(map(int, p.hand)) == (15 if p.ply else 14)
            assert len({tile[1:].partition("/")[0] for tile in tiles}) == len(tiles)
            for tile in tiles:
                cell, _, plain = tile[1:].partition("/")
                assert not slow.off_board(data, cell, plain)
            if before is not None:
                other = 1 - before.turn
                assert int(p.own[other]) == int(before.own[other]) and p.hand[other] == before.hand[other]
                assert p.hand[before.turn] <= before.hand[before.turn]
                assert len(set(tiles) ^ set(tiles_of(game, before))) in (1, 2)
            before = p


@every_board
def test_the_hash_is_kept_up_to_date(board: str) -> None:
    """Kept step by step, it is what is computed from nothing; so are the tags of the trail."""
    game = GAMES[board]
    for options in ({}, {"neutral_lock": "one_turn", "quiet_plies": "200", "p1_colour": "yellow"}):
        for line in games(board, 1, max_plies=160, **options):
            assert len(line) > 20
            for p, _ in line:
                assert p.hash == game.plain.rehash(p)
                again = p.copy()
                again.hash = 0
                again.tags[:] = 0
                game.plain.derive(again)
                assert again == p


@every_board
def test_different_positions_have_different_hashes(board: str) -> None:
    """Tiles, turn and lock all count; hands and history do not. (TRI-Q-21)"""
    game = GAMES[board]
    seen: dict[int, Any] = {}
    for line in games(board, 4):
        for p, _ in line:
            key = (tuple(tiles_of(game, p)), p.turn, p.lock)
            assert seen.setdefault(int(p.hash), key) == key
    assert len(seen) > 100


@every_board
def test_images_play_alike(board: str) -> None:
    """A symmetry takes every position to one with the same canonical hash, where the images of the
    legal actions are legal and lead to the images of what they led to, and features move with the cells."""
    game = GAMES[board]
    plain = game.plain
    assert game.rules.SYMMETRIES == 2  # all five boards are the same when turned by half (TRI-GEO-6)
    out, theirs = np.zeros((2, plain.MAX_ACTIONS), np.int64)
    differing = 0
    for line in games(board, 1, max_plies=60):
        for p, action in line:
            for symmetry in range(game.rules.SYMMETRIES):
                image = p.copy()
                plain.lay_over(image, symmetry)
                assert plain.canonical(image) == plain.canonical(p) <= image.hash
                assert image.hash == plain.hash_of_image(p, symmetry) == plain.rehash(image)
                seen, there = np.zeros((2, plain.FEATURES))
                plain.observe(p, p.turn, seen)
                plain.observe(image, image.turn, there)
                moved = [int(plain.feature_image(i, symmetry)) for i in range(plain.FEATURES)]
                assert (there[moved] == seen).all()
                mine = sorted(int(plain.image_of(int(a), symmetry)) for a in out[: plain.legal(p, out)])
                assert mine == sorted(theirs[: plain.legal(image, theirs)].tolist())
                if action >= 0:
                    after = p.copy()
                    plain.apply(after, action)
                    plain.apply(image, plain.image_of(action, symmetry))
                    plain.lay_over(after, symmetry)
                    assert after == image
            chosen = p.copy()
            plain.lay_over(chosen, plain.symmetry_of(p))
            assert chosen.hash == plain.canonical(p)
            differing += int(plain.symmetry_of(p) != 0)
    assert differing > 10


@every_board
def test_symmetries_are_the_half_turn_of_the_lattice(board: str) -> None:
    """Found from the data alone, they are what geometry says: x, y and the point of a cell reversed."""
    rules = GAMES[board].rules
    cells = rules.BOARD["cells"]
    (turn,) = {
        (c["x"] + cells[rules.IMAGE[1, 3 * i] // 3]["x"], c["y"] + cells[rules.IMAGE[1, 3 * i] // 3]["y"])
        for i, c in enumerate(cells)
    }
    assert all(isinstance(n, int) for n in turn)
    for i, c in enumerate(cells):
        assert cells[rules.IMAGE[1, 3 * i] // 3]["points"] != c["points"]
    assert (rules.IMAGE[0] == np.arange(rules.PLACES)).all()
    assert (rules.IMAGE[1][rules.IMAGE[1]] == np.arange(rules.PLACES)).all()


@boards_and_forms
def test_looking_ahead_changes_nothing(board: str, form: str) -> None:
    """What an action will lead to can be asked of a position, which stays as it is."""
    used = form_of(board, form)
    phases = Counter(
        (used._ask("phase_after", p, action), used.apply(p, action).phase)
        for line in games(board, 2, quiet_plies="50")
        for p, action in line[-60:]
        if action >= 0
    )
    assert phases and all(asked == came for asked, came in phases)
    for p, action in games(board, 1, repetition="2")[0][:-1]:
        before = p.copy()
        GAMES[board].plain.phase_after(p, action)
        assert p == before


@every_board
def test_every_choice_is_what_the_list_holds(board: str) -> None:
    game = GAMES[board]
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    for options in ({}, {"allow_null": "yes"}, {"move_keeps_orientation": "yes"}):
        for line in games(board, 1, max_plies=30, **options):
            for p, _ in line:
                listed = out[: game.plain.legal(p, out)].tolist()
                n = game.plain.choices(p, out)
                assert [int(game.plain.choice(p, k, out)) for k in range(n)] == listed


def test_the_nth_cell_of_a_row() -> None:
    """Rows of every size, to the last bit that a board can have."""
    plain = GAMES["rhombus4"].plain
    rng = random.Random("rows")
    for size in (1, 8, 9, 32, 33, 62, 63):
        for row in {(1 << size) - 1, 1 << size - 1, *(rng.getrandbits(size) | 1 for _ in range(40))}:
            cells = [i for i in range(size) if row >> i & 1]
            assert plain.count(row) == len(cells) and plain.lowest(row) == cells[0]
            assert [int(plain.nth(row, k)) for k in range(len(cells))] == cells


@every_board
def test_dividing_by_multiplying(board: str) -> None:
    """`choice` divides by a number of ways with a table; it must be exact wherever it is used."""
    rules = GAMES[board].rules
    for ways in range(1, rules.WAYS + 1):
        k = np.arange(rules.MAX_ACTIONS)
        assert (k * rules.RECIPROCAL[ways] >> 20 == k // ways).all()


def test_two_tags_of_the_same_tiles_differ() -> None:
    """What `times_stood` relies on: turn and lock alone always change the tag."""
    rules = GAMES["rhombus4"].rules
    tags = {int(lock) ^ turn & rules.TAG for lock in rules.LOCK_KEY for turn in (0, rules.TURN_KEY)}
    assert len(tags) == 6


def all_cells(game: Game) -> list[str]:
    return [f"{name}/{side}" for name in game.rules.CELL_NAMES for side in game.rules.SIDES]


@every_board
def test_ways_are_exactly_the_places_that_fit(board: str) -> None:
    """TRI-OFF-1, TRI-Q-23: and every turn that can be made fits the trail's sixteen bits."""
    game = GAMES[board]
    rules = game.rules
    data = slow.board(board_file(board))
    fitting = [words for words in all_cells(game) if slow.lies(data, *words.split("/"))]
    assert [place(game, words) for words in fitting] == rules.PLACE_OF_WAY.tolist()
    most = rules.turn_code(2, rules.PLACE_OF_WAY[-1], rules.PLACE_OF_WAY[-1])
    assert most < 2**16
    for lock in range(3):
        for left in rules.PLACE_OF_WAY:
            code = rules.turn_code(lock, left, rules.PLACE_OF_WAY[3])
            parts = rules.lock_before(code), rules.left_place(code), rules.taken_place(code)
            assert parts == (lock, left, rules.PLACE_OF_WAY[3])


# ---------------------------------------------------------------- small things


def test_a_track_joins_two_sides_of_a_tile() -> None:
    """TRI-Q-01: entered by either of the two sides that are not plain, it leaves by the other; all tiles
    alike, whoever owns them."""
    game = GAMES["rhombus4"]
    cell = game.rules.CELL_NAMES.index("d1d")
    for plain, ends in [("H", "D0"), ("B", "D0"), ("F", "")]:
        rows = [(1 << cell) * (plain == side) for side in "HBF"]
        found = [int(game.plain.track_end(*rows, cell, side)) for side in range(3) if "HBF"[side] != plain]
        assert [game.rules.ARROW_NAMES[arrow] for arrow in found if arrow >= 0] == ([ends] if ends else [])


@each_form
def test_nobody_is_bound_to_win_or_to_block(form: str) -> None:
    """TRI-Q-19: where a win, and a threat, are on the board, everything else is as legal as ever."""
    walk = Walk(
        form_of("rhombus4", form),
        position(GAMES["rhombus4"], "Ya4u/B Ya3d/F Oa3u/F Ya2d/F Oa2u/F Oa1d/F Nb3u/H"),
    )
    assert walk.offers("Oa1u/F") and walk.branch().go("Oa1u/F").wins == "O"
    assert walk.kinds()["place"] == sum(walk.offers(f"O{words}") for words in all_cells(walk.game))
    assert walk.kinds()["place"] > 40 and walk.branch().go("Od4d/F").decides == "Y"


def test_the_second_player_gets_nothing_for_it() -> None:
    """TRI-Q-26: the same tiles for both, whoever begins."""
    for colour in ("orange", "yellow"):
        p = GAMES["rhombus4"].new(2, {"p1_colour": colour})
        assert list(p.hand) == [7, 7] and list(p.own) == [0, 0]


def test_what_a_game_is_made_of() -> None:
    """Every turn is counted as one of three kinds, and every end as one of six."""
    game = GAMES["rhombus4"]
    tally = np.zeros(len(game.rules.TALLIES), np.int64)
    ends: Counter[str] = Counter()
    turns = neutral = 0
    for options in ({}, {"quiet_plies": "50"}, {"max_plies": 20}, {"repetition": "2", "quiet_plies": "50"}):
        for line in games("rhombus4", 1, **options):
            for p, action in line[:-1]:
                before = p.copy()
                game.plain.tally(p, action, tally)
                assert p == before
                turns += 1
                neutral += int(action // game.rules.PLACES == p.neutral)
            ends[line[-1][0].phase] += 1
    counted = dict(zip(game.rules.TALLIES, tally.tolist(), strict=True))
    assert counted["placements"] + counted["moves"] + counted["turned tiles"] == turns
    assert counted["uses of the neutral tile"] == neutral
    assert counted["draws without a placement"] == ends[game.rules.QUIET]
    assert counted["draws by length"] == ends[game.rules.LONG] == 1
    assert sum(tally[4:]) == 4


def test_features_are_seen_from_the_seat() -> None:
    """What orange sees with colours exchanged is what yellow sees."""
    game = GAMES["rhombus4"]
    orange = position(game, "Oa1d/B Yd1u/H Ob2u/F Nb3u/H", turn="O", lock="Y")
    yellow = position(game, "Ya1d/B Od1u/H Yb2u/F Nb3u/H", turn="Y", lock="O")
    seen = np.zeros((4, game.rules.FEATURES))
    for row, (p, seat) in zip(seen, [(orange, 0), (yellow, 1), (orange, 1), (yellow, 0)], strict=True):
        game.plain.observe(p, seat, row)
    assert (seen[0] == seen[1]).all() and (seen[2] == seen[3]).all() and (seen[0] != seen[2]).any()
    assert seen[0][: 9 * game.rules.CELLS].sum() == 4
