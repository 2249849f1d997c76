"""The whole file, page by page: what is in it, the board, the parts, sheets to write on, the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from parlour.draw.box import Card, Figure, Part, Sheet, enough
from parlour.games.rulebook import Rulebook, rulebook
from parlour.printing import Order, Printed, board, leaflet
from parlour.printing.ink import INKS
from parlour.printing.pieces import Item, items
from parlour.printing.press import DARK, FOOT, HAIR, HEAD, LINE, MARGIN, PAPERS, Press
from parlour.printing.prose import block
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.text import BadChoice, Text, join, say, spoken

_GAP = 3.6  # between parts: two bleeds, and the width of a pair of scissors
_CAPTION = 5.0


def print_game(game: Game, order: Order) -> Printed:
    """The file for a game, in the language now spoken."""
    scene = game.scene.board()
    if scene is None:
        raise BadChoice(say("{game} comes without a drawing of its board.", game=game.words.TITLE))
    starts = tables(game, order)
    start = starts[0]
    parts = enough(game.box.parts(p) for p in starts)
    press = Press(PAPERS[order.paper], INKS[order.ink], str(game.words.TITLE), spoken())
    span = float(game.box.SPAN)
    whole = board.one_sheet(scene, press.paper)
    used = min(span, whole) if order.one_sheet else span
    laid = board.plan(scene, used, press.paper)
    book = rulebook(game) if game.rulebook.is_file() else None
    _cover(press, game, start, parts, laid, order.address)
    board.print_board(press, scene, laid)
    _parts(press, parts, used / span, book)
    for sheet in (part for part in parts if isinstance(part, Sheet)):
        for _ in range(sheet.count):
            _table(press, sheet)
    if book is not None and order.rules:
        leaflet.print_short(press, game, start, book)
        leaflet.print_whole(press, game, start, book)
    return Printed(press.finish(), "".join(sorted(press.unknown)))


def tables(game: Game, order: Order) -> list[Position]:
    """The starting positions that the box shall be enough for; the first one is shown."""
    if order.players is not None:
        return [game.new(order.players, order.options)]
    found: list[Position] = []
    refused: BadChoice | None = None
    for players in sorted(game.rules.SEATS, reverse=True):
        try:
            found.append(game.new(players, order.options))
        except BadChoice as error:  # a house rule that is not for so many
            refused = error
    if not found and refused is not None:
        raise refused
    return found


# ---------------------------------------------------------------- the first page


def _cover(
    press: Press, game: Game, p: Position, parts: Sequence[Part], laid: board.Plan, address: str
) -> None:
    press.page(say("what is in this file"), ruler=False)
    left, _, right, top = press.area
    left += 6
    wide = right - left - 6
    y = top - 14
    press.words(left, y, str(game.words.TITLE), 13, bold=True, align="left", room=wide)
    y -= 8
    block(press, str(game.words.AIM or game.words.BLURB), left, y - 16, wide, 18, most=4.2)
    y -= 26
    below = _code(press, address, right - _CODE, y + 4) if address else y
    y = _heading(press, left, y, say("In the box"))
    size = {"width": round(laid.span), "height": round(laid.height)}
    sheets = say("board, {width} × {height} mm, on {sheets:sheet|sheets}", **size, sheets=laid.sheets)
    for count, name in ((1, sheets), *((count, name) for name, count in listed(parts))):
        line = join([count, name], " × ")
        press.rect(left, y - 0.4, 3, 3, edge=DARK, wide=LINE)
        press.words(left + 6, y, line, 3.7, align="left", room=wide - _CODE - 14)
        y -= 5.3
    y = _heading(press, left, min(y - 4, below), say("How to make it"))
    for number, step in enumerate(_steps(laid, parts), 1):
        press.words(left, y, f"{number}.", 3.7, bold=True, align="left")
        block(press, str(step), left + 6, y - 9, wide - 6, 12, most=3.7)
        y -= 10.6
    y = _heading(press, left, y - 3, say("Does the scale hold?"))
    press.ruler(left, y - 1, 100)
    y -= 12
    told = leaflet.house_rules(game, p)
    if told:
        y = _heading(press, left, y, say("House rules at this table"))
        for rule in told[:8]:
            press.words(left, y, rule, 3.4, align="left", room=wide)
            y -= 4.8
    scene = game.scene.board()
    about = [scene.note, scene.about] if scene is not None else []
    owned = say(
        "It plays by the rules of {game}; the name belongs to its owners. Words and drawings are ours, "
        "under the Apache License 2.0. Font: Lato, under the SIL Open Font License.",
        game=game.words.TITLE,
    )
    foot = join([*about, owned])
    block(press, str(foot), left, MARGIN + 1, wide, 16, most=2.6)


_QUIET = 4  # modules left white round a code, so that cameras find it
_CODE = 32.0  # how wide it is


def _code(press: Press, address: str, x: float, top: float) -> float:
    """A code that leads a phone to help with this game: score, dice, and what is allowed. Returns where what
    comes below it may begin: nothing must be printed over a code."""
    import segno

    rows = [list(row) for row in segno.make(address, error="m", micro=False).matrix]
    size = _CODE / (len(rows) + 2 * _QUIET)
    y = top - _CODE
    for j, row in enumerate(rows):
        for i, dark in enumerate(row):
            if dark:
                left, low = x + (i + _QUIET) * size, y + _CODE - (j + _QUIET + 1) * size
                press.rect(left, low, size * 1.02, size * 1.02, fill="#000000", edge=None)
    press.words(x + _CODE / 2, y - 3.2, say("Help while you play"), 3, bold=True, room=_CODE)
    press.words(x + _CODE - 2, y - 6.8, address, 2.2, align="right", room=2 * _CODE)
    return y - 15


def listed(parts: Iterable[Part]) -> list[tuple[Text, int]]:
    """How many there are of everything, by name."""
    found: dict[str, tuple[Text, int]] = {}
    for part in parts:
        name = str(part.name)
        found[name] = (part.name, found.get(name, (part.name, 0))[1] + part.count)
    return [(name, count) for name, count in found.values() if count]


def _steps(laid: board.Plan, parts: Sequence[Part]) -> list[Text]:
    found = [
        say(
            "Print at 100 % (“actual size”), never “fit to page”. Thick paper, 160 g/m² or more, is best for "
            "board and parts."
        ),
        say("Cut along full lines, fold along dashed ones; score folds with a blunt knife first."),
    ]
    if laid.sheets > 1:
        found.append(
            say(
                "Lay the board's sheets as the small map shows. Cut edges off where it says so and glue them "
                "on the strips of their neighbours, up to the dashed line. Glue all of it on cardboard."
            )
        )
    else:
        found.append(say("Glue the board on cardboard, so that it lies flat."))
    if any(isinstance(part, Figure) for part in parts):
        found.append(
            say(
                "Figures become little tents: the floor folds in, and the edge marked “glue” goes behind the "
                "front."
            )
        )
    if any(isinstance(part, Card) for part in parts):
        found.append(say("Cards are folded once and glued back to back, so that nothing shines through."))
    return found


def _heading(press: Press, x: float, y: float, words: Text) -> float:
    press.words(x, y, words, 5, bold=True, align="left")
    return y - 7.5


# ---------------------------------------------------------------- parts, packed in rows


def _parts(press: Press, parts: Sequence[Part], shrink: float, book: Rulebook | None) -> None:
    """All parts on as few pages as rows allow, those of one name together."""
    clauses = {clause.id: clause.text for clause in book.clauses} if book else {}
    shelf = _Shelf(press)
    for name, count in listed(parts):
        made = [
            item
            for part in parts
            if str(part.name) == str(name)
            for item in items(part, shrink, lambda clause: clauses.get(clause, ""))
        ]
        if made:
            shelf.add(join([count, name], " × "), made)


class _Shelf:
    """Fills pages from above, row by row. A small group stands beside the one before it, if there is room."""

    def __init__(self, press: Press) -> None:
        self.press = press
        self.x = self.top = self.low = 0.0
        self.open = False

    def add(self, name: Text, made: list[Item]) -> None:
        left, bottom, right, _ = self._area()
        across = sum(item.width + _GAP for item in made) - _GAP
        high = max(item.height for item in made)
        if self.open and (self.x + across > right or self.top - _CAPTION - high < bottom):
            self._next_row()
        if not self.open or self.top - _CAPTION - high < bottom:
            self._page()
        self._caption(name, right - self.x)
        below = self.top - _CAPTION
        for item in made:
            if self.x + item.width > right + 1e-6:
                self._next_row()
                below = self.top
                if below - item.height < bottom:
                    self._page()
                    self._caption(name, right - left)
                    below = self.top - _CAPTION
            item.draw(self.press, self.x, below - item.height)
            self.x += item.width + _GAP
            self.low = min(self.low, below - item.height)
        self.x += _GAP

    def _area(self) -> tuple[float, float, float, float]:
        paper = self.press.paper  # parts are on upright sheets, whatever the page before was
        return MARGIN + 1.5, FOOT + 1.5, paper.width - MARGIN - 1.5, paper.height - HEAD

    def _page(self) -> None:
        self.press.page(say("parts"))
        left, _, _, top = self._area()
        self.x, self.top, self.low, self.open = left, top, top, True

    def _next_row(self) -> None:
        self.x, self.top = self._area()[0], self.low - _GAP

    def _caption(self, name: Text, room: float) -> None:
        self.press.words(self.x, self.top - 3.2, name, 2.8, align="left", room=room)


# ---------------------------------------------------------------- sheets to write on


def _table(press: Press, sheet: Sheet) -> None:
    press.page(sheet.name, ruler=False)
    left, bottom, right, top = press.area
    head, margin = 9.0, 12.0
    high = (top - bottom - head) / sheet.rows
    wide = (right - left - margin) / len(sheet.columns)
    for i, name in enumerate(sheet.columns):
        x = left + margin + i * wide
        press.rect(x, bottom, wide, top - bottom, edge=DARK, wide=LINE)
        press.words(x + wide / 2, top - head + 3, name, 4.2, bold=True, room=wide - 3)
    for row in range(sheet.rows):
        y = top - head - row * high
        press.line((left, y), (right, y), LINE if row == 0 else HAIR)
        press.words(left + margin - 3, y - high / 2 - 1, str(row + 1), 2.8, align="right")
