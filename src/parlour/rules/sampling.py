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
from typing import Any

import numpy as np
import numpy.typing as npt

from parlour.rules.forms.alone import alone
from parlour.rules.kit import inline, rule
from parlour.text import BadChoice, say

__all__ = ["listed", "packed", "sample"]

WORD = 64  # bits
SHORT = 256  # entries of a mask that need not be packed


# ---------------------------------------------------------------- rules: plain, or compiled
# Long masks are packed into words of 64 bits first: that takes NumPy less time than to read their bytes.


@rule
@inline
def ones(word):
    """How many bits of a word are set."""
    word = word - (word >> np.uint64(1) & np.uint64(0x5555555555555555))
    pairs = np.uint64(0x3333333333333333)
    word = (word & pairs) + (word >> np.uint64(2) & pairs)
    word = word + (word >> np.uint64(4)) & np.uint64(0x0F0F0F0F0F0F0F0F)
    word = word + (word >> np.uint64(8))
    word = word + (word >> np.uint64(16))
    return word + (word >> np.uint64(32)) & np.uint64(127)


@rule
@inline
def lowest(word):
    """The number of the lowest bit that is set."""
    return ones((word & ~(word - np.uint64(1))) - np.uint64(1))


@rule
def pick_from_words(words, chances, actions, totals):
    """Of each row one of the bits that are set, all alike, and how many there are; the first row that has
    none, or -1."""
    for i in range(len(actions)):
        total = np.int64(0)
        for b in range(words.shape[1]):
            total += np.int64(ones(words[i, b]))
        totals[i] = total
        if total == 0:
            return i
        k = min(np.int64(chances[i] * total), total - 1)
        b = 0
        here = np.int64(ones(words[i, b]))
        while k >= here:
            k -= here
            b += 1
            here = np.int64(ones(words[i, b]))
        word = words[i, b]
        for _ in range(k):
            word &= word - np.uint64(1)
        actions[i] = WORD * b + np.int64(lowest(word))
    return -1


@rule
def pick_from_bytes(masks, chances, actions, totals):
    """The same from masks as they are: for short ones that is quicker than to pack them first."""
    width = masks.shape[1]
    for i in range(len(actions)):
        mask = masks[i]
        total = np.int64(0)
        for j in range(width):
            total += np.int64(mask[j])
        totals[i] = total
        if total == 0:
            return i
        k = min(np.int64(chances[i] * total), total - 1)
        j = 0
        while k > 0 or mask[j] == 0:
            k -= np.int64(mask[j])
            j += 1
        actions[i] = j
    return -1


@rule
def list_words(words, codes, counts):
    """Write the numbers of the bits that are set, in ascending order, and how many there are."""
    for i in range(len(counts)):
        n = 0
        for b in range(words.shape[1]):
            word = words[i, b]
            while word != 0:
                codes[i, n] = WORD * b + np.int64(lowest(word))
                word &= word - np.uint64(1)
                n += 1
        counts[i] = n


@rule
def pick_by_logits(codes, counts, logits, chances, weights, actions, log_odds):
    """Of each row's codes one, with the odds of a softmax over their logits, and the logarithm of its
    probability. The first row without codes or with a logit that is no number, or -1."""
    for i in range(len(actions)):
        n = counts[i]
        if n == 0:
            return i
        most = logits[i, codes[i, 0]]
        for j in range(1, n):
            most = max(most, logits[i, codes[i, j]])
        if not -np.inf < most < np.inf:
            return i
        total = 0.0
        for j in range(n):
            weights[j] = np.exp(np.float64(logits[i, codes[i, j]]) - most)
            total += weights[j]
        if not 0 < total < np.inf:
            return i
        ticket, j = chances[i] * total, 0
        last = 0  # the last one that has any chance: rounding must not lead past it
        while j < n:
            if weights[j] > 0:
                last = j
                if ticket < weights[j]:
                    break
                ticket -= weights[j]
            j += 1
        actions[i] = codes[i, last]
        log_odds[i] = np.log(weights[last] / total)
    return -1


# ---------------------------------------------------------------- for callers


def sample(
    legal: npt.ArrayLike,
    logits: npt.ArrayLike | None = None,
    *,
    counts: npt.ArrayLike | None = None,
    actions: int | None = None,
    rng: np.random.Generator | int | None = None,
    log_probs: bool = False,
) -> Any:
    """A legal action for every row: all alike, or by the odds that logits (rows x actions) give to the legal
    ones. The same generator, or seed, picks the same. With `log_probs`, also the logarithms of the odds of
    what was picked.

    >>> logits = np.array([[9.0, 0.0, 9.0, 50.0], [0.0, 9.0, 9.0, 9.0]])
    >>> sample(masks, logits, rng=7).tolist()
    [3, 0]
    """
    rows, shape = _checked(legal, counts, actions)
    chances = _generator(rng).random(len(rows))
    picked, odds = np.zeros(len(rows), np.int64), np.zeros(len(rows))
    form = alone(sys.modules[__name__])
    if logits is None and shape != LISTS:
        sizes = np.zeros(len(rows), np.int64)
        if shape == MASKS and rows.shape[1] <= SHORT:
            wrong = form.pick_from_bytes(rows.view(np.uint8), chances, picked, sizes)
        else:
            wrong = form.pick_from_words(_words(rows, shape), chances, picked, sizes)
        _complain(wrong, sizes)
        return (picked, -np.log(sizes)) if log_probs else picked
    codes, sizes = _as_lists(rows, shape, counts)
    if logits is None:
        _complain(int(np.argmin(sizes)) if len(sizes) and sizes.min() == 0 else -1, sizes)
        picked = codes[np.arange(len(rows)), (chances * sizes).astype(np.int64)].astype(np.int64)
        return (picked, -np.log(sizes)) if log_probs else picked
    known = rows.shape[1] if shape == MASKS else actions or _highest(codes, sizes) + 1
    values = _checked_logits(logits, len(rows), known)
    weights = np.zeros(codes.shape[1])
    _complain(form.pick_by_logits(codes, sizes, values, chances, weights, picked, odds), sizes)
    return (picked, odds) if log_probs else picked


def listed(masks: npt.ArrayLike, most: int | None = None) -> tuple[npt.NDArray[Any], npt.NDArray[np.int32]]:
    """The codes marked in every row, ascending and padded with zeros, and how many there are of each.
    `most` is how long a row may become: the longest one, unless given.

    >>> codes, counts = listed(masks)
    >>> codes.tolist(), counts.tolist()
    ([[1, 3], [0, 0]], [2, 1])
    """
    rows, shape = _checked(masks, None, None)
    words = _words(rows, shape)
    if most is None:
        most = int(np.bitwise_count(words).sum(axis=1, dtype=np.int64).max(initial=0))
    codes = np.zeros((len(rows), most), np.int16 if rows.shape[1] < 2**15 else np.int32)
    counts = np.zeros(len(rows), np.int32)
    alone(sys.modules[__name__]).list_words(words, codes, counts)
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


def _words(rows: npt.NDArray[Any], shape: str) -> npt.NDArray[np.uint64]:
    """Masks or bits in words of 64 bits."""
    bits = np.packbits(rows, axis=1, bitorder="little") if shape == MASKS else rows
    words = np.zeros((len(rows), -(-bits.shape[1] // 8)), "<u8")
    words.view(np.uint8)[:, : bits.shape[1]] = bits
    return words


def _as_lists(rows: npt.NDArray[Any], shape: str, counts: Any) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    if shape != LISTS:
        return listed(rows if shape == MASKS else np.unpackbits(rows, axis=1, bitorder="little"))
    sizes = np.asarray(counts)
    if sizes.shape != (len(rows),) or sizes.dtype.kind not in "iu":
        raise BadChoice(
            say("{rows} lists need {rows} counts, in whole numbers, one for each.", rows=len(rows))
        )
    if len(sizes) and (sizes.min() < 0 or sizes.max() > rows.shape[1]):
        raise BadChoice(say("Counts of lists are from 0 to {most}, their length.", most=rows.shape[1]))
    return rows, sizes


def _checked_logits(logits: npt.ArrayLike, rows: int, actions: int) -> npt.NDArray[Any]:
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
    return values


def _highest(codes: npt.NDArray[Any], sizes: npt.NDArray[Any]) -> int:
    """The highest code that is listed; one below 0 is an error."""
    used = codes[np.arange(codes.shape[1]) < sizes[:, None]]
    if used.min(initial=0) < 0:
        raise BadChoice(say("Codes of actions are 0 or more, not {code}.", code=int(used.min())))
    return int(used.max(initial=0))


def _complain(row: int, sizes: npt.NDArray[Any]) -> None:
    """About the row that compiled code stopped at."""
    if row < 0:
        return
    if sizes[row] == 0:
        raise BadChoice(say("Nothing is legal in row {row}: its mask is empty.", row=row))
    raise BadChoice(say("The logits of row {row} give no odds: they are no numbers, or infinite.", row=row))
