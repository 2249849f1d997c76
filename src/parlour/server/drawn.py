"""What is to be seen of a position, as messages: pieces, gestures, what is in a hand, dice.

Whoever calls hands over a view; nothing here knows a table, so lessons are drawn by the same lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.draw import scene as drawing
from parlour.draw.svg import ornaments
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.server import protocol
from parlour.table import Match, Move


def scene(game: Game, seen: Position) -> protocol.Scene | None:
    """The pieces, and what else lies on the board."""
    board = game.scene.board()
    if board is None:
        return None
    extras = game.scene.extras(seen)
    pieces = [
        protocol.Piece(
            key=f"{piece.seat}/{piece.space}/{piece.slot}",
            seat=piece.seat,
            letter=piece.letter,
            shape=piece.shape,
            colour=board.looks[piece.seat].colour,
            space=piece.space,
            x=round(slot.x, 2),
            y=round(slot.y, 2),
            size=round(slot.size, 2),
            label=str(piece.label),
            tile=_tile(piece.tile),
        )
        for piece, slot in board.place(game.scene.pieces(seen))
    ]
    return protocol.Scene(pieces, ornaments(extras), [str(text) for text in drawing.told_of(extras)])


def move(game: Game, seen: Position, offered: Move) -> protocol.Move:
    """A move on offer, and how it is made by hand."""
    return protocol.Move(
        code=offered.code,
        notation=offered.notation,
        offer=str(offered.offer),
        group="" if offered.group is None else str(offered.group),
        fields=dict(offered.fields),
        gesture=_gesture(game.scene.gesture(seen, offered.code)),
    )


def happened(game: Game, before: Position, code: int, after: Position) -> protocol.Gesture | None:
    """How pieces went from one position to the next, where any did."""
    if game.scene.pieces(before) == game.scene.pieces(after):
        return None
    return _gesture(game.scene.gesture(before, code))


def held(game: Game, seen: Position, chair: int | None) -> list[protocol.Held]:
    """What the one who looks has in hand."""
    some = [] if chair is None else game.scene.held(seen, chair)
    return [protocol.Held(h.kind, str(h.text), h.count, h.worth, h.colour) for h in some]


def amounts(game: Game, moves: Sequence[protocol.Move]) -> dict[str, protocol.Amount]:
    """How the fields of these moves are set by hand, where the game says so."""
    return {
        field: protocol.Amount(
            str(amount.name),
            {k: protocol.AmountPart(str(p.name), p.worth, p.colour) for k, p in amount.parts.items()},
            "" if amount.total is None else str(amount.total),
        )
        for field, amount in game.words.AMOUNTS.items()
        if any(field in move.fields for move in moves)
    }


def faces(match: Match, n: int) -> list[list[int]]:
    """What dice showed, row by row; nothing for cards, which are not for everybody."""
    event = match.events[n - 1]
    if event.kind != "roll" or event.code is None:
        return []
    before, _ = match.around(n)
    return [[int(face) for face in row] for row in match.game.words.faces(before, event.code)]


def _gesture(gesture: drawing.Gesture | None) -> protocol.Gesture | None:
    if gesture is None:
        return None
    also = [g for one in gesture.also if (g := _gesture(one)) is not None]
    path = list(gesture.path)
    return protocol.Gesture(gesture.pick, gesture.drop, gesture.seat, path, also, _tile(gesture.tile))


def _tile(tile: drawing.Tile | None) -> protocol.Tile | None:
    return None if tile is None else protocol.Tile(list(tile.ends), tile.plain, tile.bright)
