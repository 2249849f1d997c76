"""Who may come in: tokens, names, and how much one address or connection may ask for."""

from __future__ import annotations

import hashlib
import secrets
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass
from urllib.parse import urlsplit

from parlour.text import ParlourError, Text, say

LONGEST_NAME = 40
_LOCAL = ("localhost", "127.0.0.1", "[::1]")


class Refusal(ParlourError):
    """Something the server does not do for whoever asks; `status` is HTTP's word for it."""

    def __init__(self, status: int, kind: str, text: Text) -> None:
        self.status, self.kind = status, kind
        super().__init__(text)


def no_token() -> Refusal:
    return Refusal(401, "no_token", say("This link does not open this table. Ask for a new one."))


def no_table() -> Refusal:
    return Refusal(404, "no_table", say("There is no such table here."))


def too_fast() -> Refusal:
    return Refusal(429, "too_fast", say("That was too much at once. Wait a moment and try again."))


# ---------------------------------------------------------------- tokens


def new_token() -> str:
    """192 random bits: nobody guesses one, so a plain hash keeps it safe."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_id() -> str:
    """A table's name in links: short, and not to be guessed either."""
    return secrets.token_urlsafe(9)


# ---------------------------------------------------------------- names


def clean_name(name: str) -> str:
    """A name as it is shown to others: one line, no invisible signs, none that turn the writing round."""
    kept = [" " if c.isspace() else c for c in unicodedata.normalize("NFC", name)]
    shown = "".join(c for c in kept if c == " " or unicodedata.category(c)[0] not in "CZ")
    marks = 0
    text = ""
    for c in shown:  # letters may carry a few accents, not a tower of them
        marks = marks + 1 if unicodedata.combining(c) else 0
        if marks <= 2:
            text += c
    return " ".join(text.split())[:LONGEST_NAME].strip()


# ---------------------------------------------------------------- origins and hosts


@dataclass(frozen=True)
class Doors:
    """Under which names this server may be called; a page of another origin may not open its sockets."""

    hosts: Collection[str] = _LOCAL  # names without port; "*" means any

    def host_allowed(self, host: str | None) -> bool:
        """Against pages of strangers whose name was made to point here (DNS rebinding)."""
        return "*" in self.hosts or (host is not None and _without_port(host) in self.hosts)

    def elsewhere(self) -> list[str]:
        """The names under which other machines can call it; numbers first, which nobody has to look up."""
        names = [h for h in self.hosts if h and h not in (*_LOCAL, "*", "0.0.0.0")]
        return sorted(names, key=lambda name: (not name[:1].isdecimal(), name))

    def origin_allowed(self, origin: str | None, host: str | None) -> bool:
        """Browsers always say where a page comes from; other programs say nothing."""
        if origin is None:
            return True
        return (
            host is not None and urlsplit(origin).netloc.lower() == host.lower() and self.host_allowed(host)
        )


def _without_port(host: str) -> str:
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() and (":" not in name or name.startswith("[")) else host.lower()


# ---------------------------------------------------------------- how much


@dataclass(frozen=True)
class Limits:
    """How much one may ask for."""

    body: int = 65_536  # bytes of a request
    record: int = 600_000  # bytes of a request that opens a record
    message: int = 65_536  # bytes on a socket
    per_connection: float = 20.0  # messages a second, with a burst of twice as many
    per_address: float = 60.0  # requests a second
    new_tables: float = 0.5  # a second and address, with a burst of 30
    sockets: int = 20_000
    sockets_per_address: int = 200
    tables: int = 200_000


class Bucket:
    """So many at once, then so many a second."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left, self._since = rate, burst, burst, time.monotonic()

    def take(self) -> bool:
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Turnstile:
    """A bucket for each address; the addresses not seen for longest are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def check(self, address: str) -> None:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise too_fast()
