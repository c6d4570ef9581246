"""Twenty tables that play on whatever happens, in a process of their own: `python tables.py URL`.

Says a line of JSON for each line it gets: how many moves each table has made since the last one, and the
longest that any of them waited for the answer to a move.
"""

import asyncio
import json
import random
import subprocess
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect

TABLES = 20
PACE = 0.2
"""Seconds between two moves at a table."""


class Figures:
    """What was seen since somebody asked."""

    def __init__(self) -> None:
        self.moves = [0] * TABLES
        self.longest = 0.0

    def tell(self) -> str:
        told = json.dumps({"moves": self.moves, "longest": self.longest, "match": self.match})
        self.moves, self.longest = [0] * TABLES, 0.0
        return told

    match = ""
    """One that is being played, for those who want to watch."""


class Seat:
    """One player."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self.seat = -1
        self.match = ""
        self.standing: dict[str, Any] = {}

    async def say(self, type_: str, **fields: Any) -> None:
        await self._line.send(json.dumps({"type": type_, **fields}))

    async def hear(self, *types: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await self._line.recv())
            assert message["type"] != "rejected", message
            if message["type"] == "ping":
                await self.say("pong", id=message["id"])
            if message["type"] == "snapshot":
                self.seat, self.match = message["seat"], message["match"]
            if message["type"] in ("snapshot", "update"):
                self.standing = message["standing"]
            if message["type"] in types:
                return message


async def play(url: str, number: int, figures: Figures) -> None:
    """One table, match after match."""
    choose = random.Random(number)
    await asyncio.sleep(number * PACE / TABLES)
    async with AsyncExitStack() as lines:
        seats = []
        for _ in range(2):
            # From an address of their own: whoever shares one with an attacker shares its paces too.
            line = await lines.enter_async_context(
                connect(url, compression=None, max_size=None, local_addr=("127.0.0.2", 0))
            )
            seats.append(Seat(line))
            await seats[-1].say("hello")
            await seats[-1].hear("welcome")
        while True:
            await one_match(seats, number, figures, choose)


async def one_match(seats: list[Seat], number: int, figures: Figures, choose: random.Random) -> None:
    first, second = seats
    await first.say("create_lobby", clock={"turn": 0, "reserve": 0, "lag": 0})
    code = (await first.hear("lobby_opened"))["code"]
    await second.say("join_lobby", code=code)
    await asyncio.gather(first.hear("snapshot"), second.hear("snapshot"))
    figures.match = first.match
    while first.standing["outcome"] is None:
        (active,) = first.standing["active"]
        mover = seats[active]
        since = time.monotonic()
        await mover.say("act", at=mover.standing["at"], action=choose.choice(mover.standing["legal"]))
        await mover.hear("update")
        waited = time.monotonic() - since
        await seats[1 - active].hear("update")
        figures.moves[number] += 1
        figures.longest = max(figures.longest, waited)
        await asyncio.sleep(max(0.0, PACE - waited))


async def main(url: str) -> None:
    figures = Figures()
    async with asyncio.TaskGroup() as group:
        for number in range(TABLES):
            group.create_task(play(url, number, figures))
        loop = asyncio.get_running_loop()
        while await loop.run_in_executor(None, sys.stdin.readline):
            sys.stdout.write(figures.tell() + "\n")
            sys.stdout.flush()
        sys.exit(0)


class Tables:
    """The tables' process, as a test sees it."""

    def __init__(self, url: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__)), url],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def since(self) -> dict[str, Any]:
        """What was played since the last time this was asked."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n")
        process.stdin.flush()
        line = process.stdout.readline()
        assert line, "the tables have stopped playing"
        told: dict[str, Any] = json.loads(line)
        return told

    def all_moved(self, already: list[int], patience: float = 30) -> dict[str, Any]:
        """Wait until every table has made a move more."""
        end, seen = time.monotonic() + patience, already
        longest = 0.0
        while True:
            told = self.since()
            seen = [old + new for old, new in zip(seen, told["moves"], strict=True)]
            longest = max(longest, told["longest"])
            if all(seen):
                return {**told, "moves": seen, "longest": longest}
            assert time.monotonic() < end, (
                f"tables that wait: {[at for at, moves in enumerate(seen) if not moves]}"
            )
            time.sleep(0.05)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
