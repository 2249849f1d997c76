"""Records that earlier releases wrote: every one of them opens, to the same position. See golden/make.py."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from parlour.table import Match, from_code, to_json, verify
from tests.table.helpers import RACE

GOLDEN = Path(__file__).with_name("golden")
EXPECTED: dict[str, dict[str, Any]] = json.loads((GOLDEN / "expected.json").read_text("utf-8"))

NUMBERED = ["pollyanna-partners.jsonl"]  # written when names had numbers that they did not need


def _bare(record: str) -> str:
    """A record without the numbers of pieces in names, nor the sums over them."""
    return re.sub(r'#\d(?=")|, "sum": "\w+"', "", record)


def test_every_record_has_its_expectation() -> None:
    assert sorted(path.name for path in GOLDEN.glob("*.jsonl")) == sorted(EXPECTED)
    assert len(EXPECTED) >= 10


@pytest.mark.parametrize("name", EXPECTED)
def test_a_golden_record_opens_as_it_was_saved(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path))
    expected, path = EXPECTED[name], GOLDEN / name
    game = RACE if name.startswith("race") else None
    match = Match.load(path, game)
    assert len(match.events) == expected["events"]
    assert to_json(match.game, match.position) == expected["position"]
    assert to_json(match.game, match.at(match.ply // 2)) == expected["middle"]
    assert from_code(expected["middle_code"], match.game)[1] == match.at(match.ply // 2)
    if name in NUMBERED:
        assert _bare(match.record()) == _bare(path.read_text("utf-8"))
    else:
        assert match.record() == path.read_text("utf-8")
    assert verify(path, game).kind == expected["verdict"]


def test_the_golden_records_cover_every_kind_of_line() -> None:
    text = "".join((GOLDEN / name).read_text("utf-8") for name in EXPECTED)
    keys = "adds roll play undo agree reveal start forked_from options board"
    for key in keys.split():
        assert f'"{key}": ' in text
    assert {e["verdict"] for e in EXPECTED.values()} == {"proved", "unfinished", "nothing to prove"}
