"""Any game that has no view of its own: its own words, and its moves in a list."""

from collections.abc import Mapping, Sequence

from facedown.client.talk import Move
from facedown.client.tui.view import Gesture, Look, Row


class PlainView:
    """No things to point at."""

    def rows(self, look: Look) -> Sequence[Row]:  # noqa: ARG002 (the view of every game)
        """None."""
        return ()

    def gesture(self, look: Look, move: Move) -> Gesture:  # noqa: ARG002
        """Every action is one of the list."""
        return Gesture()

    def prompt(self, look: Look) -> str:  # noqa: ARG002
        """The usual."""
        return ""

    def legend(self) -> Mapping[str, str]:
        """No signs."""
        return {}
