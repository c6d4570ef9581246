"""The command as a process: what it prints, where, and with which exit code."""

import io
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from client.conftest import Run
from client.served import environment
from facedown import __version__
from facedown.client.accounts import login
from facedown.client.trouble import Trouble

COMMANDS = [
    "play",
    "serve",
    "watch",
    "replay",
    "verify",
    "simulate",
    "deck",
    "scenario",
    "register",
    "login",
    "logout",
    "bench",
]


def test_help_names_every_command_and_the_exit_codes(facedown: Run) -> None:
    for words in ([], ["--help"]):
        done = facedown(*words)
        assert done.returncode == 0
        assert all(f"\n    {command} " in done.stdout for command in COMMANDS)
        assert "exit codes:" in done.stdout


def test_version(facedown: Run) -> None:
    assert facedown("--version").stdout == f"facedown {__version__}\n"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("plai", "invalid choice: 'plai'"),
        ("play", "required: GAME; see `facedown play --help`"),
        ("play chess", "no game is called 'chess'; there are: duel"),
        ("play duel --bot deep", "no bot is called 'deep'; there are: greedy"),
        ("play duel --deck nix", "no deck and no file is called 'nix'; there are: starter"),
        ("play duel --dealer nix", "no dealer is called 'nix'; there are: house"),
        ("play duel --option mana=many", "not options of duel"),
        ("play duel --option manna=3", "with KEY from: hero_health, mana"),
        ("play duel --log /no/such/log", "cannot write /no/such/log: there is no folder /no/such;"),
        ("play duel --log /", "cannot write /: that is no file;"),
        ("simulate duel --log /no/such/log", "cannot write /no/such/log"),
        ("play duel --name a\udcffb", "what you typed is not UTF-8"),
        ("play duel --lobby", "a lobby needs a server; add --server URL"),
        ("play duel --server ftp://here", "is no address of a server; give one like http://"),
        ("play duel --server localhost:1 --seed 3", "--seed is for matches without --server"),
        ("simulate duel --games 0", "give a number from 1 on"),
        ("simulate duel --bots greedy", "duel is for 2 players"),
        ("serve --port 99999", "give a number from 0 to 65535"),
        ("verify /no/such/file", "cannot read /no/such/file"),
        ("replay /no/such/file", "cannot read /no/such/file"),
        ("deck show duel nix", "no deck and no file is called 'nix'"),
        ("deck rm duel nix", "no saved deck is called 'nix'"),
        ("bench nix", "no benchmark is called 'nix'"),
        ("logout --server localhost:1", "you are not logged in"),
    ],
)
def test_a_wrong_command_is_one_line_that_says_what_would_be_right(
    facedown: Run, command: str, words: str
) -> None:
    done = facedown(*command.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("facedown: ")
    assert done.stderr.count("\n") == 1
    assert words in done.stderr


@pytest.mark.parametrize(
    "command", [f"{words} --server localhost:1" for words in ("play duel", "watch m", "login ada")]
)
def test_a_server_that_is_not_there_is_one_line_and_code_3(facedown: Run, command: str) -> None:
    done = facedown(*command.split(), stdin="a password\n")
    assert done.returncode == 3
    assert done.stderr.startswith("facedown: cannot reach http://localhost:1 (connection refused)")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("errors", ["strict", "surrogateescape"])
def test_a_password_that_is_no_text_is_one_line(monkeypatch: pytest.MonkeyPatch, errors: str) -> None:
    stdin = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\n"), encoding="utf-8", errors=errors)
    monkeypatch.setattr("sys.stdin", stdin)
    with pytest.raises(Trouble, match="not a text in UTF-8"):
        login(Namespace(server="localhost:1", name="ada"))


@pytest.mark.parametrize("encoding", ["ascii", "ascii:surrogateescape"])
def test_a_terminal_that_lacks_our_letters_is_no_reason_to_fall(home: Path, encoding: str) -> None:
    command = [sys.executable, "-m", "facedown", "replay", "--help"]
    ascii_only = environment(home) | {"PYTHONIOENCODING": encoding}
    done = subprocess.run(command, capture_output=True, text=True, env=ascii_only, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "(0, 1, \\u2026)" in done.stdout


def test_a_log_is_written_where_a_link_leads_to(facedown: Run, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "log")
    facedown("simulate", "duel", "--games", "1", "--processes", "1", "--log", tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert facedown("verify", tmp_path / "log").stdout.endswith("fair\n")
