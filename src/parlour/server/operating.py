"""For whoever runs the server: is it well, what does it do, and the same as a page.

Health is for everybody, because those who ask for it are machines. Figures are for those who have the
operator's token: as a bearer's, or as the password when a browser asks for one.
"""

from __future__ import annotations

import base64
import binascii
import hmac
import os
import secrets
import time
from html import escape
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parlour.server import protocol
from parlour.server.access import Refusal
from parlour.server.api import language_of
from parlour.server.fairness import household
from parlour.server.hub import Hub
from parlour.server.metrics import CONTENT_TYPE
from parlour.server.store import StoreError
from parlour.table import files
from parlour.text import ParlourError, Text, say, speaking

_UNKEPT = {"cache-control": "no-store"}
_STARTED = time.time()


def read_token(file: Path) -> str:
    """The operator's token, which the file holds; where there is none, one is made."""
    files.check(file)
    try:
        if not file.exists():
            opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with open(opened, "w", encoding="ascii") as out:
                out.write(secrets.token_urlsafe(24) + "\n")
        token = file.read_text("ascii").strip()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or say("it is no text")
        raise ParlourError(
            say("The operator's token cannot be read from {file}: {why}.", file=file, why=why)
        ) from error
    if len(token) < 16:
        raise ParlourError(say("The operator's token in {file} is shorter than 16 letters.", file=file))
    return token


# ---------------------------------------------------------------- health


async def _live(request: Request) -> Response:
    return _json({"live": True})


async def _ready(request: Request) -> Response:
    """Can a move be stored now?"""
    hub: Hub = request.app.state.hub
    try:
        await hub.store.ping()
    except StoreError as problem:
        with speaking(language_of(request)):
            return _json({"live": True, "ready": False, "why": str(problem)}, 503)
    return _json({"live": True, "ready": True})


# ---------------------------------------------------------------- figures


async def _metrics(request: Request) -> Response:
    _check(request)
    return Response(request.app.state.hub.metrics.text(), headers=_UNKEPT, media_type=CONTENT_TYPE)


async def _page(request: Request) -> Response:
    try:
        _check(request)
    except Refusal as problem:
        if problem.status != 401:
            raise
        asks = {"www-authenticate": 'Basic realm="Parlour", charset="UTF-8"'}
        with speaking(language_of(request)):
            return Response(str(problem), 401, _UNKEPT | asks, "text/plain")
    with speaking(language_of(request)):
        rows = "".join(
            f"<tr><th scope='row'>{escape(str(name))}</th><td>{escape(value)}</td></tr>"
            for name, value in await _figures(request.app.state.hub)
        )
        title, words = escape(str(say("This server"))), escape(str(say("Anew every ten seconds.")))
        page = (
            f"<!doctype html><html lang='{language_of(request)}'><head><meta charset='utf-8'>"
            "<meta name='viewport' content='width=device-width'><meta http-equiv='refresh' content='10'>"
            f"<title>{title}</title><link rel='stylesheet' href='/web/css/base.css'>"
            "<link rel='stylesheet' href='/web/css/api.css'></head>"
            f"<body><main class='api'><h1>{title}</h1><p>{words}</p><table>{rows}</table></main></body>"
            "</html>"
        )
    return Response(page, headers=_UNKEPT, media_type="text/html")


async def _figures(hub: Hub) -> list[tuple[Text, str]]:
    metrics = hub.metrics
    try:
        await hub.store.ping()
        state, stored = say("yes"), str(await hub.store.count())
    except StoreError as problem:
        state, stored = problem.text, "?"
    answered = metrics.value("parlour_command_seconds_count")
    waited = metrics.value("parlour_store_seconds_count", what="append")
    return [
        (say("Can store moves"), str(state)),
        (say("Hours since it started"), f"{(time.time() - _STARTED) / 3600:.1f}"),
        (say("Tables in the database"), stored),
        (say("Tables in memory"), f"{metrics.value('parlour_tables_in_memory'):.0f}"),
        (say("Open pages"), f"{metrics.value('parlour_sockets'):.0f}"),
        (say("Events stored since it started"), f"{metrics.value('parlour_events_total'):.0f}"),
        (say("Waiting for their turn"), f"{metrics.value('parlour_waiting'):.0f}"),
        (say("Connections turned away"), f"{metrics.value('parlour_connections_turned_away_total'):.0f}"),
        (say("Commands refused"), f"{metrics.value('parlour_commands_total', outcome='refused'):.0f}"),
        (say("Milliseconds for a command, on average"), _mean(metrics, "parlour_command_seconds", answered)),
        (say("Of these for the database"), _mean(metrics, "parlour_store_seconds", waited, what="append")),
        (say("Failures of the database"), f"{metrics.value('parlour_store_failures_total'):.0f}"),
        (
            say("Milliseconds that the loop was late in the last minute, at most"),
            f"{1e3 * metrics.value('parlour_loop_late_seconds'):.0f}",
        ),
        (say("Memory in MiB"), f"{metrics.value('process_resident_memory_bytes') / 2**20:.0f}"),
        (say("Open files and connections"), f"{metrics.value('process_open_fds'):.0f}"),
    ]


def _mean(metrics: object, name: str, count: float, **labels: str) -> str:
    total = metrics.value(f"{name}_sum", **labels)  # type: ignore[attr-defined]
    return f"{1e3 * total / count:.1f}" if count else "-"


def _check(request: Request) -> None:
    """Is it the operator?"""
    request.app.state.addresses.check(household(request.client.host if request.client else ""))
    token: str = request.app.state.operator
    if not token:
        raise Refusal(
            403, "no_operator", say("Start the server with --operator FILE to look at its figures.")
        )
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "basic":
        try:
            given = base64.b64decode(given, validate=True).decode().partition(":")[2]
        except (binascii.Error, ValueError):
            given = ""
    if not hmac.compare_digest(given.strip().encode(), token.encode()):
        raise Refusal(401, "not_operator", say("This is for the operator: the token opens it."))


def _json(data: object, status: int = 200) -> Response:
    return Response(protocol.encode(data), status, _UNKEPT, "application/json")


ROUTES = [
    Route("/health", _ready),
    Route("/health/live", _live),
    Route("/health/ready", _ready),
    Route("/metrics", _metrics),
    Route("/operator", _page),
]
