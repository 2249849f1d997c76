"""What everything in Doubletrack is called, spaces, cards, chips and actions, and how it is read again.

Spaces are named as in the rulebook, R.M2; circles by their number; cards AHEAD-5, TAKE_LEAD; chips 1r 2b 0y.
A person may type less: see `meant`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from parlour.rules.kit import CHANCE, ROLLS
from parlour.rules.position import Position
from parlour.text import Reason, Text, join, say

from . import cards, chips, duties, gates, layout, record, turns

# ---------------------------------------------------------------- colours and spaces

_COLOURS = {
    "red": (say("Red"), say("red")),
    "blue": (say("Blue"), say("blue")),
    "yellow": (say("Yellow"), say("yellow")),
    "green": (say("Green"), say("green")),
}
COLOUR_WORDS = tuple(_COLOURS[c][1] if c in _COLOURS else say("{colour}", colour=c) for c in layout.COLOURS)
SEAT_NAMES = tuple(
    _COLOURS[c][0] if c in _COLOURS else say("{colour}", colour=c.capitalize()) for c in layout.COLOURS
)
_GATES = {
    "red": say("red gate"),
    "blue": say("blue gate"),
    "yellow": say("yellow gate"),
    "green": say("green gate"),
}
GATE_NAMES = tuple(_GATES.get(c) or say("{colour} gate", colour=c) for c in layout.COLOURS)
CHIP_WORDS = {colour: _COLOURS[colour][1] for colour in layout.DENOMINATIONS}
_PASSES = {
    "red": say("red pass"),
    "blue": say("blue pass"),
    "yellow": say("yellow pass"),
    "green": say("green pass"),
}
PASS_NAMES = tuple(_PASSES.get(c) or say("{colour} pass", colour=c) for c in layout.COLOURS)

_ORDERS = {
    layout.PLAY_A_CARD: say("Play a card"),
    layout.SELL_A_CARD: say("Sell a card"),
    layout.SELL_A_PASS: say("Sell a pass"),
    layout.SELL_THE_LEAD: say("Sell the lead!"),
    layout.TAKE_MONEY: say("Take $25"),
}


def _letters() -> tuple[str, ...]:
    """A capital letter for each colour: of its name, the first that no other has."""
    found: list[str] = []
    for colour in layout.COLOURS:
        found.append(next(c for c in f"{colour}abcdefghij".upper() if c not in found))
    return tuple(found)


SEAT_LETTERS = _letters()


def steps_name(space: int) -> str:
    """The number printed on a space, "5" or "1-5"; nothing where there is none."""
    low, high = int(layout.LOW[space]), int(layout.HIGH[space])
    if layout.ORDER[space] == layout.NUMBER:
        return str(low)
    return f"{low}-{high}" if layout.ORDER[space] == layout.CHOICE else ""


def order_text(space: int) -> Text:
    """What is printed on a space."""
    order = int(layout.ORDER[space])
    if order == layout.TAKE_A_PASS:
        return say("Take the {pass_}", pass_=PASS_NAMES[layout.LOW[space]])
    return _ORDERS.get(order) or say("{steps}", steps=steps_name(space))


def space_text(space: int) -> Text:
    """A space in words: what is printed on it, and on which part of the board it lies."""
    stretch = int(layout.STRETCH_OF[space])
    values = {"order": order_text(space), "seat": SEAT_NAMES[layout.SIDE_OF[space]]}
    if stretch == layout.FORK:  # its order names the colour
        return say("“{order}”", **values)
    if stretch == layout.SHORTCUT:
        return say("“{order}” on {seat}'s shortcut", **values)
    if stretch == layout.CORNER:
        return say("“{order}” on the corner after {seat}'s gate", **values)
    return say("“{order}” before {seat}'s gate", **values)


def circle_text(circle: int) -> Text:
    """What people call a circle of the inner track."""
    if circle == layout.START:
        return say("START")
    return say("HOME") if circle == layout.HOME else say("{circle}", circle=int(circle))


# ---------------------------------------------------------------- cards and chips

_CARDS = (
    say("Trade Places"),
    say("Take the Lead"),
    say("Back 10"),
    say("Go Farthest Back"),
    say("Steal a Gate Pass"),
    say("Worthless"),
)


def card_text(kind: int) -> Text:
    """A card as a person calls it."""
    if kind >= layout.KINDS:
        return say("a card")
    return _CARDS[kind] if kind < layout.AHEAD else say("Ahead {steps}", steps=int(layout.STEPS_OF[kind]))


def chips_of(chips: int) -> tuple[int, int, int]:
    """How many red, blue and yellow chips are in a set."""
    red, rest = divmod(int(chips), record.BLUES * record.YELLOWS)
    return (red, *divmod(rest, record.YELLOWS))


def worth(counts: Sequence[int]) -> int:
    """What chips of three colours come to, in dollars."""
    return sum(int(n) * value for n, value in zip(counts, layout.VALUES, strict=True))


def chips_name(chips: int) -> str:
    """A set of chips as it is written: 1r 2b 0y."""
    return "{}r {}b {}y".format(*chips_of(chips))


def chips_text(counts: Sequence[int]) -> Text:
    """Chips in words: 1 red and 2 blue."""
    red, blue, yellow = map(int, counts)
    words = (
        say("{count} red", count=red) if red else None,
        say("{count} blue", count=blue) if blue else None,
        say("{count} yellow", count=yellow) if yellow else None,
    )
    parts = [word for word in words if word is not None]
    if not parts:
        return say("no chips")
    *first, last = parts
    return say("{first} and {last}", first=join(first, ", "), last=last) if first else last


def sum_text(p: Position, amount: int) -> Text:
    """A price or an offer as the record keeps it: dollars, or by house rule chips."""
    if p.toll_unit == record.CHIP_PRICES:
        return chips_text(chips_of(amount - 1))
    return say("${dollars}", dollars=int(amount))


def lot_text(p: Position, seller: int) -> Text:
    """What is auctioned, as far as it can be seen."""
    if p.sale == record.LEAD_SALE:
        return say("the lead")
    if p.sale == record.PASS_SALE:
        return say("the {pass_}", pass_=PASS_NAMES[p.lot])
    if p.card < layout.KINDS:
        return say("{seat}'s card, {card}", seat=SEAT_NAMES[seller], card=card_text(int(p.card)))
    return say("{seat}'s card, face down", seat=SEAT_NAMES[seller])


# ---------------------------------------------------------------- actions

_WORDS = {record.ROLL_DICE: "roll", record.FREE: "reply free", record.DECLINE: "decline"}
_SEAT_VERBS = {record.TRADE_TARGET: "trade"}
_PASS_VERBS = {record.SELL_PASS: "sell-pass", record.GIVE_PASS: "give-pass", record.WANT_PASS: "want-pass"}
_PRICE_VERBS = {record.TOLL_ANSWER: "counter", record.OPENING_OFFER: "offer"}
_CHIP_VERBS = {
    record.TOLL_ANSWER: "pay",
    record.MUST_PAY: "pay",
    record.HAND_OVER: "hand",
    record.GIVE_CHIPS: "give",
    record.WANT_CHIPS: "want",
    record.OPENING_OFFER: "offer",
    record.GATE_REPLY: "reply price",
    record.COUNTER_REPLY: "reply price",
}
_REPLIES = (record.GATE_REPLY, record.COUNTER_REPLY)


def notation(p: Position, action: int) -> str:
    """The short name of an action here; empty for a code that names nothing."""
    if turns.actor(p) == CHANCE:
        return _outcome_name(p, action)
    if action in _WORDS:
        return _WORDS[action]
    if action in (record.REFUSE, record.ACCEPT):
        word = "refuse" if action == record.REFUSE else "accept"
        return word if p.phase == record.DEAL_REPLY else f"reply {word}"
    if not 0 <= action < record.ACTIONS:
        return ""
    if action >= record.CHIPS:
        return f"{chip_verb(p, action - record.CHIPS)} {chips_name(action - record.CHIPS)}"
    if action >= record.PRICE:
        return f"{_PRICE_VERBS.get(p.phase, 'reply price')} {action - record.PRICE}"
    if action >= record.STEPS:
        return f"steps {action - record.STEPS}"
    if action >= record.CARD:
        verb = "sell-card" if p.phase == record.SELL_CARD else "play"
        return f"{verb} {layout.CARD_NAMES[action - record.CARD]}"
    if action >= record.PASS:
        return f"{_PASS_VERBS.get(p.phase, 'steal')} {layout.COLOURS[action - record.PASS]}"
    if action >= record.SEAT:
        return f"{_SEAT_VERBS.get(p.phase, 'victim')} {layout.COLOURS[action - record.SEAT]}"
    if action >= record.DEAL:
        return f"deal {(*layout.COLOURS, 'box')[action - record.DEAL]}"
    return f"ask {layout.COLOURS[action - record.ASK]}"


def chip_verb(p: Position, chips: int) -> str:
    """What is done with a set of chips in this phase."""
    if p.phase == record.TOLL_ANSWER and p.toll_unit == record.CHIP_PRICES and chips != p.price - 1:
        return "counter"
    return _CHIP_VERBS.get(p.phase, "bid")


def _outcome_name(p: Position, outcome: int) -> str:
    if p.phase == record.STARTER:
        return f"first {layout.COLOURS[outcome]}" if 0 <= outcome < layout.CHAIRS else ""
    if p.phase in (record.DEALING, record.DRAW):
        return layout.CARD_NAMES[outcome] if 0 <= outcome < layout.KINDS else ""
    return "{}-{}".format(*ROLLS[outcome]) if 0 <= outcome < len(ROLLS) else ""


def fields(p: Position, action: int) -> dict[str, Any]:
    """An action as data: what is done, with whom, and with what."""
    name = notation(p, action)
    if not name:
        return {}
    if p.phase in (record.ROLL, record.BONUS_ROLL):
        return {"do": "roll", "dice": ROLLS[action].tolist()}
    if p.phase in (record.DEALING, record.DRAW):
        return {"do": "draw", "card": name}
    do, _, rest = name.partition(" ")
    data: dict[str, Any] = {"do": do}
    if action >= record.CHIPS and p.phase != record.STARTER:
        data["chips"] = dict(zip(layout.DENOMINATIONS, chips_of(action - record.CHIPS), strict=True))
        return data | ({"answer": "price"} if do == "reply" else {})
    if do == "reply" and " " in rest:
        return data | {"answer": "price", "dollars": action - record.PRICE}
    if do in ("counter", "offer"):
        return data | {"dollars": action - record.PRICE}
    if do == "steps":
        return data | {"steps": action - record.STEPS}
    key = {
        "ask": "gate",
        "first": "colour",
        "trade": "with",
        "victim": "from",
        "deal": "with",
        "reply": "answer",
    }
    if rest:
        data["card" if do in ("play", "sell-card") else key.get(do, "pass")] = rest
    return data


# ---------------------------------------------------------------- reading what a person types

_CHIP = re.compile(r"(\d+)\s*(r|b|y)(?:eds?|lues?|ellows?)?")
_VERBS = {  # what may stand before chips or an amount, and before colours and cards, in each phase
    record.BID: ("bid",),
    record.TOLL_ANSWER: ("pay", "counter"),
    record.MUST_PAY: ("pay",),
    record.HAND_OVER: ("hand over", "hand"),
    record.GIVE_CHIPS: ("give",),
    record.WANT_CHIPS: ("want",),
    record.OPENING_OFFER: ("offer",),
    record.GATE_REPLY: ("reply price", "reply", "price"),
    record.COUNTER_REPLY: ("reply price", "reply", "price"),
    record.ASK_OR_ROLL: ("ask", "deal"),
    record.CHOOSE_STEPS: ("steps", "step", "ahead"),
    record.PLAY_CARD: ("play",),
    record.SELL_CARD: ("sell-card", "sell card", "sell"),
    record.SELL_PASS: ("sell-pass", "sell pass", "sell"),
    record.TRADE_TARGET: ("trade with", "trade"),
    record.STEAL_TARGET: ("steal",),
    record.VICTIM: ("victim", "take from", "take", "from"),
    record.GIVE_PASS: ("give-pass", "give pass", "give"),
    record.WANT_PASS: ("want-pass", "want pass", "want"),
}


def meant(p: Position, said: str) -> int | None:
    """The action meant by a short form, legal or not; nothing if it is none.

    Chips may be named without those of which there are none, and without the verb: "2b 1r". An amount
    means the fewest chips that make exactly it, and of equals the larger ones: "bid 25" is a yellow
    chip. "pay" alone pays the least that will do, "pass" does nothing. Colours may be cut short, cards too.
    """
    text = " ".join(said.casefold().replace(",", " ").split())
    verb = next((v for v in _VERBS.get(p.phase, ()) if text == v or text.startswith(f"{v} ")), "")
    rest = text[len(verb) :].strip()
    if text == "pass":
        return _pass_meant(p)
    if p.phase in _REPLIES and rest in ("free", "refuse", "accept", "no", "yes"):
        return {"free": record.FREE, "accept": record.ACCEPT, "yes": record.ACCEPT}.get(rest, record.REFUSE)
    if p.phase == record.DEAL_REPLY and rest in ("no", "yes"):
        return record.ACCEPT if rest == "yes" else record.REFUSE
    if p.phase in (record.PLAY_CARD, record.SELL_CARD):
        return _card_meant(p, rest)
    if p.phase == record.CHOOSE_STEPS and re.fullmatch(r"\d{1,3}", rest) and verb:
        steps = int(rest)
        return record.STEPS + steps if steps <= layout.MOST_CHOSEN + 1 else None
    if p.phase in (*_CHIP_VERBS, record.BID):
        return _money_meant(p, verb, rest)
    return _colour_meant(p, verb, rest)


def _pass_meant(p: Position) -> int | None:
    """What it is to do nothing here: to decline or refuse, in an auction to hold out an empty fist."""
    if p.phase == record.BID:
        return int(record.CHIPS)
    if p.phase in (*_REPLIES, record.DEAL_REPLY):
        return record.REFUSE
    out = np.zeros(record.MAX_ACTIONS, np.int64)
    return record.DECLINE if record.DECLINE in out[: duties.legal(p, out)] else None


def _card_meant(p: Position, rest: str) -> int | None:
    """A card by its name, by its beginning, or by a word of it; "ahead" and a number."""
    wanted = re.sub(r"[^a-z0-9]", "", rest)
    if not wanted:
        return None
    names = {k: re.sub(r"[^a-z0-9]", "", n.casefold()) for k, n in enumerate(layout.CARD_NAMES)}
    spoken = {k: str(card_text(k)).casefold() for k in names}
    exact = [k for k in names if wanted in (names[k], re.sub(r"[^a-z0-9]", "", spoken[k]))]
    held = [k for k in names if cards.has_card(p, p.turn, k)]
    loose = [k for k in held if names[k].startswith(wanted) or wanted in spoken[k].split()]
    fits = exact or loose
    return record.CARD + fits[0] if len(fits) == 1 else None


def _colour_meant(p: Position, verb: str, rest: str) -> int | None:
    starts = {
        record.ASK_OR_ROLL: record.DEAL if verb == "deal" else record.ASK,
        record.TRADE_TARGET: record.SEAT,
        record.VICTIM: record.SEAT,
    }
    passes = (record.STEAL_TARGET, record.SELL_PASS, record.GIVE_PASS, record.WANT_PASS)
    start = starts.get(p.phase, record.PASS if p.phase in passes else None)
    if start is None or (p.phase == record.ASK_OR_ROLL and not verb):
        return None
    word = rest.removesuffix(" pass").removesuffix(" gate")
    colours = (*layout.COLOURS, "box") if start == record.DEAL else layout.COLOURS
    fits = [i for i, c in enumerate(colours) if word and c.startswith(word)]
    if not word and verb == "ask":  # for the only gate there is to ask for
        fits = [g for g in range(layout.CHAIRS) if gates.may_ask(p, g)]
    return start + fits[0] if len(fits) == 1 else None


def _money_meant(p: Position, verb: str, rest: str) -> int | None:
    held = purse(p, p.turn if p.phase == record.WANT_CHIPS else p.seat)
    in_dollars = p.toll_unit != record.CHIP_PRICES
    naming = p.phase in _REPLIES or verb in ("counter", "offer")
    if _CHIP.match(rest) and not _CHIP.sub("", rest).strip():
        counts = {"r": 0, "b": 0, "y": 0}
        for number, colour in _CHIP.findall(rest):
            counts[colour] += int(number[:6])
        red, blue, yellow = counts.values()
        fits = all(n <= most for n, most in zip((red, blue, yellow), layout.LIMITS, strict=True))
        return int(record.CHIPS + chips.set_of(red, blue, yellow)) if fits else None
    if rest == "all" and not naming:
        return int(record.CHIPS + chips.set_of(*held))
    if rest in ("nothing", "empty", "0", "$0") and p.phase == record.BID:
        return int(record.CHIPS)
    if not rest and verb in ("pay", "hand", "hand over"):
        return _least(p)
    amount = re.fullmatch(r"\$?(\d{1,6})", rest)
    if not amount or not (verb or rest.startswith("$")):
        return None
    dollars = int(amount[1])
    if naming and in_dollars:
        return record.PRICE + dollars if dollars <= record.ALL_MONEY else None
    made = fewest(held, dollars)
    return None if made is None else record.CHIPS + int(chips.set_of(*made))


def fewest(held: Sequence[int], dollars: int) -> tuple[int, int, int] | None:
    """The fewest of these chips that are worth exactly so much; of equals, the larger chips."""
    red, blue, yellow = layout.VALUES
    ways = [
        ((dollars - yellow * y - blue * b) // red, b, y)
        for y in range(int(held[2]) + 1)
        for b in range(int(held[1]) + 1)
        if 0 <= dollars - yellow * y - blue * b <= red * int(held[0])
        and (dollars - yellow * y - blue * b) % red == 0
    ]
    return min(ways, key=lambda way: (sum(way), -way[2], -way[1])) if ways else None


def purse(p: Position, seat: int) -> list[int]:
    """The chips an amount may be made of: where they are out of sight, any there are."""
    held: list[int] = p.chips[seat].tolist()
    return list(layout.LIMITS) if record.UNKNOWN in held else held


def _least(p: Position) -> int:
    """The cheapest of the legal payments, in as few chips as possible. Where there is none, what comes
    nearest, so that the reason can be told: the chips wanted, or all that can be spent."""
    out = np.zeros(record.MAX_ACTIONS, np.int64)
    sets = [int(a) - record.CHIPS for a in out[: duties.legal(p, out)] if a >= record.CHIPS]
    ways = [(worth(chips_of(s)), sum(chips_of(s)), s) for s in sets if chip_verb(p, s) in ("pay", "hand")]
    if ways:
        return int(record.CHIPS + min(ways)[2])
    if record.UNKNOWN in p.chips[p.seat].tolist() or p.price == record.UNKNOWN_SUM:
        return int(record.CHIPS)
    if p.toll_unit == record.CHIP_PRICES:
        return int(record.CHIPS + p.price - 1)
    return int(record.CHIPS + chips.set_of(*(chips.free_chips(p, colour) for colour in range(3))))


def absent(p: Position, name: str) -> Reason | None:
    """Why words in small letters, without spaces, are no action now: it is not the moment for them, or the
    chips at hand do not make the amount."""
    verb = re.match("|".join(sorted({v.replace(" ", "") for vs in _VERBS.values() for v in vs})), name)
    if verb and verb[0] not in {v.replace(" ", "") for v in _VERBS.get(p.phase, ())}:
        return Reason(say("this is not the moment for it"), "DBT-TURN-1")
    amount = re.fullmatch(r"(?:bid|pay|handover|hand|give)?\$?(\d{1,6})", name)
    if amount is None or p.phase not in (*_CHIP_VERBS, record.BID) or p.phase in _REPLIES:
        return None
    held = p.chips[p.seat].tolist()
    if record.UNKNOWN in held:
        return None
    wanted = int(amount[1])
    sums = [d for d in range(layout.UNIT, worth(held) + 1, layout.UNIT) if fewest(held, d)]
    below, above = [d for d in sums if d < wanted][-1:], [d for d in sums if d > wanted][:1]
    return Reason(
        say(
            "your chips do not make exactly ${wanted}; the nearest they make: {near}",
            wanted=wanted,
            near=", ".join(f"${d}" for d in below + above) or "$0",
        ),
        "DBT-SET-10",
    )
