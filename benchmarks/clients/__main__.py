#!/usr/bin/env python3
"""Other people's libraries on our environments, each installed and tried in an environment of its own.

    python3 benchmarks/clients sb3              one of them
    python3 benchmarks/clients                  all, one after the other; some gigabytes and half an hour
    python3 benchmarks/clients sb3 --python 3.13 --write

Parlour is installed from this checkout as a wheel, the library beside it with whatever it asks for, into a
temporary folder (`--keep FOLDER` keeps it, and uses it again). The script `with_NAME.py` of this folder then
plays. With `--write` the rows are put into docs/clients.md.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DOCUMENT = ROOT / "docs" / "clients.md"


@dataclass(frozen=True)
class Client:
    """What a script needs, and whose versions are told."""

    needs: tuple[str, ...]
    versions: tuple[str, ...]


CLIENTS = {
    "agilerl": Client(("agilerl",), ("agilerl", "torch")),
    "openspiel": Client(("open-spiel>=2.0", "torch", "dm-tree"), ("open-spiel", "torch")),
    "rllib": Client(("ray[rllib]", "torch"), ("ray", "gymnasium", "torch")),
    "sb3": Client(("sb3-contrib",), ("sb3-contrib", "stable-baselines3", "torch")),
    "shimmy": Client(("shimmy", "open-spiel>=2.0"), ("shimmy", "open-spiel")),
    "skrl": Client(("skrl", "torch"), ("skrl", "torch")),
    "supersuit": Client(("supersuit",), ("supersuit", "pettingzoo")),
    "tianshou": Client(("tianshou",), ("tianshou", "torch")),
    "torchrl": Client(("torchrl",), ("torchrl", "tensordict", "torch")),
}


def installed(name: str, folder: Path, python: str) -> Path:
    """The Python of an environment in which the client and this checkout are installed."""
    there = folder / name
    own = there / "bin" / "python"
    if not own.exists():
        subprocess.run([python, "-m", "venv", there], check=True)
    pip = [own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *CLIENTS[name].needs, f"{ROOT}[fast,envs,arena]"], check=True)
    subprocess.run([*pip, "--no-deps", "--force-reinstall", ROOT], check=True)  # of a kept folder, too
    return own


def versions(python: Path, packages: tuple[str, ...]) -> str:
    ask = "import json, sys; from importlib.metadata import version\n"
    ask += "print(json.dumps([version(name) for name in sys.argv[1:]]))"
    told = subprocess.run([python, "-c", ask, *packages], check=True, capture_output=True, text=True).stdout
    return ", ".join(f"{name} {number}" for name, number in zip(packages, json.loads(told), strict=True))


def tried(name: str, python: Path) -> tuple[bool, str]:
    """Whether all of it worked, and the last line."""
    last = ""
    command = [python, HERE / f"with_{name}.py"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=HERE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    return process.returncode == 0, last if process.returncode in (
        0,
        1,
    ) else f"ended with {process.returncode}"


def row(name: str, python: Path, result: str) -> str:
    told = ast.get_docstring(ast.parse((HERE / f"with_{name}.py").read_text("utf-8"))) or ""
    client, _, what = told.partition(": ")
    what = " ".join(what.split()).rstrip(".")
    numbers = versions(python, CLIENTS[name].versions)
    return f"| {client} | {numbers} | {what} | {result} | `python3 benchmarks/clients {name}` |"


def write(rows: dict[str, str]) -> None:
    """Put the rows of these clients in place of those that the document has."""
    lines = DOCUMENT.read_text("utf-8").splitlines()
    for name, new in rows.items():
        old = [i for i, line in enumerate(lines) if line.endswith(f"`python3 benchmarks/clients {name}` |")]
        if old:
            lines[old[0]] = new
        else:
            lines.insert(max(i for i, line in enumerate(lines) if line.startswith("| ")) + 1, new)
    DOCUMENT.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("clients", nargs="*", metavar="NAME", help=f"some of {', '.join(CLIENTS)}")
    parser.add_argument("--python", default=sys.executable, help="which Python (this one)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where to install, for several times")
    parser.add_argument("--write", action="store_true", help="put the rows into docs/clients.md")
    given = parser.parse_args()
    unknown = set(given.clients) - set(CLIENTS)
    if unknown:
        parser.error(f"there is no {', '.join(sorted(unknown))}; there are {', '.join(CLIENTS)}")
    failed, rows = [], {}
    with tempfile.TemporaryDirectory() if given.keep is None else nullcontext(given.keep) as folder:
        for name in given.clients or CLIENTS:
            print(f"{name}: installing ...", file=sys.stderr, flush=True)
            python = installed(name, Path(folder).resolve(), given.python)
            fine, last = tried(name, python)
            rows[name] = row(name, python, last)
            print(rows[name])
            failed += [] if fine else [name]
    if given.write:
        write(rows)
    if failed:
        print(f"not everything works with {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
