"""Addresses as people type them."""

import pytest

from facedown.client.address import Address
from facedown.client.trouble import Trouble


@pytest.mark.parametrize(
    ("typed", "http", "ws"),
    [
        ("localhost:8765", "http://localhost:8765", "ws://localhost:8765/ws"),
        ("http://localhost:8765/", "http://localhost:8765", "ws://localhost:8765/ws"),
        ("ws://localhost:8765/ws", "http://localhost:8765", "ws://localhost:8765/ws"),
        ("https://cards.example", "https://cards.example", "wss://cards.example/ws"),
        ("wss://cards.example/below/ws", "https://cards.example/below", "wss://cards.example/below/ws"),
        ("http://[::1]:8765", "http://[::1]:8765", "ws://[::1]:8765/ws"),
    ],
)
def test_one_address_is_two(typed: str, http: str, ws: str) -> None:
    assert Address.parse(typed) == Address(http, ws)


@pytest.mark.parametrize(
    "typed",
    [
        *("", "ftp://x", "http://", "file:///etc/passwd", "http://a:b@host", "http://h?x"),
        *("http://h:99999", "http://[::1", "http://.bad..host", "http://" + "a" * 80, "h:x", "h:0"),
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(Trouble, match="is no address of a server"):
        Address.parse(typed)


def test_keys_are_names_of_folders_and_differ() -> None:
    keys = {Address.parse(text).key for text in ("a:1", "a:2", "http://a:1/x", "[::1]:1")}
    assert len(keys) == 4
    assert not any(set(key) & set("/\\:") for key in keys)
