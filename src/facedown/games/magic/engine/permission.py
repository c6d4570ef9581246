"""What a player may do with priority, and what it would cost (116, 117.1, 601.3)."""

from functools import lru_cache

import msgspec

from facedown.games.magic.amounts import holds, value
from facedown.games.magic.engine import targets
from facedown.games.magic.engine.costs import payable
from facedown.games.magic.engine.mana import ready_to_tap
from facedown.games.magic.filters import Ctx, passes
from facedown.games.magic.layers import CDA, by_layer
from facedown.games.magic.model import (
    Activated,
    Card,
    CastAs,
    Cost,
    CostChange,
    ExtraLands,
    Keyword,
    Mode,
    Spell,
    Static,
    Target,
)
from facedown.games.magic.seen import FACE_DOWN, Seen, is_mana
from facedown.games.magic.state import MagicState, Obj, changed, index
from facedown.games.magic.view import REACHING, View, card_of, printed_card, view_of
from facedown.kernel import Seat


class Way:
    """One way to cast a card: from where, for what, how it is marked."""

    __slots__ = ("cost", "extra", "face_down", "name")

    def __init__(self, name: str, cost: Cost, extra: int = 0, face_down: bool = False) -> None:
        self.name, self.cost, self.extra, self.face_down = name, cost, extra, face_down


def sorcery_time(state: MagicState, seat: Seat) -> bool:
    """Whether this player may do what needs their own main phase and an empty stack."""
    return state.active == seat and not state.stack and state.step in ("main", "second main")


def glimpse(
    state: MagicState,
    ref: int,
    face: str,
    seat: Seat,
    zone: str = "stack",
    down: bool = False,
    whole: bool = False,
) -> Seen:
    """A hidden card as it would be in a public zone, effects that reach there included.

    Power and toughness that it defines for itself are worked out only if it is to be `whole`.
    """
    obj = Obj(ref, state.clock + 1, zone, seat, seat, face, None, state.clock + 1, face_down=down)  # type: ignore[arg-type]
    view = view_of(state)
    if REACHING not in view.looked and (down or not _defines(printed_card(obj), whole)):
        return Seen(obj, FACE_DOWN if down else printed_card(obj))
    imagined = msgspec.structs.replace(state, objects=changed(state.objects, (obj,)))
    return View(imagined, view).seen[ref]


@lru_cache(maxsize=4096)
def _defines(card: Card, whole: bool) -> bool:
    """Whether a card has an ability that defines its color or types (or, if `whole`, its size)."""
    return any(
        isinstance(ability, Static) and ability.cda and (whole or CDA not in by_layer(ability.changes, True))
        for ability in card.abilities
    )


def spell_ability(card: Card) -> Spell:
    """What the spell does, if it says so."""
    return _spell(card)


@lru_cache(maxsize=4096)
def _spell(card: Card) -> Spell:
    for ability in card.abilities:
        if isinstance(ability, Spell):
            return ability
    return Spell()


def keyword_of(card: Card, name: str) -> Keyword | None:
    """A keyword that is printed on a card."""
    return _keywords(card).get(name)


@lru_cache(maxsize=4096)
def _keywords(card: Card) -> dict[str, Keyword]:
    """By name; the first of them, if there are several of a name."""
    return {one.name: one for one in reversed(card.abilities) if isinstance(one, Keyword)}


def morph_of(state: MagicState, obj: Obj, face: str) -> Keyword | None:
    """The morph that a face-down permanent would have if it were face up, if any (702.37e)."""
    if keyword_of(card_of(face), "morph") is None:
        return None
    up = msgspec.structs.replace(obj, face=face, face_down=False)
    imagined = msgspec.structs.replace(state, objects=changed(state.objects, (up,)))
    return next(iter(View(imagined).seen[obj.id].keywords.get("morph", ())), None)


def wanted(card: Card, modes: tuple[int, ...] = ()) -> tuple[Target, ...]:
    """What a spell targets; an Aura spell what it may enchant (303.4a)."""
    ability = spell_ability(card)
    if ability.modes:
        return tuple(target for mode in modes for target in ability.modes[mode].targets)
    enchant = keyword_of(card, "enchant")
    if enchant is not None and "Aura" in card.subtypes:
        return (Target(enchant.filter, "" if enchant.filter is not None else "any"),)
    return ability.targets


def ways(state: MagicState, seat: Seat, ref: int, face: str) -> list[Way]:
    """Every way in which a player may cast this card now, payable or not."""
    view = view_of(state)
    obj = index(state.objects).get(ref)
    own = state.players[seat]
    zone = obj.zone if obj is not None else "hand" if ref in own.hand else ""
    if not zone or (obj is not None and obj.owner != seat):
        return []
    card = printed_card(obj) if obj is not None else card_of(face)
    found: list[Way] = []
    if "Land" not in card.types and face:
        found += _printed_ways(state, seat, ref, card, zone)
    if zone == "hand" and keyword_of(card, "morph") is not None and sorcery_time(state, seat):
        found.append(Way("face down", Cost("{3}"), face_down=True))
    if found and view.ruled(CostChange, seat):
        for way in found:
            seen = glimpse(state, ref, face, seat, down=way.face_down)
            way.extra += surcharge(view, seat, seen)
    return found


def _printed_ways(state: MagicState, seat: Seat, ref: int, card: Card, zone: str) -> list[Way]:
    if not _timely(state, seat, ref, card):
        return []
    found: list[Way] = []
    printed = Cost(card.cost)
    if zone == "hand":
        found.append(Way("", printed))
        evoke = keyword_of(card, "evoke")
        if evoke is not None and evoke.cost is not None:
            found.append(Way("evoke", evoke.cost))
    elif zone == "command" and state.players[seat].commander == ref:
        found.append(Way("command", printed, 2 * state.players[seat].casts))
    elif zone == "graveyard":
        flashback = keyword_of(card, "flashback")
        live = view_of(state).seen.get(ref)
        if flashback is not None and live is not None and live.has("flashback"):
            found.append(Way("flashback", flashback.cost or printed))
    return found if card.cost or zone != "hand" else [way for way in found if way.name]


def _timely(state: MagicState, seat: Seat, ref: int, card: Card) -> bool:
    if "Instant" in card.types or keyword_of(card, "flash") is not None or sorcery_time(state, seat):
        return True
    view = view_of(state)
    for change, source in view.ruled(CastAs, seat):
        obj = Obj(ref, -1, "stack", seat, seat)
        if passes(change.filter, Ctx(view, seat, source), Seen(obj, card)):
            return True
    return False


def surcharge(view: View, seat: Seat, seen: Seen) -> int:
    """How much more (or less) generic mana a spell costs this player (601.2f)."""
    extra = 0
    for change, source in view.ruled(CostChange, seat):
        ctx = Ctx(view, source.controller if source is not None else seat, source)
        if passes(change.filter, ctx, seen):
            extra += value(change.amount, ctx)
    return extra


def castable(state: MagicState, seat: Seat, ref: int, face: str) -> list[Way]:
    """The ways to cast this card that can be paid and have targets."""
    view = view_of(state)
    found = []
    for way in ways(state, seat, ref, face):
        card = FACE_DOWN if way.face_down else card_of(face)
        extra = spell_ability(card).extra
        if not payable(view, seat, way.cost, ref, way.extra):
            continue
        if extra is not None and not payable(view, seat, extra, ref):
            continue
        if way.face_down or not _aims(card) or has_targets(view, seat, card, glimpse(state, ref, face, seat)):
            found.append(way)
    return found


@lru_cache(maxsize=4096)
def _aims(card: Card) -> bool:
    """Whether a spell asks for a target at all, or for a mode."""
    return bool(spell_ability(card).modes or wanted(card))


def has_targets(view: View, seat: Seat, card: Card, source: Seen) -> bool:
    """Whether there is a target for everything that needs one."""
    ability = spell_ability(card)
    ctx = Ctx(view, seat, source)
    if ability.modes:
        return bool(open_modes(ctx, ability.modes, source))
    return all(
        target.least == 0 or len(targets.options(ctx, target, source, source.id)) >= target.least
        for target in wanted(card)
    )


def open_modes(ctx: Ctx, modes: tuple[Mode, ...], source: Seen | None) -> list[int]:
    """The modes whose targets are there."""
    return [
        place
        for place, mode in enumerate(modes)
        if all(
            target.least == 0 or len(targets.options(ctx, target, source)) >= target.least
            for target in mode.targets
        )
    ]


def land_plays(view: View, seat: Seat) -> int:
    """How many lands a player may play in a turn (305.2)."""
    return 1 + sum(int(change.count) for change, _ in view.ruled(ExtraLands, seat))


def may_play_land(state: MagicState, seat: Seat) -> bool:
    """Whether a player may play a land now."""
    return sorcery_time(state, seat) and state.players[seat].lands < land_plays(view_of(state), seat)


def activatable(state: MagicState, seat: Seat, seen: Seen, place: int, *, mana: bool = False) -> bool:
    """Whether a player may activate this ability now."""
    ability = seen.abilities[place].ability if 0 <= place < len(seen.abilities) else None
    if not isinstance(ability, Activated) or seen.zone != ability.zone or is_mana(ability) != mana:
        return False
    if seen.controller != seat and not ability.anyone:
        return False
    if seen.zone != "battlefield" and seen.obj.owner != seat:
        return False
    view = view_of(state)
    if ability.cost.tap and not ready_to_tap(view, seen):
        return False  # it could not be paid: asked first, as most of what is asked about is a tapped land
    loyalty = ability.cost.loyalty is not None
    if (ability.sorcery or loyalty) and not sorcery_time(state, seat):
        return False
    status = index(state.status).get(seen.id)
    used = status.used if status is not None else ()
    if (loyalty and "loyalty" in used) or (ability.once and f"ability {place}" in used):
        return False
    if any(change.what == "activate" for change, _ in seen.cant) and not mana:
        return False
    ctx = Ctx(view, seat, seen)
    if ability.if_ is not None and not holds(ability.if_, ctx):
        return False
    if not payable(view, seat, ability.cost, seen.id):
        return False
    if ability.modes:
        return bool(open_modes(ctx, ability.modes, seen))
    return all(
        target.least == 0 or len(targets.options(ctx, target, seen)) >= target.least
        for target in ability.targets
    )
