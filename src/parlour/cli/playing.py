"""Commands about one game: play it, here or in the browser, step through it, look back at it, prove it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.options import (
    BoardFile,
    GameName,
    Options,
    OwnGame,
    Players,
    PositionText,
    Record,
    app,
    load_game,
    number,
    read_options,
)
from parlour.terminal.show import Screen
from parlour.text import BadChoice, MissingExtra, say, unknown


@app.command(
    epilog="parlour play parcheesi --players 2\n"
    "parlour play pollyanna --names Anna,Ben --bots 2 --save tonight.parlour\n"
    "parlour play --resume tonight.parlour"
)
def play(
    game: GameName = None,
    players: Players = None,
    names: Annotated[
        str | None, typer.Option("--names", metavar="A,B", help="Names of the people at this keyboard.")
    ] = None,
    bots: Annotated[
        int | None,
        typer.Option(
            "--bots",
            parser=number(say("number of bots"), 0),
            metavar="NUMBER",
            help="How many seats the computer plays, at random.",
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="A,B",
            help="Who sits where: you, a name, bot:1 to bot:6, random or another bot, such as you,bot:3.",
        ),
    ] = None,
    options: Options = None,
    dice: Annotated[
        str | None,
        typer.Option(
            "--dice",
            metavar="KIND",
            help="checkable (can be proved fair afterwards), seeded, or typed in from real dice.",
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="SEED", help="Seeded dice: the same again.")
    ] = None,
    secret: Annotated[
        list[str] | None,
        typer.Option(
            "--secret",
            metavar="TEXT",
            help="Words of your own that checkable dice must use; once for each person.",
        ),
    ] = None,
    board: BoardFile = None,
    position: PositionText = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Save the game here after every move.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on with a saved game.")
    ] = None,
    auto_roll: Annotated[bool, typer.Option("--auto-roll", help="Roll without waiting for Enter.")] = False,
    auto_move: Annotated[
        bool, typer.Option("--auto-move", help="Play the only move there is at once.")
    ] = False,
    drawing: Annotated[
        bool,
        typer.Option(
            "--drawing/--no-drawing", help="Draw the board before you move, or say in words what is where."
        ),
    ] = True,
) -> None:
    """Play here, line by line, with others or against the computer."""
    from parlour.terminal.play import Manner
    from parlour.terminal.setup import Wishes, play_here

    wishes = Wishes(
        game=game,
        players=players,
        names=[n.strip() for n in names.split(",")] if names else None,
        bots=bots,
        seats=seats,
        options=read_options(options),
        dice=dice,
        seed=seed,
        board=board,
        position=position,
        save=save,
        resume=resume,
        secrets=list(secret or ()),
        manner=Manner(auto_roll, auto_move, drawing),
    )
    raise typer.Exit(play_here(Screen(), wishes))


@app.command(epilog="parlour replay tonight.parlour\nparlour replay tonight.parlour --ply 40")
def replay(
    file: Record,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply",
            parser=number(say("number of an event"), 0),
            metavar="NUMBER",
            help="Show only this moment of the game.",
        ),
    ] = None,
    game: OwnGame = None,
) -> None:
    """Step through a saved game. In a pipe, print all of it."""
    from parlour.terminal.replay import replay as show

    show(Screen(), file, ply, game)


@app.command(
    epilog="parlour review tonight.parlour --html tonight.html\n"
    "parlour review tonight.parlour --ply 40 --bot search:simulations=5000\n"
    "parlour review --game parcheesi --position POSITION"
)
def review(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A game that was saved, at its end.")
    ] = None,
    bot: Annotated[
        str | None,
        typer.Option("--bot", metavar="BOT", help="Whose eyes: learned or careful unless told; or a level."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with the curve there.")
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply",
            parser=number(say("number of an event"), 0),
            metavar="NUMBER",
            help="Only this moment: the best actions, and why.",
        ),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print every event.")] = False,
    position: PositionText = None,
    game: Annotated[
        str | None, typer.Option("--game", metavar="GAME", help="The game of --position; or its folder.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Look back at a game. The chances by ply, the luck of the rolls, the skill of the decisions."""
    from parlour.terminal.review import review as look_back
    from parlour.terminal.review import review_position

    if (file is None) == (position is None):
        raise BadChoice(say("Say what to review: a saved game, or a position with --game and --position."))
    if position is not None:
        review_position(Screen(), load_game(game), position, bot)
    elif file is not None:
        look_back(Screen(), file, bot, ply=ply, html=html, everything=everything, as_json=json, game=game)


@app.command(epilog="parlour verify tonight.parlour")
def verify(file: Record, game: OwnGame = None) -> None:
    """Prove or disprove a finished game. Were its moves legal, its dice as promised? Exit code 1 if not."""
    from parlour.terminal.replay import verify as check_record

    raise typer.Exit(check_record(Screen(), file, game))


@app.command(epilog="parlour serve\nparlour serve --lan\nparlour serve --database tables.db --port 8080")
def serve(
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Where to listen; only this computer unless told."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            parser=number(say("port"), 0),
            metavar="NUMBER",
            help="The port, 8765 unless told; 0 takes any that is free.",
        ),
    ] = None,
    lan: Annotated[
        bool,
        typer.Option("--lan", help="Let others on your network in; prints the address and a code to scan."),
    ] = False,
    name: Annotated[
        list[str] | None,
        typer.Option(
            "--name",
            metavar="NAME",
            help="A name under which browsers call this computer; may be given several times.",
        ),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="A reverse proxy, or a network of them, that says where requests come from.",
        ),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game",
            metavar="FOLDER",
            help="The folder of a game of your own, beside those there are; may be given several times.",
        ),
    ] = None,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            "--bot",
            metavar="BOT",
            help="A bot of your own that can be chosen, such as mymodule:MyBot; may be given several times.",
        ),
    ] = None,
    database: Annotated[
        str,
        typer.Option(
            "--database",
            metavar="FILE|ADDRESS",
            help="Where tables are kept: an SQLite file, or a PostgreSQL address.",
        ),
    ] = "",
    browser: Annotated[
        bool,
        typer.Option("--browser/--no-browser", help="Open the page in a browser, if there is a display."),
    ] = True,
    keep_finished: Annotated[
        int,
        typer.Option(
            "--keep-finished",
            parser=number(say("number of days"), 0),
            metavar="DAYS",
            help="How long finished tables are kept that nobody opens any more, 90 unless told; 0 for ever.",
        ),
    ] = 90,
    keep_unfinished: Annotated[
        int,
        typer.Option(
            "--keep-unfinished",
            parser=number(say("number of days"), 0),
            metavar="DAYS",
            help="The same for games that nobody has finished, 180 unless told.",
        ),
    ] = 180,
    archive: Annotated[
        Path | None,
        typer.Option("--archive", metavar="FOLDER", help="Save records there before tables are deleted."),
    ] = None,
    operator: Annotated[
        Path | None,
        typer.Option(
            "--operator",
            metavar="FILE",
            help="The token that opens /operator and /metrics; made if the file is not there.",
        ),
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option("--certificate", metavar="FILE", help="Encrypt with this certificate (PEM)."),
    ] = None,
    key: Annotated[
        Path | None, typer.Option("--key", metavar="FILE", help="The certificate's private key (PEM).")
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            "--workers",
            parser=number(say("number of workers")),
            metavar="NUMBER",
            help="Processes that share the port and a PostgreSQL database.",
        ),
    ] = 1,
    log_level: Annotated[
        str,
        typer.Option("--log-level", metavar="LEVEL", help="What is logged: debug, info, warning or error."),
    ] = "warning",
) -> None:
    """Open the table in the browser. For you, your friends by link, and bots."""
    from parlour.games import invite

    try:
        from parlour.server.logs import LEVELS
        from parlour.server.retention import Kept
        from parlour.server.serve import Wishes
        from parlour.server.serve import serve as open_doors
    except ModuleNotFoundError as missing:
        raise MissingExtra(str(missing.name), "web") from missing
    if log_level not in LEVELS:
        raise unknown(say("log level"), log_level, LEVELS)
    invite(game or ())
    open_doors(
        Wishes(
            host,
            port,
            lan=lan,
            names=tuple(name or ()),
            database=database,
            browser=browser,
            proxies=tuple(proxy or ()),
            kept=Kept(keep_finished, keep_unfinished, archive),
            operator=operator,
            certificate=certificate,
            key=key,
            workers=workers,
            log_level=log_level,
            bots=tuple(bot or ()),
        )
    )
