"""`facedown serve`: the application on a socket."""

import asyncio
import contextlib
import errno
import fcntl
import ipaddress
import os
import resource
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import uvicorn
from starlette.applications import Starlette

from facedown.server import garbage
from facedown.server.app import create_app
from facedown.server.crowd import LOOPBACK, Crowd, Network
from facedown.server.entrance import Entrance
from facedown.server.frames import Frames
from facedown.server.limits import Settings
from facedown.server.logs import set_up
from facedown.server.prepare import prepare
from facedown.server.requests import Requests

GRACE = 5
"""Seconds that open lines have to close when the server stops."""
UNREAD = 60
"""Seconds that the other end may leave what was sent to it without an acknowledgement."""
RECEIVED, SENT = 64 * 1024, 256 * 1024
"""Bytes of a connection that the kernel keeps for us; of its own accord it would keep up to ten megabytes."""
OWN_FILES = 64
"""Descriptors that we need ourselves, however many connections there are."""
REQUESTS = 1_000
"""Connections beside the WebSockets: requests, and those who have not said yet what they want."""
REQUESTS_EACH = 64
"""The same from one address."""


def serve(host: str, port: int, data: Path, settings: Settings | None = None) -> int:
    """Serve until interrupted. Prints the address once the socket listens."""
    settings = settings or Settings()
    set_up(settings.log_level)
    prepare()
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    # The writer's thread must not wait long for ours: an action is told only when it is on disk.
    sys.setswitchinterval(0.0005)
    garbage.begin()
    with _alone(data):
        return _run(listen(host, port), host, data, settings)


def _run(listener: socket.socket, host: str, data: Path, settings: Settings) -> int:
    app = create_app(data / "facedown.sqlite", settings)
    config = uvicorn.Config(
        app,
        ws=Frames,
        ws_max_size=2 * settings.message_bytes,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        http=Requests,
        lifespan="on",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        log_config=None,
    )
    address = f"http://{_printable(host)}:{listener.getsockname()[1]}"
    server = Serving(config, app, settings, f"Facedown is listening on {address}")
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:  # uvloop, where there is one
        runner.run(server.serve(sockets=[listener]))
    return 0 if server.started else 1


@contextlib.contextmanager
def _alone(data: Path) -> Iterator[None]:
    """Two servers on one store would lose nothing, but drop each other's matches: the second is refused."""
    with (data / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise OSError(errno.EBUSY, "another server uses that folder") from None
        yield


class Announcing(uvicorn.Server):
    """Says a line on stdout, once it listens; and to be told to stop is no failure."""

    def __init__(self, config: uvicorn.Config, words: str) -> None:
        super().__init__(config)
        self._words = words

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await self.listen(sockets or [])
        if self.started:
            sys.stdout.write(f"{self._words}\n")
            sys.stdout.flush()

    async def listen(self, sockets: list[socket.socket]) -> None:
        """Take connections here."""
        await super().startup(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Stop; the second time, at once."""
        # The inherited one would raise the signal again once all is closed: an exit code of failure.
        self.force_exit = self.should_exit
        self.should_exit = True


class Serving(Announcing):
    """Lets connections in by our own entrance."""

    def __init__(self, config: uvicorn.Config, app: Starlette, settings: Settings, words: str) -> None:
        super().__init__(config, words)
        self._app, self._settings = app, settings
        self._entrances: list[Entrance] = []

    async def listen(self, sockets: list[socket.socket]) -> None:
        """Take connections here."""
        await super().listen([])
        if not self.started:
            return
        metrics, settings = self._app.state.server.metrics, self._settings
        crowd = Crowd(
            min(settings.connections + REQUESTS, _descriptors() - OWN_FILES),
            each=settings.per_address + REQUESTS_EACH,
            nearby=settings.connections_nearby + REQUESTS,
            near=(*LOOPBACK, *_proxies()),
        )
        metrics.sockets.set_function(lambda: len(crowd))
        self._entrances = [Entrance(listener, self._speak, crowd, settings, metrics) for listener in sockets]

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let nobody in any more, and wait for those who are here."""
        for entrance in self._entrances:
            entrance.close()
        await super().shutdown(sockets)

    def _speak(self) -> Requests:
        return Requests(self.config, self.server_state, self.lifespan.state)


def _descriptors() -> int:
    """How many files and sockets this process may have open: as many as the system lets us."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        most = 1 << 20
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return most


def _proxies() -> list[Network]:
    """Machines that speak for many clients: uvicorn believes them whom they speak for."""
    found = []
    for host in os.environ.get("FORWARDED_ALLOW_IPS", "").split(","):
        with contextlib.suppress(ValueError):
            found.append(ipaddress.ip_network(host.strip()))
    return found


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio would not recognise it and leave Nagle's delay of 40 ms on every line.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # A line whose reader has stopped for good would stay half closed for as long as it likes.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD * 1000)
    # Inherited by every connection: what waits to be read counts as memory in the kernel, too.
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SENT)
    listener.bind((host, port))
    listener.listen(1024)
    listener.setblocking(False)
    return listener


def _printable(host: str) -> str:
    if host in ("0.0.0.0", "::"):  # noqa: S104 (only for printing)
        return "localhost"
    return f"[{host}]" if ":" in host else host
