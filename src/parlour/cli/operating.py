"""Commands for whoever runs a server: its tables, copies of its database."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from parlour.cli.options import app, number
from parlour.text import BadChoice, MissingExtra, say

Database = Annotated[
    str,
    typer.Option(
        "--database",
        metavar="FILE|ADDRESS",
        help="Where tables are kept: an SQLite file, or a PostgreSQL address.",
    ),
]


def _module(name: str) -> Any:
    import importlib

    try:
        return importlib.import_module(f"parlour.server.{name}")
    except ModuleNotFoundError as missing:
        raise MissingExtra(str(missing.name), "web") from missing


@app.command(
    epilog="parlour tables\nparlour tables --export records\nparlour tables --prune 365 --export records"
)
def tables(
    chosen: Annotated[
        list[str] | None, typer.Argument(metavar="TABLE", help="Only these, when records are saved.")
    ] = None,
    database: Database = "",
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="FOLDER", help="Save the records of the games there."),
    ] = None,
    prune: Annotated[
        int | None,
        typer.Option(
            "--prune",
            parser=number(say("number of days")),
            metavar="DAYS",
            help="Delete tables that nobody has used for so long, while no server runs.",
        ),
    ] = None,
) -> None:
    """List the tables of a server, save their records, or delete old ones."""
    overseeing = _module("overseeing")
    if prune is not None:
        overseeing.prune(database, prune, export, typer.echo)
    elif export is not None:
        overseeing.save_records(database, export, chosen or [], typer.echo)
    else:
        overseeing.show_tables(database, typer.echo)


@app.command(epilog="parlour backup monday.db\nparlour backup monday.db --database tables.db")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to put the copy.")],
    database: Database = "",
) -> None:
    """Copy a server's SQLite database, also while it runs."""
    _module("sqlite_file").backup(_file(database), file)
    typer.echo(say("All tables of this moment are in {file}.", file=file))


@app.command(epilog="parlour restore monday.db\nparlour restore monday.db --database tables.db")
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A copy that `parlour backup` made.")],
    database: Database = "",
) -> None:
    """Put a copy in the place of a server's SQLite database, while no server runs."""
    place = _file(database)
    _module("sqlite_file").restore(file, place)
    typer.echo(say("{place} is now as it was in {file}.", place=place, file=file))


def _file(database: str) -> str:
    found = _module("serve").database_file(database)
    if found is None:
        raise BadChoice(
            say("Only SQLite files are copied here; PostgreSQL comes with pg_dump and pg_restore.")
        )
    return str(found)
