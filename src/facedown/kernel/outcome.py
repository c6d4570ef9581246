"""How a match ended."""

import msgspec

from facedown.kernel.types import Seat


class Outcome(msgspec.Struct, frozen=True):
    """The seats that won (none: a draw, or a match called off) and the reason in one word."""

    winners: tuple[Seat, ...]
    reason: str

    def result(self, seat: Seat) -> str:
        """`won`, `lost` or `drawn` as this seat would say it."""
        if not self.winners:
            return "drawn"
        return "won" if seat in self.winners else "lost"
