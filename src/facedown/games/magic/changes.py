"""What each change does to an object, in its layer."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import msgspec

from facedown.games.magic import model as m
from facedown.games.magic.amounts import value
from facedown.games.magic.filters import Ctx
from facedown.games.magic.keywords import expand
from facedown.games.magic.seen import BASIC_LAND_TYPES, NO_ABILITIES, Has, Kit, Seen, is_mana
from facedown.games.magic.subtypes import kind_of
from facedown.kernel import Seat

COLOR_WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}


class Ready:
    """A change with its values worked out: who, how much, which type or color was chosen."""

    __slots__ = ("change", "given", "granted", "kits", "stamp")

    def __init__(self, change: m.Change, given: Any, stamp: int) -> None:
        self.change, self.given, self.stamp = change, given, stamp
        self.kits: dict[tuple[Kit, tuple[str, ...]], Kit] = {}
        """What becomes of those that gain or lose something: a hundred tokens that are alike stay alike."""
        self.granted: list[tuple[m.Ability, list[Has]]] | None = None
        """What is gained."""


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
    _MAKE[type(ready.change)](seen, ready.change, ready)


def _boost(seen: Seen, _: m.Boost, ready: Ready) -> None:
    power, toughness = ready.given
    seen.power += power
    seen.toughness += toughness


def _set_base(seen: Seen, _: m.SetBase, ready: Ready) -> None:
    power, toughness = ready.given
    if power is not None:
        seen.power = seen.value if isinstance(power, m.ItsValue) else power
    if toughness is not None:
        seen.toughness = seen.value if isinstance(toughness, m.ItsValue) else toughness


def _switch(seen: Seen, _: m.Switch, __: Ready) -> None:
    seen.power, seen.toughness = seen.toughness, seen.power


def _gain(seen: Seen, change: m.Gain, ready: Ready) -> None:
    _take(seen, change.abilities, ready)


def _gain_chosen(seen: Seen, _: m.GainChosen, ready: Ready) -> None:
    ward = m.Keyword("protection", filter=m.Filter(colors=(ready.given,), zone="anywhere"))
    _take(seen, (ward,), ready)


def _take(seen: Seen, abilities: tuple[m.Ability, ...], ready: Ready) -> None:
    kit = ready.kits.get((seen.kit, seen.barred))
    if kit is None:
        if ready.granted is None:
            ready.granted = [
                (ability, [Has(meaning, ready.stamp, granted=True) for meaning in expand(ability)])
                for ability in abilities
            ]
        new = tuple(
            has
            for ability, meanings in ready.granted
            if not (isinstance(ability, m.Keyword) and ability.name in seen.barred)
            for has in meanings
        )
        kit = ready.kits[seen.kit, seen.barred] = seen.kit.with_more(new)
    seen.give(kit)


def _keep(seen: Seen, ready: Ready, keeps: Callable[[Has], bool]) -> None:
    """What is not kept is lost; objects that are alike stay alike."""
    kit = ready.kits.get((seen.kit, ()))
    if kit is None:
        kept = tuple(has for has in seen.abilities if keeps(has))
        kit = seen.kit if len(kept) == len(seen.abilities) else Kit(kept) if kept else NO_ABILITIES
        ready.kits[seen.kit, ()] = kit
    seen.give(kit)


def _lose_all(seen: Seen, change: m.LoseAll, ready: Ready) -> None:
    if change.but_mana:
        _keep(seen, ready, lambda has: is_mana(has.ability))
    else:
        seen.give(NO_ABILITIES)


def _lose(seen: Seen, change: m.Lose | m.CantHave, ready: Ready) -> None:
    word = change.keyword
    _keep(seen, ready, lambda h: not (isinstance(h.ability, m.Keyword) and h.ability.name == word))


def _cant_have(seen: Seen, change: m.CantHave, ready: Ready) -> None:
    _lose(seen, change, ready)
    if change.keyword not in seen.barred:
        seen.barred = (*seen.barred, change.keyword)


def _add_types(seen: Seen, change: m.AddTypes, ready: Ready) -> None:
    subtypes = change.subtypes if ready.given is None else (*change.subtypes, ready.given)
    seen.types = _and(seen.types, change.types)
    seen.subtypes = _and(seen.subtypes, subtypes)
    seen.supertypes = _and(seen.supertypes, change.supertypes)


def _and(words: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    new = [word for word in more if word not in words]
    return (*words, *new) if new else words


def _set_types(seen: Seen, change: m.SetTypes, ready: Ready) -> None:
    # Subtypes stay that go with a card type it still has, and are not of the kind now given (205.1a).
    given = {kind for word in change.subtypes for kind in kind_of(word)}
    kept = tuple(
        word
        for word in seen.subtypes
        if any(kind in change.types and kind not in given for kind in kind_of(word))
    )
    seen.types, seen.subtypes = change.types, (*kept, *change.subtypes)
    _lose_text(seen, change.subtypes, ready)


def _set_subtypes(seen: Seen, change: m.SetSubtypes, ready: Ready) -> None:
    if change.chosen and ready.given is None:
        return
    new = change.subtypes if ready.given is None else (ready.given,)
    kinds = ("Creature", "Kindred") if change.of == "creature" else ("Land",)
    kept = tuple(word for word in seen.subtypes if not any(kind in kinds for kind in kind_of(word)))
    seen.subtypes = (*kept, *new)
    if change.of == "land":
        _lose_text(seen, new, ready)


def _lose_types(seen: Seen, change: m.LoseTypes, _: Ready) -> None:
    seen.types = tuple(word for word in seen.types if word not in change.types)
    seen.supertypes = tuple(word for word in seen.supertypes if word not in change.supertypes)
    seen.subtypes = tuple(w for w in seen.subtypes if any(kind in seen.types for kind in kind_of(w)))


def _set_colors(seen: Seen, change: m.SetColors, _: Ready) -> None:
    seen.colors = change.colors


def _add_colors(seen: Seen, change: m.AddColors, ready: Ready) -> None:
    wanted = change.colors if ready.given is None else (*change.colors, ready.given)
    seen.colors = _and(seen.colors, wanted)


def _control(seen: Seen, _: m.Control, ready: Ready) -> None:
    if ready.given is not None:
        seen.controller = ready.given


def _change_text(seen: Seen, change: m.ChangeText, _: Ready) -> None:
    old, new = change.old, change.new
    seen.set_abilities(tuple(_reworded(has, old, new) for has in seen.abilities))
    seen.subtypes = tuple(dict.fromkeys(new if word == old else word for word in seen.subtypes))


_MAKE: dict[type, Callable[[Seen, Any, Ready], None]] = {
    m.Boost: _boost,
    m.SetBase: _set_base,
    m.Switch: _switch,
    m.Gain: _gain,
    m.GainChosen: _gain_chosen,
    m.LoseAll: _lose_all,
    m.Lose: _lose,
    m.CantHave: _cant_have,
    m.AddTypes: _add_types,
    m.SetTypes: _set_types,
    m.SetSubtypes: _set_subtypes,
    m.LoseTypes: _lose_types,
    m.SetColors: _set_colors,
    m.AddColors: _add_colors,
    m.Control: _control,
    m.ChangeText: _change_text,
}


def _lose_text(seen: Seen, subtypes: tuple[str, ...], ready: Ready) -> None:
    """A land whose type is set to a basic land type loses the abilities of its text (305.7)."""
    if any(word in BASIC_LAND_TYPES for word in subtypes):
        _keep(seen, ready, lambda has: has.granted)


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
