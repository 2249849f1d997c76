"""The JSON form of a Doubles Wild position, to be written by hand, and all that can be wrong with it.

    {"game": "doubleswild", "turn": 0, "markers": {"0": ["5,3", "5,4"], "1": ["7,7"]}}

`markers` lists the chairs that are taken, from 0 on, with the squares they own, written as row and
column. Without `dice` the player on turn is about to throw. All other keys are optional:

    options    house rules that differ from the printed rules
    supply     markers in front of each chair (default: all that are not on the board)
    score      points of each chair, in a team game of chair 0 and chair 1 for their teams
               (default: the rows on the board, and 0 in a tie-break)
    dice       {"red": [3, 1], "blue": [6, 4]}, to be kept or thrown again
    again      the pairs about to be thrown again, such as ["red"]
    rethrown   with reroll_mode=per_pair: the pair that was thrown again before
    final      true when the dice are final and a double lets a square be picked
    square     a square of another's that may be left, replaced or attacked
    battle     {"square": "5,7", "round": 2, "attacker": [1, 5, 6], "defender": [3, 4, 4],
               "next": "attacker", "again": [1]}: what each side has thrown, whose part of the round
               is next, and which of its dice it has taken up, if any; then `dice` may be left out
    roll_off   {"rolling": [chairs yet to throw], "best": 14, "tied": [chairs]}
    first      who began the game (default: 0)
    tiebreak   true once the board has been cleared for the first row
    playing    in a tie-break, the chairs that play it (default: all)
    over       true when the game has ended; `winner` the chair that has won, in a team game
               0 or 1 for its team, and null for a draw
"""

from __future__ import annotations

import re
from typing import Any

from parlour.games.reader import Reader, bits, options_of, roll_off_of, shown, tidy
from parlour.rules.kit import NOBODY, ROLLS, roll_code
from parlour.rules.position import Position
from parlour.text import BadPosition, join, say

from . import names, rules
from .faults import dice_of, problems, rows_on_board, sides_of

__all__ = ["build", "describe", "problems"]

KEYS = [
    *("game", "options", "markers", "supply", "score", "turn", "dice", "again", "rethrown", "final"),
    *("square", "battle", "roll_off", "first", "tiebreak", "playing", "over", "winner"),
]
BATTLE_KEYS = ["square", "round", "attacker", "defender", "next", "again"]
SIDES = ["attacker", "defender"]
PAIRS = ["red", "blue"]  # as bits, RED and BLUE
_SQUARE = re.compile(r"([0-9]{1,2}) ?, ?([0-9]{1,2})")


# ---------------------------------------------------------------- writing


def describe(p: Position) -> dict[str, Any]:
    """The position as plain data; whatever is at its default is left out."""
    seats = range(p.players)
    data: dict[str, Any] = {"game": "doubleswild"} | options_of(p, rules)
    data["markers"] = {
        str(c): [names.square_name(q) for q in range(rules.SQUARES) if p.owner[q] == c] for c in seats
    }
    data["supply"] = {str(c): p.supply[c] for c in seats}
    data |= (
        {"score": {str(c): p.score[c] for c in sides_of(p)}} if p.score.tolist() != _usual_score(p) else {}
    )
    data["turn"] = p.turn
    data |= {"first": p.first} if p.first else {}
    data |= {"tiebreak": True} if p.tiebreak else {}
    data |= {"playing": bits(p.playing)} if p.playing != (1 << p.players) - 1 else {}
    data |= roll_off_of(p) if p.phase == rules.ROLL_OFF else {}
    if p.red != rules.NO_PAIR and p.blue != rules.NO_PAIR:
        data["dice"] = {"red": ROLLS[p.red].tolist(), "blue": ROLLS[p.blue].tolist()}
    data |= {"again": [PAIRS[i] for i in bits(p.again)]} if p.phase == rules.AGAIN else {}
    data |= {"rethrown": [PAIRS[i] for i in bits(p.used)]} if p.used else {}
    data |= {"final": True} if p.phase == rules.CHOOSE else {}
    data |= {"square": names.square_name(p.square)} if p.phase == rules.MEET else {}
    data |= {"battle": _battle(p)} if p.phase == rules.BATTLE else {}
    if p.phase == rules.FINISHED:
        data |= {"over": True, "winner": None if p.winner == NOBODY else p.winner}
    written: dict[str, Any] = tidy(data)
    return written


def _battle(p: Position) -> dict[str, Any]:
    thrown = [dice_of(p, side) for side in range(2)]
    data: dict[str, Any] = {"square": names.square_name(p.square), "round": p.round}
    data |= {name: dice for name, dice in zip(SIDES, thrown, strict=True) if dice}
    data["next"] = SIDES[p.defends]
    again = [die for i, die in enumerate(thrown[p.defends]) if p.again >> i & 1]
    return data | ({"again": again} if again else {})


def _usual_score(p: Position) -> list[int]:
    return [0] * rules.CHAIRS if p.tiebreak else rows_on_board(p)


# ---------------------------------------------------------------- reading


def build(data: Any) -> Position:
    """The position that the data describe; BadPosition lists everything that is wrong."""
    read = Reader(data, KEYS, "doubleswild")
    p = Position(rules.State)
    markers = _read_markers(read)
    read.options(p, rules, len(markers))
    rules.new_game(p, len(markers) if len(markers) in rules.SEATS else rules.SEATS[-1])
    p.rolling = 0
    p.turn = read.number("turn", 0, rules.CHAIRS - 1)
    p.first = read.number("first", 0, rules.CHAIRS - 1)
    p.tiebreak = int(read.yes("tiebreak"))
    if "playing" in read.data:
        p.playing = read.mask("playing", rules.CHAIRS - 1)
    for chair, squares in markers.items():
        for square in squares:
            _lay(p, read, chair, square)
    _read_phase(p, read)
    _read_counts(p, read)
    if read.reasons:
        raise BadPosition(read.reasons)
    rules.derive(p)
    reasons = problems(p)
    if reasons:
        raise BadPosition(reasons)
    return p


def _read_markers(read: Reader) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for chair, squares in read.table("markers").items():
        if not read.chair(chair, rules):
            continue
        found[int(chair)] = []
        if isinstance(squares, list):
            places = [_read_square(read, square) for square in squares]
            found[int(chair)] = [q for q in places if q != rules.NO_SQUARE]
        else:
            read.wrong(
                say("chair {chair} has a list of squares, not {value}", chair=chair, value=shown(squares))
            )
    if not read.reasons and sorted(found) not in [list(range(n)) for n in rules.SEATS]:
        read.wrong(
            say("two, three or four chairs are taken, beginning with 0, not {chairs}", chairs=sorted(found))
        )
    return found


def _read_square(read: Reader, square: Any) -> int:
    match = _SQUARE.fullmatch(square) if isinstance(square, str) else None
    if match and all(rules.FIRST <= int(n) <= rules.LAST for n in match.groups()):
        row, column = (int(n) - rules.FIRST for n in match.groups())
        return row * rules.SIZE + column
    read.wrong(
        say(
            '{square} is not a square: row and column from {first} to {last}, such as "5,7"',
            square=shown(square),
            first=rules.FIRST,
            last=rules.LAST,
        )
    )
    return rules.NO_SQUARE


def _lay(p: Position, read: Reader, chair: int, square: int) -> None:
    there = int(p.owner[square])
    if there == rules.VACANT:
        p.owner[square] = chair
        return
    seats = join([names.SEAT_NAMES[c] for c in sorted({there, chair})], ", ")
    read.wrong(say("two markers lie on {square}: {seats}", square=names.square_name(square), seats=seats))


def _read_counts(p: Position, read: Reader) -> None:
    """Markers in front of everybody, and points."""
    each = int(rules.markers_each(p))
    laid = [*p.owner.tolist(), p.turn if p.phase == rules.BATTLE else rules.VACANT]
    left = [max(0, each - laid.count(c)) if p.playing >> c & 1 else 0 for c in range(rules.CHAIRS)]
    p.supply[:] = _by_chair(p, read, "supply", left)
    p.score[:] = _by_chair(p, read, "score", _usual_score(p))


def _by_chair(p: Position, read: Reader, key: str, usual: list[int]) -> list[int]:
    given = read.table(key)
    for chair in given:
        if chair not in map(str, range(p.players)):
            read.wrong(
                say("{key} is given by chairs that are taken, not for “{chair}”", key=key, chair=chair)
            )
    return [read.a_number(given.get(str(c), usual[c]), key, 0, 255) for c in range(rules.CHAIRS)]


def _read_phase(p: Position, read: Reader) -> None:
    p.phase = rules.THROW
    told = [key for key in ("roll_off", "over", "final", "square", "battle", "again") if read.data.get(key)]
    if len(told) > 1:
        read.wrong(say("{keys} exclude each other", keys=", ".join(told)))
    if "winner" in read.data and not read.yes("over"):
        read.wrong(say("a winner is named when the game is over"))
    if "dice" in read.data:
        p.phase = rules.REROLL
        _read_pairs(p, read)
    if "roll_off" in read.data:
        read.roll_off(p, rules, most=18)
    if read.yes("over"):
        p.phase = rules.FINISHED
        winner = read.data.get("winner")
        p.winner = NOBODY if winner is None else read.a_number(winner, "winner", 0, rules.CHAIRS - 1)
    if read.yes("final"):
        p.phase = rules.CHOOSE
    if "again" in read.data:
        p.phase = rules.AGAIN
        p.again = _read_colours(read, "again")
    p.used = _read_colours(read, "rethrown")
    if "square" in read.data:
        p.phase = rules.MEET
        p.square = _read_square(read, read.data["square"])
    if "battle" in read.data:
        p.phase = rules.BATTLE
        _read_battle(p, read)


def _read_pairs(p: Position, read: Reader) -> None:
    table = read.table("dice")
    for name in PAIRS:
        dice = read.numbers(name, 1, 6, table)
        if len(dice) == 2:
            setattr(p, name, roll_code(*dice))
        else:
            read.wrong(
                say("the {colour} dice are two numbers, not {dice}", colour=name, dice=shown(table.get(name)))
            )


def _read_colours(read: Reader, key: str) -> int:
    value = read.data.get(key, [])
    if isinstance(value, list) and all(name in PAIRS for name in value):
        return sum(1 << PAIRS.index(name) for name in set(value))
    read.wrong(say('{key} lists "red", "blue" or both, not {value}', key=key, value=shown(value)))
    return 0


def _read_battle(p: Position, read: Reader) -> None:
    table = read.table("battle")
    for key in table:
        if key not in BATTLE_KEYS:
            keys = ", ".join(BATTLE_KEYS)
            read.wrong(say("a battle has no key “{key}”; its keys are {keys}", key=key, keys=keys))
    p.square = _read_square(read, table.get("square"))
    thrown = []
    for side, name in enumerate(SIDES):
        dice = sorted(read.numbers(name, 1, 6, table))
        if len(dice) not in (0, 3):
            read.wrong(say("the {side} has three dice, not {dice}", side=name, dice=shown(table[name])))
        thrown.append(dice if len(dice) == 3 else [])
        p.triples[side] = rules.TRIPLES.tolist().index(dice) if len(dice) == 3 else rules.NO_TRIPLE
    p.round = read.a_number(table.get("round", 2 if all(thrown) else 1), "round", 1, 255)
    following = table.get("next", SIDES[1] if thrown[0] and not thrown[1] else SIDES[0])
    if following not in SIDES:
        read.wrong(say('next is "attacker" or "defender", not {value}', value=shown(following)))
        return
    p.defends = SIDES.index(following)
    mine = thrown[p.defends]
    again = read.numbers("again", 1, 6, table)
    for die in range(1, 7):  # of equal dice the first go
        if again.count(die) > mine.count(die):
            read.wrong(say("{again} cannot be taken up of {dice}", again=again, dice=mine))
            return
        for i in range(again.count(die)):
            p.again |= 1 << mine.index(die) + i
    p.again = p.again if mine else rules.ALL_THREE
    if "dice" not in read.data and p.square != rules.NO_SQUARE:  # any that name the square
        lines = rules.LINE_OF.tolist()
        p.red, p.blue = (lines.index(line) for line in divmod(p.square, rules.SIZE))
