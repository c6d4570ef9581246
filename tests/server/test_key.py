"""The server's key: made once, kept for itself, the same ever after."""

import stat
from pathlib import Path

import pytest

from facedown.crypto.signing import fingerprint
from facedown.server.key import NAME, server_key
from server.http_server import HttpServer


def test_it_is_made_once_and_for_nobody_else_to_read(tmp_path: Path) -> None:
    key = server_key(tmp_path)
    path = tmp_path / NAME
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == [NAME]
    path.chmod(0o644)
    assert server_key(tmp_path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert server_key(tmp_path.parent) != key


@pytest.mark.parametrize("spoilt", ["", "pass phrase", "ab" * 31, "ab" * 33, "\x00" * 64])
def test_what_is_no_key_is_not_replaced(tmp_path: Path, spoilt: str) -> None:
    """A new one in its place would be another server."""
    (tmp_path / NAME).write_text(spoilt)
    with pytest.raises(OSError, match="is no key; put the right one back") as error:
        server_key(tmp_path)
    assert not spoilt or spoilt not in str(error.value)
    assert (tmp_path / NAME).read_text() == spoilt


def test_two_that_begin_at_once_have_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process has made it between our look and our writing."""
    first = server_key(tmp_path)
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert server_key(tmp_path) == first
    assert [file.name for file in tmp_path.iterdir()] == [NAME]


def test_it_is_told_and_survives_a_kill(tmp_path: Path) -> None:
    with HttpServer(tmp_path) as server:
        key = server.get("/version").json["server"]
        with server.player(name="ada") as ada:
            assert ada.welcome["server"] == key
            assert ada.ask("play_bot", "snapshot", bot="random")["opening"]["body"]["server"] == key
        assert [event["key"] for event in server.events("server started")] == [fingerprint(key)]
        server.kill()
        server.start()
        assert server.get("/version").json["server"] == key
        assert (server.data / NAME).read_text().strip() not in server.log()
