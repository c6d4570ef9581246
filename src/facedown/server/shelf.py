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
LONG, LONG_HEAVY = 2_000, 20
"""Entries from which on a match takes long to replay; and one with heavy rules or proofs."""
MOST_LONG = 4
"""Long matches of others that those at one address may wait to see."""
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
        self._reader = Workers(1, "facedown-reader")
        """A question to the store does not wait for a replay."""
        self._coming: dict[str, tuple[asyncio.Future[None], bool]] = {}
        """Each match that is being replayed, and whether for one of its players."""
        self._wanted: dict[str, int] = {}
        """How many long matches of others each address waits to see."""
        self._unsettled: dict[str, Future[None]] = {}
        """The last write of each match whose copy in memory was given up before it was on disk."""

    async def bring(
        self, match: str, back: Callable[[Found], None], asker: Listener | None, *, theirs: bool
    ) -> None:
        """Have a match replayed, and `back` called with it; or raise `IllegalAction`.

        `theirs`: whoever asks plays in it, and does not wait for those who only want to look on.
        """
        coming, for_player = self._coming.get(match, (None, False))
        if coming is None or (theirs and not for_player):
            coming = asyncio.ensure_future(self._bring(match, back, asker, theirs=theirs))
            self._coming[match] = coming, theirs
            coming.add_done_callback(partial(self._came, match))
        await asyncio.shield(coming)

    def unsettled(self, match: str, write: Future[None]) -> None:
        """Whoever reads this match has to wait for this write."""
        self._unsettled[match] = write
        write.add_done_callback(lambda _: self._unsettled.pop(match, None))

    async def ask(self, read: Callable[[Matches], T]) -> T:
        """Read from the store beside the loop."""
        return await self._reader.do(partial(read, self._matches), "", costly=False, spent=nothing)

    def close(self) -> None:
        """Begin nothing more."""
        self._workers.close()
        self._reader.close()

    def _came(self, match: str, coming: "asyncio.Future[None]") -> None:
        if self._counts(match, coming):
            del self._coming[match]
        if not coming.cancelled():
            coming.exception()  # whoever asked may be gone

    def _counts(self, match: str, coming: "asyncio.Future[None] | None") -> bool:
        """Whether this replay is the one that is waited for, and not one that a player's has overtaken."""
        return match in self._coming and self._coming[match][0] is coming

    async def _bring(
        self, match: str, back: Callable[[Found], None], asker: Listener | None, *, theirs: bool
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
            work = self._workers.do(follow, "" if asker is None else asker.address, costly=False, spent=spent)
        elif asker is None or theirs:
            whose = "" if asker is None else asker.address
            work = self._workers.do(follow, whose, costly=True, spent=spent)
        else:
            work = self._look_on(follow, asker.address, spent)
        try:
            found = await work
        except (ProofRejected, LookupError) as error:
            log("match cannot go on", level="ERROR", match=match, **cause(error))
            self._lost(match)
            raise IllegalAction(f"that match cannot go on here: {error}") from None
        if self._counts(match, asyncio.current_task()):
            back(found)

    async def _look_on(
        self, follow: Callable[[], Found], address: str, spent: Callable[[float], object]
    ) -> Found:
        wanted = self._wanted.get(address, 0)
        if wanted >= MOST_LONG:
            raise IllegalAction("matches are being brought back for you already; try again soon")
        self._wanted[address] = wanted + 1
        try:
            return await self._workers.do(follow, STRANGERS, costly=True, spent=spent)
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
    return record.entries >= (LONG_HEAVY if heavy else LONG)
