"""The designer's lab: questions about house rules, and their answers."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from parlour.server import protocol
from parlour.server.api.answering import STILL, UNKEPT, answer, route
from parlour.server.api.reading import WAIT, body_of, number
from parlour.server.fairness import guest
from parlour.server.faults import decoded
from parlour.server.hub import Hub


async def _lab_ask(request: Request, hub: Hub, language: str) -> Response:
    """Ask what house rules do; the answer is looked up under its id, and sharpens while somebody looks."""
    wish = decoded(protocol.read_lab_wish, await body_of(request, hub.limits.body))
    request.app.state.new_tables.check(guest.get())
    return answer(await hub.laboratory.ask(wish, language, guest.get()), 201)


async def _lab_look(request: Request, hub: Hub, language: str) -> Response:
    """The answer to a question, once there is more than was seen before."""
    wait = min(float(number(request, "wait", 0)), WAIT)
    return answer(await hub.laboratory.look(request.path_params["id"], number(request, "after", 0), wait))


async def _lab_stop(request: Request, hub: Hub, language: str) -> Response:
    """Put a question aside; what is known is kept."""
    return answer(hub.laboratory.stop(request.path_params["id"]))


async def _lab_report(request: Request, hub: Hub, language: str) -> Response:
    """A finished answer as a page of its own."""
    report = hub.laboratory.finished(request.path_params["id"]).report
    name = {"content-disposition": 'attachment; filename="parlour-lab.html"'}
    return Response(report, headers=name | STILL | UNKEPT, media_type="text/html")


async def _lab_data(request: Request, hub: Hub, language: str) -> Response:
    """A finished answer with everything that is known, for programs."""
    return answer(hub.laboratory.finished(request.path_params["id"]).data)


ROUTES = [
    route("/api/lab", _lab_ask, "POST", takes=protocol.LabWish, gives=protocol.LabAnswer, status=201),
    route("/api/lab/{id}", _lab_look, gives=protocol.LabAnswer, queries=("after", "wait")),
    route("/api/lab/{id}/stop", _lab_stop, "POST", gives=protocol.LabAnswer),
    route("/api/lab/{id}/report.html", _lab_report, gives="text/html"),
    route("/api/lab/{id}/data.json", _lab_data),
]
