"""A window that was closed takes its table with it: no process is left spinning on a dead terminal."""

import os
import pty
import subprocess
import sys
from pathlib import Path

from facedown.client.tui.app import hung_up


def test_a_terminal_is_there_until_its_other_end_is_closed() -> None:
    ours, theirs = pty.openpty()
    assert not hung_up(theirs)
    os.close(ours)
    assert hung_up(theirs)
    os.close(theirs)


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
        table.wait(30)
    finally:
        table.kill()
        table.wait()
    assert table.returncode >= 0  # it left by itself
