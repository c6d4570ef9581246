"""Connections that come to nothing: each has its time, and its address has its share."""

import json
import random
import re
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from facedown.server.frames import FRAGMENTS
from facedown.server.limits import Settings
from hostile.raw import Raw, frame, said
from server.conftest import StartServer
from server.modern import PATIENCE, Player, meet, play
from server.process import ServerProcess

HASTY = Settings(request_seconds=0.4, greeting=0.4, unread_seconds=0.4)
GET = b"GET /version HTTP/1.1\r\nHost: x\r\n"


@contextmanager
def _raw(server: ServerProcess, **how: bool) -> Iterator[Raw]:
    raw = Raw(server.port, **how)
    try:
        yield raw
    finally:
        raw.close()


def _figure(server: ServerProcess, name: str) -> float:
    found = re.findall(rf"^{re.escape(name)} (.*)$", server.fetch("/metrics").decode(), re.MULTILINE)
    return float(found[0]) if found else 0.0


def _closed(raw: Raw) -> bool:
    """Wait until the server has hung up."""
    raw.socket.settimeout(PATIENCE)
    try:
        while raw.socket.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


def _until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize(
    "first",
    [b"", b"GET", GET, GET + b"\r\n" + GET, b"POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{"],
    ids=["silent", "half a line", "half a head", "half a second request", "half a body"],
)
def test_a_request_has_its_time(start_server: StartServer, first: bytes) -> None:
    server = start_server(HASTY)
    with _raw(server) as raw:
        raw.send(first)
        assert _closed(raw)


@pytest.mark.parametrize(
    "first", [b"GET / HTTP/1.1\r\na:", GET + b"Content-Length: 9999\r\n\r\n"], ids=["head", "body"]
)
def test_a_little_now_and_then_does_not_give_it_more(start_server: StartServer, first: bytes) -> None:
    server = start_server(HASTY)
    with _raw(server) as raw, suppress(ConnectionError):
        raw.send(first)
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            raw.send(b"x")
            time.sleep(0.05)
    _until(lambda: _figure(server, 'facedown_lines_cut_total{why="asks too slowly"}') == 1)


def test_a_websocket_is_no_request_that_takes_too_long(start_server: StartServer) -> None:
    server = start_server(HASTY)
    with server.player() as ada, server.player() as bram:
        meet(ada, bram)
        since = time.monotonic()
        while time.monotonic() - since < 3 * HASTY.request_seconds:
            ada.ask("sync", "snapshot")


def test_who_says_nothing_on_a_websocket_is_sent_away(start_server: StartServer) -> None:
    server = start_server(HASTY)
    with Player(server.url, greet=False) as silent:
        assert silent.closed() == (1008, "you have not said what you want; connect again")


def test_answers_that_nobody_reads_do_not_stay(start_server: StartServer) -> None:
    server = start_server(HASTY)
    with _raw(server, deaf=True) as raw:
        raw.send(b"GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        _until(lambda: _figure(server, 'facedown_lines_cut_total{why="does not read"}') == 1)
        _until(lambda: _figure(server, "facedown_sockets") == 1)


def test_a_head_has_only_so_many_lines_and_bytes(shared: ServerProcess) -> None:
    for head in (GET + b"a:b\r\n" * 500, GET + b"a: " + b"b" * 40_000, b"\r\n" * 900):
        with _raw(shared) as raw:
            raw.send(head)
            assert b" 400 " in raw.until(b"\r\n\r\n")
            assert _closed(raw)


def test_requests_may_follow_each_other_without_waiting(shared: ServerProcess) -> None:
    with _raw(shared) as raw:
        raw.send((GET + b"\r\n") * 100)
        while raw.heard.count(b'"protocol"') < 100:
            raw.hear()
        assert raw.heard.count(b" 200 ") == 100


# --- frames ---


def test_only_the_last_of_many_pings_need_be_answered(shared: ServerProcess) -> None:
    with _raw(shared) as raw:
        raw.upgrade()
        raw.heard = b""
        raw.send(b"".join(frame(9, b"%03d" % number) for number in range(100)))
        assert raw.until(b"\x8a\x03099").count(b"\x8a\x03") < 10


def test_a_message_may_come_in_pieces_and_pings_between_them(shared: ServerProcess) -> None:
    with _raw(shared) as raw:
        raw.upgrade()
        text = b'{"type":"hello"}'
        pieces = [frame(0 if at else 1, text[at : at + 1], fin=False) for at in range(len(text))]
        raw.send(frame(9, b"?").join(pieces) + frame(0))
        raw.until(b'"welcome"')


def test_a_message_comes_in_only_so_many_pieces(shared: ServerProcess) -> None:
    with _raw(shared) as raw:
        raw.upgrade()
        raw.heard = b""
        raw.send(frame(1, b"x", fin=False) + frame(0, b"x", fin=False) * (FRAGMENTS + 10))
        assert raw.until(b"pieces").startswith(b"\x88")
        assert _closed(raw)


def test_who_pings_without_end_is_cut_off(start_server: StartServer) -> None:
    server = start_server(Settings(messages_a_second=10_000, burst=1))  # so that the waits between are short
    with _raw(server) as raw:
        raw.upgrade()
        raw.socket.settimeout(PATIENCE)
        with suppress(ConnectionError):
            while True:
                raw.send(frame(9) * 1000)
    assert _figure(server, 'facedown_lines_cut_total{why="sends too much"}') == 1


# --- how many ---


def test_an_address_has_its_share_of_lines(start_server: StartServer) -> None:
    server = start_server(Settings(connections_nearby=2))
    with server.player() as ada, server.player():
        with pytest.raises(InvalidStatus) as refused, connect(server.url):
            pass
        assert refused.value.response.status_code == 503
        assert b"your address" in (refused.value.response.body or b"")
        assert _figure(server, 'facedown_connections_refused_total{why="address"}') == 1
        ada.close()
        _until(lambda: _figure(server, "facedown_connections") == 1)
        with server.player():
            assert _figure(server, "facedown_connections") == 2


def test_a_server_without_file_descriptors_plays_on_and_recovers(start_server: StartServer) -> None:
    server = start_server()
    with server.player() as ada, server.player() as bram, ExitStack() as crowd:
        meet(ada, bram, clock={"turn": 0, "reserve": 0, "lag": 0})
        play((ada, bram), 2, random.Random(1))
        used = len([*Path(f"/proc/{server.pid}/fd").iterdir()])
        limits = resource.prlimit(server.pid, resource.RLIMIT_NOFILE, (used + 4, used + 4))
        for _ in range(20):
            crowd.enter_context(_raw(server))
        _until(lambda: bool(server.events("no connection can be taken")))
        play((ada, bram), 10, random.Random(2))
        crowd.close()
        with server.player() as carol:
            carol.ask("join_queue", "queued")
            carol.ask("leave_queue", "left")
        assert limits[0] > used + 4
        play((ada, bram), 2, random.Random(3))


def test_the_system_gives_as_many_descriptors_as_it_may(shared: ServerProcess) -> None:
    soft, hard = resource.prlimit(shared.pid, resource.RLIMIT_NOFILE)
    assert soft == hard


def test_a_handshake_that_is_none_is_turned_away_without_a_fuss(start_server: StartServer) -> None:
    server = start_server()
    upgrade = b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    for head in (
        b"a:b\r\n" * 200,
        b"a:" + b"b" * 10_000 + b"\r\n",
        b"Sec-WebSocket-Version: 99\r\n",
        b"Sec-WebSocket-Key: x\r\n" * 2,
    ):
        with _raw(server) as raw:
            raw.send(upgrade + head + b"\r\n")
            assert b" 400 " in raw.until(b"\r\n\r\n")
            assert _closed(raw)
    assert "Traceback" not in server.log()
    assert "atal error" not in server.log()


def test_half_a_handshake_and_a_bad_one(shared: ServerProcess) -> None:
    with _raw(shared) as raw:
        raw.upgrade(key="short", wait=False)
        assert b" 400 " in raw.until(b"\r\n\r\n")
        assert _closed(raw)
    with _raw(shared) as raw:
        raw.upgrade(more=said("hello"))
        assert b" 101 " in raw.heard
        raw.send(said("hello"))
        raw.until(b'"welcome"')
    assert json.loads(shared.fetch("/healthz")) == {"status": "ok"}
