"""What operations would be worth to a player, estimated from their definition without carrying them out."""

from collections.abc import Callable, Iterable
from typing import Any

from facedown.games.magic import model as m
from facedown.games.magic.amounts import holds, things, value
from facedown.games.magic.filters import Ctx
from facedown.games.magic.seen import Seen
from facedown.games.magic.sense.fighters import can_attack_soon, damage, kills, loss, toughness_left
from facedown.games.magic.sense.values import CARD, WON, lands, life, permanent, printed
from facedown.games.magic.state import Frame, Pointer, index, seat_of
from facedown.kernel import Seat

LASTING = ("forever", "while", "")


def gain(do: Iterable[m.Operation], ctx: Ctx, me: Seat) -> int:
    """What these operations are worth to `me`, with the targets in the context's frame."""
    total = 0
    for operation in do:
        estimate = _ESTIMATES.get(type(operation))
        total += estimate(operation, ctx, me) if estimate is not None else 3
    return total


def framed(ctx: Ctx, groups: tuple[tuple[Pointer, ...], ...], x: int = 0) -> Ctx:
    """The same point of view with these targets."""
    assert ctx.source is not None
    old = ctx.frame
    note = old.note if old is not None else ctx.note
    it = old.it if old is not None else (note.that,) if note.that is not None else ()
    paid = old.paid if old is not None else ()
    frame = Frame(ctx.you, ctx.source.obj.pointer, (), groups, x=x, note=note, it=it, paid=paid)
    return Ctx(ctx.view, ctx.you, ctx.source, frame)


def _side(seat: Seat, me: Seat) -> int:
    return 1 if seat == me else -1


def _each(what: Any, ctx: Ctx, me: Seat, price: Callable[[Seen], int]) -> int:
    """The sum over the objects that are meant; what is bad for theirs is good for me."""
    found = things(what, ctx)
    return sum(_side(seen.controller, me) * price(seen) for seen in found)


def _players(who: Any, ctx: Ctx, me: Seat, price: Callable[[Seat], int]) -> int:
    return sum(_side(seat, me) * price(seat) for seat in ctx.seats(who))


def _gone(seen: Seen) -> int:
    return -permanent(seen) if seen.zone == "battlefield" else -(15 + 12 * seen.value)


def _dies(ctx: Ctx, seen: Seen) -> int:
    """What its controller gains by its death: little is lost of what comes back by itself."""
    return -loss(ctx.view, seen) if seen.creature and seen.zone == "battlefield" else _gone(seen)


def _destroy(op: m.Destroy, ctx: Ctx, me: Seat) -> int:
    return _each(op.what, ctx, me, lambda seen: 0 if seen.has("indestructible") else _dies(ctx, seen))


def _exile(op: m.Exile, ctx: Ctx, me: Seat) -> int:
    return _each(op.what, ctx, me, lambda seen: _gone(seen) if seen.zone in ("battlefield", "stack") else -8)


def _move(op: m.Move, ctx: Ctx, me: Seat) -> int:
    if op.to == "battlefield":
        found = things(op.what, ctx)
        mine = [_side(me if op.control == "you" and ctx.you == me else seen.obj.owner, me) for seen in found]
        return sum(side * printed(seen.card) for side, seen in zip(mine, found, strict=True))

    def price(seen: Seen) -> int:
        if seen.zone == "battlefield":
            token = seen.card.token
            return -permanent(seen) if token else -permanent(seen) * (6 if op.to == "hand" else 10) // 10
        return CARD if op.to == "hand" else 0

    return _each(op.what, ctx, me, price)


def _damage(op: m.Damage, ctx: Ctx, me: Seat) -> int:
    much = value(op.amount, ctx)
    total = 0
    if op.to is not None:
        total += _each(op.to, ctx, me, lambda seen: _hurt(ctx, seen, much))
        if isinstance(op.to, str) and op.to.startswith("target") and ctx.frame is not None:
            for group in ctx.frame.targets:
                total += sum(_struck(ctx, seat_of(p[0]), much, me) for p in group if p[0] < 0)
    if op.players:
        total += sum(_struck(ctx, seat, much, me) for seat in ctx.seats(op.players))
    return total


def _hurt(ctx: Ctx, seen: Seen, much: int) -> int:
    if "Planeswalker" in seen.types:
        return -min(12 * much, permanent(seen)) - (20 if much >= seen.obj.counter("loyalty") else 0)
    if not seen.creature or seen.has("indestructible"):
        return 0
    return _dies(ctx, seen) if much >= toughness_left(ctx.view, seen) else -much


def _struck(ctx: Ctx, seat: Seat, much: int, me: Seat) -> int:
    return _side(seat, me) * _lost(ctx, seat, much)


def _lost(ctx: Ctx, seat: Seat, much: int) -> int:
    left = ctx.view.state.players[seat].life
    return -WON if much >= left else life(left - much) - life(left)


def _boost(change: m.Boost, ctx: Ctx, seen: Seen, lasting: bool) -> int:
    power, tough = value(change.power, ctx), value(change.toughness, ctx)
    if tough < 0 and -tough >= toughness_left(ctx.view, seen):
        return _dies(ctx, seen)
    if lasting:
        return 12 * power + 8 * tough
    if ctx.view.state.combat is not None and ctx.view.state.step in ("attackers", "blockers"):
        return _in_combat(ctx, seen, power, tough)
    return 5 * power + tough if can_attack_soon(ctx.view, seen) else 0


def _in_combat(ctx: Ctx, seen: Seen, power: int, tough: int) -> int:
    """What a little more power and toughness is worth to a creature that fights."""
    view = ctx.view
    assert view.state.combat is not None
    for attack in view.state.combat.attacks:
        if attack.id == seen.id and not attack.blocked:
            if attack.defender >= 0 or view.state.step == "attackers":
                return 3 * power
            seat = seat_of(attack.defender)
            return _lost(ctx, seat, seen.power) - _lost(ctx, seat, seen.power + power)
        foes = attack.blockers if attack.id == seen.id else (attack.id,) if seen.id in attack.blockers else ()
        against = [view.seen[key] for key in foes if key in view.seen]
        if against:
            coming, left = sum(map(damage, against)), toughness_left(view, seen)
            saved = left <= coming < left + tough and not any(foe.has("deathtouch") for foe in against)
            struck = toughness_left(view, against[0])
            felled = seen.power < struck <= seen.power + power and not against[0].has("indestructible")
            return (loss(view, seen) if saved else 0) + (loss(view, against[0]) if felled else 0)
    return 0


def _change(change: m.Change, ctx: Ctx, seen: Seen, lasting: bool) -> int:
    """What a change is worth to the controller of the object."""
    match change:
        case m.Boost():
            return _boost(change, ctx, seen, lasting)
        case m.Gain(abilities=abilities):
            names = [ability.name for ability in abilities if isinstance(ability, m.Keyword)]
            if not lasting:
                return 2 * len(names) if can_attack_soon(ctx.view, seen) else 0
            return -25 if "defender" in names else 8 * len(abilities)
        case m.Control():
            return -permanent(seen) * (10 if lasting else 2) // 5 if ctx.you != seen.controller else 0
        case m.LoseAll() | m.SetTypes():
            return -permanent(seen) // 3 if lasting else -2
        case m.SetBase() if lasting and not seen.creature and "Creature" not in seen.card.types:
            return _enlivened(change, ctx, seen)
        case m.SetBase(power=power, toughness=toughness):
            if isinstance(power, int) and isinstance(toughness, int) and lasting:
                return 12 * (power - seen.power) + 8 * (toughness - seen.toughness)
            return 1
        case m.Cant(what=what):
            good = what in ("be blocked", "be countered")
            return (6 if good else -permanent(seen) * 6 // 10) if lasting or seen.creature else -2
        case m.Must():
            return -3
        case m.GainChosen():
            return 0
    return 1


def _enlivened(change: m.SetBase, ctx: Ctx, seen: Seen) -> int:
    """What it is worth that something becomes a creature for good: a body, but one that may die."""
    power, tough = (
        seen.value if isinstance(part, m.ItsValue) else value(part, ctx) if part is not None else 0
        for part in (change.power, change.toughness)
    )
    if "Equipment" in seen.subtypes:
        return -permanent(seen) // 2  # a creature cannot be worn
    return 10 * power + 6 * tough - 10 if tough > 0 else -permanent(seen)


def _until(op: m.Until, ctx: Ctx, me: Seat) -> int:
    if op.what == "this" and ctx.source is not None and not ctx.source.creature:
        base = next((change for change in op.changes if isinstance(change, m.SetBase)), None)
        if base is not None:
            return _awakened(op, base, ctx)
    lasting = op.duration not in ("turn", "combat")
    return _each(
        op.what, ctx, me, lambda seen: sum(_change(change, ctx, seen, lasting) for change in op.changes)
    )


def _awakened(op: m.Until, base: m.SetBase, ctx: Ctx) -> int:
    """What it is worth that a land becomes a creature for a turn: it may attack where nobody blocks."""
    view, source = ctx.view, ctx.source
    assert source is not None
    if not isinstance(base.power, int) or not can_attack_soon(view, source):
        return 0
    flies = any(
        isinstance(ability, m.Keyword) and ability.name == "flying"
        for change in op.changes
        if isinstance(change, m.Gain)
        for ability in change.abilities
    )
    blockers = [
        seen
        for seen in view.battlefield
        if seen.creature and seen.controller != ctx.you and not _tapped(ctx, seen)
        if not flies or seen.has("flying") or seen.has("reach")
    ]
    return 0 if blockers else 6 * base.power


def attached(abilities: Iterable[m.Ability], ctx: Ctx, host: Seen, me: Seat) -> int:
    """What it is worth that something with these abilities is attached to this."""
    total = 0
    for ability in abilities:
        if isinstance(ability, m.Static) and ability.what == "attached":
            total += sum(_change(change, ctx, host, True) for change in ability.changes)
    return _side(host.controller, me) * total


def _attach(op: m.Attach, ctx: Ctx, me: Seat) -> int:
    """Equipment goes to whoever makes most of it, and not back and forth."""
    item = ctx.source
    if item is None or item.creature or item.obj.attached is not None:
        return 0
    hosts = [host for host in things(op.to, ctx) if host.id != item.id]
    abilities = [has.ability for has in item.abilities]
    return sum(attached(abilities, ctx, host, me) + host.power for host in hosts)


def _counters(op: m.PutCounters, ctx: Ctx, me: Seat) -> int:
    much = value(op.count, ctx)
    if op.who:
        return _players(op.who, ctx, me, lambda _: -12 * much if op.kind == "poison" else 2 * much)

    def price(seen: Seen) -> int:
        if op.kind == "-1/-1":
            return _dies(ctx, seen) if much >= toughness_left(ctx.view, seen) else -18 * much
        return 20 * much if op.kind == "+1/+1" else 6 * much

    return _each(op.what, ctx, me, price) if op.what is not None else 0


def _sacrifice(op: m.Sacrifice, ctx: Ctx, me: Seat) -> int:
    if not op.who:
        return _each(op.what, ctx, me, lambda seen: _dies(ctx, seen))

    def price(seat: Seat) -> int:
        own = sorted(permanent(seen) for seen in ctx.view.controlled(seat) if seen.creature)
        return -sum(own[: value(op.count, ctx)])

    return _players(op.who, ctx, me, price)


def _discard(op: m.Discard, ctx: Ctx, me: Seat) -> int:
    def price(seat: Seat) -> int:
        hand = len(ctx.view.state.players[seat].hand)
        return -CARD * (hand if op.how == "hand" else min(hand, value(op.count, ctx)))

    return _players(op.who, ctx, me, price)


def _draw(op: m.Draw, ctx: Ctx, me: Seat) -> int:
    def price(seat: Seat) -> int:
        much = value(op.count, ctx)
        left = len(ctx.view.state.players[seat].library)
        return CARD * much if left > much + 3 else -200

    return _players(op.who, ctx, me, price)


def _create(op: m.Create, ctx: Ctx, me: Seat) -> int:
    if op.token is not None:
        each = printed(op.token)
    else:
        each = max((permanent(seen) for seen in things(op.copy, ctx)), default=0) if op.copy else 20
    return _players(op.who, ctx, me, lambda _: each * value(op.count, ctx))


def _fight(op: m.Fight, ctx: Ctx, me: Seat) -> int:
    ones, others = things(op.first, ctx), things(op.second, ctx)
    if not ones or not others:
        return 0
    one, other = ones[0], others[0]
    total = 0
    if kills(ctx.view, one, other):
        total += _side(other.controller, me) * -permanent(other)
    if not op.bite and kills(ctx.view, other, one):
        total += _side(one.controller, me) * -permanent(one)
    return total


def _gain_life(op: m.GainLife, ctx: Ctx, me: Seat) -> int:
    players = ctx.view.state.players
    much = value(op.amount, ctx)
    return _players(op.who, ctx, me, lambda seat: life(players[seat].life + much) - life(players[seat].life))


def _lose_life(op: m.LoseLife, ctx: Ctx, me: Seat) -> int:
    much = value(op.amount, ctx)
    return _players(op.who, ctx, me, lambda seat: _lost(ctx, seat, much))


def _may(op: m.May, ctx: Ctx, me: Seat) -> int:
    return max(0, gain(op.do, ctx, me)) if me in ctx.seats(op.who) else 0


def _if(op: m.If, ctx: Ctx, me: Seat) -> int:
    return gain(op.do if holds(op.condition, ctx) else op.otherwise, ctx, me)


def _search(op: m.Search, ctx: Ctx, me: Seat) -> int:
    more = 8 if op.to == "top" else 12
    more += 15 if len(ctx.view.state.players[me].hand) < 4 else 0
    ramp = 15 if op.to == "battlefield" and lands(ctx.view, me) < 6 else 0
    return _players(op.who, ctx, me, lambda _: (20 + more + ramp) * op.count)


def _mana(op: m.AddMana, ctx: Ctx, me: Seat) -> int:
    return 0 if op.who == "you" else _players(op.who, ctx, me, lambda _: 1)


def _tapped(ctx: Ctx, seen: Seen) -> bool:
    status = index(ctx.view.state.status).get(seen.id)
    return status is not None and status.tapped


def _tap(op: m.Tap, ctx: Ctx, me: Seat) -> int:
    return _each(op.what, ctx, me, lambda seen: 0 if _tapped(ctx, seen) else -3 - damage(seen))


def _untap(op: m.Untap, ctx: Ctx, me: Seat) -> int:
    return _each(op.what, ctx, me, lambda seen: 2 + damage(seen) if _tapped(ctx, seen) else 0)


_ESTIMATES: dict[type, Callable[[Any, Ctx, Seat], int]] = {
    m.Damage: _damage,
    m.Destroy: _destroy,
    m.Exile: _exile,
    m.Move: _move,
    m.Blink: lambda op, ctx, me: _each(op.what, ctx, me, lambda seen: 2),  # noqa: ARG005
    m.Sacrifice: _sacrifice,
    m.Draw: _draw,
    m.Discard: _discard,
    m.Mill: lambda op, ctx, me: _players(op.who, ctx, me, lambda _: -1),
    m.GainLife: _gain_life,
    m.LoseLife: _lose_life,
    m.Counter: lambda op, ctx, me: _each(op.what, ctx, me, lambda seen: -25 - 12 * seen.value),
    m.Create: _create,
    m.PutCounters: _counters,
    m.Tap: _tap,
    m.Untap: _untap,
    m.Until: _until,
    m.AddMana: _mana,
    m.ChooseColor: lambda op, ctx, me: 0,  # noqa: ARG005
    m.Search: _search,
    m.LookAndTake: lambda op, ctx, me: CARD * op.take,  # noqa: ARG005
    m.Fight: _fight,
    m.Attach: _attach,
    m.Regenerate: lambda op, ctx, me: 0,  # noqa: ARG005
    m.PreventNext: lambda op, ctx, me: 0,  # noqa: ARG005
    m.ExtraTurn: lambda op, ctx, me: _players(op.who, ctx, me, lambda _: 90),
    m.ExtraCombat: lambda op, ctx, me: 40,  # noqa: ARG005
    m.CopySpell: lambda op, ctx, me: 25 if things(op.what, ctx) else 0,  # noqa: ARG005
    m.Manifest: lambda op, ctx, me: _players(op.who, ctx, me, lambda _: 60),
    m.Emblem: lambda op, ctx, me: 60,  # noqa: ARG005
    m.WinGame: lambda op, ctx, me: _players(op.who, ctx, me, lambda _: -WON if op.lose else WON),
    m.May: _may,
    m.Unless: lambda op, ctx, me: gain(op.do, ctx, me) * 6 // 10,
    m.If: _if,
    m.Repeat: lambda op, ctx, me: gain(op.do, ctx, me) * min(20, value(op.count, ctx)),
    m.Delayed: lambda op, ctx, me: gain(op.do, ctx, me) // 2,
    m.Reflexive: lambda op, ctx, me: 15,  # noqa: ARG005
}


def change_worth(ability: m.Static, ctx: Ctx, me: Seat) -> int:
    """What a static ability is worth that changes everything of a kind."""
    return _each(
        ability.what,
        ctx,
        me,
        lambda seen: sum(_change(change, ctx, seen, True) for change in ability.changes),
    )
