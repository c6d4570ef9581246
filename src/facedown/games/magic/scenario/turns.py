"""Steps of a scenario that are parts of a turn: beginnings, combat, cleanup."""

from facedown.games.magic.engine.combat import lethal, strikes
from facedown.games.magic.engine.costs import discard
from facedown.games.magic.engine.run import Run, task
from facedown.games.magic.engine.turn import end_turn_effects, following_step
from facedown.games.magic.model import HandLimit
from facedown.games.magic.scenario.script import Script
from facedown.games.magic.scenario.stage import Stage
from facedown.games.magic.scenario.steps import OPS, Step, counters, settled, take
from facedown.games.magic.scenario.trouble import Failure, Illegal
from facedown.games.magic.state import STEPS, Task

task("settled")(settled)
task("counters")(counters)


@task("discard")
def discard_down(run: Run, current: Task) -> None:
    """Down to the maximum hand size."""
    limit: int | None = 7
    for change, _ in run.view.ruled(HandLimit, current.seat):
        limit = change.size
    hand = run.state.players[current.seat].hand
    if limit is not None and len(hand) > limit:
        discard(run, current.seat, len(hand) - limit)


@task("wear off")
def wear_off(run: Run, _: Task) -> None:
    """Damage and effects that last until end of turn."""
    end_turn_effects(run)


_NAMES = {
    "untap": "untap",
    "upkeep": "upkeep",
    "draw": "draw",
    "main": "main",
    "precombat main": "main",
    "first main": "main",
    "combat": "begin combat",
    "begin combat": "begin combat",
    "beginning of combat": "begin combat",
    "end": "end",
    "cleanup": "cleanup",
}
"""Steps and phases by what people call them, without `step` or `phase` behind."""


def _begin_step(stage: Stage, step: Step, script: Script) -> None:
    seat = stage.seat(step["player"])
    called = str(step["step"]).lower().replace("_", " ")
    name = _NAMES.get(called.removesuffix(" step").removesuffix(" phase"))
    if name is None:
        raise Failure(f"there is no step {step['step']!r}")
    stage.begun = True
    stage.new_turn(seat)
    if name == "cleanup":
        take(stage, {"op": "cleanup"})
        return
    if name == "untap":  # nobody has priority there, and what triggers waits for the upkeep
        stage.set(step="untap")
        return
    stage.rich()
    _begin(stage, name, script)
    stage.pass_all(script, 0)


def _begin(stage: Stage, name: str, script: Script) -> None:
    run = Run(stage.state)
    run.agenda = [Task("step", text=name)]
    run.answers = ()
    stage.take(run, script)


def _first_turn(stage: Stage, step: Step, script: Script) -> None:
    seat = stage.seat(step["player"])
    stage.begun = True
    stage.set(active=seat, turn=1, step="untap", combat=None)
    for name in ("upkeep", "draw", "main"):
        _begin(stage, name, script)
        stage.pass_all(script, 0)


def _combat(stage: Stage, step: Step, script: Script) -> None:
    attackers = step.get("attackers") or {}
    if step.get("active"):
        seat = stage.seat(step["active"])
    else:
        first = stage.view.seen.get(stage.target(next(iter(attackers)))) if attackers else None
        seat = first.controller if first is not None else stage.state.active
    if stage.state.active != seat and not stage.begun:
        stage.first_turn_of(seat)
    elif stage.state.active != seat or stage.fought == seat or stage.ended:
        stage.new_turn(seat)
    stage.fought, stage.begun = seat, True
    for name in attackers:
        if stage.target(name) not in stage.view.seen:
            raise Illegal(f"{name} is not there")
    stage.rich()
    _begin(stage, "begin combat", script)
    _pass_step(stage, script)
    _declared(stage, script, attackers)
    _pass_step(stage, script)
    if stage.state.result is not None:
        return
    blocks = step.get("blocks") or {}
    done = {key for a in (stage.state.combat.attacks if stage.state.combat else ()) for key in a.blockers}
    for name in blocks:
        if stage.target(name) not in done:
            raise Illegal(f"{name} cannot block")
    stage.pass_all(script, 0)
    for one in step.get("after_blocks") or []:
        take(stage, one)
    if stage.trial and not step.get("assign"):
        return  # only whether it may be declared
    stage.rich()
    finish(stage, script)


def finish(stage: Stage, script: Script) -> None:
    """The damage steps and the end of combat."""
    script.assigned = set()
    for _ in STEPS:
        if stage.over or stage.state.step == "second main":
            return
        following = following_step(Run(stage.state), stage.state.step)
        if following in ("first strike damage", "damage"):
            check_assignment(stage, script, first=following == "first strike damage")
        _pass_step(stage, script)


def check_assignment(stage: Stage, script: Script, *, first: bool) -> None:
    """What the script assigns has to be all of a creature's damage, to what it may damage (510.1)."""
    combat, view = stage.state.combat, stage.view
    for name, parts in (script.step.get("assign") or {}).items():
        key = stage.target(name)
        seen = view.seen.get(key)
        if combat is None or seen is None or name in script.assigned or not strikes(seen, first, combat):
            continue
        attack = next((one for one in combat.attacks if one.id == key), None)
        able = {one.id for one in combat.attacks if key in one.blockers}
        if attack is not None:
            able = {blocker for blocker in attack.blockers if blocker in view.seen}
            if not attack.blocked or seen.has("trample"):
                able.add(attack.defender)
        if not able:
            continue
        script.assigned.add(name)
        if any(much and stage.target(to) not in able for to, much in parts.items()):
            raise Illegal(f"{name} may not assign damage like that")
        if sum(parts.values()) != max(0, seen.power):
            raise Illegal(f"{name} has {max(0, seen.power)} damage to assign")
        over = attack is not None and attack.blocked and attack.defender
        if over and any(much and stage.target(to) == over for to, much in parts.items()):
            _check_lethal(stage, script, name, first=first)


def _check_lethal(stage: Stage, script: Script, name: str, *, first: bool) -> None:
    """What tramples over has assigned lethal damage to every blocker, with what others assign (702.19b)."""
    combat, view = stage.state.combat, stage.view
    assert combat is not None
    planned = {stage.target(one): parts for one, parts in script.step["assign"].items()}
    striking = [(a, view.seen[a.id]) for a in combat.attacks if a.id in view.seen]
    striking = [(attack, seen) for attack, seen in striking if strikes(seen, first, combat)]
    for key in next(attack.blockers for attack in combat.attacks if attack.id == stage.target(name)):
        marked, deadly = 0, False
        for attack, source in striking:
            if key in attack.blockers:
                alone = {} if len(attack.blockers) > 1 else {"": source.power}
                parts = planned.get(attack.id, alone)
                much = sum(count for to, count in parts.items() if not to or stage.target(to) == key)
                marked, deadly = marked + much, deadly or (much > 0 and source.has("deathtouch"))
        seen = view.seen.get(key)
        if seen is not None and not deadly and lethal(view, seen, seen, marked):
            raise Illegal(f"{name} has not assigned lethal damage to all that block it")


def _declared(stage: Stage, script: Script, attackers: dict[str, str]) -> None:
    combat = stage.state.combat
    attacking = {attack.id for attack in combat.attacks} if combat is not None else set()
    for name in attackers:
        if stage.target(name) not in attacking:
            raise Illegal(f"{name} cannot attack")
    stage.pass_all(script, 0)


def _pass_step(stage: Stage, script: Script) -> None:
    """Whatever is on the stack resolves, and the next step begins."""
    stage.pass_all(script, 0)
    if stage.state.result is not None:
        return
    run = Run(stage.state)
    run.agenda = [Task("next step")]
    run.answers = ()
    stage.take(run, script)


def _damage(stage: Stage, step: Step, script: Script) -> None:  # noqa: ARG001
    """The damage of the combat that is under way."""
    finish(stage, script)


OPS["damage"] = _damage
OPS["begin_step"] = _begin_step
OPS["first_turn"] = _first_turn
OPS["combat"] = _combat
