"""How strong the networks are, from all games' weights.json: a picture of the curves, a table in a document.

python3 benchmarks/curves.py docs/images/training.svg docs/training.md
"""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import Any

import parlour
from parlour.bots import learned
from parlour.rules.game import Game
from parlour.rules.kit import NOBODY

PLACE = re.compile(r"(<!-- strength[^>]*-->\n).*?(<!-- end of strength -->)", re.DOTALL)


def about(game: Game) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(learned.files(game)[1].read_text("utf-8"))
    return found


def trained() -> list[Game]:
    return [game for game in map(parlour.load, parlour.names()) if learned.is_trained(game)]


def table() -> str:
    """A line for every game and way to sit down."""
    lines = [
        "| game | seats | fair | against `careful` | against `random` | games of self-play |",
        "|---|---|---|---|---|---|",
    ]
    for game in trained():
        note, shares = about(game), {}
        for row in note["strength"]:
            seats = " ".join([str(row["players"]), *(f"({k}={v})" for k, v in row["options"].items())])
            shares.setdefault(seats, {})[row["against"]] = f"{row['share']:.1%} ± {row['error']:.1%}"
        for seats, found in shares.items():
            sides = len(
                {*map(game.plain.side, [game.new(int(seats[0]))] * game.chairs, range(game.chairs))}
                - {NOBODY}
            )
            fair = 1 / (2 if "(" in seats else sides)
            name = f"{game.words.TITLE}" if seats == next(iter(shares)) else ""
            games = f"{note['games']:,}" if name else ""
            lines.append(
                f"| {name} | {seats} | {fair:.0%} | {found['careful']} | {found['random']} | {games} |"
            )
    return "\n".join(lines) + "\n"


def draw(file: Path) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "parlour"  # the same picture has the same bytes
    matplotlib.rcParams["svg.fonttype"] = "none"  # letters stay letters
    from matplotlib import pyplot
    from matplotlib.ticker import FuncFormatter, PercentFormatter

    games = trained()
    columns = 3
    rows = -(-len(games) // columns)
    figure, axes = pyplot.subplots(
        rows, columns, figsize=(10, 2.9 * rows), squeeze=False, layout="constrained"
    )
    for axis, game in zip(axes.flat, games, strict=False):
        curve = about(game)["curve"]
        played = [point["games"] for point in curve]
        for name, style in (("random", "--"), ("careful", "-")):
            share = [point[name] for point in curve]
            low, high = (
                [s + sign * point[f"{name}_error"] for s, point in zip(share, curve, strict=True)]
                for sign in (-1, 1)
            )
            axis.plot(played, share, style, label=f"against {name}", color="black", linewidth=1.2)
            axis.fill_between(played, low, high, color="0.85", linewidth=0)
        seats = min(game.rules.SEATS)
        axis.axhline(1 / seats, color="0.5", linewidth=0.8, linestyle=":", label="a fair share")
        axis.set_title(f"{game.words.TITLE}, {seats} seats", fontsize=10)
        axis.set_ylim(0, 1.02)
        axis.yaxis.set_major_formatter(PercentFormatter(1))
        axis.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x / 1000:,.0f}k"))
        axis.set_xlabel("games of self-play", fontsize=8)
        axis.tick_params(labelsize=8)
        axis.legend(fontsize=7, loc="lower right")
    for axis in list(axes.flat)[len(games) :]:
        axis.remove()
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("picture", type=Path, help="where to write the drawing (SVG)")
    parser.add_argument("document", type=Path, help="where the table stands, between its marks")
    files = parser.parse_args()
    draw(files.picture)
    text = files.document.read_text("utf-8")
    files.document.write_text(PLACE.sub(lambda marks: marks[1] + table() + marks[2], text), "utf-8")


if __name__ == "__main__":
    main()
