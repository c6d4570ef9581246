"""`facedown join`: the page is ours, the data is the server's, and nobody else gets in between."""

import random
import socket
import threading
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from client.conftest import Run
from client.joined import Joined
from client.served import Served
from facedown import __version__
from facedown.server.messages import PROTOCOL
from facedown.server.pages import POLICY
from server.modern import Player, meet, play


@pytest.fixture(scope="module")
def joined(tmp_path_factory: pytest.TempPathFactory, server: Served) -> Iterator[Joined]:
    with Joined(tmp_path_factory.mktemp("home"), server.url) as running:
        yield running


def ask(
    joined: Joined, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[HTTPResponse, bytes]:
    line = HTTPConnection("127.0.0.1", joined.port, timeout=60)
    try:
        line.request(method, path, body, {name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        return answer, answer.read()
    finally:
        line.close()


def test_it_listens_on_this_machine_alone(joined: Joined) -> None:
    def taken(host: str) -> bool:
        with socket.socket() as other:
            try:
                other.bind((host, joined.port))
            except OSError:
                return True
            return False

    # Whoever listens everywhere holds the port on every address of the machine.
    assert taken("127.0.0.1")
    assert not taken("127.0.0.2")


def test_the_page_is_ours_with_its_policy_and_says_so(joined: Joined, server: Served) -> None:
    answer, page = ask(joined, "/match/anything", Accept="text/html")
    assert answer.status == 200
    assert b"<html" in page
    assert answer.headers["Content-Security-Policy"] == POLICY
    answer, host = ask(joined, "/host")
    assert msgspec.json.decode(host) == {"own": True, "server": server.url}
    answer, cards = ask(joined, "/card-catalog?game=duel")
    assert {card["id"] for card in msgspec.json.decode(cards)} >= {"firebolt"}


def test_what_is_asked_comes_from_the_server(joined: Joined, server: Served) -> None:
    answer, version = ask(joined, "/version")
    asked = msgspec.json.decode(version)
    assert (asked["version"], asked["protocol"], len(asked["server"])) == (__version__, PROTOCOL, 64)
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    known, _ = ask(joined, "/version", If_None_Match=answer.headers["ETag"])
    assert known.status == 304
    body = msgspec.json.encode({"name": "Grace", "password": "correct horse battery"})
    registered, session = ask(joined, "/register", "POST", body, Content_Type="application/json")
    assert registered.status == 201, session
    token = msgspec.json.decode(session)["token"]
    _, who = ask(joined, "/me", Authorization=f"Bearer {token}")
    assert msgspec.json.decode(who)["name"] == "Grace"
    refused, _ = ask(joined, "/me", Authorization="Bearer nobody")
    assert refused.status == 401
    large, _ = ask(joined, "/register", "POST", b"x" * 70_000, Content_Type="application/json")
    assert large.status == 413


def test_two_people_play_through_it_and_at_the_server(joined: Joined, server: Served) -> None:
    with (
        Player(f"ws://127.0.0.1:{joined.port}/ws") as here,
        Player(f"{server.url}/ws".replace("http", "ws")) as there,
    ):
        match = meet(here, there)
        play((here, there), 30, random.Random(4))
        _, log = ask(joined, f"/matches/{match}/log")
        assert len(log.splitlines()) > 30


def test_other_pages_and_other_names_for_this_machine_are_turned_away(joined: Joined) -> None:
    elsewhere, _ = ask(joined, "/version", Origin="https://evil.example")
    assert elsewhere.status == 403
    renamed, said = ask(joined, "/version", Host=f"evil.example:{joined.port}")
    assert renamed.status == 421
    assert joined.origin.encode() in said
    for headers in ({"Origin": "https://evil.example"}, {"Host": "evil.example"}):
        with pytest.raises(InvalidStatus) as refused:
            connect(f"ws://127.0.0.1:{joined.port}/ws", additional_headers=headers)
        assert refused.value.response.status_code in (400, 403, 421)
    with connect(f"ws://127.0.0.1:{joined.port}/ws", additional_headers={"Origin": joined.origin}) as line:
        line.send(b'{"type":"hello"}', text=True)
        assert b"welcome" in str(line.recv(60)).encode()


def test_a_server_has_the_same_port_again_and_another_one_another(tmp_path: Path, server: Served) -> None:
    with Joined(tmp_path, server.url) as first:
        pass
    with Joined(tmp_path, server.url) as again:
        assert again.port == first.port
    with Joined(tmp_path, server.url.replace("127.0.0.1", "localhost")) as other:
        assert other.port != first.port


def test_a_port_that_is_taken_and_a_server_that_is_not_there(
    facedown: Run, joined: Joined, server: Served
) -> None:
    done = facedown("join", server.url, "--port", joined.port)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"port {joined.port} is taken" in done.stderr
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        done = facedown("join", f"http://127.0.0.1:{nobody.getsockname()[1]}")
    assert done.returncode == 3
    assert "cannot reach" in done.stderr
    assert len(done.stderr.splitlines()) == 1


class Hostile(BaseHTTPRequestHandler):
    """A server that would like to run something in our page."""

    protocol = PROTOCOL
    asked: ClassVar[list[tuple[str, dict[str, str]]]] = []

    def do_GET(self) -> None:
        self.asked.append((self.path, dict(self.headers.items())))
        if self.path == "/version":
            self._say(
                200, "application/json", msgspec.json.encode({"version": "1", "protocol": self.protocol})
            )
        elif self.path == "/elsewhere":
            self._say(302, "text/plain", b"", Location="https://evil.example/")
        elif self.path == "/json":
            self._say(200, "application/json", b"{}", Set_Cookie="a=b", Service_Worker_Allowed="/")
        else:
            self._say(200, self.path.removeprefix("/").replace("-", "/", 1), b"alert(1)")

    def _say(self, status: int, media: str, body: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": media, "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def hostile() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Hostile) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{serving.server_port}"
        serving.shutdown()


def test_nothing_that_a_browser_runs_comes_from_the_server(tmp_path: Path, hostile: str) -> None:
    with Joined(tmp_path, hostile) as joined:
        for media in ("text-html", "text-javascript", "image-svg+xml", "application-wasm"):
            refused, said = ask(joined, f"/{media}")
            assert refused.status == 502
            assert b"alert" not in said
        moved, _ = ask(joined, "/elsewhere")
        assert (moved.status, moved.headers["Location"]) == (502, None)
        plain, _ = ask(joined, "/json", Cookie="secret=1", Referer="https://elsewhere.example")
        assert plain.status == 200
        assert plain.headers["Set-Cookie"] is plain.headers["Service-Worker-Allowed"] is None
        _, headers = Hostile.asked[-1]
        assert not {"cookie", "referer", "origin"} & {name.lower() for name in headers}
        with pytest.raises(InvalidStatus) as refused_line:
            connect(f"ws://127.0.0.1:{joined.port}/ws")
        assert refused_line.value.response.status_code == 502


def test_a_server_of_another_protocol_is_not_joined(
    facedown: Run, hostile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Hostile, "protocol", PROTOCOL + 1)
    done = facedown("join", hostile)
    assert done.returncode == 3
    assert f"speaks protocol {PROTOCOL + 1}" in done.stderr
