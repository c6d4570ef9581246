"""Any game that has no view of its own: its own words, and its moves in a list."""

from collections.abc import Mapping, Sequence
from typing import Any

from facedown.client.tui.view import Gesture, Look, Row


class PlainView:
    """No things to point at."""

    far = 0

    def rows(self, look: Look) -> Sequence[Row]:  # noqa: ARG002 (the view of every game)
        """None."""
        return ()

    def gesture(self, look: Look, action: Any) -> Gesture:  # noqa: ARG002
        """Every action is one of the list."""
        return Gesture()

    def legend(self) -> Mapping[str, str]:
        """No signs."""
        return {}
