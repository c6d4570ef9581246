"""How long the event loop is held up at a stretch, by whom, and whose fault it is."""

import asyncio
import contextlib
import gc
import os
import sys
import time
from collections import deque
from collections.abc import Iterator
from functools import partial
from threading import Event, Thread, get_ident
from types import FrameType

from facedown.server.logs import log
from facedown.server.metrics import Metrics

BEAT = 0.005
"""Seconds between two looks at the clocks."""
SLOW = 0.05
"""Seconds. What holds everybody up for longer is named in the log."""
SUSPECT = 0.03
"""Seconds without a beat after which the stack is looked at."""
NOTED = 0.002
"""Seconds. Shorter steps are not counted."""
MINUTE = 60
SHOWN = 6
"""Calls of a stack that are logged."""


class _Activity:
    """What the loop is at. One a process: there is one loop that serves."""

    def __init__(self) -> None:
        self.label, self.since = "", 0.0
        self.longest, self.culprit = 0.0, ""
        self.beside: dict[int, str] = {}
        """What threads are at, which share the interpreter with the loop."""


_activity = _Activity()


def doing(what: str) -> None:
    """From now on the loop is at this. Name a kind of work, never what was said."""
    now, was = time.perf_counter(), _activity
    spent = now - was.since
    if spent > was.longest:
        was.longest, was.culprit = spent, was.label
    was.label, was.since = what, now


@contextlib.contextmanager
def beside(what: str) -> Iterator[None]:
    """A thread is at this: it may hold the interpreter, and the loop with it."""
    _activity.beside[get_ident()] = what
    try:
        yield
    finally:
        _activity.beside.pop(get_ident(), None)


class Watchdog:
    """Beats on the loop and measures how late each beat comes.

    Three clocks: `wall` is what a player would wait; `loop` is processor time that the loop's thread used
    meanwhile; `process` is the same for all our threads, short of the time that the machine gave to others.
    The last two are ours to answer for, whatever else runs on the machine.
    """

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()
        self._thread = get_ident()
        self._ended = Event()
        self._sampler = Thread(target=self._sample, name="facedown-watchdog", daemon=True)
        self._stack: list[str] = []
        """Where the loop was when it was found late."""
        self._delays = _open_delays()
        self._recent: deque[tuple[int, dict[str, float]]] = deque(maxlen=MINUTE)
        """The longest of each of the last seconds that had any."""
        self._longest: dict[str, float] = {}
        self._collecting = 0.0
        self._collected = 0.0
        """Seconds that the garbage collector took since the last beat."""

    def start(self) -> None:
        """Watch the loop that this is called in."""
        for clock in ("wall", "loop", "process"):
            self._metrics.longest_step.labels(clock, "start").set(0)
            self._metrics.longest_step.labels(clock, "minute").set_function(partial(self._latest, clock))
        gc.callbacks.append(self._collect)
        self._note(time.perf_counter())
        self._timer = self._loop.call_later(BEAT, self._beat)
        self._sampler.start()

    def stop(self) -> None:
        """Watch no more."""
        self._ended.set()
        self._timer.cancel()
        gc.callbacks.remove(self._collect)
        self._sampler.join()
        if self._delays is not None:
            os.close(self._delays)
            self._delays = None

    # --- on the loop ---

    def _note(self, now: float) -> None:
        self._due = now + BEAT
        self._own, self._all, self._delayed = time.thread_time(), time.process_time(), self._run_delay()

    def _beat(self) -> None:
        now = time.perf_counter()
        late = now - self._due
        if late >= NOTED:
            doing("")
            machine = self._run_delay() - self._delayed
            self._judge(
                {
                    "wall": late,
                    "loop": min(late, time.thread_time() - self._own),
                    "process": max(0.0, min(late - machine, time.process_time() - self._all)),
                }
            )
        _activity.longest, _activity.culprit, _activity.since = 0.0, "", now
        self._stack, self._collected = [], 0.0
        self._note(now)
        self._timer = self._loop.call_later(BEAT, self._beat)

    def _judge(self, took: dict[str, float]) -> None:
        second = int(time.monotonic())
        if not self._recent or self._recent[-1][0] != second:
            self._recent.append((second, dict.fromkeys(took, 0.0)))
        recent = self._recent[-1][1]
        for clock, seconds in took.items():
            self._metrics.steps.labels(clock).observe(seconds)
            recent[clock] = max(recent[clock], seconds)
            if seconds > self._longest.get(clock, 0.0):
                self._longest[clock] = seconds
                self._metrics.longest_step.labels(clock, "start").set(seconds)
        if max(took["loop"], took["process"]) >= SLOW:
            log(
                "slow step",
                level="WARNING",
                **{f"{clock}_ms": round(seconds * 1000) for clock, seconds in took.items()},
                doing=_activity.culprit,
                beside=sorted(set(_activity.beside.values())),
                collector_ms=round(self._collected * 1000),
                stack=self._stack,
            )

    def _latest(self, clock: str) -> float:
        oldest = int(time.monotonic()) - MINUTE
        return max((took[clock] for second, took in [*self._recent] if second >= oldest), default=0.0)

    def _run_delay(self) -> float:
        """Seconds for which this thread could have run and the machine ran something else."""
        if self._delays is None:
            return 0.0
        return int(os.pread(self._delays, 100, 0).split()[1]) / 1e9

    def _collect(self, phase: str, _: dict[str, int]) -> None:
        if phase == "start":
            self._collecting = time.perf_counter()
        else:
            self._collected += time.perf_counter() - self._collecting

    # --- on a thread of its own ---

    def _sample(self) -> None:
        """Look where the loop is, when it has not been heard of for long."""
        while not self._ended.wait(SUSPECT / 2):
            if not self._stack and time.perf_counter() - self._due > SUSPECT:
                self._stack = _calls(sys._current_frames().get(self._thread))


def _calls(frame: FrameType | None) -> list[str]:
    """The innermost calls, ours before all."""
    found: list[str] = []
    while frame is not None and len(found) < SHOWN:
        code = frame.f_code
        if not found or "facedown" in code.co_filename:
            found.append(f"{code.co_qualname} {os.path.basename(code.co_filename)}:{frame.f_lineno}")
        frame = frame.f_back
    return found


def _open_delays() -> int | None:
    """Where Linux says how long a thread had to wait for a processor."""
    try:
        return os.open("/proc/thread-self/schedstat", os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return None
