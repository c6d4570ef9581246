"""The way of a request: checked from the outside in, answered on a thread, put into bytes."""

import asyncio
import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from facedown.kernel import Refused
from facedown.server.http.door import MOST_BYTES
from facedown.server.http.endpoint import JSON, PRIVATE, AnyEndpoint, Ask, Call, Effort
from facedown.server.http.pace import Gate, Pace, neighbourhood
from facedown.server.http.refusals import (
    BadRequest,
    NotJson,
    NotSignedIn,
    TooLarge,
    TooSlow,
    WrongMethod,
    fault,
    refusal,
)
from facedown.server.limits import Settings
from facedown.server.logs import cause, log
from facedown.server.nesting import check_nesting
from facedown.server.watchdog import beside, doing
from facedown.store import DatabaseClosed

PATIENCE = 10
"""Seconds in which a body has to arrive."""
PART = 64 * 1024
"""Bytes of an answer that are sent at once."""

AskT = TypeVar("AskT", bound=Ask)


class Desk:
    """Where requests are answered, and what limits them."""

    def __init__(self, settings: Settings, wall: Callable[[], int]) -> None:
        self._wall = wall
        self._names = Pace(settings.attempts_per_name)
        self._limits: dict[Effort, tuple[Pace | None, Gate]] = {
            "light": (None, Gate(8, 200)),
            # They hold the interpreter: one at a time leaves the tables their share of it.
            "text": (Pace(settings.texts_per_address), Gate(1, 16)),
            "log": (Pace(settings.logs_per_address), Gate(1, 16)),
            "password": (Pace(settings.attempts_per_address), Gate(settings.passwords_at_once, 8)),
            "audit": (Pace(settings.audits_per_address), Gate(1, 8)),
            "signature": (Pace(settings.signatures_per_address), Gate(2, 64)),
        }

    async def answer(self, endpoint: AnyEndpoint, request: Request) -> Response:
        """The response to a request, whatever it is."""
        doing(f"{endpoint.method} {endpoint.path}")
        try:
            return await self._answer(endpoint, request)
        except Refused as refused:
            return refusal(refused)
        except DatabaseClosed:
            return fault(503, "closing", "the server is going away; try again soon", {"Retry-After": "5"})
        except ClientDisconnect:
            return Response(status_code=400)  # nobody is there to read it
        except Exception as error:
            log("request failed", level="ERROR", path=endpoint.path, **cause(error))
            return fault(500, "fault", "the server failed at that; it was noted, and nothing changed")

    async def _answer(self, endpoint: AnyEndpoint, request: Request) -> Response:
        token = None if endpoint.signed == "no" else _token(request)
        if endpoint.signed == "yes" and token is None:
            raise NotSignedIn("send your token: `Authorization: Bearer …`")
        address = neighbourhood(request.client.host if request.client else "")
        pace, gate = self._limits[endpoint.effort]
        if pace is not None:
            pace.check(address, time.monotonic())
        # Before anybody's turn: who sends slowly must not keep the others from theirs.
        body = await _body(request) if endpoint.has_body else b""
        async with gate.enter():
            call: Call[Ask] = Call(
                request.app.state.server,
                request.path_params,
                token,
                address,
                now=self._wall(),
                soon=asyncio.get_running_loop().call_soon_threadsafe,
                count_name=lambda name: self._names.check(name.casefold(), time.monotonic()),
            )
            response = await run_in_threadpool(_run, endpoint, call, body, dict(request.query_params))
        return _unless_known(request, response)


class Resource:
    """All methods of one path, as an ASGI application."""

    def __init__(self, desk: Desk, endpoints: Sequence[AnyEndpoint]) -> None:
        self._desk = desk
        self._endpoints: dict[str, AnyEndpoint] = {endpoint.method: endpoint for endpoint in endpoints}
        if "GET" in self._endpoints:
            self._endpoints["HEAD"] = self._endpoints["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        endpoint = self._endpoints.get(request.method)
        if endpoint is None:
            allowed = ", ".join(sorted(self._endpoints))
            response = refusal(WrongMethod(f"this address takes {allowed}", {"Allow": allowed}))
        else:
            response = await self._desk.answer(endpoint, request)
            counter = request.app.state.server.metrics.requests
            counter.labels(endpoint.method, endpoint.path, str(response.status_code)).inc()
        await _send(response, scope, receive, send)


async def _send(response: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """A long answer goes out in parts, each when the one before was taken: nothing piles up unread."""

    async def in_parts(message: Message) -> None:
        body = message.get("body", b"")
        at = 0
        while len(body) - at > PART:
            await send({**message, "body": body[at : at + PART], "more_body": True})
            at += PART
        await send({**message, "body": body[at:]} if at else message)

    await response(scope, receive, in_parts)


def _run(endpoint: AnyEndpoint, call: Call[Ask], body: bytes, query: Mapping[str, str]) -> Response:
    """On a thread: who it is, then what is asked, then the handler."""
    with beside(f"{endpoint.method} {endpoint.path}"):
        return _respond(endpoint, call, body, query)


def _respond(endpoint: AnyEndpoint, call: Call[Ask], body: bytes, query: Mapping[str, str]) -> Response:
    if endpoint.signed == "yes":
        _ = call.player  # a stranger is refused before anything that was sent is looked at
    call.ask = _read_body(body, endpoint.ask) if endpoint.has_body else _read_query(query, endpoint.ask)
    answer = endpoint.run(call)
    if isinstance(answer, Response):
        return answer
    if answer is None:
        return Response(status_code=endpoint.status)
    data = msgspec.json.encode(answer)
    headers = {"Cache-Control": endpoint.cache}
    if endpoint.cache != PRIVATE:
        headers["ETag"] = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    return Response(data, endpoint.status, headers=headers, media_type=JSON)


def _read_body(body: bytes, ask: type[AskT]) -> AskT:
    check_nesting(body)
    try:
        return msgspec.json.decode(body, type=ask)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(f"the body is not what this address takes: {error}") from None


def _read_query(query: Mapping[str, str], ask: type[AskT]) -> AskT:
    try:
        return msgspec.convert(query, ask, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest(f"the query is not what this address takes: {error}") from None


async def _body(request: Request) -> bytes:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
        raise NotJson(f"send JSON, and say so: `Content-Type: {JSON}`", {"Connection": "close"})
    body = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for chunk in request.stream():
                body += chunk
                if len(body) > MOST_BYTES:
                    raise _too_large()
    except TimeoutError:
        raise TooSlow("the body did not arrive in time", {"Connection": "close"}) from None
    return bytes(body)


def _too_large() -> TooLarge:
    return TooLarge(f"a request has at most {MOST_BYTES} bytes", {"Connection": "close"})


def _token(request: Request) -> str | None:
    """The bearer's token. It is read from this header alone: addresses end up in logs and histories."""
    header = request.headers.get("authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    if scheme.lower() != "bearer" or not 0 < len(token) <= 100:
        raise NotSignedIn("send your token as `Authorization: Bearer …`")
    return token


def _unless_known(request: Request, response: Response) -> Response:
    """Nothing, if the client has this very answer already."""
    tag = response.headers.get("etag")
    known = [old.strip().removeprefix("W/") for old in request.headers.get("if-none-match", "").split(",")]
    if tag is None or tag not in known:
        return response
    kept = {name: response.headers[name] for name in ("etag", "cache-control")}
    return Response(status_code=304, headers=kept)
