"""How long players wait at a sealed deck: here, over a network, in a browser; elsewhere without proofs."""

from collections.abc import Iterator

from facedown.client.bench.crypto_page import run_there
from facedown.client.bench.figures import Figure
from facedown.client.bench.operations import run
from facedown.client.bench.peers import peer

ROUNDS = 5
GOALS = {
    ("draw", 2, 40): 5,
    ("scry", 2, 40): 20,
    ("mill", 2, 40): 20,
    ("tutor", 2, 40): 120,
    ("reshuffle", 2, 40): 100,
    ("tutor", 4, 100): 600,
}
"""Milliseconds, here; in a browser `IN_A_BROWSER` times as much."""
IN_A_BROWSER = 3
WORDS = {"scry": "scry 3", "mill": "mill 3", "reshuffle": "full reshuffle"}
ROUND_TRIP = 50
"""Milliseconds from one player by way of the server to the next, simulated: that much a message in a row."""


def measure() -> Iterator[Figure]:
    """Every operation with all its proofs; the peer has none."""
    theirs = peer("sra") or {}
    found = run(ROUNDS)
    for what, players, size, milliseconds, _ in found:
        goal, unproved = GOALS[what, players, size], theirs.get(f"{what}_{players}_{size}")
        yield Figure(_name(what, players, size), milliseconds, "ms", goal, unproved, at_most=True)
    for what, players, size, milliseconds, messages in found:
        name = f"{_name(what, players, size)}, {messages} messages of {ROUND_TRIP} ms"
        yield Figure(name, milliseconds + messages * ROUND_TRIP, "ms")
    for what, players, size, milliseconds, _ in run_there(ROUNDS) or []:
        goal = IN_A_BROWSER * GOALS[what, players, size]
        yield Figure(f"{_name(what, players, size)}, in Chromium", milliseconds, "ms", goal, at_most=True)


def _name(what: str, players: int, size: int) -> str:
    return f"{WORDS.get(what, what)}, {players} players, {size} cards"
