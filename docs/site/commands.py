"""The commands' help as a page."""

from __future__ import annotations

from pathlib import Path

from typer.main import get_command

from parlour.cli import app


def write(source: Path) -> None:
    """commands.md: what each command takes, with its example."""
    told = ["# Commands", "", "`parlour COMMAND --help` says the same at the terminal.", ""]
    group = get_command(app)
    for name, command in group.commands.items():
        told += [f"## parlour {name}", "", command.help or "", ""]
        if command.epilog:
            told += ["```text", *command.epilog.replace("\b\n", "").splitlines(), "```", ""]
        told += ["| argument or option | what it is |", "|---|---|"]
        for parameter in command.params:
            spelt = [*parameter.opts, *parameter.secondary_opts]
            if parameter.param_type_name == "argument":
                spelt = [parameter.metavar or parameter.name.upper()]
            help_ = (getattr(parameter, "help", None) or "").replace("|", "\\|").replace("\n", " ")
            words = ", ".join(f"`{word}`" for word in spelt)
            told.append(f"| {words} | {help_} |")
        told.append("")
    (source / "commands.md").write_text("\n".join(told), "utf-8")
