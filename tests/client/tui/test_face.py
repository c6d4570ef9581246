"""Which face `facedown play` has: the table on a terminal that can, lines everywhere else."""

import subprocess
import sys
from pathlib import Path

import pytest

from client.conftest import Run
from client.served import environment
from client.test_terminal import Terminal

PLAY = ("play", "duel", "--bot", "random", "--seed", "5")
ALTERNATE = "\x1b[?1049h"
"""What a program says that takes the whole terminal."""


def test_a_terminal_gets_the_table_and_gets_itself_back(home: Path) -> None:
    terminal = Terminal(home, *PLAY, TERM="xterm-256color", LINES="24")
    try:
        terminal.until("End turn", 40)
        assert ALTERNATE in terminal.screen
        terminal.type("q")
        terminal.until("which gives up this match")
        terminal.type("y")
        assert terminal.wait() == 0
        assert "\x1b[?1049l" in terminal.screen
        assert "The match was fair" in terminal.screen.partition("\x1b[?1049l")[2]
    finally:
        terminal.close()


@pytest.mark.parametrize(
    ("args", "settings"),
    [(("--plain",), {}), ((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"})],
    ids=["asked for", "no colour", "dumb"],
)
def test_lines_for_those_who_want_or_need_them(
    home: Path, args: tuple[str, ...], settings: dict[str, str]
) -> None:
    terminal = Terminal(home, *PLAY, *args, **settings)
    try:
        terminal.until(r"your move \(")
        assert ALTERNATE not in terminal.screen
    finally:
        terminal.close()


def test_a_pipe_gets_lines(facedown: Run) -> None:
    assert "your move (" in facedown(*PLAY, stdin="end turn\n").stdout


def test_one_cannot_have_both(facedown: Run) -> None:
    done = facedown(*PLAY, "--table", "--plain")
    assert done.returncode == 2
    assert "--plain" in done.stderr


def test_lines_do_not_pay_for_the_table(home: Path) -> None:
    """Textual is imported only when a table is laid."""
    script = (
        "import sys; from facedown.client.main import main\n"
        "try: main(['play', 'duel', '--seed', '5'])\n"
        "except SystemExit: pass\n"
        "print('textual' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input="quit\n",
        capture_output=True,
        text=True,
        env=environment(home),
        check=True,
    )
    assert done.stdout.endswith("False\n")
