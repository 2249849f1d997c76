"""No test of the pages looks once where a page may still change: it waits (conftest.py says with what)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

# What Playwright reads at once, as the page is at this moment.
AT_ONCE = {
    "all_inner_texts", "all_text_contents", "bounding_box", "content", "count", "evaluate_all",
    "get_attribute", "inner_html", "inner_text", "input_value", "is_checked", "is_disabled", "is_enabled",
    "is_hidden", "is_visible", "text_content", "title",
}  # fmt: skip
FILES = sorted(Path(__file__).parent.glob("test_*.py"))


def looks_once(source: str) -> list[int]:
    """The lines with an assertion about something that is read at once."""
    asserted = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Assert))
    called = (node for one in asserted for node in ast.walk(one) if isinstance(node, ast.Call))
    asked = [(call.lineno, call.func) for call in called if isinstance(call.func, ast.Attribute)]
    return sorted(line for line, to in asked if to.attr in AT_ONCE or ast.unparse(to) == "page.evaluate")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_nothing_is_asserted_of_a_page_at_once(file: Path) -> None:
    assert looks_once(file.read_text("utf-8")) == [], "use expect(...), until(...) or becomes(...)"


def test_a_look_at_once_is_found() -> None:
    assert looks_once('assert page.locator(".lit").count() == 2') == [1]
    assert looks_once('x = 1\nassert x and "Ada" in page.locator("p").inner_text()') == [2]
    assert looks_once('assert page.evaluate("() => innerWidth") > 300') == [1]
    assert looks_once('expect(page.locator(".lit")).to_have_count(2)\nassert play_on(page) > 0') == []
