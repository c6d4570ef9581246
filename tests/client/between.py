"""Somebody between the clients and the server: hears everything, and may say something else."""

import asyncio
import http.client
from collections.abc import Callable
from http import HTTPStatus
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed

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
        self._front: asyncio.Server | None = None
        self._lines: list[ServerConnection] = []
        self.up: list[tuple[int, str]] = []
        self.down: list[tuple[int, str]] = []
        self.asked: list[str] = []
        """What was asked for over HTTP, with the headers."""
        self.pass_up: Pass = as_it_is
        self.pass_down: Pass = as_it_is
        self.pass_page: Callable[[str, bytes], bytes | None] = lambda _, page: page
        """From a path and what the server answers to what is passed on; None: no answer but a fault."""
        self.refuse: Callable[[str], bool] = lambda _: False
        """Whether what is asked for at this path never reaches the server."""

    async def __aenter__(self) -> Self:
        self._server = await serve(self._line, "127.0.0.1", 0, compression=None, max_size=2**24)
        self._front = await asyncio.start_server(self._call, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        assert self._front is not None
        self._front.close()
        self._server.close()
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        """Where clients find it."""
        assert self._front is not None
        return f"http://127.0.0.1:{self._front.sockets[0].getsockname()[1]}"

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

    async def _call(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A WebSocket goes to its own server; anything else is asked of the one behind us."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            method, path, _ = head.decode().split(" ", 2)
            if path == "/ws":
                await self._tunnel(head, reader, writer)
            else:
                await self._page(method, path, head, reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def _tunnel(self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert self._server is not None
        port = next(iter(self._server.sockets)).getsockname()[1]
        there, back = await asyncio.open_connection("127.0.0.1", port)
        back.write(head)

        async def pour(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            while data := await source.read(2**16):
                target.write(data)
                await target.drain()
            target.close()

        await asyncio.gather(pour(reader, back), pour(there, writer), return_exceptions=True)

    async def _page(
        self,
        method: str,
        path: str,
        head: bytes,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        given = head.decode().split("\r\n")[1:-2]
        headers = dict(line.split(": ", 1) for line in given)
        size = next((int(value) for name, value in headers.items() if name.lower() == "content-length"), 0)
        body = await reader.readexactly(size)
        self.asked.append(f"{method} {path} {headers} {body.decode()}")
        passed: bytes | None = None
        if not self.refuse(path):
            status, page = await asyncio.to_thread(self._fetch, method, path, headers, body)
            passed = self.pass_page(path, page)
        if passed is None:
            status, passed = 503, b""
        start = f"HTTP/1.1 {status} {HTTPStatus(status).phrase}"
        writer.write(f"{start}\r\nContent-Length: {len(passed)}\r\nConnection: close\r\n\r\n".encode())
        writer.write(passed)
        await writer.drain()

    def _fetch(self, method: str, path: str, headers: dict[str, Any], body: bytes) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self._host)
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        page = answer.read()
        connection.close()
        return answer.status, page
