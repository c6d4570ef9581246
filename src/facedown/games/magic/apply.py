"""From a state and an event to the next state. Nothing is decided here."""

from collections.abc import Callable
from typing import Any

import msgspec

from facedown.games.magic import events as e
from facedown.games.magic.state import HIDDEN, MOST_PAST, MagicState, Past, Player, changed
from facedown.kernel import Seat

_replace = msgspec.structs.replace


def apply(state: MagicState, event: e.AnyEvent) -> MagicState:
    """The state after the event."""
    return _APPLY[type(event)](state, event)


def _player(state: MagicState, seat: Seat, **fields: Any) -> MagicState:
    players = list(state.players)
    players[seat] = _replace(players[seat], **fields)
    return _replace(state, players=tuple(players))


def _counted(counts: tuple[tuple[str, int], ...], kind: str, by: int) -> tuple[tuple[str, int], ...]:
    totals = dict(counts)
    totals[kind] = totals.get(kind, 0) + by
    return tuple((name, count) for name, count in totals.items() if count)


def _moved(state: MagicState, event: e.Moved) -> MagicState:
    fields: dict[str, Any] = {}
    objects, stack = state.objects, state.stack
    players = state.players
    if event.origin in HIDDEN:
        own = players[event.owner]
        name = event.origin
        rest = tuple([ref for ref in getattr(own, name) if ref != event.ref])
        players = _with(players, event.owner, _replace(own, **{name: rest}))
    elif event.obj is None or event.obj.id != event.ref:
        objects = changed(objects, (), (event.ref,))
    if event.origin == "stack":
        stack = _off(stack, event.ref)
    if event.origin == "battlefield":
        fields["status"] = changed(state.status, (), (event.ref,))
    if event.obj is not None:
        objects = changed(objects, (event.obj,), (event.ref,))
        if event.to == "stack":
            stack = (*stack, event.obj.id)
        fields["clock"] = max(state.clock, event.obj.born, event.obj.stamp)
    if event.status is not None:
        fields["status"] = changed(fields.get("status", state.status), (event.status,))
    if event.to in HIDDEN:
        own = players[event.owner]
        cards = getattr(own, event.to)
        place = event.place if event.bottom else len(cards) - event.place
        cards = (*cards[:place], event.ref, *cards[place:])
        players = _with(players, event.owner, _replace(own, **{event.to: cards}))
    if event.past is not None:
        fields["past"] = _remembered(state, event.past)
    if players is not state.players:
        fields["players"] = players
    return _replace(state, objects=objects, stack=stack, **fields)


def _remembered(state: MagicState, past: Past) -> tuple[Past, ...]:
    if state.options.dial == "free":
        return ()  # nothing at such a table ever asks
    return (*state.past[1 - MOST_PAST :], past)


def _off(stack: tuple[int, ...], key: int) -> tuple[int, ...]:
    if key not in stack:
        return stack
    return tuple([one for one in stack if one != key])


def _with(players: tuple[Player, ...], seat: Seat, player: Player) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])


def _made(state: MagicState, event: e.Made) -> MagicState:
    obj = event.obj
    stack = (*state.stack, obj.id) if obj.zone == "stack" else state.stack
    status = state.status if event.status is None else changed(state.status, (event.status,))
    clock = max(state.clock, obj.born, obj.stamp)
    return _replace(state, objects=changed(state.objects, (obj,)), stack=stack, status=status, clock=clock)


def _ceased(state: MagicState, event: e.Ceased) -> MagicState:
    return _replace(
        state,
        objects=changed(state.objects, (), (event.id,)),
        status=changed(state.status, (), (event.id,)),
        stack=_off(state.stack, event.id),
        past=state.past if event.past is None else _remembered(state, event.past),
    )


def _remade(state: MagicState, event: e.Remade) -> MagicState:
    clock = max(state.clock, event.obj.stamp)
    return _replace(state, objects=changed(state.objects, (event.obj,)), clock=clock)


def _noted(state: MagicState, event: e.Noted) -> MagicState:
    return _replace(state, status=changed(state.status, event.status))


def _drawn(state: MagicState, event: e.Drawn) -> MagicState:
    own = state.players[event.seat]
    library = own.library[:-1] if own.library[-1:] == (event.ref,) else ()
    return _player(state, event.seat, library=library, hand=(*own.hand, event.ref))


def _library_changed(state: MagicState, event: e.LibraryChanged) -> MagicState:
    return _player(state, event.seat, library=event.refs, seen=())


def _life_changed(state: MagicState, event: e.LifeChanged) -> MagicState:
    own = state.players[event.seat]
    what = "life gained" if event.by > 0 else "life lost"
    tally = _counted(own.tally, what, abs(event.by))
    return _player(state, event.seat, life=own.life + event.by, tally=tally)


def _player_counted(state: MagicState, event: e.PlayerCounted) -> MagicState:
    counters = _counted(state.players[event.seat].counters, event.kind, event.by)
    return _player(state, event.seat, counters=counters)


def _mana_added(state: MagicState, event: e.ManaAdded) -> MagicState:
    return _player(state, event.seat, pool=(*state.players[event.seat].pool, *event.mana))


def _mana_spent(state: MagicState, event: e.ManaSpent) -> MagicState:
    pool = list(state.players[event.seat].pool)
    for mana in event.mana:
        pool.remove(mana)
    return _player(state, event.seat, pool=tuple(pool))


def _pools_emptied(state: MagicState, _: e.PoolsEmptied) -> MagicState:
    return _replace(state, players=tuple([_replace(p, pool=()) if p.pool else p for p in state.players]))


def _turn_began(state: MagicState, event: e.TurnBegan) -> MagicState:
    over = ("end of turn", "stack")
    players = tuple(
        [
            _replace(p, lands=0, tally=(), pool=(), until="" if p.until in over else p.until)
            for p in state.players
        ]
    )
    extra, regular = state.extra_turns, event.seat
    if event.extra:  # the newest one of that player; whoever was to have a newer one has left
        place = max(place for place, seat in enumerate(extra) if seat == event.seat)
        extra, regular = extra[:place], state.regular if state.regular >= 0 else state.active
    own = players[event.seat]
    if own.until == "my turn":
        players = _with(players, event.seat, _replace(own, until=""))
    return _replace(
        state,
        active=event.seat,
        turn=event.turn,
        step="untap",
        players=players,
        extra_turns=extra,
        regular=regular,
        past=(),
    )


def _step_began(state: MagicState, event: e.StepBegan) -> MagicState:
    used = event.step == "begin combat" and state.extra_combats and state.step == "second main"
    return _replace(state, step=event.step, extra_combats=state.extra_combats - bool(used))


def _effect_began(state: MagicState, event: e.EffectBegan) -> MagicState:
    return _replace(state, effects=(*state.effects, event.effect), clock=max(state.clock, event.effect.stamp))


def _effects_ended(state: MagicState, event: e.EffectsEnded) -> MagicState:
    return _replace(state, effects=tuple([one for one in state.effects if one.stamp not in event.stamps]))


def _tallied(state: MagicState, event: e.Tallied) -> MagicState:
    own = state.players[event.seat]
    tally = _counted(own.tally, event.what, event.by)
    if event.what == "land":
        return _player(state, event.seat, lands=own.lands + event.by, tally=tally)
    if event.what == "commander":
        return _player(state, event.seat, casts=own.casts + 1)
    if event.what == "empty library":
        return _player(state, event.seat, drew_empty=event.by > 0)
    return _player(state, event.seat, tally=tally)


def _commander_hit(state: MagicState, event: e.CommanderHit) -> MagicState:
    wounds = dict(state.players[event.seat].wounds)
    wounds[event.ref] = wounds.get(event.ref, 0) + event.by
    return _player(state, event.seat, wounds=tuple(wounds.items()))


def _kept(state: MagicState, event: e.Kept) -> MagicState:
    own = state.players[event.seat]
    if event.mulligan:
        return _player(
            state, event.seat, mulligans=own.mulligans + 1, library=(*own.library, *own.hand), hand=()
        )
    return _player(state, event.seat, kept=True)


def _looking(state: MagicState, event: e.Looking) -> MagicState:
    return _player(state, event.seat, seen=event.refs, lent=event.lent)


def _sideboard_locked(state: MagicState, event: e.SideboardLocked) -> MagicState:
    aside = set(event.refs)
    library = tuple(ref for ref in state.players[event.seat].library if ref not in aside)
    return _player(state, event.seat, library=library, sideboard=event.refs)


def _unwanted(state: MagicState, event: e.Unwanted) -> MagicState:
    return _player(state, event.whom, unwanted=(*state.players[event.whom].unwanted, event.seat))


def _stops_set(state: MagicState, event: e.StopsSet) -> MagicState:
    return _player(state, event.seat, stops=event.stops, until=event.until)


def _extra_turn(state: MagicState, event: e.ExtraTurnGained) -> MagicState:
    if event.seat < 0:
        return _replace(state, extra_combats=state.extra_combats + 1)
    return _replace(state, extra_turns=(*state.extra_turns, event.seat))


def _player_lost(state: MagicState, event: e.PlayerLost) -> MagicState:
    return _player(state, event.seat, lost=event.why, pool=())


def _asked(state: MagicState, event: e.Asked) -> MagicState:
    priority = event.prompt.seat if event.prompt is not None and event.prompt.kind == "priority" else -1
    return _replace(
        state,
        prompt=event.prompt,
        owed=event.owed,
        agenda=event.agenda,
        answers=event.answers,
        clock=max(state.clock, event.clock),
        passes=event.passes,
        tired=event.tired,
        priority=priority,
    )


def _picked(state: MagicState, event: e.Picked) -> MagicState:
    assert state.prompt is not None
    return _replace(state, prompt=_replace(state.prompt, picked=event.picked))


_APPLY: dict[type, Callable[[MagicState, Any], MagicState]] = {
    e.Moved: _moved,
    e.Made: _made,
    e.Ceased: _ceased,
    e.Remade: _remade,
    e.Noted: _noted,
    e.Drawn: _drawn,
    e.LibraryChanged: _library_changed,
    e.LifeChanged: _life_changed,
    e.PlayerCounted: _player_counted,
    e.ManaAdded: _mana_added,
    e.ManaSpent: _mana_spent,
    e.PoolsEmptied: _pools_emptied,
    e.TurnBegan: _turn_began,
    e.StepBegan: _step_began,
    e.EffectBegan: _effect_began,
    e.EffectsEnded: _effects_ended,
    e.CombatChanged: lambda state, event: _replace(state, combat=event.combat),
    e.TriggersChanged: lambda state, event: _replace(state, waiting=event.waiting),
    e.TriggerPut: lambda state, event: _replace(
        state, waiting=(*state.waiting[: event.place], *state.waiting[event.place + 1 :])
    ),
    e.LaterChanged: lambda state, event: _replace(state, later=event.later),
    e.ShieldsChanged: lambda state, event: _replace(state, shields=event.shields),
    e.Tallied: _tallied,
    e.CommanderHit: _commander_hit,
    e.Kept: _kept,
    e.Looking: _looking,
    e.SideboardLocked: _sideboard_locked,
    e.Unwanted: _unwanted,
    e.StopsSet: _stops_set,
    e.ExtraTurnGained: _extra_turn,
    e.OrderReversed: lambda state, _: _replace(state, reversed=not state.reversed),
    e.PlayerLost: _player_lost,
    e.Told: lambda state, _: state,
    e.Passed: lambda state, _: state,
    e.Picked: _picked,
    e.Asked: _asked,
    e.GameEnded: lambda state, event: _replace(
        state, result=event.outcome, prompt=None, owed=(), agenda=(), answers=()
    ),
}
