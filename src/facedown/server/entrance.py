"""Where connections come in: a few in each turn of the loop, and none that would be too many."""

import asyncio
import socket
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from facedown.server.crowd import Crowd
from facedown.server.http.pace import Pace, neighbourhood
from facedown.server.http.refusals import TooMany
from facedown.server.limits import Settings
from facedown.server.logs import cause, log
from facedown.server.metrics import Metrics
from facedown.server.watchdog import doing
from facedown.server.wire import Spoken, Wire

AT_ONCE = 16
"""Connections that are taken in one turn of the loop; the others wait in the kernel."""
PAUSE = 0.25
"""Seconds after which we try again, when the system has no descriptor or memory for another connection."""


class Entrance:
    """Takes connections from a socket that listens. A loop's own server would take all that wait in one go,
    and some would close for good when the system runs out of file descriptors."""

    def __init__(
        self,
        listener: socket.socket,
        speak: Callable[[], Spoken],
        crowd: Crowd,
        settings: Settings,
        metrics: Metrics,
    ) -> None:
        """`speak` makes the protocol for a new connection."""
        self._listener, self._speak = listener, speak
        self._crowd, self._settings, self._metrics = crowd, settings, metrics
        self._arrivals = Pace(settings.connects_per_address)
        self._loop = asyncio.get_running_loop()
        self._arriving: set[asyncio.Task[Any]] = set()
        self._again: asyncio.TimerHandle | None = None
        self._open()

    def close(self) -> None:
        """Nobody comes in any more."""
        self._loop.remove_reader(self._listener)
        if self._again is not None:
            self._again.cancel()

    def _open(self) -> None:
        self._again = None
        self._loop.add_reader(self._listener, self._take)

    def _take(self) -> None:
        doing("taking connections")
        for _ in range(AT_ONCE):
            try:
                connection, address = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                log("no connection can be taken", level="ERROR", **cause(error))
                self._metrics.refused.labels("system").inc()
                self._loop.remove_reader(self._listener)
                self._again = self._loop.call_later(PAUSE, self._open)
                return
            self._admit(connection, address[0])

    def _admit(self, connection: socket.socket, host: str) -> None:
        why = self._hasty(host) or self._crowd.admit(host)
        if why is not None:
            self._metrics.refused.labels(why).inc()
            connection.close()
            return
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        arriving = self._loop.create_task(self._bring(connection, host))
        self._arriving.add(arriving)
        arriving.add_done_callback(self._arriving.discard)

    def _hasty(self, host: str) -> str | None:
        if not self._crowd.near(host):
            try:
                self._arrivals.check(neighbourhood(host), time.monotonic())
            except TooMany:
                return "pace"
        return None

    async def _bring(self, connection: socket.socket, host: str) -> None:
        wire = Wire(
            self._speak(),
            self._settings,
            self._loop,
            cut=lambda why: self._metrics.cut_off.labels(why).inc(),
            gone=partial(self._crowd.leave, host),
        )
        try:
            await self._loop.connect_accepted_socket(lambda: wire, connection)
        except OSError:  # it was gone before it was here
            connection.close()
            self._crowd.leave(host)
