"""Players lose, leave and win (104, 800.4a)."""

from facedown.games.magic.engine.moving import going, move
from facedown.games.magic.engine.run import Run, task
from facedown.games.magic.events import (
    Ceased,
    CombatChanged,
    EffectsEnded,
    GameEnded,
    Moved,
    PlayerLost,
    TriggersChanged,
)
from facedown.games.magic.state import MADE, Obj, Task
from facedown.kernel import Outcome, Seat


def lose(run: Run, losers: list[tuple[Seat, str]]) -> None:
    """These players lose at the same time."""
    for seat, why in losers:
        run.emit(PlayerLost(seat, why))
    left = [seat for seat, own in enumerate(run.state.players) if not own.lost]
    if len(left) <= 1:
        reason = losers[0][1] if len({why for _, why in losers}) == 1 else "all lost"
        run.emit(GameEnded(Outcome(tuple(left), reason)))
        return
    for seat, _ in losers:
        clear(run, seat)


def win(run: Run, seat: Seat, why: str) -> None:
    """A player wins: all others lose."""
    run.emit(GameEnded(Outcome((seat,), why)))


def clear(run: Run, seat: Seat) -> None:
    """What belongs to a player who leaves goes with them; what they controlled goes back (800.4a)."""
    ended = [
        effect.stamp
        for effect in run.state.effects
        if effect.controller == seat and any(type(change).__name__ == "Control" for change in effect.changes)
    ]
    if ended:
        run.emit(EffectsEnded(tuple(ended)))
    held = [
        p for obj in run.state.objects if obj.owner == seat and obj.zone == "battlefield" for p in obj.linked
    ]
    for obj in run.state.objects:
        if obj.owner == seat:
            _away(run, obj)
    if held:
        run.soon(Task("give back", more=tuple(number for pointer in held for number in pointer)))
    view = run.view
    for obj in run.state.objects:
        if obj.zone == "stack" and obj.controller == seat:
            _away(run, obj)
        elif obj.zone == "battlefield" and view.seen[obj.id].controller == seat and obj.controller == seat:
            # Owned by another, put there under the leaver's control: exiled.
            _away(run, obj)
    run.emit(TriggersChanged(tuple(one for one in run.state.waiting if one.controller != seat)))
    if run.state.combat is not None:
        _from_combat(run)


@task("give back")
def give_back(run: Run, current: Task) -> None:
    """What was exiled until the leaver's permanents left the battlefield comes back (610.3)."""
    pointers = zip(current.more[::2], current.more[1::2], strict=True)
    cards = [card for pointer in pointers if (card := going(run, pointer, "battlefield")) is not None]
    move(run, [card for card in cards if not run.state.players[card.owner].lost])


def _away(run: Run, obj: Obj) -> None:
    if obj.id >= MADE:
        run.emit(Ceased(obj.id))
        return
    import msgspec

    born = run.tick()
    gone = msgspec.structs.replace(
        Obj(obj.id, born, "exile", obj.owner, obj.owner, obj.face, stamp=born), face_down=obj.face_down
    )
    run.emit(Moved(obj.id, obj.owner, obj.zone, "exile", gone))


def _from_combat(run: Run) -> None:
    from facedown.games.magic.state import seat_of

    combat = run.state.combat
    assert combat is not None
    import msgspec

    here = {obj.id for obj in run.state.objects if obj.zone == "battlefield"}
    attacks = tuple(
        msgspec.structs.replace(a, blockers=tuple(b for b in a.blockers if b in here))
        for a in combat.attacks
        if a.id in here
        and (a.defender in here if a.defender >= 0 else not run.state.players[seat_of(a.defender)].lost)
    )
    run.emit(CombatChanged(msgspec.structs.replace(combat, attacks=attacks), "left"))
