"""The browser client from our own installation, in front of a server elsewhere.

Whatever runs in the page comes from here; from the server comes data alone, passed on both ways.
"""

import asyncio
from email.message import Message
from urllib.error import HTTPError
from urllib.request import Request as Question

import msgspec
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from facedown import __version__
from facedown.client.address import Address
from facedown.client.api import MOST, TIMEOUT, opener, reason, unreachable
from facedown.client.line import LONGEST_MESSAGE
from facedown.server.http import SafeHeaders
from facedown.server.http.catalog import printed
from facedown.server.http.endpoint import CHANGING, JSON
from facedown.server.http.refusals import NotFound, fault
from facedown.server.http.status import Host
from facedown.server.pages import Pages

MOST_ASKED = 64 * 1024
"""Bytes in a request's body; a server takes half of that."""
METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE"]
ASKED = ("accept", "authorization", "content-type", "if-none-match")
ANSWERED = ("cache-control", "content-disposition", "content-type", "etag", "retry-after")
"""Headers that are passed on: no cookie, no policy, nothing that a server could change the page with."""
DATA = (JSON, "application/jsonl", "text/plain")
"""What may come from the server. A browser runs none of it."""
WENT_AWAY, NO_CODE = 1012, (1005, 1006, 1015)
"""WebSocket close codes: what we say for a server that is gone, and those that nobody may send."""


class Relay:
    """One server, seen through our own client at our own address."""

    def __init__(self, address: Address, origin: str) -> None:
        self._address, self._origin = address, origin

    def app(self) -> Starlette:
        """The application that a browser on this machine talks to."""
        pages = Pages()
        return Starlette(
            routes=[
                WebSocketRoute("/ws", self.talk),
                *pages.routes(),
                pages.fallback(),
                Route("/host", self.host),
                Route("/card-catalog", self.card_catalog),
                Route("/{path:path}", self.ask, methods=METHODS),
            ],
            middleware=[Middleware(SafeHeaders), Middleware(OnlyHere, origin=self._origin)],
        )

    async def host(self, _: Request) -> Response:
        """Says that this page is the player's own."""
        return _json(Host(True, self._address.http))

    async def card_catalog(self, request: Request) -> Response:
        """What is printed on cards is read here too; the server is asked about games that we do not have."""
        try:
            return _json(printed(request.query_params.get("game", "duel")))
        except NotFound:
            return await self.ask(request)

    async def ask(self, request: Request) -> Response:
        """Ask the server, and pass on what it answers if that is data."""
        body = bytearray()
        async for chunk in request.stream():
            body += chunk
            if len(body) > MOST_ASKED:
                return fault(413, "too_large", f"a request has at most {MOST_ASKED} bytes")
        path = request.scope["raw_path"].decode("ascii", "replace")
        query = request.scope["query_string"].decode("ascii", "replace")
        question = Question(  # noqa: S310 (http only, see Address)
            f"{self._address.http}{path}{'?' if query else ''}{query}",
            data=bytes(body) or None,
            headers={name: request.headers[name] for name in ASKED if name in request.headers},
            method=request.method,
        )
        question.add_header("User-Agent", f"facedown/{__version__}")
        return await run_in_threadpool(self._answer, question)

    def _answer(self, question: Question) -> Response:
        try:
            try:
                with opener.open(question, timeout=TIMEOUT) as answer:
                    return _pass_on(answer.status, answer.headers, answer.read(MOST))
            except HTTPError as error:
                with error:
                    return _pass_on(error.code, error.headers, error.read(MOST))
        except (OSError, ValueError) as error:
            return fault(502, "unreachable", unreachable(self._address, reason(error)))

    async def talk(self, socket: WebSocket) -> None:
        """One line of the page, as a line to the server."""
        try:
            far = await connect(
                self._address.ws,
                max_size=LONGEST_MESSAGE,
                compression=None,
                user_agent_header=f"facedown/{__version__}",
            )
        except (OSError, InvalidHandshake, InvalidURI) as error:
            why = unreachable(self._address, reason(error))
            await socket.send_denial_response(PlainTextResponse(f"{why}\n", 502))
            return
        await socket.accept()
        ways = [asyncio.create_task(_there(socket, far)), asyncio.create_task(_back(far, socket))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            await far.close()


class OnlyHere:
    """Lets in our own page alone: another site's page, or one that took on our address, is turned away."""

    def __init__(self, app: ASGIApp, origin: str) -> None:
        self._app, self._origin = app, origin

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on what comes from our own page."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        refused = None
        if f"http://{headers.get('host')}" != self._origin:
            refused = PlainTextResponse(f"open {self._origin}/ instead\n", 421)
        elif headers.get("origin", self._origin) != self._origin:
            refused = PlainTextResponse("pages from elsewhere may not ask here\n", 403)
        if refused is None:
            await self._app(scope, receive, send)
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(refused)
        else:
            await refused(scope, receive, send)


async def _there(near: WebSocket, far: ClientConnection) -> None:
    while True:
        frame = await near.receive()
        if frame["type"] == "websocket.disconnect":
            return
        data: str | bytes | None = frame.get("text")
        await far.send(frame["bytes"] if data is None else data)


async def _back(far: ClientConnection, near: WebSocket) -> None:
    try:
        while True:
            data = await far.recv()
            await (near.send_text(data) if isinstance(data, str) else near.send_bytes(data))
    except ConnectionClosed as closed:
        code = WENT_AWAY if closed.rcvd is None or closed.rcvd.code in NO_CODE else closed.rcvd.code
        await near.close(code, closed.rcvd.reason if closed.rcvd is not None else "the server is gone")


def _pass_on(status: int, headers: Message, body: bytes) -> Response:
    media = headers.get("content-type", "").partition(";")[0].strip().lower()
    elsewhere = 300 <= status < 400 and status != 304
    if elsewhere or (body and media not in DATA):
        return fault(502, "not_data", "the server answers with something that is no data")
    kept = {name: headers[name] for name in ANSWERED if name in headers}
    return Response(body, status, headers=kept)


def _json(answer: object) -> Response:
    return Response(msgspec.json.encode(answer), headers={"Cache-Control": CHANGING}, media_type=JSON)
