"""What there is to play: games, their boards, rulebooks, lessons, positions, and what pages need of them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from parlour.server import catalogue, editing, library, paper, protocol
from parlour.server.api.answering import PDF, STILL, SVG, UNKEPT, answer, drawing, public, route
from parlour.server.api.reading import body_of, look_of, number
from parlour.server.faults import decoded
from parlour.server.hub import Hub
from parlour.server.opening import OWN
from parlour.server.packing import packed
from parlour.text import languages


async def _games(request: Request, hub: Hub, language: str) -> Response:
    """All games: what the home page shows of each."""
    return public(request, catalogue.games(language, hub.thinker))


async def _game(request: Request, hub: Hub, language: str) -> Response:
    """One of them."""
    return public(request, catalogue.game(request.path_params["game"], language, hub.thinker))


async def _rules(request: Request, hub: Hub, language: str) -> Response:
    """A game's rulebook, section by section."""
    return public(request, library.rules(request.path_params["game"], language))


async def _board(request: Request, hub: Hub, language: str) -> Response:
    """A game's board: where every space is, what it is called, and its drawing."""
    name, board = request.path_params["game"], request.query_params.get("board", "")
    if board.startswith(OWN):
        return public(request, await hub.brought_along(name, board, language))
    return public(request, catalogue.board(name, board, language))


async def _board_svg(request: Request, hub: Hub, language: str) -> Response:
    """The drawing of a game's board."""
    board, small = request.query_params.get("board", ""), "small" in request.query_params
    text = catalogue.board_svg(request.path_params["game"], board, language, look_of(request), small)
    return drawing(request, text)


async def _print(request: Request, hub: Hub, language: str) -> Response:
    """A game to print at home and play on paper. It may take a while."""
    name, asked = request.path_params["game"], dict(request.query_params)
    wish = paper.wish(name, asked, _called(request))
    made = await hub.backroom.made(paper.printed, wish, language)
    title = f'attachment; filename="{name}-{asked.get("paper", "a4")}.pdf"'
    return Response(made, 200, {"content-disposition": title}, PDF)


def _called(request: Request) -> str:
    """How other machines call this server, as far as we know; "" where they cannot."""
    host = request.url.netloc
    if request.url.hostname in ("127.0.0.1", "localhost", "::1", None):
        host = next((name for name in request.app.state.doors.elsewhere() if ":" not in name), "")
        host = f"{host}:{request.url.port}" if host and request.url.port else host
    return f"{request.url.scheme}://{host}" if host else ""


async def _cover(request: Request, hub: Hub, language: str) -> Response:
    """A picture of the game."""
    return drawing(request, library.cover(request.path_params["game"], language, look_of(request)))


async def _picture(request: Request, hub: Hub, language: str) -> Response:
    """A picture of the rulebook."""
    which = number(request, "number", 0, request.path_params)
    return drawing(request, library.picture(request.path_params["game"], which, language, look_of(request)))


async def _lessons(request: Request, hub: Hub, language: str) -> Response:
    """A game's tutorial."""
    return public(request, library.lessons(request.path_params["game"]))


async def _try(request: Request, hub: Hub, language: str) -> Response:
    """What comes of the learner's actions in a lesson."""
    tried = decoded(library.read_try, await body_of(request, hub.limits.body) or b"{}")
    which = number(request, "number", 0, request.path_params)
    return answer(await hub.aside(library.attempt, request.path_params["game"], which, tried))


async def _why(request: Request, hub: Hub, language: str) -> Response:
    """Why something cannot be done in a lesson."""
    asked = decoded(library.read_question, await body_of(request, hub.limits.body))
    which = number(request, "number", 0, request.path_params)
    return answer({"why": await hub.aside(library.why, request.path_params["game"], which, asked)})


async def _position(request: Request, hub: Hub, language: str) -> Response:
    """What a position's code or JSON stands for."""
    wish = decoded(library.read_position, await body_of(request, hub.limits.body))
    return answer(await hub.aside(library.position, wish))


async def _place(request: Request, hub: Hub, language: str) -> Response:
    """A position set up by hand, one touch after the other."""
    wish = decoded(library.read_placing, await body_of(request, hub.limits.body) or b"{}")
    return answer(await hub.aside(library.place, request.path_params["game"], wish))


async def _edit(request: Request, hub: Hub, language: str) -> Response:
    """A board file that is being corrected: after a change, its text, its drawing and all its faults."""
    wish = decoded(editing.read_edit, await body_of(request, hub.limits.record) or b"{}")
    name = request.path_params["game"]
    catalogue.game_of(name, wish.board)
    return answer(await hub.edited(name, wish, language))


async def _here(request: Request, hub: Hub, language: str) -> Response:
    """Under which names other machines can call this server; none where it listens to its own only."""
    return answer({"hosts": request.app.state.doors.elsewhere()})


async def _code(request: Request, hub: Hub, language: str) -> Response:
    """A link as a picture that a phone can read."""
    wish = decoded(library.read_code, await body_of(request, hub.limits.body))
    return Response(
        library.code(wish, request.app.state.doors), 200, STILL | UNKEPT, SVG
    )  # a link is a secret


async def _colours(request: Request, hub: Hub, language: str) -> Response:
    """The colours of the boards, for pages."""
    return packed(request, catalogue.colours().encode(), "text/css")


async def _words(request: Request, hub: Hub, language: str) -> Response:
    """What the pages say, in a language: English template to translation."""
    return public(request, catalogue.words(request.path_params["language"]), spoken=False)


async def _languages(request: Request, hub: Hub, language: str) -> Response:
    """The languages there are, and the one that would be spoken."""
    return answer({"languages": languages(), "language": language})


ROUTES = [
    route("/api/games", _games, gives=list[protocol.GameCard]),
    route("/api/games/{game}", _game, gives=protocol.GameCard),
    route("/api/games/{game}/rules", _rules, gives=protocol.Rulebook),
    route("/api/games/{game}/pictures/{number}.svg", _picture, gives=SVG, queries=("look",)),
    route("/api/games/{game}/cover.svg", _cover, gives=SVG, queries=("look",)),
    route("/api/games/{game}/lessons", _lessons, gives=list[protocol.LessonTitle]),
    route(
        "/api/games/{game}/lessons/{number}/try",
        _try,
        "POST",
        takes=library.Try,
        needed=False,
        gives=library.Page,
    ),
    route(
        "/api/games/{game}/lessons/{number}/why", _why, "POST", takes=library.Question, gives=protocol.WhyNot
    ),
    route("/api/positions", _position, "POST", takes=library.Position, gives=protocol.ShownPosition),
    route(
        "/api/games/{game}/place",
        _place,
        "POST",
        takes=library.Placing,
        needed=False,
        gives=protocol.Placed,
    ),
    route(
        "/api/games/{game}/edit",
        _edit,
        "POST",
        takes=editing.Edit,
        needed=False,
        gives=protocol.Edited,
    ),
    route("/api/here", _here, gives=protocol.Here),
    route("/api/code", _code, "POST", takes=library.Code, gives=SVG),
    route("/api/games/{game}/board", _board, gives=protocol.Board, queries=("board",)),
    route("/api/games/{game}/board.svg", _board_svg, gives=SVG, queries=("board", "look", "small")),
    route(
        "/api/games/{game}/print.pdf",
        _print,
        gives=PDF,
        queries=("board", "paper", "ink", "one_sheet", "players", "options"),
    ),
    route("/api/colours.css", _colours, gives="text/css"),
    route("/api/languages", _languages, gives=protocol.Languages),
    route("/api/words/{language}", _words, gives=dict[str, str]),
]
