"""The dial: free-form and assisted play."""

from facedown.games.magic.actions import AnyAction
from facedown.games.magic.events import AnyEvent
from facedown.games.magic.state import MagicState
from facedown.kernel import Faces, Seat


def decide_freely(state: MagicState, seat: Seat, action: AnyAction, faces: Faces) -> list[AnyEvent] | None:
    return None


def legal_freely(state: MagicState, seat: Seat, faces: Faces) -> list[AnyAction]:
    return []


def opens_freely(state: MagicState, seat: Seat, action: AnyAction) -> tuple[int, ...]:
    return ()
