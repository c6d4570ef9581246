"""The real server as HTTP clients see it."""

import http.client
import json
from pathlib import Path
from typing import Any

import msgspec

from facedown.server.limits import Settings
from server.modern import Player
from server.process import ServerProcess

PATIENT = Settings(
    attempts_per_address=10_000,
    attempts_per_name=10_000,
    audits_per_address=10_000,
    requests_per_address=1_000_000,
    requests_at_once=1_000_000,
    texts_per_address=10_000,
    logs_per_address=10_000,
    codes_per_address=10_000,
)
"""For tests that ask more often than a person does."""
PASSWORD = "correct horse battery"


class Reply(msgspec.Struct, frozen=True):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class HttpServer(ServerProcess):
    """A server process that can be asked things. Every reply it gave is kept."""

    def __init__(self, folder: Path, settings: Settings = PATIENT) -> None:
        super().__init__(folder, settings)
        self.replies: list[Reply] = []

    @property
    def store(self) -> Path:
        return self.data / "facedown.sqlite"

    def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None, **headers: str
    ) -> Reply:
        """One request. A body that is not bytes is sent as JSON."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            sent.setdefault("content-type", "application/json")
        if token is not None:
            sent["authorization"] = f"Bearer {token}"
        data = body if body is None or isinstance(body, bytes) else msgspec.json.encode(body)
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, data, sent)
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            reply = Reply(response.status, found, response.read())
        finally:
            connection.close()
        self.replies.append(reply)
        return reply

    def get(self, path: str, token: str | None = None, **headers: str) -> Reply:
        return self.ask("GET", path, None, token, **headers)

    def register(self, name: str, token: str | None = None) -> Any:
        """A new account's session."""
        reply = self.ask("POST", "/register", {"name": name, "password": PASSWORD}, token)
        assert reply.status == 201, reply
        return reply.json


def concede(loser: Player, winner: Player) -> None:
    """End a match."""
    loser.say("concede")
    for player in (loser, winner):
        while not player.over():
            player.hear("update")
