"""The benchmark can be started by anybody, and says what it wants."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

pytestmark = pytest.mark.skipif(not BENCHMARKS.exists(), reason="a package without its benchmarks")


def start(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(BENCHMARKS / "playouts.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_help_shows_an_example() -> None:
    done = start("--help")
    assert done.returncode == 0
    assert "python3 benchmarks/playouts.py --rounds 3 --json results.json" in done.stdout


@pytest.mark.parametrize("wrong", ["0", "-1", "some"])
def test_a_wrong_number_of_rounds_gets_a_sentence(wrong: str) -> None:
    done = start(f"--rounds={wrong}")
    assert done.returncode == 2
    assert f"expected a whole number, 1 or more, not '{wrong}'" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_peer_is_pinned_by_hashes_and_by_no_address() -> None:
    text = (BENCHMARKS / "requirements.txt").read_text("utf-8")
    packages = re.split(r"\n(?=\S)", text.strip())
    assert any(package.startswith("open-spiel==") for package in packages)
    for package in packages:
        assert re.match(r"[\w.-]+==[\w.]+ ", package), package
        assert "--hash=sha256:" in package, package
    assert "://" not in text


def test_every_place_that_a_benchmark_fills_is_marked() -> None:
    documents = "".join(
        (BENCHMARKS.parent / "docs" / f"{n}.md").read_text("utf-8")
        for n in ("performance", "scale", "baselines")
    )
    scripts = "".join(file.read_text("utf-8") for file in sorted(BENCHMARKS.glob("*.py")))
    places = set(re.findall(r'fill\(\s*"(\w+)"', scripts)) | set(re.findall(r'found\["(\w+)"\] = ', scripts))
    places |= set(re.findall(r'\("(\w+)", [A-Z_]*HEADS, ', scripts))
    assert places >= {
        "stepping",
        "goals",
        "starts",
        "certificate",
        "limits",
        "scaling",
        "cluster",
        "estimates",
    }
    for place in places | {"playouts"}:
        assert (
            documents.count(f"<!-- {place}: begin -->") == documents.count(f"<!-- {place}: end -->") == 1
        ), place
