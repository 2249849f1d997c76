"""Cellar as JSON: {"game": "cellar", "phase": "bid", "coins": [9, 4], "cards": [2, 5], "bids": [3], ...}."""

from __future__ import annotations

from typing import Any

from parlour.games.reader import Reader, tidy
from parlour.rules.position import Position
from parlour.text import BadPosition, Text, say

from . import rules

PHASES = ("deal", "roll", "bid", "done")
KEYS = ("game", "options", "phase", "coins", "points", "cards", "bids", "round", "die")


def describe(p: Position) -> dict[str, Any]:
    data = {"game": "cellar", "phase": PHASES[p.phase], "round": p.round, "die": p.die}
    data |= {"coins": p.coins[: p.players].tolist(), "points": p.points[: p.players].tolist()}
    data["cards"] = [c for c in p.cards.tolist() if c]
    data["bids"] = [b for b in p.bids.tolist() if b != rules.OPEN]
    if p.all_pay:
        data["options"] = {"all_pay": "yes"}
    whole: dict[str, Any] = tidy(data)
    return whole


def build(data: Any) -> Position:
    read = Reader(data, KEYS)
    p = Position(rules.State)
    if read.data.get("phase") not in PHASES:
        read.wrong(say("phase is one of {phases}", phases=", ".join(PHASES)))
    coins = read.numbers("coins", 0, rules.COINS)
    p.players = len(coins)
    points = read.numbers("points", 0, 6 * rules.ROUNDS)
    cards = read.numbers("cards", 1, rules.CARDS)
    bids = read.numbers("bids", 0, rules.COINS)
    p.round = read.number("round", 0, rules.ROUNDS)
    p.die = read.number("die", 0, 6)
    p.all_pay = int(read.table("options").get("all_pay") == "yes")
    if p.players not in rules.SEATS or len(points) != p.players or max(len(cards), len(bids)) > p.players:
        read.wrong(say("coins, points, cards and bids are for 2 or 3 players, one number each"))
    if read.reasons:
        raise BadPosition(read.reasons)
    p.bids[:] = rules.OPEN
    for field, values in ((p.coins, coins), (p.points, points), (p.cards, cards), (p.bids, bids)):
        field[: len(values)] = values
    p.phase = PHASES.index(read.data["phase"])
    p.turn = {rules.DEAL: len(cards), rules.BID: len(bids)}.get(p.phase, 0)
    found = problems(p)
    if found:
        raise BadPosition(found)
    return p


def problems(p: Position) -> list[Text]:
    found = []
    cards = [c for c in p.cards.tolist() if c]
    if len(set(cards)) != len(cards) or any(not 0 < c <= rules.CARDS for c in cards):
        found.append(say("the cards {cards} are not different cards of the pack", cards=cards))
    if any(bid > coins for bid, coins in zip(p.bids.tolist(), p.coins.tolist(), strict=True)):
        found.append(say("a bid is higher than its bidder's coins"))
    if (p.phase == rules.BID) != (p.die > 0) or (p.phase == rules.DONE) != (p.round == rules.ROUNDS):
        found.append(say("the die lies there while bids are made; the game lasts {n} rounds", n=rules.ROUNDS))
    if p.phase in (rules.DEAL, rules.BID) and p.turn >= p.players:
        found.append(say("everybody has a card or a bid already"))
    return found
