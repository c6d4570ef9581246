"""The order of effects within a layer: timestamps, unless one depends on another (613.7, 613.8).

An effect depends on another if that one would change whether it exists, what it applies to or what it does.
To find out, every effect that might matter is tried on every object, and what would come of it is kept:
effects that do the same to the same objects (a `Deed`) are tried once, for all that look for the same objects
(a `Look`). After an effect was applied, only the objects that it has changed are tried again. So the work
grows with objects times effects, however many of them wait for each other.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from facedown.games.magic.changes import make
from facedown.games.magic.filters import Ctx, test_of
from facedown.games.magic.layers import CONTROL, reads, removes
from facedown.games.magic.loops import components
from facedown.games.magic.model import Filter
from facedown.games.magic.nature import Nature, matters, nature_of, written
from facedown.games.magic.running import Running, age
from facedown.games.magic.seen import Seen


@lru_cache(maxsize=4096)
def _all_alike(what: Filter) -> Filter:
    """A filter that does not ask whether an object is the source itself."""
    return msgspec.structs.replace(what, other=False) if what.other else what


class Look:
    """Effects that look for the same objects, but for the source of each that looks for others."""

    __slots__ = ("_ctx", "_test", "words")

    def __init__(self, one: Running, nature: Nature) -> None:
        assert nature.what is not None
        self.words = nature.words
        self._test = test_of(_all_alike(nature.what))
        self._ctx = Ctx(one.ctx.view, one.context().you, one.source)

    def finds(self, seen: Seen) -> bool:
        """Whether they look for it, as it is now."""
        return self._test(self._ctx, seen)


class Deed:
    """Effects that do the same to the same objects, and what they would make of each of them."""

    __slots__ = ("_look", "hit", "hosts", "looks", "members", "other", "ready")

    def __init__(self, one: Running, layer: int, looks: Iterable[Look]) -> None:
        self.members: dict[Running, None] = {}
        self.looks: dict[Look, set[int]] = {look: set() for look in looks}
        """Those whose objects it may change, with the objects that they would find or no longer find."""
        self.hit: dict[int, tuple[Any, ...]] = {}
        """Objects that would not be the same afterwards, and what they would be."""
        nature = nature_of(one.static) if one.effect is None else None
        self._look: Look | None = None
        self.other = False
        self.hosts: dict[int, Seen] = {}
        if one.started is None and nature is not None and nature.what is not None:
            self._look, self.other = Look(one, nature), nature.what.other
        else:
            self.hosts = {seen.id: seen for seen in one.objects()}
        self.ready = one.values(layer)

    @property
    def widely(self) -> bool:
        """Whether any object may come to be one that it is done to."""
        return self._look is not None

    def attempt(self, seen: Seen) -> None:
        """Find out what it would make of an object as it is now."""
        key = seen.id
        if self.hit.pop(key, None) is not None:
            for flipped in self.looks.values():
                flipped.discard(key)
        if not (key in self.hosts if self._look is None else self._look.finds(seen)):
            return
        saved = seen.save()
        for ready in self.ready:
            make(ready, seen)
        after = seen.save()
        if after[:-1] != saved[:-1]:
            self.hit[key] = after
            found = [look.finds(seen) for look in self.looks]
            seen.restore(saved)
            for (look, flipped), then in zip(self.looks.items(), found, strict=True):
                if look.finds(seen) is not then:
                    flipped.add(key)
        else:
            seen.restore(saved)


class Order:
    """The effects of one layer that are still to be applied."""

    def __init__(self, effects: Iterable[Running], layer: int, objects: Collection[Seen]) -> None:
        self._layer = layer
        pending = [one for one in effects if layer in one.parts and layer not in one.done and one.exists()]
        self._queue = sorted(pending, key=lambda one: (not one.cda, *age(one)))
        self._at = 0
        self._over: set[Running] = set()
        self._look_of: dict[Running, Look] = {}
        self._deed_of: dict[Running, Deed] = {}
        self._deeds: dict[Deed, None] = {}
        self._wide: list[Deed] = []
        """Those that any object may come to be part of."""
        self._about: dict[int, list[Deed]] = {}
        """The others, by object."""
        self._from: dict[int, list[Running]] = {}
        """Effects that have not begun, by their source."""
        self._hitting: dict[int, dict[Deed, None]] = {}
        """Deeds by the objects that they would change."""
        self._flipping: dict[Look, dict[Deed, None]] = {}
        """Deeds by those whose objects they would change."""
        self._unsteady: set[Running] = set()
        if len(pending) > 1:
            self._watch([one for one in self._queue if not one.cda], objects)

    @property
    def watchful(self) -> bool:
        """Whether it has to be told what an effect has changed."""
        return bool(self._deeds)

    @property
    def unsteady(self) -> bool:
        """Whether what effects are and do here may change with each that is applied: order them anew."""
        return bool(self._unsteady)

    def next(self, explain: bool = False) -> tuple[Running, list[Running]] | None:
        """The effect to apply next, and (to `explain`) those that had to wait for it."""
        oldest = self._oldest()
        if oldest is None:
            return None
        if oldest.cda or not (self._deeds or self._unsteady) or (not explain and self._is_free(oldest)):
            return oldest, []
        return self._sorted_out()

    def applied(self, one: Running, changed: Sequence[Seen]) -> None:
        """An effect was applied; these objects are no longer what they were."""
        self._drop(one)
        for seen in changed:
            for other in self._from.get(seen.id, ()):
                if not _alive(other):
                    self._drop(other)
        for seen in changed:
            for deed in (*self._wide, *self._about.get(seen.id, ())):
                self._attempt(deed, seen)
            if self._layer == CONTROL:
                self._handed_over(seen)

    def _handed_over(self, source: Seen) -> None:
        """What an effect does that gives control to `you` depends on who that is."""
        for one in self._from.get(source.id, ()):
            deed = self._deed_of.get(one)
            if deed is not None:
                deed.ready = one.values(self._layer)
                for seen in deed.hosts.values():
                    self._attempt(deed, seen)

    def _drop(self, one: Running) -> None:
        self._over.add(one)
        deed = self._deed_of.pop(one, None)
        if deed is not None:
            del deed.members[one]
            if not deed.members:
                del self._deeds[deed]
                if deed.widely:
                    self._wide.remove(deed)
                for key in deed.hit:
                    self._hitting[key].pop(deed, None)
                for look in deed.looks:
                    self._flipping[look].pop(deed, None)

    # --- who is to be watched ---

    def _watch(self, pending: list[Running], objects: Collection[Seen]) -> None:
        layer = self._layer
        looks: dict[Any, Look] = {}
        for one in pending:
            if one.effect is not None:
                continue  # fixed objects, fixed values (611.2c)
            nature = nature_of(one.static)
            if layer in nature.unsteady:
                self._unsteady.add(one)
            if one.started is None:
                assert one.source is not None
                self._from.setdefault(one.source.id, []).append(one)
                if nature.what is not None and layer in reads(nature.what):
                    key = _key(one, nature, nature.what) if nature.looks_alike else one
                    look = looks.get(key)
                    if look is None:
                        look = looks[key] = Look(one, nature)
                        self._flipping[look] = {}
                    self._look_of[one] = look
        if not self._from:
            return
        deeds: dict[Any, Deed | None] = {}
        for one in pending:
            key = one
            if one.effect is None and one.started is None and nature_of(one.static).does_alike:
                key = _key(one, nature_of(one.static), one.static)
            if key not in deeds:
                deeds[key] = self._deed(one, looks.values())
            deed = deeds[key]
            if deed is not None:
                deed.members[one] = None
                self._deed_of[one] = deed
        sources = [seen for seen in objects if seen.id in self._from]
        for deed in self._deeds:
            among = objects if deed.looks else sources
            if deed.widely:
                self._wide.append(deed)
            for seen in among if deed.widely else deed.hosts.values():
                self._attempt(deed, seen)
                if not deed.widely:
                    self._about.setdefault(seen.id, []).append(deed)

    def _deed(self, one: Running, looks: Iterable[Look]) -> Deed | None:
        changes = one.parts[self._layer]
        words = written(changes)
        about = [look for look in looks if matters(look.words, words, self._layer)]
        if not about and self._layer != CONTROL and not removes(changes):
            return None
        deed = Deed(one, self._layer, about)
        self._deeds[deed] = None
        return deed

    def _attempt(self, deed: Deed, seen: Seen) -> None:
        key = seen.id
        if not deed.members or not (deed.looks or key in self._from):
            return
        hit = key in deed.hit
        deed.attempt(seen)
        if key in deed.hit:
            self._hitting.setdefault(key, {})[deed] = None
        elif hit:
            self._hitting[key].pop(deed, None)
        else:
            return
        for look, flipped in deed.looks.items():
            if flipped:
                self._flipping[look][deed] = None
            else:
                self._flipping[look].pop(deed, None)

    # --- who depends on whom ---

    def _oldest(self) -> Running | None:
        while self._at < len(self._queue):
            one = self._queue[self._at]
            if one not in self._over and _alive(one):
                return one
            self._at += 1
        return None

    def _is_free(self, one: Running) -> bool:
        """Whether nothing that waits would change it. Whatever else depends on what: none older is free."""
        return not any(other is not one for target in self._targets(one) for other in _meant(target))

    def _targets(self, one: Running) -> list[Running | Deed]:
        """What it depends on: effects, and deeds whose every member (but itself) it depends on."""
        if one in self._unsteady:
            return list(self._tried(one))
        if one.effect is not None or one.started is not None:
            return []
        assert one.source is not None
        key = one.source.id
        look = self._look_of.get(one)
        deeds = self._flipping[look] if look is not None else {}
        others = look is not None and nature_of(one.static).what.other  # type: ignore[union-attr]
        found: list[Running | Deed] = []
        for deed in deeds | self._hitting.get(key, {}):
            touched = deed.looks.get(look, _NONE) if look is not None else _NONE
            count = len(touched) - (others and key in touched)
            lost = key in deed.hit and self._shaken(one, deed.hit[key])
            count += lost and not (not others and key in touched)
            if not count:
                continue
            if count > 1 or not deed.other:
                found.append(deed)
                continue
            # One object only, and who does it to others may be that object.
            only = key if lost else next(ref for ref in touched if not (others and ref == key))
            own = [other for other in self._from.get(only, ()) if other in deed.members]
            found += [other for other in deed.members if other not in own] if own else [deed]
        return found

    def _shaken(self, one: Running, after: tuple[Any, ...]) -> bool:
        """Whether it would be another effect, or none, if its source were like this."""
        assert one.source is not None
        if one.has not in after[5]:
            return True
        if self._layer != CONTROL or after[0] == one.source.controller:
            return False
        saved, before = one.source.save(), one.fingerprint(self._layer)
        one.source.restore(after)
        changed: bool = one.fingerprint(self._layer) != before
        one.source.restore(saved)
        return changed

    def _tried(self, one: Running) -> Iterator[Running]:
        """The effects on which one depends that may change with anything, each of them tried (613.8a)."""
        layer = self._layer
        before = one.fingerprint(layer)
        for other in self._queue[self._at :]:
            if other is one or other in self._over or not _alive(other):
                continue
            started, other.started = other.started, other.objects()
            made, other.made = other.made, []
            saved = [(seen, seen.save()) for seen in other.started]
            other.apply(layer)
            if one.fingerprint(layer) != before:
                yield other
            for seen, kept in saved:
                seen.restore(kept)
            other.started, other.made = started, made

    def _sorted_out(self) -> tuple[Running, list[Running]]:
        """The oldest that depends on none but those that depend on it in turn (613.8b)."""
        alive = [one for one in self._queue[self._at :] if one not in self._over and _alive(one)]
        edges: dict[Running | Deed, list[Running | Deed]] = {one: self._targets(one) for one in alive}
        edges |= {deed: list(deed.members) for deed in self._deeds}
        loops = components(edges)
        reached = {deed: {loops[one] for one in deed.members} for deed in self._deeds}

        def waits(one: Running) -> bool:
            return any(
                reached[target] != {loops[one]} if isinstance(target, Deed) else loops[target] != loops[one]
                for target in edges[one]
            )

        chosen = next(one for one in alive if not waits(one))
        waiting = [
            one
            for one in alive
            if loops[one] != loops[chosen] and any(chosen in _meant(target) for target in edges[one])
        ]
        return chosen, waiting


_NONE: frozenset[int] = frozenset()


def _alive(one: Running) -> bool:
    """Whether its ability is still there, or matters no more. One that is lost does not come back."""
    return one.started is not None or one.has in one.source.abilities  # type: ignore[union-attr]


def _key(one: Running, nature: Nature, what: Any) -> Any:
    """What effects have in common that mean the same by `what`."""
    assert one.source is not None
    you = one.source.controller if nature.asks_who else -1
    return what, you, one.source.obj.chosen if nature.chosen else ()


def _meant(target: Running | Deed) -> Iterable[Running]:
    return target.members if isinstance(target, Deed) else (target,)
