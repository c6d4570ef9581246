"""The watchdog sees what holds the loop up, says what it was, and keeps quiet about what the machine does."""

import asyncio
import logging
import re
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
import uvloop

from facedown.server.metrics import Metrics
from facedown.server.watchdog import BEAT, SLOW, Watchdog, beside, doing

Factory = Callable[[], asyncio.AbstractEventLoop]
LOOPS = pytest.mark.parametrize(
    "loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"]
)


def _burn(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def _watched(loop: Factory, work: Callable[[], Any]) -> Metrics:
    """Do this on a loop with a watchdog; returns its figures."""
    metrics = Metrics()

    async def main() -> None:
        watchdog = Watchdog(metrics)
        watchdog.start()
        await asyncio.sleep(2 * BEAT)
        done = work()
        if asyncio.iscoroutine(done):
            await done
        await asyncio.sleep(2 * BEAT)
        watchdog.stop()

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(main())
    return metrics


def _longest(metrics: Metrics, clock: str, since: str = "start") -> float:
    value = metrics.registry.get_sample_value(
        "facedown_loop_longest_step_seconds", {"clock": clock, "since": since}
    )
    assert value is not None
    return value


def _slow_steps(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [record.fields for record in caplog.records if record.msg == "slow step"]  # type: ignore[attr-defined]


@LOOPS
def test_a_long_step_is_measured_and_named(loop: Factory, caplog: pytest.LogCaptureFixture) -> None:
    def work() -> None:
        doing("message Act")
        _burn(0.2)
        doing("something else")

    with caplog.at_level(logging.WARNING, "facedown.server"):
        metrics = _watched(loop, work)
    for clock in ("loop", "process", "wall"):
        for since in ("start", "minute"):
            assert _longest(metrics, clock, since) >= 0.2 - 2 * BEAT
    (told,) = _slow_steps(caplog)
    assert told["doing"] == "message Act"
    assert told["loop_ms"] >= 190
    assert any("_burn" in call for call in told["stack"])
    text = metrics.text().decode()
    (slow,) = re.findall(r'_step_seconds_bucket{clock="loop",le="0.05"} (.*)', text)
    (every,) = re.findall(r'_step_seconds_count{clock="loop"} (.*)', text)
    assert float(every) - float(slow) == 1


@LOOPS
def test_a_machine_that_is_busy_elsewhere_is_not_our_fault(
    loop: Factory, caplog: pytest.LogCaptureFixture
) -> None:
    """The thread sleeps, as if something else had the processor."""
    with caplog.at_level(logging.WARNING, "facedown.server"):
        metrics = _watched(loop, lambda: time.sleep(0.3))
    assert _longest(metrics, "wall") >= 0.3 - 2 * BEAT
    assert _longest(metrics, "loop") < SLOW
    assert _longest(metrics, "process") < SLOW
    assert not _slow_steps(caplog)


def test_a_thread_that_holds_the_interpreter_is_our_fault(caplog: pytest.LogCaptureFixture) -> None:
    """A pattern that goes back and forth never lets go of the interpreter."""
    ready, pattern = threading.Event(), re.compile(r"(x+x+)+y")

    def hold() -> None:
        with beside("POST /deck-list"):
            ready.set()
            pattern.match("x" * 25)

    async def work() -> None:
        thread = threading.Thread(target=hold)
        thread.start()
        while thread.is_alive():
            await asyncio.sleep(BEAT)

    with caplog.at_level(logging.WARNING, "facedown.server"):
        metrics = _watched(asyncio.new_event_loop, work)
    assert _longest(metrics, "process") >= SLOW
    assert _longest(metrics, "loop") < _longest(metrics, "process")
    assert any(told["beside"] in (["POST /deck-list"], []) for told in _slow_steps(caplog))


def test_short_steps_are_not_worth_a_word(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        for _ in range(20):
            _burn(0.001)
            await asyncio.sleep(0)

    with caplog.at_level(logging.WARNING, "facedown.server"):
        _watched(uvloop.new_event_loop, work)
    assert not _slow_steps(caplog)
