"""How an answer is made, a refusal among them, and how a route is described."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parlour.server import protocol
from parlour.server.api.reading import language_of
from parlour.server.fairness import guest, household
from parlour.server.faults import fault_of
from parlour.server.hub import Hub
from parlour.server.openapi import Described
from parlour.server.packing import packed
from parlour.text import ParlourError, Text, say, speaking

JSON, SVG, GIF, PDF = "application/json", "image/svg+xml", "image/gif", "application/pdf"

UNKEPT = {"cache-control": "no-store"}
STILL = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}


def answer(data: object, status: int = 200) -> Response:
    """One of the protocol's messages, which nobody on the way may keep."""
    return Response(protocol.encode(data), status, UNKEPT, JSON)


def public(request: Request, data: object, *, spoken: bool = True) -> Response:
    """What everybody may read."""
    return packed(request, protocol.encode(data), JSON, spoken=spoken)


def drawing(request: Request, text: str) -> Response:
    """An SVG that may be looked at by itself: it brings its colours, and nothing in it runs."""
    return packed(request, text.encode(), SVG, spoken=True, headers=STILL)


def refused(status: int, kind: str, text: Text) -> Response:
    """A refusal as an answer by HTTP, with the sentence and its kind."""
    return answer(protocol.Refused(protocol.Fault(kind, str(text))), status)


async def _on_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, ParlourError)
    with speaking(language_of(request)):
        status, fault = fault_of(problem)
    return answer(protocol.Refused(fault), status)


async def _on_http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    with speaking(language_of(request)):
        texts = {404: say("There is nothing at this address."), 405: say("This address takes other methods.")}
        text = texts.get(problem.status_code, say("This cannot be done."))
        said = refused(problem.status_code, "no_such_page", text)
    said.headers.update(problem.headers or {})
    return said


async def _on_bug(request: Request, problem: Exception) -> Response:
    """The log says what it was; whoever asked learns only that it was not their fault."""
    return refused(500, "bug", say("Something went wrong inside Parlour. The table is as it was."))


HANDLERS: Any = {ParlourError: _on_problem, HTTPException: _on_http, Exception: _on_bug}


Handler = Callable[[Request, Hub, str], Awaitable[Response]]


class Documented(Route):
    """A route that carries its description."""

    def __init__(self, described: Described, endpoint: Callable[[Request], Awaitable[Response]]) -> None:
        super().__init__(described.path, endpoint, methods=[described.method])
        self.described = described


def route(
    path: str,
    handler: Handler,
    method: str = "GET",
    *,
    takes: Any = None,
    needed: bool = True,
    gives: Any = None,
    status: int = 200,
    token: bool = False,
    queries: tuple[str, ...] = (),
) -> Documented:
    """A route, and its description: `takes` and `gives` are the types of its messages."""

    async def endpoint(request: Request) -> Response:
        guest.set(household(request.client.host if request.client else ""))
        request.app.state.addresses.check(guest.get())
        language = language_of(request)
        if method == "GET":  # the others once their message is there
            await request.app.state.hub.step_in()
        with speaking(language):
            return await handler(request, request.app.state.hub, language)

    summary = (handler.__doc__ or "").strip()
    described = Described(path, method, summary, takes, needed, gives, status, token, queries)
    return Documented(described, endpoint)
