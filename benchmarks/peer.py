"""OpenSpiel beside us: its own environment, and a process that measures on request."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
VENV = HERE / ".venv"
PINS = HERE / "requirements.txt"
STAMP = VENV / "made-from"


class Trouble(Exception):
    """Why there is no peer to compare with."""


def _python() -> Path:
    return VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def prepare() -> None:
    """Make the peer's environment, once: pinned versions, checked by their hashes."""
    made_from = hashlib.sha256(PINS.read_bytes() + sys.version.encode()).hexdigest()
    if STAMP.exists() and STAMP.read_text() == made_from:
        return
    print("Setting up OpenSpiel in", VENV, "(once; a minute or so) ...", file=sys.stderr)
    shutil.rmtree(VENV, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
    install = [_python(), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"]
    done = subprocess.run(
        [*install, "--only-binary", ":all:", "--require-hashes", "-r", PINS],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        shutil.rmtree(VENV, ignore_errors=True)
        why = next((line for line in reversed(done.stderr.splitlines()) if "ERROR" in line), "pip failed")
        raise Trouble(f"OpenSpiel could not be installed: {why}")
    STAMP.write_text(made_from)


class Peer:
    """A running OpenSpiel. It measures one thing at a time, while we wait."""

    def __init__(self) -> None:
        prepare()
        self._process = subprocess.Popen(
            [_python(), HERE / "openspiel.py"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PYTHONPATH": str(HERE.parent / "src")},  # the loops are Parlour's own
        )
        about = self._read()
        self.version: str = about["version"]

    def measure(self, peer: str, what: str, games: int, seed: int) -> dict[str, Any]:
        assert self._process.stdin is not None
        asked = {"peer": peer, "what": what, "games": games, "seed": seed}
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return self._read()

    def _read(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise Trouble("OpenSpiel stopped; what it said is above.")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
