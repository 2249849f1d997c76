"""Symmetries: a board laid on itself plays the same, and actions can be named from the own seat."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.rules import conformance, forms
from parlour.rules.kit import OVER
from parlour.rules.symmetry import SeatCodes, mirrors

TOY = Path(__file__).with_name("toy")
BEFORE_SIDE = "@rule\ndef side"
# The toy's two runners differ in nothing but their numbers.
SWAP = """
SYMMETRIES = 2


@rule
def lay_over(s, symmetry):
    for seat in range(CHAIRS):
        first = s.runners[seat, 0]
        s.runners[seat, 0] = s.runners[seat, 1]
        s.runners[seat, 1] = first


@rule
def image_of(action, symmetry):
    return 1 - action if symmetry == 1 else action


@rule
def feature_image(feature, symmetry):
    return feature ^ 1 if symmetry == 1 and feature < CHAIRS * RUNNERS else feature


"""


def toy_with(folder: Path, text: str, *changes: tuple[str, str]) -> parlour.Game:
    for old, new in changes:
        assert text.count(old) == 1
        text = text.replace(old, new)
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = (folder / "rules.py").read_text("utf-8")
    (folder / "rules.py").write_text(rules.replace(BEFORE_SIDE, text + BEFORE_SIDE), "utf-8")
    return parlour.load(str(folder))


BROKEN = {
    "": (),
    "other actions are legal on the image 1": (("1 - action if symmetry == 1 else action", "action"),),
    "features on the image 1 are not": (("feature ^ 1 if symmetry == 1 and", "feature if"),),
    "have the same image 1": (("1 - action if", "0 if"),),
    "turned does not lead back": (
        ("SYMMETRIES = 2\n", "SYMMETRIES = 2\n\n\n@rule\ndef turned(action, by):\n    return action // 2\n"),
    ),
}


@pytest.mark.parametrize("finding", BROKEN)
def test_the_conformance_kit_proves_symmetries(
    finding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "compiler_present", lambda: False)
    findings = [str(f) for f in conformance.check(toy_with(tmp_path / "toy", SWAP, *BROKEN[finding]))]
    assert len(findings) == bool(finding) and all(finding in told for told in findings), findings


NAMES = {
    "is not a tuple of names": 'FEATURE_NAMES = ["die"]\n\n\n',
    "there are 2 FEATURE_NAMES for FEATURES = 7": 'FEATURE_NAMES = ("runner", "die")\n\n\n',
    "has a name twice: runner": 'FEATURE_NAMES = ("die", *["runner"] * 6)\n\n\n',
}


@pytest.mark.parametrize("finding", NAMES)
def test_wrong_names_of_features_are_found(
    finding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "compiler_present", lambda: False)
    findings = [str(f) for f in conformance.check(toy_with(tmp_path / "toy", NAMES[finding]))]
    assert len(findings) == 1 and finding in findings[0]


@pytest.mark.parametrize(("name", "count"), [("tritrac", 2), ("doubleswild", 8)])
def test_an_image_plays_the_same_game(name: str, count: int) -> None:
    """What follows from an action on the image is the image of what follows from the action."""
    game, rng = parlour.load(name), random.Random(4)
    plain, found = game.plain, mirrors(game)
    assert len(found) == count and found[0].action_images.tolist() == list(range(plain.ACTIONS))
    out, mask = np.zeros(plain.MAX_ACTIONS, np.int64), np.zeros(plain.ACTIONS, np.uint8)
    p, compared = game.new(), 0
    while plain.actor(p) != OVER:
        listed = out[: plain.legal(p, out)].tolist()
        action = rng.choice(listed)
        if plain.actor(p) >= 0 and p.turn != rng.randrange(3):
            mirror = rng.choice(found)
            image = p.copy()
            plain.lay_over(image, mirror.number)
            mask[:] = 0
            mask[listed] = 1
            there = np.zeros_like(mask)
            there[out[: plain.legal(image, out)]] = 1
            assert np.array_equal(mirror.actions(mask), there)
            plain.apply(image, int(mirror.action(action)))
            plain.apply(p, action)
            after = p.copy()
            plain.lay_over(after, mirror.number)
            assert image == after
            compared += 1
        else:
            plain.apply(p, action)
    assert compared > 10


def test_images_of_a_whole_batch() -> None:
    """Arrays of any shape are laid over at once, and twice is back again."""
    (_, mirror) = mirrors(parlour.load("tritrac"))
    seen = np.random.default_rng(0).random((3, 5, len(mirror.feature_images)), np.float32)
    there = mirror.features(seen)
    assert there.shape == seen.shape and there.dtype == seen.dtype and not np.array_equal(there, seen)
    assert np.array_equal(mirror.features(there), seen)
    assert np.array_equal(there[1, 2], mirror.features(seen[1, 2]))


def test_codes_that_name_seats_are_named_from_the_own_one() -> None:
    """Doubletrack: "I ask for my neighbour's gate" is one code, whoever asks."""
    game = parlour.load("doubletrack")
    rules, table = game.module("record"), SeatCodes(game)
    masks = np.zeros((4, rules.ACTIONS), np.int8)
    seats = np.arange(4)
    masks[seats, rules.ASK + (seats + 1) % 4] = 1  # everybody may ask for the next one's gate
    masks[seats, rules.CHIPS + 7] = 1
    own = table.own(masks, seats)
    assert (own == own[0]).all() and np.flatnonzero(own[0]).tolist() == [rules.ASK + 1, rules.CHIPS + 7]
    assert table.real(np.full(4, rules.ASK + 1), seats).tolist() == (rules.ASK + (seats + 1) % 4).tolist()
    assert table.real([rules.DEAL + 4, rules.SEAT], [2, 3]).tolist() == [
        rules.DEAL + rules.BOX,
        rules.SEAT + 3,
    ]


@pytest.mark.parametrize("name", ["parcheesi", "pollyanna", "doubleswild", "tritrac"])
def test_codes_that_name_no_seat_stay(name: str) -> None:
    table = SeatCodes(parlour.load(name))
    masks = np.eye(table.real_codes.shape[1], dtype=np.int8)[:3]
    assert not table.name_seats and table.own(masks, [0, 1, 1]) is masks
