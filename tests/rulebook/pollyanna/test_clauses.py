"""The clauses of Pollyanna about the board, getting ready, starting and the dice, each with positions
of its own. Those about the way round are in test_clauses_on_the_way.py, the rulings in
test_rulings.py and the house rules in test_house_rules.py.
"""

from __future__ import annotations

import pytest

from parlour.games.pollyanna.record import FINISHED
from parlour.rules.kit import NOBODY, ROLLS
from parlour.text import BadChoice, BadPosition
from tests.rulebook.harness import Form, Walk, check
from tests.rulebook.pollyanna.support import GAME, both_forms, lay

# ---------------------------------------------------------------- the board


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_everybody_counts_one_ring_of_sixty(seat: int) -> None:
    """POL-GEO-1, POL-GEO-2: what I call n, the k-th player to my right calls n - 15 k."""
    for mine in range(60):
        theirs = (mine - 15 * seat) % 60
        pieces = {"0": ["C"] * 4, str(seat): [f"@{mine}", "C", "C", "C"]}
        others = {str(c): ["C"] * 4 for c in range(4) if str(c) not in pieces}
        position = {"game": "pollyanna", "pieces": pieces | others, "turn": 0}
        if theirs > 54:  # between his entrance and his start nobody ever stands on his own
            with pytest.raises(BadPosition):
                GAME.position.build(position)
        else:
            built = GAME.position.build(position)
            assert theirs in GAME.position.describe(built)["pieces"][str(seat)]


def test_colours_in_the_order_of_travel() -> None:
    """POL-GEO-2: Yellow, Green, Red, Blue, each at the right hand of the one before."""
    assert [str(name).lower() for name in GAME.words.SEAT_NAMES] == ["yellow", "green", "red", "blue"]


@both_forms
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_three_turnouts_lie_ahead_of_everybody(form: Form, turn: int) -> None:
    """POL-GEO-4, POL-TO-1: branches at 14, 29 and 44, open to every colour; back on 19, 34 and 49."""
    for number, branch in ((1, 14), (2, 29), (3, 44)):
        walk = lay(form, f"{branch} H H H", turn=turn).go("1-1")
        check(walk, {"legal": [f"{branch}+1", f"{branch}+1>T{number}.1"]})
        walk = lay(form, f"T{number}.1 H H H", turn=turn).go("6-1", f"T{number}.1+6")
        check(walk, {"pieces": {str(turn): f"T{number}.7 H H H"}})
        check(walk.go(f"T{number}.7+1"), {"pieces": {str(turn): f"{branch + 5} H H H"}})


@both_forms
def test_spaces_before_and_after_a_branch(form: Form) -> None:
    """POL-GEO-4: nowhere but from a branch does a step lead onto a turnout."""
    for r in set(range(54)) - {14, 29, 44}:
        check(lay(form, f"{r} H H H").go("1-1"), {"legal": [f"{r}+1"]})


@both_forms
@pytest.mark.parametrize("turn", [0, 1, 2, 3])
def test_where_a_piece_is_safe(form: Form, turn: int) -> None:
    """POL-GEO-3, POL-BWAY-2, POL-SAFE-1, POL-SAFE-3: of all Broadway spaces only the own start
    (0) and the own entrance (54) protect a lone piece, whoever's colour the others have."""
    for r in range(55):
        hunter = (r - 1 - 15) % 60  # one space behind, as the player to the right counts
        if hunter >= 54:
            continue  # he does not come by here
        walk = lay(form, f"{hunter} H H H", c=str(r), turn=(turn + 1) % 4).go("1-1")
        safe = r in (0, 54)
        assert (f"{hunter}+1" in walk.notes()) != safe, r
        if not safe:
            check(walk.go(f"{hunter}+1"), {"pieces": {str(turn): "C C C C"}})


@both_forms
def test_the_path_has_six_spaces(form: Form) -> None:
    """POL-GEO-5: 55 to 60, then home; each is one step."""
    walk = lay(form, "54 H H H", chairs="02")
    for r in (54, 56, 58):
        check(walk.go("1-1", f"{r}+1"), {"pieces": {"0": f"{r + 1} H H H"}})
        check(walk.go(f"{r + 1}+1"), {"pieces": {"0": f"{r + 2} H H H"}, "rolls": 0})
    check(walk.go("1-1", "60+1"), {"wins": [0]})


@both_forms
def test_corners_are_not_spaces(form: Form) -> None:
    """POL-GEO-6, POL-ENTER-5: a piece in the corner cannot walk out of it."""
    check(lay(form, "C C C C").go("5-4"), {"pieces": {"0": "C C C C"}, "rolls": 1})
    check(lay(form, "C C C 20").go("5-4"), {"legal": ["20+5", "20+4"]})


# ---------------------------------------------------------------- getting ready


@pytest.mark.parametrize(
    ("players", "sides"), [(2, {0: {0}, 2: {2}}), (3, None), (4, {0: {0, 2}, 1: {1, 3}})]
)
def test_seats(players: int, sides: dict[int, set[int]] | None) -> None:
    """POL-PREP-1, POL-PART-1: two sit opposite, three leave a side empty, four pair up crosswise."""
    p = GAME.new(players)
    chairs = GAME.seats(p)
    assert len(chairs) == players
    if sides is not None:
        found: dict[int, set[int]] = {}
        for chair in chairs:
            found.setdefault(GAME.plain.side(p, chair), set()).add(chair)
        assert sorted(map(sorted, found.values())) == sorted(map(sorted, sides.values()))
    for chair in set(range(4)) - set(chairs):
        assert GAME.plain.side(p, chair) == NOBODY


@pytest.mark.parametrize("players", [0, 1, 5])
def test_other_numbers_of_players(players: int) -> None:
    """POL-PREP-1."""
    with pytest.raises(BadChoice):
        GAME.new(players)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_all_pieces_begin_in_their_corners(players: int) -> None:
    """POL-PREP-2: four pieces each."""
    described = GAME.position.describe(GAME.new(players))
    assert list(described["pieces"].values()) == [["C"] * 4] * players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_board_played_on_is_cleared_for_the_next_game(players: int) -> None:
    """POL-PREP-2, POL-FIRST-1: pieces, places, dice and turns of the last game leave no trace."""
    fresh = GAME.new(players)
    used = fresh.copy()
    used.pieces[:], used.board[:], used.trail[:], used.place[:] = 60, 1, 1, 1
    used.dice[:], used.left[:], used.rewards, used.played = 3, 3, 1, 1
    used.turns, used.waits, used.turn, used.phase = 9, 1, 2, FINISHED
    GAME.plain.new_game(used, players)
    assert used == fresh


@both_forms
def test_the_highest_throw_begins(form: Form) -> None:
    """POL-FIRST-1: and the opening throws move nothing, not even a double six."""
    check(Walk.new(form, 2).go("4-1", "3-3"), {"rolls": 2})
    walk = Walk.new(form, 4).go("6-6", "6-5", "5-5", "1-1")
    check(walk, {"rolls": 0, "pieces": {str(seat): "C C C C" for seat in range(4)}})


@both_forms
def test_the_turn_goes_to_the_right(form: Form) -> None:
    """POL-TURN-1: with empty chairs skipped."""
    for chairs in ("02", "13", "012", "013", "023", "123", "0123"):
        order = [int(c) for c in chairs]
        walk = lay(form, "", turn=order[0], chairs=chairs, **({} if len(chairs) == 4 else {"seats": chairs}))
        for seat in [*order[1:], order[0]]:
            check(walk.go("5-4"), {"rolls": seat})


@both_forms
def test_four_pieces_home_win(form: Form) -> None:
    """POL-OBJ-1, POL-WIN-1: at once, with the other die unplayed."""
    walk = lay(form, "60 H H H", chairs="02").go("2-1")
    check(walk, {"legal": ["60+1"]})
    check(walk.go("60+1"), {"wins": [0], "pieces": {"0": "H H H H"}})
    assert [form.payoff(walk.position, seat) for seat in (0, 2)] == [1, 0]


# ---------------------------------------------------------------- starting a piece


@both_forms
@pytest.mark.parametrize("dice", ROLLS.tolist(), ids=lambda d: f"{d[0]}-{d[1]}")
def test_only_a_six_starts(form: Form, dice: list[int]) -> None:
    """POL-ENTER-1, POL-ENTER-5: all 21 throws with everything in the corner."""
    a, b = dice
    walk = lay(form, "C C C C").go(f"{a}-{b}")
    if a == 6:
        check(walk, {"legal": ["START6"]})
        after = walk.go("START6")
        check(after, {"pieces": {"0": "0 C C C"}, "legal": ["START6" if b == 6 else f"0+{b}"]})
    elif a + b == 6:
        check(walk, {"legal": ["START="]})
        check(walk.go("START="), {"pieces": {"0": "0 C C C"}, "rolls": 0 if a == b else 1})
    else:
        check(walk, {"pieces": {"0": "C C C C"}, "rolls": 1})


@both_forms
def test_every_six_must_start_while_a_piece_waits(form: Form) -> None:
    """POL-ENTER-2: and none once the corner is empty."""
    check(lay(form, "C 7 20 H").go("6-5"), {"legal": ["START6"]})
    check(lay(form, "5 7 20 H").go("6-5"), {"legal": ["5+6", "5+5", "7+6", "7+5", "20+6", "20+5"]})
    check(lay(form, "C 7 20 H").go("4-2"), {"legal": ["START="]})
    check(lay(form, "5 7 20 H").go("4-2"), {"legal": ["5+4", "5+2", "7+4", "7+2", "20+4", "20+2"]})


@both_forms
def test_after_the_start_the_other_die_moves_any_piece(form: Form) -> None:
    """POL-ENTER-3, POL-DICE-2: the leaflet's 6-3."""
    walk = lay(form, "C C C 20").go("6-3")
    check(walk, {"legal": ["START6"], "ends": ["3 20 C C", "0 23 C C"]})
    check(walk.go("START6"), {"legal": ["0+3", "20+3"]})


@both_forms
def test_double_six(form: Form) -> None:
    """POL-ENTER-4, POL-DBL-1: two starts, another throw; two more starts, and another."""
    walk = lay(form, "C C C C").go("6-6", "START6", "START6", "6-6")
    check(walk, {"legal": ["START6"]})
    check(walk.go("START6", "START6"), {"pieces": {"0": "0 0 0 0"}, "rolls": 0})


@both_forms
def test_starting_captures_a_lone_rival(form: Form) -> None:
    """POL-ENTER-6: any rival's, with the reward."""
    for rival in ("a", "b", "c"):
        walk = lay(form, "C C C C", **{rival: "@0"}).go("6-5", "START6")
        check(walk, {"legal": ["R10:0", "pass"], "pieces": {str("abc".index(rival) + 1): "C C C C"}})


@both_forms
def test_a_rival_blockade_closes_the_start(form: Form) -> None:
    """POL-ENTER-7, POL-BLOCK-5: the SIX is played elsewhere, die or sum, or it is lost."""
    check(lay(form, "C C C 20", c="@0 @0").go("5-1"), {"legal": ["20+5", "20+1"], "ends": ["26 C C C"]})
    check(
        lay(form, "C C C 20", b="@0 @0 @0").go("6-6"), {"legal": ["20+6"], "ends": ["32 C C C", "T2.3 C C C"]}
    )
    check(lay(form, "C C C C", a="@0 @0").go("6-6"), {"pieces": {"0": "C C C C"}, "rolls": 1})
    check(lay(form, "C C C H", c="@0 @0").go("3-3"), {"rolls": 1})


@both_forms
def test_own_pieces_never_close_the_start(form: Form) -> None:
    """POL-ENTER-8."""
    check(lay(form, "C C 0 0").go("6-1"), {"legal": ["START6"], "ends": ["0 0 1 C"]})


@both_forms
def test_a_captured_piece_must_be_started_again(form: Form) -> None:
    """POL-ENTER-9, POL-CAP-1."""
    walk = lay(form, "48 H H H", b="20 H H H", turn=2, chairs="02").go("2-1", "48+2", "pass", "50+1")
    check(walk, {"pieces": {"0": "C H H H"}, "rolls": 0})
    check(walk.go("6-4"), {"legal": ["START6"]})


@both_forms
def test_a_piece_may_stay_on_its_start(form: Form) -> None:
    """POL-ENTER-10: while another can play, and no longer."""
    check(lay(form, "0 20 H H").go("2-1"), {"reaches": ["0 23 H H"]})
    check(lay(form, "0 H H H").go("2-1"), {"ends": ["3 H H H"]})


# ---------------------------------------------------------------- playing the dice


@both_forms
def test_pieces_move_forward_only(form: Form) -> None:
    """POL-DICE-1: a rival just behind is out of reach; the Home Path leads home, and the turn goes on."""
    walk = lay(form, "60 20 H H").go("2-1", "60+1")
    assert walk.actor == 0 and walk.mine() == "20 H H H" and walk.notes() == ["20+2"]
    assert lay(form, "60 H H H").go("2-1", "60+1").winners() == [0]
    check(lay(form, "20 H H H", a="@19 @18").go("2-1"), {"legal": ["20+2", "20+1"], "ends": ["23 H H H"]})


@both_forms
def test_each_die_is_a_move(form: Form) -> None:
    """POL-DICE-2: both to one piece or one to each, in either order."""
    walk = lay(form, "20 30 H H").go("4-2")
    check(walk, {"legal": ["20+4", "20+2", "30+4", "30+2"]})
    check(walk, {"ends": ["26 30 H H", "24 32 H H", "22 34 H H", "20 36 H H"]})


@both_forms
def test_both_dice_or_one_or_none(form: Form) -> None:
    """POL-DICE-3: full counts only, and no passing of one's own will."""
    check(lay(form, "20 H H H", a="@24 @24").go("5-3"), {"legal": ["20+3"], "ends": ["23 H H H"]})
    check(lay(form, "20 H H H", a="@21 @21").go("5-3"), {"pieces": {"0": "20 H H H"}, "rolls": 1})
    check(lay(form, "20 H H H").go("5-3"), {"refuses": ["pass"], "ends": ["28 H H H"]})
