"""The features of every game as tables, for docs/environments.md; run it to write them there anew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import parlour

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
BEGIN, END = "<!-- fields: written by tests/envs/fields.py -->\n", "<!-- end of fields -->\n"
LONGEST = 80  # fields that repeat together
FAMILIES = ("phase", "colour", "sale", "give", "want", "fork", "pass", "on", "ply")  # told in one line

EVERYWHERE = {
    "turn": "1 if it is that seat's turn",
    "seated": "1 if somebody sits there; an empty chair is all zeros",
    "side": "1 for seats of the own side, itself included",
    "acts": "1 if that seat may act now",
    "phase_*": "one of these is 1",
    "left_#": "how many dice, or counts, of this number are left to play, out of two",
}
MEANINGS = {
    "parcheesi": {
        "start": "pawns in START, out of four",
        "home": "pawns at HOME, out of four",
        "pawn_#": "how far each pawn has come: 0 in START, 1 at HOME; by the numbers that actions call them",
        "loop_#": "the loop, from the own ENTER on: 0.5 for each own pawn there, -0.5 for each other",
        "tens": "bonuses of ten to be played, out of four",
        "twenties": "bonuses of twenty to be played, out of four",
        "doublets": "doublets rolled in a row, out of two",
        "quad": "1 in a move of four parts",
    },
    "pollyanna": {
        "moved": "1 if the pieces of that seat are moved now: its own turn, or its partner's",
        "corner": "pieces in the corner, out of four",
        "home": "pieces at home, out of four",
        "piece_#": "how far each piece has come: 0 in the corner, 1 at home; "
        "by the numbers that actions call them",
        "broadway_#": "the Broadway, from the first space of the own side on: "
        "0.25 for each piece of the own side there, -0.25 for each rival",
        "#": "the turnouts likewise, beginning with the own one",
        "rewards": "rewards to be used or declined, out of four",
        "waits_#": "1 for each of the moved pieces that must wait",
    },
    "doubleswild": {
        "playing": "1 if that seat takes turns: everybody, or those in the tie-break",
        "supply": "markers left, as a share of all",
        "points": "points of that seat's side, out of twice as many as a player has markers",
        "own": "1 if the own marker lies on this square; `square_3_11` is row 3, column 11",
        "next": "1 if that seat's marker lies there",
        "across": "1 if that seat's marker lies there",
        "last": "1 if that seat's marker lies there",
        "protected": "1 if the marker there is part of a row, so that nobody may touch it",
        "met": "1 for the square that is met or fought for",
        "red_#": "1 for the row that the red pair names",
        "red_double": "1 if the red pair is a double",
        "red_again": "1 if the red pair may still be thrown again",
        "blue_#": "1 for the column that the blue pair names",
        "blue_double": "1 if the blue pair is a double",
        "blue_again": "1 if the blue pair may still be thrown again",
        "attacker_die_#": "the attacker's dice in a battle, lowest first, out of six",
        "defender_die_#": "the defender's",
        "round": "the round of the battle, out of the usual ones and one more for all extra rounds",
        "tiebreak": "1 in a tie-break",
        "dice_next": "1 if dice are next",
    },
    "tritrac": {
        "H": "1 if such a tile lies on the cell with its plain side at H: "
        "`own`, `theirs` and the `neutral` one for each cell",
        "B": "likewise at B",
        "F": "likewise at F",
        "hand": "tiles in hand, as a share of all",
        "neutral_alone": "1 if that seat alone may handle the neutral tile",
        "quiet": "turns since the last placement, out of 100",
        "stood_before": "how often the position has stood before, out of three times",
        "ply_*": "1 in each of the first three turns, whose rules differ",
    },
    "doubletrack": {
        "bid": "1 if that seat has bid",
        "circle": "how far its small pawn has come, as a share of the way",
        "to_fork": "steps of its large pawn to the next fork, out of the highest roll",
        "on_*": "the stretch its large pawn is on, one of four",
        "fork_*": "whose fork is next, one of four",
        "pass_*": "1 for each pass that it holds; colours as seats, the own one first",
        "red": "red chips by the own account, out of all there are: chips move in the open",
        "blue": "blue chips",
        "yellow": "yellow chips",
        "card_#": "the own cards, and those that others are known to hold, by kind, out of a full hand",
        "unplaced_card_#": "copies that could be anywhere, by kind, out of a full hand",
        "asked": "1 for each gate asked for in this turn",
        "granted": "1 for each gate that is open to the mover",
        "meant": "1 for the gate that is talked about",
        "on_sale": "1 for the pass on sale",
        "sale_*": "what is sold, if anything",
        "die_#": "the dice, out of six",
        "price": "the price named, out of all money",
        "offer": "the offer made, out of all money",
        "asks": "requests in this turn, out of twelve",
        "counters": "counter-offers in this request, out of twelve",
        "unseen": "cards of the pile that nobody has seen, out of all",
        "armed": "1 if the own small pawn may use the purple circle it is on (house rule)",
        "card_steps": "steps of the card in play, if it may be seen, out of the highest roll",
        "give_*": "what is given in a deal: chips, out of all of that colour, and passes",
        "want_*": "what is wanted likewise",
        "colour_*": "which colour the seat has: the sides of the board are not all alike",
    },
}


def kind(name: str) -> str:
    """What a feature is, whosever it is and whatever its number."""
    last = name.rpartition(".")[2]
    family = last.partition("_")[0]
    grouped = family in FAMILIES and "_" in last and last != "on_sale"
    return f"{family}_*" if grouped else re.sub(r"\d+", "#", last)


def blocks(names: tuple[str, ...]) -> Iterator[tuple[int, int, int]]:
    """The names as (first, how many fields, how often they repeat), as few of these as will do."""
    kinds, at = [(kind(n), "." in n) for n in names], 0
    while at < len(names):
        size, times = 1, 1
        for length in range(2, LONGEST + 1):
            again = 1
            while kinds[at + again * length : at + (again + 1) * length] == kinds[at : at + length]:
                again += 1
            if again > 1 and len(set(kinds[at : at + length])) > 1 and length * again > size * times:
                size, times = length, again
        yield at, size, times
        at += size * times


def table(game: parlour.Game) -> str:
    names: tuple[str, ...] = game.rules.FEATURE_NAMES
    meanings = EVERYWHERE | MEANINGS[game.id]
    told = [
        f"### {game.words.TITLE}\n\n{len(names)} numbers.\n\n| number | field | meaning |\n|---|---|---|\n"
    ]
    singles: list[int] = []

    def rows(fields: list[int], repeats: str) -> None:
        for what, group in groupby(fields, key=lambda i: (kind(names[i]), names[i].rpartition(".")[0])):
            run = list(group)
            span = f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0])
            field = f"`{names[run[0]]}`" + (f" … `{names[run[-1]]}`" if len(run) > 1 else "")
            told.append(f"| {span} | {field} | {meanings[what[0]]} |\n")
        if repeats:
            told.append(repeats)

    for first, size, times in blocks(names):
        if times == 1:
            singles.append(first)
            continue
        rows(singles, "")
        singles = []
        heads = list(dict.fromkeys(n.rpartition(".")[0] for n in names[first : first + size * times]))
        whose = ", ".join(f"`{h}`" for h in heads[1:]) if len(heads) < 6 else f"`{heads[1]}` … `{heads[-1]}`"
        span = f"{first + size}–{first + size * times - 1}"
        rows(list(range(first, first + size)), f"| {span} | the same {size} | for {whose} |\n")
    rows(singles, "")
    return "".join(told)


def section() -> str:
    return "\n".join(table(parlour.load(name)) for name in parlour.names())


def page() -> str:
    """The page with its tables as they must be."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{section()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
