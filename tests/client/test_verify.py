"""`facedown verify`: fair, unfair, unfinished."""

import json
import re
from pathlib import Path

from client.conftest import Run
from facedown.table import log_file


def test_its_log_is_fair(facedown: Run, played: tuple[str, Path]) -> None:
    done = facedown("verify", played[1])
    assert done.returncode == 0
    assert done.stdout.endswith("\nfair\n")
    assert "1 of 2 players added randomness" in done.stdout
    head = re.findall(r"head ([0-9a-f]{64})", done.stdout)
    assert facedown("verify", played[1], "--head", head[0]).returncode == 0
    other = facedown("verify", played[1], "--head", "0" * 64)
    assert other.returncode == 1
    assert other.stdout.startswith("not fair: log: is another match than the one you kept")


def test_a_log_with_a_byte_flipped_is_refused_in_one_line(facedown: Run, played: tuple[str, Path]) -> None:
    data = played[1].read_bytes()
    for place in (5, len(data) // 3, len(data) // 2, len(data) - 20):
        flipped = data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :]
        (played[1].parent / "flipped.log").write_bytes(flipped)
        done = facedown("verify", played[1].parent / "flipped.log")
        assert done.returncode == 1
        assert done.stdout.startswith("not fair: ")
        assert done.stdout.count("\n") == 1
        assert done.stderr == ""


def test_a_match_that_is_not_over_is_not_proved_yet(facedown: Run, played: tuple[str, Path]) -> None:
    lines = played[1].read_bytes().split(b"\n")[:-2]
    begun = played[1].parent / "begun.log"
    begun.write_bytes(log_file(lines[:20]))
    done = facedown("verify", begun)
    assert done.returncode == 1
    assert "\nunfinished: all of this holds" in done.stdout
    verdict = json.loads(facedown("verify", begun, "--json").stdout)
    assert verdict["verdict"] == "unfinished"
    assert "The record ends here" in facedown("replay", begun).stdout


def test_the_verdict_as_json(facedown: Run, played: tuple[str, Path]) -> None:
    verdict = json.loads(facedown("verify", played[1], "--json").stdout)
    assert verdict["verdict"] == "fair"
    assert verdict["report"]["players"] == ["ada", "Random"]
    unfair = facedown("verify", "-", "--json", stdin='{"at":0}\n')
    assert unfair.returncode == 1
    assert json.loads(unfair.stdout)["fault"] == "log: is cut short: the last line is missing"


def test_what_is_no_log_at_all_is_a_slip_and_no_verdict(facedown: Run, home: Path) -> None:
    (home / "notes.txt").write_text("4 Forest\n")
    done = facedown("verify", home / "notes.txt")
    assert (done.returncode, done.stdout) == (2, "")
    assert "notes.txt is no log; give a file" in done.stderr
