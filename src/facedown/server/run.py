"""`facedown serve`: the application on a socket."""

import asyncio
import contextlib
import errno
import fcntl
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import uvicorn

from facedown.server import garbage
from facedown.server.app import create_app
from facedown.server.limits import Settings
from facedown.server.logs import set_up

GRACE = 5
"""Seconds that open lines have to close when the server stops."""
UNREAD = 60
"""Seconds that the other end may leave what was sent to it without an acknowledgement."""


def serve(host: str, port: int, data: Path, settings: Settings | None = None) -> int:
    """Serve until interrupted. Prints the address once the socket listens."""
    settings = settings or Settings()
    set_up(settings.log_level)
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    # The writer's thread must not wait long for ours: an action is told only when it is on disk.
    sys.setswitchinterval(0.0005)
    garbage.begin()
    with _alone(data):
        return _run(listen(host, port), host, data, settings)


def _run(listener: socket.socket, host: str, data: Path, settings: Settings) -> int:
    config = uvicorn.Config(
        create_app(data / "facedown.sqlite", settings),
        ws="websockets-sansio",
        ws_max_size=2 * settings.message_bytes,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        ws_per_message_deflate=False,
        http="h11",
        lifespan="on",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        log_config=None,
    )
    address = f"http://{_printable(host)}:{listener.getsockname()[1]}"
    server = Announcing(config, f"Facedown is listening on {address}")
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
        await super().startup(sockets)
        if self.started:
            sys.stdout.write(f"{self._words}\n")
            sys.stdout.flush()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Stop; the second time, at once."""
        # The inherited one would raise the signal again once all is closed: an exit code of failure.
        self.force_exit = self.should_exit
        self.should_exit = True


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named as TCP, or asyncio would not recognise it and leave Nagle's delay of 40 ms on every line.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        # A line whose reader has stopped for good would stay half closed for as long as it likes.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNREAD * 1000)
    listener.bind((host, port))
    listener.listen(1024)
    listener.setblocking(False)
    return listener


def _printable(host: str) -> str:
    if host in ("0.0.0.0", "::"):  # noqa: S104 (only for printing)
        return "localhost"
    return f"[{host}]" if ":" in host else host
