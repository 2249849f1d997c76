"""The conformance kit: is this game's folder fit to be played, simulated and learned from?

`check(game)` plays random games of every table size, by the printed rules, under every house rule and under
random sets of them, by the readable rules and by `fast.py` side by side, and looks in each step for whatever
the contract promises. It returns what it found, each broken promise once, with an example. Any folder can be
put through it:

    parlour check path/to/folder
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from parlour.rules import inspection
from parlour.rules.conformance import other_files
from parlour.rules.conformance.findings import Endless, Finding, Findings
from parlour.rules.conformance.looks import Looks
from parlour.rules.conformance.steps import Steps
from parlour.rules.conformance.twin import Twin
from parlour.rules.game import Game
from parlour.rules.kit import OVER
from parlour.rules.position import Position
from parlour.rules.time_limit import time_limit
from parlour.text import say

__all__ = ["Finding", "Pace", "check", "tables"]


@dataclass(frozen=True)
class Pace:
    """How much is looked at, and how long anything may take."""

    games: int = 3  # by the printed rules, of each table size; under house rules it is one each
    mixtures: int = 12  # random sets of house rules
    every: int = 5  # the dear checks run on every so many-th step
    most_steps: int = 50_000  # a random game that takes longer is taken never to end
    patience: float = 5  # seconds that one call of a rule may take
    first_only: bool = False  # stop at the first finding


def check(
    game: Game,
    pace: Pace | None = None,
    *,
    at: Iterable[tuple[int, dict[str, Any]]] | None = None,
    seed: int = 0,
    boundscheck: bool = False,
    progress: Callable[[str], None] | None = None,
) -> list[Finding]:
    """Everything that is wrong with a game, found `at` these tables: all of them, unless given."""
    pace = pace or Pace()
    findings = Findings(game.folder)
    findings.remark(inspection.remarks(game))
    if not findings:
        with findings.failures():
            findings.remark(other_files.missing(game))
    if not findings:
        with findings.failures():
            twin = Twin.of(game, boundscheck=boundscheck)
            steps = Steps(game, twin, findings, random.Random(seed))
            looks = Looks(game, steps, findings)
    if not findings:
        chosen = tables(game, pace.mixtures) if at is None else at
        _play_all(game, chosen, pace, steps, looks, findings, progress or (lambda _: None))
        if looks.blank and not findings:
            findings.expect(False, "guess", say("guess fills nothing in of what hide takes away"))
    return findings.all()


def tables(game: Game, mixtures: int = 0, seed: int = 0) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every table size by the printed rules, then each choice of a house rule, sizes taking turns, then
    random sets of house rules."""
    for players in game.rules.SEATS:
        yield players, {}
    turn = 0
    for option in game.options:
        for choice in option.choices[1:] or [1, option.most]:
            sizes = option.players.get(str(choice), game.rules.SEATS)
            yield sizes[turn % len(sizes)], {option.name: choice}
            turn += 1
    rng = random.Random(seed)
    for _ in range(mixtures if game.options else 0):
        yield mixture(game, rng)


def mixture(game: Game, rng: random.Random) -> tuple[int, dict[str, Any]]:
    """A table size, and a choice for every house rule that fits it."""
    players = rng.choice(game.rules.SEATS)
    options: dict[str, Any] = {}
    for option in game.options:
        fitting = [c for c in option.choices if players in option.players.get(c, game.rules.SEATS)]
        options[option.name] = rng.choice(fitting) if fitting else rng.choice([0, 0, option.most])
    return players, options


def _play_all(
    game: Game,
    chosen: Iterable[tuple[int, dict[str, Any]]],
    pace: Pace,
    steps: Steps,
    looks: Looks,
    findings: Findings,
    progress: Callable[[str], None],
) -> None:
    try:
        for players, options in chosen:
            if findings and pace.first_only:
                return
            findings.where = f"{players} players" + "".join(f", {k}={v}" for k, v in options.items())
            progress(findings.where)
            with findings.failures(), time_limit(game.folder, pace.patience):
                for _ in range(1 if options else pace.games):
                    _play(game, players, options, pace, steps, looks, findings)
    except Endless:
        pass


def _play(
    game: Game,
    players: int,
    options: dict[str, Any],
    pace: Pace,
    steps: Steps,
    looks: Looks,
    findings: Findings,
) -> None:
    """One random game, looked at in every step."""
    p = game.new(players, options)
    steps.starts_clean(p, players, options)
    if steps.twin:
        steps.twin.take(p)
    history: list[tuple[Position, bytes]] = []
    actions: list[int] = []
    for step in range(pace.most_steps):
        before = p.to_bytes()
        history.append((p.copy(), before))
        who = steps.actor(p)
        if who == OVER:
            steps.ends_well(p)
        else:
            listed = steps.listed(p, who)
            if step % pace.every == 0:
                looks.look(p, who, listed)
        findings.expect(p.to_bytes() == before, "reading", say("looking at a position changed it"))
        if who == OVER:
            break
        if findings and pace.first_only:
            return
        actions.append(steps.rng.choice(listed))
        steps.play(p, actions[-1])
    else:
        text = say("a random game was not over after {steps} steps", steps=pace.most_steps)
        findings.expect(False, "ends", text)
        raise Endless
    for position, data in history:
        findings.expect(
            position.to_bytes() == data, "by value", say("a later move changed an earlier position")
        )
    steps.replays(history[0][0], actions, p)
