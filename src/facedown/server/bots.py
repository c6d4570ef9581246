"""Bots on the server: they think in other processes, so that the tables never wait for them."""

import asyncio
import os
import secrets
import signal
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread

from facedown.bots.think import think
from facedown.kernel import Face, encode
from facedown.table.hand import Hand


class BotPool:
    """A few processes that think. They start with the first bot."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def think(self, hand: Hand, bot: str, deck: Sequence[Face]) -> "asyncio.Future[bytes]":
        """The canonical bytes of the action that the bot chooses, from what its seat sees."""
        try:
            return self._submit(hand, bot, deck)
        except BrokenProcessPool:  # a process was killed, and took the pool with it
            self._pool = None
            return self._submit(hand, bot, deck)

    def fallback(self, hand: Hand) -> bytes:
        """Some legal action, for a bot that failed."""
        table = hand.table
        return encode(secrets.choice(table.game.legal(table.state, hand.seat, hand.faces())))

    def close(self) -> None:
        """Stop thinking."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    def _submit(self, hand: Hand, bot: str, deck: Sequence[Face]) -> "asyncio.Future[bytes]":
        return asyncio.get_running_loop().run_in_executor(
            self._started(),
            think,
            hand.table.game.name,
            encode(hand.table.state),
            hand.seat,
            hand.faces(),
            bot,
            tuple(deck),
            secrets.randbits(64),
        )

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # A forked child would share our sockets and the database; a spawned one has nothing of ours.
            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=get_context("spawn"), initializer=_live_and_die_with_the_server
            )
        return self._pool


def _live_and_die_with_the_server() -> None:
    """A signal to the whole group is for the server to answer; but when the server is gone, so are we."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Thread(target=_follow_the_server, daemon=True).start()


def _follow_the_server() -> None:
    server = parent_process()
    assert server is not None
    server.join()
    os._exit(0)
