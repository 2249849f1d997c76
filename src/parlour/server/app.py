"""The web application: routes, pages, sockets, and what every answer carries for safety."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parlour.server import api, operating, sockets
from parlour.server.access import Doors, Limits, NewTables, RateLimiter, Refusal, too_fast
from parlour.server.bundling import WEB
from parlour.server.fairness import household
from parlour.server.hub import Hub
from parlour.server.pages import MADE, Pages, policy, usual_pages
from parlour.server.retention import Kept
from parlour.server.store import Store
from parlour.server.thinking import Thinker
from parlour.server.timing import Time
from parlour.text import say

_HEADERS = {
    b"content-security-policy": policy().encode(),
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), geolocation=(), microphone=()",
}

# Scripts and styles are no pages: what is said of these would only make each of them longer.
_OF_PARTS = (b"x-content-type-options", b"cross-origin-resource-policy", b"parlour-version")


def make_app(
    store: Store,
    thinker: Thinker | None = None,
    doors: Doors | None = None,
    limits: Limits | None = None,
    web: Path | None = None,
    time: Time | None = None,
    kept: Kept | None = None,
    operator: str = "",
) -> Guard:
    """The whole server as one ASGI application; `web` is the folder of other pages, `operator` a token."""
    limits = limits or Limits()
    hub = Hub(store, thinker or Thinker(), limits, time, kept)
    doors = doors or Doors()
    pages = Pages(web) if web else usual_pages()

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    routes = [
        *pages.routes(),
        *api.ROUTES,
        *operating.ROUTES,
        WebSocketRoute("/api/tables/{id}/socket", sockets.socket),
        Mount("/web", StaticFiles(directory=web or WEB)),
    ]
    app = Starlette(routes=routes, lifespan=life, exception_handlers=api.HANDLERS)
    app.state.hub = hub
    app.state.limits = limits
    app.state.operator = operator
    app.state.version = pages.version
    app.state.doors = doors
    app.state.addresses = RateLimiter(limits.per_address, 4 * limits.per_address)
    app.state.new_tables = NewTables(limits)
    app.state.handshakes = RateLimiter(limits.handshakes, 20 * limits.handshakes)
    app.state.sockets = sockets.Counter(limits)
    return Guard(app, doors, hub, pages.version)


class Guard:
    """At the door: is it called by its own name, by a page of its own; and what every answer carries."""

    def __init__(self, app: ASGIApp, doors: Doors, hub: Hub, version: str) -> None:
        self.app = app
        self.doors = doors
        self.hub = hub
        self.files = RateLimiter(hub.limits.files, 4 * hub.limits.files)
        self.headers = _HEADERS | {b"parlour-version": version.encode()}
        self.of_parts = {name: self.headers[name] for name in _OF_PARTS}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request in or refuses it, before anything of it is read."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        host = _text(headers.get(b"host"))
        origin = _text(headers.get(b"origin"))
        allowed = self.doors.host_allowed(host)
        if allowed and (scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")):
            allowed = self.doors.origin_allowed(origin, host)

        is_part = scope["type"] == "http" and scope["path"].startswith(MADE)
        carried = self.of_parts if is_part else self.headers

        async def dressed(message: Message) -> None:
            if message["type"].endswith("http.response.start"):  # a socket's handshake that is refused, too
                self.hub.metrics.answers.labels(str(message["status"])).inc()
                given = message.setdefault("headers", [])
                present = {name.lower() for name, _ in given}
                given.extend((name, value) for name, value in carried.items() if name not in present)
            await send(message)

        if allowed and self._too_many(scope):
            await api.refused(429, "too_fast", too_fast().text)(scope, receive, dressed)
        elif allowed:
            await self.app(scope, receive, dressed)
        elif scope["type"] == "websocket":
            await receive()
            self.hub.metrics.answers.labels("403").inc()
            await send({"type": "websocket.close", "code": 4403})  # before it is accepted: HTTP 403
        else:
            text = say("This server does not answer to that name, or to pages from elsewhere.")
            await api.refused(403, "stranger", text)(scope, receive, dressed)

    def _too_many(self, scope: Scope) -> bool:
        """Does this address ask for pages and files all the time? The API counts for itself."""
        if scope["type"] != "http" or scope["path"].startswith("/api/"):
            return False
        client = scope.get("client")
        try:
            self.files.check(household(client[0] if client else ""))
        except Refusal:
            return True
        return False


def _text(value: Any) -> str | None:
    return None if value is None else value.decode("latin-1")
