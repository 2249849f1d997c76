"""Tri-Trac in words: names of actions, what happened, what is asked, and why not.

In the names of actions a tile is its letter (O, Y, N for the neutral one), its space and its plain side:
Oc2d/H is placed, c2d-b3u/B moves the tile on c2d to b3u, c2d/F turns it where it lies. Sentences count rows
from the top and spaces from the nearer end, and say where a track runs.
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
from .trail import times_stood

TITLE = say("Tri-Trac")
BLURB = say("A duel of turning tiles: complete the track between two arrows, whoever laid it.")
AIM = say(
    "Complete a track between two of the four arrows: who finishes it wins, whoever laid its "
    "tiles. Each turn you place, move or turn one tile."
)
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

# What people call the boards.
BOARD_NAMES: dict[str, Text] = {
    "hex2_ears": say("Hexagon with two ears"),
    "hex2_unblockable": say("Plain hexagon"),
    "para2x6": say("Long strip"),
    "rhombus4": say("Rhombus"),
    "star16": say("Star"),
}


# ---------------------------------------------------------------- what lies where


def place_name(place: int) -> str:
    """A space and a plain side: "c2d/H"."""
    return f"{layout.CELL_NAMES[place // 3]}/{layout.SIDES[place % 3]}"


# From the nearer end of a row, and rows from the top: as people count on their fingers.
_FROM_LEFT = (say("far left"), say("2nd from left"), say("3rd from left"), say("4th from left"))
_FROM_RIGHT = (say("far right"), say("2nd from right"), say("3rd from right"), say("4th from right"))
_ROWS = (say("top row"), say("2nd row"), say("3rd row"), say("4th row"), say("5th row"), say("6th row"))


def _space_texts() -> tuple[Text, ...]:
    """Every space by its row and its place in it; where either is too far away to be seen at a glance, by
    numbers."""
    cells = layout.BOARD["cells"]
    rows = sorted({-cell["y"] for cell in cells})
    found = []
    for cell in cells:
        beside = sorted((c["x"], c["points"] == "down") for c in cells if c["y"] == cell["y"])
        number, row = beside.index((cell["x"], cell["points"] == "down")), rows.index(-cell["y"])
        found.append(_counted(row, len(rows), number, len(beside)))
    return tuple(found)


def _counted(row: int, rows: int, number: int, count: int) -> Text:
    left, right = number < count / 2, count - 1 - number
    ways, steps = (_FROM_LEFT, number) if left else (_FROM_RIGHT, right)
    if row >= len(_ROWS) or (number != right and steps >= len(ways)):
        return say("row {row}, space {number}", row=row + 1, number=number + 1)
    high = say("bottom row") if row == rows - 1 > 0 else _ROWS[row]
    return say("{row}, {place}", row=high, place=say("middle") if number == right else ways[steps])


SPACE_TEXTS = _space_texts()
_SIDES = {  # of a space, in the order in which a track's ends are told
    "up": {"F": say("left"), "H": say("bottom"), "B": say("right")},
    "down": {"B": say("left"), "H": say("top"), "F": say("right")},
}
_SHADES = {"dark": say("the dark arrow"), "light": say("the light arrow")}


# By space: its sides in words, in the order in which they are told.
_SIDE_TEXTS = tuple(
    {layout.SIDES.index(letter): word for letter, word in _SIDES[cell["points"]].items()}
    for cell in layout.BOARD["cells"]
)


def _ends(cell: int, plain: int) -> tuple[Text, Text]:
    """Where the track of a tile ends that lies so: at a side, or at the arrow beyond it."""
    one, other = (
        _SHADES[_shade(beyond)] if is_arrow(beyond := int(layout.BEYOND[3 * cell + side])) else word
        for side, word in _SIDE_TEXTS[cell].items()
        if side != plain
    )
    return one, other


def _shade(beyond: int) -> str:
    return str(layout.BOARD["arrows"][layout.ARROW_NAMES[beyond - layout.ARROW]]["shade"])


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
            cells, end = follow(p, place)
            own = p.track_colours == record.OWN_OR_NEUTRAL
            if end is not None and not (own and any(record.kind_at(p, c) == 1 - seat for c in cells)):
                yield layout.ARROW_NAMES[beyond - layout.ARROW], cells, layout.ARROW_NAMES[end]


def follow(p: Position, place: int) -> tuple[list[int], int | None]:
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


_VERBS = {"turn": "turn", "rotate": "turn", "move": "move", "place": "place", "put": "place"}


def meant(p: Position, text: str) -> list[int]:
    """What a person means by "turn c2d", "move c2d a1u", "move neutral a1u" or "place a1u": every way to do
    it, or, where the plain side is named as well, "turn c2d H", that one. A space alone, "c2d", is the
    tile there, or one that is placed there."""
    verb, *said = re.sub(r"[^a-z0-9]+", " ", text.casefold()).split() or [""]
    if text.strip().casefold() in layout.CELL_NAMES:
        there = record.kind_at(p, layout.CELL_NAMES.index(verb))
        verb, said = "place" if there == NOBODY else "turn", [verb]
    what = _VERBS.get(verb)
    if what is None or turns.actor(p) == CHANCE:
        return []
    neutral = layout.CELL_NAMES[p.neutral] if p.neutral != layout.NOWHERE else ""
    names = [neutral if name == "neutral" else name for name in said]
    names = [name for name in names if name not in ("a", "the", "tile", "to", "from", "on", "in")]
    cells = [layout.CELL_NAMES.index(name) for name in names if name in layout.CELL_NAMES]
    sides = [layout.SIDES.index(name.upper()) for name in names if name in list(layout.SIDES.lower())]
    if len(cells) + len(sides) < len(names) or len(sides) > 1 or len(cells) > (2 if what == "move" else 1):
        return []
    anywhere = range(layout.CELLS)
    tiles = [cell for cell in anywhere if record.kind_at(p, cell) != NOBODY]
    if what == "move":
        ways = [(here, there) for here in cells[:1] or tiles for there in cells[1:] or anywhere]
        ways = [(here, there) for here, there in ways if here != there]
    else:
        ways = [(cell, cell) for cell in cells or tiles]
        if what == "place":
            ways = [(layout.HAND, cell) for cell in cells or anywhere]
    return [
        here * layout.PLACES + 3 * there + side
        for here, there in ways
        for side in sides or range(3)
        if here != there or side != record.side_at(p, there)
    ]


def absent(p: Position, name: str) -> Reason | None:
    """Why a name in small letters, formed like an action's, names nothing here."""
    if turns.actor(p) == CHANCE:
        return None
    if name == "pass":
        return Reason(say("nobody may pass"), "TRI-PASS-1")
    letter, rest = name[:1], name[1:]
    spaces = dict.fromkeys(layout.CELL_NAMES)
    first, _, side = name.partition("/")
    if rest.partition("/")[0] in spaces and letter != _letter(p).lower():
        return _wrong_tile(p, letter)
    found = re.fullmatch(r"([a-z]+\d+[a-z])(?:-([a-z]+\d+[a-z]))?", first)
    verb = next((verb for verb in _VERBS if name.startswith(verb)), "")
    if found is None and not verb:
        return None
    named = re.findall(r"[a-z]\d+[ud]", name.removeprefix(verb)) if verb or not found else found.groups()
    for space in named:
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
    source, cell, side = _parts(action)
    if source == layout.HAND:
        if p.neutral == layout.NOWHERE:
            one, other = _ends(cell, side)
            return say("place the neutral tile: from {one} to {other}", one=one, other=other)
        return say("place a tile ({count} in hand)", count=int(p.hand[p.turn]))
    if source == cell:
        return say("turn a tile where it lies")
    if source == p.neutral:
        return say("move the neutral tile")
    return say("move a tile ({space})", space=SPACE_TEXTS[source])


def offer(p: Position, action: int) -> Text:
    """One line of a list of moves: where the tile goes, and from where to where its track then runs."""
    if turns.actor(p) == CHANCE:
        return say("{seat} begins", seat=SEAT_NAMES[action])
    source, cell, side = _parts(action)
    one, other = _ends(cell, side)
    values = {"space": SPACE_TEXTS[cell], "one": one, "other": other}
    if source == layout.HAND:
        if p.neutral == layout.NOWHERE:
            return say("place the neutral tile ({space}): from {one} to {other}", **values)
        return say("place a tile ({space}): from {one} to {other}", **values)
    if source == cell:
        if source == p.neutral:
            return say("turn the neutral tile: from {one} to {other}", **values)
        return say("turn the tile ({space}): from {one} to {other}", **values)
    if source == p.neutral:
        return say("move the neutral tile ({space}): from {one} to {other}", **values)
    values["origin"] = SPACE_TEXTS[source]
    return say("move a tile ({origin} → {space}): from {one} to {other}", **values)


# ---------------------------------------------------------------- telling the story


def sentence(before: Position, action: int, after: Position) -> Text:
    """What happened, for the log."""
    if before.phase == record.LOTS:
        return say("Lots are drawn: {seat} begins.", seat=SEAT_NAMES[after.first])
    return join([_deed(before, action), _freed(before, after), _ending(after)])


def _deed(before: Position, action: int) -> Text:
    """Where it lies is seen on the board; the terminal tells the move's name as well."""
    source, cell, _ = _parts(action)
    seat = SEAT_NAMES[before.turn]
    if source == layout.HAND:
        if before.neutral == layout.NOWHERE:
            return say("{seat} places the neutral tile.", seat=seat)
        return say("{seat} places a tile.", seat=seat)
    if source == before.neutral:
        if source == cell:
            return say("{seat} turns the neutral tile.", seat=seat)
        return say("{seat} moves the neutral tile.", seat=seat)
    if source == cell:
        return say("{seat} turns a tile.", seat=seat)
    return say("{seat} moves a tile.", seat=seat)


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
    _, cells, _ = track
    return say(
        "A track of {count} tiles joins two arrows: {seat} wins!",
        count=len(cells),
        seat=SEAT_NAMES[after.turn],
    )


def _why_drawn(p: Position) -> Text:
    if p.phase == record.REPEATED:
        times = int(record.TIMES[p.repetition])
        return say("The same position has stood on the board {times} times.", times=times)
    if p.phase == record.QUIET:
        return say("{count:turn has|turns have} gone by without a placed tile.", count=p.quiet)
    if p.phase == record.LONG:
        return say("The limit of {count:turn|turns} is reached.", count=p.ply)
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


def asks_you(p: Position) -> Text:
    """The same, said to whoever is on turn."""
    if p.phase != record.PLAY:
        return asks(p)
    if p.neutral == layout.NOWHERE:
        return say("Place the neutral tile on a centre space.")
    if p.ply == 1:
        return say("Place a tile.")
    yours = say("The neutral tile is yours for now.") if p.lock - 1 == p.turn else lock_text(p)
    return join([say("Place, move or turn a tile."), yours])


def begun_by(p: Position, seat: int) -> dict[str, str]:
    """Where it is agreed who begins, it is agreed to be this colour; a lot stays a lot. (TRI-Q-20)"""
    return {} if p.first_player == record.RANDOM else {"p1_colour": _COLOURS[seat]}


def lock_text(p: Position) -> Text | None:
    """Who may handle the neutral tile, where that is not everybody."""
    if p.lock == record.FREE or p.phase != record.PLAY:
        return None
    return say("The neutral tile is {seat}'s for now.", seat=SEAT_NAMES[p.lock - 1])


def status(p: Position, seat: int) -> list[Text]:
    """How near a draw is: turns without a placed tile, turns in all, the same position again. (TRI-Q-21)"""
    if p.phase != record.PLAY:
        return []
    said: list[Text] = []
    quiet = int(record.STRETCH[p.quiet_plies]) - int(p.quiet)
    if p.quiet and quiet < record.LONGEST:
        said.append(say("Draw in {count:turn|turns}, unless a tile is placed.", count=quiet))
    if p.max_plies:
        left = int(p.max_plies) - int(p.ply)
        said.append(say("The game lasts {count:more turn|more turns} at most.", count=left))
    times, most = int(times_stood(p.copy())), int(record.TIMES[p.repetition])
    if 1 < times and most < record.NEVER:
        said.append(
            say("This position has come {times} times; at {most} times it is a draw.", times=times, most=most)
        )
    return said


# ---------------------------------------------------------------- saying why not

_REASONS: dict[int, Reason] = {
    record.GAME_OVER: Reason(say("The game is over."), "TRI-WIN-2"),
    record.LOTS_FIRST: Reason(say("Lots must be drawn first."), "TRI-SETUP-2"),
    record.NOT_YOUR_TURN: Reason(say("It is {turn}'s turn."), "TRI-TURN-1"),
    record.NO_SUCH_ACTION: Reason(say("There is no such move."), "TRI-MOVE-5"),
    record.NEUTRAL_FIRST: Reason(say("The game begins with the neutral tile."), "TRI-NEUTRAL-1"),
    record.NOT_CENTRE: Reason(
        say("The neutral tile begins on a marked space in the centre."), "TRI-NEUTRAL-1"
    ),
    record.MUST_PLACE: Reason(say("Your first turn is to place one of your tiles."), "TRI-FIRST-1"),
    record.SECOND_TURN: Reason(
        say("In your second turn you place a tile, or move or turn the neutral one."), "TRI-FIRST-2"
    ),
    record.HAND_EMPTY: Reason(say("You have no tile left to place."), "TRI-MOVE-1"),
    record.NO_TILE: Reason(say("There is no tile there."), "TRI-MOVE-2"),
    record.THEIRS: Reason(say("That tile is {rival}'s."), "TRI-OPP-1"),
    record.BARRED: Reason(
        say("{rival} has used the neutral tile and may use it again first."), "TRI-NEUTRAL-3"
    ),
    record.OCCUPIED: Reason(say("There is a tile there already."), "TRI-MOVE-1"),
    record.OFF_BOARD: Reason(
        say("The track would run into the rib ({side}). Here the plain side can be: {plain}."), "TRI-OFF-1"
    ),
    record.NO_BLOCK: Reason(say("Here a tile cannot block the light arrow."), "TRI-HINT-2"),
    record.NULL: Reason(say("That changes nothing, and nobody may pass."), "TRI-PASS-1"),
    record.TURNED: Reason(say("At this table a tile that is moved keeps its plain side."), "TRI-Q-08"),
}


def reason(p: Position, seat: int, action: int, code: int) -> Reason:
    """What the rules' `explain` means by this code."""
    why = _REASONS[code % record.PLACE]
    values: dict[str, Any] = {"turn": SEAT_NAMES[p.turn], "rival": SEAT_NAMES[1 - seat]}
    if 0 <= action < record.ACTIONS:
        _, cell, _ = _parts(action)
        sides = _SIDE_TEXTS[cell]
        values["side"] = sides[code // record.PLACE % 3]
        values["plain"] = join([word for side, word in sides.items() if layout.FITS[3 * cell + side]], ", ")
    return Reason(Text(why.text.template, values), why.clause)
