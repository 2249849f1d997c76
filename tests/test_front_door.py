"""run.py: what it says when it cannot start, that it leaves nothing half-made, and that it starts at once.

Each test runs the real file in a copy of the project. Only those marked `network` install
anything (`python3 run.py test -m network`); a CI run on a fresh clone is itself such a test.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
OFFLINE = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_FIND_LINKS": "",
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",  # the discard port: nobody answers
    "PIP_NO_CACHE_DIR": "1",
}


def load(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location("front_door", path)
    assert spec and spec.loader
    module: ModuleType = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy as a clone would have it, without any environment."""
    folder = tmp_path / "a copy"  # a space in the path, as on many people's computers
    for name in ("run.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        folder.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for name in ("requirements", "src"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def start(copy: Path, *arguments: str, uv: bool = False, **settings: str) -> subprocess.CompletedProcess[str]:
    """Start the copy's run.py, with nothing on the PATH but the system's own tools (and uv)."""
    tools = copy.parent / "tools"
    tools.mkdir(exist_ok=True)
    found = shutil.which("uv")
    if uv and found:
        (tools / "uv").symlink_to(found)
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    return subprocess.run(
        [sys.executable, str(copy / "run.py"), *arguments],
        env={**kept, "PATH": os.pathsep.join([str(tools), os.defpath]), **settings},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def only_sentence(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence a failed start says, after the announcement that it sets things up."""
    assert done.returncode == 1
    assert done.stdout == ""
    said = [line for line in done.stderr.splitlines() if not line.startswith("Setting up Parlour in ")]
    assert len(said) == 1, done.stderr
    return said[0]


def stand_in(copy: Path, purpose: str = "run", **changes: str) -> Path:
    """An environment with a valid stamp, whose Python says what it was asked to run."""
    door = load(copy / "run.py")
    python = Path(door.python_of(door.VENV))
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$@"\n')
    python.chmod(0o755)
    stamp = python.parents[1] / door.STAMP
    stamp.write_text(json.dumps({**door.ingredients(purpose), **changes}))
    return stamp


# ---------------------------------------------------------------- old Pythons


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 99)])
def test_an_old_python_is_told_so(version: tuple[int, int, int]) -> None:
    door = load(ROOT / "run.py")
    with pytest.raises(
        door.Trouble, match=rf"needs Python 3\.11 .* this is Python {version[0]}\.{version[1]}:"
    ):
        door.check_python(version)
    door.check_python((3, 11, 0))
    door.check_python((4, 0, 0))


def test_every_old_python_can_read_the_file() -> None:
    """Syntax that came after Python 2.7 would be a traceback instead of a sentence."""
    source = (ROOT / "run.py").read_bytes()
    assert source.isascii()
    newer = (
        ast.AnnAssign,
        ast.AsyncFunctionDef,
        ast.JoinedStr,
        ast.Match,
        ast.NamedExpr,
        ast.Nonlocal,
        ast.YieldFrom,
    )
    for node in ast.walk(ast.parse(source)):
        assert not isinstance(node, newer), node.lineno
        if isinstance(node, ast.Raise):
            assert node.cause is None, node.lineno
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            assert not any(isinstance(item, ast.Starred) for item in node.elts), node.lineno
        if isinstance(node, ast.arguments):
            assert not node.kwonlyargs and not node.posonlyargs
            assert not any(argument.annotation for argument in node.args)


def test_the_old_pythons_of_this_computer() -> None:
    tried = 0
    for name in ("python2.7", "python3.6", "python3.7", "python3.8", "python3.9", "python3.10"):
        old = shutil.which(name)
        if old and subprocess.run([old, "--version"], capture_output=True).returncode == 0:
            done = subprocess.run([old, str(ROOT / "run.py")], capture_output=True, text=True)
            assert only_sentence(done).startswith("Parlour needs Python 3.11 or newer")
            tried += 1
    if not tried:
        pytest.skip("there is none")


# ---------------------------------------------------------------- what can go wrong


def test_no_network(copy: Path) -> None:
    """What an interrupted start left behind is made anew, and does not stay when that fails."""
    (copy / ".venv" / "bin").mkdir(parents=True)
    (copy / ".venv" / "bin" / "python").symlink_to(sys.executable)
    said = only_sentence(start(copy, **OFFLINE))
    assert "the package index cannot be reached; is this computer online?" in said
    assert not (copy / ".venv").exists()
    log = re.search(r"pip's own words are in (.+)\)\.$", said)
    assert log and "127.0.0.1" in Path(log[1]).read_text()


def test_a_changed_package(copy: Path, tmp_path: Path) -> None:
    """What pip finds is not what was pinned: nothing is installed, and the sentence says why."""
    lock = copy / "requirements" / "run.txt"
    wheel = tmp_path / "wheels" / "colorama-9.9-py3-none-any.whl"
    wheel.parent.mkdir()
    wheel.write_bytes(b"not what was tested")
    lock.write_text(f"colorama==9.9 \\\n    --hash=sha256:{'0' * 64}\n")
    said = only_sentence(start(copy, **{**OFFLINE, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheel.parent)}))
    assert "a package differs from the one that was tested" in said
    assert not (copy / ".venv").exists()


def test_python_without_its_venv_module(copy: Path, tmp_path: Path) -> None:
    without = tmp_path / "without"
    without.mkdir()
    (without / "ensurepip.py").write_text("raise ImportError('left out, as Debian does')\n")
    said = only_sentence(start(copy, PYTHONPATH=str(without)))
    assert said.startswith("This Python comes without its venv module: install it")
    assert not (copy / ".venv").exists()


def test_something_else_is_in_the_way(copy: Path) -> None:
    (copy / ".venv").write_text("a file")
    said = only_sentence(start(copy, **OFFLINE))
    assert "cannot make its environment" in said and "may write to" in said
    assert (copy / ".venv").read_text() == "a file"


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write anywhere"
)
def test_a_folder_that_cannot_be_written_to(copy: Path) -> None:
    copy.chmod(0o555)
    try:
        said = only_sentence(start(copy, **OFFLINE))
    finally:
        copy.chmod(0o755)
    assert "cannot make its environment" in said and "may write to" in said


def test_an_incomplete_copy(copy: Path) -> None:
    (copy / "requirements" / "run.txt").unlink()
    assert "This copy of Parlour is damaged" in only_sentence(start(copy))


def test_a_kill_between_two_environments_costs_nothing(copy: Path) -> None:
    stand_in(copy)
    (copy / ".venv").rename(copy / ".venv.old")
    (copy / ".venv" / "half").mkdir(parents=True)
    assert start(copy, "games").stdout.split() == ["-m", "parlour", "games"]
    assert not (copy / ".venv" / "half").exists()


# ---------------------------------------------------------------- what goes right


def test_a_ready_environment_starts_at_once(copy: Path) -> None:
    stand_in(copy)
    done = start(copy, "sim", "parcheesi", "--json", "a b")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "-m parlour sim parcheesi --json a b\n"


def test_changed_pins_and_settings_of_the_package_count_settings_of_the_checks_do_not(copy: Path) -> None:
    door = load(copy / "run.py")
    before = door.ingredients("test")
    settings = copy / "pyproject.toml"
    settings.write_text(settings.read_text().replace("line-length = 110", "line-length = 99"))
    assert door.ingredients("test") == before
    settings.write_text(settings.read_text().replace('\nversion = "', '\nversion = "9.'))
    assert door.ingredients("test")["package"] != before["package"]
    with (copy / "requirements" / "test.txt").open("a") as lock:
        lock.write("#\n")
    assert door.ingredients("test")["test"] != before["test"]
    assert "test" not in door.ingredients("run")


def test_tests_need_more_than_a_game_and_a_failed_setup_leaves_what_there_was(copy: Path) -> None:
    stamp = stand_in(copy)
    before = stamp.read_text()
    assert "could not install" in only_sentence(start(copy, "test", "--version", **OFFLINE))
    assert stamp.read_text() == before
    assert not (copy / ".venv.old").exists()
    assert start(copy).stdout == "-m parlour serve\n"  # and the game still starts


@pytest.mark.parametrize("option", [["--database", "postgresql://x/y"], ["--database=postgres://x/y"]])
def test_a_postgres_database_needs_more_than_a_file(copy: Path, option: list[str]) -> None:
    stand_in(copy)
    assert "could not install" in only_sentence(start(copy, "serve", *option, **OFFLINE))
    assert start(copy, "serve", "--database", "tables.db").stdout == "-m parlour serve --database tables.db\n"
    shutil.rmtree(copy / ".venv")
    stand_in(copy, "test")  # an environment for tests has it, too
    assert start(copy, "serve", *option).stdout == " ".join(["-m parlour serve", *option]) + "\n"


@pytest.mark.network
@pytest.mark.parametrize("uv", [False, True], ids=["pip", "uv"])
def test_a_fresh_clone_starts(copy: Path, uv: bool) -> None:
    if uv and not shutil.which("uv"):
        pytest.skip("uv is not here")
    first = start(copy, "games", uv=uv)
    assert first.returncode == 0, first.stderr
    assert "parcheesi" in first.stdout
    again = start(copy, "games")
    assert (again.stdout, again.stderr) == (first.stdout, "")
    assert ("uv" in (copy / ".venv" / "pyvenv.cfg").read_text()) == uv


# ---------------------------------------------------------------- checks of the page


def without_node(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """The front door with nothing to do but a check of the page, and no Node to do it."""
    door = load(ROOT / "run.py")
    monkeypatch.setattr(door, "CHECKS", [check for check in door.CHECKS if check[0] == "page types"])
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.chdir(ROOT)
    return door


def test_without_node_the_page_is_loudly_not_checked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    door = without_node(monkeypatch, tmp_path)
    monkeypatch.delenv("CI", raising=False)
    assert door.check_everything() == 0
    said = capsys.readouterr().out
    assert "NOT CHECKED: install Node and npm" in said
    assert re.search(r"^page types +SKIPPED", said, re.M)


def test_without_node_ci_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    door = without_node(monkeypatch, tmp_path)
    monkeypatch.setenv("CI", "true")
    assert door.check_everything() == 1
    assert re.search(r"^page types +FAILED", capsys.readouterr().out, re.M)


def test_other_versions_of_the_tools_do_not_count(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    door = load(ROOT / "run.py")
    monkeypatch.setattr(door, "NODE_MODULES", str(tmp_path))
    assert not door.has_node_tools({"typescript": "7.0.2"})
    (tmp_path / "typescript").mkdir()
    (tmp_path / "typescript" / "package.json").write_text('{"version": "7.0.2"}')
    assert door.has_node_tools({"typescript": "7.0.2"})
    assert not door.has_node_tools({"typescript": "7.0.3"})


# ---------------------------------------------------------------- pins


def test_ci_runs_what_everybody_runs() -> None:
    lines = (ROOT / ".ci" / "run").read_text().splitlines()
    assert lines[-1] == "exec python3 run.py test"
    assert os.access(ROOT / ".ci" / "run", os.X_OK)


@pytest.mark.parametrize("name", ["run", "postgres", "test"])
def test_pins_are_complete_and_name_no_registry(name: str) -> None:
    pinned = set()
    for line in (ROOT / "requirements" / f"{name}.txt").read_text().splitlines():
        if not re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line):
            pin = re.fullmatch(r"([a-z0-9-]+)==[0-9.]+( ; .+)? \\", line)
            assert pin, line
            pinned.add(pin[1])
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = project["dependencies"] + extras["fast"] + ["hatchling"]
    if name == "postgres":
        wanted += extras["postgres"]
    if name == "test":
        wanted += [requirement for extra in extras.values() for requirement in extra]
    assert {re.split(r"[\[<>=]", requirement)[0] for requirement in wanted} <= pinned


def test_tools_of_the_page_are_pinned_and_name_no_registry() -> None:
    text = (ROOT / "package.json").read_text()
    assert "://" not in text
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", pin) for pin in json.loads(text)["devDependencies"].values())
    assert not (ROOT / "package-lock.json").exists()  # it would name one


def test_all_sets_pin_the_same_versions() -> None:
    def pins(name: str) -> set[str]:
        text = (ROOT / "requirements" / f"{name}.txt").read_text()
        return {line.split()[0] for line in text.splitlines() if "==" in line}

    assert pins("run") <= pins("postgres") <= pins("test")
