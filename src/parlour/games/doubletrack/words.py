"""Doubletrack in words: what is offered and asked, how things stand, and why not.

What everything is called is in names.py, what happened is told in story.py.
"""

from __future__ import annotations

from collections.abc import Iterable

from parlour.rules.contracts.words import TOTAL, Amount, Part
from parlour.rules.kit import CHANCE, NOBODY
from parlour.rules.position import Position
from parlour.text import Reason, Text, join, say

from . import gates, layout, names, record, story, taking, tracks, turns
from .names import (
    GATE_NAMES,
    PASS_NAMES,
    SEAT_LETTERS,
    SEAT_NAMES,
    absent,
    card_text,
    chips_of,
    chips_text,
    circle_text,
    fields,
    meant,
    notation,
    sum_text,
    worth,
)
from .sums import sensible, stakes

__all__ = [
    "AIM", "AMOUNTS", "BLURB", "CHOICE_WORDS", "MINUTES", "OPTION_WORDS", "SEAT_LETTERS", "SEAT_NAMES",
    "TITLE", "absent", "asks", "asks_you", "fields", "group", "meant", "notation", "offer", "reason",
    "sensible", "sentence", "sentence_for", "stakes", "status", "thrower", "typed",
]  # fmt: skip

TITLE = say("Doubletrack")
BLURB = say("Two tracks, four gates, cards and closed fists: pay, bid and bargain your small pawn home.")
AIM = say(
    "Be first HOME with your small pawn. Dice move the large one outside; its space says "
    "what follows: steps, cards, auctions. Gates are short cuts at a price."
)

OPTION_WORDS: dict[str, Text] = {
    "first_player": say("Who begins"),
    "turn_direction": say("Which way turns go round"),
    "vacant_colour": say("Which colour stays out when three play"),
    "change_making": say("Chips may be changed: not at all, with the box, or among players"),
    "owner_overshoot": say("A holder who rolls too high runs through his shortcut, or takes the corner"),
    "permission_overshoot": say("Who has permission and rolls too high takes the corner, or runs through"),
    "permission_test": say("Permission is used by the count, or by where the pawn comes to rest"),
    "toll_unit": say("Prices are named in dollars, or in chips"),
    "toll_timing": say("A price is paid when it is agreed, or when the gate is entered"),
    "toll_overpay": say("A price may be overpaid where the chips do not fit"),
    "toll_public": say("Prices and tolls are open to all"),
    "asks_per_turn": say("The most gates one may ask for in a turn (0: no limit)"),
    "reask_same_gate": say("One may ask again for the same gate"),
    "ask_scope": say("One may ask for gates within reach, for the next one, or for any"),
    "counter_offers": say("How often a price may be answered with a lower offer"),
    "opening_offer": say("A request may come with an offer"),
    "free_trading": say("Chips and passes may be traded before the roll"),
    "trade_noop_allowed": say("Two pawns on START may trade places"),
    "lead_can_win": say("Taking the lead may bring a pawn home"),
    "start_tie_leader": say("While all are on START nobody leads, or all do"),
    "backward_displacement": say("Going back onto a pawn, one moves on ahead, or farther back"),
    "steal_unowned": say("A pass that belongs to nobody may be stolen"),
    "bid_without_red": say("Without a red chip one bids the smallest one has, or may fake"),
    "take25_chooser": say("Who picks the chips for $25: the giver, or the taker"),
    "take25_inexact": say("Where $25 cannot be made: less is given, more, or more with a chip back"),
    "displacement_can_win": say("A pawn moved on from a taken circle may come home that way"),
    "purple_jump_cost": say("How many steps a purple arrow takes"),
    "purple_activation": say("Arrows serve whoever stands there, or who came by exact count"),
    "chips_display": say("Everybody sees the own chips only, or all"),
    "max_turns": say("Stop after so many turns (0: no limit)"),
}
# What each choice of such a house rule is called, in the order of its choices.
CHOICE_WORDS: dict[str, tuple[Text, ...]] = {
    "first_player": (say("by lot"), say("Red"), say("Blue"), say("Yellow"), say("Green")),
    "turn_direction": (say("clockwise"), say("counter-clockwise")),
    "vacant_colour": (say("the last one"), say("Red"), say("Blue"), say("Yellow"), say("Green")),
    "change_making": (say("not at all"), say("with the box"), say("among players")),
    "owner_overshoot": (say("runs through"), say("takes the corner")),
    "permission_overshoot": (say("takes the corner"), say("runs through")),
    "permission_test": (say("by the count"), say("by where the pawn comes to rest")),
    "toll_unit": (say("dollars"), say("chips")),
    "toll_timing": (say("when it is agreed"), say("when the gate is entered")),
    "ask_scope": (say("gates within reach"), say("the next gate"), say("any gate")),
    "start_tie_leader": (say("nobody leads"), say("all lead")),
    "backward_displacement": (say("ahead"), say("farther back")),
    "bid_without_red": (say("the smallest chip"), say("one may fake")),
    "take25_chooser": (say("the giver"), say("the taker")),
    "take25_inexact": (say("less is given"), say("more is given"), say("more, with a chip back")),
    "purple_jump_cost": (say("one step"), say("none")),
    "purple_activation": (say("whoever stands there"), say("who came by exact count")),
    "chips_display": (say("one's own"), say("all")),
}
# A usual game with the fewest and with the most players: five seconds for a decision, two for a roll.
MINUTES = (15, 20)
LEARNING = 3
# Prices and chips are set by hand, not picked from lists of hundreds.
_CHIPS = {
    colour: Part(say("{colour} chips of ${dollars}", colour=word, dollars=value), value, colour)
    for (colour, word), value in zip(names.CHIP_WORDS.items(), layout.VALUES, strict=True)
}
AMOUNTS = {
    "dollars": Amount(say("Dollars"), total=say("${dollars}", dollars=TOTAL)),
    "chips": Amount(say("Chips"), _CHIPS, total=say("${dollars}", dollars=TOTAL)),
}


def sentence(before: Position, action: int, after: Position) -> Text:
    """What happened, for the log."""
    return story.told(before, action, after, None)


def sentence_for(before: Position, action: int, after: Position, seat: int) -> Text:
    """What happened, as this seat may know it."""
    return story.told(before, action, after, seat)


# ---------------------------------------------------------------- what can be done


def offer(p: Position, action: int) -> Text:
    """One line of a list of moves."""
    if turns.actor(p) == CHANCE:
        return say("{outcome}", outcome=notation(p, action))
    if action in _OFFERS:
        return _DECLINED.get(p.phase, _OFFERS[action]) if action == record.DECLINE else _OFFERS[action]
    if action >= record.CHIPS:
        return _chips_offer(p, action - record.CHIPS)
    if action >= record.PRICE:
        return _price_offer(p, action - record.PRICE)
    if action >= record.STEPS:
        return say("go {steps} ahead", steps=action - record.STEPS)
    if action >= record.CARD:
        card = card_text(action - record.CARD)
        if p.phase == record.SELL_CARD:
            return say("put {card} up for sale", card=card)
        return say("play {card}", card=card)
    if action >= record.PASS:
        return _pass_offer(p, action - record.PASS)
    if action >= record.SEAT:
        other = action - record.SEAT
        if p.phase == record.TRADE_TARGET:
            circle = circle_text(int(p.small[other]))
            return say("trade places with {seat}, on {circle}", seat=SEAT_NAMES[other], circle=circle)
        return say("take $25 from {seat}", seat=SEAT_NAMES[other])
    if action >= record.DEAL:
        partner = action - record.DEAL
        other_ = SEAT_NAMES[partner] if partner < layout.CHAIRS else say("the box")
        return say("propose a deal to {seat}", seat=other_)
    gate = action - record.ASK
    owner = SEAT_NAMES[p.owner[gate]]
    return say("ask {seat} for entry at the {gate}", seat=owner, gate=GATE_NAMES[gate])


_OFFERS = {
    record.ROLL_DICE: say("roll the dice"),
    record.FREE: say("open the gate for nothing"),
    record.REFUSE: say("refuse"),
    record.ACCEPT: say("accept"),
    record.DECLINE: say("decline"),
}


_DECLINED = {
    record.OPENING_OFFER: say("offer nothing"),
    record.GIVE_CHIPS: say("call the deal off"),
    record.WANT_CHIPS: say("call the deal off"),
    record.GIVE_PASS: say("no pass"),
    record.WANT_PASS: say("no pass"),
}


def _price_offer(p: Position, dollars: int) -> Text:
    if p.phase == record.TOLL_ANSWER:
        return say("offer ${dollars} instead", dollars=dollars)
    if p.phase == record.OPENING_OFFER:
        return say("offer ${dollars}", dollars=dollars)
    return say("ask ${dollars} for it", dollars=dollars)


def _pass_offer(p: Position, colour: int) -> Text:
    name = PASS_NAMES[colour]
    if p.phase == record.SELL_PASS:
        return say("put the {pass_} up for sale", pass_=name)
    if p.phase == record.GIVE_PASS:
        return say("give the {pass_} with it", pass_=name)
    if p.phase == record.WANT_PASS:
        return say("want the {pass_} with it", pass_=name)
    if p.owner[colour] == NOBODY:
        return say("take the {pass_}, which nobody holds", pass_=name)
    return say("steal the {pass_} from {seat}", pass_=name, seat=SEAT_NAMES[p.owner[colour]])


def _chips_offer(p: Position, chips: int) -> Text:
    counts = chips_of(chips)
    values = {"dollars": worth(counts), "chips": chips_text(counts)}
    if not chips:
        return say("hold out an empty fist") if p.phase == record.BID else say("no chips")
    known = {
        "bid": say("bid ${dollars}: {chips}"),
        "pay": say("pay ${dollars}: {chips}"),
        "hand": say("hand over ${dollars}: {chips}"),
        "give": say("give ${dollars}: {chips}"),
        "want": say("want ${dollars}: {chips}"),
        "reply price": say("ask {chips} for it"),
    }
    text = known.get(names.chip_verb(p, chips), say("offer {chips}"))
    return Text(text.template, values)


def group(p: Position, action: int) -> Text:
    """Where an action belongs in a list too long to be shown: amounts of money go together."""
    if action < record.PRICE:
        return offer(p, action)
    if action < record.CHIPS:
        return say("a sum, by fives")
    dollars = worth(chips_of(action - record.CHIPS))
    if p.phase == record.TOLL_ANSWER and names.chip_verb(p, action - record.CHIPS) == "pay":
        due = int(gates.worth_of_sum(p, p.price))
        return say("pay exactly ${due}", due=due) if dollars == due else say("pay more than ${due}", due=due)
    band = 25 * (1 + worth(p.chips[p.seat].tolist()) // 150)  # dollars in a group: five groups or so
    low = (max(dollars, 1) - 1) // band * band
    return say("${low} to ${high}", low=low + layout.UNIT, high=low + band)


# ---------------------------------------------------------------- what is asked, how things stand


def asks(p: Position) -> Text:
    """What is asked now, and of whom."""
    if p.phase == record.FINISHED:
        if p.winner == NOBODY:
            return say("The game is a draw.")
        return say("{seat} has won.", seat=SEAT_NAMES[p.winner])
    if p.phase in (record.GATE_REPLY, record.COUNTER_REPLY):
        asked = _REQUESTED if p.offer == record.NO_SUM else _OFFERED
        return Text(asked[0].template, _asked_about(p))
    if p.phase == record.HAND_OVER and p.seat == p.victim:
        return say(
            "{seat} to choose which chips {mover} gets.", seat=SEAT_NAMES[p.seat], mover=SEAT_NAMES[p.turn]
        )
    return Text(_ASKS[p.phase].template, _asked_about(p))


def asks_you(p: Position) -> Text:
    """The same, said to the one who is asked."""
    if p.phase in (record.GATE_REPLY, record.COUNTER_REPLY):
        asked = _REQUESTED if p.offer == record.NO_SUM else _OFFERED
        return Text(asked[1].template, _asked_about(p))
    known = _ASKS_YOU.get(p.phase)
    if p.phase == record.HAND_OVER and p.seat != p.victim:
        known = say("Which chips does {victim} hand to you?")
    return asks(p) if known is None else Text(known.template, _asked_about(p))


def _asked_about(p: Position) -> dict[str, Text]:
    """Whom and what the question of this phase speaks of."""
    values = {"seat": SEAT_NAMES[p.seat % layout.CHAIRS], "mover": SEAT_NAMES[p.turn]}
    if p.phase == record.BID:
        values["lot"] = names.lot_text(p, p.turn)
    if p.phase in (record.GATE_REPLY, record.COUNTER_REPLY):
        values |= {"gate": GATE_NAMES[p.gate], "amount": _sum(p, p.offer)}
    if p.phase in (record.TOLL_ANSWER, record.MUST_PAY):
        values |= {
            "holder": SEAT_NAMES[p.owner[p.gate]],
            "gate": GATE_NAMES[p.gate],
            "price": _sum(p, p.price),
        }
    if p.phase == record.HAND_OVER:
        values["victim"] = SEAT_NAMES[p.victim]
    if p.phase >= record.GIVE_CHIPS:
        values["partner"] = SEAT_NAMES[p.partner] if p.partner < layout.CHAIRS else say("the box")
    if p.phase == record.DEAL_REPLY:
        values["deal"] = _terms(p)
    return values


# To all, and to whoever holds the gate.
_REQUESTED = (
    say("{mover} asks for entry at the {gate}. {seat} to answer."),
    say("{mover} asks for entry at the {gate}. What do you say?"),
)
_OFFERED = (
    say("{mover} offers {amount} for the {gate}. {seat} to answer."),
    say("{mover} offers {amount} for the {gate}. What do you say?"),
)
_ASKS_YOU = {
    record.ROLL: say("Roll the dice."),
    record.BONUS_ROLL: say("Roll for the loser's bonus."),
    record.ASK_OR_ROLL: say("Roll, or ask for a gate first."),
    record.OPENING_OFFER: say("You may offer something with your request."),
    record.TOLL_ANSWER: say("{holder} wants {price} for the {gate}. Do you pay?"),
    record.MUST_PAY: say("{holder} has accepted {price} for the {gate}. Pay it."),
    record.CHOOSE_STEPS: say("Choose how far to go."),
    record.PLAY_CARD: say("Play a card."),
    record.TRADE_TARGET: say("Trade places. With whom?"),
    record.STEAL_TARGET: say("Steal a gate pass."),
    record.SELL_CARD: say("Put a card up for sale."),
    record.SELL_PASS: say("Put a pass up for sale."),
    record.VICTIM: say("Take $25. From whom?"),
    record.HAND_OVER: say("Which chips do you hand to {mover}?"),
    record.BID: say("Bid for {lot}."),
    record.GIVE_CHIPS: say("Which chips do you give {partner}?"),
    record.GIVE_PASS: say("You may add a pass."),
    record.WANT_CHIPS: say("Which chips do you want of {partner}?"),
    record.WANT_PASS: say("You may want a pass as well."),
    record.DEAL_REPLY: say("{mover} proposes: {deal}. Do you agree?"),
}
_ASKS = {
    record.BID: say("{seat} to bid for {lot}."),
    record.STARTER: say("Who begins?"),
    record.DEALING: say("A card for {seat}."),
    record.ROLL: say("{seat} to roll."),
    record.DRAW: say("{seat} to draw a card."),
    record.BONUS_ROLL: say("{seat} to roll for the loser's bonus."),
    record.ASK_OR_ROLL: say("{seat} to roll, or to ask first."),
    record.OPENING_OFFER: say("{seat} may offer something with the request."),
    record.TOLL_ANSWER: say("{holder} wants {price} for the {gate}. {seat} to pay or to decline."),
    record.MUST_PAY: say("{holder} has accepted {price} for the {gate}. {seat} to pay it."),
    record.CHOOSE_STEPS: say("{seat} to choose how far to go."),
    record.PLAY_CARD: say("{seat} to play a card."),
    record.TRADE_TARGET: say("{seat} to trade places. With whom?"),
    record.STEAL_TARGET: say("{seat} to steal a gate pass."),
    record.SELL_CARD: say("{seat} to put a card up for sale."),
    record.SELL_PASS: say("{seat} to put a pass up for sale."),
    record.VICTIM: say("{seat} to take $25. From whom?"),
    record.HAND_OVER: say("{seat} to choose the chips that {victim} hands to {mover}."),
    record.GIVE_CHIPS: say("{seat} to say which chips to give {partner}."),
    record.GIVE_PASS: say("{seat} may add a pass."),
    record.WANT_CHIPS: say("{seat} to say which chips to want of {partner}."),
    record.WANT_PASS: say("{seat} may want a pass as well."),
    record.DEAL_REPLY: say("{mover} proposes: {deal}. {seat} to agree or not."),
}


def thrower(p: Position) -> int:
    """Whose dice or cards are next: a card is dealt to a seat that is not on turn."""
    return int(p.seat)


def score(p: Position, seat: int) -> Text:
    """How far the small pawn has come."""
    return say("circle {circle} of {home}", circle=int(p.small[seat]), home=layout.HOME)


def begun_by(p: Position, seat: int) -> dict[str, str]:
    """The lot decides for the first game of an evening (DBT-Q-04)."""
    return {"first_player": layout.COLOURS[seat]}


def _sum(p: Position, amount: int) -> Text:
    return say("a sum") if amount == record.UNKNOWN_SUM else sum_text(p, amount)


def _terms(p: Position) -> Text:
    gives = [chips_text(chips_of(p.give - 1)) if p.give > 1 else None, _pass_or_none(p.give_pass)]
    wants = [chips_text(chips_of(p.want - 1)) if p.want > 1 else None, _pass_or_none(p.want_pass)]
    return say("{gives} for {wants}", gives=_and(gives), wants=_and(wants))


def _pass_or_none(colour: int) -> Text | None:
    return say("the {pass_}", pass_=PASS_NAMES[colour]) if colour != record.NO_PASS else None


def _and(parts: Iterable[Text | None]) -> Text:
    kept = [part for part in parts if part is not None]
    if len(kept) < 2:
        return kept[0] if kept else say("nothing")
    return say("{first} and {last}", first=join(kept[:-1], ", "), last=kept[-1])


def typed(p: Position) -> Text | None:
    """How an answer may be typed, where that is not plain from the list of moves."""
    if p.phase == record.GATE_REPLY and p.offer == record.NO_SUM:
        return say("Type free, refuse, or a price such as price 10.")
    if p.phase == record.TOLL_ANSWER:
        return say("Type pay alone to pay the least that will do.")
    return _typed_bid(p) if p.phase == record.BID else None


def _typed_bid(p: Position) -> Text | None:
    """With an example that the bidder can make."""
    held = p.chips[p.seat].tolist()
    if record.UNKNOWN in held or not any(held):
        return None
    least = next(i for i, n in enumerate(held) if n)
    return say(
        "Type chips or dollars, such as bid 1{chip} or bid {dollars}.",
        chip="rby"[least],
        dollars=layout.VALUES[least],
    )


def status(p: Position, seat: int) -> list[Text]:
    """How things stand, in a few lines: passes and gates, both tracks, the auction, what this seat holds."""
    seats = [s for s in range(layout.CHAIRS) if record.is_seated(p, s)]
    passes = [_pass_status(p, colour) for colour in range(layout.CHAIRS)]
    outside = [
        say("{seat} on “{order}”", seat=SEAT_NAMES[s], order=names.order_text(int(p.large[s]))) for s in seats
    ]
    order = sorted(seats, key=lambda s: -int(p.small[s]))
    inside = [_circle_status(p, s) for s in order]
    lines = [
        say(
            "Passes: {passes}; the gates as they stand for {mover}.",
            mover=SEAT_NAMES[p.turn],
            passes=join(passes, ", "),
        ),
        say("Outside: {places}.", places=join(outside, ", ")),
        say("Inside: {places}; HOME is {home}.", places=join(inside, ", "), home=layout.HOME),
    ]
    if p.phase == record.BID:
        lines.append(_auction_status(p, seats))
    if p.chips_display == record.OPEN_SCREENS:
        lines += [
            say("{seat} has {chips}.", seat=SEAT_NAMES[s], chips=_purse(p, s)) for s in seats if s != seat
        ]
    hand = (
        p.hand[seat].tolist() if 0 <= seat < layout.CHAIRS and record.is_seated(p, seat) else [record.UNKNOWN]
    )
    if record.UNKNOWN not in hand:
        held = [card_text(kind) for kind in hand if kind != record.NO_CARD]
        lines.append(
            say(
                "{seat} holds {cards}, and {chips}.",
                seat=SEAT_NAMES[seat],
                cards=join(held, ", ") if held else say("no cards"),
                chips=_purse(p, seat),
            )
        )
    return lines


def _pass_status(p: Position, colour: int) -> Text:
    owner = int(p.owner[colour])
    values = {"pass_": names.COLOUR_WORDS[colour], "owner": SEAT_NAMES[owner]}
    if owner == NOBODY:
        return say("{pass_} nobody (shut)", **values)
    if owner == p.turn or p.granted >> colour & 1:
        return say("{pass_} {owner} (open)", **values)
    return say("{pass_} {owner} (shut)", **values)


def _circle_status(p: Position, seat: int) -> Text:
    circle = int(p.small[seat])
    values = {"seat": SEAT_NAMES[seat], "circle": circle_text(circle)}
    arrow = int(tracks.arrow_from(p, seat)) if circle < layout.HOME else NOBODY
    if arrow != NOBODY:
        return say("{seat} {circle} (purple, to {goal})", goal=arrow, **values)
    return say("{seat} {circle}", **values)


def _auction_status(p: Position, seats: list[int]) -> Text:
    done = [SEAT_NAMES[s] for s in seats if p.bids[s] > record.OPEN]
    due = [SEAT_NAMES[s] for s in seats if p.bids[s] == record.OPEN]
    return say(
        "Auction of {lot}. Fists held out: {done}; still to bid: {due}.",
        lot=names.lot_text(p, p.turn),
        done=join(done, ", ") if done else say("none"),
        due=join(due, ", "),
    )


def _purse(p: Position, seat: int) -> Text:
    chips = p.chips[seat].tolist()
    return say("${dollars} ({chips})", dollars=worth(chips), chips=chips_text(chips))


# ---------------------------------------------------------------- saying why not

_REASONS: dict[int, Reason] = {
    record.GAME_OVER: Reason(say("The game is over."), "DBT-WIN-3"),
    record.CHANCE_FIRST: Reason(say("Dice or a card come first."), "DBT-TURN-1"),
    record.NOT_YOUR_TURN: Reason(say("It is for {turn} to decide."), "DBT-TURN-1"),
    record.NO_SUCH_ACTION: Reason(say("There is no such action."), "DBT-TURN-1"),
    record.WRONG_MOMENT: Reason(say("Something else is to be decided now."), "DBT-TURN-1"),
    record.ASK_BEFORE_ROLL: Reason(say("Entry is asked for before the roll, not after it."), "DBT-ASK-1"),
    record.OWN_GATE: Reason(say("You hold this pass yourself: the gate is open to you."), "DBT-GATE-3"),
    record.NOBODYS_GATE: Reason(say("Nobody holds this pass, so nobody can be asked."), "DBT-GATE-11"),
    record.ASKED_ALREADY: Reason(say("You have asked for this gate in this turn."), "DBT-ASK-8"),
    record.NO_MORE_ASKS: Reason(say("You have asked as often as you may in a turn."), "DBT-Q-13"),
    record.OUT_OF_REACH: Reason(say("No roll would bring you behind this gate."), "DBT-ASK-9"),
    record.NOT_THE_NEXT: Reason(say("At this table only the next gate may be asked for."), "DBT-Q-14"),
    record.PRICE_UNIT: Reason(say("A price goes by fives, from $5 on; entry may also be free."), "DBT-Q-10"),
    record.PRICE_TOO_HIGH: Reason(say("There are only ${detail} in play."), "DBT-Q-10"),
    record.PRICE_NOT_LOWER: Reason(say("It must be lower than the last price, ${detail}."), "DBT-Q-15"),
    record.PRICE_BELOW_OFFER: Reason(say("${detail} has been offered: accept it, or ask more."), "DBT-Q-15"),
    record.IN_DOLLARS: Reason(say("Prices are named in dollars."), "DBT-Q-10"),
    record.IN_CHIPS: Reason(say("At this table prices are named in chips."), "DBT-Q-10"),
    record.NOT_HELD: Reason(say("You do not have these chips; you have {purse}."), "DBT-BID-2"),
    record.PROMISED: Reason(say("Some of these chips are promised for another gate."), "DBT-Q-12"),
    record.TOO_LITTLE: Reason(say("That is less than the price, ${detail}."), "DBT-ASK-7"),
    record.NOT_EXACT: Reason(say("The price must be paid exactly: ${detail}."), "DBT-ASK-7"),
    record.CANNOT_PAY_OFFER: Reason(say("You could not pay that, and an offer binds."), "DBT-Q-15"),
    record.NO_MORE_OFFERS: Reason(say("No more offers may be made: pay or decline."), "DBT-Q-15"),
    record.BOUND_TO_PAY: Reason(say("Your offer was accepted: it must be paid."), "DBT-Q-15"),
    record.NOTHING_OFFERED: Reason(say("Nothing has been offered."), "DBT-Q-15"),
    record.STEPS_RANGE: Reason(say("You may go {least} to {most} ahead."), "DBT-NUM-2"),
    record.CARD_NOT_HELD: Reason(say("You do not hold this card."), "DBT-PLAY-1"),
    record.TRADE_SELF: Reason(say("One trades with another player."), "DBT-CARD-2"),
    record.TRADE_NOTHING: Reason(say("Both are on START: at this table that is no trade."), "DBT-Q-18"),
    record.EMPTY_CHAIR: Reason(say("Nobody plays there."), "DBT-SET-13"),
    record.PASS_OWN: Reason(say("You hold this pass already."), "DBT-CARD-6"),
    record.PASS_UNOWNED: Reason(say("Nobody holds this pass: it cannot be stolen."), "DBT-Q-26"),
    record.PASS_NOT_HELD: Reason(say("This pass is not there to be sold or given."), "DBT-SP-1"),
    record.SELLER_BIDS: Reason(say("The seller does not bid."), "DBT-SC-2"),
    record.ALREADY_BID: Reason(say("You have bid; a fist is not taken back."), "DBT-BID-1"),
    record.MUST_BID: Reason(say("Who has chips must bid; an empty fist is for those without."), "DBT-BID-3"),
    record.VICTIM_SELF: Reason(say("The $25 come from an opponent."), "DBT-T25-1"),
    record.TAKE_EXACT: Reason(say("It must be exactly $25."), "DBT-T25-3"),
    record.TAKE_FIXED: Reason(say("There is no choice: it is {fixed}."), "DBT-T25-4"),
    record.NO_DEALS: Reason(say("At this table there are no such deals."), "DBT-Q-16"),
    record.DEAL_DONE: Reason(say("One deal a turn with each: that one has been made."), "DBT-Q-16"),
    record.DEAL_VALUE: Reason(say("Change is for the same value."), "DBT-Q-02"),
    record.DEAL_SAME: Reason(say("The same chips back are no change."), "DBT-Q-02"),
    record.DEAL_EMPTY_BOX: Reason(say("The box does not hold these chips."), "DBT-Q-02"),
    record.DEAL_NOT_HELD: Reason(say("These chips cannot be delivered."), "DBT-Q-16"),
    record.NO_WITHDRAWAL: Reason(say("What has been granted stays granted."), "DBT-GATE-7"),
}


def reason(p: Position, seat: int, action: int, code: int) -> Reason:
    """What the rules' `explain` means by this code."""
    why, detail = _REASONS[code % record.DETAIL], code // record.DETAIL
    held = p.chips[seat].tolist() if 0 <= seat < layout.CHAIRS else []
    fixed = p.phase == record.HAND_OVER and record.UNKNOWN not in p.chips[p.victim].tolist()
    space = int(p.large[p.turn])
    values = {
        "turn": SEAT_NAMES[p.seat % layout.CHAIRS],
        "detail": detail * layout.UNIT,
        "least": int(layout.LOW[space]) if space < layout.SPACES else 0,
        "most": detail,
        "purse": chips_text(held) if held and record.UNKNOWN not in held else say("others"),
        "fixed": chips_text(chips_of(taking.fixed_hand_over(p))) if fixed else say("settled"),
    }
    return Reason(Text(why.text.template, values), why.clause)
