"""Thousands of matches that are all being played, slowly: what a move waits for, and what they weigh."""

import subprocess
import sys
from collections.abc import Iterator
from typing import IO, Any

import msgspec

from facedown.client.bench.figures import Figure
from facedown.client.bench.served import Served

MATCHES, GAP, SECONDS = 2_000, 10.0, 30.0


def measure() -> Iterator[Figure]:
    """Latency of moves, what a line and a match weigh, and how much of that the generator caused itself."""
    with Served(unlimited=True) as server:
        empty = server.resident()
        port = server.address.rpartition(":")[2]
        command = [sys.executable, "-m", "facedown.client.bench.crowd"]
        with subprocess.Popen(  # noqa: S603 (our own module)
            [*command, port, str(MATCHES), str(GAP), str(SECONDS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as crowd:
            assert crowd.stdout is not None
            _expect(crowd.stdout, "connected")
            connected = server.resident()
            _go(crowd.stdin)
            _expect(crowd.stdout, "dealt")
            dealt = server.resident()
            cpu = server.cpu_seconds()
            _go(crowd.stdin)
            found: dict[str, Any] = msgspec.json.decode(_line(crowd.stdout))
            cpu = server.cpu_seconds() - cpu
            played = server.resident()
    label = f"{MATCHES:,} matches, a move in {GAP:.0f} s each"
    yield Figure(f"{label}: p50", found["p50_ms"], "ms", at_most=True)
    yield Figure(f"{label}: p99", found["p99_ms"], "ms", 15, at_most=True)
    yield Figure(f"{label}: longest", found["longest_ms"], "ms", 60, at_most=True)
    yield Figure(
        f"{label}: moves that waited for the one before", found["unanswered"], "moves", 0, at_most=True
    )
    yield Figure("the generator's own delay: p99", found["own_p99_ms"], "ms")
    yield Figure("the generator's own delay: longest", found["own_longest_ms"], "ms")
    yield Figure("processor time of the server", cpu / found["moves"] * 1000, "ms/move", 5, at_most=True)
    yield Figure("memory of a line", (connected - empty) / (2 * MATCHES) / 1000, "kB", 60, at_most=True)
    yield Figure("memory of a match", (dealt - connected) / MATCHES / 1000, "kB", 60, at_most=True)
    yield Figure("memory that each match has grown by meanwhile", (played - dealt) / MATCHES / 1000, "kB")


def _line(stream: IO[str]) -> str:
    line = stream.readline()
    if not line:
        raise RuntimeError("the load generator failed")
    return line


def _expect(stream: IO[str], word: str) -> None:
    if _line(stream).strip() != word:
        raise RuntimeError("the load generator failed")


def _go(stream: IO[str] | None) -> None:
    assert stream is not None
    stream.write("\n")
    stream.flush()
