"""Spells and abilities resolve (608)."""

from typing import TypeAlias

import msgspec

from facedown.games.magic.amounts import holds
from facedown.games.magic.engine import targets as aim
from facedown.games.magic.engine.moving import Going, going, move
from facedown.games.magic.engine.permission import spell_ability, wanted
from facedown.games.magic.engine.run import Run, task
from facedown.games.magic.events import Ceased, Made, Told
from facedown.games.magic.filters import Ctx
from facedown.games.magic.model import Operation, Target, Triggered
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import MADE, Frame, Obj, OnStack, Pointer, Status, Task

PERMANENT = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")


@task("resolve")
def resolve(run: Run, task: Task) -> None:
    """The top of the stack resolves, unless all its targets have become illegal (608.2b)."""
    obj = run.obj(task.id)
    if obj is None or obj.zone != "stack":
        return  # it went with its player, in the middle of it (800.4a)
    play = obj.play or OnStack()
    seen = run.view.seen[obj.id]
    parts = _content(seen, play)
    asked = tuple(target for wants, _ in parts for target in wants)
    source = _source(run, play, seen)
    groups = _still_legal(run, obj, play, asked, source)
    fizzles = any(play.targets) and not any(groups)
    if isinstance(play.ability, Triggered) and play.ability.if_ is not None and not fizzles:
        ctx = Ctx(run.view, obj.controller, run.view.last(play.source or obj.pointer), None, play.note)
        fizzles = not holds(play.ability.if_, ctx)
    if fizzles:
        run.emit(Told("fizzled", obj.id, obj.controller, seen.name))
        leave_stack(run, obj)
        return
    if play.ability is None and any(kind in PERMANENT for kind in seen.types):
        _permanent(run, obj, play, seen, groups)
        return
    run.emit(Told("resolved", obj.id, obj.controller, seen.name))
    frame = Frame(
        obj.controller,
        play.source or obj.pointer,
        (),
        (),
        (),
        play.x,
        play.note,
        (play.note.that,) if play.note.that is not None else play.sacrificed,
        paid=play.paid,
        division=play.division,
        stack=obj.id,
        card=seen.card,
        ability=play.ability,
    )
    tasks, place = [], 0
    for wants, do in parts:
        own = groups[place : place + len(wants)]
        place += len(wants)
        tasks.append(Task("do", frame=msgspec.structs.replace(frame, do=do, targets=own, wanted=wants)))
    run.push(*tasks, Task("resolved", id=obj.id))


Part: TypeAlias = tuple[tuple[Target, ...], tuple[Operation, ...]]


def _content(seen: Seen, play: OnStack) -> list[Part]:
    """What it does to which targets; each mode that was chosen has its own (700.2d)."""
    if play.ability is not None:
        if play.modes:
            return [(mode.targets, mode.do) for mode in (play.ability.modes[place] for place in play.modes)]
        return [(play.ability.targets, play.ability.do)]
    spell = spell_ability(seen.card)
    for has in seen.abilities:  # as the layers have made it: its text may have been changed
        if isinstance(has.ability, type(spell)):
            spell = has.ability
    if spell.modes:
        return [(mode.targets, mode.do) for mode in (spell.modes[place] for place in play.modes)]
    return [(wanted(seen.card), spell.do)]


def _source(run: Run, play: OnStack, seen: Seen) -> Seen:
    if play.source is None:
        return seen
    return run.view.last(play.source) or seen


def _still_legal(
    run: Run, obj: Obj, play: OnStack, asked: tuple[Target, ...], source: Seen
) -> tuple[tuple[Pointer, ...], ...]:
    groups: list[tuple[Pointer, ...]] = []
    for target, chosen in zip(asked, play.targets, strict=False):
        frame = Frame(obj.controller, source.obj.pointer, (), tuple(groups), x=play.x, note=play.note)
        ctx = Ctx(run.view, obj.controller, source, frame)
        groups.append(tuple(p for p in chosen if aim.legal(ctx, target, p, source)))
    return tuple(groups)


def _permanent(
    run: Run, obj: Obj, play: OnStack, seen: Seen, groups: tuple[tuple[Pointer, ...], ...]
) -> None:
    attached = groups[0][0][0] if groups and groups[0] and "Aura" in seen.subtypes else None
    if obj.id >= MADE:
        _token_copy(run, obj, seen, attached)
        return
    run.emit(Told("resolved", obj.id, obj.controller, seen.name))
    card = Going(
        obj.id,
        obj.owner,
        "stack",
        "battlefield",
        controller=obj.controller,
        face=obj.face,
        face_down=obj.face_down,
        attached=attached,
        play=play,
    )
    move(run, [card])
    if "evoke" in play.paid:
        from facedown.games.magic.events import TriggersChanged
        from facedown.games.magic.model import Sacrifice, When
        from facedown.games.magic.state import Waiting

        now = run.obj(obj.id)
        if now is not None:
            evoked = Triggered(When("enters", "this"), (Sacrifice("this"),))
            one = Waiting(now.controller, now.pointer, evoked, card=seen.card)
            run.emit(TriggersChanged((*run.state.waiting, one)))


def _token_copy(run: Run, obj: Obj, seen: Seen, attached: int | None) -> None:
    """A copy of a permanent spell becomes a token (608.3f)."""
    from facedown.games.magic.engine.moving import entered

    born = run.tick()
    run.emit(Ceased(obj.id, why="resolved"))
    card = msgspec.structs.replace(seen.card, token=True)
    token = Obj(
        MADE + born, born, "battlefield", obj.owner, obj.controller, card=card, stamp=born, attached=attached
    )
    with run.batch():
        run.emit(Made(token, Status(token.id, held_by=obj.controller)))
        from facedown.games.magic.engine.entering import Entry

        entered(run, token, Entry())


@task("resolved")
def resolved(run: Run, task: Task) -> None:
    """A spell that has resolved goes to the graveyard, an ability is gone."""
    obj = run.obj(task.id)
    if obj is not None and obj.zone == "stack":
        bought = obj.play is not None and "buyback" in obj.play.paid
        leave_stack(run, obj, "hand" if bought else "graveyard")


def leave_stack(run: Run, obj: Obj, to: str = "graveyard") -> None:
    """Off the stack: a card into its owner's graveyard (or exile, or back to hand), anything else is gone."""
    if obj.id >= MADE:
        from facedown.games.magic.engine.moving import remember

        run.emit(Ceased(obj.id, remember(run, run.view.seen[obj.id])))
        return
    paid = obj.play.paid if obj.play is not None else ()
    if "flashback" in paid:
        to = "exile"
    found = going(run, obj.pointer, to)  # type: ignore[arg-type]
    if found is not None:
        found.face_down = False
        if obj.face_down:
            found.face = ""
        move(run, [found])
