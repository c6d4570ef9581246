"""Structured logs: a line of JSON for each event, and nothing that is nobody's business."""

import json
import logging
import random
import sqlite3
from contextlib import suppress
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from facedown.games.duel import CARDS
from facedown.kernel import InvalidAction
from facedown.server.limits import Settings
from facedown.server.logs import A_SECOND, JsonLines, Sparing, cause, log
from facedown.store import Conflict
from facedown.table import nonce_commitment
from server.conftest import StartServer
from server.modern import play
from server.process import ServerProcess


def test_the_log_of_a_whole_session_holds_no_secret(start_server: StartServer) -> None:
    """Two accounts and guests play, talk, err, are killed and come back; then the log is searched."""
    server = start_server(Settings(log_level="DEBUG", flood_patience=5))
    words = ["Xylophone-chat", "nonce-of-ada", "Pa55word-of-ada", "bad-input-of-ada"]
    account = _post(server, "/register", name="AdaTheFirst", password=words[2])
    ada, bram = server.player(token=account["token"]), server.player(name="BramTheGuest")
    tokens = [account["token"], bram.token]
    code = ada.ask("create_lobby", "lobby_opened", commit=nonce_commitment(words[1]))["code"]
    bram.ask("join_lobby", "snapshot", code=code)
    ada.hear("snapshot")
    ada.ask("contribute", "update", nonce=words[1])
    bram.hear("update")
    ada.say("chat", text=words[0])
    bram.hear("chatted")
    play((ada, bram), 20, random.Random(1))
    ada.send(words[3])
    ada.hear("rejected")
    ada.refused("act", at=0, action={"type": words[3]})
    with server.player() as watcher:
        watcher.ask("spectate", "snapshot", match=ada.match)
        tokens.append(watcher.token)
        for _ in range(300):
            with suppress(Exception):
                watcher.say("chat", text=words[0])
        watcher.closed()
    with suppress(InvalidStatus), connect(server.url, origin=Origin("https://elsewhere.example")):
        pass
    server.kill()
    server.start()
    ada, bram = server.player(token=tokens[0]), server.player(token=tokens[1])
    for player in (ada, bram):
        player.ask("resume", "snapshot")
    secret = _house_secret(server)
    ada.ask("concede", "update")
    ada.ask("play_bot", "snapshot", bot="greedy")
    ada.ask("concede", "update")
    assert server.stop() == 0

    text = server.log()
    events = {line["event"] for line in map(json.loads, text.splitlines())}
    assert {"server started", "match opened", "match restored", "match finished", "wrong origin"} <= events
    for word in (*words, *tokens, secret, "AdaTheFirst", "BramTheGuest"):
        assert word not in text
    for card in CARDS.values():
        assert card.id not in text
        assert card.name not in text


def _post(server: ServerProcess, path: str, **body: str) -> dict[str, Any]:
    request = Request(
        f"http://127.0.0.1:{server.port}{path}",
        json.dumps(body).encode(),
        {"content-type": "application/json"},
    )
    with urlopen(request) as reply:
        answer: dict[str, Any] = json.load(reply)
    return answer


def _house_secret(server: ServerProcess) -> str:
    database = sqlite3.connect(server.data / "facedown.sqlite")
    ((secret,),) = database.execute("SELECT secret FROM secrets").fetchall()
    database.close()
    found: str = json.loads(secret)["secret"]
    assert len(found) == 64
    return found


def test_a_line_is_one_object_with_time_level_event_and_fields(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "facedown.server"):
        log("match opened", match="m\n1", seats=2)
    line = JsonLines().format(caplog.records[0])
    assert "\n" not in line
    told = msgspec.json.decode(line)
    time = told.pop("time")
    assert time.endswith("Z")
    assert told == {"level": "info", "event": "match opened", "match": "m\n1", "seats": 2}


def _raised(error: Exception) -> Exception:
    try:
        raise error
    except Exception as caught:
        return caught


def test_the_words_of_an_error_are_kept_only_where_they_cannot_quote_anybody() -> None:
    disk = cause(_raised(sqlite3.OperationalError("database or disk is full")))["error"]
    assert disk.startswith("OperationalError: database or disk is full in _raised, ")
    assert "expected 3" in cause(_raised(Conflict("m", 3, 5)))["error"]
    for error in (
        KeyError("firebolt"),
        InvalidAction("no card is called 'firebolt'"),
        ValueError("firebolt"),
    ):
        told = cause(_raised(error))["error"]
        assert "firebolt" not in told
        assert told.startswith(f"{type(error).__name__} in _raised, ")
        assert "test_logs.py:" in told


def test_a_flood_of_one_event_is_counted_and_not_written() -> None:
    now = 5.0
    sparing = Sparing(lambda: now)

    def written(event: str, level: int = logging.WARNING) -> logging.LogRecord | None:
        record = logging.LogRecord("facedown.server", level, "", 0, event, None, None)
        return record if sparing.filter(record) else None

    assert sum(written("wrong origin") is not None for _ in range(100)) == A_SECOND[True]
    assert sum(written("match opened", logging.INFO) is not None for _ in range(300)) == A_SECOND[False]
    assert written("another event") is not None
    now = 6.0
    first, second = written("wrong origin"), written("wrong origin")
    assert first is not None
    assert second is not None
    assert first.fields == {"omitted": 100 - A_SECOND[True]}  # type: ignore[attr-defined]
    assert not hasattr(second, "fields")
