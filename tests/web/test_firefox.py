"""The table in Debian's Firefox. Playwright cannot drive it; WebDriver BiDi, which it speaks itself, can."""

from __future__ import annotations

import contextlib
import itertools
import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from websockets.sync.client import ClientConnection, connect

from .test_table import PLAY_ON

if TYPE_CHECKING:
    from .conftest import Site

PATIENCE = 120  # seconds for an answer, on a busy machine
STILL = """localStorage["parlour.settings"] = JSON.stringify({ speed: 0, sound: false, confirm: "off" })"""
SEATS = {"doubletrack": "person bot bot"}


class Firefox:
    """One window, and what was told in its console."""

    def __init__(self, line: ClientConnection) -> None:
        self._line, self._number = line, itertools.count(1)
        self.problems: list[str] = []
        self.version = self.ask("session.new", capabilities={})["capabilities"]["browserVersion"]
        self.ask("session.subscribe", events=["log.entryAdded"])
        self._window = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> Any:
        number = next(self._number)
        self._line.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            told = json.loads(self._line.recv(PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.problems.append(told["params"]["text"])
            if told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]

    def open(self, address: str) -> None:
        self.ask("browsingContext.navigate", context=self._window, url=address, wait="complete")

    def evaluate(self, script: str) -> Any:
        where = {"context": self._window}
        told = self.ask("script.evaluate", expression=script, target=where, awaitPromise=True)
        assert told["type"] == "success", told
        return told["result"].get("value")


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Firefox]:
    found = shutil.which("firefox-esr") or shutil.which("firefox")
    if not found:
        pytest.skip("Firefox is not installed: on Debian, sudo apt install firefox-esr")
    command = [found, "--headless", "--remote-debugging-port=0", "--profile", str(tmp_path), "about:blank"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **quiet) as process:
        try:
            with connect(f"ws://127.0.0.1:{_port(process, tmp_path)}/session", max_size=None) as line:
                yield Firefox(line)
        finally:
            process.terminate()


def _port(process: subprocess.Popen[bytes], profile: Path) -> int:
    """Where Firefox listens: it writes that down in its profile, and then opens the port."""
    written = profile / "WebDriverBiDiServer.json"
    while process.poll() is None:
        with contextlib.suppress(FileNotFoundError, ValueError, ConnectionRefusedError):
            port = int(json.loads(written.read_text("utf-8"))["ws_port"])
            socket.create_connection(("127.0.0.1", port)).close()
            return port
        time.sleep(0.1)
    raise AssertionError(f"Firefox ended with {process.returncode}")


def test_every_game_in_firefox(site: Site, firefox: Firefox) -> None:
    """A few turns of each, from home on, without a word in the console."""
    firefox.open(site.address)
    firefox.evaluate(STILL)
    for game in ("parcheesi", "pollyanna", "doubletrack", "doubleswild", "tritrac"):
        table = site.open(game, SEATS.get(game, "person bot"))
        firefox.open(table.link())
        assert firefox.evaluate(f"({PLAY_ON})([6, false])") == 6, game
        drawn = firefox.evaluate("document.querySelectorAll('.stage .piece').length")
        assert drawn == len(table.get("")["scene"]["pieces"]), game
    # Pictures of the first page that were still on their way when it was left:
    assert [p for p in firefox.problems if "A ServiceWorker intercepted the request" not in p] == []
