"""What an effect reads and writes in the layers, worked out once for each ability (613.8).

Two effects have nothing to do with each other unless one writes what the other reads. The finer that is
known, the fewer effects have to be tried against each other.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from facedown.games.magic import model as m
from facedown.games.magic.keywords import expand
from facedown.games.magic.layers import CONTROL, TYPE, by_layer, reads, removes
from facedown.games.magic.subtypes import kind_of

_TYPES = ("types", "all_types", "not_types", "supertypes", "not_supertypes")
_SUBTYPES = ("subtypes", "not_subtypes")
_MEASURES = ("power_min", "power_max", "toughness_max", "value_min", "value_max")
_CHOSEN = "a chosen type"
_OWN = ("attached", "to_same", "targets")


class Nature:
    """What can be said of an effect without looking at a table."""

    __slots__ = (
        "asks_who",
        "chosen",
        "does_alike",
        "knots",
        "looks_alike",
        "unsteady",
        "what",
        "words",
        "zones",
    )

    def __init__(self, static: m.Static) -> None:
        self.what = static.what if isinstance(static.what, m.Filter) else None
        self.words = frozenset(_words(self.what)) if self.what is not None else frozenset()
        """The card types, supertypes and subtypes that its filter asks for."""
        parts = by_layer(static.changes, static.cda)
        self.unsteady = frozenset(layer for layer in parts if _unsteady(static, layer, parts[layer]))
        """Those in which what it does, or whether it does anything, may change with what others do there."""
        self.looks_alike = self.what is not None and not _looks_at_source(self.what)
        """Whether it looks for the same objects, wherever it is (but for its source, and what was chosen)."""
        self.does_alike = self.looks_alike and all(
            isinstance(amount, int | None | m.ItsValue) for c in static.changes for amount in _amounts(c)
        )
        """Whether it does the same, too."""
        self.asks_who = CONTROL in parts or (self.what is not None and _asks_who(self.what))
        """Whether it makes a difference to it whose it is."""
        self.chosen = (self.what is not None and _asks_chosen(self.what)) or any(
            getattr(change, "chosen", False) for change in static.changes
        )
        """Whether it makes a difference to it what was chosen for its source."""
        amounts = tuple(amount for change in static.changes for amount in _amounts(change))
        self.zones = tuple(_zones((static.what, static.if_, amounts)))
        """Where it looks through all there is, once for each time it does."""
        self.knots = self.what is None and (CONTROL in parts or any(map(removes, parts.values())))
        """Whether a chain of such effects, each on the source of the next, has to be untied one by one."""


@lru_cache(maxsize=4096)
def nature_of(static: m.Static) -> Nature:
    """What can be said of this ability."""
    return Nature(static)


@lru_cache(maxsize=4096)
def brings(changes: tuple[m.Change, ...]) -> bool:
    """Whether objects may have static abilities afterwards that they did not have before."""
    for change in changes:
        if isinstance(change, m.ChangeText):
            return True
        if isinstance(change, m.Gain) and any(
            isinstance(meaning, m.Static) for ability in change.abilities for meaning in expand(ability)
        ):
            return True
    return False


@lru_cache(maxsize=4096)
def written(changes: tuple[m.Change, ...]) -> frozenset[str] | None:
    """The words that these changes give or take where it is types that they change; None: any."""
    words: set[str] = set()
    for change in changes:
        match change:
            case m.AddTypes(types=types, subtypes=subtypes, supertypes=supertypes, chosen=chosen):
                words.update(types, subtypes, supertypes, (_any("Creature"),) if chosen else ())
                if any("Creature" in kind_of(word) for word in subtypes):
                    words.add(_CHOSEN)
            case m.SetSubtypes(subtypes=subtypes, of=of):
                words.update(subtypes, (_any(of.capitalize()),))
            case _:
                return None
    return frozenset(words)


def matters(words: frozenset[str], written: frozenset[str] | None, layer: int) -> bool:
    """Whether a filter that asks for these words may answer otherwise once these are written."""
    return layer != TYPE or written is None or not words.isdisjoint(written)


def _words(filter: m.Filter) -> set[str]:
    found = {word for field in _TYPES for word in getattr(filter, field)}
    for word in (word for field in _SUBTYPES for word in getattr(filter, field)):
        found |= {word, *(_any(kind) for kind in kind_of(word))}
    if filter.chosen == "type":
        found |= {_any("Creature"), _CHOSEN}
    for part in filter.any_of:
        found |= _words(part)
    return found


def _zones(node: Any) -> Iterator[str]:
    if isinstance(node, m.Filter):
        yield node.zone
    if isinstance(node, msgspec.Struct):
        node = tuple(getattr(node, field) for field in node.__struct_fields__)
    if isinstance(node, tuple):
        for part in node:
            yield from _zones(part)


def _any(kind: str) -> str:
    """A word that stands for all subtypes of a kind."""
    return f"any {kind} type"


def _unsteady(static: m.Static, layer: int, changes: tuple[m.Change, ...]) -> bool:
    what = static.what
    if static.if_ is not None and (layer == CONTROL or layer in reads(static.if_)):
        return True
    if any(layer in reads(amount) for change in changes for amount in _amounts(change)):
        return True
    if isinstance(what, m.Filter):
        return layer == CONTROL or _measured(what)
    return what not in (None, "this", "attached")


def _amounts(change: m.Change) -> tuple[Any, ...]:
    return (change.power, change.toughness) if isinstance(change, m.Boost | m.SetBase) else ()


def _measured(filter: m.Filter) -> bool:
    """Whether it measures objects by something that has to be worked out itself."""
    if filter.targets is not None or any(_measured(part) for part in filter.any_of):
        return True
    return any(not isinstance(getattr(filter, field), int | None) for field in _MEASURES)


def _asks_who(filter: m.Filter) -> bool:
    return bool(filter.control or filter.own) or any(map(_asks_who, filter.any_of))


def _asks_chosen(filter: m.Filter) -> bool:
    return bool(filter.chosen) or any(map(_asks_chosen, filter.any_of))


def _looks_at_source(filter: m.Filter) -> bool:
    plain = m.Filter()
    if any(getattr(filter, field) != getattr(plain, field) for field in _OWN):
        return True
    known = ("", "you", "opponent")
    if filter.control not in known or filter.own not in known:
        return True
    return any(part.other or _looks_at_source(part) for part in filter.any_of)
