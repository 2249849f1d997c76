"""What is legal, read off the menu: the list that `legal` gives, also where dice are due."""

from __future__ import annotations

import random

import numpy as np

import parlour
from parlour.rules.kit import CHANCE, OVER

GAME = parlour.load("parcheesi")


def test_what_is_listed_is_what_is_legal() -> None:
    """Each in a row of its own, so that neither finds what the other left there; dice, plays and bonuses."""
    plain, pick, seen = GAME.plain, random.Random(2), set()
    p = GAME.new(4, {"bonus_optional": "yes"})
    for _ in range(160):
        if plain.actor(p) == OVER:
            break
        rows = [np.full(plain.MAX_ACTIONS, -1, np.int64) for _ in range(2)]
        legal, listed = plain.legal(p, rows[0]), plain.listed(p, rows[1])
        assert rows[1][:listed].tolist() == rows[0][:legal].tolist()
        seen.add((int(p.phase), plain.actor(p) == CHANCE))
        plain.apply(p, int(rows[0][pick.randrange(int(legal))]))
    assert len(seen) > 2
