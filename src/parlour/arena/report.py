"""A tournament as a page: who won, how sure that is, from where, how fast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from parlour.arena import plots
from parlour.arena.plots import Range, percent
from parlour.arena.ratings import Share, Standings
from parlour.arena.result import Result
from parlour.arena.simulate import chair_name, versions
from parlour.rules.game import Game
from parlour.text import MissingExtra, Text, join, say


def report(result: Result, game: Game) -> str:
    """The page, as HTML."""
    table = result.standings
    title = say("{game}: a tournament of bots", game=game.words.TITLE)
    under = say("{games:,:game|games} in {rounds:,:round|rounds}", games=table.games, rounds=table.rounds)
    return plots.page(title, under, _parts(result, table, game))


def order(table: Standings) -> list[int]:
    """The bots, the best first."""
    found = {i: share.mean for i in range(len(table.bots)) if (share := table.share(i))}
    return sorted(found, key=lambda i: -found[i])


def _parts(result: Result, table: Standings, game: Game) -> Iterator[str]:
    if not table.games:
        yield plots.paragraph(say("No game has been played yet."))
        return
    bots = order(table)
    if not result.finished:
        yield plots.paragraph(
            say(
                "This tournament is not over: {played:,} of {wanted:,} games.",
                played=result.games,
                wanted=result.games_wanted,
            )
        )
    yield plots.paragraph(_lead(table, bots), "lead")
    if len(bots) > 1:
        yield from _shares(table, bots)
        yield from _against(table, bots)
        yield from _ratings(table, bots)
    yield from _seats(result, table, game)
    yield from _lengths(table)
    yield from _thinking(result, bots)
    yield from _method(result, table)


def _lead(table: Standings, bots: Sequence[int]) -> Text:
    best = table.share(bots[0])
    assert best is not None
    if len(bots) == 1:
        return say("“{bot}” plays against itself.", bot=table.bots[bots[0]])
    return say(
        "“{bot}” is ahead: it won {share} of what a seat can win, where {fair} would be fair. "
        "With 95 % certainty the true share lies between {low} and {high}.",
        bot=table.bots[bots[0]],
        share=percent(best.mean),
        fair=percent(table.fair),
        low=percent(best.low),
        high=percent(best.high),
    )


def _shares(table: Standings, bots: Sequence[int]) -> Iterator[str]:
    yield plots.heading(say("Shares of the wins"))
    rows = [_range_of(table.bots[i], table.share(i)) for i in bots]
    yield plots.ranges(
        say("What each bot won for every seat it took, with 95 % intervals; dashed: the fair share."),
        [m for m in rows if m],
        ends=(0.0, 1.0),
        fair=table.fair,
    )


def _against(table: Standings, bots: Sequence[int]) -> Iterator[str]:
    yield plots.heading(say("Each against each"))
    if len(bots) == 2 and table.sides == 2:
        a, b = bots
        found = table.against(a, b, decided=True)
        if found is not None and table.decided is not None:
            yield plots.paragraph(
                say(
                    "{decided} of the games had a winner. Of these, “{bot}” won {share} ({low} – {high}).",
                    decided=percent(table.decided.mean),
                    bot=table.bots[a],
                    share=percent(found.mean),
                    low=percent(found.low),
                    high=percent(found.high),
                )
            )
        return
    yield plots.paragraph(
        say("Of what two bots won at tables where both sat, for each seat: the share of the bot on the left.")
    )
    yield plots.grid(
        ["", *(table.bots[j] for j in bots)],
        [[table.bots[i], *(_cell(table.against(i, j)) if i != j else "–" for j in bots)] for i in bots],
    )


def _ratings(table: Standings, bots: Sequence[int]) -> Iterator[str]:
    yield plots.heading(say("Ratings"))
    try:
        found = [(table.bots[i], table.ratings[i]) for i in bots]
    except MissingExtra as missing:
        yield plots.paragraph(missing.text)
        return
    rows = [Range(name, r.mean - 2 * r.deviation, r.mean, r.mean + 2 * r.deviation) for name, r in found]
    yield plots.ranges(
        say("openskill (Plackett-Luce), with two deviations on either side; everybody starts at 25."),
        rows,
        lambda value: f"{value:.1f}",
    )


def _seats(result: Result, table: Standings, game: Game) -> Iterator[str]:
    yield plots.heading(say("Does the seat matter?"))
    names = [join([chair_name(game, c) for c in chairs], " + ") for chairs in result.contest.sides]
    found = [_range_of(name, table.seat(side)) for side, name in enumerate(names)]
    yield plots.ranges(
        say("What was won from each seat, by all bots together; dashed: the fair share."),
        [m for m in found if m],
        ends=(0.0, 1.0),
        fair=table.fair,
    )
    if len(table.bots) > 1:
        yield plots.grid(
            [say("bot"), *names],
            [
                [table.bots[i], *(_cell(table.seat(side, i)) for side in range(table.sides))]
                for i in order(table)
            ],
        )


def _lengths(table: Standings) -> Iterator[str]:
    yield plots.heading(say("How long games are"))
    found = table.lengths
    yield plots.histogram(
        say(
            "Decisions in a game: {mean:,.0f} on average, 9 of 10 games between {low:,} and {high:,}.",
            mean=found.mean,
            low=found.at(0.05),
            high=found.at(0.95),
        ),
        found.counts,
        say("decisions"),
    )


def _thinking(result: Result, bots: Sequence[int]) -> Iterator[str]:
    paces = [(result.bots[i], pace) for i in bots if (pace := result.pace(i))]
    if not paces:
        return
    yield plots.heading(say("How long they think"))
    slowest, fastest = max(p.p99 for _, p in paces), min(p.p50 for _, p in paces)
    yield plots.ranges(
        say("Half of all moves took no longer than the dot, 99 of 100 no longer than the right end."),
        [Range(name, p.p50, p.p50, p.p99, f"{duration(p.p50)}; {duration(p.p99)}") for name, p in paces],
        duration,
        ends=(fastest / 1.5, slowest * 1.5),
        log=True,
    )


def duration(seconds: float) -> str:
    """A length of time that a person can compare at a glance."""
    for limit, factor, unit in ((1e-3, 1e6, "µs"), (1.0, 1e3, "ms")):
        if seconds < limit:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def _method(result: Result, table: Standings) -> Iterator[str]:
    yield plots.heading(say("How this was measured"))
    yield plots.paragraph(
        say(
            "In every round the bots sit down in all rotations, and all games of the round are dealt the "
            "same dice: what luck gives to one of them, it gives to the others too. Games of a round are "
            "therefore not independent, rounds are; all intervals come from how rounds differ. A draw "
            "counts for each side what the rules say it is worth."
        )
    )
    if result.title["opening"]:
        yield plots.paragraph(
            say(
                "The first {count} decisions of every game are random, and the same in all games of a round.",
                count=result.title["opening"],
            )
        )
    if table.worth is not None:
        yield plots.paragraph(
            say("Sharing the dice made each game worth {worth:.2f} independent ones.", worth=table.worth)
        )
    yield plots.paragraph(say("This command plays the same games again:"))
    yield plots.code(command(result))
    yield plots.paragraph(
        join([f"{name} {version}" for name, version in versions(True).items()], " · "), "small"
    )


def command(result: Result) -> str:
    """What to type for the same tournament."""
    title = result.title
    words = [f"parlour arena {title['game']} --bots {','.join(title['bots'])} --games {result.games_wanted}"]
    words += [f"--players {title['players']}", f"--seed {title['seed']}"]
    words += [f"--opening {title['opening']}"] if title["opening"] else []
    words += [f"--options {name}={value}" for name, value in title["options"].items()]
    words += ["--board FILE"] if title["board"] else []
    return " ".join(words)


def _range_of(name: Any, share: Share | None) -> Range | None:
    return None if share is None else Range(name, share.low, share.mean, share.high)


def _cell(share: Share | None) -> str:
    if share is None:
        return "–"
    return f"{percent(share.mean)} ± {100 * (share.high - share.low) / 2:.1f}"
