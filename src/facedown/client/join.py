"""`facedown join`: play on a server with the browser client of one's own installation.

Each server gets a port of its own here, the same every time: to a browser that is another place, where tokens
and keys of one server stay out of sight of the next.
"""

import argparse
import asyncio
import errno
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import msgspec
import uvicorn

from facedown.client import files, places
from facedown.client.address import Address
from facedown.client.api import Api
from facedown.client.relay import Relay
from facedown.client.trouble import NO_SERVER, OK, Trouble
from facedown.server.messages import PROTOCOL
from facedown.server.run import Announcing, listen

HOST = "127.0.0.1"
"""Never anything else: whoever else could reach the page could play as us."""
TRIES = 100


class Place(msgspec.Struct, frozen=True):
    """Where a server is to be found on this machine."""

    port: int


def run(args: argparse.Namespace) -> int:
    """Serve our own client for that server until interrupted."""
    address = Address.parse(args.url)
    theirs = Api(address).version().protocol
    if theirs != PROTOCOL:
        what = f"{address.http} speaks protocol {theirs}, this installation {PROTOCOL}"
        raise Trouble(f"{what}; upgrade the older of the two", NO_SERVER)
    listener = _listen(address, args.port)
    origin = f"http://{HOST}:{listener.getsockname()[1]}"
    config = uvicorn.Config(
        Relay(address, origin).app(),
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        http="h11",
        log_level="critical",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
        log_config=None,
    )
    words = f"Your own client for {address.http} is at {origin}/ (Ctrl-C ends it)"
    if not args.no_browser and sys.stdout.isatty():
        threading.Timer(0.5, webbrowser.open, [f"{origin}/"]).start()
    asyncio.run(Announcing(config, words).serve(sockets=[listener]))
    return OK


def _listen(address: Address, wanted: int | None) -> socket.socket:
    """The socket at this server's own port: the one that is asked for, the one of last time, or a new one."""
    kept = _kept(address)
    port = wanted or _port(kept)
    if port:
        try:
            listener = listen(HOST, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise Trouble(
                    f"cannot listen on port {port}: {error.strerror}; give another --port"
                ) from None
            what = f"port {port} is taken; is `facedown join` for this server already running?"
            raise Trouble(f"{what} Else give another --port") from None
    else:
        listener = _new(kept.parent.parent)
    if wanted is None:
        files.write(kept, msgspec.json.encode(Place(listener.getsockname()[1])), mode=0o600)
    return listener


def _new(sessions: Path) -> socket.socket:
    """A free port that no other server has had here: what a browser keeps for that one is not for ours."""
    taken = {_port(path) for path in sessions.glob("*/join.json")}
    for _ in range(TRIES):
        listener = listen(HOST, 0)
        if listener.getsockname()[1] not in taken:
            return listener
        listener.close()
    raise Trouble("no free port was found; give one with --port")


def _kept(address: Address) -> Path:
    return places.sessions(address.key) / "join.json"


def _port(path: Path) -> int:
    """The port that was kept in this file; 0: none."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Place).port
    except (OSError, msgspec.DecodeError):
        return 0
