"""Limits in constant memory: for each key, and at a time."""

import asyncio
import tracemalloc

import pytest

from facedown.server.http.pace import Gate, Pace, neighbourhood
from facedown.server.http.refusals import Busy, TooMany


def _allowed(pace: Pace, key: str, now: float, tries: int) -> int:
    count = 0
    for _ in range(tries):
        try:
            pace.check(key, now)
        except TooMany:
            continue
        count += 1
    return count


def test_so_many_at_once_and_then_so_many_a_minute() -> None:
    pace = Pace(6)
    assert _allowed(pace, "ada", 1000, 20) == 6
    assert _allowed(pace, "ada", 1009, 20) == 0
    assert _allowed(pace, "ada", 1010.5, 20) == 1
    assert _allowed(pace, "ada", 1100, 20) == 6


def test_what_is_refused_does_not_count() -> None:
    pace = Pace(6)
    assert _allowed(pace, "ada", 1000, 1000) == 6
    assert _allowed(pace, "ada", 1060.5, 20) == 6


def test_how_long_to_wait_is_true() -> None:
    pace = Pace(6)
    _allowed(pace, "ada", 1000, 6)
    with pytest.raises(TooMany) as refused:
        pace.check("ada", 1002)
    wait = int(refused.value.headers["Retry-After"])
    assert 8 <= wait <= 10
    pace.check("ada", 1002 + wait)


def test_a_flood_on_one_key_is_felt_by_no_other() -> None:
    pace = Pace(5)
    _allowed(pace, "flood", 1000, 100)
    assert all(_allowed(pace, f"other-{at}", 1000, 1) for at in range(500))


def test_a_million_keys_take_no_more_memory_than_one() -> None:
    pace = Pace(30)
    pace.check("first", 1000)
    tracemalloc.start()
    for at in range(20_000):
        _allowed(pace, f"key-{at}", 1000, 1)
    grown, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert grown < 50_000


def test_a_gate_lets_so_many_in_and_sends_the_rest_away() -> None:
    async def scenario() -> tuple[int, int, int]:
        gate, inside, most, refused = Gate(2, 3), 0, 0, 0

        async def enter() -> None:
            nonlocal inside, most, refused
            try:
                async with gate.enter():
                    inside += 1
                    most = max(most, inside)
                    await asyncio.sleep(0.01)
                    inside -= 1
            except Busy:
                refused += 1

        await asyncio.gather(*[enter() for _ in range(9)])
        first = refused
        await asyncio.gather(*[enter() for _ in range(5)])
        return most, first, refused

    assert asyncio.run(scenario()) == (2, 4, 4)


def test_a_gate_opens_again_after_a_failure() -> None:
    async def scenario() -> int:
        gate, failures = Gate(1, 0), 0
        for _ in range(3):
            try:
                async with gate.enter():
                    raise ValueError
            except ValueError:
                failures += 1
        return failures

    assert asyncio.run(scenario()) == 3


@pytest.mark.parametrize(
    ("host", "same"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix", "unix"),
    ],
)
def test_an_address_is_as_large_as_a_household(host: str, same: str) -> None:
    assert neighbourhood(host) == same
