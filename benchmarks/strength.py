"""How strong the levels are: every figure of docs/bots.md, measured and written there.

    python benchmarks/strength.py --games 200 --jobs 2 --keep strength
    python benchmarks/strength.py parcheesi --games 1000 --keep strength --write

For every game: each level against the one below it, at tables of every size (one against all others), and
level 5 against `random` and, unless that is level 4, `careful`; with `--games-of-6` also level 6, which
thinks for seconds about a move, against level 5. Team mates are played by one bot. What was played is kept in
a folder, so that it can be interrupted, and goes on towards more games. `--write` puts the tables into
docs/bots.md; with `--of` or `--players` the rows that were measured, and nothing else.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from parlour.arena.playing import sides_of
from parlour.arena.report import command, duration
from parlour.arena.result import Result
from parlour.arena.tournament import tournament
from parlour.bots.levels import levels
from parlour.games import load, names
from parlour.rules.game import Game
from parlour.text import BadChoice

DOCUMENT = Path(__file__).resolve().parents[1] / "docs" / "bots.md"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def chosen(game: Game, arguments: argparse.Namespace) -> list[tuple[int, str, str]]:
    """Who is to be measured against whom, at tables of which size."""
    found = list(pairs(game, bool(arguments.games_of_6)))
    wanted = [one for one in found if arguments.of is None or one[1] in arguments.of.split(",")]
    return [one for one in wanted if arguments.players in (None, one[0])]


def pairs(game: Game, master: bool) -> Iterator[tuple[int, str, str]]:
    """At a table of so many, one against all others."""
    for players in game.rules.SEATS:
        for level in (2, 3, 4, 5):
            yield players, str(level), str(level - 1)
    for players in game.rules.SEATS:
        yield players, "5", "random"
        if levels(game)[3].spec != "careful":
            yield players, "5", "careful"
    for players in game.rules.SEATS if master else ():
        yield players, "6", "5"


def measure(game: Game, players: int, one: str, others: str, arguments: argparse.Namespace) -> Result:
    folder = Path(arguments.keep) / f"{game.id}-{players}-{one}-{others}" if arguments.keep else None
    games = {"5": arguments.games_of_5, "6": arguments.games_of_6}.get(one) or arguments.games
    bots = [one, *[others] * (len(sides_of(game, game.new(players))) - 1)]
    try:
        return tournament(game, bots, games, players, seed=1, jobs=arguments.jobs, folder=folder, resume=True)
    except BadChoice as error:
        sys.exit(f"{error}\nThe bots have changed: measure into another folder.")


def row(result: Result, one: str, others: str) -> str:
    table = result.standings
    share, decided = table.share(0), table.against(0, 1, decided=True)
    assert share is not None and table.decided is not None
    drawn = "" if table.decided.mean == 1 or decided is None else f"{100 * decided.mean:.1f} %"
    interval = f"{100 * share.low:.1f} – {100 * share.high:.1f} %"
    fair = 100 / len(result.contest.sides)
    cells = [
        result.title["players"],
        one,
        others,
        f"**{100 * share.mean:.1f} %**",
        interval,
        f"{fair:.0f} %",
        drawn,
        f"{table.games:,}",
    ]
    return f"| {' | '.join(map(str, cells))} |"


def tables(game: Game, results: list[tuple[str, str, Result]]) -> str:
    lines = [
        f"### {game.words.TITLE}",
        "",
        "| level | bot | half its moves within | 99 of 100 within |",
        "|---|---|---|---|",
    ]
    for level in levels(game):
        found = [
            r.pace(r.bots.index(str(level.number))) for a, b, r in results if str(level.number) in r.bots
        ]
        pace = next((p for p in found if p), None)
        times = f"{duration(pace.p50)} | {duration(pace.p99)}" if pace else "– | –"
        lines.append(f"| {level.number} | `{level.spec}` | {times} |")
    lines += [
        "",
        "| seats | one | against | share | 95 % sure | fair | of decided games | games |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [row(result, one, others) for one, others, result in results]
    lines += [
        "",
        "Again, for example:",
        "",
        "```console",
        command(results[0][2]),
        command(results[-1][2]),
        "```",
        "",
    ]
    return "\n".join(lines)


def amended(old: str, new: str) -> str:
    """Tables of which only some rows were measured anew: these are put in the place of those before."""
    fresh = {name: line for line in new.splitlines() if (name := _of_whom(line))}
    specs = {line.split("|")[1]: line.split("|")[2] for line in new.splitlines() if _LEVEL.match(line)}
    lines = [fresh.pop(_of_whom(line), line) for line in old.splitlines()]
    lines = [_LEVEL.sub(lambda m: f"{m[1]}{specs[m[2]]}|", line) for line in lines]
    last = max(i for i, line in enumerate(lines) if _of_whom(line))
    return "\n".join([*lines[: last + 1], *fresh.values(), *lines[last + 1 :]])


_LEVEL = re.compile(r"(\|( [1-6] )\|)( `[^|]*` )\|")  # a level and its bot


def _of_whom(line: str) -> str:
    """The seats, the one and the others of a row of shares; nothing for other lines."""
    found = re.match(r"(\| [2-9] \| \S+ \| \S+ \|) \*\*", line)
    return found[1] if found else ""


def write(text: dict[str, str], whole: bool) -> None:
    """Put each game's tables in the place of the ones before."""
    document = DOCUMENT.read_text("utf-8")
    before, _, rest = document.partition(BEGIN)
    old, _, after = rest.partition(END)
    kept = {part.split("\n", 1)[0]: part for part in re.split(r"(?m)^### ", old) if part.strip()}
    for part in text.values():
        body = part.removeprefix("### ")
        name = body.split("\n", 1)[0]
        kept[name] = body if whole else amended(kept[name], body)
    inside = "\n".join(f"### {kept[name].strip()}\n" for name in sorted(kept))
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{inside}\n{END}{after}", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("game", nargs="*", help="all games unless told")
    parser.add_argument("--games", type=int, default=200, help="for every pair")
    parser.add_argument("--games-of-5", type=int, help="for every pair of level 5, which may think long")
    parser.add_argument("--games-of-6", type=int, help="of level 6 and level 5, if they shall meet")
    parser.add_argument("--of", help="only these levels against those below, such as 2,3,4")
    parser.add_argument("--players", type=int, help="only at tables of so many")
    parser.add_argument("--jobs", type=int, default=None)
    parser.add_argument("--keep", help="a folder for the games")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/bots.md")
    arguments = parser.parse_args()
    text = {}
    for name in arguments.game or names():
        game = load(name)
        results = []
        for players, one, others in chosen(game, arguments):
            result = measure(game, players, one, others, arguments)
            print(f"{game.id} {row(result, one, others)}", flush=True)
            results.append((one, others, result))
        text[game.id] = tables(game, results)
        print(text[game.id], flush=True)
        if arguments.write:
            write({game.id: text[game.id]}, arguments.of is None and arguments.players is None)


if __name__ == "__main__":
    main()
