"""How much of one client is read, with clock, socket and protocol in the test's hand."""

import asyncio
from collections.abc import Callable
from typing import Any, cast

from facedown.server.limits import Settings
from facedown.server.wire import LINGER, READ, SHARE, SPARE, STRIKES, Wire

SETTINGS = Settings(messages_a_second=25, burst=50, unread_seconds=7)
RATE, BURST = SPARE + SHARE * 25, SPARE + SHARE * 50


class Timer:
    def __init__(self, when: float, work: Callable[[], None]) -> None:
        self.when, self.work, self.cancelled = when, work, False

    def cancel(self) -> None:
        self.cancelled = True


class Loop:
    """A loop whose time the test tells."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.timers: list[Timer] = []

    def time(self) -> float:
        return self.now

    def call_soon(self, work: Callable[..., None], *args: Any) -> Timer:
        return self.call_later(0, work, *args)

    def call_later(self, seconds: float, work: Callable[..., None], *args: Any) -> Timer:
        timer = Timer(self.now + seconds, lambda: work(*args))
        self.timers.append(timer)
        return timer

    def run(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        due = [timer for timer in self.timers if timer.when <= self.now]
        self.timers = [timer for timer in self.timers if timer.when > self.now]
        for timer in due:
            if not timer.cancelled:
                timer.work()


class Socket:
    """The transport; insists that it is stopped and started by turns, as uvloop's does not."""

    def __init__(self) -> None:
        self.reading: Any = True
        self.closed: Any = False
        self.aborted: Any = False
        self.buffered = 0

    def pause_reading(self) -> None:
        assert self.reading
        self.reading = False

    def resume_reading(self) -> None:
        assert not self.reading
        assert not self.closed
        self.reading = True

    def write(self, data: bytes) -> None:
        self.buffered += len(data)

    def get_extra_info(self, name: str) -> None:
        return None

    def get_write_buffer_size(self) -> int:
        return self.buffered

    def is_closing(self) -> bool:
        return bool(self.closed)

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True


class Spoken:
    """A protocol that finds as many pieces in a read as it is told."""

    def __init__(self, pieces: int = 0) -> None:
        self.pieces = pieces
        self.got = b""
        self.ended: list[str] = []

    def connection_made(self, transport: Wire) -> None:
        self.wire = transport

    def data_received(self, data: bytes) -> None:
        self.got += data
        self.wire.charge(self.pieces)

    def eof_received(self) -> None:
        self.ended.append("eof")

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.append("lost")

    def pause_writing(self) -> None:
        self.ended.append("pause")

    def resume_writing(self) -> None:
        self.ended.append("resume")

    def cut(self, why: str) -> None:
        self.ended.append(why)


class Around:
    """A wire with all that is around it."""

    def __init__(self, pieces: int = 0) -> None:
        self.loop, self.socket, self.spoken = Loop(), Socket(), Spoken(pieces)
        self.cuts: list[str] = []
        self.gone = 0
        loop = cast(asyncio.AbstractEventLoop, self.loop)
        self.wire = Wire(self.spoken, SETTINGS, loop, cut=self.cuts.append, gone=self._leave)
        self.wire.connection_made(cast(asyncio.Transport, self.socket))

    def _leave(self) -> None:
        self.gone += 1

    def read(self, data: bytes) -> None:
        assert self.socket.reading
        self.wire.get_buffer(-1)[: len(data)] = data
        self.wire.buffer_updated(len(data))


def test_what_is_read_is_passed_on_and_little_of_it_costs_nothing() -> None:
    around = Around(1)
    for _ in range(20):
        around.read(b"hello")
    assert around.spoken.got == b"hello" * 20
    assert around.socket.reading
    assert not around.loop.timers


def test_a_full_read_lets_the_others_have_their_turn_first() -> None:
    around = Around()
    around.read(b"x" * READ)
    assert not around.socket.reading
    around.loop.run(0)
    assert around.socket.reading


def test_who_is_over_the_budget_is_not_read_until_it_has_refilled() -> None:
    around = Around(BURST)
    around.read(b"x")
    assert not around.socket.reading
    around.loop.run(BURST / 2 / RATE - 0.01)
    assert not around.socket.reading
    around.loop.run(0.02)
    assert around.socket.reading


def test_who_goes_on_is_cut_off_once() -> None:
    around = Around(10 * BURST)
    for _ in range(STRIKES):
        around.read(b"x")
        around.loop.run(BURST / RATE)
    assert not around.cuts
    around.read(b"x")
    assert around.cuts == around.spoken.ended == ["sends too much"]
    assert around.socket.closed
    around.wire.cut("again")
    around.loop.run(100)
    assert around.cuts == ["sends too much"]
    assert not around.socket.reading or around.socket.closed


def test_a_steady_client_is_never_held_up() -> None:
    around = Around(1)
    for _ in range(1000):
        around.read(b"x")
        around.loop.run(2.1 / RATE)
        assert around.socket.reading


def test_the_protocol_may_stop_reading_and_the_wire_does_not_start_it_again() -> None:
    around = Around()
    around.wire.pause_reading()
    around.wire.pause_reading()
    assert not around.socket.reading
    around.wire.resume_reading()
    around.wire.resume_reading()
    assert around.socket.reading
    around.read(b"x" * READ)
    around.wire.pause_reading()
    around.loop.run(1)
    assert not around.socket.reading, "the protocol wants none"
    around.wire.resume_reading()
    around.read(b"x" * READ)
    around.wire.pause_reading()
    around.wire.resume_reading()
    assert not around.socket.reading, "its turn has not come"
    around.loop.run(1)
    assert around.socket.reading


def test_one_who_does_not_read_is_cut_off_unless_it_reads_again() -> None:
    around = Around()
    around.wire.pause_writing()
    around.loop.run(6)
    around.wire.resume_writing()
    around.loop.run(6)
    assert not around.cuts
    around.wire.pause_writing()
    around.wire.pause_writing()
    around.loop.run(8)
    assert around.cuts == ["does not read"]


def test_the_last_words_do_not_take_for_ever() -> None:
    around = Around()
    around.wire.write(b"bye")
    around.wire.close()
    assert not around.socket.aborted
    around.loop.run(LINGER + 1)
    assert around.socket.aborted
    quick = Around()
    quick.wire.close()
    assert not quick.loop.timers


def test_when_it_is_over_nothing_is_left_behind() -> None:
    around = Around(BURST)
    around.read(b"x")
    around.wire.pause_writing()
    around.wire.connection_lost(None)
    around.socket.closed = True
    assert around.gone == 1
    assert all(timer.cancelled for timer in around.loop.timers)


def test_another_protocol_may_be_spoken_from_now_on() -> None:
    around, other = Around(), Spoken()
    other.connection_made(around.wire)
    around.wire.set_protocol(other)
    around.read(b"frames")
    assert (around.spoken.got, other.got) == (b"", b"frames")
