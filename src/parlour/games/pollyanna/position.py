"""The JSON form of a Pollyanna position, to be written by hand, and all that can be wrong with it.

    {"game": "pollyanna", "turn": 0, "pieces": {"0": ["C", 20, "T2.3", "H"], "2": ["C", "C", "C", "@25"]}}

`pieces` lists the chairs that are taken. A place is "C" (corner), "H" (home), the owner's own
count, "T2.3" (third space of the second turnout ahead of him), or "@25" or "@T1.1": the space that
the player on turn calls so ("@T0.1" for the turnout on his own side). Without `dice` the player
on turn is about to throw. All other keys are optional:

    options    house rules that differ from the printed rules
    dice       what was thrown; `left` the dice still to be played (default: both)
    rewards    rewards to be used, [10] for one
    joined     the mover's pieces (0..3) that joined a pair in this turn and must wait
    played     with sum_is_one_move: the mover's piece that took the first die
    places     chairs in the order in which they finished, of partners the lower one;
               `over` true when the game has ended
    turns      turns finished, counted when there is a limit
    roll_off   {"rolling": [chairs yet to throw], "best": 9, "tied": [chairs]}
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from parlour.games.racing.places import USUAL_SEATING
from parlour.games.reader import Reader, bits, option_ranges, options_of, outside, roll_off_of, shown, tidy
from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.text import BadPosition, Text, join, say

from . import duties, layout, moving, record, rules, turns, words

KEYS = [
    *("game", "options", "pieces", "turn", "dice", "left", "rewards", "joined", "played"),
    *("places", "over", "turns", "roll_off"),
]
_PLACE = re.compile(r"(?:T([0-9])\.)?([0-9]{1,3})")


# ---------------------------------------------------------------- writing


def describe(p: Position) -> dict[str, Any]:
    """The position as plain data; whatever is at its default is left out."""
    seats = [c for c in range(rules.CHAIRS) if p.place[c] != record.EMPTY]
    data: dict[str, Any] = {"game": "pollyanna"} | options_of(p, rules)
    data["pieces"] = {str(c): [words.place_name(n) for n in p.pieces[c].tolist()] for c in seats}
    data["turn"] = p.turn
    data |= roll_off_of(p) if p.phase == record.ROLL_OFF else {}
    if p.phase == record.PLAY:
        data["dice"] = p.dice.tolist()
        left = [n for n in p.left.tolist() if n]
        data |= {"left": left} if left != data["dice"] else {}
    data |= {"rewards": [record.REWARD] * p.rewards} if p.rewards else {}
    data |= {"joined": bits(p.waits)} if p.waits else {}
    data |= {"played": p.played - 1} if p.played else {}
    placed = [c for c in seats if p.place[c] >= 0 and rules.side(p, c) == c]
    data |= {"places": sorted(placed, key=lambda c: int(p.place[c]))} if placed else {}
    data |= {"over": True} if p.phase == record.FINISHED else {}
    data |= {"turns": p.turns} if p.turns else {}
    written: dict[str, Any] = tidy(data)
    return written


# ---------------------------------------------------------------- reading


def build(data: Any) -> Position:
    """The position that the data describe; BadPosition lists everything that is wrong."""
    read = Reader(data, KEYS, "pollyanna")
    p = Position(rules.State)
    turn = read.number("turn", 0, rules.CHAIRS - 1)
    pieces = read.pieces("pieces", rules, lambda chair, place: _read_place(read, chair, place, turn))
    _read_options(p, read, pieces)
    _seat(p, pieces)
    _read_places(p, read)
    _read_throw(p, read)
    _read_extras(p, read)
    if read.reasons:  # what could be read may be impossible all the same
        raise BadPosition([*read.reasons, *_crowded(p)])
    turns.give_turn(p, turn)
    if p.phase in (record.ROLL_OFF, record.FINISHED):
        p.mover = turn
    rules.derive(p)
    reasons = problems(p)
    if reasons:
        raise BadPosition(reasons)
    return p


def _read_place(read: Reader, chair: int, place: Any, turn: int) -> int:
    if place in ("C", "H"):
        return layout.CORNER if place == "C" else layout.HOME
    if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < layout.HOME:
        return place
    text = place if isinstance(place, str) else ""
    match = _PLACE.fullmatch(text.removeprefix("@"))
    if match and (match[1] or text[0] == "@"):
        turned = turn - chair if text[0] == "@" else 0  # what the player on turn sees, seen by the owner
        if match[1]:
            turnout, at = int(match[1]), int(match[2])
            if turnout < rules.CHAIRS and 1 <= at <= layout.TURNOUT_LENGTH:
                own = (turnout + turned) % rules.CHAIRS
                if own > 0:
                    return layout.FIRST_TURNOUT + layout.TURNOUT_LENGTH * (own - 1) + at - 1
                return _out_of_reach(read, chair, place)
        elif int(match[2]) < layout.LOOP:
            own = (int(match[2]) + layout.SIDE * turned) % layout.LOOP
            return own if own <= layout.ENTRANCE else _out_of_reach(read, chair, place)
    read.wrong(
        say(
            "{place} is not a place: C, H, a count from 0 to {most}, T1.1 to T{turnouts}.{length}, "
            "or @ and such a place of the player on turn",
            place=shown(place),
            most=layout.HOME - 1,
            turnouts=layout.TURNOUTS,
            length=layout.TURNOUT_LENGTH,
        )
    )
    return layout.CORNER


def _out_of_reach(read: Reader, chair: int, place: str) -> int:
    read.wrong(say("{seat} never comes to {place}", seat=words.SEAT_NAMES[chair], place=place))
    return layout.CORNER


def _read_options(p: Position, read: Reader, pieces: dict[int, list[int]]) -> None:
    given = dict(read.table("options"))
    chairs = sum(1 << c for c in pieces)
    if "seats" not in given and len(pieces) in rules.SEATS and chairs != USUAL_SEATING[len(pieces)]:
        given["seats"] = "".join(str(c) for c in sorted(pieces))
        if given["seats"] not in record.SEATINGS:
            del given["seats"]
            read.wrong(say("two players sit opposite each other (POL-PREP-1)"))
    if read.table("pieces"):  # without chairs no option fits
        read.options(p, rules, len(pieces), given)
    if p.seats and chairs != record.SEATING[p.seats] and not read.reasons:
        read.wrong(say("the chairs taken are not those of the option seats, {seats}", seats=given["seats"]))


def _seat(p: Position, pieces: dict[int, list[int]]) -> None:
    rules.new_game(p, len(pieces) if len(pieces) in rules.SEATS else rules.SEATS[-1])
    for chair in range(rules.CHAIRS):  # even where the chairs cannot be: more may be wrong
        p.place[chair] = record.PLAYING if chair in pieces else record.EMPTY
    for chair, places in pieces.items():
        for piece, place in enumerate(places):
            moving.put(p, chair, piece, place)
    p.rolling = 0


def _read_places(p: Position, read: Reader) -> None:
    before = len(read.reasons)
    chairs = read.numbers("places", 0, rules.CHAIRS - 1)
    if len(read.reasons) > before:
        return
    for place, chair in enumerate(chairs):
        if p.place[chair] == record.EMPTY and str(chair) in read.table("pieces"):
            continue  # it is taken, but its pieces could not be read
        if rules.side(p, chair) != chair or p.place[chair] != record.PLAYING:
            read.wrong(say("chair {chair} cannot take place {place}", chair=chair, place=place + 1))
            continue
        for seat in range(rules.CHAIRS):
            if rules.side(p, seat) == chair:
                p.place[seat] = place


def _read_throw(p: Position, read: Reader) -> None:
    p.phase = record.FINISHED if read.yes("over") else record.THROW
    if "roll_off" in read.data:
        read.roll_off(p, rules, most=12)
    if "dice" not in read.data:
        if "left" in read.data or "rewards" in read.data:
            read.wrong(say("left and rewards need the dice that were thrown"))
        return
    dice = sorted(read.numbers("dice", 1, 6), reverse=True)
    if len(dice) != 2:
        read.wrong(say("dice are two numbers, not {dice}", dice=shown(read.data["dice"])))
        return
    if p.phase != record.THROW:
        read.wrong(say("there are no dice to play in a roll-off, nor when the game is over"))
    p.phase = record.PLAY
    p.dice[:] = p.left[:] = dice
    if "left" in read.data:
        left = read.numbers("left", 1, 6)
        if any(left.count(n) > dice.count(n) for n in left):
            read.wrong(say("{left} cannot be left of {given}", left=left, given=dice))
            return
        for i in range(2):  # of equal dice the first is played first
            played = dice[i] not in left or (dice[0] == dice[1] and i == 0 and len(left) < 2)
            p.left[i] = 0 if played else dice[i]


def _read_extras(p: Position, read: Reader) -> None:
    rewards = read.numbers("rewards", record.REWARD, record.REWARD)
    p.rewards = len(rewards)
    p.waits = read.mask("joined", record.PIECES - 1)
    p.played = read.number("played", 0, record.PIECES - 1) + 1 if "played" in read.data else 0
    p.turns = read.number("turns", 0, 60000)


# ---------------------------------------------------------------- judging


def problems(p: Position) -> list[Text]:
    """Everything that makes this position impossible; nothing when it can be played on."""
    return _unreadable(p) or [*_crowded(p), *_finished(p), *_unready(p)]


def _unreadable(p: Position) -> list[Text]:
    """Numbers that mean nothing, and what does not agree with the pieces it is derived from."""
    ranges = {
        "pieces": (layout.CORNER, layout.PLACES - 1),
        "turn": (0, rules.CHAIRS - 1),
        "mover": (0, rules.CHAIRS - 1),
        "phase": (record.ROLL_OFF, record.FINISHED),
        "dice": (0, 6),
        "left": (0, 6),
        "rewards": (0, record.RIVALS),
        "waits": (0, 15),
        "played": (0, record.PIECES),
        "partners": (0, 1),
        "place": (record.EMPTY, rules.CHAIRS - 1),
        "rolling": (0, 15),
        "best": (0, 12),
        "tied": (0, 15),
        "trail": (0, 0),
    }
    found = outside(p, ranges | option_ranges(rules))
    if found:
        return found
    seats = [c for c in range(rules.CHAIRS) if p.place[c] != record.EMPTY]
    plain = Position(rules.State)
    for option in rules.OPTIONS:
        setattr(plain, option.name, getattr(p, option.name))
    if len(seats) not in rules.SEATS:
        return [say("{count:chair is|chairs are} taken; the game is for 2, 3 or 4", count=len(seats))]
    rules.new_game(plain, len(seats))
    if [c for c in range(rules.CHAIRS) if plain.place[c] != record.EMPTY] != seats:
        found.append(say("these chairs cannot be taken with this option for seats"))
    if plain.partners != p.partners:
        found.append(say("whether partners play does not fit the option for mode"))
    if any(
        p.pieces[c].tolist() != [layout.CORNER] * record.PIECES for c in range(rules.CHAIRS) if c not in seats
    ):
        found.append(say("a chair is empty but has a piece in play"))
    for seat in range(rules.CHAIRS):
        for piece in range(record.PIECES):
            moving.put(plain, seat, piece, int(p.pieces[seat, piece]))
    turns.give_turn(plain, p.turn)
    if p.phase in (record.ROLL_OFF, record.FINISHED):
        plain.mover = p.turn
    if plain.mover != p.mover or (plain.board != p.board).any():
        found.append(say("the board does not agree with the pieces"))
    if not _dice_agree(p):
        found.append(say("the dice left are not dice of this throw"))
    if not found and not _derived_agree(p):
        found.append(say("the board does not agree with the pieces"))
    return found


def _derived_agree(p: Position) -> bool:
    again = p.copy()
    rules.derive(again)
    return all(np.array_equal(getattr(again, name), getattr(p, name)) for name in rules.DERIVED)


def _dice_agree(p: Position) -> bool:
    (high, low), left = p.dice.tolist(), p.left.tolist()
    if p.phase != record.PLAY:
        return not any((high, low, *left, p.rewards))
    if not 1 <= low <= high or left[0] not in (0, high) or left[1] not in (0, low):
        return False
    return bool(high != low or left != [high, 0])  # of equal dice the first is played first


def _crowded(p: Position) -> list[Text]:
    found = []
    largest = int(record.LARGEST_STACK[p.max_stack])
    for space, there in enumerate(p.board.tolist()):
        chairs = [c for c in range(rules.CHAIRS) if there & int(record.OWN[c])]
        count = there.bit_count()
        if count < 2:
            continue
        names = join([words.SEAT_NAMES[c] for c in chairs], ", ")
        where = _space_text(space, chairs[0])
        if len({int(rules.side(p, c)) for c in chairs}) > 1:
            found.append(say("{colours} stand together on {space}", colours=names, space=where))
        elif space >= layout.LOOP:
            found.append(
                say(
                    "{count} pieces stand on {space}, a single track (POL-TO-3, POL-HOME-3)",
                    count=count,
                    space=where,
                )
            )
        elif count > largest and not _may_pile_up(p, space, chairs):
            found.append(
                say(
                    "{count} pieces of {colours} stand on {space}, {most} are the most (POL-Q-10)",
                    count=count,
                    colours=names,
                    space=where,
                    most=largest,
                )
            )
    return found


def _may_pile_up(p: Position, space: int, chairs: list[int]) -> bool:
    """A starting space takes any number of starts. (POL-Q-11)"""
    return not p.start_respects_max_stack and any(space == layout.SPACE[c, layout.START + 1] for c in chairs)


def _space_text(space: int, seat: int) -> Text:
    """A space, on the Broadway as a seat that stands there counts it."""
    if space < layout.LOOP:
        count = (space - layout.SIDE * seat - layout.START_OFFSET) % layout.LOOP
        name = words.SEAT_NAMES[seat]
        return say("the Broadway space that {seat} counts as {count}", seat=name, count=count)
    turnout, at = divmod(space - layout.LOOP, layout.TURNOUT_LENGTH)
    if turnout < rules.CHAIRS:
        return say("space {at} of {seat}'s turnout", at=at + 1, seat=words.SEAT_NAMES[turnout])
    seat = (space - layout.LOOP - rules.CHAIRS * layout.TURNOUT_LENGTH) // layout.PATH_LENGTH
    return say("the Home Path of {seat}", seat=words.SEAT_NAMES[seat])


def _finished(p: Position) -> list[Text]:
    found = []
    sides = [c for c in range(rules.CHAIRS) if rules.side(p, c) == c]
    home = [
        c
        for c in sides
        if all((p.pieces[m] == layout.HOME).all() for m in range(rules.CHAIRS) if rules.side(p, m) == c)
    ]
    placed = [c for c in sides if p.place[c] >= 0]
    over = p.phase == record.FINISHED
    last = len(sides) - 1 if p.play_for_places else 1
    for chair in home:
        if chair not in placed:
            found.append(say("{seat} has all pieces home but no place", seat=words.SEAT_NAMES[chair]))
    for chair in placed:
        if chair not in home and not (over and p.play_for_places and p.place[chair] == last):
            found.append(say("{seat} has a place but not all pieces home", seat=words.SEAT_NAMES[chair]))
    if over and len(placed) < last and not (p.max_turns and p.turns >= p.max_turns):
        found.append(say("the game cannot be over: nobody has won"))
    if not over and len(placed) >= last:
        found.append(say("the game must be over: it is won"))
    if p.max_turns and not over and p.turns >= p.max_turns:
        found.append(say("the game must be over: the turn limit is reached"))
    if not p.max_turns and p.turns:
        found.append(say("turns are counted only with a limit"))
    if p.phase == record.ROLL_OFF and (p.pieces != layout.CORNER).any():
        found.append(say("in the roll-off all pieces are in their corners"))
    return found


def _unready(p: Position) -> list[Text]:
    """Is the game waiting for what it says it is waiting for?"""
    found = []
    seat = words.SEAT_NAMES[p.turn]
    if p.phase in (record.ROLL_OFF, record.FINISHED) and (p.waits or p.played):
        found.append(say("no piece can have joined or played before the first turn, nor after the last"))
    if p.phase == record.ROLL_OFF:
        seats = sum(1 << c for c in range(rules.CHAIRS) if p.place[c] != record.EMPTY)
        if not p.rolling >> p.turn & 1 or (p.rolling | p.tied) & ~seats or p.rolling & p.tied:
            found.append(say("in the roll-off the player on turn must be one of those yet to throw"))
        if (p.best > 0) != (p.tied > 0):
            found.append(say("in the roll-off somebody must have thrown the best"))
    elif p.phase != record.FINISHED:
        if p.place[p.turn] != record.PLAYING or not turns.takes_turns(p, p.turn):
            return [*found, say("{seat} cannot be on turn", seat=seat)]
        found += _unready_pieces(p)
    if p.phase == record.PLAY and not found and not _crowded(p):
        found += _nothing_to_play(p)
    return found


def _unready_pieces(p: Position) -> list[Text]:
    found = []
    for piece in bits(p.waits):
        place = int(p.pieces[p.mover, piece])
        if p.joiner_waits == record.NO or not layout.START < place <= layout.ENTRANCE:
            found.append(say("piece {piece} cannot have joined a pair where it stands", piece=piece))
    one_left = p.phase == record.PLAY and (p.left == 0).sum() == 1
    if p.played and not (p.sum_is_one_move and one_left):
        found.append(say("who played the first die is kept only with sum_is_one_move, between the dice"))
    if p.played and p.pieces[p.mover, p.played - 1] == layout.CORNER:
        found.append(say("a piece in the corner has not played a die"))
    if p.rewards and record.both_left(p):
        found.append(say("a reward is earned by a die, but both dice are left"))
    rivals = [c for c in range(rules.CHAIRS) if rules.side(p, c) not in (NOBODY, rules.side(p, p.mover))]
    if p.rewards > (p.pieces[rivals] == layout.CORNER).sum():
        found.append(say("a reward is earned by a capture, but no captured piece is in its corner"))
    if p.rewards > 1 and p.reward_timing != record.ANY_TIME:
        found.append(say("one reward at a time is used (POL-Q-18)"))
    return found


def _nothing_to_play(p: Position) -> list[Text]:
    useful = p.rewards > 0 and duties.can_use(p, record.TEN)
    if p.rewards and not useful and p.reward_timing != record.ANY_TIME:
        return [say("no piece can take the reward: it would be lost already (POL-CAP-3)")]
    if not useful and not duties.can_begin(p):
        return [say("nothing can be played with these dice: the turn would have gone on (POL-DICE-3)")]
    return []
