"""The layers once more, slow and obvious, from the text of rules 613, 305 and 612 and from nothing else.

It knows cards and changes as data, and reads a state; it shares no code with the view that it is compared
with: what it collects, how it orders and applies it, how it reads filters, amounts and conditions is its own.
Whatever a card asks for that is not written here is an error, never a guess.
"""

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

import msgspec

from facedown.games.magic import model as m
from facedown.games.magic.cards import CARDS
from facedown.games.magic.keywords import expand
from facedown.games.magic.state import Effect, MagicState, Obj
from facedown.games.magic.subtypes import kind_of

LAYER: dict[type, str] = {
    m.Control: "2",
    m.ChangeText: "3",
    m.AddTypes: "4",
    m.SetTypes: "4",
    m.SetSubtypes: "4",
    m.LoseTypes: "4",
    m.SetColors: "5",
    m.AddColors: "5",
    m.Gain: "6",
    m.GainChosen: "6",
    m.LoseAll: "6",
    m.Lose: "6",
    m.CantHave: "6",
    m.SetBase: "7b",
    m.Boost: "7c",
    m.Switch: "7d",
}
BASIC = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
WORDS = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}
KEYWORD_COUNTERS = (
    "flying",
    "first strike",
    "deathtouch",
    "haste",
    "lifelink",
    "menace",
    "trample",
    "vigilance",
)
NOBODY = m.Card("", types=("Creature",), power="2", toughness="2")


@dataclass(frozen=True)
class Held:
    """An ability that an object has. The key says which one it is, whatever its text says by now."""

    key: tuple[Any, ...]
    ability: m.Ability
    since: int
    given: bool
    """By another effect or by a land type, and not by the object's own text."""


@dataclass
class Thing:
    """An object while the layers are applied."""

    obj: Obj
    card: m.Card
    controller: int
    types: set[str]
    subtypes: set[str]
    supertypes: set[str]
    colors: set[str]
    power: int
    toughness: int
    abilities: list[Held]
    barred: set[str] = field(default_factory=set)

    def twin(self) -> "Thing":
        """A copy that may be changed."""
        new = copy(self)
        new.types, new.subtypes, new.supertypes = set(self.types), set(self.subtypes), set(self.supertypes)
        new.colors, new.abilities, new.barred = set(self.colors), list(self.abilities), set(self.barred)
        return new

    def has(self, keyword: str) -> bool:
        """Whether it has a keyword."""
        return any(isinstance(h.ability, m.Keyword) and h.ability.name == keyword for h in self.abilities)


@dataclass(frozen=True)
class Continuous:
    """A continuous effect: from a static ability (then it has a source), or from something that resolved."""

    key: tuple[Any, ...]
    stamp: int
    changes: tuple[m.Change, ...]
    static: m.Static | None = None
    source: int = -1
    fixed: tuple[int, ...] = ()
    """What it applies to, if it does not come from a static ability (611.2c)."""
    seat: int = -1
    color: str = ""

    @property
    def defines(self) -> bool:
        """Whether it is from a characteristic-defining ability."""
        return self.static is not None and self.static.cda

    def part(self, layer: str) -> list[m.Change]:
        """Its changes in a layer."""
        return [change for change in self.changes if _layer(change, self.defines) == layer]


def _layer(change: m.Change, defines: bool) -> str:
    layer = LAYER.get(type(change), "rules")
    return "7a" if layer == "7b" and defines else layer


class World:
    """All objects at one moment of the layers."""

    def __init__(self, state: MagicState, things: dict[int, Thing], started: dict[Any, Any]) -> None:
        self.state, self.things = state, things
        self.started: dict[tuple[Any, ...], tuple[Continuous, tuple[int, ...]]] = started
        """Effects that have begun to apply, and to what: they go on with that (613.6)."""

    def trial(self) -> "World":
        """The same world, to try something in."""
        return World(self.state, {key: t.twin() for key, t in self.things.items()}, dict(self.started))


def characteristics(state: MagicState) -> World:
    """Everything that every object is."""
    world = World(state, {obj.id: _layer_one(state, obj) for obj in state.objects}, {})
    for layer in ("2", "3", "4", "5", "6", "7a", "7b", "7c", "7d"):
        applied: set[tuple[Any, ...]] = set()
        while True:
            waiting = [e for e in _effects(world) if e.part(layer) and e.key not in applied]
            if not waiting:
                break
            effect = _next(world, waiting, layer)
            _apply(world, effect, layer)
            applied.add(effect.key)
        if layer == "4":
            _land_types_bring_mana(world)
    return world


def rules(world: World) -> list[tuple[str, tuple[int, ...]]]:
    """Effects on players that are left when all layers have been applied (613.10, 613.11)."""
    found = []
    for effect in _effects(world):
        for change in effect.part("rules"):
            if not isinstance(change, m.Cant | m.Must | m.CanBlockMore):
                assert effect.static is not None
                found.append((repr(change), tuple(sorted(_seats(world, effect, effect.static.who)))))
    return sorted(found)


# --- layer 1 ---


def _layer_one(state: MagicState, obj: Obj) -> Thing:
    card = obj.card or CARDS[obj.face] if not obj.face_down else NOBODY
    copies = [e for e in state.effects if e.copy is not None and (obj.id, obj.born) in e.objects]
    if copies and not obj.face_down:
        latest = max(copies, key=lambda effect: effect.stamp)
        assert latest.copy is not None
        card = latest.copy
    letters = {letter for letter in "WUBRG" if letter in card.cost} | set(card.indicator)
    meanings = [meaning for ability in card.abilities for meaning in expand(ability)]
    return Thing(
        obj,
        card,
        obj.controller,
        set(card.types),
        set(card.subtypes),
        set(card.supertypes),
        letters if card.colors is None else set(card.colors),
        _printed(card.power),
        _printed(card.toughness),
        [Held((obj.id, place), ability, 0, False) for place, ability in enumerate(meanings)],
    )


def _printed(words: str | None) -> int:
    """A star counts as 0 until its ability says more (208.2a)."""
    return sum(int(part) for part in (words or "").split("+") if part not in ("", "*"))


# --- which effects there are ---


def _effects(world: World) -> list[Continuous]:
    found = [_resolved(place, effect) for place, effect in enumerate(world.state.effects) if effect.changes]
    for thing in world.things.values():
        for kind, _, stamp in thing.obj.counters:
            if thing.obj.zone == "battlefield" and kind in KEYWORD_COUNTERS:
                gain = m.Gain((m.Keyword(kind),))
                found.append(
                    Continuous(("counter", thing.obj.id, kind), stamp, (gain,), fixed=(thing.obj.id,))
                )
            if thing.obj.zone == "battlefield" and kind in ("+1/+1", "-1/-1"):
                sign = 1 if kind == "+1/+1" else -1
                much = sign * thing.obj.counter(kind)
                boost = m.Boost(much, much)
                found.append(
                    Continuous(("counter", thing.obj.id, kind), stamp, (boost,), fixed=(thing.obj.id,))
                )
        for held in thing.abilities:
            if isinstance(held.ability, m.Static) and _works(held.ability, thing):
                effect = _static(thing, held, held.ability)
                if effect.key not in world.started and _condition(world, effect):
                    found.append(effect)
    return [*found, *(effect for effect, _ in world.started.values() if effect.static is not None)]


def _resolved(place: int, effect: Effect) -> Continuous:
    return Continuous(
        ("resolved", place),
        effect.stamp,
        effect.changes,
        fixed=tuple(effect.objects),  # type: ignore[arg-type]  # with their incarnations; see `_objects`
        seat=effect.controller,
        color=effect.color,
    )


def _static(thing: Thing, held: Held, ability: m.Static) -> Continuous:
    """The later of the timestamps of the object and of what gave it the ability (613.7a)."""
    stamp = max(thing.obj.stamp, held.since)
    return Continuous(("static", *held.key), stamp, ability.changes, ability, thing.obj.id)


def _works(ability: m.Static, thing: Thing) -> bool:
    """Abilities work on the battlefield unless they say otherwise; those that define, everywhere (113.6)."""
    return ability.cda or ability.zone in ("anywhere", thing.obj.zone)


def _condition(world: World, effect: Continuous) -> bool:
    assert effect.static is not None
    return effect.static.if_ is None or _holds(world, effect, effect.static.if_)


def _objects(world: World, effect: Continuous) -> tuple[int, ...]:
    if effect.key in world.started:
        return world.started[effect.key][1]
    if effect.static is None:
        if effect.key[0] == "counter":
            return effect.fixed
        pointers: Any = effect.fixed
        return tuple(k for k, born in pointers if k in world.things and world.things[k].obj.born == born)
    what = effect.static.what
    if isinstance(what, m.Filter):
        return tuple(key for key, thing in world.things.items() if _passes(world, effect, what, thing))
    if what == "this":
        return (effect.source,)
    if what == "attached":
        to = world.things[effect.source].obj.attached
        host = world.things.get(to) if to is not None else None
        return (host.obj.id,) if host is not None and host.obj.zone == "battlefield" else ()
    assert what is None, what
    return ()


# --- the order of effects ---


def _next(world: World, waiting: list[Continuous], layer: str) -> Continuous:
    """Those that define characteristics first (613.3); then by age, but none before what it depends on."""
    waiting = [effect for effect in waiting if effect.defines] or waiting
    before = {one.key: _outcome(world, one, layer) for one in waiting}
    depends: dict[Any, set[Any]] = {one.key: set() for one in waiting}
    for other in waiting:
        trial = world.trial()
        _apply(trial, other, layer)
        for one in waiting:
            if one.key != other.key and _outcome(trial, one, layer) != before[one.key]:
                depends[one.key].add(other.key)
    reach = {key: _reached(depends, key) for key in depends}
    free = [
        one
        for one in waiting
        if all(one.key in reach[other] for other in depends[one.key])  # nothing, or a loop (613.8b)
    ]
    return min(free, key=_age)


def _age(effect: Continuous) -> tuple[int, int]:
    """Timestamps decide (613.7); of two abilities of one object with the same, its own is the older."""
    return effect.stamp, len(effect.key)


def _reached(depends: dict[Any, set[Any]], key: Any) -> set[Any]:
    found: set[Any] = set()
    ahead = [key]
    while ahead:
        for other in depends[ahead.pop()]:
            if other not in found:
                found.add(other)
                ahead.append(other)
    return found


def _outcome(world: World, effect: Continuous, layer: str) -> Any:
    """Whether it exists, its text, what it applies to and what it does to that: all that 613.8a names."""
    if effect.static is not None and effect.key not in world.started:
        thing = world.things[effect.source]
        held = next((one for one in thing.abilities if ("static", *one.key) == effect.key), None)
        if held is None or not isinstance(held.ability, m.Static):
            return None
        effect = _static(thing, held, held.ability)
        if not _condition(world, effect):
            return None
    does = [_worked_out(world, effect, change) for change in effect.part(layer)]
    return effect.changes, set(_objects(world, effect)), does


# --- what effects do ---


def _apply(world: World, effect: Continuous, layer: str) -> None:
    objects = _objects(world, effect)
    world.started[effect.key] = effect, objects
    for place, change in enumerate(effect.part(layer)):
        given = _worked_out(world, effect, change)
        for key in objects:
            _change(world.things[key], change, given, effect, place)


def _you(world: World, effect: Continuous) -> int:
    """Whoever controls the source now (109.5), or controlled what resolved."""
    return world.things[effect.source].controller if effect.static is not None else effect.seat


def _chosen(world: World, effect: Continuous, what: str) -> str | None:
    return dict(world.things[effect.source].obj.chosen).get(what)


def _worked_out(world: World, effect: Continuous, change: m.Change) -> Any:
    match change:
        case m.Control(who="you"):
            return _you(world, effect)
        case m.AddTypes(chosen=True) | m.SetSubtypes(chosen=True):
            return _chosen(world, effect, "creature type")
        case m.AddColors(chosen=True):
            return _chosen(world, effect, "color")
        case m.SetBase(power=power, toughness=toughness) | m.Boost(power=power, toughness=toughness):
            return tuple(
                part if part is None or isinstance(part, m.ItsValue) else _number(world, effect, part)
                for part in (power, toughness)
            )
    return None


def _change(thing: Thing, change: m.Change, given: Any, effect: Continuous, place: int) -> None:
    match change:
        case m.Control():
            thing.controller = given
        case m.ChangeText(old=old, new=new):
            if old in thing.subtypes:
                thing.subtypes = (thing.subtypes - {old}) | {new}
            thing.abilities = [
                Held(held.key, _reworded(held.ability, old, new), held.since, held.given)
                for held in thing.abilities
            ]
        case m.AddTypes():
            thing.types |= set(change.types)
            thing.subtypes |= set(change.subtypes) | ({given} if given else set())
            thing.supertypes |= set(change.supertypes)
        case m.SetTypes(types=types, subtypes=subtypes):
            # Subtypes go with their card types, and are replaced by new ones of the same kind (205.1a).
            kinds = {kind for word in subtypes for kind in kind_of(word)}
            keep = {w for w in thing.subtypes if set(kind_of(w)) & set(types) and not set(kind_of(w)) & kinds}
            thing.types, thing.subtypes = set(types), keep | set(subtypes)
            _basic_type_set(thing, set(subtypes))
        case m.SetSubtypes(of=of):
            new_types = {given} if change.chosen else set(change.subtypes)
            if new_types != {None}:
                kind = "Land" if of == "land" else "Creature"
                thing.subtypes = {w for w in thing.subtypes if kind not in kind_of(w)} | new_types
                _basic_type_set(thing, new_types)
        case m.LoseTypes(types=types, supertypes=supertypes):
            thing.types -= set(types)
            thing.supertypes -= set(supertypes)
            thing.subtypes = {word for word in thing.subtypes if set(kind_of(word)) & thing.types}
        case m.SetColors(colors=colors):
            thing.colors = set(colors)
        case m.AddColors(colors=colors):
            thing.colors |= set(colors) | ({given} if given else set())
        case _:
            _change_more(thing, change, given, effect, place)


def _change_more(thing: Thing, change: m.Change, given: Any, effect: Continuous, place: int) -> None:
    match change:
        case m.Gain(abilities=abilities):
            _gain(thing, abilities, effect, place)
        case m.GainChosen():
            ward = m.Keyword("protection", filter=m.Filter(colors=(effect.color,), zone="anywhere"))
            _gain(thing, (ward,), effect, place)
        case m.LoseAll(but_mana=but_mana):
            thing.abilities = [held for held in thing.abilities if but_mana and _makes_mana(held.ability)]
        case m.Lose(keyword=keyword) | m.CantHave(keyword=keyword):
            thing.abilities = [held for held in thing.abilities if not _is(held.ability, keyword)]
            if isinstance(change, m.CantHave):
                thing.barred.add(keyword)
        case m.SetBase() | m.Boost():
            value = _mana_value(thing.card.cost)
            power, toughness = (value if isinstance(part, m.ItsValue) else part for part in given)
            if isinstance(change, m.Boost):
                power, toughness = thing.power + power, thing.toughness + toughness
            thing.power = thing.power if power is None else power
            thing.toughness = thing.toughness if toughness is None else toughness
        case m.Switch():
            thing.power, thing.toughness = thing.toughness, thing.power
        case _:
            raise NotImplementedError(change)


def _is(ability: m.Ability, keyword: str) -> bool:
    return isinstance(ability, m.Keyword) and ability.name == keyword


def _gain(thing: Thing, abilities: tuple[m.Ability, ...], effect: Continuous, place: int) -> None:
    """It has them too, but for what it can't have (113.11)."""
    meanings = [x for a in abilities for x in expand(a) if not any(_is(a, w) for w in thing.barred)]
    for number, meaning in enumerate(meanings):
        thing.abilities.append(Held((thing.obj.id, effect.key, place, number), meaning, effect.stamp, True))


def _basic_type_set(thing: Thing, new: set[Any]) -> None:
    """With a basic land type in place of its own a land loses what its text says (305.7)."""
    if new & set(BASIC):
        thing.abilities = [held for held in thing.abilities if held.given]


def _land_types_bring_mana(world: World) -> None:
    """305.6."""
    for thing in world.things.values():
        if "Land" in thing.types and thing.obj.zone == "battlefield":
            for word in sorted(thing.subtypes & set(BASIC)):
                taps = m.Activated(m.Cost(tap=True), (m.AddMana(f"{{{BASIC[word]}}}"),))
                thing.abilities.append(Held((thing.obj.id, word), taps, 0, True))


def _makes_mana(ability: m.Ability) -> bool:
    """605.1a."""
    if not isinstance(ability, m.Activated) or ability.targets or ability.cost.loyalty is not None:
        return False
    return any(isinstance(operation, m.AddMana) for operation in ability.do)


def _mana_value(cost: str) -> int:
    symbols = [symbol.strip("{") for symbol in cost.split("}") if symbol]
    return sum(int(s) if s.isdecimal() else 0 if s == "X" else 2 if s[0] == "2" else 1 for s in symbols)


def _reworded(node: Any, old: str, new: str) -> Any:
    """Color words and basic land types wherever they stand in a text; mana symbols are no words (612.2)."""
    if isinstance(node, tuple):
        return tuple(_reworded(part, old, new) for part in node)
    if not isinstance(node, msgspec.Struct):
        return node
    fields = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name in ("colors", "not_colors", "indicator") and value and old in WORDS:
            fields[name] = tuple(WORDS[new] if letter == WORDS[old] else letter for letter in value)
        elif name in ("subtypes", "not_subtypes"):
            every = set(BASIC) <= set(value)  # "every basic land type" names none of them
            fields[name] = value if every else tuple(new if word == old else word for word in value)
        else:
            fields[name] = _reworded(value, old, new)
    return type(node)(**fields)


# --- filters, amounts, conditions ---

_NOTHING = m.Filter()
_TESTS: dict[str, Callable[[World, Continuous, Any, Thing], bool]] = {
    "types": lambda w, e, v, t: bool(set(v) & t.types),
    "all_types": lambda w, e, v, t: set(v) <= t.types,
    "not_types": lambda w, e, v, t: not set(v) & t.types,
    "subtypes": lambda w, e, v, t: bool(set(v) & t.subtypes),
    "not_subtypes": lambda w, e, v, t: not set(v) & t.subtypes,
    "supertypes": lambda w, e, v, t: bool(set(v) & t.supertypes),
    "not_supertypes": lambda w, e, v, t: not set(v) & t.supertypes,
    "colors": lambda w, e, v, t: bool(set(v) & t.colors),
    "not_colors": lambda w, e, v, t: not set(v) & t.colors,
    "keyword": lambda w, e, v, t: t.has(v),
    "without_keyword": lambda w, e, v, t: not t.has(v),
    "no_abilities": lambda w, e, v, t: not t.abilities,
    "control": lambda w, e, v, t: t.controller in _seats(w, e, v),
    "own": lambda w, e, v, t: t.obj.owner in _seats(w, e, v),
    "other": lambda w, e, v, t: t.obj.id != e.source,
    "token": lambda w, e, v, t: (t.obj.card is not None and t.obj.card.token) is v,
    "chosen": lambda w, e, v, t: v == "type" and _chosen(w, e, "creature type") in t.subtypes,
    "any_of": lambda w, e, v, t: any(_passes(w, e, part, t) for part in v),
}


def _passes(world: World, effect: Continuous, wanted: m.Filter, thing: Thing) -> bool:
    zone = wanted.zone if not (wanted.any_of and wanted.zone == "battlefield") else "anywhere"
    if zone == "elsewhere":
        if thing.obj.zone == "battlefield":
            return False
    elif zone not in ("anywhere", thing.obj.zone):
        return False
    for name in wanted.__struct_fields__:
        value = getattr(wanted, name)
        if name != "zone" and value != getattr(_NOTHING, name):
            if name not in _TESTS:
                raise NotImplementedError(name)
            if not _TESTS[name](world, effect, value, thing):
                return False
    return True


def _seats(world: World, effect: Continuous, who: str) -> tuple[int, ...]:
    everybody = tuple(seat for seat, own in enumerate(world.state.players) if not own.lost)
    if who == "you":
        return (_you(world, effect),)
    if who == "opponent":
        return tuple(seat for seat in everybody if seat != _you(world, effect))
    if who in ("each player", ""):
        return everybody
    raise NotImplementedError(who)


def _number(world: World, effect: Continuous, amount: Any) -> int:
    match amount:
        case int():
            return amount
        case m.Count(filter=wanted, times=times):
            return times * len([t for t in world.things.values() if _passes(world, effect, wanted, t)])
        case m.CardTypes(filter=wanted):
            among = [t for t in world.things.values() if _passes(world, effect, wanted, t)]
            return len({word for thing in among for word in thing.types})
        case m.HandSize(who=who):
            return sum(len(world.state.players[seat].hand) for seat in _seats(world, effect, who))
        case m.Life(who=who):
            return sum(world.state.players[seat].life for seat in _seats(world, effect, who))
        case m.Sum(amounts=amounts):
            return sum(_number(world, effect, part) for part in amounts)
    raise NotImplementedError(amount)


def _holds(world: World, effect: Continuous, condition: Any) -> bool:
    match condition:
        case m.Exists(filter=wanted, least=least, most=most):
            count = len([t for t in world.things.values() if _passes(world, effect, wanted, t)])
            return count >= least and (most is None or count <= most)
        case m.Compare(left=left, sign=">=", right=right):
            return _number(world, effect, left) >= _number(world, effect, right)
    raise NotImplementedError(condition)
