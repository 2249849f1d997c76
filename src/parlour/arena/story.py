"""A review as a page: the curve of the chances, what made it up, and every event with what it changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.arena import plots
from parlour.arena.plots import Series, percent
from parlour.arena.review import Advice, Entry, Review
from parlour.text import Text, join, say

_NOTHING = 0.0005  # of a win
RINGS = 6  # events that the curve marks


def page(review: Review) -> str:
    """The page, as HTML."""
    match = review.match
    title = say("{game}: a game reviewed", game=match.game.words.TITLE)
    who = join([review.name(side) for side in range(len(review.sides))], " · ")
    return plots.page(title, who, _parts(review))


def points(value: float) -> str:
    """A change of chances, in percentage points."""
    return f"{100 * value:+.1f}".replace("-", "−")


def worse(chance: float, best: float) -> str:
    """By how many hundredths of a win an action is worse than the best; nothing where it is as good."""
    return points(chance - best) if best - chance >= _NOTHING else ""


def verdict(review: Review) -> Text:
    """How the game went, in one sentence."""
    accounts = review.accounts
    if not review.match.over:
        return say("The game is not over yet.")
    best = max(range(len(accounts)), key=lambda side: accounts[side].end)
    if accounts[best].end < 1:
        return say("Nobody won alone.")
    account = accounts[best]
    gifts = account.skill + account.others
    if account.luck > 0.1 and account.luck > 2 * abs(gifts):
        why = say("the dice were kind to it")
    elif gifts > 0.1 and gifts > 2 * abs(account.luck):
        why = say("it made fewer and smaller mistakes")
    elif account.luck > 0.05 and gifts > 0.05:
        why = say("it played better, and the dice helped")
    elif gifts > 0 > account.luck:
        why = say("it played better, against its dice")
    elif account.luck > 0 > gifts:
        why = say("its dice made up for its mistakes")
    else:
        why = say("it was a close game")
    return say("{winner} won: {why}.", winner=review.name(best), why=why)


def heads() -> list[Text]:
    """The columns of `sums`."""
    return [
        say("side"),
        say("at first"),
        say("luck"),
        say("own mistakes"),
        say("others’ mistakes"),
        say("hindsight"),
        say("at the end"),
        say("each decision"),
    ]


def sums(review: Review) -> list[list[str]]:
    """For each side: what its chances were, what changed them, and what they came to."""
    return [
        [
            str(review.name(side)),
            percent(one.start),
            points(one.luck),
            points(one.skill),
            points(one.others),
            points(one.hindsight),
            percent(one.end),
            points(one.skill / one.decisions) if one.decisions else "–",
        ]
        for side, one in enumerate(review.accounts)
    ]


def notes() -> list[Text]:
    """What the columns mean."""
    return [
        say(
            "From left to right they add up. Luck is what the dice gave, against the average of all that "
            "could have been rolled. A mistake is what an action was worth less than the best one, as the "
            "seat that played it could judge them then."
        ),
        say(
            "Hindsight is what neither explains: where the bot changed its mind about a position one event "
            "later, and what had been hidden from the one who decided."
        ),
    ]


def telling(review: Review) -> list[Entry]:
    """The events that moved the chances most, in their order."""
    found = sorted(review.entries, key=lambda e: -_swing(e))[:RINGS]
    return sorted(found, key=lambda e: e.n)


def change(review: Review, entry: Entry) -> str:
    """What an event did, in few words: luck of whom it helped most, or the cost of a mistake."""
    if entry.luck is not None:
        side = max(range(len(entry.luck)), key=lambda i: entry.luck[i] if entry.luck else 0.0)
        return f"{points(entry.luck[side])} {review.name(side)}"
    if entry.skill is not None and entry.best is not None:
        return points(entry.skill)
    return ""


def better(best: Advice) -> Text:
    """What would have been better, and why."""
    return say(
        "{offer} ({chance}). {reason}", offer=best.offer, chance=percent(best.chance), reason=best.reason
    )


def _swing(entry: Entry) -> float:
    return max(abs(a - b) for a, b in zip(entry.after, entry.before, strict=True))


def _parts(review: Review) -> Iterator[str]:
    yield plots.paragraph(verdict(review), "lead")
    yield plots.heading(say("How the chances went"))
    places = {entry.n: i for i, entry in enumerate(review.entries, 1)}
    series = [
        Series(review.name(side), [chances[side] for chances in review.chances])
        for side in range(len(review.sides))
    ]
    yield plots.curves(
        say(
            "Each side's chance to win after every roll and decision, as “{bot}” sees it; rings: the events "
            "that moved it most.",
            bot=review.bot,
        ),
        series,
        [(places[entry.n], entry.text) for entry in telling(review)],
    )
    yield plots.heading(say("Luck and skill"))
    yield plots.grid(heads(), sums(review))
    for note in notes():
        yield plots.paragraph(note, "small")
    yield from _best_and_worst(review)
    yield plots.heading(say("The whole game"))
    yield plots.grid(
        ["", say("what happened"), say("changed"), *(review.name(s) for s in range(len(review.sides)))],
        [_row(review, entry) for entry in review.entries],
        words=(1,),
    )


def _best_and_worst(review: Review) -> Iterator[str]:
    mistakes = review.mistakes[:5]
    if mistakes:
        yield plots.heading(say("The dearest mistakes"))
        yield plots.grid(
            ["", say("what was played"), say("cost"), say("better was")],
            [[str(e.n), e.text, points(e.skill or 0.0), better(e.best) if e.best else ""] for e in mistakes],
            words=(1, 3),
        )
    rolls = [(side, e) for side in range(len(review.sides)) for e in review.lucky(side)[:3]]
    if rolls:
        yield plots.heading(say("The luckiest rolls"))
        yield plots.grid(
            ["", say("what was rolled"), say("luck"), say("for")],
            [
                [str(e.n), e.text, points(e.luck[side] if e.luck else 0.0), review.name(side)]
                for side, e in rolls
            ],
            words=(1, 3),
        )


def _row(review: Review, entry: Entry) -> Sequence[Text | str]:
    return [str(entry.n), entry.text, change(review, entry), *(percent(chance) for chance in entry.after)]
