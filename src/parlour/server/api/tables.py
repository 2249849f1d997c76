"""Tables: opening one, playing at it, looking back at it."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from parlour.draw import pixels
from parlour.server import commands, frames, news, protocol
from parlour.server.access import Refusal
from parlour.server.animation import filmed, moment
from parlour.server.api.answering import GIF, JSON, STILL, SVG, UNKEPT, answer, route
from parlour.server.api.reading import WAIT, body_of, look_of, number, token_of
from parlour.server.fairness import guest
from parlour.server.faults import decoded
from parlour.server.hub import Hub
from parlour.server.reviewing import reviewed
from parlour.table import NotNow
from parlour.text import say


async def _open(request: Request, hub: Hub, language: str) -> Response:
    """Open a table: a new game, one from a position, or a saved record."""
    wish = decoded(protocol.read_new_table, await body_of(request, hub.limits.record))
    request.app.state.new_tables.check(guest.get())
    return answer(await hub.open_table(wish), 201)


async def _frame(request: Request, hub: Hub, language: str) -> Response:
    """Everything to be shown now to whoever holds the token."""
    token = token_of(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        chair = hub.visit(room, table, token)
        return answer(news.asked(room, table, chair, language))


async def _events(request: Request, hub: Hub, language: str) -> Response:
    """The log after a number, as whoever holds the token may know it."""
    token, after = token_of(request), number(request, "after", 0)
    wait = min(float(number(request, "wait", 0)), WAIT)
    deadline = asyncio.get_running_loop().time() + wait
    while True:
        async with hub.table(request.path_params["id"]) as (room, table):
            chair = hub.visit(room, table, token)
            left = deadline - asyncio.get_running_loop().time()
            if table.seq > after or left <= 0:
                await hub.prepare(room, table, chair, language)
                told = news.told(room, table, chair, language, after)
                return answer({"seq": table.seq, "events": told})
        await hub.something_new(room, left)


async def _talk(request: Request, hub: Hub, language: str) -> Response:
    """What was said at the table last, as far as whoever holds the token may hear it."""
    after = number(request, "after", 0)
    return answer(await hub.talk(request.path_params["id"], token_of(request), after))


async def _command(request: Request, hub: Hub, language: str) -> Response:
    """Carry out a command, as by socket."""
    token = token_of(request)
    command = decoded(commands.read_command, await body_of(request, hub.limits.body))
    return answer(await hub.obey(request.path_params["id"], [token], command))


async def _record(request: Request, hub: Hub, language: str) -> Response:
    """The record of the whole game, once it holds nobody's secrets."""
    token = token_of(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        hub.visit(room, table, token)
        refusal = frames.record_refused(table)
        if refusal is not None:
            raise Refusal(403, "secrets", refusal)
        name = f'attachment; filename="{table.game.id}-{table.match.id[:6]}.parlour"'
        record = await hub.aside(table.match.record)
    return Response(record, 200, {"content-disposition": name}, "application/jsonl")


async def _odds(request: Request, hub: Hub, language: str) -> Response:
    """What every roll was drawn from, so that a page can check the dice by itself."""
    token = token_of(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        hub.visit(room, table, token)
        refusal = frames.record_refused(table)
        if refusal is not None:
            raise Refusal(403, "secrets", refusal)
        return answer(await hub.aside(frames.odds, table))


async def _review(request: Request, hub: Hub, language: str) -> Response:
    """A finished game looked at by a bot: chances, luck and mistakes. It may take a while."""
    token = token_of(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        hub.visit(room, table, token)
        if not table.match.over:
            raise NotNow(say("The game is not over yet."))
        record = await hub.aside(table.match.record)
    return Response(await hub.backroom.made(reviewed, record, language), media_type=JSON)


async def _film(request: Request, hub: Hub, language: str) -> Response:
    """A finished game as an animation. It may take a while."""
    token = token_of(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        hub.visit(room, table, token)
        if not table.match.over and not table.setup.closed:
            raise NotNow(say("The game is not over yet."))
        if table.game.scene.board() is None:
            raise NotNow(say("This game comes without a board to draw."))
        pixels.check("web")
        record = await hub.aside(table.match.record)
    return Response(await hub.backroom.made(filmed, record, language), media_type=GIF)


async def _picture_of_moment(request: Request, hub: Hub, language: str) -> Response:
    """A drawing of what was to be seen at a moment, by itself."""
    token = token_of(request)
    ply = number(request, "ply", 0, request.path_params)
    async with hub.table(request.path_params["id"]) as (room, table):
        chair = hub.visit(room, table, token)
        if table.game.scene.board() is None:
            raise NotNow(say("This game comes without a board to draw."))
        drawn = moment(table.match, ply, frames.viewer_of(table, chair), look_of(request))
    return Response(drawn, headers=STILL | UNKEPT, media_type=SVG)


async def _share(request: Request, hub: Hub, language: str) -> Response:
    """A token with which anybody can look at a game that is over."""
    token = token_of(request)
    async with hub.table(request.path_params["id"]) as (_, table):
        table.who([token])
        if not table.match.over and not table.setup.closed:
            raise NotNow(say("The game is not over yet."))
        return answer(protocol.Shared(table.share_token))


async def _summary(request: Request, hub: Hub, language: str) -> Response:
    """In short how a table stands, for whoever holds the token; nobody notices that it was asked."""
    token = token_of(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        return answer(news.summary(room, table, table.who([token]).chairs))


async def _past(request: Request, hub: Hub, language: str) -> Response:
    """What was to be seen at a past moment."""
    token = token_of(request)
    ply = number(request, "ply", 0, request.path_params)
    async with hub.table(request.path_params["id"]) as (room, table):
        chair = hub.visit(room, table, token)
        return answer(news.past(room, table, chair, language, ply))


async def _branch(request: Request, hub: Hub, language: str) -> Response:
    """Go on from a past moment at a new table."""
    token = token_of(request)
    wish = decoded(protocol.read_branch, await body_of(request, hub.limits.body) or b"{}")
    request.app.state.new_tables.check(guest.get())
    return answer(await hub.branch(request.path_params["id"], token, wish), 201)


ROUTES = [
    route("/api/tables", _open, "POST", takes=protocol.NewTable, gives=protocol.Opened, status=201),
    route("/api/tables/{id}", _frame, gives=protocol.Frame, token=True),
    route(
        "/api/tables/{id}/events",
        _events,
        gives=protocol.EventsSince,
        token=True,
        queries=("after", "wait"),
    ),
    route("/api/tables/{id}/talk", _talk, gives=list[protocol.Utterance], token=True, queries=("after",)),
    route(
        "/api/tables/{id}/commands",
        _command,
        "POST",
        takes=commands.Command,
        gives=protocol.Answered,
        token=True,
    ),
    route("/api/tables/{id}/record", _record, gives="application/jsonl", token=True),
    route("/api/tables/{id}/odds", _odds, gives=protocol.Odds, token=True),
    route("/api/tables/{id}/review", _review, token=True),
    route("/api/tables/{id}/film.gif", _film, gives=GIF, token=True),
    route("/api/tables/{id}/share", _share, gives=protocol.Shared, token=True),
    route("/api/tables/{id}/summary", _summary, gives=protocol.Summary, token=True),
    route("/api/tables/{id}/at/{ply}.svg", _picture_of_moment, gives="image/svg+xml", token=True),
    route("/api/tables/{id}/at/{ply}", _past, gives=protocol.Frame, token=True),
    route(
        "/api/tables/{id}/branch",
        _branch,
        "POST",
        takes=protocol.Branch,
        needed=False,
        gives=protocol.Opened,
        status=201,
        token=True,
    ),
]
