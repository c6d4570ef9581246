"""What a learner sees and does, as numbers."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

import msgspec

from facedown.kernel import Faces, Seat

S = TypeVar("S", bound=msgspec.Struct)
A = TypeVar("A", bound=msgspec.Struct)


class Codec(ABC, Generic[S, A]):
    """Turns a game's states and actions into whole numbers, for one choice of options."""

    actions: int
    """How many action numbers there are."""
    highest: list[int]
    """The largest value of each number of an observation, below 32768; the smallest is 0."""

    @abstractmethod
    def observe(self, state: S, seat: Seat, faces: Faces) -> list[int]:
        """What this seat sees, from the public state and the faces it knows, each thing in its place."""

    @abstractmethod
    def number(self, state: S, seat: Seat, actions: Sequence[A]) -> list[int]:
        """The number of each of these legal actions, no two the same. It depends on places, never on refs."""
