"""The colours can be read by all eyes: contrast by WCAG 2, and apart for the colour-blind."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import numpy.typing as npt
import pytest

from parlour.draw import looks

PALETTES = {
    f"{look}, {screen}": shades
    for look in looks.LOOKS
    for screen, shades in zip(("light", "dark"), looks.shades(look), strict=True)
}

# Linear RGB as seen with one kind of cone missing (Viénot, Brettel and Mollon 1999).
EYES = {
    "usual": np.eye(3),
    "protanopia": np.array([[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]]),
    "deuteranopia": np.array([[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]]),
}


def _linear(colour: str) -> npt.NDArray[np.float64]:
    digits = colour[1:] if len(colour) == 7 else "".join(c * 2 for c in colour[1:])
    value = np.array([int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)])
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def _contrast(a: str, b: str) -> float:
    weights = np.array([0.2126, 0.7152, 0.0722])
    low, high = sorted((float(_linear(a) @ weights), float(_linear(b) @ weights)))
    return (high + 0.05) / (low + 0.05)


def _lab(linear: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    x, y, z = np.cbrt(np.clip(to_xyz @ linear / [0.9505, 1, 1.089], 0.008856, None))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("palette", PALETTES)
def test_words_and_signs_stand_out(palette: str) -> None:
    ground, hues = PALETTES[palette]
    for hue in hues.values():
        assert _contrast(hue["letter"], hue["strong"]) >= 4.5
        assert _contrast(ground["edge"], hue["body"]) >= 3
        for under in (hue["tint"], ground["space"], ground["safe"]):
            assert _contrast(hue["deep"], under) >= 4.5
        assert _contrast(hue["deep"], hue["body"]) >= 3
    for under in ("page", "sheet", "space"):
        assert _contrast(ground["ink"], ground[under]) >= 4.5
    assert _contrast(ground["sign"], ground["safe"]) >= 4.5
    assert _contrast(ground["line"], ground["space"]) >= 3
    assert _contrast(ground["edge"], ground["space"]) >= 3


@pytest.mark.parametrize("palette", PALETTES)
def test_tiles_can_be_read(palette: str) -> None:
    """Their names, their stripes and the glow of a finished track stand out from their face."""
    ground, hues = PALETTES[palette]
    assert _contrast(ground["tile ink"], ground["tile"]) >= 4.5
    assert _contrast(ground["glow"], ground["tile"]) >= 4.5
    assert all(_contrast(hues[name]["strong"], ground["tile"]) >= 3 for name in ("orange", "yellow", "white"))


@pytest.mark.parametrize("palette", PALETTES)
def test_arrows_can_be_seen_and_told_apart(palette: str) -> None:
    """Dark and light ones differ from each other, and are outlined in what stands out from the board."""
    ground, _ = PALETTES[palette]
    assert _contrast(ground["dark"], ground["light"]) >= 3
    assert _contrast(ground["edge"], ground["sheet"]) >= 3
    if palette.endswith("dark"):
        assert _contrast(ground["dark"], ground["sheet"]) >= 2


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("tone", ["strong", "body"])
@pytest.mark.parametrize("palette", PALETTES)
def test_colours_stay_apart_for_every_eye(palette: str, tone: str, eye: str) -> None:
    seen = {name: _lab(EYES[eye] @ _linear(hue[tone])) for name, hue in PALETTES[palette][1].items()}
    for a, b in combinations(seen, 2):
        assert np.linalg.norm(seen[a] - seen[b]) > 15, (a, b)
