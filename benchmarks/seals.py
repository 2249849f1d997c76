#!/usr/bin/env python3
"""Tri-Trac: can a player force a seal, whatever the other does?

    python benchmarks/seals.py
    python benchmarks/seals.py rhombus4 --most 6 --wide 12

A player is sealed when, as the other's tiles lie, no track is possible for him any more (TRI-Q-22); he cannot
win while they stay there. Only the sealing side's own tiles count, so the other can do nothing but occupy
cells: a game of a maker, who lays a tile of his own in each turn, and a breaker, who takes a cell. To move a
tile or to turn one is never better for the breaker than to take a further cell, while he has tiles left.

Every answer of the breaker is tried, but for those that cannot matter: where the maker seals even if the
breaker passes, only the cells he needs for that are answers (and of these only the ones he needs against all
answers tried so far). The maker is held to the `--wide` placements after which a track is farthest, so "yes"
is a proof and "no" is one only where he tries them all (`--wide 99`). The breaker must not complete a track
first: a line is given up when fewer cells are missing for one than he can have filled by then, his tiles
wherever they would help, the neutral tile too.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from typing import Any

import numpy as np
from solved import walls
from solved.walls import SHUT
from tritrac_boards import board_game

from parlour.rules import forms

BOARDS = "hex2_ears,rhombus4,star16,hex2_unblockable,para2x6"


class OutOfTime(Exception):
    """Not settled in the seconds allowed."""


class Sealing:
    """The game of maker and breaker on one board."""

    def __init__(self, board: str, wide: int, seconds: float, behind: int) -> None:
        """`behind` tiles more than the maker's own lie there, or come, before the breaker could win."""
        game = board_game(board)
        layout = game.module("layout")
        self._form = forms.compiled(game.rules, walls)
        self._beyond = np.array(layout.BEYOND, np.int64)
        self._fits = np.array(layout.FITS, np.bool_)
        self._ends = int(layout.ARROW), int(layout.RIB)
        self.cells = len(self._beyond) // 3
        self._check_half_turn()
        self.centre = [cell for cell in range(self.cells // 2) if layout.CENTRE[cell]]
        self.names: tuple[str, ...] = layout.CELL_NAMES
        self._behind, self._wide, self._until = behind, wide, time.monotonic() + seconds
        self._known: dict[tuple[Any, ...], int] = {}
        self._seen: dict[tuple[Any, ...], list[tuple[int, int]]] = {}
        self.nodes = 0

    def _check_half_turn(self) -> None:
        """Turned by half a circle the board is the same, the last cell in the place of the first: so the half
        of the centre is asked about, and the rest answered with it."""
        for place, there in enumerate(self._beyond.tolist()):
            turned = 3 * (self.cells - 1 - place // 3) + place % 3
            same = self._fits[place] == self._fits[turned]
            if there < self._ends[0]:
                same &= self._beyond[turned] == self.cells - 1 - there
            if not same:
                raise SystemExit("This board is not the same turned by half a circle.")

    def lay(self, mine: tuple[int, ...], taken: int, left: int) -> int:
        """The maker is to act, and may lay so many tiles: the cells that he needs to seal, or 0."""
        key = (mine, taken, left)
        if key not in self._known:
            self._known[key] = self._lay(mine, taken, left)
        return self._known[key]

    def _lay(self, mine: tuple[int, ...], taken: int, left: int) -> int:
        self.nodes += 1
        if time.monotonic() > self._until:
            raise OutOfTime
        options = self._options(mine, taken)
        for place, missing in options:
            if missing == SHUT:
                return 1 << place // 3
        if left == 1:
            return 0
        for place, missing in options[: self._wide]:
            if missing <= len(mine) + 1 + self._behind:
                continue  # the breaker might complete a track with his next tile
            cell = 1 << place // 3
            needed = self.answers(tuple(sorted((*mine, place))), taken, left - 1)
            if needed:
                return needed | cell
        return 0

    def answers(self, mine: tuple[int, ...], taken: int, left: int) -> int:
        """The breaker is to act: the cells the maker needs against every answer, or 0."""
        needed = matter = self.lay(mine, taken, left)  # if the breaker passes
        while needed and matter:
            cell = matter & -matter
            found = self.lay(mine, taken | cell, left)
            if not found:
                return 0
            needed |= found
            matter &= found
        return needed

    def _options(self, mine: tuple[int, ...], taken: int) -> list[tuple[int, int]]:
        """Tiles the maker could lay, and how many cells are missing for a track then; the most first."""
        if (mine, taken) not in self._seen:
            laid, found = np.full(self.cells, -1), np.zeros(3 * self.cells, np.int64)
            for place in mine:
                laid[place // 3] = place % 3
            blocked = np.array([taken >> cell & 1 for cell in range(self.cells)])
            costs, waiting = np.zeros(3 * self.cells, np.int64), np.zeros((2, 9 * self.cells), np.int64)
            self._form.missing_after(
                self._beyond, self._fits, *self._ends, laid, blocked, costs, waiting, found
            )
            places = [(place, int(found[place])) for place in np.flatnonzero(found >= 0).tolist()]
            self._seen[mine, taken] = sorted(places, key=lambda one: -one[1])
        return self._seen[mine, taken]


def second(board: str, most: int, wide: int, seconds: float) -> str:
    """Whether P2, who lays the first coloured tile, can seal P1 wherever the neutral tile begins."""
    return _asked("P2", board, most, wide, seconds, every=True)


def first(board: str, most: int, wide: int, seconds: float) -> str:
    """Whether P1 can seal P2 from some first place of the neutral tile."""
    return _asked("P1", board, most, wide, seconds, every=False)


def _asked(who: str, board: str, most: int, wide: int, seconds: float, every: bool) -> str:
    # Besides as many tiles as the maker has there is the neutral one, and where the breaker begins one more.
    sealing = Sealing(board, wide, seconds, behind=1 if every else 2)
    told = []
    for cell in sealing.centre:
        answer = f"no within {most}"
        try:
            for left in range(3, most + 1):
                ask = partial(sealing.lay if every else sealing.answers, (), 1 << cell)
                if ask(left):
                    answer = f"within {left}"
                    break
                answer = f"not within {left}"
        except OutOfTime:
            answer += " (then out of time)"
        told.append(f"{sealing.names[cell]} {answer}")
    cells = ", ".join(told)
    return f"{board}: {who} seals by own placements, the neutral tile on {cells}; {sealing.nodes:,} nodes"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("boards", nargs="?", default=BOARDS)
    parser.add_argument("--most", type=int, default=6, help="own placements (6)")
    parser.add_argument("--wide", type=int, default=12, help="placements of the maker that are tried (12)")
    parser.add_argument("--seconds", type=float, default=100, help="for each side of each board (100)")
    given = parser.parse_args()
    for board in given.boards.split(","):
        for ask in (second, first):
            began = time.monotonic()
            told = ask(board, given.most, given.wide, given.seconds)
            print(f"{told}, {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
