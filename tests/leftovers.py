"""Processes that outlive the tests which started them.

Linux gives orphans to the nearest ancestor that asked for them: we do, so that nobody gets away.
"""

import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36
PATIENCE = float(os.environ.get("LEFT_PATIENCE", "30"))
"""Seconds for those that are on their way out."""
OURS = "multiprocessing.resource_tracker"
"""Python's own, which ends with us."""


def adopt() -> None:
    """From now on the orphans among our descendants become our children."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def end(patience: float = PATIENCE) -> list[str]:
    """Wait for our children, end those that do not go, and say what they were."""
    deadline = time.monotonic() + patience
    while any(_children()) and time.monotonic() < deadline:
        time.sleep(0.02)
    named = []
    while children := list(_children()):
        for pid, command in children:
            named.append(f"{pid} {command}")
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
    return named


def runs(pid: int) -> bool:
    """Whether a process is there: one that has ended and that nobody has waited for yet is not."""
    return _state(pid)[0] not in "ZX"


def _state(pid: int) -> tuple[str, int]:
    """What a process does, and its parent."""
    try:
        state, parent = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return "X", 0
    return state, int(parent)


def _children() -> Iterator[tuple[int, str]]:
    for folder in Path("/proc").glob("[0-9]*"):
        pid = int(folder.name)
        if _state(pid)[1] == os.getpid() and runs(pid):
            with suppress(FileNotFoundError, ProcessLookupError):
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                if OURS not in command:
                    yield pid, command.strip()
