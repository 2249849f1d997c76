"""Cellar in words. What others may not know is left out: a dealt card, a bid before the last."""

from __future__ import annotations

from typing import Any

from parlour.rules.position import Position
from parlour.text import Reason, Text, join, say

from . import rules

TITLE = say("Cellar")
BLURB = say("Bid in secret for what the die shows; a card of your own decides at the end.")
SEAT_NAMES = (say("Red"), say("Blue"), say("Green"))
SEAT_LETTERS = ("R", "B", "G")
OPTION_WORDS = {"all_pay": say("Everybody pays what was bid, not only the winner")}


def notation(p: Position, action: int) -> str:
    if p.phase == rules.DEAL:
        return f"card {action}"
    return str(action)


def fields(p: Position, action: int) -> dict[str, Any]:
    if p.phase == rules.DEAL:
        return {"do": "deal", "card": int(action)}
    return (
        {"do": "roll", "die": int(action)} if p.phase == rules.ROLL else {"do": "bid", "coins": int(action)}
    )


def offer(p: Position, action: int) -> Text:
    return say("bid {coins}", coins=action)


def sentence(before: Position, action: int, after: Position) -> Text:
    return _told(before, action, after, secret=False)


def sentence_for(before: Position, action: int, after: Position, seat: int) -> Text:
    """The same, as this seat may tell it."""
    return _told(before, action, after, secret=before.phase != rules.ROLL and before.turn != seat)


def _told(before: Position, action: int, after: Position, *, secret: bool) -> Text:
    who = SEAT_NAMES[before.turn]
    if before.phase == rules.ROLL:
        return say("The die shows {die}.", die=action)
    if before.phase == rules.DEAL:
        return (
            say("{who} draws a card.", who=who)
            if secret
            else say("{who} draws {card}.", who=who, card=action)
        )
    told = say("{who} bids.", who=who) if secret else say("{who} bids {coins}.", who=who, coins=action)
    gained = [c for c in range(rules.CHAIRS) if after.points[c] > before.points[c]]
    if after.phase == rules.BID:
        return told
    won = say("{who} wins the round.", who=SEAT_NAMES[gained[0]]) if gained else say("A tie: nobody wins.")
    return join([told, won])


def status(p: Position, seat: int) -> list[Text]:
    """Everybody's points and coins, and the card that only this seat sees."""
    shown = [
        say("{who}: {points} points, {coins} coins", who=SEAT_NAMES[c], points=p.points[c], coins=p.coins[c])
        for c in range(p.players)
    ]
    return [join(shown, "; "), say("Your card: {card}.", card=p.cards[seat])]


def asks(p: Position) -> Text:
    if p.phase == rules.DONE:
        return say("The game is over.")
    if p.phase == rules.BID:
        return say("{who} to bid for {die}.", who=SEAT_NAMES[p.turn], die=p.die)
    return say("A card for {who}.", who=SEAT_NAMES[p.turn]) if p.phase == rules.DEAL else say("Roll the die.")


def reason(p: Position, seat: int, action: int, code: int) -> Reason | None:
    if rules.actor(p) != seat:
        return Reason(say("It is not your turn to bid."), "CEL-BID-1")
    if not 0 <= action <= p.coins[seat]:
        return Reason(say("You have only {coins} coins.", coins=int(p.coins[seat])), "CEL-BID-1")
    return None


def sensible(p: Position) -> list[int]:
    """Nothing, or everything."""
    return [0, int(p.coins[p.turn])] if p.phase == rules.BID else []
