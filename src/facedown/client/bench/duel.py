"""How fast the duel's rules are: random play with `legal`, `decide` and `apply`, one core, no log."""

import random
import time
from collections.abc import Iterator

from facedown.client.bench.figures import Figure
from facedown.client.bench.peers import peer
from facedown.dealers import House
from facedown.games.duel import DECKS, DUEL, DuelState
from facedown.kernel import Face, Ref
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
    """Actions a second of CPU time. Dealing a match is paid for too: it is part of playing."""
    rng, decks, actions = random.Random(1), list(DECKS.values()), 0  # noqa: S311 (a benchmark)
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        actions += _play_one(rng, [rng.choice(decks), rng.choice(decks)])
    return actions / spent


def _play_one(rng: random.Random, decks: list[tuple[Face, ...]]) -> int:
    dealer = House(rng.randbytes(32), decks)
    dealer.seed("bench", ["", ""])
    first = len(decks[0])
    refs = [tuple(range(first)), tuple(range(first, first + len(decks[1])))]
    state: DuelState = DUEL.start(DUEL.options_type(), refs)
    faces: dict[Ref, Face] = {}
    legal, decide, apply, pick = DUEL.legal, DUEL.decide, DUEL.apply, rng.random
    actions = 0
    while DUEL.outcome(state) is None:
        if state.owed:
            state, _ = settle(DUEL, state, dealer.answer(state.owed[0], actions))
            # One mapping serves both seats here: `legal` looks only at the refs in the seat's own hand.
            faces = {ref: dealer.face(ref) or "" for side in state.sides for ref in side.deck + side.hand}
            continue
        seat = state.active
        choices = legal(state, seat, faces)
        for event in decide(state, seat, choices[int(pick() * len(choices))], faces):
            state = apply(state, event)
        actions += 1
    return actions
