"""A window that was closed takes its table with it: no process is left spinning on a dead terminal."""

import os
import pty
import subprocess
import sys
from pathlib import Path

from facedown.client.tui.window import Forgiving, hung_up


def test_a_terminal_is_there_until_its_other_end_is_closed() -> None:
    ours, theirs = pty.openpty()
    assert not hung_up(theirs)
    os.close(ours)
    assert hung_up(theirs)
    os.close(theirs)


def test_writing_to_a_window_that_is_closed_is_no_error() -> None:
    ours, theirs = pty.openpty()
    with open(theirs, "w", encoding="utf-8") as terminal:
        writer = Forgiving(terminal)
        assert writer.isatty()
        assert writer.fileno() == theirs
        writer.write("hello")
        writer.flush()
        assert os.read(ours, 5) == b"hello"
        os.close(ours)
        for _ in range(3):
            assert writer.write("x" * 100_000) == 100_000
            writer.flush()


def test_a_terminal_that_we_closed_ourselves_is_no_error_either() -> None:
    ours, theirs = pty.openpty()
    with open(theirs, "w", encoding="utf-8") as terminal:
        writer = Forgiving(terminal)
    assert writer.write("too late") == 8
    writer.flush()
    writer.close()  # as the garbage collector does
    os.close(ours)


def test_the_table_goes_with_its_window(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    table = subprocess.Popen(
        [sys.executable, "-m", "facedown", "play", "duel", "--table", "--bot", "random"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm", "XDG_DATA_HOME": str(tmp_path)},
    )
    os.close(theirs)
    os.read(ours, 1)  # the table is laid
    os.close(ours)
    try:
        table.wait(120)
    finally:
        table.kill()
        table.wait()
    assert table.returncode >= 0  # it left by itself
