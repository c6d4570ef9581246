"""From an action to its events. What makes an action illegal is decided here and in the tasks it starts."""

from facedown.games.magic.actions import (
    Activate,
    AnyAction,
    Cast,
    Choose,
    Done,
    Pass,
    PlayLand,
    Stops,
    TurnUp,
)
from facedown.games.magic.engine import load
from facedown.games.magic.engine.combat import attack_complete, blocks_complete
from facedown.games.magic.engine.costs import payable
from facedown.games.magic.engine.opening import begin_with, begins_with
from facedown.games.magic.engine.permission import (
    activatable,
    castable,
    may_play_land,
    morph_of,
    sorcery_time,
)
from facedown.games.magic.engine.priority import announce_pass
from facedown.games.magic.engine.run import Run
from facedown.games.magic.events import STANDSTILL, AnyEvent, Picked, StopsSet
from facedown.games.magic.model import Cost
from facedown.games.magic.seen import printed
from facedown.games.magic.state import STEPS, Given, MagicState, Prompt, Task, index
from facedown.games.magic.view import card_of, view_of
from facedown.kernel import Faces, IllegalAction, Seat, TooMuch

load()
UNTIL = ("", "stack", "end of turn", "my turn")
STOPS = ("manual mana", *(f"{whose} {step}" for whose in ("mine", "theirs") for step in STEPS))


def decide(state: MagicState, seat: Seat, action: AnyAction, faces: Faces) -> list[AnyEvent]:
    """The events of a legal action; `IllegalAction` with the reason otherwise.

    What a player need not have done is refused if it is too much. What has to go on and cannot ends the game.
    """
    try:
        return _decide(state, seat, action, faces)
    except TooMuch:
        if isinstance(action, Pass | Choose | Done):
            return [STANDSTILL]
        raise


def _decide(state: MagicState, seat: Seat, action: AnyAction, faces: Faces) -> list[AnyEvent]:
    if state.options.dial != "enforced":
        from facedown.games.magic.dial import decide_freely

        freely = decide_freely(state, seat, action, faces)
        if freely is not None:
            return freely
    prompt = state.prompt
    if prompt is None or (prompt.seat != seat and prompt.kind != "free"):
        raise IllegalAction("it is not for you to decide now")
    if isinstance(action, Stops):
        return _stops(state, seat, action)
    if prompt.kind in ("priority", "free"):
        return _with_priority(state, seat, action, faces)
    if isinstance(action, Choose):
        return _choose(state, prompt, action.option, faces)
    if isinstance(action, Done):
        if not may_stop(state, prompt):
            raise IllegalAction(f"you have to choose {prompt.min} at least, and what goes together")
        return _answer(state, prompt, prompt.picked, faces)
    if isinstance(action, Activate) and prompt.kind == "mulligan":
        return _begin_with(state, seat, action, prompt, faces)
    raise IllegalAction(f"you are asked to choose first: {prompt.about}")


def _begin_with(
    state: MagicState, seat: Seat, action: Activate, prompt: Prompt, faces: Faces
) -> list[AnyEvent]:
    ref, face = action.card, faces.get(action.card, "")
    if not face or begins_with(state, seat, ref, face) != action.ability:
        raise IllegalAction("that card cannot begin the game on the battlefield")
    run = Run(state, faces)
    begin_with(run, seat, ref, face)
    run.go()  # the question stands
    assert run.state.prompt == prompt
    return run.done()


def _stops(state: MagicState, seat: Seat, action: Stops) -> list[AnyEvent]:
    if not action.stops or any(stop not in STOPS for stop in action.stops):
        raise IllegalAction("name steps such as `mine upkeep` or `theirs end`, or `manual mana`")
    return [StopsSet(seat, tuple(dict.fromkeys(action.stops)), state.players[seat].until)]


def _with_priority(state: MagicState, seat: Seat, action: AnyAction, faces: Faces) -> list[AnyEvent]:
    run = Run(state, faces)
    match action:
        case Pass(until=until):
            if until not in UNTIL:
                raise IllegalAction(f"pass until one of: {', '.join(UNTIL[1:])}")
            own = state.players[seat]
            if until or own.until:
                run.emit(StopsSet(seat, own.stops, until))
            run.agenda.pop()
            announce_pass(run, seat)
        case Cast(card=ref, way=way):
            _check_cast(state, seat, ref, faces, way)
            manual = " manual" if "manual mana" in state.players[seat].stops else ""
            _begin(run, Task("cast", seat, ref, way + manual, face=_face(state, ref, faces)))
        case PlayLand(card=ref):
            face = faces.get(ref, "")
            if not face or not may_play_land(state, seat) or "Land" not in card_of(face).types:
                raise IllegalAction("you may not play that as a land now")
            _begin(run, Task("land", seat, ref, face=face))
        case Activate(card=ref, ability=place):
            _begin_ability(run, seat, ref, place, faces)
        case TurnUp(card=ref):
            if not may_turn_up(state, seat, ref, faces.get(ref, "")):
                raise IllegalAction("you cannot turn that up now")
            _begin(run, Task("turn up", seat, ref, face=faces.get(ref, "")))
        case _:
            raise IllegalAction("you have priority: cast, activate, play a land, or pass")
    run.go()
    return run.done()


def _begin(run: Run, task: Task) -> None:
    run.passes, run.tired, run.begun = 0, 0, True
    run.push(task)


def _face(state: MagicState, ref: int, faces: Faces) -> str:
    obj = index(state.objects).get(ref)
    return faces.get(ref, "") or (obj.face if obj is not None else "")


def _check_cast(state: MagicState, seat: Seat, ref: int, faces: Faces, way: str) -> None:
    if way == "face down":
        if ref not in state.players[seat].hand or not sorcery_time(state, seat):
            raise IllegalAction("you may not cast that face down now")
        if not payable(view_of(state), seat, Cost("{3}"), ref):
            raise IllegalAction("you cannot pay for that")
        return
    face = _face(state, ref, faces)
    if not face or all(one.name != way for one in castable(state, seat, ref, face)):
        raise IllegalAction("you may not cast that now, cannot pay for it, or it has no target")


def _begin_ability(run: Run, seat: Seat, ref: int, place: int, faces: Faces) -> None:
    state = run.state
    seen = run.view.seen.get(ref)
    if seen is None:
        face = faces.get(ref, "")
        if (
            ref not in state.players[seat].hand
            or not face
            or place not in hand_abilities(state, seat, ref, face)
        ):
            raise IllegalAction("you may not activate that now")
        _begin(run, Task("activate", seat, ref, "hand", (place,), face))
        return
    if activatable(state, seat, seen, place, mana=True):
        run.begun = True
        run.push(Task("mana", seat, ref, "", (place,)))
        return
    if not activatable(state, seat, seen, place):
        raise IllegalAction("you may not activate that now, cannot pay for it, or it has no target")
    manual = "manual" if "manual mana" in state.players[seat].stops else ""
    _begin(run, Task("activate", seat, ref, manual, (place,)))


def hand_abilities(state: MagicState, seat: Seat, ref: int, face: str) -> list[int]:
    """The abilities of a card in hand that can be activated there."""
    found = []
    for place, ability, mana in printed(card_of(face)).kit.activated:
        if ability.zone == "hand" and not mana:
            if ability.sorcery and not sorcery_time(state, seat):
                continue
            if payable(view_of(state), seat, ability.cost, ref):
                found.append(place)
    return found


def may_turn_up(state: MagicState, seat: Seat, ref: int, face: str) -> bool:
    """Whether a player may turn this permanent up, knowing its face."""
    seen = view_of(state).seen.get(ref)
    if (
        seen is None
        or not seen.obj.face_down
        or seen.zone != "battlefield"
        or seen.controller != seat
        or not face
    ):
        return False
    morph = morph_of(state, seen.obj, face)
    return morph is not None and morph.cost is not None and payable(view_of(state), seat, morph.cost, ref)


def open_options(prompt: Prompt) -> list[int]:
    """The options that may be chosen now, one at a time."""
    if len(prompt.picked) >= prompt.max:
        left: list[int] = []
    else:
        heads = {prompt.options[place][0] for place in prompt.picked} if prompt.groups else set()
        left = [
            place
            for place, option in enumerate(prompt.options)
            if place not in prompt.picked and not (prompt.groups and option[0] in heads)
        ]
    return sorted([*left, *prompt.picked])  # what was picked can be taken back


def may_stop(state: MagicState, prompt: Prompt) -> bool:
    """Whether what was chosen so far is enough."""
    if len(prompt.picked) < prompt.min or prompt.max == 1 == prompt.min:
        return False
    view = view_of(state)
    if prompt.kind == "attack":
        return attack_complete(view, prompt.options, prompt.picked)
    if prompt.kind == "block":
        return blocks_complete(view, prompt.options, prompt.picked)
    return True


def _choose(state: MagicState, prompt: Prompt, option: int, faces: Faces) -> list[AnyEvent]:
    if option in prompt.picked:
        return [Picked(tuple(one for one in prompt.picked if one != option))]
    if option not in open_options(prompt):
        raise IllegalAction(f"there is no option {option} now")
    picked = (*prompt.picked, option)
    enough = len(picked) == prompt.max and (
        prompt.kind not in ("attack", "block") or prompt.max == prompt.min
    )
    if enough:
        return _answer(state, prompt, picked, faces)
    events: list[AnyEvent] = [Picked(picked)]
    return events


def _answer(state: MagicState, prompt: Prompt, picked: tuple[int, ...], faces: Faces) -> list[AnyEvent]:
    run = Run(state)
    shown = tuple(
        (ref, faces[ref]) for place in picked for ref in _refs(prompt.options[place]) if ref in faces
    )
    run.answer(Given(picked, shown if prompt.opens else ()))
    run.go()
    return run.done()


def _refs(option: tuple[int | str, ...]) -> list[int]:
    return [int(value) for value in option if isinstance(value, int)]


def opens(state: MagicState, seat: Seat, action: AnyAction) -> tuple[int, ...]:
    """The hidden cards that an action turns up."""
    match action:
        case Cast(card=ref, way=way) if way != "face down" and ref in state.players[seat].hand:
            return (ref,)
        case PlayLand(card=ref) | Activate(card=ref) if ref in state.players[seat].hand:
            return (ref,)
        case TurnUp(card=ref):
            obj = index(state.objects).get(ref)
            return (ref,) if obj is not None and obj.face_down and obj.zone == "battlefield" else ()
        case Choose(option=option) if _finishes(state, seat, option):
            assert state.prompt is not None
            picked = (*state.prompt.picked, option)
            return tuple(ref for place in picked for ref in _refs(state.prompt.options[place]))
        case Done() if state.prompt is not None and state.prompt.opens and state.prompt.seat == seat:
            return tuple(ref for place in state.prompt.picked for ref in _refs(state.prompt.options[place]))
    return ()


def _finishes(state: MagicState, seat: Seat, option: int) -> bool:
    prompt = state.prompt
    return (
        prompt is not None
        and prompt.opens
        and prompt.seat == seat
        and 0 <= option < len(prompt.options)
        and option not in prompt.picked
        and len(prompt.picked) + 1 == prompt.max
    )
