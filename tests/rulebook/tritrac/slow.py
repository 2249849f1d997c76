"""A second reading of the rulebook, as plain as it can be: sets and tuples, nothing kept up to date.

It shares no line with the rules under test. It reads the board file itself, writes a tile as the
rulebook does ("O", "c2d", "H"), finds tracks by walking from every arrow, and recognises a
position that stood before because it remembers all of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

Tile = tuple[str, str, str]  # whose, which cell, which plain side
Action = tuple[str, str, str]  # "" or the cell it comes from, the cell it comes to, its plain side
OTHER = {"O": "Y", "Y": "O"}


@dataclass(frozen=True)
class Board:
    beyond: Mapping[tuple[str, str], str]  # (cell, side) -> a cell, "arrow D0" or "rib"
    plain: Mapping[str, tuple[str, ...]]  # the plain sides that the file allows
    centre: frozenset[str]

    @property
    def arrows(self) -> list[tuple[str, str]]:
        return [here for here, what in self.beyond.items() if what.startswith("arrow")]


@cache
def board(file: Path) -> Board:
    cells = tomllib.loads(file.read_text("utf-8"))["cells"]
    return Board(
        {(c["name"], side): c["sides"][side] for c in cells for side in "HBF"},
        {c["name"]: tuple(c["plain"]) for c in cells},
        frozenset(c["name"] for c in cells if c["centre"]),
    )


@dataclass(frozen=True)
class Table:
    """A game under way. `past` are all positions since the last placement, the present one last."""

    board: Board
    rules: Mapping[str, Any] = field(default_factory=dict)
    tiles: frozenset[Tile] = frozenset()
    mover: str = "O"
    ply: int = 1  # the turn that is to be made
    lock: str = "FREE"
    hands: tuple[tuple[str, int], ...] = (("O", 7), ("Y", 7))
    past: tuple[Any, ...] = ()
    result: str = ""  # "O", "Y", or why it is a draw

    def rule(self, name: str, usual: Any) -> Any:
        return self.rules.get(name, usual)

    @property
    def at(self) -> dict[str, Tile]:
        return {tile[1]: tile for tile in self.tiles}

    @property
    def position(self) -> tuple[Any, ...]:
        """What must be the same for a position to have come again. (TRI-Q-21)"""
        return self.tiles, self.mover, self.lock


def start(board: Board, rules: Mapping[str, Any], first: str = "O") -> Table:
    tiles = int(rules.get("tiles_per_player", 7))
    return Table(board, rules, mover=first, hands=(("O", tiles), ("Y", tiles)))


def off_board(board: Board, cell: str, plain: str) -> bool:
    """TRI-OFF-1: does an end of this tile's track meet a rib?"""
    return any(board.beyond[cell, side] == "rib" for side in "HBF" if side != plain)


def lies(board: Board, cell: str, plain: str) -> bool:
    """May a tile lie so? TRI-OFF-1, and what the file leaves out (TRI-Q-23)."""
    return not off_board(board, cell, plain) and plain in board.plain[cell]


def handled(table: Table) -> list[Tile]:
    """The tiles on the board that the mover may move or turn."""
    found = []
    for tile in table.tiles:
        if tile[0] == table.mover and table.ply >= 4:
            found.append(tile)
        if tile[0] == "N" and table.ply >= 3 and table.lock != OTHER[table.mover]:
            found.append(tile)
    return found


def legal(table: Table) -> set[Action]:
    return set(actions(table))


def actions(table: Table) -> Iterator[Action]:
    if table.result:
        return
    at = table.at
    empty = [cell for cell in table.board.plain if cell not in at]
    if table.ply == 1:  # TRI-NEUTRAL-1
        empty = [cell for cell in empty if cell in table.board.centre]
    if table.ply == 1 or dict(table.hands)[table.mover] > 0:
        yield from (("", cell, p) for cell in empty for p in "HBF" if lies(table.board, cell, p))
    for _, source, plain in handled(table):
        for p in "HBF":
            if p != plain or table.rule("allow_null", "no") == "yes":
                if lies(table.board, source, p):
                    yield source, source, p
            if p == plain or table.rule("move_keeps_orientation", "no") == "no":
                yield from ((source, cell, p) for cell in empty if lies(table.board, cell, p))


def walks(board: Board, tiles: frozenset[Tile]) -> Iterator[tuple[list[Tile], str, str]]:
    """Every complete track, from either end: its tiles, and the arrows. (TRI-WIN-1, TRI-Q-05)"""
    at = {tile[1]: tile for tile in tiles}
    for cell, side in board.arrows:
        begin = board.beyond[cell, side]
        track: list[Tile] = []
        while cell in at and at[cell][2] != side:
            track.append(at[cell])
            (side,) = set("HBF") - {side, at[cell][2]}
            what = board.beyond[cell, side]
            if what.startswith("arrow"):
                yield track, begin, what
                break
            cell = what


def wins(table: Table, tiles: frozenset[Tile], handled: Tile) -> bool:
    """TRI-WIN-1, TRI-WIN-2, TRI-Q-03: does the mover's last tile complete a track that counts?"""
    for track, _, _ in walks(table.board, tiles):
        own = all(tile[0] in (table.mover, "N") for tile in track)
        if handled in track and (own or table.rule("track_colours", "any") == "any"):
            return True
    return False


def apply(table: Table, action: Action) -> Table:
    source, cell, plain = action
    mover, lock = table.mover, table.lock
    hands = dict(table.hands)
    if source:
        old = table.at[source]
        tiles = table.tiles - {old}
        whose = old[0]
    else:
        tiles = table.tiles
        whose = "N" if table.ply == 1 else mover
        if whose != "N":
            hands[mover] -= 1
    tiles |= {(whose, cell, plain)}
    if whose == "N":  # section 3 of the specification: the table of the lock
        lock = mover
    elif lock == mover or table.rule("neutral_lock", "holder") == "one_turn":
        lock = "FREE"
    after = replace(table, tiles=tiles, hands=tuple(hands.items()), lock=lock, ply=table.ply + 1)
    if wins(table, tiles, (whose, cell, plain)):
        return replace(after, result=mover)
    after = replace(after, mover=OTHER[mover])
    after = replace(after, past=(*(table.past if source else ()), after.position))
    return replace(after, result=draw(after) or stalemate(after))


def draw(table: Table) -> str:
    """TRI-Q-21, TRI-Q-22."""
    times = table.rule("repetition", "3")
    if times != "never" and table.past.count(table.position) >= int(times):
        return "REPEATED"
    quiet = table.rule("quiet_plies", "100")
    if quiet != "never" and len(table.past) - 1 >= int(quiet):
        return "QUIET"
    if 0 < table.rule("max_plies", 0) < table.ply:
        return "LONG"
    if table.rule("adjudicate_sealed", "no") == "yes" and sealed(table, "O") and sealed(table, "Y"):
        return "SEALED"
    return ""


def stalemate(table: Table) -> str:
    """TRI-Q-18."""
    if next(actions(table), None):
        return ""
    return "STUCK" if table.rule("stalemate", "draw") == "draw" else OTHER[table.mover]


def sealed(table: Table, player: str) -> bool:
    """TRI-Q-22: with the opponent's tiles fixed, and any tile on any other cell, is there no track?"""
    fixed = {tile[1]: tile[2] for tile in table.tiles if tile[0] == OTHER[player]}

    def reach(cell: str, side: str, seen: frozenset[str]) -> bool:
        for plain in [fixed[cell]] if cell in fixed else table.board.plain[cell]:
            if plain != side:
                (leaves,) = set("HBF") - {side, plain}
                what = table.board.beyond[cell, leaves]
                if what.startswith("arrow"):
                    return True
                if what not in seen and reach(what, leaves, seen | {what}):
                    return True
        return False

    return not any(reach(cell, side, frozenset({cell})) for cell, side in table.board.arrows)


def note(table: Table, action: Action) -> str:
    """The action in the rulebook's notation."""
    source, cell, plain = action
    if not source:
        return f"{'N' if table.ply == 1 else table.mover}{cell}/{plain}"
    return f"{cell}/{plain}" if source == cell else f"{source}-{cell}/{plain}"
