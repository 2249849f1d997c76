"""The JSON form of a Tri-Trac position, to be written by hand, and all that can be wrong with it.

    {"game": "tritrac", "tiles": ["Nb3u/H", "Oc2d/H", "Yd1d/F"], "turn": 0}

A tile is its letter (O, Y, N for the neutral one), its space and its plain side; tiles that are not
listed are still in the players' hands. `turn` is the seat to act: 0 Orange, 1 Yellow; in a game that
is won, the winner. All other keys are optional:

    options    house rules that differ from the printed rules
    ply        turns played so far (default: the fewest that can have led here)
    lock       the seat that alone may handle the neutral tile (default: neither, or in the first
               two turns the one who placed it)
    trail      the turns since the last tile was placed, the oldest first, each as the place that a
               tile left and the one it took, "c2d/H-b3u/B", and behind it the letter of the seat
               that the neutral tile was then locked for: "c2d/H-b3u/B O". Without it, repetitions
               are counted from here on.
    quiet      how many such turns there were, where that is more than a trail keeps
    lots       true while lots are to be drawn for the first turn
    over       when the game has ended: "won", or why it is a draw: "repeated", "quiet", "long",
               "stuck" or "sealed"
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from parlour.games.reader import Reader, option_ranges, options_of, outside, shown, tidy
from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.text import BadPosition, Text, join, nearest, say

from . import layout, moving, record, trail, turns, words
from .why import explain

KEYS = ["game", "options", "tiles", "turn", "ply", "lock", "trail", "quiet", "lots", "over"]

ENDINGS = {
    "won": record.WON,
    "repeated": record.REPEATED,
    "quiet": record.QUIET,
    "long": record.LONG,
    "stuck": record.STUCK,
    "sealed": record.SEALED,
}
LETTERS = (*words.SEAT_LETTERS, words.NEUTRAL_LETTER)
_PLACE = r"([a-z0-9]+)/([A-Z])"
_TILE = re.compile(rf"([A-Z]){_PLACE}")
_TURN = re.compile(rf"{_PLACE}-{_PLACE}(?: ([A-Z]))?")


# ---------------------------------------------------------------- writing


def describe(p: Position) -> dict[str, Any]:
    """The position as plain data; whatever is at its default is left out."""
    data: dict[str, Any] = {"game": "tritrac"} | options_of(p, record)
    lying = [cell for cell in range(layout.CELLS) if record.kind_at(p, cell) != NOBODY]
    data["tiles"] = [words.tile_name(p, cell) for cell in lying]
    data["turn"] = p.turn
    data |= {"ply": p.ply} if p.ply != _fewest_turns(p) else {}
    data |= {"lock": p.lock - 1} if p.lock != _usual_lock(p) else {}
    kept = min(p.quiet, record.LOOKBACK)
    turns = [int(p.trail[(p.quiet - back) % record.LOOKBACK]) for back in range(kept, 0, -1)]
    data |= {"trail": [_turn_name(turn) for turn in turns]} if turns else {}
    data |= {"quiet": p.quiet} if p.quiet > kept else {}
    data |= {"lots": True} if p.phase == record.LOTS else {}
    ending = [name for name, phase in ENDINGS.items() if phase == p.phase]
    data |= {"over": ending[0]} if ending else {}
    written: dict[str, Any] = tidy(data)
    return written


def _turn_name(turn: int) -> str:
    left, taken = int(trail.left_place(turn)), int(trail.taken_place(turn))
    lock = int(trail.lock_before(turn))
    name = f"{words.place_name(left)}-{words.place_name(taken)}"
    return f"{name} {words.SEAT_LETTERS[lock - 1]}" if lock else name


def _next(p: Position) -> int:
    """Who would act next; in a game that is won it is not the winner."""
    return int(1 - p.turn if p.phase == record.WON else p.turn)


def _fewest_turns(p: Position) -> int:
    """The fewest turns after which these tiles can lie on the board with this player to act.

    If they never can: those with which the least is wrong."""
    tiles = sum(int(row).bit_count() for row in p.plain)
    if not tiles:
        return 0
    plies = range(p.quiet + tiles, p.quiet + tiles + 4 * int(record.TILES.max()))
    return min(plies, key=lambda ply: len(list(_miscounts(p, _first(p, ply), ply))))


def _first(p: Position, ply: int) -> int:
    """Who began, so many turns ago."""
    return (_next(p) + ply) & 1 if p.first_player == record.RANDOM else p.p1_colour


def _usual_lock(p: Position) -> int:
    """Nothing but who placed the neutral tile can have locked it in the first two turns."""
    locked = p.ply == 1 or (p.ply == 2 and p.neutral_lock != record.ONE_TURN)
    return p.first + 1 if locked else record.FREE


# ---------------------------------------------------------------- reading


def build(data: Any) -> Position:
    """The position that the data describe; BadPosition lists everything that is wrong."""
    read = Reader(data, KEYS, "tritrac")
    p = Position(record.State)
    read.options(p, record, record.CHAIRS)
    p.turn = read.number("turn", 0, record.CHAIRS - 1, default=p.p1_colour)
    p.phase = record.LOTS if read.yes("lots") else _read_ending(read)
    _read_tiles(p, read)
    _read_trail(p, read)
    p.ply = read.number("ply", 0, record.LONGEST, default=_fewest_turns(p))
    p.first = _first(p, p.ply)
    usual = _usual_lock(p)
    lock = read.data.get("lock", usual - 1 if usual else None)
    p.lock = record.FREE if lock is None else read.a_number(lock, "lock", 0, record.CHAIRS - 1) + 1
    trail.derive(p)
    if read.reasons:  # what could be read may be impossible all the same
        raise BadPosition([*read.reasons, *_misplaced(p)])
    reasons = problems(p)
    if reasons:
        raise BadPosition(reasons)
    return p


def _read_ending(read: Reader) -> int:
    word = read.data.get("over")
    if word is None:
        return record.PLAY
    if not isinstance(word, str) or word not in ENDINGS:
        read.wrong(say("over is one of {words}, not {word}", words=", ".join(ENDINGS), word=shown(word)))
        return record.PLAY
    return ENDINGS[word]


def _read_tiles(p: Position, read: Reader) -> None:
    p.neutral = layout.NOWHERE
    p.hand[:] = record.TILES[p.tiles_per_player]
    for name in _strings(read, "tiles"):
        found = _TILE.fullmatch(name)
        place = _read_place(read, name, found[2], found[3]) if found else None
        if found is None or found[1] not in LETTERS:
            read.wrong(
                say(
                    "{tile} is not a tile: one of {letters}, a space, a stroke and its plain side, such as "
                    "{example}",
                    tile=shown(name),
                    letters=", ".join(LETTERS),
                    example=f"O{words.place_name(int(layout.PLACE_OF_WAY[0]))}",
                )
            )
        elif place is not None:
            _lay(p, read, LETTERS.index(found[1]), place)
    for seat in range(record.CHAIRS):
        p.hand[seat] -= int(p.own[seat]).bit_count()
        if p.hand[seat] < 0:
            read.wrong(
                say(
                    "{seat} has {count} tiles on the board, {most} are all there are (TRI-COMP-2)",
                    seat=words.SEAT_NAMES[seat],
                    count=int(p.own[seat]).bit_count(),
                    most=int(record.TILES[p.tiles_per_player]),
                )
            )


def _lay(p: Position, read: Reader, kind: int, place: int) -> None:
    cell, side = divmod(place, 3)
    if record.kind_at(p, cell) != NOBODY:
        read.wrong(say("two tiles lie on {space}", space=layout.CELL_NAMES[cell]))
        return
    if kind == record.NEUTRAL and p.neutral != layout.NOWHERE:
        read.wrong(say("there is only one neutral tile (TRI-COMP-2)"))
        return
    p.plain[side] |= 1 << cell
    if kind == record.NEUTRAL:
        p.neutral = cell
    else:
        p.own[kind] |= 1 << cell


def _read_place(read: Reader, said: str, space: str, side: str) -> int | None:
    """A space and a plain side."""
    if space not in layout.CELL_NAMES:
        missing = say("{said}: this board has no space {space}.", said=said, space=space)
        read.wrong(join([missing, nearest(space, layout.CELL_NAMES)]))
    elif side not in layout.SIDES:
        read.wrong(say("{said}: the sides of a space are H, B and F, not {side}", said=said, side=side))
    else:
        return 3 * layout.CELL_NAMES.index(space) + layout.SIDES.index(side)
    return None


def _read_trail(p: Position, read: Reader) -> None:
    turns: list[int] = []
    for name in _strings(read, "trail"):
        found = _TURN.fullmatch(name)
        if found is None or found[5] not in (None, *words.SEAT_LETTERS):
            read.wrong(
                say(
                    "{turn} is not a turn: the place that was left and the one that was taken, such as "
                    "c2d/H-b3u/B, and the letter of whom the neutral tile was locked for",
                    turn=shown(name),
                )
            )
            continue
        left = _read_place(read, name, found[1], found[2])
        taken = _read_place(read, name, found[3], found[4])
        if left is None or taken is None:
            continue
        if layout.WAY[left] == NOBODY or layout.WAY[taken] == NOBODY:
            read.wrong(say("{turn}: no tile can lie so (TRI-OFF-1)", turn=name))
            continue
        lock = words.SEAT_LETTERS.index(found[5]) + 1 if found[5] else record.FREE
        turns.append(int(trail.turn_code(lock, left, taken)))
    if len(turns) > record.LOOKBACK:
        read.wrong(say("a trail keeps {most} turns, not {count}", most=record.LOOKBACK, count=len(turns)))
        return
    p.quiet = read.number("quiet", 0, record.LONGEST, default=len(turns))
    if len(turns) != min(p.quiet, record.LOOKBACK) and not read.reasons:
        read.wrong(
            say("quiet is {quiet}, but the trail has {count:turn|turns}", quiet=p.quiet, count=len(turns))
        )
        return
    for back, turn in enumerate(reversed(turns), 1):
        p.trail[(p.quiet - back) % record.LOOKBACK] = turn


def _strings(read: Reader, key: str) -> list[str]:
    value = read.data.get(key, [])
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return value
    read.wrong(say("{key} is a list of names in quotes, not {value}", key=key, value=shown(value)))
    return []


# ---------------------------------------------------------------- judging


def problems(p: Position) -> list[Text]:
    """Everything that makes this position impossible; nothing when it can be played on."""
    return _unreadable(p) or [*_misplaced(p), *_miscounts(p, p.first, p.ply), *_history(p), *_ending(p)]


def _unreadable(p: Position) -> list[Text]:
    """Numbers that mean nothing, and what does not agree with the fields it is derived from."""
    found = outside(
        p,
        {
            "plain": (0, (1 << layout.CELLS) - 1),
            "own": (0, (1 << layout.CELLS) - 1),
            "neutral": (layout.NOWHERE, layout.CELLS - 1),
            "turn": (0, 1),
            "first": (0, 1),
            "lock": (0, record.CHAIRS),
            "phase": (record.LOTS, record.SEALED),
            "ply": (0, record.LONGEST),
            "quiet": (0, record.LONGEST),
            "trail": (0, (record.CHAIRS + 1) * layout.WAYS**2 - 1),
        }
        | option_ranges(record),
    )
    if found:
        return found
    again = p.copy()
    trail.derive(again)
    rows = [int(row) for row in p.plain], [int(row) for row in p.own]
    whose = [*rows[1], 1 << p.neutral if p.neutral != layout.NOWHERE else 0]
    kept = min(p.quiet, record.LOOKBACK)
    if any(sum(row) != _union(row) for row in (rows[0], whose)) or _union(rows[0]) != _union(whose):
        found.append(say("the rows of tiles do not agree with each other"))
    if any(
        p.hand[s] != record.TILES[p.tiles_per_player] - rows[1][s].bit_count() for s in range(record.CHAIRS)
    ):
        found.append(say("the tiles in hand and on the board are not those of one game (TRI-COMP-2)"))
    if p.trail[kept:].any() or again != p:
        found.append(say("the hash and the trail do not agree with the tiles"))
    return found


def _union(rows: list[int]) -> int:
    whole = 0
    for row in rows:
        whole |= row
    return whole


def _misplaced(p: Position) -> Iterator[Text]:
    """Tiles that cannot lie as they do."""
    for side in range(3):
        for cell in range(layout.CELLS):
            if record.has(int(p.plain[side]), cell) and not layout.FITS[3 * cell + side]:
                yield say(
                    "{tile}: here only {fits} can be the plain side (TRI-OFF-1, TRI-HINT-2)",
                    tile=words.tile_name(p, cell),
                    fits=words.fitting(cell),
                )


def _miscounts(p: Position, first: int, ply: int) -> Iterator[Text]:
    """Why so many turns, begun by this player, cannot have led to these tiles."""
    placing = ply - p.quiet  # turns in which tiles can have been placed
    if (p.neutral == layout.NOWHERE) != (ply == 0):
        yield say("the neutral tile is placed in the first turn (TRI-NEUTRAL-1)")
    for seat in range(record.CHAIRS):
        turns = (placing + 1) // 2 - 1 if seat == first else placing // 2
        count = int(p.own[seat]).bit_count()
        if count > max(turns, 0):
            yield say(
                "{seat} cannot have placed {count:tile|tiles} in {ply:turn|turns}",
                seat=words.SEAT_NAMES[seat],
                count=count,
                ply=ply,
            )
    if ply >= 2 and not p.own[1 - first]:
        yield say("the second turn is to place a tile (TRI-FIRST-1)")
    if ply in (1, 2) and p.neutral != layout.NOWHERE and not layout.CENTRE[p.neutral]:
        yield say("the neutral tile is placed in the centre (TRI-NEUTRAL-1)")
    if _next(p) != (first + ply) & 1:
        yield say(
            "after {ply} turns {seat} would be next",
            ply=ply,
            seat=words.SEAT_NAMES[(first + ply) & 1],
        )


def _history(p: Position) -> Iterator[Text]:
    """Who began, and whether the trail can have led here: it is taken back turn by turn."""
    if p.first_player != record.RANDOM and p.first != p.p1_colour:
        yield say("{seat} begins at this table (TRI-Q-20)", seat=words.SEAT_NAMES[p.p1_colour])
    if p.ply <= 2 and p.lock != _usual_lock(p):
        yield say("up to the second turn the neutral tile is locked for who placed it (TRI-Q-12)")
    if p.neutral == layout.NOWHERE:
        return
    now = p.copy()
    for back in range(1, min(p.quiet, record.LOOKBACK) + 1):
        turn = int(p.trail[(p.quiet - back) % record.LOOKBACK])
        mover = (p.first + p.ply - back) & 1
        if not _take_back(now, turn, mover):
            yield say(
                "{turn} cannot be what {seat} did {back} turns ago",
                turn=_turn_name(turn),
                seat=words.SEAT_NAMES[mover],
                back=back,
            )
            return


def _take_back(now: Position, turn: int, mover: int) -> bool:
    """Undo a turn of the trail, if the mover can have played it."""
    left, taken = int(trail.left_place(turn)), int(trail.taken_place(turn))
    lock, kind = int(trail.lock_before(turn)), int(record.kind_at(now, taken // 3))
    if kind not in (mover, record.NEUTRAL) or record.side_at(now, taken // 3) != taken % 3:
        return False
    after = now.copy()
    moving.lift(now, kind, taken)
    if record.kind_at(now, left // 3) != NOBODY and left // 3 != taken // 3:
        return False
    moving.set_down(now, kind, left)
    now.turn, now.lock, now.ply, now.phase = mover, lock, now.ply - 1, record.PLAY
    action = layout.PLACES * (left // 3) + taken
    if explain(now, mover, action):
        return False
    again = now.copy()
    moving.change_lock(again, kind)
    return bool(again.lock == after.lock)


def _ending(p: Position) -> Iterator[Text]:
    """Is the game over if and only if the rules say so?"""
    if p.phase == record.LOTS:
        if p.ply or p.first_player != record.RANDOM or p.turn != p.p1_colour:
            yield say("lots are drawn before the first turn, where the table wants that (TRI-Q-20)")
        return
    track = any(words.tracks(p, _next(p) ^ 1))
    if p.phase == record.WON and track:
        return
    judged = p.copy()
    judged.phase, judged.turn = record.PLAY, _next(p)
    trail.derive(judged)
    if p.ply:
        turns.judge(judged)
    if p.track_colours != record.OWN_OR_NEUTRAL and track:
        yield say("the game must be over: a track is complete (TRI-WIN-1)")
    elif judged.phase != p.phase and judged.phase != record.PLAY:
        name = next(n for n, phase in ENDINGS.items() if phase == judged.phase)
        yield say("the game must be over: “{ending}” (TRI-Q-21)", ending=name)
    elif judged.phase != p.phase:
        yield say("the game cannot be over: there is neither a complete track nor a reason for a draw")
