"""A server process that can be killed, and started again where it was."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path


def environment(home: Path) -> dict[str, str]:
    """Nothing of ours outside this folder, and no colours."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "USER": "ada",
        "PYTHONWARNINGS": "error",
        **({"PYTHONPATH": os.environ["PYTHONPATH"]} if "PYTHONPATH" in os.environ else {}),
    }


class Served:
    """A server process with its data. It can be killed, and started again where it was."""

    def __init__(self, data: Path, **variables: str) -> None:
        """`variables` of its environment, beside the usual ones."""
        self._data = data
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._environment = {**environment(data), **variables}
        self._port = 0
        self.printed = ""
        """What it has written to stdout in the lives that are over."""
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def url(self) -> str:
        """Its address, the same after a restart."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start it and wait until it listens."""
        command = [sys.executable, "-m", "facedown", "serve"]
        with (self._data / "stderr").open("ab") as errors:
            self._process = subprocess.Popen(
                [*command, "--port", str(self._port), "--data", str(self._data)],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=self._environment,
            )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"listening on http://127.0.0.1:(\d+)", line):
                self._port = int(found[1])
                return
        raise AssertionError("the server did not start")

    @property
    def data(self) -> Path:
        """Where it keeps everything, and what it writes to stderr."""
        return self._data

    def freeze(self) -> None:
        """It hears nothing any more, and says nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def kill(self) -> None:
        """As if the power went: `kill -9`."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """A clean shutdown."""
        self._end(signal.SIGTERM)

    def _end(self, number: int) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(number)
            process.wait(120)
            assert process.stdout is not None
            self.printed += process.stdout.read()
            process.stdout.close()
