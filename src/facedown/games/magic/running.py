"""A continuous effect while the layers are applied."""

from typing import TYPE_CHECKING, Any

from facedown.games.magic.amounts import holds, matching, things
from facedown.games.magic.changes import Ready, make, ready
from facedown.games.magic.filters import Ctx, test_of_permanents
from facedown.games.magic.layers import by_layer, simple
from facedown.games.magic.model import Filter, Static
from facedown.games.magic.seen import Has, Seen
from facedown.games.magic.state import Effect

if TYPE_CHECKING:
    from facedown.games.magic.view import View


def age(running: "Running") -> tuple[int, int]:
    """The older one comes first (613.7)."""
    return running.stamp, running.source.id if running.source is not None else -1


class Running:
    """An effect from a static ability, or from a resolution. Once started, its objects are fixed (613.6)."""

    __slots__ = (
        "cda",
        "color",
        "ctx",
        "done",
        "effect",
        "has",
        "made",
        "parts",
        "seat",
        "source",
        "stamp",
        "started",
    )

    def __init__(self, view: "View", source: Seen | None, has: Has | None, effect: Effect | None) -> None:
        self.source, self.has, self.effect = source, has, effect
        self.done: set[int] = set()
        self.started: list[Seen] | None = None
        self.made: list[Ready] = []
        """The changes that it has made so far, in all layers."""
        if effect is not None:
            self.parts = by_layer(effect.changes)
            self.stamp, self.cda, self.color, self.seat = effect.stamp, False, effect.color, effect.controller
            found = [view.at(pointer) for pointer in effect.objects]
            self.started = [seen for seen in found if seen is not None]
        else:
            assert source is not None
            assert has is not None
            static = self.static
            self.parts = by_layer(static.changes, static.cda)
            self.stamp = max(source.obj.stamp, has.stamp)
            self.cda, self.color, self.seat = static.cda, "", -1
        self.ctx = Ctx(view, self.seat, source)

    @property
    def static(self) -> Static:
        """The static ability that it comes from."""
        assert self.has is not None
        assert isinstance(self.has.ability, Static)
        return self.has.ability

    @property
    def name(self) -> str:
        """What made it, for people."""
        if self.effect is not None:
            return self.effect.name
        assert self.source is not None
        return self.source.card.name

    def exists(self) -> bool:
        """Whether it applies at all: it has started, or its ability is there and its condition holds."""
        if self.started is not None:
            return True
        assert self.source is not None
        if self.has not in self.source.abilities:
            return False
        condition = self.static.if_
        return condition is None or holds(condition, self.context())

    def continued(self) -> bool:
        """Whether it goes on although its ability is gone: it had started (613.6)."""
        return self.effect is None and self.has not in self.source.abilities  # type: ignore[union-attr]

    def context(self) -> Ctx:
        """From whose point of view: `you` is the controller of the source as it is now (109.5)."""
        if self.source is not None and self.effect is None:
            self.ctx.you = self.source.controller
        return self.ctx

    def objects(self) -> list[Seen]:
        """What it applies to."""
        if self.started is not None:
            return self.started
        what = self.static.what
        if isinstance(what, Filter):
            return matching(what, self.context())
        return things(what, self.context())

    def values(self, layer: int) -> list[Ready]:
        """Its changes in a layer, worked out."""
        ctx = self.context()
        return [ready(change, ctx, self.stamp, self.color) for change in self.parts[layer]]

    def apply(self, layer: int) -> list[Seen]:
        """Make its changes in a layer. It has started from here on."""
        objects = self.objects()
        self.started = objects
        changes = self.values(layer)
        for change in changes:
            for seen in objects:
                make(change, seen)
        self.made += changes
        return objects

    def simple(self) -> bool:
        """Whether each object could be worked out without any other, as far as this effect goes."""
        return self.effect is not None or simple(self.static)

    def reach(self, seen: Seen) -> None:
        """Change a permanent that was not there, or not the same, when this simple effect was applied."""
        if self.made and self._means(seen):
            for change in self.made:
                make(change, seen)

    def _means(self, seen: Seen) -> bool:
        what, source = self.static.what, self.source
        assert source is not None
        if isinstance(what, Filter):
            return test_of_permanents(what)(self.context(), seen)
        return what == "attached" and source.obj.attached == seen.id and seen.obj.born <= source.obj.stamp

    def fingerprint(self, layer: int) -> Any:
        """Whether it exists, what it applies to and what it does: whatever another may change (613.8a)."""
        if not self.exists():
            return None
        does = tuple(value.given for value in self.values(layer))
        return (does, None) if self.started is not None else (does, tuple(seen.id for seen in self.objects()))
