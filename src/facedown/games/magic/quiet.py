"""Which events people need not be told of: bookkeeping, and what another event says better."""

from facedown.games.magic import events as e

_ALWAYS = (
    e.Asked,
    e.Tallied,
    e.Picked,
    e.Passed,
    e.TriggersChanged,
    e.TriggerPut,
    e.LaterChanged,
    e.ShieldsChanged,
    e.PoolsEmptied,
    e.Looking,
    e.EffectsEnded,
    e.ManaAdded,
    e.ManaSpent,
    e.StepBegan,
)


def quiet(event: e.AnyEvent) -> bool:
    """Whether nobody misses it in a chronicle."""
    match event:
        case e.Moved(origin="stack", to="battlefield" | "graveyard"):
            return True  # that it resolved, was countered or did nothing is said
        case e.Moved(to="stack") | e.Remade(why="announced") | e.StopsSet(until=""):
            return True
        case e.Made(obj=obj):
            return obj.zone == "stack"
        case e.Ceased(past=past):
            return past is None or past.obj.zone == "stack"
        case e.Noted(why=why):
            return why not in ("untap", "damage", "regenerated", "note")
        case e.CombatChanged(combat=combat, why=why):
            return combat is None or why not in ("attack", "block")
    return isinstance(event, _ALWAYS)
