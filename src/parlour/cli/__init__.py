"""The `parlour` command: every command's options, and what happens to errors.

Each command reads its options, then hands over to a module of `parlour.terminal`; those are
imported only when they are needed, so that help and the menu appear at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from parlour.cli import lab, many, operating, playing, reading
from parlour.cli.options import app
from parlour.rules.forms import announce
from parlour.terminal.show import InputEnded, Leave, Screen, wanted_language
from parlour.text import ParlourError, Text, choose_language, join, nearest, say

USAGE, STOPPED, BROKEN = 2, 130, 70  # exit codes, besides 0 and a command's own 1

# In the order in which help lists them.
_COMMANDS: list[Any] = [
    *(playing.play, many.sim, lab.lab, many.arena, playing.replay, playing.review, playing.verify),
    *(reading.rules, reading.board, reading.print_, reading.odds),
    *(many.new, many.check, many.warm, many.bench, many.train, playing.serve),
    *(operating.tables, operating.backup, operating.restore, reading.games),
]
app.registered_commands.sort(key=lambda command: _COMMANDS.index(command.callback))


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
    except Leave:
        return 0
    except InputEnded:
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
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:  # it was closed before we began
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w"))  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # strange letters are shown as ?, never an error
            stream.reconfigure(errors="replace")
    announce(None)  # commands say it themselves
    sys.exit(run(sys.argv[1:]))
