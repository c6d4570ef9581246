"""Turns, phases and steps (500 to 514)."""

import msgspec

from facedown.games.magic.engine.combat import first_strike_needed
from facedown.games.magic.engine.moving import draw
from facedown.games.magic.engine.run import Happening, Run, replace_status, task
from facedown.games.magic.engine.triggers import delayed
from facedown.games.magic.events import (
    CombatChanged,
    EffectsEnded,
    GameEnded,
    Noted,
    PoolsEmptied,
    ShieldsChanged,
    StepBegan,
    TurnBegan,
)
from facedown.games.magic.model import HandLimit, SkipStep
from facedown.games.magic.players import company, in_order, next_in_turn
from facedown.games.magic.state import STEPS, Combat, Step, Task
from facedown.kernel import Outcome, Seat

_SKIPS = {"draw": "draw", "untap": "untap", "upkeep": "upkeep", "begin combat": "combat"}
_TELLS = {
    "upkeep": "upkeep",
    "draw": "draw step",
    "main": "main",
    "begin combat": "combat",
    "end": "end step",
}


def skips(run: Run, seat: Seat, step: str) -> bool:
    """Whether an effect makes this player skip a step."""
    name = _SKIPS.get(step)
    return name is not None and any(change.step == name for change, _ in run.view.ruled(SkipStep, seat))


@task("turn")
def begin_turn(run: Run, task: Task) -> None:
    """A new turn: an extra one, or the next player's."""
    state = run.state
    if state.turn >= state.options.turn_limit:
        run.emit(GameEnded(Outcome((), "turn limit")))
        return
    seat, extra = task.seat, False
    if seat >= 0 and state.players[seat].lost:
        seat = in_order(state, seat)[0]
    if seat < 0:
        waiting = [one for one in state.extra_turns if not state.players[one].lost]
        seat, extra = (waiting[-1], True) if waiting else (next_in_turn(state), False)
    run.emit(TurnBegan(seat, state.turn + 1, extra))
    run.push(Task("step", text="untap"))


@task("next step")
def next_step(run: Run, _: Task) -> None:
    """The step is over: pools empty, and the next one begins."""
    state = run.state
    if any(own.pool for own in state.players):
        run.emit(PoolsEmptied())
    following = following_step(run, state.step)
    if following is None:
        run.push(Task("turn"))
    else:
        run.push(Task("step", text=following))


def following_step(run: Run, step: Step) -> Step | None:
    """The step after this one; None at the end of the turn."""
    state = run.state
    if step == "begin combat":
        return "attackers"
    if step == "attackers" and (state.combat is None or not state.combat.attacks):
        return "end combat"
    if step == "blockers":
        return "first strike damage" if first_strike_needed(run.view) else "damage"
    if step == "first strike damage":
        return "damage"
    if step == "second main" and state.extra_combats:
        return "begin combat"
    place = STEPS.index(step)
    return STEPS[place + 1] if place + 1 < len(STEPS) else None


@task("step")
def begin_step(run: Run, task: Task) -> None:
    """A step begins: what the turn does by itself, triggers, then priority."""
    step: Step = task.text  # type: ignore[assignment]
    seat = run.state.active
    if skips(run, seat, step):
        skipped_to = "second main" if step == "begin combat" else following_step(run, step) or "cleanup"
        run.push(Task("step", text=skipped_to))
        return
    run.emit(StepBegan(step))
    run.passes = 0
    if step == "untap":
        untap(run, seat)
        run.push(Task("next step"))
        return
    if step == "cleanup":
        run.push(Task("cleanup"))
        return
    if step == "begin combat":
        run.emit(CombatChanged(Combat(), "begin"))
    after = [Task("began", text=step), Task("priority", seat)]
    if step == "attackers":
        after = [Task("attackers"), *after]
    elif step == "blockers":
        after = [Task("blockers"), *after]
    elif step in ("first strike damage", "damage"):
        after = [Task("damage", text="first" if step == "first strike damage" else ""), *after]
    elif step == "draw" and not _first_draw(run):
        after = [Task("draw", seat), *after]
    run.push(*after)


def _first_draw(run: Run) -> bool:
    """The player who begins does not draw, with two players (103.8a)."""
    return run.state.turn == 1 and company(run.state) == 2


@task("draw")
def draw_step(run: Run, task: Task) -> None:
    """The draw of the draw step."""
    if run.state.players[task.seat].lost:
        return
    draw(run, task.seat, 1)


@task("began")
def began(run: Run, task: Task) -> None:
    """Triggers at the beginning of a step; combat ends."""
    step, seat = task.text, run.state.active
    with run.batch():
        if step in _TELLS:
            run.happened(Happening(_TELLS[step], None, seat))
    if step == "upkeep":
        _echoed(run, seat)
        delayed(run, "next upkeep")
    elif step == "end":
        delayed(run, "next end step")
    elif step == "end combat":
        delayed(run, "end of combat")
        run.emit(CombatChanged(None, "end"))
        ended = tuple(effect.stamp for effect in run.state.effects if effect.duration == "combat")
        if ended:
            run.emit(EffectsEnded(ended))


def _echoed(run: Run, seat: Seat) -> None:
    for seen in run.view.controlled(seat):
        status = run.status(seen.id)
        if seen.has("echo") and "echoed" not in status.used:
            replace_status(run, [seen.id], "used", used=(*status.used, "echoed"))


def untap(run: Run, seat: Seat) -> None:
    """Permanents untap, and are no longer new; effects that last until this turn end."""
    from facedown.games.magic.engine.combat import cant

    ended = tuple(
        effect.stamp
        for effect in run.state.effects
        if effect.duration == "your next turn" and effect.controller == seat
    )
    if ended:
        run.emit(EffectsEnded(ended))
    view = run.view
    new = []
    for seen in view.battlefield:
        status = run.status(seen.id)
        kept = tuple(mark for mark in status.used if mark == "echoed")
        fields: dict[str, object] = {"used": kept} if status.used != kept else {}
        if seen.controller == seat:
            if status.fresh or status.held_by != seat:
                fields |= {"fresh": False, "held_by": seat}
            if status.tapped and not cant(seen, "untap") and not status.frozen:
                fields["tapped"] = False
        if fields:
            new.append(msgspec.structs.replace(status, **fields))
    if new:
        run.emit(Noted(tuple(new), "untap step"))


@task("cleanup")
def cleanup(run: Run, _: Task) -> None:
    """Discard to hand size; damage wears off and effects end at the same time (514)."""
    from facedown.games.magic.engine.costs import discard

    seat = run.state.active
    limit: int | None = 7
    for change, _source in run.view.ruled(HandLimit, seat):
        limit = change.size
    own = run.state.players[seat]
    if limit is not None and len(own.hand) > limit and not own.lost:
        discard(run, seat, len(own.hand) - limit)
    end_turn_effects(run)
    if run.state.waiting or _sba_pending(run):
        # Somebody gets priority in this cleanup step after all, and another one follows (514.3a).
        run.push(Task("priority", seat), Task("cleanup"))
        return
    run.push(Task("next step"))


def _sba_pending(run: Run) -> bool:
    from facedown.games.magic.engine.sba import check

    return check(run)


def end_turn_effects(run: Run) -> None:
    """Damage is removed and `until end of turn` ends, at once (514.2)."""
    new = []
    for status in run.state.status:
        if status.damage or status.deathtouched or status.shields:
            new.append(msgspec.structs.replace(status, damage=0, deathtouched=False, shields=0))
    if new:
        run.emit(Noted(tuple(new), "healed"))
    ended = tuple(effect.stamp for effect in run.state.effects if effect.duration in ("turn", "combat"))
    if ended:
        run.emit(EffectsEnded(ended))
    if run.state.shields:
        run.emit(ShieldsChanged(()))


def after_leaving(run: Run, seat: Seat) -> None:
    """A player has left in the middle of something: it goes on without them, their turn too (800.4)."""
    run.answers = ()
    run.agenda = [one for one in run.agenda if not _theirs(one, seat)]
    if not run.agenda:
        run.push(Task("priority", run.state.active))


def _theirs(one: Task, seat: Seat) -> bool:
    if one.frame is not None:
        return one.frame.controller == seat
    return one.seat == seat and one.name not in ("priority", "turn")
