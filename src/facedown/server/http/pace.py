"""Limits that a flood cannot exhaust: so many for each key, so many at a time, in constant memory."""

import asyncio
import hashlib
import ipaddress
import secrets
from array import array
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from threading import Lock

from facedown.server.http.refusals import Busy, TooMany

CELLS = 8192
"""Cells in each of the two rows of a `Pace`: 128 kB."""


class Pace:
    """So many a minute for each key, and as many at once after a rest, or as many as are said.

    Each key has a cell in either of two rows, found by a secret hash, and is refused only if both are full: a
    stranger who floods would have to share both. A cell holds the time at which it will be empty again.
    """

    def __init__(self, a_minute: float, at_once: float | None = None) -> None:
        self._gap = 60 / a_minute
        self._most = self._gap * ((a_minute if at_once is None else at_once) - 1)
        self._rows = tuple(array("d", bytes(8 * CELLS)) for _ in range(2))
        self._salt = secrets.token_bytes(16)
        self._lock = Lock()

    def check(self, key: str, now: float) -> None:
        """Count one more for this key, or raise `TooMany`."""
        _refuse(self.early(key, now))

    def look(self, key: str, now: float) -> None:
        """Raise `TooMany` if one more would be too many; it is not counted."""
        _refuse(self.early(key, now, count=False))

    def early(self, key: str, now: float, *, count: bool = True) -> float:
        """Count one more for this key; or, if that is too many, by how many seconds it came too early."""
        digest = hashlib.blake2b(key.encode(errors="replace"), key=self._salt, digest_size=8).digest()
        cells = [int.from_bytes(digest[at : at + 4], "big") % CELLS for at in (0, 4)]
        with self._lock:
            early = min(row[cell] for row, cell in zip(self._rows, cells, strict=True)) - now - self._most
            if early <= 0 and count:
                for row, cell in zip(self._rows, cells, strict=True):
                    row[cell] = max(row[cell], now) + self._gap
        return max(0.0, early)


def _refuse(early: float) -> None:
    if early > 0:
        raise TooMany("too many attempts; wait a little", {"Retry-After": str(int(early) + 1)})


class Gate:
    """So many at a time; some more may wait; whoever comes then is sent away."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._room = at_once + waiting
        self._inside = 0

    @asynccontextmanager
    async def enter(self) -> AsyncIterator[None]:
        """Wait for one's turn, or raise `Busy`."""
        if self._inside >= self._room:
            raise Busy("the server has too much of that to do just now; try again soon", {"Retry-After": "2"})
        self._inside += 1
        try:
            async with self._slots:
                yield
        finally:
            self._inside -= 1


@lru_cache(4096)
def neighbourhood(host: str) -> str:
    """An address as far as one person has one: a household gets a whole /64 of IPv6."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 6:
        mapped = address.ipv4_mapped
        return str(mapped or ipaddress.ip_network((address, 64), strict=False))
    return host
