"""Who may come in: tokens, names, and how much one address or connection may ask for."""

from __future__ import annotations

import base64
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
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
_CYRILLIC_AND_GREEK = (
    "\u0430\u0435\u043e\u0440\u0441\u0445\u0443\u0456\u0455\u0458\u04bb"
    "\u0501\u04cf\u03b1\u03bd\u03b9\u03bf\u03ba\u03c1\u03c4\u03c5\u03c7"
)
_ALIKE = str.maketrans(  # letters and signs to the Latin letters they look like
    f"{_CYRILLIC_AND_GREEK}01|!", "aeopcxyisjhdlaviokptuxolll", "'`.,-_\u2019\u00b4\u00b7"
)
_LOCAL = ("localhost", "127.0.0.1", "[::1]")


class Refusal(ParlourError):
    """Something the server does not do for whoever asks; `status` is HTTP's word for it."""

    def __init__(self, status: int, kind: str, text: Text) -> None:
        self.status, self.kind = status, kind
        super().__init__(text)


def no_token() -> Refusal:
    """The refusal for a link that opens nothing, or nothing any more."""
    return Refusal(401, "no_token", say("This link does not open this table. Ask for a new one."))


def no_table() -> Refusal:
    """The refusal for a table that never was or is no more; it does not tell which."""
    return Refusal(
        404,
        "no_table",
        say("There is no such table here, or it was deleted because nobody used it for long."),
    )


def too_fast() -> Refusal:
    """The refusal for whoever asks faster than one person can."""
    return Refusal(429, "too_fast", say("That was too much at once. Wait a moment and try again."))


# ---------------------------------------------------------------- tokens


def new_token() -> str:
    """192 random bits: nobody guesses one, so a plain hash keeps it safe."""
    return secrets.token_urlsafe(24)


def hashed(token: str) -> str:
    """What is kept of a token, so that a stolen database opens no seats."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_id() -> str:
    """A table's name in links: short, and not to be guessed either."""
    return secrets.token_urlsafe(9)


def share_token(host: str) -> str:
    """With which a finished game is shown to anybody: made from what only the server keeps."""
    return base64.urlsafe_b64encode(hashlib.sha256(f"share {host}".encode()).digest()[:24]).decode()


def following_id(id_: str, host: str) -> str:
    """The name of the table that comes after another: always the same, and only its server can tell it."""
    digest = hashlib.sha256(f"again {id_} {host}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:9]).decode()


# ---------------------------------------------------------------- names


def clean_name(name: str) -> str:
    """A name as it is shown to others."""
    return clean_text(name, LONGEST_NAME)


def look(name: str) -> str:
    """What a name looks like at a glance: names that look the same are taken for the same person."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in plain if not unicodedata.combining(c) and not c.isspace()).translate(_ALIKE)


def clean_text(text: str, most: int) -> str:
    """What somebody typed, as others see it: one line, nothing invisible, nothing that turns it round."""
    kept = [" " if c.isspace() or c in _BLANK else c for c in unicodedata.normalize("NFC", text)]
    shown = "".join(c for c in kept if c == " " or unicodedata.category(c)[0] not in "CZ")
    accents = marks = 0
    clean = ""
    for c in shown:  # letters may carry a few accents, not a tower of them
        accents = accents + 1 if unicodedata.combining(c) else 0
        marks = marks + 1 if unicodedata.category(c) in ("Mn", "Me") else 0
        if accents <= 2 and marks <= 4:
            clean += c
    return " ".join(clean.split())[:most].strip()


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
    messages_per_address: float = 200.0  # a second on all sockets, with a burst of twice as many; more wait
    new_tables: float = 0.5  # a second and address, with a burst of 30
    tables_a_day: int = 3_000  # for an address
    talk: float = 0.5  # things said a second and seat (all spectators together), with a burst of 8
    grace: float = (
        90.0  # seconds that somebody may be away, or a server down, before a bot may take the chair
    )
    log: int = 5_000  # events of a table; then only moves are played, until the game is over
    loaded: int = 64_000_000  # stored bytes of the tables that are in memory
    connections: int = 20_000
    connections_per_address: int = 400
    connecting: float = 30.0  # connections a second and address, with a burst of ten times as many
    first: float = 10.0  # seconds until a connection must have said what it wants
    whole: float = 30.0  # seconds for the rest of a request
    stalled: float = 30.0  # seconds in which somebody may read nothing of what he is sent
    hello: float = 10.0  # seconds until the first message of a socket must have come
    handshakes: float = 10.0  # sockets a second and address, with a burst of 200
    files: float = 200.0  # pages, pictures and scripts a second and address, with a burst of 800
    sockets: int = 20_000
    sockets_per_address: int = 200
    tables: int = 200_000


now = time.monotonic  # for tests, which let no time pass


class TokenBucket:
    """A token bucket: so many at once, then so many a second."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left, self._since = rate, burst, burst, now()

    def take(self) -> bool:
        """Whether one more request fits; a fitting one is counted."""
        moment = now()
        self._left = min(self._burst, self._left + (moment - self._since) * self._rate)
        self._since = moment
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimiter:
    """A rate for each address; the addresses not seen for longest are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, address: str) -> None:
        """Counts a request of this address, and refuses it when there were too many."""
        bucket = self._buckets.pop(address, None) or TokenBucket(self._rate, self._burst)
        self._buckets[address] = bucket
        if len(self._buckets) > self._most:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise too_fast()


class NewTables:
    """How many tables an address may open: in a row, and in a day."""

    def __init__(self, limits: Limits) -> None:
        self._row = RateLimiter(limits.new_tables, 30)
        self._day = RateLimiter(limits.tables_a_day / 86_400, limits.tables_a_day)

    def check(self, address: str) -> None:
        """Counts a table of this address, and refuses it when there were too many."""
        self._row.check(address)
        try:
            self._day.check(address)
        except Refusal:
            text = say(
                "From your address as many tables as may be in a day were opened. Play on at one of them, or "
                "come again tomorrow."
            )
            raise Refusal(429, "too_many", text) from None
