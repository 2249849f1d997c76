"""The reference: a page for every package that users import, with every public name in it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path

# What is imported from outside. A game's folder is described by its contract (parlour.rules.contract), the
# server by its HTTP interface (docs/serving.md), commands by their help.
PACKAGES = (
    ("parlour", "Where one begins: games, positions, errors."),
    ("parlour.table", "A match with everything around it: dice, records, reading moves."),
    ("parlour.arena", "Many matches: simulations, tournaments, reviews."),
    ("parlour.lab", "What house rules do, with figures."),
    ("parlour.envs", "The doors of learners."),
    ("parlour.bots", "Who plays."),
    ("parlour.rules", "What a game is, its two forms, many games in one array, the GPU."),
    ("parlour.games", "Finding games, reading their rulebooks and boards."),
    ("parlour.draw", "Boards as pictures."),
    ("parlour.printing", "Games on paper."),
    ("parlour.text", "Sentences that can be translated, and errors."),
)


def modules(package: str) -> Iterator[str]:
    """A package and the public modules below it."""
    yield package
    found = importlib.import_module(package)
    if package == "parlour" or not hasattr(found, "__path__"):
        return
    for module in pkgutil.iter_modules(found.__path__):
        if module.name.startswith("_") or (package == "parlour.games" and module.ispkg):
            continue
        if module.ispkg:
            yield from modules(f"{package}.{module.name}")
        else:
            yield f"{package}.{module.name}"


def lent(name: str) -> list[tuple[str, str]]:
    """The names that a package hands on from its modules, and where each is described."""
    module = importlib.import_module(name)
    found = []
    for public in getattr(module, "__all__", ()):
        thing = getattr(module, public)
        home = getattr(thing, "__module__", name)
        if home != name and (inspect.isclass(thing) or inspect.isfunction(thing)):
            found.append((public, home))
    return found


def section(name: str) -> list[str]:
    """A module, which Sphinx fills from the code, and what it hands on from others."""
    told = [f"## {name}", ""]
    package, _, last = name.rpartition(".")
    options = []
    if hasattr(importlib.import_module(name), "__path__"):
        options.append("   :ignore-module-all:")  # what is handed on is described where it is defined
        told += [f"- {{py:obj}}`{public} <{home}.{public}>`" for public, home in lent(name)]
        told.append("")
    if package and inspect.isfunction(getattr(importlib.import_module(package), last, None)):
        options.append("   :no-index:")  # a function of the package has the very same name
    return [*told, "```{eval-rst}", f".. automodule:: {name}", *options, "```", ""]


def write(source: Path) -> None:
    """reference/: an index, and a page for each package."""
    folder = source / "reference"
    folder.mkdir()
    index = ["# Every public name", "", "| package | |", "|---|---|"]
    index += [f"| [{package}]({package}.md) | {about} |" for package, about in PACKAGES]
    index += ["", "```{toctree}", ":hidden:", "", *(package for package, _ in PACKAGES), "```", ""]
    (folder / "index.md").write_text("\n".join(index), "utf-8")
    for package, about in PACKAGES:
        told = [f"# {package}", "", about, ""]
        for name in modules(package):
            told += section(name)
        (folder / f"{package}.md").write_text("\n".join(told), "utf-8")
