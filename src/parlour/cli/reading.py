"""Commands that tell what there is to know of a game: its rules, its board, its odds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.options import (
    BoardFile,
    GameName,
    Options,
    Players,
    PositionText,
    app,
    load_game,
    number,
    read_options,
)
from parlour.terminal.show import Screen
from parlour.text import BadChoice, MissingExtra, say


@app.command(epilog="parlour rules parcheesi\nparlour rules parcheesi PAR-BLOCK-2\nparlour rules --ledger")
def rules(
    game: GameName = None,
    clause: Annotated[
        str | None, typer.Argument(metavar="CLAUSE", help="One clause, or the first part of several.")
    ] = None,
    ledger: Annotated[
        bool,
        typer.Option("--ledger", help="Print clause, code and tests; exit code 1 when a clause has no test."),
    ] = False,
) -> None:
    """Read the rules, clause by clause."""
    from parlour.terminal.read import print_ledger, print_rules

    if ledger:
        raise typer.Exit(print_ledger(Screen(), game, clause))
    print_rules(Screen(), load_game(game), clause)


@app.command(
    epilog="parlour board parcheesi\nparlour board pollyanna --svg board.svg\n"
    "parlour board doubletrack --edit"
)
def board(
    game: GameName = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Write a drawing (SVG) instead of text; - prints it."),
    ] = None,
    position: PositionText = None,
    board: BoardFile = None,
    edit: Annotated[
        bool,
        typer.Option(
            "--edit", help="Open a page where you correct the board on its drawing, play on it and save it."
        ),
    ] = False,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", parser=number(say("port"), 0), metavar="NUMBER", help="The port of that page's server."
        ),
    ] = None,
    browser: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the page in a browser, if there is a display."),
    ] = True,
) -> None:
    """Draw a board, empty or with a position on it; or correct it."""
    from parlour.terminal.read import draw_board

    if edit:
        _edit(game, board, port, browser)
        return
    draw_board(Screen(), load_game(game, board), svg, position)


def _edit(game: str | None, board: Path | None, port: int | None, browser: bool) -> None:
    """Serve the page of a board; a file of one's own travels behind the # of its address."""
    import base64

    from parlour.games import invite, names

    try:
        from parlour.server.serve import Wishes, serve
    except ModuleNotFoundError as missing:
        raise MissingExtra(str(missing.name), "web") from missing
    if game is None:
        raise BadChoice(say("Which game’s board? Name one."))
    if Path(game).is_dir() and game not in names():
        invite([game])
        game = Path(game).resolve().name
    page = f"board/{load_game(game).id}"
    if board is not None and board.is_file():
        page += f"#text={base64.urlsafe_b64encode(board.read_bytes()).decode()}"
    elif board is not None:
        load_game(game, board)  # or an error that names the boards there are
        page += f"?board={board}"
    serve(Wishes(port=port, browser=browser, page=page))


@app.command(
    epilog="parlour odds doubleswild\n"
    "parlour odds doubleswild battle attacker=2-5-6 defender=1-4-5 round=3 to_act=attacker\n"
    "parlour odds tritrac tracks --board star16 --json"
)
def odds(
    game: GameName = None,
    topic: Annotated[
        str | None, typer.Argument(metavar="TOPIC", help="What to ask about; without it, what there is.")
    ] = None,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help="What the topic may be told.")
    ] = None,
    options: Options = None,
    board: BoardFile = None,
    position: PositionText = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Print exact odds. Of the dice, of a battle, of the ways to win; or those that matter in a position."""
    from parlour.terminal.odds import print_odds

    print_odds(
        Screen(),
        load_game(game, board),
        topic,
        words or (),
        options=read_options(options),
        position=position,
        as_json=json,
    )


@app.command(
    "print",
    epilog="parlour print parcheesi --pdf parcheesi.pdf\n"
    "parlour print doubletrack --pdf doubletrack.pdf --paper letter --ink light --language de",
)
def print_(
    game: GameName = None,
    pdf: Annotated[Path | None, typer.Option("--pdf", metavar="FILE", help="The file to write.")] = None,
    paper: Annotated[str, typer.Option("--paper", metavar="PAPER", help="a4 or letter.")] = "a4",
    ink: Annotated[str, typer.Option("--ink", metavar="INK", help="full or light.")] = "full",
    one_sheet: Annotated[
        bool,
        typer.Option("--one-sheet", help="The whole board on one sheet, and its pieces so much smaller."),
    ] = False,
    language: Annotated[
        str | None, typer.Option("--language", metavar="LANGUAGE", help="The language of what is printed.")
    ] = None,
    address: Annotated[
        str,
        typer.Option(
            "--address",
            metavar="ADDRESS",
            help="Where you serve tables, such as http://192.168.1.5:8765: a code on the sheet leads there.",
        ),
    ] = "",
    players: Players = None,
    options: Options = None,
    board: BoardFile = None,
) -> None:
    """Make a game to print at home (PDF): board, pieces, cards, dice to fold, and the rules."""
    from parlour.printing import Order
    from parlour.terminal.paper import print_game

    wishes = read_options(options)
    order = Order(paper.lower(), ink.lower(), players, wishes, language, one_sheet, address=address)
    print_game(Screen(), load_game(game, board), pdf, order)


@app.command(epilog="parlour games")
def games() -> None:
    """List the games there are."""
    from parlour.terminal.read import list_games

    list_games(Screen())
