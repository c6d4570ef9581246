"""Damage: prevented, changed, dealt at once, with all that follows from it (120)."""

import msgspec

from facedown.games.magic.engine.counters import multipliers, put_counters, put_on_player
from facedown.games.magic.engine.run import Happening, Run, replace_status
from facedown.games.magic.events import CommanderHit, LifeChanged, Noted, ShieldsChanged
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.model import Filter, Multiply, PlayerHas, Prevent, Who
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Prompt, Shield, seat_of
from facedown.games.magic.view import View
from facedown.kernel import Seat


class Blow:
    """Damage by a source to an object or a player."""

    __slots__ = ("amount", "combat", "done", "source", "to")

    def __init__(self, source: Seen, to: int, amount: int, combat: bool = False) -> None:
        self.source, self.to, self.amount, self.combat = source, to, amount, combat
        self.done: list[object] = []
        """Effects that have been applied to it: each only once (614.5)."""


def deal(run: Run, blows: list[Blow]) -> int:
    """Deal damage at once. Returns how much was dealt in all."""
    blows = [blow for blow in blows if blow.amount > 0]
    for blow in blows:
        _replace(run, blow)
    blows = [blow for blow in blows if blow.amount > 0 and _there(run, blow)]
    total = 0
    with run.batch():
        for blow in blows:
            _strike(run, blow)
            total += blow.amount
    return total


def _there(run: Run, blow: Blow) -> bool:
    if blow.to < 0:
        return not run.state.players[seat_of(blow.to)].lost
    seen = run.view.seen.get(blow.to)
    return seen is not None and seen.zone == "battlefield"


def _replace(run: Run, blow: Blow) -> None:
    """Prevention and replacement, in the order that the affected player chooses (616.1)."""
    while blow.amount > 0:
        offers = _offers(run, blow)
        if not offers:
            return
        chosen = offers[0]
        if len(offers) > 1 and not _alike([effect for _, _, effect in offers]):
            seat = seat_of(blow.to) if blow.to < 0 else run.view.seen[blow.to].controller
            options = tuple((place, name) for place, (name, _, _) in enumerate(offers))
            about = "which effect applies first to damage"
            picked = run.choose(Prompt(seat, "replace", options, about=about, default=(0,)))
            chosen = offers[int(picked[0])]
        blow.done.append(chosen[1])
        _apply(run, blow, chosen[2])


def _alike(effects: list[object]) -> bool:
    """Whether it makes no difference which of these applies first: then nobody is asked."""
    if all(effect == "protection" or getattr(effect, "amount", 0) is None for effect in effects):
        return True  # each of them prevents all of it
    return all(isinstance(effect, Multiply) and effect == effects[0] for effect in effects)


def _offers(run: Run, blow: Blow) -> list[tuple[str, object, object]]:
    """What could apply to it: a name, what makes it one of its own, and the effect."""
    view = run.view
    found: list[tuple[str, object, object]] = []
    target = view.seen.get(blow.to) if blow.to >= 0 else None
    if target is not None and protected(view, target, blow.source):
        found.append(("protection", "protection", "protection"))
    for place, (seen, ability) in enumerate(_abilities(view)):
        ctx = Ctx(view, seen.controller, seen)
        if isinstance(ability, Prevent):
            if _prevents(ctx, ability, blow, target):
                found.append((seen.name, (seen.id, place), ability))
        elif ability.filter is None or passes(_anywhere(ability.filter), ctx, blow.source):
            found.append((seen.name, (seen.id, place), ability))
    for shield in run.state.shields:
        if (
            (not shield.to or blow.to in shield.to)
            and (not shield.by or blow.source.id in shield.by)
            and (blow.combat or not shield.combat)
        ):
            found.append(("prevention", shield.stamp, shield))
    return [one for one in found if one[1] not in blow.done]


def _abilities(view: View) -> list[tuple[Seen, Prevent | Multiply]]:
    carried = view.carried(Prevent, Multiply)
    return [one for one in carried if isinstance(one[1], Prevent) or one[1].event == "damage"]


def _prevents(ctx: Ctx, ability: Prevent, blow: Blow, target: Seen | None) -> bool:
    if ability.combat and not blow.combat:
        return False
    if ability.by is not None and not _is(ctx, ability.by, blow.source):
        return False
    if ability.to is None and not ability.players:
        return True
    if target is None:
        return bool(ability.players) and seat_of(blow.to) in ctx.seats(ability.players)
    return ability.to is not None and _is(ctx, ability.to, target)


def _is(ctx: Ctx, what: object, seen: Seen) -> bool:
    if isinstance(what, Filter):
        return passes(_anywhere(what), ctx, seen)
    if what == "this":
        return ctx.source is not None and ctx.source.id == seen.id
    return what == "attached" and ctx.source is not None and ctx.source.obj.attached == seen.id


def _anywhere(filter: Filter) -> Filter:
    return msgspec.structs.replace(filter, zone="anywhere")


def _apply(run: Run, blow: Blow, effect: object) -> None:
    if effect == "protection":
        blow.amount = 0
    elif isinstance(effect, Prevent):
        blow.amount = 0 if effect.amount is None else max(0, blow.amount - effect.amount)
    elif isinstance(effect, Multiply):
        blow.amount = blow.amount * effect.factor + effect.plus
    elif isinstance(effect, Shield):
        if effect.amount is None:
            blow.amount = 0
            return
        stopped = min(effect.amount, blow.amount)
        blow.amount -= stopped
        left = msgspec.structs.replace(effect, amount=effect.amount - stopped)
        rest = [left if shield == effect else shield for shield in run.state.shields]
        run.emit(ShieldsChanged(tuple(shield for shield in rest if shield.amount != 0)))


def _strike(run: Run, blow: Blow) -> None:
    source, amount = blow.source, blow.amount
    target = (blow.to, 0) if blow.to < 0 else run.view.seen[blow.to].obj.pointer
    if blow.to < 0:
        _wound(run, blow, seat_of(blow.to))
    else:
        seen = run.view.seen[blow.to]
        if "Planeswalker" in seen.types:
            put_counters(run, seen.id, "loyalty", -amount)
        if seen.creature:
            _hurt(run, blow, seen)
    if source.has("lifelink"):
        gain_life(run, source.controller, amount)
    pointer = source.obj.pointer
    run.happened(
        Happening(
            "deals damage", pointer, seat_of(blow.to) if blow.to < 0 else -1, amount, target, blow.combat
        )
    )
    if blow.to >= 0:
        run.happened(Happening("is dealt damage", target, source.controller, amount, pointer, blow.combat))


def _wound(run: Run, blow: Blow, seat: Seat) -> None:
    if blow.source.has("infect"):
        put_on_player(run, seat, "poison", blow.amount)
    else:
        lose_life(run, seat, blow.amount, "damage")
    toxic = blow.source.keywords.get("toxic", ())
    if blow.combat and toxic:
        put_on_player(
            run, seat, "poison", sum(int(k.count) if isinstance(k.count, int) else 0 for k in toxic)
        )
    owner = run.state.players[blow.source.obj.owner]
    if blow.combat and owner.commander == blow.source.id and run.state.options.commander:
        run.emit(CommanderHit(seat, blow.source.id, blow.amount))


def _hurt(run: Run, blow: Blow, seen: Seen) -> None:
    if blow.source.has("wither") or blow.source.has("infect"):
        put_counters(run, seen.id, "-1/-1", blow.amount, effect=not blow.combat)
        if blow.source.has("deathtouch"):
            replace_status(run, [seen.id], "deathtouched", deathtouched=True)
        return
    status = run.status(seen.id)
    new = msgspec.structs.replace(
        status,
        damage=status.damage + blow.amount,
        deathtouched=status.deathtouched or blow.source.has("deathtouch"),
    )
    run.emit(Noted((new,), "damage", blow.amount, blow.source.id))


def gain_life(run: Run, seat: Seat, amount: int) -> None:
    """A player gains life."""
    view = run.view
    if amount <= 0 or any(change.what == "can't gain life" for change, _ in view.ruled(PlayerHas, seat)):
        return
    for more in multipliers(view, seat, "gain life"):
        amount = amount * more.factor + more.plus
    with run.batch():
        run.emit(LifeChanged(seat, amount))
        run.happened(Happening("gain life", None, seat, amount))


def lose_life(run: Run, seat: Seat, amount: int, why: str = "") -> None:
    """A player loses life."""
    if amount > 0:
        with run.batch():
            run.emit(LifeChanged(seat, -amount, why))
            run.happened(Happening("lose life", None, seat, amount))


def protected(view: View, seen: Seen, source: Seen) -> bool:
    """Whether an object has protection from a source (702.16)."""
    for keyword in seen.keywords.get("protection", ()):
        if keyword.filter is None or passes(
            _anywhere(keyword.filter), Ctx(view, seen.controller, seen), source
        ):
            return True
    return False


NOBODY: Who = ""
