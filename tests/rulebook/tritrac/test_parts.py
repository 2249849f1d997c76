"""Actions in parts: which tile, where it goes, and how it lies there."""

from __future__ import annotations

from typing import Any

import pytest

import parlour
from parlour.rules.narrow import parts_of
from tests.rulebook.harness import by_menus, forms
from tests.rulebook.tritrac.support import GAME as RHOMBUS
from tests.rulebook.tritrac.support import GAMES, position

GAME = parlour.load("tritrac")
N: Any = GAME.module("narrow")
L: Any = GAME.module("layout")


@pytest.mark.parametrize(
    ("source", "cell", "side"), [(0, 0, 0), (1, 0, 2), (0, 1, 1), (7, 3, 2), (L.CELLS, L.CELLS - 1, 2)]
)
def test_every_action_has_three_parts(source: int, cell: int, side: int) -> None:
    """The source, the cell, the side; and no fourth part. The last code of each is just below the next."""
    action = (source * L.CELLS + cell) * 3 + side
    assert [int(N.part(action, depth)) for depth in range(4)] == [
        source,
        L.CELLS + 1 + cell,
        2 * L.CELLS + 1 + side,
        N.NONE,
    ]
    assert parts_of(GAME, action) == [source, N.SPACE + cell, N.SIDE + side]


MENUS: dict[str, dict[str, Any]] = {
    "the neutral tile comes first": {},
    "place or move": {"tiles": "Nc2d/H Ya1u/F Od2u/B Oa4d/B"},
    "the neutral tile is theirs": {"tiles": "Nc2d/H Ya1u/F Ob3u/B", "lock": "Y"},
    "tiles keep their side": {"tiles": "Nc2d/H Ya1u/F Od2u/B", "move_keeps_orientation": "yes"},
    "no turning on the spot": {"tiles": "Nc2d/H Ya1u/F Od2u/B", "turn": "Y"},
    "the second turn places": {"tiles": "Nc2d/H", "ply": 2, "turn": "Y"},
}


@pytest.mark.parametrize("name", MENUS)
def test_menus_lead_to_what_is_legal_and_to_nothing_else(name: str) -> None:
    """TRI-TURN-1: what may be placed or moved, where to, and every side that it can show there."""
    laid = MENUS[name]
    p = position(RHOMBUS, **laid) if laid else RHOMBUS.new(2)
    form = forms(RHOMBUS)[0]
    while form.actor(p) < 0:
        p = form.apply(p, 0)
    assert by_menus(RHOMBUS, p) == sorted(form.legal(p))


def test_without_tiles_in_hand_menus_hold_those_on_the_board_alone() -> None:
    """The hand is the last source, and is not there when it is empty."""
    p = position(RHOMBUS, "Nc2d/H Ya1u/F Od2u/B Oa4d/B")
    p.hand[0] = 0
    assert by_menus(RHOMBUS, p) == sorted(forms(RHOMBUS)[0].legal(p))


def test_on_a_full_board_there_is_one_way_left() -> None:
    """TRI-OFF-1: one cell is open, where a tile can lie in one way only. Whoever cannot turn where he lies
    goes there by that side, and so does a tile from the hand."""
    ways = set()
    for game in GAMES.values():
        board: Any = game.module("layout")
        fits = [[side for side in range(3) if board.FITS[3 * cell + side]] for cell in range(board.CELLS)]
        for gap in (cell for cell in range(board.CELLS) if len(fits[cell]) == 1):
            p = game.new()
            for cell in range(board.CELLS):
                p.plain[fits[cell][0]] |= (cell != gap) << cell
                p.own[0] |= (cell != gap) << cell
            p.neutral = (gap + 1) % board.CELLS
            p.own[0] &= ~(1 << p.neutral)
            p.hand[0], p.ply = 1, 30
            game.plain.derive(p)
            assert by_menus(game, p) == sorted(forms(game)[0].legal(p))
            ways.add(fits[gap][0])
    assert ways == {0, 1, 2}
