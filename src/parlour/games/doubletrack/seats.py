"""What is seen of Doubletrack's seats beside the board: hands, signs on their cards, and fists; scene.py
offers it. All is made from the view of whoever looks, where others' cards and chips are UNKNOWN."""

from __future__ import annotations

from typing import Any

from parlour.draw.scene import CLOSED, DUE, OPENED, SHAPES, Fist, Held, Sealed, Sign
from parlour.rules.kit import NOBODY
from parlour.text import Text, say

from . import auctions, layout, names, record, story, tracks, turns


def _painted() -> tuple[str, ...]:
    """The paint of every seat: its own colour where we have it, and no shape twice."""
    found = [c if c in SHAPES else "" for c in layout.COLOURS]
    for i, colour in enumerate(found):
        shapes = [SHAPES[c] for c in found[:i]]
        if not colour or SHAPES[colour] in shapes:
            found[i] = next(c for c in SHAPES if c not in found and SHAPES[c] not in shapes)
    return tuple(found)


SEAT_COLOURS = _painted()

# ---------------------------------------------------------------- what a seat holds

ICONS = {
    layout.TRADE: "swap",
    layout.TAKE_LEAD: "lead",
    layout.BACK_10: "back",
    layout.FARTHEST_BACK: "last",
    layout.STEAL_PASS: "take",
    layout.WORTHLESS: "nothing",
}


def held(p: Any, seat: int) -> list[Held]:
    """The cards and chips behind a seat's screen, as far as they can be seen. (DBT-SET-15)"""
    if not record.is_seated(p, seat) or not (_sees_cards(p, seat) and _sees_chips(p, seat)):
        return []
    cards = [_card(kind) for kind in p.hand[seat].tolist() if kind != record.NO_CARD]
    return cards + _chips(p.chips[seat].tolist())


def _sees_cards(p: Any, seat: int) -> bool:
    return record.UNKNOWN not in p.hand[seat].tolist()


def _sees_chips(p: Any, seat: int) -> bool:
    return record.UNKNOWN not in p.chips[seat].tolist()


def _card(kind: int) -> Held:
    short = str(layout.STEPS_OF[kind]) if kind >= layout.AHEAD else ""
    icon, name = ICONS.get(kind, "ahead"), layout.CARD_NAMES[kind]
    return Held("card", names.card_text(kind), icon=icon, short=short, name=name)


def _chips(counts: list[int]) -> list[Held]:
    """Chips of all colours, also of those of which there are none."""
    chips = zip(layout.DENOMINATIONS, counts, layout.VALUES, strict=True)
    return [Held("chip", names.CHIP_WORDS[c], int(n), value, c) for c, n, value in chips]


# ---------------------------------------------------------------- signs on the cards of seats


def signs(p: Any, seat: int) -> list[Sign]:
    """How far it has come, its passes and their gates, how many cards it holds, and chips that lie open."""
    if not record.is_seated(p, seat):
        return []
    found = [_progress(p, seat)]
    found += [_pass(p, colour) for colour in range(layout.CHAIRS) if p.owner[colour] == seat]
    cards = sum(kind != record.NO_CARD for kind in p.hand[seat].tolist())
    found.append(Sign("card", say("cards in hand: {count}", count=cards), str(cards)))
    if _sees_chips(p, seat):
        counts = p.chips[seat].tolist()
        worth = names.worth(counts)
        told = say("${dollars} ({chips})", dollars=worth, chips=names.chips_text(counts))
        found.append(Sign("chips", told, f"${worth}"))
    return found


def _progress(p: Any, seat: int) -> Sign:
    circle = int(p.small[seat])
    values = {"circle": names.circle_text(circle), "home": layout.HOME}
    share = round(100 * circle / layout.HOME)
    if tracks.leader_of(p) == seat:
        told = say("leads: small pawn on {circle}, HOME is {home}", **values)
        return Sign("lead", told, str(circle), share=share)
    told = say("small pawn on {circle}, HOME is {home}", **values)
    return Sign("pawn", told, str(circle), share=share)


def is_open(p: Any, gate: int) -> bool:
    """A gate is open to whoever holds its pass, or has permission. (DBT-SET-6)"""
    return bool(p.owner[gate] == p.turn or p.granted >> gate & 1)


def _pass(p: Any, colour: int) -> Sign:
    values = {"pass_": names.PASS_NAMES[colour], "mover": names.SEAT_NAMES[p.turn]}
    letter, paint = names.SEAT_LETTERS[colour], SEAT_COLOURS[colour]
    if is_open(p, colour):
        return Sign("pass-open", say("{pass_}: the gate is open to {mover}", **values), letter, paint)
    return Sign("pass-shut", say("{pass_}: the gate is shut to {mover}", **values), letter, paint)


# ---------------------------------------------------------------- auctions


def sealed(p: Any) -> Sealed | None:
    """The auction that goes on, or was decided since the last roll. (DBT-BID-1)"""
    if p.sale == record.NO_SALE:
        return None
    open_ = p.phase != record.BID
    best = int(auctions.highest_bidder(p)) if open_ else NOBODY
    bidders = [s for s in range(layout.CHAIRS) if p.bids[s] != record.NOT_BIDDING]
    fists = tuple(_fist(int(p.bids[s]), s, open_, s == best) for s in bidders)
    seller = _seller(p)
    icon, short, colour = _lot(p)
    return Sealed(
        say("Auction"),
        _stake(p),
        _note(p, seller),
        fists,
        icon,
        short,
        colour,
        story.sold(p, seller) if open_ else None,
    )


def _fist(bid: int, seat: int, open_: bool, best: bool) -> Fist:
    if bid == record.OPEN:
        return Fist(seat, DUE, say("still to bid"))
    if bid == record.SEALED:
        return Fist(seat, CLOSED, say("holds out a fist"))
    counts = list(names.chips_of(bid - record.FIRST_BID))
    chips = tuple(held for held in _chips(counts) if held.count)
    worth = say("${dollars}", dollars=names.worth(counts)) if chips else say("nothing")
    return Fist(seat, OPENED if open_ else CLOSED, worth, chips, best)


def _seller(p: Any) -> int:
    """Whose turn the auction is in. The turn may have ended since, but no other has begun."""
    if p.phase == record.BID or p.sale != record.LEAD_SALE:
        aside = [s for s in range(layout.CHAIRS) if record.is_seated(p, s) and not p.bids[s]]
        return aside[0] if aside else int(p.turn)
    if p.phase in (record.BONUS_ROLL, record.FINISHED):
        return int(p.turn)
    seats = [s for s in range(layout.CHAIRS) if record.is_seated(p, s)]
    step = 1 if int(turns.seat_after(p, 0)) == 1 else -1
    return seats[(seats.index(int(p.turn)) - step) % len(seats)]


def _lot(p: Any) -> tuple[str, str, str | None]:
    """The icon of what is sold, the letters on it and its colour."""
    if p.sale == record.PASS_SALE:
        return "pass-shut", names.SEAT_LETTERS[p.lot], SEAT_COLOURS[p.lot]
    if p.sale == record.LEAD_SALE:
        return "lead", "", None
    kind = int(p.card)
    return ("card", "", None) if kind >= layout.KINDS else (_card(kind).icon, _card(kind).short, None)


def _stake(p: Any) -> Text:
    lead = int(tracks.foremost(p))
    if p.sale == record.LEAD_SALE and p.phase == record.BID and lead + 1 < layout.HOME:
        return say("the lead, now circle {circle}", circle=lead + 1)
    return names.lot_text(p, _seller(p))


def _note(p: Any, seller: int) -> Text:
    values = {"seat": names.SEAT_NAMES[seller]}
    if p.sale == record.LEAD_SALE:
        return say(
            "All chips go to whoever is last then. If the highest are equal, {seat} gets both.", **values
        )
    if p.sale == record.PASS_SALE:
        return say("All chips go to {seat}. If the highest are equal, the pass stays there too.", **values)
    return say("All chips go to {seat}. If the highest are equal, {seat} must play the card.", **values)
