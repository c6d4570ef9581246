"""A game from another package, installed for real: everything a game of ours has, it has too."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).parents[2] / "examples/highcard"
FACEDOWN = (sys.executable, "-m", "facedown")


class Machine:
    """A directory to work in, where the game is installed beside Facedown."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.env = {
            **os.environ,
            "PYTHONPATH": str(home / "packages"),
            "XDG_DATA_HOME": str(home),
            "XDG_STATE_HOME": str(home),
        }
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps")
        self.run(*pip, "--no-build-isolation", "--target", str(home / "packages"), str(EXAMPLE))

    def run(self, *command: str, stdin: str = "", code: int = 0) -> str:
        """What a command prints; it has to end with this code."""
        settings: dict[str, Any] = {"cwd": self.home, "env": self.env, "timeout": 60, "text": True}
        done = subprocess.run(command, input=stdin, capture_output=True, check=False, **settings)
        assert done.returncode == code, done.stdout + done.stderr
        return str(done.stdout + done.stderr)

    def facedown(self, arguments: str, stdin: str = "", code: int = 0) -> str:
        """What `facedown` prints."""
        return self.run(*FACEDOWN, *arguments.split(), stdin=stdin, code=code)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine(tmp_path_factory.mktemp("machine"))


@pytest.fixture(scope="module")
def log(machine: Machine) -> Path:
    """The log of a match between bots."""
    path = machine.home / "simulated.log"
    printed = machine.facedown(f"simulate highcard --bots greedy,random --games 4 --seed 1 --log {path}")
    assert "4 games of highcard" in printed
    return path


@pytest.fixture
def server(machine: Machine, tmp_path: Path) -> Iterator[str]:
    """The address of a server that has the game."""
    command = (*FACEDOWN, "serve", "--port", "0", "--data", str(tmp_path))
    with subprocess.Popen(
        command, env=machine.env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            assert found
            yield found[0]
        finally:
            process.terminate()
            process.wait(60)


def test_it_is_under_150_lines() -> None:
    assert len((EXAMPLE / "highcard.py").read_text().splitlines()) < 150


def test_its_own_tests_pass_where_it_is_installed(machine: Machine, tmp_path: Path) -> None:
    shutil.copy(EXAMPLE / "test_highcard.py", tmp_path)
    printed = machine.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path))
    assert re.search(r"^\d\d passed", printed, re.MULTILINE)


def test_its_log_is_verified(machine: Machine, log: Path) -> None:
    assert machine.facedown(f"verify {log}").splitlines()[-1] == "fair"
    changed = machine.home / "changed.log"
    changed.write_bytes(log.read_bytes().replace(b'"card":', b'"card":1', 1))
    assert "not fair: " in machine.facedown(f"verify {changed}", code=1)


def test_its_match_is_replayed_in_its_own_words(machine: Machine, log: Path) -> None:
    told = machine.facedown(f"replay {log}")
    assert told.count("cheese is served.") == 6
    assert told.count(" against ") == 6


def test_a_person_plays_it_in_the_terminal(machine: Machine) -> None:
    told = machine.facedown("play highcard --bot search:1 --seed 1", stdin="1\n" * 6)
    assert "most cheese" in told
    assert "The match was fair" in told


def test_a_server_plays_it_with_bots_and_in_lobbies(machine: Machine, server: str) -> None:
    told = machine.run(sys.executable, "-c", ONLINE, server)
    assert told.split() == ["bot", "fair", "lobby", "fair", "lobby", "fair"]


ONLINE = """
import asyncio, sys
from facedown.client.sdk import Client
from facedown.server.messages import LobbyOpened
from facedown.table import verify

def first(game, state, seat, faces):
    return game.legal(state, seat, faces)[0]

def tell(what, *matches):
    for match in matches:
        assert verify(match.log).finished and match.report.game == "highcard"
        print(what, "fair")

async def main(url):
    async with Client(url, name="Ann") as ann, Client(url, name="Ben") as ben:
        await ann.play_bot("highcard", "greedy")
        tell("bot", await ann.play(first))
        await ann.leave()
        await ann.create_lobby("highcard")
        async for news in ann:
            if isinstance(news, LobbyOpened):
                await ben.join_lobby(news.code)
                break
        tell("lobby", *await asyncio.gather(ann.play(first), ben.play(first)))

asyncio.run(main(sys.argv[1]))
"""
