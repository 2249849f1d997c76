"""docs/environments.md lists every feature of every game, as it is now."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import parlour

_spec = importlib.util.spec_from_file_location("fields", Path(__file__).with_name("fields.py"))
assert _spec and _spec.loader
fields = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(fields)


def test_the_page_is_up_to_date() -> None:
    """`python tests/envs/fields.py` writes it anew; a new kind of field needs a line in its MEANINGS."""
    assert fields.PAGE.read_text("utf-8") == fields.page()


def test_no_meaning_is_left_over() -> None:
    for name, meanings in fields.MEANINGS.items():
        there = {fields.kind(feature) for feature in parlour.load(name).rules.FEATURE_NAMES}
        assert set(meanings) <= there
