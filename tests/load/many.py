"""Many matches in one process. Run with a folder and a number of matches; prints the figures as JSON."""

import asyncio
import gc
import json
import os
import random
import sys
import time
from pathlib import Path

import msgspec

from facedown.kernel import Seat, encode
from facedown.server.hub import Hub
from facedown.server.limits import Settings
from facedown.server.live import Live
from facedown.server.lobby import Terms, Wish
from facedown.server.metrics import Metrics
from facedown.store import Accounts, Database, Matches
from facedown.table import Clock, find_game
from facedown.table.messages import Act, Told, Update

MOVES = 4
"""In each match, before it is left idle."""


class Silent:
    """Somebody at a table who only counts."""

    address = "127.0.0.1"

    def __init__(self) -> None:
        self.updates = 0

    def send(self, message: Told) -> None:
        self.updates += isinstance(message, Update)

    def seat_at(self, live: Live, seat: Seat) -> None:
        pass

    def unseat(self, why: str) -> None:
        raise AssertionError(why)

    def charge(self, seconds: float) -> None:
        pass


async def main(folder: Path, count: int) -> dict[str, float]:
    loop = asyncio.get_running_loop()
    database = Database(folder / "load.sqlite", deliver=loop.call_soon_threadsafe)
    hub = Hub(Matches(database), Settings(), Metrics(), now=_milliseconds, wall=_milliseconds)
    accounts, game = Accounts(database), find_game("duel")
    guests = [asyncio.wrap_future(accounts.guest(f"guest-{number}", 0)) for number in range(2 * count)]
    players = await asyncio.gather(*guests)
    terms = Terms("duel", "house", game.options_type(), Clock())
    deck = game.decks()["starter"]
    gc.collect()
    before, since = _resident(), time.perf_counter()
    matches = []
    for number in range(count):
        pair = players[2 * number : 2 * number + 2]
        live = hub.open(terms, [Wish(player.id, player.name, deck) for player in pair])
        people = Silent(), Silent()
        for seat, somebody in enumerate(people):
            hub.join(live, seat, somebody)
        matches.append((live, people))
        if number % 100 == 0:
            await asyncio.sleep(0)
    await _written(database)
    opened = time.perf_counter() - since

    choose, since = random.Random(1), time.perf_counter()
    for _ in range(MOVES):
        for live, people in matches:
            table = live.room.table
            (mover,) = table.game.active(table.state)
            action = choose.choice(table.game.legal(table.state, mover, table.faces[mover]))
            hub.say(live, mover, Act(table.at, msgspec.Raw(encode(action))), people[mover])
        await _written(database)
    played = time.perf_counter() - since
    assert {somebody.updates for _, people in matches for somebody in people} == {MOVES}
    gc.collect()
    grown = _resident() - before

    since = time.perf_counter()
    for _ in range(10):
        hub.tick()
    ticked = (time.perf_counter() - since) / 10
    hub.close()
    await asyncio.to_thread(database.close)
    return {
        "matches": count,
        "opened a second": count / opened,
        "moves a second": count * MOVES / played,
        "tick ms": ticked * 1000,
        "MB a thousand": grown / count * 1000 / 1e6,
    }


async def _written(database: Database) -> None:
    await asyncio.wrap_future(database.write(lambda _: None))
    await asyncio.sleep(0)


def _milliseconds() -> int:
    return int(time.monotonic() * 1000)


def _resident() -> int:
    """Bytes of memory that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2])))))
