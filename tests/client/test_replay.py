"""`facedown replay`: the match again, from any seat."""

import re
from pathlib import Path

from client.conftest import Run


def test_a_replay_tells_what_the_players_heard(facedown: Run, played: tuple[str, Path]) -> None:
    out, log = played
    mine = facedown("replay", log, "--seat", "0").stdout
    told = [
        line.strip() for line in out.splitlines() if line.startswith(("ada ", "ada's", "Random", "Turn "))
    ]
    assert len(told) > 40
    said = "\n".join(line.strip().split(" ", 1)[-1].strip() for line in mine.splitlines())
    assert all(line in said for line in told if "health" not in line)
    theirs = facedown("replay", log, "--seat", "1").stdout
    everything = facedown("replay", log).stdout
    assert "ada draws a card" in theirs
    assert "ada draws a card" not in mine
    assert "draws a card" not in everything
    assert re.search(r"\n(ada|Random) wins: hero fell\.\n$", everything)


def test_a_replay_step_by_step(facedown: Run, played: tuple[str, Path]) -> None:
    script = "\n\nturn 3\nseat 1\nback\n7\ntable\nend\n\n99999\nturn 999\nseat 9\nwhat\nquit\n"
    done = facedown("replay", played[1], "--step", stdin=script)
    assert done.returncode == 0
    assert "turn 3>" in done.stdout
    assert "entry 7 of " in done.stdout
    assert "The last entry is " in done.stdout
    assert "The last turn is " in done.stdout
    assert "Seats are 0 to 1" in done.stdout
    assert "one step back" in done.stdout
    assert facedown("replay", played[1], "--seat", "2").returncode == 2


def test_a_replay_of_a_forged_log_is_refused(facedown: Run, played: tuple[str, Path]) -> None:
    done = facedown("replay", "-", stdin=played[1].read_text().replace("play_creature", "play_spell", 1))
    assert done.returncode == 1
    assert done.stderr.startswith("facedown: this is not a match that the rules allow: seat 0 at entry 5")
