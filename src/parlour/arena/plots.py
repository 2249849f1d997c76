"""Plots as SVG inside a page, and the page: one HTML file that needs no network and runs nothing.

Every value that is drawn is also written, lines are told apart by their dashes and by the names at their
ends, and each drawing says in words what it shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from parlour.draw import palette
from parlour.text import Text, say

_STYLE = Path(__file__).with_name("page.css")
WIDTH = 720  # of a drawing, in its own units; a page shrinks it to fit
Words = Text | str
Show = Callable[[float], str]
DASHES = ("", "9 5", "2 5", "12 4 2 4")
HUES = ("blue", "red", "green", "purple")


class Range(NamedTuple):
    """A value with the range it is uncertain in, or varies in."""

    name: Words
    low: float
    middle: float
    high: float
    told: str = ""  # how the value is written, where it is not the middle with its range


class Series(NamedTuple):
    """A line of a chart, from left to right."""

    name: Words
    values: Sequence[float]


def percent(value: float) -> str:
    """A share as people read it, with one decimal."""
    return f"{100 * value:.1f} %"


def _round_percent(value: float) -> str:
    return f"{100 * value:g} %"


# ---------------------------------------------------------------- drawings


def ranges(
    about: Words,
    marks: Sequence[Range],
    show: Show = percent,
    *,
    ends: tuple[float, float] | None = None,
    fair: float | None = None,
    log: bool = False,
) -> str:
    """Marks under each other on one scale; `fair` is where a line is drawn to compare them with."""
    left, right, row = _left(m.name for m in marks), WIDTH - 200, 34
    low, high = ends or (min(m.low for m in marks), max(m.high for m in marks))
    scale = _scale(low, high, left, right, log)
    on_axis = _round_percent if show is percent else show
    bottom = row * len(marks) + 12
    body = [
        f'<line class="grid" x1="{_n(scale(tick))}" x2="{_n(scale(tick))}" y1="4" y2="{bottom}"/>'
        f'<text class="tick" x="{_n(scale(tick))}" y="{bottom + 18}">{escape(on_axis(tick))}</text>'
        for tick in (_decades(low, high) if log else _ticks(low, high))
    ]
    if fair is not None:
        x = _n(scale(fair))
        body.append(f'<line class="fair" x1="{x}" x2="{x}" y1="4" y2="{bottom}"/>')
    for i, mark in enumerate(marks):
        y = row * i + 22
        x1, x, x2 = (_n(scale(min(max(v, low), high))) for v in (mark.low, mark.middle, mark.high))
        value = mark.told or f"{show(mark.middle)} ({show(mark.low)} – {show(mark.high)})"
        body.append(
            f'<text class="name" x="{left - 14}" y="{y + 5}">{_t(mark.name)}</text>'
            f'<path class="whisker" d="M{x1} {y - 6}V{y + 6}M{x1} {y}H{x2}M{x2} {y - 6}V{y + 6}"/>'
            f'<circle class="dot" cx="{x}" cy="{y}" r="6"/>'
            f'<text class="value" x="{right + 16}" y="{y + 5}">{escape(value)}</text>'
        )
    return _svg(about, bottom + 26, body)


def histogram(about: Words, counts: Sequence[int], across: Words, step: int = 1) -> str:
    """How many cases had 0, 1, 2, ... of something, in bars of equal width; a count may be one of several
    numbers already, `step` of them."""
    present = [i for i, n in enumerate(counts) if n]
    first, last = present[0], present[-1] + 1
    width = max(1, math.ceil((last - first) / 48))
    bars = [sum(counts[i : i + width]) for i in range(first, last, width)]
    total, high = sum(bars), max(bars)
    left, top, bottom = 54.0, 10.0, 190.0
    low, width = first * step, width * step
    scale = _scale(low, low + width * len(bars), left, WIDTH - 20.0)
    body = []
    for part in _ticks(0, high / total)[1:]:
        y = bottom - (bottom - top) * part * total / high
        body.append(
            f'<line class="grid" x1="{left}" x2="{WIDTH - 20}" y1="{_n(y)}" y2="{_n(y)}"/>'
            f'<text class="name" x="{left - 8}" y="{_n(y + 4)}">{_round_percent(part)}</text>'
        )
    for i, count in enumerate(bars):
        start = low + i * width
        x, height = scale(start), (bottom - top) * count / high
        span = str(start) if width == 1 else f"{start} – {start + width - 1}"
        body.append(
            f'<rect class="bar" x="{_n(x + 0.5)}" y="{_n(bottom - height)}" height="{_n(height)}"'
            f' width="{_n(scale(start + width) - x - 1)}"><title>{span}: {count:,}</title></rect>'
        )
    for tick in _ticks(low, low + width * len(bars)):
        body.append(f'<text class="tick" x="{_n(scale(tick))}" y="{bottom + 20:g}">{tick:g}</text>')
    body.append(f'<text class="axis" x="{(left + WIDTH) / 2:g}" y="{bottom + 42:g}">{_t(across)}</text>')
    return _svg(about, 240, body)


def curves(about: Words, series: Sequence[Series], marks: Sequence[tuple[int, Words]] = ()) -> str:
    """Shares of 1 over time; `marks` are moments that get a ring and a word on hovering."""
    left, right, top, bottom = 54.0, WIDTH - 150.0, 12.0, 272.0
    last = max(1, len(series[0].values) - 1)
    across, up = _scale(0, last, left, right), _scale(0, 1, bottom, top)
    body = [
        f'<line class="grid" x1="{left}" x2="{right}" y1="{_n(up(v))}" y2="{_n(up(v))}"/>'
        f'<text class="name" x="{left - 8}" y="{_n(up(v) + 4)}">{v:.0%}</text>'
        for v in (0.0, 0.25, 0.5, 0.75, 1.0)
    ]
    body += [
        f'<text class="tick" x="{_n(across(t))}" y="{bottom + 20:g}">{t:g}</text>' for t in _ticks(0, last)
    ]
    names = _apart([up(one.values[-1]) for one in series], 16, top, bottom)
    for i, one in enumerate(series):
        hue, dash = HUES[i % len(HUES)], DASHES[i % len(DASHES)]
        points = " ".join(f"{_n(across(t))},{_n(up(v))}" for t, v in enumerate(one.values))
        style = f' stroke-dasharray="{dash}"' if dash else ""
        body.append(
            f'<polyline class="line {hue}"{style} points="{points}"/>'
            f'<text class="end {hue}" x="{right + 10:g}" y="{_n(names[i] + 5)}">{_t(one.name)}</text>'
        )
    for t, words in marks:
        best = max(series, key=lambda one: abs(one.values[t] - one.values[max(t - 1, 0)]))
        body.append(
            f'<circle class="ring" cx="{_n(across(t))}" cy="{_n(up(best.values[t]))}" r="5">'
            f"<title>{_t(words)}</title></circle>"
        )
    return _svg(about, 304, body)


def _svg(about: Words, height: float, body: Iterable[str]) -> str:
    return (
        f'<figure><svg viewBox="0 0 {WIDTH} {_n(height)}" role="img" aria-label="{_t(about)}">'
        f"{''.join(body)}</svg><figcaption>{_t(about)}</figcaption></figure>\n"
    )


def _scale(low: float, high: float, left: float, right: float, log: bool = False) -> Callable[[float], float]:
    def plain(value: float) -> float:
        return left + (right - left) * (value - low) / ((high - low) or 1)

    def by_ratio(value: float) -> float:
        return left + (right - left) * math.log(value / low) / (math.log(high / low) or 1)

    return by_ratio if log else plain


def _ticks(low: float, high: float) -> list[float]:
    """Four to nine round numbers from low to high."""
    if high <= low:
        return [low]
    step = 10 ** math.floor(math.log10(high - low))
    step *= next(f for f in (0.1, 0.2, 0.25, 0.5, 1, 2) if (high - low) / (step * f) <= 8)
    first = math.ceil(low / step - 1e-9)
    return [round(n * step, 10) for n in range(first, math.floor(high / step + 1e-9) + 1)]


def _decades(low: float, high: float) -> list[float]:
    steps = (1,) if high / low > 100 else (1, 2, 5)
    found = [
        f * 10.0**n for n in range(math.floor(math.log10(low)), math.ceil(math.log10(high))) for f in steps
    ]
    return [tick for tick in found if low <= tick <= high]


def _apart(places: list[float], least: float, top: float, bottom: float) -> list[float]:
    """The same places, moved so that names do not lie over each other."""
    order = sorted(range(len(places)), key=places.__getitem__)
    found, floor = list(places), top
    for i in order:
        found[i] = floor = max(places[i], floor)
        floor += least
    over = max(0.0, floor - least - bottom)
    return [place - over for place in found]


def _left(names: Iterable[Words]) -> int:
    """Room for names on the left."""
    return min(240, 30 + 8 * max((len(str(name)) for name in names), default=0))


def _n(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _t(text: Words) -> str:
    return escape(str(text))


# ---------------------------------------------------------------- pages


def heading(text: Words) -> str:
    """A heading of the page."""
    return f"<h2>{_t(text)}</h2>\n"


def paragraph(text: Words, style: str = "") -> str:
    """A paragraph of the page; the style is one of the page's own classes."""
    kind = f' class="{style}"' if style else ""
    return f"<p{kind}>{_t(text)}</p>\n"


def code(text: str) -> str:
    """Text to be copied as it stands, such as a command."""
    return f"<pre>{escape(text)}</pre>\n"


def grid(heads: Sequence[Words], rows: Iterable[Sequence[Words]], words: Sequence[int] = (0,)) -> str:
    """A table; the columns in `words` hold words, the others numbers. A row's first cell is its heading."""
    kinds = ["words" if i in words else "number" for i in range(len(heads))]
    top = "".join(f'<th scope="col" class="{k}">{_t(h)}</th>' for k, h in zip(kinds, heads, strict=True))
    lines = []
    for row in rows:
        first, *rest = row
        cells = "".join(f'<td class="{k}">{_t(cell)}</td>' for k, cell in zip(kinds[1:], rest, strict=True))
        lines.append(f'<tr><th scope="row" class="{kinds[0]}">{_t(first)}</th>{cells}</tr>')
    body = f"<thead><tr>{top}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return f'<div class="wide"><table>{body}</table></div>\n'


def page(title: Words, under: Words, parts: Iterable[str]) -> str:
    """The whole file."""
    style = _STYLE.read_text("utf-8") + _colours(palette.LIGHT, palette.LIGHT_GROUND)
    dark = _colours(palette.DARK, palette.DARK_GROUND)
    return (
        f'<!doctype html>\n<html lang="{_t(say("en"))}"><head><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy"'
        " content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">"
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme"'
        f' content="light dark"><title>{_t(title)}</title>\n<style>\n{style}'
        f"@media screen and (prefers-color-scheme: dark) {{\n{dark}}}\n</style></head>\n<body><main>\n"
        f'<header><h1>{_t(title)}</h1><p class="under">{_t(under)}</p></header>\n'
        f"{''.join(parts)}</main></body></html>\n"
    )


def _colours(hues: dict[str, dict[str, str]], ground: dict[str, str]) -> str:
    names = {"page": "page", "sheet": "sheet", "ink": "ink", "line": "line", "space": "space"}
    lines = [f"--{to}: {ground[name]};" for name, to in names.items()]
    lines += [f"--{hue}: {hues[hue]['deep']};" for hue in HUES]
    lines += [f"--bar: {hues['blue']['body']};", f"--mark: {hues['red']['deep']};"]
    return f":root {{ {' '.join(lines)} }}\n"
