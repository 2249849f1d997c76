"""The contracts of the files of a folder: their defaults, how a file is laid over them, and what is wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import parlour
from parlour.rules import conformance, forms
from parlour.rules.conformance import other_files
from parlour.rules.contracts.check import CONTRACTS
from parlour.rules.contracts.file import names_of
from parlour.rules.kit import CHANCE, NOBODY, OVER
from parlour.rules.position import Position
from parlour.text import BadChoice, BadPosition

TOY = Path(__file__).with_name("toy")  # rules alone
CELLAR = Path(__file__).with_name("cellar")
FERRY = Path(__file__).parents[1] / "strangers" / "ferry"


def with_file(folder: Path, source: Path, file: str, text: str) -> parlour.Game:
    """A copy of a game with this file in it, written anew or with more at its end."""
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("__pycache__"))
    with (folder / file).open("a", encoding="utf-8") as there:
        there.write(f"\n\n{text}\n")
    return parlour.load(str(folder))


def found(game: parlour.Game) -> list[str]:
    return [str(text) for _, text in other_files.missing(game)]


# ---------------------------------------------------------------- defaults


def test_every_name_of_every_contract_is_documented_and_always_there() -> None:
    game = parlour.load(str(TOY))
    for contract in CONTRACTS:
        file = getattr(game, contract.NAME)
        assert file.module is None and not file.given
        for name in names_of(contract):
            assert hasattr(file, name)
            there = vars(contract)[name]
            told = there.__func__.__doc__ if isinstance(there, staticmethod) else there.__doc__
            assert name.isupper() or told, name


def test_a_game_of_rules_alone_has_words_by_numbers() -> None:
    game = parlour.load(str(TOY))
    words, p = game.words, game.new(2)
    assert (str(words.TITLE), str(words.BLURB)) == ("Toy", "A game for 2, 3 players.")
    assert list(map(str, words.SEAT_NAMES)) == ["Seat 1", "Seat 2", "Seat 3"]
    assert words.SEAT_LETTERS == ("1", "2", "3")
    assert game.plain.actor(p) == CHANCE and str(words.asks(p)) == "Dice or cards come next."
    assert words.faces(p, 2) == [] and words.thrower(p) == 0
    after = p.copy()
    game.plain.apply(after, 2)
    assert str(words.sentence(p, 2, after)) == "It comes up: 2."
    assert str(words.asks(after)) == "Seat 1 to play."
    assert {o.name: str(words.OPTION_WORDS[o.name]) for o in game.options} == {"gentle": "gentle"}
    assert list(map(str, words.CHOICE_WORDS["gentle"])) == ["no", "yes"]
    assert str(game.why_not(after, 1, 0)) != "None"


def test_a_game_of_rules_alone_has_no_drawing_odds_or_tables_but_answers() -> None:
    game = parlour.load(str(TOY))
    p = game.new(2)
    assert game.scene.board() is None and game.scene.pieces(p) == () and game.scene.gesture(p, 0) is None
    assert game.scene.signs(p, 0) == () and game.scene.sealed(p) is None
    assert game.words.sensible(p) == () and game.words.stakes(p, 0) == ()
    assert game.odds.TOPICS == {} and game.odds.now(p) == ()
    assert game.exact.known(p) is None and game.careful.CONSIDERATIONS == ()
    with pytest.raises(BadChoice, match="toy has no endgames"):
        game.exact.make()


def test_a_position_is_the_fields_of_its_record() -> None:
    game = parlour.load(str(TOY))
    p = game.new(2)
    game.plain.apply(p, 1)
    data = game.position.describe(p)
    assert data["game"] == "toy" and 0 not in data.values()
    assert game.position.build(data) == p
    for wrong in ({"die": 1.5}, {"die": True}, {"die": 1000}, {"runners": [[1, 2], [3]]}, {"dye": 1}):
        with pytest.raises(BadPosition):
            game.position.build({**data, **wrong})
    impossible = game.new(2)
    impossible.turn, impossible.die = 7, 2
    assert game.position.problems(impossible)


def test_whatever_is_secret_is_not_told_by_default(tmp_path: Path) -> None:
    """Without words nobody knows which actions are secret, so others hear only that somebody has acted."""
    folder = tmp_path / "mute"
    shutil.copytree(CELLAR, folder, ignore=shutil.ignore_patterns("__pycache__", "words.py", "scene.py"))
    game = parlour.load(str(folder))
    rng = np.random.default_rng(1)
    p, out = game.new(2), np.zeros(game.plain.MAX_ACTIONS, np.int64)
    told = set()
    while game.plain.actor(p) != OVER:
        listed = out[: game.plain.legal(p, out)].tolist()
        assert list(other_files.remarks(game, p, listed)) == []
        action, after, seen = int(rng.choice(listed)), p.copy(), p.copy()
        game.plain.apply(after, action)
        game.plain.hide(seen, 1)
        told.add(str(game.words.sentence_for(seen, action, after, 1)).rstrip("0123456789."))
        p = after
    assert told == {"Dice fall, or cards are dealt", "Seat 1 has played", "Seat 2: "}


# ---------------------------------------------------------------- a file laid over them


def test_what_a_file_says_counts_and_the_rest_stays(tmp_path: Path) -> None:
    text = 'from parlour.text import say\n\nTITLE = say("Tin")\n'
    text += '\n\ndef notation(p, action):\n    return f"go {action}"'
    game = with_file(tmp_path / "tin", TOY, "words.py", text)
    p = game.new(2)
    game.plain.apply(p, 1)
    assert (str(game.words.TITLE), game.words.notation(p, 1)) == ("Tin", "go 1")
    assert str(game.words.offer(p, 1)) == "go 1"  # a default is made of what the game says
    assert game.words.given == {"TITLE", "notation"}
    assert game.words is game.words  # laid over once


def test_a_mapping_need_not_say_everything(tmp_path: Path) -> None:
    game = with_file(tmp_path / "cellar", CELLAR, "words.py", "OPTION_WORDS = {}")
    assert str(game.words.OPTION_WORDS["all_pay"]) == "all_pay"


@pytest.mark.parametrize(
    ("told", "rows"),
    [
        ({"do": "roll", "dice": [4, 2]}, [[4, 2]]),
        ({"do": "roll", "red": [3, 2], "blue": [2, 2]}, [[3, 2], [2, 2]]),
        ({"do": "roll", "die": 12}, [[12]]),
        ({"do": "draw", "card": 4}, []),
        ({}, []),
    ],
)
def test_fields_of_a_roll_say_what_the_dice_show(told: object, rows: object, tmp_path: Path) -> None:
    game = with_file(tmp_path / "dice", TOY, "words.py", f"def fields(p, action):\n    return {told}")
    assert game.words.faces(game.new(2), 0) == rows


def test_who_throws_is_nobody_where_the_record_has_no_turn() -> None:
    game = parlour.load(str(TOY))
    assert game.words.thrower(Position(np.dtype([("die", "i1")]))) == NOBODY


# ---------------------------------------------------------------- what is found wrong

AT_SIGHT = {
    "scene.py defines piece, which nobody asks for; did you mean pieces?": (
        "scene.py",
        "piece = pieces\n\n\ndef piece(p):\n    return []\n\n\ndel pieces",
    ),
    "scene.py does not define: pieces": ("scene.py", "del pieces"),
    "position.py does not define: describe, build, problems": (
        "position.py",
        "del describe, build, problems",
    ),
    "offer does not take what it is given, (p, action)": ("words.py", "def offer(p):\n    return 0"),
    "gesture does not take what it is given, (p, action)": ("scene.py", "def gesture():\n    return None"),
    "words.MINUTES is 'long', not tuple[int, int] | None": ("words.py", "MINUTES = 'long'"),
    "words.TITLE is 'Cellar', not Text": ("words.py", "TITLE = 'Cellar'"),
    "words.SEAT_LETTERS is 'RBG', not Sequence[str]": ("words.py", "SEAT_LETTERS = 'RBG'"),
    "asks is 'what?', no function (p)": ("words.py", "asks = 'what?'"),
    "words.py defines MINUTE, which nobody asks for; did you mean MINUTES?": ("words.py", "MINUTE = (3, 4)"),
    "OPTION_WORDS speaks of what is no house rule: all_play": (
        "words.py",
        'OPTION_WORDS = {"all_pay": TITLE, "all_play": TITLE}',
    ),
    "CHOICE_WORDS of all_pay must be 2 texts": ("words.py", 'CHOICE_WORDS = {"all_pay": (TITLE,)}'),
    "odds.TOPICS is {'odd': 3}, not Mapping[str, Topic]": ("odds.py", "TOPICS = {'odd': 3}"),
    "exact.py does not define: known": ("exact.py", "FILE = None"),
    "exact.py defines knows, which nobody asks for; did you mean known?": (
        "exact.py",
        "def knows(p):\n    return None",
    ),
    "careful.py does not define: consider": ("careful.py", "CONSIDERATIONS = ()"),
    "careful.CONSIDERATIONS is ('race',), not tuple[Consideration, ...]": (
        "careful.py",
        "CONSIDERATIONS = ('race',)\n\n\ndef consider(s, seat, out):\n    pass",
    ),
    "consider is not marked with @rule": ("careful.py", "def consider(s, seat, out):\n    pass"),
    "winning does not take what it is given, (s)": ("tactics.py", "def winning(s, seat):\n    return 0"),
}


@pytest.mark.parametrize("sentence", AT_SIGHT)
def test_what_is_wrong_at_first_sight(sentence: str, tmp_path: Path) -> None:
    file, text = AT_SIGHT[sentence]
    assert sentence in found(with_file(tmp_path / "cellar", CELLAR, file, text))


IN_PLAY = {
    "words.offer answers 'a bid', not Text": ("words.py", "def offer(p, action):\n    return 'a bid'"),
    "words.status answers None, not Sequence[Text]": ("words.py", "def status(p, seat):\n    return None"),
    "words.notation answers 3, not str": ("words.py", "def notation(p, action):\n    return 3"),
    "words.fields answers 'bid', not Mapping[str, object]": (
        "words.py",
        "def fields(p, action):\n    return 'bid'",
    ),
    "faces must show other dice for every outcome": ("words.py", "def faces(p, outcome):\n    return [[1]]"),
    "words.faces answers [3], not Sequence[Sequence[int]]": (
        "words.py",
        "def faces(p, outcome):\n    return [3]",
    ),
    "words.reason answers 'no', not Reason | None": (
        "words.py",
        "def reason(p, seat, action, code):\n    return 'no'",
    ),
    "AMOUNTS has other parts": (
        "words.py",
        "from parlour.rules.contracts.words import Amount\n\n\nAMOUNTS = {'coins': Amount(TITLE)}\n\n\n"
        "def fields(p, action):\n    return {'do': 'bid', 'coins': {'gold': action}}",
    ),
    "scene.extras answers 7, not Sequence[Ornament]": ("scene.py", "def extras(p):\n    return 7"),
    "scene.board answers 'here', not Scene | None": ("scene.py", "def board():\n    return 'here'"),
    "position.problems answers None, not Sequence[Text]": (
        "position.py",
        "def problems(p):\n    return None",
    ),
    "odds.now answers 'even', not Sequence[Text]": (
        "odds.py",
        "TOPICS = {}\n\n\ndef now(p):\n    return 'even'",
    ),
    "exact.known answers 0.5, not Known | None": ("exact.py", "def known(p):\n    return 0.5"),
    "consider does not write one number for each of 2 names": (
        "careful.py",
        "from parlour.rules.contracts.careful import Consideration\nfrom parlour.rules.kit import rule\n"
        "from parlour.text import say\n\n"
        'CONSIDERATIONS = (Consideration("a", say("a"), 1.0), Consideration("b", say("b"), 1.0))\n\n\n'
        "@rule\ndef consider(s, seat, out):\n    out[0] = 1.0",
    ),
    "mixture writes what is not legal, or has no odds: [-7]": (
        "careful.py",
        "from parlour.rules.kit import rule\n\nCONSIDERATIONS = ()\n\n\n"
        "@rule\ndef consider(s, seat, out):\n    pass\n\n\n"
        "@rule\ndef mixture(s, out, odds):\n    out[0] = -7\n    odds[0] = 1\n    return 1",
    ),
    "menu offers [0] behind the parts [0], and not [": (
        "narrow.py",
        "@rule\ndef menu(s, parts, depth, out):\n    out[0] = 0\n    return 1\n\n\n"
        "@rule\ndef whole(s, parts):\n    return 3 * parts[0] + parts[1] - ONES",
    ),
    "whole makes action 0 of the parts [": (
        "narrow.py",
        "@rule\ndef menu(s, parts, depth, out):\n    n = 0\n    for bid in range(s.coins[s.turn] + 1):\n"
        "        code = ONES + bid % 3 if depth == 1 else bid // 3\n"
        "        if (depth == 0 or depth == 1 and bid // 3 == parts[0]) and (n == 0 or out[n - 1] != code):\n"
        "            out[n] = code\n            n += 1\n    return n\n\n\n"
        "@rule\ndef whole(s, parts):\n    return 0",
    ),
    "two legal actions have the same parts": ("narrow.py", "@rule\ndef part(action, depth):\n    return -1"),
    "are not all below NARROW": ("narrow.py", "NARROW = 1"),
    "sensible writes what is not legal, or nothing: [-7]": (
        "careful.py",
        "from parlour.rules.kit import rule\n\nCONSIDERATIONS = ()\n\n\n"
        "@rule\ndef consider(s, seat, out):\n    pass\n\n\n"
        "@rule\ndef sensible(s, out):\n    out[0] = -7\n    return 1",
    ),
}


@pytest.mark.parametrize("sentence", IN_PLAY)
def test_answers_of_the_wrong_kind_are_found_in_play(
    sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "compiler_present", lambda: False)
    file, text = IN_PLAY[sentence]
    told = "\n".join(map(str, conformance.check(with_file(tmp_path / "cellar", CELLAR, file, text))))
    assert sentence in told


@pytest.mark.parametrize("name", [*parlour.names(), str(TOY), str(CELLAR), str(FERRY)])
def test_sound_games_have_nothing_wrong_at_first_sight(name: str) -> None:
    assert found(parlour.load(name)) == []


def test_every_refusal_of_the_rules_has_its_words(tmp_path: Path) -> None:
    """Ferry explains its refusals by codes; Cellar leaves that to the contract."""
    game = with_file(tmp_path / "ferry", FERRY, "words.py", "del _REASONS[rules.TAKEN]")
    p = game.new(2)
    for action in (3, 9, 3):  # two ports, a three and a one: Blue lies four berths on
        game.plain.apply(p, action)
    out = np.zeros(game.plain.MAX_ACTIONS, np.int64)
    listed = out[: game.plain.legal(p, out)].tolist()
    told = [str(text) for _, text in other_files.remarks(game, p, listed)]
    assert told == [f"reason has no words for the refusal {game.rules.TAKEN} of 4"]
