"""One thing at a time at a table: what takes long is done on a thread, what comes meanwhile waits."""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from facedown.server.logs import cause, log
from facedown.server.workers import Workers

T = TypeVar("T")
COSTLY = 0.02
"""Seconds of processor time from which on a table's work must not stand in the way of the other tables'."""


def nothing(_: float) -> None:
    """Nobody is charged."""


class Turns:
    """The order of one table. All but the work itself happens on the event loop."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._busy = False
        """Whether an errand is being run, or its work is under way."""
        self._working: asyncio.Future[Any] | None = None
        self._waiting: deque[Callable[[], None]] = deque()
        self._cost = 0.0
        """Processor time that work at this table took lately; what comes next will take about as much."""

    @property
    def busy(self) -> bool:
        """Whether something is under way or waits."""
        return self._busy or bool(self._waiting)

    def take(self, errand: Callable[[], None]) -> None:
        """Do this now, or as soon as all that came before is done."""
        self._waiting.append(errand)
        self._go()

    def work(
        self,
        work: Callable[[], T],
        then: Callable[["asyncio.Future[T]"], None],
        whose: str,
        spent: Callable[[float], object] = nothing,
    ) -> None:
        """In an errand: do this on a thread, then that with the result, then whatever waits."""
        assert self._busy, "work is begun in a turn"

        def note(seconds: float) -> None:
            self._cost = max(seconds, self._cost / 2)
            spent(seconds)

        self._working = self._workers.do(work, whose, costly=self._cost >= COSTLY, spent=note)
        self._working.add_done_callback(partial(self._end, then))

    def _end(self, then: Callable[["asyncio.Future[T]"], None], done: "asyncio.Future[T]") -> None:
        self._working = None
        if not done.cancelled():
            done.exception()  # whoever waits for it may not want to know any more
        self._run(partial(then, done))
        self._busy = self._working is not None
        self._go()

    def _go(self) -> None:
        while self._waiting and not self._busy:
            self._busy = True
            self._run(self._waiting.popleft())
            self._busy = self._working is not None

    def _run(self, errand: Callable[[], None]) -> None:
        try:
            errand()
        except Exception as error:  # nobody is left to tell; the next in line must not suffer for it
            log("errand failed", level="ERROR", **cause(error))
