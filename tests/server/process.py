"""The real server as a process of its own, to be talked to, killed and started again on the same data."""

import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Self
from urllib.request import urlopen

import msgspec

from facedown.server.limits import Settings
from server.modern import Player

_SERVE = """
import random
import sys
from collections import Counter
from pathlib import Path
import msgspec
import facedown.table.room as room
from facedown.server.limits import Settings
from facedown.server.run import serve
from facedown.server import bots, hub, reception
port, data, settings, graces, luck, life = sys.argv[1:]

class Luck:
    counts = Counter()

    def next(self, kind):
        word = Path(luck).read_text()
        self.counts[word, kind] += 1
        return random.Random(f"{word} {life} {kind} {self.counts[word, kind]}")

    def token_bytes(self, size):
        return self.next("deal").randbytes(size)

    def token_hex(self, size):
        return self.next(f"id of {size}").randbytes(size).hex()

    def randbits(self, size):
        return self.next("bot").getrandbits(size)

    def choice(self, things):
        return self.next("choice").choice(things)

hub.secrets = bots.secrets = reception.secrets = Luck()
for name, milliseconds in msgspec.json.decode(graces).items():
    setattr(room, name, milliseconds)
sys.exit(serve("127.0.0.1", int(port), Path(data), msgspec.json.decode(settings, type=Settings)))
"""
"""The server as it is, but for its luck: decks, cards and what bots think follow from a word in a file."""
LISTENING = "Facedown is listening on http://127.0.0.1:"


class ServerProcess:
    """One server, through all its lives on the same port and the same data."""

    def __init__(self, folder: Path, settings: Settings | None = None, **graces: int) -> None:
        """`graces`: constants of the room that a test cannot wait for."""
        self.data = folder / "data"
        self.port = 0
        self._settings, self._graces = settings or Settings(), graces
        self._log = folder / "server.log"
        self._luck, self._life = folder / "luck", 0
        self.draw("")
        self._process: subprocess.Popen[str]
        self.start()

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    @property
    def pid(self) -> int:
        return self._process.pid

    def children(self) -> list[int]:
        """The processes that the server has started."""
        found = []
        for status in Path("/proc").glob("[0-9]*/stat"):
            with suppress(FileNotFoundError, ProcessLookupError):
                parent = status.read_text().rpartition(")")[2].split()[1]
                if int(parent) == self._process.pid:
                    found.append(int(status.parent.name))
        return found

    def draw(self, word: str) -> None:
        """The same word, the same cards: a server that many tests share is told who begins."""
        self._luck.write_text(word)

    def start(self) -> None:
        """Start, or start again, and wait until the server listens."""
        self._life += 1
        arguments = [str(self.port), str(self.data)]
        arguments += [msgspec.json.encode(value).decode() for value in (self._settings, self._graces)]
        arguments += [str(self._luck), str(self._life)]
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _SERVE, *arguments], stdout=subprocess.PIPE, stderr=log, text=True
            )
        assert self._process.stdout is not None
        with self._process.stdout as stdout:
            line = stdout.readline().strip()
        assert line.startswith(LISTENING), self.log()
        self.port = int(line.removeprefix(LISTENING))

    def kill(self) -> None:
        """`kill -9`."""
        self._process.kill()
        self._process.wait(60)

    def stop(self) -> int:
        """Stop as an operator would; returns the exit code."""
        self._process.send_signal(signal.SIGTERM)
        return self._process.wait(60)

    def log(self) -> str:
        """All that was ever written to stderr."""
        return self._log.read_text()

    def events(self, name: str) -> list[dict[str, Any]]:
        """The lines of the log for this event."""
        lines: list[dict[str, Any]] = [msgspec.json.decode(line) for line in self.log().splitlines()]
        return [line for line in lines if line["event"] == name]

    def match_log(self, match: str) -> bytes:
        """The log of a match, as anybody may download it."""
        return self.fetch(f"/matches/{match}/log")

    def fetch(self, path: str) -> bytes:
        """What HTTP says."""
        with urlopen(f"http://127.0.0.1:{self.port}{path}") as reply:
            data: bytes = reply.read()
        return data

    def player(self, **hello: Any) -> Player:
        """A line that has said hello."""
        return Player(self.url, **hello)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.kill()
