"""Doubles Wild a second time, written from the specification alone: sets, dicts and no hurry.

A game asks one question after the other. `question()` says who is to answer, "dice" or a player's
number, and every answer there is: for dice with how many of the equally likely throws give it.
`answer(name)` plays it. Names are those of `support.py`. Squares are pairs of the printed numbers;
dice are sorted tuples; a row of three is a set of squares.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import chain, combinations, product
from typing import Any

Square = tuple[int, int]
Dice = tuple[int, ...]
LINES = range(3, 12)
WINDOWS = [
    frozenset((r + i * down, c + i * across) for i in range(3))
    for r in LINES
    for c in LINES
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1))
    if r + 2 * down in LINES and c + 2 * across in LINES
]
MARKERS = {2: 24, 3: 16, 4: 12}
DEFAULTS: dict[str, Any] = {
    "teams": "no",
    "first_roll_tie": "tied",
    "reroll_mode": "single",
    "wild_may_decline": "no",
    "wild_allow_noop": "yes",
    "battle_optional": "no",
    "battle_tie": "extra_round",
    "battle_max_extra": 0,
    "tiebreak_players": "tied",
    "tiebreak_start": "roll",
    "tiebreak_markers": "original",
    "tiebreak_exhausted": "repeat",
    "team_battle": "no",
}


class Game:
    def __init__(self, players: int, options: dict[str, Any]) -> None:
        self.options = DEFAULTS | options
        self.players = list(range(players))
        self.board: dict[Square, int] = {}
        self.supply = dict.fromkeys(self.players, MARKERS[players])
        self.lost = dict.fromkeys(self.players, 0)  # markers that have left this board for good
        self.score = {self.unit(p): 0 for p in self.players}
        self.active = list(self.players)  # who takes turns
        self.tiebreak = False
        self.opener: int | None = None
        self.winners: set[int] | None = None  # players of the winning side, or who share a draw
        self.p = 0  # on turn
        self.stage = ""
        self.pairs: dict[str, Dice] = {}
        self.fight: dict[str, Any] = {}
        self.target: Square | None = None
        self.first_roll(self.active)

    # ------------------------------------------------------------ who and what

    def unit(self, p: int) -> int:
        return p % 2 if self.options["teams"] == "yes" else p

    def mates(self, p: int, q: int) -> bool:
        return p != q and self.unit(p) == self.unit(q)

    def squares(self, p: int) -> set[Square]:
        return {square for square, owner in self.board.items() if owner == p}

    def rows(self, p: int) -> int:
        mine = self.squares(p)
        return sum(window <= mine for window in WINDOWS)

    def protected(self, square: Square) -> bool:
        mine = self.squares(self.board[square])
        return any(square in window and window <= mine for window in WINDOWS)

    # ------------------------------------------------------------ questions and answers

    def question(self) -> tuple[str | int, Mapping[str, int]]:
        if self.stage == "first roll":
            return "dice", throws(3)
        if self.stage == "roll":
            return "dice", FOUR_DICE
        if self.stage == "again":
            return "dice", FOUR_DICE if len(self.taken) == 2 else throws(2)
        if self.stage == "reroll":
            left = {"red", "blue"} - self.rethrown
            return self.p, dict.fromkeys(["keep", *left, *(["both"] if len(left) == 2 else [])], 1)
        if self.stage == "select":
            return self.p, {f"{r},{c}": 1 for r, c in self.selectable()}
        if self.stage == "meet":
            assert self.target is not None
            free = self.mates(self.p, self.board[self.target]) and self.options["team_battle"] == "no"
            return self.p, {"leave": 1, "replace" if free else "attack": 1}
        if self.stage == "coin":
            return "dice", {"attacker": 1, "defender": 1}
        if self.stage == "battle":
            if self.fight["again"]:
                return "dice", throws(len(self.fight["again"]))
            side = self.fight["side"]
            who = self.p if side == "attacker" else self.board[self.fight["square"]]
            mine = self.fight[side]
            subsets = set(chain.from_iterable(combinations(mine, n) for n in range(4)))
            if self.fight["round"] > 3:
                subsets.discard(())
            return who, {" ".join(["throw", *map(str, sorted(s))]) if s else "stand": 1 for s in subsets}
        assert self.stage == "over"
        return "nobody", {}

    def answer(self, name: str) -> None:
        assert name in self.question()[1], name
        if self.stage == "first roll":
            self.take_first_roll(sum(numbers(name)))
        elif self.stage == "roll":
            self.pairs = read_pairs(name)
            self.rethrown: set[str] = set()
            self.stage = "reroll"
        elif self.stage == "reroll":
            self.taken = {"keep": set(), "both": {"red", "blue"}}.get(name, {name})
            if self.taken:
                self.stage = "again"
            else:
                self.final_dice()
        elif self.stage == "again":
            new = read_pairs(name) if len(self.taken) == 2 else {next(iter(self.taken)): numbers(name)}
            self.pairs = self.pairs | new
            self.rethrown = self.rethrown | self.taken
            if self.options["reroll_mode"] == "per_pair" and len(self.rethrown) < 2:
                self.stage = "reroll"
            else:
                self.final_dice()
        elif self.stage == "select":
            row, column = name.split(",")
            self.resolve((int(row), int(column)))
        elif self.stage == "meet":
            assert self.target is not None
            if name == "leave":
                self.next_turn()
            elif name == "attack":
                self.battle(self.target)
            else:
                self.lost[self.board.pop(self.target)] += 1
                self.place(self.target)
        elif self.stage == "coin":
            self.decide(name)
        else:
            self.answer_battle(name)

    # ------------------------------------------------------------ the first turn

    def first_roll(self, who: list[int]) -> None:
        self.stage = "first roll"
        self.throwing = list(who)
        self.totals: dict[int, int] = {}
        self.p = self.throwing[0]

    def take_first_roll(self, total: int) -> None:
        self.totals[self.p] = total
        waiting = [p for p in self.throwing if p not in self.totals]
        if waiting:
            self.p = waiting[0]
            return
        best = [p for p in self.throwing if self.totals[p] == max(self.totals.values())]
        if len(best) > 1:
            self.first_roll(best if self.options["first_roll_tie"] == "tied" else self.active)
        else:
            if self.opener is None:
                self.opener = best[0]
            self.p = best[0]
            self.stage = "roll"

    # ------------------------------------------------------------ dice and squares

    def selectable(self) -> set[Square]:
        red, blue = self.pairs["red"], self.pairs["blue"]
        rows = LINES if is_double(red) else [sum(red)]
        columns = LINES if is_double(blue) else [sum(blue)]
        found = {s for s in product(rows, columns) if self.board.get(s) != self.p}
        idle = {s for s in found if s in self.board and self.protected(s)}
        if self.options["wild_allow_noop"] == "no" and found - idle:
            found -= idle
        face = (sum(red), sum(blue))
        if self.options["wild_may_decline"] == "yes" and self.board.get(face) == self.p:
            found.add(face)
        return found

    def final_dice(self) -> None:
        if not is_double(self.pairs["red"]) and not is_double(self.pairs["blue"]):
            self.resolve((sum(self.pairs["red"]), sum(self.pairs["blue"])))
        elif self.selectable():
            self.stage = "select"
        else:
            self.next_turn()

    def resolve(self, square: Square) -> None:
        owner = self.board.get(square)
        if owner is None:
            self.place(square)
        elif owner == self.p or self.protected(square):
            self.next_turn()
        elif self.mates(self.p, owner) or self.options["battle_optional"] == "yes":
            self.target = square
            self.stage = "meet"
        else:
            self.battle(square)

    def place(self, square: Square) -> None:
        self.supply[self.p] -= 1
        self.take(square)

    def take(self, square: Square) -> None:
        before = self.rows(self.p)
        self.board[square] = self.p
        made = self.rows(self.p) - before
        if self.tiebreak and made:
            self.finish({p for p in self.players if self.unit(p) == self.unit(self.p)})
            return
        if not self.tiebreak:
            self.score[self.unit(self.p)] += made
        self.next_turn()

    # ------------------------------------------------------------ battles

    def battle(self, square: Square) -> None:
        self.supply[self.p] -= 1
        self.stage = "battle"
        self.fight = {"square": square, "round": 1, "side": "attacker", "again": (0, 0, 0)}
        self.fight |= {"attacker": (), "defender": ()}

    def answer_battle(self, name: str) -> None:
        fight = self.fight
        side = fight["side"]
        if fight["again"]:
            kept = Counter(fight[side]) - Counter(fight["again"])
            fight[side] = tuple(sorted([*kept.elements(), *numbers(name)]))
            fight["again"] = ()
        elif name != "stand":
            fight["again"] = tuple(map(int, name.split()[1:]))
            return
        if side == "attacker":
            fight["side"] = "defender"
        else:
            self.end_of_round()
        if self.stage == "battle" and (fight["round"] == 1 or self.all_fresh()):
            fight["again"] = fight[fight["side"]] or (0, 0, 0)

    def all_fresh(self) -> bool:
        return bool(self.fight["round"] > 3) and self.options["battle_tie"] == "reroll_all"

    def end_of_round(self) -> None:
        fight = self.fight
        fight["side"] = "attacker"
        fight["round"] += 1
        if fight["round"] <= 3:
            return
        attacker, defender = sum(fight["attacker"]), sum(fight["defender"])
        how, most = self.options["battle_tie"], self.options["battle_max_extra"]
        if attacker != defender:
            self.decide("attacker" if attacker > defender else "defender")
        elif how in ("attacker", "defender"):
            self.decide(how)
        elif how == "coin" or (most and fight["round"] - 3 > most):
            self.stage = "coin"

    def decide(self, winner: str) -> None:
        square = self.fight["square"]
        self.fight = {}
        if winner == "attacker":
            self.lost[self.board.pop(square)] += 1
            self.take(square)
        else:
            self.lost[self.p] += 1
            self.next_turn()

    # ------------------------------------------------------------ the end

    def next_turn(self) -> None:
        self.pairs, self.target = {}, None
        self.p = self.clockwise(self.p + 1)
        if self.supply[self.p] > 0:
            self.stage = "roll"
            return
        best = max(self.score.values())
        leaders = [p for p in self.players if self.score[self.unit(p)] == best]
        alone = len({self.unit(p) for p in leaders}) == 1
        if alone or (self.tiebreak and self.options["tiebreak_exhausted"] == "draw"):
            self.finish(set(leaders))
        else:
            self.start_tiebreak(leaders)

    def clockwise(self, start: int) -> int:
        """The first who takes turns, from this chair on."""
        around = [(start + i) % len(self.players) for i in range(len(self.players))]
        return next(p for p in around if p in self.active)

    def start_tiebreak(self, leaders: list[int]) -> None:
        self.tiebreak = True
        if self.options["tiebreak_players"] == "tied":
            self.active = leaders
        by_participants = self.options["tiebreak_markers"] == "by_participants"
        each = MARKERS[len(self.active) if by_participants else len(self.players)]
        self.board = {}
        self.supply = {p: each if p in self.active else 0 for p in self.players}
        self.lost = dict.fromkeys(self.players, 0)
        if self.options["tiebreak_start"] == "roll":
            self.first_roll(self.active)
            return
        assert self.opener is not None
        self.p = self.clockwise(self.opener if self.options["tiebreak_start"] == "same" else self.p)
        self.stage = "roll"

    def finish(self, winners: set[int]) -> None:
        self.pairs, self.target = {}, None
        self.stage = "over"
        self.winners = winners

    def share(self, p: int) -> float:
        assert self.winners is not None
        return 1 / len({self.unit(q) for q in self.winners}) if p in self.winners else 0.0


# ---------------------------------------------------------------- dice as text


def numbers(text: str) -> Dice:
    return tuple(sorted(map(int, text.split("-"))))


def read_pairs(text: str) -> dict[str, Dice]:
    red, blue = text.split("/")
    return {"red": numbers(red), "blue": numbers(blue)}


def is_double(pair: Dice) -> bool:
    return pair[0] == pair[1]


def name(dice: Dice) -> str:
    return "-".join(map(str, sorted(dice)))


@cache
def throws(count: int) -> Mapping[str, int]:
    """Everything so many dice can show, and in how many ways."""
    return Counter(name(dice) for dice in product(range(1, 7), repeat=count))


FOUR_DICE = {f"{r}/{b}": m * n for (r, m), (b, n) in product(throws(2).items(), throws(2).items())}
