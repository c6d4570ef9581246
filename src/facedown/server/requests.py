"""HTTP as strangers speak it: heads of a modest size, requests that arrive in time."""

import asyncio
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from facedown.server.wire import Wire

HEAD_LINES = 400
"""Lines that a request's head may have. A browser sends some twenty."""
LINES = 4
"""So many lines make as much work as a frame of a WebSocket."""


class Requests(H11Protocol):
    """uvicorn's HTTP behind a `Wire`."""

    def connection_made(self, transport: Any) -> None:
        """Somebody is there, and has yet to ask something."""
        super().connection_made(transport)
        self._lines = 0
        """Of a head that is not whole yet."""
        self._deadline: asyncio.TimerHandle | None = None
        self._upgraded = False
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Count the lines before anything is made of them: heads and chunks cost by the line."""
        lines = data.count(b"\n")
        cast(Wire, self.transport).charge(lines // LINES)
        if self.conn.their_state is h11.IDLE:
            self._lines += lines
        try:
            if self._lines > HEAD_LINES:
                self.send_400_response("A request has too many headers.")
                return
            super().data_received(data)
        except h11.LocalProtocolError:  # it broke the rules while we were answering: nothing more can be said
            self.transport.abort()
        self._watch()

    def on_response_complete(self) -> None:
        """The next request has its own lines and its own time."""
        self._lines = 0
        super().on_response_complete()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._stop()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a WebSocket."""
        self._upgraded = True
        super().handle_websocket_upgrade(event)

    def cut(self, why: str) -> None:  # noqa: ARG002 (there is nobody to tell)
        """Close at once, whatever was under way."""
        self.transport.abort()

    def _watch(self) -> None:
        """A request that is not whole runs against the clock."""
        if self._upgraded or self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop()
        elif self._deadline is None and not self.transport.is_closing():
            wire = cast(Wire, self.transport)
            seconds = wire.settings.request_seconds
            self._deadline = self.loop.call_later(seconds, wire.cut, "asks too slowly")

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
