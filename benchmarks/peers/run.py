"""Runs the peers, which are installed from npm when they are first wanted.

`python benchmarks/peers/run.py [PEER...]` prints one line of JSON for each.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PEERS = {
    "reducer": ["reducer.mjs", "4"],
    "sra": ["sra.mjs"],
    "server-boardgameio": ["server-boardgameio.mjs", "10"],
    "server-colyseus": ["server-colyseus.mjs", "10"],
    "server-colyseus-immediate": ["server-colyseus.mjs", "10", "immediate"],
}
"""What to run by name; the number is the seconds of measuring."""
PATIENCE = 120
"""Seconds after which a peer that has not answered is given up."""


class PeerFailed(Exception):
    """A peer could not be installed or did not finish; the message is one line."""


def run(peer: str) -> dict[str, Any]:
    """The figures of one peer, installed first if need be."""
    install()
    # Without this boardgame.io and immer run with their development checks, at half the speed.
    environment = {**os.environ, "NODE_ENV": "production"}
    return dict(json.loads(_output(["node", *PEERS[peer]], peer, environment).splitlines()[-1]))


def install() -> None:
    """`npm ci`, unless what the lock file names is already there. Nothing is compiled: scripts are off."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            raise PeerFailed(f"{program} is not installed: the peers need Node.js 20 or newer with npm")
    installed, lock = HERE / "node_modules" / ".package-lock.json", HERE / "package-lock.json"
    if installed.exists() and installed.stat().st_mtime >= lock.stat().st_mtime:
        return
    options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    _output(["npm", "ci", *options], "npm ci", dict(os.environ))


def _output(command: list[str], name: str, environment: dict[str, str]) -> str:
    try:
        done = subprocess.run(
            command, cwd=HERE, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise PeerFailed(f"{name} did not finish within {PATIENCE} s") from None
    if done.returncode:
        raise PeerFailed(f"{name} failed: {_reason(done.stderr)}")
    return done.stdout


def _reason(errors: str) -> str:
    """The first line that says what went wrong; npm begins with a code and an empty line."""
    lines = [line.strip() for line in errors.splitlines() if "rror" in line]
    says = [line for line in lines if line != "npm error" and not line.startswith("npm error code")]
    return says[0] if says else "no reason given"


if __name__ == "__main__":
    try:
        for wanted in sys.argv[1:] or PEERS:
            print(json.dumps(run(wanted)), flush=True)
    except PeerFailed as failure:
        sys.exit(str(failure))
    except KeyError as unknown:
        sys.exit(f"no peer is called {unknown}; there are {', '.join(PEERS)}")
