"""Reviews on a screen: a finished game, or what to do in a position."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from parlour.arena import judge, story
from parlour.arena.plots import percent
from parlour.arena.review import Advice, Review, explain, reviewer
from parlour.arena.review import review as look_back
from parlour.bots import make
from parlour.bots.binding import bound
from parlour.rules import forms
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import Progress, parse_int
from parlour.rules.sheets import Cell, Sheet
from parlour.table import Match, files
from parlour.terminal.read import read_position
from parlour.terminal.show import HEADING, QUIET, Screen
from parlour.text import BadChoice, Text, say

_BARS = "▁▂▃▄▅▆▇█"
_WIDE = 60  # characters of a curve
_TOLD = 5  # mistakes, and actions that are advised


def review(
    screen: Screen,
    file: Path,
    bot: str | None = None,
    *,
    ply: int | None = None,
    html: Path | None = None,
    everything: bool = False,
    as_json: bool = False,
    game: str | None = None,
) -> None:
    """Print the review of a saved game and write it as a page; or, of one moment, what to do there."""
    match = Match.load(file, game)
    if match.game.has_secrets and not match.over:
        raise BadChoice(say("This game is not over, and a review would show what its players keep secret."))
    if ply is not None:
        moment = parse_int(ply, say("number of an event"), 0, match.ply)
        advise(screen, match.game, match.at(moment), bot)
        return
    if html is not None and not html.parent.is_dir():  # better said before the wait
        raise BadChoice(
            say("There is no folder {folder} to write {file} in.", folder=html.parent, file=html.name)
        )
    _ready(screen, match.game, bot)
    with _bar(match.ply) as progress:
        found = look_back(match, bot, progress=progress)
    if as_json:
        screen.block(json.dumps(found.to_json(), indent=2, ensure_ascii=False))
    else:
        _print(screen, found, everything)
    if html is not None:
        files.write(html, story.page(found))
        screen.note(say("The page is {file}.", file=html))


def review_position(screen: Screen, game: Game, position: str, bot: str | None = None) -> None:
    """What a bot would do in a position that was typed."""
    advise(screen, game, read_position(game, position), bot)


def advise(screen: Screen, game: Game, position: Position, bot: str | None = None) -> None:
    """The best actions of a position with their chances, and why."""
    _ready(screen, game, bot)
    thought, found = explain(game, position, bot)
    screen.draw(game, position)
    screen.line(game.words.asks(position), HEADING)
    best = max(one.chance for one in found)
    rows: list[list[Cell]] = [
        [
            one.notation,
            str(one.offer),
            percent(one.chance),
            story.worse(one.chance, best),
            str(one.reason),
        ]
        for one in found[:_TOLD]
    ]
    columns: list[Cell] = ["", say("action"), say("chance"), say("worse by"), say("why")]
    for line in Sheet(say("What to do"), columns, rows).lines():
        screen.line(line)
    taken = next((one for one in found if one.action == thought.action), found[0])
    screen.line(say("“{bot}” would play: {offer}.", bot=bot or reviewer(game), offer=_bare(taken)))


def _bare(one: Advice) -> str:
    return str(one.offer).rstrip(".")


def _ready(screen: Screen, game: Game, bot: str | None) -> None:
    """Let the bot think in compiled code; what is wrong with its name is said before the wait."""
    made = make(bot or reviewer(game), game)
    if forms.compiler_present():
        if not bound(game).is_kept or not judge.is_ready(game):
            screen.note(say("Compiling the bots of {game}, once (up to a minute)…", game=game.id))
        made.warm()
        judge.warm(game)


def _print(screen: Screen, found: Review, everything: bool) -> None:
    screen.line(story.verdict(found), HEADING)
    screen.line()
    for side in range(len(found.sides)):
        curve = _curve([chances[side] for chances in found.chances])
        screen.block(f"{curve}  {found.name(side)}")
    screen.line()
    columns: list[Cell] = list(story.heads())
    for line in Sheet(say("Luck and skill"), columns, [list(row) for row in story.sums(found)]).lines():
        screen.block(line)
    for note in story.notes():
        screen.line(note, QUIET)
    if found.mistakes:
        screen.line()
        screen.line(say("The dearest mistakes"), HEADING)
    for entry in found.mistakes[:_TOLD]:
        screen.line(_event(found, entry.n, entry.text, story.points(entry.skill or 0.0)))
        if entry.best is not None:
            screen.line(say("      better: {what}", what=story.better(entry.best)))
    lucky = [(side, e) for side in range(len(found.sides)) for e in found.lucky(side)[:2]]
    if lucky:
        screen.line()
        screen.line(say("The luckiest rolls"), HEADING)
    for side, entry in lucky:
        gain = story.points(entry.luck[side] if entry.luck else 0.0)
        screen.line(_event(found, entry.n, entry.text, f"{gain} {found.name(side)}"))
    if everything:
        screen.line()
        screen.line(say("The whole game"), HEADING)
        for entry in found.entries:
            chances = " / ".join(percent(chance) for chance in entry.after)
            screen.line(f"{_event(found, entry.n, entry.text, story.change(found, entry))}  [{chances}]")


def _event(found: Review, number: int, text: Text, change: str) -> str:
    return f"{number:>4}  {text}  {change}".rstrip()


def _curve(values: Sequence[float]) -> str:
    """Chances as a row of bars, the higher the better; as many as fit a line."""
    count = min(_WIDE, len(values))
    places = [round(i * (len(values) - 1) / max(count - 1, 1)) for i in range(count)]
    return "".join(_BARS[min(int(values[i] * len(_BARS)), len(_BARS) - 1)] for i in places)


@contextmanager
def _bar(events: int) -> Iterator[Progress | None]:
    """A progress bar, for eyes only, gone when it is done."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(str(say("events")), total=events)
        yield lambda done, total: bar.update(task, completed=done)
