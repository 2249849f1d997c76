"""The JSON form of a Doubletrack position, to be written by hand, and all that can be wrong with it.

    {"game": "doubletrack", "turn": 0,
     "large": {"0": "R.T", "1": "B.M2", "2": "Y.T", "3": "G.C4"}, "small": {"0": 12, "1": 33},
     "passes": {"red": 1}, "chips": {"1": "4r 5b 2y"}, "hands": {"0": ["AHEAD-5", "TRADE", "WORTHLESS"]}}

`large` lists the chairs that are taken (without it, those of a new game for `players`) with the space of
each pawn. Small pawns that are not named are on START, passes with the player of their colour (null: with
nobody), chips as at the start. Hands that are not named are filled with what is left of the deck, in its
order. Without `phase` the player on turn may ask, or is about to roll. All other keys are optional:

    options    house rules that differ from the printed rules
    phase      what is waited for, see PHASES; `seat` is who must act, roll or draw
    dice       of the last roll
    pile       {"queue": [cards played and put under, next first], "unseen": {"AHEAD-1": 2}, "top": 18};
               unseen cards are what is left of the deck, and all of them lie on top
    asked, granted    gates asked for and open to the player on turn; `asks` requests this turn
    gate, price, offer, counters    of the request being settled; sums are dollars, or chips where the
               house rule names prices so; `tolls` {"blue": "1r 0b 0y"} are due on entry
    sale       "card", "pass" or "lead"; `lot` the pass on sale, `card` on sale or last played,
               `bids` {"1": "1r 0b 0y", "2": "open"}, `victim` who hands over $25
    deal       {"partner": 1 or "box", "give": "1r 0b 0y", "want": ..., "give_pass": "red", "want_pass": ...};
               `dealt` the partners of this turn, the box being 4
    roll_off   {"rolling": [chairs yet to roll for the bonus], "low": 5, "tied": [chairs]}
    known      {"1": [cards that all know chair 1 to hold]}; `armed` chairs on purple by exact count
    box        chips out of play; `whispered` [[1, 2, [1, 0, 0]]] tolls that 1 paid 2 in secret
    leader     who led when the dice were last rolled; `winner`; `turns` finished, counted with a limit

In a view "?" stands for a card, chips, a bid or a sum that its seat cannot know, and `accounts` holds
others' chips by what the seat has seen come and go.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from parlour.games.reader import Reader, bits, options_of, shown, tidy
from parlour.rules.kit import NOBODY
from parlour.rules.position import Position
from parlour.text import BadPosition, say

from . import layout, record, rules, turns
from .cards import derive
from .chips import set_of
from .faults import problems
from .names import chips_name

__all__ = ["KEYS", "PHASES", "build", "describe", "problems"]

PHASES = (
    *("starter", "dealing", "roll", "draw", "bonus_roll", "ask_or_roll", "opening_offer", "gate_reply"),
    *("toll_answer", "counter_reply", "must_pay", "choose_steps", "play_card", "trade_target"),
    *("steal_target", "sell_card", "sell_pass", "bid", "victim", "hand_over", "give_chips", "give_pass"),
    *("want_chips", "want_pass", "deal_reply", "finished"),
)
SALES = (None, "card", "pass", "lead")
KEYS = [
    *("game", "options", "players", "turn", "large", "small", "passes", "chips", "hands", "phase", "seat"),
    *("dice", "pile", "asked", "granted", "asks", "gate", "price", "offer", "counters", "tolls", "sale"),
    *("lot", "card", "bids", "victim", "deal", "dealt", "roll_off", "known", "armed", "box", "whispered"),
    *("leader", "winner", "turns", "accounts"),
]
_SET = re.compile(r"([0-9]{1,3})r ([0-9]{1,3})b ([0-9]{1,3})y")
_UNKNOWN = "?"


# ---------------------------------------------------------------- writing


def describe(p: Position) -> dict[str, Any]:
    """The position as plain data; whatever is at its default is left out."""
    seats = [s for s in range(layout.CHAIRS) if p.seated >> s & 1]
    data: dict[str, Any] = {"game": "doubletrack", **options_of(p, rules), "turn": p.turn}
    data["large"] = {str(s): layout.SPACE_NAMES[p.large[s]] for s in seats}
    data["small"] = {str(s): p.small[s] for s in seats if p.small[s]}
    data["passes"] = {
        layout.COLOURS[c]: None if p.owner[c] == NOBODY else p.owner[c] for c in range(layout.CHAIRS)
    }
    data["chips"] = {str(s): _counts(p.chips[s].tolist()) for s in seats}
    data["hands"] = {str(s): _cards(p.hand[s].tolist()) for s in seats}
    data["phase"] = PHASES[p.phase]
    data |= {"seat": p.seat} if p.seat != p.turn else {}
    data |= {"dice": p.dice.tolist()} if p.dice.any() else {}
    data["pile"] = {
        "queue": _cards(p.queue.tolist()),
        "unseen": {layout.CARD_NAMES[k]: n for k, n in enumerate(p.unseen.tolist()) if n},
        "top": p.top,
    }
    data |= _talk_of(p) | _sale_of(p) | _deal_of(p) | _rest_of(p, seats)
    return {key: value for key, value in tidy(data).items() if value not in ({}, [], None)}


def _cards(kinds: list[int]) -> list[str]:
    names = (*layout.CARD_NAMES, _UNKNOWN)
    return [names[min(k, layout.KINDS)] for k in kinds if k != record.NO_CARD]


def _counts(counts: list[int]) -> str:
    return _UNKNOWN if record.UNKNOWN in counts else "{}r {}b {}y".format(*counts)


def _colours(mask: int) -> list[str]:
    return [layout.COLOURS[c] for c in bits(mask)]


def _sum(p: Position, amount: int) -> int | str | None:
    if amount in (record.NO_SUM, record.UNKNOWN_SUM):
        return _UNKNOWN if amount else None
    return chips_name(amount - 1) if p.toll_unit == record.CHIP_PRICES else amount


def _talk_of(p: Position) -> dict[str, Any]:
    tolls = {layout.COLOURS[g]: t for g, t in enumerate(p.tolls.tolist()) if t != record.NO_SUM}
    return {
        "asked": _colours(p.asked),
        "granted": _colours(p.granted),
        "asks": p.asks or None,
        "gate": layout.COLOURS[p.gate] if p.gate != record.NO_PASS else None,
        "price": _sum(p, p.price),
        "offer": _sum(p, p.offer),
        "counters": p.counters or None,
        "tolls": {c: _UNKNOWN if t == record.UNKNOWN_SUM else chips_name(t - 1) for c, t in tolls.items()},
    }


def _sale_of(p: Position) -> dict[str, Any]:
    words = {record.OPEN: "open", record.SEALED: _UNKNOWN}
    bids = {s: b for s, b in enumerate(p.bids.tolist()) if b != record.NOT_BIDDING}
    return {
        "sale": SALES[p.sale],
        "lot": layout.COLOURS[p.lot] if p.lot != record.NO_PASS else None,
        "card": next(iter(_cards([p.card])), None),
        "bids": {str(s): words.get(b) or chips_name(b - record.FIRST_BID) for s, b in bids.items()},
        "victim": p.victim if p.victim != layout.CHAIRS else None,
    }


def _deal_of(p: Position) -> dict[str, Any]:
    found: dict[str, Any] = {"dealt": bits(p.dealt)}
    if p.partner == layout.ABSENT:
        return found
    deal: dict[str, Any] = {"partner": "box" if p.partner == record.BOX else p.partner}
    for key, amount in (("give", p.give), ("want", p.want)):
        deal |= {key: chips_name(amount - 1)} if amount != record.NO_SUM else {}
    for key, colour in (("give_pass", p.give_pass), ("want_pass", p.want_pass)):
        deal |= {key: layout.COLOURS[colour]} if colour != record.NO_PASS else {}
    return found | {"deal": deal}


def _rest_of(p: Position, seats: list[int]) -> dict[str, Any]:
    rolling = {"rolling": bits(p.rolling), "low": p.low, "tied": bits(p.tied)}
    spare = [
        limit - int(stock) * len(seats) for limit, stock in zip(layout.LIMITS, layout.STOCK, strict=True)
    ]
    chairs = range(layout.CHAIRS)
    return {
        "roll_off": rolling if p.phase == record.BONUS_ROLL else None,
        "known": {str(s): _cards(p.known[s].tolist()) for s in seats if p.known[s, 0] != record.NO_CARD},
        "armed": bits(p.armed),
        "box": "{}r {}b {}y".format(*p.box) if p.box.tolist() != spare else None,
        "whispered": [
            [a, b, p.whispered[a, b].tolist()] for a in chairs for b in chairs if p.whispered[a, b].any()
        ],
        "leader": p.leader if p.leader != NOBODY else None,
        "winner": p.winner if p.winner != NOBODY else None,
        "turns": p.turns or None,
        "accounts": {str(s): p.ledger[s].tolist() for s in seats if p.ledger[s].any()},
    }


# ---------------------------------------------------------------- reading


def build(data: Any) -> Position:
    """The position that the data describe; BadPosition lists everything that is wrong."""
    read = _Reader(data, KEYS, "doubletrack")
    p = Position(record.State)
    seats = _read_seats(read)
    read.options(p, rules, len(seats))
    if len(seats) == layout.CHAIRS - 1:
        vacant = next(s for s in range(layout.CHAIRS) if s not in seats)
        given = p.vacant_colour
        p.vacant_colour = vacant + 1
        turns.new_game(p, len(seats))
        p.vacant_colour = given
        if (given or layout.CHAIRS) - 1 != vacant:
            read.wrong(say("the chair left out is not that of the option vacant_colour"))
    else:
        turns.new_game(p, layout.CHAIRS)
    p.turn = p.seat = read.number("turn", 0, layout.CHAIRS - 1, seats[0] if seats else 0)
    _read_board(p, read)
    _read_turn(p, read)
    _read_sale(p, read)
    _read_deal(p, read)
    _read_rest(p, read)
    _read_cards(p, read, seats)
    _read_phase(p, read)
    if read.reasons:
        raise BadPosition(read.reasons)
    reasons = problems(p)
    if reasons:
        raise BadPosition(reasons)
    return p


class _Reader(Reader):
    """Reads colours, cards and chips as well."""

    def one_of(self, value: Any, names: tuple[Any, ...] | list[Any], key: str) -> int:
        if value in names and not isinstance(value, bool):
            return names.index(value)
        listed = ", ".join(str(n) for n in names if n is not None)
        self.wrong(say("{key} is one of {names}, not {value}", key=key, names=listed, value=shown(value)))
        return 0

    def colours(self, key: str) -> int:
        value = self.data.get(key, [])
        if not isinstance(value, list):
            self.wrong(say("{key} is a list of colours, not {value}", key=key, value=shown(value)))
            return 0
        return sum(1 << self.one_of(c, layout.COLOURS, key) for c in {str(v) for v in value})

    def a_set(self, value: Any, key: str) -> tuple[int, int, int]:
        """Chips as they are written: 1r 2b 0y."""
        found = _SET.fullmatch(value) if isinstance(value, str) else None
        if found:
            counts = tuple(int(n) for n in found.groups())
            if all(n <= most for n, most in zip(counts, layout.LIMITS, strict=True)):
                return counts  # type: ignore[return-value]
        most = "{}r {}b {}y".format(*layout.LIMITS)
        self.wrong(
            say(
                "{key}: chips are written 1r 2b 0y, up to {most}, not {value}",
                key=key,
                most=most,
                value=shown(value),
            )
        )
        return 0, 0, 0

    def cards(self, value: Any, key: str, most: int) -> list[int]:
        if not isinstance(value, list) or len(value) > most:
            self.wrong(
                say(
                    "{key} is a list of up to {most} cards, not {value}",
                    key=key,
                    most=most,
                    value=shown(value),
                )
            )
            return []
        names = [*layout.CARD_NAMES, _UNKNOWN]
        kinds = [self.one_of(v, names, key) for v in value]
        return sorted(record.UNKNOWN if k == layout.KINDS else k for k in kinds) if key != "queue" else kinds

    def chairs(self, key: str) -> dict[int, Any]:
        """A table by chair."""
        return {int(c): v for c, v in self.table(key).items() if self.chair(c, rules)}


def _read_seats(read: _Reader) -> list[int]:
    if "large" not in read.data:
        players = read.number("players", min(layout.SEATS), max(layout.SEATS), max(layout.SEATS))
        vacant = read.table("options").get("vacant_colour")
        out = layout.COLOURS.index(vacant) if vacant in layout.COLOURS else layout.CHAIRS - 1
        return [s for s in range(layout.CHAIRS) if players == layout.CHAIRS or s != out]
    seats = sorted(read.chairs("large"))
    if len(seats) not in layout.SEATS:
        read.wrong(say("{count:chair is|chairs are} taken; the game is for 3 or 4", count=len(seats)))
        return list(range(layout.CHAIRS))
    return seats


def _read_board(p: Position, read: _Reader) -> None:
    for seat, space in read.chairs("large").items():
        p.large[seat] = read.one_of(space, layout.SPACE_NAMES, "large")
    for seat, circle in read.chairs("small").items():
        p.small[seat] = read.a_number(circle, "small", 0, layout.HOME)
    for colour, owner in read.table("passes").items():
        number = read.one_of(colour, layout.COLOURS, "passes")
        p.owner[number] = NOBODY if owner is None else read.a_number(owner, "passes", 0, layout.CHAIRS - 1)
    for seat, chips in read.chairs("chips").items():
        p.chips[seat] = [record.UNKNOWN] * 3 if chips == _UNKNOWN else read.a_set(chips, "chips")
    if "box" in read.data:
        p.box[:] = read.a_set(read.data["box"], "box")


def _read_sum(p: Position, read: _Reader, key: str) -> int:
    value = read.data.get(key)
    if value is None:
        return record.NO_SUM
    if value == _UNKNOWN:
        return record.UNKNOWN_SUM
    if p.toll_unit == record.CHIP_PRICES:
        return 1 + int(set_of(*read.a_set(value, key)))
    return read.a_number(value, key, layout.UNIT, record.ALL_MONEY)


def _read_turn(p: Position, read: _Reader) -> None:
    dice = read.numbers("dice", 1, 6)
    if len(dice) not in (0, 2):
        read.wrong(say("dice are two numbers, not {dice}", dice=shown(read.data["dice"])))
    elif dice:
        p.dice[:] = sorted(dice, reverse=True)
    p.asked, p.granted = read.colours("asked"), read.colours("granted")
    p.asks = read.number("asks", 0, record.MOST_ASKS + 20, p.asked.bit_count())
    p.gate = read.one_of(read.data["gate"], layout.COLOURS, "gate") if "gate" in read.data else record.NO_PASS
    p.price, p.offer = _read_sum(p, read, "price"), _read_sum(p, read, "offer")
    p.counters = read.number("counters", 0, 20)
    for colour, toll in read.table("tolls").items():
        gate = read.one_of(colour, layout.COLOURS, "tolls")
        p.tolls[gate] = record.UNKNOWN_SUM
        if toll != _UNKNOWN:
            p.tolls[gate] = 1 + int(set_of(*read.a_set(toll, "tolls")))


def _read_sale(p: Position, read: _Reader) -> None:
    p.sale = read.one_of(read.data.get("sale"), SALES, "sale")
    if "lot" in read.data:
        p.lot = read.one_of(read.data["lot"], layout.COLOURS, "lot")
    if "card" in read.data:
        p.card = (read.cards([read.data["card"]], "card", 1) or [0])[0]
    if "victim" in read.data:
        p.victim = read.number("victim", 0, layout.CHAIRS - 1)
    for seat, bid in read.chairs("bids").items():
        known = {"open": record.OPEN, _UNKNOWN: record.SEALED}
        if isinstance(bid, str) and bid in known:
            p.bids[seat] = known[bid]
        else:
            p.bids[seat] = record.FIRST_BID + int(set_of(*read.a_set(bid, "bids")))


def _read_deal(p: Position, read: _Reader) -> None:
    p.dealt = read.mask("dealt", record.BOX)
    deal = read.table("deal")
    for key in deal:
        if key not in ("partner", "give", "want", "give_pass", "want_pass"):
            read.wrong(say("a deal has no “{key}”", key=key))
    if not deal:
        return
    p.partner = record.BOX
    if deal.get("partner") != "box":
        p.partner = read.a_number(deal.get("partner"), "partner", 0, layout.CHAIRS - 1)
    if "give" in deal:
        p.give = 1 + int(set_of(*read.a_set(deal["give"], "give")))
    if "want" in deal:
        p.want = 1 + int(set_of(*read.a_set(deal["want"], "want")))
    if "give_pass" in deal:
        p.give_pass = read.one_of(deal["give_pass"], layout.COLOURS, "give_pass")
    if "want_pass" in deal:
        p.want_pass = read.one_of(deal["want_pass"], layout.COLOURS, "want_pass")


def _read_rest(p: Position, read: _Reader) -> None:
    table = read.table("roll_off")
    p.rolling = read.mask("rolling", layout.CHAIRS - 1, table)
    p.tied = read.mask("tied", layout.CHAIRS - 1, table)
    p.low = read.a_number(table.get("low", 0), "low", 0, layout.HIGHEST_ROLL)
    p.armed = read.mask("armed", layout.CHAIRS - 1)
    p.leader = read.number("leader", 0, layout.CHAIRS - 1) if "leader" in read.data else NOBODY
    p.winner = read.number("winner", 0, layout.CHAIRS - 1) if "winner" in read.data else NOBODY
    p.turns = read.number("turns", 0, 60000)
    for seat, counts in read.chairs("accounts").items():
        p.ledger[seat] = _three(read, counts, "accounts")
    whispers = read.data.get("whispered", [])
    for one in whispers if isinstance(whispers, list) else [whispers]:
        if not isinstance(one, list) or len(one) != 3:
            read.wrong(
                say("whispered is a list such as [[1, 2, [1, 0, 0]]], not {value}", value=shown(whispers))
            )
            continue
        giver, taker = (read.a_number(n, "whispered", 0, layout.CHAIRS - 1) for n in one[:2])
        p.whispered[giver, taker] = _three(read, one[2], "whispered")


def _three(read: _Reader, value: Any, key: str) -> list[int]:
    found = [read.a_number(n, key, -127, 127) for n in value] if isinstance(value, list) else []
    if len(found) != 3:
        read.wrong(
            say("{key}: three numbers, red, blue and yellow, not {value}", key=key, value=shown(value))
        )
        return [0, 0, 0]
    return found


def _read_cards(p: Position, read: _Reader, seats: list[int]) -> None:
    """Hands, the pile, and what is left of the deck."""
    pile = read.table("pile")
    for key in pile:
        if key not in ("queue", "unseen", "top"):
            read.wrong(say("a pile has no “{key}”: it has queue, unseen and top", key=key))
    queue = read.cards(pile.get("queue", []), "queue", layout.LARGEST_PILE + 1)
    p.queue[: len(queue)] = queue
    for seat, cards in read.chairs("known").items():
        held = read.cards(cards, "known", layout.HAND)
        p.known[seat, : len(held)] = held
    hands = {s: read.cards(cards, "hands", layout.HAND) for s, cards in read.chairs("hands").items()}
    left = Counter(dict(enumerate(layout.DECK.tolist())))
    left.subtract(kind for cards in (queue, *hands.values()) for kind in cards if kind != record.UNKNOWN)
    if p.card < layout.KINDS and _is_in_hand(p, read):
        left.subtract([p.card])
    for seat in seats:
        if seat not in hands and read.data.get("phase") not in ("starter", "dealing"):
            sells = 1 if seat == p.turn and p.card != record.NO_CARD and _is_in_hand(p, read) else 0
            drew = 1 if seat == p.turn and read.data.get("phase") == "draw" else 0
            hands[seat] = sorted(kind for kind in left.elements())[: layout.HAND - sells - drew]
            left.subtract(hands[seat])
    for seat, cards in hands.items():
        p.hand[seat, : len(cards)] = cards
    short = [layout.CARD_NAMES[k] for k, n in left.items() if n < 0]
    if short and "unseen" not in pile:
        read.wrong(say("there are not so many of these cards: {cards}", cards=", ".join(short)))
    p.unseen[:] = [max(left[k], 0) for k in range(layout.KINDS)]
    if "unseen" in pile:
        p.unseen[:] = 0
        table = pile["unseen"] if isinstance(pile["unseen"], dict) else {"": 0}
        for name, count in table.items():
            p.unseen[read.one_of(name, layout.CARD_NAMES, "unseen")] = read.a_number(
                count, "unseen", 0, layout.CARDS
            )
    p.top = read.a_number(pile.get("top", int(p.unseen.sum())), "top", 0, layout.CARDS)
    derive(p)


def _is_in_hand(p: Position, read: _Reader) -> bool:
    """Is the card on the table, neither in a hand nor in the pile?"""
    phase = read.data.get("phase")
    return phase in ("trade_target", "steal_target") or (phase == "bid" and p.sale == record.CARD_SALE)


def _read_phase(p: Position, read: _Reader) -> None:
    if "phase" in read.data:
        p.phase = read.one_of(read.data["phase"], PHASES, "phase")
        p.seat = read.number("seat", 0, layout.CHAIRS - 1, p.turn)
    elif not read.reasons:
        turns.begin_turn(p)
