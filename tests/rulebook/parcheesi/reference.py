"""Parcheesi a second time: slow, naive, on plain lists, written from the rulebook and not from rules.py.

It shares nothing with the package: the board's numbers are written out, spaces are searched and
not indexed, and every duty ("play both dice", "all four or none") is decided by listing all
sequences there are. The property tests play it side by side with the real rules.

Counts are the owner's own, as in the specification: START is -1, HOME is 71.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from typing import Any

START, LAST_LOOP, HOME = -1, 63, 71
SAFE = (0, 7, 12, 17, 24, 29, 34, 41, 46, 51, 58, 63)
Action = tuple[
    Any, ...
]  # ("E", pawn), ("E2", pawn), ("+", n, pawn), ("leap", pawn), ("B", n, pawn), ("pass",)


@dataclass
class Table:
    pawns: dict[int, list[int]]  # by seat
    turn: int
    options: dict[str, Any] = field(default_factory=dict)  # only those that differ from the printed rules
    doublets: int = 0  # thrown in a row this turn
    dice: tuple[int, int] | None = None  # None: the dice are to be rolled
    left: list[int] = field(default_factory=list)  # counts still to be played
    quad: bool = False  # is this a four-part move?
    bonuses: list[int] = field(default_factory=list)
    given: int = 0  # capture bonuses earned by this roll
    locks: set[frozenset[int]] = field(default_factory=set)  # pairs that may not meet again
    fresh: dict[int, int] = field(default_factory=dict)  # pawns that were never entered, by seat
    walked: set[int] = field(default_factory=set)  # pawns that took a die of this roll
    moved: bool = False  # was anything played by this roll?
    places: list[int] = field(default_factory=list)  # who has finished
    over: bool = False

    def option(self, name: str) -> str:
        return str(self.options.get(name, "no"))

    @property
    def mine(self) -> list[int]:
        return self.pawns[self.turn]


def clone(t: Table) -> Table:
    return replace(
        t,
        pawns={seat: pawns[:] for seat, pawns in t.pawns.items()},
        left=t.left[:],
        bonuses=t.bonuses[:],
        locks=set(t.locks),
        fresh=dict(t.fresh),
        walked=set(t.walked),
        places=t.places[:],
    )


def begin_turn(t: Table) -> None:
    t.doublets, t.dice, t.left, t.quad, t.bonuses = 0, None, [], False, []
    t.locks = pairs_together(t)
    for seat, pawns in t.pawns.items():
        t.fresh.setdefault(seat, pawns.count(START))


def pairs_together(t: Table) -> set[frozenset[int]]:
    return {
        frozenset((i, j))
        for i, j in combinations(range(4), 2)
        if t.mine[i] == t.mine[j] and 0 <= t.mine[i] < HOME
    }


# ---------------------------------------------------------------- spaces


def others_on(t: Table, count: int) -> list[tuple[int, int]]:
    """Opposing pawns (seat, pawn) on what the mover counts as `count`; Home Paths have none."""
    if not 0 <= count <= LAST_LOOP:
        return []
    here = (17 * t.turn + count) % 68
    return [
        (seat, i)
        for seat, pawns in t.pawns.items()
        for i, at in enumerate(pawns)
        if seat != t.turn and 0 <= at <= LAST_LOOP and (17 * seat + at) % 68 == here
    ]


def blockade_on(t: Table, count: int) -> bool:
    return count < HOME and (t.mine.count(count) == 2 or len(others_on(t, count)) == 2)


def can_enter(t: Table) -> bool:
    return START in t.mine and not blockade_on(t, 0)


def can_move(t: Table, pawn: int, n: int, bonus: bool = False) -> bool:
    here = t.mine[pawn]
    goal = here + n
    if here in (START, HOME) or goal > HOME:
        return False
    if any(blockade_on(t, count) for count in range(here + 1, goal)):
        return False
    if goal == HOME:
        return not (bonus and t.options.get("bonus_into_home") == "no")
    if blockade_on(t, goal):
        return False
    met = others_on(t, goal)
    if met and goal in SAFE:
        return False
    if met and bonus and t.options.get("bonus_can_capture") == "no":
        return False
    if t.options.get("pair_lock") == "off":
        return True
    return not any(
        frozenset((pawn, mate)) in t.locks and t.mine[mate] == goal for mate in range(4) if mate != pawn
    )


# ---------------------------------------------------------------- what may be played


def counts_of(t: Table, action: Action) -> list[int]:
    """The counts an action uses up."""
    if action[0] == "E":
        return [5]
    if action[0] in ("E2", "leap"):
        return list(t.dice or ())
    return [action[1]]


def simple_actions(t: Table) -> list[Action]:
    """Every action with a count in hand that is allowed by itself, duties to enter included."""
    found: list[Action] = []
    waiting = [i for i in range(4) if t.mine[i] == START]
    whole = not t.quad and len(t.left) == 2
    one_leap = t.option("sum_is_one_move") == "yes" and not t.quad
    enters = can_enter(t)
    if whole and sum(t.left) == 5 and enters:
        found += [("E2", i) for i in waiting]
        if t.option("sum_five_optional") == "no":
            return found
    if 5 in t.left and enters:
        found += [("E", i) for i in waiting]
        if t.option("enter_first") == "yes" and not t.quad:
            return found
    for n in set(t.left):
        if n == 5 and enters:
            continue
        found += [("+", n, i) for i in range(4) if can_move(t, i, n) and not (one_leap and i in t.walked)]
    if one_leap and whole and not (5 in t.left and enters):
        found += [("leap", i) for i in range(4) if can_move(t, i, sum(t.left))]
    return found


def sequences(t: Table) -> list[list[Action]]:
    """Every way to go on with the counts in hand until nothing more can be played."""
    found = []
    for action in simple_actions(t):
        after = clone(t)
        play_count(after, action)
        if after.mine == [HOME] * 4:
            found.append([action])
        else:
            found += [[action, *rest] for rest in sequences(after)]
    return found or [[]]


def dice_actions(t: Table) -> list[Action]:
    """Section 4: the actions that begin a sequence of the best kind."""
    ways = [way for way in sequences(t) if way]
    used = {id(way): sum(len(counts_of(t, a)) for a in way) for way in ways}
    if t.quad:

        def complete(way: list[Action]) -> bool:
            return used[id(way)] == len(t.left) or (t.option("quad_short_win") == "yes" and wins(t, way))

        good = [way for way in ways if complete(way)]
    elif t.option("enter_lookahead") == "yes":
        entries = {id(way): sum(a[0] in ("E", "E2") for a in way) for way in ways}
        rank = {id(way): (entries[id(way)], used[id(way)]) for way in ways}
        if t.options.get("max_dice") == "greedy":
            rank = {id(way): (entries[id(way)], 0) for way in ways}
        good = [way for way in ways if rank[id(way)] == max(rank.values())]
    elif t.options.get("max_dice") == "greedy":
        good = ways
    else:
        good = [way for way in ways if used[id(way)] == max(used.values())]
    first = {way[0] for way in good}
    if t.options.get("single_die_choice") == "higher" and not t.quad and ways and max(used.values()) == 1:
        high = max(counts_of(t, a)[0] for a in first)
        first = {a for a in first if counts_of(t, a) == [high]}
    if t.quad and first and len(t.left) == 4 and t.option("quad_optional") == "yes":
        first.add(("pass",))
    return sorted(first, key=repr)


def wins(t: Table, way: list[Action]) -> bool:
    after = clone(t)
    for action in way:
        play_count(after, action)
    return after.mine == [HOME] * 4


def bonus_actions(t: Table) -> list[Action]:
    in_turn = t.bonuses[:1] if t.options.get("bonus_order") == "earned" else t.bonuses
    found: list[Action] = [
        ("B", n, i) for n in set(in_turn) for i in range(4) if can_move(t, i, n, bonus=True)
    ]
    if found and t.option("bonus_optional") == "yes":
        found.append(("pass",))
    return found


def bonuses_due(t: Table) -> bool:
    """Is it time for the bonuses? With `end_of_turn` only when no further roll follows."""
    return not t.left and (t.options.get("bonus_timing") != "end_of_turn" or not rolls_again(t))


def legal(t: Table) -> list[Action]:
    """The mover's choices; empty when the dice are to be rolled or the game is over."""
    if t.over or t.dice is None:
        return []
    return dice_actions(t) if t.left else bonus_actions(t)


# ---------------------------------------------------------------- playing


def land(t: Table, pawn: int, count: int) -> None:
    """Put a pawn down: captures, HOME and pairs follow."""
    t.mine[pawn] = count
    for seat, i in others_on(t, count):
        t.pawns[seat][i] = START
        t.given += 1
        if t.given <= int(t.options.get("bonus_cap", 0)) or "bonus_cap" not in t.options:
            t.bonuses.append(20)
    if count == HOME:
        t.bonuses.append(10)
    t.locks |= pairs_together(t)


def play_count(t: Table, action: Action) -> None:
    counts = counts_of(t, action)
    for n in counts:
        t.left.remove(n)
    t.moved = True
    pawn = action[-1]
    if action[0] in ("E", "E2"):
        t.fresh[t.turn] = max(0, t.fresh[t.turn] - 1)  # pawns in START are alike; a new one goes first
        land(t, pawn, 0)
    else:
        t.walked.add(pawn)
        land(t, pawn, t.mine[pawn] + sum(counts))


def roll(t: Table, dice: tuple[int, int]) -> None:
    t.dice, t.left, t.quad, t.given, t.walked, t.moved = dice, list(dice), False, 0, set(), False
    if t.options.get("pair_lock") == "roll":
        t.locks = pairs_together(t)
    if dice[0] == dice[1]:
        t.doublets += 1
        if t.doublets == 3:
            penalty(t)
            return
        if quad_due(t):
            t.quad, t.left = True, [dice[0]] * 2 + [7 - dice[0]] * 2
    settle(t)


def quad_due(t: Table) -> bool:
    condition = t.options.get("quad_condition", "none_in_start")
    if condition == "ever_entered":
        return t.fresh[t.turn] == 0
    if condition == "all_on_board":
        return START not in t.mine and HOME not in t.mine
    return START not in t.mine


def penalty(t: Table) -> None:
    takes_home = t.option("penalty_takes_home") == "yes"
    eligible = [at for at in t.mine if at != START and (at != HOME or takes_home)]
    if eligible:
        t.mine[t.mine.index(max(eligible))] = START
    pass_turn(t)


def play(t: Table, action: Action) -> None:
    do(t, action)
    settle(t)


def do(t: Table, action: Action) -> None:
    """The action itself, without what then happens by itself."""
    if action == ("pass",):
        if t.left:
            t.left = []  # the four-part move is declined as a whole
        else:
            give_up(t)
    elif action[0] == "B":
        t.bonuses.remove(action[1])
        land(t, action[2], t.mine[action[2]] + action[1])
    else:
        play_count(t, action)


def give_up(t: Table) -> None:
    """Decline or lose: all bonuses where their order is free, else the one whose turn it is."""
    t.bonuses = t.bonuses[1:] if t.options.get("bonus_order") == "earned" else []


def rolls_again(t: Table) -> bool:
    assert t.dice is not None
    if t.dice[0] != t.dice[1]:
        return False
    return t.option("doublet_roll_needs_move") == "no" or t.quad or t.moved


def settle(t: Table) -> None:
    """Everything that happens by itself until somebody chooses, rolls, or has won."""
    if t.mine == [HOME] * 4:
        t.places.append(t.turn)
        others = [seat for seat in t.pawns if seat not in t.places]
        if t.option("play_for_places") == "no" or len(others) == 1:
            t.over = True
        else:
            pass_turn(t)
        return
    if t.left and not dice_actions(t):
        t.left = []
    if t.left:
        return
    if bonuses_due(t):
        while t.bonuses and not bonus_actions(t):
            give_up(t)
        if t.bonuses:
            return
    if rolls_again(t):
        t.dice = None
    else:
        pass_turn(t)


def pass_turn(t: Table) -> None:
    seat = (t.turn - 1) % 4
    while seat not in t.pawns or seat in t.places:
        seat = (seat - 1) % 4
    t.turn = seat
    begin_turn(t)


# ---------------------------------------------------------------- comparing


def note(t: Table, action: Action) -> str:
    """The action in the notation of the specification."""
    if action[0] in ("E", "E2", "pass"):
        return str(action[0])
    here = t.mine[action[-1]]
    if action[0] == "leap":
        high, low = sorted(t.dice or (), reverse=True)
        return f"{here}+{high}+{low}"
    return f"B{action[1]}:{here}" if action[0] == "B" else f"{here}+{action[1]}"


def shape(t: Table) -> tuple[Any, ...]:
    """The position with the mover's pawns made interchangeable, locks kept: equal shapes play alike."""
    forms = []
    locks = t.locks if t.options.get("pair_lock") != "off" else set()
    walked = t.walked if t.option("sum_is_one_move") == "yes" and t.left and not t.quad else set()
    for order in permutations(range(4)):
        pawns = tuple(t.mine[i] for i in order)
        bound = tuple(
            (a, b)
            for a, b in combinations(range(4), 2)
            if frozenset((order[a], order[b])) in locks and HOME not in (pawns[a], pawns[b])
        )
        forms.append((pawns, bound, tuple(i in walked for i in order)))
    rest = tuple((other, tuple(pawns)) for other, pawns in t.pawns.items() if other != t.turn)
    return (tuple(sorted(t.left)), tuple(sorted(t.bonuses)), min(forms), rest)
