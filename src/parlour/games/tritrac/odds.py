"""What can be counted about Tri-Trac: the tracks that a board allows (see catalogue.py).

Nothing is left to chance in this game.
"""

from __future__ import annotations

from collections import Counter

from parlour.rules.position import Position
from parlour.rules.sheets import Given, Sheet, Topic
from parlour.text import Text, say, unknown

from . import layout, record, words
from .catalogue import Track, shortest, tracks


def _pairs_sheet(p: Position, given: Given) -> Sheet:
    """The shortest tracks between any two arrows. (TRI-WIN-1, TRI-Q-04)"""
    given.check()
    tiles = _tiles(p)
    everything = Counter(track[:2] for track in tracks(tiles))
    rows: list[list[str | int]] = []
    for pair, best in shortest().items():
        least = len(best[0].places) if best else 0
        found = best if 0 < least <= tiles else ()
        rows.append([_name(pair), least if found else "–", len(found), everything[pair]])
    columns = [say("arrows"), say("tiles"), say("shortest tracks"), say("all tracks")]
    return Sheet(_title(say("Tracks between two arrows"), tiles), columns, rows)


def _lengths_sheet(p: Position, given: Given) -> Sheet:
    """How many tracks there are of every length, for any two arrows and in all."""
    given.check()
    tiles = _tiles(p)
    found = Counter((track[:2], len(track.places)) for track in tracks(tiles))
    pairs = list(shortest())
    rows = [
        [length, *(found[pair, length] for pair in pairs), sum(found[pair, length] for pair in pairs)]
        for length in sorted({length for _, length in found})
    ]
    columns: list[Text | str] = [say("tiles"), *map(_name, pairs), say("in all")]
    note = say("{count} tracks in all.", count=len(tracks(tiles)))
    return Sheet(_title(say("Tracks by their length"), tiles), columns, rows, [note])


def _list_sheet(p: Position, given: Given) -> Sheet:
    """The tracks themselves, every tile by its cell and its plain side."""
    tiles = _tiles(p)
    said = given.values.get("arrows", "")
    either_way = {said.casefold(), "-".join(reversed(said.split("-"))).casefold()}
    pairs = [pair for pair in shortest() if not said or _name(pair).casefold() in either_way]
    if not pairs:
        given.wrong(unknown(say("pair of arrows"), said, map(_name, shortest())).text)
    given.check()
    rows: list[list[str | int]] = [
        [_name(pair), len(track.places), str(track)]
        for pair in pairs
        for track in shortest()[pair]
        if len(track.places) <= tiles
    ]
    columns = [say("arrows"), say("tiles"), say("cells, each with the plain side of its tile")]
    return Sheet(_title(say("The shortest tracks between two arrows"), tiles), columns, rows)


def _name(pair: tuple[int, int]) -> str:
    return "-".join(layout.ARROW_NAMES[arrow] for arrow in pair)


def _tiles(p: Position) -> int:
    """All tiles there are by the house rules of this position. (TRI-COMP-2, TRI-Q-02)"""
    return record.CHAIRS * int(record.TILES[p.tiles_per_player]) + 1


def _title(what: Text, tiles: int) -> Text:
    return say(
        "{what}, on the board {board}, with {tiles} tiles.",
        what=what,
        board=layout.BOARD["name"],
        tiles=tiles,
    )


TOPICS = {
    "tracks": Topic(say("the shortest tracks between any two arrows, and how many there are"), _pairs_sheet),
    "lengths": Topic(say("how many tracks there are of every length"), _lengths_sheet),
    "list": Topic(
        say("the shortest tracks themselves"),
        _list_sheet,
        {"arrows": say("two arrows, for the tracks between them alone")},
        f"arrows={_name(next(iter(shortest())))}",
    ),
}


def now(p: Position) -> list[Text]:
    """For each player how many tracks are open, and what the nearest of them lacks."""
    if p.phase != record.PLAY:
        return []
    found = tracks(_tiles(p))
    told = []
    for seat, who in enumerate(words.SEAT_NAMES):
        lacking = [n for track in found if (n := _lacking(p, seat, track)) is not None]
        if lacking:
            values = {"open": len(lacking), "count": len(found), "least": min(lacking)}
            told.append(
                say("{who}: open tracks {open} of {count}, the nearest lacks {least}.", who=who, **values)
            )
        else:
            told.append(say("{who}: none of {count} tracks is open.", who=who, count=len(found)))
    told.append(say("A track is open when no tile of the other player lies on it otherwise than it must."))
    return told


def _lacking(p: Position, seat: int, track: Track) -> int | None:
    """How many cells of a track still need a tile, or need it turned; None when the other is in the way."""
    lacking = 0
    for place in track.places:
        cell, side = divmod(place, 3)
        theirs = int(p.own[1 - seat]) >> cell & 1
        right = int(p.plain[side]) >> cell & 1
        if theirs and (not right or p.track_colours == record.OWN_OR_NEUTRAL):
            return None
        lacking += 1 - right
    return lacking
