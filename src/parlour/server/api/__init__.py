"""The table by plain HTTP: the same commands and the same events as by socket."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from parlour.server.api import games, lab, tables
from parlour.server.api.answering import HANDLERS, JSON, refused, route
from parlour.server.api.reading import language_of
from parlour.server.hub import Hub
from parlour.server.openapi import known
from parlour.server.packing import packed

__all__ = ["DESCRIBED", "HANDLERS", "ROUTES", "language_of", "refused"]


async def _openapi(request: Request, hub: Hub, language: str) -> Response:
    """This description, for programs."""
    return packed(request, known(DESCRIBED)[0], JSON)


async def _page(request: Request, hub: Hub, language: str) -> Response:
    """This description, for people."""
    return packed(request, known(DESCRIBED)[1].encode(), "text/html")


ROUTES = [
    route("/api", _page, gives="text/html"),
    route("/api/openapi.json", _openapi),
    *games.ROUTES,
    *lab.ROUTES,
    *tables.ROUTES,
]
DESCRIBED = tuple(one.described for one in ROUTES)
