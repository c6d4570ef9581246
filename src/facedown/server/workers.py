"""Threads for what takes long, so that the event loop never does it; and nobody can take them all."""

import asyncio
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple, TypeVar

from facedown.server.watchdog import beside

T = TypeVar("T")


class _Job(NamedTuple):
    work: Callable[[], Any]
    whose: str
    costly: bool
    done: "asyncio.Future[Any]"
    spent: Callable[[float], object]


class Workers:
    """A few threads, with a share for each address: one never has them all.

    What is costly is done one at a time for each address, and one thread is always left for what is quick,
    which waits neither for ten clients of one address nor for a crowd. All but the work happens on the loop.
    """

    def __init__(self, threads: int, name: str) -> None:
        self._pool, self._name = ThreadPoolExecutor(threads, name), name
        self._free = threads
        self._share = max(1, threads - 1)
        """Threads that one address may have, and that may be at costly work."""
        self._quick: dict[str, deque[_Job]] = {}
        self._costly: dict[str, deque[_Job]] = {}
        """By address; the one that has waited longest for a turn is first."""
        self._running: Counter[str] = Counter()
        """Threads that each address has."""
        self._busy: set[str] = set()
        """Addresses whose costly work is being done."""

    def do(
        self, work: Callable[[], T], whose: str, *, costly: bool, spent: Callable[[float], object]
    ) -> "asyncio.Future[T]":
        """Do this on a thread as soon as there is one for it; `spent` hears what processor time it took."""
        job = _Job(work, whose, costly, asyncio.get_running_loop().create_future(), spent)
        (self._costly if costly else self._quick).setdefault(whose, deque()).append(job)
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
            self._running[job.whose] += 1
            future = asyncio.get_running_loop().run_in_executor(self._pool, _timed, job.work, self._name)
            future.add_done_callback(partial(self._end, job))

    def _next(self) -> _Job | None:
        whose = next((whose for whose in self._quick if self._running[whose] < self._share), None)
        if whose is not None:
            return _first(self._quick, whose)
        if len(self._busy) >= self._share:
            return None
        whose = next((whose for whose in self._costly if whose not in self._busy), None)
        if whose is None:
            return None
        self._busy.add(whose)
        return _first(self._costly, whose)

    def _end(self, job: _Job, future: "asyncio.Future[tuple[Any, Exception | None, float]]") -> None:
        self._free += 1
        self._running[job.whose] -= 1
        if not self._running[job.whose]:
            del self._running[job.whose]
        if job.costly:
            self._busy.discard(job.whose)
        try:
            if not future.cancelled() and not job.done.done():
                result, error, seconds = future.result()
                job.spent(seconds)
                if error is None:
                    job.done.set_result(result)
                else:
                    job.done.set_exception(error)
            else:
                job.done.cancel()
        finally:
            self._start()


def _first(waiting: dict[str, deque[_Job]], whose: str) -> _Job:
    """The next of an address, which then waits behind the others."""
    jobs = waiting.pop(whose)
    job = jobs.popleft()
    if jobs:
        waiting[whose] = jobs
    return job


def _timed(work: Callable[[], T], name: str) -> tuple[T | None, Exception | None, float]:
    start = time.thread_time()
    try:
        with beside(name):
            return work(), None, time.thread_time() - start
    except StopIteration as error:  # no future takes one: whoever waits would wait for ever
        failed = RuntimeError("there was nothing left to take")
        failed.__cause__ = error
        return None, failed, time.thread_time() - start
    except Exception as error:
        return None, error, time.thread_time() - start
