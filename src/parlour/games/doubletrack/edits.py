"""What can be corrected on a board of Doubletrack: what spaces order, how many there are, colours, arrows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from parlour.rules.contracts.edits import BUTTON, CHOICE, NUMBER, Offer
from parlour.text import Text, say

_STRETCHES = {"M": "common", "S": "shortcut", "C": "corner"}
_SPACE = re.compile(r"outside-(\w+)\.([MTSC])(\d*)")
_HUES = ("red", "blue", "yellow", "green", "purple", "orange", "black", "white")
_MOST = 20  # steps on a space; a file may have up to 50
_ORDERS: tuple[tuple[str, Text], ...] = (
    ("PLAY_CARD", say("Play a card")),
    ("SELL_CARD", say("Sell a card")),
    ("SELL_PASS", say("Sell a pass")),
    ("SELL_LEAD", say("Sell the lead")),
    ("TAKE_25", say("Take $25")),
    ("1-5", say("ahead 1 to 5, as the mover chooses")),
)


def offers(board: Mapping[str, Any], space: str) -> list[Offer]:
    """What whoever owns the printed board can correct on this space."""
    if space.startswith("inside-"):
        return _circle(board["inside"], int(space.removeprefix("inside-")))
    found = _place(board, space)
    if found is None:
        return []
    side, stretch, at = found
    if stretch is None:  # the fork, whose colour is the side's
        words = say("colour of this side (DBT-LAY-1)")
        hues = tuple((hue, say("{colour}", colour=hue)) for hue in _HUES)
        more = Offer("begin", say("Add a space before it"), BUTTON)
        return [Offer("colour", words, CHOICE, side["colour"], hues), more]
    now = str(side[stretch][at])
    passes = tuple(
        (f"TAKE_PASS:{one['colour']}", say("Take the {colour} pass", colour=one["colour"]))
        for one in board["outside"]["side"]
    )
    numbers = tuple((str(n), say("ahead {steps}", steps=n)) for n in range(1, _MOST + 1))
    known = (*numbers, *_ORDERS, *passes)
    if now not in dict(known):
        known = ((now, say("{order}", order=now)), *known)
    return [
        Offer("order", say("what this space orders (DBT-LAY-11)"), CHOICE, now, known),
        Offer("insert", say("Add a space before it"), BUTTON),
        Offer("append", say("Add a space behind it"), BUTTON),
        Offer("remove", say("Take this space away"), BUTTON),
    ]


def _circle(inside: Mapping[str, Any], circle: int) -> list[Offer]:
    home = Offer(
        "home", say("number of the circle HOME (DBT-LAY-20)"), NUMBER, inside["home"], least=21, most=250
    )
    if circle in (0, inside["home"]):
        return [home]
    arrow = next((a["to"] for a in inside["shortcuts"] if a["at"] == circle), 0)
    words = say("purple: its arrow leads to circle … (0: it is not purple) (DBT-LAY-15)")
    return [Offer("arrow", words, NUMBER, arrow, least=0, most=inside["home"] - 1), home]


def changed(board: Mapping[str, Any], space: str, name: str, value: Any) -> dict[str, Any]:
    """The board's data after one correction; nothing else is touched."""
    if space.startswith("inside-"):
        inside = _with_circle(board["inside"], int(space.removeprefix("inside-")), name, int(value))
        return {**board, "inside": inside}
    found = _place(board, space)
    if found is None:
        return dict(board)
    chosen, stretch, at = found
    side = dict(chosen)
    if stretch is None:
        if name == "colour":
            side["colour"] = str(value)
        else:
            side["common"] = [*side["common"], "SELL_CARD"]
    else:
        tokens = list(side[stretch])
        if name == "order":
            tokens[at] = int(value) if str(value).isdecimal() else str(value)
        elif name == "remove":
            del tokens[at]
        elif name in ("insert", "append"):
            tokens.insert(at + (name == "append"), tokens[at])
        side[stretch] = tokens
    sides = [side if one is chosen else one for one in board["outside"]["side"]]
    return {**board, "outside": _recoloured(board["outside"], sides, chosen["colour"], side["colour"])}


def _with_circle(inside: Mapping[str, Any], circle: int, name: str, value: int) -> dict[str, Any]:
    if name == "home":
        return {**inside, "home": value}
    others = [dict(a) for a in inside["shortcuts"] if a["at"] != circle]
    arrows = [*others, {"at": circle, "to": value}] if value else others
    return {**inside, "shortcuts": sorted(arrows, key=lambda arrow: arrow["at"])}


def _recoloured(
    outside: Mapping[str, Any], sides: list[Mapping[str, Any]], old: str, new: str
) -> dict[str, Any]:
    """A colour is named in the list of colours, at its side, and on spaces that hand out its pass."""
    renamed = [
        {
            key: [f"TAKE_PASS:{new}" if token == f"TAKE_PASS:{old}" else token for token in value]
            if isinstance(value, list)
            else value
            for key, value in side.items()
        }
        for side in sides
    ]
    return {**outside, "colours": [side["colour"] for side in renamed], "side": renamed}


def _place(board: Mapping[str, Any], space: str) -> tuple[Mapping[str, Any], str | None, int] | None:
    """The side, the stretch (None for the fork) and the place in it, by the name of a space."""
    found = _SPACE.fullmatch(space)
    if not found:
        return None
    sides = board["outside"]["side"]
    short = len({side["colour"][:1] for side in sides}) == len(sides)
    for side in sides:
        if (side["colour"][:1].upper() if short else side["colour"]) == found[1]:
            if found[2] == "T":
                return side, None, 0
            stretch, at = _STRETCHES[found[2]], int(found[3]) - 1
            return (side, stretch, at) if 0 <= at < len(side[stretch]) else None
    return None
