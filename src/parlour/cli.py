"""The `parlour` command: every command's options, and what happens to errors.

Each command reads its options, then hands over to a module of `parlour.terminal`; those are
imported only when they are needed, so that help and the menu appear at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from parlour.rules.run import whole
from parlour.terminal.show import Screen, wanted_language
from parlour.text import (
    BadChoice,
    MissingExtra,
    ParlourError,
    Text,
    choose_language,
    join,
    nearest,
    say,
    unknown,
)

USAGE, STOPPED, BROKEN = 2, 130, 70  # exit codes, besides 0 and a command's own 1


class _Commands(TyperGroup):
    """Our commands; a word that is none gets an answer in our own words."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-"):
            from parlour.games import names

            if args[0].lower() in names():
                raise BadChoice(say("To play it, type: parlour play {game}", game=args[0].lower()))
            raise unknown(say("command"), args[0], self.commands)
        return super().resolve_command(ctx, args)


app = typer.Typer(
    name="parlour",
    cls=_Commands,
    help="Board games that are out of print, back at your table.",
    epilog="parlour play parcheesi",
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _players(value: str) -> int:
    """Any number: the game says which ones it is for."""
    return int(value) if value.lstrip("-").isdecimal() else whole(value, say("number of players"), 1)


def _number(what: Text, least: int = 1) -> Callable[[str], int]:
    """Reads a whole number, and says what was expected when it is none."""

    def read(value: str) -> int:
        return whole(value, what, least)

    return read


def _share(what: Text) -> Callable[[str], float]:
    """Reads a number from 0 to 1."""

    def read(value: str) -> float:
        try:
            number = float(value)
        except ValueError:
            number = -1.0
        if not 0 <= number <= 1:
            raise BadChoice(say("The {what} is a number from 0 to 1, not “{value}”.", what=what, value=value))
        return number

    return read


GameName = Annotated[
    str | None, typer.Argument(metavar="GAME", help="A game's name; `parlour games` lists them.")
]
Record = Annotated[Path, typer.Argument(metavar="FILE", help="A game that was saved.")]
OwnGame = Annotated[
    str | None,
    typer.Option("--game", metavar="FOLDER", help="Where the game is, when it is not one of ours."),
]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", parser=_players, metavar="NUMBER", help="How many play."),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--options",
        "-o",
        metavar="NAME=VALUE",
        help="A house rule; may be given several times. `parlour rules GAME` names them.",
    ),
]
BoardFile = Annotated[
    Path | None,
    typer.Option(
        "--board",
        metavar="NAME|FILE",
        help="Another board that comes with the game, or a board file of your own (TOML).",
    ),
]

PositionText = Annotated[
    str | None,
    typer.Option(
        "--position", metavar="POSITION", help="A position: its JSON, its code, or a file of either."
    ),
]


@app.callback(invoke_without_command=True)
def start(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and leave.")] = False,
    lang: Annotated[
        str | None, typer.Option("--lang", metavar="LANGUAGE", help="The language to speak, such as en.")
    ] = None,
    debug: Annotated[  # taken out by `run`, wherever it stands; here for the help
        bool, typer.Option("--debug", help="Show the traceback of an unexpected error.")
    ] = False,
) -> None:
    """Board games that are out of print, back at your table. Without a command: a menu."""
    if version:
        from importlib.metadata import PackageNotFoundError
        from importlib.metadata import version as installed

        try:
            typer.echo(f"parlour {installed('parlour')}")
        except PackageNotFoundError:
            typer.echo("parlour")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from parlour.terminal.menu import menu

        menu(Screen())


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
            parser=_number(say("number of bots"), 0),
            metavar="NUMBER",
            help="How many seats the computer plays, at random.",
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="A,B",
            help="Who sits where: you, a name, bot:1 to bot:5, random or another bot, such as you,bot:3.",
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
    from parlour.terminal.setup import Wishes, play_here, read_options

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


@app.command(
    epilog="parlour sim parcheesi --games 100000 --players 4\n"
    "parlour sim pollyanna --games 1000 --players 2 --seed 7 --json"
)
def sim(
    game: GameName = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            parser=_number(say("number of games")),
            metavar="NUMBER",
            help="How many games to play.",
        ),
    ] = 10_000,
    players: Players = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            "-t",
            parser=_number(say("number of threads")),
            metavar="NUMBER",
            help="How many cores to use; all of them unless told.",
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="NUMBER", help="The same seed gives the same games.")
    ] = "0",
    options: Options = None,
    board: BoardFile = None,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Play many random games and report who wins. Also how long games last, and what happens in them."""
    from parlour.terminal.setup import read_options
    from parlour.terminal.simulate import simulate

    simulate(
        Screen(),
        _load(game, board),
        games,
        players,
        read_options(options),
        seed=seed,
        threads=threads,
        ray=ray,
        as_json=json,
    )


@app.command(
    epilog="parlour arena parcheesi --bots 3,2,careful --games 1000 --players 2\n"
    "parlour arena doubletrack --bots 5,random,random,random --games 400 --out doubletrack-arena\n"
    "parlour arena doubletrack --bots 5,random,random,random --games 400 --out doubletrack-arena --resume"
)
def arena(
    game: GameName = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            metavar="A,B,C",
            help="Who plays: levels (1 to 5) or kinds such as careful, random, search:simulations=2000. "
            "As many as seats: that table, in every rotation. More: every choice of them. Fewer: they "
            "share the seats.",
        ),
    ] = "5,careful,random",
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            parser=_number(say("number of games")),
            metavar="NUMBER",
            help="How many games to play at least; rounds are played whole.",
        ),
    ] = 200,
    players: Players = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="NUMBER", help="The same seed gives the same games.")
    ] = "0",
    options: Options = None,
    board: BoardFile = None,
    opening: Annotated[
        int | None,
        typer.Option(
            "--opening",
            parser=_number(say("number of random moves"), 0),
            metavar="NUMBER",
            help="How many random decisions begin a game; 4 unless told where there are no dice.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            parser=_number(say("number of processes")),
            metavar="NUMBER",
            help="How many processes play; one for every core unless told.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FOLDER", help="Keep every game, the results (JSON) and a report (HTML) there."
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the tournament in that folder.")
    ] = False,
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Let bots play each other, and say how sure the result is. Seats rotate, and dice are shared."""
    from parlour.terminal.arena import arena as compete
    from parlour.terminal.setup import read_options

    compete(
        Screen(),
        _load(game, board),
        bots,
        games,
        players,
        read_options(options),
        seed=seed,
        opening=opening,
        jobs=jobs,
        out=out,
        resume=resume,
        ray=ray,
        as_json=json,
    )


@app.command(epilog="parlour replay tonight.parlour\nparlour replay tonight.parlour --ply 40")
def replay(
    file: Record,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply",
            parser=_number(say("number of an event"), 0),
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
            parser=_number(say("number of an event"), 0),
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
        review_position(Screen(), _load(game), position, bot)
    elif file is not None:
        look_back(Screen(), file, bot, ply=ply, html=html, everything=everything, as_json=json, game=game)


@app.command(epilog="parlour verify tonight.parlour")
def verify(file: Record, game: OwnGame = None) -> None:
    """Prove or disprove a finished game. Were its moves legal, its dice as promised? Exit code 1 if not."""
    from parlour.terminal.replay import verify as check_record

    raise typer.Exit(check_record(Screen(), file, game))


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
    print_rules(Screen(), _load(game), clause)


@app.command(epilog="parlour board parcheesi\nparlour board pollyanna --svg board.svg")
def board(
    game: GameName = None,
    svg: Annotated[
        Path | None,
        typer.Option("--svg", metavar="FILE", help="Write a drawing (SVG) instead of text; - prints it."),
    ] = None,
    position: PositionText = None,
    board: BoardFile = None,
) -> None:
    """Draw a board, empty or with a position on it."""
    from parlour.terminal.read import draw_board

    draw_board(Screen(), _load(game, board), svg, position)


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
    from parlour.terminal.setup import read_options

    print_odds(
        Screen(),
        _load(game, board),
        topic,
        words or (),
        options=read_options(options),
        position=position,
        as_json=json,
    )


@app.command(epilog="parlour check parcheesi\nparlour check my_games/nyout")
def check(
    game: Annotated[str, typer.Argument(metavar="GAME|FOLDER", help="A game's name, or the folder of one.")],
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            parser=_number(say("number of games")),
            metavar="NUMBER",
            help="Random games for each table size and each house rule.",
        ),
    ] = 3,
) -> None:
    """Put a game through the conformance kit. A folder of your own will do. Exit code 1 when it fails."""
    from parlour.terminal.simulate import check as conform

    raise typer.Exit(conform(Screen(), _load(game), games))


@app.command(epilog="parlour warm\nparlour warm parcheesi")
def warm(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME", help="Games to compile; all of them unless told."),
    ] = None,
) -> None:
    """Compile the rules ahead of time. The first simulation then starts at once."""
    from parlour.games import names
    from parlour.terminal.simulate import warm as compile_all

    compile_all(Screen(), [_load(name) for name in games or names()])


@app.command(
    epilog="parlour bench\n"
    "parlour bench --game parcheesi --rounds 3 --seconds 0.2\n"
    "parlour bench --json speed.json --chart speed.svg"
)
def bench(
    game: Annotated[
        list[str] | None,
        typer.Option(
            "--game", metavar="GAME", help="Only this game; may be given several times. All unless told."
        ),
    ] = None,
    rounds: Annotated[
        int,
        typer.Option(
            "--rounds",
            parser=_number(say("number of rounds")),
            metavar="NUMBER",
            help="How often each has its turn.",
        ),
    ] = 5,
    seconds: Annotated[
        str, typer.Option("--seconds", metavar="NUMBER", help="How long a turn takes, about.")
    ] = "0.5",
    json: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write all numbers there too.")
    ] = None,
    chart: Annotated[
        Path | None, typer.Option("--chart", metavar="FILE", help="Draw them there too (SVG).")
    ] = None,
) -> None:
    """Measure the speed here, beside that of other engines. Exit code 1 when somebody counts wrongly."""
    from parlour.games import names
    from parlour.terminal.bench import bench as measure
    from parlour.terminal.bench import read_seconds

    games = [_load(name) for name in game or names()]
    length = read_seconds(seconds)
    raise typer.Exit(
        measure(Screen(), games, rounds=rounds, seconds=length, json_file=json, chart_file=chart)
    )


@app.command(
    epilog="parlour train parcheesi --seconds 600\n"
    "parlour train parcheesi --seconds 600 --resume\n"
    "parlour train parcheesi --games 100000 --seed 7 --install"
)
def train(
    game: GameName = None,
    seconds: Annotated[
        int,
        typer.Option(
            "--seconds",
            parser=_number(say("number of seconds"), 0),
            metavar="NUMBER",
            help="How long to train, measuring included.",
        ),
    ] = 600,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            parser=_number(say("number of games")),
            metavar="NUMBER",
            help="How many games to learn from, instead of a time.",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--folder", metavar="FOLDER", help="Where the run is kept; GAME-training unless told."),
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in that folder.")] = False,
    install: Annotated[
        bool, typer.Option("--install", help="Put the network into the game's folder at the end.")
    ] = False,
    proof: Annotated[
        int,
        typer.Option(
            "--proof",
            parser=_number(say("number of games")),
            metavar="NUMBER",
            help="How many games measure the result, at every table and against everybody.",
        ),
    ] = 1000,
    rate: Annotated[
        float | None,
        typer.Option(
            "--rate",
            parser=_share(say("rate of learning")),
            metavar="NUMBER",
            help="How fast to learn, 0.001 unless told.",
        ),
    ] = None,
    fading: Annotated[
        float | None,
        typer.Option(
            "--fading",
            parser=_share(say("fading")),
            metavar="NUMBER",
            help="Lambda of TD(lambda): 1 learns from the ends of games alone, 0.9 unless told.",
        ),
    ] = None,
    a_round: Annotated[
        int | None,
        typer.Option(
            "--round",
            parser=_number(say("number of games"), 8),
            metavar="NUMBER",
            help="Games between two looks at what was learned, 128 unless told; many cores want more.",
        ),
    ] = None,
    device: Annotated[
        str, typer.Option("--device", metavar="DEVICE", help="auto, cpu or gpu: what fits the network.")
    ] = "auto",
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            "-t",
            parser=_number(say("number of threads")),
            metavar="NUMBER",
            help="How many cores play; all of them unless told.",
        ),
    ] = None,
    seed: Annotated[
        str, typer.Option("--seed", metavar="NUMBER", help="The same seed and games give the same network.")
    ] = "0",
    board: BoardFile = None,
) -> None:
    """Train a network for a game by self-play. Ctrl-C keeps what was learned; --resume goes on."""
    from parlour.terminal.train import train as learn

    learn(
        Screen(),
        _load(game, board),
        folder,
        seconds=seconds,
        games=games,
        proof=proof,
        again=resume,
        install=install,
        seed=seed,
        rate=rate,
        fading=fading,
        a_round=a_round,
        threads=threads,
        device=device,
    )


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
            parser=_number(say("port"), 0),
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
) -> None:
    """Open the table in the browser. For you, your friends by link, and bots."""
    try:
        from parlour.server.serve import Wishes
        from parlour.server.serve import serve as open_doors
    except ModuleNotFoundError as missing:
        raise MissingExtra(str(missing.name), "web") from missing
    names = tuple(name or ())
    open_doors(Wishes(host, port, lan=lan, names=names, database=database, browser=browser))


@app.command(epilog="parlour games")
def games() -> None:
    """List the games there are."""
    from parlour.terminal.read import list_games

    list_games(Screen())


def _load(name: str | None, board: Path | None = None) -> Any:
    from parlour.games import load, names

    if name is None:
        raise BadChoice(say("Which game? Choose one of: {games}.", games=", ".join(names())))
    try:
        return load(name, board)
    except (ParlourError, OSError):
        raise
    except Exception as error:  # a folder holds anybody's Python, and that may fail in any way
        why = f"{type(error).__name__}: {error}"
        raise BadChoice(say("{game} cannot be loaded: {why}", game=name, why=why)) from error


# ---------------------------------------------------------------- around every command


def _command() -> Any:
    """The commands, with their help in the language chosen."""
    command = typer.main.get_command(app)
    for one in (command, *getattr(command, "commands", {}).values()):
        one.help = str(Text(one.help))
        one.epilog = "\b\n" + "\n  ".join([str(say("Example:")), *one.epilog.split("\n")])
        for parameter in one.params:
            if parameter.param_type_name == "argument":
                parameter.display_type_rich = lambda ctx: ""  # "FILE <path>" says nothing more than "FILE"
            if getattr(parameter, "help", None):
                parameter.help = str(Text(parameter.help))
    return command


def _misused(error: Any) -> Text:
    """A usage error of Typer's, with the nearest valid choice and the way to the help."""
    context = getattr(error, "ctx", None)
    help_there = say("See {command} --help.", command=context.command_path if context else "parlour")
    if context is None or not hasattr(error, "possibilities"):
        return join([error.format_message(), help_there])
    known = [o for p in context.command.params for o in p.opts if o.startswith("--")] + ["--help"]
    problem = say("There is no option {option} here.", option=error.option_name)
    return join([problem, nearest(error.option_name, known), help_there])


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line; the exit code."""
    words = [a for a in arguments if a != "--debug"]
    try:
        choose_language(wanted_language(words))
        command = _command()
        try:
            with command.make_context("parlour", words) as context:
                command.invoke(context)
            code = 0
        except typer.Exit as leave:
            code = leave.exit_code
        sys.stdout.flush()
        return code
    except ParlourError as error:
        if "--debug" in arguments and error.__cause__ is not None:
            raise
        return _complain(error, USAGE)
    except typer.TyperException as error:
        return _complain(_misused(error), USAGE)
    except (KeyboardInterrupt, typer.Abort):
        return _complain(say("Stopped."), STOPPED)
    except EOFError:
        advice = say("Options can answer every question beforehand: see --help.")
        return _complain(join([say("The input ended before all was said."), advice]), USAGE)
    except BrokenPipeError:  # the reader of a pipe has left, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if "--debug" in arguments:
            raise
        if isinstance(error, OSError) and error.strerror:
            return _complain(say("{file}: {why}.", file=error.filename or "", why=error.strerror), USAGE)
        problem = say(
            "Something went wrong inside Parlour ({kind}: {error}).", kind=type(error).__name__, error=error
        )
        advice = say("The same command with --debug at its end shows where; please report it.")
        return _complain(join([problem, advice], "\n"), BROKEN)


def _complain(text: object, code: int) -> int:
    print(text, file=sys.stderr)
    return code


def main() -> None:
    """The entry point."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # strange letters are shown as ?, never an error
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))
