"""The table by WebSocket: one page, its seats, its commands, and what it hears."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter as Tally
from collections.abc import AsyncIterator, Coroutine, Iterator
from typing import Any

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketDisconnected

from parlour.server import commands, protocol
from parlour.server.access import Limits, Refusal, TokenBucket, too_fast
from parlour.server.doorkeeping import EXPRESS, Express
from parlour.server.fairness import guest, household
from parlour.server.faults import decoded, fault_of
from parlour.server.hub import Hub
from parlour.server.rooms import Listener, Room
from parlour.text import ParlourError, languages, speaking

_CODES = {400: 4400, 401: 4401, 403: 4401, 404: 4404, 429: 4429, 503: 4503}


class Counter:
    """How many sockets are open, in all and from each address."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: Tally[str] = Tally()
        self._said: dict[str, TokenBucket] = {}

    @contextlib.contextmanager
    def one_more(self, address: str) -> Iterator[TokenBucket]:
        """Counts a socket while it is open, or refuses it; how much its address may say without waiting."""
        if (
            self._open.total() >= self._limits.sockets
            or self._open[address] >= self._limits.sockets_per_address
        ):
            raise too_fast()
        self._open[address] += 1
        rate = self._limits.messages_per_address
        try:
            yield self._said.setdefault(address, TokenBucket(rate, 2 * rate))
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address], self._said[address]


async def socket(ws: WebSocket) -> None:
    """From hello to goodbye. Whoever goes away in between is no error, at whatever moment it happens."""
    address = household(ws.client.host if ws.client else "")
    guest.set(address)
    language = "en"
    with contextlib.suppress(WebSocketDisconnect, WebSocketDisconnected, OSError):
        try:
            ws.app.state.handshakes.check(address)
        except Refusal as problem:
            await ws.send_denial_response(Response(str(problem), problem.status))
            return
        await ws.app.state.hub.step_in()
        await ws.accept()
        try:
            with ws.app.state.sockets.one_more(address) as crowd:
                hello = await _hello(ws)
                language = hello.language if hello.language in languages() else "en"
                await _converse(ws, ws.app.state.hub, hello, language, crowd)
        except ParlourError as problem:
            with speaking(language):
                status, fault = fault_of(problem)
            await _send(ws, protocol.encode(protocol.Failed(fault)))
            await ws.close(_CODES.get(status, 4400))


async def _hello(ws: WebSocket) -> commands.Hello:
    try:
        async with asyncio.timeout(ws.app.state.limits.hello):
            said: commands.Command = decoded(commands.read_said, await _receive(ws))
    except TimeoutError:
        await ws.close(4408)
        raise WebSocketDisconnect(4408) from None
    return said.greeting()


async def _converse(
    ws: WebSocket, hub: Hub, hello: commands.Hello, language: str, crowd: TokenBucket
) -> None:
    hello = commands.Hello(tokens=hello.tokens, after=hello.after, language=language)
    await hub.step_in()
    room, listener, welcome = await hub.listen(ws.path_params["id"], hello)
    line = listener.line = _Line(ws)
    try:
        await line.send(protocol.encode(welcome))
        async with _beside(_tell(line, hub, room, listener)):
            await _obey(line, hub, room, listener, crowd)
    finally:
        hub.leave(room, listener)


@contextlib.asynccontextmanager
async def _beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """With this going on in a task of its own; where it fails, so does what is done here.

    A TaskGroup does the same, but its errors refer to themselves: all that a page had would stay in memory
    until the collector looks at everything.
    """
    here, task = asyncio.current_task(), asyncio.create_task(work)
    assert here is not None

    def ended(task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            here.cancel()

    task.add_done_callback(ended)
    try:
        yield
    except asyncio.CancelledError:
        problem = task.exception() if task.done() and not task.cancelled() else None
        if problem is None:
            raise
        here.uncancel()
        try:
            raise problem from None
        finally:
            del problem
    finally:
        task.remove_done_callback(ended)
        task.cancel()
        del task


class _Line:
    """The way to a page: straight through the protocol where it offers that, and else as ASGI has it."""

    def __init__(self, ws: WebSocket) -> None:
        self.ws = ws
        self.busy = False  # does a task make and send what is next?
        self._express: Express | None = ws.scope.get("extensions", {}).get(EXPRESS)

    def free(self) -> bool:
        return self._express is not None and not self.busy and self._express.can_write()

    def write(self, message: bytes) -> None:
        assert self._express is not None
        self._express.write_text(message)

    async def answer(self, message: bytes) -> None:
        """Before whatever is told next, and with it."""
        if self._express is not None and self._express.can_write():
            self._express.hold_text(message)
        else:
            await _send(self.ws, message)

    async def send(self, message: bytes) -> None:
        if self._express is not None and self._express.can_write():
            self._express.write_text(message)
        else:
            await _send(self.ws, message)


async def _tell(line: _Line, hub: Hub, room: Room, listener: Listener) -> None:
    """Whatever is new, as fast as the page reads it, where the room could not tell it at once."""
    while True:
        await listener.wake.wait()
        listener.wake.clear()
        line.busy = True
        if not listener.greeted:
            await hub.step_in()
        for message in await hub.news(room, listener):
            await line.send(message)
        line.busy = False


async def _obey(line: _Line, hub: Hub, room: Room, listener: Listener, crowd: TokenBucket) -> None:
    """One message after the other. Those of an address that says much wait for their turn among all others,
    and so does what may be dear to answer."""
    bucket = TokenBucket(hub.limits.per_connection, 2 * hub.limits.per_connection)
    while True:
        raw = await _receive(line.ws)
        if not bucket.take():
            raise too_fast()
        command: commands.Command = decoded(commands.read_said, raw)
        if (heard := command.at_once()) is not None:
            await line.send(protocol.encode(heard))
            continue
        if not crowd.take() or command.dear:
            await hub.step_in()
        with speaking(listener.language):
            try:
                answer = await hub.obey(room.id, listener.tokens, command, listener)
            except ParlourError as problem:
                _, fault = fault_of(problem)
                answer = protocol.Answered(False, command.id, error=fault)
        await line.answer(protocol.encode(answer))


async def _receive(ws: WebSocket) -> bytes:
    message = await ws.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    return text.encode("utf-8", "surrogatepass") if text is not None else message.get("bytes") or b""


async def _send(ws: WebSocket, message: bytes) -> None:
    await ws.send_text(message.decode())
