"""An acknowledged record survives `kill -9`."""

import signal
import subprocess
import sys
from pathlib import Path

from facedown.store import Database, Matches

# Appends to several matches without waiting, so that groups form; prints what is acknowledged.
APPEND_FOR_EVER = """
import sys
from itertools import count
from facedown.store import Database, Match, Matches

matches = Matches(Database(sys.argv[1]))
for id in "abcd":
    match = Match(id=id, game="duel", dealer="house", options=b"{}", seats=(), created=0)
    matches.open(match, b"secret", []).result()
for position in count():
    futures = [(id, matches.append(id, position, [b"%s %d" % (id.encode(), position)])) for id in "abcd"]
    for id, future in futures:
        future.result()
        print(id, position, flush=True)
"""


def test_every_acknowledged_record_survives_kill_9(path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", APPEND_FOR_EVER, str(path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(400)]
        process.send_signal(signal.SIGKILL)
        lines += process.stdout.readlines()
    assert process.returncode == -signal.SIGKILL
    # The kill may cut the last line short; then nobody was told.
    acknowledged = [line.split() for line in lines if line.endswith("\n")]
    assert len(acknowledged) >= 400
    with Database(path) as database:
        matches = Matches(database)
        logs = {match.id: matches.read(match.id) for match in matches.running()}
        for id, position in acknowledged:
            assert logs[id][int(position)] == f"{id} {position}".encode()
        for id, log in logs.items():
            assert log == [f"{id} {position}".encode() for position in range(len(log))]
            matches.append(id, len(log), [b"and on"]).result(60)
