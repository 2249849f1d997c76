"""The page's scripts are checked against the messages as they are now (run.py: "page types")."""

from __future__ import annotations

import json

from parlour.server import typescript


def test_the_types_are_those_of_the_protocol() -> None:
    made = typescript.declarations()
    assert typescript.FILE.read_text("utf-8") == made, "run python -m parlour.server.typescript"


def test_what_may_be_missing_and_what_may_be_null() -> None:
    lines = typescript.declarations().splitlines()

    def fields(name: str) -> set[str]:
        start = lines.index(f"export interface {name} {{")
        return {line.strip() for line in lines[start + 1 : lines.index("}", start)]}

    assert {"you: number | null;", "moves: Move[];", "agreed: Agreed;"} <= fields("Frame")  # always sent
    assert {"count?: number;", "colour?: string;"} <= fields(
        "Held"
    )  # not sent where usual, and then never null
    assert "why?: Fault | null;" in fields("Answered")
    assert {'do: "play";', "seat?: number | null;"} <= fields("Play")  # a page may leave it out
    assert {"takeover_minutes?: number | null;", "options?: Record<string, string | number>;"} <= fields(
        "Agreed"
    )


def test_nothing_is_left_unchecked() -> None:
    settings = json.loads((typescript.FILE.parents[1] / "jsconfig.json").read_text("utf-8"))
    assert settings["compilerOptions"]["strict"] is True
    assert settings["compilerOptions"]["checkJs"] is True
    scripts = list(typescript.FILE.parent.rglob("*.js"))
    assert scripts
    for script in scripts:
        text = script.read_text("utf-8")
        assert "@ts-" not in text and "Record<string, any>" not in text, script.name
