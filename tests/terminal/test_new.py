"""A game of one's own in an evening: the starter keeps every contract, and the guide works as it stands."""

from __future__ import annotations

import asyncio
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from parlour import games
from parlour.server import catalogue
from tests.server.helpers import Served, serving
from tests.terminal.shell import run

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "sixth-game.md").read_text("utf-8")
BLOCK = re.compile(r"^```([\w-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_guide_works_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every command and every change of it, in turn: bots, the lab, the browser's protocol, and paper."""
    monkeypatch.chdir(tmp_path)
    checked = False
    blocks = BLOCK.findall(GUIDE)
    assert {kind for kind, _ in blocks} >= {
        "console",
        "console-serve",
        "toml",
        "markdown",
        "python-old",
        "python-new",
    }
    before: dict[str, str] = {}
    drawn = []
    for kind, text in blocks:
        if kind == "console":
            for line in text.splitlines():
                _forget()
                if checked:  # in both forms, once
                    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
                done = run(*shlex.split(line)[1:], *_quick(line))
                checked |= line.startswith("parlour check")
                assert done.code == 0, f"{line}\n{done.text}"
                if line.startswith("parlour check"):
                    assert "nyout keeps the contract." in done.out
                if line.startswith("parlour board"):
                    drawn.append(done.out)
        elif kind in ("toml", "python-old") and kind not in before:
            before[kind] = text
        elif kind == "toml":
            _change(Path("nyout/board.toml"), before[kind], text)
        elif kind == "python-new":
            _change(Path("nyout/rules.py"), before["python-old"], text)
        elif kind == "markdown":
            _change(Path("nyout/rulebook.md"), "**NYO-MOVE-1**", f"{text}\n**NYO-MOVE-1**")
        elif kind == "console-serve":
            monkeypatch.setenv(games.FOLDERS, "")
            _forget()
            games.invite(text.split()[-1:])
            _look_again()
            asyncio.run(_played())
            monkeypatch.delenv(games.FOLDERS)
            _look_again()
    assert "28" in drawn[0] and "34" not in drawn[0] and "34" in drawn[1]
    assert Path("nyout.html").read_text("utf-8").count("<svg") > 3
    assert Path("nyout.pdf").read_bytes().startswith(b"%PDF-")


async def _played() -> None:
    async with serving() as served:
        await _play(served)


async def _play(served: Served) -> None:
    """A person throws and moves against a bot."""
    card = next(c for c in (await served.get("/api/games")).json() if c["id"] == "nyout")
    assert card["title"] == "Nyout" and card["dice"]
    table = await served.open("nyout", ["person", "bot:random"])
    frame = await table.frame(0)
    assert frame["asks"]
    assert (await table.command(0, "roll")).json()["ok"]


def _quick(line: str) -> list[Any]:
    """The kit need not compile twice for a guide."""
    return ["--games", 1] if line.startswith("parlour check") else []


def _change(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert text.count(old) == 1, old
    file.write_text(text.replace(old, new), "utf-8")


def _forget() -> None:
    """A folder that was changed is another game; commands are processes of their own."""
    games._loaded.cache_clear()
    games._place.cache_clear()
    for name in [n for n in sys.modules if n.startswith("nyout_")]:
        del sys.modules[name]


def _look_again() -> None:
    for known in (games._found, games._place, catalogue.games, catalogue.board, catalogue.board_svg):
        known.cache_clear()


def test_what_is_written_is_in_our_own_style(tmp_path: Path) -> None:
    assert run("new", tmp_path / "my_game").code == 0
    for check in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *check, "--config", ROOT / "pyproject.toml", tmp_path]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    texts = [file.read_text("utf-8") for file in (tmp_path / "my_game").iterdir()]
    assert not any("@" + name + "@" in text for text in texts for name in ("TITLE", "CLAUSE"))
    assert sum("NEXT" in text for text in texts) >= 5
    assert any("MYG-MOVE-1" in text for text in texts)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("My Game", "such as my_game"),
        ("7up", "such as up"),
        ("parcheesi", "There is a game called parcheesi already"),
        ("full", "is there already; nothing was changed"),
    ],
)
def test_a_folder_that_will_not_do_is_refused(name: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "letter.txt").write_text("dear", "utf-8")
    done = run("new", tmp_path / name)
    assert done.code == 2 and said in done.text
    assert [file.name for file in tmp_path.iterdir()] == ["full"]


def test_a_folder_that_is_no_game_is_not_served(tmp_path: Path) -> None:
    done = run("serve", "--game", tmp_path / "nothing", "--no-browser")
    assert done.code == 2 and "it has no rules.py" in done.text
