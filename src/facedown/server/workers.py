"""Threads for what takes long, so that the event loop never does it; and nobody can take them all."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class _Job(NamedTuple):
    work: Callable[[], Any]
    whose: str
    costly: bool
    done: "asyncio.Future[Any]"
    spent: Callable[[float], object]


class Workers:
    """A few threads. What is quick is done as it comes.

    What is costly is done one at a time for each address, and one thread is always left for the quick: that
    waits neither for ten clients of one address nor for a crowd. All but the work happens on the loop.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._pool = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._most_costly = max(1, threads - 1)
        self._quick: deque[_Job] = deque()
        self._costly: dict[str, deque[_Job]] = {}
        """By address; the one that has waited longest for a turn is first."""
        self._busy: set[str] = set()
        """Addresses whose costly work is being done."""

    def do(
        self, work: Callable[[], T], whose: str, *, costly: bool, spent: Callable[[float], object]
    ) -> "asyncio.Future[T]":
        """Do this on a thread as soon as there is one for it; `spent` hears what processor time it took."""
        job = _Job(work, whose, costly, asyncio.get_running_loop().create_future(), spent)
        if costly:
            self._costly.setdefault(whose, deque()).append(job)
        else:
            self._quick.append(job)
        self._start()
        return job.done

    def waiting(self, whose: str) -> int:
        """How much costly work of this address waits or is being done."""
        return len(self._costly.get(whose, ())) + (whose in self._busy)

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> None:
        while self._free and (job := self._next()) is not None:
            self._free -= 1
            future = asyncio.get_running_loop().run_in_executor(self._pool, _timed, job.work)
            future.add_done_callback(partial(self._end, job))

    def _next(self) -> _Job | None:
        if self._quick:
            return self._quick.popleft()
        if len(self._busy) >= self._most_costly:
            return None
        whose = next((whose for whose in self._costly if whose not in self._busy), None)
        if whose is None:
            return None
        jobs = self._costly.pop(whose)
        job = jobs.popleft()
        if jobs:
            self._costly[whose] = jobs  # behind the others
        self._busy.add(whose)
        return job

    def _end(self, job: _Job, future: "asyncio.Future[tuple[Any, Exception | None, float]]") -> None:
        self._free += 1
        if job.costly:
            self._busy.discard(job.whose)
        if not future.cancelled() and not job.done.done():
            result, error, seconds = future.result()
            job.spent(seconds)
            if error is None:
                job.done.set_result(result)
            else:
                job.done.set_exception(error)
        else:
            job.done.cancel()
        self._start()


def _timed(work: Callable[[], T]) -> tuple[T | None, Exception | None, float]:
    start = time.thread_time()
    try:
        return work(), None, time.thread_time() - start
    except Exception as error:
        return None, error, time.thread_time() - start
