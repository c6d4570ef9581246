"""One line to one client: reads, checks size and pace, and never lets a slow reader hold up a table."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from facedown.kernel import InvalidAction, Refused, Seat
from facedown.server.dialects import Classic, Dialect, Modern, kind_of
from facedown.server.hub import Hub, Live
from facedown.server.limits import Bucket, Settings
from facedown.server.logs import log
from facedown.server.messages import Called, FromServer, Ping
from facedown.server.metrics import Metrics
from facedown.store import Player
from facedown.table.messages import Rejected

GOING_AWAY, POLICY, TOO_SLOW = 1001, 1008, 1013
"""WebSocket close codes."""

Heard = Callable[["Connection", Called], Awaitable[None]]


class Connection:
    """A WebSocket with a player at the other end."""

    def __init__(
        self, socket: WebSocket, hub: Hub, hear: Heard, settings: Settings, metrics: Metrics
    ) -> None:
        self.player: Player | None = None
        self._socket, self._hub, self._hear = socket, hub, hear
        self._settings, self._metrics = settings, metrics
        self._dialect: Dialect = Classic()
        self._decided = False
        self._live: Live | None = None
        self._seat: Seat = -1
        self._outbox: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._bucket = Bucket(settings.messages_a_second, settings.burst, time.monotonic())
        self._over_limit = 0
        self._lag = 0
        self._pinged: tuple[int, float] = (0, 0.0)
        self._close: tuple[int, str] | None = None

    # --- what others ask of a line ---

    def send(self, message: FromServer) -> None:
        """Send this, soon. A reader that lets too much pile up is cut off."""
        if isinstance(message, Rejected):
            self._metrics.rejected.labels(message.code).inc()
        data = self._dialect.write(message)
        if data is None or self._close is not None:
            return
        if len(self._outbox) >= self._settings.outbox_messages:
            self.cut(TOO_SLOW, "you read too slowly; resume when the line is better")
            self._outbox.clear()
            return
        self._outbox.append(data)
        self._wake.set()

    def seat_at(self, live: Live, seat: Seat) -> None:
        """You sit here now."""
        self._live, self._seat = live, seat
        if isinstance(self._dialect, Classic):
            self._dialect.place = (live.room, seat)

    def unseat(self, why: str) -> None:
        """Your place is taken or gone."""
        self._live = None
        self.send(Rejected("unseated", why))
        if isinstance(self._dialect, Classic):
            self._dialect.place = None

    def stand_up(self) -> bool:
        """Leave the table, not the match. False if there was none."""
        live, self._live = self._live, None
        if live is None:
            return False
        self._hub.part(live, self._seat, self, on_purpose=True)
        return True

    def sits_at(self, live: Live, seat: Seat) -> bool:
        """Whether this line already has that place."""
        return self._live is live and self._seat == seat

    def pong(self, id_: int) -> None:
        """The client answered a ping: half the way there and back is its lag."""
        asked, since = self._pinged
        if id_ == asked and since:
            self._lag = int((time.monotonic() - since) * 500)
            self._pinged = (asked, 0.0)

    def cut(self, code: int, why: str) -> None:
        """Close the line after what is already under way."""
        if self._close is None:
            self._close = (code, why)
            self._metrics.cut_off.labels(str(code)).inc()
            self._wake.set()

    # --- the line itself ---

    async def run(self) -> None:
        """Serve the line until it is closed."""
        await self._socket.accept()
        writer = asyncio.create_task(self._write())
        try:
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            live, self._live = self._live, None
            if live is not None:
                self._hub.part(live, self._seat, self, on_purpose=False)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _read(self) -> None:
        while True:
            frame = await self._socket.receive()
            if frame["type"] == "websocket.disconnect":
                return
            if self._close is not None:
                continue
            self._metrics.messages.inc()
            text = frame.get("text")
            try:
                data = text.encode() if text is not None else frame.get("bytes") or b""
                self._check_pace(data)
                await self._handle(data)
            except Refused as refused:
                at = self._live.room.table.at if self._live is not None else None
                self.send(Rejected(refused.code, str(refused), at))
            except Exception as error:
                # A fault of ours: the sender hears of it, the log has it, the others play on.
                log("message failed", level="ERROR", error=repr(error))
                self.send(Rejected("fault", "the server failed at that; it was noted, and nothing changed"))
                if self._live is not None:
                    self._hub.drop(self._live, "resume the match to go on")

    async def _handle(self, data: bytes) -> None:
        if not self._decided:
            if kind_of(data) == "hello":
                self._dialect = Modern()
            self._decided = True
        message = self._dialect.read(data)
        if isinstance(message, Called):
            await self._hear(self, message)
        elif self._live is None:
            raise InvalidAction("you are at no table; join, resume or watch a match first")
        else:
            self._hub.say(self._live, self._seat, message, self, self._lag)

    def _check_pace(self, data: bytes) -> None:
        if not self._bucket.take(time.monotonic()):
            self._over_limit += 1
            if self._over_limit > self._settings.flood_patience:
                self.cut(POLICY, "you send too much")
            raise InvalidAction("you send too fast; wait a moment")
        if len(data) > self._settings.message_bytes:
            raise InvalidAction(f"a message has at most {self._settings.message_bytes} bytes")

    async def _write(self) -> None:
        """Send what is in the outbox; alone here, so that nobody else ever waits for this client."""
        socket = self._socket
        while True:
            while self._outbox:
                await socket.send_text(self._outbox.popleft().decode())
            if self._close is not None:
                if socket.application_state is WebSocketState.CONNECTED:
                    await socket.close(*self._close)
                return
            self._wake.clear()
            await self._wake.wait()

    def ping(self) -> None:
        """Ask how far away the client is."""
        if isinstance(self._dialect, Modern):
            asked = self._pinged[0] + 1
            self._pinged = (asked, time.monotonic())
            self.send(Ping(asked))
