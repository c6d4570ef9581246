"""What any request has to get past, and what every response has."""

import contextlib
import http.client
import socket
import threading
import time
from collections.abc import Iterator

import pytest

from facedown.server.limits import Settings
from server.http_server import PASSWORD, HttpServer, Reply

HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HttpServer]:
    with HttpServer(tmp_path_factory.mktemp("desk")) as server:
        yield server


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"not json",
        b"[]",
        b"null",
        b'"name"',
        b"\xff\xfe\x00",
        b'{"name":"Ada"}',
        b'{"name":7,"password":"long enough"}',
        b'{"name":null,"password":"long enough"}',
        b'{"name":"Ada","password":"long enough","admin":true}',
        b"[" * 20_000,
        b'{"name":' + b"[" * 10_000,
    ],
)
def test_what_is_not_the_json_asked_for_is_400(server: HttpServer, body: bytes) -> None:
    reply = server.ask("POST", "/login", body)
    assert (reply.status, reply.json["code"]) == (400, "invalid")
    assert reply.json.keys() == {"code", "message"}


def test_large_bodies_are_413_before_they_are_read(server: HttpServer) -> None:
    reply = server.ask("POST", "/login", b"", content_length="10000000", content_type="application/json")
    assert (reply.status, reply.json["code"]) == (413, "size")
    assert reply.headers["connection"] == "close"
    deck = server.ask("POST", "/decks", {"name": "x", "cards": ["firebolt"] * 4000}, "whoever")
    assert deck.status == 413


@pytest.mark.parametrize("path", ["/login", "/healthz", "/nothing", "/"])
def test_bodies_of_unknown_length_are_411_unread(server: HttpServer, path: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.putrequest("POST", path)
    connection.putheader("Transfer-Encoding", "chunked")
    connection.endheaders(b"1\r\nx\r\n")
    response = connection.getresponse()
    assert (response.status, response.getheader("connection")) == (411, "close")
    connection.close()


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""])
def test_a_form_of_another_page_is_no_request(server: HttpServer, kind: str) -> None:
    body = f'{{"name":"Eve","password":"{PASSWORD}"}}'.encode()
    reply = server.ask("POST", "/register", body, content_type=kind)
    assert (reply.status, reply.json["code"]) == (415, "media")


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/login", "POST"),
        ("GET", "/register", "POST"),
        ("PATCH", "/decks/1", "DELETE, GET, HEAD, PUT"),
        ("POST", "/healthz", "GET, HEAD"),
        ("OPTIONS", "/me", "GET, HEAD"),
        ("BREW", "/me", "GET, HEAD"),
    ],
)
def test_wrong_methods_are_405(server: HttpServer, method: str, path: str, allowed: str) -> None:
    reply = server.ask(method, path)
    assert (reply.status, reply.json["code"]) == (405, "method")
    assert reply.headers["allow"] == allowed


@pytest.mark.parametrize("path", ["/nothing", "/decks/", "/decks/a/b", "//evil.example/", "/%00", "/..%2fme"])
@pytest.mark.parametrize("method", ["GET", "POST", "BREW"])
def test_unknown_addresses_are_404(server: HttpServer, method: str, path: str) -> None:
    reply = server.ask(method, path)
    assert (reply.status, reply.json["code"]) == (404, "unknown")


def test_the_websocket_is_no_page(server: HttpServer) -> None:
    reply = server.get("/ws")
    assert (reply.status, reply.json["code"]) == (426, "upgrade")


def test_head_is_get_without_the_body(server: HttpServer) -> None:
    got, head = server.get("/games"), server.ask("HEAD", "/games")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["etag"] == got.headers["etag"]


@pytest.mark.parametrize("path", ["/healthz", "/me", "/nothing", "/ws", "/metrics", "/openapi.json"])
def test_every_response_has_the_safe_headers(server: HttpServer, path: str) -> None:
    for origin in ("https://evil.example", f"http://127.0.0.1:{server.port}"):
        reply = server.get(path, origin=origin)
        assert HEADERS.items() <= reply.headers.items()
        assert "default-src 'none'" in reply.headers["content-security-policy"]
        assert "cache-control" in reply.headers
        assert not [name for name in reply.headers if name.startswith("access-control-")]
    assert server.get("/me").headers["cache-control"] == "no-store"


@pytest.mark.parametrize("path", ["/login", "/decks", "/deck-list", "/matches/x/signatures"])
def test_bodies_that_dribble_in_hold_up_nobody_elsewhere(server: HttpServer, path: str) -> None:
    """They wait in front of the door for their own address's share, and in nobody's way."""
    head = f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Type: application/json\r\n"
    with contextlib.ExitStack() as open_:
        for _ in range(50):
            line = open_.enter_context(
                socket.create_connection(("127.0.0.1", server.port), source_address=("127.0.0.9", 0))
            )
            line.sendall(head.encode() + b"Content-Length: 100\r\n\r\n{")
        since = time.monotonic()
        assert server.get("/healthz").status == 200
        assert server.get("/games").status == 200
        assert time.monotonic() - since < 5, "a body has ten seconds"


def test_a_flood_of_logins_is_slowed_for_the_name(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = Settings(attempts_per_address=1000, attempts_per_name=5)
    with HttpServer(tmp_path_factory.mktemp("names"), settings) as server:
        session = server.register("Ada")  # counts as one attempt
        tried = [_login(server, "Ada", f"wrong {at}") for at in range(8)]
        assert [reply.status for reply in tried] == [401] * 4 + [429] * 4
        assert tried[-1].json["code"] == "pace"
        assert 0 < int(tried[-1].headers["retry-after"]) <= 60
        assert _login(server, "ADA", PASSWORD).status == 429  # in other capitals, even with the password
        assert _login(server, "Bram", "whatever it is").status == 401
        assert server.get("/me", session["token"]).status == 200
        unknown = [_login(server, "Nobody", f"wrong {at}").status for at in range(8)]
        assert unknown == [401] * 5 + [429] * 3  # a name that nobody has is limited alike


def test_a_flood_of_logins_is_slowed_for_the_address(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = Settings(attempts_per_address=6)
    with HttpServer(tmp_path_factory.mktemp("addresses"), settings) as server:
        statuses = [_login(server, f"name-{at}", "wrong password").status for at in range(9)]
        assert statuses == [401] * 6 + [429] * 3
        reply = server.ask("POST", "/register", {"name": "Late", "password": PASSWORD})
        assert reply.status == 429
        elsewhere = server.ask(
            "POST", "/login", {"name": "Ada", "password": "x"}, x_forwarded_for="203.0.113.9"
        )
        assert elsewhere.status == 401  # from a proxy on this machine, as uvicorn trusts it


def test_a_flood_of_logins_leaves_the_server_alive(tmp_path_factory: pytest.TempPathFactory) -> None:
    with HttpServer(tmp_path_factory.mktemp("flood")) as server:
        replies: list[Reply] = []

        def flood(who: int) -> None:
            replies.extend(_login(server, f"flood-{who}-{at}", "wrong password") for at in range(2))

        threads = [threading.Thread(target=flood, args=(who,)) for who in range(20)]
        for thread in threads:
            thread.start()
        slowest = 0.0
        while any(thread.is_alive() for thread in threads):
            since = time.monotonic()
            assert server.get("/version").status == 200
            slowest = max(slowest, time.monotonic() - since)
        for thread in threads:
            thread.join()
    statuses = {reply.status for reply in replies}
    assert len(replies) == 40
    assert statuses == {401, 503}
    assert slowest < 5, "a password is hashed beside the loop, not on it"


def _login(server: HttpServer, name: str, password: str) -> Reply:
    return server.ask("POST", "/login", {"name": name, "password": password})
