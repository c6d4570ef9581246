"""Carrying out operations, one task each. `engine/do_*.py` say what each of them does."""

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

from facedown.games.magic.amounts import things, value
from facedown.games.magic.engine.run import Run, task
from facedown.games.magic.model import Amount, Operation, What, Who
from facedown.games.magic.seen import Seen
from facedown.games.magic.state import Frame, Pointer, Task
from facedown.kernel import Seat

O = TypeVar("O", bound=Operation)  # noqa: E741
Do = Callable[[Run, Frame, Any], Frame]
DO: dict[type, Do] = {}


def does(*kinds: type) -> Callable[[Do], Do]:
    """Register what an operation does. It returns the frame for the operations after it."""

    def register(do: Do) -> Do:
        for kind in kinds:
            DO[kind] = do
        return do

    return register


@task("do")
def perform(run: Run, current: Task) -> None:
    """Perform the next operation of a frame; the rest is a task of its own."""
    frame = current.frame
    assert frame is not None
    if not frame.do:
        return
    first, rest = frame.do[0], frame.do[1:]
    after = DO[type(first)](run, msgspec.structs.replace(frame, do=rest), first)
    if after.do and run.state.result is None:
        run.push(Task("do", frame=after))


def amount(run: Run, frame: Frame, number: Amount) -> int:
    """What an amount comes to now."""
    return value(number, run.ctx(frame))


def objects(run: Run, frame: Frame, what: What | None) -> list[Seen]:
    """The objects that are still there."""
    found = []
    for seen in things(what, run.ctx(frame)):
        now = run.view.at(seen.obj.pointer)
        if now is not None:
            found.append(now)
    return found


def seats(run: Run, frame: Frame, who: Who) -> tuple[Seat, ...]:
    """The players, those who have left aside."""
    return tuple(seat for seat in run.ctx(frame).seats(who) if not run.state.players[seat].lost)


def source_of(run: Run, frame: Frame) -> Seen:
    """The source of what resolves, as it is or last was."""
    seen = run.view.last(frame.source)
    if seen is None:
        from facedown.games.magic.model import Card
        from facedown.games.magic.state import Obj

        obj = Obj(frame.source[0], frame.source[1], "exile", frame.controller, frame.controller)
        seen = Seen(obj, frame.card or Card("source"))
    return seen


def about(frame: Frame, found: list[Seen] | tuple[Pointer, ...], **more: Any) -> Frame:
    """The frame for what follows: `it` is what this operation dealt with."""
    pointers = tuple(one if isinstance(one, tuple) else one.obj.pointer for one in found)
    return (
        msgspec.structs.replace(frame, it=pointers, **more)
        if pointers
        else msgspec.structs.replace(frame, **more)
    )
