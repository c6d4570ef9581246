"""The window that a terminal lives in, which may be closed at any moment."""

import io
import select
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TextIO


def hung_up(terminal: int) -> bool:
    """Whether the other end of this terminal was closed."""
    watch = select.poll()
    watch.register(terminal, 0)
    return any(event & select.POLLHUP for _, event in watch.poll(0))


class Forgiving(io.TextIOBase):
    """Writes to a terminal as long as there is one."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal

    def write(self, text: str) -> int:
        """What nobody can see any more is not written."""
        with suppress(OSError):
            if not self._terminal.closed:
                self._terminal.write(text)
        return len(text)

    def flush(self) -> None:
        """The same. The collector flushes us once more, and that may be after the terminal was closed."""
        with suppress(OSError):
            if not self._terminal.closed:
                self._terminal.flush()

    def fileno(self) -> int:
        """The terminal's own."""
        return self._terminal.fileno()

    def isatty(self) -> bool:
        """As the terminal says."""
        return self._terminal.isatty()


@contextmanager
def forgiving() -> Iterator[None]:
    """Textual writes on a thread that ends at the first error, and then waits for that thread for ever."""
    terminal = sys.__stderr__
    if terminal is None:
        yield
        return
    sys.__stderr__ = Forgiving(terminal)  # type: ignore[assignment,misc]
    try:
        yield
    finally:
        sys.__stderr__ = terminal  # type: ignore[misc]
