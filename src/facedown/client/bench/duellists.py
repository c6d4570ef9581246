"""Duels over sockets at a steady pace: `python -m facedown.client.bench.duellists URL MATCHES RATE SECONDS`.

A rate of 0 plays as fast as the server answers. Prints one line of JSON. The latency of a move is the time
from sending it until its own player has received the update that contains it.
"""

import asyncio
import gc
import json
import random
import sys
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

WARM_UP = 1.0
"""Seconds at the start that do not count."""


class Duellists:
    """Two guests who play one duel after another against each other."""

    def __init__(self, rng: random.Random, latencies: list[float]) -> None:
        self._rng = rng
        self._latencies = latencies
        self._lines: list[ClientConnection] = []
        self._standing: dict[int, dict[str, Any]] = {}
        self.moves = 0

    async def sit_down(self, url: str) -> None:
        """Connect both and meet in a lobby."""
        for _ in range(2):
            line = await connect(url, compression=None, max_queue=None)
            self._lines.append(line)
            await line.send('{"type":"hello"}')
            await self._hear(line, "welcome")
        first, second = self._lines
        await first.send('{"type":"create_lobby","clock":{"turn":0,"reserve":0,"lag":0}}')
        code = (await self._hear(first, "lobby_opened"))["code"]
        await second.send(json.dumps({"type": "join_lobby", "code": code}))
        await self._see_table()

    async def move(self, *, counts: bool) -> None:
        """One random legal move, or the rematch if the duel is over."""
        if self._standing[0].get("outcome") is not None:
            for line in self._lines:
                await line.send('{"type":"rematch"}')
            await self._see_table()
        seat = self._standing[0]["active"][0]
        standing = self._standing[seat]
        action = self._rng.choice(standing["legal"])
        line = self._lines[seat]
        start = time.perf_counter()
        await line.send(json.dumps({"type": "act", "at": standing["at"], "action": action}))
        told = await self._hear(line, "update")
        if counts:
            self._latencies.append(time.perf_counter() - start)
            self.moves += 1
        self._standing[seat] = told["standing"]
        self._standing[1 - seat] = (await self._hear(self._lines[1 - seat], "update"))["standing"]

    async def stand_up(self) -> None:
        """Close both lines."""
        for line in self._lines:
            await line.close()

    async def _see_table(self) -> None:
        """Both wait for the picture of a new match; who sits where is in it."""
        lines = self._lines
        pictures = [await self._hear(line, "snapshot") for line in lines]
        self._lines = [line for _, line in sorted(zip([p["seat"] for p in pictures], lines, strict=True))]
        self._standing = {picture["seat"]: picture["standing"] for picture in pictures}

    async def _hear(self, line: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await line.recv())
            if message["type"] == kind:
                return message
            if message["type"] == "rejected":
                raise RuntimeError(message["message"])
            if message["type"] == "ping":
                await line.send(json.dumps({"type": "pong", "id": message["id"]}))


async def load(url: str, matches: int, rate: float, seconds: float) -> dict[str, float]:
    """Play and measure. With a rate, moves start on a fixed schedule spread evenly over the matches."""
    rng, latencies = random.Random(1), []  # type: random.Random, list[float] # noqa: S311
    tables = [Duellists(random.Random(rng.random()), latencies) for _ in range(matches)]  # noqa: S311
    for table in tables:
        await table.sit_down(url)
    gc.collect()
    gc.disable()  # the players' own pauses are not the server's
    start = time.perf_counter()
    counted_from, end = start + WARM_UP, start + WARM_UP + seconds

    async def play(number: int, table: Duellists) -> None:
        due = start + (number / rate if rate else 0.0)
        while (now := time.perf_counter()) < end:
            if rate and due > now:
                await asyncio.sleep(due - now)
            await table.move(counts=time.perf_counter() >= counted_from)
            due += matches / rate if rate else 0.0

    await asyncio.gather(*(play(number, table) for number, table in enumerate(tables)))
    for table in tables:
        await table.stand_up()
    latencies.sort()
    moves = len(latencies)
    return {
        "moves": moves,
        "moves_per_second": moves / seconds,
        "p50_ms": latencies[moves // 2] * 1000,
        "p99_ms": latencies[moves * 99 // 100] * 1000,
    }


if __name__ == "__main__":
    address, how_many, pace, duration = sys.argv[1:]
    figures = asyncio.run(load(address, int(how_many), float(pace), float(duration)))
    sys.stdout.write(json.dumps(figures) + "\n")
