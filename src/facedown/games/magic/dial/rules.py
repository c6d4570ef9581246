"""Assisted play: the rules at the players' service, never against their will."""

from facedown.games.magic.engine import sba
from facedown.games.magic.engine.moving import Going, draw
from facedown.games.magic.engine.resolve import PERMANENT
from facedown.games.magic.engine.run import Pause, Run, task
from facedown.games.magic.engine.triggers import states
from facedown.games.magic.engine.turn import end_turn_effects, untap
from facedown.games.magic.events import AnyEvent, Asked, Ceased, Told, TriggersChanged
from facedown.games.magic.freeform import CheckTable, NeverMind, Resolve
from facedown.games.magic.players import company
from facedown.games.magic.state import MADE, MagicState, Task
from facedown.kernel import IllegalAction, Seat, TooMuch


def turn_based(run: Run, step: str) -> None:
    """What a turn does by itself in a step (703): untap, draw, combat damage, and the end of the turn."""
    seat = run.state.active
    if step == "untap":
        untap(run, seat)
    elif step == "draw" and not (run.state.turn == 1 and company(run.state) == 2):
        draw(run, seat, 1)
    elif step in ("first strike damage", "damage"):
        run.push(Task("damage", text="first" if step == "first strike damage" else ""))
    elif step == "cleanup":
        end_turn_effects(run)


def check_table(run: Run, seat: Seat, _: CheckTable) -> None:  # noqa: ARG001
    """State-based actions, and triggers onto the stack, until nothing is left to do."""
    if run.state.options.dial != "assisted":
        raise IllegalAction("in free-form play the table suggests nothing")
    if not suggestions(run.state):
        raise IllegalAction("there is nothing to do")
    run.push(Task("check"))


@task("check")
def check(run: Run, task: Task) -> None:
    """As before somebody gets priority (117.5), but for the priority."""
    if sba.check(run) or states(run):
        if run.state.result is None:
            run.push(task)
    elif run.state.waiting:
        run.push(Task("triggers"), task)


def suggestions(state: MagicState) -> tuple[AnyEvent, ...]:
    """What the rules would do next, as the events that would tell of it. Nothing is done."""
    if state.options.dial != "assisted" or state.result is not None or state.owed:
        return ()
    for known, found in _suggested:  # looked at once: another thread may put its own table there
        if known is state:
            return found
    found = _suggestions(state)
    _suggested[:] = [(state, found)]  # everybody at a table is offered the same
    return found


_suggested: list[tuple[MagicState, tuple[AnyEvent, ...]]] = []


def _suggestions(state: MagicState) -> tuple[AnyEvent, ...]:
    run = Run(state)
    run.answers = ()
    try:
        if not sba.check(run):
            states(run)
    except Pause as pause:
        if pause.prompt is not None:
            run.emit(Asked(pause.prompt, (), (), (), run.clock))
    except TooMuch:
        return ()  # nobody is offered what would be refused
    if not run.events and state.waiting:
        return (TriggersChanged(state.waiting),)
    return tuple(run.events)


def resolve(run: Run, seat: Seat, _: Resolve) -> None:  # noqa: ARG001
    """The top of the stack: by the rules if the rules put it there, or by hand to where it belongs."""
    from facedown.games.magic.dial.cards import bring

    state = run.state
    if not state.stack:
        raise IllegalAction("the stack is empty")
    obj = run.obj(state.stack[-1])
    assert obj is not None
    if state.options.dial == "assisted" and obj.play is not None:
        run.push(Task("resolve", id=obj.id))
        return
    seen = run.view.seen[obj.id]
    if obj.id >= MADE:
        run.emit(Told("resolved", obj.id, obj.controller, seen.name))
        run.emit(Ceased(obj.id, why="resolved"))
        return
    stays = obj.face_down or any(kind in PERMANENT for kind in seen.types)
    to = "battlefield" if stays else "graveyard"
    run.emit(Told("resolved", obj.id, obj.controller, seen.name))
    bring(
        run,
        [
            Going(
                obj.id,
                obj.owner,
                "stack",
                to,  # type: ignore[arg-type]
                controller=obj.controller,
                face=obj.face,
                face_down=obj.face_down,
            )
        ],
    )


def never_mind(run: Run, seat: Seat, _: NeverMind) -> None:
    """What the table asked for, or would put on the stack, is not done; what was done before stays."""
    from facedown.games.magic.dial.rest import REST, at_rest

    prompt = run.state.prompt
    asked = prompt is not None and prompt.seat == seat and run.state.turn and not at_rest(run.state)
    if not asked and not (at_rest(run.state) and run.state.waiting):
        raise IllegalAction("you are asked nothing that you could leave")
    run.agenda, run.answers = [REST], ()
    if run.state.waiting:
        run.emit(TriggersChanged(()))
