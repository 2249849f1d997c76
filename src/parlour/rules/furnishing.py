"""The other files of a game's folder, looked at from the rules: words.py, position.py, scene.py, odds.py.

They are called as the table calls them. Whatever a seat is told or shown must be made from its view
alone, so two moves that look the same to a seat must read the same to it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from parlour.rules.game import Game
from parlour.rules.inspection import Remark
from parlour.rules.kit import CHANCE
from parlour.rules.position import Position
from parlour.text import say

NAMES = {
    "words": (
        *("TITLE", "BLURB", "SEAT_NAMES", "SEAT_LETTERS", "OPTION_WORDS"),
        *("notation", "fields", "offer", "sentence", "asks", "reason"),
    ),
    "position": ("describe", "build", "problems"),
    "scene": ("board", "pieces"),
    "odds": ("TOPICS", "now"),
}
MOST_COMPARED = 12  # actions at one position whose sentences are compared


def has(game: Game, file: str) -> bool:
    return (game.folder / file).is_file()


def missing(game: Game) -> Iterator[Remark]:
    """What the files do not define."""
    for file, names in NAMES.items():
        if has(game, f"{file}.py"):
            lacking = [name for name in names if not hasattr(getattr(game, file), name)]
            if lacking:
                yield file, say("{file}.py does not define: {names}", file=file, names=", ".join(lacking))
    if has(game, "words.py") and hasattr(game.words, "OPTION_WORDS"):
        silent = [o.name for o in game.options if o.name not in game.words.OPTION_WORDS]
        if silent:
            yield "words", say("OPTION_WORDS says nothing of: {names}", names=", ".join(silent))
    for name in ("SEAT_NAMES", "SEAT_LETTERS"):
        if has(game, "words.py") and len(set(map(str, getattr(game.words, name, ())))) < game.chairs:
            text = say("{name} must tell {count} chairs apart", name=name, count=game.chairs)
            yield "words", text


def remarks(game: Game, p: Position, listed: list[int]) -> Iterator[Remark]:
    """What does not fit this position, where `listed` is legal."""
    views = [_seen(game, p, seat) for seat in game.seats(p)] if hasattr(game.rules, "hide") else []
    if has(game, "words.py"):
        yield from _words(game, p, listed)
        for seat, view in zip(game.seats(p), views, strict=False):
            game.words.asks(view)
            for name, given in (("status", (view, seat)), ("thrower", (view,)), ("typed", (view,))):
                if hasattr(game.words, name):
                    getattr(game.words, name)(*given)
        if views:
            yield from _secrets(game, p, listed)
    if has(game, "position.py"):
        data = game.position.describe(p)
        if game.position.build(json.loads(json.dumps(data))) != p:
            yield "position", say("the JSON form does not give back the position {data}", data=data)
        for problem in game.position.problems(p):
            yield "position", say("a position of play is called impossible: {problem}", problem=problem)
    if has(game, "scene.py"):
        yield from _scene(game, p, views, listed)
    if has(game, "odds.py"):
        for view in [p, *views]:
            game.odds.now(view)


def _scene(game: Game, p: Position, views: list[Position], listed: list[int]) -> Iterator[Remark]:
    """Pieces, and the gestures of whoever is to act, made from what that seat sees."""
    scene, who = game.scene, int(game.plain.actor(p))
    for view in [p, *views]:
        scene.pieces(view)
    for seat, view in zip(game.seats(p), views or [p] * game.chairs, strict=False):
        if hasattr(scene, "held"):
            scene.held(view, seat)
    if not hasattr(scene, "gesture"):
        return
    seen = p if who < 0 else _seen(game, p, who)
    spaces = scene.board().spaces
    for action in listed[:MOST_COMPARED]:
        gesture = scene.gesture(seen, action)
        for part in () if gesture is None else (gesture, *gesture.also):
            lost = [space for space in (part.pick, part.drop, *part.path) if space not in spaces]
            if lost:
                yield "scene", say("a gesture leads over spaces that are not there: {spaces}", spaces=lost)
            if part.path and (part.path[0], part.path[-1]) != (part.pick, part.drop):
                yield (
                    "scene",
                    say(
                        "a gesture's path does not lead from {pick} to {drop}", pick=part.pick, drop=part.drop
                    ),
                )


def _words(game: Game, p: Position, listed: list[int]) -> Iterator[Remark]:
    words, who = game.words, int(game.plain.actor(p))
    names = [str(words.notation(p, a)) for a in listed]
    if not all(names) or len({"".join(n.split()).casefold() for n in names}) != len(names):
        yield "words", say("two legal actions read the same, or one has no name: {names}", names=names)
    words.asks(p)
    if who == CHANCE:
        return
    for action, name in zip(listed, names, strict=True):
        words.offer(p, action)
        if hasattr(words, "group"):
            words.group(p, action)
        if not words.fields(p, action):
            yield "words", say("the action {name} has no fields", name=name)
        reason = game.why_not(p, who, action)
        if reason is not None:
            yield "words", say("{name} is legal, reason says: {reason}", name=name, reason=reason)


def _secrets(game: Game, p: Position, listed: list[int]) -> Iterator[Remark]:
    """Two actions that leave a seat with the same view must be told to it in the same words."""
    for seat in game.seats(p):
        before = _seen(game, p, seat)
        told: dict[bytes, tuple[bytes, str]] = {}
        for action in listed[:MOST_COMPARED]:
            after = p.copy()
            game.plain.apply(after, action)
            view = _seen(game, after, seat)
            sentence = str(_teller(game, seat)(before, action, view))
            whole, first = told.setdefault(view.to_bytes(), (after.to_bytes(), sentence))
            if first != sentence and whole != after.to_bytes():
                yield (
                    "words",
                    say(
                        "seat {seat} is told what it cannot see: “{one}” or “{other}”",
                        seat=seat,
                        one=first,
                        other=sentence,
                    ),
                )


def _teller(game: Game, seat: int) -> Callable[[Position, int, Position], Any]:
    """How the table tells this seat what happened."""
    if not hasattr(game.words, "sentence_for"):
        tell: Callable[[Position, int, Position], Any] = game.words.sentence
        return tell
    return lambda before, action, after: game.words.sentence_for(before, action, after, seat)


def _seen(game: Game, p: Position, seat: int) -> Position:
    view = p.copy()
    game.plain.hide(view, seat)
    return view
