"""Real processes: the command line, and a server for it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from client.served import Served, environment

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder for everything the command writes."""
    return tmp_path


@pytest.fixture
def facedown(home: Path) -> Run:
    """Run `facedown` with these arguments to its end."""

    def run(*args: object, stdin: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "facedown", *map(str, args)],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=240,
            env=environment(home),
            check=False,
        )

    return run


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of its own for each file of tests."""
    served = Served(tmp_path_factory.mktemp("server"))
    yield served
    served.stop()


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What a match against a bot printed, and its log."""
    home = tmp_path_factory.mktemp("played")
    log = home / "match.log"
    # A script that knows nothing of its cards: attack, play what there is, end the turn.
    script = "help\nmoves\nhand\ntable\n" + "2\n2\n2\nend turn\n" * 300
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "facedown",
            "play",
            "duel",
            "--bot",
            "random",
            "--seed",
            "5",
            "--log",
            str(log),
        ],
        input=script,
        capture_output=True,
        text=True,
        timeout=240,
        env=environment(home),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout, log
