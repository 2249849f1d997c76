"""Answers that are the same for everybody: compressed, and not sent again to whoever has them."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response

FOREVER = "public, max-age=31536000, immutable"  # for addresses that name their content
ASK = "no-cache"  # kept, but asked about before it is used
_WORTH = 500  # bytes from which on compressing pays


def packed(
    request: Request,
    body: bytes,
    media_type: str,
    caching: str = ASK,
    *,
    spoken: bool = False,
    headers: dict[str, str] | None = None,
) -> Response:
    """An answer without secrets: what holds any is not compressed, or its length would tell of them.

    Where it is `spoken`, it is another one for whoever asks in another language.
    """
    tag, zipped = _packed(body)
    asked = request.query_params.get("v")
    if asked and asked == getattr(request.app.state, "version", ""):
        caching = FOREVER  # the address names the server's version: another one has another address
    by_language = spoken and "language" not in request.query_params
    vary = "Accept-Encoding, Accept-Language" if by_language else "Accept-Encoding"
    given = {"cache-control": caching, "etag": tag, "vary": vary, **(headers or {})}
    if request.headers.get("if-none-match") == tag:
        return Response(None, 304, given)
    if zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(zipped, 200, given | {"content-encoding": "gzip"}, media_type)
    return Response(body, 200, given, media_type)


@lru_cache(maxsize=256)
def _packed(body: bytes) -> tuple[str, bytes | None]:
    return f'W/"{digest(body)}"', gzip.compress(body, 9, mtime=0) if len(body) >= _WORTH else None


def digest(*parts: bytes) -> str:
    """A short name for some content."""
    found = hashlib.sha256()
    for part in parts:
        found.update(len(part).to_bytes(8, "big") + part)
    return found.hexdigest()[:16]
