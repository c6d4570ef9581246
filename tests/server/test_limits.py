"""How much one connection may ask for, and that no other notices when it asks for more."""

import json
import random
import socket
import time
from contextlib import suppress

import pytest
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin
from websockets.uri import parse_uri

from facedown.server.limits import Bucket, Settings
from server.conftest import StartServer
from server.modern import Player, meet, play
from server.process import ServerProcess

# --- pace ---


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=10, burst=3, now=0)
    assert [bucket.take(0) for _ in range(5)] == [0, 0, 0, 0.1, 0.2]
    assert bucket.take(0.3) == 0, "those who waited have had their turn"
    assert bucket.take(0.3) == pytest.approx(0.1)
    assert [bucket.take(1_000) for _ in range(4)] == [0, 0, 0, 0.1], "it never holds more than a burst"


def test_a_client_that_waits_for_answers_is_slowed_down_and_never_refused(start_server: StartServer) -> None:
    server = start_server(Settings(messages_a_second=10, burst=5))
    with server.player() as ada:
        ada.ask("play_bot", "snapshot", bot="random")
        since = time.monotonic()
        for _ in range(15):
            ada.ask("sync", "snapshot")
        assert time.monotonic() - since > 1


def test_a_flood_is_refused_then_cut_and_the_other_player_plays_on(start_server: StartServer) -> None:
    server = start_server(Settings(flood_patience=50))
    with server.player() as ada, server.player() as bram:
        meet(ada, bram)
        before = bram.ask("sync", "snapshot")
        with suppress(ConnectionClosed):
            for _ in range(400):
                ada.send('{"type":"chat","text":"spam"}')
        code, why = ada.closed()
        assert (code, why) == (1008, "you send too much")
        refusals = [json.loads(text) for text in ada.transcript if '"flood"' in text]
        assert refusals
        assert all("too fast" in refusal["message"] for refusal in refusals)
        while bram.hear("presence", "chatted")["type"] == "chatted":
            pass
        after = bram.ask("sync", "snapshot")
        assert after["state"] == before["state"]
        assert after["standing"]["head"] == before["standing"]["head"]
        with server.player(token=ada.token) as back:
            back.ask("resume", "snapshot")
            bram.hear("presence")
            players = (back, bram) if back.seat == 0 else (bram, back)
            play(players, 6, random.Random(1))


def test_what_was_said_before_hanging_up_is_still_done(shared: ServerProcess) -> None:
    with shared.player() as ada, shared.player() as bram:
        meet(ada, bram)
        ada.say("concede")
        ada.close()
        assert bram.hear("update")["standing"]["outcome"]["reason"] == "conceded"


def test_an_address_cannot_make_guests_without_end(start_server: StartServer) -> None:
    server = start_server(Settings(guests_per_address=3))
    known = [server.player() for _ in range(3)]
    with Player(server.url, greet=False) as stranger:
        assert stranger.ask("hello", "welcome", "rejected")["code"] == "pace"
        assert stranger.ask("join_queue", "queued", "rejected")["code"] == "pace"
    with server.player(token=known[0].token) as back:
        assert back.welcome["player"] == known[0].welcome["player"], "those who are known may come"
    for player in known:
        player.close()


# --- slow readers ---


class DeafPlayer:
    """Speaks, and never reads a byte."""

    def __init__(self, server: ServerProcess, token: str) -> None:
        protocol = ClientProtocol(parse_uri(server.url))
        self._protocol = protocol
        self._socket = socket.socket()
        # A small window: what the server sends piles up on its own side soon.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        self._socket.connect(("127.0.0.1", server.port))
        self._socket.settimeout(60)
        protocol.send_request(protocol.connect())
        self._send()
        while not protocol.events_received():
            protocol.receive_data(self._socket.recv(1_024))
        self.say("hello", token=token)
        self.say("resume")

    def say(self, type_: str, **fields: object) -> None:
        self._protocol.send_text(json.dumps({"type": type_, **fields}).encode())
        self._send()

    def _send(self) -> None:
        for data in self._protocol.data_to_send():
            self._socket.sendall(data)

    def close(self) -> None:
        self._socket.close()


def test_one_who_does_not_read_is_cut_off_and_holds_nobody_up(start_server: StartServer) -> None:
    server = start_server(Settings(outbox_bytes=30_000, messages_a_second=1_000, burst=1_000))
    with server.player() as ada, server.player() as bram:
        meet(ada, bram, options={"hero_health": 1000}, clock={"turn": 0, "reserve": 0, "lag": 0})
        bram.close()
        ada.hear("presence")
        deaf = DeafPlayer(server, bram.token)
        assert ada.hear("presence")["present"] is True
        slowest = 0.0
        for _ in range(200):
            deaf.say("sync")
            since = time.monotonic()
            ada.ask("sync", "snapshot")
            slowest = max(slowest, time.monotonic() - since)
        assert ada.hear("presence")["present"] is False
        assert slowest < 5, "the other one never waited"
        assert 'facedown_lines_cut_total{why="1013"} 1.0' in server.fetch("/metrics").decode()
        with server.player(token=bram.token) as back:
            assert back.ask("resume", "snapshot")["standing"]["at"] == ada.standing["at"]
            ada.hear("presence")
            play((ada, back), 10, random.Random(3))
        deaf.close()


def test_one_who_reads_may_ask_for_much_at_once(start_server: StartServer) -> None:
    server = start_server(Settings(outbox_bytes=10_000))
    with server.player() as ada:
        ada.ask("play_bot", "snapshot", bot="random")
        for _ in range(50):
            ada.say("sync")
        for _ in range(50):
            ada.hear("snapshot")


def test_one_message_of_any_length_is_nobodys_fault(start_server: StartServer) -> None:
    server = start_server(Settings(outbox_bytes=1_000))
    with server.player() as ada, server.player() as bram:
        meet(ada, bram)
        assert len(json.dumps(ada.ask("sync", "snapshot"))) > 2_000


# --- the door ---


def test_pages_from_elsewhere_may_not_connect(start_server: StartServer) -> None:
    server = start_server(Settings(origins=("https://cards.example",)))
    own = f"http://127.0.0.1:{server.port}"
    for origin in ("https://cards.example", own):
        with connect(server.url, origin=Origin(origin)) as line:
            line.send('{"type":"hello"}')
            assert json.loads(line.recv(60))["type"] == "welcome"
    for origin in ("https://evil.example", "null", "http://127.0.0.1", own.replace(".1:", ".1.evil:")):
        with pytest.raises(InvalidStatus) as refused, connect(server.url, origin=Origin(origin)):
            pass
        assert refused.value.response.status_code == 403
        assert b"elsewhere" in (refused.value.response.body or b"")
    assert len(server.events("wrong origin")) == 4


def test_a_full_server_says_so(start_server: StartServer) -> None:
    server = start_server(Settings(connections=2))
    first, second = server.player(), server.player()
    with pytest.raises(InvalidStatus) as refused, connect(server.url):
        pass
    assert refused.value.response.status_code == 503
    assert b"full" in (refused.value.response.body or b"")
    meet(first, second)
    first.close()
    second.hear("presence")
    with Player(server.url, token=first.token) as back:
        assert back.ask("resume", "snapshot")["seat"] == 0
    second.close()
