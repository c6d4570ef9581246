"""The tests about themselves: the same every time, none hangs for ever, none leaves anything behind."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from interpreters import supported

TESTS = Path(__file__).parent
ROOT = TESTS.parent

DRAWN = """
import profiles
profiles.choose_profile()
import {module}
from hypothesis import given, strategies as st

@given(st.lists(st.integers() | st.text() | st.binary()))
def note(value):
    print(ascii(value))

note()
"""


def python(*args: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """A process of its own, in which nothing has been imported or asked for yet."""
    usual = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "FUZZ"))}
    env = {**usual, "PYTHONPATH": str(TESTS), "PYTHONHASHSEED": "random", **variables}
    return subprocess.run(
        [sys.executable, *args], env=env, cwd=ROOT, capture_output=True, text=True, check=False
    )


def drawn(module: str, **variables: str) -> str:
    done = python("-c", DRAWN.format(module=module), **variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_examples_are_the_same_whatever_else_was_imported() -> None:
    usual = drawn("sys")
    assert len(usual.splitlines()) >= 100
    assert drawn("facedown.games.magic.game") == usual


def test_exploring_takes_other_examples_and_more() -> None:
    explored = drawn("sys", FUZZ="3")
    assert len(explored.splitlines()) >= 300
    assert not explored.startswith(drawn("sys"))


def run(folder: Path, source: str, *args: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    """These tests, under the same settings as ours."""
    (folder / "test_it.py").write_text(source)
    settings = ("-c", str(ROOT / "pyproject.toml"), "--rootdir", str(folder), "-p", "no:cacheprovider")
    return python("-m", "pytest", "-p", "conftest", *settings, *args, str(folder / "test_it.py"), **variables)


HANGS = """
import threading

def test_hangs():
    threading.Event().wait()

def test_goes_on():
    pass
"""


def test_one_that_hangs_is_ended_and_named_and_the_others_go_on(tmp_path: Path) -> None:
    done = run(tmp_path, HANGS, "-n", "1", "-o", "faulthandler_timeout=1")
    assert done.returncode == 1
    assert re.search(r"crashed while running '.*test_it\.py::test_hangs'", done.stdout)
    assert "1 failed, 1 passed" in done.stdout


LEAVES = """
import subprocess, sys

def test_leaves():
    sleeper = [sys.executable, "-c", "import time; time.sleep(600)"]
    start = f"import subprocess; subprocess.Popen({sleeper!r}, start_new_session=True)"
    subprocess.run([sys.executable, "-W", "ignore", "-c", start], check=True)
"""


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_process_that_outlives_the_tests_is_named_and_ended(tmp_path: Path, workers: str) -> None:
    done = run(tmp_path, LEAVES, "-n", workers, LEFT_PATIENCE="0")
    assert "1 passed" in done.stdout
    left = re.findall(r"LEFT BEHIND (\d+) .*sleep\(600\)", done.stdout)
    assert (done.returncode, len(left)) == (1, 1), done.stdout
    assert not Path(f"/proc/{left[0]}").exists()


def test_the_readme_claims_the_pythons_that_the_tests_run_on() -> None:
    *most, last = supported()
    assert f"Python {', '.join(most)} or {last}: the tests pass on each." in (ROOT / "README.md").read_text()
