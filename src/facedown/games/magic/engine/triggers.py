"""Triggered abilities: noticed when something happens, put on the stack before the next priority (603)."""

from collections.abc import Iterable

import msgspec

from facedown.games.magic.amounts import holds
from facedown.games.magic.engine.run import Happening, Run
from facedown.games.magic.events import LaterChanged, TriggersChanged
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.model import Again, Filter, Triggered, When
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Note, Pointer, Waiting
from facedown.games.magic.view import View

LOOKS_BACK = ("leaves", "dies", "sacrifice", "tapped")
"""These triggers see the table as it was just before (603.10)."""

MOST_WAITING = 500
"""Abilities that trigger at once. A table that makes more of them would stand still for everybody."""


def triggers_in(view: View) -> dict[str, list[tuple[Seen, Triggered]]]:
    """Triggered abilities by event, of every object where they work; kept with the view."""
    known: dict[str, list[tuple[Seen, Triggered]]] | None = view.index.get("triggers")
    if known is None:
        if any(_works(ability, seen) for seen in view.apart for ability in seen.kit.triggered):
            known = _by_event(view.seen.values())
        else:
            known = view.board.get("triggers")
            if known is None:
                known = view.board["triggers"] = _by_event(view.battlefield)
        view.index["triggers"] = known
    return known


def _by_event(objects: Iterable[Seen]) -> dict[str, list[tuple[Seen, Triggered]]]:
    found: dict[str, list[tuple[Seen, Triggered]]] = {}
    for seen in objects:
        for ability in seen.kit.triggered:
            if _works(ability, seen):
                found.setdefault(ability.when.event, []).append((seen, ability))
    return found


def _works(ability: Triggered, seen: Seen) -> bool:
    if ability.zone == "anywhere" or ability.zone == seen.zone:
        return True
    if seen.zone == "command":
        return seen.obj.card is not None
    # `put into a graveyard from anywhere` looks at the card where it has come to (603.6c).
    return seen.zone == "graveyard" and ability.when.event == "graveyard" and ability.when.what == "this"


def detect(run: Run, happenings: list[Happening], before: View) -> None:
    """Note the abilities that these happenings, all at once, set off."""
    after = run.view
    now, then = triggers_in(after), triggers_in(before)
    waiting: list[Waiting] = []
    room = max(1, MOST_WAITING - len(run.state.waiting))
    for happening in happenings:
        back = happening.kind in LOOKS_BACK
        able = (then if back else now).get(happening.kind)
        if able is None:
            continue
        view = before if back else after
        run.work.spend(1 + len(able))
        note = Note(happening.pointer, happening.seat, happening.much)
        for source, ability in able:
            if len(waiting) >= room and not ability.when.once:
                continue  # it would come to nothing; of one that triggers once, it has to be noted
            ctx = Ctx(view, source.controller, source, None, note)
            if not _set_off(run, ability.when, ctx, source, happening, before):
                continue
            if ability.if_ is not None and not holds(ability.if_, ctx):
                continue
            if ability.when.once and _used(run, source, ability):
                continue
            one = Waiting(source.controller, source.obj.pointer, ability, note, source.card, _it(happening))
            waiting += [one] * (1 + _again(happening, source, after))
    if waiting:
        run.emit(TriggersChanged((*run.state.waiting, *waiting)[:MOST_WAITING]))


def _it(happening: Happening) -> tuple[Pointer, ...]:
    return (happening.pointer,) if happening.pointer is not None else ()


def _set_off(run: Run, when: When, ctx: Ctx, source: Seen, what: Happening, before: View) -> bool:
    if when.who and what.seat not in ctx.seats(when.who):
        return False
    if when.combat and not what.combat:
        return False
    if when.to and what.other is not None and (when.to == "player") != (what.other[0] < 0):
        return False
    if when.kind == "alone":
        combat = run.state.combat
        if combat is None or len(combat.attacks) != 1:
            return False
    elif when.kind == "echo":
        if run.status(source.id).held_by == source.controller and "echoed" in run.status(source.id).used:
            return False
    elif when.kind and when.event == "counters" and what.text != when.kind:
        return False
    if when.what is None:
        return True
    if what.pointer is None:
        return False
    if when.what == "this":
        return what.pointer[0] == source.id and (
            source.obj.born == what.pointer[1] or when.event == "graveyard"
        )
    if when.what == "attached":
        return source.obj.attached == what.pointer[0]
    if isinstance(when.what, Filter):
        seen = _seen(ctx.view, before, what.pointer)
        if seen is None or not passes(_anywhere(when.what), ctx, seen):
            return False
        return when.kind != "evolve" or seen.power > source.power or seen.toughness > source.toughness
    return False


def _seen(view: View, before: View, pointer: Pointer) -> Seen | None:
    return view.at(pointer) or before.at(pointer) or view.last(pointer)


_moved: dict[Filter, Filter] = {}


def _anywhere(filter: Filter) -> Filter:
    """What the filter says about the object, wherever it is by now."""
    known = _moved.get(filter)
    if known is None:
        known = _moved[filter] = msgspec.structs.replace(filter, zone="anywhere")
    return known


def _used(run: Run, source: Seen, ability: Triggered) -> bool:
    from facedown.games.magic.engine.run import replace_status

    key = f"trigger {ability.when.event}"
    status = run.status(source.id)
    if key in status.used:
        return True
    if source.zone == "battlefield" and run.obj(source.id) is not None:
        replace_status(run, [source.id], "used", used=(*status.used, key))
    return False


def _again(happening: Happening, source: Seen, view: View) -> int:
    """How many more times an ability triggers because of what entered (603.2d)."""
    if happening.kind != "enters" or source.zone != "battlefield" or happening.pointer is None:
        return 0
    entered = view.at(happening.pointer)
    if entered is None:
        return 0
    times = 0
    for change, by in view.ruled(Again, source.controller):
        if isinstance(change, Again) and passes(change.filter, Ctx(view, source.controller, by), entered):
            times += 1
    return times


def states(run: Run) -> bool:
    """State triggers (603.8): they wait for a condition, and not again while one of them is under way."""
    view = run.view
    found = False
    for source, ability in triggers_in(view).get("state", ()):
        run.work.spend(1 + len(run.state.waiting) // 8 + len(run.state.stack) // 8)
        under_way = any(w.source == source.obj.pointer and w.ability == ability for w in run.state.waiting)
        for key in run.state.stack:
            obj = run.obj(key)
            if obj is not None and obj.play is not None and obj.play.ability == ability:
                under_way = under_way or obj.play.source == source.obj.pointer
        if under_way or ability.if_ is None:
            continue
        if holds(ability.if_, Ctx(view, source.controller, source)):
            one = Waiting(source.controller, source.obj.pointer, ability, Note(), source.card)
            run.emit(TriggersChanged((*run.state.waiting, one)))
            found = True
    return found


def delayed(run: Run, when: str) -> None:
    """Delayed triggers whose time has come (603.7)."""
    due = [later for later in run.state.later if later.when == when]
    if not due:
        return
    run.emit(LaterChanged(tuple(later for later in run.state.later if later.when != when)))
    waiting = [
        Waiting(
            later.controller,
            later.source,
            Triggered(When("end step"), later.do),
            Note(later.it[0] if later.it else None),
            later.card,
            later.it,
        )
        for later in due
    ]
    run.emit(TriggersChanged((*run.state.waiting, *waiting)))
