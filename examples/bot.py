"""A bot in twenty lines. It plays whoever is in the queue, or the server's bot of a given name:

python examples/bot.py http://localhost:8765 greedy
"""

import sys
from typing import Any

from facedown.client.sdk import run_bot
from facedown.kernel.play import act


def choose(game: Any, state: Any, seat: int, faces: Any) -> Any:
    """Try every legal action, and take the one after which this seat stands best."""
    legal = game.legal(state, seat, faces)
    return max(legal, key=lambda action: game.worth(act(game, state, seat, action, faces)[0], seat))


if __name__ == "__main__":
    for match in run_bot(sys.argv[1], choose, name="example-bot", against=" ".join(sys.argv[2:])):
        sys.stdout.write(
            f"{match.outcome.result(match.seat)}: {match.outcome.reason}; the log is {match.report.verdict}\n"
        )
