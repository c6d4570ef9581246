"""Thousands of duels over sockets, slowly: `python -m facedown.client.bench.crowd PORT MATCHES GAP SECONDS`.

Each match makes a move every GAP seconds. This must cost little, or it would measure itself: its WebSockets
are no more than the frames that are needed. Prints a line when everybody is connected and one when all are
dealt, and after each waits for a line on stdin; then the figures as JSON. The latency of a move is the time
from writing it until its player has read the update.
"""

import asyncio
import contextlib
import gc
import random
import resource
import struct
import sys
import time
from collections.abc import Callable
from typing import Any, cast

import msgspec

AT_ONCE = 50
"""So many pairs sit down at the same time."""
WARM_UP = 3.0
"""Seconds at the start that do not count."""
_UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: ZmFjZWRvd24gYmVuY2ghIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class _Standing(msgspec.Struct):
    at: int
    active: list[int]
    legal: list[msgspec.Raw] = []
    outcome: Any = None


class _Heard(msgspec.Struct):
    type: str
    code: str = ""
    message: str = ""
    seat: int | None = -1
    id: int = 0
    standing: _Standing | None = None


_read = msgspec.json.Decoder(_Heard).decode


class Line(asyncio.Protocol):
    """A player's WebSocket."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._transport: asyncio.Transport
        self._data = b""
        self._open = False
        self._wanted, self._waiting = "", asyncio.get_running_loop().create_future()
        self.seat = -1
        self.standing: _Standing
        self.moved = 0.0
        """When the move was written that is not answered yet; 0: there is none."""
        self.latencies: list[float] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(_UPGRADE.format(port=self._port).encode())

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever waits hears of it."""
        if not self._waiting.done():
            self._waiting.set_exception(RuntimeError(f"the server has hung up: {exc}"))

    def data_received(self, data: bytes) -> None:
        """Read as many frames as there are."""
        now = time.perf_counter()
        self._data += data
        if not self._open:
            head, end, rest = self._data.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head:
                raise RuntimeError(head.decode(errors="replace"))
            self._open, self._data = True, rest
            self._waiting.set_result(None)
        while (frame := _frame(self._data)) is not None:
            opcode, payload, self._data = frame
            if opcode == TEXT:
                self._hear(_read(payload), now)
            elif opcode == PING:
                self._write(PONG, payload)

    def say(self, text: bytes) -> None:
        """Send a message."""
        self._write(TEXT, text)

    async def ask(self, text: bytes, kind: str) -> Any:
        """Send a message and wait for an answer of this kind."""
        self.expect(kind)
        self.say(text)
        return await self.answer()

    def expect(self, kind: str) -> None:
        """From now on wait for this."""
        self._wanted, self._waiting = kind, asyncio.get_running_loop().create_future()

    async def answer(self) -> Any:
        """What is waited for: at first, the WebSocket itself."""
        return await self._waiting

    def close(self) -> None:
        """Hang up."""
        self._transport.close()

    def _hear(self, heard: _Heard, now: float) -> None:
        if heard.standing is not None:
            self.standing = heard.standing
            if self.moved and heard.type == "update":
                self.latencies.append(now - self.moved)
                self.moved = 0.0
        if heard.type == "snapshot" and heard.seat is not None:
            self.seat = heard.seat
        if heard.type == "ping":
            self.say(b'{"type":"pong","id":%d}' % heard.id)
        if not self._waiting.done():
            if heard.type == self._wanted:
                self._waiting.set_result(heard)
            elif heard.type == "rejected":
                self._waiting.set_exception(RuntimeError(heard.message))

    def _write(self, opcode: int, payload: bytes) -> None:
        """A client's frame is masked; the mask may be of zeroes."""
        size = len(payload)
        length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BH", 0x80 | 126, size)
        self._transport.write(bytes([0x80 | opcode]) + length + bytes(4) + payload)


def _frame(data: bytes) -> tuple[int, bytes, bytes] | None:
    """The first frame, and what comes after it."""
    if len(data) < 2:
        return None
    size, start = data[1] & 0x7F, 2
    if size >= 126:
        start = 4 if size == 126 else 10
        if len(data) < start:
            return None
        size = int.from_bytes(data[2:start], "big")
    if len(data) < start + size:
        return None
    return data[0] & 0x0F, data[start : start + size], data[start + size :]


async def crowd(port: int, matches: int, gap: float, seconds: float) -> dict[str, float]:
    """Connect, sit down, play and measure."""
    loop, rng = asyncio.get_running_loop(), random.Random(1)  # noqa: S311 (a benchmark)
    some = asyncio.Semaphore(AT_ONCE)
    pairs: list[list[Line]] = []

    async def connect() -> None:
        async with some:
            pair = [(await loop.create_connection(lambda: Line(port), "127.0.0.1", port))[1] for _ in "ab"]
            for line in pair:
                await line.answer()
                await line.ask(b'{"type":"hello"}', "welcome")
            pairs.append(pair)

    async def sit_down(pair: list[Line]) -> None:
        async with some:
            clock = b'"clock":{"turn":0,"reserve":0,"lag":0}'
            opened = await pair[0].ask(b'{"type":"create_lobby",%s}' % clock, "lobby_opened")
            pair[0].expect("snapshot")
            await pair[1].ask(b'{"type":"join_lobby","code":"%s"}' % opened.code.encode(), "snapshot")
            await pair[0].answer()

    await asyncio.gather(*(connect() for _ in range(matches)))
    await _pause("connected")
    await asyncio.gather(*(sit_down(pair) for pair in pairs))
    await _pause("dealt")
    gc.collect()
    gc.freeze()
    gc.disable()  # our own pauses are not the server's
    start = loop.time() + 0.5
    late: list[float] = []
    unanswered = 0

    def move(pair: list[Line], due: float) -> None:
        nonlocal unanswered
        if due > start + WARM_UP + seconds:
            return
        loop.call_at(due + gap, move, pair, due + gap)
        late.append(loop.time() - due)
        standing = pair[0].standing
        if standing.outcome is not None:
            return
        line = next(line for line in pair if line.seat == standing.active[0])
        if line.moved:
            unanswered += 1
            return
        action = bytes(rng.choice(line.standing.legal))
        line.moved = time.perf_counter()
        line.say(b'{"type":"act","at":%d,"action":%s}' % (line.standing.at, action))

    for number, pair in enumerate(pairs):
        due = start + gap * number / matches
        loop.call_at(due, move, pair, due)
    await asyncio.sleep(WARM_UP)
    for pair in pairs:
        for line in pair:
            line.latencies.clear()
    await asyncio.sleep(seconds + 1)
    latencies = sorted(latency for pair in pairs for line in pair for latency in line.latencies)
    late.sort()
    for pair in pairs:
        for line in pair:
            line.close()
    moves = len(latencies)
    return {
        "moves": moves,
        "unanswered": unanswered,
        "p50_ms": latencies[moves // 2] * 1000,
        "p99_ms": latencies[moves * 99 // 100] * 1000,
        "longest_ms": latencies[-1] * 1000,
        "own_p99_ms": late[len(late) * 99 // 100] * 1000,
        "own_longest_ms": late[-1] * 1000,
    }


async def _pause(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.readline)


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    where, how_many, between, duration = sys.argv[1:]
    fastest: Callable[[], asyncio.AbstractEventLoop] | None = None
    with contextlib.suppress(ImportError):
        from uvloop import new_event_loop

        fastest = new_event_loop
    with asyncio.Runner(loop_factory=fastest) as runner:
        found = runner.run(crowd(int(where), int(how_many), float(between), float(duration)))
    sys.stdout.write(msgspec.json.encode(found).decode() + "\n")
