"""The rules to read at the table: short, on two pages, and whole, with every ruling and house rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parlour.games.rulebook import Clause, Rulebook
from parlour.printing import board, fonts
from parlour.printing.press import MM, Press
from parlour.printing.prose import columns, marked, paragraph, style
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.text import Text, join, say

_SHORT = tuple(10.5 - i * 0.25 for i in range(17))  # the sizes that are tried for the short rules
_WHOLE = 8.5
_PICTURE = 74.0  # how wide the board is shown, set up


def house_rules(game: Game, p: Position) -> list[Text]:
    """The house rules of this table, in words; none for the printed game."""
    told = []
    for option in game.options:
        code = int(getattr(p, option.name))
        if code:
            names = game.words.CHOICE_WORDS[option.name]
            choice = names[code] if option.choices else str(code)
            told.append(say("{rule}: {choice}", rule=game.words.OPTION_WORDS[option.name], choice=choice))
    return told


def print_short(press: Press, game: Game, p: Position, book: Rulebook) -> None:
    """Two pages: how the board is set up, and the clauses that the game names for it."""
    chosen = list(game.box.SHORT) or [clause.id for clause in book.clauses if not clause.ruling]
    clauses = [clause for clause in book.clauses if clause.id in chosen]

    def story(size: float) -> list[Any]:
        found = [
            paragraph(book.title, style(size * 1.7, bold=True, after=size * 0.3)),
            *([paragraph(game.words.AIM, style(size * 1.05, after=size * 0.6))] if game.words.AIM else []),
            *_picture(press, game, p),
            *_house(game, p, size),
        ]
        return found + _sections(clauses, size, lambda clause: [paragraph(clause.text, _body(size))])

    columns(press, say("the rules in short"), story, _SHORT, most=2)


def print_whole(press: Press, game: Game, p: Position, book: Rulebook) -> None:
    """Every clause with its name, its ruling and the house rules that change it."""
    press.written(" ".join([book.introduction, *(clause.text + clause.ruling for clause in book.clauses)]))

    def story(size: float) -> list[Any]:
        head = [paragraph(book.title, style(size * 1.7, bold=True, after=size * 0.3))]
        head += [paragraph(part, _body(size)) for part in book.introduction.split("\n\n") if part]
        head += _house(game, p, size)
        return head + _sections(book.clauses, size, lambda clause: _whole(clause, game, p, size))

    columns(press, say("the whole rules"), story, (_WHOLE,))


def _body(size: float) -> Any:
    return style(size, after=size * 0.35)


def _picture(press: Press, game: Game, p: Position) -> list[Any]:
    scene = game.scene.board()
    if scene is None:
        return []
    from reportlab.graphics import renderPDF
    from reportlab.platypus import Flowable

    made = board.drawing(press, scene, game.scene.pieces(p))
    scale = _PICTURE * MM / made.width

    class Picture(Flowable):  # type: ignore[misc]
        """The board, so small that it stands in a column."""

        hAlign = "CENTER"

        def wrap(self, *room: float) -> tuple[float, float]:
            self.width, self.height = made.width * scale, made.height * scale
            return self.width, self.height

        def draw(self) -> None:
            self.canv.scale(scale, scale)
            renderPDF.draw(made, self.canv, 0, 0)

    return [Picture(), paragraph(say("The board at the start."), style(8, after=6, centre=True))]


def _house(game: Game, p: Position, size: float) -> list[Any]:
    told = house_rules(game, p)
    if not told:
        return []
    heading = paragraph(
        say("House rules at this table"), style(size * 1.15, bold=True, before=size * 0.4, after=size * 0.2)
    )
    return [heading, *(paragraph(say("- {reason}", reason=rule), _body(size)) for rule in told)]


def _sections(clauses: Sequence[Clause], size: float, body: Any) -> list[Any]:
    found: list[Any] = []
    section = ""
    for clause in clauses:
        if clause.section != section:
            section = clause.section
            found.append(
                paragraph(section, style(size * 1.15, bold=True, before=size * 0.5, after=size * 0.2))
            )
        found += body(clause)
    return found


def _whole(clause: Clause, game: Game, p: Position, size: float) -> list[Any]:
    from reportlab.platypus import Paragraph

    parts: list[Text | str] = [clause.text]
    if clause.ruling:
        parts.append(say("Ruling: {ruling}", ruling=clause.ruling))
    for flag in clause.flags:
        first, *others = flag.choices
        parts.append(
            say(
                "House rule {flag}: {first} (as described) | {others}",
                flag=flag.name,
                first=first,
                others=" | ".join(others),
            )
        )
        value = game.option_values(p).get(flag.name)
        if value is not None:
            parts.append(say("At this table: {choice}.", choice=value))
    return [
        Paragraph(f'<font name="{fonts.BOLD}">{clause.id}</font> {marked(str(join(parts)))}', _body(size))
    ]
