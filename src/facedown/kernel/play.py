"""One step of a game: decide, then apply. Replay and undo are folds of the same events."""

from collections.abc import Iterable
from typing import TypeVar

import msgspec

from facedown.kernel.chance import Answer, fits
from facedown.kernel.errors import IllegalAction, ProofRejected
from facedown.kernel.game import Game
from facedown.kernel.types import Faces, Seat

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)
E = TypeVar("E", bound=msgspec.Struct)


def act(game: Game[S, A, E], state: S, seat: Seat, action: A, faces: Faces) -> tuple[S, list[E]]:
    """The state after a seat's action, and the events on the way. Raises and changes nothing if illegal."""
    if seat not in game.active(state):
        raise IllegalAction(why_not(game, state))
    events = game.decide(state, seat, action, faces)
    return replay(game, state, events), events


def why_not(game: Game[S, A, E], state: S) -> str:
    """Why a seat that is not active may not act."""
    if game.outcome(state) is not None:
        return "the match is over"
    return "it is not your turn" if not game.requests(state) else "the dealer is still dealing"


def settle(game: Game[S, A, E], state: S, answer: Answer) -> tuple[S, list[E]]:
    """The state after the dealer's answer to the first request. Raises if it is no answer to it."""
    requests = game.requests(state)
    if not requests:
        raise ProofRejected("dealer", "answered what nobody asked")
    if not fits(requests[0], answer):
        raise ProofRejected("dealer", f"{answer!r} is no answer to {requests[0]!r}")
    events = game.settle(state, answer)
    return replay(game, state, events), events


def replay(game: Game[S, A, E], state: S, events: Iterable[E]) -> S:
    """The state after these events."""
    apply = game.apply
    for event in events:
        state = apply(state, event)
    return state
