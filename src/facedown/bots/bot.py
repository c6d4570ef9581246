"""The contract of a bot: a public state and its own cards in, an action out."""

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar

from facedown.kernel import Face, Faces, Game, Seat, Wish

AnyGame = Game[Any, Any, Any]


class Bot(ABC):
    """A player made of code. It knows what its seat knows: the state, which holds no secrets, and `faces`.

    A bot of your own needs nothing but `choose`; it finds its randomness in `self.rng` and, where the host
    passes it on, the list it plays in `self.deck`. The same seed makes the same choices.
    """

    levels: ClassVar[tuple[int, ...]] = ()
    """The strengths this bot can be asked for, weakest first; empty if it has only one."""

    def __init__(
        self, seed: int | None = None, *, deck: Sequence[Face] | None = None, level: int | None = None
    ) -> None:
        if level is not None and level not in self.levels:
            raise ValueError(f"{type(self).__name__} has no level {level}")
        self.rng = random.Random(seed)  # noqa: S311 (chooses moves, deals no cards; no seed: from the OS)
        self.deck = None if deck is None else tuple(deck)
        self.level = level

    @abstractmethod
    def choose(self, game: AnyGame, state: Any, seat: Seat, faces: Faces) -> Any:
        """One of `game.legal(state, seat, faces)`. Only asked while this seat is active."""

    def decide(self, game: AnyGame, state: Any, seat: Seat, faces: Faces) -> tuple[Any, Wish]:
        """An action, and the wish that goes with it: by default what the game thinks good."""
        action = self.choose(game, state, seat, faces)
        return action, game.wish(state, seat, action, faces)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(level={self.level})" if self.level else f"{type(self).__name__}()"
