"""Thousands of matches in one process, in a process of their own so that its memory can be measured."""

import json
import subprocess
import sys
from pathlib import Path

MATCHES = 1_000


def test_thousands_of_matches_fit_into_one_process(tmp_path: Path) -> None:
    script = Path(__file__).with_name("many.py")
    done = subprocess.run(
        [sys.executable, str(script), str(tmp_path), str(MATCHES)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    print(figures)  # noqa: T201 (`pytest -s` shows them)
    assert figures["MB a thousand"] < 60, "the goal is well under 100 MB for a thousand idle matches"
    assert figures["moves a second"] > 500
    assert figures["tick ms"] < 50
