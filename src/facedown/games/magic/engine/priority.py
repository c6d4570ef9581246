"""Priority: state-based actions, triggers onto the stack, and then somebody may act (117)."""

import msgspec

from facedown.games.magic.engine import sba
from facedown.games.magic.engine.casting import choose_targets, put_ability
from facedown.games.magic.engine.combat import leave_combat
from facedown.games.magic.engine.permission import open_modes
from facedown.games.magic.engine.run import LONG, Pause, Run, task
from facedown.games.magic.engine.triggers import states
from facedown.games.magic.events import GameEnded, Passed, StopsSet, TriggerPut, TriggersChanged
from facedown.games.magic.filters import Ctx
from facedown.games.magic.model import Card
from facedown.games.magic.players import in_order
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Obj, OnStack, Prompt, Task, Waiting
from facedown.games.magic.view import View
from facedown.kernel import IllegalAction, Outcome, Seat, TooMuch

DEFAULT_STOPS = (
    "mine main",
    "mine second main",
    "mine attackers",
    "mine blockers",
    "theirs blockers",
    "theirs end",
)
"""Where a player with nothing on the stack is asked, unless they say otherwise."""


PATIENCE = 20
"""So often are players asked whether it goes on like this; then it is a loop without an end (104.4b)."""


@task("priority")
def priority(run: Run, task: Task) -> None:
    """A player would get priority: first everything that has to happen before (117.5)."""
    seat = task.seat
    if run.state.players[seat].lost:
        order = in_order(run.state, seat)
        seat = order[0] if order else run.state.active
    leave_combat(run)
    if sba.check(run) or states(run):
        run.push(task)
        return
    if run.state.waiting:
        run.push(Task("triggers"), task)
        return
    if run.state.result is not None:
        return
    if not run.state.stack:
        run.tired = 0
        for other, own in enumerate(run.state.players):
            if own.until == "stack":  # that was what they waited for
                run.emit(StopsSet(other, own.stops))
    if _passes_by_itself(run, seat):
        if run.work.spent < LONG:
            run.push(Task("pass", seat))
            return
        if not run.dwindles:
            run.tired += 1
        if run.tired == PATIENCE:
            run.emit(GameEnded(Outcome((), "endless loop")))
            return
    raise Pause(Prompt(seat, "priority"), None)


def _passes_by_itself(run: Run, seat: Seat) -> bool:
    state = run.state
    own = state.players[seat]
    if own.until == "end of turn" and state.step not in ("end", "cleanup"):
        return True
    if own.until == "my turn":
        return True
    if state.stack:
        top = run.obj(state.stack[-1])
        return own.until == "stack" or (top is not None and top.controller == seat and not own.until)
    stops = own.stops or DEFAULT_STOPS
    fights = state.combat is not None and bool(state.combat.attacks)
    if not own.stops and state.step in ("attackers", "blockers") and not fights:
        return True  # nobody wants to be asked about a combat that does not take place
    return f"{'mine' if state.active == seat else 'theirs'} {state.step}" not in stops


@task("pass")
def pass_on(run: Run, task: Task) -> None:
    """A player passes. If all have in a row, the top of the stack resolves, or the step ends (117.4)."""
    order = in_order(run.state, task.seat)
    run.passes += 1
    if run.passes < len(order):
        run.push(Task("priority", order[1 % len(order)]))
        return
    run.passes = 0
    if run.state.stack:
        run.push(Task("resolve", id=run.state.stack[-1]), Task("priority", run.state.active))
    elif not run.agenda:  # in a cleanup step, another one follows
        run.push(Task("next step"))


def announce_pass(run: Run, seat: Seat) -> None:
    """A player has said that they pass."""
    run.emit(Passed(seat))
    run.push(Task("pass", seat))


@task("triggers")
def put_triggers(run: Run, _: Task) -> None:
    """Waiting triggers go on the stack: the active player's first, each player's in their order (603.3b)."""
    for seat in in_order(run.state):
        mine = [one for one in run.state.waiting if one.controller == seat]
        run.work.spend(1 + len(run.state.waiting) // 4)
        if not mine:
            continue
        place = 0
        first = mine[0].ability
        if any(one.ability is not first and one.ability != first for one in mine):
            options = tuple((number, _name(one)) for number, one in enumerate(mine))
            prompt = Prompt(seat, "trigger", options, about="goes on the stack first", default=(0,))
            place = int(run.choose(prompt)[0])
        chosen = mine[place]
        view = run.view
        alike = (
            place == 0 and not (first.targets or first.modes) and all(one.ability == first for one in mine)
        )
        for one in mine if alike else [chosen]:  # where there is nothing to choose, one look will do
            # By its place alone: where hundreds wait, the rest of them each time would be very long.
            run.emit(TriggerPut(run.state.waiting.index(one)))
            _put(run, one, view)
        if run.state.waiting:
            run.push(Task("triggers"))
        return
    run.emit(TriggersChanged(()))


def _name(one: Waiting) -> str:
    return one.card.name if one.card is not None else "ability"


def _put(run: Run, one: Waiting, view: View) -> None:
    source = view.last(one.source)
    card = one.card or Card("ability")
    if source is None:
        source = Seen(Obj(one.source[0], one.source[1], "exile", one.controller, one.controller), card)
    ability = one.ability
    play = OnStack(ability=ability, source=one.source, note=one.note, x=one.x)
    wanted = ability.targets
    if ability.modes:
        able = open_modes(Ctx(view, one.controller, source, None, one.note), ability.modes, source)
        if not able:
            return
        options = tuple((place,) for place in able)
        prompt = Prompt(one.controller, "mode", options, about="choose", source=source.id, default=(0,))
        mode = int(run.choose(prompt)[0])
        play = msgspec.structs.replace(play, modes=(mode,))
        wanted = ability.modes[mode].targets
    try:
        groups = choose_targets(run, one.controller, wanted, source, -1)
    except TooMuch:
        raise
    except IllegalAction:
        return  # no legal target: it is removed (603.3d)
    put_ability(run, one.controller, msgspec.structs.replace(play, targets=groups), card, "triggered")
