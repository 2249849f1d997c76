"""Pollyanna a second time: slow, honest, and independent of the rules under test.

Written from the legal-move procedure of the specification on plain dicts and lists, with spaces of
the board itself instead of each player's own count. Nothing here imports the game. A table:

    {"pieces": {seat: [place, ...]},  "turn": seat,  "partners": bool,  "options": {...},
     "thrown": (5, 3),  "left": [3],        the throw, and the dice still to be played
     "rewards": 1,                          captures whose ten spaces are open
     "waiting": {2},                        pieces that joined a pair in this turn
     "moved": None}                         the piece that the first die moved

A place is "C" (corner), "H" (home), ("B", 0..59), ("T", turnout, 1..7) or ("P", 1..6) on the printed
board; the last lies on the owner's own path. An action is ("start", 6), ("start", "="), ("move", piece, die,
place), ("leap", piece, dice, place) for both dice at once (a house rule), ("reward", piece, place)
or ("pass",).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Table = dict[str, Any]
Place = Any
Action = tuple[Any, ...]

DEFAULTS = {
    "start_first": True,
    "sum_six_optional": False,
    "max_stack": 3,
    "start_respects_max_stack": False,
    "sum_is_one_move": False,
    "max_dice": "lookahead",
    "single_die_choice": "any",
    "reward_mandatory": False,
    "reward_timing": "immediate",
    "reward_on_start": True,
    "reward_into_home": True,
    "reward_must_save_die": False,
    "joiner_waits": True,
}

# ---------------------------------------------------------------- the board

# How many spaces a side, a turnout and a Home Path have, and which spaces of a side are special.
PRINTED = {
    "side": 15,
    "start_offset": 6,
    "branch": 5,
    "merge": 10,
    "turnout_length": 7,
    "path_length": 6,
}
TRACK = PRINTED  # the board that is played on


def loop() -> int:
    return 4 * TRACK["side"]


def before_home_path() -> int:
    """What everybody calls the own entrance."""
    return loop() - TRACK["start_offset"]


def entrance(seat: int) -> Place:
    return ("B", TRACK["side"] * seat)


def start_space(seat: int) -> Place:
    return ("B", TRACK["side"] * seat + TRACK["start_offset"])


def steps(seat: int, place: Place) -> list[Place]:
    """Where one step leads: two places behind a branch, none from home."""
    if place == "H":
        return []
    if place[0] == "P":
        return [("P", place[1] + 1) if place[1] < TRACK["path_length"] else "H"]
    if place[0] == "T":
        if place[2] < TRACK["turnout_length"]:
            return [("T", place[1], place[2] + 1)]
        return [("B", TRACK["side"] * place[1] + TRACK["merge"])]
    if place == entrance(seat):
        return [("P", 1)]
    onward = [("B", (place[1] + 1) % loop())]
    if place[1] % TRACK["side"] == TRACK["branch"]:
        onward.append(("T", place[1] // TRACK["side"], 1))
    return onward


def routes(seat: int, place: Place, count: int) -> list[list[Place]]:
    """All ways to go so many steps; each is the list of the places touched."""
    if count == 0:
        return [[]]
    return [[here, *rest] for here in steps(seat, place) for rest in routes(seat, here, count - 1)]


# ---------------------------------------------------------------- who stands where


def friends(table: Table, one: int, other: int) -> bool:
    return one == other or (table["partners"] and (one - other) % 2 == 0)


def standing(table: Table, seat: int, place: Place) -> list[int]:
    """The owners of the pieces on a place, as `seat` sees it: nobody else is on his path."""
    if place[0] == "P":
        return [seat for p in table["pieces"][seat] if p == place]
    return [owner for owner, places in table["pieces"].items() for p in places if p == place]


def can_pass(table: Table, seat: int, place: Place) -> bool:
    there = standing(table, seat, place)
    if place[0] != "B":
        return not there
    return not any(sum(friends(table, one, other) for other in there) >= 2 for one in there)


def can_stop(table: Table, seat: int, place: Place) -> bool:
    if place == "H":
        return True
    there = standing(table, seat, place)
    if not there:
        return True
    if place[0] != "B":
        return False
    if all(friends(table, seat, other) for other in there):
        return len(there) < table["options"]["max_stack"]
    return len(there) == 1 and place not in (entrance(there[0]), start_space(there[0]))


def can_start(table: Table) -> bool:
    seat = table["turn"]
    if "C" not in table["pieces"][seat]:
        return False
    there = standing(table, seat, start_space(seat))
    if all(friends(table, seat, other) for other in there):
        full = len(there) >= table["options"]["max_stack"]
        return not (full and table["options"]["start_respects_max_stack"])
    return len(there) == 1


def reachable(table: Table, piece: int, count: int) -> list[Place]:
    """Where this piece of the player on turn can go with so many steps."""
    seat = table["turn"]
    place = table["pieces"][seat][piece]
    if place in ("C", "H") or piece in table["waiting"]:
        return []
    return [
        way[-1]
        for way in routes(seat, place, count)
        if all(p != "H" and can_pass(table, seat, p) for p in way[:-1]) and can_stop(table, seat, way[-1])
    ]


# ---------------------------------------------------------------- playing


def put(table: Table, piece: int, place: Place, started: bool = False) -> Table:
    """A copy of the table with this piece on that place, captures made and rewards noted."""
    seat = table["turn"]
    after = dict(table, pieces={s: list(p) for s, p in table["pieces"].items()})
    there = standing(table, seat, place) if place != "H" else []
    if there and not friends(table, seat, there[0]):
        victim = after["pieces"][there[0]]
        victim[victim.index(place)] = "C"
        if not started or table["options"]["reward_on_start"]:
            after["rewards"] += 1
    elif len(there) >= 2 and not started and table["options"]["joiner_waits"]:
        after["waiting"] = table["waiting"] | {piece}
    after["pieces"][seat][piece] = place
    return after


def apply(table: Table, action: Action) -> Table:
    seat = table["turn"]
    if action == ("pass",):
        return dict(table, rewards=table["rewards"] - 1)
    if action[0] == "reward":
        return put(dict(table, rewards=table["rewards"] - 1), action[1], action[2])
    if action[0] == "leap":
        return put(dict(table, left=[]), action[1], action[3])
    if action[0] == "move":
        left = without(table["left"], action[2])
        return put(dict(table, left=left, moved=action[1]), action[1], action[3])
    left = [] if action[1] == "=" else without(table["left"], 6)
    piece = table["pieces"][seat].index("C")
    return put(dict(table, left=left), piece, start_space(seat), started=True)


def without(dice: list[int], die: int) -> list[int]:
    rest = list(dice)
    rest.remove(die)
    return rest


def rewards(table: Table) -> list[Action]:
    """Every way to take an open reward."""
    return [
        ("reward", piece, place)
        for piece in range(4)
        for place in reachable(table, piece, 10)
        if place != "H" or table["options"]["reward_into_home"]
    ]


def settle(table: Table) -> Table:
    """Rewards that nobody can take are lost; where the house keeps them, only with the last die."""
    kept = table["options"]["reward_timing"] == "any" and (starts(table) or moves(table))
    if table["rewards"] and not kept and not rewards(table):
        return dict(table, rewards=0)
    return table


def starts(table: Table) -> list[Action]:
    if not can_start(table):
        return []
    found: list[Action] = [("start", 6)] if 6 in table["left"] else []
    if len(table["left"]) == 2 and sum(table["left"]) == 6:
        found.append(("start", "="))
    return found


def moves(table: Table) -> list[Action]:
    one_move = table["options"]["sum_is_one_move"]
    found: list[Action] = [
        ("move", piece, die, place)
        for die in set(table["left"])
        for piece in range(4)
        for place in reachable(table, piece, die)
        if not (one_move and piece == table["moved"])
    ]
    if one_move and len(table["left"]) == 2:
        dice = tuple(table["left"])
        found += [("leap", i, dice, place) for i in range(4) for place in reachable(table, i, sum(dice))]
    return found


def gain(table: Table, action: Action) -> tuple[int, int]:
    """Starts and dice that an action itself adds."""
    if action[0] == "start":
        duty = action[1] == 6 or not table["options"]["sum_six_optional"]
        return int(duty), 1 if action[1] == 6 else 2
    return 0, {"move": 1, "leap": 2}.get(action[0], 0)


def best(table: Table) -> tuple[int, int]:
    """The most starts, then the most dice, that can still be played; rewards serve that end."""
    table = settle(table)
    choices = starts(table) + moves(table)
    if table["rewards"] and table["options"]["reward_timing"] == "any":
        choices += rewards(table)
    elif table["rewards"]:
        choices = [*rewards(table), *declining(table)]
    return max((worth(table, action) for action in choices), default=(0, 0))


def declining(table: Table) -> list[Action]:
    return [] if table["options"]["reward_mandatory"] else [("pass",)]


def worth(table: Table, action: Action) -> tuple[int, int]:
    own, later = gain(table, action), best(apply(table, action))
    return own[0] + later[0], own[1] + later[1]


def legal(table: Table) -> list[Action]:
    """The legal actions of a settled table; empty when the throw is over."""
    if all(place == "H" for place in table["pieces"][table["turn"]]):
        return []
    any_time = table["options"]["reward_timing"] == "any"
    found = legal_dice(table) if any_time or not table["rewards"] else []
    if table["rewards"]:
        found = found + rewards(table) + ([] if found else declining(table))
        if table["options"]["reward_must_save_die"]:
            found = the_best(table, found)
    return found


def legal_dice(table: Table) -> list[Action]:
    options = table["options"]
    found = starts(table) + moves(table)
    if options["max_dice"] == "lookahead":
        found = the_best(table, found)
    duty = [a for a in found if gain(table, a)[0]]
    if duty and options["start_first"]:
        found = duty
    elif duty and options["max_dice"] == "greedy":  # any order, but every SIX that can start must
        spare = table["left"].count(6) > table["pieces"][table["turn"]].count("C")
        single = [a for a in found if a[0] == "move" and (a[2] != 6 or spare)]
        found = duty + (single if duty == [("start", 6)] else [])
    dice = {a[2] for a in found if a[0] == "move"}
    if options["single_die_choice"] == "higher" and len(dice) == 2 and best(table)[1] == 1:
        found = [a for a in found if a[2] == max(dice)]
    return found


def the_best(table: Table, actions: list[Action]) -> list[Action]:
    values = {action: worth(table, action) for action in actions}
    most = max(values.values(), default=(0, 0))
    return [action for action in actions if values[action] == most]


# ---------------------------------------------------------------- throws and turns


def throw(table: Table, a: int, b: int) -> Table:
    return dict(table, thrown=(a, b), left=[a, b], rewards=0, moved=None)


def over(table: Table) -> bool:
    """Has the side of the player on turn won?"""
    mine = [s for s in table["pieces"] if friends(table, table["turn"], s)]
    return all(place == "H" for seat in mine for place in table["pieces"][seat])


def finish(table: Table) -> Table:
    """The throw is over: the same player throws again, or the next one to the right does."""
    seat: int = table["turn"]
    finished = {s for s, places in table["pieces"].items() if all(p == "H" for p in places)}
    if table["thrown"][0] == table["thrown"][1] and not table["left"] and seat not in finished:
        return table
    after = [s for s in ((seat + k) % 4 for k in (1, 2, 3, 4)) if s in table["pieces"]]
    return dict(table, turn=next(s for s in after if s not in finished), waiting=frozenset())


# ---------------------------------------------------------------- reading and writing


def read(data: Mapping[str, Any]) -> Table:
    """A table from the JSON form of a position that waits for a throw."""
    given = dict(data.get("options", {}))
    mode = given.pop("mode", "usual")
    turn = data["turn"]
    pieces = {int(s): [_place(int(s), turn, w) for w in words] for s, words in data["pieces"].items()}
    partners = len(pieces) == 4 and mode != "individual"
    options = {name: _option(name, given.get(name, value)) for name, value in DEFAULTS.items()}
    waiting = frozenset(data.get("joined", []))
    return {"pieces": pieces, "turn": turn, "partners": partners, "options": options, "waiting": waiting}


def _option(name: str, value: Any) -> Any:
    return {"yes": True, "no": False}.get(value, int(value) if name == "max_stack" else value)


def _place(owner: int, turn: int, word: str | int) -> Place:
    if word in ("C", "H"):
        return word
    if isinstance(word, str) and word[0] == "@":
        owner, word = turn, (int(word[1:]) if word[1:].isdecimal() else word[1:])
    if isinstance(word, str):
        return ("T", (owner + int(word[1])) % 4, int(word[3:]))
    if word > before_home_path():
        return ("P", word - before_home_path())
    return ("B", (word + start_space(owner)[1]) % loop())


def name(seat: int, place: Place) -> str:
    """A place as its owner counts it."""
    if place in ("C", "H"):
        return str(place)
    if place[0] == "P":
        return str(before_home_path() + place[1])
    if place[0] == "T":
        return f"T{(place[1] - seat) % 4}.{place[2]}"
    return str((place[1] - start_space(seat)[1]) % loop())


def notation(table: Table, action: Action) -> str:
    if action[0] == "start":
        return f"START{action[1]}"
    if action[0] == "pass":
        return "pass"
    seat, piece, to = table["turn"], action[1], action[-1]
    here = table["pieces"][seat][piece]
    if action[0] == "reward":
        what, count = f"R10:{name(seat, here)}", 10
    elif action[0] == "leap":
        what, count = "{}+{}+{}".format(name(seat, here), *action[2]), sum(action[2])
    else:
        what, count = f"{name(seat, here)}+{action[2]}", action[2]
    turned_off = to[0] == "T" and here[:2] != to[:2]
    all_through = (
        here[0] == to[0] == "B" and (to[1] - here[1]) % loop() != count
    )  # eight steps instead of five
    return f"{what}>{name(seat, to)}" if turned_off or all_through else what
