"""At the street door, before anything is read: how many connections there are, and how long they may dawdle.

uvicorn reads HTTP and WebSocket for us, and waits for ever for whoever says nothing. Here every connection
has a deadline for whatever it is expected to do next, an address has so many of them, and when the house
is full the one that has been silent longest makes way. Connections of proxies are the proxy's to count.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import socket
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection
from typing import Any, Protocol

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from parlour.server import rounds
from parlour.server.access import Limits, RateLimiter, Refusal, TokenBucket
from parlour.server.fairness import household

_SLICE = 1024  # bytes of a socket that are read before somebody counts the frames in them
_FRAMES = 400  # at once, and half as many a second: fragments, pings and messages
_AHEAD = 8  # messages of a socket that are read before the first of them is answered
EXPRESS = "parlour.express"  # among ASGI's extensions: the protocol itself, to write to it at once
_AT_ONCE = 4  # connections that are let in before somebody else's turn
OUTSIDE = 2048  # connections that wait to be let in
_TIMEOUT = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def is_among(address: str, networks: Collection[str]) -> bool:
    """Is it one of these addresses, or within one of these networks?"""
    try:
        found = ipaddress.ip_address(address)
        return any(found in ipaddress.ip_network(one, strict=False) for one in networks)
    except ValueError:
        return address in networks


class Doorkeeper:
    """Counts connections, and decides who comes in."""

    def __init__(
        self,
        limits: Limits,
        proxies: Collection[str] = (),
        turned_away: Callable[[], None] = lambda: None,
    ) -> None:
        self.limits = limits
        self.turned_away = turned_away  # called for each whom it does not let in
        self._proxies = proxies
        self._homes: dict[asyncio.Transport, tuple[str, int]] = {}  # and its file descriptor
        self._open: Counter[str] = Counter()
        self._coming = RateLimiter(limits.connecting, 10 * limits.connecting)
        self.silent: OrderedDict[asyncio.Transport, None] = OrderedDict()  # those that wait for nothing of us

    def admit(self, transport: asyncio.Transport) -> bool:
        """One more connection: may it stay? Whoever is not admitted is not answered either."""
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else ""
        home = "" if is_among(address, self._proxies) else household(address)
        if home:
            try:
                self._coming.check(home)
            except Refusal:
                return False
        if home and self._open[home] >= self.limits.connections_per_address:
            return False
        if len(self._homes) >= self.limits.connections:
            if not self.silent:
                return False
            oldest, _ = self.silent.popitem(last=False)
            self.gone(oldest)
            oldest.abort()
        number = int(transport.get_extra_info("socket").fileno())  # an encrypted line forgets it as it closes
        self._homes[transport] = (home, number)
        self._open[home] += 1
        self.silent[transport] = None
        if (turns := rounds.of_this_loop()) is not None:
            turns.came(number, home)
        return True

    def gone(self, transport: asyncio.Transport) -> None:
        """A connection is closed, and its address may have another."""
        self.silent.pop(transport, None)
        found = self._homes.pop(transport, None)
        if found is not None:
            home, number = found
            self._open[home] -= 1
            if not self._open[home]:
                del self._open[home]
            if (turns := rounds.of_this_loop()) is not None:
                turns.gone(number)

    def __len__(self) -> int:
        return len(self._homes)


class _Patience:
    """A deadline for whatever a connection does next."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None

    def until(self, seconds: float | None, last_word: bytes = b"") -> None:
        """So long from now; None: for ever."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is not None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._over, last_word)

    def until_read(self, seconds: float) -> None:
        """So long from now, and again so long whenever something of what we sent was read."""
        self.until(None)
        left = self._left()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._read, seconds, left)

    def _left(self) -> int:
        """How many bytes nobody has read yet. An encrypted line that is closed cannot be asked any more."""
        try:
            return self._transport.get_write_buffer_size()
        except AttributeError:
            return 0

    def _over(self, last_word: bytes) -> None:
        if last_word and not self._transport.is_closing():
            self._transport.write(last_word)
            self._transport.close()
            self.until(1.0)  # whoever does not read it either
        else:
            self._transport.abort()

    def _read(self, seconds: float, before: int) -> None:
        left = self._left()
        if left >= before > 0:
            self._transport.abort()
        elif left:
            self.until_read(seconds)


class Express(Protocol):
    """What a socket offers besides ASGI: to write without waiting, where there is nothing to wait for."""

    def can_write(self) -> bool:
        """Is it open, and does the other side read?"""

    def write_text(self, message: bytes) -> None:
        """Send a text."""

    def hold_text(self, message: bytes) -> None:
        """Send a text in a moment, together with what is written until then."""


def protocols(keeper: Doorkeeper) -> dict[str, Any]:
    """uvicorn's two protocols, with this keeper at their door."""
    limits = keeper.limits

    class Http(H11Protocol):
        """A connection: silent, then a request's head, its body, an answer, and again."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._reading, self._writing = _Patience(transport), _Patience(transport)
            self._expected: Any = h11.IDLE
            if keeper.admit(transport):
                self._reading.until(limits.first)
            else:
                keeper.turned_away()
                transport.abort()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            expected = self.conn.their_state
            upgraded = self._expected is h11.SWITCHED_PROTOCOL  # a socket has no deadline of a request's
            if upgraded or self.transport.is_closing() or expected is self._expected:
                return
            self._expected = expected
            if expected is h11.IDLE:
                keeper.silent[self.transport] = None
                self._reading.until(limits.first)
            else:
                keeper.silent.pop(self.transport, None)
                body = expected is h11.SEND_BODY
                self._reading.until(limits.whole if body else None, _TIMEOUT if body else b"")

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self.transport.get_write_buffer_size():
                self._writing.until_read(limits.stalled)
            if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
                self._expected = h11.IDLE
                self._reading.until(limits.first)
                keeper.silent[self.transport] = None

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._reading.until(None)
            self._expected = h11.SWITCHED_PROTOCOL
            keeper.silent.pop(self.transport, None)
            super().handle_websocket_upgrade(event)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._writing.until_read(limits.stalled)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._writing.until_read(limits.stalled)

        def connection_lost(self, exc: Exception | None) -> None:
            self._reading.until(None)
            self._writing.until(None)
            keeper.gone(self.transport)
            super().connection_lost(exc)

    class Socket(WebSocketsSansIOProtocol):
        """A WebSocket, whose frames are counted as well as its messages."""

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self._writing = _Patience(self.transport)
            self._frames = TokenBucket(_FRAMES / 2, _FRAMES)
            self._held = b""

        def data_received(self, data: bytes) -> None:
            for start in range(0, len(data), _SLICE):
                super().data_received(data[start : start + _SLICE])
                if self.transport.is_closing():
                    return

        def handle_connect(self, event: Any) -> None:
            super().handle_connect(event)
            if not self.close_sent:
                extensions: dict[Any, Any] = self.scope["extensions"] or {}
                extensions[EXPRESS] = self

        def can_write(self) -> bool:
            opened = self.conn.state is State.OPEN and not self.transport.is_closing()
            return opened and self.writable.is_set()

        def write_text(self, message: bytes) -> None:
            held, self._held = self._held, b""
            self.transport.write(b"".join((held, _head_of_text(len(message)), message)))

        def hold_text(self, message: bytes) -> None:
            if not self._held:
                self.loop.call_soon(self._let_go)
            self._held += _head_of_text(len(message)) + message

        def _let_go(self) -> None:
            held, self._held = self._held, b""
            if held and not self.transport.is_closing():
                self.transport.write(held)

        def send_receive_event_to_app(self) -> None:
            """uvicorn stops reading until a message is taken; that costs system calls, and few may wait."""
            few = not self.read_paused and self.queue.qsize() < _AHEAD
            self.read_paused |= few
            super().send_receive_event_to_app()
            self.read_paused &= not few

        async def send(self, message: Any) -> None:
            await self.writable.wait()
            if self.close_sent:  # by a deadline: for the application it is as if the page had gone
                raise ClientDisconnected
            self._let_go()
            await super().send(message)

        async def run_asgi(self) -> None:
            await super().run_asgi()
            (self.scope["extensions"] or {}).pop(EXPRESS, None)  # or it would refer to itself
            if not self.disconnected:
                self._writing.until_read(limits.stalled)

        def keepalive_timeout(self) -> None:
            super().keepalive_timeout()
            self._writing.until_read(limits.stalled)

        def _one_more(self) -> bool:
            if self._frames.take():
                return True
            if not self.transport.is_closing():
                self.conn.send_close(1008)
                self.handle_parser_exception()
            return False

        def handle_cont(self, event: Any) -> None:
            if self._one_more():
                super().handle_cont(event)

        def handle_ping(self) -> None:
            if self._one_more():
                super().handle_ping()

        def handle_pong(self, event: Any) -> None:
            if self._one_more():
                super().handle_pong(event)

        def handle_text(self, event: Any) -> None:
            if self._one_more():
                super().handle_text(event)

        def handle_bytes(self, event: Any) -> None:
            if self._one_more():
                super().handle_bytes(event)

        def pause_writing(self) -> None:
            super().pause_writing()
            self._writing.until_read(limits.stalled)

        def resume_writing(self) -> None:
            super().resume_writing()
            self._writing.until_read(limits.stalled)

        def connection_lost(self, exc: Exception | None) -> None:
            self._writing.until(None)
            keeper.gone(self.transport)
            super().connection_lost(exc)

    return {"http": Http, "ws": Socket}


def _head_of_text(length: int) -> bytes:
    """What stands before a text of a server's: one frame, not masked, not compressed (RFC 6455, 5.2)."""
    if length < 126:
        return bytes((0x81, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")


class Front(uvicorn.Server):
    """Lets a few in at a time, however many wait: else a crowd that comes at once holds up all who play."""

    def __init__(self, config: uvicorn.Config) -> None:
        config.backlog = _AT_ONCE  # so many asyncio accepts before it looks after others
        super().__init__(config)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listens, with a longer queue than usual: after a restart everybody comes back at once."""
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(OUTSIDE)  # so many may wait in the street


class Throttle(logging.Filter):
    """The same line not more than so often a minute: whoever fills the log fills the disk."""

    def __init__(self, most: int = 5) -> None:
        super().__init__()
        self._most = most
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line may still be written; one kind of trouble must not fill the log."""
        bucket = self._buckets.setdefault(str(record.msg)[:80], TokenBucket(self._most / 60, self._most))
        if len(self._buckets) > 100:
            self._buckets.popitem(last=False)
        return bucket.take()


def keep_logs_short() -> None:
    """Lines that strangers can cause are written a few times a minute, and no more."""
    for name in ("uvicorn.error", "asyncio", "parlour.server"):
        logger = logging.getLogger(name)
        if not any(isinstance(one, Throttle) for one in logger.filters):
            logger.addFilter(Throttle())


def open_files_for(connections: int) -> int:
    """Let this process have as many files open as the system allows; how many connections fit then."""
    try:
        import resource
    except ImportError:  # Windows
        return min(connections, 400)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = connections + 256 if hard == resource.RLIM_INFINITY else min(hard, connections + 256)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return connections if soft == resource.RLIM_INFINITY else max(64, min(connections, soft - 192))
