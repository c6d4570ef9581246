"""A match against a bot, played from a pipe."""

import re
from pathlib import Path

from client.conftest import Run


def test_a_script_plays_a_whole_match(played: tuple[str, Path]) -> None:
    out, log = played
    assert re.search(r"\nYou (win|lose): hero fell\.\n", out)
    assert "\nThe match was fair: every card follows from the dealer's secret.\n" in out
    assert f"facedown verify {log}\n" in out
    assert "Traceback" not in out
    assert "\x1b" not in out


def test_the_end_of_the_input_gives_up_and_leaves_a_fair_log(facedown: Run, home: Path) -> None:
    done = facedown("play", "duel", "--bot", "random", "--deck", "wildfire", stdin="end\n")
    assert done.returncode == 0
    assert "You lose: you gave up." in done.stdout
    (log,) = (home / "data" / "facedown" / "matches").glob("duel-*.log")
    assert facedown("verify", log).stdout.endswith("fair\n")
