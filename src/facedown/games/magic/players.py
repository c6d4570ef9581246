"""Players as an ability names them."""

from typing import TYPE_CHECKING

from facedown.games.magic.model import Who
from facedown.games.magic.state import JUDGE, MagicState, Pointer, seat_of
from facedown.kernel import Seat

if TYPE_CHECKING:
    from facedown.games.magic.filters import Ctx


def in_order(state: MagicState, first: Seat | None = None) -> tuple[Seat, ...]:
    """The players still in the game, from the active player (or another) on (101.4)."""
    count = len(state.players)
    start = state.active if first is None else first
    step = -1 if state.reversed else 1
    order = [(start + step * turn) % count for turn in range(count)]
    return tuple(seat for seat in order if not state.players[seat].lost)


def company(state: MagicState) -> int:
    """How many players the game began with, whoever has left since."""
    return sum(own.lost != JUDGE for own in state.players)


def judges(state: MagicState) -> tuple[Seat, ...]:
    """The seats of those who do not play."""
    if not state.options.judge:
        return ()
    return tuple(seat for seat, own in enumerate(state.players) if own.lost == JUDGE)


def next_in_turn(state: MagicState) -> Seat:
    """Whose turn comes next in turn order; extra turns are passed over as if they had not been (500.7)."""
    last = state.regular if state.regular >= 0 else state.active
    order = in_order(state, last)
    return order[1 % len(order)] if order[0] == last else order[0]


def seats(ctx: "Ctx", who: Who) -> tuple[Seat, ...]:
    """The players that a word means, in turn order from the active player."""
    state = ctx.view.state
    match who:
        case "you":
            return (ctx.you,)
        case "opponent":
            return tuple(seat for seat in in_order(state) if seat != ctx.you)
        case "each player" | "":
            return in_order(state)
        case "active player":
            return (state.active,)
        case "target" | "target 2":
            return _targeted(ctx, 0 if who == "target" else 1)
        case "that player":
            return (ctx.note.who,) if ctx.note.who >= 0 else ()
        case "defending player":
            return _defending(ctx)
        case "controller" | "owner":
            return _of_it(ctx, who)
        case "chosen player":
            chosen = dict(ctx.source.obj.chosen).get("player") if ctx.source is not None else None
            return (int(chosen),) if chosen is not None else ()
        case "attached":
            return _attached(ctx)
        case "attacked":
            target = attacked(ctx)
            return (seat_of(target),) if target is not None and target < 0 else ()


def _targeted(ctx: "Ctx", place: int) -> tuple[Seat, ...]:
    if ctx.frame is None or place >= len(ctx.frame.targets):
        return ()
    return tuple(seat_of(pointer[0]) for pointer in ctx.frame.targets[place] if pointer[0] < 0)


def _of_it(ctx: "Ctx", who: Who) -> tuple[Seat, ...]:
    pointers: tuple[Pointer, ...] = ()
    if ctx.frame is not None:
        pointers = ctx.frame.it or (ctx.frame.targets[0] if ctx.frame.targets else ())
        if not pointers and ctx.note.that is not None:
            pointers = (ctx.note.that,)
    found = []
    for pointer in pointers:
        if pointer[0] < 0:
            continue
        seen = ctx.view.last(pointer)
        if seen is not None:
            seat = seen.controller if who == "controller" else seen.obj.owner
            if seat not in found:
                found.append(seat)
    return tuple(found)


def _defending(ctx: "Ctx") -> tuple[Seat, ...]:
    state = ctx.view.state
    if state.combat is None or ctx.source is None:
        return ()
    for attack in state.combat.attacks:
        if attack.id == ctx.source.id:
            if attack.defender < 0:
                return (seat_of(attack.defender),)
            seen = ctx.view.seen.get(attack.defender)
            return (seen.controller,) if seen is not None else ()
    return ()


def attacked(ctx: "Ctx") -> int | None:
    """Whom or what the creature in the event attacks: a player or a planeswalker."""
    combat, that = ctx.view.state.combat, ctx.note.that
    if combat is None or that is None:
        return None
    return next((attack.defender for attack in combat.attacks if attack.id == that[0]), None)


def _attached(ctx: "Ctx") -> tuple[Seat, ...]:
    if ctx.source is None or ctx.source.obj.attached is None:
        return ()
    to = ctx.source.obj.attached
    if to < 0:
        return (seat_of(to),)
    seen = ctx.view.seen.get(to)
    return (seen.controller,) if seen is not None else ()
