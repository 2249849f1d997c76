"""Saved games: watching them again, and proving them."""

from __future__ import annotations

from pathlib import Path

from parlour import table
from parlour.rules.run import parse_int
from parlour.table.match import Match
from parlour.table.verify import NOTHING, PROVED, UNREADABLE
from parlour.terminal.show import BAD, GOOD, HEADING, InputEnded, Screen
from parlour.text import BadChoice, ParlourError, Text, join, say


def replay(screen: Screen, file: Path, moment: int | None = None, game: str | None = None) -> None:
    """One moment of a game; or, at a keyboard, step by step; or all of it."""
    match = Match.load(file, game)
    if screen.keyboard and match.game.has_secrets and not match.over and not _asked(screen):
        return
    story = [str(sentence) for sentence in match.story()]
    if moment is not None:
        _show(screen, match, story, parse_int(moment, say("number of an event"), 0, len(story)))
    elif screen.keyboard and screen.terminal:
        _step(screen, match, story)
    else:
        screen.line(_title(match))
        for number, sentence in enumerate(story, 1):
            screen.line(f"{number:>4}  {sentence}")
        screen.draw(match.game, match.position)


def _asked(screen: Screen) -> bool:
    """Is everybody content to see what the others keep secret?"""
    question = say(
        "This game is not over, and watching it shows what its players keep secret. Watch it (yes or no)?"
    )
    try:
        return screen.ask(question).casefold() in ("y", "yes")
    except InputEnded:
        return False


def _title(match: Match) -> Text:
    who = join([match.name(seat) for seat in match.seats], ", ")
    return say("{game}: {who}.", game=match.game.words.TITLE, who=who)


def _step(screen: Screen, match: Match, story: list[str]) -> None:
    """Enter goes on, back goes back, a number goes there."""
    screen.line(_title(match), HEADING)
    at, last = 0, len(story)
    while at <= last:
        _show(screen, match, story, at)
        question = say("{at} of {last}. Enter to go on, back, a number, or quit:", at=at, last=last)
        try:
            at = _next(screen.ask(question), at, last)
        except InputEnded:
            return
        except ParlourError as problem:
            screen.error(problem)


def _next(answer: str, at: int, last: int) -> int:
    """Where to go from here; beyond the end to leave."""
    word = answer.casefold()
    if not word:
        return at + 1
    if word.isdecimal():
        return parse_int(word, say("number of an event"), 0, last)
    if "back".startswith(word):
        return max(at - 1, 0)
    if "quit".startswith(word):
        return last + 1
    raise BadChoice(say("Press Enter to go on, or type back, quit, or a number from 0 to {last}.", last=last))


def _show(screen: Screen, match: Match, story: list[str], moment: int) -> None:
    positions = [before for _, before in match.steps()] + [match.position]
    screen.draw(match.game, positions[moment])
    screen.line(story[moment - 1] if moment else say("The game begins."), HEADING)


def verify(screen: Screen, file: Path, game: str | None = None) -> int:
    """Say what the record proves; exit code 1 if it is disproved or unfinished, 2 if unreadable."""
    verdict = table.verify(file, game)
    good = verdict.kind in (PROVED, NOTHING)
    screen.line(verdict, GOOD if good else BAD)
    if verdict.kind == UNREADABLE:
        return 2
    return 0 if good else 1
