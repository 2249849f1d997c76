"""A page for every game and its environments, and its rulebook, all written from the game itself."""

from __future__ import annotations

import tomllib
from pathlib import Path

import parlour
from parlour.bots.levels import levels
from parlour.draw import svg
from parlour.draw.scene import provenance
from parlour.envs import gymnasium, versions
from parlour.games.rulebook import read_rulebook
from parlour.lab import shipped
from parlour.rules.game import Game
from parlour.rules.kit import Option
from parlour.rules.narrow import has_parts
from tests.draw.pictures import POSITIONS
from tests.envs.fields import table as fields


def write(source: Path) -> None:
    """games/: an index, and for each game its page, its picture and its rules."""
    folder = source / "games"
    folder.mkdir()
    listed = []
    for game in map(parlour.load, parlour.names()):
        start = game.position.build(POSITIONS[game.id])
        (folder / f"{game.id}.svg").write_text(svg.render(game, start), "utf-8")
        (folder / f"{game.id}.md").write_text(page(game), "utf-8")
        rules = game.rulebook.read_text("utf-8").replace("# ", "# The rules of ", 1)
        (folder / f"{game.id}-rules.md").write_text(rules, "utf-8")
        listed.append(
            f"| [{game.words.TITLE}]({game.id}.md) | {sizes(game)} "
            f"| {game.plain.ACTIONS:,} | {game.plain.FEATURES} | {yes(game.has_secrets)} "
            f"| {len(game.options)} | {len(read_rulebook(game.rulebook).clauses)} |"
        )
    told = [
        "# All games",
        "",
        "| game | players | actions | observation | secrets | house rules | clauses |",
        "|---|---|---|---|---|---|---|",
        *listed,
        "",
    ]
    (folder / "index.md").write_text("\n".join(told), "utf-8")


def page(game: Game) -> str:
    """What there is to know about one game, from its files."""
    title = str(game.words.TITLE)
    return "\n".join(
        [
            f"# {title}",
            "",
            read_rulebook(game.rulebook).introduction,
            "",
            f"![The board of {title} in the middle of a game]({game.id}.svg)",
            "",
            f"[All rules of {title}, clause by clause]({game.id}-rules.md).",
            "",
            "```{toctree}",
            ":hidden:",
            "",
            f"{game.id}-rules",
            "```",
            "",
            *board(game),
            *doors(game),
            *history(game),
            *house_rules(game),
            *strength(game),
            "## Observation",
            "",
            "What a seat sees, in 32-bit floats from -1 to 1, from its own side:",
            "",
            fields(game).split("\n\n", 1)[1],
            "",
        ]
    )


def board(game: Game) -> list[str]:
    """Where the board's data come from, and which boards there are."""
    data = tomllib.loads((game.folder / "board.toml").read_text("utf-8"))
    others = sorted(file.stem for file in (game.folder / "boards").glob("*.toml"))
    told = ["## The board", "", f"{provenance(data['provenance'])} {data.get('source', '')}", ""]
    if others:
        told += [
            f"Other boards that come with it (`--board NAME`): {', '.join(f'`{o}`' for o in others)}.",
            "",
        ]
    return told


def doors(game: Game) -> list[str]:
    """How to open the game, door by door, with its spaces."""
    name = versions.name_of(game)
    told = [
        "## Environments",
        "",
        "| | |",
        "|---|---|",
        f"| players | {sizes(game)} |",
        f"| actions | `Discrete({game.plain.ACTIONS})`, at most {game.plain.MAX_ACTIONS} of them legal |",
        f"| observation | `Box(-1, 1, ({game.plain.FEATURES},), float32)` with `action_mask` |",
        f"| secrets | {yes(game.has_secrets)} |",
        f'| Gymnasium, one seat | `gymnasium.make("{gymnasium.name_of(game)}")` |',
        f'| Gymnasium, many games | `parlour.envs.gymnasium.make_vec("{game.id}", 4096)` |',
        f"| PettingZoo | `from parlour.envs.pettingzoo import {name}` |",
        f'| OpenSpiel | `pyspiel.load_game("python_parlour_{game.id}")` |',
    ]
    if has_parts(game):
        parts = versions.name_of(game, narrow=True)
        told.append(f"| by parts | `{parts}`, `narrow=True`: `Discrete({game.narrow.NARROW})` |")
    return [*told, "", "[What all doors share](../docs/environments.md#what-is-the-same-everywhere).", ""]


def history(game: Game) -> list[str]:
    """What came with each version of the environments."""
    told = ["## Versions", "", "| version | what came with it |", "|---|---|"]
    told += [f"| v{number} | {text} |" for number, text in enumerate(versions.history(game))]
    return [*told, ""]


def house_rules(game: Game) -> list[str]:
    """The options, the printed rule first, with what each does to random games where that was measured."""
    told = [
        "## House rules",
        "",
        "| option | choices, the printed rule first | clause | what it does |",
        "|---|---|---|---|",
    ]
    for option in game.options:
        effects = " ".join(f"`{choice}`: {sentence}" for choice, sentence in shipped.effects(game, option))
        told.append(f"| `{option.name}` | {choices(option)} | {option.clause} | {effects} |")
    return [*told, ""]


def strength(game: Game) -> list[str]:
    """The six levels."""
    told = ["## Bots", "", "| level | | bot | seconds a move |", "|---|---|---|---|"]
    told += [f"| {one.number} | {one.name} | `{one.spec}` | {one.seconds:g} |" for one in levels(game)]
    return [*told, "", "[How strong they are](../docs/bots.md).", ""]


def choices(option: Option) -> str:
    """What can be chosen, as a table's cell."""
    if not option.choices:
        return f"none, or a number up to {option.most}"
    return ", ".join(f"`{choice}`" for choice in option.choices)


def sizes(game: Game) -> str:
    """For how many the game is."""
    seats = game.rules.SEATS
    return str(seats[0]) if len(seats) == 1 else f"{seats[0]} to {seats[-1]}"


def yes(fact: bool) -> str:
    """A fact as a word."""
    return "yes" if fact else "no"
