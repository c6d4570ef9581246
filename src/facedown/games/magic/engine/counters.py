"""Counters on objects and players (122)."""

import msgspec

from facedown.games.magic.engine.run import Happening, Run
from facedown.games.magic.events import PlayerCounted, Remade
from facedown.games.magic.model import Multiply
from facedown.games.magic.view import View
from facedown.kernel import Seat

MOST_AT_ONCE = 10_000
"""Counters, however often they are doubled."""


def put_counters(run: Run, key: int, kind: str, count: int, *, effect: bool = True) -> int:
    """Put counters on an object, or take some off. Returns how many it was.

    What multiplies counters looks at effects: a cost and combat damage are none.
    """
    obj = run.obj(key)
    if obj is None or not count:
        return 0
    if count > 0 and effect:
        count = multiplied(run.view, run.view.seen[key].controller, count)
    have = {name: (number, stamp) for name, number, stamp in obj.counters}
    number, stamp = have.get(kind, (0, 0))
    count = max(count, -number)
    if not count:
        return 0
    have[kind] = number + count, run.tick() if count > 0 else stamp
    counters = tuple((name, total, since) for name, (total, since) in have.items() if total)
    with run.batch():
        run.emit(Remade(msgspec.structs.replace(obj, counters=counters), f"{kind} counters", count))
        if count > 0:
            run.happened(Happening("counters", obj.pointer, obj.controller, count, text=kind))
    return abs(count)


def multiplied(view: View, seat: Seat, count: int) -> int:
    """How many counters a player's permanent gets instead of so many (614.16), also as it enters."""
    for ability in multipliers(view, seat, "counters"):
        count = min(count * ability.factor + ability.plus, MOST_AT_ONCE)
    return count


def multipliers(view: View, seat: Seat, event: str) -> list[Multiply]:
    """What a player's permanents make more of: counters, tokens, life (614.16)."""
    return [
        ability
        for seen, ability in view.carried(Multiply)
        if ability.event == event and seen.controller == seat
    ]


def put_on_player(run: Run, seat: Seat, kind: str, count: int) -> None:
    """Give a player counters: poison, energy."""
    if count:
        run.emit(PlayerCounted(seat, kind, count))
