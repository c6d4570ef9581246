"""Between a socket and the protocol spoken on it: how much of one client is read, and for how long."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, cast

from facedown.server.limits import Bucket, Settings
from facedown.server.watchdog import doing

READ = 2048
"""Bytes of one client that are looked at in one turn of the loop: at most some 340 frames, or a millisecond.
Without it the loop would read up to 8 MB from whoever sends fast enough."""
SHARE = 4
"""A message may come in so many pieces, on average: frames, reads, lines of a request."""
SPARE = 200
"""Pieces beside the messages: pings, pongs, the lines of some requests."""
STRIKES = 20
"""How often a client may use up its budget before it is cut off; each time it has to wait."""
FORGIVEN = 60.0
"""Seconds after which one of them is forgotten."""
LINGER = 5.0
"""Seconds that a closed connection has to take in the last words."""

_buffer = memoryview(bytearray(READ))
"""All connections share it: what was read is copied before the next one reads."""


class Spoken(Protocol):
    """A protocol at our end of a wire."""

    def connection_made(self, transport: Any) -> None:
        """Here is the transport."""

    def data_received(self, data: bytes) -> None:
        """This was read."""

    def eof_received(self) -> None:
        """Nothing more will be read."""

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""

    def pause_writing(self) -> None:
        """What was sent piles up."""

    def resume_writing(self) -> None:
        """What was sent is being read again."""

    def cut(self, why: str) -> None:
        """End this, with a word to the client if there is one for it."""


class Wire(asyncio.BufferedProtocol):
    """To the socket it is the protocol, to the protocol it is the transport.

    A client over its budget is not read any more until it has waited for its share.
    """

    write: Callable[[bytes], None]
    get_extra_info: Callable[..., Any]
    is_closing: Callable[[], bool]
    abort: Callable[[], None]

    def __init__(
        self,
        spoken: Spoken,
        settings: Settings,
        loop: asyncio.AbstractEventLoop,
        *,
        cut: Callable[[str], None],
        gone: Callable[[], None],
    ) -> None:
        """`cut` is told why a client was cut off, `gone` that the connection is over."""
        self.settings = settings
        self._spoken, self._loop = spoken, loop
        self._cut, self._gone = cut, gone
        self._rate = SPARE + SHARE * settings.messages_a_second
        self._burst = SPARE + SHARE * settings.burst
        self._budget = Bucket(self._rate, self._burst, loop.time())
        self._pieces = 0
        """What the protocol found in the last read."""
        self._patience = Bucket(1 / FORGIVEN, STRIKES, loop.time())
        self._paused = False
        """Whether the protocol wants to read no more for now."""
        self._held: asyncio.Handle | None = None
        """What will end a wait, while we ourselves read no more."""
        self._unread: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport

    # --- to the socket ---

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The connection is open."""
        self._transport = real = cast(asyncio.Transport, transport)
        self.write, self.get_extra_info = real.write, real.get_extra_info
        self.is_closing, self.abort = real.is_closing, real.abort
        self._spoken.connection_made(self)

    def get_buffer(self, sizehint: int) -> memoryview:  # noqa: ARG002
        """Where the next read goes."""
        return _buffer

    def buffer_updated(self, nbytes: int) -> None:
        """So much was read: pass it on, and see whether this client has had its share."""
        doing("reading from a client")
        self._pieces = 1
        self._spoken.data_received(bytes(_buffer[:nbytes]))
        now = self._loop.time()
        if self._budget.take(now, self._pieces):
            if self._patience.take(now):
                self.cut("sends too much")
            else:
                self._hold(self._burst / 2 / self._rate)
        elif nbytes == READ:
            self._hold(0)  # more is waiting: the others first

    def eof_received(self) -> None:
        """The client will send no more."""
        self._spoken.eof_received()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        for timer in (self._held, self._unread):
            if timer is not None:
                timer.cancel()
        self._gone()
        self._spoken.connection_lost(exc)

    def pause_writing(self) -> None:
        """The client reads more slowly than we send."""
        if self._unread is None:
            self._unread = self._loop.call_later(self.settings.unread_seconds, self.cut, "does not read")
        self._spoken.pause_writing()

    def resume_writing(self) -> None:
        """It has caught up."""
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
        self._spoken.resume_writing()

    # --- to the protocol ---

    def charge(self, pieces: int) -> None:
        """The last read had so many pieces in it."""
        self._pieces += pieces

    def set_protocol(self, spoken: Spoken) -> None:
        """Another protocol is spoken from now on."""
        self._spoken = spoken

    def pause_reading(self) -> None:
        """Read no more for now."""
        if not self._paused:
            self._paused = True
            if self._held is None:
                self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read on."""
        if self._paused:
            self._paused = False
            if self._held is None and not self._transport.is_closing():
                self._transport.resume_reading()

    def close(self) -> None:
        """Close when all is sent, and not much later."""
        self._transport.close()
        if self._transport.get_write_buffer_size():
            self._loop.call_later(LINGER, self._transport.abort)

    def cut(self, why: str) -> None:
        """Enough of this client."""
        if not self._transport.is_closing():
            self._cut(why)
            self._spoken.cut(why)
            self.close()

    def _hold(self, seconds: float) -> None:
        if self._transport.is_closing():
            return
        if self._held is None and not self._paused:
            self._transport.pause_reading()
        self._held = (
            self._loop.call_later(seconds, self._release) if seconds else self._loop.call_soon(self._release)
        )

    def _release(self) -> None:
        self._held = None
        if not self._paused and not self._transport.is_closing():
            self._transport.resume_reading()
