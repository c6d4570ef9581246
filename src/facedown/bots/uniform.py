"""The weakest bot, and the yardstick: any legal action is as good as another."""

from typing import Any

from facedown.bots.bot import AnyGame, Bot
from facedown.kernel import Faces, Seat


class Random(Bot):
    """Takes any legal action, each equally likely."""

    def choose(self, game: AnyGame, state: Any, seat: Seat, faces: Faces) -> Any:
        """Any legal action."""
        return self.rng.choice(game.legal(state, seat, faces))
