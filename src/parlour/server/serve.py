"""Starting the server: where it listens, what it says about that, and the browser it opens."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import socket
import ssl
import sys
import threading
import urllib.request
import webbrowser
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import uvicorn

from parlour.server import logs, rounds, workers
from parlour.server.access import Doors, Limits
from parlour.server.app import Guard, make_app
from parlour.server.doorkeeping import OUTSIDE, Doorkeeper, Front, keep_logs_short, open_files_for, protocols
from parlour.server.garbage import sweep
from parlour.server.operating import read_token
from parlour.server.retention import Kept
from parlour.server.sqlite import SqliteStore
from parlour.server.store import Store, cannot_open
from parlour.server.thinking import Thinker, own_bots
from parlour.table import files
from parlour.text import BadChoice, ParlourError, say

_SHARE = 0.0002  # seconds for which a thread that works keeps those who play waiting, some ten times a move
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
    proxies: tuple[str, ...] = ()  # whose word counts for where a request comes from
    kept: Kept = field(default_factory=Kept)
    operator: Path | None = None  # the file with the operator's token
    certificate: Path | None = None  # and its key, for those who have no proxy that encrypts
    key: Path | None = None
    workers: int = 1  # processes that share the port, and a PostgreSQL database
    log_level: str = "warning"
    bots: tuple[str, ...] = ()  # of the operator's own, by their specs
    page: str = ""  # the page that is opened, where it is not the first

    @property
    def scheme(self) -> str:
        """How addresses of this server begin."""
        return "https" if self.certificate else "http"


def serve(wishes: Wishes) -> None:
    """Serve until Ctrl-C. Where this Parlour is open already, only its page is opened."""
    _check_proxies(wishes.proxies)
    _check(wishes)
    own_bots(wishes.bots)  # what is wrong with them is said before anything is opened
    logs.start(wishes.log_level)
    port = PORT if wishes.port is None else wishes.port
    host = "0.0.0.0" if wishes.lan else wishes.host
    try:
        listening = listen(host, port)
    except ParlourError:
        if wishes.port is not None or wishes.database or not _answers(port):
            raise
        address = f"http://127.0.0.1:{port}/{wishes.page}"
        print(say("The table is open already: {address}", address=address))
        _show(address, wishes)
        return
    address = f"{wishes.scheme}://{_shown(wishes)}:{listening.getsockname()[1]}/{wishes.page}"

    def ready() -> None:
        print(say("The table is open at {address} (Ctrl-C closes it).", address=address), flush=True)
        if wishes.lan:
            _print_code(address)
            _print_advice(wishes, listening.getsockname()[1])
        threading.Timer(0.5, _show, (address, wishes)).start()

    with listening:
        if wishes.workers > 1:
            asyncio.run(_try(store_at(wishes.database)))  # what is wrong with it is said once
            workers.run(wishes.workers, answer, (wishes, listening), ready)
        else:
            answer(wishes, listening, ready)


def answer(wishes: Wishes, listening: socket.socket, ready: Callable[[], None]) -> None:
    """One process that answers."""
    logs.start(wishes.log_level)
    app = make_app(
        store_at(wishes.database),
        Thinker(own=own_bots(wishes.bots)),
        doors=_doors(wishes),
        kept=wishes.kept,
        operator=read_token(wishes.operator) if wishes.operator else "",
    )
    secure = {"ssl_certfile": wishes.certificate, "ssl_keyfile": wishes.key} if wishes.certificate else {}
    with asyncio.Runner(loop_factory=rounds.new_loop) as runner:
        runner.run(run(app, listening, ready, wishes.proxies, **secure))


async def _try(store: Store) -> None:
    await store.open(lambda table, seq: None, lambda text: None)
    await store.close()


def _check(wishes: Wishes) -> None:
    """What cannot be done is said before anything is."""
    if wishes.workers > 1 and database_file(wishes.database) is not None:
        raise BadChoice(say("Several workers need a database that they can share: --database postgresql://…"))
    if (wishes.certificate is None) != (wishes.key is None):
        raise BadChoice(say("--certificate and --key belong together: give both, or none."))
    if wishes.certificate is not None and wishes.key is not None:
        files.check(wishes.certificate)
        files.check(wishes.key)
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(wishes.certificate, wishes.key)
        except OSError as error:  # which SSLError is
            why = error.strerror or str(error)
            raise BadChoice(
                say("{file} and its key cannot be used: {why}.", file=wishes.certificate, why=why)
            ) from error
    if wishes.operator is not None:
        read_token(wishes.operator)


async def run(
    app: Guard,
    listening: socket.socket,
    ready: Callable[[], None],
    proxies: Sequence[str] = (),
    **more: Any,
) -> None:
    """Answer whoever calls, until a signal ends it."""
    await app.hub.start()  # what is wrong with the database is said before anybody is let in
    sweeping = asyncio.create_task(sweep(app.hub.last_used))
    try:
        ready()
        most = replace(app.hub.limits, connections=open_files_for(app.hub.limits.connections))
        house = settings(most, proxies, app.hub.metrics.turned_away.inc)
        config = uvicorn.Config(app, log_config=None, lifespan="off", **house, **more)
        keep_logs_short()
        sys.setswitchinterval(_SHARE)
        await Front(config).serve(sockets=[listening])
    finally:
        sweeping.cancel()
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


def settings(
    limits: Limits | None = None,
    proxies: Sequence[str] = (),
    turned_away: Callable[[], None] = lambda: None,
) -> dict[str, Any]:
    """How the web server below behaves, whoever starts it."""
    limits = limits or Limits()
    return {
        **protocols(Doorkeeper(limits, proxies, turned_away)),
        "ws_max_size": limits.message,  # larger messages close the socket
        "ws_per_message_deflate": False,  # it costs each socket more memory than all the rest
        "ws_ping_interval": 20,  # a page that does not answer in time counts as gone
        "ws_ping_timeout": 20,
        "access_log": False,  # addresses of tables are nobody else's business
        "proxy_headers": bool(proxies),  # or everybody could claim to be somebody else
        "forwarded_allow_ips": list(proxies),
        "server_header": False,
        "timeout_graceful_shutdown": 3,
    }


def store_at(database: str) -> Store:
    """The database that was named; a file in the person's own folder when nothing was said."""
    if database.startswith(("postgres://", "postgresql://")):
        from parlour.server.postgres import PostgresStore  # which needs a package that not everybody has

        return PostgresStore(database)
    file = database_file(database)
    assert file is not None
    if not database:
        try:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_open(file.parent, error.strerror) from error
    return SqliteStore(file)


def database_file(database: str) -> Path | None:
    """The SQLite file that is meant; None for PostgreSQL."""
    if database.startswith(("postgres://", "postgresql://")):
        return None
    return Path(database) if database else data_folder() / "tables.db"


def data_folder() -> Path:
    """Where programs keep their data on this system."""
    base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "parlour"


def listen(host: str, port: int) -> socket.socket:
    """Where the server is called."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only where it is said that this is TCP does asyncio switch Nagle's algorithm off for those who come.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(OUTSIDE)  # whoever comes from now on is answered as soon as the table is set
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


def _check_proxies(proxies: Sequence[str]) -> None:
    for one in proxies:
        try:
            ipaddress.ip_network(one, strict=False)
        except ValueError as error:
            text = say("--proxy takes an address such as 127.0.0.1 or 10.0.0.0/8, not “{given}”.", given=one)
            raise ParlourError(text) from error


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


def _print_advice(wishes: Wishes, port: int) -> None:
    """What others need to know, and what they cannot see from there."""
    try:
        socket.create_connection((_own_address(), port), timeout=2).close()
        print(
            say(
                "Others in your network open this address. If that fails there, a firewall of this computer "
                "keeps port {port} closed.",
                port=port,
            )
        )
    except OSError:
        print(say("Port {port} cannot be reached under this address, not even from here.", port=port))
    if not wishes.certificate:
        print(
            say(
                "It is not encrypted: whoever can listen in on the network can read and use the links. At "
                "home that is usual; elsewhere use --certificate and --key, or a proxy."
            )
        )
    sys.stdout.flush()


def _print_code(address: str) -> None:
    import segno

    segno.make(address, micro=False).terminal(sys.stdout, compact=True)
