"""One thing at a time at a table: what takes long is done on a thread, what comes meanwhile waits."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import TypeVar

from facedown.server.logs import cause, log

T = TypeVar("T")


class Turns:
    """The order of one table. All but the work itself happens on the event loop."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._working = False
        self._waiting: list[Callable[[], None]] = []

    @property
    def busy(self) -> bool:
        """Whether something is under way or waits."""
        return self._working or bool(self._waiting)

    def take(self, errand: Callable[[], None]) -> None:
        """Do this now, or as soon as all that came before is done."""
        if self.busy:
            self._waiting.append(errand)
        else:
            errand()

    def work(self, work: Callable[[], T], then: Callable[["asyncio.Future[T]"], None]) -> None:
        """Do this on a thread in its turn, then that with the result, then whatever has come meanwhile."""
        self.take(partial(self._begin, work, then))

    def _begin(self, work: Callable[[], T], then: Callable[["asyncio.Future[T]"], None]) -> None:
        self._working = True
        future = asyncio.get_running_loop().run_in_executor(self._pool, work)
        future.add_done_callback(partial(self._end, then))

    def _end(self, then: Callable[["asyncio.Future[T]"], None], done: "asyncio.Future[T]") -> None:
        self._waiting.insert(0, partial(then, done))
        self._working = False
        while self._waiting and not self._working:
            try:
                self._waiting[0]()  # still in line: what it asks for comes after what already waits
            except Exception as error:  # nobody is left to tell; the next in line must not suffer for it
                log("errand failed", level="ERROR", **cause(error))
            del self._waiting[0]
