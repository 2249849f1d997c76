"""Doubletrack once more, slowly: a second reading of the specification, for comparison only.

Nothing here is shared with rules.py or layout.py: the board is read from its file, a game is one
generator that asks its questions in the order of part 3.5, and everything is a list or a dict.

    referee = Referee(board, "RBYG", options)
    questions = referee.play()
    question = next(questions)                # who is asked what, and the complete set of answers
    question = questions.send("ask blue")     # a decision, a total of the dice, a card

Deals (change_making, free_trading), prices in chips and whispered tolls are not played here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

VALUE = {"r": 5, "b": 10, "y": 25}
Chips = dict[str, int]


@dataclass(frozen=True)
class Question:
    what: str  # "dice", "bonus", "card", "starter", or the name of a decision
    seats: str  # who may answer: one letter, or for bids all who have not bid
    answers: frozenset[str] = frozenset()  # of the first seat; empty where it is chance


Asking = Iterator[Any]  # yields questions, is sent answers


def worth(chips: Mapping[str, int]) -> int:
    return sum(VALUE[c] * n for c, n in chips.items())


def written(chips: Mapping[str, int]) -> str:
    return " ".join(["chips", *(f"{chips[c]}{c}" for c in "rby" if chips[c])])


def read(text: str) -> Chips:
    chips = dict.fromkeys("rby", 0)
    for word in text.split()[1:]:
        chips[word[-1]] += int(word[:-1])
    return chips


def subsets(chips: Mapping[str, int]) -> list[Chips]:
    ranges = [range(chips[c] + 1) for c in "rby"]
    return [dict(zip("rby", counts, strict=True)) for counts in itertools.product(*ranges)]


@dataclass
class Referee:
    board: Mapping[str, Any]
    seats: str
    options: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.colours = {c[0].upper(): c for c in self.board["outside"]["colours"]}
        self.letters = {c: letter for letter, c in self.colours.items()}
        self.token: dict[str, Any] = {}
        self.after: dict[str, list[str]] = {}  # one successor, or at a fork [corner, shortcut]
        self._read_track()
        self.home: int = self.board["inside"]["home"]
        self.arrow = {a["at"]: a["to"] for a in self.board["inside"]["shortcuts"]}
        self.large = {s: f"{s}.T" for s in self.seats}
        self.small = dict.fromkeys(self.seats, 0)
        self.armed: set[str] = set()
        start = self.board["equipment"]["chip_start"]
        self.chips = {s: {c[0]: n for c, n in start.items()} for s in self.seats}
        self.owner = {c: (letter if letter in self.seats else None) for letter, c in self.colours.items()}
        self.hand: dict[str, list[str]] = {s: [] for s in self.seats}
        self.pile: list[str] = []  # cards that were played, in their order; the unseen lie above
        self.unseen = 30
        self.mover = ""
        self.granted: dict[str, Chips] = {}
        self.asked: list[str] = []
        self.winner: str | None = None
        self.turns = 0

    def option(self, name: str, default: str) -> str:
        return self.options.get(name, default)

    # ------------------------------------------------------------ the outside track

    def _read_track(self) -> None:
        sides = self.board["outside"]["side"]
        for i, side in enumerate(sides):
            letter = side["colour"][0].upper()
            following = sides[(i + 1) % 4]
            beyond = following["colour"][0].upper() + (".M1" if following["common"] else ".T")
            for stretch, mark, end in (
                ("common", "M", f"{letter}.T"),
                ("shortcut", "S", beyond),
                ("corner", "C", beyond),
            ):
                names = [f"{letter}.{mark}{n}" for n in range(1, len(side[stretch]) + 1)]
                for name, token in zip(names, side[stretch], strict=True):
                    self.token[name] = token
                for name, later in itertools.pairwise([*names, end]):
                    self.after[name] = [later]
            self.token[f"{letter}.T"] = f"TAKE_PASS:{side['colour']}"
            self.after[f"{letter}.T"] = [f"{letter}.C1", f"{letter}.S1"]
        self.length = {side["colour"]: len(side["shortcut"]) for side in sides}

    def fork(self, space: str) -> str | None:
        return self.colours[space[0]] if space.endswith(".T") else None

    def occupied(self, space: str) -> bool:
        return any(self.large[s] == space for s in self.seats if s != self.mover)

    def walk(self, start: str, total: int, granted: set[str]) -> tuple[str, str, set[str]]:
        """The route algorithm: the space where the count ends, where the pawn stands, gates entered."""
        space, entered = start, set()
        for left in range(total, 0, -1):
            gate = self.fork(space)
            through = gate is not None and self.through(gate, left, granted)
            if through:
                entered.add(str(gate))
            space = self.after[space][1 if through else 0]
        counted = space
        while self.occupied(space):
            gate = self.fork(space)
            through = gate is not None and (
                self.owner[gate] == self.mover
                or (self.option("permission_test", "count") == "final" and gate in granted)
            )
            if through:
                entered.add(str(gate))
            space = self.after[space][1 if through else 0]
        return counted, space, entered

    def through(self, gate: str, left: int, granted: set[str]) -> bool:
        if self.owner[gate] == self.mover:
            return (
                self.option("owner_overshoot", "pass_through") == "pass_through" or left <= self.length[gate]
            )
        if gate not in granted:
            return False
        if self.option("permission_overshoot", "cancel") == "pass_through":
            return True
        return self.option("permission_test", "count") == "final" or left <= self.length[gate]

    def route(self, total: int) -> tuple[str, set[str]]:
        """With permission_test=final a gate stays open only if the whole move, tried with it, ends inside."""
        granted = set(self.granted)
        final = self.option("permission_test", "count") == "final"
        if final and self.option("permission_overshoot", "cancel") == "cancel":
            granted = {g for g in granted if self.inside(self.walk(self.large[self.mover], total, {g})[1], g)}
        _, space, entered = self.walk(self.large[self.mover], total, granted)
        return space, entered

    def inside(self, space: str, gate: str) -> bool:
        return space.startswith(f"{self.letters[gate]}.S")

    def askable(self) -> list[str]:
        limit = int(self.option("asks_per_turn", "0"))
        if limit and len(self.asked) >= limit:
            return []
        gates = [g for g, o in self.owner.items() if o not in (None, self.mover) and g not in self.asked]
        scope = self.option("ask_scope", "reachable")
        if scope == "next":
            space = self.large[self.mover]
            while self.fork(space) is None:
                space = self.after[space][0]
            return [g for g in gates if g == self.fork(space)]
        return [g for g in gates if scope == "any" or self.reachable(g)]

    def reachable(self, gate: str) -> bool:
        """Would some total make the count end behind this gate, if it were granted too?"""
        keep = dict(self.options)
        self.options = {**keep, "permission_test": "count"}
        granted = {*self.granted, gate}
        ends = [self.walk(self.large[self.mover], total, granted)[0] for total in range(2, 13)]
        came_from = [self.walk(self.large[self.mover], total, granted)[2] for total in range(2, 13)]
        self.options = keep
        return any(self.inside(e, gate) and gate in g for e, g in zip(ends, came_from, strict=True))

    # ------------------------------------------------------------ the inside track

    def others_on(self, who: str, circle: int) -> bool:
        return circle > 0 and any(self.small[s] == circle for s in self.seats if s != who)

    def put(self, who: str, circle: int, exact: bool) -> None:
        self.small[who] = circle
        self.armed.discard(who)
        if exact and circle in self.arrow:
            self.armed.add(who)
        if circle == self.home:
            self.winner = who

    def ahead(self, who: str, n: int) -> None:
        at = self.small[who]
        active = self.option("purple_activation", "occupancy") == "occupancy" or who in self.armed
        if at in self.arrow and active:
            at = self.arrow[at]
            n -= int(self.option("purple_jump_cost", "1"))
        goal = min(at + n, self.home)
        circle = goal
        while circle < self.home and self.others_on(who, circle):
            circle += 1
        if circle == self.home > goal and self.option("displacement_can_win", "yes") == "no":
            circle = max(c for c in range(goal + 1) if not self.others_on(who, c))
        self.put(who, circle, circle == goal)

    def back(self, who: str) -> None:
        goal = max(0, self.small[who] - 10)
        circle = goal
        while self.others_on(who, circle):
            circle += 1 if self.option("backward_displacement", "ahead") == "ahead" else -1
        self.put(who, circle, circle == goal)

    def lead(self, who: str) -> None:
        best = max(self.small.values())
        at_best = [s for s in self.seats if self.small[s] == best]
        if at_best == [who] or (who in at_best and self.option("start_tie_leader", "none") == "all"):
            return
        if best + 1 == self.home and self.option("lead_can_win", "yes") == "no":
            return
        self.put(who, best + 1, False)

    def farthest(self, who: str) -> None:
        least = min(self.small.values())
        if self.small[who] != least:
            self.put(who, max(0, least - 1), False)

    # ------------------------------------------------------------ the game

    def play(self) -> Asking:
        first = self.options.get("first_player")
        if first is None:
            self.mover = yield Question("starter", "", frozenset(self.seats))
        else:
            self.mover = self.letters[first]
        for s in self.seats:
            for _ in range(3):
                self.hand[s].append((yield Question("card", s)))
                self.unseen -= 1
        while self.winner is None:
            self.granted, self.asked = {}, []
            yield from self.turn()
            self.turns += 1
            if self.winner is None and self.turns == int(self.option("max_turns", "0")):
                best = max(self.small.values())
                self.winner = max(self.seats, key=lambda s: self.small[s]) if best else "nobody"
            if self.winner is None:
                step = -1 if self.option("turn_direction", "clockwise") == "counterclockwise" else 1
                self.mover = self.seats[(self.seats.index(self.mover) + step) % len(self.seats)]
        yield Question("over", "")

    def turn(self) -> Asking:
        me = self.mover
        while gates := self.askable():
            answer = yield Question("ask or roll", me, frozenset(["roll", *(f"ask {g}" for g in gates)]))
            if answer == "roll":
                break
            yield from self.request(answer.split()[1])
        total = yield Question("dice", me)
        space, entered = self.route(total)
        for gate in entered & set(self.granted):
            if self.option("toll_timing", "on_grant") == "on_entry":
                self.transfer(me, str(self.owner[gate]), self.granted[gate])
        self.large[me] = space
        token = self.token[space]
        if isinstance(token, int):
            self.ahead(me, token)
        elif "-" in token:
            low, high = map(int, token.split("-"))
            answer = yield Question("steps", me, frozenset(f"steps {n}" for n in range(low, high + 1)))
            self.ahead(me, int(answer.split()[1]))
        elif token == "PLAY_CARD":
            answer = yield Question("play", me, frozenset(f"play {c}" for c in self.hand[me]))
            yield from self.play_card(answer.split()[1], me)
        elif token == "SELL_CARD":
            yield from self.sell_card()
        elif token == "SELL_PASS":
            yield from self.sell_pass()
        elif token == "SELL_LEAD":
            yield from self.sell_lead()
        elif token == "TAKE_25":
            yield from self.take()
        else:
            self.owner[token.split(":")[1]] = me

    def request(self, gate: str) -> Asking:
        me, holder = self.mover, str(self.owner[gate])
        self.asked.append(gate)
        start = self.board["equipment"]["chip_start"]
        money = len(self.seats) * worth({c[0]: n for c, n in start.items()})
        prices = [f"price {d}" for d in range(5, money + 1, 5)]
        answer = yield Question("reply", holder, frozenset(["free", "refuse", *prices]))
        if answer == "refuse":
            return
        toll = dict.fromkeys("rby", 0)
        if answer != "free":
            price = int(answer.split()[1])
            own = self.chips[me].copy()
            if self.option("toll_timing", "on_grant") == "on_entry":
                for earlier in self.granted.values():
                    own = {c: own[c] - earlier[c] for c in own}
            exact = self.option("toll_overpay", "yes") == "no"
            fits = [c for c in subsets(own) if worth(c) == price or (worth(c) > price and not exact)]
            answer = yield Question("toll", me, frozenset(["decline", *map(written, fits)]))
            if answer == "decline":
                return
            toll = read(answer)
        self.granted[gate] = toll
        if self.option("toll_timing", "on_grant") == "on_grant":
            self.transfer(me, holder, toll)

    def transfer(self, giver: str, taker: str, chips: Chips) -> None:
        for c, n in chips.items():
            self.chips[giver][c] -= n
            self.chips[taker][c] += n

    # ------------------------------------------------------------ cards

    def play_card(self, card: str, player: str) -> Asking:
        """A card out of the mover's hand, carried out by `player`; then under the pile, and a new one."""
        me = self.mover
        self.hand[me].remove(card)
        yield from self.effect(card, player)
        if self.winner is not None:
            return
        self.pile.append(card)
        if self.unseen:
            self.hand[me].append((yield Question("card", me)))
            self.unseen -= 1
        else:
            self.hand[me].append(self.pile.pop(0))

    def effect(self, card: str, who: str) -> Asking:
        if card.startswith("AHEAD"):
            self.ahead(who, int(card.split("-")[1]))
        elif card == "TRADE":
            partners = [s for s in self.seats if s != who]
            if self.option("trade_noop_allowed", "yes") == "no":
                partners = [s for s in partners if self.small[s] or self.small[who]]
            if partners:
                answers = frozenset(f"trade {self.colours[s]}" for s in partners)
                answer = yield Question("trade", who, answers)
                other = self.letters[answer.split()[1]]
                here, there = self.small[who], self.small[other]
                self.put(who, there, False)
                self.put(other, here, False)
        elif card == "TAKE_LEAD":
            self.lead(who)
        elif card == "BACK_10":
            self.back(who)
        elif card == "FARTHEST_BACK":
            self.farthest(who)
        elif card == "STEAL_PASS":
            unowned = self.option("steal_unowned", "no") == "yes"
            passes = [c for c, o in self.owner.items() if o != who and (o is not None or unowned)]
            if len(passes) > 1:
                answer = yield Question("steal", who, frozenset(f"steal {c}" for c in passes))
                passes = [answer.split()[1]]
            for c in passes:
                self.owner[c] = who

    # ------------------------------------------------------------ auctions

    def bids(self, bidders: str) -> Asking:
        """All bids, the highest bidder or None on a tie, and the pot."""
        made: dict[str, Chips] = {}
        for _ in bidders:
            waiting = "".join(s for s in bidders if s not in made)
            who, answer = yield Question("bid", waiting, self.fists(waiting[0]))
            made[who] = read(answer)
        best = max(worth(bid) for bid in made.values())
        top = [s for s, bid in made.items() if worth(bid) == best]
        pot = {c: sum(bid[c] for bid in made.values()) for c in "rby"}
        for s, bid in made.items():
            for c in "rby":
                self.chips[s][c] -= bid[c]
        return top[0] if len(top) == 1 else None, pot

    def fists(self, who: str) -> frozenset[str]:
        own = self.chips[who]
        fake = worth(own) == 0 or (own["r"] == 0 and self.option("bid_without_red", "") == "may_fake")
        return frozenset(written(c) for c in subsets(own) if worth(c) or fake)

    def collect(self, who: str, pot: Chips) -> None:
        for c, n in pot.items():
            self.chips[who][c] += n

    def sell_card(self) -> Asking:
        me = self.mover
        answer = yield Question("sell card", me, frozenset(f"sell-card {c}" for c in self.hand[me]))
        best, pot = yield from self.bids(self.others())
        self.collect(me, pot)
        yield from self.play_card(answer.split()[1], best or me)

    def sell_pass(self) -> Asking:
        me = self.mover
        mine = [c for c, o in self.owner.items() if o == me]
        if not mine:
            return
        if len(mine) > 1:
            answer = yield Question("sell pass", me, frozenset(f"sell-pass {c}" for c in mine))
            mine = [answer.split()[1]]
        best, pot = yield from self.bids(self.others())
        self.collect(me, pot)
        if best:
            self.owner[mine[0]] = best

    def sell_lead(self) -> Asking:
        best, pot = yield from self.bids(self.others() + self.mover)
        self.lead(best or self.mover)
        if self.winner is not None:
            return
        if best is None:
            self.collect(self.mover, pot)
            return
        least = min(self.small.values())
        last = [s for s in self.seats if self.small[s] == least]
        while len(last) > 1:
            totals = {}
            for s in last:
                totals[s] = yield Question("bonus", s)
            last = [s for s in last if totals[s] == min(totals.values())]
        self.collect(last[0], pot)

    def others(self) -> str:
        """The opponents, clockwise from the mover."""
        at = self.seats.index(self.mover)
        return self.seats[at + 1 :] + self.seats[:at]

    def take(self) -> Asking:
        me = self.mover
        victims = frozenset(f"victim {self.colours[s]}" for s in self.seats if s != me)
        answer = yield Question("victim", me, victims)
        victim = self.letters[answer.split()[1]]
        own = self.chips[victim]
        exact = [c for c in subsets(own) if worth(c) == 25]
        if worth(own) <= 25:
            chips = own.copy()
        elif len(exact) > 1:
            picker = me if self.option("take25_chooser", "victim") == "taker" else victim
            chips = read((yield Question("hand over", picker, frozenset(map(written, exact)))))
        elif exact:
            chips = exact[0]
        else:
            rule = self.option("take25_inexact", "under")
            change = rule == "with_taker" and self.chips[me]["r"] > 0
            over = rule == "over" or change
            chips = (min if over else max)(
                (c for c in subsets(own) if (worth(c) > 25 if over else worth(c) < 25)), key=worth
            )
            if change:
                self.transfer(me, victim, {"r": 1, "b": 0, "y": 0})
        self.transfer(victim, me, chips)
