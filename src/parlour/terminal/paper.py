"""A game to print: the file is written, and what does not look as it should is told."""

from __future__ import annotations

from pathlib import Path

from parlour.printing import Order, helping, pdf
from parlour.rules.game import Game
from parlour.table import files
from parlour.terminal.show import Screen
from parlour.text import say


def print_game(screen: Screen, game: Game, file: Path | None, order: Order) -> None:
    """Write the file: by default one with the game's name, in this folder."""
    file = file or Path(f"{game.id}.pdf")
    if order.address:
        order = order._replace(address=helping(order.address, game.id, order))
    made = pdf(game, order)
    files.write(file, made.file)
    screen.line(say("Ready to print at 100 %: {file}.", file=file))
    if made.missing:
        screen.line(
            say(
                "Our fonts do not have these characters, which are left blank: {letters}",
                letters=made.missing,
            )
        )
