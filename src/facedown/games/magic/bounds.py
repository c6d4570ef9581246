"""How much a step may take and a table may hold, in units that every client counts alike.

A unit is about a microsecond of a slow machine. The whole of a step, and the views, pictures and offers that
are made of the table after it, is to stay well below what a player at another table would notice.
"""

from functools import lru_cache

from facedown.games.magic.cards import CARDS
from facedown.games.magic.model import Card, Static
from facedown.games.magic.nature import nature_of
from facedown.games.magic.seen import printed
from facedown.games.magic.state import MagicState
from facedown.games.magic.view import card_of
from facedown.kernel import Face, TooMuch

STEP = 100_000
"""Units of one step."""
BOARD = 30_000
"""Units of one view."""
EVENT, TASK = 10, 5
"""Units of an event and of a task, whatever they are about."""
HOLDS = {"objects": 2_000, "effects": 1_000, "later": 500, "shields": 500, "extra_turns": 500}
"""So many of each are on a table at most: whoever comes to it is sent all of them."""
MOST_POOL = 1_000
NONE = (0, 0, 0, 0)
SMALL = 70
"""So many objects and effects together are never too much, whatever they are."""


def weight(state: MagicState, more: int = 0, zone: str = "battlefield") -> int:
    """What a view of this table takes: its objects, and each object that an effect looks at or changes.

    The same as `View.weight`, without a view: abilities that effects give to objects are not among them.
    `more` cards that nobody has seen yet count as those that do most in their zone.
    """
    copies = {pointer: one.copy for one in state.effects if one.copy is not None for pointer in one.objects}
    wide = far = near = knots = 0
    there, objects = more if zone == "battlefield" else 0, len(state.objects) + more
    for obj in state.objects:
        place, card = obj.zone, (copies and copies.get(obj.pointer)) or obj.card
        there += place == "battlefield"
        reach = _reach_of(obj.face, place) if card is None else _reach(card, place)
        if reach is not NONE:
            wide, far, near, knots = (
                one + other for one, other in zip((wide, far, near, knots), reach, strict=True)
            )
    if more:
        knots += more * max(one[3] for one in _reaches(zone))
        near += more * max(one[0] * there + one[1] * objects + one[2] for one in _reaches(zone))
    fixed = sum(len(one.objects) for one in state.effects) + 2 * knots * (knots + len(state.effects))
    return 2 * objects + wide * there + far * objects + near + fixed


@lru_cache(maxsize=8192)
def _reach_of(face: Face, zone: str) -> tuple[int, int, int, int]:
    return _reach(card_of(face), zone)


@lru_cache(maxsize=8192)
def _reach(card: Card, zone: str) -> tuple[int, int, int, int]:
    """How often its abilities look at all permanents and at all objects, how many there are, and in knots."""
    wide = far = near = knots = 0
    for has in printed(card).kit.abilities:
        ability = has.ability
        if not isinstance(ability, Static):
            continue
        if ability.cda or ability.zone in ("anywhere", zone) or zone == "command":
            near += 1
            zones = nature_of(ability).zones
            wide += zones.count("battlefield")
            far += len(zones) - zones.count("battlefield")
            knots += nature_of(ability).knots
    return (wide, far, near, knots) if near else NONE


@lru_cache(maxsize=8)
def _reaches(zone: str) -> frozenset[tuple[int, int, int, int]]:
    """What any card may do there."""
    return frozenset(_reach(card, zone) for card in CARDS.values())


def check_unknown(state: MagicState, more: int, zone: str) -> None:
    """Raises `TooMuch` if so many cards, whatever they are, might be more than a table can keep track of."""
    if weight(state, more, zone) > BOARD:
        raise TooMuch("so many cards that nobody has seen may be more than the table can keep track of")


def check(state: MagicState) -> None:
    """Raises `TooMuch` if a table holds more than everybody who comes to it could be shown."""
    for field, most in HOLDS.items():
        if len(getattr(state, field)) > most:
            raise TooMuch(f"a table holds {most} {_WORDS[field]} at most; put some away first")
    if any(len(own.pool) > MOST_POOL for own in state.players):
        raise TooMuch(f"a pool holds {MOST_POOL} mana at most; spend some first")
    if len(state.objects) + len(state.effects) > SMALL and weight(state) > BOARD:
        raise TooMuch("the table would hold more permanents and effects than it can keep track of")


_WORDS = {
    "objects": "cards and tokens in the open",
    "effects": "effects",
    "later": "delayed triggers",
    "shields": "shields",
    "extra_turns": "extra turns",
}
