"""How a table's bots take their time."""

from __future__ import annotations

from parlour.server.caretaking import varied


def test_a_pause_varies_within_what_is_set() -> None:
    found = [varied(0.9) for _ in range(200)]
    assert all(0.6 <= one <= 0.9 for one in found)
    assert max(found) - min(found) > 0.15
    assert varied(0) == 0
