"""Hero Duel for the peers: its cards as JSON, and duels to replay that show they play by the same rules.

`python benchmarks/peers/duel.py export > benchmarks/peers/duel.json` after a change to the cards.
`python benchmarks/peers/duel.py trace 200 | node benchmarks/peers/test.mjs` replays 200 random duels.
"""

import json
import random
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from facedown.games.duel import CARDS, DECKS, DUEL, Action, Attack, DuelOptions, DuelState, EndTurn
from facedown.kernel import Face, Ref, Revealed, Rolled, Shuffle, Shuffled

MOODS = ((1, 1, 1), (20, 1, 1), (1, 0.02, 1))
"""How much each player likes to end the turn, to attack, and to do anything else."""


def exported() -> str:
    """Cards, decks and default options as the peers read them."""
    data = {"options": DuelOptions(), "cards": CARDS, "decks": DECKS}
    return msgspec.json.format(msgspec.json.encode(data), indent=1).decode()


def trace(seed: int) -> dict[str, Any]:
    """One random duel: the decks in order, who began, and each action with what was legal and what it led to.

    A third are lazy and end most turns at once, so that hands overflow and decks run out; a third hardly
    attack, so that boards fill up.
    """
    rng = random.Random(seed)
    names = [rng.choice(list(DECKS)) for _ in range(2)]
    state = DUEL.start(DuelOptions(), [tuple(range(30)), tuple(range(30, 60))])
    faces: dict[Ref, Face] = {}
    for seat, name in enumerate(names):
        refs = tuple(range(60 + 30 * seat, 90 + 30 * seat))
        faces |= zip(refs, rng.sample(DECKS[name], 30), strict=True)
        assert isinstance(state.owed[0], Shuffle)
        state = _settle(state, Shuffled(refs))
    decks = [[{"ref": ref, "card": faces[ref]} for ref in side.deck] for side in state.sides]
    first = rng.randrange(2)
    state = _settle(state, Rolled(first))
    steps = list(_steps(state, faces, rng, MOODS[seed % len(MOODS)]))
    return {"decks": decks, "first": first, "steps": steps}


def _steps(
    state: DuelState, faces: dict[Ref, Face], rng: random.Random, mood: tuple[float, float, float]
) -> Iterator[dict[str, Any]]:
    while not DUEL.outcome(state):
        seat = state.active
        legal = DUEL.legal(state, seat, faces)
        action = rng.choices(legal, [_weight(a, mood) for a in legal])[0]
        for event in DUEL.decide(state, seat, action, faces):
            state = DUEL.apply(state, event)
        while state.owed:
            refs = DUEL.requests(state)[0].refs  # type: ignore[union-attr]  # only burning cards are owed now
            state = _settle(state, Revealed(tuple(faces[ref] for ref in refs)))
        yield {
            "seat": seat,
            "legal": [_plain(a) for a in legal],
            "move": _plain(action),
            "after": _seen(state),
        }


def _weight(action: Action, mood: tuple[float, float, float]) -> float:
    ending, attacking, other = mood
    return ending if isinstance(action, EndTurn) else attacking if isinstance(action, Attack) else other


def _settle(state: DuelState, answer: Shuffled | Rolled | Revealed) -> DuelState:
    for event in DUEL.settle(state, answer):
        state = DUEL.apply(state, event)
    return state


def _plain(action: Action) -> list[str | int]:
    return [str(action.__struct_config__.tag), *msgspec.structs.astuple(action)]


def _seen(state: DuelState) -> dict[str, Any]:
    """The whole state in the words of the peers. Graves are sorted: burnt cards reach ours a little later."""
    outcome = DUEL.outcome(state)
    return {
        "active": state.active,
        "turn": state.turn,
        "mana": state.mana,
        "over": outcome and list(outcome.winners),
        "sides": [
            {
                "health": side.health,
                "fatigue": side.fatigue,
                "deck": list(side.deck),
                "hand": list(side.hand),
                "board": [list(msgspec.structs.astuple(creature)) for creature in side.board],
                "grave": sorted(card.ref for card in side.grave),
            }
            for side in state.sides
        ],
    }


def main(arguments: list[str]) -> None:
    """`export`, or `trace COUNT`."""
    match arguments:
        case ["export"]:
            print(exported())
        case ["trace", count]:
            for seed in range(int(count)):
                print(json.dumps(trace(seed), separators=(",", ":")))
        case _:
            sys.exit("usage: duel.py export | trace COUNT")


if __name__ == "__main__":
    main(sys.argv[1:])
