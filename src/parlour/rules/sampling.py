"""Picking from masks: one legal action a row, by chance or by a network's logits, in compiled code.

>>> import numpy as np
>>> from parlour.rules.sampling import sample
>>> masks = np.array([[0, 1, 0, 1], [1, 0, 0, 0]], np.int8)
>>> actions = sample(masks, rng=7)
>>> bool((masks[[0, 1], actions] == 1).all())
True

What is legal comes in one of three shapes:
    masks            rows of 0 and 1, in bytes or bools, as environments give them
    packed bits      `np.packbits(masks, axis=1, bitorder="little")`; then `actions` says how many there are
    lists            codes in rows of any length; then `counts` says how many of each row are meant
`packed` and `listed` make the other two from masks.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import sys
from typing import Any, Literal, overload

import numpy as np
import numpy.typing as npt

from parlour.rules.device import Array
from parlour.rules.forms.alone import alone
from parlour.rules.kit import inline, rule
from parlour.text import BadChoice, say

__all__ = ["listed", "packed", "sample"]

WORD = 64  # bits
MOST, LEAST = 600.0, -690.0  # of a logit whose exponential is taken as it is
SMALL, LARGE = 1e-250, 1e250  # totals that are exact enough as they are
STEPS, REST = 256 / np.log(2), np.log(2) / 256  # parts of a power of two
PARTS = 2.0 ** (np.arange(256) / 256)
ZERO = 1000  # the place of 1 among the powers
POWERS = 2.0 ** np.arange(-ZERO, 900)


# ---------------------------------------------------------------- rules: plain, or compiled
# What is legal comes as words of 64 bits, all rows in one: row `i` begins at bit `i * stride` and has
# `width` bits. NumPy packs a whole array of masks in less time than it takes to read their bytes row by row.


@rule
@inline
def ones(word):
    """How many bits of a word are set. (One instruction, once compiled.)"""
    n = 0
    while word != np.uint64(0):
        word &= word - np.uint64(1)
        n += 1
    return n


@rule
@inline
def lowest(word):
    """The number of the lowest bit that is set."""
    return ones((word & ~(word - np.uint64(1))) - np.uint64(1))


@rule
@inline
def bits_from(words, at, count):
    """The bits from number `at` on, as a word of its own: `count` of them, at most 64."""
    shift = np.uint64(at % WORD)
    word = words[at // WORD] >> shift | words[at // WORD + 1] << np.uint64(1) << np.uint64(63) - shift
    if count < WORD:
        word &= (np.uint64(1) << np.uint64(count)) - np.uint64(1)
    return word


@rule
def pick_from_words(words, stride, width, chances, actions, totals):
    """Of each row one of the bits that are set, all alike, and how many there are; the first row that has
    none, or -1."""
    for i in range(len(actions)):
        total = np.int64(0)
        for first in range(0, width, WORD):
            total += ones(bits_from(words, i * stride + first, width - first))
        totals[i] = total
        if total == 0:
            return i
        k = min(np.int64(chances[i] * total), total - 1)
        first = 0
        word = bits_from(words, i * stride, width)
        here = ones(word)
        while k >= here:
            k -= here
            first += WORD
            word = bits_from(words, i * stride + first, width - first)
            here = ones(word)
        for _ in range(k):
            word &= word - np.uint64(1)
        actions[i] = first + lowest(word)
    return -1


@rule
def list_words(words, stride, width, codes, counts):
    """Write the numbers of the bits that are set, in ascending order, and how many there are."""
    for i in range(len(counts)):
        n = 0
        for first in range(0, width, WORD):
            word = bits_from(words, i * stride + first, width - first)
            while word != np.uint64(0):
                codes[i, n] = first + lowest(word)
                word &= word - np.uint64(1)
                n += 1
        counts[i] = n


# By logits a row is gone through once: its codes and the sums of their odds so far are written down, and one
# of them is found by these. `codes` and `sums` have room for a row.


@rule
def pick_words_by_odds(words, stride, width, logits, chances, codes, sums, actions, log_odds):
    """Of each row's bits that are set one by its odds, and the logarithm of its probability where there is
    space for it. The first row that has none, or a logit that is no number; or -1."""
    for i in range(len(actions)):
        n, total, shift = 0, 0.0, 0.0
        for first in range(0, width, WORD):
            word = bits_from(words, i * stride + first, width - first)
            while word != np.uint64(0):
                code = first + lowest(word)
                word &= word - np.uint64(1)
                codes[n] = code
                total += odds_of(logits[i, code])
                sums[n] = total
                n += 1
        if not SMALL < total < LARGE:
            total, shift = add_again(codes, n, logits[i], sums)
            if not total > 0:
                return i
        k = place_of(sums, n, chances[i] * total)
        actions[i] = codes[k]
        if len(log_odds) > 0:
            log_odds[i] = np.float64(logits[i, codes[k]]) - shift - np.log(total)
    return -1


@rule
def pick_lists_by_odds(lists, counts, logits, chances, sums, actions, log_odds):
    """The same from lists."""
    for i in range(len(actions)):
        n, total, shift = counts[i], 0.0, 0.0
        for j in range(n):
            total += odds_of(logits[i, lists[i, j]])
            sums[j] = total
        if not SMALL < total < LARGE:
            total, shift = add_again(lists[i], n, logits[i], sums)
            if not total > 0:
                return i
        k = place_of(sums, n, chances[i] * total)
        actions[i] = lists[i, k]
        if len(log_odds) > 0:
            log_odds[i] = np.float64(logits[i, lists[i, k]]) - shift - np.log(total)
    return -1


@rule
@inline
def odds_of(logit):
    """The exponential of a logit, to 11 digits: tables for whole steps and a series for the rest, in a
    fraction of the time that a library takes for one number."""
    given = np.float64(logit)
    x = MOST if given > MOST else given
    inside = x > LEAST
    at = x * STEPS if inside else 0.0
    step = np.floor(at + 0.5)
    n, r = np.int32(step), (at - step) * REST
    odds = POWERS[(n >> 8) + ZERO] * PARTS[n & 255] * (1.0 + r * (1.0 + r * (1 / 2 + r * (1 / 6))))
    return odds if inside else (0.0 if x <= LEAST else np.nan)


@rule
def add_again(codes, n, logits, sums):
    """The sums of a row of very high or very low logits, of which the largest counts as 0; their total, 0 if
    it has none that is a number, and the largest."""
    most, total = -np.inf, 0.0
    for j in range(n):
        most = max(most, np.float64(logits[codes[j]]))
    if not -np.inf < most < np.inf:
        return 0.0, most
    for j in range(n):
        total += odds_of(np.float64(logits[codes[j]]) - most)
        sums[j] = total
    return total, most


@rule
@inline
def place_of(sums, n, ticket):
    """The first of n sums that is above the ticket. To look at all is quicker than to stop there, which
    nobody could foresee."""
    k = 0
    for j in range(n):
        k += sums[j] <= ticket
    if k == n:  # by rounding: then the last one that has any chance
        k -= 1
        while k > 0 and sums[k] == sums[k - 1]:
            k -= 1
    return k


# ---------------------------------------------------------------- for callers


@overload
def sample(
    legal: Array,
    logits: object = None,
    *,
    counts: Array | None = None,
    actions: int | None = None,
    rng: np.random.Generator | int | None = None,
    log_probs: Literal[False] = False,
) -> Array: ...


@overload
def sample(
    legal: Array,
    logits: object = None,
    *,
    counts: Array | None = None,
    actions: int | None = None,
    rng: np.random.Generator | int | None = None,
    log_probs: Literal[True],
) -> tuple[Array, Array]: ...


@overload
def sample(
    legal: npt.ArrayLike,
    logits: npt.ArrayLike | None = None,
    *,
    counts: npt.ArrayLike | None = None,
    actions: int | None = None,
    rng: np.random.Generator | int | None = None,
    log_probs: Literal[False] = False,
) -> npt.NDArray[np.int64]: ...


@overload
def sample(
    legal: npt.ArrayLike,
    logits: npt.ArrayLike | None = None,
    *,
    counts: npt.ArrayLike | None = None,
    actions: int | None = None,
    rng: np.random.Generator | int | None = None,
    log_probs: Literal[True],
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]: ...


def sample(
    legal: npt.ArrayLike | Array,
    logits: object = None,
    *,
    counts: npt.ArrayLike | Array | None = None,
    actions: int | None = None,
    rng: np.random.Generator | int | None = None,
    log_probs: bool = False,
) -> object:
    """A legal action for every row: all alike, or by the odds that logits (rows x actions) give to the legal
    ones. The same generator, or seed, picks the same. With `log_probs`, also the logarithms of the odds of
    what was picked. Of masks, or lists, on a GPU it picks there, and gives -1 in place of an error.

    >>> logits = np.array([[9.0, 0.0, 9.0, 50.0], [0.0, 9.0, 9.0, 9.0]])
    >>> sample(masks, logits, rng=7).tolist()
    [3, 0]
    """
    if isinstance(legal, Array):
        from parlour.rules import gpu_vector  # which few have a use for

        found = gpu_vector.sample(legal, logits, counts=counts, bits=actions is not None, rng=rng)
        return found if log_probs else found[0]
    rows, shape = _checked(legal, counts, actions)
    size = len(rows)
    chances = _generator(rng).random(size)
    picked, odds = np.zeros(size, np.int64), np.zeros(size if log_probs else 0)
    form = alone(sys.modules[__name__])
    if shape == LISTS:
        codes, sizes = rows, _checked_counts(rows, counts)
        if logits is None:
            _complain(int(np.argmin(sizes)) if size and sizes.min() == 0 else -1, sizes)
            picked = codes[np.arange(size), (chances * sizes).astype(np.int64)].astype(np.int64)
        else:
            values = _checked_logits(logits, size, actions or _highest(codes, sizes) + 1)
            sums = np.empty(codes.shape[1])
            _complain(form.pick_lists_by_odds(codes, sizes, values, chances, sums, picked, odds), sizes)
    else:
        words, stride, width = _words(rows, shape, actions)
        sizes = np.zeros(size, np.int64)
        if logits is None:
            _complain(form.pick_from_words(words, stride, width, chances, picked, sizes), sizes)
        else:
            values, scratch = _checked_logits(logits, size, width), _scratch(width)
            found = form.pick_words_by_odds(words, stride, width, values, chances, *scratch, picked, odds)
            _complain(found, rows)
    if logits is None:
        odds = -np.log(sizes)
    return (picked, odds) if log_probs else picked


def _scratch(width: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.float64]]:
    """Space for the codes of a row, and for the sums of their odds."""
    return np.empty(width, np.int32), np.empty(width)


class Sampler:
    """`sample` by logits again and again, for rows that are known to be right."""

    def __init__(self, size: int, actions: int) -> None:
        self._size, self._actions = size, actions
        self._codes, self._sums = _scratch(actions)
        self._words, self._bytes = _room_for_bits(-(-size * actions // 8))
        self._no_odds = np.empty(0)
        self._form: Any = None  # compiled when it is first needed

    def __reduce__(self) -> tuple[Any, ...]:
        return Sampler, (self._size, self._actions)

    def pick(
        self,
        masks: npt.NDArray[Any],
        lists: npt.NDArray[Any] | None,
        counts: npt.NDArray[Any],
        logits: npt.ArrayLike,
        rng: np.random.Generator | int | None,
        log_probs: bool,
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
        """From lists and their counts, or else from masks; the second array is empty unless asked for."""
        if self._form is None:
            self._form = alone(sys.modules[__name__])
        size, values = self._size, _checked_logits(logits, self._size, self._actions)
        picked, odds = np.empty(size, np.int64), np.empty(size) if log_probs else self._no_odds
        chances = _generator(rng).random(size)
        if lists is not None:
            found = self._form.pick_lists_by_odds(lists, counts, values, chances, self._sums, picked, odds)
            _complain(found, counts)
        else:
            self._bytes[...] = np.packbits(masks.reshape(-1), bitorder="little")
            rows = (self._words, self._actions, self._actions)
            room = (self._codes, self._sums)
            found = self._form.pick_words_by_odds(*rows, values, chances, *room, picked, odds)
            _complain(found, masks)
        return picked, odds


def listed(masks: npt.ArrayLike, most: int | None = None) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32]]:
    """The codes marked in every row, ascending and padded with zeros, and how many there are of each.
    `most` is how long a row may become: the longest one, unless given.

    >>> codes, counts = listed(masks)
    >>> codes.tolist(), counts.tolist()
    ([[1, 3], [0, 0]], [2, 1])
    """
    rows, shape = _checked(masks, None, None)
    words, stride, width = _words(rows, shape, None)
    if most is None:
        most = int((rows != 0).sum(axis=1).max(initial=0))
    codes = np.zeros((len(rows), most), np.int16 if width < 2**15 else np.int32)
    counts = np.zeros(len(rows), np.int32)
    alone(sys.modules[__name__]).list_words(words, stride, width, codes, counts)
    return codes, counts


def packed(masks: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Masks as bits, eight entries a byte, the first of them the lowest bit.

    >>> packed(masks).tolist()
    [[10], [1]]
    """
    return np.packbits(_checked(masks, None, None)[0], axis=1, bitorder="little")


# ---------------------------------------------------------------- checking


MASKS, BITS, LISTS = "masks", "bits", "lists"


def _generator(rng: np.random.Generator | int | None) -> np.random.Generator:
    return rng if isinstance(rng, np.random.Generator) else np.random.default_rng(rng)


def _checked(legal: npt.ArrayLike, counts: Any, actions: int | None) -> tuple[npt.NDArray[Any], str]:
    """What is legal, as an array, and which of the three shapes it has."""
    rows = np.asarray(legal)
    shape = LISTS if counts is not None else BITS if actions is not None else MASKS
    right = {LISTS: "iu", BITS: "u", MASKS: "biu"}[shape]
    if rows.ndim != 2 or rows.dtype.kind not in right or (shape != LISTS and rows.dtype.itemsize != 1):
        raise BadChoice(
            say(
                "What is legal is an array of rows, in bytes or bools, not {kind} of shape {shape}.",
                kind=rows.dtype.name,
                shape="x".join(map(str, rows.shape)) or "1",
            )
        )
    if actions is not None and shape == BITS and rows.shape[1] != -(-actions // 8):
        raise BadChoice(
            say(
                "Bits of {actions} actions take {right} bytes a row, not {given}.",
                actions=actions,
                right=-(-actions // 8),
                given=rows.shape[1],
            )
        )
    return rows, shape


def _words(
    rows: npt.NDArray[Any], shape: str, actions: int | None
) -> tuple[npt.NDArray[np.uint64], int, int]:
    """Masks or bits of all rows in words of 64 bits, how many bits a row takes there, and has."""
    width = rows.shape[1] if shape == MASKS or actions is None else actions
    bits = np.packbits(rows.reshape(-1), bitorder="little") if shape == MASKS else rows.reshape(-1)
    words, room = _room_for_bits(len(bits))
    room[...] = bits
    return words, rows.shape[1] * (1 if shape == MASKS else 8), width


def _room_for_bits(size: int) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint8]]:
    """Words for so many bytes, and these bytes. A row's last bits are read together with what follows."""
    words = np.zeros(size // 8 + 2, "<u8")
    return words, words.view(np.uint8)[:size]


def _checked_counts(rows: npt.NDArray[Any], counts: Any) -> npt.NDArray[Any]:
    sizes = np.asarray(counts)
    if sizes.shape != (len(rows),) or sizes.dtype.kind not in "iu":
        raise BadChoice(
            say("{rows} lists need {rows} counts, in whole numbers, one for each.", rows=len(rows))
        )
    if len(sizes) and (sizes.min() < 0 or sizes.max() > rows.shape[1]):
        raise BadChoice(say("Counts of lists are from 0 to {most}, their length.", most=rows.shape[1]))
    return sizes


def _checked_logits(logits: Any, rows: int, actions: int) -> npt.NDArray[Any]:
    values = np.asarray(logits)
    if values.ndim != 2 or len(values) != rows or values.shape[1] < actions or values.dtype.kind != "f":
        raise BadChoice(
            say(
                "Logits are floating-point numbers, {rows} rows of {actions} or more, one an action, "
                "not {kind} of shape {shape}.",
                rows=rows,
                actions=actions,
                kind=values.dtype.name,
                shape="x".join(map(str, values.shape)) or "1",
            )
        )
    return values.astype(np.float32) if values.dtype == np.float16 else values


def _highest(codes: npt.NDArray[Any], sizes: npt.NDArray[Any]) -> int:
    """The highest code that is listed; one below 0 is an error."""
    used = codes[np.arange(codes.shape[1]) < sizes[:, None]]
    if used.min(initial=0) < 0:
        raise BadChoice(say("Codes of actions are 0 or more, not {code}.", code=int(used.min())))
    return int(used.max(initial=0))


def _complain(row: int, legal: npt.NDArray[Any]) -> None:
    """About the row that compiled code stopped at, of masks, bits or counts."""
    if row < 0:
        return
    if not legal[row].any():
        raise BadChoice(say("Nothing is legal in row {row}: its mask is empty.", row=row))
    raise BadChoice(say("The logits of row {row} give no odds: they are no numbers, or infinite.", row=row))
