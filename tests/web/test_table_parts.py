"""Parts of the table's page by themselves: how lists are cut, and a server that dies and comes back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from .conftest import PATIENCE, Site, at_rest, until
from .test_table import reach_moves

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from .conftest import Visit


def _with(page: Page, script: str, argument: Any = None) -> Any:
    """Run something with the functions that cut lists, in the page."""
    return page.evaluate(
        "async (given) => { const lists = await import('/web/js/table/lists.js');"
        f" return (({script}))(lists, given); }}",
        argument,
    )


def _move(code: int, **more: Any) -> dict[str, Any]:
    return {"code": code, "notation": str(code), "offer": f"move {code}", **more}


def test_how_moves_are_listed(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/")
    cut = """(l, [moves, narrow]) =>
      l.entriesOf(moves, { picked: null, group: null, drop: null, ...narrow }, (s) => s)"""
    few = [_move(n) for n in range(5)]
    assert _with(page, cut, [few, {}]) == few

    gesture = lambda pick, to: {"pick": pick, "drop": to, "seat": 0}  # noqa: E731
    many = [_move(n, group=f"tile {n % 3}", gesture=gesture(f"s{n % 3}", f"d{n // 6}")) for n in range(60)]
    parts = _with(page, cut, [many, {}])
    assert [(p["text"], len(p["moves"])) for p in parts] == [(f"tile {i}", 20) for i in range(3)]
    parts = _with(page, cut, [many, {"picked": "s1"}])
    assert [(p["text"], p["by"], len(p["moves"])) for p in parts] == [(f"d{i}", "drop", 2) for i in range(10)]
    assert [m["code"] for m in _with(page, cut, [many, {"picked": "s1", "drop": "d2"}])] == [13, 16]


def test_numbers_are_set_and_not_listed(site: Site, visit: Visit) -> None:
    page = visit(f"{site.address}/")
    bids = [
        _move(r * 3 + b, fields={"do": "bid", "chips": {"red": r, "blue": b}})
        for r in range(3)
        for b in range(3)
    ]
    prices = [
        _move(100 + n, fields={"do": "reply", "answer": "price", "dollars": 5 * n}) for n in range(1, 9)
    ]
    steps = [
        _move(200 + n, fields={"do": "steps", "steps": n}, gesture={"pick": "a", "drop": "b"})
        for n in range(9)
    ]
    other = [_move(300, fields={"do": "reply", "answer": "refuse"})]
    found = _with(page, "(l, moves) => l.formsOf(moves)", [*bids, *prices, *steps, *other])
    assert [(f["kind"], f["field"], len(f["moves"])) for f in found["forms"]] == [
        ("parts", "chips", 9),
        ("number", "dollars", 8),
    ]
    assert found["rest"] == [*steps, *other]
    assert _with(page, "(l, form) => l.rangeOf(form)", found["forms"][1]) == {
        "least": 5,
        "most": 40,
        "step": 5,
    }
    chosen = _with(page, "(l, form) => l.moveWith(form, { red: 2, blue: 1 })", found["forms"][0])
    assert chosen["code"] == 7


def _serve(port: int, database: Path) -> subprocess.Popen[bytes]:
    """A server in a process of its own."""
    program = (
        "from parlour.server.serve import Wishes, serve; import sys;"
        "serve(Wishes(port=int(sys.argv[1]), database=sys.argv[2], browser=False))"
    )
    served = subprocess.Popen(
        [sys.executable, "-c", program, str(port), str(database)], stdout=subprocess.DEVNULL
    )
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            httpx.get(f"http://127.0.0.1:{port}/api/languages", timeout=PATIENCE)
            return served
        except httpx.HTTPError:
            time.sleep(0.05)
    raise AssertionError("the server does not come up")


def test_the_server_is_killed_and_comes_back(tmp_path: Path, port: int, visit: Visit) -> None:
    """The page goes on where it was, with the move that was made while nobody was there to hear it."""
    served = _serve(port, tmp_path / "tables.db")
    site = Site(f"http://127.0.0.1:{port}")
    try:
        table = site.open("tritrac")
        page = visit(table.link())
        reach_moves(page)
        page.keyboard.press("1")
        page.wait_for_selector(".back")  # a part of the list, and a move of it
        page.keyboard.press("1")
        until(page, "() => document.querySelectorAll('.told.play').length === 2")
        at_rest(page)
        before = table.get("")["ply"]
        os.kill(served.pid, signal.SIGKILL)
        served.wait()
        page.wait_for_selector(".offline")
        page.keyboard.press("1")
        page.wait_for_selector(".back")
        page.locator("#moves .move").last.press("Enter")  # with nobody there
        served = _serve(port, tmp_path / "tables.db")
        page.wait_for_selector(".offline", state="detached")
        until(page, "() => document.querySelectorAll('.told.play').length === 4")
        at_rest(page)
        assert table.get("")["ply"] == before + 2  # mine, once, and the bot's
    finally:
        site.http.close()
        served.kill()
        served.wait()
