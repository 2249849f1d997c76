"""The board of Doubletrack: read, checked against DBT-LAY-1..20, and made into tables.

A file may have other lengths, numbers, colours and cards; what the constraints ask is asked here,
of the file as a whole, so that one look at the message is enough to put everything right. Rules
know a space only by these tables:

    space      an index into the outside track: side by side, and on each side its common spaces,
               its gate-pass space (the fork), its shortcut, its corner. ABSENT for a pawn left out.
    circle     a place on the inside track: START (0), the circles, HOME.
    kind       of a card: an index into CARD_NAMES. Copies of one kind do not differ.
    chip set   how many red, blue and yellow chips, as one number: see set_of() in rules.py.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from parlour.rules.kit import NOBODY, BoardFaults, Fault, fault, read_board

SEATS, CHAIRS = (3, 4), 4  # DBT-SET-1; a chair for each colour (DBT-SET-2), clockwise like these (DBT-SET-5)
HAND = 3  # cards of a player between turns (DBT-SET-11, DBT-PLAY-3)
CARDS, NUMBER_CARDS = 30, 18  # DBT-LAY-18; which numbers is data (DBT-Q-17)
HIGHEST_ROLL = 12
DENOMINATIONS = ("red", "blue", "yellow")
RED, BLUE, YELLOW = 0, 1, 2
VALUES = (5, 10, 25)  # dollars (DBT-SET-9)
UNIT = 5  # every amount is a multiple of it, and it is the least bid (DBT-BID-2)
TAKEN = 25  # dollars taken from an opponent (DBT-T25-1)
BACK = 10  # circles that "Back 10" goes back (DBT-CARD-4)

# What a space orders.
NUMBER, CHOICE, PLAY_A_CARD, SELL_A_CARD, SELL_A_PASS, SELL_THE_LEAD, TAKE_MONEY, TAKE_A_PASS = range(8)
TOKENS = {
    "PLAY_CARD": PLAY_A_CARD,
    "SELL_CARD": SELL_A_CARD,
    "SELL_PASS": SELL_A_PASS,
    "SELL_LEAD": SELL_THE_LEAD,
    "TAKE_25": TAKE_MONEY,
}
AT_LEAST = {  # DBT-LAY-11
    NUMBER: (2, "Number"),
    PLAY_A_CARD: (2, "PLAY_CARD"),
    SELL_A_CARD: (2, "SELL_CARD"),
    TAKE_MONEY: (2, "TAKE_25"),
    TAKE_A_PASS: (2, "TAKE_PASS"),
    SELL_A_PASS: (1, "SELL_PASS"),
    SELL_THE_LEAD: (1, "SELL_LEAD"),
}
COMMON, FORK, SHORTCUT, CORNER = range(4)  # the stretches of a side
STRETCHES = ("common", "fork", "shortcut", "corner")
LETTERS = ("M", "T", "S", "C")  # in the names of spaces

# The cards that are no Number cards come first (DBT-CARD-8); "Ahead" cards follow, lowest first.
TRADE, TAKE_LEAD, BACK_10, FARTHEST_BACK, STEAL_PASS, WORTHLESS, AHEAD = range(7)
SPECIAL = ("TRADE", "TAKE_LEAD", "BACK_10", "FARTHEST_BACK", "STEAL_PASS", "WORTHLESS")

START = 0  # the circles count from here, along the path and not along its arrows (DBT-IN-1)
ABSENT = 255  # `large` of a pawn that is left out
MOST_SPACES = MOST_CIRCLES = 250  # they are kept as small numbers
MOST_STEPS = 50  # on a space or a card
MOST_CHIPS = 9  # of one colour in a player's starting stock: a chip set is a number of 16 bits

Space = tuple[int, int, int]  # what it orders, and the least and the most of it; or which colour


class _Faults(list[Fault]):
    def unless(self, holds: bool, otherwise: Fault) -> None:
        if not holds:
            self.append(otherwise)


def _whole(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _space(token: Any, colours: list[str]) -> Space | None:
    """What a space orders; None for something that is no space."""
    if type(token) is int:
        return (NUMBER, token, token) if 1 <= token <= MOST_STEPS else None
    if not isinstance(token, str):
        return None
    if token in TOKENS:
        return TOKENS[token], 0, 0
    choice = re.fullmatch(r"([1-9][0-9]?)-([1-9][0-9]?)", token)
    if choice and int(choice[1]) < int(choice[2]) <= MOST_STEPS:
        return CHOICE, int(choice[1]), int(choice[2])
    word, _, colour = token.partition(":")
    if word == "TAKE_PASS" and colour in colours:
        return TAKE_A_PASS, colours.index(colour), 0
    return None


def _read_sides(outside: Any, faults: _Faults) -> tuple[list[str], list[list[list[Space]]]]:
    """The colours, and the spaces of every side by stretch."""
    sides = outside.get("side") if isinstance(outside, dict) else None
    if not isinstance(sides, list) or not all(isinstance(side, dict) for side in sides):
        faults.append(fault("DBT-LAY-1: there are no [[outside.side]] tables."))
        return [], []
    colours = [str(side.get("colour")) for side in sides]
    faults.unless(
        len(sides) == CHAIRS and len(set(colours)) == CHAIRS,
        fault(
            "DBT-LAY-1: there must be four sides of four different colours, not {colours}.",
            colours=", ".join(colours),
        ),
    )
    faults.unless(
        all(re.fullmatch(r"[a-z]+", c) is not None for c in colours),
        fault("DBT-LAY-1: a colour is a word of small letters."),
    )
    faults.unless(
        outside.get("direction") == "clockwise", fault("DBT-LAY-2: the outside track runs clockwise.")
    )
    faults.unless(
        outside.get("colours") == colours,
        fault(
            "DBT-LAY-3: the sides are {sides}, in another order than colours = {colours}.",
            sides=", ".join(colours),
            colours=outside.get("colours"),
        ),
    )
    read = [[_read_stretch(side, name, colours, faults) for name in STRETCHES] for side in sides]
    for number, colour in enumerate(colours):
        read[number][FORK] = [(TAKE_A_PASS, number, 0)]
        faults.unless(
            read[number][COMMON][-1:] != [(TAKE_A_PASS, number, 0)],
            fault(
                "DBT-LAY-4: common of {colour} ends with its own gate-pass space; the one before the gate is "
                "not listed.",
                colour=colour,
            ),
        )
    return colours, read


def _read_stretch(side: dict[str, Any], name: str, colours: list[str], faults: _Faults) -> list[Space]:
    if name == STRETCHES[FORK]:
        return []
    tokens = side.get(name)
    if not isinstance(tokens, list):
        faults.append(
            fault(
                "DBT-LAY-4: {stretch} of {colour} is missing or no list of spaces.",
                stretch=name,
                colour=side.get("colour"),
            )
        )
        return []
    spaces = [_space(token, colours) for token in tokens]
    for token, space in zip(tokens, spaces, strict=True):
        if space is None:
            faults.append(
                fault(
                    "DBT-LAY-11: {stretch} of {colour}: {token} is no space.",
                    stretch=name,
                    colour=side.get("colour"),
                    token=repr(token),
                )
            )
    return [space for space in spaces if space is not None]


def _check_side(colour: str, side: list[list[Space]], faults: _Faults) -> None:
    """Numbers lie on corners and, larger ones, in shortcuts. (DBT-NUM-3)"""
    common, _, shortcut, corner = side
    numbers = (NUMBER, CHOICE)
    for name, stretch in (("shortcut", shortcut), ("corner", corner)):
        faults.unless(
            stretch != [] and stretch[0][0] in numbers,
            fault("DBT-LAY-5: the {colour} {stretch} must begin with a Number.", colour=colour, stretch=name),
        )
    faults.unless(
        2 <= len(shortcut) <= 11,
        fault(
            "DBT-LAY-6: the {colour} shortcut has {count} spaces, not 2 to 11.",
            colour=colour,
            count=len(shortcut),
        ),
    )
    faults.unless(
        len(shortcut) < len(corner),
        fault(
            "DBT-LAY-7: the {colour} shortcut ({short}) must be shorter than the corner ({long}).",
            colour=colour,
            short=len(shortcut),
            long=len(corner),
        ),
    )
    faults.unless(
        all(what in numbers for what, _, _ in shortcut),
        fault("DBT-LAY-8: the {colour} shortcut holds more than Numbers.", colour=colour),
    )
    faults.unless(
        any(what == PLAY_A_CARD for what, _, _ in corner)
        and all(what != PLAY_A_CARD for what, _, _ in common + shortcut),
        fault(
            "DBT-LAY-9: PLAY_CARD lies on corners and on every one of them, which the {colour} side does not "
            "keep.",
            colour=colour,
        ),
    )
    faults.unless(
        all(what not in numbers for what, _, _ in common),
        fault(
            "DBT-LAY-10: the common spaces of {colour} hold a Number; these lie on corners and in shortcuts.",
            colour=colour,
        ),
    )


def _check_outside(sides: list[list[list[Space]]], faults: _Faults) -> None:
    spaces = [space for side in sides for stretch in side for space in stretch]
    for what, (least, name) in AT_LEAST.items():
        found = sum(space[0] == what for space in spaces)
        faults.unless(
            found >= least,
            fault(
                "DBT-LAY-11: there must be {least} or more {kind} spaces, not {found}.",
                least=least,
                kind=name,
                found=found,
            ),
        )
    faults.unless((CHOICE, 1, 5) in spaces, fault('DBT-LAY-11: there must be a "1-5" space.'))
    means = []
    for stretch in (SHORTCUT, CORNER):
        values = [low for side in sides for what, low, _ in side[stretch] if what == NUMBER]
        means.append(sum(values) / len(values) if values else 0.0)
    faults.unless(
        means[0] >= 2 * means[1],
        fault(
            "DBT-LAY-12: Numbers of shortcuts ({shortcuts:.1f} on average) must be twice those of corners "
            "({corners:.1f}).",
            shortcuts=means[0],
            corners=means[1],
        ),
    )
    shortest = sum(len(side[COMMON]) + 1 + len(side[SHORTCUT]) for side in sides)
    pushes = CHAIRS - 1
    faults.unless(
        shortest > HIGHEST_ROLL + pushes,
        fault(
            "DBT-LAY-13: the shortest way round is {shortest} steps and must be more than {least}.",
            shortest=shortest,
            least=HIGHEST_ROLL + pushes,
        ),
    )
    if len(spaces) > MOST_SPACES:
        faults.append(
            fault(
                "the outside track has {count} spaces; {most} are the most.",
                count=len(spaces),
                most=MOST_SPACES,
            )
        )


def _read_arrows(inside: Any, faults: _Faults) -> tuple[int, dict[int, int]]:
    """HOME, and the arrows of the purple circles."""
    inside = inside if isinstance(inside, dict) else {}
    home: int = MOST_CIRCLES
    if _whole(inside.get("home"), 1, MOST_CIRCLES):
        home = inside["home"]
    else:
        faults.append(
            fault(
                "inside.home = {home} must be a number from 1 to {most}.",
                home=repr(inside.get("home")),
                most=MOST_CIRCLES,
            )
        )
    arrows: dict[int, int] = {}
    listed = inside.get("shortcuts")
    for arrow in listed if isinstance(listed, list) else []:
        ends: dict[str, Any] = arrow if isinstance(arrow, dict) else {}
        at: Any = ends.get("at")
        to: Any = ends.get("to")
        faults.unless(at not in (0, home), fault("DBT-LAY-17: START and HOME are not purple."))
        if not _whole(at, 0, home) or not _whole(to, 0, home) or not at + 3 <= to < home:
            faults.append(
                fault(
                    "DBT-LAY-15: the arrow from {at} to {to} must lead ahead, over two circles or more, and "
                    "end before HOME.",
                    at=at,
                    to=to,
                )
            )
            continue
        faults.unless(at not in arrows, fault("DBT-LAY-15: two arrows leave circle {at}.", at=at))
        arrows[at] = to
    count = len(listed) if isinstance(listed, list) else 0
    faults.unless(
        count >= 2, fault("DBT-LAY-14: there are {count} purple circles; two are the least.", count=count)
    )
    for circle in arrows.values():
        faults.unless(
            circle not in arrows, fault("DBT-LAY-16: the Get-Ahead circle {circle} is purple.", circle=circle)
        )
    faults.unless(
        home > 2 * BACK,
        fault("DBT-LAY-20: HOME is circle {home} and must be more than {least}.", home=home, least=2 * BACK),
    )
    return home, arrows


def _read_deck(deck: Any, faults: _Faults) -> tuple[list[int], list[int]]:
    """How many of each kind, and the numbers of the kinds from AHEAD on."""
    deck = deck if isinstance(deck, dict) else {}
    ahead = deck.get("ahead")
    ahead = ahead if isinstance(ahead, dict) else {}
    wrong = [f"{k} = {v!r}" for k, v in {**deck, **ahead}.items() if k != "ahead" and not _whole(v, 0, CARDS)]
    wrong += [k for k in deck if k not in (*SPECIAL, "ahead")]
    wrong += [f"ahead.{k}" for k in ahead if not k.isdecimal() or not 1 <= int(k) <= MOST_STEPS]
    if wrong:
        faults.append(
            fault("DBT-LAY-18: [deck]: {wrong}: no such kind, or no number of cards.", wrong=", ".join(wrong))
        )
        return [], []
    numbers = sorted(int(n) for n, count in ahead.items() if count > 0)
    copies = {int(n): count for n, count in ahead.items()}
    counts = [deck.get(name, 0) for name in SPECIAL] + [copies[n] for n in numbers]
    faults.unless(
        sum(counts) == CARDS and sum(counts[AHEAD:]) == NUMBER_CARDS,
        fault(
            "DBT-LAY-18: there are {cards} cards, {ahead} of them Ahead, not {found} and {numbers}.",
            cards=CARDS,
            ahead=NUMBER_CARDS,
            found=sum(counts),
            numbers=sum(counts[AHEAD:]),
        ),
    )
    missing = [name for name, count in zip(SPECIAL, counts, strict=False) if count == 0]
    faults.unless(
        not missing,
        fault("DBT-LAY-19: there must be a card of every kind, also {missing}.", missing=", ".join(missing)),
    )
    return counts, numbers


def _read_equipment(equipment: Any, faults: _Faults) -> list[int]:
    """The starting chips; everything else is as printed."""
    equipment = equipment if isinstance(equipment, dict) else {}
    printed = {
        "players": list(SEATS),
        "hand_size": HAND,
        "dice": {"count": 2, "faces": 6},
        "chip_values": dict(zip(DENOMINATIONS, VALUES, strict=True)),
        "min_bid": UNIT,
        "take_amount": TAKEN,
    }
    for name, value in printed.items():
        if equipment.get(name) != value:
            faults.append(
                fault(
                    "equipment.{name} = {value}: the rules are for {printed}.",
                    name=name,
                    value=equipment.get(name),
                    printed=value,
                )
            )
    start = equipment.get("chip_start")
    chips = [start.get(d) if isinstance(start, dict) else None for d in DENOMINATIONS]
    if not all(_whole(n, 0, MOST_CHIPS) for n in chips) or not any(chips):
        faults.append(
            fault(
                "equipment.chip_start = {start}: 0 to {most} of each colour, and one chip at least.",
                start=start,
                most=MOST_CHIPS,
            )
        )
        return [1, 1, 1]
    return [int(n) for n in chips if n is not None]


def _read(board: dict[str, Any]) -> tuple[Any, ...]:
    faults = _Faults()
    colours, sides = _read_sides(board.get("outside"), faults)
    for colour, side in zip(colours, sides, strict=True):
        _check_side(colour, side, faults)
    if sides:
        _check_outside(sides, faults)
    home, arrows = _read_arrows(board.get("inside"), faults)
    counts, numbers = _read_deck(board.get("deck"), faults)
    chips = _read_equipment(board.get("equipment"), faults)
    if faults:
        raise BoardFaults(faults)
    return colours, sides, home, arrows, counts, numbers, chips


BOARD = read_board(__package__)
COLOURS, _SIDES, HOME, ARROWS, _COUNTS, AHEAD_NUMBERS, _CHIPS = _read(BOARD)

# ---------------------------------------------------------------- the outside track as tables

_LIST = [
    (colour, stretch, place, space)
    for colour, side in enumerate(_SIDES)
    for stretch, spaces in enumerate(side)
    for place, space in enumerate(spaces)
]
SPACES = len(_LIST)
_short = len({c[0] for c in COLOURS}) == CHAIRS
SPACE_NAMES: tuple[str, ...] = tuple(  # "R.M1", "R.T", "R.S1", "R.C1"
    (COLOURS[colour][0].upper() if _short else COLOURS[colour])
    + f".{LETTERS[stretch]}"
    + ("" if stretch == FORK else str(place + 1))
    for colour, stretch, place, _ in _LIST
)
SIDE_OF = np.array([colour for colour, _, _, _ in _LIST], np.int64)
STRETCH_OF = np.array([stretch for _, stretch, _, _ in _LIST], np.int64)
ORDER = np.array([space[0] for _, _, _, space in _LIST], np.int64)  # what the space orders
LOW = np.array([space[1] for _, _, _, space in _LIST], np.int64)  # the least steps; the colour of a pass
HIGH = np.array([space[2] for _, _, _, space in _LIST], np.int64)  # the most steps


def _first(colour: int, *stretches: int) -> int:
    """The first space of the first of these stretches that has any."""
    places = ((n, c, s) for n, (c, s, _, _) in enumerate(_LIST))
    return min((stretches.index(s), n) for n, c, s in places if c == colour and s in stretches)[1]


FORKS = np.array([_first(c, FORK) for c in range(CHAIRS)], np.int64)  # where each large pawn starts
FORK_AT = np.full(SPACES, NOBODY, np.int64)  # whose fork a space is, or NOBODY
FORK_AT[FORKS] = np.arange(CHAIRS)
SHORTCUTS = np.array([len(side[SHORTCUT]) for side in _SIDES], np.int64)  # their lengths
ENTRANCES = np.array([_first(c, SHORTCUT) for c in range(CHAIRS)], np.int64)  # behind each gate


def _next(space: int, through: bool) -> int:
    """The space after this one, through the gate or past it. (DBT-TURN-3, DBT-GATE-1)

    A gate is no space and costs no step (DBT-SET-6); how it is built and worked is handling (DBT-SET-15)."""
    colour, stretch, place, _ = _LIST[space]
    if stretch == FORK:
        return _first(colour, SHORTCUT if through else CORNER)
    if place + 1 < len(_SIDES[colour][stretch]):
        return space + 1
    if stretch == COMMON:
        return _first(colour, FORK)
    return _first((colour + 1) % CHAIRS, COMMON, FORK)  # DBT-Q-06


NEXT = np.array([[_next(n, through) for n in range(SPACES)] for through in (False, True)], np.int64)
CORNERS = NEXT[0, FORKS]  # the first corner space past each gate


def _stretch_ahead(space: int) -> list[int]:
    """This space and those after it, up to and with the next fork."""
    way = [space]
    while FORK_AT[way[-1]] == NOBODY:
        way.append(_next(way[-1], False))
    return way


TO_FORK = np.array([len(_stretch_ahead(n)) - 1 for n in range(SPACES)], np.int64)  # steps to the next fork
FORK_AHEAD = np.array([FORK_AT[_stretch_ahead(n)[-1]] for n in range(SPACES)], np.int64)  # which one it is
# AHEAD_OF[space, n]: the space n steps on, as long as that is no farther than the next fork.
AHEAD_OF = np.array(
    [
        [way[min(n, len(way) - 1)] for n in range(HIGHEST_ROLL + 1)]
        for way in map(_stretch_ahead, range(SPACES))
    ],
    np.int64,
)

# ---------------------------------------------------------------- the inside track, cards and chips

# A Get-Ahead circle is a circle like any other (DBT-PUR-5).
ARROW = np.array([ARROWS.get(c, NOBODY) for c in range(HOME + 1)], np.int64)  # Get-Ahead circle, or NOBODY

KINDS = len(_COUNTS)
DECK = np.array(_COUNTS, np.int64)  # copies of each kind
STEPS_OF = np.array([0] * AHEAD + AHEAD_NUMBERS, np.int64)  # what an "Ahead" card says, by kind
CARD_NAMES: tuple[str, ...] = SPECIAL + tuple(f"AHEAD-{n}" for n in AHEAD_NUMBERS)
MOST_CHOSEN = int(max(HIGH))  # the most steps a space leaves to the mover
LARGEST_PILE = CARDS - HAND * min(SEATS)  # cards in the pile of three players (DBT-SET-12)

STOCK = np.array(_CHIPS, np.int64)  # chips of each colour that a player starts with (DBT-SET-8)
LIMITS = tuple(CHAIRS * n for n in _CHIPS)  # all chips of each colour (DBT-SET-10)
MONEY = sum(n * value for n, value in zip(_CHIPS, VALUES, strict=True))  # dollars of one player's start
