"""Tri-Trac in words: names of actions, what happened, what is asked, and why not.

A tile is named by its letter (O, Y, N for the neutral one), its space and its plain side: Oc2d/H is
placed, c2d-b3u/B moves the tile on c2d to b3u, c2d/F turns it where it lies.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from parlour.rules.kit import CHANCE, NOBODY
from parlour.rules.position import Position
from parlour.text import Reason, Text, join, say

from . import layout, record, turns
from .tracks import is_arrow, way_out

TITLE = say("Tri-Trac")
BLURB = say("A duel of turning tiles: complete the track between two arrows, whoever laid it.")
SEAT_NAMES = (say("Orange"), say("Yellow"))
SEAT_LETTERS = ("O", "Y")
NEUTRAL_NAME = say("Neutral")  # the tile that belongs to nobody
NEUTRAL_LETTER = "N"

OPTION_WORDS: dict[str, Text] = {
    "tiles_per_player": say("How many tiles each player has"),
    "track_colours": say(
        "What the winning track is made of: any tiles, or only one's own and the neutral one"
    ),
    "allow_null": say("A tile may be put back just as it was, which is passing"),
    "move_keeps_orientation": say("A tile that is moved keeps its plain side"),
    "neutral_lock": say(
        "How long the neutral tile is barred: until its user leaves it alone, or for the rival's next turn"
    ),
    "stalemate": say("What it means to have no legal turn: a draw, or the loss of the game"),
    "first_player": say("Who begins: as agreed, by the colour that begins, or by lot"),
    "p1_colour": say("The colour that begins, where it is agreed"),
    "repetition": say("Which occurrence of the same position makes the game a draw"),
    "quiet_plies": say("After how many turns in a row without a placed tile the game is a draw"),
    "max_plies": say("Stop after so many turns in all (0: no limit)"),
    "adjudicate_sealed": say("Stop with a draw when neither player can ever complete a track"),
}
# What each choice of such a house rule is called, in the order of its choices.
CHOICE_WORDS: dict[str, tuple[Text, ...]] = {
    "tiles_per_player": (say("seven"), say("five"), say("six")),
    "track_colours": (say("any tiles"), say("one's own and the neutral one")),
    "neutral_lock": (say("until its user leaves it alone"), say("for the rival's next turn")),
    "stalemate": (say("a draw"), say("a loss")),
    "first_player": (say("as agreed"), say("by lot")),
    "p1_colour": (say("Orange"), say("Yellow")),
    "repetition": (say("the third"), say("the second"), say("the fourth"), say("never")),
    "quiet_plies": (say("a hundred"), say("fifty"), say("two hundred"), say("never")),
}
# A usual game with the fewest and with the most players: five seconds for a decision, two for a roll.
MINUTES = (10, 15)


# ---------------------------------------------------------------- what lies where


def place_name(place: int) -> str:
    """A space and a plain side: "c2d/H"."""
    return f"{layout.CELL_NAMES[place // 3]}/{layout.SIDES[place % 3]}"


def letter_at(p: Position, cell: int) -> str:
    """The letter of the tile on a space; empty where there is none."""
    kind = int(record.kind_at(p, cell))
    return "" if kind == NOBODY else (*SEAT_LETTERS, NEUTRAL_LETTER)[kind]


def tile_name(p: Position, cell: int) -> str:
    """The tile on a space: "Oc2d/H"."""
    return letter_at(p, cell) + place_name(3 * cell + int(record.side_at(p, cell)))


def fitting(cell: int) -> str:
    """The plain sides that a tile on this space can have."""
    return ", ".join(layout.SIDES[side] for side in range(3) if layout.FITS[3 * cell + side]) or "-"


def tracks(p: Position, seat: int) -> Iterator[tuple[str, list[int], str]]:
    """Every complete track that counts for a player: an arrow, the spaces in their order, an arrow."""
    for place, beyond in enumerate(layout.BEYOND.tolist()):
        if is_arrow(beyond):
            cells, end = _follow(p, place)
            own = p.track_colours == record.OWN_OR_NEUTRAL
            if end is not None and not (own and any(record.kind_at(p, c) == 1 - seat for c in cells)):
                yield layout.ARROW_NAMES[beyond - layout.ARROW], cells, layout.ARROW_NAMES[end]


def _follow(p: Position, place: int) -> tuple[list[int], int | None]:
    """The spaces of the track that begins at this outer side, and the arrow it comes to, if any."""
    cells: list[int] = []
    while True:
        cell, side = divmod(place, 3)
        leaving = NOBODY if record.kind_at(p, cell) == NOBODY else int(way_out(p, cell, side))
        if leaving == NOBODY:
            return cells, None
        cells.append(cell)
        beyond = int(layout.BEYOND[3 * cell + leaving])
        if is_arrow(beyond):
            return cells, beyond - layout.ARROW
        place = 3 * beyond + leaving


def finished_track(p: Position) -> tuple[str, list[int], str] | None:
    """The track by which a game was won."""
    return next(tracks(p, p.turn), None) if p.phase == record.WON else None


# ---------------------------------------------------------------- naming actions


_COLOURS = ("orange", "yellow")  # as lots name them, in every language


def _parts(action: int) -> tuple[int, int, int]:
    """Where the tile comes from, where it goes, and its plain side there."""
    source, place = divmod(action, layout.PLACES)
    return source, *divmod(place, 3)


def _letter(p: Position) -> str:
    """The letter of the tile that the hand gives now."""
    return NEUTRAL_LETTER if p.neutral == layout.NOWHERE else SEAT_LETTERS[p.turn]


def notation(p: Position, action: int) -> str:
    """The short name of an action here; empty for a code that names nothing."""
    if turns.actor(p) == CHANCE:
        return _COLOURS[action] if 0 <= action < record.CHAIRS else ""
    if not 0 <= action < record.ACTIONS:
        return ""
    source, cell, _ = _parts(action)
    goal = place_name(action % layout.PLACES)
    if source == layout.HAND:
        return _letter(p) + goal
    return goal if source == cell else f"{layout.CELL_NAMES[source]}-{goal}"


def absent(p: Position, name: str) -> Reason | None:
    """Why a name in small letters, formed like an action's, names nothing here."""
    if turns.actor(p) == CHANCE:
        return None
    letter, rest = name[:1], name[1:]
    spaces = dict.fromkeys(layout.CELL_NAMES)
    first, _, side = name.partition("/")
    if rest.partition("/")[0] in spaces and letter != _letter(p).lower():
        return _wrong_tile(p, letter)
    found = re.fullmatch(r"([a-z]+\d+[a-z])(?:-([a-z]+\d+[a-z]))?", first)
    if found is None:
        return None
    for space in found.groups():
        if space is not None and space not in spaces:
            return Reason(say("this board has no space {space}", space=space), "TRI-GEO-1")
    if side and side.upper() not in list(layout.SIDES):
        return Reason(say("the sides of a space are H, B and F"), "TRI-GEO-1")
    return None


def _wrong_tile(p: Position, letter: str) -> Reason | None:
    if letter not in "oyn":
        return None
    if p.neutral == layout.NOWHERE:
        return Reason(say("the game begins with the neutral tile, N"), "TRI-NEUTRAL-1")
    if letter == "n":
        return Reason(say("the neutral tile lies on the board and is never placed again"), "TRI-NEUTRAL-2")
    return Reason(say("the tiles in your hand are {colour}", colour=SEAT_NAMES[p.turn]), "TRI-MOVE-1")


def fields(p: Position, action: int) -> dict[str, Any]:
    """An action as data: what is done with which tile, from where to where, and its plain side."""
    if turns.actor(p) == CHANCE:
        return {"do": "lot", "first": action}
    source, cell, side = _parts(action)
    data = {"to": layout.CELL_NAMES[cell], "plain": layout.SIDES[side]}
    if source == layout.HAND:
        return {"do": "place", "tile": _letter(p)} | data
    what = {"do": "turn" if source == cell else "move", "tile": letter_at(p, source)}
    return what | {"from": layout.CELL_NAMES[source]} | data


def group(p: Position, action: int) -> Text:
    """What a move is listed under: the moves of each tile by themselves, all turns together."""
    if turns.actor(p) == CHANCE:
        return say("draw lots")
    source, cell, _ = _parts(action)
    if source == layout.HAND:
        if p.neutral == layout.NOWHERE:
            return say("place the neutral tile on a centre space")
        return say("place a tile ({count} in hand)", count=int(p.hand[p.turn]))
    if source == cell:
        return say("turn a tile where it lies")
    space = layout.CELL_NAMES[source]
    if source == p.neutral:
        return say("move the neutral tile on {space}", space=space)
    return say("move the tile on {space}", space=space)


def offer(p: Position, action: int) -> Text:
    """One line of a list of moves: where the tile goes, and what its track then joins."""
    if turns.actor(p) == CHANCE:
        return say("{seat} begins", seat=SEAT_NAMES[action])
    source, cell, side = _parts(action)
    ends = [_beyond(cell, end) for end in range(3) if end != side]
    values = {"space": layout.CELL_NAMES[cell], "one": ends[0], "other": ends[1]}
    if source == layout.HAND:
        return say("place on {space}, joining {one} and {other}", **values)
    values["origin"] = layout.CELL_NAMES[source]
    if source == cell:
        return say("turn {space} to join {one} and {other}", **values)
    return say("move {origin} to {space}, joining {one} and {other}", **values)


def _beyond(cell: int, side: int) -> str:
    """What a track meets that leaves a space by this side."""
    beyond = int(layout.BEYOND[3 * cell + side])
    if beyond == layout.RIB:
        return "-"
    return layout.ARROW_NAMES[beyond - layout.ARROW] if beyond >= layout.ARROW else layout.CELL_NAMES[beyond]


# ---------------------------------------------------------------- telling the story


def sentence(before: Position, action: int, after: Position) -> Text:
    """What happened, for the log."""
    if before.phase == record.LOTS:
        return say("Lots are drawn: {seat} begins.", seat=SEAT_NAMES[after.first])
    return join([_deed(before, action), _freed(before, after), _ending(after)])


def _deed(before: Position, action: int) -> Text:
    source, cell, side = _parts(action)
    values = {
        "seat": SEAT_NAMES[before.turn],
        "goal": place_name(action % layout.PLACES),
        "origin": layout.CELL_NAMES[source] if source != layout.HAND else "",
        "side": layout.SIDES[side],
    }
    if source == layout.HAND:
        if before.neutral == layout.NOWHERE:
            return say("{seat} places the neutral tile on {goal}.", **values)
        return say("{seat} places a tile on {goal}.", **values)
    if source == before.neutral:
        if source == cell:
            return say("{seat} turns the neutral tile on {origin} to {side}.", **values)
        return say("{seat} moves the neutral tile from {origin} to {goal}.", **values)
    if source == cell:
        return say("{seat} turns {origin} to {side}.", **values)
    return say("{seat} moves {origin} to {goal}.", **values)


def _freed(before: Position, after: Position) -> Text | None:
    if before.lock != record.FREE and after.lock == record.FREE and after.phase == record.PLAY:
        return say("The neutral tile is free.")
    return None


def _ending(after: Position) -> Text | None:
    if after.phase in (record.LOTS, record.PLAY):
        return None
    if after.phase != record.WON:
        return join([_why_drawn(after), say("The game is a draw.")])
    track = finished_track(after)
    if track is None:  # not by a track: the other one had no legal turn
        return say(
            "{loser} can do nothing: {seat} wins!",
            loser=SEAT_NAMES[1 - after.turn],
            seat=SEAT_NAMES[after.turn],
        )
    start, cells, end = track
    return say(
        "The track from {start} to {end} is complete, {count} tiles long: {seat} wins!",
        start=start,
        end=end,
        count=len(cells),
        seat=SEAT_NAMES[after.turn],
    )


def _why_drawn(p: Position) -> Text:
    if p.phase == record.REPEATED:
        times = int(record.TIMES[p.repetition])
        return say("The same position has stood on the board {times} times.", times=times)
    if p.phase == record.QUIET:
        return say("{count} turns have gone by without a placed tile.", count=p.quiet)
    if p.phase == record.LONG:
        return say("The limit of {count} turns is reached.", count=p.ply)
    if p.phase == record.SEALED:
        return say("Neither player can complete a track any more.")
    return say("{seat} can do nothing.", seat=SEAT_NAMES[p.turn])


def asks(p: Position) -> Text:
    """What is asked now, and of whom."""
    who = SEAT_NAMES[p.turn]
    if p.phase == record.LOTS:
        return say("Lots are drawn for the first turn.")
    if p.phase == record.WON:
        return say("{seat} has won.", seat=who)
    if p.phase != record.PLAY:
        return say("The game is a draw.")
    if p.neutral == layout.NOWHERE:
        return say("{seat} to place the neutral tile on a centre space.", seat=who)
    if p.ply == 1:
        return say("{seat} to place a tile.", seat=who)
    return join([say("{seat} to place, move or turn a tile.", seat=who), lock_text(p)])


def lock_text(p: Position) -> Text | None:
    """Who may handle the neutral tile, where that is not everybody."""
    if p.lock == record.FREE or p.phase != record.PLAY:
        return None
    return say("The neutral tile is {seat}'s for now.", seat=SEAT_NAMES[p.lock - 1])


# ---------------------------------------------------------------- saying why not

_REASONS: dict[int, Reason] = {
    record.GAME_OVER: Reason(say("The game is over."), "TRI-WIN-2"),
    record.LOTS_FIRST: Reason(say("Lots must be drawn first."), "TRI-SETUP-2"),
    record.NOT_YOUR_TURN: Reason(say("It is {turn}'s turn."), "TRI-TURN-1"),
    record.NO_SUCH_ACTION: Reason(say("There is no such move."), "TRI-MOVE-5"),
    record.NEUTRAL_FIRST: Reason(say("The game begins with the neutral tile."), "TRI-NEUTRAL-1"),
    record.NOT_CENTRE: Reason(say("The neutral tile begins on a centre space: {centre}."), "TRI-NEUTRAL-1"),
    record.MUST_PLACE: Reason(say("Your first turn is to place one of your tiles."), "TRI-FIRST-1"),
    record.SECOND_TURN: Reason(
        say("In your second turn you place a tile, or move or turn the neutral one."), "TRI-FIRST-2"
    ),
    record.HAND_EMPTY: Reason(say("You have no tile left to place."), "TRI-MOVE-1"),
    record.NO_TILE: Reason(say("There is no tile on {origin}."), "TRI-MOVE-2"),
    record.THEIRS: Reason(say("The tile on {origin} is {rival}'s."), "TRI-OPP-1"),
    record.BARRED: Reason(
        say("{rival} has used the neutral tile and may use it again first."), "TRI-NEUTRAL-3"
    ),
    record.OCCUPIED: Reason(say("There is a tile on {goal} already."), "TRI-MOVE-1"),
    record.OFF_BOARD: Reason(
        say("On {goal} the track would run into the rib {side}; its plain side must be {plain}."), "TRI-OFF-1"
    ),
    record.NO_BLOCK: Reason(say("A tile on {goal} cannot block the light arrow."), "TRI-HINT-2"),
    record.NULL: Reason(say("That changes nothing, and nobody may pass."), "TRI-PASS-1"),
    record.TURNED: Reason(say("At this table a tile that is moved keeps its plain side."), "TRI-Q-08"),
}


def reason(p: Position, seat: int, action: int, code: int) -> Reason:
    """What the rules' `explain` means by this code."""
    why = _REASONS[code % record.PLACE]
    values: dict[str, Any] = {"turn": SEAT_NAMES[p.turn], "rival": SEAT_NAMES[1 - seat]}
    values["centre"] = ", ".join(n for i, n in enumerate(layout.CELL_NAMES) if layout.CENTRE[i])
    if 0 <= action < record.ACTIONS:
        source, cell, _ = _parts(action)
        values |= {
            "origin": say("your hand") if source == layout.HAND else layout.CELL_NAMES[source],
            "goal": layout.CELL_NAMES[cell],
            "side": layout.SIDES[code // record.PLACE % 3],
            "plain": fitting(cell),
        }
    return Reason(Text(why.text.template, values), why.clause)
