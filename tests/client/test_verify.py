"""`facedown verify`: fair, unattested, unfinished, not fair; and whose keys they are."""

import json
import re
from pathlib import Path

import pytest

from client.conftest import Run
from facedown.crypto.signing import fingerprint
from facedown.table import log_file
from table.attested import KEYS, SERVER_KEY, Attested, drawn

ADA, BO, SERVER = (key.public.hex() for key in (*KEYS[:2], SERVER_KEY))


@pytest.fixture(scope="module")
def match() -> Attested:
    return drawn("house")


@pytest.fixture
def log(home: Path, match: Attested) -> Path:
    path = home / "match.log"
    path.write_bytes(match.log())
    return path


def test_a_signed_log_is_fair_and_shows_whose_keys_have_signed(facedown: Run, log: Path) -> None:
    done = facedown("verify", log)
    assert done.returncode == 0
    assert done.stdout.endswith("\nfair\n")
    assert "2 of 2 players added randomness" in done.stdout
    for name, key in (("Ada", ADA), ("Bo", BO), ("the server", SERVER)):
        assert f"  key {fingerprint(key)} {name} (never met)\n" in done.stdout
    head = re.findall(r"head ([0-9a-f]{64})", done.stdout)
    assert facedown("verify", log, "--head", head[0]).returncode == 0
    other = facedown("verify", log, "--head", "0" * 64)
    assert other.returncode == 1
    assert other.stdout.startswith("not fair: log: is another match than the one you kept")


def test_what_nobody_answers_for_is_told_line_by_line(facedown: Run, home: Path, match: Attested) -> None:
    (home / "bare.log").write_bytes(log_file(match.lines))
    done = facedown("verify", home / "bare.log")
    assert done.returncode == 1
    assert done.stdout.endswith(
        "  ??  Ada has signed all that it did, not the end\n"
        "  ??  Bo has signed all that it did, not the end\n"
        "  ??  no server has signed the times and the end\n"
        "unattested: it follows the rules, but nobody answers for what is marked ??\n"
    )
    verdict = json.loads(facedown("verify", home / "bare.log", "--json").stdout)
    assert verdict["verdict"] == "unattested"
    assert len(verdict["report"]["attestation"]["doubts"]) == 3


def test_keys_that_one_knows(facedown: Run, log: Path) -> None:
    known = ("--player", f"Ada={ADA}", "--player", f"Bo={fingerprint(BO)}", "--server", SERVER.upper())
    assert facedown("verify", log, *known).returncode == 0
    for wrong, why in (
        (("--player", f"Ada={BO}"), f"has another key of Ada: {fingerprint(ADA)}"),
        (("--player", f"Zoe={ADA}"), "has nobody called Zoe"),
        (("--server", ADA), f"has another key of the server: {fingerprint(SERVER)}"),
        ((*known, "--player", f"Bo={ADA}"), "has another key of Bo"),
    ):
        done = facedown("verify", log, *wrong)
        assert (done.returncode, done.stdout.count("\n")) == (1, 1)
        assert done.stdout.startswith(f"not fair: log: {why}")


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("--player", "Ada", "--player takes a name and a key"),
        ("--player", f"={ADA}", "--player takes a name and a key"),
        ("--player", "Ada=12", "'12' is no key; give its 64 digits, or its fingerprint"),
        ("--server", "", "'' is no key"),
    ],
)
def test_what_is_no_key_is_a_slip(facedown: Run, log: Path, option: str, value: str, why: str) -> None:
    done = facedown("verify", log, option, value)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"facedown: {why}")
    assert done.stderr.count("\n") == 1


def test_a_log_with_a_byte_flipped_is_refused_in_one_line(facedown: Run, log: Path) -> None:
    data = log.read_bytes()
    for place in (5, len(data) // 3, len(data) // 2, len(data) - 20):
        flipped = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        (log.parent / "flipped.log").write_bytes(flipped)
        done = facedown("verify", log.parent / "flipped.log")
        assert done.returncode == 1
        assert done.stdout.startswith("not fair: ")
        assert done.stdout.count("\n") == 1
        assert done.stderr == ""


def test_a_match_that_is_not_over_is_not_proved_yet(facedown: Run, home: Path, match: Attested) -> None:
    begun = home / "begun.log"
    begun.write_bytes(log_file(match.lines[:12]))
    done = facedown("verify", begun)
    assert done.returncode == 1
    assert "\nunfinished: all of this holds" in done.stdout
    verdict = json.loads(facedown("verify", begun, "--json").stdout)
    assert verdict["verdict"] == "unfinished"
    assert "The record ends here" in facedown("replay", begun).stdout


def test_the_verdict_as_json(facedown: Run, log: Path) -> None:
    verdict = json.loads(facedown("verify", log, "--json").stdout)
    assert verdict["verdict"] == "fair"
    assert verdict["report"]["players"] == ["Ada", "Bo"]
    attestation = verdict["report"]["attestation"]
    assert (attestation["server"], attestation["keys"]) == (SERVER, [ADA, BO])
    assert (attestation["signed"], attestation["doubts"]) == ([-1, 0, 1], [])
    unfair = facedown("verify", "-", "--json", stdin='{"at":0}\n')
    assert unfair.returncode == 1
    assert json.loads(unfair.stdout)["fault"] == "log: is cut short: the last line is missing"


def test_what_is_no_log_at_all_is_a_slip_and_no_verdict(facedown: Run, home: Path) -> None:
    (home / "notes.txt").write_text("4 Forest\n")
    done = facedown("verify", home / "notes.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert "notes.txt is no log; give a file" in done.stderr
