"""The conformance kit: sound games pass, and every broken promise is found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import parlour
from parlour.rules import conformance, forms

TOY = Path(__file__).with_name("toy")
BEFORE_SIDE = "@rule\ndef side"


def extra(rule: str) -> tuple[str, str]:
    """The toy with one more rule."""
    return BEFORE_SIDE, f"@rule\n{rule}\n\n\n{BEFORE_SIDE}"


# One way to break each promise: what to replace in the toy's rules, and by what.
BREAKS = {
    "record": [('("die", "i1")', '("die", "f4")')],
    "options": [('            ("gentle", "i1"),\n', "")],
    "constants": [("CHAIRS = 3", "CHAIRS = 2")],
    "new_game": [("    s.turn = 0\n", "")],
    "actor": [("CHANCE if s.die == 0 else s.turn", "CHANCE if s.die == 0 else (s.turn + 1) % 3")],
    "legal": [("            out[n] = runner\n", "            out[n] = 0\n")],
    "odds": [("    out[2] = 1\n", "    out[2] = 0\n")],
    "refusal": [extra("def refusal(s, seat, action):\n    return 0")],
    "reading": [
        ("        return 3\n    n = 0\n", "        return 3\n    n = 0\n    s.gentle = s.die == 3\n")
    ],
    "ends": [("        s.winner = s.turn\n        return\n", "        s.runners[s.turn, 0] = 0\n")],
    "payoff": [("1.0 if s.winner == seat else 0.0", "1.0 if s.winner == seat else 0.1")],
    "observe": [("    out[CHAIRS * RUNNERS] = s.die\n", "")],
    "hide": [extra("def hide(s, seat):\n    s.die = 3 if s.die == 2 else s.die")],
    "guess": [extra("def guess(s, seat, rng):\n    s.turn = (s.turn + 1) % 2")],
    "plays": [("s.runners[s.turn, action] + s.die\n    s.run", "s.runners[s.turn, action] + 200\n    s.run")],
    "replay": [
        ('("die", "i1")', '("noise", "i1"), ("die", "i1")'),
        ("    s.die = 0\n    s.winner", "    s.noise = 0\n    s.die = 0\n    s.winner"),
        ("def apply(s, action):\n", "def apply(s, action):\n    s.noise = np.random.randint(100)\n"),
    ],
}


def broken(folder: Path, *changes: tuple[str, str]) -> parlour.Game:
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    rules = folder / "rules.py"
    text = rules.read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, "the toy has changed: break it in another way"
        text = text.replace(old, new)
    rules.write_text(text, "utf-8")
    return parlour.load(str(folder))


@pytest.mark.parametrize("promise", BREAKS)
def test_each_broken_promise_is_found(promise: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "compiler_present", lambda: False)
    monkeypatch.setattr(conformance, "MOST_STEPS", 3000)
    game = broken(tmp_path / "toy", *BREAKS[promise])
    found = {f.promise for f in conformance.check(game)}
    assert promise in found


def test_the_unbroken_toy_passes(toy: parlour.Game) -> None:
    assert conformance.check(toy) == []


@pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")
def test_a_compiled_form_that_differs_is_found(tmp_path: Path, toy: parlour.Game) -> None:
    other = broken(tmp_path / "toy", ("(s.turn + 1) % s.players", "(s.turn + 2) % s.players"))
    game = parlour.Game(TOY, toy._package)
    game.__dict__["compiled"] = other.compiled
    assert {f.promise for f in conformance.check(game)} == {"two forms"}


def test_a_view_that_decides_nothing_for_others_is_sound(tmp_path: Path) -> None:
    game = broken(tmp_path / "toy", extra("def hide(s, seat):\n    if seat != s.turn:\n        s.die = 0"))
    assert "hide" not in {f.promise for f in conformance.check(game)}


@pytest.mark.parametrize("name", parlour.names())
def test_every_game_here_passes(name: str) -> None:
    assert conformance.check(parlour.load(name), games=1) == []


@pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")
@pytest.mark.parametrize("name", parlour.names())
def test_no_rule_reads_beyond_its_arrays(name: str) -> None:
    """The compiled form does not look; this one does, and raises IndexError."""
    assert conformance.check(parlour.load(name), games=1, boundscheck=True) == []
