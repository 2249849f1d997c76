"""The command of the lab: what a house rule does to a game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parlour.cli.options import GameName, Players, app, number
from parlour.terminal.show import Screen
from parlour.text import BadChoice, say


@app.command(
    epilog="parlour lab parcheesi --set '' --set bonus_optional=yes\n"
    "parlour lab tritrac --set '' --set board=star16 --bots 3 --games 500 --html tritrac.html\n"
    "parlour lab pollyanna --bites 200\n"
    "parlour lab parcheesi --want 'minutes<20, fair, comebacks=more'"
)
def lab(
    game: GameName = None,
    sets: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            "-s",
            metavar="NAME=VALUE,...",
            help="A set of house rules, up to four times; '' is the printed rules, board=NAME another board.",
        ),
    ] = None,
    players: Players = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots", metavar="A,B", help="Who plays: random, a level (1 to 6), or a mix that takes turns."
        ),
    ] = "random",
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            parser=number(say("number of games")),
            metavar="NUMBER",
            help="Games by each set; 20000 between random players, else 1000. Fewer in a search.",
        ),
    ] = None,
    watched: Annotated[
        int | None,
        typer.Option(
            "--watched",
            parser=number(say("number of games to watch"), 0),
            metavar="NUMBER",
            help="Of these, games that a judge of positions follows; 400 at most unless told.",
        ),
    ] = None,
    bites: Annotated[
        int,
        typer.Option(
            "--bites",
            parser=number(say("number of games"), 0),
            metavar="NUMBER",
            help="Also try every house rule at every step of so many random games: which of them matter?",
        ),
    ] = 0,
    depth: Annotated[
        int,
        typer.Option(
            "--depth",
            parser=number(say("number of games"), 0),
            metavar="NUMBER",
            help="Also let the levels of bots meet in so many games each: how deep is the game?",
        ),
    ] = 0,
    want: Annotated[
        str,
        typer.Option(
            "--want",
            metavar="WISHES",
            help="Search for better rules instead, by what you want: 'minutes<30, fair, comebacks=more'.",
        ),
    ] = "",
    vary: Annotated[
        str,
        typer.Option(
            "--vary", metavar="A,B", help="House rules that such a search may change; all unless told."
        ),
    ] = "",
    seed: Annotated[
        str, typer.Option("--seed", metavar="NUMBER", help="The same seed gives the same games.")
    ] = "0",
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
    ray: Annotated[bool, typer.Option("--ray", help="Play on a Ray cluster.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Play random games on this machine's GPU.")] = False,
    link: Annotated[
        str | None, typer.Option("--link", metavar="LINK", help="Answer the question that a link carries.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with plots there.")
    ] = None,
    csv: Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write the table there.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Compare house rules: the same games by up to four sets, and what differs. Ctrl-C ends it early."""
    from parlour.lab import Question
    from parlour.lab.bites import from_bites_link
    from parlour.lab.wishes import from_search_link, usual_games
    from parlour.terminal.lab import experiment

    varied = [name.strip() for name in vary.split(",") if name.strip()]
    if link is not None and (sought := from_search_link(link)):
        question, want, varied = sought
    elif link is not None and (bitten := from_bites_link(link)):
        question, bites = bitten
    elif link is not None:
        question = Question.from_link(link)
    elif game is None:
        raise BadChoice(say("Which game? Name one, or a link that carries a question."))
    else:
        if want:
            usual, to_watch = usual_games(bots.split(","))
            games, watched = games or usual, to_watch if watched is None else watched
        question = Question.of(game, sets or [""], players, bots, games, seed, watched)
    if want:
        from parlour.terminal.searching import search

        if bites or depth or ray or gpu:
            raise BadChoice(
                say("A search (--want) does not go with --bites, --depth, --ray or --gpu: ask one at a time.")
            )
        search(Screen(), question, want, varied, html=html, sheet=csv, as_json=json, threads=threads)
        return
    experiment(
        Screen(),
        question,
        html=html,
        csv=csv,
        as_json=json,
        biting=bites,
        deep=depth,
        threads=threads,
        ray=ray,
        gpu=gpu,
    )
