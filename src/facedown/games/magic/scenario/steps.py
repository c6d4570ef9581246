"""What each operation of a scenario does."""

from collections.abc import Callable
from typing import Any

import msgspec

from facedown.games.magic.actions import Activate, Cast, PlayLand, TurnUp
from facedown.games.magic.decide import hand_abilities
from facedown.games.magic.engine.counters import put_counters, put_on_player
from facedown.games.magic.engine.leaving import lose
from facedown.games.magic.engine.mana import ready_to_tap
from facedown.games.magic.engine.permission import keyword_of
from facedown.games.magic.engine.run import Run
from facedown.games.magic.engine.turn import after_leaving
from facedown.games.magic.model import Activated, Card, Keyword
from facedown.games.magic.scenario.abilities import ability_called
from facedown.games.magic.scenario.script import Script
from facedown.games.magic.scenario.stage import NOTHING, Stage
from facedown.games.magic.scenario.trouble import Failure, Illegal
from facedown.games.magic.seen import is_mana
from facedown.games.magic.state import MADE, Obj, Prompt, Status, Task, changed, index, seat_of
from facedown.games.magic.view import printed_card
from facedown.kernel import IllegalAction

Step = dict[str, Any]
MOST = 1000
"""No zone of a scenario needs more cards."""


def _number(step: Step, key: str, default: int) -> int:
    """A number of cards or times: as many as make sense on a table."""
    value = step.get(key, default)
    if not isinstance(value, int) or not 0 <= value <= MOST:
        raise Failure(f"{key} is a number from 0 to {MOST}, and not {value!r:.60}")
    return value


def _plain(step: Step) -> Step:
    """The step with what may be said in two ways said in one: one target is a list of one."""
    targets = step.get("targets", step.get("target"))
    if isinstance(targets, str):
        targets = [targets]
    plain = step if targets is None else {**step, "targets": targets}
    return plain if "id" in plain or plain.get("op") != "put" else {**plain, "id": plain["card"]}


SETS_UP = ("put", "zone", "set_life", "set_library", "add_counters", "commander", "concede")
"""Steps that change the table by hand."""


def take(stage: Stage, step: Step) -> None:
    """Carry out one step."""
    name = step.get("op")
    do = OPS.get(str(name))
    if do is None:
        raise Failure(f"there is no operation {name!r}")
    step = _plain(step)
    script, height = Script(stage, step), len(stage.state.stack)
    try:
        do(stage, step, script)
        if name in SETS_UP:  # what it sets off resolves before the next step
            stage.pass_all(script, height)
    except IllegalAction as error:
        raise Illegal(str(error)) from None
    stage.poor()


def _put(stage: Stage, step: Step, script: Script) -> None:
    seat = stage.seat(step["player"])
    owner = stage.seat(str(step.get("owner") or step["player"]))
    token = stage.token(step["card"])
    if token is not None:
        _put_token(stage, step, token, script)
        return
    face = stage.face(step["card"])
    attached = stage.target(step["attach_to"]) if step.get("attach_to") else NOTHING
    ref = stage.new(face)
    stage.set_player(owner, hand=(*stage.state.players[owner].hand, ref))
    stage.ids[step["id"]] = ref
    down = "face down" if step.get("face_down") else ""
    tapped = 1 if step.get("tapped") else 0
    top = stage.state.prompt.seat if stage.state.prompt is not None else stage.state.active
    task = Task("put", seat, ref, down, (owner, attached, tapped), face="" if down else face)
    kinds = tuple((step.get("counters") or {}).items())
    after = [Task("settled", seat, ref, msgspec.json.encode(kinds).decode(), (tapped,))]
    stage.run(task, *after, script=script)
    if stage.state.result is None:
        stage.rest(top)


def _put_token(stage: Stage, step: Step, card: Card, script: Script) -> None:
    seat = stage.seat(step["player"])
    owner = stage.seat(str(step.get("owner") or step["player"]))
    stamp = stage.state.clock + 1
    counters = tuple((kind, count, stamp) for kind, count in (step.get("counters") or {}).items())
    obj = Obj(MADE + stamp, stamp, "battlefield", owner, seat, card=card, stamp=stamp, counters=counters)
    stage.ids[step["id"]] = obj.id
    stage.set(objects=changed(stage.state.objects, (obj,)), clock=stamp)
    stage.set_status(Status(obj.id, tapped=bool(step.get("tapped")), fresh=False, held_by=seat))
    top = stage.state.prompt.seat if stage.state.prompt is not None else stage.state.active
    stage.run(script=script)
    if not stage.over:
        stage.rest(top)


def settled(run: Run, task: Task) -> None:
    """A permanent that was put is free of summoning sickness, untapped unless said, with its counters."""
    from facedown.games.magic.engine.run import replace_status

    obj = run.obj(task.id)
    if obj is None:
        return
    for kind, count in msgspec.json.decode(task.text):
        # Counters are said as they stand, not on top of those that it enters with.
        put_counters(run, task.id, kind, count - obj.counter(kind), effect=False)
    seat = run.view.seen[task.id].controller
    replace_status(run, [task.id], "put", fresh=False, held_by=seat, tapped=bool(task.more[0]))


def _zone(stage: Stage, step: Step, script: Script) -> None:  # noqa: ARG001
    seat, zone, face = stage.seat(step["player"]), step["zone"], stage.face(step["card"])
    if zone == "library" and seat not in stage.listed:
        stage.listed.add(seat)
        stage.set_player(seat, library=())
    for number in range(_number(step, "count", 1)):
        ref = stage.new(face)
        if number == 0 and step.get("id"):
            stage.ids[step["id"]] = ref
        own = stage.state.players[seat]
        if zone == "hand":
            stage.set_player(seat, hand=(*own.hand, ref))
        elif zone == "library":
            stage.set_player(seat, library=(ref, *own.library))
        elif zone in ("graveyard", "exile", "command"):
            stage.public(ref, seat, zone, face)
        else:
            raise Failure(f"there is no zone {zone!r}")
    stage.run()


def _hold_card(stage: Stage, step: Step, script: Script) -> None:  # noqa: ARG001
    stage.in_hand(stage.seat(step["player"]), step["card"], step.get("id"))


def _find(stage: Stage, seat: int, step: Step) -> int:
    """The card that a step is about: by id, by name in the hand, or new for this cast."""
    name = step.get("id")
    if name is not None and name in stage.ids:
        return stage.ids[name]
    face = stage.face(step["card"])
    for ref in stage.state.players[seat].hand:
        if stage.faces[ref] == face and ref not in stage.ids.values():
            break
    else:
        held = [r for r in stage.state.players[seat].hand if stage.faces[r] == face]
        ref = held[0] if held else stage.in_hand(seat, step["card"])
    if name is not None:
        stage.ids[name] = ref
    return ref


def _cast(stage: Stage, step: Step, script: Script) -> None:
    seat = stage.seat(step["player"])
    face = stage.face(step["card"])
    card = printed_card(Obj(-1, 0, "hand", 0, 0, face))
    ref = _find(stage, seat, step)
    way = "face down" if script.choose.get("face_down") or script.choose.get("morph") else ""
    obj = index(stage.state.objects).get(ref)
    if obj is not None and obj.zone == "battlefield" and step.get("id") in stage.unplaced:
        stage.public(ref, seat, "command", face)
        obj = index(stage.state.objects)[ref]
    if obj is not None:
        way = {"graveyard": "flashback", "command": "command"}.get(obj.zone, way)
    way = "evoke" if script.choose.get("evoke") else way
    if way == "face down" and keyword_of(card, "morph") is None:
        raise Illegal(f"{card.name} has no morph")
    quick = "Instant" in card.types or any(
        isinstance(a, Keyword) and a.name == "flash" for a in card.abilities
    )
    if not quick or way == "face down":
        _main_phase(stage, seat)
    stage.rich()
    height = len(stage.state.stack)
    stage.act(seat, Cast(ref, way), script)  # type: ignore[arg-type]
    _after(stage, step, script, height)


def _main_phase(stage: Stage, seat: int) -> None:
    """Whoever does what needs their main phase has it, unless something is under way."""
    stage.begun = True
    if not stage.state.stack and stage.state.combat is None:
        if stage.ended:
            stage.new_turn(seat)
        stage.turn_of(seat)


def _after(stage: Stage, step: Step, script: Script, height: int) -> None:
    wanted = [stage.target(name) for name in step.get("targets") or []]
    if wanted and len(stage.state.stack) > height:
        obj = index(stage.state.objects)[stage.state.stack[height]]
        groups = obj.play.targets if obj.play is not None else ()
        aimed = [pointer[0] for group in groups for pointer in group]
        if groups and aimed != wanted:
            raise Illegal(f"{step.get('targets')} may not be targeted")
        if groups:  # otherwise they are for what it sets off
            script.targets = []
    if step.get("hold") and len(stage.state.stack) > height:
        stage.held.update(dict.fromkeys(stage.state.stack[height:], script))  # with what it triggered
        return
    stage.pass_all(script, height)
    if script.targets and stage.state.result is None:
        raise Failure(f"targets that were not asked for: {script.targets}")


def _activate(stage: Stage, step: Step, script: Script) -> None:
    seat = stage.seat(step["player"])
    key = stage.target(step["source"])
    label = step["ability"]
    seen = stage.view.seen.get(key)
    if seen is None:
        _activate_in_hand(stage, step, script, key)
        return
    place = ability_called(stage, key, label, script.choose, bool(step.get("targets")))
    ability = seen.abilities[place].ability
    assert isinstance(ability, Activated)
    if ability.sorcery or ability.cost.loyalty is not None:
        _main_phase(stage, seat)
    if not is_mana(ability):
        stage.rich()
    if is_mana(ability) and ability.cost.tap and not ready_to_tap(stage.view, seen):
        raise Illegal(f"{step['source']} cannot be tapped")
    height = len(stage.state.stack)
    stage.act(seat, Activate(key, place), script)
    _after(stage, step, script, height)


def _activate_in_hand(stage: Stage, step: Step, script: Script, ref: int) -> None:
    seat = stage.seat(step["player"])
    if ref not in stage.state.players[seat].hand:
        raise Illegal(f"{step['source']} is not there")
    stage.rich()
    places = hand_abilities(stage.state, seat, ref, stage.faces[ref])
    if not places:
        raise Illegal(f"{step['source']} has no ability that works in a hand")
    height = len(stage.state.stack)
    stage.act(seat, Activate(ref, places[0]), script)
    _after(stage, step, script, height)


def _play_land(stage: Stage, step: Step, script: Script) -> None:
    seat = stage.seat(step["player"])
    _main_phase(stage, seat)
    stage.act(seat, PlayLand(_find(stage, seat, step)), script)
    _after(stage, step, script, 0)


def _turn_face_up(stage: Stage, step: Step, script: Script) -> None:
    stage.rich()
    height = len(stage.state.stack)
    stage.act(stage.seat(step["player"]), TurnUp(stage.target(step["object"])), script)
    _after(stage, step, script, height)


def _resolve_top(stage: Stage, step: Step, script: Script) -> None:  # noqa: ARG001
    stage.resolve_top(script)


def _resolve_all(stage: Stage, step: Step, script: Script) -> None:  # noqa: ARG001
    stage.pass_all(script, 0)


def _add_counters(stage: Stage, step: Step, script: Script) -> None:
    key = stage.target(step["object"] if "object" in step else step["player"])
    task = Task("counters", id=key, text=step["kind"], more=(int(step.get("n", 1)),))
    stage.run(task, script=script)


def counters(run: Run, task: Task) -> None:
    """Counters, because the script says so."""
    if task.id < 0:
        put_on_player(run, seat_of(task.id), task.text, task.more[0])
        return
    put_counters(run, task.id, task.text, task.more[0], effect=False)


def _cleanup(stage: Stage, step: Step, script: Script) -> None:  # noqa: ARG001
    stage.run(Task("discard", stage.state.active), Task("wear off"), script=script)
    stage.pass_all(script, 0)
    stage.ended = stage.begun = True


def _set_life(stage: Stage, step: Step, script: Script) -> None:  # noqa: ARG001
    stage.set_player(stage.seat(step["player"]), life=int(step["life"]))
    stage.run()


def _set_library(stage: Stage, step: Step, script: Script) -> None:  # noqa: ARG001
    stage.fill(stage.seat(step["player"]), _number(step, "size", 0))


def _commander(stage: Stage, step: Step, script: Script) -> None:
    seat = stage.seat(step["player"])
    stage.set(options=msgspec.structs.replace(stage.state.options, commander=True))
    if step.get("id") not in stage.ids:
        _put(stage, step, script)
        stage.unplaced.add(step["id"])
    stage.set_player(seat, commander=stage.ids[step["id"]])


def _mulligan(stage: Stage, step: Step, script: Script) -> None:
    seat = stage.seat(step["player"])
    missing = 7 - len(stage.state.players[seat].hand)
    own = stage.state.players[seat]
    if missing > 0:
        hand = (*own.hand, *own.library[len(own.library) - missing :])
        stage.set_player(seat, hand=hand, library=own.library[: len(own.library) - missing])
    stage.set_player(seat, kept=False, mulligans=0)
    left = [_number(step, "times", 0)]

    def decide_mulligan(prompt: Prompt) -> list[int]:  # noqa: ARG001
        left[0] -= 1
        return [1] if left[0] >= 0 else [0]

    script._mulligan = decide_mulligan  # type: ignore[attr-defined]
    stage.run(Task("mulligan", seat), script=script)


def _concede(stage: Stage, step: Step, script: Script) -> None:
    seat = stage.seat(step["player"])
    run = Run(stage.state)
    lose(run, [(seat, "conceded")])
    if run.state.result is None:
        after_leaving(run, seat)
        run.go()
    stage.state = run.state
    stage.answer(script)


OPS: dict[str, Callable[[Stage, Step, Script], None]] = {
    "put": _put,
    "zone": _zone,
    "hold_card": _hold_card,
    "cast": _cast,
    "activate": _activate,
    "play_land": _play_land,
    "turn_face_up": _turn_face_up,
    "resolve_top": _resolve_top,
    "resolve_all": _resolve_all,
    "add_counters": _add_counters,
    "cleanup": _cleanup,
    "set_life": _set_life,
    "set_library": _set_library,
    "commander": _commander,
    "mulligan": _mulligan,
    "concede": _concede,
}
