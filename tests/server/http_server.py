"""A real server process on a free port, and just enough of a client to ask it things."""

import http.client
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Self

import msgspec
from websockets.sync.client import connect

from facedown.server.limits import Settings

PATIENT = Settings(attempts_per_address=10_000, attempts_per_name=10_000, audits_per_address=10_000)
"""For tests that log in more often than a person does."""
PASSWORD = "correct horse battery"

_SERVE = """
import sys
from pathlib import Path
import msgspec
from facedown.server.limits import Settings
from facedown.server.run import serve
sys.exit(serve("127.0.0.1", 0, Path(sys.argv[1]), msgspec.json.decode(sys.argv[2], type=Settings)))
"""


class Reply(msgspec.Struct, frozen=True):
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class HttpServer:
    """A server process. Every reply it gave is kept."""

    def __init__(self, port: int, data: Path, process: "subprocess.Popen[str]") -> None:
        self.port, self.data, self.process = port, data, process
        self.replies: list[Reply] = []

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
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
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

    def logs(self) -> str:
        """Everything the server has written to its log so far."""
        return (self.data / "stderr").read_text()

    def play(self, **hello: Any) -> "Line":
        """A line to /ws that has said hello."""
        line = Line(self.port)
        line.say("hello", **hello)
        line.welcome = line.hear("welcome")
        return line


class Line:
    """A WebSocket that keeps all it sent and heard."""

    def __init__(self, port: int) -> None:
        self._open = ExitStack()
        address = f"ws://127.0.0.1:{port}/ws"
        # Whoever stops listening must still be able to say goodbye: nothing is too much to keep unread.
        self._socket = self._open.enter_context(connect(address, compression=None, max_queue=None))
        self.sent: list[Any] = []
        self.heard: list[Any] = []
        self.welcome: Any = None
        self.standing: Any = None

    def say(self, type_: str, **fields: Any) -> None:
        self.sent.append({"type": type_, **fields})
        self._socket.send(json.dumps(self.sent[-1]))

    def hear(self, *types: str) -> Any:
        """The next message of one of these types."""
        while True:
            message = json.loads(self._socket.recv(timeout=20))
            self.heard.append(message)
            self.standing = message.get("standing", self.standing)
            if message["type"] in types:
                return message

    def act(self, choose: random.Random) -> None:
        """Do something legal."""
        self.say("act", at=self.standing["at"], action=choose.choice(self.standing["legal"]))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


def pair(first: Line, second: Line, **terms: Any) -> str:
    """Seat two lines at one table and return the match's id."""
    first.say("create_lobby", **terms)
    code = first.hear("lobby_opened")["code"]
    second.say("join_lobby", code=code)
    second.hear("snapshot")
    match: str = first.hear("snapshot")["match"]
    return match


def play_on(lines: tuple[Line, Line], moves: int, choose: random.Random) -> bool:
    """So many moves of whoever has the move; True if that ended the match."""
    for _ in range(moves):
        if lines[0].standing["outcome"] is not None:
            return True
        (seat,) = lines[0].standing["active"]
        lines[seat].act(choose)
        for line in lines:
            line.hear("update")
    return lines[0].standing["outcome"] is not None


@contextmanager
def running(data: Path, settings: Settings = PATIENT) -> Iterator[HttpServer]:
    """A server on a free port; it is stopped as an operator would stop it."""
    data.mkdir(exist_ok=True)
    command = [sys.executable, "-c", _SERVE, str(data), msgspec.json.encode(settings).decode()]
    with (data / "stderr").open("a") as stderr:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)
    assert process.stdout is not None
    with process.stdout:
        address = re.search(r":(\d+)$", process.stdout.readline().strip())
        try:
            assert address is not None, (data / "stderr").read_text()
            yield HttpServer(int(address[1]), data, process)
        finally:
            process.terminate()
            process.wait(20)
