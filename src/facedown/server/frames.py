"""WebSockets as strangers speak them: every kind of frame is counted, and none makes much work."""

import random
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from facedown.server.wire import Wire

POLICY = 1008
"""The close code for whoever breaks the rules of the house."""
FRAGMENTS = 64
"""Frames that one message may come in."""
NO_HANDSHAKE = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
_PONG = bytes([0x80 | Opcode.PONG])


class Frames(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket behind a `Wire`."""

    def connection_made(self, transport: Any) -> None:
        """Nothing is read before the application has asked for it: it may not want this client at all."""
        super().connection_made(transport)
        self.read_paused = True
        self.transport.pause_reading()
        self._owed = b""
        """The pong that a client gets when it reads again."""

    def data_received(self, data: bytes) -> None:
        """The first that comes is a whole handshake, or never will be one."""
        super().data_received(data)
        if not self.handshake_initiated:
            self.transport.write(NO_HANDSHAKE)
            self.transport.close()

    def handle_events(self) -> None:
        """Frames of all kinds count."""
        cast(Wire, self.transport).charge(len(self.conn.events))
        super().handle_events()

    def handle_ping(self) -> None:
        """Answer the last of many pings, as RFC 6455 allows (5.5.3), and none while nothing is read."""
        output = self.conn.data_to_send()
        pongs = [frame for frame in output if frame.startswith(_PONG)]
        if len(pongs) > 1:
            output = [frame for frame in output if not frame.startswith(_PONG) or frame is pongs[-1]]
        if self.writable.is_set():
            self.transport.write(b"".join(output))
        else:
            self._owed = b"".join(output)

    def resume_writing(self) -> None:
        """The client reads again."""
        super().resume_writing()
        if self._owed and not self.transport.is_closing():
            self.transport.write(self._owed)
        self._owed = b""

    def handle_cont(self, event: Frame) -> None:
        """A message has an end."""
        if len(self.frames) >= FRAGMENTS:
            cast(Wire, self.transport).cut("a message in too many pieces")
        elif not self.close_sent:
            super().handle_cont(event)

    def schedule_ping(self) -> None:
        """Each line at a time of its own, even if all came at once."""
        assert self.ping_interval is not None
        delay = self.ping_interval * random.uniform(0.7, 1)  # noqa: S311 (no secret)
        self.ping_timer = self.loop.call_later(delay, self.send_keepalive_ping)

    def cut(self, why: str) -> None:
        """Close the line with a policy code."""
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.conn.fail(POLICY, why)
            self.handle_parser_exception()
