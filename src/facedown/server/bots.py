"""Bots on the server: they think in other processes, so that the tables never wait for them."""

import asyncio
import secrets
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from facedown.bots.think import think
from facedown.kernel import Face, Seat, encode
from facedown.table import Table


class BotPool:
    """A few processes that think. They start with the first bot."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def think(self, table: Table, seat: Seat, bot: str, deck: Sequence[Face]) -> "asyncio.Future[bytes]":
        """The canonical bytes of the action that the bot chooses, from what its seat sees."""
        return asyncio.get_running_loop().run_in_executor(
            self._started(),
            think,
            table.game.name,
            encode(table.state),
            seat,
            dict(table.faces[seat]),
            bot,
            tuple(deck),
            secrets.randbits(64),
        )

    def fallback(self, table: Table, seat: Seat) -> bytes:
        """Some legal action, for a bot that failed."""
        return encode(secrets.choice(table.game.legal(table.state, seat, table.faces[seat])))

    def close(self) -> None:
        """Stop thinking."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A forked child would share our sockets and the database; a spawned one has nothing of ours.
            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"))
        return self._pool
