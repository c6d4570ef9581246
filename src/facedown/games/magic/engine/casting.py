"""Casting spells, activating abilities, playing lands, turning cards face up (601, 602, 305, 116)."""

from bisect import bisect_left

import msgspec

from facedown.games.magic.engine import targets as aim
from facedown.games.magic.engine.costs import make_mana, pay, payable
from facedown.games.magic.engine.mana import mana_abilities
from facedown.games.magic.engine.moving import Going, move
from facedown.games.magic.engine.permission import (
    Way,
    activatable,
    keyword_of,
    may_play_land,
    morph_of,
    open_modes,
    spell_ability,
    surcharge,
    wanted,
    ways,
)
from facedown.games.magic.engine.run import Happening, Run, replace_status, task
from facedown.games.magic.events import Made, Remade, Tallied, Told
from facedown.games.magic.filters import Ctx
from facedown.games.magic.manas import symbols
from facedown.games.magic.model import Activated, Cost, Damage, Operation, Target
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import MADE, Obj, OnStack, Pointer, Prompt, Task
from facedown.games.magic.view import printed_card
from facedown.kernel import IllegalAction, Seat


@task("cast")
def cast(run: Run, task: Task) -> None:
    """Cast a spell: onto the stack, choices, costs, and it is cast."""
    seat, ref = task.seat, task.id
    name, manual = task.text.removesuffix(" manual"), task.text.endswith(" manual")
    obj = run.obj(ref)
    face = task.face or (obj.face if obj is not None else "")
    way = _way(run, seat, ref, face, name)
    origin = obj.zone if obj is not None else "hand"
    going = Going(
        ref,
        seat,
        origin,
        "stack",
        controller=seat,
        face="" if way.face_down else face,
        face_down=way.face_down,
    )
    move(run, [going])
    seen = run.view.seen[ref]
    play = OnStack(from_=origin, paid=(way.name,) if way.name else ())
    if not way.face_down:
        play = _choices(run, seat, seen, way, play)
    extra_cost = spell_ability(seen.card).extra
    cost = way.cost
    for name in play.paid:
        keyword = keyword_of(seen.card, name)
        if name in OPTIONAL and keyword is not None and keyword.cost is not None:
            cost = _together(cost, keyword.cost)
    _set_play(run, ref, play)
    tax = 2 * run.state.players[seat].casts if way.name == "command" else 0
    price = tax + surcharge(run.view, seat, run.view.seen[ref])
    gone = pay(run, seat, cost, ref, price, play.x, manual)
    if extra_cost is not None:
        gone += pay(run, seat, extra_cost, ref)
    _set_play(run, ref, msgspec.structs.replace(play, sacrificed=gone))
    if way.name == "command":
        run.emit(Tallied(seat, "commander"))
    with run.batch():
        run.emit(Tallied(seat, "spell cast"))
        aimed = tuple(pointer[0] for group in play.targets for pointer in group)
        run.emit(Told("cast", ref, seat, way.name, play.x, aimed))
        pointer = run.view.seen[ref].obj.pointer
        run.happened(Happening("cast", pointer, seat))
        _tell_targets(run, play, seat)


MOST_X = 99
OPTIONAL = ("kicker", "buyback", "entwine")


def _way(run: Run, seat: Seat, ref: int, face: str, name: str) -> Way:
    if name == "face down":
        # Whether the card has morph is seen when it is turned up; nobody may look before.
        return Way("face down", Cost("{3}"), face_down=True)
    for way in ways(run.state, seat, ref, face):
        if way.name == name:
            return way
    raise IllegalAction("you may not cast that now")


def _together(one: Cost, other: Cost) -> Cost:
    fields = {
        field: getattr(other, field)
        for field in other.__struct_fields__
        if getattr(other, field) != getattr(Cost(), field)
    }
    fields["mana"] = one.mana + other.mana
    return msgspec.structs.replace(one, **fields)


def _set_play(run: Run, ref: int, play: OnStack) -> None:
    obj = run.obj(ref)
    assert obj is not None
    if obj.play != play:
        run.emit(Remade(msgspec.structs.replace(obj, play=play), "announced"))


def _choices(run: Run, seat: Seat, seen: Seen, way: Way, play: OnStack) -> OnStack:
    """Additional costs, modes, X, targets, division: in this order (601.2b-d)."""
    card = seen.card
    for name in OPTIONAL:
        keyword = keyword_of(card, name)
        if keyword is not None and keyword.cost is not None:
            both = _together(way.cost, keyword.cost)
            if payable(run.view, seat, both, seen.id, way.extra) and run.confirm(
                seat, f"pay {name}", seen.id, default=True
            ):
                play = msgspec.structs.replace(play, paid=(*play.paid, name))
    ability = spell_ability(card)
    ctx = Ctx(run.view, seat, seen)
    if ability.modes:
        count = len(ability.modes) if "entwine" in play.paid else ability.choose
        able = open_modes(ctx, ability.modes, seen)
        options = tuple((place,) for place in able)
        prompt = Prompt(
            seat,
            "mode",
            options,
            min(count, len(able)),
            min(count, len(able)),
            default=tuple(range(min(count, len(able)))),
            about="choose",
            source=seen.id,
        )
        play = msgspec.structs.replace(play, modes=tuple(sorted(int(o[0]) for o in run.ask(prompt))))
    if "X" in symbols(way.cost.mana):
        play = msgspec.structs.replace(play, x=_choose_x(run, seat, way.cost, way.extra, seen.id))
    ctx.frame = None
    groups = choose_targets(run, seat, wanted(card, play.modes), seen, seen.id, play.x)
    do = tuple(o for mode in play.modes for o in ability.modes[mode].do) if ability.modes else ability.do
    division = _division(run, seat, do, groups, seen.id, play.x)
    return msgspec.structs.replace(play, targets=groups, division=division)


def _choose_x(run: Run, seat: Seat, cost: Cost, extra: int, source: int) -> int:
    view = run.view
    # Who can pay for X can pay for less: halving finds the most that hundreds of sources can do.
    most = bisect_left(
        range(1, MOST_X + 1), True, key=lambda x: not payable(view, seat, cost, source, extra, x)
    )
    options = tuple((number,) for number in range(most + 1))
    prompt = Prompt(seat, "x", options, about="choose X", source=source, default=(most,))
    return int(run.choose(prompt)[0])


def choose_targets(
    run: Run, seat: Seat, wanted: tuple[Target, ...], source: Seen, own: int, x: int = 0
) -> tuple[tuple[Pointer, ...], ...]:
    """Let a player choose targets for each `Target` in turn (115.3: one word, different objects)."""
    from facedown.games.magic.state import Frame

    groups: list[tuple[Pointer, ...]] = []
    for target in wanted:
        frame = Frame(seat, source.obj.pointer, (), tuple(groups), x=x)
        ctx = Ctx(run.view, seat, source, frame)
        able = aim.options(ctx, target, source, own)
        if len(able) < target.least:
            raise IllegalAction("there is no legal target")
        options = tuple(pointer for pointer in able)
        most = min(target.most, len(able))
        prompt = Prompt(
            seat,
            "target",
            tuple((pointer[0],) for pointer in options),
            target.least,
            most,
            default=tuple(range(target.least)),
            about="choose a target",
            source=source.id,
        )
        picked = run.ask(prompt) if most else ()
        by_id = {pointer[0]: pointer for pointer in options}
        groups.append(tuple(by_id[int(option[0])] for option in picked))
    return tuple(groups)


def _division(
    run: Run,
    seat: Seat,
    do: tuple[Operation, ...],
    groups: tuple[tuple[Pointer, ...], ...],
    source: int,
    x: int,
) -> tuple[int, ...]:
    """How damage is divided among targets, at least one each (601.2d)."""
    from facedown.games.magic.amounts import value
    from facedown.games.magic.state import Frame

    divided = next((o for o in do if isinstance(o, Damage) and o.divided), None)
    if divided is None or not groups or not groups[0]:
        return ()
    seen = run.view.seen[source]
    total = value(divided.amount, Ctx(run.view, seat, seen, Frame(seat, seen.obj.pointer, (), x=x)))
    parts: list[int] = []
    for place, pointer in enumerate(groups[0]):
        left = total - sum(parts)
        others = len(groups[0]) - place - 1
        if not others:
            parts.append(max(0, left))
            break
        options = tuple((number,) for number in range(1, max(1, left - others) + 1))
        prompt = Prompt(
            seat, "divide", options, about=f"damage to {pointer[0]}", source=pointer[0], default=(0,)
        )
        parts.append(int(run.choose(prompt)[0]))
    return tuple(parts)


def _tell_targets(run: Run, play: OnStack, seat: Seat) -> None:
    for group in play.targets:
        for pointer in group:
            if pointer[0] >= 0:
                run.happened(Happening("targeted", pointer, seat))


@task("activate")
def activate(run: Run, task: Task) -> None:
    """Activate an ability: on the stack, choices, costs (602.2)."""
    seat, key, place = task.seat, task.id, task.more[0]
    if task.text == "hand":
        _activate_from_hand(run, seat, key, place, task.face)
        return
    seen = run.view.seen.get(key)
    if seen is None or not activatable(run.state, seat, seen, place):
        raise IllegalAction("you may not activate that now")
    ability = seen.abilities[place].ability
    assert isinstance(ability, Activated)
    play = _ability_choices(run, seat, seen, ability)
    source = seen.obj.pointer
    mark = "loyalty" if ability.cost.loyalty is not None else f"ability {place}" if ability.once else ""
    if mark and seen.zone == "battlefield":
        replace_status(run, [key], "used", used=(*run.status(key).used, mark))
    card = seen.card
    gone = pay(run, seat, ability.cost, key, 0, play.x, task.text == "manual")
    play = msgspec.structs.replace(play, source=source, sacrificed=gone)
    put_ability(run, seat, play, card, "activated")


def _ability_choices(run: Run, seat: Seat, seen: Seen, ability: Activated) -> OnStack:
    play = OnStack(ability=ability)
    wanted = ability.targets
    if ability.modes:
        able = open_modes(Ctx(run.view, seat, seen), ability.modes, seen)
        options = tuple((place,) for place in able)
        mode = int(run.choose(Prompt(seat, "mode", options, about="choose", source=seen.id, default=(0,)))[0])
        play = msgspec.structs.replace(play, modes=(mode,))
        wanted = ability.modes[mode].targets
    if "X" in symbols(ability.cost.mana):
        play = msgspec.structs.replace(play, x=_choose_x(run, seat, ability.cost, 0, seen.id))
    elif ability.cost.loyalty == "-X":
        most = min(seen.obj.counter("loyalty"), MOST_X)
        options = tuple((number,) for number in range(most + 1))
        x = int(run.choose(Prompt(seat, "x", options, about="choose X", source=seen.id, default=(most,)))[0])
        play = msgspec.structs.replace(play, x=x)
    groups = choose_targets(run, seat, wanted, seen, -1, play.x)
    division = _division(run, seat, ability.do, groups, seen.id, play.x)
    return msgspec.structs.replace(play, targets=groups, division=division)


def put_ability(run: Run, seat: Seat, play: OnStack, card: object, why: str) -> None:
    """An ability goes on the stack as an object of its own (113.7a)."""
    from facedown.games.magic.model import Card

    assert isinstance(card, Card)
    born = run.tick()
    bare = msgspec.structs.replace(card, abilities=(), token=False)
    obj = Obj(MADE + born, born, "stack", seat, seat, card=bare, stamp=born, play=play)
    with run.batch():
        run.emit(Made(obj))
        _tell_targets(run, play, seat)
    run.emit(Told(why, obj.id, seat, card.name, 0, tuple(p[0] for group in play.targets for p in group)))


def _activate_from_hand(run: Run, seat: Seat, ref: int, place: int, face: str) -> None:
    """Cycling and its like: the card shows itself as it is discarded."""
    run.faces[ref] = face
    if ref not in run.state.players[seat].hand or not face:
        raise IllegalAction("that card is not in your hand")
    obj = Obj(ref, -1, "hand", seat, seat, face)
    seen = Seen(obj, printed_card(obj))
    ability = seen.abilities[place].ability if 0 <= place < len(seen.abilities) else None
    if not isinstance(ability, Activated) or ability.zone != "hand":
        raise IllegalAction("you may not activate that now")
    if not payable(run.view, seat, ability.cost, ref):
        raise IllegalAction("you cannot pay for that")
    pay(run, seat, ability.cost, ref)
    with run.batch():
        found = run.obj(ref)
        run.happened(Happening("cycle", found.pointer if found is not None else None, seat))
        if found is not None:
            run.happened(Happening("discard", found.pointer, seat))
    pointer = found.pointer if found is not None else (ref, 0)
    put_ability(run, seat, OnStack(ability=ability, source=pointer), seen.card, "activated")


@task("mana")
def mana(run: Run, task: Task) -> None:
    """Activate a mana ability."""
    seen = run.view.seen.get(task.id)
    place = task.more[0] if task.more else -1
    if seen is None or seen.controller != task.seat:
        raise IllegalAction("that is not yours")
    if not any(place in (-1, number) for number, _ in mana_abilities(seen)):
        raise IllegalAction(f"{seen.name} makes no mana")
    if place >= 0 and not activatable(run.state, task.seat, seen, place, mana=True):
        raise IllegalAction("you may not activate that now")
    make_mana(run, task.seat, task.id, place)


@task("land")
def land(run: Run, task: Task) -> None:
    """Play a land: a special action that uses no stack (305.1)."""
    seat, ref = task.seat, task.id
    face = task.face
    card = printed_card(Obj(ref, 0, "hand", seat, seat, face))
    if (
        not may_play_land(run.state, seat)
        or "Land" not in card.types
        or ref not in run.state.players[seat].hand
    ):
        raise IllegalAction("you may not play that as a land now")
    run.emit(Tallied(seat, "land"))
    with run.batch():
        became = move(run, [Going(ref, seat, "hand", "battlefield", controller=seat, face=face)])
        for pointer in became:
            run.happened(Happening("land", pointer, seat))


@task("turn up")
def turn_up(run: Run, task: Task) -> None:
    """Turn a face-down permanent face up for its morph cost: a special action (702.37e)."""
    seat, key = task.seat, task.id
    obj = run.obj(key)
    face = task.face
    if obj is None or not obj.face_down or obj.zone != "battlefield":
        raise IllegalAction("that is not face down")
    if run.view.seen[key].controller != seat:
        raise IllegalAction("that is not yours")
    morph = morph_of(run.state, obj, face)
    if morph is None:
        raise IllegalAction("that card has no morph")
    pay(run, seat, morph.cost or Cost(), key)
    reveal(run, obj, face)


def reveal(run: Run, obj: Obj, face: str) -> None:
    """A face-down permanent is turned face up, with a new timestamp (613.7f)."""
    with run.batch():
        up = msgspec.structs.replace(obj, face=face, face_down=False, stamp=run.tick())
        run.emit(Remade(up, "face up"))
        run.happened(Happening("face up", up.pointer, obj.controller))
