"""Starting the server: where it listens, what it says about that, and the browser it opens."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from parlour.server.access import Doors, Limits
from parlour.server.app import make_app
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Store
from parlour.text import ParlourError, say

PORT = 8765


@dataclass(frozen=True)
class Wishes:
    """How somebody wants to serve."""

    host: str = "127.0.0.1"
    port: int = PORT
    lan: bool = False
    database: str = ""
    browser: bool = True


def serve(wishes: Wishes) -> None:
    """Serve until Ctrl-C."""
    listening = _listen("0.0.0.0" if wishes.lan else wishes.host, wishes.port)
    port = listening.getsockname()[1]
    address = f"http://{_shown(wishes)}:{port}/"
    doors = _doors(wishes)
    app = make_app(store_at(wishes.database), doors=doors)
    config = uvicorn.Config(app, log_level="warning", **settings())
    print(say("The table is open at {address} (Ctrl-C closes it).", address=address), flush=True)
    if wishes.lan:
        _print_code(address)
    if wishes.browser and _has_display():
        threading.Timer(0.7, webbrowser.open, [address]).start()
    uvicorn.Server(config).run(sockets=[listening])


def settings() -> dict[str, Any]:
    """How the web server below behaves, whoever starts it."""
    return {
        "ws": "websockets-sansio",
        "ws_max_size": Limits().message,  # larger messages close the socket
        "ws_ping_interval": 20,  # a page that does not answer in time counts as gone
        "ws_ping_timeout": 20,
        "access_log": False,  # addresses of tables are nobody else's business
        "proxy_headers": False,  # or everybody could claim to be somebody else
        "server_header": False,
        "timeout_graceful_shutdown": 3,
    }


def store_at(database: str) -> Store:
    """The database that was named; a file in the person's own folder when nothing was said."""
    if not database:
        folder = data_folder()
        folder.mkdir(parents=True, exist_ok=True)
        return SqliteStore(folder / "tables.db")
    return SqliteStore(database)


def data_folder() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "parlour"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise ParlourError(
            say(
                "Nobody can be served at {host}, port {port}: {why}. Choose another port with --port.",
                host=host,
                port=port,
                why=error.strerror,
            )
        ) from error
    return listening


def _doors(wishes: Wishes) -> Doors:
    if wishes.lan or wishes.host not in ("127.0.0.1", "localhost", "::1"):
        names = {"localhost", "127.0.0.1", "[::1]", wishes.host, socket.gethostname().lower(), _own_address()}
        return Doors(frozenset(names | {f"{socket.gethostname().lower()}.local"}))
    return Doors()


def _own_address() -> str:
    """This machine's address as others on the same network see it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing: the system only chooses the way
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _shown(wishes: Wishes) -> str:
    return _own_address() if wishes.lan or wishes.host == "0.0.0.0" else wishes.host


def _print_code(address: str) -> None:
    import segno

    segno.make(address, micro=False).terminal(sys.stdout, compact=True)


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
