"""The table as a page draws it: what the layers have made of every object, and what is asked, in words.

It tells nothing that the state does not: a page that knows a hidden face looks it up by its ref.
"""

from functools import lru_cache

import msgspec

from facedown.games.magic.engine.priority import DEFAULT_STOPS
from facedown.games.magic.model import Activated, Card
from facedown.games.magic.naming import ability_name
from facedown.games.magic.question import Question, question
from facedown.games.magic.seen import Seen, is_mana, printed
from facedown.games.magic.state import MagicState, Obj, ObjectId, Place, Status, Step, index
from facedown.games.magic.text import ability_text, keyword_name, text, type_line
from facedown.games.magic.view import View, printed_card, view_of
from facedown.kernel import Face, Seat


class Looks(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What stands on an object, in words."""

    name: str
    cost: str = ""
    line: str = ""
    """`Legendary Creature — Dog`."""
    colors: tuple[str, ...] = ()
    text: str = ""
    power: str = ""
    toughness: str = ""
    loyalty: str = ""


class Thing(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An object in a public zone, as it is now."""

    id: ObjectId
    zone: Place
    owner: Seat
    controller: Seat
    face: Face = ""
    """What is printed on it; empty for what is face down or no card."""
    looks: Looks | None = None
    """If something else stands on it than what is printed: tokens, copies, whatever an effect has changed."""
    types: tuple[str, ...] = ()
    power: int | None = None
    toughness: int | None = None
    words: tuple[str, ...] = ()
    """Its keywords."""
    does: tuple[tuple[int, str, bool], ...] = ()
    """Activated abilities: place, name, whether it only makes mana."""
    counters: tuple[tuple[str, int], ...] = ()
    on: int | None = None
    tapped: bool = False
    sick: bool = False
    damage: int = 0
    note: str = ""
    attacks: int | None = None
    blocks: tuple[ObjectId, ...] = ()
    aims: tuple[int, ...] = ()
    """On the stack: its targets."""
    x: int = 0
    says: str = ""
    """On the stack: the text of an ability."""
    leads: bool = False
    """It is somebody's commander."""


class Side(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One player. A library is only counted: nobody may look at it."""

    life: int
    library: int
    hand: tuple[int, ...]
    pool: tuple[str, ...] = ()
    counters: tuple[tuple[str, int], ...] = ()
    lost: str = ""
    until: str = ""
    wounds: tuple[tuple[int, int], ...] = ()
    """Combat damage by commanders."""
    tax: int = 0
    """How much more the commander costs from the command zone."""
    stops: tuple[str, ...] = ()
    """Where this player is asked, as `actions.Stops` says it."""


class Scene(msgspec.Struct, frozen=True, gc=False):
    """All that is to be seen."""

    turn: int
    active: Seat
    step: Step
    dial: str
    sides: tuple[Side, ...]
    things: tuple[Thing, ...]
    stack: tuple[ObjectId, ...]
    """The top is last."""
    question: Question | None


def scene(state: MagicState) -> Scene:
    """A state as a page draws it."""
    view = view_of(state)
    return Scene(
        state.turn,
        state.active,
        state.step,
        state.options.dial,
        tuple(
            Side(
                own.life,
                len(own.library),
                own.hand,
                own.pool,
                own.counters,
                own.lost,
                own.until,
                own.wounds,
                2 * own.casts,
                own.stops or DEFAULT_STOPS,
            )
            for own in state.players
        ),
        tuple(_thing(state, view, obj) for obj in state.objects),
        state.stack,
        question(state),
    )


_FRESH = Status(-1)


def _thing(state: MagicState, view: View, obj: Obj) -> Thing:
    seen = view.seen.get(obj.id)
    if seen is None:
        seen = Seen(obj, printed_card(obj))
    if obj.zone == "stack":
        return _on_stack(obj, seen)
    if obj.zone != "battlefield":
        face = "" if obj.face_down else obj.face
        return Thing(obj.id, obj.zone, obj.owner, seen.controller, face, _looks(obj, seen), seen.types)
    status = index(state.status).get(obj.id, _FRESH)
    creature = seen.creature
    return Thing(
        obj.id,
        obj.zone,
        obj.owner,
        seen.controller,
        obj.face,
        _looks(obj, seen),
        seen.types,
        seen.power if creature else None,
        seen.toughness if creature else None,
        tuple(keyword_name(one) for group in seen.keywords.values() for one in group),
        _does(state, seen),
        tuple((kind, count) for kind, count, _ in obj.counters),
        obj.attached,
        status.tapped,
        creature and status.fresh and not seen.has("haste"),
        status.damage,
        status.note,
        *_fights(state, obj.id),
        leads=any(own.commander == obj.id for own in state.players),
    )


def _on_stack(obj: Obj, seen: Seen) -> Thing:
    play = obj.play
    aims = tuple(pointer[0] for group in play.targets for pointer in group) if play is not None else ()
    ability = play.ability if play is not None else None
    return Thing(
        obj.id,
        obj.zone,
        obj.owner,
        seen.controller,
        obj.face,
        _looks(obj, seen),
        seen.types,
        on=play.source[0] if ability is not None and play is not None and play.source is not None else None,
        aims=aims,
        x=play.x if play is not None else 0,
        says=ability_text(ability, seen.name) if ability is not None else "",
    )


def _fights(state: MagicState, key: ObjectId) -> tuple[int | None, tuple[ObjectId, ...]]:
    if state.combat is None:
        return None, ()
    attacks = next((one.defender for one in state.combat.attacks if one.id == key), None)
    return attacks, tuple(one.id for one in state.combat.attacks if key in one.blockers)


def _does(state: MagicState, seen: Seen) -> tuple[tuple[int, str, bool], ...]:
    return tuple(
        (place, ability_name(state, seen.controller, seen.id, place, {}), is_mana(has.ability))
        for place, has in enumerate(seen.abilities)
        if isinstance(has.ability, Activated)
    )


def _looks(obj: Obj, seen: Seen) -> Looks | None:
    """What stands on it, unless that is what is printed."""
    card = seen.card
    colors, abilities = printed(card).colors, printed(card).kit.abilities
    own = tuple(has for has in seen.abilities if not has.intrinsic)
    known = card is printed_card(obj) and obj.card is None and not obj.face_down
    same = (
        seen.types == card.types
        and seen.subtypes == card.subtypes
        and seen.colors == colors
        and own == abilities
    )
    if known and same:
        return None
    lines = msgspec.structs.replace(card, types=seen.types, subtypes=seen.subtypes)
    return Looks(
        seen.name or "Face-down creature",
        card.cost,
        type_line(lines),
        seen.colors,
        _printed_text(card) if own == abilities else _changed_text(card, seen),
        card.power or "",
        card.toughness or "",
        card.loyalty or "",
    )


_printed_text = lru_cache(maxsize=1024)(text)


def _changed_text(card: Card, seen: Seen) -> str:
    """What is printed, and what was gained; or, if something was lost, what is left."""
    abilities = printed(card).kit.abilities
    gained = [has for has in seen.abilities if not has.intrinsic and has not in abilities]
    if all(has in seen.abilities for has in abilities):
        lines = [_printed_text(card), *(ability_text(has.ability, card.name) for has in gained)]
    else:
        lines = [ability_text(has.ability, card.name) for has in seen.abilities if not has.intrinsic]
    return "\n".join(line for line in lines if line)


def looks_of(card: Card) -> Looks:
    """A card as it is printed, for a catalogue."""
    return Looks(
        card.name,
        card.cost,
        type_line(card),
        printed(card).colors,
        _printed_text(card),
        card.power or "",
        card.toughness or "",
        card.loyalty or "",
    )
