"""What the pages need to know about the games: the same for everybody, in the language asked for."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from parlour.draw import palette, svg
from parlour.draw.scene import Circle, board_of
from parlour.games import boards, folder_of, load, names
from parlour.games.lessons import lessons_of
from parlour.lab import shipped
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.server import protocol
from parlour.server.access import Refusal
from parlour.server.bundling import WEB, module, needed, strings
from parlour.server.thinking import Thinker
from parlour.text import LOCALES, ParlourError, languages, say, speaking


def game_of(name: str, board: str = "") -> Game:
    """An installed game, on one of its own boards; never a folder or a file that a stranger names."""
    if name not in names():
        raise Refusal(404, "no_game", say("There is no such game here."))
    if board and board not in boards(folder_of(name)):
        raise Refusal(404, "no_board", say("There is no such board here."))
    return load(name, board or None)


@cache
def games(language: str, thinker: Thinker) -> list[protocol.GameCard]:
    """All games in the order a guest would like: first what is learnt soon, then what is over soon."""
    return sorted((game(name, language, thinker) for name in names()), key=_for_guests)


@cache
def game(name: str, language: str, thinker: Thinker) -> protocol.GameCard:
    """One of them."""
    with speaking(language):
        return _card(game_of(name), thinker)


def _for_guests(card: protocol.GameCard) -> tuple[int, list[int], str]:
    return card["learning"], (card["minutes"] or [])[::-1], card["title"]


def _card(game: Game, thinker: Thinker) -> protocol.GameCard:
    words = game.words
    return {
        "id": game.id,
        "title": str(words.TITLE),
        "blurb": str(words.BLURB),
        "aim": "" if words.AIM is None else str(words.AIM),
        "seats": list(game.rules.SEATS),
        "colours": [str(name) for name in words.SEAT_NAMES],
        "minutes": None if words.MINUTES is None else list(words.MINUTES),
        "learning": min(max(words.LEARNING, 1), 3),
        "boards": [
            {"name": name, "title": str(words.BOARD_NAMES.get(name, name)), "usual": file is None}
            for name, file in boards(game.folder).items()
        ],
        "secrets": game.has_secrets,
        "draw_by_agreement": bool(game.plain.AGREED_DRAW),
        "dice": _has_dice(game),
        "teams": _teams(game),
        "chairs": _chairs(game),
        "looks": _looks(game),
        "options": [
            {
                "name": option.name,
                "words": str(words.OPTION_WORDS[option.name]),
                "choices": list(option.choices),
                "choice_words": [str(word) for word in words.CHOICE_WORDS[option.name]],
                "switch": option.is_switch,
                "default": option.choices[0] if option.choices else 0,
                "most": option.most,
                "clause": option.clause,
                "needs": {choice: list(players) for choice, players in option.players.items()},
                "effects": {choice: str(effect) for choice, effect in shipped.effects(game, option)},
            }
            for option in game.options
        ],
        "levels": thinker.levels(game),
        "lessons": len(lessons_of(game).lessons),
    }


def _has_dice(game: Game) -> bool:
    """Is anything ever left to chance at the start of a usual game?"""
    return any(game.plain.actor(game.new(players)) == -1 for players in game.rules.SEATS)


def _teams(game: Game) -> list[protocol.GameTeam]:
    """Where partners play together: of themselves (no option), or by which house rule."""
    found: dict[tuple[str, int], dict[str, list[list[int]]]] = {}
    for option, choice, players, position in _tables(game):
        sides: dict[int, list[int]] = {}
        for chair in game.seats(position):
            sides.setdefault(int(game.plain.side(position, chair)), []).append(chair)
        found.setdefault((option, players), {})[choice] = list(sides.values())
    return [
        {"option": option, "choice": choice, "players": players, "sides": sides}
        for (option, players), choices in found.items()
        if not option or len({len(sides) for sides in choices.values()}) > 1  # it is this rule that matters
        for choice, sides in choices.items()
        if len(sides) < players
    ]


def _chairs(game: Game) -> list[protocol.GameChairs]:
    """Which chairs so many players take, and the house rules that change it."""
    usual: dict[int, list[int]] = {}
    found: list[protocol.GameChairs] = []
    for option, choice, players, position in _tables(game):
        chairs = game.seats(position)
        if usual.setdefault(players, chairs) != chairs:
            found.append({"players": players, "chairs": chairs, "option": option, "choice": choice})
    most: list[protocol.GameChairs] = [{"players": n, "chairs": chairs} for n, chairs in usual.items()]
    return most + found


def _tables(game: Game) -> Iterator[tuple[str, str, int, Position]]:
    """A new game for any number of players: the usual one, then one with each choice of a house rule."""
    for players in game.rules.SEATS:
        yield "", "", players, game.new(players)
    for option in game.options:
        for choice in option.choices:
            for players in game.rules.SEATS:
                if players in option.players.get(choice, (players,)):
                    with contextlib.suppress(ParlourError):
                        yield option.name, choice, players, game.new(players, {option.name: choice})


def _looks(game: Game) -> list[protocol.Look]:
    """How the pieces of each chair look; letters alone where the game comes without a drawing."""
    scene = game.scene.board()
    if scene is None:
        return [{"letter": letter, "colour": "", "shape": ""} for letter in game.words.SEAT_LETTERS]
    looks = scene.looks[: game.chairs]
    return [{"letter": look.letter, "colour": look.colour, "shape": look.shape} for look in looks]


@lru_cache(maxsize=128)
def board_svg(name: str, board: str, language: str, look: str, small: bool) -> str:
    """The board as a drawing that stands by itself; a `small` one without what is printed below it."""
    with speaking(language):
        return svg.render(game_of(name, board), look=look, cut=svg.Cut() if small else None)


@cache
def board(name: str, board_name: str, language: str) -> protocol.Board:
    """The board as numbers: where every space is, and what it is called; and its drawing."""
    with speaking(language):
        return board_on(game_of(name, board_name))


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    """As it is drawn: a hundredth of a unit is less than anybody sees."""
    x, y = point
    return round(x, 2), round(y, 2)


def board_on(game: Game) -> protocol.Board:
    """The same of a game on any board."""
    scene = board_of(game)
    spaces: dict[str, protocol.BoardSpace] = {
        space.id: {
            "x": round(space.centre[0], 2),
            "y": round(space.centre[1], 2),
            "kind": space.kind,
            "label": str(space.label),
            "called": list(space.called),
            "seat": space.seat,
            "outline": {"centre": _rounded(space.outline.centre), "radius": space.outline.radius}
            if isinstance(space.outline, Circle)
            else {"points": [_rounded(point) for point in space.outline.points]},
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
        "sides": list(scene.sides),
        "spaces": spaces,
        "svg": svg.render(game, colours=False),
    }


def colours() -> str:
    """The looks of boards and pieces as a style sheet."""
    return palette.css()


@cache
def words(language: str, page: Path | None = None) -> Mapping[str, str]:
    """The catalogue of a language for the pages: English template -> translation of what they say; or what a
    page says, by the module it begins with, before anything is called for later."""
    if language not in languages():
        raise Refusal(404, "no_language", say("There is no such language here."))
    if language == "en":
        return {}
    found: Mapping[str, str] = json.loads((LOCALES / f"{language}.json").read_text("utf-8"))
    said = strings((WEB / "js").rglob("*.js") if page is None else needed(page, module))
    return {template: words for template, words in found.items() if template in said}
