"""Which layer a change belongs to, and which layers an effect reads. Cards never name a layer (613.1)."""

from functools import lru_cache
from typing import Any

import msgspec

from facedown.games.magic import model as m
from facedown.games.magic.keywords import expand

COPY, CONTROL, TEXT, TYPE, COLOR, ABILITY, CDA, SET, MODIFY, SWITCH, RULES = range(1, 12)
LAYERS = (CONTROL, TEXT, TYPE, COLOR, ABILITY, CDA, SET, MODIFY, SWITCH)
NAMES = {
    COPY: "1",
    CONTROL: "2",
    TEXT: "3",
    TYPE: "4",
    COLOR: "5",
    ABILITY: "6",
    CDA: "7a",
    SET: "7b",
    MODIFY: "7c",
    SWITCH: "7d",
    RULES: "rules",
}

_LAYER: dict[type, int] = {
    m.Control: CONTROL,
    m.ChangeText: TEXT,
    m.AddTypes: TYPE,
    m.SetTypes: TYPE,
    m.SetSubtypes: TYPE,
    m.LoseTypes: TYPE,
    m.SetColors: COLOR,
    m.AddColors: COLOR,
    m.Gain: ABILITY,
    m.GainChosen: ABILITY,
    m.LoseAll: ABILITY,
    m.Lose: ABILITY,
    m.CantHave: ABILITY,
    m.SetBase: SET,
    m.Boost: MODIFY,
    m.Switch: SWITCH,
}
"""What is not here is an effect on rules or players."""


def layer_of(change: m.Change, cda: bool = False) -> int:
    """The layer of a change; power and toughness that an object defines for itself come in 7a."""
    layer = _LAYER.get(type(change), RULES)
    return CDA if cda and layer == SET else layer


@lru_cache(maxsize=4096)
def by_layer(changes: tuple[m.Change, ...], cda: bool = False) -> dict[int, tuple[m.Change, ...]]:
    """The changes of one effect, sorted into layers."""
    parts: dict[int, tuple[m.Change, ...]] = {}
    for change in changes:
        layer = layer_of(change, cda)
        parts[layer] = (*parts.get(layer, ()), change)
    return parts


_READS = {
    "types": TYPE,
    "all_types": TYPE,
    "not_types": TYPE,
    "subtypes": TYPE,
    "not_subtypes": TYPE,
    "supertypes": TYPE,
    "not_supertypes": TYPE,
    "colors": COLOR,
    "not_colors": COLOR,
    "colorless": COLOR,
    "multicolored": COLOR,
    "keyword": ABILITY,
    "without_keyword": ABILITY,
    "no_abilities": ABILITY,
    "control": CONTROL,
    "power_min": SET,
    "power_max": SET,
    "toughness_max": SET,
}
_EMPTY = m.Filter()
STATUS, COMBAT, PLAYERS, TURN = "status", "combat", "players", "turn"
_OUTSIDE: dict[type, str] = {m.HandSize: PLAYERS, m.Life: PLAYERS, m.Turn: TURN, m.Happened: PLAYERS}


@lru_cache(maxsize=4096)
def reads(node: Any) -> frozenset[int | str]:
    """The layers whose results a filter, amount, condition or ability looks at, and what else it looks at."""
    found: set[int | str] = set()
    _collect(node, found)
    if SET in found:
        found |= {CDA, MODIFY, SWITCH}
    return frozenset(found)


def _collect(node: Any, found: set[int | str]) -> None:
    if isinstance(node, m.Filter):
        for field, layer in _READS.items():
            if getattr(node, field) != getattr(_EMPTY, field):
                found.add(layer)
        if node.tapped is not None or node.damaged is not None:
            found.add(STATUS)
        if node.attacking is not None or node.blocking is not None:
            found.add(COMBAT)
        if node.zone != "battlefield":
            found.add(node.zone)
        if node.zone in ("hand", "library"):
            found.add(PLAYERS)
        if node.chosen == "type":
            found.add(TYPE)
        if node.chosen == "color":
            found.add(COLOR)
    elif isinstance(node, m.Stat | m.Greatest) and node.name != "value":
        found.add(SET)
    elif isinstance(node, m.CardTypes):
        found.add(TYPE)
    elif isinstance(node, m.Devotion):
        found.add(CONTROL)
    elif type(node) in _OUTSIDE:
        found.add(_OUTSIDE[type(node)])
    if isinstance(node, msgspec.Struct):
        for field in node.__struct_fields__:
            _collect(getattr(node, field), found)
    elif isinstance(node, tuple):
        for item in node:
            _collect(item, found)


_LASTING = {
    *("types", "all_types", "not_types", "subtypes", "not_subtypes", "supertypes", "not_supertypes"),
    *("colors", "not_colors", "colorless", "multicolored", "named", "token", "control", "other"),
}
_SIMPLY = {field: getattr(_EMPTY, field) for field in _EMPTY.__struct_fields__ if field not in _LASTING}
_ON_OBJECTS = m.Cant | m.Must | m.CanBlockMore


@lru_cache(maxsize=4096)
def simple(ability: m.Static) -> bool:
    """Whether it only adds, and to each object what it would add if no other were there.

    Such effects have nothing to do with each other (613.8): what they look at is settled two layers earlier.
    """
    what = ability.what
    if ability.cda or ability.if_ is not None or ability.who not in ("", "you", "opponent", "each player"):
        return False
    if isinstance(what, m.Filter):
        if any(getattr(what, field) != plain for field, plain in _SIMPLY.items()):
            return False
        if what.control not in ("", "you", "opponent"):
            return False
    elif what not in (None, "this", "attached"):
        return False
    return all(_adds(change) for change in ability.changes)


def _adds(change: m.Change) -> bool:
    if isinstance(change, m.Boost):
        return isinstance(change.power, int) and isinstance(change.toughness, int)
    if isinstance(change, m.Gain):
        gained = [meaning for ability in change.abilities for meaning in expand(ability)]
        return not any(isinstance(ability, m.Static) for ability in gained)
    return layer_of(change) == RULES and not isinstance(change, _ON_OBJECTS)


def reaches(ability: m.Static) -> bool:
    """Whether it changes objects that are not on the battlefield (other than its own)."""
    return isinstance(ability.what, m.Filter) and _elsewhere(ability.what)


def _elsewhere(filter: m.Filter) -> bool:
    return filter.zone != "battlefield" or any(_elsewhere(part) for part in filter.any_of)


def removes(changes: tuple[m.Change, ...]) -> bool:
    """Whether these changes can take abilities away from an object."""
    for change in changes:
        match change:
            case m.LoseAll() | m.Lose() | m.CantHave() | m.ChangeText():
                return True
            case m.SetSubtypes(of="land"):
                return True
            case m.SetTypes(subtypes=subtypes) if subtypes:
                return True
    return False
