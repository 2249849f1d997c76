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

from parlour.games.reader import Reader, bits, option_ranges, options_of, outside, roll_off_of, shown, tidy
from parlour.rules.kit import NOBODY, ROLLS, roll_code
from parlour.rules.position import Position
from parlour.text import BadPosition, Text, join, say

from . import rules, words

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
        str(c): [words.square_name(q) for q in range(rules.SQUARES) if p.owner[q] == c] for c in seats
    }
    data["supply"] = {str(c): p.supply[c] for c in seats}
    data |= {"score": {str(c): p.score[c] for c in _sides(p)}} if p.score.tolist() != _usual_score(p) else {}
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
    data |= {"square": words.square_name(p.square)} if p.phase == rules.MEET else {}
    data |= {"battle": _battle(p)} if p.phase == rules.BATTLE else {}
    if p.phase == rules.FINISHED:
        data |= {"over": True, "winner": None if p.winner == NOBODY else p.winner}
    written: dict[str, Any] = tidy(data)
    return written


def _battle(p: Position) -> dict[str, Any]:
    thrown = [_dice_of(p, side) for side in range(2)]
    data: dict[str, Any] = {"square": words.square_name(p.square), "round": p.round}
    data |= {name: dice for name, dice in zip(SIDES, thrown, strict=True) if dice}
    data["next"] = SIDES[p.defends]
    again = [die for i, die in enumerate(thrown[p.defends]) if p.again >> i & 1]
    return data | ({"again": again} if again else {})


def _dice_of(p: Position, side: int) -> list[int]:
    """What the attacker (0) or the defender (1) has thrown, if anything."""
    triple = int(p.triples[side])
    dice: list[int] = [] if triple == rules.NO_TRIPLE else rules.TRIPLES[triple].tolist()
    return dice


def _sides(p: Position) -> list[int]:
    return [c for c in range(p.players) if rules.side(p, c) == c]


def _rows(p: Position) -> list[int]:
    """The rows on the board, by the side they belong to; every row is counted at its first square."""
    found = [0] * rules.CHAIRS
    for start in range(rules.SQUARES):
        row, column = divmod(start, rules.SIZE)
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            ends = row + 2 * down, column + 2 * right
            if all(0 <= n < rules.SIZE for n in ends):
                step = down * rules.SIZE + right
                owners = {int(p.owner[start + i * step]) for i in range(rules.ROW)}
                if len(owners) == 1 and (owner := owners.pop()) < p.players:
                    found[rules.side(p, owner)] += 1
    return found


def _usual_score(p: Position) -> list[int]:
    return [0] * rules.CHAIRS if p.tiebreak else _rows(p)


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
    rules.call(p)
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
        rules.put(p, square, chair)
        return
    names = join([words.SEAT_NAMES[c] for c in sorted({there, chair})], ", ")
    read.wrong(say("two markers lie on {square}: {seats}", square=words.square_name(square), seats=names))


def _read_counts(p: Position, read: Reader) -> None:
    """Markers in front of everybody, and points."""
    attacking = [p.turn] if p.phase == rules.BATTLE else []
    on_board = [*p.owner.tolist(), *attacking]
    for key, field in (("supply", p.supply), ("score", p.score)):
        given = read.table(key)
        for chair in given:
            if chair not in map(str, range(p.players)):
                read.wrong(
                    say(
                        "{key} has a number for each chair that is taken, not for “{chair}”",
                        key=key,
                        chair=chair,
                    )
                )
        for chair in range(rules.CHAIRS):
            usual = _usual_score(p)[chair]
            if key == "supply":
                plays = chair < p.players and p.playing >> chair & 1
                usual = max(0, int(rules.markers_each(p)) - on_board.count(chair)) if plays else 0
            field[chair] = read.a_number(given.get(str(chair), usual), key, 0, 255)


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


# ---------------------------------------------------------------- judging


def problems(p: Position) -> list[Text]:
    """Everything that makes this position impossible; nothing when it can be played on."""
    return _unreadable(p) or [*_miscounted(p), *_unready(p), *_unfinished(p)]


def _unreadable(p: Position) -> list[Text]:
    """Numbers that mean nothing, and what does not agree with the fields it is derived from."""
    last = rules.CHAIRS - 1
    ranges = {
        "owner": (0, rules.VACANT),
        "phase": (rules.ROLL_OFF, rules.FINISHED),
        "turn": (0, last),
        "red": (0, rules.NO_PAIR),
        "blue": (0, rules.NO_PAIR),
        "again": (0, rules.ALL_THREE),
        "used": (0, rules.BLUE),
        "square": (0, rules.NO_SQUARE),
        "triples": (0, rules.NO_TRIPLE),
        "defends": (0, 1),
        "players": (rules.SEATS[0], rules.SEATS[-1]),
        "playing": (1, (1 << rules.CHAIRS) - 1),
        "first": (0, last),
        "tiebreak": (0, 1),
        "winner": (NOBODY, last),
        "rolling": (0, (1 << rules.CHAIRS) - 1),
        "best": (0, 18),
        "tied": (0, (1 << rules.CHAIRS) - 1),
    }
    found = outside(p, ranges | option_ranges(rules))
    if found:
        return found
    if p.teams and p.players != rules.CHAIRS:
        found.append(say("teams are for four players (DBW-TEAM-1)"))
    taken = [*(c for c in p.owner.tolist() if c != rules.VACANT), *bits(p.playing), p.turn, p.first]
    taken += [c for c in range(rules.CHAIRS) if p.supply[c] or p.score[c]]
    if max(taken) >= p.players:
        found.append(say("chair {chair} is not taken", chair=max(taken)))
    if (p.square == rules.NO_SQUARE) == (p.phase in (rules.MEET, rules.BATTLE)):
        found.append(say("a square is named when it is met or fought for"))
    if found:
        return found
    again = p.copy()
    rules.call(again)
    again.lines[:] = 0
    for square, owner in enumerate(p.owner.tolist()):
        if owner != rules.VACANT:
            rules.put(again, square, owner)
    if again != p:
        found.append(say("the lines, or who is to act, do not agree with the rest"))
    return found


def _miscounted(p: Position) -> list[Text]:
    """Markers and points that do not add up. (DBW-SETUP-6, DBW-Q-14)"""
    found = []
    each = int(rules.markers_each(p))
    for seat in range(p.players):
        name = words.SEAT_NAMES[seat]
        laid = int((p.owner == seat).sum()) + (p.phase == rules.BATTLE and p.turn == seat)
        if not p.playing >> seat & 1 and (laid or p.supply[seat]):
            found.append(say("{seat} does not play the tie-break, but has markers", seat=name))
        elif laid + p.supply[seat] > each:
            count = laid + int(p.supply[seat])
            found.append(
                say("{seat} has {count} markers, {most} are the most", seat=name, count=count, most=each)
            )
    rows, score = _rows(p), p.score.tolist()
    if p.tiebreak:
        best = rules.leaders(p)
        if len([c for c in _sides(p) if best >> c & 1]) < 2:
            found.append(say("a tie-break needs a tie: two or more with the most points (DBW-TIE-1)"))
        elif p.playing not in (best, (1 << p.players) - 1) or (p.playing != best) != (
            p.tiebreak_players == rules.ALL and best != (1 << p.players) - 1
        ):
            found.append(say("those who play the tie-break are not those who should (DBW-Q-28)"))
    else:
        for seat in _sides(p):
            if rows[seat] != score[seat]:
                values = {"seat": words.side_name(p, seat), "points": score[seat], "rows": rows[seat]}
                found.append(
                    say("{seat}: {points} points, but {rows} rows on the board (DBW-Q-14)", **values)
                )
        if p.playing != (1 << p.players) - 1:
            found.append(say("everybody plays until there is a tie-break"))
    if any(score[c] for c in range(p.players) if rules.side(p, c) != c):
        found.append(say("a team's points are counted for chair 0 or 1"))
    return found


def _unready(p: Position) -> list[Text]:
    """Is the game waiting for what it says it is waiting for?"""
    if p.phase == rules.ROLL_OFF:
        return _unready_roll_off(p)
    found = []
    if p.rolling or p.tied or p.best:
        found.append(say("nobody throws for the first turn any more"))
    if not p.playing >> p.turn & 1:
        found.append(say("{seat} cannot be on turn", seat=words.SEAT_NAMES[p.turn]))
    elif p.phase not in (rules.BATTLE, rules.FINISHED) and not p.supply[p.turn]:
        found.append(
            say(
                "{seat} has no marker left: the game would be over (DBW-END-1)", seat=words.SEAT_NAMES[p.turn]
            )
        )
    thrown = [p.red != rules.NO_PAIR, p.blue != rules.NO_PAIR]
    if thrown != [p.phase not in (rules.THROW, rules.FINISHED)] * 2:
        found.append(say("both pairs of dice lie there, or none does"))
        return found
    if p.used and (p.reroll_mode != rules.PER_PAIR or p.phase not in (rules.REROLL, rules.AGAIN)):
        found.append(say("that a pair was thrown again is kept only with reroll_mode=per_pair"))
    if p.phase == rules.AGAIN and not (
        0 < p.again <= rules.BOTH and rules.refuse_reroll(_asked(p), p.again) == 0
    ):
        found.append(say("these pairs cannot be thrown again"))
    if p.phase not in (rules.AGAIN, rules.BATTLE) and p.again:
        found.append(say("dice are taken up only when they are about to be thrown"))
    if p.phase == rules.CHOOSE:
        row, column = rules.LINE_OF[p.red], rules.LINE_OF[p.blue]
        if rules.WILD not in (row, column) or not rules.can_choose(p, row, column):
            found.append(say("these dice let nothing be picked (DBW-WILD-1)"))
    if p.phase in (rules.MEET, rules.BATTLE):
        found += _unready_square(p)
    return found + _unready_battle(p)


def _asked(p: Position) -> Position:
    """The position as it was when the pairs to be thrown again were chosen."""
    before = p.copy()
    before.phase = rules.REROLL
    return before


def _unready_roll_off(p: Position) -> list[Text]:
    found = []
    everybody = [rules.markers_each(p) if p.playing >> c & 1 else 0 for c in range(rules.CHAIRS)]
    if (p.owner != rules.VACANT).any() or p.supply.tolist() != everybody:
        found.append(say("in the roll-off the board is empty and nobody has played a marker"))
    if not p.rolling or p.rolling & -p.rolling != 1 << p.turn or (p.rolling | p.tied) & ~p.playing:
        found.append(say("in the roll-off the player on turn must be the first of those yet to throw"))
    if (p.best > 0) != (p.tied > 0) or p.tied >= 1 << p.turn:
        found.append(say("in the roll-off somebody before must have thrown the best"))
    if [p.red, p.blue] != [rules.NO_PAIR] * 2 or p.again or p.used:
        found.append(say("in the roll-off there are no dice to be kept or thrown again"))
    if p.first and not p.tiebreak:
        found.append(say("in the roll-off nobody has begun yet"))
    return found + _unready_battle(p)


def _unready_square(p: Position) -> list[Text]:
    """Can this square be met, or fought for, with these dice?"""
    there, name = int(p.owner[p.square]), words.square_name(p.square)
    if there in (rules.VACANT, p.turn):
        return [say("{square} is no square of another's", square=name)]
    found = []
    if not rules.is_on_line(p, p.square):
        found.append(say("the dice do not name {square} (DBW-ROLL-2)", square=name))
    if rules.stops_attack(p, p.square):
        found.append(say("{square} is protected by a row (DBW-PLAY-3)", square=name))
    if p.phase == rules.MEET and not rules.has_choice(p, there):
        found.append(say("nobody is asked whether to attack on {square} (DBW-Q-10)", square=name))
    if p.phase == rules.BATTLE and rules.replaces(p):
        found.append(say("partners do not fight for {square} (DBW-Q-37)", square=name))
    return found


def _unready_battle(p: Position) -> list[Text]:
    thrown = [_dice_of(p, side) for side in range(2)]
    if p.phase != rules.BATTLE:
        fought = any(thrown) or p.round or p.defends
        return [say("battle dice lie there without a battle")] if fought else []
    if p.round == 1:
        fits = bool(thrown[0]) == bool(p.defends) and not thrown[1] and p.again == rules.ALL_THREE
        return (
            []
            if fits
            else [say("in the first round both throw three dice, the attacker first (DBW-BATTLE-3)")]
        )
    if not all(thrown):
        return [say("after the first round both have three dice (DBW-BATTLE-3)")]
    found = []
    if p.again and rules.refuse_rethrow(p, p.again):
        found.append(say("of equal dice the first are taken up (DBW-Q-18)"))
    if p.round < rules.EXTRA:
        return found
    limit = rules.ROUNDS + p.battle_max_extra + 1 if p.battle_max_extra else rules.EXTRA
    if p.battle_tie in (rules.DEFENDER, rules.ATTACKER) or p.round > limit:
        found.append(say("there is no round {round} in this battle (DBW-Q-19)", round=p.round))
    elif not p.defends and sum(thrown[0]) != sum(thrown[1]):
        found.append(say("an extra round needs equal totals (DBW-BATTLE-6)"))
    if rules.is_tossed(p):
        if p.defends or p.again:
            found.append(say("a coin decides this battle, not dice (DBW-Q-19)"))
    elif p.battle_tie == rules.REROLL_ALL and p.again != rules.ALL_THREE:
        found.append(say("in an extra round all dice are thrown (DBW-Q-19)"))
    return found


def _unfinished(p: Position) -> list[Text]:
    """The end, and who has won."""
    rows = _rows(p)
    if p.phase != rules.FINISHED:
        found = [say("nobody has won yet")] if p.winner != NOBODY else []
        if p.tiebreak and any(rows):
            found.append(say("the game must be over: a row wins the tie-break (DBW-TIE-1)"))
        return found
    out = p.supply[p.turn] == 0
    if not p.tiebreak:
        best = bits(rules.leaders(p))
        if not out or len({int(rules.side(p, c)) for c in best}) > 1 or p.winner != rules.side(p, best[0]):
            return [
                say("the game is over when the player on turn has no marker, and most points win (DBW-END-1)")
            ]
    elif p.winner == NOBODY:
        if not out or any(rows) or p.tiebreak_exhausted != rules.DRAW:
            return [say("the game cannot be a draw (DBW-Q-32)")]
    elif rules.side(p, p.turn) != p.winner or [c for c in range(rules.CHAIRS) if rows[c]] != [p.winner]:
        return [say("a tie-break is won by the player on turn, with the first row (DBW-TIE-1)")]
    return []
