"""Threads for what takes long: nobody can take them all, and what is quick waits for nobody."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from threading import Event
from typing import Any

import pytest

from facedown.server.turns import COSTLY, Turns
from facedown.server.workers import Workers


def run(work: Callable[[Workers], Any]) -> None:
    async def main() -> None:
        workers = Workers(3, "workers")
        try:
            async with asyncio.timeout(60):
                await work(workers)
        finally:
            workers.close()

    asyncio.run(main())


def toil() -> None:
    """Take a little more processor time than is quick."""
    start = time.thread_time()
    while time.thread_time() - start <= COSTLY:
        pass


def do(
    workers: Workers, work: Callable[[], Any], whose: str, *, costly: bool = False
) -> "asyncio.Future[Any]":
    return workers.do(work, whose, costly=costly, spent=lambda _: None)


def test_ten_clients_of_one_address_take_one_thread_and_the_quick_do_not_wait() -> None:
    async def work(workers: Workers) -> None:
        go, begun = Event(), list[int]()

        def slow(number: int) -> bool:
            begun.append(number)
            return go.wait(60)

        held = [do(workers, partial(slow, n), "1.1.1.1", costly=True) for n in range(10)]
        assert await do(workers, lambda: "quick", "1.1.1.1") == "quick"
        assert await do(workers, lambda: "other", "2.2.2.2", costly=True) == "other"
        assert begun == [0]
        assert workers.waiting("1.1.1.1") == 10
        go.set()
        await asyncio.gather(*held)
        assert begun == [*range(10)]
        assert workers.waiting("1.1.1.1") == 0

    run(work)


def test_one_address_never_has_all_threads_whatever_it_calls_quick() -> None:
    """A table's first step may be a long one, and nobody could know."""

    async def work(workers: Workers) -> None:
        go = Event()
        held = [do(workers, partial(go.wait, 60), "1.1.1.1") for _ in range(10)]
        assert await do(workers, lambda: "other", "2.2.2.2") == "other"
        go.set()
        assert await asyncio.gather(*held) == [True] * 10

    run(work)


def test_work_that_takes_from_nothing_fails_like_any_other() -> None:
    async def work(workers: Workers) -> None:
        failed = do(workers, lambda: next(iter(())), "1.1.1.1")
        with pytest.raises(RuntimeError, match="nothing left"):
            await failed
        assert await do(workers, lambda: "more", "1.1.1.1") == "more"

    run(work)


def test_however_many_addresses_are_costly_one_thread_is_left() -> None:
    async def work(workers: Workers) -> None:
        go = Event()
        held = [do(workers, lambda: go.wait(60), f"1.1.1.{n}", costly=True) for n in range(10)]
        assert await do(workers, lambda: "quick", "2.2.2.2") == "quick"
        go.set()
        await asyncio.gather(*held)

    run(work)


def test_addresses_take_turns() -> None:
    async def work(workers: Workers) -> None:
        go, order = Event(), list[str]()
        blocked = [do(workers, lambda: go.wait(60), name, costly=True) for name in ("x", "y")]
        wanted = [
            do(workers, partial(order.append, whose), whose, costly=True) for whose in ("a", "a", "a", "b")
        ]
        go.set()
        await asyncio.gather(*blocked, *wanted)
        assert order.index("b") < 3, "b came last, and does not wait for all of a's"

    run(work)


def test_a_failure_is_the_askers_and_the_thread_is_free_again() -> None:
    async def work(workers: Workers) -> None:
        for _ in range(5):
            failed = await asyncio.gather(
                do(workers, lambda: 1 // 0, "a", costly=True), return_exceptions=True
            )
            assert isinstance(failed[0], ZeroDivisionError)
        assert await do(workers, lambda: "quick", "a", costly=True) == "quick"

    run(work)


def test_a_table_that_was_costly_counts_as_costly_until_it_is_quick_again() -> None:
    async def work(workers: Workers) -> None:
        turns, spent, costly = Turns(workers), list[float](), list[bool]()
        real = workers.do

        def watched(*args: Any, **fields: Any) -> Any:
            costly.append(fields["costly"])
            return real(*args, **fields)

        workers.do = watched  # type: ignore[method-assign]

        async def once(work: Callable[[], object]) -> None:
            done = asyncio.get_running_loop().create_future()
            turns.take(lambda: turns.work(work, lambda _: done.set_result(None), "a", spent.append))
            await done

        await once(toil)
        assert spent[0] > COSTLY
        for _ in range(20):
            await once(lambda: None)
        assert costly[:2] == [False, True]
        assert costly[-1] is False

    run(work)
