"""In front of everything that HTTP asks for: who asks for too much is turned away before any work is done."""

import asyncio
import time
from collections import Counter

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from facedown.server.http.headers import SAFE
from facedown.server.http.pace import Pace, neighbourhood
from facedown.server.http.refusals import Fault
from facedown.server.limits import Settings

MOST_BYTES = 32 * 1024
"""Of a body. A deck of the most cards fits twice."""
LONGEST_ADDRESS = 2048
MOST_HEADERS = 100
HEADER_BYTES = 16 * 1024
PENANCE = 1.0
"""Seconds that one who asks too often waits for the refusal: so a flood is as slow as it has sockets."""
MOST_WAITING = 500
"""So many may wait so; whoever comes then is hung up on at once."""
UNREAD = 20.0
"""Seconds in which a part of an answer has to be taken."""


class _Refusal(msgspec.Struct, frozen=True):
    """A whole response, ready to be sent."""

    start: Message
    body: Message


def _ready(status: int, code: str, why: str) -> _Refusal:
    body = msgspec.json.encode(Fault(code, why))
    headers = {
        **SAFE,
        "Content-Type": "application/json",
        "Content-Length": str(len(body)),
        "Connection": "close",
        **({"Retry-After": "2"} if status == 429 else {}),
    }
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    return _Refusal(
        {"type": "http.response.start", "status": status, "headers": pairs},
        {"type": "http.response.body", "body": body},
    )


NO_LENGTH = _ready(411, "length", "say how long the body is: `Content-Length`")
TOO_LARGE = _ready(413, "size", f"a request has at most {MOST_BYTES} bytes")
TOO_LONG = _ready(414, "address", f"an address has at most {LONGEST_ADDRESS} characters")
TOO_OFTEN = _ready(429, "pace", "you ask too often; wait a little")
TOO_MUCH = _ready(431, "headers", f"a request has at most {MOST_HEADERS} headers of {HEADER_BYTES} bytes")


class Door:
    """So many requests a second and so many at a time for each address; nothing that is too large."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._pace = Pace(settings.requests_per_address, settings.requests_at_once)
        self._most_inside = settings.requests_inside
        self._inside: Counter[str] = Counter()
        self._waiting = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = neighbourhood(scope["client"][0] if scope["client"] else "")
        if self._inside[address] >= self._most_inside or self._pace.early(address, time.monotonic()):
            await self._wait()
            await _say(TOO_OFTEN, send)
        elif (refusal := _fault(scope)) is not None:
            await _say(refusal, send)
        else:
            await self._let_in(address, scope, receive, send)

    async def _let_in(self, address: str, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(UNREAD):
                await send(message)

        self._inside[address] += 1
        try:
            await self._app(scope, receive, send_in_time)
        except TimeoutError:
            return  # nobody reads it: the connection is closed behind us
        finally:
            self._inside[address] -= 1
            if not self._inside[address]:
                del self._inside[address]

    async def _wait(self) -> None:
        if self._waiting < MOST_WAITING:
            self._waiting += 1
            try:
                await asyncio.sleep(PENANCE)
            finally:
                self._waiting -= 1


def _fault(scope: Scope) -> _Refusal | None:
    """What is wrong with the mere size of a request."""
    if len(scope["raw_path"]) + len(scope["query_string"]) > LONGEST_ADDRESS:
        return TOO_LONG
    headers = scope["headers"]
    if len(headers) > MOST_HEADERS or sum(len(name) + len(value) for name, value in headers) > HEADER_BYTES:
        return TOO_MUCH
    for name, value in headers:
        # A body that does not say its length could come in pieces of a byte, each of them work.
        if name == b"transfer-encoding":
            return NO_LENGTH
        if name == b"content-length" and not (value.isdigit() and int(value[:20]) <= MOST_BYTES):
            return TOO_LARGE
    return None


async def _say(refusal: _Refusal, send: Send) -> None:
    await send(refusal.start)
    await send(refusal.body)
