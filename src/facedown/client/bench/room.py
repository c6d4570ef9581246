"""How fast a room is by itself, how a server answers over sockets, what idling and starting cost."""

import gc
import json
import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from facedown.client.bench.figures import Figure
from facedown.client.bench.peers import peer
from facedown.client.bench.served import Served
from facedown.dealers import House
from facedown.games.duel import DECKS, DUEL
from facedown.kernel import encode
from facedown.server.messages import FromClient
from facedown.store import Database, Match, Matches, Seated
from facedown.table import Clock, Table
from facedown.table.messages import Act
from facedown.table.room import Append, Room, Tell

MATCHES, RATE, SECONDS = 50, 500, 8.0
IDLE = 1_000
ROOM_MOVES = 20_000


def measure() -> Iterator[Figure]:
    """The room alone, the server under load beside its peers, memory, and start-up."""
    yield Figure("room: validate, log, two views", _room_moves(store=False), "moves/CPU s", 5_000)
    yield Figure("room: the same with every entry on disk", _room_moves(store=True), "moves/CPU s", 5_000)
    yield from _over_sockets()
    yield Figure(f"{IDLE:,} idle matches in memory", _idle_megabytes(), "MB", 100, at_most=True)
    yield Figure("facedown --help", _help_milliseconds(), "ms", 150, at_most=True)
    with Served() as server:
        yield Figure("facedown serve until it listens", server.seconds_to_listen, "s", 3, at_most=True)


# --- the room alone ---


def _room_moves(*, store: bool) -> float:
    """Moves a CPU second: bytes in, decoded, checked, decided, hashed, encoded for both seats."""
    script = _script(random.Random(1))  # noqa: S311 (a benchmark)
    decode = msgspec.json.Decoder(FromClient).decode
    encoder, moves, spent = msgspec.json.Encoder(), 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "bench.sqlite") if store else None
        while moves < ROOM_MOVES:
            room, name = _fresh_room(database)
            pending: list[Future[None]] = []
            start = time.process_time()
            for seat, data in script:
                message = decode(data)
                for effect in room.receive(seat, message, 0):
                    if isinstance(effect, Tell) and effect.seat >= 0:
                        encoder.encode(effect.message)
                    elif isinstance(effect, Append) and database is not None:
                        pending.append(Matches(database).append(name, effect.at, effect.lines))
            for future in pending:
                future.result()
            spent += time.process_time() - start
            moves += len(script)
        if database is not None:
            database.close()
    return moves / spent


def _fresh_room(database: Database | None) -> tuple[Room, str]:
    """Always the same deal, so that a script recorded once fits."""
    deck, name = DECKS["starter"], secrets.token_hex(8)
    dealer = House(bytes(32), [deck, deck])
    table, steps = Table.open(
        DUEL, dealer, match="bench", names=["Ann", "Ben"], decks=[deck, deck], clock=Clock(0, 0, 0)
    )
    if database is not None:
        seats = (Seated(None, "Ann"), Seated(None, "Ben"))
        match = Match(id=name, game="duel", dealer="house", options=b"{}", seats=seats, created=0)
        Matches(database).open(match, b"", [step.line for step in steps]).result()
    room = Room(table, steps[0].line, bots=frozenset(), now=0)
    for seat in (0, 1):
        room.join(seat, 0)
    return room, name


def _script(rng: random.Random) -> list[tuple[int, bytes]]:
    """A whole random duel as the messages its players send, short of the last move."""
    room, _ = _fresh_room(None)
    table, script = room.table, []
    while table.outcome is None:
        seat = table.state.active
        action = rng.choice(DUEL.legal(table.state, seat, table.faces[seat]))
        message = Act(table.at, msgspec.Raw(encode(action)))
        script.append((seat, encode(message)))
        room.receive(seat, message, 0)
    return script[:-1]


# --- over sockets ---


def _over_sockets() -> Iterator[Figure]:
    peers = {name: peer(f"server-{name}") for name in ("boardgameio", "colyseus")}
    with Served() as server:
        cpu = server.cpu_seconds()
        paced = _load(server.address, RATE)
        cpu = server.cpu_seconds() - cpu
    yield Figure("this disk's own fsync: p99", _fsync_milliseconds(), "ms")
    best = min((found["p99_ms"] for found in peers.values() if found), default=None)
    label = f"{MATCHES} matches, {RATE} moves/s"
    yield Figure(f"{label}: p50", paced["p50_ms"], "ms", None, at_most=True)
    yield Figure(f"{label}: p99", paced["p99_ms"], "ms", 10, best, at_most=True)
    yield Figure(f"{label}: moves per CPU second of the server", paced["moves"] / cpu, "moves/CPU s")
    with Served(unlimited=True) as server:
        cpu = server.cpu_seconds()
        flat_out = _load(server.address, 0)
        cpu = server.cpu_seconds() - cpu
    ours = flat_out["moves"] / cpu
    for name, found in peers.items():
        if found:
            yield Figure(f"p99 of {name}", found["p99_ms"], "ms")
            theirs = found["moves_per_cpu_second"]
            yield Figure(f"flat out: moves per CPU second, ratio to {name}", ours / theirs, "times", 1)
    yield Figure("flat out: moves per CPU second of the server", ours, "moves/CPU s")


def _fsync_milliseconds() -> float:
    """What every acknowledged action has to wait for, whatever the server does."""
    times = []
    with tempfile.TemporaryFile() as file:
        for _ in range(300):
            file.write(bytes(4096))
            file.flush()
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - start)
    return sorted(times)[297] * 1000


def _load(address: str, rate: float) -> dict[str, float]:
    url = address.replace("http", "ws", 1) + "/ws"
    command = [
        sys.executable,
        "-m",
        "facedown.client.bench.duellists",
        url,
        str(MATCHES),
        str(rate),
        str(SECONDS),
    ]
    done = subprocess.run(command, capture_output=True, check=False, text=True)  # noqa: S603 (our own module)
    if done.returncode:
        raise RuntimeError(f"the load generator failed: {done.stderr.strip().splitlines()[-1]}")
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


# --- idle matches and start-up ---


def _idle_megabytes() -> float:
    """How much a process grows by rooms in the middle of a match that wait for somebody."""
    script = _script(random.Random(1))[:30]  # noqa: S311
    _fresh_room(None)
    gc.collect()
    before, rooms = _resident(), []
    for _ in range(IDLE):
        room, _ = _fresh_room(None)
        for seat, data in script:
            room.receive(seat, msgspec.json.decode(data, type=Act), 0)
        rooms.append(room)
    gc.collect()
    return (_resident() - before) / 1e6


def _resident() -> int:
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def _help_milliseconds() -> float:
    times = []
    for _ in range(9):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-m", "facedown", "--help"], capture_output=True, check=True)
        times.append(time.perf_counter() - start)
    return median(times) * 1000
