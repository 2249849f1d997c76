"""What is shown of a table at one moment: frames.

Everything is made from what the one who looks may know, through the match's views and stories. A viewer is a
chair, WATCHER (what everybody may know), or EVERYTHING once the game is over or a record is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Raw

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


@dataclass(frozen=True)
class Common:
    """The part of a frame that is the same for all who see the same position; made once for them all."""

    seen: Position
    asks: str
    scene: Any  # the larger parts are encoded already
    people: Any
    dice: protocol.Shown | None
    turn: int | None
    actors: list[int]
    pending: protocol.Pending | None
    agreed: protocol.Agreed
    code: str
    signs: dict[str, list[protocol.Sign]]
    scores: dict[str, str]
    sealed: protocol.Sealed | None


def common(table: Table, viewer: Viewer, seen: Position, people: Any, ply: int | None = None) -> Common:
    """What all who see the same are shown, made once for them."""
    match, past = table.match, ply is not None
    return Common(
        seen=seen,
        asks=str(match.tell(table.game.words.asks(seen))),
        scene=Raw(protocol.encode(drawn.scene(table.game, seen))),
        people=people,
        dice=drawn.shown(table.game, seen, _thrown(table, ply), match.tell),
        turn=None if match.over or past else turn(table),
        actors=[] if past else [c for c in table.chairs if match.may_act(c)],
        pending=None if past else _pending(table),
        agreed=_agreed(table, seen),
        code=_code(table, viewer, seen),
        signs=drawn.signs(match, seen, table.chairs),
        scores=_scores(table, seen),
        sealed=drawn.sealed(match, seen),
    )


def frame(
    table: Table,
    chair: int | None,
    people: Any,
    ply: int | None = None,
    host: bool = False,
    shared: list[Common] | None = None,
) -> protocol.Frame:
    """All that is shown to a chair (None: to spectators), now or at a past moment.

    `people` are the sitters, encoded; `shared` keeps what others who see the very same can use.
    """
    match, viewer = table.match, viewer_of(table, chair)
    seen = _seen(table, viewer, chair, ply)
    known = next((c for c in shared or () if c.seen is seen), None)
    if known is None:
        known = common(table, viewer, seen, people, ply)
        if shared is not None:
            shared.append(known)
    past = ply is not None
    over = match.over and not past
    decides = chair is not None and not past and not table.setup.closed and table.decides(chair)
    moves = match.legal(chair) if decides else []
    offered = drawn.moves(table.game, seen, moves)
    return protocol.Frame(
        table=table.id,
        game=table.game.id,
        board=table.setup.board,
        seq=table.seq,
        ply=match.ply if ply is None else ply,
        you=chair,
        turn=known.turn,
        actors=known.actors,
        asks=known.asks if past else _asks(table, seen, chair) or known.asks,
        status=_status(table, seen, chair),
        over=over,
        winners=match.winners if over else [],
        shares={str(c): share for c, share in match.shares.items()} if over else {},
        scene=known.scene,
        dice=known.dice,
        held=drawn.held(table.game, seen, chair),
        moves=offered,
        moves_left_out=len(moves) - len(offered),
        may=protocol.May(branch=may_branch(table, chair)) if past else _may(table, seen, chair, host),
        pending=known.pending,
        people=known.people,
        settings=dict(table.chairs[chair].settings) if chair is not None else {},
        agreed=known.agreed,
        code=known.code,
        forked_from=_origin(table),
        past=past,
        scores=known.scores,
        next=table.next,
        won={str(c): count for c, count in table.won.items()},
        clock=table.clocks.shown() if table.clocks is not None and not past else None,
        amounts=drawn.amounts(table.game, offered),
        signs=known.signs,
        sealed=known.sealed,
        stakes=[] if past or over else drawn.stakes(match, seen, chair),
    )


def _seen(table: Table, viewer: Viewer, chair: int | None, ply: int | None) -> Position:
    """The position as the viewer may know it. Where nothing is hidden it is the same object for all."""
    match = table.match
    if ply is not None:
        return match.at(ply) if viewer is EVERYTHING else match.view(viewer, ply)
    if viewer is not EVERYTHING:
        return match.view(viewer)
    if table.game.has_secrets:  # but no longer
        return match.position
    return match.view(NOBODY if chair is None else chair)


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


def _may(table: Table, seen: Position, chair: int | None, host: bool) -> protocol.May:
    may = protocol.May(
        record=record_refused(table) is None,
        branch=may_branch(table, chair),
        talk=table.voice(chair),
        host=host,
    )
    if chair is None or table.setup.closed:
        return may
    match = table.match
    person = table.chairs[chair].kind == "person"
    may.come_back = not person and not match.over and not table.chairs[chair].flagged
    may.again = match.over
    if match.over or not person or not table.decides(chair):
        return may
    due = match.actor == CHANCE
    may.roll = due and (table.typed or match.dice_due) and table.may_roll(chair)
    may.outcomes = may.roll and table.typed
    may.faces = match.faces if may.outcomes else []
    may.dice = drawn.due(table.game, seen) if may.roll and not may.outcomes else []
    may.undo = table.may_undo(chair)
    may.draw = match.may_be_agreed and chair not in match.agreed
    may.answer = table.pending is not None and chair in table.pending.waits_for
    if isinstance(match.dice, CheckableDice) and not match.rolls:
        may.add_secret = not any(e.kind == "adds" and e.seat == chair for e in match.events)
    may.hint = match.may_act(chair)
    may.resign = match.may_be_resigned
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
