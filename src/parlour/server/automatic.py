"""What a table does by itself: deal cards, move its bots, and what seats have set up to be done for them."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.rules.kit import CHANCE, NOBODY
from parlour.server.events.base import AUTO, BOT
from parlour.server.tables import Table


@dataclass(frozen=True)
class Due:
    """Something to be done by the table: a roll, a move that is settled (`code`), or one to think about."""

    ply: int
    chair: int | None
    how: str
    rolls: bool = False
    code: int | None = None
    at_once: bool = False  # without a pause: nobody has to follow it


def due(table: Table) -> Due | None:
    """The next thing that the table does without being asked; None while it waits for somebody."""
    match = table.match
    if table.setup.closed or match.over or not table.chairs:
        return None
    if match.actor == CHANCE:
        return None if table.typed else _roll(table)
    for number, chair in table.chairs.items():
        if not match.may_act(number):
            continue
        if chair.kind == BOT or not table.decides(number):
            return Due(match.ply, number, BOT)
        if chair.settings["auto_forced"] or chair.settings["skip_dead"]:
            moves = match.legal(number)
            dead = len(moves) == 1 and moves[0].fields.get("do") == "pass"
            if len(moves) == 1 and (chair.settings["auto_forced"] or dead):
                return Due(match.ply, number, AUTO, code=moves[0].code)
    return None


def _roll(table: Table) -> Due | None:
    """Cards are dealt at once. Dice wait for the hand of the person whose they are."""
    ply = table.match.ply
    if not table.match.dice_due:
        return Due(ply, None, AUTO, rolls=True, at_once=True)
    thrower = table.match.thrower
    if thrower == NOBODY:
        waiting = [c for c in table.people if not table.chairs[c].settings["auto_roll"]]
        return None if waiting else Due(ply, None, AUTO, rolls=True)
    chair = table.chairs[thrower]
    if chair.kind == BOT or not table.decides(thrower):
        return Due(ply, thrower, BOT, rolls=True)
    return Due(ply, thrower, AUTO, rolls=True) if chair.settings["auto_roll"] else None
