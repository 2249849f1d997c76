"""The JSON form of a Parcheesi position, to be written by hand, and all that can be wrong with it.

    {"game": "parcheesi", "turn": 0, "pawns": {"0": ["S", "S", 10, "H"], "2": ["S", "S", "S", "@14"]}}

`pawns` lists the chairs that are taken. A place is "S" (START), "H" (HOME), the owner's own
count, or "@n": the loop space that the player on turn counts as n. Without `dice` the player
on turn is about to roll. All other keys are optional:

    options    house rules that differ from the printed rules
    doublets   doublets rolled in a row in this turn, the present roll included
    dice       what was rolled; `left` the counts still to be played (default: all of them)
    four       true in the four-part move of doublets
    bonuses    bonuses pending, in the order earned
    locks      pairs of the mover's pawns (0..3) that stood together in this turn
               (default: those that stand together now)
    played     with sum_is_one_move: the pawn that took the first die
    paid       with bonus_cap: capture bonuses earned by this roll
    fresh      with quad_condition=ever_entered: pawns never entered, by chair
    places     chairs in the order in which they finished; `over` true when the game has ended
    turns      turns finished, counted when there is a limit
    roll_off   {"rolling": [chairs yet to roll], "best": 9, "tied": [chairs]}
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from parlour.games.reader import Reader, options_of, roll_off_of, shown, tidy
from parlour.rules.position import Position
from parlour.text import BadPosition, Text, say

from . import layout, record, rules, words
from .derived import derive, menu_of

KEYS = [
    "game",
    "options",
    "pawns",
    "turn",
    "doublets",
    "dice",
    "left",
    "four",
    "bonuses",
    "locks",
    "played",
    "paid",
    "fresh",
    "places",
    "over",
    "turns",
    "roll_off",
]


# ---------------------------------------------------------------- writing


def describe(p: Position) -> dict[str, Any]:
    """The position as plain data; whatever is at its default is left out."""
    seats = [c for c, place in enumerate(p.place.tolist()) if place != record.EMPTY]
    data: dict[str, Any] = {"game": "parcheesi"} | options_of(p, rules)
    pawns = p.pawns.tolist()
    data["pawns"] = {str(c): [place_name(n) for n in pawns[c]] for c in seats}
    data["turn"] = p.turn
    data |= roll_off_of(p) if p.phase == record.ROLL_OFF else {}
    if p.phase in (record.PLAY, record.BONUS):
        data["dice"] = p.dice.tolist()
        left = [v for v, n in zip(p.value.tolist(), p.times.tolist(), strict=True) for _ in range(n)]
        if left != _given(p.dice.tolist(), bool(p.quad)):
            data["left"] = left
        data |= {"four": True} if p.quad else {}
    if p.doublets != _usual_doublets(p):
        data["doublets"] = p.doublets
    if p.tens or p.twenties:
        data["bonuses"] = words.bonuses_of(p)
    if p.locks != _pairs_together(p):
        data["locks"] = [
            list(pair) for pair in combinations(range(layout.PAWNS), 2) if p.locks & record.PAIR[pair]
        ]
    if p.played:
        data["played"] = p.played - 1
    if p.paid:
        data["paid"] = p.paid
    if p.quad_condition == record.EVER_ENTERED:
        data["fresh"] = {str(c): int(p.fresh[c]) for c in seats}
    placed = sorted((c for c in seats if p.place[c] >= 0), key=lambda c: int(p.place[c]))
    data |= {"places": placed} if placed else {}
    data |= {"over": True} if p.phase == record.FINISHED else {}
    data |= {"turns": p.turns} if p.turns else {}
    written: dict[str, Any] = tidy(data)
    return written


def place_name(progress: int) -> str | int:
    """A place as it is written: "S", "H" or the owner's count."""
    return _ENDS.get(progress, progress)


_ENDS: dict[int, str | int] = {layout.START: "S", layout.HOME: "H"}


def _given(dice: list[int], four: bool) -> list[int]:
    if four:
        return [dice[0]] * 2 + [record.TOP_AND_BOTTOM - dice[0]] * 2
    return list(dice)


def _usual_doublets(p: Position) -> int:
    return 1 if p.dice[0] and p.dice[0] == p.dice[1] else 0


def _pairs_together(p: Position) -> int:
    if p.pair_lock == record.LOCK_OFF or p.phase in (record.ROLL_OFF, record.FINISHED):
        return 0
    mine = p.pawns[p.turn].tolist()
    locks = 0
    for i, j in combinations(range(layout.PAWNS), 2):
        if mine[i] == mine[j] and layout.ENTER <= mine[i] < layout.HOME:
            locks |= int(record.PAIR[i, j])
    return locks


# ---------------------------------------------------------------- reading


def build(data: Any) -> Position:
    """The position that the data describe; BadPosition lists everything that is wrong."""
    read = Reader(data, KEYS, "parcheesi")
    p = Position(record.State)
    turn = read.number("turn", 0, layout.CHAIRS - 1)
    pawns = read.pieces("pawns", rules, lambda chair, place: _read_place(read, chair, place, turn))
    read.options(p, rules, len(pawns))
    _seat(p, read, pawns)
    p.turn = turn
    _read_roll(p, read)
    _read_extras(p, read)
    if read.reasons:  # what could be read may be impossible all the same
        raise BadPosition([*read.reasons, *_crowded(p)])
    reasons = problems(p)
    if reasons:
        raise BadPosition(reasons)
    return p


def _read_place(read: Reader, chair: int, place: Any, turn: int) -> int:
    if place in ("S", "H"):
        return layout.START if place == "S" else layout.HOME
    if isinstance(place, int) and not isinstance(place, bool) and 0 <= place < layout.HOME:
        return place
    if isinstance(place, str) and place[:1] == "@" and place[1:] in map(str, range(layout.LOOP)):
        own = (int(place[1:]) + layout.ARM * (turn - chair)) % layout.LOOP
        if own <= layout.HOME_ENTRY:
            return own
        read.wrong(say("{seat} never comes to the space {place}", seat=words.SEAT_NAMES[chair], place=place))
        return layout.START
    read.wrong(
        say(
            "{place} is not a place: S, H, a count from 0 to {most}, or @ and a loop space from 0 to {loop}",
            place=shown(place),
            most=layout.HOME - 1,
            loop=layout.LOOP - 1,
        )
    )
    return layout.START


def _seat(p: Position, read: Reader, pawns: dict[int, list[int]]) -> None:
    for chair in range(layout.CHAIRS):
        p.place[chair] = record.PLAYING if chair in pawns else record.EMPTY
        p.pawns[chair, :] = pawns.get(chair, [layout.START] * layout.PAWNS)
    fresh = read.table("fresh")
    for chair in pawns:
        if p.quad_condition == record.EVER_ENTERED:
            waiting = int((p.pawns[chair] == layout.START).sum())
            p.fresh[chair] = read.a_number(fresh.get(str(chair), waiting), "fresh", 0, waiting)
    for place, chair in enumerate(read.numbers("places", 0, layout.CHAIRS - 1)):
        if chair in pawns and p.place[chair] == record.PLAYING:
            p.place[chair] = place
        else:
            read.wrong(say("chair {chair} cannot take place {place}", chair=chair, place=place + 1))


def _read_roll(p: Position, read: Reader) -> None:
    if "roll_off" in read.data:
        read.roll_off(p, rules, most=12)
        return
    p.phase = record.FINISHED if read.yes("over") else record.ROLL
    if "dice" not in read.data:
        if "left" in read.data or "four" in read.data:
            read.wrong(say("left and four need the dice that were rolled"))
        p.doublets = read.number("doublets", 0, record.THIRD - 1)
        return
    dice = sorted(read.numbers("dice", 1, 6), reverse=True)
    if len(dice) != 2:
        read.wrong(say("dice are two numbers, not {dice}", dice=shown(read.data["dice"])))
        return
    p.dice[:] = dice
    p.quad = int(read.yes("four"))
    if p.quad and dice[0] != dice[1]:
        read.wrong(say("a four-part move needs doublets"))
    given = _given(dice, bool(p.quad))
    left = read.numbers("left", 1, 6) if "left" in read.data else given
    if any(left.count(n) > given.count(n) for n in left):
        read.wrong(say("{left} cannot be left of {given}", left=left, given=given))
        return
    if left:
        p.value[:] = [given[0], given[-1]]
        p.times[0] = left.count(given[0])
        p.times[1] = left.count(given[-1]) if given[-1] != given[0] else 0
    p.phase = record.PLAY if left else record.BONUS
    p.doublets = read.number("doublets", 0, record.THIRD - 1, default=_usual_doublets(p))


def _read_extras(p: Position, read: Reader) -> None:
    for i, size in enumerate(read.numbers("bonuses", record.HOME_BONUS, record.CAPTURE_BONUS)):
        if size == record.CAPTURE_BONUS:
            p.twenties += 1
            if p.bonus_order == record.EARNED:
                p.queue |= 1 << i
        elif size == record.HOME_BONUS:
            p.tens += 1
        else:
            read.wrong(say("a bonus is {ten} or {twenty}, not {size}", ten=10, twenty=20, size=size))
    if p.tens + p.twenties > 30:
        read.wrong(say("more than thirty bonuses cannot be pending"))
    p.played = read.number("played", 0, layout.PAWNS - 1) + 1 if "played" in read.data else 0
    p.paid = read.number("paid", 0, 100)
    p.turns = read.number("turns", 0, 60000)
    p.locks = _pairs_together(p)
    pairs = read.data.get("locks")
    if pairs is not None:
        p.locks = 0
        fits = isinstance(pairs, list) and all(
            isinstance(x, list) and len(x) == 2 and x[0] != x[1] and all(_is_pawn(i) for i in x)
            for x in pairs
        )
        if not fits:
            read.wrong(say("locks are pairs of different pawns 0..3, not {locks}", locks=shown(pairs)))
            return
        for i, j in pairs:
            p.locks |= int(record.PAIR[i, j])
    if not read.reasons:
        derive(p)


def _is_pawn(number: Any) -> bool:
    return type(number) is int and 0 <= number < layout.PAWNS


# ---------------------------------------------------------------- judging


def problems(p: Position) -> list[Text]:
    """Everything that makes this position impossible; nothing when it can be played on."""
    return [*_crowded(p), *_finished(p), *_unready(p)]


def _crowded(p: Position) -> list[Text]:
    found = []
    standing: dict[int, list[int]] = {}
    for chair in range(layout.CHAIRS):
        for progress in p.pawns[chair].tolist():
            if p.place[chair] == record.EMPTY and progress != layout.START:
                found.append(say("chair {chair} is empty but has a pawn in play", chair=chair))
            space = int(layout.SPACE[chair, progress + 1])
            if space != layout.NOWHERE:
                standing.setdefault(space, []).append(chair)
    for space, chairs in sorted(standing.items()):
        names = sorted(set(chairs))
        where = space if space < layout.LOOP else say("the home path")
        if len(names) > 1:
            colours = ", ".join(str(words.SEAT_NAMES[c]) for c in names)
            found.append(say("{colours} stand together on loop space {space}", colours=colours, space=where))
        for chair in names:
            if chairs.count(chair) > 2:
                found.append(
                    say(
                        "{count} {colour} pawns stand on space {space}, two are the most (PAR-MOVE-6)",
                        count=chairs.count(chair),
                        colour=words.SEAT_NAMES[chair],
                        space=where,
                    )
                )
    return found


def _finished(p: Position) -> list[Text]:
    found = []
    seats = [c for c in range(layout.CHAIRS) if p.place[c] != record.EMPTY]
    placed = [c for c in seats if p.place[c] >= 0]
    home = [c for c in seats if (p.pawns[c] == layout.HOME).all()]
    over = p.phase == record.FINISHED
    for chair in home:
        if chair not in placed:
            found.append(say("{seat} has four pawns HOME but no place", seat=words.SEAT_NAMES[chair]))
    last = len(seats) - 1 if p.play_for_places else 1
    for chair in placed:
        if chair not in home and not (over and p.play_for_places and p.place[chair] == last):
            found.append(say("{seat} has a place but not four pawns HOME", seat=words.SEAT_NAMES[chair]))
    if over and len(placed) < last and not (p.max_turns and p.turns >= p.max_turns):
        found.append(say("the game cannot be over: nobody has won"))
    if not over and len(placed) >= last:
        found.append(say("the game must be over: it is won"))
    if p.max_turns and not over and p.turns >= p.max_turns:
        found.append(say("the game must be over: the turn limit is reached"))
    if not p.max_turns and p.turns:
        found.append(say("turns are counted only with a limit"))
    return found


def _unready(p: Position) -> list[Text]:
    """Is the game waiting for what it says it is waiting for?"""
    found = []
    seat = words.SEAT_NAMES[p.turn]
    if p.phase == record.ROLL_OFF:
        seats = sum(1 << c for c in range(layout.CHAIRS) if p.place[c] != record.EMPTY)
        if not p.rolling >> p.turn & 1 or (p.rolling | p.tied) & ~seats or p.rolling & p.tied:
            found.append(say("in the roll-off the player on turn must be one of those yet to roll"))
        if (p.best > 0) != (p.tied > 0):
            found.append(say("in the roll-off somebody must have rolled the best"))
        return found
    if p.phase == record.FINISHED:
        return found
    if p.place[p.turn] != record.PLAYING:
        return [say("{seat} cannot be on turn", seat=seat)]
    if p.phase != record.ROLL and p.dice[0] == p.dice[1] and not p.doublets and not p.doublet_roll_needs_move:
        found.append(say("the dice are doublets, so doublets must be 1 or more"))
    if p.pair_lock == record.LOCK_OFF and p.locks:
        found.append(say("pairs are not locked in this game"))
    if _pairs_together(p) & ~p.locks:
        found.append(say("pawns that stand together are always a locked pair"))
    if p.phase == record.ROLL and (p.tens or p.twenties) and p.bonus_timing != record.END_OF_TURN:
        found.append(say("bonuses are played before the next roll"))
    if p.played and not p.sum_is_one_move:
        found.append(say("who played the first die is kept only with sum_is_one_move"))
    if p.paid and not p.bonus_cap:
        found.append(say("bonuses are counted only with bonus_cap"))
    if not found and not _crowded(p) and p.phase != record.ROLL:
        if menu_of(p) == 0:
            if p.phase == record.PLAY:
                found.append(say("nothing can be played with these dice: the turn would have gone on"))
            else:
                found.append(say("no bonus can be played: the turn would have gone on"))
    return found
