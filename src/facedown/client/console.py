"""The terminal: lines out, lines in. Works the same, without colour and questions, when it is a pipe."""

import argparse
import os
import shutil
import sys
import textwrap
import threading
from collections.abc import Callable, Iterable
from typing import Any

from facedown.client.announcer import Kind, Line
from facedown.kernel.printable import printable

_COLOURS: dict[Kind, str] = {"heading": "1", "hint": "2", "error": "33"}
"""Bold, faint, yellow; the words alone say the same."""


class Console:
    """Standard input and output, used by one person or one script."""

    def __init__(self) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self._colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
        self._readline = _readline() if self.interactive else None
        self._prompt: str | None = None
        """The prompt that somebody is typing at, if anybody is."""
        self._lock = threading.Lock()
        self._unread = b""
        self._complete: Callable[[], list[str]] = list
        self._settings = _terminal_settings() if self.interactive else None
        if self._readline is not None:
            self._readline.set_completer(self._completion)
            self._readline.set_completer_delims("")
            self._readline.parse_and_bind("tab: complete")

    def print(self, lines: Iterable[Line]) -> None:
        """Print these lines. What somebody is typing at the moment moves below them."""
        text = "".join(f"{self._line(*line)}\n" for line in lines)
        if not text:
            return
        with self._lock:
            if self._prompt is None:
                sys.stdout.write(text)
            else:
                typing = self._readline.get_line_buffer() if self._readline is not None else ""
                written = f"{self._prompt}{typing}"
                # What is longer than the terminal is wide goes on below: away with all of it.
                up = len(written) // shutil.get_terminal_size().columns
                back = f"\x1b[{up}A" if up else ""
                sys.stdout.write(f"\r{back}\x1b[J{text}{written}")
            sys.stdout.flush()

    def status(self, text: str) -> None:
        """A line that the next one overwrites; only where somebody is watching."""
        if self.interactive:
            sys.stdout.write(f"\r\x1b[K{printable(text)}")
            sys.stdout.flush()

    def ring(self) -> None:
        """Call somebody who may look elsewhere."""
        if self.interactive:
            sys.stdout.write("\a")
            sys.stdout.flush()

    def ask(self, prompt: str, complete: Callable[[], list[str]] = list) -> str | None:
        """The next line that is typed, or None at the end of the input."""
        self._complete, prompt = complete, printable(prompt)
        if not self.interactive:
            line = self._next_line()
            # A transcript of a script shows what the script said.
            self.print([("event", f"{prompt}{line or ''}")])
            return line
        # Nothing else may be printed between taking note of the prompt and its being there to be seen.
        self._lock.acquire()
        self._prompt = prompt
        if self._readline is None:
            self._lock.release()
        else:
            self._readline.set_pre_input_hook(self._lock.release)
        try:
            return input(prompt)
        except EOFError:
            sys.stdout.write("\n")
            sys.stdout.flush()
            return None
        finally:
            self._prompt = None

    def close(self) -> None:
        """Leave the terminal as it was, even if somebody was still typing."""
        self._prompt = None
        if self._settings is not None:
            import termios

            termios.tcsetattr(sys.stdin.fileno(), termios.TCSADRAIN, self._settings)

    def _next_line(self) -> str | None:
        # Not `sys.stdin`: a thread that waits in there would hold a lock that Python needs to exit.
        while b"\n" not in self._unread:
            more = os.read(0, 65536)
            if not more:
                break
            self._unread += more
        if not self._unread:
            return None
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode(errors="replace").rstrip("\r")

    def _line(self, kind: Kind, text: str) -> str:
        text = printable(text)
        if sys.stdout.isatty() and kind != "command":  # a command is there to be copied
            text = _wrap(text, shutil.get_terminal_size().columns)
        colour = _COLOURS.get(kind) if self._colour and text else None
        return text if colour is None else f"\x1b[{colour}m{text}\x1b[0m"

    def _completion(self, typed: str, number: int) -> str | None:
        found = [text for text in self._complete() if text.casefold().startswith(typed.casefold())]
        return found[number] if number < len(found) else None


def wants_table(args: argparse.Namespace) -> bool:
    """Whether this person gets the table that fills the terminal: if asked for, or if the terminal can.

    Who sets NO_COLOR gets lines, and so does whoever cannot move a cursor about or reads from a pipe.
    """
    if args.table or args.plain:
        return bool(args.table)
    can = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return can and not os.environ.get("NO_COLOR")


def _wrap(text: str, width: int) -> str:
    """Long lines go on below, a little to the right of where they began."""
    if len(text) < width:
        return text
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    return textwrap.fill(
        text, max(width - 1, 20), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _readline() -> Any:
    """Editing and completion, where the system has them."""
    try:
        import readline
    except ImportError:
        return None
    return readline if hasattr(readline, "set_pre_input_hook") else None


def _terminal_settings() -> Any:
    try:
        import termios
    except ImportError:
        return None
    return termios.tcgetattr(sys.stdin.fileno())
