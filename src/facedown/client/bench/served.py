"""A server of our own in a process of its own, for as long as a measurement takes."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

_SERVE = """
from pathlib import Path
from facedown.server.limits import Settings
from facedown.server.run import serve
limits = ("messages_a_second", "burst", "guests_per_address", "connects_per_address", "per_address")
unlimited = {{name: 10**9 for name in limits if name in Settings.__struct_fields__}}
settings = Settings(**unlimited) if {unlimited} else Settings()
serve("127.0.0.1", 0, Path({folder!r}), settings)
"""


class Served:
    """Starts `facedown serve` on a free port with an empty store, and ends it again."""

    def __init__(self, *, unlimited: bool = False) -> None:
        self._unlimited = unlimited
        self.address = ""
        self.seconds_to_listen = 0.0

    def __enter__(self) -> Self:
        self._folder = tempfile.TemporaryDirectory()
        script = _SERVE.format(unlimited=self._unlimited, folder=self._folder.name)
        start = time.perf_counter()
        self._process = subprocess.Popen(  # noqa: S603 (our own module)
            [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        self.seconds_to_listen = time.perf_counter() - start
        if "listening on " not in line:
            self.__exit__(None, None, None)
            raise RuntimeError("the server did not start")
        self.address = line.split("listening on ")[1].strip()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._folder.cleanup()

    def resident(self) -> int:
        """Bytes of memory that the server holds."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")

    def cpu_seconds(self) -> float:
        """CPU time that the server has used so far, all its threads."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(") ")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
