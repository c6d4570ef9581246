"""HTTP towards servers that are not what they should be."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from facedown.client.address import Address
from facedown.client.api import Api
from facedown.client.trouble import BAD_INPUT, NO_SERVER, Trouble

SEEN: list[tuple[str, str | None]] = []


class _Strange(BaseHTTPRequestHandler):
    """Answers by the path of the request, whatever that is."""

    def do_GET(self) -> None:
        SEEN.append((self.path, self.headers["Authorization"]))
        if "/redirect/" in self.path:
            self.send_response(302)
            self.send_header("Location", "/stolen")
            self.end_headers()
            return
        status = 500 if "/broken/" in self.path else 404 if "/unknown/" in self.path else 200
        body = b'{"code":"unknown","message":"there is no such match"}' if status == 404 else b"<html>"
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def api() -> Iterator[Api]:
    server = HTTPServer(("127.0.0.1", 0), _Strange)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Api(Address.parse(f"127.0.0.1:{server.server_port}"), "secret-token")
    server.shutdown()
    thread.join()
    server.server_close()


def test_the_servers_own_words_are_passed_on(api: Api) -> None:
    with pytest.raises(Trouble, match=r"^there is no such match$") as trouble:
        api.log("unknown")
    assert trouble.value.code == BAD_INPUT


def test_a_broken_server_is_named_with_what_it_said(api: Api) -> None:
    with pytest.raises(Trouble, match="the server says 500") as trouble:
        api.log("broken")
    assert trouble.value.code == NO_SERVER


def test_an_answer_that_is_not_ours_is_not_understood(api: Api) -> None:
    with pytest.raises(Trouble, match="answers what we do not understand"):
        api.decks("duel")


def test_a_token_does_not_follow_a_redirect(api: Api) -> None:
    SEEN.clear()
    with pytest.raises(Trouble, match="the server says 302"):
        api.log("redirect")
    assert SEEN == [("/matches/redirect/log", "Bearer secret-token")]
