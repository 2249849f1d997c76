"""What the lab calls the things that the rules of this game count."""

from __future__ import annotations

from parlour.text import say

TALLY_WORDS = {
    "placements": say("placements"),
    "moves": say("moves"),
    "turned tiles": say("turned tiles"),
    "uses of the neutral tile": say("uses of the neutral tile"),
    "wins": say("wins"),
    "draws by repetition": say("draws by repetition"),
    "draws without a placement": say("draws without a placement"),
    "draws by length": say("draws by length"),
    "draws for want of a move": say("draws for want of a move"),
    "draws by seals": say("draws by seals"),
}
