"""What is shown of a table at one moment: frames.

Everything is made from what the one who looks may know, through the match's views and stories. A viewer is a
chair, WATCHER (what everybody may know), or EVERYTHING once the game is over or a record is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Raw, Struct

from parlour.rules.kit import CHANCE, NOBODY
from parlour.rules.position import Position
from parlour.server import drawn, protocol
from parlour.server.tables import Table
from parlour.table import CheckableDice, to_code
from parlour.table.tickets import tickets_of
from parlour.text import ParlourError, Text, say

WATCHER = NOBODY
EVERYTHING: None = None
Viewer = int | None


def viewer_of(table: Table, chair: int | None) -> Viewer:
    """Whose eyes: where nothing is hidden, or not any more, everybody sees everything."""
    if table.setup.closed or table.match.over or not table.game.has_secrets:
        return EVERYTHING
    return WATCHER if chair is None else chair


# ---------------------------------------------------------------- a frame


@dataclass(frozen=True, slots=True)
class Common:
    """What is the same for all who see the same position; made once for them all."""

    seen: Position
    asks: str
    encoded: bytes  # the part of a frame that is for all
    may: protocol.May  # what every seat may do as well


def common(table: Table, viewer: Viewer, seen: Position, people: Any, ply: int | None = None) -> Common:
    """What all who see the same are shown, made once for them; `people` are the sitters, encoded."""
    match, past = table.match, ply is not None
    over = match.over and not past
    frame = protocol.FrameForAll(
        table=table.id,
        game=table.game.id,
        board=table.setup.board,
        seq=table.seq,
        ply=match.ply if ply is None else ply,
        turn=None if match.over or past else turn(table),
        actors=[] if past else [c for c in table.chairs if match.may_act(c)],
        over=over,
        winners=match.winners if over else [],
        shares={str(c): share for c, share in match.shares.items()} if over else {},
        scene=drawn.scene(table.game, seen, table.standing),
        dice=drawn.shown(table.game, seen, _thrown(table, ply), match.tell),
        pending=None if past else _pending(table),
        people=people,
        agreed=_agreed(table, seen),
        forked_from=_origin(table),
        past=past,
        scores=_scores(table, seen),
        next=table.next,
        won={str(c): count for c, count in table.won.items()},
        clock=table.clocks.shown() if table.clocks is not None and not past else None,
        signs=drawn.signs(match, seen, table.chairs),
        sealed=drawn.sealed(match, seen),
    )
    may = protocol.May(branch=viewer is EVERYTHING)
    if not past:
        may.record = record_refused(table) is None
        may.again = match.over
        may.draw, may.resign = match.may_be_agreed, match.may_be_resigned
        if match.actor == CHANCE and not match.over and not table.setup.closed:
            may.dice = drawn.due(table.game, seen)
    return Common(seen, str(match.tell(table.game.words.asks(seen))), protocol.encode(frame), may)


def own(
    table: Table,
    known: Common,
    seen: Position,
    chair: int | None,
    host: bool,
    ply: int | None = None,
    asked: bool = False,
) -> Struct:
    """What a chair alone is shown, or somebody who holds none."""
    match, past = table.match, ply is not None
    decides = chair is not None and not past and not table.setup.closed and table.decides(chair)
    moves = match.legal(chair) if decides else []
    offered = drawn.moves(table.game, seen, moves) if moves else []
    alone: Struct = protocol.FrameForOne(
        you=chair,
        asks=known.asks if past else _asks(table, seen, chair) or known.asks,
        status=_status(table, seen, chair),
        held=drawn.held(table.game, seen, chair),
        moves=offered,
        moves_left_out=len(moves) - len(offered),
        may=known.may if past else _may(table, known.may, chair, host),
        settings=table.chairs[chair].settings if chair is not None else {},
        amounts=drawn.amounts(table.game, offered) if offered else {},
        stakes=[] if past or match.over else drawn.stakes(match, seen, chair),
        code=_code(table, viewer_of(table, chair), seen) if asked else "",
    )
    return alone


def frame(
    table: Table,
    chair: int | None,
    people: Any,
    ply: int | None = None,
    host: bool = False,
    shared: list[Common] | None = None,
    asked: bool = False,
) -> Raw:
    """All that is shown to a chair (None: to spectators), now or then: a `protocol.Frame`, encoded.

    `shared` keeps what others who see the very same can use. Where it was `asked` for, and is not told with
    each event, the position's code is in it.
    """
    viewer = viewer_of(table, chair)
    seen = _seen(table, viewer, chair, ply)
    known = next((c for c in shared or () if c.seen is seen), None)
    if known is None:
        known = common(table, viewer, seen, people, ply)
        if shared is not None:
            shared.append(known)
    alone = protocol.encode(own(table, known, seen, chair, host, ply, asked))
    return Raw(known.encoded[:-1] + b"," + alone[1:])  # both are JSON objects, and so are they together


def _seen(table: Table, viewer: Viewer, chair: int | None, ply: int | None) -> Position:
    """The position as the viewer may know it. Where nothing is hidden it is the same object for all."""
    match = table.match
    if ply is not None:
        return match.at(ply) if viewer is EVERYTHING else match.view(viewer, ply)
    if viewer is not EVERYTHING:
        return match.look(viewer)
    if table.game.has_secrets:  # but no longer
        return match.position
    return match.look(NOBODY if chair is None else chair)


def _asks(table: Table, seen: Position, chair: int | None) -> str:
    """What is asked of this chair, said to them; nothing where it is for somebody else to act."""
    match = table.match
    due = match.actor == CHANCE and match.thrower == chair
    if chair is None or not (due or match.may_act(chair)):
        return ""
    return str(match.tell(table.game.words.asks_you(seen)))


def turn(table: Table) -> int | None:
    """The chair to act or to roll; None where nobody in particular is."""
    actor = table.match.actor if table.match.actor != CHANCE else table.match.thrower
    return actor if actor in table.chairs else None


def _status(table: Table, seen: Position, chair: int | None) -> list[str]:
    lines = table.game.words.status(seen, NOBODY if chair is None else chair)
    return [str(table.match.tell(line)) for line in lines]


def _scores(table: Table, seen: Position) -> dict[str, str]:
    told = {c: table.game.words.score(seen, c) for c in table.chairs}
    return {str(c): str(table.match.tell(score)) for c, score in told.items() if score is not None}


def _may(table: Table, all_may: protocol.May, chair: int | None, host: bool) -> protocol.May:
    match = table.match
    may = protocol.May(
        record=all_may.record,
        branch=all_may.branch,
        talk=table.voice(chair),
        host=host,
        dice=all_may.dice,
        faces=[],
    )
    if chair is None or table.setup.closed:
        return may
    person = table.chairs[chair].kind == "person"
    may.come_back = not person and not match.over and not table.chairs[chair].flagged
    may.again = all_may.again
    if match.over or not person or not table.decides(chair):
        return may
    if match.actor == CHANCE:
        may.roll = table.may_roll(chair) and (table.typed or match.dice_due)
        may.outcomes = may.roll and table.typed
        may.faces = match.faces if may.outcomes else []
    may.undo = table.may_undo(chair)
    may.draw = all_may.draw and chair not in match.agreed
    may.answer = table.pending is not None and chair in table.pending.waits_for
    if isinstance(match.dice, CheckableDice) and not match.rolls:
        may.add_secret = not any(e.kind == "adds" and e.seat == chair for e in match.events)
    may.hint = match.may_act(chair)
    may.resign = all_may.resign
    may.leave = True
    return may


def may_branch(table: Table, chair: int | None) -> bool:
    """Whoever branches off sees the whole position there: not while something is hidden from them."""
    return viewer_of(table, chair) is EVERYTHING


def record_refused(table: Table) -> Text | None:
    """Why the record cannot be had yet; None when it can."""
    if table.game.has_secrets and not table.match.over and not table.setup.closed:
        return say("The record tells what the players hide from each other; it can be had after the game.")
    return None


def _pending(table: Table) -> protocol.Pending | None:
    pending = table.pending
    if pending is None:
        return None
    text = str(pending.question(table))
    return protocol.Pending(pending.what, pending.by, pending.chair, text, sorted(pending.waits_for))


def _agreed(table: Table, seen: Position) -> protocol.Agreed:
    return {
        "undo": table.undo,
        "takeover_minutes": table.takeover_minutes,
        "pause": table.pause,
        "dice": table.match.dice.kind,
        "promise": table.match.dice.describe().get("commitment"),
        "options": table.game.option_values(seen),
        "talk": table.talk,
        "watchers_talk": table.watchers_since is not None,
        "closed": table.setup.closed,
        "chosen": not table.match.from_start,
    }


def _code(table: Table, viewer: Viewer, seen: Position) -> str:
    if viewer is not EVERYTHING:
        return ""
    try:
        return to_code(table.game, seen)
    except ParlourError:  # a position that only a match can reach
        return ""


def _origin(table: Table) -> protocol.Origin | None:
    origin = table.match.forked_from
    return None if origin is None else {"match": origin[0], "ply": origin[1]}


# ---------------------------------------------------------------- who is there


def _thrown(table: Table, ply: int | None) -> protocol.Shown | None:
    """The dice that were thrown last, as far as the line in force goes."""
    line = table.match.line if ply is None else table.match.line[:ply]
    for event in reversed(line):
        if event.kind != "roll":
            continue
        if event.n not in table.thrown:
            table.thrown[event.n] = drawn.thrown(table.match, event.n)
        if rows := table.thrown[event.n]:
            found = table.line_of(event.n)
            seq, by = (found.seq, found.entry.by) if found else (0, None)
            return protocol.Shown(event.text, rows, seq, by)
    return None


def sitters(
    table: Table,
    here: Mapping[int, bool],
    away: Mapping[int, float],
    grace: float = 0.0,
    pages: Mapping[int, int] | None = None,
) -> list[protocol.Sitter]:
    """Who sits where, and who is here."""
    patience = table.patience(grace)
    board = table.game.scene.board()
    looks = board.looks if board is not None else None
    found = []
    sides = {chair: side for side, chairs in table.match.sides.items() for chair in chairs}
    seats = table.match.seats
    for number, chair in table.chairs.items():
        colour = table.game.words.SEAT_NAMES[number]
        player = seats[number].name
        found.append(
            protocol.Sitter(
                chair=number,
                name="" if player == colour.english else player,
                colour=str(colour),
                paint=looks[number].colour if looks else "",
                letter=table.game.words.SEAT_LETTERS[number],
                shape=looks[number].shape if looks else "",
                side=sides[number],
                kind=chair.kind,
                level=chair.level,
                here=chair.kind == "bot" or here.get(number, False),
                came=chair.kind == "bot" or chair.sat,
                away=away.get(number) if chair.kind == "person" else None,
                left=chair.left,
                may_be_replaced=chair.kind == "person"
                and away.get(number, -1.0) >= patience
                and not table.match.over,
                pages=(pages or {}).get(number, 0),
            )
        )
    return found


def odds(table: Table) -> protocol.Odds:
    """What every roll was drawn from."""
    found = tickets_of(table.match)
    lots = [[protocol.Lot(outcome, list(tickets)) for outcome, tickets in lot] for lot in found.lots]
    return protocol.Odds(lots, [protocol.Drawn(n, lot) for n, lot in found.rolls])
