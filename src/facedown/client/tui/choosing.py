"""From things that are pointed at to an action: first what it begins with, then, if need be, its target."""

from collections.abc import Sequence
from typing import Any

from facedown.client.tui.view import Gesture, Key


class Choosing:
    """What may be done now, and how far the person has come in saying it. No I/O."""

    def __init__(self, moves: Sequence[tuple[Any, Gesture]] = ()) -> None:
        self._moves = [(action, gesture) for action, gesture in moves if gesture.source]
        self.picked: Key = ""
        """What the action begins with, while its target is still to be said."""

    @property
    def live(self) -> set[Key]:
        """Everything that may be pointed at now."""
        if self.picked:
            return {gesture.target for _, gesture in self._moves if gesture.source == self.picked}
        return {gesture.source for _, gesture in self._moves}

    def point(self, key: Key) -> Any:
        """The person points at this: an action, if that makes one."""
        if self.picked and key in self.live:
            picked, self.picked = self.picked, ""
            return self._action(picked, key)
        if key == self.picked or not self._begins(key):
            self.picked = ""
            return None
        action = self._action(key, "")
        self.picked = "" if action is not None else key
        return action

    def renew(self, moves: Sequence[tuple[Any, Gesture]]) -> None:
        """The match went on. What was picked stays so, if it still can begin something."""
        self._moves = [(action, gesture) for action, gesture in moves if gesture.source]
        if not self._begins(self.picked):
            self.picked = ""

    def alike(self, action: Any) -> list[Any]:
        """All actions that are pointed at like this one: the person has to say which."""
        meant = next(gesture for other, gesture in self._moves if other is action)
        at = meant.source, meant.target
        return [other for other, gesture in self._moves if (gesture.source, gesture.target) == at]

    def _begins(self, key: Key) -> bool:
        return any(gesture.source == key for _, gesture in self._moves)

    def _action(self, source: Key, target: Key) -> Any:
        for action, gesture in self._moves:
            if (gesture.source, gesture.target) == (source, target):
                return action
        return None
