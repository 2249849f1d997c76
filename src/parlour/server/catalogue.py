"""What the pages need to know about the games: the same for everybody, in the language asked for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from parlour.draw import palette, svg
from parlour.draw.scene import Circle, Scene, scene_of
from parlour.games import boards, folder_of, load, names
from parlour.games.rulebook import read_rulebook
from parlour.rules.game import Game
from parlour.server.access import Refusal
from parlour.text import LOCALES, ParlourError, languages, say, speaking


def game_of(name: str, board: str = "") -> Game:
    """An installed game, on one of its own boards; never a folder or a file that a stranger names."""
    if name not in names():
        raise Refusal(404, "no_game", say("There is no such game here."))
    if board and board not in boards(folder_of(name)):
        raise Refusal(404, "no_board", say("There is no such board here."))
    return load(name, board or None)


@cache
def games(language: str, thinker: Any) -> list[dict[str, Any]]:
    """All games, as the home page shows them."""
    with speaking(language):
        return [_game(load(name), thinker) for name in names() if _has_words(name)]


def _has_words(name: str) -> bool:
    return (folder_of(name) / "words.py").is_file() and (folder_of(name) / "position.py").is_file()


def _game(game: Game, thinker: Any) -> dict[str, Any]:
    words = game.words
    minutes = getattr(words, "MINUTES", None)
    return {
        "id": game.id,
        "title": str(words.TITLE),
        "blurb": str(words.BLURB),
        "seats": list(game.rules.SEATS),
        "colours": [str(name) for name in words.SEAT_NAMES],
        "minutes": None if minutes is None else list(minutes),
        "boards": [{"name": n, "usual": file is None} for n, file in boards(game.folder).items()],
        "secrets": game.has_secrets,
        "draw_by_agreement": bool(getattr(game.rules, "AGREED_DRAW", False)),
        "dice": _has_dice(game),
        "teams": _teams(game),
        "options": [
            {
                "name": option.name,
                "words": str(words.OPTION_WORDS.get(option.name, option.name)),
                "choices": list(option.choices),
                "default": option.choices[0] if option.choices else 0,
                "most": option.most,
                "clause": option.clause,
                "needs": {choice: list(players) for choice, players in option.players.items()},
            }
            for option in game.options
        ],
        "levels": thinker.levels(game),
    }


def _has_dice(game: Game) -> bool:
    """Is anything ever left to chance at the start of a usual game?"""
    return any(game.plain.actor(game.new(players)) == -1 for players in game.rules.SEATS)


def _teams(game: Game) -> list[dict[str, Any]]:
    """The house rules that make partners, and for how many players."""
    found = []
    for option in game.options:
        for choice in option.choices:
            for players in game.rules.SEATS:
                if players not in option.players.get(choice, (players,)):
                    continue
                try:
                    position = game.new(players, {option.name: choice})
                except ParlourError:
                    continue
                chairs = game.seats(position)
                sides: dict[int, list[int]] = {}
                for chair in chairs:
                    sides.setdefault(int(game.plain.side(position, chair)), []).append(chair)
                if len(sides) < players:
                    sorted_ = {"option": option.name, "choice": choice, "players": players}
                    found.append({**sorted_, "sides": list(sides.values())})
    return found


@cache
def rules(name: str, language: str) -> dict[str, Any]:
    """The rulebook, section by section; in another language where it has been translated."""
    game = game_of(name)
    translated = game.folder / f"rulebook.{language}.md"
    book = read_rulebook(translated if translated.is_file() else game.rulebook)
    sections: dict[str, list[dict[str, Any]]] = {}
    for clause in book.clauses:
        flags = [{"name": f.name, "choices": list(f.choices)} for f in clause.flags]
        sections.setdefault(clause.section, []).append(
            {"id": clause.id, "text": clause.text, "ruling": clause.ruling, "options": flags}
        )
    return {
        "id": game.id,
        "title": book.title,
        "introduction": [p for p in book.introduction.split("\n\n") if p],
        "sections": [{"title": title, "clauses": clauses} for title, clauses in sections.items()],
    }


@cache
def board_svg(name: str, board: str, language: str, colours: bool) -> str:
    with speaking(language):
        return svg.render(game_of(name, board), colours=colours)


@cache
def board(name: str, board_name: str, language: str) -> dict[str, Any]:
    """The board as numbers: where every space is, and what it is called; and its drawing."""
    game = game_of(name, board_name)
    with speaking(language):
        scene: Scene = scene_of(game).board()
        spaces = {
            space.id: {
                "x": round(space.centre[0], 2),
                "y": round(space.centre[1], 2),
                "kind": space.kind,
                "label": str(space.label),
                "called": list(space.called),
                "seat": space.seat,
                "outline": {"centre": space.outline.centre, "radius": space.outline.radius}
                if isinstance(space.outline, Circle)
                else {"points": space.outline.points},
            }
            for space in scene.spaces.values()
        }
        return {
            "game": game.id,
            "width": scene.width,
            "height": scene.height,
            "title": str(scene.title),
            "piece": scene.piece,
            "looks": [
                {"name": str(look.name), "letter": look.letter, "colour": look.colour, "shape": look.shape}
                for look in scene.looks
            ],
            "spaces": spaces,
            "svg": svg.render(game, colours=False),
        }


def colours() -> str:
    return palette.css()


@cache
def words(language: str) -> Mapping[str, str]:
    """The catalogue of a language: English template -> translation."""
    if language not in languages():
        raise Refusal(404, "no_language", say("There is no such language here."))
    if language == "en":
        return {}
    found: Mapping[str, str] = json.loads((LOCALES / f"{language}.json").read_text("utf-8"))
    return found
