"""Matches that are not in memory: each is read and replayed beside the event loop, and once at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from functools import partial
from typing import TypeVar

import msgspec

from facedown.kernel import IllegalAction, ProofRejected
from facedown.server.live import Listener
from facedown.server.logs import cause, log
from facedown.server.turns import nothing
from facedown.server.workers import Workers
from facedown.store import Match, Matches
from facedown.table import Follower, find_dealer, find_game

T = TypeVar("T")
LONG = 200
"""Entries from which on a match with heavy rules or proofs takes long to replay; others, ten times that."""
MOST_LONG = 4
"""Long matches that those at one address may have replayed for them, one after another."""
STRANGERS = "strangers"
"""All who want to see a long match that is not theirs wait for each other, and no player waits for them."""


class Found:
    """A match as it is stored, with its table as far as it has come."""

    def __init__(self, record: Match, secret: bytes, follower: Follower) -> None:
        self.record, self.secret, self.follower = record, secret, follower


class Shelf:
    """Where the matches are that somebody may come back to."""

    def __init__(self, matches: Matches, threads: int, lost: Callable[[str], None]) -> None:
        """`lost` hears of a match that is over, or cannot go on."""
        self._matches, self._lost = matches, lost
        self._workers = Workers(threads, "facedown-shelf")
        self._coming: dict[str, asyncio.Future[None]] = {}
        self._wanted: dict[str, int] = {}
        """How many long matches each address waits for."""
        self._unsettled: dict[str, Future[None]] = {}
        """The last write of each match whose copy in memory was given up before it was on disk."""

    async def bring(
        self, match: str, back: Callable[[Found], None], asker: Listener | None, player: str | None
    ) -> None:
        """Have a match replayed, and `back` called with it; or raise `IllegalAction`."""
        coming = self._coming.get(match)
        if coming is None:
            task = self._bring(match, back, asker, player)
            coming = self._coming[match] = asyncio.ensure_future(task)
            coming.add_done_callback(partial(self._came, match))
        await asyncio.shield(coming)

    def unsettled(self, match: str, write: Future[None]) -> None:
        """Whoever reads this match has to wait for this write."""
        self._unsettled[match] = write
        write.add_done_callback(lambda _: self._unsettled.pop(match, None))

    async def ask(self, read: Callable[[Matches], T]) -> T:
        """Read from the store beside the loop."""
        return await self._workers.do(partial(read, self._matches), "", costly=False, spent=nothing)

    def close(self) -> None:
        """Begin nothing more."""
        self._workers.close()

    def _came(self, match: str, coming: "asyncio.Future[None]") -> None:
        del self._coming[match]
        if not coming.cancelled():
            coming.exception()  # whoever asked may be gone

    async def _bring(
        self, match: str, back: Callable[[Found], None], asker: Listener | None, player: str | None
    ) -> None:
        if match in self._unsettled:
            await asyncio.gather(asyncio.wrap_future(self._unsettled[match]), return_exceptions=True)
        record = await self.ask(lambda matches: matches.get(match))
        if record is None or record.finished is not None:
            self._lost(match)
            over = "that match is over; its log can be replayed"
            raise IllegalAction("there is no such match" if record is None else over)
        spent = nothing if asker is None else asker.charge
        follow = partial(self._follow, record)
        work: Awaitable[Found]
        if not _long(record):
            work = self._workers.do(follow, "", costly=False, spent=spent)
        else:
            theirs = any(seated.player == player for seated in record.seats if player is not None)
            address = "" if asker is None else asker.address
            work = self._long(follow, address, address if theirs else STRANGERS, spent)
        try:
            found = await work
        except (ProofRejected, LookupError) as error:
            log("match cannot go on", level="ERROR", match=match, **cause(error))
            self._lost(match)
            raise IllegalAction(f"that match cannot go on here: {error}") from None
        back(found)

    async def _long(
        self, follow: Callable[[], Found], address: str, whose: str, spent: Callable[[float], object]
    ) -> Found:
        wanted = self._wanted.get(address, 0)
        if wanted >= MOST_LONG:
            raise IllegalAction("long matches are being brought back for you already; try again soon")
        self._wanted[address] = wanted + 1
        try:
            return await self._workers.do(follow, whose, costly=True, spent=spent)
        finally:
            self._wanted[address] -= 1
            if not self._wanted[address]:
                del self._wanted[address]

    def _follow(self, record: Match) -> Found:
        """On a thread: the match as far as it has come."""
        secret = self._matches.secret(record.id)
        kind, lines = find_dealer(record.dealer), self._matches.read(record.id)
        if secret is None:
            raise LookupError("it has come to its end meanwhile")
        follower = Follower(lines[0], kind.revealed(msgspec.Raw(secret)) if kind.keyring is None else None)
        for line in lines[1:]:
            follower.feed(line)
        return Found(record, secret, follower)


def _long(record: Match) -> bool:
    try:
        heavy = find_game(record.game).budget > 0 or find_dealer(record.dealer).keyring is not None
    except LookupError:
        return False  # it cannot go on here anyway
    return record.entries >= (LONG if heavy else 10 * LONG)
