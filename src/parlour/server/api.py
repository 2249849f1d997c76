"""The table by plain HTTP: the same commands and the same events as by socket."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from parlour.draw import pixels
from parlour.draw.looks import LOOKS
from parlour.server import catalogue, commands, editing, frames, library, news, paper, protocol
from parlour.server.access import Refusal, no_token
from parlour.server.fairness import guest, household
from parlour.server.faults import decoded, fault_of
from parlour.server.filming import filmed, moment
from parlour.server.hub import Hub
from parlour.server.openapi import Described, known
from parlour.server.opening import OWN
from parlour.server.packing import packed
from parlour.server.reviewing import reviewed
from parlour.table import NotNow
from parlour.text import ParlourError, Text, languages, say, speaking

JSON, SVG, GIF, PDF = "application/json", "image/svg+xml", "image/gif", "application/pdf"
_WAIT = 25.0  # seconds that a request may wait for news

# ---------------------------------------------------------------- faults


def refused(status: int, kind: str, text: Text) -> Response:
    """A refusal as an answer by HTTP, with the sentence and its kind."""
    return _json(protocol.Refused(protocol.Fault(kind, str(text))), status)


async def _on_problem(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, ParlourError)
    with speaking(language_of(request)):
        status, fault = fault_of(problem)
    return _json(protocol.Refused(fault), status)


async def _on_http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    with speaking(language_of(request)):
        texts = {404: say("There is nothing at this address."), 405: say("This address takes other methods.")}
        text = texts.get(problem.status_code, say("This cannot be done."))
        answer = refused(problem.status_code, "no_such_page", text)
    answer.headers.update(problem.headers or {})
    return answer


async def _on_bug(request: Request, problem: Exception) -> Response:
    """The log says what it was; whoever asked learns only that it was not their fault."""
    return refused(500, "bug", say("Something went wrong inside Parlour. The table is as it was."))


HANDLERS: Any = {ParlourError: _on_problem, HTTPException: _on_http, Exception: _on_bug}

# ---------------------------------------------------------------- reading requests


def language_of(request: Request) -> str:
    """The most wanted language among those spoken here."""
    known = languages()
    wanted = request.query_params.get("language")
    choices = [wanted] if wanted else accepted_languages(request.headers.get("accept-language", ""))
    for one in choices:
        short = one.lower().split("-")[0]
        if short in known:
            return short
    return "en"


def accepted_languages(header: str) -> list[str]:
    """What an Accept-Language header asks for, the most wanted first: "fr;q=0.5, es" is es, then fr."""
    wishes: list[tuple[float, str]] = []
    for part in header.split(","):
        name, _, weight = part.partition(";")
        try:
            quality = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            quality = 0.0  # no number: rather another language than a broken wish
        if quality > 0 and name.strip():
            wishes.append((quality, name.strip()))
    return [name for _, name in sorted(wishes, key=lambda wish: -wish[0])]


async def _body(request: Request, most: int) -> bytes:
    declared = request.headers.get("content-length", "0")
    if declared.isdecimal() and int(declared) > most:
        raise _too_large(most)
    parts, size = [], 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise _too_large(most)
            parts.append(part)
    except ClientDisconnect:  # nobody reads this
        raise Refusal(400, "bad_message", say("The message is cut short.")) from None
    return b"".join(parts)


def _too_large(most: int) -> Refusal:
    return Refusal(413, "too_large", say("That is too much: at most {most} bytes.", most=most))


def _token(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise no_token()
    return token.strip()


def _number(request: Request, name: str, usual: int, source: Any = None) -> int:
    text = (request.query_params if source is None else source).get(name, str(usual))
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refusal(400, "bad_message", say("“{name}” must be a whole number.", name=name))
    return int(text)


_UNKEPT = {"cache-control": "no-store"}
_STILL = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}


def _json(data: object, status: int = 200) -> Response:
    return Response(protocol.encode(data), status, _UNKEPT, JSON)


def _public(request: Request, data: object, *, spoken: bool = True) -> Response:
    """What everybody may read."""
    return packed(request, protocol.encode(data), JSON, spoken=spoken)


Handler = Callable[[Request, Hub, str], Awaitable[Response]]


DESCRIBED: list[Described] = []


def _route(
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
) -> Route:
    """A route, and its description: `takes` and `gives` are the types of its messages."""

    async def endpoint(request: Request) -> Response:
        guest.set(household(request.client.host if request.client else ""))
        request.app.state.addresses.check(guest.get())
        language = language_of(request)
        with speaking(language):
            return await handler(request, request.app.state.hub, language)

    summary = (handler.__doc__ or "").strip()
    DESCRIBED.append(Described(path, method, summary, takes, needed, gives, status, token, queries))
    return Route(path, endpoint, methods=[method])


# ---------------------------------------------------------------- games


async def _games(request: Request, hub: Hub, language: str) -> Response:
    """All games: what the home page shows of each."""
    return _public(request, catalogue.games(language, hub.thinker))


async def _rules(request: Request, hub: Hub, language: str) -> Response:
    """A game's rulebook, section by section."""
    return _public(request, library.rules(request.path_params["game"], language))


async def _board(request: Request, hub: Hub, language: str) -> Response:
    """A game's board: where every space is, what it is called, and its drawing."""
    name, board = request.path_params["game"], request.query_params.get("board", "")
    if board.startswith(OWN):
        return _public(request, await hub.brought_along(name, board, language))
    return _public(request, catalogue.board(name, board, language))


async def _board_svg(request: Request, hub: Hub, language: str) -> Response:
    """The drawing of a game's board."""
    board, small = request.query_params.get("board", ""), "small" in request.query_params
    text = catalogue.board_svg(request.path_params["game"], board, language, _look(request), small)
    return _drawing(request, text)


async def _print(request: Request, hub: Hub, language: str) -> Response:
    """A game to print at home and play on paper. It may take a while."""
    name, asked = request.path_params["game"], dict(request.query_params)
    wish = paper.wish(name, asked, _called(request))
    made = await hub.backroom.made(paper.printed, wish, wish, language)
    title = f'attachment; filename="{name}-{asked.get("paper", "a4")}.pdf"'
    return Response(made, 200, {"content-disposition": title}, PDF)


def _called(request: Request) -> str:
    """How other machines call this server, as far as we know; "" where they cannot."""
    host = request.url.netloc
    if request.url.hostname in ("127.0.0.1", "localhost", "::1", None):
        host = next((name for name in request.app.state.doors.elsewhere() if ":" not in name), "")
        host = f"{host}:{request.url.port}" if host and request.url.port else host
    return f"{request.url.scheme}://{host}" if host else ""


def _look(request: Request) -> str:
    """How a drawing shall look: as on paper, where nothing else is asked for that there is."""
    asked = request.query_params.get("look", "")
    return asked if asked in LOOKS else LOOKS[0]


def _drawing(request: Request, text: str) -> Response:
    """An SVG that may be looked at by itself: it brings its colours, and nothing in it runs."""
    return packed(request, text.encode(), SVG, spoken=True, headers=_STILL)


async def _cover(request: Request, hub: Hub, language: str) -> Response:
    """A picture of the game."""
    return _drawing(request, library.cover(request.path_params["game"], language, _look(request)))


async def _picture(request: Request, hub: Hub, language: str) -> Response:
    """A picture of the rulebook."""
    number = _number(request, "number", 0, request.path_params)
    return _drawing(request, library.picture(request.path_params["game"], number, language, _look(request)))


async def _lessons(request: Request, hub: Hub, language: str) -> Response:
    """A game's tutorial."""
    return _public(request, library.lessons(request.path_params["game"]))


async def _try(request: Request, hub: Hub, language: str) -> Response:
    """What comes of the learner's actions in a lesson."""
    tried = decoded(library.read_try, await _body(request, hub.limits.body) or b"{}")
    number = _number(request, "number", 0, request.path_params)
    return _json(library.attempt(request.path_params["game"], number, tried))


async def _why(request: Request, hub: Hub, language: str) -> Response:
    """Why something cannot be done in a lesson."""
    asked = decoded(library.read_question, await _body(request, hub.limits.body))
    number = _number(request, "number", 0, request.path_params)
    return _json({"why": library.why(request.path_params["game"], number, asked)})


async def _position(request: Request, hub: Hub, language: str) -> Response:
    """What a position's code or JSON stands for."""
    return _json(library.position(decoded(library.read_position, await _body(request, hub.limits.body))))


async def _place(request: Request, hub: Hub, language: str) -> Response:
    """A position set up by hand, one touch after the other."""
    wish = decoded(library.read_placing, await _body(request, hub.limits.body) or b"{}")
    return _json(library.place(request.path_params["game"], wish))


async def _edit(request: Request, hub: Hub, language: str) -> Response:
    """A board file that is being corrected: after a change, its text, its drawing and all its faults."""
    wish = decoded(editing.read_edit, await _body(request, hub.limits.record) or b"{}")
    name = request.path_params["game"]
    catalogue.game_of(name, wish.board)
    return _json(await hub.edited(name, wish, language))


async def _here(request: Request, hub: Hub, language: str) -> Response:
    """Under which names other machines can call this server; none where it listens to its own only."""
    return _json({"hosts": request.app.state.doors.elsewhere()})


async def _code(request: Request, hub: Hub, language: str) -> Response:
    """A link as a picture that a phone can read."""
    wish = decoded(library.read_code, await _body(request, hub.limits.body))
    return Response(
        library.code(wish, request.app.state.doors), 200, _STILL | _UNKEPT, SVG
    )  # a link is a secret


async def _colours(request: Request, hub: Hub, language: str) -> Response:
    """The colours of the boards, for pages."""
    return packed(request, catalogue.colours().encode(), "text/css")


async def _words(request: Request, hub: Hub, language: str) -> Response:
    """What the pages say, in a language: English template to translation."""
    return _public(request, catalogue.words(request.path_params["language"]), spoken=False)


async def _languages(request: Request, hub: Hub, language: str) -> Response:
    """The languages there are, and the one that would be spoken."""
    return _json({"languages": languages(), "language": language})


# ---------------------------------------------------------------- the lab


async def _lab_ask(request: Request, hub: Hub, language: str) -> Response:
    """Ask what house rules do; the answer is looked up under its id, and sharpens while somebody looks."""
    wish = decoded(protocol.read_lab_wish, await _body(request, hub.limits.body))
    address = request.client.host if request.client else ""
    request.app.state.new_tables.check(address)
    return _json(await hub.laboratory.ask(wish, language, address), 201)


async def _lab_look(request: Request, hub: Hub, language: str) -> Response:
    """The answer to a question, once there is more than was seen before."""
    wait = min(float(_number(request, "wait", 0)), _WAIT)
    return _json(await hub.laboratory.look(request.path_params["id"], _number(request, "after", 0), wait))


async def _lab_stop(request: Request, hub: Hub, language: str) -> Response:
    """Put a question aside; what is known is kept."""
    return _json(hub.laboratory.stop(request.path_params["id"]))


async def _lab_report(request: Request, hub: Hub, language: str) -> Response:
    """A finished answer as a page of its own."""
    report = hub.laboratory.finished(request.path_params["id"]).report
    name = {"content-disposition": 'attachment; filename="parlour-lab.html"'}
    return Response(report, headers=name | _STILL | _UNKEPT, media_type="text/html")


async def _lab_data(request: Request, hub: Hub, language: str) -> Response:
    """A finished answer with everything that is known, for programs."""
    return _json(hub.laboratory.finished(request.path_params["id"]).data)


# ---------------------------------------------------------------- tables


async def _open(request: Request, hub: Hub, language: str) -> Response:
    """Open a table: a new game, one from a position, or a saved record."""
    wish = decoded(protocol.read_new_table, await _body(request, hub.limits.record))
    request.app.state.new_tables.check(guest.get())
    return _json(await hub.open_table(wish), 201)


async def _frame(request: Request, hub: Hub, language: str) -> Response:
    """Everything to be shown now to whoever holds the token."""
    token = _token(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        chair = hub.visit(room, table, token)
        return _json(news.frame(room, table, chair, language))


async def _events(request: Request, hub: Hub, language: str) -> Response:
    """The log after a number, as whoever holds the token may know it."""
    token, after = _token(request), _number(request, "after", 0)
    wait = min(float(_number(request, "wait", 0)), _WAIT)
    deadline = asyncio.get_running_loop().time() + wait
    while True:
        async with hub.table(request.path_params["id"]) as (room, table):
            chair = hub.visit(room, table, token)
            left = deadline - asyncio.get_running_loop().time()
            if table.seq > after or left <= 0:
                await hub.prepare(room, table, chair, language)
                told = news.told(room, table, chair, language, after)
                return _json({"seq": table.seq, "events": told})
        await hub.something_new(room, left)


async def _talk(request: Request, hub: Hub, language: str) -> Response:
    """What was said at the table last, as far as whoever holds the token may hear it."""
    after = _number(request, "after", 0)
    return _json(await hub.talk(request.path_params["id"], _token(request), after))


async def _command(request: Request, hub: Hub, language: str) -> Response:
    """Carry out a command, as by socket."""
    token = _token(request)
    command = decoded(commands.read_command, await _body(request, hub.limits.body))
    return _json(await hub.obey(request.path_params["id"], [token], command))


async def _record(request: Request, hub: Hub, language: str) -> Response:
    """The record of the whole game, once it holds nobody's secrets."""
    token = _token(request)
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
    token = _token(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        hub.visit(room, table, token)
        refusal = frames.record_refused(table)
        if refusal is not None:
            raise Refusal(403, "secrets", refusal)
        return _json(await hub.aside(frames.odds, table))


async def _review(request: Request, hub: Hub, language: str) -> Response:
    """A finished game looked at by a bot: chances, luck and mistakes. It may take a while."""
    token = _token(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        hub.visit(room, table, token)
        if not table.match.over:
            raise NotNow(say("The game is not over yet."))
        match, record = table.match.id, await hub.aside(table.match.record)
    return Response(await hub.backroom.made(reviewed, match, record, language), media_type=JSON)


async def _film(request: Request, hub: Hub, language: str) -> Response:
    """A finished game as an animation. It may take a while."""
    token = _token(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        hub.visit(room, table, token)
        if not table.match.over and not table.setup.closed:
            raise NotNow(say("The game is not over yet."))
        if table.game.scene.board() is None:
            raise NotNow(say("This game comes without a board to draw."))
        pixels.check("web")
        match, record = table.match.id, await hub.aside(table.match.record)
    return Response(await hub.backroom.made(filmed, match, record, language), media_type=GIF)


async def _picture_of_moment(request: Request, hub: Hub, language: str) -> Response:
    """A drawing of what was to be seen at a moment, by itself."""
    token = _token(request)
    ply = _number(request, "ply", 0, request.path_params)
    async with hub.table(request.path_params["id"]) as (room, table):
        chair = hub.visit(room, table, token)
        if table.game.scene.board() is None:
            raise NotNow(say("This game comes without a board to draw."))
        drawn = moment(table.match, ply, frames.viewer_of(table, chair), _look(request))
    return Response(drawn, headers=_STILL | _UNKEPT, media_type=SVG)


async def _share(request: Request, hub: Hub, language: str) -> Response:
    """A token with which anybody can look at a game that is over."""
    token = _token(request)
    async with hub.table(request.path_params["id"]) as (_, table):
        table.who([token])
        if not table.match.over and not table.setup.closed:
            raise NotNow(say("The game is not over yet."))
        return _json(protocol.Shared(table.share_token))


async def _summary(request: Request, hub: Hub, language: str) -> Response:
    """In short how a table stands, for whoever holds the token; nobody notices that it was asked."""
    token = _token(request)
    async with hub.table(request.path_params["id"]) as (room, table):
        return _json(news.summary(room, table, table.who([token]).chairs))


async def _past(request: Request, hub: Hub, language: str) -> Response:
    """What was to be seen at a past moment."""
    token = _token(request)
    ply = _number(request, "ply", 0, request.path_params)
    async with hub.table(request.path_params["id"]) as (room, table):
        chair = hub.visit(room, table, token)
        return _json(news.past(room, table, chair, language, ply))


async def _branch(request: Request, hub: Hub, language: str) -> Response:
    """Go on from a past moment at a new table."""
    token = _token(request)
    wish = decoded(protocol.read_branch, await _body(request, hub.limits.body) or b"{}")
    request.app.state.new_tables.check(guest.get())
    return _json(await hub.branch(request.path_params["id"], token, wish), 201)


async def _openapi(request: Request, hub: Hub, language: str) -> Response:
    """This description, for programs."""
    return packed(request, known(tuple(DESCRIBED))[0], JSON)


async def _page(request: Request, hub: Hub, language: str) -> Response:
    """This description, for people."""
    return packed(request, known(tuple(DESCRIBED))[1].encode(), "text/html")


ROUTES = [
    _route("/api", _page, gives="text/html"),
    _route("/api/openapi.json", _openapi),
    _route("/api/games", _games, gives=list[protocol.GameCard]),
    _route("/api/games/{game}/rules", _rules, gives=protocol.Rulebook),
    _route("/api/games/{game}/pictures/{number}.svg", _picture, gives=SVG, queries=("look",)),
    _route("/api/games/{game}/cover.svg", _cover, gives=SVG, queries=("look",)),
    _route("/api/games/{game}/lessons", _lessons, gives=list[protocol.LessonTitle]),
    _route(
        "/api/games/{game}/lessons/{number}/try",
        _try,
        "POST",
        takes=library.Try,
        needed=False,
        gives=library.Page,
    ),
    _route(
        "/api/games/{game}/lessons/{number}/why", _why, "POST", takes=library.Question, gives=protocol.WhyNot
    ),
    _route("/api/positions", _position, "POST", takes=library.Position, gives=protocol.ShownPosition),
    _route(
        "/api/games/{game}/place",
        _place,
        "POST",
        takes=library.Placing,
        needed=False,
        gives=protocol.Placed,
    ),
    _route(
        "/api/games/{game}/edit",
        _edit,
        "POST",
        takes=editing.Edit,
        needed=False,
        gives=protocol.Edited,
    ),
    _route("/api/here", _here, gives=protocol.Here),
    _route("/api/code", _code, "POST", takes=library.Code, gives=SVG),
    _route("/api/games/{game}/board", _board, gives=protocol.Board, queries=("board",)),
    _route("/api/games/{game}/board.svg", _board_svg, gives=SVG, queries=("board", "look", "small")),
    _route(
        "/api/games/{game}/print.pdf",
        _print,
        gives=PDF,
        queries=("board", "paper", "ink", "one_sheet", "players", "options"),
    ),
    _route("/api/colours.css", _colours, gives="text/css"),
    _route("/api/languages", _languages, gives=protocol.Languages),
    _route("/api/words/{language}", _words, gives=dict[str, str]),
    _route("/api/lab", _lab_ask, "POST", takes=protocol.LabWish, gives=protocol.LabAnswer, status=201),
    _route("/api/lab/{id}", _lab_look, gives=protocol.LabAnswer, queries=("after", "wait")),
    _route("/api/lab/{id}/stop", _lab_stop, "POST", gives=protocol.LabAnswer),
    _route("/api/lab/{id}/report.html", _lab_report, gives="text/html"),
    _route("/api/lab/{id}/data.json", _lab_data),
    _route("/api/tables", _open, "POST", takes=protocol.NewTable, gives=protocol.Opened, status=201),
    _route("/api/tables/{id}", _frame, gives=protocol.Frame, token=True),
    _route(
        "/api/tables/{id}/events",
        _events,
        gives=protocol.EventsSince,
        token=True,
        queries=("after", "wait"),
    ),
    _route("/api/tables/{id}/talk", _talk, gives=list[protocol.Utterance], token=True, queries=("after",)),
    _route(
        "/api/tables/{id}/commands",
        _command,
        "POST",
        takes=commands.Command,
        gives=protocol.Answered,
        token=True,
    ),
    _route("/api/tables/{id}/record", _record, gives="application/jsonl", token=True),
    _route("/api/tables/{id}/odds", _odds, gives=protocol.Odds, token=True),
    _route("/api/tables/{id}/review", _review, token=True),
    _route("/api/tables/{id}/film.gif", _film, gives=GIF, token=True),
    _route("/api/tables/{id}/share", _share, gives=protocol.Shared, token=True),
    _route("/api/tables/{id}/summary", _summary, gives=protocol.Summary, token=True),
    _route("/api/tables/{id}/at/{ply}.svg", _picture_of_moment, gives="image/svg+xml", token=True),
    _route("/api/tables/{id}/at/{ply}", _past, gives=protocol.Frame, token=True),
    _route(
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
