"""Passwords, tokens, the dealer's secret and hidden faces are in no response, no error and no log."""

import json
import random
import re
import sqlite3
from contextlib import closing

import pytest

from facedown.games.duel import DECKS
from server.http_server import HttpServer
from server.modern import Player, meet, play

PASSWORD = "Zaubererbruder!1847"
PATHS = (
    "/me",
    "/decks",
    "/history",
    "/matches",
    "/games",
    "/ladder",
    "/metrics",
    "/version",
    "/healthz",
    "/",
)


def test_nothing_secret_is_ever_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    with HttpServer(tmp_path_factory.mktemp("secrets")) as server:
        credentials = {"name": "Ada", "password": PASSWORD}
        sessions = [
            server.ask("POST", "/register", credentials).json,
            server.ask("POST", "/login", credentials).json,
        ]
        token = sessions[0]["token"]
        told_once = len(server.replies)
        _blunder(server, credentials)
        with server.player(token=token) as mine, server.player(name="guest") as other:
            match = meet(mine, other, deck="wildfire")
            play((mine, other), 5, random.Random(2))
            secret = _dealers_secret(server, match)
            hidden = {face for line in (mine, other) for face in _hidden(line)}
            for path in (*PATHS, f"/matches/{match}", f"/matches/{match}/log", f"/matches/{match}/verify"):
                for who in (None, token, other.welcome["token"], "x" * 43):
                    server.get(path, who)
            told = b"\n".join(reply.body for reply in server.replies[told_once:])
            headers = repr([reply.headers for reply in server.replies])
            _break(server, match)
            broken = server.get(f"/matches/{match}/log")
        logs = server.log()
    assert (broken.status, broken.json["code"]) == (500, "fault")
    assert broken.headers["x-content-type-options"] == "nosniff"
    assert '"event":"request failed"' in logs

    everything = told.decode() + headers + broken.body.decode() + logs
    assert PASSWORD not in everything
    assert "$argon2" not in everything
    for session in sessions:
        assert session["token"] not in everything
    assert other.welcome["token"] not in everything
    assert secret not in everything
    assert hidden
    in_log = b"\n".join(reply.body for reply in server.replies if b'"chairs"' in reply.body).decode()
    assert in_log
    assert not {face for face in hidden if f'"{face}"' in in_log}
    stored = b"".join(path.read_bytes() for path in server.data.glob("facedown.sqlite*"))
    assert PASSWORD.encode() not in stored
    assert token.encode() not in stored


def _blunder(server: HttpServer, credentials: dict[str, str]) -> None:
    """Everything a careless client might do with a password."""
    name, password = credentials.values()
    for body in (
        {**credentials, "password": [password]},
        {**credentials, "password2": password},
        {"name": password, "password": password},
        {"name": name, "password": password + "x"},
        {"name": name, "password": password * 60},
    ):
        assert server.ask("POST", "/login", body).status in (400, 401)
        assert server.ask("POST", "/register", body).status in (400, 409)
    assert server.ask("POST", "/login", f'{{"name":"Ada","password":"{password}"'.encode()).status == 400
    assert server.get(f"/login?name={name}&password={password}").status == 405
    assert server.get(f"/me?password={password}").status == 401
    assert server.get(f"/nothing/{password}").status == 404


def _dealers_secret(server: HttpServer, match: str) -> str:
    select = "SELECT secret FROM secrets JOIN matches ON number = match WHERE id = ?"
    with closing(sqlite3.connect(server.store)) as store:
        (secret,) = store.execute(select, (match,)).fetchone()
    found = re.search(rb"[0-9a-f]{64}", secret)
    assert found is not None
    return found[0].decode()


def _hidden(player: Player) -> set[str]:
    """Faces that one player knows and nobody has turned up, of cards that only one of the decks holds."""
    known = player.faces
    steps = [step for raw in player.transcript for step in json.loads(raw).get("steps", ())]
    shown = {ref for step in steps for ref, _ in step["entry"]["body"].get("faces", ())}
    seen = {face for ref, face in known.items() if ref in shown}
    return {face for ref, face in known.items() if ref not in shown} - seen - _both()


def _both() -> set[str]:
    return set(DECKS["wildfire"]) & set(DECKS["starter"])


def _break(server: HttpServer, match: str) -> None:
    """Make the stored log such that the server trips over it."""
    with closing(sqlite3.connect(server.store)) as store, store:
        store.execute("UPDATE records SET record = CAST(record AS TEXT) WHERE stream = ?", (match,))
