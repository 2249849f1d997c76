"""The menu: what `parlour` shows when it is told nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from parlour.games import load, names
from parlour.rules.game import Game
from parlour.rules.run import parse_int
from parlour.terminal.show import HEADING, InputEnded, Leave, Screen
from parlour.text import BadChoice, ParlourError, Text, say

RECORDS = "*.parlour"  # what saved games in a folder are called, if people follow our examples


def menu(screen: Screen) -> None:
    """Ask what to do, do it, and ask again, until somebody leaves."""
    entries: list[tuple[Text, Callable[[Screen], object]]] = [
        (say("Play a game"), _play),
        (say("Go on with a saved game"), _resume),
        (say("Watch a saved game"), _replay),
        (say("Read the rules"), _rules),
        (say("Simulate many games"), _simulate),
        (say("Draw a board"), _board),
    ]
    lines = [text for text, _ in entries] + [say("Leave")]
    screen.line(say("Welcome to Parlour: board games that are out of print, back at your table."), HEADING)
    while True:
        screen.line()
        try:
            question = say("What would you like to do (1-{count})?", count=len(lines))
            chosen = screen.choose(question, lines, leave=len(entries))
            if chosen == len(entries):
                return
            screen.line()
            entries[chosen][1](screen)
        except Leave:
            continue
        except InputEnded:
            return
        except ParlourError as problem:
            screen.error(problem)


def _game(screen: Screen) -> Game:
    known = [load(name) for name in names()]
    lines = [say("{game}. {blurb}", game=game.words.TITLE, blurb=game.words.BLURB) for game in known]
    return known[screen.choose(say("Which game (1-{count})?", count=len(known)), lines)]


def _on_a_board(screen: Screen) -> Game:
    """A game, and where it comes with several boards, one of them."""
    from parlour.terminal.setup import ask_board

    game = _game(screen)
    return load(game.id, ask_board(screen, game))


def _file(screen: Screen) -> Path:
    """A saved game, from this folder or from wherever it is."""
    here = sorted(Path.cwd().glob(RECORDS))
    for number, file in enumerate(here, 1):
        screen.line(f"  {number}  {file.name}")

    def read(answer: str) -> Path:
        if answer.isdecimal() and 1 <= int(answer) <= len(here):
            return here[int(answer) - 1]
        if not Path(answer).is_file():
            raise BadChoice(say("There is no file “{file}”.", file=answer))
        return Path(answer)

    return Path(screen.until(say("Which file? Type its name, or its number above."), read))


def _play(screen: Screen) -> None:
    from parlour.terminal.setup import Wishes, play_here

    play_here(screen, Wishes(game=_game(screen).id))


def _resume(screen: Screen) -> None:
    from parlour.terminal.setup import Wishes, play_here

    play_here(screen, Wishes(resume=_file(screen)))


def _replay(screen: Screen) -> None:
    from parlour.terminal.replay import replay

    replay(screen, _file(screen))


def _rules(screen: Screen) -> None:
    from parlour.terminal.read import print_rules

    print_rules(screen, _game(screen))


def _simulate(screen: Screen) -> None:
    from parlour.terminal.simulate import simulate

    game = _on_a_board(screen)
    count = screen.until(
        say("How many games? [10000]"), lambda answer: parse_int(answer, say("number of games"), 1), 10_000
    )
    simulate(screen, game, count)


def _board(screen: Screen) -> None:
    from parlour.terminal.read import draw_board

    game = _on_a_board(screen)
    name = screen.ask(say("File for a drawing (SVG), or Enter to see it here:"))
    draw_board(screen, game, Path(name) if name else None, None)
