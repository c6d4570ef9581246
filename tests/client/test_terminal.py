"""A person at a terminal in line mode: questions, colours, completion, interruption."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from client.served import Served, environment


class Terminal:
    """A `facedown` on a terminal of 80 columns."""

    def __init__(self, home: Path, *args: str, **settings: str) -> None:
        ours, theirs = pty.openpty()
        self._end = ours
        self.screen = ""
        self._read = 0
        self.process = subprocess.Popen(
            [sys.executable, "-m", "facedown", *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            # Whoever runs the tests in the background has Ctrl-C ignored, and children would inherit that.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 (no threads)
            env={**environment(home), "TERM": "xterm", "COLUMNS": "80", "LINES": "40", **settings},
        )
        os.close(theirs)

    def type(self, text: str) -> None:
        os.write(self._end, text.encode())

    def until(self, pattern: str, seconds: float = 120) -> str:
        """Read until this was printed; what was printed from the last time on, up to and with it."""
        deadline = time.monotonic() + seconds
        while (found := re.compile(pattern).search(self.screen, self._read)) is None:
            ready, _, _ = select.select([self._end], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"{pattern!r} did not appear in:\n{self.screen[self._read :]}"
            self.screen += os.read(self._end, 65536).decode(errors="replace")
        begun, self._read = self._read, found.end()
        return self.screen[begun : self._read]

    def interrupt(self) -> None:
        """Ctrl-C, once the process waits for us: Python's `input` sleeps on if it comes just before."""
        state = Path(f"/proc/{self.process.pid}/stat")
        while state.read_text().rpartition(") ")[2][0] != "S":
            time.sleep(0.01)
        os.killpg(self.process.pid, signal.SIGINT)

    def wait(self, seconds: float = 120) -> int:
        """The exit code, everything read."""
        deadline = time.monotonic() + seconds
        while True:
            ready, _, _ = select.select([self._end], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"it does not end:\n{self.screen[self._read :]}"
            try:
                more = os.read(self._end, 65536)
            except OSError:
                break
            if not more:
                break
            self.screen += more.decode(errors="replace")
        return self.process.wait(seconds)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._end)


@pytest.fixture
def play(home: Path) -> Iterator[Terminal]:
    terminal = Terminal(home, "play", "duel", "--bot", "random", "--seed", "5", "--plain")
    terminal.until(r"your move \(")
    yield terminal
    terminal.close()


def test_lines_fit_the_terminal_and_headings_are_bold(play: Terminal) -> None:
    assert "\x1b[1mYou are ada and play duel against Random.\x1b[0m" in play.screen
    plain = play.screen.replace("\x1b[1m", "").replace("\x1b[2m", "").replace("\x1b[0m", "")
    assert max(len(line) for line in plain.splitlines()) <= 80


def test_no_colours_if_they_are_not_wanted(home: Path) -> None:
    terminal = Terminal(home, "play", "duel", "--bot", "random", "--seed", "5", NO_COLOR="1")
    try:
        terminal.until(r"your move \(")
        assert "\x1b[1m" not in terminal.screen
        assert "You are ada" in terminal.screen
    finally:
        terminal.close()


def test_giving_up_is_asked_about_and_another_match_can_follow(play: Terminal) -> None:
    play.type("concede\n")
    play.until("yes or no> ")
    play.type("no\n")
    play.until("Then not.")
    play.type("concede\n")
    play.until("yes or no> ")
    play.type("yes\n")
    play.until("again or quit> ")
    assert "You lose: you gave up." in play.screen
    play.type("again\n")
    play.until(r"your move \(")
    play.type("quit\n")
    play.until("yes or no> ")
    play.type("y\n")
    assert play.wait() == 0


def test_a_tab_completes_a_move(play: Terminal) -> None:
    play.type("end\t\n")
    assert "end turn" in play.until("Turn 2: ")


def test_control_d_gives_up_and_leaves(play: Terminal) -> None:
    play.type("\x04")
    assert play.wait() == 0
    assert "The match was fair" in play.screen


def test_control_c_leaves_a_log_and_says_130(play: Terminal, home: Path) -> None:
    play.interrupt()
    assert play.wait() == 130
    assert "The match was fair" in play.screen
    assert "Traceback" not in play.screen
    assert list((home / "data" / "facedown" / "matches").glob("*.log"))


def test_news_arrives_while_somebody_types(server: Served, home: Path) -> None:
    args = ("play", "duel", "--plain", "--server", server.url, "--lobby")
    ada = Terminal(home, *args, "--name", "ada")
    code = ada.until("--lobby [A-Z2-9]{6}")[-6:]
    bram = Terminal(home, *args, code, "--name", "bram")
    try:
        ada.until("The coin falls")
        ada.type("chat half a sen")
        ada.until("half a sen")
        bram.until("The coin falls")
        bram.type("chat hello\n")
        ada.until("bram says: hello\r\n> chat half a sen")
        ada.type("tence\n")
        bram.until("ada says: half a sentence")
        ada.interrupt()
        assert ada.wait() == 130
        assert "the same command brings you back" in ada.screen
        bram.until("ada has left the table.")
    finally:
        ada.close()
        bram.close()


def test_each_turn_says_anew_whose_move_it_is(server: Served, home: Path) -> None:
    ada = Terminal(home, "play", "duel", "--server", server.url, "--bot", "random", "--plain")
    try:
        for _ in range(2):  # on the first turns all stands as it stood, and it has to be said all the same
            ada.until(r"your move \(")
            ada.type("end\n")
            ada.until(r"Turn \d+: bot random")
    finally:
        ada.close()
