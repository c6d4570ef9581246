"""Threads that read the same kind of thing for the first time at the same moment."""

import subprocess
import sys

READ = """
import secrets, sys, threading
from facedown.server.prepare import prepare
assert prepare() > 300
import msgspec
from facedown.kernel import encode
from facedown.table import Clock, Table, find_dealer, find_game
from facedown.table.entries import Entry

sys.setswitchinterval(1e-6)
told = []
for name in ("magic", "duel"):
    game = find_game(name)
    options = game.options_type()
    deck = next(iter(game.ready(options).values()))
    dealer = find_dealer("house").fresh(bytes(32), [deck, deck])
    table, steps = Table.open(
        game, dealer, match="m", names=["ada", "bram"], decks=[deck, deck], options=options, clock=Clock(),
        nonces=["", ""], started=0,
    )
    told += [(encode(table.state), game.state_type), (steps[0].line, Entry)]
together = threading.Barrier(4)

def read():
    together.wait()
    for data, kind in told:
        msgspec.json.decode(data, type=kind)

threads = [threading.Thread(target=read) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""


def test_a_process_that_was_prepared_does_not_crash() -> None:
    """Without `prepare`, most of these end with a segmentation fault."""
    children = [
        subprocess.Popen([sys.executable, "-c", READ], stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    for child in children:
        _, errors = child.communicate(timeout=60)
        assert child.returncode == 0, errors
