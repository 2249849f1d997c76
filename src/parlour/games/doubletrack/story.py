"""What happened in a game of Doubletrack, told to everybody or to one seat.

Everything is told from what the listener can see before and after, and from the action itself only where
the action is open to all: a card that is dealt, drawn or put up for sale is named to its holder alone, a
bid to its bidder until the fists open, and by house rule a toll to those two who settle it.
"""

from __future__ import annotations

from collections.abc import Sequence

from parlour.rules.kit import NOBODY, ROLLS
from parlour.rules.position import Position
from parlour.text import Text, join, say

from . import auctions, layout, record, tracks
from .bargains import dealt, paid, talked
from .names import (
    GATE_NAMES,
    PASS_NAMES,
    SEAT_NAMES,
    card_text,
    chips_of,
    chips_text,
    circle_text,
    order_text,
    worth,
)


def told(before: Position, action: int, after: Position, seat: int | None) -> Text:
    """What happened, as this seat may tell it; for nobody in particular, all of it."""
    return join([_event(before, action, after, seat), _front(before, after), _ending(before, after)])


def _event(before: Position, action: int, after: Position, seat: int | None) -> Text:
    phase = before.phase
    who = SEAT_NAMES[before.seat]
    if phase == record.STARTER:
        return say("{seat} begins.", seat=SEAT_NAMES[action])
    if phase in (record.DEALING, record.DRAW):
        card = card_text(action if seat in (None, before.seat) else layout.KINDS)
        if phase == record.DEALING:
            return say("{seat} is dealt {card}.", seat=who, card=card)
        return say("{seat} draws {card}.", seat=who, card=card)
    if phase == record.ROLL:
        return _roll(before, action, after, seat)
    if phase == record.BONUS_ROLL:
        return _bonus_roll(before, action, after)
    if phase <= record.MUST_PAY:
        return talked(before, action, seat)
    if phase == record.BID:
        return _bid(before, action, after, seat)
    if phase >= record.GIVE_CHIPS:
        return dealt(before, action, after)
    return _choice(before, action, after, seat)


def _front(before: Position, after: Position) -> Text | None:
    """Who has come to the front."""
    leader = int(tracks.leader_of(after))
    if leader in (NOBODY, int(tracks.leader_of(before))) or after.phase == record.FINISHED:
        return None
    return say("{seat} leads.", seat=SEAT_NAMES[leader])


def _ending(before: Position, after: Position) -> Text | None:
    if after.phase != record.FINISHED:
        return None
    if after.winner == NOBODY:
        return say("The turn limit is reached with all on START: the game is a draw.")
    who = SEAT_NAMES[after.winner]
    if after.small[after.winner] == layout.HOME:
        return say("{seat} is HOME and wins!", seat=who)
    return say("The turn limit is reached: {seat} leads and wins.", seat=who)


# ---------------------------------------------------------------- the roll, and where it leads


def _roll(before: Position, action: int, after: Position, seat: int | None) -> Text:
    who, total = SEAT_NAMES[before.turn], int(ROLLS[action].sum())
    space = int(after.large[before.turn])
    _, entered = tracks.way_of(before, total)
    gates = [g for g in range(layout.CHAIRS) if int(entered) >> g & 1]
    values = {
        "seat": who,
        "dice": "{}-{}".format(*ROLLS[action]),
        "order": order_text(space),
        "gates": _list([say("the {gate}", gate=GATE_NAMES[g]) for g in gates]),
    }
    if gates:
        went = say("{seat} throws {dice} and goes through {gates} to “{order}”.", **values)
    else:
        went = say("{seat} throws {dice} and goes to “{order}”.", **values)
    return join(
        [
            went,
            _pushed(before, total, space),
            _lapsed(before, int(entered)),
            _due_on_entry(before, gates, seat),
            _obeyed(before, after, space),
        ]
    )


def _list(names: Sequence[Text]) -> Text:
    """One, two and three."""
    *first, last = names or [say("nobody")]
    return say("{first} and {last}", first=join(first, ", "), last=last) if first else last


def _pushed(before: Position, total: int, space: int) -> Text | None:
    """Whose pawn stood where the count ended."""
    here, left = int(before.large[before.turn]), total
    while left:
        gate = int(layout.FORK_AT[here])
        through = gate != NOBODY and tracks.goes_through(before, gate, left)
        here, left = int(layout.NEXT[int(through), here]), left - 1
    if here == space:
        return None
    others = [s for s in range(layout.CHAIRS) if s != before.turn and before.large[s] == here]
    return say(
        "({other} stands on “{order}”, so the pawn moves on.)",
        other=SEAT_NAMES[others[0]] if others else "",
        order=order_text(here),
    )


def _lapsed(before: Position, entered: int) -> Text | None:
    gates = [g for g in range(layout.CHAIRS) if before.granted >> g & 1 and not entered >> g & 1]
    if not gates:
        return None
    names = _list([say("the {gate}", gate=GATE_NAMES[g]) for g in gates])
    return say("The permission for {gates} lapses.", gates=names)


def _due_on_entry(before: Position, gates: list[int], seat: int | None) -> Text | None:
    """By house rule a toll is paid now."""
    due = [g for g in gates if before.tolls[g] not in (record.NO_SUM, record.UNKNOWN_SUM)]
    return join([paid(before, g, int(before.tolls[g]) - 1) for g in due]) if due else None


def _obeyed(before: Position, after: Position, space: int) -> Text | None:
    """What the space brought at once; what it asks for is asked next."""
    mover, order = before.turn, int(layout.ORDER[space])
    who = SEAT_NAMES[mover]
    if order == layout.NUMBER:
        return _moved(before, after, mover, int(layout.LOW[space]))
    if order == layout.TAKE_A_PASS:
        colour = int(layout.LOW[space])
        return _took(before, colour, mover)
    if order == layout.SELL_A_PASS and after.sale == record.NO_SALE and after.phase != record.SELL_PASS:
        return say("{seat} has no pass to sell.", seat=who)
    if order == layout.SELL_A_PASS and after.sale == record.PASS_SALE:
        return say("The {pass_} goes under the hammer.", pass_=PASS_NAMES[after.lot])
    if order == layout.SELL_THE_LEAD:
        return say("The lead goes under the hammer, and everybody bids.")
    return None


def _took(before: Position, colour: int, taker: int) -> Text:
    owner = int(before.owner[colour])
    values = {"seat": SEAT_NAMES[taker], "pass_": PASS_NAMES[colour]}
    if owner == taker:
        return say("{seat} holds the {pass_} already.", **values)
    if owner == NOBODY:
        return say("{seat} claims the {pass_}, which nobody held.", **values)
    return say("{seat} takes the {pass_} from {owner}.", owner=SEAT_NAMES[owner], **values)


def _moved(before: Position, after: Position, seat: int, steps: int = 0) -> Text:
    """What a small pawn did, by so many steps, or put where it is."""
    here, there = int(before.small[seat]), int(after.small[seat])
    arrow = int(tracks.arrow_from(before, seat)) if steps > 0 else NOBODY
    values = {
        "seat": SEAT_NAMES[seat],
        "here": circle_text(here),
        "there": circle_text(there),
        "arrow": circle_text(arrow),
    }
    if here == there:
        return say("{seat}'s small pawn stays on {here}.", **values)
    if arrow not in (NOBODY, there):
        told = say(
            "{seat}'s small pawn takes the arrow from {here} to {arrow} and goes on to {there}.", **values
        )
    elif arrow == there:
        told = say("{seat}'s small pawn takes the arrow from {here} to {there}.", **values)
    elif there == layout.HOME:
        told = say("{seat}'s small pawn comes from {here} to HOME.", **values)
    else:
        told = say("{seat}'s small pawn goes from {here} to {there}.", **values)
    return join([told, _taken(before, seat, steps, there), _purple(there)])


def _taken(before: Position, seat: int, steps: int, there: int) -> Text | None:
    """Who sat where the count ended."""
    if steps == 0:
        return None
    arrow = int(tracks.arrow_from(before, seat)) if steps > 0 else NOBODY
    here = int(before.small[seat]) if arrow == NOBODY else arrow
    goal = here + steps - (arrow != NOBODY and before.purple_jump_cost != record.NO_COST)
    others = [
        s for s in range(layout.CHAIRS) if s != seat and before.small[s] == goal and goal > layout.START
    ]
    if goal == there or not others:
        return None
    return say("({other} is on {goal}.)", other=SEAT_NAMES[others[0]], goal=goal)


def _purple(circle: int) -> Text | None:
    goal = int(layout.ARROW[circle])
    return say("It is purple: an arrow leads on to {goal}.", goal=goal) if goal != NOBODY else None


# ---------------------------------------------------------------- choices, cards


def _choice(before: Position, action: int, after: Position, seat: int | None) -> Text:
    phase, who = before.phase, SEAT_NAMES[before.seat]
    if phase == record.CHOOSE_STEPS:
        moved = _moved(before, after, before.turn, action - record.STEPS)
        return join([say("{seat} chooses {steps}.", seat=who, steps=action - record.STEPS), moved])
    if phase == record.PLAY_CARD:
        card = action - record.CARD
        return join(
            [
                say("{seat} plays {card}.", seat=who, card=card_text(card)),
                _effect(before, after, before.turn, card),
                _drawn(before, after, seat),
            ]
        )
    if phase == record.TRADE_TARGET:
        other = action - record.SEAT
        mine, theirs = circle_text(int(before.small[before.seat])), circle_text(int(before.small[other]))
        traded = say(
            "{seat} trades places with {other}: {mine} for {theirs}.",
            seat=who,
            other=SEAT_NAMES[other],
            mine=mine,
            theirs=theirs,
        )
        return join([traded, _drawn(before, after, seat)])
    if phase == record.STEAL_TARGET:
        return join([_stolen(before, action - record.PASS, before.seat), _drawn(before, after, seat)])
    if phase == record.SELL_CARD:
        if seat in (None, before.turn):
            offered = card_text(action - record.CARD)
            return say("{seat} puts {card} up for sale, face down.", seat=who, card=offered)
        return say("{seat} puts a card up for sale, face down.", seat=who)
    if phase == record.SELL_PASS:
        return say("{seat} puts the {pass_} up for sale.", seat=who, pass_=PASS_NAMES[action - record.PASS])
    if phase == record.VICTIM:
        victim = SEAT_NAMES[action - record.SEAT]
        return join([say("{seat} turns to {victim}.", seat=who, victim=victim), _robbed(before, after)])
    chips = chips_of(action - record.CHIPS)
    return say(
        "{victim} hands {seat} ${dollars}: {chips}.",
        victim=SEAT_NAMES[before.victim],
        seat=SEAT_NAMES[before.turn],
        dollars=worth(chips),
        chips=chips_text(chips),
    )


def _robbed(before: Position, after: Position) -> Text | None:
    """What the opponent gave without a choice."""
    if after.phase == record.HAND_OVER:
        return None
    given = [
        int(a) - int(b)
        for a, b in zip(_known_chips(before, after.victim), _known_chips(after, after.victim), strict=True)
    ]
    values = {"victim": SEAT_NAMES[after.victim], "dollars": worth(given), "chips": chips_text(given)}
    if not any(given):
        return say("{victim} has nothing to give.", **values)
    return say("{victim} hands over ${dollars}: {chips}.", **values)


def _known_chips(p: Position, seat: int) -> list[int]:
    """Chips of a seat: one's own, or by the account that everybody can keep."""
    chips: list[int] = p.chips[seat].tolist()
    account: list[int] = p.ledger[seat].tolist()
    return account if record.UNKNOWN in chips else chips


def _stolen(before: Position, colour: int, thief: int) -> Text:
    owner = int(before.owner[colour])
    values = {"seat": SEAT_NAMES[thief], "pass_": PASS_NAMES[colour]}
    if owner == NOBODY:
        return say("{seat} picks up the {pass_}, which nobody held.", **values)
    return say("{seat} steals the {pass_} from {owner}.", owner=SEAT_NAMES[owner], **values)


def _effect(before: Position, after: Position, who: int, kind: int) -> Text | None:
    """What a card brought at once; whom it is aimed at is asked next."""
    seat = SEAT_NAMES[who]
    if kind >= layout.AHEAD:
        return _moved(before, after, who, int(layout.STEPS_OF[kind]))
    if kind == layout.BACK_10:
        return _moved(before, after, who, -layout.BACK)
    if kind in (layout.TAKE_LEAD, layout.FARTHEST_BACK):
        return _moved(before, after, who)
    if kind == layout.TRADE and after.phase != record.TRADE_TARGET:
        return say("All are on START, so nothing changes.")
    if kind == layout.STEAL_PASS and after.phase != record.STEAL_TARGET:
        changed = [c for c in range(layout.CHAIRS) if before.owner[c] != after.owner[c]]
        return _stolen(before, changed[0], who) if changed else say("{seat} finds none to steal.", seat=seat)
    return say("Nothing happens.") if kind == layout.WORTHLESS else None


def _drawn(before: Position, after: Position, seat: int | None) -> Text | None:
    """The card that the mover draws from the bottom of the pile, where all have seen it put."""
    if before.top or after.turn == before.turn or after.phase == record.FINISHED:
        return None  # a card nobody has seen is drawn by chance
    who, card = SEAT_NAMES[before.turn], card_text(int(before.queue[0]))
    if seat in (None, before.turn):
        return say("{seat} draws {card}.", seat=who, card=card)
    return say("{seat} draws a card.", seat=who)


# ---------------------------------------------------------------- auctions


def _bid(before: Position, action: int, after: Position, seat: int | None) -> Text:
    who = SEAT_NAMES[before.seat]
    chips = chips_of(action - record.CHIPS)
    if seat not in (None, before.seat):
        told = say("{seat} holds out a fist.", seat=who)
    elif any(chips):
        told = say(
            "{seat} bids ${dollars}: {chips}.", seat=who, dollars=worth(chips), chips=chips_text(chips)
        )
    else:
        told = say("{seat} holds out an empty fist.", seat=who)
    return told if after.phase == record.BID else join([told, _reveal(before, after, seat)])


def _reveal(before: Position, after: Position, seat: int | None) -> Text:
    """All fists open: who bid what, who won, and what came of it."""
    bids = _opened(after)
    shown = [
        say("{seat} ${dollars}", seat=SEAT_NAMES[s], dollars=worth(chips))
        if any(chips)
        else say("{seat} nothing", seat=SEAT_NAMES[s])
        for s, chips in bids.items()
    ]
    fists = say("The fists open: {bids}.", bids=join(shown, ", "))
    told: list[Text | None] = [fists, sold(after, int(before.turn))]
    best = int(auctions.highest_bidder(after))
    winner = int(before.turn) if best == NOBODY else best
    if before.sale == record.CARD_SALE:
        told += [_effect(before, after, winner, int(after.card)), _drawn(before, after, seat)]
    elif before.sale == record.LEAD_SALE:
        told += [_moved(before, after, winner)]
        told += [] if best == NOBODY else [_bonus(after, sum(map(worth, bids.values())))]
    return join(told)


def _opened(p: Position) -> dict[int, tuple[int, int, int]]:
    """The chips in every fist that was held out."""
    bids = enumerate(p.bids.tolist())
    return {s: chips_of(bid - record.FIRST_BID) for s, bid in bids if bid >= record.FIRST_BID}


def sold(p: Position, seller: int) -> Text:
    """Who bought what in the auction that was decided last, in the turn of this seat."""
    best = int(auctions.highest_bidder(p))
    pot = sum(map(worth, _opened(p).values()))
    values = {"seat": SEAT_NAMES[seller], "pot": pot, "winner": SEAT_NAMES[best]}
    if p.sale == record.CARD_SALE:
        values["card"] = card_text(int(p.card))
        if best == NOBODY:
            return say("A tie: {seat} gets ${pot} and must play the card, {card}.", **values)
        return say("{winner} buys the card, {seat} gets ${pot}. It is {card}.", **values)
    if p.sale == record.PASS_SALE:
        values["pass_"] = PASS_NAMES[p.lot]
        if best == NOBODY:
            return say("A tie: {seat} keeps the {pass_} and gets ${pot}.", **values)
        return say("{winner} buys the {pass_}, {seat} gets ${pot}.", **values)
    if best == NOBODY:
        return say("A tie: {seat} gets the lead and ${pot}.", **values)
    return say("{winner} buys the lead.", **values)


def _bonus(after: Position, pot: int) -> Text | None:
    """Who gets the loser's bonus, or that they roll for it."""
    if after.phase == record.FINISHED and after.small[after.winner] == layout.HOME:
        return None
    last = [
        s
        for s in range(layout.CHAIRS)
        if record.is_seated(after, s) and after.small[s] == tracks.hindmost(after)
    ]
    if len(last) > 1:
        names = _list([SEAT_NAMES[s] for s in last])
        return say("{seats} are on START and roll for the loser's bonus of ${pot}.", seats=names, pot=pot)
    return say("{seat} is last and gets the loser's bonus of ${pot}.", seat=SEAT_NAMES[last[0]], pot=pot)


def _bonus_roll(before: Position, action: int, after: Position) -> Text:
    dice, total = "{}-{}".format(*ROLLS[action]), int(ROLLS[action].sum())
    told = say(
        "{seat} throws {dice} for the bonus: {total}.", seat=SEAT_NAMES[before.seat], dice=dice, total=total
    )
    if before.rolling != 1 << before.seat:
        return told
    if after.phase == record.BONUS_ROLL:
        names = [SEAT_NAMES[s] for s in range(layout.CHAIRS) if after.rolling >> s & 1]
        return join([told, say("{seats} are equal and roll again.", seats=_list(names))])
    low = total if before.low == 0 else min(before.low, total)
    lowest = before.tied if low < total else 1 << before.seat
    pot = sum(worth(chips_of(b - record.FIRST_BID)) for b in before.bids.tolist() if b >= record.FIRST_BID)
    winner = SEAT_NAMES[int(lowest).bit_length() - 1]
    return join([told, say("{seat} rolled lowest and gets ${pot}.", seat=winner, pot=pot)])
