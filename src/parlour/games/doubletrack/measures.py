"""What the lab calls the things that the rules of this game count."""

from __future__ import annotations

from parlour.text import say

TALLY_WORDS = {
    "turns": say("turns"),
    "leader changes": say("leader changes"),
    "stops in shortcuts": say("stops in shortcuts"),
    "stops on corners": say("stops on corners"),
    "stops between": say("stops between"),
    "requests": say("requests"),
    "free entries": say("free entries"),
    "refusals": say("refusals"),
    "tolls paid": say("tolls paid"),
    "cards played": say("cards played"),
    "auctions of cards": say("auctions of cards"),
    "auctions of passes": say("auctions of passes"),
    "auctions of the lead": say("auctions of the lead"),
    "tied auctions": say("tied auctions"),
    "bids": say("bids"),
    "empty fists": say("empty fists"),
    "takings of $25": say("takings of $25"),
}
