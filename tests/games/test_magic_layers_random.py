"""Random tables full of effects: the shortcuts of the view give what trying everything gives (613.8)."""

import random
from typing import Any

import pytest

from facedown.games.magic import dependency
from facedown.games.magic.running import Running
from facedown.games.magic.scenario.stage import Stage
from facedown.games.magic.scenario.steps import take
from facedown.games.magic.scenario.trouble import Failure
from facedown.games.magic.state import MagicState
from facedown.games.magic.view import Trace, View, view_of

EFFECTS = (
    "Humility", "Opalescence", "Blood Moon", "Enchanted Evening", "Mycosynth Lattice",
    "March of the Machines", "Life and Limb", "Kormus Bell", "Prismatic Omen", "Urborg, Tomb of Yawgmoth",
    "Conspiracy", "Xenograft", "Dress Down", "Blood Sun", "Crusade", "Glorious Anthem", "Fervor",
    "Muraganda Petroglyphs",
    "Painter's Servant", "Magus of the Moon", "Goblin King", "Archetype of Imagination", "Sterling Grove",
)  # fmt: skip
OTHERS = (
    "Grizzly Bears", "Serra Angel", "Tarmogoyf", "Kird Ape", "Mons's Goblin Raiders", "Forest", "Swamp",
    "Taiga", "Dryad Arbor", "Sol Ring", "Ornithopter", "Darksteel Myr", "Saproling token",
)  # fmt: skip
ATTACHED = (
    "Control Magic", "Confiscate", "Darksteel Mutation", "Kenrith's Transformation", "Lignify",
    "Song of the Dryads", "Imprisoned in the Moon", "Ensoul Artifact", "Flight", "Spreading Seas", "Rancor",
    "Bonesplitter", "Colossus Hammer",
)  # fmt: skip


def _table(chance: random.Random) -> list[MagicState]:
    """A table that fills up, one permanent at a time, as it is after each of them."""
    stage = Stage(["P1", "P2"], {})
    take(stage, {"op": "zone", "player": "P1", "card": "Anger", "zone": "graveyard"})
    states: list[MagicState] = []
    for number in range(10):
        choose = {"color": chance.choice("WUBRG"), "creature_type": chance.choice(("Goblin", "Saproling"))}
        step: dict[str, Any] = {"op": "put", "player": chance.choice(("P1", "P2")), "id": f"x{number}"}
        step["choose"] = {**choose, "legend_keep": f"x{number}"}
        step["card"] = chance.choice(chance.choice((EFFECTS, EFFECTS, OTHERS, ATTACHED)))
        here = [
            name for name, key in stage.ids.items() if key in {seen.id for seen in stage.view.battlefield}
        ]
        if step["card"] in ATTACHED:
            if not here:
                continue
            step["attach_to"] = chance.choice(here)
        trial = stage.copy()
        try:
            take(trial, step)
        except Failure:
            continue
        if trial.over:
            break
        stage = trial
        states.append(stage.state)
    return states


def _everything(view: View) -> dict[int, tuple[object, ...]]:
    return {
        key: (
            seen.controller,
            sorted(seen.types),
            sorted(seen.subtypes),
            sorted(seen.colors),
            seen.power,
            seen.toughness,
            sorted(repr(has.ability) for has in seen.abilities),
        )
        for key, seen in view.seen.items()
    }


@pytest.mark.parametrize("seed", range(40))
def test_shortcuts_change_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    states = _table(random.Random(seed))
    assert states
    quick = [_everything(view_of(state)) for state in states]

    def each_against_each(self: dependency.Order, pending: list[Running], _: object) -> None:
        self._unsteady.update(one for one in pending if one.effect is None)

    monkeypatch.setattr(dependency.Order, "_watch", each_against_each)
    slow = [_everything(View(state, trace=Trace(state.objects[0].id))) for state in states]
    assert quick == slow
