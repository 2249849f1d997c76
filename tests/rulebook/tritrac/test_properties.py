"""What scenario rows cannot cover: long random play on every board, checked after every turn.

The readable rules decide what is legal and what a turn does; the fast ones must agree with them everywhere,
on every board, with and without house rules. A failure prints the game so far.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from parlour.rules.game import Game
from parlour.rules.kit import NOBODY, OVER
from parlour.rules.position import Position
from tests.rulebook.harness import Form, fast_text, forms
from tests.rulebook.tritrac.support import (
    BOARDS,
    GAMES,
    PHASES,
    Walk,
    ask,
    every_board,
    lay,
    names,
    off_board,
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
boards_and_texts = pytest.mark.parametrize(
    ("board", "text"), [*((name, "fast") for name in BOARDS), *((name, "compiled") for name in COMPILED)]
)


def form_of(board: str, name: str) -> Form:
    return forms(GAMES[board])[name == "compiled"]


# ---------------------------------------------------------------- the two texts side by side


class Pair:
    """The readable rules and the fast ones, kept in step: byte for byte, list for list."""

    def __init__(self, game: Game, options: dict[str, Any], compiled: bool = False) -> None:
        form = Form(game, "compiled" if compiled else "fast")
        self.game, self.form, self.compiled = game, form.rules, form.takes_slots
        self.position = game.new(2, options)
        self.other: Any = self.position.pack() if self.compiled else self.position.copy()
        self.told: list[str] = [f"{game.rules.BOARD['name']} {options}"]
        self.legal = self.compare()

    def follow(self, action: int) -> None:
        self.told.append(self.game.words.notation(self.position, action))
        counts = np.zeros((2, len(self.game.rules.TALLIES)), np.int64)
        self.game.plain.tally(self.position, action, counts[0])
        self.form.tally(self.other[0] if self.compiled else self.other, action, counts[1])
        assert (counts[0] == counts[1]).all(), self
        self.game.plain.apply(self.position, action)
        self.form.apply(self.other[0] if self.compiled else self.other, action)
        self.legal = self.compare()

    def compare(self) -> list[int]:
        """The same record, derived fields included, the same actions in the same order, the same view."""
        p = self.position
        fast = self.other[0] if self.compiled else self.other
        assert (self.other.tobytes() if self.compiled else self.other.to_bytes()) == p.to_bytes(), self
        mine, theirs = np.zeros((2, self.game.plain.MAX_ACTIONS), np.int64)
        n = self.game.plain.legal(p, mine)
        assert n == self.form.legal(fast, theirs) and (mine == theirs).all(), self
        for seat in range(2):
            seen, there = np.zeros((2, self.game.plain.FEATURES))
            self.game.plain.observe(p, seat, seen)
            self.form.observe(fast, seat, there)
            assert (seen == there).all(), self
        return [int(action) for action in mine[:n]]

    def play(self, rng: random.Random, turns: int, style: str) -> None:
        rules = names(self.game)
        for _ in range(turns):
            if self.game.plain.actor(self.position) == OVER:
                return
            actions = self.legal
            if style == "shuffling" and self.position.ply > 5:  # tiles turned to and fro: repetitions
                turning = [a for a in actions if a // rules.PLACES == a % rules.PLACES // 3]
                actions = turning or actions
            elif style in ("filling", "hoarding"):  # everything on the board as soon as may be
                placing = [a for a in actions if a // rules.PLACES == rules.HAND]
                if style == "hoarding":  # and then the neutral tile whenever one may
                    placing = placing or [a for a in actions if a // rules.PLACES == self.position.neutral]
                actions = placing or actions
            self.follow(rng.choice(actions))

    @property
    def end(self) -> str:
        return PHASES[self.position.phase]

    def __str__(self) -> str:
        return " ".join(self.told)


@boards_and_texts
def test_the_two_texts_agree(board: str, text: str) -> None:
    """Printed rules, three ways to play: anything, to and fro, or all tiles on the board first."""
    game = form_of(board, text).game
    rng = random.Random(f"{board} printed")
    ends: Counter[str] = Counter()
    for style in ("anything", "shuffling", "shuffling", "filling"):
        pair = Pair(game, {}, compiled=text == "compiled")
        pair.play(rng, 60, style)
        ends[pair.end] += 1
    assert ends["REPEATED"], ends


@pytest.mark.parametrize("text", ["fast", "compiled"])
@pytest.mark.parametrize("rule", HOUSE_RULES)
def test_and_under_every_house_rule(rule: str, text: str) -> None:
    """Each rule by itself, and with others thrown in."""
    rng = random.Random(f"{rule} house")
    for number, choice in enumerate(HOUSE_RULES[rule] * 2):
        options = {rule: choice}
        if number >= len(HOUSE_RULES[rule]):
            others = rng.sample(sorted(set(HOUSE_RULES) - {rule, "max_plies"}), 3)
            options |= {name: rng.choice(HOUSE_RULES[name]) for name in others}
        board = rng.choice(BOARDS if text == "fast" else COMPILED)
        pair = Pair(form_of(board, text).game, options, compiled=text == "compiled")
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
    game = GAMES[board]
    for line in games(board, 3):
        before = None
        for p, _ in line:
            tiles = tiles_of(game, p)
            assert len(tiles) + sum(map(int, p.hand)) == (15 if p.ply else 14)
            assert len({tile[1:].partition("/")[0] for tile in tiles}) == len(tiles)
            for tile in tiles:
                cell, _, plain = tile[1:].partition("/")
                assert not off_board(game, cell, plain)
            if before is not None:
                other = 1 - before.turn
                assert int(p.own[other]) == int(before.own[other]) and p.hand[other] == before.hand[other]
                assert p.hand[before.turn] <= before.hand[before.turn]
                assert len(set(tiles) ^ set(tiles_of(game, before))) in (1, 2)
            before = p


@every_board
def test_the_hash_is_kept_up_to_date(board: str) -> None:
    """Kept step by step, it is what is worked out from the tiles; so are the tags of the trail, which are the
    low bits of the hashes that there were."""
    game = GAMES[board]
    for options in ({}, {"neutral_lock": "one_turn", "quiet_plies": "200", "p1_colour": "yellow"}):
        for line in games(board, 1, max_plies=160, **options):
            assert len(line) > 20
            hashes: list[int] = []
            for p, _ in line:
                again = p.copy()
                again.hash = 0
                again.tags[:] = 0
                game.plain.derive(again)
                assert again == p
                kept = [int(p.tags[(p.quiet - back) % 100]) for back in range(min(p.quiet, 100), 0, -1)]
                assert kept == [value & 0xFFFF for value in hashes[len(hashes) - len(kept) :]]
                hashes.append(int(p.hash))


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
    """A symmetry takes every position to one where the images of the legal actions are legal and lead to the
    images of what they led to, and features move with the cells. (TRI-GEO-6)"""
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
                differing += image.hash != p.hash
                assert symmetry != 0 or image == p
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
    assert differing > 10


@every_board
def test_symmetries_are_the_half_turn_of_the_lattice(board: str) -> None:
    """Found from the data alone, they are what geometry says: x, y and the point of a cell reversed."""
    rules = names(GAMES[board])
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
        (ask(used, "phase_after", p, action), used.apply(p, action).phase)
        for line in games(board, 2, quiet_plies="50")
        for p, action in line[-60:]
        if action >= 0
    )
    assert phases and all(asked == came for asked, came in phases)
    look = used.rules.modules[names(GAMES[board]).phase_after.__module__]["phase_after"]
    for p, action in games(board, 1, repetition="2")[0][:-1]:
        s = used.record(p)
        look(s, action)
        assert (Position.unpack(s) if used.takes_slots else s) == p


@every_board
def test_every_choice_is_what_the_list_holds(board: str) -> None:
    """Counted, picked one by one and marked, without a list: what the readable rules list."""
    game = GAMES[board]
    fast = fast_text(game)
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    for options in ({}, {"allow_null": "yes"}, {"move_keeps_orientation": "yes"}):
        for line in games(board, 1, max_plies=30, **options):
            for p, _ in line[:-1]:
                listed = out[: game.plain.legal(p, out)].tolist()
                n = fast.choices(p, out)
                assert [int(fast.choice(p, k, out)) for k in range(n)] == listed
                mask = np.zeros(game.plain.ACTIONS, np.int64)
                assert fast.mark(p, mask, np.zeros(1, np.int64)) == n
                assert np.flatnonzero(mask).tolist() == sorted(listed)


def test_the_nth_cell_of_a_row() -> None:
    """Rows of every size, to the last bit that a board can have."""
    fast = GAMES["rhombus4"].module("fast")
    rng = random.Random("rows")
    for size in (1, 8, 9, 32, 33, 62, 63):
        for row in {(1 << size) - 1, 1 << size - 1, *(rng.getrandbits(size) | 1 for _ in range(40))}:
            cells = [i for i in range(size) if row >> i & 1]
            assert fast.count(row) == len(cells) and fast.lowest(row) == cells[0]
            assert [int(fast.nth(row, k)) for k in range(len(cells))] == cells


@every_board
def test_dividing_by_multiplying(board: str) -> None:
    """`choice` divides by a number of ways with a table; it must be exact wherever it is used."""
    rules = GAMES[board].module("fast")
    for ways in range(1, rules.WAYS + 1):
        k = np.arange(GAMES[board].rules.MAX_ACTIONS)
        assert (k * rules.RECIPROCAL[ways] >> 20 == k // ways).all()


def test_two_tags_of_the_same_tiles_differ() -> None:
    """What the fast `times_stood` relies on: turn and lock alone always change the tag."""
    rules = names(GAMES["rhombus4"])
    tags = {int(lock) ^ turn & rules.TAG for lock in rules.LOCK_KEY for turn in (0, rules.TURN_KEY)}
    assert len(tags) == 6


def all_cells(game: Game) -> list[str]:
    return [f"{name}/{side}" for name in names(game).CELL_NAMES for side in names(game).SIDES]


@every_board
def test_ways_are_exactly_the_places_that_fit(board: str) -> None:
    """TRI-OFF-1, TRI-Q-23: and every turn that can be made fits the trail's sixteen bits."""
    game = GAMES[board]
    rules = names(game)
    listed = {c["name"]: c["plain"] for c in game.rules.BOARD["cells"]}
    fitting = [words for words in all_cells(game) if words[-1] in listed[words[:-2]]]
    assert not any(off_board(game, *words.split("/")) for words in fitting)
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
    rules = names(GAMES["rhombus4"])
    cell = rules.CELL_NAMES.index("d1d")
    for whose in "OYN":
        for plain in "HBF":
            p = position(GAMES["rhombus4"], f"{whose}d1d/{plain}" + (" Nb3u/H" if whose != "N" else ""))
            ways = {side: int(rules.way_out(p, cell, "HBF".index(side))) for side in "HBF"}
            one, other = "HBF".replace(plain, "")
            assert ways == {plain: NOBODY, one: "HBF".index(other), other: "HBF".index(one)}


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
                neutral += int(action // names(game).PLACES == p.neutral)
            ends[line[-1][0].phase] += 1
    counted = dict(zip(game.rules.TALLIES, tally.tolist(), strict=True))
    assert counted["placements"] + counted["moves"] + counted["turned tiles"] == turns
    assert counted["uses of the neutral tile"] == neutral
    assert counted["draws without a placement"] == ends[names(game).QUIET]
    assert counted["draws by length"] == ends[names(game).LONG] == 1
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
    assert seen[0][: 9 * names(game).CELLS].sum() == 4


def test_features_tell_how_often_it_stood_before() -> None:
    """Up to three times; where no repetition ends a game it can be more. (TRI-Q-21)"""
    game = GAMES["rhombus4"]
    walk = lay(forms(game)[0], "Oa1d/B Yd1u/H Nb3u/H", repetition="never")
    seen = np.zeros(game.rules.FEATURES)
    for share in (0, 1 / 3, 2 / 3, 1, 1):
        game.plain.observe(walk.position, 0, seen)
        assert seen[game.rules.FEATURE_NAMES.index("stood_before")] == share
        walk.go("a1d/H", "d1u-c1u/H", "a1d/B", "c1u-d1u/H")
