"""A client of our own protocol: says, hears, and keeps everything it was told."""

import json
import random
from contextlib import ExitStack, suppress
from typing import Any, Self

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

PATIENCE = 60.0
"""Seconds to wait for a message before a test fails."""


class Player:
    """Somebody on a line. Knows the protocol's words and nothing of the rules."""

    def __init__(self, url: str, *, greet: bool = True, **hello: Any) -> None:
        self._line = ExitStack()
        # No pings of its own: they come from a thread at any time, and draw random numbers.
        line = connect(url, compression=None, max_size=None, max_queue=None, ping_interval=None)
        self._socket = self._line.enter_context(line)
        self.transcript: list[str] = []
        """Every message as it came."""
        self.match = ""
        self.seat = -1
        self.standing: dict[str, Any] = {}
        self.faces: dict[int, str] = {}
        """The hidden cards that this player was shown."""
        self.welcome: dict[str, Any] = {}
        if greet:
            self.say("hello", **hello)
            self.welcome = self.hear("welcome", "rejected")
            assert self.welcome["type"] == "welcome", self.welcome

    @property
    def token(self) -> str:
        token: str = self.welcome["token"]
        return token

    # --- talking ---

    def say(self, type_: str, **fields: Any) -> None:
        self._socket.send(json.dumps({"type": type_, **fields}))

    def send(self, frame: str | bytes) -> None:
        """Anything at all."""
        self._socket.send(frame)

    def hear(self, *types: str, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next message of one of these types; others on the way are taken note of."""
        while True:
            raw = self._socket.recv(timeout)
            assert isinstance(raw, str)
            self.transcript.append(raw)
            message: dict[str, Any] = json.loads(raw)
            self._note(message)
            if message["type"] in types:
                return message

    def ask(self, type_: str, *answers: str, **fields: Any) -> dict[str, Any]:
        """Say something and wait for one of these answers."""
        self.say(type_, **fields)
        return self.hear(*answers)

    def refused(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Say something that is not to be."""
        answer = self.ask(type_, "rejected", "update", "snapshot", **fields)
        assert answer["type"] == "rejected", answer
        return answer

    def silent(self, seconds: float = 0.2) -> bool:
        """Whether nothing is said for a while; that the server asks how far away we are, is nothing."""
        try:
            while True:
                said = str(self._socket.recv(seconds))
                self.transcript.append(said)
                if json.loads(said).get("type") != "ping":
                    return False
        except TimeoutError:
            return True

    def closed(self) -> tuple[int, str]:
        """Wait for the server to hang up; says why."""
        with suppress(ConnectionClosed):
            while True:
                self.transcript.append(str(self._socket.recv(PATIENCE)))
        return self._socket.protocol.close_code or 0, self._socket.protocol.close_reason or ""

    def close(self) -> None:
        self._line.close()

    def vanish(self) -> None:
        """The line is lost without a word."""
        self._socket.socket.close()

    # --- playing ---

    def over(self) -> bool:
        return self.standing["outcome"] is not None

    def to_move(self) -> bool:
        return self.seat in self.standing["active"]

    def move(self, choose: random.Random) -> dict[str, Any]:
        """Do something that the server says is legal, and wait for it."""
        self.say("act", at=self.standing["at"], action=choose.choice(self.standing["legal"]))
        return self.hear("update")

    def _note(self, message: dict[str, Any]) -> None:
        if message["type"] == "snapshot":
            self.match, self.seat = message["match"], message["seat"]
            self.faces = {}
        if message["type"] in ("snapshot", "update"):
            self.standing = message["standing"]
            self.faces.update(message["faces"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def meet(first: Player, second: Player, **terms: Any) -> str:
    """Seat two players at one table, the first in seat 0; returns the match."""
    code = first.ask("create_lobby", "lobby_opened", **terms)["code"]
    second.ask("join_lobby", "snapshot", code=code)
    first.hear("snapshot")
    first.hear("presence")
    return first.match


def queue_up(first: Player, second: Player) -> str:
    """The same by the queue: a match that everybody may see."""
    first.ask("join_queue", "queued")
    second.ask("join_queue", "snapshot")
    first.hear("snapshot")
    first.hear("presence")
    return first.match


def play(players: tuple[Player, Player], moves: int, choose: random.Random) -> None:
    """So many moves by whoever is to move, or fewer if the match ends."""
    for _ in range(moves):
        if players[0].over():
            return
        (seat,) = players[0].standing["active"]
        players[seat].move(choose)
        players[1 - seat].hear("update")
        assert players[0].standing["head"] == players[1].standing["head"]
