"""What others wrote is on record: where it comes from, under which licence, and unchanged."""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from pathlib import Path

import parlour.server

VENDOR = Path(parlour.server.__file__).parent / "web" / "vendor"
RECORD = json.loads((VENDOR / "vendor.json").read_text("utf-8"))


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def test_every_vendored_file_is_on_record() -> None:
    assert sorted(f["file"] for f in RECORD["files"]) == sorted(p.name for p in VENDOR.glob("*.js"))


def test_files_are_what_the_record_says() -> None:
    for entry in RECORD["files"]:
        assert _sha256((VENDOR / entry["file"]).read_text("utf-8")) == entry["sha256"], entry["file"]


def test_only_the_names_of_imports_were_changed() -> None:
    for entry in RECORD["files"]:
        text = (VENDOR / entry["file"]).read_text("utf-8")
        for name, here in RECORD["imports"].items():
            text = text.replace(f'from"{here}"', f'from"{name}"')
        assert _sha256(text) == entry["sha256_in_package"], entry["file"]


def test_licences_lie_beside_the_files() -> None:
    told = (VENDOR / "README.md").read_text("utf-8")
    for entry in RECORD["files"]:
        licence = (VENDOR / entry["licence_file"]).read_text("utf-8")
        assert {"MIT": "MIT License", "Apache-2.0": "Apache License"}[entry["licence"]] in licence
        assert f"| `{entry['file']}` | {entry['package']} {entry['version']} |" in told


def test_nothing_is_fetched_from_elsewhere() -> None:
    for file in (VENDOR.parent).rglob("*.js"):
        text = file.read_text("utf-8")
        for source in re.findall(r'^(?:import|export)\b[^;"]*?\bfrom "([^"]+)"', text, re.M):
            assert source.startswith(("./", "../")), f"{file.name}: {source}"


def test_the_notice_and_the_licence_of_the_package_name_them() -> None:
    root = Path(__file__).parents[2]
    notice = (root / "NOTICE").read_text("utf-8")
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    for entry in RECORD["files"]:
        assert f"{entry['package']} {entry['version']} ({entry['licence']})" in notice
        assert entry["licence"] in project["license"].split(" AND ")
        file = VENDOR.relative_to(root) / entry["licence_file"]
        assert any(file.match(pattern) for pattern in project["license-files"])
