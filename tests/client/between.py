"""Somebody between the clients and the server: hears everything, and may say something else."""

import asyncio
import http.client
from collections.abc import Callable
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response

Pass = Callable[[int, str], list[str]]
"""From the number of a line and a message on it to what is passed on instead."""


def as_it_is(_: int, message: str) -> list[str]:
    """Pass it on."""
    return [message]


class Between:
    """A man in the middle. `up` and `down` are everything that the server has heard and said."""

    def __init__(self, url: str) -> None:
        self._host = url.removeprefix("http://")
        self._server: Server | None = None
        self._lines: list[ServerConnection] = []
        self.up: list[tuple[int, str]] = []
        self.down: list[tuple[int, str]] = []
        self.asked: list[str] = []
        """What was asked for over HTTP, with the headers."""
        self.pass_up: Pass = as_it_is
        self.pass_down: Pass = as_it_is
        self.pass_page: Callable[[str, bytes], bytes] = lambda _, page: page

    async def __aenter__(self) -> Self:
        self._server = await serve(
            self._line, "127.0.0.1", 0, process_request=self._page, compression=None, max_size=2**24
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        """Where clients find it."""
        assert self._server is not None
        return f"http://127.0.0.1:{next(iter(self._server.sockets)).getsockname()[1]}"

    async def cut(self, line: int) -> None:
        """Cut this line."""
        await self._lines[line].close(1012)

    async def _line(self, client: ServerConnection) -> None:
        number = len(self._lines)
        self._lines.append(client)
        async with connect(f"ws://{self._host}/ws", compression=None, max_size=2**24) as server:
            pumps = [
                asyncio.create_task(self._pump(number, client, server, self.up, lambda: self.pass_up)),
                asyncio.create_task(self._pump(number, server, client, self.down, lambda: self.pass_down)),
            ]
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
            for pump in pumps:
                pump.cancel()
            await asyncio.gather(*pumps, return_exceptions=True)

    async def _pump(
        self,
        number: int,
        source: ServerConnection | ClientConnection,
        target: ServerConnection | ClientConnection,
        heard: list[tuple[int, str]],
        how: Callable[[], Pass],
    ) -> None:
        try:
            async for message in source:
                assert isinstance(message, str)
                heard.append((number, message))
                for other in how()(number, message):
                    await target.send(other)
        except ConnectionClosed:
            pass

    async def _page(self, _: ServerConnection, request: Request) -> Response | None:
        """Anything but a WebSocket is asked of the server."""
        if request.path == "/ws":
            return None
        headers = dict(request.headers.raw_items())
        self.asked.append(f"{request.path} {headers}")
        status, page = await asyncio.to_thread(self._fetch, request.path, headers)
        page = self.pass_page(request.path, page)
        found = Headers({"Content-Length": str(len(page)), "Connection": "close"})
        return Response(status, HTTPStatus(status).phrase, found, page)

    def _fetch(self, path: str, headers: dict[str, Any]) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self._host)
        connection.request("GET", path, headers=headers)
        answer = connection.getresponse()
        page = answer.read()
        connection.close()
        return answer.status, page
