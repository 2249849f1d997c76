"""Positions made up for tests, in which the pieces get in each other's way."""

from __future__ import annotations

import random
from typing import Any

from tests.rulebook.pollyanna import spaces

TABLES = {
    "two": {"chairs": [0, 2]},
    "three": {"chairs": [0, 1, 3]},
    "four": {"chairs": [0, 1, 2, 3], "mode": "individual"},
    "partners": {"chairs": [0, 1, 2, 3]},
}
HOUSE_RULES: dict[str, str] = {
    "start_first": "no",
    "sum_six_optional": "yes",
    "max_stack": "4",
    "start_respects_max_stack": "yes",
    "sum_is_one_move": "yes",
    "max_dice": "greedy",
    "single_die_choice": "higher",
    "reward_mandatory": "yes",
    "reward_timing": "any",
    "reward_on_start": "no",
    "reward_into_home": "no",
    "reward_must_save_die": "yes",
    "joiner_waits": "no",
}


def crowd(rng: random.Random, table: dict[str, Any], options: dict[str, str]) -> dict[str, Any]:
    """A legal position in which the pieces get in each other's way."""
    chairs = table["chairs"]
    partners = len(chairs) == 4 and table.get("mode") != "individual"
    turn = rng.choice(chairs)
    middle = rng.randrange(spaces.loop())
    taken: dict[spaces.Place, list[int]] = {}
    pieces: dict[str, list[Any]] = {}
    for seat in chairs:
        pieces[str(seat)] = []
        for _ in range(4):
            while True:
                place = somewhere(rng, seat, middle)
                if may_stand(taken, partners, seat, place):
                    break
            if place not in ("C", "H"):
                taken.setdefault(key(seat, place), []).append(seat)
            word = spaces.name(seat, place)
            pieces[str(seat)].append(int(word) if word.isdecimal() else word)
        if pieces[str(seat)] == ["H"] * 4:
            pieces[str(seat)][0] = "C"  # nobody has won yet
    given = dict(options)
    if table.get("mode"):
        given["mode"] = table["mode"]
    data = {"game": "pollyanna", "options": given, "pieces": pieces, "turn": turn}
    if options.get("joiner_waits") != "no" and rng.random() < 0.3:  # as after doublets
        last = spaces.before_home_path()
        on_the_way = [
            i for i, place in enumerate(pieces[str(turn)]) if isinstance(place, int) and 0 < place <= last
        ]
        data["joined"] = rng.sample(on_the_way, min(len(on_the_way), rng.randint(0, 2)))
    return data


def somewhere(rng: random.Random, seat: int, middle: int) -> spaces.Place:
    kind = rng.random()
    if kind < 0.2:
        return "C"
    if kind < 0.3:
        return "H"
    if kind < 0.4:
        return ("P", rng.randint(1, spaces.TRACK["path_length"]))
    if kind < 0.55:
        return ("T", (seat + rng.randint(1, 3)) % 4, rng.randint(1, spaces.TRACK["turnout_length"]))
    if kind < 0.62:
        return spaces.start_space(rng.randrange(4))
    if kind < 0.68:
        return spaces.entrance(rng.randrange(4))
    return ("B", (middle + rng.randint(0, 16)) % spaces.loop())


def key(seat: int, place: spaces.Place) -> spaces.Place:
    return ("P", seat, place[1]) if place[0] == "P" else place


def may_stand(taken: dict[spaces.Place, list[int]], partners: bool, seat: int, place: spaces.Place) -> bool:
    if place in ("C", "H"):
        return True
    there = taken.get(key(seat, place), [])
    if place[0] != "B":
        return not there
    if int(spaces.name(seat, place)) > spaces.before_home_path():
        return False  # between his entrance and his start
    return len(there) < 3 and all(o == seat or (partners and (o - seat) % 2 == 0) for o in there)
