"""The careful player: it looks at the position after each of its actions, by the considerations of the game.

Weaker players are made of it by letting it see less: `attention` is the chance that it notices an action at
all, `slip` how far its judgement of an action may be off, `sees` the only considerations it knows. A game
without considerations is judged by random games played to the end.

People are not weak by noise: they overlook what speaks for a move, or think too much or too little of it.
`overlooks` is the chance that a consideration is not seen at a decision, and `misjudges` how far its weight
may be off; but what is plain to everybody is neither overlooked nor misjudged. Where others decide in secret
at the same time, one who is `rash` dares more than it should. Nor does anybody overlook what
is glaring: `errs` is how much an error may cost at most, in hundredths of a win by its judgement at its best;
where that has a bound, a win at once is not overlooked either.

`afford` is how much it may give away, in hundredths of a win, so as not to play the same game every time: of
the actions that are that close to the one it would play, its seed chooses. A certain win is not put off.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from parlour.bots import drivers
from parlour.bots.binding import Array, Bound, bound
from parlour.bots.bot import Candidate, Settings, Thought, check_asked, ranked
from parlour.rules import kit
from parlour.rules.contracts.careful import Consideration
from parlour.rules.game import Game
from parlour.rules.position import Position
from parlour.rules.run import checked_seed
from parlour.text import Text, say, unknown

CHOICES = 1 << 42  # the number of the stream by which a bot notices and slips
WORLDS = 8  # guesses at what is hidden
PLAYOUTS = 32  # random games after each action, in a game without considerations
ANYHOW = 100.0  # errors that cost so much are without bound
SURE = 1 - 1e-9  # a chance that is a certain win
LOOKS = 2000  # actions that are looked at, of lists that are longer
_GAMES_APART = 0xA24BAED4963EE407  # between the seeds of random games
_PATIENCE = 0.01  # seconds between two looks at the clock, about
_COMPARED, _COMPARED_LATE = 12, 3  # actions that a reason compares; when time is up
_TELLING = 0.5  # a second consideration is named if it makes at least this much of the first one's difference
_ERROR = 0.003  # of a win: moves that differ by less are about as good, as far as a judgement can tell


@dataclass(frozen=True)
class Manner:
    """What a careful player sees, and how sure its hand is."""

    attention: float = 1.0
    slip: float = 0.0
    worlds: int = WORLDS
    playouts: int = PLAYOUTS
    looks: int = LOOKS
    afford: float = 0.0  # hundredths of a win
    overlooks: float = 0.0
    misjudges: float = 0.0
    errs: float = ANYHOW  # hundredths of a win
    plain: int = 0  # the considerations that are neither overlooked nor misjudged, as bits
    obvious: int = 0  # and those that are misjudged at most
    rash: float = 0.0  # the chance to dare more than it should, where others decide in secret, and more still

    def row(self, worlds: int) -> tuple[float, ...]:
        """The same as numbers, in the order in which compiled code reads them."""
        seen = self.attention, self.slip, worlds, self.looks
        lapses = self.overlooks, self.misjudges, self.plain, self.obvious
        return *seen, self.afford, *lapses, self.errs, self.rash


class Careful:
    """Plays the action after which its side has the best chances."""

    def __init__(self, bound: Bound, mind: Array, manner: Manner | None = None) -> None:
        self._bound = bound
        self.mind = mind
        self.manner = manner or Manner()
        self.worlds = self.manner.worlds if bound.game.has_secrets else 1

    def think(self, view: Position, seat: int, *, seconds: float | None, seed: int) -> Thought:
        """Weighs the position after each action by the game's considerations, with its level's lapses."""
        check_asked(self._bound.game, view, seat)
        until = None if seconds is None else time.monotonic() + seconds
        seed = checked_seed(seed)
        stream = np.zeros(1, np.uint64)
        kit.start_stream(stream, seed, CHOICES)
        start = self._bound.slots([view])
        legal = thought_of(self._bound, start)
        noticed = self._noticed(legal, stream)
        seen = legal[: self.manner.looks]
        mood = self._mood(stream)
        chances = self._weigh(start, seen, seat, seed, until, self.mind)
        meant = chances if mood is None else self._weigh(start, seen, seat, seed, until, mood)
        seen = seen[: min(len(chances), len(meant))]
        own = chances[: len(seen), seat]
        judged = self._judged(meant[: len(seen), seat], stream)
        judged[~noticed[: len(seen)]] = -np.inf
        best = self._chosen(own, int(np.argmax(judged)), stream)
        mixed = drawn(self._bound, start, stream, self.manner.rash)
        best = next((i for i, action in enumerate(seen) if action == mixed), best)
        late = until is not None and time.monotonic() >= until
        order = [best, *(i for i in np.argsort(-own, kind="stable").tolist() if i != best)]
        order = order[: _COMPARED_LATE if late else _COMPARED]
        worlds = 1 if late else self.worlds
        reasons = explain(self._bound, self.mind, start, seen[order], own[order], seat, seed, worlds)
        if noticed[: len(seen)].sum() == 1 < len(legal):
            reasons[0] = say("It sees no other move.")
        found = [
            Candidate(int(seen[i]), float(own[i]), reason) for i, reason in zip(order, reasons, strict=True)
        ]
        return Thought(found[0].action, tuple(map(float, chances[best])), found[0].reason, ranked(found))

    def warm(self) -> None:
        """Compile the drivers by thinking a first thought with them."""
        warm(self._bound, self.mind)

    def _noticed(self, legal: npt.NDArray[np.int64], stream: Array) -> npt.NDArray[np.bool_]:
        """Which actions it sees. They are shuffled: whatever is cut off by the clock is cut off by chance."""
        for i in range(len(legal) - 1, 0, -1):
            j = int(kit.below(stream, i + 1))
            legal[i], legal[j] = legal[j], legal[i]
        found = np.ones(len(legal), np.bool_)
        if self.manner.attention < 1:
            found[:] = [_uniform(stream) < self.manner.attention for _ in legal]
            found[0] |= not found[: self.manner.looks].any()
        return found

    def _mood(self, stream: Array) -> Array | None:
        """Its mind, as it is at this decision, if that is not at its best."""
        how = self.manner
        if not (how.overlooks or how.misjudges):
            return None
        mood = self.mind.copy()
        bits = how.plain, how.obvious
        self._bound.form.lapse(self.mind, how.overlooks, how.misjudges, *bits, stream, mood)
        return mood

    def _weigh(
        self,
        start: Array,
        seen: npt.NDArray[np.int64],
        seat: int,
        seed: int,
        until: float | None,
        mood: Array,
    ) -> Array:
        """Every chair's chances after each action, as far as the time goes."""
        if not self._bound.considerations and self.mind[drivers.KIND] == drivers.CONSIDERED:
            return self._play_out(start, seen, seat, seed, until)
        form, work = self._bound.form, self._bound.workspace(self.mind)
        chances = np.zeros((len(seen), self._bound.game.chairs))
        block, done, before = len(seen) if until is None else 1, 0, time.monotonic()
        while done < len(seen) and (done == 0 or until is None or before < until):
            these = (seen, done, min(block, len(seen) - done), seat, seed)
            form.weigh_actions(work, start, self.worlds, *these, mood, chances)
            done += these[2]
            now = time.monotonic()  # the next block is as long as one can go without a look at the clock
            block = min(max(int(block * _PATIENCE / max(now - before, 1e-6)), 1), 4 * block)
            before = now
        return chances[:done]

    def _play_out(
        self, start: Array, seen: npt.NDArray[np.int64], seat: int, seed: int, until: float | None
    ) -> Array:
        """The same from random games to the end, the same number after each action."""
        form, work = self._bound.form, self._bound.workspace(self.mind)
        counts, total = np.zeros(2, np.int64), np.zeros((len(seen), self._bound.game.chairs))
        for game in range(self.manner.playouts):
            won, done = np.zeros_like(total), 0
            own_seed = _signed(seed + game * _GAMES_APART)
            while done < len(seen) and (game + done == 0 or until is None or time.monotonic() < until):
                form.weigh_by_playouts(work, start, 1, seen, done, 1, seat, own_seed, counts, won)
                done += 1
            if done < len(seen):
                return won[:done] if game == 0 else total / game
            total += won
        return total / self.manner.playouts

    def _judged(self, own: Array, stream: Array) -> Array:
        """What it thinks each action is worth: odds, on a scale where a slip counts the same everywhere."""
        if not self.manner.slip:
            return own.copy()
        odds = np.log(own.clip(1e-9, 1)) - np.log((1 - own).clip(1e-9, 1))
        judged: Array = odds + self.manner.slip * np.array([_normal(stream) for _ in own])
        return judged

    def _chosen(self, own: Array, best: int, stream: Array) -> int:
        """What seems best, or another that is about as good, by the seed; but what is glaring is seen."""
        errs = self.manner.errs
        if own.max() - own[best] > errs / 100 or (errs < ANYHOW and own.max() >= SURE):
            best = int(np.argmax(own))
        if not self.manner.afford or own[best] >= SURE:
            return best
        near = np.flatnonzero(abs(own - own[best]) <= self.manner.afford / 100)
        return int(near[int(kit.below(stream, len(near)))])


def drawn(bound: Bound, start: Array, stream: Array, rash: float = 0.0) -> int:
    """An action by the game's mixture, where one would lose by being predictable; NOBODY elsewhere."""
    out, odds = (np.zeros(bound.form.MAX_ACTIONS, np.int64) for _ in range(2))
    return int(bound.form.draw_mixed(start, out, odds, stream, rash))


def thought_of(bound: Bound, start: Array) -> npt.NDArray[np.int64]:
    """What the seat called on would think of doing in the view in `start`."""
    out = np.zeros(bound.form.MAX_ACTIONS, np.int64)
    return out[: bound.form.list_sensible(start, out)]


def explain(
    bound: Bound,
    mind: Array,
    start: Array,
    actions: Sequence[int] | Array,
    chances: Sequence[float] | Array,
    seat: int,
    seed: int,
    worlds: int,
) -> list[Text]:
    """Why one would play each of these, or not: what the best gains and risks beside the second best, and
    each of the others beside the best."""
    if len(actions) == 1:
        return [say("It is the only move.")]
    terms = bound.considerations
    if not terms:
        return [say("It came out so in random games.") for _ in actions]
    parts = np.zeros((len(actions), len(terms)))
    codes = np.ascontiguousarray(actions, np.int64)
    bound.form.weigh_parts(bound.workspace(mind), start, worlds, codes, seat, seed, parts)
    first, second = np.argsort(-np.asarray(chances), kind="stable")[:2].tolist()
    rivals = [second if i == first else first for i in range(len(actions))]
    return [
        say("Several moves are about as good.")
        if abs(chances[i] - chances[rival]) < _ERROR
        else _reason(bound, parts[i] - parts[rival], i == first)
        for i, rival in enumerate(rivals)
    ]


def _reason(bound: Bound, more: Array, best: bool) -> Text:
    """What speaks for an action beside another, and what against it, as far as that is telling: `more` is how
    much more there is of each consideration."""
    gains, risks = _telling(bound, more), _telling(bound, -more)
    if gains is None and risks is None:
        return say("It leads to better positions.") if best else say("It leads to worse positions.")
    if best:
        if risks is None:
            return say("Better than the second best: {gains}.", gains=gains)
        if gains is None:
            return say("Best by what may follow, although worse: {risks}.", risks=risks)
        return say("Better than the second best: {gains}; worse: {risks}.", gains=gains, risks=risks)
    if gains is None:
        return say("Worse than the best: {risks}.", risks=risks)
    if risks is None:
        return say("Not the best by what may follow, although better: {gains}.", gains=gains)
    return say("Worse than the best: {risks}; better: {gains}.", gains=gains, risks=risks)


def _telling(bound: Bound, more: Array) -> Text | None:
    """The one or two considerations by which most is gained, if that is something beside what is lost."""
    gain = more * [max(one.weight, 0) for one in bound.considerations]  # what one wants, not what one avoids
    order = np.argsort(-gain, kind="stable")
    first, second = int(order[0]), int(order[1]) if len(order) > 1 else int(order[0])
    if gain[first] <= 1e-6 or gain[first] < _TELLING * float((-gain).max()) / 2:
        return None
    told = [how_much(bound.considerations[i], float(more[i])) for i in (first, second)]
    if second != first and gain[second] >= _TELLING * gain[first]:
        return say("{first} and {last}", first=told[0], last=told[1])
    return told[0]


def how_much(one: Consideration, more: float) -> Text:
    """A consideration, with the difference where that is a number of spaces or a chance."""
    spaces, percent = round(one.spaces * more), round(100 * more) if one.chance else 0
    if spaces >= 1:
        return say("{consideration} ({n:space|spaces})", consideration=one.words, n=spaces)
    if percent >= 1:
        return say("{consideration} ({percent} %)", consideration=one.words, percent=percent)
    return one.words


def warm(bound: Bound, mind: Array) -> None:
    """Compile the drivers that are used here, and use them from now on."""
    form, game = bound.compiled, bound.game
    if form is not bound.plain:
        start, work = bound.slots([game.new()], form), bound.workspace(mind, form=form)
        none, chances = np.zeros(0, np.int64), np.zeros((0, game.chairs))
        form.list_sensible(start, work.out)
        form.lapse(mind, 0.0, 0.0, 0, 0, work.rng, mind.copy())
        form.draw_mixed(start, work.out, np.zeros(form.MAX_ACTIONS, np.int64), work.rng, 0.0)
        form.weigh_actions(work, start, 0, none, 0, 0, 0, 0, mind, chances)
        form.weigh_parts(work, start, 0, none, 0, 0, np.zeros((0, len(bound.considerations))))
        if not bound.considerations:
            form.weigh_by_playouts(work, start, 0, none, 0, 0, 0, 0, np.zeros(2, np.int64), chances)
    bound.use_compiled()


def _signed(number: int) -> int:
    """The 64 lowest bits, as compiled rules take them."""
    return (number + (1 << 63)) % (1 << 64) - (1 << 63)


def _uniform(stream: Array) -> float:
    return int(kit.below(stream, 1 << 30)) / (1 << 30)


def _normal(stream: Array) -> float:
    """Near enough to a normal distribution: the sum of twelve."""
    return sum(_uniform(stream) for _ in range(12)) - 6


def create(game: Game, settings: Settings) -> Careful:
    """`careful`, with what its settings change."""
    mine = bound(game)
    manner = Manner(
        attention=settings.number("attention", 1, 0, 1),
        slip=settings.number("slip", 0, 0, 10),
        worlds=settings.whole("worlds", WORLDS, 1, 1000),
        playouts=settings.whole("playouts", PLAYOUTS, 1, 100_000),
        looks=settings.whole("looks", LOOKS, 1, 100_000),
        afford=settings.number("afford", 0, 0, 100),
        overlooks=settings.number("overlooks", 0, 0, 1),
        misjudges=settings.number("misjudges", 0, 0, 5),
        errs=settings.number("errs", 100, 0, 100),
        plain=sum(one.plain << i for i, one in enumerate(mine.considerations)),
        obvious=sum(one.obvious << i for i, one in enumerate(mine.considerations)),
        rash=settings.number("rash", 0, 0, 0.99),
    )
    known = [one.name for one in mine.considerations]
    sees = settings.text("sees", "+".join(known)).split("+")
    for name in sees if known else ():
        if name not in known:
            raise unknown(say("consideration"), name, known)
    return Careful(mine, mine.careful_mind({name: 0.0 for name in known if name not in sees}), manner)
