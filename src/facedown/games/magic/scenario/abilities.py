"""What scripts call an activated ability."""

from typing import Any

from facedown.games.magic.model import Activated, Damage
from facedown.games.magic.scenario.stage import Stage
from facedown.games.magic.scenario.trouble import Illegal
from facedown.games.magic.seen import is_mana

LABELS = ("animate", "tap", "equip", "copy land", "ping", "sacrifice", "mana")
"""What every script calls these abilities; another word for the only one there is will do."""


def ability_called(stage: Stage, key: int, label: str, choose: dict[str, Any], aimed: bool) -> int:
    """The place of the ability that a script means, among those that are there now.

    `aimed` says whether the script has targets for it.
    """
    seen = stage.view.seen[key]
    own = [(place, has.ability) for place, has in enumerate(seen.abilities)]
    able = [(place, ability) for place, ability in own if isinstance(ability, Activated)]
    found = [place for place, ability in able if label in labels(ability)]
    color = str(choose.get("mana") or choose.get("color") or "").strip("{}")
    found = [place for place, ability in able if place in found and color in labels(ability)] or found
    others = [place for place, ability in able if not is_mana(ability)]
    if len(others) > 1:  # of several, the one that has targets as the script does
        others = [place for place, ability in able if place in others and bool(ability.targets) is aimed]
    unnamed = [place for place, ability in able if place in others and not ability.label]
    if not found and label == "tap":  # what taps for mana taps as well
        found = [place for place, ability in able if is_mana(ability) and ability.cost.tap]
    if not found and label not in LABELS:  # another word for the only one that has no name of its own
        found = unnamed if len(unnamed) == 1 else others if len(others) == 1 else []
    if not found:
        raise Illegal(f"{seen.name or 'it'} has no ability {label!r}")
    return found[0]


def labels(ability: Activated) -> list[str]:
    """What people call an ability: its label, or what its cost says."""
    if ability.label:
        return [ability.label]
    if is_mana(ability):
        made = [operation.mana for operation in ability.do if hasattr(operation, "mana")]
        return ["mana", *(mana.replace("{", "").replace("}", "") for mana in made)]
    cost = ability.cost
    if cost.loyalty is not None:
        return [f"{cost.loyalty:+d}" if isinstance(cost.loyalty, int) else cost.loyalty]
    names = ["sacrifice"] if cost.sacrifice is not None else []
    names += ["tap"] if cost.tap else []
    names += ["counter", "counters", "remove counter"] if cost.counters is not None else []
    names += ["discard"] if cost.discard else []
    names += ["ping"] if any(isinstance(operation, Damage) for operation in ability.do) else []
    names += [type(operation).__name__.lower() for operation in ability.do]
    return [*names, "activate", "ability"]
