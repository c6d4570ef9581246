"""The ASGI application: what a server is made of, put together once."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import URL
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from facedown.crypto.signing import SessionKey, fingerprint
from facedown.server import garbage, http
from facedown.server.connection import Connection
from facedown.server.crowd import Crowd
from facedown.server.hub import Hub
from facedown.server.key import server_key
from facedown.server.limits import Settings
from facedown.server.logs import cause, log
from facedown.server.metrics import Metrics
from facedown.server.pages import Pages
from facedown.server.reception import DAY, Reception
from facedown.server.rota import Rota
from facedown.server.watchdog import Watchdog, doing
from facedown.store import Accounts, Database, Decks, Matches, Ratings, Tokens

FULL = {
    "full": "the server is full; try again later",
    "address": "there are too many connections from your address; close some",
}
PHASES = 100
"""In how many parts the lines are pinged, one after the other."""
TICK = 0.2
PING = 15.0
SWEEP = 3600.0
"""Seconds between two looks at the clocks, at the lines' lag, and for forgotten matches."""


class Server:
    """One process's server: the store, the hub, the reception and every open line."""

    def __init__(self, path: Path, settings: Settings, key: SessionKey) -> None:
        """Call it in the event loop that is to run it."""
        loop = asyncio.get_running_loop()
        self.settings = settings
        self.database = Database(path, deliver=loop.call_soon_threadsafe)
        self.accounts = Accounts(self.database)
        self.tokens = Tokens(self.database)
        self.decks = Decks(self.database)
        self.matches = Matches(self.database)
        self.ratings = Ratings(self.database)
        self.metrics = Metrics()
        self.hub = Hub(self.matches, settings, self.metrics, now=now, wall=wall, key=key)
        self.reception = Reception(
            self.hub,
            self.accounts,
            self.tokens,
            self.decks,
            settings=settings,
            metrics=self.metrics,
            wall=wall,
        )
        self.watchdog = Watchdog(self.metrics)
        self._crowd = Crowd(
            settings.connections, each=settings.per_address, nearby=settings.connections_nearby
        )
        self.lines: set[Connection] = set()
        self._pings: Rota[Connection] = Rota(PHASES)

    async def talk(self, socket: WebSocket) -> None:
        """Serve one WebSocket from its first word to its last."""
        if not self._welcome_from(socket):
            log("wrong origin", level="WARNING", origin=socket.headers.get("origin", "")[:100])
            await _refuse(socket, 403, "pages from elsewhere may not connect")
            return
        host = socket.client.host if socket.client else ""
        if (why := self._crowd.admit(host)) is not None:
            log("no room", level="WARNING", why=why, connections=len(self._crowd))
            self.metrics.refused.labels(why).inc()
            await _refuse(socket, 503, FULL[why])
            return
        line = Connection(socket, self.hub, self.reception.hear, self.settings, self.metrics)
        self._pings.add(line)
        self.lines.add(line)
        self.metrics.connections.inc()
        try:
            await line.run()
        finally:
            self._pings.discard(line)
            self.lines.discard(line)
            self._crowd.leave(host)
            self.metrics.connections.dec()
            self.reception.gone(line)

    def _welcome_from(self, socket: WebSocket) -> bool:
        """A browser says which page a connection comes from; another site's page must not play as you."""
        origin = socket.headers.get("origin")
        if origin is None or origin in self.settings.origins:
            return True
        return URL(origin).netloc == socket.headers.get("host")

    async def keep_time(self) -> None:
        """Let clocks run, measure lag, close what is forgotten."""
        await asyncio.gather(
            _every(TICK, self.hub.tick),
            _every(PING / PHASES, self._ping),
            _every(garbage.EVERY, garbage.settle),
            _every(SWEEP, self._sweep),
        )

    def _ping(self) -> None:
        for line in self._pings.next():
            line.ping()

    def _sweep(self) -> None:
        self.hub.sweep()
        if not self.lines:
            garbage.clear()
        now = wall()
        self.tokens.purge(now)
        # Twice: a guest's token lasts so long, and somebody may be here with one that has just run out.
        self.accounts.purge(now - 2 * self.settings.guest_days * DAY)

    async def close(self) -> None:
        """Close the store. Running matches are in it and can be resumed."""
        self.hub.close()
        await asyncio.to_thread(self.database.close)


def now() -> int:
    """Milliseconds on a clock that never jumps."""
    return int(time.monotonic() * 1000)


def wall() -> int:
    """Milliseconds since 1970."""
    return int(time.time() * 1000)


def create_app(path: Path, settings: Settings | None = None) -> Starlette:
    """The application; the store at `path` is opened when it starts. The server's key lies beside it."""
    settings = settings or Settings()
    key = server_key(path.parent)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        server = Server(path, settings, key)
        app.state.server = server
        server.watchdog.start()
        keeper = asyncio.create_task(server.keep_time())
        log("server started", running=len(server.hub.playing), key=fingerprint(server.hub.public))
        try:
            yield
        finally:
            keeper.cancel()
            server.watchdog.stop()
            await server.close()
            log("server stopped")

    pages = Pages()
    *interface, nothing = http.routes(settings, wall)
    return Starlette(
        routes=[WebSocketRoute("/ws", _talk), *pages.routes(), *interface, pages.fallback(), nothing],
        middleware=[Middleware(http.Door, settings), Middleware(http.SafeHeaders)],
        lifespan=lifespan,
    )


async def _talk(socket: WebSocket) -> None:
    server: Server = socket.app.state.server
    await server.talk(socket)


async def _every(seconds: float, work: Callable[[], None]) -> None:
    """Do this again and again; whatever fails, time goes on."""
    while True:
        await asyncio.sleep(seconds)
        doing(work.__name__)
        try:
            work()
        except Exception as error:
            log("upkeep failed", level="ERROR", **cause(error))


async def _refuse(socket: WebSocket, status: int, why: str) -> None:
    await socket.send_denial_response(PlainTextResponse(f"{why}\n", status))
