"""The exact odds of Doubles Wild: of squares and doubles in a turn, and of the battle: see battle_odds.py."""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

from parlour.rules.kit import ROLL_TICKETS, ROLLS
from parlour.rules.position import Position
from parlour.rules.sheets import Given, Sheet, Topic, percent
from parlour.text import Text, join, say

from . import rules
from .advice import now
from .battle_odds import (
    ATTACKER,
    TIES,
    TRIPLES,
    Dice,
    Player,
    battle,
    battle_of,
    content,
    course,
    greedy,
    idle,
    place,
    solve,
    state_of,
)
from .names import dice_name

__all__ = ["TOPICS", "aimed", "fits", "fixed", "named", "now"]

LINES = range(rules.FIRST, rules.LAST + 1)

# ---------------------------------------------------------------- the two dice of one colour


def named(line: int) -> Fraction:
    """The chance that a pair names this line by its total: a double names none (DBW-ROLL-2)."""
    return Fraction(sum(2 for a, b in ROLLS.tolist() if a != b and a + b == line), ROLL_TICKETS)


DOUBLE = Fraction(sum(1 for a, b in ROLLS.tolist() if a == b), ROLL_TICKETS)


def fits(line: int) -> Fraction:
    """The chance that a pair lets one choose this line: by its total, or as a double (DBW-WILD-1)."""
    return named(line) + DOUBLE


def aimed(line: int) -> Fraction:
    """The same when the pair is thrown again unless it fits."""
    return 1 - (1 - fits(line)) ** 2


def fixed(line: int, keep: Collection[int]) -> Fraction:
    """The same when the pair is thrown again unless it is a double or has a total in `keep`."""
    kept = DOUBLE + sum((named(total) for total in keep), Fraction(0))
    return DOUBLE + (named(line) if line in keep else 0) + (1 - kept) * fits(line)


# ---------------------------------------------------------------- sheets: squares and doubles


def _squares(title: Text, note: Text, chance: Callable[[int], Fraction]) -> Sheet:
    """Every square's chance: the two colours do not depend on each other."""
    rows = [[row, *(float(chance(row) * chance(column)) for column in LINES)] for row in LINES]
    return Sheet(title, [say("red row"), *LINES], rows, [note])


def _first_sheet(p: Position, given: Given) -> Sheet:
    given.check()
    title = say("The chance to be able to take a square with the first throw, by red row and blue column.")
    return _squares(title, say("A double fits every line of its colour."), fits)


def _aim_sheet(p: Position, given: Given) -> Sheet:
    given.check()
    title = say("The chance to be able to take a square when you aim at it, by red row and blue column.")
    return _squares(title, say("Aiming: whichever pair does not fit is thrown again."), aimed)


def _fixed_sheet(p: Position, given: Given) -> Sheet:
    keep = _totals(given)
    given.check()
    title = say("The chance to be able to take a square after a fixed re-roll, by red row and blue column.")
    note = say("Every pair is thrown again that is no double.")
    if keep:
        shown = ", ".join(map(str, sorted(keep)))
        note = say(
            "Every pair is thrown again that is no double and whose total is none of {keep}.", keep=shown
        )
    return _squares(title, note, lambda line: fixed(line, keep))


def _totals(given: Given) -> set[int]:
    """The totals to keep, such as 5,6,7."""
    said = given.values.get("keep")
    totals = set()
    for word in said.split(",") if said else ():
        if word.strip().isdecimal() and len(word.strip()) < 3 and int(word) in LINES:
            totals.add(int(word))
        else:
            given.wrong(
                say(
                    "keep lists totals from {first} to {last}, such as 6,7,8, not “{word}”.",
                    first=LINES[0],
                    last=LINES[-1],
                    word=word.strip(),
                )
            )
    return totals


def _wild_sheet(p: Position, given: Given) -> Sheet:
    given.check()
    either, both = 1 - (1 - DOUBLE) ** 2, DOUBLE**2
    twice = 1 - (1 - DOUBLE) ** 2  # one pair, thrown again unless it is a double
    rows: list[tuple[Text, Fraction]] = [
        (say("one throw: no double"), 1 - either),
        (say("one throw: exactly one double"), either - both),
        (say("one throw: two doubles"), both),
        (say("at least one, both pairs thrown again unless there is one"), 1 - (1 - either) ** 2),
        (say("red and blue, each pair thrown again unless it is a double"), twice**2),
        (say("a certain colour, its pair thrown again unless it is a double"), twice),
    ]
    return Sheet(
        say("The chance of doubles, which are wild."),
        [say("doubles"), say("chance"), say("exactly")],
        [[text, float(chance), str(chance)] for text, chance in rows],
        digits=6,
    )


# ---------------------------------------------------------------- sheets: the battle

_TIE_WORDS = {
    "extra_round": say("tie: an extra round (the printed rule)"),
    "reroll_all": say("tie: all dice are thrown again"),
    "defender": say("tie: the defender keeps the square"),
    "attacker": say("tie: the attacker takes the square"),
    "coin": say("tie: a coin decides"),
}
_SIDES = ("attacker", "defender")
_ROUNDS = (*map(str, range(1, rules.ROUNDS + 1)), "extra")


def _only_before_extra(player: Player) -> Player:
    """The same player, who plays the best in extra rounds."""
    return lambda number, own, other: None if number >= rules.EXTRA else player(number, own, other)


_WEAKER: list[tuple[Text, Player | None, Player | None]] = [
    (say("greedy attacker"), _only_before_extra(greedy), None),
    (say("greedy defender"), None, _only_before_extra(greedy)),
    (say("both greedy, the defender stands when ahead in the last round"), greedy, content),
    (say("attacker never throws again"), idle, None),
    (say("defender never throws again"), None, idle),
]


def _battle_sheet(p: Position, given: Given) -> Sheet:
    if given.values:
        return _given_sheet(p, given)
    given.check()
    if p.phase == rules.BATTLE and p.due == 0:
        side, number, a, d = state_of(p)
        return _state_sheet(p, side, number, a, d)
    tie, most = TIES[p.battle_tie], p.battle_max_extra
    rows: list[list[Text | float]] = []
    for name in TIES:
        won = battle(name, most).start
        rows.append([_TIE_WORDS[name], won, 1 - won])
    for text, attacker, defender in _WEAKER:
        won = solve(tie, most, attacker, defender).start
        rows.append([text, won, 1 - won])
    ahead, ties = course(battle(tie, most), 60)
    notes = [
        say(
            "After round {rounds} the attacker is ahead in {ahead} of battles, and {tied} are tied.",
            rounds=rules.ROUNDS,
            ahead=percent(ahead),
            tied=percent(ties[0]),
        ),
        say("Greedy: keeps 5 and 6 in round 2, and 4 as well later. Whoever is not named plays his best."),
    ]
    if tie == "extra_round" and not most:
        notes.insert(
            1,
            say(
                "A second extra round follows in {second}, a third in {third}; on average there are {mean}.",
                second=percent(ties[1]),
                third=percent(ties[2]),
                mean=f"{sum(ties):.4f}",
            ),
        )
    title = say("The battle, before the first throw: who wins it when both play their best, or not.")
    return Sheet(title, [say("battle"), say("attacker wins"), say("defender wins")], rows, notes, digits=12)


def _given_sheet(p: Position, given: Given) -> Sheet:
    """The state of a battle that is told in words."""
    number = given.choice("round", _ROUNDS)
    to_act = given.choice("to_act", _SIDES) or "attacker"
    dice = {name: _dice(given, name) for name in _SIDES}
    first = number == "1"
    lying = {"attacker": not first or to_act == "defender", "defender": not first}
    if "round" not in given.values:
        given.wrong(say("Tell the round too, as one of: {rounds}.", rounds=", ".join(_ROUNDS)))
    for name in _SIDES:
        if lying[name] and name not in given.values:
            given.wrong(say("Tell the {side}'s dice too, such as {side}=2-5-6.", side=name))
        elif not lying[name] and name in given.values:
            given.wrong(say("The {side} has thrown no dice yet in round 1.", side=name))
    tie = TIES[p.battle_tie]
    if number == "extra":
        if tie not in ("extra_round", "reroll_all"):
            given.wrong(say("There are no extra rounds by the house rule battle_tie={tie}.", tie=tie))
        mine, yours = dice["attacker"], dice["defender"]
        if to_act == "attacker" and mine and yours and sum(mine) != sum(yours):
            given.wrong(
                say(
                    "An extra round begins with equal totals, not with {mine} against {yours}.",
                    mine=sum(mine),
                    yours=sum(yours),
                )
            )
    given.check()
    places = [place(dice[name] or TRIPLES[0]) for name in _SIDES]
    return _state_sheet(p, _SIDES.index(to_act), _ROUNDS.index(number or "") + 1, *places)


def _dice(given: Given, name: str) -> Dice | None:
    """Three dice, written 2-5-6, 2,5,6 or 256."""
    said = given.values.get(name)
    digits = "".join(c for c in said or "" if c not in "-, ")
    if said is None or (len(digits) == 3 and set(digits) <= set("123456")):
        return tuple(sorted(map(int, digits))) or None
    given.wrong(say("{name} is three dice, such as 2-5-6, not “{said}”.", name=name, said=said))
    return None


def _state_sheet(p: Position, side: int, number: int, a: int, d: int) -> Sheet:
    """All throws of the side to act, the best first."""
    own = TRIPLES[a if side == ATTACKER else d]
    rows: list[list[Text | str | float]] = []
    for mask, won in battle_of(p).ways(side, number, a, d):
        kept, thrown = _split(own, mask)
        rows.append([_shown(kept), _shown(thrown) if number > 1 else say("all"), won, 1 - won])
    columns = [say("keep"), say("throw"), say("attacker wins"), say("defender wins")]
    return Sheet(_situation(side, number, TRIPLES[a], TRIPLES[d]), columns, rows, digits=12)


def _situation(side: int, number: int, mine: Dice, yours: Dice) -> Text:
    if number == 1 and side == ATTACKER:
        return say("Round 1: the attacker is to throw.")
    if number == 1:
        return say("Round 1: the attacker has {mine}, the defender is to throw.", mine=_shown(mine))
    who = say("the attacker") if side == ATTACKER else say("the defender")
    dice = say("The attacker has {mine}, the defender {yours}.", mine=_shown(mine), yours=_shown(yours))
    if number > rules.ROUNDS:
        return join([say("Extra round, {who} to act.", who=who), dice])
    return join([say("Round {number}, {who} to act.", number=number, who=who), dice])


def _split(dice: Dice, mask: int) -> tuple[Dice, Dice]:
    """The dice kept, and those thrown again."""
    kept = tuple(value for i, value in enumerate(dice) if not mask >> i & 1)
    return kept, tuple(value for i, value in enumerate(dice) if mask >> i & 1)


def _shown(dice: Dice) -> str:
    return dice_name(dice) or "–"


TOPICS = {
    "squares": Topic(say("each square's chance with the first throw"), _first_sheet),
    "aim": Topic(say("each square's chance when you aim at it with the re-roll"), _aim_sheet),
    "fixed": Topic(
        say("each square's chance when you always throw the same pairs again"),
        _fixed_sheet,
        {"keep": say("totals of pairs that are kept, besides doubles; none unless told")},
        "keep=6,7,8",
    ),
    "wilds": Topic(say("the chance of doubles"), _wild_sheet),
    "battle": Topic(
        say("who wins a battle, before it begins or from the dice that lie there, and what to keep"),
        _battle_sheet,
        {
            "attacker": say("the attacker's dice"),
            "defender": say("the defender's dice"),
            "round": say("one of: {rounds}", rounds=", ".join(_ROUNDS)),
            "to_act": say("attacker or defender: who throws next; the attacker unless told"),
        },
        "attacker=2-5-6 defender=1-4-5 round=3 to_act=attacker",
    ),
}
