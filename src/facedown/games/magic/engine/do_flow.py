"""Operations that hold others: may, unless, if, repeat, later; and those on the stack."""

import msgspec

from facedown.games.magic import model as m
from facedown.games.magic.amounts import holds, things
from facedown.games.magic.engine.casting import choose_targets, put_ability
from facedown.games.magic.engine.combat import remove_from_combat
from facedown.games.magic.engine.costs import can_pay_now, pay_now
from facedown.games.magic.engine.operations import about, amount, does, objects, seats
from facedown.games.magic.engine.run import Run
from facedown.games.magic.events import LaterChanged, Made, Told, TriggersChanged
from facedown.games.magic.nouns import cost as cost_words
from facedown.games.magic.state import MADE, Frame, Later, Obj, OnStack, Waiting


@does(m.May)
def may(run: Run, frame: Frame, op: m.May) -> Frame:
    """A player may do it, for a cost if there is one."""
    chosen = seats(run, frame, op.who)
    seat = chosen[0] if chosen else frame.controller
    key = frame.source[0]
    able = op.cost is None or can_pay_now(run, seat, op.cost, key)
    about_it = f"pay {cost_words(op.cost)}" if op.cost is not None else _what(op.do)
    if not able or not run.confirm(seat, about_it, key):
        return msgspec.structs.replace(frame, did=False)
    if op.cost is not None:
        pay_now(run, seat, op.cost, key)
    return msgspec.structs.replace(frame, do=(*op.do, *frame.do), did=True)


def _what(do: tuple[m.Operation, ...]) -> str:
    return f"{type(do[0]).__name__.lower()}" if do else "do it"


@does(m.Unless)
def unless(run: Run, frame: Frame, op: m.Unless) -> Frame:
    """It happens, unless somebody pays."""
    chosen = seats(run, frame, op.who)
    key = frame.source[0]
    for seat in chosen:
        if can_pay_now(run, seat, op.cost, key) and run.confirm(seat, f"pay {cost_words(op.cost)}", key):
            pay_now(run, seat, op.cost, key)
            return msgspec.structs.replace(frame, did=True)
    return msgspec.structs.replace(frame, do=(*op.do, *frame.do), did=False)


@does(m.If)
def if_so(run: Run, frame: Frame, op: m.If) -> Frame:
    """One thing or the other."""
    branch = op.do if holds(op.condition, run.ctx(frame)) else op.otherwise
    return msgspec.structs.replace(frame, do=(*branch, *frame.do))


@does(m.Repeat)
def repeat(run: Run, frame: Frame, op: m.Repeat) -> Frame:
    """The same thing so many times."""
    times = min(amount(run, frame, op.count), 500)
    return msgspec.structs.replace(frame, do=(*op.do * times, *frame.do))


@does(m.Delayed)
def delayed(run: Run, frame: Frame, op: m.Delayed) -> Frame:
    """A delayed trigger that remembers what it is about (603.7)."""
    it = tuple(seen.obj.pointer for seen in things(op.what, run.ctx(frame)))
    later = Later(op.when, op.do, it, frame.controller, frame.source, frame.card)
    run.emit(LaterChanged((*run.state.later, later)))
    return frame


@does(m.Reflexive)
def reflexive(run: Run, frame: Frame, op: m.Reflexive) -> Frame:
    """When you do: it waits for the stack like any trigger (603.12)."""
    ability = m.Triggered(m.When("state"), op.do, op.targets)
    one = Waiting(frame.controller, frame.source, ability, frame.note, frame.card, frame.it, frame.x)
    run.emit(TriggersChanged((*run.state.waiting, one)))
    return frame


@does(m.Counter)
def counter(run: Run, frame: Frame, op: m.Counter) -> Frame:
    """Counter spells and abilities (701.6), unless their controller pays."""
    from facedown.games.magic.engine.resolve import leave_stack

    found = [seen for seen in objects(run, frame, op.what) if seen.zone == "stack"]
    countered = False
    for seen in found:
        price = op.unless
        if op.unless_amount is not None:
            price = m.Cost(f"{{{amount(run, frame, op.unless_amount)}}}")
        seat, key = seen.controller, frame.source[0]
        if price is not None and can_pay_now(run, seat, price, key):
            if run.confirm(seat, f"pay {cost_words(price)}", key):
                pay_now(run, seat, price, key)
                continue
        if any(change.what == "be countered" for change, _ in seen.cant):
            continue
        run.emit(Told("countered", seen.id, seat, seen.name))
        leave_stack(run, seen.obj, "exile" if op.exile else "graveyard")
        countered = True
    return about(frame, found, did=countered)


@does(m.CopySpell)
def copy_spell(run: Run, frame: Frame, op: m.CopySpell) -> Frame:
    """Copy a spell; its controller may choose new targets (707.10)."""
    from facedown.games.magic.engine.permission import wanted

    found = [seen for seen in objects(run, frame, op.what) if seen.zone == "stack"]
    for seen in found:
        for _ in range(amount(run, frame, op.count)):
            play = seen.obj.play or OnStack()
            if any(play.targets) and run.confirm(
                frame.controller, "choose new targets for the copy", seen.id, False
            ):
                asked = play.ability.targets if play.ability is not None else wanted(seen.card, play.modes)
                groups = choose_targets(run, frame.controller, asked, seen, -1, play.x)
                play = msgspec.structs.replace(play, targets=groups)
            if play.ability is not None:
                put_ability(run, frame.controller, play, seen.card, "copied")
                continue
            born = run.tick()
            seat = frame.controller
            run.emit(Made(Obj(MADE + born, born, "stack", seat, seat, card=seen.card, stamp=born, play=play)))
            run.emit(Told("copied", MADE + born, seat, seen.name))
    return about(frame, found)


@does(m.RemoveFromCombat)
def out_of_combat(run: Run, frame: Frame, op: m.RemoveFromCombat) -> Frame:
    """Remove objects from combat."""
    found = objects(run, frame, op.what)
    for seen in found:
        remove_from_combat(run, seen.id)
    return about(frame, found)
