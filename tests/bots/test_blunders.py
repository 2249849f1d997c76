"""What no bot does that a ten-year-old would laugh at: positions of every game, and who gets them right."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import parlour
from parlour.bots import make
from parlour.bots.levels import level
from parlour.rules.game import Game
from parlour.rules.kit import OVER
from parlour.rules.position import Position
from parlour.table.naming import legal_codes
from parlour.table.views import view

BLUNDERS = tomllib.loads((Path(__file__).parent / "blunders.toml").read_text("utf-8"))
CASES = [
    pytest.param(name, one, id=f"{name}-{i}") for name in BLUNDERS for i, one in enumerate(BLUNDERS[name])
]
SEEDS = 10


@pytest.fixture(autouse=True)
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def wrong(game: Game, p: Position, right: list[str] | str, spec: str, seeds: int) -> int:
    """How often a bot plays none of what is right: moves by their names, or whatever wins at once."""
    seat = int(game.plain.actor(p))
    seen = view(game, p, seat)
    bot, found = make(spec, game), 0
    for seed in range(seeds):
        action = bot.think(seen, seat, seconds=None, seed=seed).action
        if right == "winning":
            after = p.copy()
            game.plain.apply(after, action)
            found += game.plain.actor(after) != OVER or game.plain.payoff(after, seat) != 1
        else:
            found += str(game.words.notation(seen, action)) not in right
    return found


@pytest.mark.parametrize(("name", "case"), CASES)
def test_levels_do_not_blunder(name: str, case: dict[str, Any]) -> None:
    game = parlour.load(name)
    p = game.position.build({"game": name, **case["position"]})
    assert len(legal_codes(game, p)) > 1
    if case["right"] != "winning":
        names = {str(game.words.notation(p, action)) for action in legal_codes(game, p)}
        assert set(case["right"]) < names
    most = SEEDS if len(legal_codes(game, p)) < 50 else 2  # long lists take a while
    for number in (2, 3, 4, 5, 6):
        spec = re.sub(r"(simulations|nodes)=\d+", r"\1=48", level(game, number).spec)  # it takes a while here
        seeds = most if number < 4 else 2
        assert wrong(game, p, case["right"], spec, seeds) == 0, f"level {number}: {case['why']}"


def test_level_1_seldom_blunders() -> None:
    """All positions of all games together; long lists take a while."""
    found = asked = 0
    for name in BLUNDERS:
        game = parlour.load(name)
        for case in BLUNDERS[name] if name != "tritrac" else ():
            p = game.position.build({"game": name, **case["position"]})
            found += wrong(game, p, case["right"], "1", SEEDS)
            asked += SEEDS
    assert found < asked / 2


def test_every_game_has_some() -> None:
    assert set(BLUNDERS) == set(parlour.names())
    assert all(len(cases) > 1 for cases in BLUNDERS.values())
