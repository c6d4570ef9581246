"""Who we are on a server, kept for the next time."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from client.served import environment
from facedown.client import places, sessions
from facedown.client.address import Address
from facedown.client.lasting import lasting_key, own_key
from facedown.client.sessions import PROMISES, UNSENT, Session
from facedown.client.trouble import Trouble
from facedown.table.asked import Asked
from facedown.table.entries import Clock

HERE = Address.parse("localhost:8765")


@pytest.fixture(autouse=True)
def our_own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment(tmp_path).items():
        monkeypatch.setenv(name, value)


def test_nobody_else_can_read_a_token() -> None:
    session = sessions.choose(HERE, None)
    session.remember(name="ada", token="secret")
    assert session.path is not None
    assert stat.S_IMODE(session.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(session.path.parent.stat().st_mode) == 0o700


def test_a_guest_comes_back_as_itself() -> None:
    first = sessions.choose(HERE, None)
    first.remember(name="ada", token="secret")
    asked = Asked("duel", "house", msgspec.Raw(b"{}"), Clock(), name="ada")
    first.promise("commitment", "nonce", asked)
    first.owe("m", 1, "ab" * 64)
    assert first.path is not None
    again = Session(first.path)
    assert (again.kept.name, again.kept.token, again.nonce("commitment")) == ("ada", "secret", "nonce")
    assert again.kept.asked == {"commitment": asked}
    assert again.kept.unsent == {"m": (1, "ab" * 64)}
    again.delivered("m")
    assert Session(first.path).kept.unsent == {}
    again.forget()
    assert Session(first.path).kept.token == ""


def test_two_terminals_are_two_guests_and_a_closed_one_makes_room() -> None:
    code = (
        "import sys; from facedown.client import sessions; from facedown.client.address import Address\n"
        "session = sessions.choose(Address.parse('localhost:8765'), None)\n"
        "print(session.path.name, flush=True); sys.stdin.read()"
    )

    def terminal() -> tuple["subprocess.Popen[str]", str]:
        process = subprocess.Popen(
            [sys.executable, "-c", code],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ,
        )
        assert process.stdout is not None
        return process, process.stdout.readline().strip()

    one, first = terminal()
    two, second = terminal()
    assert (first, second) == ("guest-1.json", "guest-2.json")
    one.kill()
    one.communicate()
    three, third = terminal()
    assert third == "guest-1.json"
    for process in (two, three):
        process.communicate("")


def test_a_name_chooses_its_own_guest() -> None:
    ada = sessions.choose(HERE, "ada")
    ada.remember(name="ada", token="a")
    bram = sessions.choose(HERE, "bram")
    assert bram.path != ada.path
    assert bram.kept.token == ""


def test_an_account_comes_before_guests_unless_another_name_is_asked_for() -> None:
    sessions.account(HERE).remember(name="ada", token="account")
    assert sessions.choose(HERE, None).account
    assert sessions.choose(HERE, "ada").account
    assert not sessions.choose(HERE, "bram").account
    assert not sessions.choose(Address.parse("elsewhere:1"), None).account


def test_only_some_promises_are_kept() -> None:
    session = Session()
    for number in range(PROMISES + 3):
        session.promise(f"c{number}", f"n{number}", Asked())
    assert session.nonce("c0") is None
    assert session.nonce(f"c{PROMISES + 2}") == f"n{PROMISES + 2}"
    assert len(session.kept.nonces) == len(session.kept.asked) == PROMISES


def test_only_some_signatures_wait_for_a_server() -> None:
    session = Session()
    for number in range(UNSENT + 3):
        session.owe(f"m{number}", 0, "ab" * 64)
    assert list(session.kept.unsent) == [f"m{number}" for number in range(3, UNSENT + 3)]


def test_all_players_of_a_machine_have_one_key_that_nobody_else_can_read() -> None:
    first, second = sessions.choose(HERE, None), sessions.account(HERE)
    assert first.key.public == second.key.public == lasting_key().public
    assert Session().key.public != first.key.public  # in memory alone
    assert stat.S_IMODE(places.key().stat().st_mode) == 0o600
    assert own_key() == first.key.public.hex()


def test_a_machine_has_no_key_before_it_needs_one() -> None:
    assert own_key() == ""
    assert not places.key().exists()


def test_a_key_that_is_none_is_told() -> None:
    places.key().write_text("nonsense")
    with pytest.raises(Trouble, match="is no key; put the right one back"):
        lasting_key()


def test_a_broken_file_is_as_none(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_text("{nonsense")
    assert Session(path).kept.token == ""
