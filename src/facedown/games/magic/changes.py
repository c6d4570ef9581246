"""What each change does to an object, in its layer."""

from functools import lru_cache
from typing import Any

import msgspec

from facedown.games.magic import model as m
from facedown.games.magic.amounts import value
from facedown.games.magic.filters import Ctx
from facedown.games.magic.keywords import expand
from facedown.games.magic.seen import BASIC_LAND_TYPES, Has, Kit, Seen, is_mana
from facedown.games.magic.subtypes import kind_of
from facedown.kernel import Seat

COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


class Ready:
    """A change with its values worked out: who, how much, which type or color was chosen."""

    __slots__ = ("change", "given", "kits", "stamp")

    def __init__(self, change: m.Change, given: Any, stamp: int) -> None:
        self.change, self.given, self.stamp = change, given, stamp
        self.kits: dict[tuple[Kit, tuple[str, ...]], Kit] = {}
        """What those become that gain something: a hundred tokens that are alike stay alike."""


def ready(change: m.Change, ctx: Ctx, stamp: int, color: str = "") -> Ready:
    """Work out what a change means now. Two equal results do the same (613.8a)."""
    given: Any = None
    match change:
        case m.Control(who=who):
            seats = ctx.seats(who)
            given = seats[0] if seats else None
        case m.AddTypes(chosen=True) | m.SetSubtypes(chosen=True):
            given = _chosen(ctx, "creature type")
        case m.AddColors(chosen=True):
            given = _chosen(ctx, "color")
        case m.GainChosen():
            given = color
        case m.Boost(power=power, toughness=toughness):
            given = value(power, ctx), value(toughness, ctx)
        case m.SetBase(power=power, toughness=toughness):
            given = (
                power if power is None or isinstance(power, m.ItsValue) else value(power, ctx),
                toughness
                if toughness is None or isinstance(toughness, m.ItsValue)
                else value(toughness, ctx),
            )
    return Ready(change, given, stamp)


def _chosen(ctx: Ctx, what: str) -> str | None:
    return dict(ctx.source.obj.chosen).get(what) if ctx.source is not None else None


def make(ready: Ready, seen: Seen) -> None:
    """Change the object."""
    change, given = ready.change, ready.given
    match change:
        case m.Boost():
            seen.power += given[0]
            seen.toughness += given[1]
        case m.SetBase():
            power, toughness = given
            if power is not None:
                seen.power = seen.value if isinstance(power, m.ItsValue) else power
            if toughness is not None:
                seen.toughness = seen.value if isinstance(toughness, m.ItsValue) else toughness
        case m.Gain(abilities=abilities):
            _gain(seen, abilities, ready)
        case m.GainChosen():
            ward = m.Keyword("protection", filter=m.Filter(colors=(given,), zone="anywhere"))
            _gain(seen, (ward,), ready)
        case m.LoseAll(but_mana=but_mana):
            seen.set_abilities(tuple(h for h in seen.abilities if is_mana(h.ability)) if but_mana else ())
        case m.Lose(keyword=keyword):
            _lose(seen, keyword)
        case m.CantHave(keyword=keyword):
            _lose(seen, keyword)
            seen.barred = (*seen.barred, keyword)
        case m.AddTypes():
            _add_types(seen, change, given)
        case m.SetTypes(types=types, subtypes=subtypes):
            # Subtypes stay that go with a card type it still has, and are not of the kind now given (205.1a).
            given_kinds = {kind for word in subtypes for kind in kind_of(word)}
            kept = tuple(
                word
                for word in seen.subtypes
                if any(kind in types and kind not in given_kinds for kind in kind_of(word))
            )
            seen.types, seen.subtypes = types, (*kept, *subtypes)
            _lose_text(seen, subtypes)
        case m.SetSubtypes():
            _set_subtypes(seen, change, given)
        case m.LoseTypes(types=types, supertypes=supertypes):
            seen.types = tuple(word for word in seen.types if word not in types)
            seen.supertypes = tuple(word for word in seen.supertypes if word not in supertypes)
            seen.subtypes = tuple(w for w in seen.subtypes if any(kind in seen.types for kind in kind_of(w)))
        case m.SetColors(colors=colors):
            seen.colors = colors
        case m.AddColors(colors=colors):
            wanted = colors if given is None else (*colors, given)
            seen.colors = (*seen.colors, *(color for color in wanted if color not in seen.colors))
        case m.Control():
            if given is not None:
                seen.controller = given
        case m.ChangeText(old=old, new=new):
            seen.set_abilities(tuple(_reworded(has, old, new) for has in seen.abilities))
            seen.subtypes = tuple(dict.fromkeys(new if word == old else word for word in seen.subtypes))
        case m.Switch():
            seen.power, seen.toughness = seen.toughness, seen.power


def _gain(seen: Seen, abilities: tuple[m.Ability, ...], ready: Ready) -> None:
    kit = ready.kits.get((seen.kit, seen.barred))
    if kit is None:
        new = tuple(
            Has(meaning, ready.stamp, granted=True)
            for ability in abilities
            if not (isinstance(ability, m.Keyword) and ability.name in seen.barred)
            for meaning in expand(ability)
        )
        kit = ready.kits[seen.kit, seen.barred] = Kit(seen.abilities + new)
    seen.give(kit)


def _lose(seen: Seen, keyword: str) -> None:
    seen.set_abilities(
        tuple(
            h for h in seen.abilities if not (isinstance(h.ability, m.Keyword) and h.ability.name == keyword)
        )
    )


def _add_types(seen: Seen, change: m.AddTypes, chosen: str | None) -> None:
    subtypes = change.subtypes if chosen is None else (*change.subtypes, chosen)
    seen.types = (*seen.types, *(word for word in change.types if word not in seen.types))
    seen.subtypes = (*seen.subtypes, *(word for word in subtypes if word not in seen.subtypes))
    seen.supertypes = (*seen.supertypes, *(w for w in change.supertypes if w not in seen.supertypes))


def _set_subtypes(seen: Seen, change: m.SetSubtypes, chosen: str | None) -> None:
    if change.chosen and chosen is None:
        return
    new = change.subtypes if chosen is None else (chosen,)
    kinds = ("Creature", "Kindred") if change.of == "creature" else ("Land",)
    kept = tuple(word for word in seen.subtypes if not any(kind in kinds for kind in kind_of(word)))
    seen.subtypes = (*kept, *new)
    if change.of == "land":
        _lose_text(seen, new)


def _lose_text(seen: Seen, subtypes: tuple[str, ...]) -> None:
    """A land whose type is set to a basic land type loses the abilities of its text (305.7)."""
    if any(word in BASIC_LAND_TYPES for word in subtypes):
        seen.set_abilities(tuple(has for has in seen.abilities if has.granted))


def _reworded(has: Has, old: str, new: str) -> Has:
    if has.granted:
        return has
    ability = reword(has.ability, old, new)
    return has if ability is has.ability else Has(ability, has.stamp)


@lru_cache(maxsize=1024)
def reword(node: Any, old: str, new: str) -> Any:
    """A definition with one color word or basic land type read as another (612)."""
    if isinstance(node, tuple):
        changed = tuple(reword(item, old, new) for item in node)
        return node if all(one is other for one, other in zip(node, changed, strict=True)) else changed
    if not isinstance(node, msgspec.Struct):
        return node
    letters = COLOR_WORDS.get(old), COLOR_WORDS.get(new)
    fields: dict[str, Any] = {}
    for field in node.__struct_fields__:
        before = getattr(node, field)
        if field in ("colors", "not_colors", "indicator") and before and letters[0] is not None:
            after: Any = tuple(letters[1] if letter == letters[0] else letter for letter in before)
        elif field in ("subtypes", "not_subtypes") and all(kind in before for kind in BASIC_LAND_TYPES):
            continue  # "every basic land type": no word of it stands there
        elif field in ("subtypes", "not_subtypes"):
            after = tuple(new if word == old else word for word in before)
        elif field in ("name", "cost", "named", "mana"):
            continue
        else:
            after = reword(before, old, new) if isinstance(before, tuple | msgspec.Struct) else before
        if after is not before and after != before:
            fields[field] = after
    return msgspec.structs.replace(node, **fields) if fields else node


def controller_of(seen: Seen | None, other: Seat) -> Seat:
    """Who `you` is for an effect: the controller of its source (109.5), or whoever made it."""
    return other if seen is None else seen.controller
