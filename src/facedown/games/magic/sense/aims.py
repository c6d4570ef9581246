"""Targets: which of those that there are make most of a spell or an ability."""

import msgspec

from facedown.games.magic.engine import targets as aim
from facedown.games.magic.engine.mana import sources
from facedown.games.magic.engine.permission import keyword_of, open_modes, spell_ability, wanted
from facedown.games.magic.filters import Ctx
from facedown.games.magic.manas import symbols, value_of
from facedown.games.magic.model import Card, Mode, Operation, Target
from facedown.games.magic.seen import Seen
from facedown.games.magic.sense.effects import attached, framed, gain
from facedown.games.magic.state import Frame, Pointer, index
from facedown.kernel import Seat

MOST = 14
"""So many targets are compared; on a larger table the first of them will do."""


class Aimed(msgspec.Struct):
    """What a spell or an ability is worth with the best targets, and what those are."""

    gain: int
    options: list[list[Pointer]]
    """For each target in turn: what may be chosen."""
    chosen: list[tuple[Pointer, ...]]
    mode: int = 0
    x: int = 0


def aimed(ctx: Ctx, do: tuple[Operation, ...], targets: tuple[Target, ...], me: Seat, x: int = 0) -> Aimed:
    """Choose targets one after the other, each so that the whole is worth most."""
    options: list[list[Pointer]] = []
    chosen: list[tuple[Pointer, ...]] = []
    total = 0
    taken = _dealt_with(ctx, me)
    for target in targets:
        able = aim.options(framed(ctx, tuple(chosen), x), target, ctx.source, _own(ctx))
        options.append(able)
        picked: tuple[Pointer, ...] = ()
        while len(picked) < target.most:
            left = [pointer for pointer in able if pointer not in picked and pointer not in taken][:MOST]
            if not left:
                break
            rated = [
                (gain(do, framed(ctx, (*chosen, (*picked, pointer)), x), me), pointer) for pointer in left
            ]
            best, pointer = max(rated, key=lambda pair: pair[0])
            if len(picked) >= target.least and best <= total:
                break
            picked, total = (*picked, pointer), best
        chosen.append(picked)
    if not targets:
        total = gain(do, framed(ctx, (), x), me)
    return Aimed(total, options, chosen)


def _dealt_with(ctx: Ctx, me: Seat) -> set[Pointer]:
    """What another spell or ability of mine on the stack is aimed at: once is enough."""
    state = ctx.view.state
    if not state.stack:
        return set()
    objects = index(state.objects)
    return {
        pointer
        for key in state.stack
        if (obj := objects[key]).controller == me and obj.play is not None
        for group in obj.play.targets
        for pointer in group
        if pointer[0] >= 0
    }


def _own(ctx: Ctx) -> int:
    """A spell cannot target itself; an ability may target what it is on."""
    return ctx.source.id if ctx.source is not None and ctx.source.zone == "stack" else -1


def aimed_modes(ctx: Ctx, modes: tuple[Mode, ...], able: list[int], me: Seat, x: int = 0) -> Aimed:
    """The mode that is worth most."""
    found = []
    for place in able:
        one = aimed(ctx, modes[place].do, modes[place].targets, me, x)
        one.mode = place
        found.append(one)
    return max(found, key=lambda one: one.gain)


def aimed_spell(ctx: Ctx, card: Card, source: Seen, me: Seat) -> Aimed:
    """An instant, a sorcery or an Aura: with the best X, and kicked if that can be paid for."""
    able = len(sources(ctx.view, me)) - value_of(card.cost)
    kicker = keyword_of(card, "kicker")
    paid = ("kicker",) if kicker and kicker.cost and value_of(kicker.cost.mana) <= able else ()
    ctx = Ctx(ctx.view, me, source, Frame(me, source.obj.pointer, (), paid=paid))
    if "X" not in symbols(card.cost):
        return _spell(ctx, card, source, me, 0)
    found = []
    for x in range(max(0, min(able, MOST)) + 1):
        found.append(_spell(ctx, card, source, me, x))
        found[-1].x = x
    return max(found, key=lambda one: (one.gain, one.x))


def _spell(ctx: Ctx, card: Card, source: Seen, me: Seat, x: int) -> Aimed:
    ability = spell_ability(card)
    if ability.modes:
        return aimed_modes(ctx, ability.modes, open_modes(ctx, ability.modes, source), me, x)
    targets = wanted(card)
    if targets and "Aura" in card.subtypes:
        return _aura(ctx, card, targets[0], me)
    return aimed(ctx, ability.do, targets, me, x)


def _aura(ctx: Ctx, card: Card, target: Target, me: Seat) -> Aimed:
    able = aim.options(ctx, target, ctx.source, _own(ctx))
    best: tuple[int, tuple[Pointer, ...]] = (-1_000, ())
    for pointer in able[:MOST]:
        host = ctx.view.at(pointer)
        if host is None:
            worth = 5
        else:
            worth = attached(card.abilities, ctx, host, me) + (host.power if host.controller == me else 0)
        best = max(best, (worth, (pointer,)))
    return Aimed(best[0], [able], [best[1]])
