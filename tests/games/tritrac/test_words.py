"""Names, sentences and reasons, on whole random games under random house rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from parlour.games.rulebook import read_rulebook
from parlour.rules.kit import CHANCE
from parlour.rules.position import Position
from parlour.table import naming
from parlour.text import AmbiguousAction, MalformedAction

from .support import COLUMN, GAME, GAMES, RECORD, code, legal, play, random_game, table

WORDS = GAME.words
CLAUSES = {clause.id for clause in read_rulebook(GAME.rulebook).clauses}
NOTATION = re.compile(r"orange|yellow|[OYN]?[a-f][1-4][ud]/[HBF]|[a-f][1-4][ud]-[a-f][1-4][ud]/[HBF]")


@pytest.mark.parametrize(("board", "seed"), [(board, seed) for seed, board in enumerate(GAMES)])
def test_every_action_of_a_game_has_its_own_name(board: str, seed: int) -> None:
    game = GAMES[board]
    words = game.words
    for number, (p, actions, action, after) in enumerate(random_game(game, seed)):
        assert str(words.asks(p)) and str(words.sentence(p, action, after))
        if number > 6 and number % 10:
            continue
        notes = [words.notation(p, a) for a in actions]
        assert len(set(notes)) == len(notes)
        assert all(NOTATION.fullmatch(note) for note in notes), notes
        fields = [json.dumps(words.fields(p, a)) for a in actions]
        assert len(set(fields)) == len(fields)
        assert all(str(words.offer(p, a)) and str(words.group(p, a)) for a in actions)
    assert str(words.asks(after))


@pytest.mark.parametrize(("board", "seed"), [("rhombus4", 20), ("hex2_unblockable", 21), ("star16", 22)])
def test_an_action_is_refused_exactly_when_it_is_not_legal(board: str, seed: int) -> None:
    game = GAMES[board]
    for number, (p, actions, _, _) in enumerate(random_game(game, seed)):
        who = game.plain.actor(p)
        if who == CHANCE or (number > 2 and number % 80):
            continue
        allowed = set(actions)
        for action in range(-1, game.rules.ACTIONS + 1):
            why = game.why_not(p, who, action)
            assert (why is None) == (action in allowed), (game.position.describe(p), action, why)
            if why is not None:
                assert "{" not in str(why.text) and why.clause in CLAUSES


def test_names_as_the_rulebook_writes_them() -> None:
    p = table("Nb3u/H Yd1d/F", lock=0)
    named = {WORDS.notation(p, a): WORDS.fields(p, a) for a in legal(GAME, p)}
    assert named["Oc2d/H"] == {"do": "place", "tile": "O", "to": "c2d", "plain": "H"}
    assert named["b3u/B"] == {"do": "turn", "tile": "N", "from": "b3u", "to": "b3u", "plain": "B"}
    assert named["b3u-c2d/B"] == {"do": "move", "tile": "N", "from": "b3u", "to": "c2d", "plain": "B"}
    assert WORDS.notation(p, -1) == WORDS.notation(p, RECORD.ACTIONS) == ""


def test_an_offer_says_what_the_track_will_join() -> None:
    p = table("Nb3u/H Yd1d/F")
    offers = {WORDS.notation(p, a): str(WORDS.offer(p, a)) for a in legal(GAME, p)}
    assert offers["Oa4u/B"] == "place a tile (top row, far left): from the dark arrow to bottom"
    assert offers["b3u-c2d/B"] == "move the neutral tile (3rd row, 3rd from right): from top to right"
    assert offers["b3u/F"] == "turn the neutral tile: from bottom to right"


def test_moves_are_listed_by_the_tile_they_are_of() -> None:
    p = table("Nb3u/H Yd1d/F Oc2d/H", turn=1)
    groups = list(dict.fromkeys(str(WORDS.group(p, a)) for a in legal(GAME, p)))
    assert groups == [
        "place a tile (6 in hand)",
        "move a tile (bottom row, far right)",
        "move the neutral tile",
        "turn a tile where it lies",
    ]
    start = GAME.new()
    tracks = ("left to right", "left to bottom", "top to right", "bottom to right", "left to top")
    assert {str(WORDS.group(start, a)) for a in legal(GAME, start)} == {
        f"place the neutral tile: from {track}" for track in tracks
    }


# ---------------------------------------------------------------- what a person types


def test_a_tile_that_fits_in_one_way_needs_no_side() -> None:
    p = table("Nb3u/H Yd1d/F")
    found = naming.find(GAME, p, legal(GAME, p), "oc1u")
    assert WORDS.notation(p, found) == "Oc1u/H"
    with pytest.raises(AmbiguousAction, match="Oc2d/H, Oc2d/B, Oc2d/F"):
        naming.find(GAME, p, legal(GAME, p), "Oc2d")


MISTYPED = [
    (GAME.new(), "Oc2d/H", "TRI-NEUTRAL-1"),
    (table("Nb3u/H Yd1d/F"), "Nc2d/H", "TRI-NEUTRAL-2"),
    (table("Nb3u/H Yd1d/F"), "Yc2d/H", "TRI-MOVE-1"),
    (table("Nb3u/H Yd1d/F"), "e1u/H", "TRI-GEO-1"),
    (table("Nb3u/H Yd1d/F"), "b3u-b9u/H", "TRI-GEO-1"),
    (table("Nb3u/H Yd1d/F"), "b3u/X", "TRI-GEO-1"),
    (table("Nb3u/H Yd1d/F"), "move b3u e1u", "this board has no space e1u"),
    (table("Nb3u/H Yd1d/F"), "place e1u", "this board has no space e1u"),
    (GAME.new(), "rotate", "“rotate” names nothing that can be played here"),  # no tile lies there yet
]


@pytest.mark.parametrize(("p", "said", "clause"), MISTYPED, ids=[said for _, said, _ in MISTYPED])
def test_what_cannot_be_meant_is_explained(p: Position, said: str, clause: str) -> None:
    with pytest.raises(MalformedAction, match=clause):
        naming.find(GAME, p, legal(GAME, p), said)


@pytest.mark.parametrize("said", ["xyzzy", "Xc2d/H", "7"])
def test_what_is_no_name_at_all_gets_no_reason(said: str) -> None:
    assert WORDS.absent(table("Nb3u/H Yd1d/F"), said.lower()) is None
    lots = GAME.new(2, {"first_player": "random"})
    assert WORDS.absent(lots, "oc2d/h") is None


# ---------------------------------------------------------------- reasons


NAMES = " ".join
HOLDS = {"turn": 1, "lock": 0}
WON = table(NAMES(["Nb3u/H", *("Y" + tile for tile in COLUMN)]), turn=1, over="won")
SPENT = table(NAMES(["Nb3u/H", "Yc1d/H", "Ob4u/H", *("O" + tile for tile in COLUMN[1:])]))

# reason, position, action, what the sentence must name
REFUSED: list[tuple[str, Position, str, str]] = [
    ("GAME_OVER", WON, "Yc2d/H", "over"),
    ("LOTS_FIRST", GAME.new(2, {"first_player": "random"}), "", "Lots"),
    ("NEUTRAL_FIRST", GAME.new(), "c2d/H", "neutral"),
    ("NOT_CENTRE", GAME.new(), "Na1d/H", "marked space in the centre"),
    ("MUST_PLACE", table("Nb3u/H", turn=1), "b3u/B", "place"),
    ("HAND_EMPTY", SPENT, "Oc2d/H", "no tile"),
    ("NO_TILE", table("Nb3u/H Yd1d/F"), "c2d/H", "no tile there"),
    ("THEIRS", table("Nb3u/H Yd1d/F"), "d1d/H", "tile is Yellow's"),
    ("BARRED", table("Nb3u/H Yd1d/F Oc2d/H", **HOLDS), "b3u/B", "Orange"),
    ("OCCUPIED", table("Nb3u/H Yd1d/F"), "Od1d/H", "tile there already"),
    ("OFF_BOARD", table("Nb3u/H Yd1d/F"), "Oa1u/H", "rib (left). Here the plain side can be: left."),
    ("NULL", table("Nb3u/H Yd1d/F"), "b3u/H", "pass"),
    ("TURNED", table("Nb3u/H Yd1d/F", options={"move_keeps_orientation": "yes"}), "b3u-c2d/B", "keeps"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "p", "said", "told"), REFUSED, ids=[name for name, *_ in REFUSED])
def test_every_reason(name: str, p: Position, said: str, told: str) -> None:
    action = code(GAME, p, said) if said else 0
    assert GAME.plain.refusal(p, p.turn, action) % RECORD.PLACE == getattr(RECORD, name)
    why = GAME.why_not(p, p.turn, action)
    assert told in str(why.text) and why.clause in CLAUSES


def test_the_other_one_is_told_whose_turn_it_is() -> None:
    p = table("Nb3u/H Yd1d/F")
    assert str(GAME.why_not(p, 1, code(GAME, p, "b3u/B"))) == "It is Orange's turn. (TRI-TURN-1)"


def test_a_light_arrow_that_only_the_file_protects() -> None:
    game = GAMES["hex2_unblockable"]
    p = game.new()
    game.plain.apply(p, code(game, p, "Nb3u/H"))
    why = game.why_not(p, 1, code(game, p, "Yd1u/H"))
    assert str(why) == "Here a tile cannot block the light arrow. (TRI-HINT-2)"


def test_every_reason_has_its_sentence() -> None:
    """All reasons of rules.py, from GAME_OVER on, are worded, and nothing else is."""
    assert set(WORDS.module._REASONS) == set(range(RECORD.GAME_OVER, RECORD.TURNED + 1))


# ---------------------------------------------------------------- the story


def tell(p: Position, name: str) -> str:
    after = play(p.copy(), name)
    action = next(a for a in legal(GAME, p) if WORDS.notation(p, a) == name)
    return str(WORDS.sentence(p, action, after))


def column(letter: str, but: str) -> str:
    return NAMES(["Nb3u/H", *(letter + tile for tile in COLUMN if not tile.startswith(but))])


STORY = [
    (GAME.new(), "Nc2d/H", "Orange places the neutral tile."),
    (table("Nb3u/H", turn=1), "Yd1d/F", "Yellow places a tile."),
    (table("Nb3u/H Yd1d/F"), "Oc1u/H", "Orange places a tile. The neutral tile is free."),
    (table("Nb3u/H Yd1d/F"), "b3u/B", "Orange turns the neutral tile."),
    (table("Nb3u/H Yd1d/F"), "b3u-a4u/F", "Orange moves the neutral tile."),
    (table("Nb3u/H Yd1d/F Oc2d/H", turn=1), "d1d/B", "Yellow turns a tile."),
    (table("Nb3u/H Yd1d/F Oc2d/H", turn=1), "d1d-a4u/H", "Yellow moves a tile."),
    (
        table(column("Y", but="a1u")),
        "Oa1u/F",
        "Orange places a tile. A track of 7 tiles joins two arrows: Orange wins!",
    ),
    (
        table("Nb3u/H Yd1d/F Oc2d/H", turn=1, options={"max_plies": 4}),
        "d1d/B",
        "Yellow turns a tile. The limit of 4 turns is reached. The game is a draw.",
    ),
]


@pytest.mark.parametrize(("p", "name", "told"), STORY, ids=[name for _, name, _ in STORY])
def test_sentences(p: Position, name: str, told: str) -> None:
    assert tell(p, name) == told


def test_a_draw_by_repetition_is_told() -> None:
    p = table("Nb3u/H Yc1u/H Oa1d/B", turn=1)
    round_trip = ["c1u-d1u/H", "a1d/H", "d1u-c1u/H", "a1d/B"]
    play(p, *round_trip, *round_trip[:3])
    told = tell(p, "a1d/B")
    assert told.endswith("The same position has stood on the board 3 times. The game is a draw.")


def test_lots_are_told() -> None:
    p = GAME.new(2, {"first_player": "random"})
    assert [WORDS.notation(p, a) for a in legal(GAME, p)] == ["orange", "yellow"]
    assert [str(WORDS.offer(p, a)) for a in legal(GAME, p)] == ["Orange begins", "Yellow begins"]
    after = p.copy()
    GAME.plain.apply(after, 1)
    assert str(WORDS.sentence(p, 1, after)) == "Lots are drawn: Yellow begins."


def asked() -> Iterator[tuple[Position, str]]:
    yield GAME.new(2, {"first_player": "random"}), "Lots are drawn for the first turn."
    yield GAME.new(), "Orange to place the neutral tile on a centre space."
    yield table("Nb3u/H", turn=1), "Yellow to place a tile."
    yield (
        table("Nb3u/H Yd1d/F"),
        "Orange to place, move or turn a tile. The neutral tile is Orange's for now.",
    )
    yield table("Nb3u/H Yd1d/F Oc2d/H", turn=1), "Yellow to place, move or turn a tile."
    yield WON, "Yellow has won."
    yield table("Nb3u/H Yd1d/F", over="long", options={"max_plies": 2}), "The game is a draw."


@pytest.mark.parametrize(("p", "told"), list(asked()), ids=[told for _, told in asked()])
def test_what_is_asked(p: Position, told: str) -> None:
    assert str(WORDS.asks(p)) == told


def test_every_space_has_a_name_of_its_own_that_people_use() -> None:
    texts = [str(text) for text in GAME.module("words").SPACE_TEXTS]
    assert len(set(texts)) == len(texts)
    assert "top row, far left" in texts and "bottom row, far right" in texts
    assert not any("space" in text for text in texts)
