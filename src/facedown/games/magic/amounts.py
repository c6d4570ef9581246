"""What an amount comes to, and whether a condition holds."""

from typing import TYPE_CHECKING

import msgspec

from facedown.games.magic.filters import Ctx, passes, test_of, test_of_permanents
from facedown.games.magic.manas import symbols
from facedown.games.magic.model import (
    AllOf,
    Amount,
    AnyOf,
    CardTypes,
    Compare,
    Condition,
    Count,
    Counters,
    Devotion,
    Did,
    Exists,
    Filter,
    Greatest,
    Half,
    HandSize,
    Happened,
    Is,
    Kicked,
    Life,
    Minus,
    Not,
    Stat,
    Sum,
    ThatMuch,
    Turn,
    WasCast,
    What,
    X,
)
from facedown.games.magic.players import attacked
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Pointer

if TYPE_CHECKING:
    from facedown.games.magic.view import View


def value(amount: Amount, ctx: Ctx) -> int:
    """The number."""
    match amount:
        case int():
            return amount
        case X():
            return _x(ctx)
        case Count(filter=filter, times=times):
            return times * count(filter, ctx)
        case CardTypes(filter=filter):
            return len({kind for seen in matching(filter, ctx) for kind in seen.types})
        case Stat(of=what, name=name):
            return sum(_stat(seen, name) for seen in things(what, ctx))
        case Greatest(filter=filter, name=name):
            return max((_stat(seen, name) for seen in matching(filter, ctx)), default=0)
        case Counters(of=what, kind=kind):
            return sum(seen.obj.counter(kind) for seen in things(what, ctx))
        case HandSize(who=who):
            return sum(len(ctx.view.state.players[seat].hand) for seat in ctx.seats(who))
        case Life(who=who):
            return sum(ctx.view.state.players[seat].life for seat in ctx.seats(who))
        case ThatMuch():
            return ctx.frame.much or ctx.note.much if ctx.frame is not None else ctx.note.much
        case Devotion(colors=colors):
            return _devotion(colors, ctx)
        case Sum(amounts=amounts):
            return sum(value(part, ctx) for part in amounts)
        case Minus(amount=part):
            return -value(part, ctx)
        case Half(amount=part, up=up):
            whole = value(part, ctx)
            return (whole + 1) // 2 if up else whole // 2


def _x(ctx: Ctx) -> int:
    if ctx.frame is not None:
        return ctx.frame.x
    if ctx.source is not None and ctx.source.obj.play is not None:
        return ctx.source.obj.play.x
    return 0


def _stat(seen: Seen, name: str) -> int:
    return seen.value if name == "value" else seen.power if name == "power" else seen.toughness


def _devotion(colors: tuple[str, ...], ctx: Ctx) -> int:
    total = 0
    for seen in ctx.view.battlefield:
        if seen.controller == ctx.you and seen.card is not None:
            total += sum(any(c in symbol.split("/") for c in colors) for symbol in symbols(seen.card.cost))
    return total


def count(filter: Filter, ctx: Ctx) -> int:
    """How many objects pass. Cards in hands and libraries are counted without being looked at."""
    if filter.zone in ("hand", "library"):
        players = ctx.view.state.players
        own = ctx.seats(filter.own)
        return sum(
            len(players[seat].hand if filter.zone == "hand" else players[seat].library) for seat in own
        )
    return len(matching(filter, ctx))


def matching(filter: Filter, ctx: Ctx) -> list[Seen]:
    """All objects that pass, in the order in which they came."""
    view = ctx.view
    if filter.zone == "battlefield" and not filter.any_of:
        test = test_of_permanents(filter)
        return [seen for seen in view.battlefield if test(ctx, seen)]
    test = test_of(filter)
    return [seen for seen in view.seen.values() if test(ctx, seen)]


def things(what: What | None, ctx: Ctx) -> list[Seen]:
    """The objects that an ability means, as they are or as they last were (608.2h)."""
    if isinstance(what, Filter):
        return matching(what, ctx)
    if what is None:
        return []
    if what in ("this", "source"):
        return [ctx.source] if ctx.source is not None else []
    if what == "attached":
        found = host(ctx.view, ctx.source) if ctx.source is not None else None
        return [found] if found is not None else []
    if what == "attacked":
        target = attacked(ctx)
        seen = ctx.view.seen.get(target) if target is not None and target >= 0 else None
        return [seen] if seen is not None else []
    frame = ctx.frame
    pointers: tuple[Pointer, ...]
    if what == "that":
        pointers = (ctx.note.that,) if ctx.note.that is not None else ()
    elif frame is None:
        return []
    elif what == "it":
        pointers = frame.it
    elif what == "targets":
        pointers = tuple(pointer for group in frame.targets for pointer in group)
    else:
        place = 0 if what == "target" else int(what[-1]) - 1
        pointers = frame.targets[place] if place < len(frame.targets) else ()
    found_all = [ctx.view.last(pointer) for pointer in pointers if pointer[0] >= 0]
    return [seen for seen in found_all if seen is not None]


def host(view: "View", item: Seen) -> Seen | None:
    """The permanent that an Aura or Equipment is attached to.

    What came after the attachment, or lies elsewhere, is another object under the same number (400.7).
    """
    to = item.obj.attached
    found = view.seen.get(to) if to is not None else None
    if found is None or found.zone != "battlefield" or found.obj.born > item.obj.stamp:
        return None
    return found


def holds(condition: Condition, ctx: Ctx) -> bool:
    """Whether it is so."""
    match condition:
        case Exists(filter=filter, least=least, most=most):
            number = count(filter, ctx)
            return number >= least and (most is None or number <= most)
        case Compare(left=left, sign=sign, right=right):
            one, other = value(left, ctx), value(right, ctx)
            return one >= other if sign == ">=" else one <= other if sign == "<=" else one == other
        case Is(what=what, filter=filter):
            found = things(what, ctx)
            return bool(found) and all(passes(_anywhere(filter), ctx, seen) for seen in found)
        case Turn(who=who):
            return ctx.view.state.active in ctx.seats(who)
        case Kicked(name=name):
            return name in _paid(ctx)
        case WasCast():
            return ctx.source is not None and ctx.source.obj.play is not None
        case Did():
            return ctx.frame is not None and ctx.frame.did
        case Happened(what=what, least=least, who=who):
            tallies = [dict(ctx.view.state.players[seat].tally) for seat in ctx.seats(who)]
            return sum(tally.get(what, 0) for tally in tallies) >= least
        case Not(condition=part):
            return not holds(part, ctx)
        case AllOf(conditions=parts):
            return all(holds(part, ctx) for part in parts)
        case AnyOf(conditions=parts):
            return any(holds(part, ctx) for part in parts)


def _anywhere(filter: Filter) -> Filter:
    """The same filter wherever the object is now: it may have died."""
    if filter.zone != "battlefield":
        return filter
    known = _moved.get(filter)
    if known is None:
        known = _moved[filter] = msgspec.structs.replace(filter, zone="anywhere")
    return known


_moved: dict[Filter, Filter] = {}


def _paid(ctx: Ctx) -> tuple[str, ...]:
    if ctx.frame is not None and ctx.frame.paid:
        return ctx.frame.paid
    if ctx.source is not None and ctx.source.obj.play is not None:
        return ctx.source.obj.play.paid
    return ()
