"""Things to read and look at: the games there are, their rules, their boards."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

import parlour
from parlour.games import boards, load, names
from parlour.games.ledger import ledger, missing, render_ledger, strays
from parlour.games.rulebook import render_clause, render_rules, rulebook
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table import files, from_code, from_json
from parlour.terminal.show import BAD, GOOD, HEADING, Screen
from parlour.text import BadChoice, say, unknown


def list_games(screen: Screen) -> None:
    """Every game, for how many, and what it is like."""
    for name in names():
        game = load(name)
        sizes = ", ".join(map(str, game.rules.SEATS))
        screen.line(say("{name}: for {sizes} players.", name=name, sizes=sizes), HEADING)
        screen.line(f"  {game.words.BLURB}")
        known = boards(game.folder)
        if known:
            screen.line(say("  Boards: {boards}.", boards=", ".join(known)))


# ---------------------------------------------------------------- rules


def print_rules(screen: Screen, game: Game, clause: str | None = None) -> None:
    """All rules, or the clauses whose ids begin so."""
    if clause is None:
        screen.block(render_rules(game))
        return
    clauses = rulebook(game).clauses
    wanted = clause.upper()
    exact = [c for c in clauses if c.id.upper() == wanted]
    found = exact or [c for c in clauses if c.id.upper().startswith(wanted)]
    if not found:
        raise _no_clause(clause, [c.id for c in clauses])
    for one in found:
        screen.block(render_clause(one))


def _no_clause(clause: str, ids: list[str]) -> BadChoice:
    families = list(dict.fromkeys(i.rpartition("-")[0] for i in ids))
    near = unknown(say("clause"), clause.upper(), families)
    return near


def print_options(screen: Screen, game: Game, position: Position) -> None:
    """The house rules in force, then the others that could have been chosen."""
    values = game.option_values(position)
    if values:
        screen.line(say("House rules in this game:"), HEADING)
    else:
        screen.line(say("This game is played by the printed rules."), HEADING)
    for name, value in values.items():
        screen.line(f"  {name}={value}: {game.words.OPTION_WORDS[name]}")


def print_ledger(screen: Screen, name: str | None, clause: str | None = None) -> int:
    """Clause, code and tests of one game or of all; exit code 1 when something has no test."""
    folder = _tests()
    bad = 0
    for game in [load(name)] if name else [load(n) for n in names()]:
        entries = ledger(game, folder)
        if clause:
            entries = [e for e in entries if e.clause.id.upper().startswith(clause.upper())]
            if not entries:
                raise _no_clause(clause, [c.id for c in rulebook(game).clauses])
        screen.block(render_ledger(entries))
        unproved = missing(entries)
        slips = [] if clause else strays(game, folder)
        for lack in unproved:
            screen.line(say("{clause} has no test.", clause=lack.id), BAD)
        for slip in slips:
            screen.line(
                say("{place} cites {clause}, which is no clause.", place=slip, clause=slip.clause), BAD
            )
        if not unproved and not slips:
            screen.line(
                say("{game}: all {count} clauses have a test.", game=game.words.TITLE, count=len(entries)),
                GOOD,
            )
        bad += len(unproved) + len(slips)
    return 1 if bad else 0


def _tests() -> Path:
    """The tests stand beside the sources; an installed Parlour has none."""
    for root in (Path(parlour.__file__).parents[2], Path.cwd()):
        if (root / "tests" / "rulebook").is_dir():
            return root / "tests"
    raise BadChoice(say("The ledger needs the tests: run this in a copy of Parlour's sources."))


# ---------------------------------------------------------------- boards


def draw_board(screen: Screen, game: Game, svg: Path | None, position: str | None) -> None:
    """The board in characters, or as a drawing in a file."""
    placed = None if position is None else read_position(game, position)
    if svg is None:
        from parlour.draw import characters

        screen.block(characters.render(game, placed))
        return
    from parlour.draw import svg as drawing

    picture = drawing.render(game, placed)
    if str(svg) == "-":
        screen.block(picture)
    else:
        files.write(svg, picture)
        screen.line(say("Drawn in {file}.", file=svg))


def read_position(game: Game, text: str) -> Position:
    """A position from its JSON, its code, or a file that holds either."""
    said = text
    if text and not _is_json(text):
        with contextlib.suppress(OSError, ValueError):  # a code can be longer than file names may be
            if Path(text).is_dir():
                raise BadChoice(say("{file} is a folder; name a file that holds a position.", file=text))
            if Path(text).is_file():
                text = files.read(text).decode("utf-8", "replace")
    if not _is_json(text):
        return _decoded(game, text, said)
    try:
        data = json.loads(text)
    except RecursionError as error:
        raise BadChoice(say("The position is not JSON: {why}.", why=say("its lists are too deep"))) from error
    except ValueError as error:
        raise BadChoice(say("The position is not JSON: {why}.", why=error)) from error
    return from_json(data, game)[1]


def _decoded(game: Game, code: str, said: str) -> Position:
    if code == said and not code[:1].isdigit():  # codes begin with a digit: so a mistyped file, perhaps
        raise BadChoice(
            say(
                "“{said}” is neither a file nor a position's code; a position in JSON begins with {brace}.",
                said=said[:60],
                brace="{",
            )
        )
    return from_code(code, game)[1]


def _is_json(text: str) -> bool:
    return text.lstrip().startswith(("{", "[", '"'))
