"""Starting the server: where it listens, what it says about that, and the browser it opens."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import urllib.request
import webbrowser
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn

from parlour.server.access import Doors, Limits
from parlour.server.app import make_app
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Store, cannot_open
from parlour.text import ParlourError, say

PORT = 8765


@dataclass(frozen=True)
class Wishes:
    """How somebody wants to serve."""

    host: str = "127.0.0.1"
    port: int | None = None  # None: the usual one
    lan: bool = False
    names: tuple[str, ...] = ()  # under which the server is called as well
    database: str = ""  # a file, or a PostgreSQL address; "" for a file in the person's own folder
    browser: bool = True


def serve(wishes: Wishes) -> None:
    """Serve until Ctrl-C. Where this Parlour is open already, only its page is opened."""
    port = PORT if wishes.port is None else wishes.port
    host = "0.0.0.0" if wishes.lan else wishes.host
    try:
        listening = _listen(host, port)
    except ParlourError:
        if wishes.port is not None or wishes.database or not _answers(port):
            raise
        address = f"http://127.0.0.1:{port}/"
        print(say("The table is open already: {address}", address=address))
        _show(address, wishes)
        return
    address = f"http://{_shown(wishes)}:{listening.getsockname()[1]}/"
    with listening:
        asyncio.run(_serve(wishes, listening, address))


async def _serve(wishes: Wishes, listening: socket.socket, address: str) -> None:
    app = make_app(store_at(wishes.database), doors=_doors(wishes))
    await app.hub.start()  # what is wrong with the database is said before anybody is let in
    try:
        print(say("The table is open at {address} (Ctrl-C closes it).", address=address), flush=True)
        if wishes.lan:
            _print_code(address)
        config = uvicorn.Config(app, log_level="warning", lifespan="off", **settings())
        threading.Timer(0.5, _show, (address, wishes)).start()
        await uvicorn.Server(config).serve(sockets=[listening])
    finally:
        await app.hub.stop()


def _show(address: str, wishes: Wishes) -> None:
    """Open the page, where there is a screen to open it on."""
    screen = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    if wishes.browser and screen:
        webbrowser.open(address)


def _answers(port: int) -> bool:
    """Is it Parlour that has this port?"""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/languages", timeout=2) as answer:
            return b'"languages"' in answer.read(1000)
    except (OSError, ValueError):
        return False


def settings() -> dict[str, Any]:
    """How the web server below behaves, whoever starts it."""
    return {
        "ws": "websockets-sansio",
        "ws_max_size": Limits().message,  # larger messages close the socket
        "ws_per_message_deflate": False,  # it costs each socket more memory than all the rest
        "ws_ping_interval": 20,  # a page that does not answer in time counts as gone
        "ws_ping_timeout": 20,
        "access_log": False,  # addresses of tables are nobody else's business
        "proxy_headers": False,  # or everybody could claim to be somebody else
        "server_header": False,
        "timeout_graceful_shutdown": 3,
    }


def store_at(database: str) -> Store:
    """The database that was named; a file in the person's own folder when nothing was said."""
    if database.startswith(("postgres://", "postgresql://")):
        from parlour.server.postgres import PostgresStore  # which needs a package that not everybody has

        return PostgresStore(database)
    if database:
        return SqliteStore(database)
    folder = data_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_open(folder, error.strerror) from error
    return SqliteStore(folder / "tables.db")


def data_folder() -> Path:
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "parlour"


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)  # whoever comes from now on is answered as soon as the table is set
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
    """The names under which this machine is called by those who are let in."""
    names = {"localhost", "127.0.0.1", "[::1]", *(name.lower() for name in wishes.names)}
    if wishes.lan or wishes.host not in names:
        own = socket.gethostname().lower()
        names |= {wishes.host.lower(), f"[{wishes.host}]", own, f"{own}.local", _own_address()}
    return Doors(frozenset(names))


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
