"""The documents keep their word: README's examples run, and links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from pathlib import Path

import pytest

from parlour.cli import app

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [*(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "CHANGELOG", "SECURITY"))]
DOCUMENTS += sorted((ROOT / "docs").glob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """One block of a document that is meant to be run."""

    file: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}"


def examples(language: str) -> list[Example]:
    found = []
    for file in DOCUMENTS:
        text = file.read_text("utf-8")
        for match in BLOCK.finditer(text):
            if match[1] == language:
                found.append(Example(file, text.count("\n", 0, match.start()) + 2, language, match[2]))
    return found


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder in which `parlour` and `run.py` can be called, shared by all examples in turn."""
    folder = tmp_path_factory.mktemp("desk")
    tools = folder / "tools"
    tools.mkdir()
    for name, module in (("parlour", "-m parlour"), ("python3", "")):
        tool = tools / name
        tool.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {module} "$@"\n')
        tool.chmod(0o755)
    (folder / "run.py").write_text(
        f"import runpy\nrunpy.run_path({str(ROOT / 'run.py')!r}, run_name='__main__')\n"
    )
    return folder


@pytest.mark.parametrize("example", examples("sh"), ids=str)
def test_shell_examples(example: Example, desk: Path) -> None:
    """Every line runs and succeeds with nobody at the keyboard, and says something."""
    if "run.py" in example.text and not (ROOT / ".venv").exists():
        pytest.skip("would set up .venv; under `python3 run.py test` it is there")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", example.text],
        cwd=desk,
        env={
            **os.environ,
            "PATH": os.pathsep.join([str(desk / "tools"), os.environ["PATH"]]),
            "PYTHONPATH": str(ROOT / "src"),
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()
    assert "\x1b" not in done.stdout, "colour codes in a pipe"


@pytest.mark.parametrize("example", examples("python"), ids=str)
def test_python_examples(example: Example, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Doctests: what they print is what the document says."""
    monkeypatch.chdir(desk)
    test = doctest.DocTestParser().get_doctest(
        example.text, {}, str(example), str(example.file), example.line - 1
    )
    assert test.examples, "an example shows what it gives, as >>> lines"
    report: list[str] = []
    failed, _ = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=report.append)
    assert not failed, "".join(report)


def test_there_are_examples() -> None:
    assert len(examples("sh")) >= 4 and len(examples("python")) >= 2


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_links_lead_somewhere(file: Path) -> None:
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text("utf-8")):
        assert (file.parent / target).exists(), target


def test_commands_named_in_passing_exist() -> None:
    known = {c.name or c.callback.__name__ for c in app.registered_commands if c.callback}
    for file in DOCUMENTS:
        text = file.read_text("utf-8")
        code = [block[2] for block in BLOCK.finditer(text)] + re.findall(r"`[^`\n]+`", BLOCK.sub("", text))
        named = set(re.findall(r"\bparlour ([a-z]+)\b", "\n".join(code)))
        assert named <= known, (file.name, named - known)


def test_the_changelog_begins_with_this_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    versions = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert versions[0] == project["version"]
    assert versions == sorted(versions, key=lambda v: [int(n) for n in v.split(".")], reverse=True)


def test_every_promise_about_security_has_its_test() -> None:
    promised = set(re.findall(r"`(test_\w+)`", (ROOT / "docs" / "security.md").read_text("utf-8")))
    written = "".join(file.read_text("utf-8") for file in (ROOT / "tests").rglob("test_*.py"))
    assert len(promised) > 30
    assert {name for name in promised if f"def {name}(" not in written} == set()
