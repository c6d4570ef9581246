"""The order of effects within a layer: timestamps, unless one depends on another (613.7, 613.8)."""

from typing import Any

from facedown.games.magic.layers import CONTROL, reads, removes
from facedown.games.magic.running import Running


def next_of(pending: list[Running], layer: int, explain: bool) -> tuple[Running, list[Running]]:
    """The effect to apply next, and (to `explain`) those that had to wait for it."""
    definers = [one for one in pending if one.cda]
    if definers:
        return min(definers, key=age), []
    oldest = min(pending, key=age)
    if len(pending) == 1:
        return oldest, []
    if not explain and not any(_dependencies([oldest], pending, layer)[oldest]):
        return oldest, []  # whatever else depends on what: it is free, and none that is free is older
    edges = _dependencies(pending, pending, layer)
    loops = _loops(pending, edges)
    free = [one for one in pending if all(other in loops[one] or other is one for other in edges[one])]
    chosen = min(free, key=age)
    waiting = [one for one in pending if chosen in edges[one] and chosen not in loops[one]]
    return chosen, waiting


def age(running: Running) -> tuple[int, int]:
    """The older one comes first (613.7)."""
    return running.stamp, running.source.id if running.source is not None else -1


def _may_depend(one: Running, other: Running, layer: int) -> bool:
    """A cheap test first: can `other` write what `one` reads, or take its ability away?"""
    if one is other:
        return False
    if one.effect is not None:
        return False  # fixed objects, fixed values (611.2c)
    if layer in reads(one.has.ability) or _reads_you(one, layer):  # type: ignore[union-attr]
        return True
    return one.started is None and removes(other.parts[layer]) and one.source in other.objects()


def _reads_you(one: Running, layer: int) -> bool:
    """In the layer of control every effect that says `you` looks at its own source's controller."""
    return layer == CONTROL and one.effect is None


def _dependencies(some: list[Running], pending: list[Running], layer: int) -> dict[Running, list[Running]]:
    """For some effects those that would change what they do, found by trying each of them once (613.8a)."""
    edges: dict[Running, list[Running]] = {one: [] for one in some}
    before: dict[Running, Any] = {}
    for other in pending:
        watched = [one for one in some if _may_depend(one, other, layer)]
        if not watched:
            continue
        for one in watched:
            if one not in before:
                before[one] = one.fingerprint(layer)
        started, other.started = other.started, other.objects()
        made, other.made = other.made, []
        saved = [(seen, seen.save()) for seen in other.started]
        other.apply(layer)
        for one in watched:
            if one.fingerprint(layer) != before[one]:
                edges[one].append(other)
        for seen, kept in saved:
            seen.restore(kept)
        other.started, other.made = started, made
    return edges


def _loops(pending: list[Running], edges: dict[Running, list[Running]]) -> dict[Running, set[Running]]:
    """For each effect those that it depends on and that depend on it, however indirectly (613.8b)."""
    reach = {one: set(edges[one]) for one in pending}
    for _ in pending:
        for one in pending:
            mine = reach[one]
            for other in pending:
                if other in mine:
                    mine |= reach[other]
    return {
        one: {other for other in pending if other in reach[one] and one in reach[other]} for one in pending
    }
