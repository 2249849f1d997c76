"""What is to be seen of a position, as messages: pieces, gestures, what is in a hand, dice.

Whoever calls hands over a view; nothing here knows a table, so lessons are drawn by the same lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from parlour.draw import scene as drawing
from parlour.draw.svg import ornaments
from parlour.rules.game import Game
from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.server import protocol
from parlour.table import Match, Move, sensible
from parlour.table.naming import legal_codes
from parlour.text import Text, spoken

MANY_MOVES = 600  # of longer lists only so many are sent, and the rest on request


class Standing:
    """Where the pieces stand in the last two positions that were looked at: each is asked for several times,
    and none of them is changed any more."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: list[tuple[Position, Sequence[drawing.Piece]]] = []

    def pieces(self, game: Game, seen: Position) -> Sequence[drawing.Piece]:
        """The pieces of this very position."""
        for position, pieces in self._known:
            if position is seen:
                return pieces
        pieces = game.scene.pieces(seen)
        self._known = [*self._known[-1:], (seen, pieces)]
        return pieces


def scene(game: Game, seen: Position, standing: Standing | None = None) -> protocol.Scene | None:
    """The pieces, and what else lies on the board."""
    board = game.scene.board()
    if board is None:
        return None
    language = spoken()
    found = game.scene.pieces(seen) if standing is None else standing.pieces(game, seen)
    pieces = [_piece(board, piece, crowd, language) for piece, crowd in board.crowded(found)]
    extras = game.scene.extras(seen)
    if not extras:
        return protocol.Scene(pieces, "", "", [])
    low = [extra for extra in extras if drawing.is_low(extra)]
    high = [extra for extra in extras if not drawing.is_low(extra)]
    told = [str(text) for text in drawing.labels_of(extras)]
    return protocol.Scene(pieces, ornaments(low), ornaments(high), told)


def _piece(board: drawing.Scene, piece: drawing.Piece, crowd: int, language: str) -> protocol.Piece:
    """A piece among so many on its space: made once for all tables, so nobody changes it."""
    known: protocol.Piece | None = piece.memo.get((language, crowd))
    if known is None:
        slot = board.stand(piece, crowd)
        known = piece.memo[language, crowd] = protocol.Piece(
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
    return known


def moves(game: Game, seen: Position, offered: Sequence[Move]) -> list[protocol.Move]:
    """Moves on offer; of a very long list a part, with those in it that a person thinks of first."""
    first = sensible(offered)
    kept = [one for n, one in enumerate(offered) if n < MANY_MOVES or one.code in first]
    return [move(game, seen, one, one.code in first) for one in kept]


def move(game: Game, seen: Position, offered: Move, first: bool = False) -> protocol.Move:
    """A move on offer, and how it is made by hand."""
    return protocol.Move(
        code=offered.code,
        notation=offered.notation,
        offer=str(offered.offer),
        group="" if offered.group is None else str(offered.group),
        fields=dict(offered.fields),
        gesture=_gesture(game.scene.gesture(seen, offered.code)),
        sensible=first,
        badge=_badge(game.scene.badge(seen, offered.code)),
        again=None if (again := game.scene.again(seen, offered.code)) is None else list(again),
    )


def happened(
    game: Game, before: Position, code: int, after: Position, standing: Standing | None = None
) -> protocol.Gesture | None:
    """How pieces went from one position to the next, where any did."""
    if game.has_secrets:  # where the position may be a view, in which the action makes no sense
        moved = game.scene.pieces(before) != game.scene.pieces(after)
        return _gesture(game.scene.gesture(before, code)) if moved else None
    gesture = game.scene.gesture(before, code)
    standing = standing or Standing()
    if gesture is None or standing.pieces(game, before) == standing.pieces(game, after):
        return None
    return _gesture(gesture)


def held(game: Game, seen: Position, chair: int | None) -> list[protocol.Held]:
    """What the one who looks has in hand."""
    some = [] if chair is None else game.scene.held(seen, chair)
    return [_held(one) for one in some]


def _held(h: drawing.Held) -> protocol.Held:
    return protocol.Held(h.kind, str(h.text), h.count, h.worth, h.colour, h.icon, h.short, h.name)


def signs(match: Match, seen: Position, chairs: Iterable[int]) -> dict[str, list[protocol.Sign]]:
    """The signs on the cards of these seats, where there are any."""
    found = {chair: match.game.scene.signs(seen, chair) for chair in chairs}
    language = spoken()
    return {
        str(chair): [_sign(match, sign, language) for sign in some] for chair, some in found.items() if some
    }


def _sign(match: Match, sign: drawing.Sign, language: str) -> protocol.Sign:
    """Made once for all tables, unless it names people."""
    told = match.tell(sign.text)
    if told is not sign.text:
        return protocol.Sign(sign.icon, str(told), sign.short, sign.colour, sign.share)
    known: protocol.Sign | None = sign.memo.get(language)
    if known is None:
        known = sign.memo[language] = protocol.Sign(sign.icon, str(told), sign.short, sign.colour, sign.share)
    return known


def sealed(match: Match, seen: Position) -> protocol.Sealed | None:
    """Sealed choices that are being made, or were opened last."""
    found = match.game.scene.sealed(seen)
    if found is None:
        return None
    fists = [
        protocol.Fist(f.seat, f.state, str(match.tell(f.text)), [_held(h) for h in f.holds], f.best)
        for f in found.fists
    ]
    title, stake, note = (str(match.tell(text)) for text in (found.title, found.stake, found.note))
    outcome = "" if found.outcome is None else str(match.tell(found.outcome))
    return protocol.Sealed(title, stake, note, fists, found.icon, found.short, found.colour, outcome)


def stakes(match: Match, seen: Position, chair: int | None) -> list[str]:
    """What is worth knowing for the question now asked."""
    told = match.game.words.stakes(seen, NOBODY if chair is None else chair)
    return [str(match.tell(text)) for text in told]


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


def thrown(match: Match, n: int) -> list[protocol.Dice]:
    """What dice showed, row by row; nothing for cards, which are not for everybody."""
    event = match.events[n - 1]
    if event.kind != "roll" or event.code is None:
        return []
    before, _ = match.look_around(n)
    return [_dice(row) for row in match.game.scene.thrown(before, event.code)]


def due(game: Game, seen: Position) -> list[protocol.Dice]:
    """The dice that are thrown next, with faces that nobody has seen."""
    outcomes = legal_codes(game, seen)
    rows = game.scene.thrown(seen, outcomes[0]) if outcomes else ()
    return [protocol.Dice([0] * len(row.faces), row.colour) for row in rows]


def shown(
    game: Game, seen: Position, last: protocol.Shown | None, tell: Callable[[Text], Text] | None = None
) -> protocol.Shown | None:
    """The dice that lie there; where none do, those thrown last, which are used up. `tell` names people."""
    lying = [_dice(row, tell) for row in game.scene.dice(seen)]
    if lying:
        text = last.text if last else "/".join("-".join(map(str, row.faces)) for row in lying)
        return protocol.Shown(text, lying, last.seq if last else 0, last.by if last else None)
    if last is None:
        return None
    spent = [protocol.Dice(r.faces, r.colour, [True] * len(r.faces), r.label) for r in last.rows]
    return protocol.Shown(last.text, spent, last.seq, last.by)


def _dice(row: drawing.Dice, tell: Callable[[Text], Text] | None = None) -> protocol.Dice:
    label = "" if row.label is None else str(tell(row.label) if tell else row.label)
    return protocol.Dice([int(face) for face in row.faces], row.colour, list(row.used), label)


def _badge(badge: drawing.Badge | None) -> protocol.Badge | None:
    return None if badge is None else protocol.Badge([int(n) for n in badge.dice], str(badge.text))


def _gesture(gesture: drawing.Gesture | None) -> protocol.Gesture | None:
    if gesture is None:
        return None
    also = [g for one in gesture.also if (g := _gesture(one)) is not None]
    path = list(gesture.path)
    tile, onward = _tile(gesture.tile), list(gesture.onward)
    return protocol.Gesture(gesture.pick, gesture.drop, gesture.seat, path, also, tile, onward)


def _tile(tile: drawing.Tile | None) -> protocol.Tile | None:
    return None if tile is None else protocol.Tile(list(tile.ends), tile.plain, tile.bright, tile.live)
