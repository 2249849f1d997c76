"""Every house rule, and the rulings behind them, in positions made for the purpose."""

from __future__ import annotations

import random
from typing import Any

import pytest

import parlour
from parlour.rules.game import Game
from parlour.rules.kit import CHANCE, OVER
from tests.rulebook.harness import Form, fast_text, forms
from tests.rulebook.tritrac.support import (
    COL_A,
    GAME,
    GAMES,
    SEATS,
    Walk,
    ask,
    both_forms,
    lay,
    names,
    new,
    position,
    tiles_of,
)
from tests.rulebook.tritrac.test_properties import HOUSE_RULES, Pair

NEUTRAL = "Nb3u/H"
SHUFFLE = ["a1d/H", "d1u-c1u/H", "a1d/B", "c1u-d1u/H"]  # four turns that change nothing
QUIET = f"Oa1d/B Yd1u/H {NEUTRAL}"


@both_forms
def test_tiles_per_player(form: Form) -> None:
    """TRI-Q-02: fewer tiles, and one neutral as ever."""
    for tiles in (5, 6):
        walk = new(form, tiles_per_player=str(tiles)).go("Nc2d/H")
        assert list(walk.position.hand) == [tiles, tiles]
    walk = new(form, tiles_per_player="5").go("Nb3u/H")
    ours = ["d1u/H", "d2d/F", "d3d/F", "b4d/H", "c4d/H"]
    for mine, theirs in zip(ours, ["a1u/F", "a2u/F", "a3u/F", "b1u/H", "c1u/H"], strict=True):
        walk.go(f"Y{theirs}", f"O{mine}")
    assert list(walk.position.hand) == [0, 0] and walk.kinds()["place"] == 0
    assert walk.refusal("Yd4d/F") == "HAND_EMPTY"


@both_forms
@pytest.mark.parametrize("gap", COL_A)
def test_track_colours(form: Form, gap: str) -> None:
    """TRI-Q-03: own and neutral tiles together win; one of the opponent's spoils it, the neutral one not."""
    others = [words for words in COL_A if words != gap]
    mine = " ".join(f"O{words}" for words in others)
    for tiles, wins in [
        (f"{mine} {NEUTRAL}", "O"),
        (f"N{mine[1:]}", "O"),
        (f"Y{mine[1:]} {NEUTRAL}", ""),
    ]:
        walk = lay(form, tiles, track_colours="own_or_neutral").go(f"O{gap}")
        assert walk.wins == wins and walk.tracks() == [["D1", "L0"]]
        assert lay(form, tiles).go(f"O{gap}").wins == "O"


@both_forms
def test_track_colours_the_neutral_tile_as_the_last(form: Form) -> None:
    """TRI-Q-03: who puts the neutral tile in must own the rest."""
    ours = " ".join(f"O{words}" for words in COL_A[:-1])
    for turn, wins in [("O", "O"), ("Y", "")]:
        walk = lay(form, f"{ours} {NEUTRAL}", turn=turn, track_colours="own_or_neutral").go("b3u-a1u/F")
        assert walk.wins == wins


@both_forms
def test_allow_null(form: Form) -> None:
    """TRI-Q-07, TRI-PASS-1: a tile put back as it was, which is passing; the neutral tile too."""
    walk = lay(form, QUIET, allow_null="yes")
    assert walk.offers("a1d/B") and walk.offers("b3u/H") and not walk.offers("d1u/H")
    after = walk.branch().go("a1d/B")
    assert after.decides == "Y" and after.position.own[0] == walk.position.own[0]
    assert walk.branch().go("b3u/H").lock == "O"
    assert not lay(form, QUIET).offers("a1d/B")


@both_forms
def test_allow_null_ends_by_repetition(form: Form) -> None:
    """TRI-Q-21: two who only pass have the same position again after two turns."""
    walk = lay(form, QUIET.replace("d1u/H", "d2u/H"), allow_null="yes")
    walk.go("a1d/B", "d2u/H", "a1d/B")
    assert walk.decides == "Y"
    assert walk.go("d2u/H").phase == "REPEATED"


@both_forms
def test_move_keeps_orientation(form: Form) -> None:
    """TRI-Q-08: a moved tile keeps its plain side; turning, and placing, are as free as ever."""
    walk = lay(form, QUIET, move_keeps_orientation="yes")
    assert walk.offers("a1d-b2u/B") and not walk.offers("a1d-b2u/H") and not walk.offers("a1d-b2u/F")
    assert walk.offers("a1d/H") and walk.offers("Ob2u/F") and walk.offers("b3u-c2d/H")
    assert walk.refusal("a1d-b2u/H") == "TURNED"
    assert walk.refusal("a1d-c1u/B") == "OFF_BOARD"  # what fits no tile at all comes first
    assert lay(form, QUIET).offers("a1d-b2u/H")


@both_forms
def test_neutral_lock_one_turn_allows_the_same(form: Form) -> None:
    """TRI-Q-14: the bar for the next turn only, taken literally, lets everybody do what he could do before.
    The lock itself is gone one turn earlier."""
    turns = [
        "Nc2d/H",
        "Ya1u/F",
        "c2d/B",
        "Yd4d/F",
        "c2d/F",
        "a1u-a2u/F",
        "Ob2u/H",
        "c2d/H",
        "b2u/B",
        "Yb1u/H",
    ]
    holder, literal = new(form), new(form, neutral_lock="one_turn")
    locks = []
    for turn in turns:
        assert form.legal(holder.position) == form.legal(literal.position)
        holder.go(turn)
        literal.go(turn)
        locks.append((holder.lock, literal.lock))
    assert locks == [
        ("O", "O"), ("O", "FREE"), ("O", "O"), ("O", "FREE"), ("O", "O"),
        ("O", "FREE"), ("FREE", "FREE"), ("Y", "Y"), ("Y", "FREE"), ("FREE", "FREE"),
    ]  # fmt: skip


# ---------------------------------------------------------------- the end without a winner


@both_forms
@pytest.mark.parametrize(("times", "rounds"), [("2", 1), ("3", 2), ("4", 3)])
def test_repetition(form: Form, times: str, rounds: int) -> None:
    """TRI-Q-21: the second, third or fourth time."""
    walk = lay(form, QUIET, repetition=times)
    for _ in range(rounds - 1):
        walk.go(*SHUFFLE)
        assert walk.phase == "PLAY"
    assert walk.go(*SHUFFLE).phase == "REPEATED"


@both_forms
def test_repetition_never(form: Form) -> None:
    """TRI-Q-21: then only the hundred turns end it."""
    walk = lay(form, QUIET, repetition="never")
    for _ in range(24):
        walk.go(*SHUFFLE)
    assert walk.go(*SHUFFLE[:3]).phase == "PLAY"
    assert walk.go(SHUFFLE[3]).phase == "QUIET"


@both_forms
def test_the_lock_is_part_of_the_position(form: Form) -> None:
    """TRI-Q-21: the same tiles with another bar on the neutral one are another position."""
    turns = ["b3u/B", "d1u-c1u/H", "b3u/H", "c1u-d1u/H"]
    walk = lay(form, QUIET)  # the first time free, then always the lock of orange
    walk.go(*turns, *turns)
    assert walk.phase == "PLAY"
    assert walk.go("b3u/B").phase == "REPEATED"
    literal = lay(form, QUIET, neutral_lock="one_turn")  # free again whenever orange is to move
    literal.go(*turns, *turns[:3])
    assert literal.phase == "PLAY"
    assert literal.go(turns[3]).phase == "REPEATED"


@both_forms
def test_whose_turn_it_is_is_part_of_the_position(form: Form) -> None:
    """TRI-Q-21: the same tiles with the other player to move are another position."""
    walk = lay(form, f"Oa1d/B Ya2d/B {NEUTRAL}")
    walk.go("a1d/H", "a2d/H", "a1d/F", "a2d/B", "a1d/B")  # as at first, but yellow is to move
    walk.go("a2d/H", "a1d/H", "a2d/F", "a1d/F", "a2d/B", "a1d/B")  # and once more
    assert walk.phase == "PLAY"


@both_forms
def test_which_tile_stands_there_is_part_of_the_position(form: Form) -> None:
    """TRI-Q-21: two tiles of different colours that change places make another position, two of the
    same colour do not."""
    same = lay(form, f"Oa1d/B Ob1d/B Yd1u/H {NEUTRAL}", repetition="2")
    same.go("a1d-c1d/B", "d1u-c1u/H", "b1d-a1d/B", "c1u-d1u/H", "c1d-d2u/B", "d1u-c1u/H", "d2u-b1d/B")
    assert same.phase == "PLAY"
    assert same.go("c1u-d1u/H").phase == "REPEATED"
    other = lay(form, f"Oa1d/B Yb1d/B {NEUTRAL}", repetition="2")
    other.go("a1d-c1d/B", "b1d-a1d/H", "c1d-b1d/H", "a1d/F", "b1d/B", "a1d/B")
    assert other.phase == "PLAY"


@both_forms
def test_a_placement_forgets_what_stood_before(form: Form) -> None:
    """TRI-Q-21: with another tile on the board nothing can come again."""
    walk = lay(form, QUIET).go(*SHUFFLE, *SHUFFLE[:3], "Yd4d/F")
    assert walk.position.quiet == 0 and not walk.position.trail.any() and not walk.position.tags.any()
    walk.go("a1d/H", "c1u-d1u/H", "a1d/B", "d1u-c1u/H")
    assert walk.phase == "PLAY"


@both_forms
@pytest.mark.parametrize(("limit", "turns"), [("50", 50), ("100", 100), ("200", 200)])
def test_quiet_plies(form: Form, limit: str, turns: int) -> None:
    """TRI-Q-21: so many turns in a row without a placement."""
    walk = lay(form, QUIET, quiet_plies=limit, repetition="never")
    for turn in range(turns):
        assert walk.phase == "PLAY"
        walk.go(SHUFFLE[turn % 4])
    assert walk.phase == "QUIET"
    assert form.payoff(walk.position, 0) == form.payoff(walk.position, 1) == 0.5


@both_forms
def test_repetition_far_into_a_quiet_stretch(form: Form) -> None:
    """TRI-Q-21: the trail goes round after a hundred turns, and still sees what stood within them."""
    walk = lay(form, QUIET, quiet_plies="never", repetition="never")
    rng = random.Random("far")
    while walk.position.quiet < 130:
        legal = [a for a in form.legal(walk.position) if a // names(GAME).PLACES != names(GAME).HAND]
        after = form.apply(walk.position, rng.choice(legal))
        if form.actor(after) != OVER:
            walk.position = after
    walk = there_and_back(walk)  # whoever held the lock has let it go
    stood = ask(form, "times_stood", walk.position)
    for times in (1, 2, 3):
        walk = there_and_back(walk)
        assert ask(form, "times_stood", walk.position) == stood + times


def there_and_back(walk: Walk) -> Walk:
    """Four turns that lead back: each player moves a tile of his own away, and then takes it back."""
    rules = names(walk.game)
    tiles = tiles_of(walk.game, walk.position)
    goals = [name for name in rules.CELL_NAMES if name not in " ".join(tiles)]
    back = []
    for goal in (goals[0], goals[1]):
        tile = next(t for t in tiles if t[0] == SEATS[walk.position.turn])
        source, side = tile[1:].split("/")
        back.append(f"{goal}-{source}/{side}")
        walk.go(next(note for s in "HBF" if walk.offers(note := f"{source}-{goal}/{s}")))
    return walk.go(*back)


@both_forms
def test_a_game_without_limits_ends_after_1600_turns(form: Form) -> None:
    """TRI-Q-21: the longest game there is, when every other limit is switched off."""
    walk = lay(form, QUIET, quiet_plies="never", repetition="never")
    walk.position.ply = 1590
    walk.position.first = 0
    walk.go(*SHUFFLE, *SHUFFLE, SHUFFLE[0])
    assert walk.phase == "PLAY"
    assert walk.go(SHUFFLE[1]).phase == "LONG"
    tiles, quiet = 15, 100  # by the usual limits no game comes so far
    assert tiles + (tiles - 1) * (quiet - 1) + quiet < names(GAME).LONGEST == walk.position.ply


@both_forms
def test_max_plies(form: Form) -> None:
    """TRI-Q-21: a limit for experiments; a win in the last turn is a win."""
    assert new(form, max_plies=1).go("Nc2d/H").phase == "LONG"
    walk = new(form, max_plies=3).go("Nc2d/H", "Ya1u/F")
    assert walk.phase == "PLAY"
    assert walk.go("c2d/B").phase == "LONG"
    column = " ".join(f"Y{words}" for words in COL_A[:-1])
    assert lay(form, f"{column} {NEUTRAL}", max_plies=31).go("Oa1u/F").wins == "O"
    assert lay(form, f"{column} {NEUTRAL}", max_plies=31).go("Od4d/F").phase == "LONG"


# ---------------------------------------------------------------- sealed, and stuck

OURS = "Od1d/F Oa4u/F Oa1d/B"  # three of the four gates (section 5.3)
THEIRS = "Ya2d/B Yb1d/B Yc1d/F Yd2u/H Ya3d/H Yb4u/F"  # all ways round them: to L0, D0 and D1


@both_forms
def test_adjudicate_sealed(form: Form) -> None:
    """TRI-Q-22: when neither can ever complete a track it may be called a draw; usually play goes on."""
    tiles = f"{OURS} {THEIRS.replace(' Yb4u/F', '')} Nc3u/B"
    walk = lay(form, tiles, turn="Y", adjudicate_sealed="yes")
    assert sealed(walk) == "Y"
    assert walk.branch().go("Yd4d/F").phase == "PLAY"
    after = walk.branch().go("Yb4u/F")
    assert sealed(after) == "OY" and after.phase == "SEALED"
    usual = lay(form, tiles, turn="Y").go("Yb4u/F")
    assert sealed(usual) == "OY" and usual.decides == "O"


def sealed(walk: Walk) -> str:
    return "".join("OY"[seat] for seat in range(2) if ask(walk.form, "sealed", walk.position, seat))


@both_forms
def test_exactly_four_seals_of_three_gates(form: Form) -> None:
    """Section 5.3: any three of the four gates shut a player out; no two do. (TRI-Q-22)"""
    gates = ["d1d/F", "a4u/F", "a1d/B", "d4u/B"]
    for shut in range(16):
        chosen = [gate for i, gate in enumerate(gates) if shut >> i & 1]
        walk = lay(form, " ".join([*(f"O{gate}" for gate in chosen), NEUTRAL]))
        assert sealed(walk) == ("Y" if len(chosen) >= 3 else ""), chosen


def test_both_texts_agree_on_who_is_sealed() -> None:
    """TRI-Q-22: on crowded boards of random tiles. The neutral tile and one's own are in nobody's way."""
    rng = random.Random("sealed")
    form = forms(GAME)[0]
    fast = fast_text(GAME).modules[names(GAME).sealed.__module__]["sealed"]
    places = [(c["name"], side) for c in GAME.rules.BOARD["cells"] for side in c["plain"]]
    found = set()
    for _ in range(150):
        cells: dict[str, str] = {}
        gates = rng.sample(["d1d/F", "a4u/F", "a1d/B", "d4u/B"], rng.randint(0, 3))
        cells |= dict(gate.split("/") for gate in gates)
        for cell, side in rng.sample(places, 20):
            if len(cells) < 13:
                cells.setdefault(cell, side)
        owners = [rng.choice(["O", "O", "Y"]) for _ in cells]
        owners = [o if owners[:i].count(o) < 7 else "OY"[o == "O"] for i, o in enumerate(owners)]
        if max(owners.count("O"), owners.count("Y")) > 7 or "b3u" in cells:
            continue
        tiles = [f"{o}{c}/{s}" for o, (c, s) in zip(owners, cells.items(), strict=True)]
        walk = lay(form, " ".join([*tiles, NEUTRAL]))
        quickly = "".join("OY"[seat] for seat in range(2) if fast(walk.position, seat))
        assert sealed(walk) == quickly, tiles
        found.add(quickly)
    assert {"", "O", "Y"} <= found


HEXAGON = """
name = "hexagon of six"
provenance = "house"
source = "the smallest board there can be: six cells round one point, so that it soon is full"
cells = [
  { name = "b2d", x = 1, y = 1, points = "down", sides = { H = "b3u", B = "arrow D0", F = "c2u" }, centre = true, plain = ["H", "B", "F"] },
  { name = "b3u", x = 1, y = 2, points = "up", sides = { H = "b2d", B = "b3d", F = "arrow L0" }, centre = true, plain = ["H", "B"] },
  { name = "b3d", x = 1, y = 2, points = "down", sides = { H = "rib", B = "b3u", F = "c3u" }, centre = true, plain = ["H"] },
  { name = "c2d", x = 2, y = 1, points = "down", sides = { H = "c3u", B = "c2u", F = "arrow L1" }, centre = true, plain = ["H", "B"] },
  { name = "c2u", x = 2, y = 1, points = "up", sides = { H = "rib", B = "c2d", F = "b2d" }, centre = true, plain = ["H"] },
  { name = "c3u", x = 2, y = 2, points = "up", sides = { H = "c2d", B = "arrow D1", F = "b3d" }, centre = true, plain = ["H", "B", "F"] },
]
[arrows]
D0 = { cell = "b2d", side = "B", shade = "dark" }
D1 = { cell = "c3u", side = "B", shade = "dark" }
L0 = { cell = "b3u", side = "F", shade = "light" }
L1 = { cell = "c2d", side = "F", shade = "light" }
"""  # noqa: E501


@pytest.fixture(scope="module")
def hexagon(tmp_path_factory: pytest.TempPathFactory) -> Game:
    file = tmp_path_factory.mktemp("boards") / "hexagon.toml"
    file.write_text(HEXAGON, encoding="utf-8")
    return parlour.load("tritrac", file)


def test_stalemate(hexagon: Game) -> None:
    """TRI-Q-18: no empty cell, no own tile that can be turned, the neutral one barred: a draw, or lost."""
    form = forms(hexagon)[0]
    full = "Ob3d/H Oc2u/H Yb3u/H Yc2d/H Yc3u/B Nb2d/F"
    walk = lay(form, full, turn="Y").go("b2d/B")
    assert walk.phase == "STUCK" and form.actor(walk.position) == OVER
    assert [form.payoff(walk.position, seat) for seat in range(2)] == [0.5, 0.5]
    lost = lay(form, full, turn="Y", stalemate="loss").go("b2d/B")
    assert lost.wins == "Y"
    other = full.translate(str.maketrans("OY", "YO"))
    assert lay(form, other, turn="O", stalemate="loss").go("b2d/B").wins == "O"
    again = lost.position.copy()
    form.game.plain.derive(again)
    assert again == lost.position
    free = lay(form, full.replace("Oc2u/H", "Yc2u/H").replace("Yc3u/B", "Oc3u/B"), turn="Y").go("b2d/B")
    assert free.decides == "O" and free.kinds() == {"turn": 2}  # c3u can still be turned


def test_the_last_space_left_is_a_turn_to_make() -> None:
    """TRI-Q-18, TRI-PASS-1: all tiles but those of the rival stand at ribs, and one space is empty, where a
    tile fits in one way."""
    fixed = "Oc1d/F Ob2u/H Od2u/H Od2d/F Oa3u/F Oa3d/H Oc3d/H"
    rival = "Ya2d/B Yc2u/H Yc2d/H Yb3u/H Yb3d/H Yc3u/H Yd3u/B"
    walk = lay(forms(GAMES["star16"])[0], f"{fixed} {rival} Nb2d/H", turn="Y").go("b2d/B")
    assert (walk.decides, walk.phase) == ("O", "PLAY")
    assert walk.kinds() == {"move": 7} and walk.offers("c1d-b4u/F")


def test_both_texts_agree_on_the_smallest_board(hexagon: Game) -> None:
    """TRI-Q-18, TRI-PASS-1: games that fill the board, under all house rules."""
    rng = random.Random("hexagon")
    ends = set()
    for number in range(150):
        options: dict[str, Any] = {}
        if number % 3:
            chosen = rng.sample(sorted(set(HOUSE_RULES) - {"max_plies"}), 3)
            options = {name: rng.choice(HOUSE_RULES[name]) for name in chosen}
        pair = Pair(hexagon, options)
        pair.play(rng, 40, rng.choice(["anything", "filling", "hoarding", "hoarding"]))
        ends.add((pair.end, pair.position.turn))
    assert {("WON", 0), ("WON", 1)} <= ends


def test_whoever_has_no_action_is_stuck(hexagon: Game) -> None:
    """TRI-Q-18: the smallest board, full or with one cell left, with tiles of all kinds."""
    rng = random.Random("stuck")
    fast = fast_text(hexagon).modules[names(hexagon).judge.__module__]["can_act"]
    seen = set()
    for _ in range(300):
        options = {n: "yes" for n in ("allow_null", "move_keeps_orientation") if rng.random() < 0.3}
        cells = hexagon.rules.BOARD["cells"]
        lain = [(c["name"], rng.choice(c["plain"])) for c in rng.sample(cells, rng.choice([5, 6, 6]))]
        owners = ["N", "O", *(rng.choice("OYY") for _ in lain[2:])]  # with an empty hand, something lies
        tiles = " ".join(f"{who}{cell}/{side}" for who, (cell, side) in zip(owners, lain, strict=True))
        p = position(hexagon, tiles, lock=rng.choice(["Y", "FREE"]), **options)
        p.hand[:] = 0
        legal = bool(forms(hexagon)[0].legal(p))
        assert bool(names(hexagon).can_act(p)) == bool(fast(p)) == legal, tiles
        seen.add((legal, *sorted(options)))
    assert {(False,), (False, "move_keeps_orientation"), (True, "allow_null")} <= seen


# ---------------------------------------------------------------- who begins


@both_forms
def test_p1_colour(form: Form) -> None:
    """TRI-Q-20: P1 is orange unless the table says otherwise."""
    assert new(form).decides == "O"
    walk = new(form, p1_colour="yellow")
    assert walk.decides == "Y" and walk.position.first == 1
    walk.go("Nc2d/H")
    assert (walk.decides, walk.lock) == ("O", "Y")
    walk.go("Oa1u/F")
    assert walk.kinds() == {"place": 68, "move": 68, "turn": 2}  # as TT-07, the other way round


@both_forms
def test_first_player_random(form: Form) -> None:
    """TRI-Q-20: nothing can be done before the lot is drawn, and the lot is drawn once."""
    walk = new(form, first_player="random", p1_colour="yellow")
    assert form.actor(walk.position) == CHANCE
    assert form._ask("refusal", walk.position, 0, 0) == names(GAME).LOTS_FIRST
    after = form.apply(walk.position, 0)
    assert form.actor(after) == 0 and after.phase == names(GAME).PLAY
