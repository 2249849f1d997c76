"""What is shown of a table: frames, and the log in sentences.

Everything is made from what the one who looks may know, through the match's views and stories. A viewer is a
chair, WATCHER (what everybody may know), or EVERYTHING once the game is over or a record is looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import Raw

from parlour.bots.bot import Thought
from parlour.draw import scene as drawing
from parlour.rules.kit import CHANCE, NOBODY
from parlour.rules.position import Position
from parlour.server import drawn, protocol
from parlour.server.tables import OF_THE_MATCH, Entry, Table
from parlour.table import CheckableDice, Match, to_code
from parlour.table.tickets import tickets_of
from parlour.text import ParlourError, Reason, Text, join, say

WATCHER = NOBODY
EVERYTHING: None = None
Viewer = int | None

_ADVISED = 5  # moves in a hint
MANY_MOVES = 600  # of longer lists only so many are sent, and the rest on request


def viewer_of(table: Table, chair: int | None) -> Viewer:
    """Whose eyes: where nothing is hidden, or not any more, everybody sees everything."""
    if table.setup.closed or table.match.over or not table.game.has_secrets:
        return EVERYTHING
    return WATCHER if chair is None else chair


# ---------------------------------------------------------------- the log


def told(table: Table, seq: int, viewer: Viewer) -> protocol.Told:
    """One entry of the log, as the viewer may know it."""
    entry = table.log[seq - 1]
    shown = protocol.Told(seq, entry.kind, "", entry.at, table.plies[seq], entry.by, entry.how)
    if entry.kind in OF_THE_MATCH:
        _tell_match(table, shown, table.counts[seq], viewer)
    else:
        shown.text = str(_sentence(table, entry))
    return shown


def told_before(table: Table, viewer: Viewer) -> list[protocol.Told]:
    """What a record brought along: it happened before the table's own log, and has no number there."""
    found, ply = [], 0
    for event in table.match.events[: table.brought]:
        ply += (event.kind in ("roll", "play")) - (int(event.text) if event.kind == "undo" else 0)
        shown = protocol.Told(0, event.kind, "", table.setup.made, ply, event.seat)
        _tell_match(table, shown, event.n, viewer)
        found.append(shown)
    return found


def _tell_match(table: Table, shown: protocol.Told, n: int, viewer: Viewer) -> None:
    match, event = table.match, table.match.events[n - 1]
    shown.n = n
    shown.text = str(match.sentence(n, viewer))
    if event.code is None:
        return
    before, after = match.around(n, viewer)
    shown.dice = drawn.faces(match, n) or None
    shown.gesture = drawn.happened(table.game, before, event.code, after)


def _sentence(table: Table, entry: Entry) -> Text:
    """What happened at the table besides the match."""
    data = entry.data
    who: Text = say("The host") if entry.by is None else table.name(entry.by)
    if entry.kind == "sits":
        return say("{seat} sits down.", seat=who)
    if entry.kind == "name":
        return say("{seat} has a new name.", seat=who)
    if entry.kind == "settings":
        return say("{seat}: {settings}", seat=who, settings=join([_setting(*s) for s in data.items()], " "))
    if entry.kind == "table":
        return join([_agreement(*item) for item in data.items()])
    if entry.kind == "ask" and data["what"] == "undo":
        return say("{seat} asks to take the last decision back.", seat=who)
    if entry.kind == "ask":
        return say(
            "{seat} asks for a bot on the chair of {other}.", seat=who, other=table.name(data["chair"])
        )
    if entry.kind == "answer":
        return say("{seat} agrees.", seat=who) if data["yes"] else say("{seat} does not agree.", seat=who)
    if entry.kind == "takeover":
        return say("A bot takes the chair of {seat} for now.", seat=table.name(data["chair"]))
    if entry.kind == "back":
        return say("{seat} is back, and the bot leaves the chair.", seat=who)
    return say("{seat} gets a new link.", seat=table.name(data["chair"]))


def _setting(name: str, on: bool) -> Text:
    words = {
        "auto_roll": (say("The dice roll by themselves."), say("The dice wait for a hand.")),
        "auto_forced": (say("Forced moves are played at once."), say("Forced moves wait for a hand.")),
        "skip_dead": (say("Dead turns are skipped."), say("Dead turns wait for a hand.")),
    }
    return words[name][0 if on else 1]


def _agreement(name: str, value: Any) -> Text:
    if name == "undo":
        return {
            "free": say("From now on everybody may take the last decision back."),
            "agreed": say("From now on decisions are taken back when all agree."),
            "never": say("From now on nothing is taken back."),
        }[value]
    if name == "pause":
        return say("Bots now wait {seconds} seconds before they move.", seconds=value)
    if value is None:
        return say("A bot may take a chair that was left, when all others agree.")
    return say("A bot may take a chair that was left after {minutes} minutes.", minutes=value)


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
    agreed: dict[str, Any]
    code: str


def common(table: Table, viewer: Viewer, seen: Position, people: Any, ply: int | None = None) -> Common:
    match, past = table.match, ply is not None
    return Common(
        seen=seen,
        asks=str(table.game.words.asks(seen)),
        scene=Raw(protocol.encode(drawn.scene(table.game, seen))),
        people=people,
        dice=_dice(table, ply),
        turn=None if match.over or past else _turn(table),
        actors=[] if past else [c for c in table.chairs if match.may_act(c)],
        pending=None if past else _pending(table),
        agreed=_agreed(table, seen),
        code=_code(table, viewer, seen),
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
    moves = [] if chair is None or past or table.setup.closed else match.legal(chair)
    return protocol.Frame(
        table=table.id,
        game=table.game.id,
        board=table.setup.board,
        seq=table.seq,
        ply=match.ply if ply is None else ply,
        you=chair,
        turn=known.turn,
        actors=known.actors,
        asks=known.asks,
        status=_status(table, seen, chair),
        over=over,
        winners=match.winners if over else [],
        shares={str(c): share for c, share in match.shares.items()} if over else {},
        scene=known.scene,
        dice=known.dice,
        held=drawn.held(table.game, seen, chair),
        moves=[drawn.move(table.game, seen, move) for move in moves[:MANY_MOVES]],
        moves_left_out=max(0, len(moves) - MANY_MOVES),
        may=protocol.May(branch=may_branch(table, chair)) if past else _may(table, chair, host),
        pending=known.pending,
        people=known.people,
        settings=dict(table.chairs[chair].settings) if chair is not None else {},
        agreed=known.agreed,
        code=known.code,
        forked_from=_origin(table),
        past=past,
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


def _turn(table: Table) -> int | None:
    actor = table.match.actor if table.match.actor != CHANCE else table.match.thrower
    return actor if actor in table.chairs else None


def _status(table: Table, seen: Position, chair: int | None) -> list[str]:
    status = getattr(table.game.words, "status", None)
    return [] if status is None else [str(line) for line in status(seen, NOBODY if chair is None else chair)]


def _may(table: Table, chair: int | None, host: bool) -> protocol.May:
    may = protocol.May(record=record_refused(table) is None, branch=may_branch(table, chair), host=host)
    if chair is None or table.setup.closed:
        return may
    match = table.match
    person = table.chairs[chair].kind == "person"
    may.come_back = not person
    if match.over or not person:
        return may
    due = match.actor == CHANCE
    may.roll = due and (table.typed or match.dice_due) and table.may_roll(chair)
    may.outcomes = may.roll and table.typed
    count, asked = table.undo_reach(chair)
    may.undo = "" if not count else "ask" if asked else "yes"
    may.draw = match.may_be_agreed and chair not in match.agreed
    may.answer = table.pending is not None and chair in table.pending.waits_for
    if isinstance(match.dice, CheckableDice) and not match.rolls:
        may.add_secret = not any(e.kind == "adds" and e.seat == chair for e in match.events)
    may.hint = match.may_act(chair)
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
    who = table.name(pending.by)
    if pending.what == "draw":
        text = say("{seat} offers a draw. Do you agree?", seat=who)
    elif pending.what == "undo":
        text = say("{seat} asks to take the last decision back. Do you agree?", seat=who)
    else:
        text = say(
            "{seat} asks for a bot on the chair of {other}. Do you agree?",
            seat=who,
            other=table.name(pending.by if pending.chair is None else pending.chair),
        )
    return protocol.Pending(pending.what, pending.by, pending.chair, str(text), sorted(pending.waits_for))


def _agreed(table: Table, seen: Position) -> dict[str, Any]:
    return {
        "undo": table.undo,
        "takeover_minutes": table.takeover_minutes,
        "pause": table.pause,
        "dice": table.match.dice.kind,
        "promise": table.match.dice.describe().get("commitment"),
        "options": table.game.option_values(seen),
        "closed": table.setup.closed,
    }


def _code(table: Table, viewer: Viewer, seen: Position) -> str:
    if viewer is not EVERYTHING:
        return ""
    try:
        return to_code(table.game, seen)
    except ParlourError:  # a position that only a match can reach
        return ""


def _origin(table: Table) -> dict[str, Any] | None:
    origin = table.match.forked_from
    return None if origin is None else {"match": origin[0], "ply": origin[1]}


# ---------------------------------------------------------------- who is there


def _dice(table: Table, ply: int | None) -> protocol.Shown | None:
    """The dice that were thrown last, as far as the line in force goes."""
    line = table.match.line if ply is None else table.match.line[:ply]
    for event in reversed(line):
        if event.kind != "roll":
            continue
        if event.n not in table.faces:
            table.faces[event.n] = drawn.faces(table.match, event.n)
        faces = table.faces[event.n]
        if faces:
            seq = table.seq_of(event.n)
            by = table.log[seq - 1].by if seq else None
            return protocol.Shown(event.text, faces, seq, by)
    return None


def sitters(table: Table, here: Mapping[int, bool], away: Mapping[int, float]) -> list[protocol.Sitter]:
    """Who sits where, and who is here."""
    module = drawn.scene_module(table.game)
    looks = module.board().looks if module is not None else None
    found = []
    sides = {chair: side for side, chairs in table.match.sides.items() for chair in chairs}
    seats = table.match.seats
    for number, chair in table.chairs.items():
        colour = table.game.words.SEAT_NAMES[number]
        player = seats[number].name
        long_gone = table.takeover_minutes is not None and away.get(number, 0) >= 60 * table.takeover_minutes
        found.append(
            protocol.Sitter(
                chair=number,
                name="" if player == colour.template else player,
                colour=str(colour),
                paint=looks[number].colour if looks else "",
                letter=table.game.words.SEAT_LETTERS[number],
                shape=looks[number].shape if looks else "",
                side=sides[number],
                kind=chair.kind,
                level=chair.level,
                here=chair.kind == "bot" or here.get(number, False),
                away=away.get(number) if chair.kind == "person" else None,
                left=chair.left,
                may_be_replaced=chair.kind == "person"
                and number in away
                and not table.match.over
                and (table.takeover_minutes is None or long_gone),
            )
        )
    return found


# ---------------------------------------------------------------- questions


def why(match: Match, chair: int, asked: protocol.Why) -> protocol.Fault | None:
    """Why that cannot be done now; None when it can."""
    if asked.action is not None:
        return _reason(match.why_not(chair, asked.action))
    module = drawn.scene_module(match.game)
    if module is None:
        return None
    seen = match.view(chair)
    codes = drawing.tried(module, seen, range(int(match.game.plain.ACTIONS)), asked.pick, asked.drop)
    reasons = [match.why_not(chair, code) for code in codes]
    if not reasons:
        return protocol.Fault("illegal", str(say("Nothing can be done that way.")))
    if None in reasons:
        return None
    # Of several the rarest says most: "there is no such count" is true of nearly everything.
    common = Counter(str(reason) for reason in reasons)
    return _reason(min(reasons, key=lambda reason: common[str(reason)]))


def _reason(reason: Reason | None) -> protocol.Fault | None:
    return None if reason is None else protocol.Fault("illegal", str(reason.text), reason.clause)


def odds(table: Table) -> protocol.Odds:
    """What every roll was drawn from."""
    found = tickets_of(table.match)
    lots = [[protocol.Lot(outcome, list(tickets)) for outcome, tickets in lot] for lot in found.lots]
    return protocol.Odds(lots, [protocol.Drawn(n, lot) for n, lot in found.rolls])


def moves_with(table: Table, chair: int, words: str) -> list[protocol.Move]:
    """The moves that have all these words in their name or their line."""
    seen = table.match.view(chair)
    wanted = words.casefold().split()
    found = []
    for move in table.match.legal(chair):
        text = f"{move.notation} {move.offer} {move.group or ''}".casefold()
        if all(word in text for word in wanted):
            found.append(drawn.move(table.game, seen, move))
        if len(found) == MANY_MOVES:
            break
    return found


def advice(table: Table, seen: Position, thought: Thought, name: str) -> protocol.Advice:
    """What a bot thinks, in words."""
    words = table.game.words
    found = [
        protocol.Candidate(
            one.action,
            str(words.notation(seen, one.action)),
            str(words.offer(seen, one.action)),
            float(one.chance),
            str(one.reason),
        )
        for one in thought.candidates
    ]
    if not found:
        action = thought.action
        notation, offer = str(words.notation(seen, action)), str(words.offer(seen, action))
        found = [protocol.Candidate(action, notation, offer, None, str(thought.reason))]
    chances = {str(c): float(thought.chances[c]) for c in table.chairs if c < len(thought.chances)}
    return protocol.Advice(found[:_ADVISED], chances, str(thought.reason), name)
