"""What a request asks for: its language, its body, its token, its numbers."""

from __future__ import annotations

from typing import Any

from starlette.requests import ClientDisconnect, Request

from parlour.draw.looks import LOOKS
from parlour.server.access import Refusal, no_token
from parlour.text import languages, say

WAIT = 25.0  # seconds that a request may wait for news


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


async def body_of(request: Request, most: int) -> bytes:
    """What was sent, unless it is more than `most` bytes."""
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
    await request.app.state.hub.step_in()  # whatever is done with it, those who play come in between
    return b"".join(parts)


def _too_large(most: int) -> Refusal:
    return Refusal(413, "too_large", say("That is too much: at most {most} bytes.", most=most))


def token_of(request: Request) -> str:
    """The token that comes with the request; without one it is refused."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise no_token()
    return token.strip()


def number(request: Request, name: str, usual: int, source: Any = None) -> int:
    """A whole number that the address names, in its query unless `source` says where."""
    text = (request.query_params if source is None else source).get(name, str(usual))
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise Refusal(400, "bad_message", say("“{name}” must be a whole number.", name=name))
    return int(text)


def look_of(request: Request) -> str:
    """How a drawing shall look: as on paper, where nothing else is asked for that there is."""
    asked = request.query_params.get("look", "")
    return asked if asked in LOOKS else LOOKS[0]
