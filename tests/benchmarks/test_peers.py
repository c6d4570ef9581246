"""The peers we compare ourselves with play with our cards, and say plainly when they cannot run."""

import subprocess
import sys
from pathlib import Path

PEERS = Path(__file__).parents[2] / "benchmarks" / "peers"


def _run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, str(PEERS / arguments[0]), *arguments[1:]]
    return subprocess.run(command, env=environment or None, capture_output=True, check=False)


def test_the_peers_have_our_cards() -> None:
    exported = _run("duel.py", "export").stdout.splitlines()
    assert len(exported) > 100
    assert exported == (PEERS / "duel.json").read_bytes().splitlines()


def test_a_trace_is_the_same_every_time() -> None:
    trace = _run("duel.py", "trace", "2").stdout
    assert trace.count(b"\n") == 2
    assert trace == _run("duel.py", "trace", "2").stdout


def test_missing_node_is_said_in_one_line(tmp_path: Path) -> None:
    done = _run("run.py", "reducer", PATH=str(tmp_path))
    assert done.returncode == 1
    assert done.stderr.decode() == "node is not installed: the peers need Node.js 20 or newer with npm\n"


def test_the_lock_file_names_no_registry() -> None:
    assert b'"resolved"' not in (PEERS / "package-lock.json").read_bytes()
