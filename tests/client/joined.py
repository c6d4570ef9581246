"""`facedown join` as a process, on the port that it chooses."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Self

from client.served import environment


class Joined:
    """Our own client in front of a server."""

    def __init__(self, home: Path, url: str, *args: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "facedown", "join", url, *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(home),
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"is at (http://127\.0\.0\.1:(\d+))/", line)
        if found is None:
            _, err = self._process.communicate(timeout=60)
            raise AssertionError(f"{line}{err}")
        self.origin, self.port = found[1], int(found[2])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._process.send_signal(signal.SIGINT)
        _, err = self._process.communicate(timeout=60)
        assert (self._process.returncode, err) == (0, ""), err
