"""Opening a record: its events are played again, one by one, by the same rules as at the table.

So a record that opens is a match that could have happened. Whatever does not fit is refused
with the number of its line.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from parlour.games import load as load_game
from parlour.games import names as game_names
from parlour.rules.folders import kept
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.table import files
from parlour.table.codes import loaded
from parlour.table.dice import CheckableDice, from_description
from parlour.table.match import Match
from parlour.table.record import Header, digest, parse
from parlour.text import BadBoard, BadChoice, BadRecord, ParlourError, Text, say

LONGEST_BOARD = 50_000  # characters
_MOST_BOARDS = 256  # of records that were opened here: so many are kept as files


def resume(path: str | Path, game: Game | str | None = None) -> Match:
    """The match in a record file, ready to go on where it stopped."""
    match = replay(files.read(path), game)
    dice = match.dice
    if isinstance(dice, CheckableDice) and dice.secret is None:
        secret_file = files.secret_beside(path)
        secret = files.read_secret(secret_file, match.id)
        if secret is not None and not dice.keeps_promise(secret):
            raise ParlourError(
                say("The secret in {file} is not the one that was promised.", file=secret_file)
            )
        dice.secret = secret
    return match


def replay(raw: bytes, game: Game | str | None = None) -> Match:
    """The match in the bytes of a record; its dice have no secret but the one it reveals."""
    match, events, end = begin(raw, game)
    follow(match, events, end)
    return match


def begin(raw: bytes, game: Game | str | None = None) -> tuple[Match, list[dict[str, Any]], dict[str, Any]]:
    """The match before its first event, and the events and the end that the record tells."""
    header, events, end = parse(raw)
    found = _find_game(header, game)
    try:
        position = _start(found, header)
        match = Match(found, header, from_description(header.dice), position)
    except ParlourError as error:
        raise BadRecord(1, error.text) from error
    if sorted(header.seats) != found.seats(position) or header.players != len(header.seats):
        raise BadRecord(1, say("The seats do not fit the position: {chairs}.", chairs=found.seats(position)))
    return match, events, end


def follow(match: Match, events: list[dict[str, Any]], end: dict[str, Any]) -> None:
    """Play what the record tells, up to the first line that does not fit."""
    for line in events:
        try:
            match.follow(line)
        except ParlourError as error:
            raise BadRecord(line["n"] + 1, error.text) from error
    number = len(match.events) + 2
    if isinstance(match.dice, CheckableDice) and match.over and match.rolls and match.dice.secret is None:
        raise BadRecord(number, say("The game is over, but the secret of its dice is not shown."))
    shares = {str(chair): share for chair, share in match.shares.items()}
    if end["over"] is not match.over or end.get("shares", {}) != shares:
        raise BadRecord(number, say("The result is not the one that the moves lead to."))


def _find_game(header: Header, given: Game | str | None) -> Game:
    if isinstance(given, Game):
        found = given
    elif given is not None:
        found = load_game(str(given))
    elif header.game in game_names():
        found = load_game(header.game)
    else:
        raise BadChoice(
            say(
                "The record is of the game “{game}”, which is not installed here; "
                "say in which folder it is. Installed: {names}.",
                game=header.game,
                names=", ".join(game_names()),
            )
        )
    if found.id != header.game:
        raise BadChoice(say("The record is of {game}, not of {other}.", game=header.game, other=found.id))
    if header.board != found.board_text:
        found = _on_board(found, header.board)
    return loaded(found)


def _on_board(game: Game, board: str | None) -> Game:
    """The same game on the board that the record carries (None: on its own)."""
    name = (
        game.id if game.id in game_names() and load_game(game.id).folder == game.folder else str(game.folder)
    )
    if board is None:
        return load_game(name)
    if len(board) > LONGEST_BOARD:
        raise BadRecord(
            1, say("The board it was played on is too long: at most {most} characters.", most=LONGEST_BOARD)
        )
    try:
        return load_game(name, _kept(board))
    except ParlourError as error:
        raise BadRecord(1, _without_path(error.text)) from error


def on_board(game: Game, board: str) -> Game:
    """An installed game on the board that a text describes; BadBoard says all that is wrong with it."""
    if len(board) > LONGEST_BOARD:
        raise BadBoard(say("This board is too long: at most {most} characters.", most=LONGEST_BOARD))
    try:
        return load_game(game.id, _kept(board))
    except BadBoard as error:
        raise BadBoard(_without_path(error.text), error.faults) from error


def _without_path(text: Text) -> Text:
    """What is wrong with a board that came in a record: where it was put here is nobody's business."""
    return Text(text.template, {**text.values, "file": say("Its board")}) if "file" in text.values else text


def board_file(board: str) -> Path:
    """Where the text of a board is kept, named by what it says."""
    return kept("boards") / f"{digest(board)[:16]}.toml"


def _kept(board: str) -> Path:
    """A file with this board, the same one every time, so that it is compiled only once."""
    file = board_file(board)
    folder = file.parent
    if file.is_file() and file.read_bytes() == board.encode("utf-8"):
        os.utime(file)
        return file
    others = sorted((f for f in folder.iterdir() if f != file), key=_age)
    for old in others[: max(0, len(others) + 1 - _MOST_BOARDS)]:
        old.unlink(missing_ok=True)
    files.write(file, board)
    return file


def _age(file: Path) -> float:
    """When it was used last; one that another process has just removed is the oldest."""
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


def _start(game: Game, header: Header) -> Position:
    if header.start is None:
        return game.new(header.players, header.options)
    built: Position = game.position.build(header.start)
    return built
