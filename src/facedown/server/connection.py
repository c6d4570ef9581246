"""One line to one client: reads, checks size and pace, and never lets a slow reader hold up a table."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.websockets import WebSocket

from facedown.kernel import InvalidAction, ProofRejected, Refused, Seat
from facedown.server.dialects import Classic, Dialect, Modern, kind_of
from facedown.server.http.pace import neighbourhood
from facedown.server.hub import Hub
from facedown.server.limits import Bucket, Settings
from facedown.server.live import Live
from facedown.server.logs import cause, log
from facedown.server.messages import Called, FromServer, Ping
from facedown.server.metrics import Metrics
from facedown.server.nesting import check_nesting
from facedown.server.watchdog import doing
from facedown.store import Player
from facedown.table.messages import Rejected

POLICY, TOO_SLOW = 1008, 1013
"""WebSocket close codes."""
KIND_SHOWN = 40
"""Characters of a refused message's `type` that are said back."""
FALSE_PROOF = 2
"""A proof that does not hold counts as so many messages more: it took long to check."""
HEAVY = 60
"""A second of processor time that somebody's wish took counts as so many messages."""
FAREWELL = 2.0
"""Seconds that a line has for the last words when it is cut."""

Heard = Callable[["Connection", Called], Awaitable[None]]


class Connection:
    """A WebSocket with a player at the other end."""

    def __init__(
        self, socket: WebSocket, hub: Hub, hear: Heard, settings: Settings, metrics: Metrics
    ) -> None:
        self.player: Player | None = None
        self.address = neighbourhood(socket.client.host if socket.client else "")
        self._socket, self._hub, self._hear = socket, hub, hear
        self._settings, self._metrics = settings, metrics
        self._dialect: Dialect = Classic()
        self._decided = False
        """Whether the client has shown which dialect it speaks."""
        self._live: Live | None = None
        self._seat: Seat = -1
        self._inbox: deque[bytes | Refused] = deque()
        """What the client said, or why it was not even read."""
        self._heard = asyncio.Event()
        self._ended = False
        """Whether the other end is gone."""
        self._outbox: deque[bytes] = deque()
        self._unsent = 0
        """Bytes in the outbox."""
        self._wake = asyncio.Event()
        now = time.monotonic()
        self._pace = Bucket(settings.messages_a_second, settings.burst, now)
        self._patience = Bucket(1, settings.flood_patience, now)
        self._lag = 0
        self._pings = 0
        self._pinged: float | None = None
        """When the ping was sent that is not answered yet."""
        self._close: tuple[int, str] | None = None

    # --- what others ask of a line ---

    def send(self, message: FromServer) -> None:
        """Send this, soon. A reader that lets too much pile up is cut off."""
        if isinstance(message, Rejected):
            self._metrics.rejected.labels(message.code).inc()
            if message.code == ProofRejected.code:  # no client of ours is ever wrong about one
                self._pace.take(time.monotonic(), FALSE_PROOF)
        data = self._dialect.write(message)
        if data is None or self._close is not None:
            return
        self._outbox.append(data)
        self._unsent += len(data)
        most = self._settings.outbox_bytes
        # One message of any length is nobody's fault: a crowded table could not be resumed.
        if self._unsent > most and self._unsent - max(map(len, self._outbox)) > most:
            self._outbox.clear()
            self.cut(TOO_SLOW, "you read too slowly; resume when the line is better")
        self._wake.set()

    def seat_at(self, live: Live, seat: Seat) -> None:
        """You sit here now, and nowhere else."""
        if (self._live, self._seat) != (live, seat):
            self.stand_up()
        self._live, self._seat = live, seat

    def unseat(self, why: str) -> None:
        """Your place is taken or gone."""
        self._live = None
        self.send(Rejected("unseated", why))

    def charge(self, seconds: float) -> None:
        """What the client asked for took so much processor time: the next thing waits a little."""
        self._pace.take(time.monotonic(), min(int(seconds * HEAVY), self._settings.burst))

    def stand_up(self, *, on_purpose: bool = True) -> bool:
        """Leave the table, not the match. False if there was none."""
        live, self._live = self._live, None
        if live is None:
            return False
        self._hub.part(live, self._seat, self, on_purpose=on_purpose)
        return True

    def ping(self) -> None:
        """Ask how far away the client is."""
        if isinstance(self._dialect, Modern) and self._pinged is None:
            self._pings += 1
            self._pinged = time.monotonic()
            self.send(Ping(self._pings))

    def pong(self, id_: int) -> None:
        """The client answered a ping: half the way there and back is its lag."""
        if self._pinged is not None and id_ == self._pings:
            self._lag = int((time.monotonic() - self._pinged) * 500)
            self._pinged = None

    def cut(self, code: int, why: str) -> None:
        """Close the line after what is already under way; a client that does not listen cannot delay it."""
        if self._close is None:
            self._close = (code, why)
            self._metrics.cut_off.labels(str(code)).inc()
            self._inbox.clear()
            self._wake.set()
            asyncio.get_running_loop().call_later(FAREWELL, self._end)

    # --- the line itself ---

    async def run(self) -> None:
        """Serve the line until it is closed, at either end."""
        await self._socket.accept()
        tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._write())]
        loop = asyncio.get_running_loop()
        greeting = loop.call_later(self._settings.greeting, self._expect_greeting)
        try:
            await self._serve()
        finally:
            greeting.cancel()
            self.stand_up(on_purpose=False)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _read(self) -> None:
        """Take in what the client says, up to a point: who waits for answers never gets there."""
        while not self._ended:
            frame = await self._socket.receive()
            if frame["type"] == "websocket.disconnect":
                self._end()
            elif self._close is not None:
                continue
            elif len(self._inbox) < self._settings.burst:
                self._inbox.append(self._data(frame))
                self._heard.set()
            else:
                self.send(Rejected("flood", "you send too fast; wait for answers", self._at()))
                if self._patience.take(time.monotonic()):
                    self.cut(POLICY, "you send too much")

    def _expect_greeting(self) -> None:
        if not self._decided and not self._ended:
            self.cut(POLICY, "you have not said what you want; connect again")

    def _end(self) -> None:
        self._ended = True
        self._heard.set()

    async def _serve(self) -> None:
        """Do what the client asked for, in order and not too fast, until the line has ended."""
        while True:
            while self._inbox:
                # Even a wait of nothing lets the others have their turn, and our own answers go out.
                await asyncio.sleep(self._pace.take(time.monotonic()))
                if self._inbox:  # the line may have been cut meanwhile
                    await self._answer(self._inbox.popleft())
            if self._ended:
                return
            self._heard.clear()
            await self._heard.wait()

    async def _answer(self, data: bytes | Refused) -> None:
        self._metrics.messages.inc()
        try:
            if isinstance(data, Refused):
                raise data
            await self._handle(data)
        except Refused as refused:
            self.send(Rejected(refused.code, str(refused), self._at(), _kind(data)))
        except Exception as error:
            # A fault of ours: the sender hears of it, the log has it, the others play on.
            log("message failed", level="ERROR", **cause(error))
            noted = "the server failed at that; it was noted, and nothing changed"
            self.send(Rejected("fault", noted, refuses=_kind(data)))

    async def _handle(self, data: bytes) -> None:
        doing("decoding a message")
        check_nesting(data)
        if not self._decided and kind_of(data) == "hello":
            self._dialect, self._decided = Modern(), True
        message = self._dialect.read(data, self._at())
        self._decided = True
        doing(f"message {type(message).__name__}")
        if isinstance(message, Called):
            await self._hear(self, message)
        elif self._live is None:
            raise InvalidAction("you are at no table; join, resume or watch a match first")
        else:
            # One thing of each client at a time: nobody fills the line in front of a table.
            await self._hub.say(self._live, self._seat, message, self, self._lag)

    def _at(self) -> int | None:
        return None if self._live is None else self._live.room.table.at

    def _data(self, frame: Any) -> bytes | Refused:
        text: str | None = frame.get("text")
        if text is None:
            return InvalidAction("a message is text, not bytes")
        data = text.encode()
        if len(data) > self._settings.message_bytes:
            return InvalidAction(f"a message has at most {self._settings.message_bytes} bytes")
        return data

    async def _write(self) -> None:
        """Send what is in the outbox; alone here, so that nobody else ever waits for this client."""
        while True:
            while self._outbox:
                data = self._outbox.popleft()
                self._unsent -= len(data)
                await self._socket.send_text(data.decode())
            if self._close is not None:
                await self._socket.close(*self._close)
                return
            self._wake.clear()
            await self._wake.wait()


def _kind(data: bytes | Refused) -> str | None:
    """The `type` that a refused message claims to have, if it says any."""
    if isinstance(data, Refused):
        return None
    try:
        return kind_of(data)[:KIND_SHOWN]
    except InvalidAction:
        return None
