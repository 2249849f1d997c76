"""`parlour bench`: the table, the files, and what is said when something is missing or wrong."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from parlour.arena import bench, peers
from parlour.arena.bench import Absent, Turn
from tests.terminal.shell import run

TOY = Path(__file__).parents[1] / "rules" / "toy"
SHORT = ("bench", "--game", TOY, "--rounds", 2, "--seconds", 0.05)


class Peer:
    """A peer of a known speed."""

    least = 1

    def __init__(self, name: str, nodes: float) -> None:
        self.name, self.known, self.nodes = name, 100.0, nodes

    def __call__(self, amount: int, seed: int) -> Turn:
        nodes = self.nodes * amount
        return Turn(nodes, nodes, nodes / 2, amount, 0.001 * amount)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> list[Peer]:
    """Plain rules, few games, and peers that take no time; real ones are in tests/arena."""
    here = [Peer("Somebody, rollouts", 100), Peer("Somebody, loop", 100)]
    absent = [Absent("Other", "other-package"), Absent("Third", "third", "OSError: broken")]
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    monkeypatch.setattr("parlour.terminal.bench.compiler_present", lambda: True)
    monkeypatch.setattr("parlour.terminal.bench.is_warm", lambda game, start: True)
    monkeypatch.setattr(bench, "BATCH", 16)
    monkeypatch.setitem(bench.KNOWN, "toy 3", 124.8)
    monkeypatch.setattr(peers, "present", lambda games, batch: (here[:1], here[1:], absent))
    monkeypatch.setattr(peers, "nearest", lambda game: ())
    return here


def test_ours_and_theirs_in_one_table() -> None:
    done = run(*SHORT)
    assert done.code == 0, done.text
    assert "A node is a position visited, chance included" in done.out
    assert "Median of 2 rounds of 0.05 s" in done.out
    assert "numpy " in done.out
    for name in ("Somebody, rollouts", "Somebody, loop", "Toy 3, playouts"):
        assert f"\n{name} " in done.out
    assert "\nToy 3, 16 games, masks " in done.out
    assert "\nToy 3, 16 games, masks and observations " in done.out
    row = next(line for line in done.out.splitlines() if line.startswith("Somebody, rollouts"))
    assert row.split()[2:] == ["0.10", "0.10–0.10", "1.00", "0.05", "1.00", "1000", "100.0", "100.0"]
    assert "Round 2 of 2: Somebody, loop…" in done.err


def test_absent_peers_are_named_with_what_brings_them() -> None:
    out = run(*SHORT).out
    assert "Other is not here; this brings it: pip install “other-package”" in out
    assert "Third is installed but does not work: OSError: broken" in out


def test_a_wrong_loop_is_named_and_the_command_fails(small: list[Peer]) -> None:
    small[1].nodes = 1e6  # ten thousand times faster, because it does nothing
    done = run(*SHORT)
    assert done.code == 1
    assert "WRONG: Somebody, loop: 1000000.0 nodes a game, but 100.0 are known" in done.out


def test_json_and_chart(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    numbers, chart = tmp_path / "speed.json", tmp_path / "speed.svg"
    done = run(*SHORT, "--json", numbers, "--chart", chart)
    assert done.code == 0, done.text
    data = json.loads(numbers.read_text("utf-8"))
    assert [row["name"] for row in data["playouts"]] == ["Somebody, rollouts", "Toy 3, playouts"]
    assert all(len(row["rates"]) == 2 for row in data["stepping"])
    assert (data["rounds"], data["seconds"], data["wrong"]) == (2, 0.05, [])
    assert {"machine", "versions", "absent"} <= set(data)
    assert ElementTree.fromstring(chart.read_text("utf-8")).tag.endswith("svg")
    assert "Toy 3, playouts" in chart.read_text("utf-8")
    assert str(numbers) in done.out
    assert str(chart) in done.out


def test_a_chart_needs_an_extra(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = run(*SHORT, "--chart", tmp_path / "speed.svg")
    assert done.code == 2
    assert "parlour[plots]" in done.err
    assert done.out == ""  # said before anything was measured


def test_measuring_needs_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.terminal.bench.compiler_present", lambda: False)
    done = run(*SHORT)
    assert done.code == 2
    assert "parlour[fast]" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rounds", "0"], "The number of rounds is a whole number"),
        (["--rounds", "9999999"], "from 1 to 1000"),
        (["--seconds", "0"], "The seconds for a turn are a number above 0, up to 3600, not “0”."),
        (["--seconds", "nan"], "not “nan”"),
        (["--seconds", "soon"], "not “soon”"),
        (["--game", "tritrack"], "Did you mean tritrac?"),
        (["--chart", "speed.png"], "name it speed.svg"),
        (["--json", "none/such/speed.json"], "There is no folder"),
    ],
)
def test_wrong_input_gets_a_sentence(arguments: list[str], said: str) -> None:
    pytest.importorskip("matplotlib")
    done = run("bench", *arguments)
    assert done.code == 2
    assert said in done.err
    assert done.out == ""
