"""A board corrected on its drawing: changes are data, faults name their clause, and it is played on."""

from __future__ import annotations

import asyncio
import tomllib
from typing import Any

import pytest

import parlour
from parlour.games.rulebook import rulebook
from parlour.server.editing import Edit, edited, rewritten
from tests.server.helpers import serving


def edit(game: str, space: str = "", name: str = "", value: Any = "", text: str = "") -> Any:
    return edited(game, Edit(text=text, space=space, name=name, value=value), "en")


def test_a_safety_space_is_moved_on_all_four_sides_and_comments_stay() -> None:
    """PAR-GEO-5: the safety spaces are the same on every side."""
    off = edit("parcheesi", "loop-24", "safe", False)
    found = edit("parcheesi", "loop-20", "safe", True, off["text"])
    assert tomllib.loads(found["text"])["track"]["safe_offsets"] == [0, 3, 12]
    assert "# safety spaces, counted from each ENTER space (PAR-GEO-5)" in found["text"]
    assert found["faults"] == [] and found["picture"].startswith("<svg")


@pytest.mark.parametrize(
    ("game", "space", "name", "value", "clause"),
    [
        ("parcheesi", "loop-17", "safe", False, "PAR-GEO-5"),  # an ENTER space is always safe
        ("parcheesi", "", "track.loop", 70, "PAR-GEO-2"),
        ("pollyanna", "broadway-4", "start_offset", True, "POL-GEO-4"),
        ("pollyanna", "turnout-0-1", "turnout_length", 3, "POL-GEO-4"),
        ("doubletrack", "outside-R.S1", "order", "SELL_CARD", "DBT-LAY-5"),
        ("doubletrack", "inside-7", "arrow", 8, "DBT-LAY-15"),
        ("doubletrack", "outside-R.T", "colour", "blue", "DBT-LAY-1"),
        ("doubleswild", "square-5-7", "2", 41, "DBW-SETUP-6"),
        ("tritrac", "c2u", "centre", False, "TRI-COMP-4"),
        ("tritrac", "d1u", "H", "light", "TRI-COMP-3"),
    ],
)
def test_a_fault_is_told_at_once_with_its_clause(
    game: str, space: str, name: str, value: Any, clause: str
) -> None:
    found = edit(game, space, name, value)
    assert clause in [fault["clause"] for fault in found["faults"]], found["faults"]
    assert found["picture"] == ""
    known = {one.id for one in rulebook(parlour.load(game)).clauses}
    assert all(fault["clause"] in known for fault in found["faults"] if fault["clause"])


def test_all_faults_are_told_together() -> None:
    wrong = edit("parcheesi", "", "track.home_entry", 99)["text"]
    wrong = edit("parcheesi", "", "track.path_length", 0, wrong)["text"]
    clauses = [fault["clause"] for fault in edit("parcheesi", text=wrong)["faults"]]
    assert clauses == ["PAR-GEO-3", "PAR-GEO-4"]


def test_a_taken_away_cell_leaves_a_rim_and_a_new_one_joins_it() -> None:
    """TRI-GEO-1: what lies beyond a side follows from the cells that are there."""
    without = edit("tritrac", "b1d", "remove")
    cells = {cell["name"]: cell for cell in tomllib.loads(without["text"])["cells"]}
    assert "b1d" not in cells and cells["c1u"]["sides"]["F"] == "rib"
    again = edit("tritrac", "c1u", "add-F", "", without["text"])
    assert again["faults"] == []
    assert tomllib.loads(again["text"])["cells"][-1] | {} == {
        "name": "b1d", "x": 1, "y": 0, "points": "down", "centre": False, "plain": ["B"],
        "sides": {"H": "b2u", "B": "rib", "F": "c1u"},
    }  # fmt: skip


@pytest.mark.parametrize("game", parlour.names())
def test_a_space_that_was_not_changed_leaves_every_byte(game: str) -> None:
    own = (parlour.load(game).folder / "board.toml").read_text("utf-8")
    assert rewritten(own, tomllib.loads(own)) == own
    first = edit(game)
    assert first["text"] == own and first["faults"] == []
    offered = [edit(game, space["id"])["offers"] for space in first["spaces"][::7]]
    assert any(offered)


def test_what_is_no_board_is_one_sentence() -> None:
    assert "no board file" in edit("parcheesi", text="[[[")["faults"][0]["text"]
    odd = edit("parcheesi", "", "track.loop", "many")
    assert "cannot be changed so" in odd["faults"][0]["text"]
    empty = edit("tritrac", "b1d", "centre", True, 'name = "x"\n')
    assert "is missing" in empty["faults"][-1]["text"]
    code = edit("parcheesi", text="loop = \"__import__('os').abort()\"")
    assert "the section [track] is missing." in [fault["text"] for fault in code["faults"]]


def test_an_own_board_is_played_on_and_drawn() -> None:
    text = edit("parcheesi", "loop-20", "arm", 15)["text"]

    async def whole() -> None:
        async with serving() as served:
            table = await served.open("parcheesi", ["device", "device"], own_board=text)
            frame = (await served.get(f"/api/tables/{table.id}", table.tokens[0])).json()
            assert frame["board"].startswith("own-")
            board = await served.get(f"/api/games/parcheesi/board?board={frame['board']}")
            loop = [name for name in board.json()["spaces"] if name.startswith("loop-")]
            assert len(loop) == 60
            for name in ("own-../../../etc/passwd", "own-0123456789abcdef", "own-"):
                answer = await served.get(f"/api/games/parcheesi/board?board={name}")
                assert answer.status_code == 404
            wrong = {"game": "parcheesi", "own_board": text.replace("arm = 15", "arm = 16"), "seats": []}
            refused = await served.post("/api/tables", wrong)
            assert refused.status_code == 422 and "PAR-GEO-2" in refused.text and ".toml" not in refused.text

    asyncio.run(whole())
