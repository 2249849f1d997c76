"""The pictures kept in the repository, and the positions they show.

Run this file to draw them anew after a change: python3 tests/draw/pictures.py
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import parlour
from parlour.draw import characters, svg

ROOT = Path(__file__).resolve().parents[2]

POSITIONS: dict[str, dict[str, Any]] = {
    "parcheesi": {
        "game": "parcheesi",
        "turn": 0,
        "pawns": {
            "0": ["S", 0, 14, "H"],
            "1": ["S", 7, 7, 67],
            "2": ["S", 3, 22, 46],
            "3": ["S", "S", 38, "H"],
        },
    },
    "pollyanna": {
        "game": "pollyanna",
        "turn": 0,
        "pieces": {
            "0": ["C", 0, 37, 57],
            "1": ["C", "T1.2", 20, 20],
            "2": ["C", "C", 12, "H"],
            "3": ["C", 33, "T2.5", "H"],
        },
    },
    "doubleswild": {
        "game": "doubleswild",
        "turn": 2,
        "markers": {
            "0": ["4,5", "5,5", "6,5", "7,7", "8,6", "9,9", "10,4"],
            "1": ["3,8", "5,9", "6,8", "6,10", "7,9", "8,8", "11,7"],
            "2": ["4,10", "5,6", "5,7", "7,4", "8,4", "9,4", "10,10"],
        },
        "supply": {"0": 8, "1": 7, "2": 7},
        "battle": {
            "square": "6,8",
            "round": 3,
            "next": "attacker",
            "attacker": [3, 5, 6],
            "defender": [4, 4, 5],
        },
    },
    "doubletrack": {
        "game": "doubletrack",
        "turn": 0,
        "large": {"0": "R.M3", "1": "R.S4", "2": "Y.T", "3": "R.C6"},
        "small": {"0": 19, "1": 42, "2": 61, "3": 12},
        "passes": {"red": 1, "blue": 1, "yellow": 2, "green": 3},
        "asked": ["red"],
        "granted": ["red"],
    },
    "tritrac": {
        "game": "tritrac",
        "turn": 0,
        "tiles": [
            *("Od1u/B", "Yc1d/B", "Oc2u/B", "Nb2d/B", "Yb3u/B", "Oa3d/B", "Ya4u/F", "Oa4d/F"),
            *("Ob1d/B", "Yd3u/H", "Yd3d/F"),
        ],
        "over": "won",
    },
}


def pictures(name: str) -> dict[Path, str]:
    """Every kept picture of a game, by its file."""
    game = parlour.load(name)
    position = game.position.build(POSITIONS[name])
    return {
        ROOT / "docs" / "images" / f"{name}.svg": svg.render(game, position),
        Path(__file__).with_name(f"{name}.txt"): characters.render(game, position),
    }


if __name__ == "__main__":
    for kept in POSITIONS:
        for file, drawn in pictures(kept).items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(drawn, encoding="utf-8", newline="\n")
