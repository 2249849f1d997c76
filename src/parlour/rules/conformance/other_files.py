"""The other files of a game's folder, looked at from the rules: words.py, position.py, scene.py and the rest.

They are called as the table and the bots call them, and what they answer is held against their contracts
(`rules/contracts`). Whatever a seat is told or shown must be made from its view alone, so two moves that
look the same to a seat must read the same to it. Where a file is missing it is the defaults that are tried.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from parlour.draw.scene import ICONS, SHAPES, Sign
from parlour.rules import forms
from parlour.rules.contracts import careful, narrow
from parlour.rules.contracts.check import CONTRACTS, answer
from parlour.rules.contracts.check import remarks as at_sight
from parlour.rules.contracts.file import GameFile
from parlour.rules.game import Game
from parlour.rules.inspection import Remark
from parlour.rules.kit import CHANCE, UNEXPLAINED, UNMARKED
from parlour.rules.narrow import parts_of
from parlour.rules.position import Position
from parlour.text import say

MOST_COMPARED = 12  # actions at one position whose sentences are compared


def missing(game: Game) -> Iterator[Remark]:
    """What is wrong with the files before anything is played."""
    for contract in CONTRACTS:
        yield from at_sight(getattr(game, contract.NAME))
    yield from _house_rules(game)
    yield from _box(game)
    for name in ("SEAT_NAMES", "SEAT_LETTERS"):
        if len(set(map(str, getattr(game.words, name)))) < game.chairs:
            text = say("{name} must tell {count} chairs apart", name=name, count=game.chairs)
            yield "words", text


def _house_rules(game: Game) -> Iterator[Remark]:
    """Is every house rule told, and every choice of it, and nothing else?"""
    known = {option.name: option for option in game.options}
    own = {} if game.words.module is None else vars(game.words.module)
    told = own.get("OPTION_WORDS")
    silent = [name for name in known if told is not None and name not in told]
    if silent:
        yield "words", say("OPTION_WORDS says nothing of: {names}", names=", ".join(silent))
    for table in ("OPTION_WORDS", "CHOICE_WORDS"):
        strange = [name for name in own.get(table, ()) if name not in known]
        if strange:
            text = say(
                "{table} speaks of what is no house rule: {names}", table=table, names=", ".join(strange)
            )
            yield "words", text
    for name, option in known.items():
        if len(game.words.CHOICE_WORDS[name]) != len(option.choices):
            yield (
                "words",
                say("CHOICE_WORDS of {name} must be {count} texts", name=name, count=len(option.choices)),
            )


def _box(game: Game) -> Iterator[Remark]:
    """Is what lies in the box made of parts, as many as there can be?"""
    for players in game.rules.SEATS if game.box.module is not None else ():
        parts, wrong = answer(game.box, "parts", game.new(players))
        yield from wrong
        for part in () if wrong else parts:
            if part.count < 1:
                text = say("parts answers {count} of “{part}”", count=part.count, part=part.name)
                yield "box", text


def remarks(game: Game, p: Position, listed: list[int]) -> Iterator[Remark]:
    """What does not fit this position, where `listed` is legal."""
    seats = game.seats(p)
    views = [_seen(game, p, seat) for seat in seats]
    yield from _words(game, p, listed)
    for seat, view in zip(seats, views, strict=True):
        yield from _answers(game.words, "asks", view)
        yield from _answers(game.words, "asks_you", view)
        yield from _answers(game.words, "status", view, seat)
        yield from _answers(game.words, "thrower", view)
        yield from _answers(game.words, "typed", view)
        yield from _answers(game.words, "stakes", view, seat)
        yield from _answers(game.words, "lying", view)
        yield from _answers(game.odds, "now", view)
    if game.has_secrets:
        yield from _secrets(game, p, listed)
    yield from _position(game, p)
    yield from _scene(game, p, views, listed)
    yield from _answers(game.exact, "known", p)
    yield from _considers(game, p)
    yield from _thinks(game, p, listed)
    yield from _mixes(game, p, listed)
    if game.narrow.module is not None:
        yield from _parts(game, p, listed)


def _answers(file: GameFile, name: str, *given: Any) -> Iterator[Remark]:
    yield from answer(file, name, *given)[1]


def _position(game: Game, p: Position) -> Iterator[Remark]:
    data, wrong = answer(game.position, "describe", p)
    yield from wrong
    if not wrong and game.position.build(json.loads(json.dumps(data))) != p:
        yield "position", say("the JSON form does not give back the position {data}", data=data)
    problems, wrong = answer(game.position, "problems", p)
    yield from wrong
    for problem in () if wrong else problems:
        yield "position", say("a position of play is called impossible: {problem}", problem=problem)


def _scene(game: Game, p: Position, views: list[Position], listed: list[int]) -> Iterator[Remark]:
    """Pieces, and the gestures of whoever is to act, made from what that seat sees."""
    scene, who = game.scene, int(game.plain.actor(p))
    board, wrong = answer(scene, "board")
    yield from wrong
    if board is None or wrong:
        return
    for seat, view in zip(game.seats(p), views, strict=True):
        yield from _answers(scene, "pieces", view)
        yield from _answers(scene, "extras", view)
        yield from _beside(game, p, view, seat)
        yield from _answers(scene, "dice", view)
    seen = p if who < 0 else _seen(game, p, who)
    for action in listed[:MOST_COMPARED]:
        yield from _dice_of(game, seen, action, who)
        gesture, wrong = answer(scene, "gesture", seen, action)
        yield from wrong
        for part in () if gesture is None or wrong else (gesture, *gesture.also):
            lost = [space for space in (part.pick, part.drop, *part.path) if space not in board.spaces]
            if lost:
                yield "scene", say("a gesture leads over spaces that are not there: {spaces}", spaces=lost)
            if part.path and (part.path[0], part.path[-1]) != (part.pick, part.drop):
                yield (
                    "scene",
                    say(
                        "a gesture's path does not lead from {pick} to {drop}", pick=part.pick, drop=part.drop
                    ),
                )


def _beside(game: Game, p: Position, view: Position, looker: int) -> Iterator[Remark]:
    """Signs that a page can draw: in the hand, on the cards of seats, in sealed choices, as one sees them."""
    shown: list[Any] = []
    asked = [("held", looker), *(("signs", seat) for seat in game.seats(p))]
    for name, seat in asked:
        found, wrong = answer(game.scene, name, view, seat)
        yield from wrong
        shown += () if wrong else found
    sealed, wrong = answer(game.scene, "sealed", view)
    yield from wrong
    if sealed is not None and not wrong:
        shown += [sealed, *(held for fist in sealed.fists for held in fist.holds)]
        lost = [fist.seat for fist in sealed.fists if fist.seat not in game.seats(p)]
        if lost:
            yield "scene", say("a sealed choice of a seat that nobody has: {seats}", seats=lost)
    for thing in shown:
        if thing.icon and thing.icon not in ICONS:
            yield (
                "scene",
                say("there is no icon {icon}; there are {icons}", icon=thing.icon, icons=", ".join(ICONS)),
            )
        if thing.colour and thing.colour not in SHAPES:
            yield "scene", say("there is no colour {colour}", colour=thing.colour)
        if isinstance(thing, Sign) and thing.colour and not thing.short:
            yield "scene", say("the sign “{sign}” is told by its colour alone", sign=thing.text)


def _dice_of(game: Game, seen: Position, action: int, who: int) -> Iterator[Remark]:
    """The dice that an outcome or a decision is about, as scene.py has them and words.py tells them."""
    scene = game.scene
    if who == CHANCE:
        thrown, wrong = answer(scene, "thrown", seen, action)
        yield from wrong
        faces = [list(row) for row in game.words.faces(seen, action)]
        if not wrong and [list(row.faces) for row in thrown] != faces:
            yield "scene", say("thrown says other dice than words.faces: {dice}", dice=faces)
        return
    yield from _answers(scene, "badge", seen, action)
    again, wrong = answer(scene, "again", seen, action)
    yield from wrong
    count = sum(len(row.faces) for row in scene.dice(seen))
    if not wrong and again is not None and not set(again) <= set(range(count)):
        yield "scene", say("again names dice that do not lie there: {dice}", dice=list(again))


def _words(game: Game, p: Position, listed: list[int]) -> Iterator[Remark]:
    words, who = game.words, int(game.plain.actor(p))
    names = []
    for action in listed:
        name, wrong = answer(words, "notation", p, action)
        yield from wrong
        names.append(str(name))
    if not all(names) or len({"".join(n.split()).casefold() for n in names}) != len(names):
        yield "words", say("two legal actions read the same, or one has no name: {names}", names=names)
    yield from _answers(words, "asks", p)
    for action, name in zip(listed, names, strict=True):
        wrong = list(_fields(game, p, action, name))
        yield from wrong
        if wrong:
            return
    if who == CHANCE:
        yield from _dice(game, p, listed)
        return
    for action in listed:
        yield from _answers(words, "offer", p, action)
        yield from _answers(words, "group", p, action)
        yield from _answers(words, "numbered", p, action)
    offers = Counter(str(words.offer(p, action)) for action in listed)
    yield from (
        ("words", say("two moves are offered by the same line: {offer}", offer=offer))
        for offer, count in offers.items()
        if count > 1
    )
    yield from _refused(game, p, who, listed)
    sensible, wrong = answer(words, "sensible", _seen(game, p, who))
    yield from wrong
    strange = [] if wrong else [action for action in sensible if action not in listed]
    if strange:
        yield "words", say("sensible offers what is not legal: {actions}", actions=strange)
    yield from _answers(words, "meant", p, names[0])
    yield from _answers(words, "absent", p, names[0])


def _fields(game: Game, p: Position, action: int, name: str) -> Iterator[Remark]:
    fields, wrong = answer(game.words, "fields", p, action)
    yield from wrong
    if not fields:
        yield "words", say("the action {name} has no fields", name=name)
    for field, amount in () if wrong else game.words.AMOUNTS.items():
        value = fields.get(field)
        if isinstance(value, dict) and set(value) != set(amount.parts):
            yield (
                "words",
                say(
                    "the action {name} has {value} as {field}, AMOUNTS has other parts",
                    name=name,
                    value=value,
                    field=field,
                ),
            )


def _refused(game: Game, p: Position, who: int, listed: list[int]) -> Iterator[Remark]:
    """Are there words for what forbids some of the other actions, and for another seat's doing this one?"""
    actions = int(game.plain.ACTIONS)
    others = [(who, action) for action in range(0, actions, max(1, actions // MOST_COMPARED))]
    others += [(seat, listed[0]) for seat in game.seats(p) if not game.plain.may_act(p, seat)]
    for seat, action in others:
        code = int(game.plain.refusal(p, seat, action))
        if code == 0:
            continue
        reason, wrong = answer(game.words, "reason", p, seat, action, code)
        yield from wrong
        if reason is None and code != UNEXPLAINED and "reason" in game.words.given:
            text = say("reason has no words for the refusal {code} of {action}", code=code, action=action)
            yield "words", text


def _dice(game: Game, p: Position, listed: list[int]) -> Iterator[Remark]:
    """Outcomes are dice or they are not, and whoever types dice in must be able to tell them apart."""
    shown = []
    for outcome in listed:
        rows, wrong = answer(game.words, "faces", p, outcome)
        yield from wrong
        if wrong:
            return
        shown.append(tuple(tuple(sorted(row)) for row in rows))
    if any(shown) and (not all(shown) or len(set(shown)) != len(shown)):
        yield (
            "words",
            say("faces must show other dice for every outcome, or none for any: {shown}", shown=shown),
        )


def _secrets(game: Game, p: Position, listed: list[int]) -> Iterator[Remark]:
    """Two actions that leave a seat with the same view must be told to it in the same words."""
    for seat in game.seats(p):
        before = _seen(game, p, seat)
        told: dict[bytes, tuple[bytes, str]] = {}
        for action in listed[:MOST_COMPARED]:
            after = p.copy()
            game.plain.apply(after, action)
            view = _seen(game, after, seat)
            text, wrong = answer(game.words, "sentence_for", before, action, view, seat)
            yield from wrong
            sentence = str(text)
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


def _considers(game: Game, p: Position) -> Iterator[Remark]:
    """Does `consider` write a number for each of the CONSIDERATIONS, and no more?"""
    size = len(game.careful.CONSIDERATIONS)
    for seat in game.seats(p) if size else ():
        row = np.full(size + 1, np.nan)
        _careful_form(game).consider(p.copy(), seat, row)
        if not np.isfinite(row[:size]).all() or not np.isnan(row[size]):
            yield "careful", say("consider does not write one number for each of {size} names", size=size)


def _thinks(game: Game, p: Position, listed: list[int]) -> Iterator[Remark]:
    """Does `sensible` write legal actions, each once, and at least one?"""
    if "sensible" not in game.careful.given or int(game.plain.actor(p)) < 0:
        return
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    count = int(_careful_form(game).sensible(p.copy(), out))
    found = out[: max(count, 0)].tolist()
    strange = [action for action in found if action not in listed or found.count(action) > 1]
    if strange or count == 0:
        yield "careful", say("sensible writes what is not legal, or nothing: {actions}", actions=strange)


def _mixes(game: Game, p: Position, listed: list[int]) -> Iterator[Remark]:
    """Does `mixture` write legal actions with odds that make a draw possible?"""
    if "mixture" not in game.careful.given or int(game.plain.actor(p)) < 0:
        return
    out, odds = (np.zeros(game.plain.MAX_ACTIONS, np.int64) for _ in range(2))
    count = int(_careful_form(game).mixture(p.copy(), out, odds))
    found = out[: max(count, 0)].tolist()
    if set(found) - set(listed) or (count and (odds[:count].min() < 0 or odds.sum() == 0)):
        yield "careful", say("mixture writes what is not legal, or has no odds: {actions}", actions=found)


@cache
def _careful_form(game: Game) -> Any:
    return forms.plain(game.rules, parts=((game.careful.module, careful),))


def _seen(game: Game, p: Position, seat: int) -> Position:
    view = p.copy()
    game.plain.hide(view, seat)
    return view


def _parts(game: Game, p: Position, listed: list[int]) -> Iterator[Remark]:
    """Do parts tell legal actions apart, and does `menu` lead to each of them and to nothing else?"""
    coding = game.narrow
    if int(game.plain.actor(p)) < 0:
        return
    parts = {action: tuple(parts_of(game, action)) for action in listed}
    if len(set(parts.values())) < len(listed):
        yield "narrow", say("two legal actions have the same parts")
        return
    most = max(code for one in parts.values() for code in one)
    if most >= coding.NARROW:
        yield "narrow", say("parts are not all below NARROW = {size}: {code}", size=coding.NARROW, code=most)
        return
    row, chosen = np.zeros(coding.NARROW + 1, np.int16), np.zeros(narrow.MOST_PARTS, np.int16)
    if int(coding.menu(p, chosen, 0, row)) == UNMARKED:
        return
    for action in listed[:: len(listed) // MOST_COMPARED + 1]:
        for depth in range(len(parts[action]) + 1):
            before = parts[action][:depth]
            follow = sorted({one[depth] for one in parts.values() if one[:depth] == before and one[depth:]})
            row.fill(narrow.NONE)
            offered = row[: int(coding.menu(p, chosen, depth, row))].tolist()
            if offered != follow:
                text = say(
                    "menu offers {codes} behind the parts {parts}, and not {follow}",
                    codes=offered,
                    parts=list(before),
                    follow=follow,
                )
                yield "narrow", text
                return
            chosen[depth] = (*parts[action], narrow.NONE)[depth]
        made = int(coding.whole(p, chosen))
        if made != action:
            text = say(
                "whole makes action {made} of the parts {parts} of action {action}",
                made=made,
                parts=list(parts[action]),
                action=action,
            )
            yield "narrow", text
