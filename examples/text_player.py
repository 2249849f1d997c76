#!/usr/bin/env python3
"""A language model at the table: a whole game through the text door, with a stand-in for the model.

    python3 examples/text_player.py tritrac --opponents level:1

Put a call of your model in the place of `stand_in`: it gets the prompt, and gives its answer as text. The
table tells it nothing that its seat may not know, refuses what the rules forbid with their reason, and counts
what went to and fro.
"""

from __future__ import annotations

import argparse
import random

from parlour.envs.texts import TextTable


def stand_in(prompt: str, rng: random.Random) -> str:
    """Reads the moves off the prompt, and now and then makes one up, as models do."""
    if rng.random() < 0.05:
        return "I think the strongest plan is to castle.\nmove O-O"
    moves = [line.split()[0] for line in prompt.splitlines() if line.startswith("  ") and line[2:3].isdigit()]
    return f"All things considered:\nmove {rng.choice(moves)}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", default="tritrac")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    table = TextTable(given.game, opponents=given.opponents, seed=given.seed, patience=5)
    said = ""
    while not table.over:
        said = table.answer(stand_in(f"{said}\n{table.prompt()}", rng)) or ""
    costs = table.costs
    print(f"reward {table.reward:+.1f} after {costs.prompts} prompts, {costs.refused} answers refused")
    print(f"{costs.read:,} characters read, {costs.written:,} written")


if __name__ == "__main__":
    main()
