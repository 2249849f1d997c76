"""What the tests of the table share: the stranger's game, random play, forged records."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import parlour
from parlour.table import CHANCE, Match
from parlour.table.record import dump

RACE_FOLDER = str(Path(__file__).with_name("race"))
RACE = parlour.load(RACE_FOLDER)


def step(match: Match, rng: random.Random) -> None:
    """One random roll or decision."""
    if match.actor == CHANCE:
        match.roll()
    else:
        match.play(match.actor, rng.choice(match.legal()).notation)


def finish(match: Match, seed: int = 0) -> Match:
    rng = random.Random(seed)
    while not match.over:
        step(match, rng)
    return match


def to_decision(match: Match, seed: int = 0) -> Match:
    """Play on until somebody has to decide."""
    rng = random.Random(seed)
    while match.actor < 0:
        step(match, rng)
    return match


def forge(text: str, edit: Callable[[list[dict[str, Any]]], None]) -> str:
    """Change a record as a skilled forger would: with all sums made right again."""
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        del line["sum"]
    edit(lines)
    return dump(lines)
