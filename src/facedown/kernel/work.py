"""How much one step of a game may take.

Work is counted in units of the rules (an event, an ability that is looked at, an effect on an object), never
in time and never in what some process happens to have kept: whoever carries out the same action in the same
state counts the same, so that a server, a page and an audit agree on what is refused.
"""

from facedown.kernel.errors import IllegalAction


class TooMuch(IllegalAction):
    """The rules would allow it, and no table could carry it out while others wait."""


class Work:
    """Units spent on a step, and where they end."""

    __slots__ = ("limit", "spent")

    def __init__(self, limit: int) -> None:
        self.limit, self.spent = limit, 0

    def spend(self, units: int) -> None:
        """Count these. Raises `TooMuch` past the limit: whatever was done so far is to be dropped."""
        self.spent += units
        if self.spent > self.limit:
            raise TooMuch("that is more than a table can carry out in one step; do it in smaller parts")
