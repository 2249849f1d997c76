"""How the golden records were made, once: `PYTHONPATH=src:. python tests/table/golden/make.py`.

A golden record is a promise: what this release wrote, every later one opens, to the same
position and the same verdict. So files that exist are never written again. A new format or a
new game adds files; `expected.json` grows with them.
"""

from __future__ import annotations

import json
import random
from pathlib import Path

import parlour
from parlour.table import CHANCE, Match, NotNow, SeededDice, TypedDice, codes, verify
from tests.table.helpers import RACE_FOLDER, finish, step

HERE = Path(__file__).parent


def parcheesi_seeded() -> Match:
    return finish(Match.new("parcheesi", 2, dice=SeededDice(1)), seed=1)


def parcheesi_checkable() -> Match:
    match = Match.new("parcheesi", ["Zoë", "Bob", "Ana"])
    match.add_secret(0, "naïve “quotes” and \\ backslashes")
    match.add_secret(2, "💎 42")
    return finish(match, seed=2)


def parcheesi_undo() -> Match:
    """Unfinished, by house rules, with many decisions taken back."""
    options = {"bonus_optional": "yes", "pair_lock": "roll", "max_turns": 500}
    match = Match.new("parcheesi", 4, options=options, dice=SeededDice("undo"))
    rng = random.Random(3)
    while match.ply < 150:
        step(match, rng)
        if rng.random() < 0.2:
            try:
                match.undo(rng.choice([1, 2]))
            except NotNow:
                continue
    return match


def pollyanna_partners() -> Match:
    return finish(Match.new("pollyanna", 4, dice=SeededDice(4)), seed=4)


def pollyanna_checkable() -> Match:
    return finish(Match.new("pollyanna", 3), seed=5)


def pollyanna_fork_with_real_dice() -> Match:
    """From the middle of another match, played on with dice that were typed in."""
    match = finish(Match.new("pollyanna", 2, dice=SeededDice(6)), seed=6)
    fork = match.fork(match.ply // 2, dice=TypedDice())
    rng = random.Random(6)
    while not fork.over:
        if fork.actor == CHANCE:
            fork.roll(f"{rng.randint(1, 6)}-{rng.randint(1, 6)}")
        else:
            step(fork, rng)
    return fork


def race_on_a_board_of_its_own() -> Match:
    board = HERE / "race-board.toml"
    return finish(Match.new(parlour.load(RACE_FOLDER, board), 3, dice=SeededDice(7)), seed=7)


def doubleswild_teams() -> Match:
    return finish(Match.new("doubleswild", 4, options={"teams": "yes"}, dice=SeededDice(8)), seed=8)


def doubletrack_bids_in_any_order() -> Match:
    """Checkable dice and cards; whoever may bid does so, and some think better of it."""
    match, rng = Match.new("doubletrack", 4), random.Random(9)
    while not match.over:
        if match.actor == CHANCE:
            match.roll()
            continue
        seat = rng.choice([s for s in match.seats if match.legal(s)])
        match.play(seat, rng.choice(match.legal(seat)).notation)
        if rng.random() < 0.1:
            try:
                match.undo()
            except NotNow:
                continue
    return match


def tritrac_drawn() -> Match:
    """Moves taken back, and a draw that both agree to."""
    match, rng = Match.new("tritrac", ["Ann", "Bob"]), random.Random(10)
    while match.ply < 30:
        step(match, rng)
        if match.over or rng.random() < 0.1:
            match.undo()
    for seat in match.seats:
        match.agree(seat)
    return match


RECORDS = (
    parcheesi_seeded,
    parcheesi_checkable,
    parcheesi_undo,
    pollyanna_partners,
    pollyanna_checkable,
    pollyanna_fork_with_real_dice,
    race_on_a_board_of_its_own,
    doubleswild_teams,
    doubletrack_bids_in_any_order,
    tritrac_drawn,
)


def main() -> None:
    summary = HERE / "expected.json"
    expected = json.loads(summary.read_text("utf-8")) if summary.exists() else {}
    for play in RECORDS:
        path = HERE / f"{play.__name__.replace('_', '-')}.jsonl"
        if path.exists():
            continue
        match = play()
        match.save(path)
        middle = match.at(match.ply // 2)
        expected[path.name] = {
            "events": len(match.events),
            "position": codes.to_json(match.game, match.position),
            "middle": codes.to_json(match.game, middle),
            "middle_code": codes.to_code(match.game, middle),
            "verdict": verify(path, match.game).kind,
        }
    summary.write_text(json.dumps(expected, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
