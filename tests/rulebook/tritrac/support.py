"""Laying out a position of Tri-Trac in one line, playing on from it, and looking at what is there.

Tiles and actions are written as in the rulebook: "Oc2d/H" is an orange tile on c2d whose plain side is H,
and to place it; "c2d-b3u/B" moves the tile on c2d; "c2d/F" turns it. Positions are written straight into
the record, so that these tests lean on nothing but the rules.

A scenario row:

    {"id": "TT-13", "board": "rhombus4",
     "clauses": ["TRI-NEUTRAL-3"],            full ids of the clauses it proves
     "note": "...",                           for the reader; not checked
     "options": {...},                        house rules, where there are any
     "tiles": "Nc2d/H Ya1u/F",                what lies there; without it, a new game
     "turn": "O", "lock": "Y",                who is to move (O), and who alone may use the neutral tile
     "ply": 4,                                the turn to be made (usually far into the game)
     "steps": ["Nc2d/H", {"lock": "O"}]}      actions, and checks of the position reached so far

What may be checked; several may stand in one check, and all are optional:

    legal      how many actions there are: {"place": 68, "move": 68, "turn": 2}
    offers     actions that are legal        refuses  actions that are not
    lock       "FREE", "O" or "Y"            hands    tiles left, of orange and of yellow
    decides    who is to act                 wins     who has won        draw  why it is drawn
    tracks     the complete tracks on the board, as pairs of arrows
    sealed     the players who are sealed off
    sides      {"d1d": "HBF"} the plain sides that a tile placed there may have
    all        in all: tiles on the board and in hand
    then       {"a4u/B b1u/H": {...}} checks after these further steps, which are taken back again
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import parlour
from parlour.rules.game import Game
from parlour.rules.kit import OVER
from parlour.rules.position import Position
from tests.rulebook.harness import Form, forms

BOARDS = ("hex2_ears", "rhombus4", "hex2_unblockable", "para2x6", "star16")
GAMES = {name: parlour.load("tritrac", name) for name in BOARDS}
GAME = GAMES["rhombus4"]  # on which the specification has its scenarios; the usual board is another
SEATS = "OY"
PHASES = ("LOTS", "PLAY", "WON", "REPEATED", "QUIET", "LONG", "STUCK", "SEALED")
both_forms = pytest.mark.parametrize("form", forms(GAME), ids=lambda f: f.name)
every_board = pytest.mark.parametrize("board", BOARDS)

# The tracks that the specification names.
COL_A = ["a4u/B", "a3d/F", "a3u/F", "a2d/F", "a2u/F", "a1d/F", "a1u/F"]
COL_D = ["d1d/B", "d2u/F", "d2d/F", "d3u/F", "d3d/F", "d4u/F", "d4d/F"]
ROW_1 = ["d1d/H", "d1u/H", "c1d/H", "c1u/H", "b1d/H", "b1u/H", "a1d/H", "a1u/F"]
ROW_4 = ["a4u/H", "a4d/H", "b4u/H", "b4d/H", "c4u/H", "c4d/H", "d4u/H", "d4d/F"]
MID = ["d1d/H", "d1u/H", "c1d/B", "c2u/B", "b2d/B", "b3u/B", "a3d/B", "a4u/B"]


def board_file(name: str) -> Path:
    folder = Path(parlour.__file__).parent / "games" / "tritrac"
    return folder / "board.toml" if name == BOARDS[0] else folder / "boards" / f"{name}.toml"


@cache
def names(game: Game) -> Any:
    """All that the readable files of a game on its board define, by name."""
    files = ("layout", "record", "moving", "tracks", "trail", "turns", "seen")
    return SimpleNamespace(**{n: value for file in files for n, value in vars(game.module(file)).items()})


def ask(form: Form, name: str, p: Position, *arguments: Any) -> Any:
    """The answer of a rule that the contract does not name, by this form."""
    inner = form.rules.modules[getattr(names(form.game), name).__module__][name]
    return inner(form.record(p), *arguments)


def off_board(game: Game, cell: str, plain: str) -> bool:
    """TRI-OFF-1, from the board file alone: does an end of this tile's track meet a rib?"""
    (sides,) = (c["sides"] for c in game.rules.BOARD["cells"] if c["name"] == cell)
    return any(sides[side] == "rib" for side in "HBF" if side != plain)


def place(game: Game, words: str) -> int:
    """ "c2d/H" as a number."""
    cell, _, side = words.partition("/")
    return int(3 * names(game).CELL_NAMES.index(cell) + names(game).SIDES.index(side))


def tiles_of(game: Game, p: Position) -> list[str]:
    """What lies on the board, sorted."""
    found = []
    for cell, name in enumerate(names(game).CELL_NAMES):
        for side in range(3):
            if int(p.plain[side]) >> cell & 1:
                whose = "N" if cell == p.neutral else SEATS[int(p.own[1]) >> cell & 1]
                found.append(f"{whose}{name}/{names(game).SIDES[side]}")
    return sorted(found)


def position(
    game: Game, tiles: str, turn: str = "O", lock: str = "FREE", ply: int = 0, **options: Any
) -> Position:
    """A position far into a game, or at the turn `ply`; who has tiles left has them in hand."""
    p = game.new(2, options)
    for tile in tiles.split():
        here = place(game, tile[1:])
        p.plain[here % 3] |= 1 << here // 3
        if tile[0] == "N":
            p.neutral = here // 3
        else:
            seat = SEATS.index(tile[0])
            assert not int(p.own[seat]) >> here // 3 & 1, f"two tiles on one cell: {tile}"
            p.own[seat] |= 1 << here // 3
            p.hand[seat] -= 1
    p.turn = SEATS.index(turn)
    p.lock = 0 if lock == "FREE" else 1 + SEATS.index(lock)
    p.ply = ply - 1 if ply else 30 + p.turn
    p.first = (p.turn + p.ply) % 2
    game.plain.derive(p)
    assert len(tiles_of(game, p)) == len(tiles.split()) and min(p.hand) >= 0 and p.neutral >= 0, tiles
    return p


class Walk:
    """A position on its way through a game, and everything that can be asked of it."""

    def __init__(self, form: Form, p: Position) -> None:
        self.form = form
        self.game = form.game
        self.position = p

    def go(self, *notes: str) -> Walk:
        for note in notes:
            action = self.action(note)
            assert action in self.form.legal(self.position), f"{note} is not legal: {self}"
            self.position = self.form.apply(self.position, action)
        return self

    def action(self, note: str) -> int:
        """The action of this name, legal or not."""
        rules = names(self.game)
        found = re.fullmatch(r"(?:([ONY])|(\w+)-)?(\w+/[HBF])", note)
        assert found, note
        hand, source, goal = found.groups()
        if hand:
            assert hand == ("N" if self.position.neutral == rules.NOWHERE else SEATS[self.position.turn]), (
                note
            )
        cell = rules.HAND if hand else rules.CELL_NAMES.index(source or goal.partition("/")[0])
        return int(rules.PLACES * cell + place(self.game, goal))

    def offers(self, note: str) -> bool:
        return self.action(note) in self.form.legal(self.position)

    def refusal(self, note: str, seat: str = "") -> str:
        """The name of the reason against an action, "" if there is none."""
        p, rules = self.position, names(self.game)
        code = self.form._ask("refusal", p, SEATS.index(seat) if seat else p.turn, self.action(note))
        reasons = "GAME_OVER LOTS_FIRST NOT_YOUR_TURN NO_SUCH_ACTION NEUTRAL_FIRST NOT_CENTRE MUST_PLACE"
        reasons += " SECOND_TURN HAND_EMPTY NO_TILE THEIRS BARRED OCCUPIED OFF_BOARD NO_BLOCK NULL TURNED"
        by_code = {getattr(rules, name): name for name in reasons.split()} | {0: ""}
        return by_code[code % rules.PLACE]

    def kinds(self) -> Counter[str]:
        """How many legal actions there are of each kind."""
        rules = names(self.game)
        found: Counter[str] = Counter()
        for action in self.form.legal(self.position):
            source, goal = divmod(action, rules.PLACES)
            found["place" if source == rules.HAND else "turn" if source == goal // 3 else "move"] += 1
        return found

    @property
    def lock(self) -> str:
        return ("FREE", *SEATS)[self.position.lock]

    @property
    def decides(self) -> str:
        actor = self.form.actor(self.position)
        return SEATS[actor] if actor >= 0 else ""

    @property
    def phase(self) -> str:
        return PHASES[self.position.phase]

    @property
    def wins(self) -> str:
        """Who has won, "" if nobody."""
        if self.form.actor(self.position) != OVER:
            return ""
        shares = [self.form.payoff(self.position, seat) for seat in range(2)]
        return "".join(letter for letter, share in zip(SEATS, shares, strict=True) if share == 1)

    def tracks(self) -> list[list[str]]:
        """The complete tracks on the board, each once, as the arrows they join."""
        arrows = names(self.game).ARROW_NAMES
        everything = self.position.copy()
        everything.track_colours = 0
        found = [(start, end) for start, _, end in self.game.words.module.tracks(everything, 0)]
        return [[start, end] for start, end in found if arrows.index(start) < arrows.index(end)]

    def branch(self) -> Walk:
        return Walk(self.form, self.position)

    def __str__(self) -> str:
        p = self.position
        return f"{' '.join(tiles_of(self.game, p))}, {SEATS[p.turn]} to move, lock {self.lock}, {self.phase}"


def lay(form: Form, tiles: str, turn: str = "O", lock: str = "FREE", **more: Any) -> Walk:
    return Walk(form, position(form.game, tiles, turn, lock, **more))


def new(form: Form, **options: Any) -> Walk:
    return Walk(form, form.game.new(2, options))


def play_row(form: Form, row: Mapping[str, Any]) -> None:
    """Play one row, checking as it goes."""
    options = row.get("options", {})
    if "tiles" in row:
        walk = lay(
            form,
            row["tiles"],
            row.get("turn", "O"),
            row.get("lock", "FREE"),
            ply=row.get("ply", 0),
            **options,
        )
    else:
        walk = new(form, **options)
    for number, step in enumerate(row["steps"], 1):
        if isinstance(step, str):
            walk.go(step)
        else:
            check(walk, step, f"{row['id']}, step {number}")


def check(walk: Walk, wanted: Mapping[str, Any], where: str = "") -> None:
    """Compare a position with what is wanted of it; see the top of this file."""
    p = walk.position
    for key, value in wanted.items():
        said = f"{where}: {key} at {walk}"
        if key == "legal":
            assert walk.kinds() == value, said
        elif key == "offers":
            assert [note for note in value if not walk.offers(note)] == [], said
        elif key == "refuses":
            assert [note for note in value if walk.offers(note)] == [], said
            assert all(walk.refusal(note) for note in value), said
        elif key in ("lock", "decides", "wins"):
            assert getattr(walk, key) == value, said
        elif key == "draw":
            assert walk.phase == value and walk.form.actor(p) == OVER, said
            assert [walk.form.payoff(p, seat) for seat in range(2)] == [0.5, 0.5], said
        elif key == "hands":
            assert list(p.hand) == value, said
        elif key == "tracks":
            assert sorted(walk.tracks()) == sorted(value), said
        elif key == "sealed":
            found = [SEATS[seat] for seat in range(2) if ask(walk.form, "sealed", p, seat)]
            assert found == value, said
        elif key == "sides":
            for cell, sides in value.items():
                mine = "".join(side for side in "HBF" if walk.offers(f"{SEATS[p.turn]}{cell}/{side}"))
                assert mine == sides, said
        elif key == "all":
            assert len(tiles_of(walk.game, p)) + sum(p.hand) == value, said
        elif key == "then":
            for steps, further in value.items():
                check(walk.branch().go(*steps.split()), further, f"{where}, {steps}")
        else:
            raise KeyError(f"{where}: there is no check called {key!r}")
