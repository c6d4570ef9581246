"""How a match ended."""

from typing import Literal

import msgspec

from facedown.kernel.types import Seat


class Outcome(msgspec.Struct, frozen=True):
    """The seats that won (none: a draw, or a match called off) and the reason in one word."""

    winners: tuple[Seat, ...]
    reason: str

    def result(self, seat: Seat) -> Literal["won", "lost", "drawn"]:
        """`won`, `lost` or `drawn` as this seat would say it."""
        if not self.winners:
            return "drawn"
        return "won" if seat in self.winners else "lost"
