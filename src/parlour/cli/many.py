"""Commands that play many games: simulate, compare bots, train them, check and measure."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.options import (
    BoardFile,
    GameName,
    Options,
    Players,
    app,
    load_game,
    number,
    read_options,
    share,
)
from parlour.terminal.show import Screen
from parlour.text import say


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
            parser=number(say("number of games")),
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
            parser=number(say("number of threads")),
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
    csv: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write a row for each game as well.")
    ] = None,
) -> None:
    """Play many random games and report who wins. Also how long games last, and what happens in them."""
    from parlour.terminal.simulate import simulate

    simulate(
        Screen(),
        load_game(game, board),
        games,
        players,
        read_options(options),
        seed=seed,
        threads=threads,
        ray=ray,
        as_json=json,
        csv=csv,
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
            help="Who plays: levels (1 to 6) or kinds such as careful, random, search:simulations=2000. "
            "As many as seats: that table, in every rotation. More: every choice of them. Fewer: they "
            "share the seats.",
        ),
    ] = "5,careful,random",
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            parser=number(say("number of games")),
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
            parser=number(say("number of random moves"), 0),
            metavar="NUMBER",
            help="How many random decisions begin a game; 4 unless told where there are no dice.",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            "-j",
            parser=number(say("number of processes")),
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

    compete(
        Screen(),
        load_game(game, board),
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


@app.command(epilog="parlour check parcheesi\nparlour check my_games/nyout")
def check(
    game: Annotated[str, typer.Argument(metavar="GAME|FOLDER", help="A game's name, or the folder of one.")],
    games: Annotated[
        int,
        typer.Option(
            "--games",
            "-n",
            parser=number(say("number of games")),
            metavar="NUMBER",
            help="Random games for each table size and each house rule.",
        ),
    ] = 3,
) -> None:
    """Put a game through the conformance kit. A folder of your own will do. Exit code 1 when it fails."""
    from parlour.terminal.simulate import check as conform

    raise typer.Exit(conform(Screen(), load_game(game), games))


@app.command(epilog="parlour new nyout\nparlour check nyout")
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that is not there yet.")],
) -> None:
    """Begin a game of your own. The folder can be checked, played and printed at once."""
    from parlour.terminal.new import make_game

    make_game(Screen(), folder)


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

    compile_all(Screen(), [load_game(name) for name in games or names()])


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
            parser=number(say("number of rounds")),
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

    games = [load_game(name) for name in game or names()]
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
            parser=number(say("number of seconds"), 0),
            metavar="NUMBER",
            help="How long to train, measuring included.",
        ),
    ] = 600,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            parser=number(say("number of games")),
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
            parser=number(say("number of games")),
            metavar="NUMBER",
            help="How many games measure the result, at every table and against everybody.",
        ),
    ] = 1000,
    rate: Annotated[
        float | None,
        typer.Option(
            "--rate",
            parser=share(say("rate of learning")),
            metavar="NUMBER",
            help="How fast to learn, 0.001 unless told.",
        ),
    ] = None,
    fading: Annotated[
        float | None,
        typer.Option(
            "--fading",
            parser=share(say("fading")),
            metavar="NUMBER",
            help="Lambda of TD(lambda): 1 learns from the ends of games alone, 0.9 unless told.",
        ),
    ] = None,
    a_round: Annotated[
        int | None,
        typer.Option(
            "--round",
            parser=number(say("number of games"), 8),
            metavar="NUMBER",
            help="Games between two looks at what was learned, 128 unless told; many cores want more.",
        ),
    ] = None,
    hidden: Annotated[
        int | None,
        typer.Option(
            "--hidden",
            parser=number(say("number of units")),
            metavar="NUMBER",
            help="Units of the first layer, 64 unless told.",
        ),
    ] = None,
    deeper: Annotated[
        int | None,
        typer.Option(
            "--deeper",
            parser=number(say("number of units")),
            metavar="NUMBER",
            help="Units of the second layer, 32 unless told.",
        ),
    ] = None,
    onward: Annotated[
        bool,
        typer.Option(
            "--onward",
            help="Begin with the game's network, widened to these layers, not as a careful player.",
        ),
    ] = False,
    device: Annotated[
        str, typer.Option("--device", metavar="DEVICE", help="auto, cpu or gpu: what fits the network.")
    ] = "auto",
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            "-t",
            parser=number(say("number of threads")),
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
        load_game(game, board),
        folder,
        seconds=seconds,
        games=games,
        proof=proof,
        again=resume,
        install=install,
        seed=seed,
        changes={"rate": rate, "fading": fading, "games": a_round, "hidden": hidden, "deeper": deeper},
        onward=onward,
        threads=threads,
        device=device,
    )
