"""Bargaining in words: asking at gates, prices and tolls, and by house rule deals."""

from __future__ import annotations

from parlour.rules.position import Position
from parlour.text import Text, join, say

from . import gates, layout, record
from .names import GATE_NAMES, PASS_NAMES, SEAT_NAMES, chips_of, chips_text, sum_text, worth


def talked(before: Position, action: int, seat: int | None) -> Text:
    """A word before the roll, as this seat may tell it."""
    mover = SEAT_NAMES[before.turn]
    if action == record.ROLL_DICE:
        if before.asks or before.dealt:
            return say("{seat} takes the dice.", seat=mover)
        return say("{seat} asks nobody and takes the dice.", seat=mover)
    if record.ASK <= action < record.FREE:
        gate = action - record.ASK
        holder = SEAT_NAMES[before.owner[gate]]
        return say("{seat} asks {holder} for the {gate}.", seat=mover, holder=holder, gate=GATE_NAMES[gate])
    if before.phase == record.ASK_OR_ROLL:
        partner = action - record.DEAL
        other = SEAT_NAMES[partner] if partner < layout.CHAIRS else say("the box")
        return say("{seat} proposes a deal to {other}.", seat=mover, other=other)
    holder, gate = SEAT_NAMES[before.owner[before.gate]], GATE_NAMES[before.gate]
    values = {"seat": mover, "holder": holder, "gate": gate}
    if action == record.FREE:
        return say("{holder} opens the {gate} for nothing.", **values)
    if action == record.REFUSE:
        return say("{holder} refuses: the {gate} stays shut.", **values)
    if action == record.DECLINE:
        if before.phase == record.OPENING_OFFER:
            return say("{seat} offers nothing for it.", **values)
        return say("{seat} finds that too dear: the {gate} stays shut.", **values)
    secret = _is_whispered(before, seat)
    if action == record.ACCEPT:
        amount = say("the offer") if secret else sum_text(before, before.offer)
        return say("{holder} accepts {amount}; {seat} must pay it.", amount=amount, **values)
    if before.phase in (record.TOLL_ANSWER, record.MUST_PAY) and gates.is_payment(before, action):
        if secret:
            return say("{seat} pays {holder}, and the {gate} opens.", **values)
        later = before.toll_timing == record.ON_ENTRY
        return paid(before, before.gate, action - record.CHIPS, promised=later)
    amount = say("a sum they whisper") if secret else sum_text(before, gates.sum_of(before, action))
    if before.phase in (record.GATE_REPLY, record.COUNTER_REPLY):
        return say("{holder} wants {amount} for the {gate}.", amount=amount, **values)
    return say("{seat} offers {amount} for the {gate}.", amount=amount, **values)


def _is_whispered(p: Position, seat: int | None) -> bool:
    """Is this settled out of the seat's hearing? (DBT-ASK-11)"""
    return p.toll_public == record.NO and seat is not None and seat not in (p.turn, int(p.owner[p.gate]))


def paid(before: Position, gate: int, chips: int, *, promised: bool = False) -> Text:
    """A toll that changes hands, now or on entering."""
    values = {
        "seat": SEAT_NAMES[before.turn],
        "holder": SEAT_NAMES[before.owner[gate]],
        "dollars": worth(chips_of(chips)),
        "chips": chips_text(chips_of(chips)),
        "gate": GATE_NAMES[gate],
    }
    if promised:
        return say("{seat} will pay {holder} ${dollars} ({chips}) on entering the {gate}.", **values)
    if before.phase == record.ROLL:
        return say("{seat} pays {holder} ${dollars} ({chips}) for it.", **values)
    return say("{seat} pays {holder} ${dollars} ({chips}), and the {gate} opens.", **values)


def dealt(before: Position, action: int, after: Position) -> Text:
    """By house rule: what is given for what."""
    mover = SEAT_NAMES[before.turn]
    other = SEAT_NAMES[before.partner] if before.partner < layout.CHAIRS else say("the box")
    values = {"seat": mover, "other": other}
    if before.phase == record.DEAL_REPLY:
        if action == record.ACCEPT:
            return say("{other} agrees: it is done.", **values)
        return say("{other} wants no such deal.", **values)
    if action == record.DECLINE and before.phase in (record.GIVE_CHIPS, record.WANT_CHIPS):
        return say("{seat} thinks better of it.", **values)
    if action == record.DECLINE:
        told = say("No pass with it.")
    elif before.phase in (record.GIVE_CHIPS, record.WANT_CHIPS):
        values["chips"] = chips_text(chips_of(action - record.CHIPS))
        if before.phase == record.GIVE_CHIPS:
            return say("{seat} would give {other} {chips}.", **values)
        told = say("{seat} wants {chips} for that.", **values)
    else:
        values["pass_"] = PASS_NAMES[action - record.PASS]
        if before.phase == record.GIVE_PASS:
            return say("{seat} adds the {pass_}.", **values)
        told = say("{seat} wants the {pass_} with it.", **values)
    if after.partner != layout.ABSENT or before.phase == record.GIVE_PASS:
        return told
    if before.partner == record.BOX:
        return join([told, say("The box changes it.")])
    return join([told, say("That is nothing for nothing: no deal.")])
