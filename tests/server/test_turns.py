"""One thing at a time at a table, in the order in which it came."""

import asyncio
from collections.abc import Callable
from threading import Event

from facedown.server.turns import Turns
from facedown.server.workers import Workers


def run(work: Callable[[Turns, list[str]], None]) -> list[str]:
    async def main() -> list[str]:
        done: list[str] = []
        workers = Workers(2, "turns")
        turns = Turns(workers)
        work(turns, done)
        async with asyncio.timeout(60):
            while turns.busy:
                await asyncio.sleep(0.001)
        workers.close()
        return done

    return asyncio.run(main())


def test_without_work_everything_is_done_at_once() -> None:
    def work(turns: Turns, done: list[str]) -> None:
        turns.take(lambda: done.append("one"))
        turns.take(lambda: done.append("two"))
        assert done == ["one", "two"]
        assert not turns.busy

    run(work)


def test_what_comes_during_work_waits_and_keeps_its_order() -> None:
    go = Event()

    def work(turns: Turns, done: list[str]) -> None:
        def slow(name: str) -> Callable[[], str]:
            return lambda: (go.wait(60), name)[1]

        def then(future: "asyncio.Future[str]") -> None:
            done.append(future.result())
            turns.take(lambda: done.append(f"after {future.result()}"))

        turns.take(lambda: turns.work(slow("first"), then, ""))
        turns.take(lambda: done.append("two"))
        turns.take(lambda: turns.work(slow("second"), then, ""))
        turns.take(lambda: done.append("three"))
        assert done == []
        go.set()

    assert run(work) == ["first", "two", "second", "three", "after first", "after second"]


def test_a_failure_harms_nobody_else() -> None:
    def work(turns: Turns, done: list[str]) -> None:
        def fail() -> None:
            raise RuntimeError

        turns.take(
            lambda: turns.work(fail, lambda future: done.append(type(future.exception()).__name__), "")
        )
        turns.take(fail)
        turns.take(lambda: done.append("next"))

    assert run(work) == ["RuntimeError", "next"]
