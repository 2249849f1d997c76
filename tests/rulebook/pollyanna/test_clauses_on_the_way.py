"""The clauses of Pollyanna about pieces on their way: from the Broadway to the home space."""

from __future__ import annotations

import pytest

from parlour.rules.kit import CHANCE
from parlour.text import BadPosition
from tests.rulebook.harness import Form, check
from tests.rulebook.pollyanna.support import GAME, both_forms, data, lay, partners

# ---------------------------------------------------------------- Broadway and turnouts


@both_forms
def test_single_pieces_are_overtaken(form: Form) -> None:
    """POL-BWAY-1: and the spaces they stand on are counted."""
    walk = lay(form, "20 H H H", a="@21", b="@22").go("4-3")
    check(walk, {"legal": ["20+4", "20+3"]})
    check(walk.go("20+4", "24+3"), {"pieces": {"0": "27 H H H", "1": "6 C C C", "2": "52 C C C"}, "rolls": 1})


@both_forms
def test_entrances_are_spaces_for_everybody(form: Form) -> None:
    """POL-BWAY-3, POL-HOME-2: others stop there, count it, and go on along the Broadway."""
    for entrance in (9, 24, 39):
        walk = lay(form, f"{entrance - 4} H H H").go("4-1", f"{entrance - 4}+4")
        check(walk, {"pieces": {"0": f"{entrance} H H H"}, "legal": [f"{entrance}+1"]})
        check(walk.go(f"{entrance}+1"), {"pieces": {"0": f"{entrance + 1} H H H"}})


@both_forms
def test_turnouts_are_safe(form: Form) -> None:
    """POL-TO-2, POL-TO-3: nobody lands on a piece there, and nobody overtakes it."""
    check(lay(form, "T1.2 H H H", b="@T1.3").go("1-1"), {"rolls": 1})
    check(lay(form, "T1.2 H H H", b="@T1.3").go("2-1"), {"rolls": 1})
    check(lay(form, "T1.2 H H H", b="@T1.4").go("2-1"), {"legal": ["T1.2+1"], "ends": ["T1.3 H H H"]})


@both_forms
def test_turnouts_lead_round_blockades(form: Form) -> None:
    """POL-TO-4: on the four spaces left out, not on the branch or where the tracks meet."""
    for space in (15, 16, 17, 18):
        walk = lay(form, "14 H H H", b=f"@{space} @{space}").go("6-5")
        check(walk, {"reaches": ["22 H H H"], "ends": ["22 H H H"]})
        check(walk, {"legal": ["14+6>T1.6", "14+5>T1.5"]})
    check(lay(form, "13 H H H", b="@14 @14").go("2-1"), {"rolls": 1})
    check(lay(form, "T1.7 H H H", b="@19 @19").go("2-1"), {"rolls": 1})


@both_forms
def test_the_two_tracks_do_not_meet(form: Form) -> None:
    """POL-TO-5: a piece on T1.3 and one on 17 lie side by side in peace."""
    walk = lay(form, "14 H H H", b="@T1.3").go("3-1")
    check(walk, {"legal": ["14+3", "14+1"], "ends": ["18 H H H"]})
    check(walk.go("14+3"), {"pieces": {"2": "T3.3 C C C"}})


# ---------------------------------------------------------------- blockades


@both_forms
@pytest.mark.parametrize("pieces", ["@22 @22", "@22 @22 @22"])
def test_blockades_are_safe_and_shut(form: Form, pieces: str) -> None:
    """POL-BLOCK-1, POL-BLOCK-2, POL-BLOCK-3: two or three of a colour."""
    check(lay(form, "20 H H H", a=pieces).go("2-1"), {"legal": ["20+1"], "ends": ["21 H H H"]})
    check(lay(form, "20 H H H", a=pieces).go("4-3"), {"rolls": 1})


@both_forms
def test_a_third_piece_joins_by_exact_count(form: Form) -> None:
    """POL-BLOCK-3: the owner cannot overtake his own pair, but may stop there."""
    walk = lay(form, "10 12 12 H").go("2-1")
    check(walk, {"legal": ["10+2", "10+1", "12+2", "12+1"]})
    check(walk.go("10+2"), {"pieces": {"0": "12 12 12 H"}, "legal": ["12+1"]})
    check(lay(form, "10 12 12 H").go("5-3"), {"refuses": ["10+5", "10+3"]})


@both_forms
def test_a_fourth_piece_finds_no_room(form: Form) -> None:
    """POL-BLOCK-3, POL-Q-10: either joins the two on 25, and then the other cannot; so no die is saved by
    letting one of them go there first."""
    walk = lay(form, "25 25 23 20", a="@26 @26").go("5-2")
    check(walk, {"legal": ["23+2", "20+2", "20+5"]})
    check(walk.branch().go("23+2"), {"rolls": 1})
    check(walk.branch().go("20+5"), {"rolls": 1})


@both_forms
@pytest.mark.parametrize("partner", ["@20 H H H", "H H H @20"])
def test_a_blockade_with_the_partner_stops_both(form: Form, partner: str) -> None:
    """POL-PART-2, POL-DICE-3: whoever joins the partner on 20 first leaves the 3 to nobody."""
    check(partners(form, "15 18 H H", a="@23 @23", b=partner).go("5-3"), {"legal": ["18+3"]})


@both_forms
def test_a_blockade_is_kept_while_others_can_play(form: Form) -> None:
    """POL-BLOCK-4: and broken when they cannot."""
    check(lay(form, "5 20 20 H").go("5-4"), {"spares": "20"})
    check(lay(form, "18 20 20 H").go("5-4"), {"disturbs": "20"})
    check(lay(form, "28 30 30 H").go("5-4"), {"spares": "30"})  # round it by the turnout


@both_forms
def test_a_blockade_on_the_entrance(form: Form) -> None:
    """POL-BLOCK-5: keeps the owner of that entrance out of his path."""
    check(lay(form, "53 H H H", b="@54 @54").go("4-1"), {"rolls": 1})
    check(lay(form, "53 H H H", b="@54").go("4-1"), {"legal": ["53+4", "53+1"]})


@both_forms
def test_doublets_shift_a_blockade(form: Form) -> None:
    """POL-BLOCK-6."""
    walk = lay(form, "20 20 H H").go("3-3", "20+3")
    check(walk, {"legal": ["20+3", "23+3"]})
    check(walk.go("20+3"), {"pieces": {"0": "23 23 H H"}, "rolls": 0})


@both_forms
def test_a_blockade_is_mended(form: Form) -> None:
    """POL-BLOCK-7: the leaflet's pretty play of 6-3."""
    walk = lay(form, "27 33 33 H", a="@32 @T2.5", b="@30", turn=2, chairs="023").go("6-3", "33+3")
    check(walk, {"offers": ["27+6"]})
    check(walk.go("27+6"), {"pieces": {"2": "33 33 36 H"}, "rolls": 3})


@both_forms
def test_yellow_in_diagram_a(form: Form) -> None:
    """POL-BLOCK-2, POL-ENTER-3: having started with 6-3 Yellow must play the 3 elsewhere."""
    walk = lay(form, "C C C C", b="@57 @3 @3 H", c="@2").go("6-3", "START6")
    check(walk, {"pieces": {"0": "0 C C C"}, "rolls": 1})
    walk = lay(form, "C C C 40", b="@57 @3 @3 H", c="@2").go("6-3", "START6")
    check(walk, {"legal": ["40+3"]})


# ---------------------------------------------------------------- safe spaces, captures, doublets


@both_forms
def test_stopping_on_a_safe_rival(form: Form) -> None:
    """POL-SAFE-2: is forbidden even if the play is lost; overtaking it is not."""
    check(lay(form, "6 H H H", a="@9").go("3-3"), {"pieces": {"0": "6 H H H"}, "rolls": 1})
    check(
        lay(form, "6 H H H", a="@9").go("5-4"), {"legal": ["6+5", "6+4"], "ends": ["15 H H H", "T1.1 H H H"]}
    )
    check(lay(form, "12 H H H", a="@15").go("3-3"), {"legal": ["12+3>T1.1"]})


@both_forms
def test_an_empty_coloured_space_is_free(form: Form) -> None:
    """POL-SAFE-3."""
    for space in (9, 15, 24, 30, 39, 45):
        check(lay(form, f"{space - 1} H H H").go("2-1"), {"offers": [f"{space - 1}+1"]})


@both_forms
def test_captures_at_each_stop(form: Form) -> None:
    """POL-CAP-1: with 5 and 3 at distance 5, 3 or 8, and not at 4."""
    for distance, first in ((5, ["20+5"]), (3, ["20+3"]), (8, []), (4, [])):
        walk = lay(form, "20 H H H", c=f"@{20 + distance}").go("5-3")
        for note in ("20+5", "20+3"):
            hit = walk.branch().go(note).pieces(3) == "C C C C"
            assert hit == (note in first), (distance, note)
    for order in (("20+5", "25+3"), ("20+3", "23+5")):
        check(lay(form, "20 H H H", c="@28").go("5-3", *order), {"pieces": {"3": "C C C C"}, "decides": 0})


@both_forms
def test_the_reward_comes_before_the_other_die(form: Form) -> None:
    """POL-CAP-2: for any piece in play, ten spaces, the capturing one or another."""
    walk = lay(form, "20 0 H C", c="@22").go("2-1", "20+2")
    check(walk, {"legal": ["R10:22", "R10:22>T2.3", "R10:0", "pass"]})
    check(walk.go("R10:0"), {"pieces": {"0": "10 22 C H"}, "legal": ["10+1", "22+1"]})


@both_forms
def test_a_reward_is_ten_or_nothing(form: Form) -> None:
    """POL-CAP-3: blocked on every way, it is lost and the other die is next."""
    walk = lay(form, "20 H H H", c="@22", a="@26 @26").go("2-1", "20+2")
    check(walk, {"legal": ["22+1"]})
    walk = lay(form, "20 57 H H", c="@22", a="@26 @26").go("2-1", "20+2")
    check(walk, {"legal": ["22+1", "57+1"]})


@both_forms
def test_rewards_chain_without_limit(form: Form) -> None:
    """POL-CAP-4: three captures in one move, the last with no rival left to fear."""
    walk = lay(form, "1 H H H", a="@3 @23", c="@13").go("2-1", "1+2", "R10:3", "R10:13")
    check(walk, {"pieces": {"0": "23 H H H", "1": "C C C C", "3": "C C C C"}})
    check(walk, {"legal": ["R10:23", "R10:23>T2.4", "pass"]})
    walk = lay(form, "1 H H H", a="@4").go("2-1", "1+2", "3+1")
    check(walk, {"legal": ["R10:4", "pass"]})


@both_forms
def test_doublets_throw_again_and_again(form: Form) -> None:
    """POL-DBL-1: no upper limit, no penalty."""
    walk = lay(form, "0 H H H")
    for r in range(0, 12, 2):
        check(walk.go("1-1", f"{r}+1", f"{r + 1}+1"), {"pieces": {"0": f"{r + 2} H H H"}, "rolls": 0})
    check(walk.go("2-1", "12+2", "14+1"), {"rolls": 1})


@both_forms
def test_half_a_doublet_earns_nothing(form: Form) -> None:
    """POL-DBL-2."""
    walk = lay(form, "20 H H H", a="@25 @25").go("3-3")
    check(walk, {"legal": ["20+3"]})
    check(walk.go("20+3"), {"pieces": {"0": "23 H H H"}, "rolls": 1})


# ---------------------------------------------------------------- coming home


@both_forms
def test_the_entrance_need_not_be_touched(form: Form) -> None:
    """POL-HOME-1: a count runs on up the path."""
    check(lay(form, "53 H H H").go("4-2"), {"legal": ["53+4", "53+2"], "ends": ["59 H H H"]})


@both_forms
def test_no_piece_passes_another_on_the_path(form: Form) -> None:
    """POL-HOME-3: nor joins it."""
    check(lay(form, "55 57 H H").go("6-5"), {"rolls": 1})
    check(lay(form, "55 57 H H").go("2-2"), {"legal": ["57+2"]})
    check(lay(form, "55 57 H H").go("2-1"), {"refuses": ["55+2"]})


@both_forms
def test_home_takes_an_exact_count(form: Form) -> None:
    """POL-HOME-4: the leaflet's 3 to go with 4-6 and with 3-6; both dice together will do."""
    check(lay(form, "58 H H H").go("6-4"), {"rolls": 1})
    check(lay(form, "58 20 H H").go("6-3", "58+3"), {"pieces": {"0": "20 H H H"}, "legal": ["20+6"]})
    check(lay(form, "58 H H H").go("2-1"), {"legal": ["58+2", "58+1"], "ends": ["H H H H"]})


@both_forms
def test_home_holds_all_and_pays_nothing(form: Form) -> None:
    """POL-HOME-5."""
    walk = lay(form, "60 20 H H").go("2-1", "60+1")
    check(walk, {"pieces": {"0": "20 H H H"}, "legal": ["20+2"]})
    check(walk.go("20+2"), {"rolls": 1})


# ---------------------------------------------------------------- partners


@both_forms
def test_partners_share_a_space(form: Form) -> None:
    """POL-PART-1: one or two of the partner's pieces; nobody is captured."""
    for pieces, there in (("@20", "50 C C C"), ("@20 @20", "50 50 C C")):
        walk = partners(form, "18 40 H H", b=pieces).go("2-1", "18+2")
        check(walk, {"pieces": {"0": "20 40 H H", "2": there}, "offers": ["40+1"], "refuses": ["pass"]})


@both_forms
def test_a_mixed_blockade_stops_everybody(form: Form) -> None:
    """POL-PART-2: the partners too, and no rival lands on it."""
    check(partners(form, "18 20 H H", b="@20").go("5-4"), {"refuses": ["18+5", "18+4"]})
    rival = partners(form, "3 H H H", a="@5", c="@5", turn=1)
    check(rival.go("2-1"), {"legal": ["3+1"], "ends": ["4 H H H"]})


@both_forms
def test_the_partner_s_colour_does_not_protect(form: Form) -> None:
    """POL-PART-3: Yellow stands on Red's start and then on Red's entrance; Green captures."""
    for mine, hunter in ((30, 14), (24, 8)):
        walk = partners(form, f"{hunter} H H H", c=str(mine), turn=1).go("1-1")
        check(walk.go(f"{hunter}+1"), {"pieces": {"0": "C C C C"}})


@both_forms
def test_a_partner_who_is_home_drops_out(form: Form) -> None:
    """POL-PART-4: his partner plays on alone."""
    walk = partners(form, "60 H H H", b="20 H H H", a="10 H H H").go("2-1", "60+1")
    check(walk, {"rolls": 1})
    check(walk.go("2-1", "10+2", "12+1"), {"rolls": 2})
    check(walk.go("2-1", "20+2", "22+1", "5-4"), {"rolls": 1})


@both_forms
def test_eight_pieces_win(form: Form) -> None:
    """POL-PART-5: four of them do not, eight do, and both partners win."""
    walk = partners(form, "60 H H H", b="H H H 10").go("2-1", "60+1")
    assert walk.actor == CHANCE
    walk = partners(form, "60 H H H", b="H H H H").go("2-1", "60+1")
    check(walk, {"wins": [0, 2]})
    shares = [form.payoff(walk.position, seat) for seat in range(4)]
    assert shares[0] == shares[2] > 0 and shares[1] == shares[3] == 0


def test_positions_the_rules_forbid() -> None:
    """POL-TO-3, POL-HOME-3, POL-Q-10, POL-Q-26, POL-Q-44: no such position can be laid out."""
    for wrong in (
        data("T1.3 T1.3 H H"),
        data("14 H H H", b="@14"),
        data("57 57 H H"),
        data("12 12 12 12"),
        data("T1.3 H H H", b="@T1.3"),
    ):
        with pytest.raises(BadPosition):
            GAME.position.build(wrong)
