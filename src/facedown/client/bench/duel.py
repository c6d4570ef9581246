"""How fast the duel's rules are: random play with `legal`, `decide` and `apply`, one core, no log."""

import random
import time
from collections.abc import Iterator

from facedown.client.bench.figures import Figure
from facedown.client.bench.peers import peer
from facedown.games.duel import DECKS, DUEL, DuelState
from facedown.kernel import (
    Answer,
    Face,
    Ref,
    Request,
    Reveal,
    Revealed,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
)
from facedown.kernel.play import settle

SECONDS = 4.0


def measure() -> Iterator[Figure]:
    """Ours, then boardgame.io's bare reducer on the same rules, and the ratio."""
    _play_for(0.5)
    ours = _play_for(SECONDS)
    theirs = peer("reducer")
    peers = theirs["actions_per_second"] if theirs else None
    yield Figure("duel actions", ours, "actions/s", 80_000, peers)
    if peers:
        yield Figure("ratio to boardgame.io's reducer", ours / peers, "times", 12)


def _play_for(seconds: float) -> float:
    """Actions a second of CPU time, the deal included."""
    rng, decks, actions = random.Random(1), list(DECKS.values()), 0  # noqa: S311 (a benchmark)
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        actions += _play_one(rng, [rng.choice(decks), rng.choice(decks)])
    return actions / spent


def _play_one(rng: random.Random, decks: list[tuple[Face, ...]]) -> int:
    """One duel. A plain generator deals, as it does for the peer: the rules are what is measured."""
    first = len(decks[0])
    refs = [tuple(range(first)), tuple(range(first, first + len(decks[1])))]
    state: DuelState = DUEL.start(DUEL.options_type(), refs)
    # One mapping serves both seats: `legal` looks only at the refs in the seat's own hand.
    faces: dict[Ref, Face] = dict(enumerate([*decks[0], *decks[1]]))
    legal, decide, apply, pick = DUEL.legal, DUEL.decide, DUEL.apply, rng.random
    actions = 0
    while True:
        while state.owed:
            state, _ = settle(DUEL, state, _answer(rng, state.owed[0], faces))
        seat = state.active
        choices = legal(state, seat, faces)
        if not choices:
            return actions  # nothing is legal any more: the duel is over
        for event in decide(state, seat, choices[int(pick() * len(choices))], faces):
            state = apply(state, event)
        actions += 1


def _answer(rng: random.Random, request: Request, faces: dict[Ref, Face]) -> Answer:
    match request:
        case Shuffle(refs=refs):
            order = [faces.pop(ref) for ref in refs]
            rng.shuffle(order)
            base = max(faces, default=-1) + 1 + len(refs)
            fresh = tuple(range(base, base + len(refs)))
            faces.update(zip(fresh, order, strict=True))
            return Shuffled(fresh)
        case Roll(sides=sides):
            return Rolled(rng.randrange(sides))
        case Reveal(refs=refs):
            return Revealed(tuple(faces[ref] for ref in refs))
        case _:
            raise ValueError(f"a duel asks for no {request!r}")
