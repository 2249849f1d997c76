"""The conformance kit: sound games pass, and every broken promise is found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import parlour
from parlour.rules import conformance, forms
from parlour.text import BadChoice

TOY = Path(__file__).with_name("toy")
CELLAR = Path(__file__).with_name("cellar")  # a game with secrets, and with a whole folder
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
    "choices": [extra("def choice(s, k, out):\n    return out[0]")],
    "reading": [
        ("        return 3\n    n = 0\n", "        return 3\n    n = 0\n    s.gentle = s.die == 3\n")
    ],
    "ends": [("        s.winner = s.turn\n        return\n", "        s.runners[s.turn, 0] = 0\n")],
    "payoff": [("1.0 if s.winner == seat else 0.0", "1.0 if s.winner == seat else 0.1")],
    "observe": [("    out[CHAIRS * RUNNERS] = s.die / 3\n", "")],
    "marks": [("@rule\ndef pass_on", "def pass_on")],
    "arguments": [("def payoff(s, seat):", "def payoff(s, seat=0, share=1.0):")],
    "answers": [
        (
            "            n += 1\n    return n\n\n\n@rule\ndef weights",
            "            n += 1\n\n\n@rule\ndef weights",
        )
    ],
    "by value": [
        (
            "    s.die = 0\n    s.turn = (s.turn",
            "    s.runners = s.runners + 0\n    s.die = 0\n    s.turn = (s.turn",
        )
    ],
    "hide": [extra("def hide(s, seat):\n    s.die = 3 if s.die == 2 else s.die")],
    "guess": [extra("def guess(s, seat, rng):\n    s.turn = (s.turn + 1) % 2")],
    "plays": [("s.runners[s.turn, action] + s.die\n    s.run", "s.runners[s.turn, action] + 200\n    s.run")],
    "replay": [
        ('("die", "i1")', '("noise", "i1"), ("die", "i1")'),
        ("    s.die = 0\n    s.winner", "    s.noise = 0\n    s.die = 0\n    s.winner"),
        ("def apply(s, action):\n", "def apply(s, action):\n    s.noise = np.random.randint(100)\n"),
    ],
}


# How others get it wrong, in the words they then read: what to replace in which file of Cellar, and by what.
DIE = "        s.die = action\n"
SEAL = "                s.bids[other] = SEALED\n"
BEFORE_APPLY = "\n\n\n@rule\ndef apply"
EXPLAIN = "\n\n\n@rule\ndef explain(s, seat, action):\n    return "
WRONG = {
    "State is not a record": ("rules.py", "State = np.dtype(", "State = ("),
    "OPTIONS is not a tuple of kit.Option": ("rules.py", '"CEL-PAY-1"),)', '"CEL-PAY-1"))'),
    "MAX_ACTIONS = '10' must be a number": ("rules.py", "max(ACTIONS, CARDS, 6)", "'10'"),
    "not 1 to MAX_ACTIONS = 8": ("rules.py", "max(ACTIONS, CARDS, 6)", "COINS - 1"),
    "apply is not marked with @rule": ("rules.py", "@rule\ndef apply", "def apply"),
    "settle, which apply calls, is not marked": ("rules.py", "@rule\ndef settle", "def settle"),
    "legal does not take what it is given, (s, out)": ("rules.py", "def legal(s, out)", "def legal(s)"),
    "apply writes dye: no such field": ("rules.py", DIE, "        s.dye = action\n"),
    "ValueError: six [apply, rules.py line": ("rules.py", DIE, DIE + "        raise ValueError('six')\n"),
    "new_game overwrites a house rule": (
        "rules.py",
        "    s.die = 0\n\n",
        "    s.die = 0\n    s.all_pay = 0\n\n",
    ),
    "mark does not mark what legal lists": (
        "rules.py",
        "@rule\ndef apply",
        "@rule\ndef mark(s, mask, used):\n    mask[0] = 1\n    return 1\n\n\n@rule\ndef apply",
    ),
    "who may act depends on what seat": ("rules.py", SEAL, "                s.turn = seat\n"),
    "a guess cannot be: a bid is higher": ("rules.py", "below(rng, s.coins[other] + 1)", "COINS + 1"),
    "guess fills nothing in": (
        "rules.py",
        "def guess(s, seat, rng):\n",
        "def guess(s, seat, rng):\n    return\n",
    ),
    "observe writes numbers that are not from -1 to 1": ("rules.py", "= s.die / 6", "= s.die"),
    "looking at a position changed it": (
        "rules.py",
        "    best = 0\n",
        "    best = 0\n    s.points[0] += 1\n",
    ),
    "is told what it cannot see: “Red draws 1.” or “Red draws 2.”": (
        "words.py",
        "before.turn != seat)",
        "before.phase == rules.BID)",
    ),
    "words.py defines offers, which nobody asks for; did you mean offer?": (
        "words.py",
        "def offer(",
        "def offers(",
    ),
    "OPTION_WORDS says nothing of: all_pay": ("words.py", '"all_pay": say', '"all_play": say'),
    "SEAT_NAMES must tell 3 chairs apart": ("words.py", 'say("Green"))', 'say("Red"))'),
    "two legal actions read the same": ("words.py", "return str(action)", "return str(action // 2)"),
    "legal lists action 0, explain gives 1": ("rules.py", BEFORE_APPLY, EXPLAIN + "1" + BEFORE_APPLY),
    "nothing forbids action -1, says explain": ("rules.py", BEFORE_APPLY, EXPLAIN + "0" + BEFORE_APPLY),
    "derive does not give what apply leaves in: points": (
        "rules.py",
        BEFORE_APPLY,
        "\n\n\nDERIVED = ('points',)" + BEFORE_APPLY,
    ),
    "[offer, words.py line": (
        "words.py",
        "coins=action)\n\n\ndef sentence(",
        "coins=p.money)\n\n\ndef sentence(",
    ),
    "the JSON form does not give back": ("position.py", "    p.round = read", "    read"),
    "KeyError: 'seat-9' [pieces, scene.py line": ("scene.py", 'f"seat-{seat}") for', '"seat-9") for'),
    "a gesture leads over spaces that are not there: ['chair-": (
        "scene.py",
        'f"seat-{p.turn}")',
        'f"chair-{p.turn}")',
    ),
    "there is no icon coins; there are card, chips": ("scene.py", 'Sign("chips"', 'Sign("coins"'),
    "is told by its colour alone": ("scene.py", "str(p.coins[seat]))]", "'', 'red')]"),
    "there is no colour pink": ("scene.py", "str(p.coins[seat]))]", "'1', 'pink')]"),
    "a sealed choice of a seat that nobody has: [9": ("scene.py", "Fist(seat, DUE", "Fist(seat + 9, DUE"),
    "scene.sealed answers ()": ("scene.py", "        return None\n    bids", "        return ()\n    bids"),
    "sensible offers what is not legal: [-1]": ("words.py", "return [0, int(", "return [-1, int("),
    "a gesture's path does not lead from seat-": (
        "scene.py",
        'touch(p.turn, f"seat-{p.turn}")',
        'along(0, ["seat-0"] * 2).__class__("seat-0", "seat-1", 0, ("seat-1", "seat-0"))',
    ),
}


def broken(
    folder: Path, *changes: tuple[str, str], source: Path = TOY, file: str = "rules.py"
) -> parlour.Game:
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / file).read_text("utf-8")
    for old, new in changes:
        assert text.count(old) == 1, f"{source.name} has changed: break it in another way"
        text = text.replace(old, new)
    (folder / file).write_text(text, "utf-8")
    return parlour.load(str(folder))


@pytest.mark.parametrize("sentence", WRONG)
def test_what_is_wrong_is_said(sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "compiler_present", lambda: False)
    file, old, new = WRONG[sentence]
    findings = conformance.check(broken(tmp_path / "cellar", (old, new), source=CELLAR, file=file))
    assert any(sentence in str(finding) for finding in findings), [str(f) for f in findings]


def test_a_guess_that_cannot_be_played_on_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where no position.py says what is possible."""
    monkeypatch.setattr(forms, "compiler_present", lambda: False)
    game = broken(tmp_path / "cellar", ("below(rng, s.coins[other] + 1)", "COINS + 1"), source=CELLAR)
    (tmp_path / "cellar" / "position.py").unlink()
    assert "a guess leads to" in " ".join(map(str, conformance.check(game)))


def test_a_rule_that_never_comes_back_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "compiler_present", lambda: False)
    game = broken(
        tmp_path / "cellar", (DIE, DIE + "        while s.die > 0:\n            s.turn = 0\n"), source=CELLAR
    )
    (finding,) = conformance.check(game, conformance.Pace(patience=0.2))
    assert finding.promise == "ends" and "apply has not come back" in str(finding)


@pytest.mark.parametrize("seats", ["3", "()", "[2, 3]"])
def test_seats_that_are_no_table_sizes_are_refused(seats: str, tmp_path: Path) -> None:
    with pytest.raises(BadChoice, match="SEATS is"):
        broken(tmp_path / "toy", ("SEATS = (2, 3)", f"SEATS = {seats}"))


@pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")
@pytest.mark.parametrize(
    ("rule", "promise", "sentence"),
    [
        ("s.die = 1 + action * 6364136223846793005 % 6", "two forms", "differ after action"),
        ("s.die = {'a': [action, 'x']}['a'][0]", "compiles", "rules.py line"),
    ],
)
def test_what_only_the_compiler_shows(rule: str, promise: str, sentence: str, tmp_path: Path) -> None:
    game = broken(tmp_path / "cellar", (DIE, f"        {rule}\n"), source=CELLAR)
    found = {f.promise: str(f) for f in conformance.check(game)}
    assert sentence in found[promise]


@pytest.mark.parametrize("promise", BREAKS)
def test_each_broken_promise_is_found(promise: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "compiler_present", lambda: False)
    game = broken(tmp_path / "toy", *BREAKS[promise])
    found = {f.promise for f in conformance.check(game, conformance.Pace(most_steps=3000))}
    assert promise in found


def test_the_unbroken_toy_passes(toy: parlour.Game) -> None:
    assert conformance.check(toy) == []


def test_a_game_with_secrets_passes() -> None:
    assert conformance.check(parlour.load(str(CELLAR)), boundscheck=True) == []


@pytest.mark.skipif(not forms.compiler_present(), reason="Numba is not here")
def test_a_compiled_form_that_differs_is_found(tmp_path: Path, toy: parlour.Game) -> None:
    other = broken(tmp_path / "toy", ("(s.turn + 1) % s.players", "(s.turn + 2) % s.players"))
    game = parlour.Game(TOY, toy._package)
    game.__dict__["_compiled"] = other.compiled
    assert {f.promise for f in conformance.check(game)} == {"two forms"}


def test_a_view_that_decides_nothing_for_others_is_sound(tmp_path: Path) -> None:
    hidden = "def hide(s, seat):\n    if seat != s.turn:\n        s.runners[s.turn, 0] = 0"
    game = broken(tmp_path / "toy", extra(hidden))
    assert "hide" not in {f.promise for f in conformance.check(game)}


@pytest.mark.parametrize("name", parlour.names())
def test_every_game_here_passes(name: str) -> None:
    """Compiled as it is used. A rule that reads beyond its arrays raises IndexError in plain Python, which
    takes every step beside it. The dear checks come seldom, because there are many house rules; `parlour
    check` makes more of them."""
    assert conformance.check(parlour.load(name), conformance.Pace(games=1, mixtures=5, every=50)) == []
