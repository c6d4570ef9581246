"""Games, dealers and canonical bytes boiled down to hashes that have to be the same wherever Python runs.

`test_golden.py` computes them here, in Pyodide under Node.js and in a browser, and compares with golden.json.
If a rule changed on purpose, make it again: python tests/web/golden.py --write
"""

import json
import sys
from pathlib import Path
from typing import Any

from facedown.dealers import House
from facedown.dealers.stream import Stream
from facedown.kernel import Roll, Shuffle, digest, encode
from facedown.table import Table, find_game, log_file, nonce_commitment
from facedown.table.bridge import Bridge

GAMES = ("duel",)
MATCHES = 12
"""Of each game, with all its decks in turn."""
FILE = Path(__file__).with_suffix(".json")


def golden() -> dict[str, Any]:
    """Everything, as JSON has it."""
    return {
        "stream": _stream(),
        "house": _house(),
        "canonical": _canonical(),
        "games": {name: [_match(name, number) for number in range(MATCHES)] for name in GAMES},
    }


def _stream() -> dict[str, Any]:
    limits = (1, 2, 3, 6, 52, 10**9, 2**63 + 1, 2**64)
    stream = Stream(b"golden", b"stream")
    numbers = [" ".join(str(stream.below(limit)) for limit in limits) for _ in range(20)]
    cards = list(range(60))
    Stream(b"golden", b"shuffle").shuffle(cards)
    return {"numbers": numbers, "shuffled": " ".join(map(str, cards))}


def _house() -> dict[str, Any]:
    decks = [["ember", "größe"], ["wall"] * 3]
    house = House(bytes(range(32)), decks)
    house.seed("golden", ["first", "zweite ☃"])
    return {
        "commitment": house.commitment(),
        "decks": house.deck_commitments(),
        "rolls": [house.answer(Roll(sides), at).value for at, sides in enumerate((2, 6, 20, 1000))],  # type: ignore[union-attr]
        "shuffle": house.answer(Shuffle((0, 1, 2, 3, 4)), 9).refs,  # type: ignore[union-attr]
        "faces": [house.face(ref) for ref in range(5, 10)],
        "nonce": nonce_commitment("ünïque"),
    }


def _canonical() -> str:
    values = ["", "ä☃𝄞\u2028", '\x00\x1f\x7f"\\/\n', -(2**63), 2**64 - 1, None, True, {"b": [1], "a": {}}]
    return digest(*map(encode, values)).hex()


def _match(name: str, number: int) -> dict[str, Any]:
    """A whole match of arbitrary actions; every state, line, sentence and label is in one chain of hashes."""
    game = find_game(name)
    ready = list(game.decks().values())
    decks = [ready[number % len(ready)], ready[(number // 2 + 1) % len(ready)]]
    chance = Stream(b"golden", name.encode(), number.to_bytes(8, "big"))
    table, steps = Table.open(
        game, House(digest(b"golden", name.encode(), bytes([number])), decks), match=f"{name}-{number}",
        names=["Ada", "Bram"], decks=decks,
    )  # fmt: skip
    chain = b""
    while table.outcome is None:
        (seat,) = game.active(table.state)
        faces = table.faces[seat]
        legal = game.legal(table.state, seat, faces)
        labels = [game.label(table.state, seat, action, faces) for action in legal]
        # Turns that end at once make no match: mostly something else is done.
        action = legal[chance.below(len(legal))] if chance.below(8) else legal[0]
        before = table.state
        taken = table.act(seat, action, 1000 * table.at)
        steps += taken
        for step in taken:
            for event in step.events:
                said = game.say(before, event, table.names, table.faces[0])
                before = game.apply(before, event)
                chain = digest(chain, encode(event), encode(before), said.encode())
        chain = digest(chain, encode(legal), encode(labels), encode(table.state), taken[-1].line)
    log = log_file([step.line for step in steps]).decode()
    replay = Bridge().ask("replay", json.dumps({"log": log}))
    verdict = Bridge().ask("verify", json.dumps({"log": log, "head": table.head}))
    assert '"verdict":"unattested"' in verdict  # nobody has a key here
    return {
        "entries": len(steps),
        "head": table.head,
        "states": chain.hex(),
        "replay": digest(replay.encode()).hex(),
        "verdict": digest(verdict.encode()).hex(),
    }


def text() -> str:
    """The file's content."""
    return json.dumps(golden(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    FILE.write_text(text(), "utf-8")
