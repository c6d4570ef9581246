"""A hub in this process on a real store, with listeners who check that what they hear is on disk."""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from pathlib import Path
from threading import Event
from typing import Any, TypeVar

import msgspec

from facedown.games.duel import DUEL
from facedown.kernel import Seat
from facedown.server.hub import Hub
from facedown.server.limits import Settings
from facedown.server.live import Live
from facedown.server.lobby import Terms, Wish
from facedown.server.metrics import Metrics
from facedown.store import Accounts, Database, Matches, Player
from facedown.table import Clock
from facedown.table.messages import Act, Said, Snapshot, Told, Update

T = TypeVar("T")
STARTER = DUEL.decks()["starter"]
END_TURN = msgspec.Raw(b'{"type":"end_turn"}')


class Flaky(Matches):
    """A store that fails when it is told to."""

    failing = ""

    def open(self, *args: Any) -> Future[None]:
        return self._or_fail("open", super().open, *args)

    def append(self, *args: Any) -> Future[None]:
        return self._or_fail("append", super().append, *args)

    def finish(self, *args: Any, **fields: Any) -> Future[None]:
        return self._or_fail("finish", super().finish, *args, **fields)

    def _or_fail(
        self, name: str, work: Callable[..., Future[None]], *args: Any, **fields: Any
    ) -> Future[None]:
        if self.failing != name:
            return work(*args, **fields)
        future: Future[None] = Future()
        # The failure comes later, as a disk's would.
        asyncio.get_running_loop().call_later(
            0.01, future.set_exception, sqlite3.OperationalError("database or disk is full")
        )
        return future


class Ear:
    """Somebody who listens, and knows what the store holds at that moment."""

    address = "127.0.0.1"

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self.heard: list[Told] = []
        self.live: Live | None = None
        self.seat: Seat | None = None
        self.unseated: list[str] = []

    def send(self, message: Told) -> None:
        if isinstance(message, Snapshot | Update):
            assert self._matches.length(message.match) >= message.standing.at, "not on disk yet"
        self.heard.append(message)

    def seat_at(self, live: Live, seat: Seat) -> None:
        self.live, self.seat = live, seat

    def unseat(self, why: str) -> None:
        self.unseated.append(why)
        self.live = None

    def charge(self, seconds: float) -> None:
        pass

    @property
    def places(self) -> list[tuple[str, int]]:
        """What it was told, in order: the kind of message and where the match stood."""
        return [
            (type(message).__name__, message.standing.at)
            for message in self.heard
            if isinstance(message, Snapshot | Update)
        ]


class Site:
    """A hub, its store and its clock."""

    def __init__(self, folder: Path, settings: Settings | None = None) -> None:
        self.database = Database(
            folder / "hub.sqlite", deliver=asyncio.get_running_loop().call_soon_threadsafe
        )
        self.matches = Flaky(self.database)
        self.accounts = Accounts(self.database)
        self.now, self.wall = 1_000_000, 1_700_000_000_000
        self._settings = settings or Settings()
        self.hub = self.restart()

    def restart(self) -> Hub:
        """Another hub on the same store, as after a crash."""
        self.hub = Hub(self.matches, self._settings, Metrics(), now=lambda: self.now, wall=lambda: self.wall)
        return self.hub

    async def guest(self, name: str) -> Player:
        return await asyncio.wrap_future(self.accounts.guest(name, 0))

    async def open(self, *, rated: bool = False, commits: Sequence[str] = ("", "")) -> tuple[Live, Ear, Ear]:
        """A match between two new guests, who sit at the table."""
        players = [await self.guest("ada"), await self.guest("bram")]
        wishes = [
            Wish(player.id, player.name, STARTER, commit)
            for player, commit in zip(players, commits, strict=True)
        ]
        terms = Terms("duel", "house", DUEL.options_type(), Clock(), rated)
        live = self.hub.open(terms, wishes)
        ears = Ear(self.matches), Ear(self.matches)
        for seat, ear in enumerate(ears):
            self.hub.join(live, seat, ear)
        return live, *ears

    def end_turn(self, live: Live, *ears: Ear) -> None:
        """Whoever has the move ends the turn."""
        table = live.room.table
        (seat,) = table.game.active(table.state)
        self.say(live, seat, Act(table.at, END_TURN), ears[seat])

    def say(self, live: Live, seat: Seat, message: Said, ear: Ear) -> None:
        self.hub.say(live, seat, message, ear)

    def hold(self) -> Callable[[], None]:
        """Keep the store from writing until the returned function is called."""
        busy, go = Event(), Event()

        def stay(_: sqlite3.Connection) -> bool:
            busy.set()
            return go.wait(60)

        self.database.write(stay)
        assert busy.wait(60)
        return go.set

    async def settle(self, kept_busy: Live | None = None) -> None:
        """Wait until what was swept is closed, and all that was said was heard, is on disk and was told.

        A test may keep a table busy.
        """
        if self.hub._sweeping is not None:
            await self.hub._sweeping
        await asyncio.wrap_future(self.database.write(lambda _: None))
        async with asyncio.timeout(60):
            while any(
                live.tail or (live.turns.busy and live is not kept_busy) for live in self.hub.live.values()
            ):
                await asyncio.sleep(0.001)
        for _ in range(10):  # whoever was told may have something to do at once
            await asyncio.sleep(0)


def run(folder: Path, work: Callable[[Site], Coroutine[Any, Any, T]], settings: Settings | None = None) -> T:
    """Run a test in an event loop of its own, with a site."""

    async def main() -> T:
        site = Site(folder, settings)
        try:
            return await work(site)
        finally:
            site.hub.close()
            await asyncio.to_thread(site.database.close)

    return asyncio.run(main())
