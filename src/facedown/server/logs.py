"""Structured logs: a JSON object a line on stderr. Only what is passed by name is written, no message."""

import logging
import sqlite3
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from facedown.kernel.printable import printable_json
from facedown.store import StoreFailed

_logger = logging.getLogger("facedown.server")
A_SECOND = {True: 20, False: 200}
"""Lines of one event in a second, warnings and others. More are only counted: nobody fills the disk."""


def log(event: str, *, level: str = "INFO", **fields: Any) -> None:
    """Write one line. Tokens, passwords, faces, secrets and chat have no business in `fields`."""
    _logger.log(logging.getLevelNamesMapping()[level], event, extra={"fields": fields})


def cause(error: BaseException) -> dict[str, str]:
    """What went wrong and where, for `log`. The words of an error may quote a player, or a secret: only
    those of the store and of the operating system are passed on."""
    trace = traceback.extract_tb(error.__traceback__)
    where = f" in {trace[-1].name}, {trace[-1].filename}:{trace[-1].lineno}" if trace else ""
    said = f": {error}" if isinstance(error, sqlite3.Error | StoreFailed | OSError) else ""
    return {"error": f"{type(error).__name__}{said}{where}"}


class Sparing(logging.Filter):
    """Lets so many lines of each event through in a second, and says with the next one what was left out."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._second = 0
        self._count: Counter[str] = Counter()
        self._omitted: Counter[str] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether this line is written."""
        second, event = int(self._now()), str(record.msg)
        if second != self._second:
            self._second = second
            self._count.clear()
        self._count[event] += 1
        if self._count[event] > A_SECOND[record.levelno >= logging.WARNING]:
            self._omitted[event] += 1
            return False
        if omitted := self._omitted.pop(event, 0):
            record.fields = {**getattr(record, "fields", {}), "omitted": omitted}
        return True


class JsonLines(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The time, the level, the event and its fields."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return printable_json(msgspec.json.encode(line).decode())


def set_up(level: str) -> None:
    """Send our logs, and what uvicorn and asyncio complain of, to stderr as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Sparing())
    for name in ("facedown.server", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.propagate = False
        logger.setLevel(level if name == "facedown.server" else "WARNING")
