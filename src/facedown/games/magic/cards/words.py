"""Shorthands for what most cards have in common. They make values of the model, nothing else."""

from facedown.games.magic.model import (
    Ability,
    Activated,
    AddMana,
    Amount,
    Boost,
    Card,
    Change,
    Cost,
    Enters,
    Filter,
    Gain,
    Keyword,
    Mode,
    Operation,
    Spell,
    Static,
    Target,
    Triggered,
    Until,
    When,
)

FLYING, REACH, TRAMPLE, VIGILANCE, HASTE = map(Keyword, ("flying", "reach", "trample", "vigilance", "haste"))
FIRST_STRIKE, DOUBLE_STRIKE, DEATHTOUCH, LIFELINK, DEFENDER = map(
    Keyword, ("first strike", "double strike", "deathtouch", "lifelink", "defender")
)
INDESTRUCTIBLE, HEXPROOF, SHROUD, FLASH, MENACE = map(
    Keyword, ("indestructible", "hexproof", "shroud", "flash", "menace")
)
PROWESS, EXALTED, PERSIST, UNDYING, EVOLVE = map(
    Keyword, ("prowess", "exalted", "persist", "undying", "evolve")
)

FEAR, INFECT = map(Keyword, ("fear", "infect"))

CREATURE = Filter(types=("Creature",))
MINE = Filter(types=("Creature",), control="you")
OTHERS = Filter(types=("Creature",), control="you", other=True)
THEIRS = Filter(types=("Creature",), control="opponent")
ARTIFACT, ENCHANTMENT, LAND = (Filter(types=(kind,)) for kind in ("Artifact", "Enchantment", "Land"))
RELIC = Filter(types=("Artifact", "Enchantment"))
PERMANENT = Filter()
NONLAND = Filter(not_types=("Land",))
SPELL = Filter(zone="stack")
NONCREATURE_SPELL = Filter(not_types=("Creature",), zone="stack")
TRICK = Filter(types=("Instant", "Sorcery"), zone="stack")
DEAD_CREATURE = Filter(types=("Creature",), zone="graveyard", own="you")
BASIC_LAND = Filter(types=("Land",), supertypes=("Basic",), zone="library")

ANY_TARGET = Target(Filter(types=("Creature", "Planeswalker")), player="any")
TARGET_CREATURE = Target(CREATURE)
TARGET_PLAYER = Target(player="any")
TARGET_OPPONENT = Target(player="opponent")
TARGET_SPELL = Target(SPELL)
TAP = Cost(tap=True)
THIS_ENTERS, THIS_DIES, THIS_ATTACKS = (When(event, "this") for event in ("enters", "dies", "attacks"))
LANDFALL = When("enters", Filter(types=("Land",), control="you"))

Aim = Target | tuple[Target, ...] | None


def _aims(on: Aim) -> tuple[Target, ...]:
    return () if on is None else (on,) if isinstance(on, Target) else on


def creature(
    name: str,
    cost: str,
    kinds: str,
    size: str,
    *abilities: Ability,
    legendary: bool = False,
    also: str = "",
) -> Card:
    """A creature, its subtypes and its size as on the card: `Human Knight`, `2/2`."""
    power, toughness = size.split("/")
    return Card(
        name,
        cost,
        (*also.split(), "Creature"),
        tuple(kinds.split()),
        ("Legendary",) if legendary else (),
        power,
        toughness,
        abilities=abilities,
    )


def token(name: str, colors: str, size: str, *abilities: Ability, also: str = "", kinds: str = "") -> Card:
    """A creature token; its subtypes are its name unless they are given."""
    power, toughness = size.split("/")
    return Card(
        name,
        "",
        (*also.split(), "Creature"),
        tuple((kinds or name).split()),
        power=power,
        toughness=toughness,
        indicator=tuple(colors),
        abilities=abilities,
        token=True,
    )


def instant(
    name: str,
    cost: str,
    *do: Operation,
    on: Aim = None,
    extra: Cost | None = None,
    more: tuple[Ability, ...] = (),
) -> Card:
    """An instant that does this to its targets."""
    return Card(name, cost, ("Instant",), abilities=(*more, Spell(do, _aims(on), extra=extra)))


def sorcery(
    name: str,
    cost: str,
    *do: Operation,
    on: Aim = None,
    extra: Cost | None = None,
    more: tuple[Ability, ...] = (),
) -> Card:
    """A sorcery that does this to its targets."""
    return Card(name, cost, ("Sorcery",), abilities=(*more, Spell(do, _aims(on), extra=extra)))


def modal(name: str, cost: str, kind: str, *modes: tuple[Operation, Aim], choose: int = 1) -> Card:
    """An instant or sorcery with modes, each with its own target."""
    given = tuple(Mode((do,), _aims(on)) for do, on in modes)
    return Card(name, cost, (kind,), abilities=(Spell(modes=given, choose=choose),))


def enchantment(name: str, cost: str, *abilities: Ability) -> Card:
    """An enchantment that is not attached to anything."""
    return Card(name, cost, ("Enchantment",), abilities=abilities)


def aura(name: str, cost: str, enchants: Filter, *abilities: Ability) -> Card:
    """An Aura; what it does to what it enchants stands in its abilities."""
    first = Keyword("enchant", filter=enchants)
    return Card(name, cost, ("Enchantment",), ("Aura",), abilities=(first, *abilities))


def worn(*changes: Change) -> Static:
    """What an Aura or Equipment does to what it is attached to."""
    return Static("attached", changes)


def artifact(name: str, cost: str, *abilities: Ability) -> Card:
    """An artifact that is no creature."""
    return Card(name, cost, ("Artifact",), abilities=abilities)


def equipment(name: str, cost: str, equip: str, *changes: Change) -> Card:
    """An Equipment with its equip cost."""
    return Card(
        name,
        cost,
        ("Artifact",),
        ("Equipment",),
        abilities=(worn(*changes), Keyword("equip", cost=Cost(equip))),
    )


def land(name: str, *abilities: Ability, kinds: str = "", supertypes: str = "") -> Card:
    """A land. Basic land types bring their mana with them."""
    return Card(name, "", ("Land",), tuple(kinds.split()), tuple(supertypes.split()), abilities=abilities)


def planeswalker(name: str, cost: str, kind: str, loyalty: int, *abilities: Ability) -> Card:
    """A planeswalker."""
    return Card(
        name, cost, ("Planeswalker",), (kind,), ("Legendary",), loyalty=str(loyalty), abilities=abilities
    )


def loyal(change: int, *do: Operation, on: Aim = None) -> Activated:
    """A loyalty ability."""
    return Activated(Cost(loyalty=change), do, _aims(on), sorcery=True)


def enters(*do: Operation, on: Aim = None) -> Triggered:
    """When this enters, do this."""
    return Triggered(THIS_ENTERS, do, _aims(on))


def dies(*do: Operation, on: Aim = None) -> Triggered:
    """When this dies, do this."""
    return Triggered(THIS_DIES, do, _aims(on))


def attacks(*do: Operation, on: Aim = None) -> Triggered:
    """Whenever this attacks, do this."""
    return Triggered(THIS_ATTACKS, do, _aims(on))


def when(event: When, *do: Operation, on: Aim = None) -> Triggered:
    """Whenever that happens, do this."""
    return Triggered(event, do, _aims(on))


def upkeep(*do: Operation) -> Triggered:
    """At the beginning of your upkeep, do this."""
    return Triggered(When("upkeep", who="you"), do)


def pay(cost: Cost | str, *do: Operation, on: Aim = None, label: str = "") -> Activated:
    """An activated ability; a cost of mana alone may be its symbols."""
    return Activated(Cost(cost) if isinstance(cost, str) else cost, do, _aims(on), label=label)


def tap_for(mana: str, count: Amount = 1) -> Activated:
    """Tap: add mana."""
    return Activated(TAP, (AddMana(mana, count),))


def gain(*keywords: Keyword) -> Gain:
    """Having these keywords."""
    return Gain(keywords)


def turn(*changes: Change) -> Until:
    """The target is changed until end of turn."""
    return Until("target", changes)


def team(*changes: Change) -> Until:
    """The creatures you control are changed until end of turn."""
    return Until(MINE, changes)


def grow(power: int, toughness: int) -> Until:
    """The target gets bigger (or smaller) until end of turn."""
    return turn(Boost(power, toughness))


def lord(of: Filter, *more: Keyword) -> Static:
    """These get +1/+1, and have these keywords."""
    return Static(of, (Boost(1, 1), Gain(more)) if more else (Boost(1, 1),))


def kin(*kinds: str, control: bool = True, other: bool = True) -> Filter:
    """Creatures of a type: other ones you control, unless said otherwise."""
    return Filter(subtypes=kinds, control="you" if control else "", other=other)


def protection(*colors: str) -> tuple[Keyword, ...]:
    """Protection from each of these colors."""
    return tuple(Keyword("protection", filter=Filter(colors=(color,))) for color in colors)


def coloured(*colors: str, control: bool = False, other: bool = False) -> Filter:
    """Creatures of these colors."""
    return Filter(types=("Creature",), colors=colors, control="you" if control else "", other=other)


def cards(*types: str, value_max: int | None = None, subtypes: tuple[str, ...] = ()) -> Filter:
    """Cards of these types in a library."""
    return Filter(types=types, subtypes=subtypes, zone="library", value_max=value_max)


def yours(*types: str, subtypes: tuple[str, ...] = ()) -> Target:
    """A card of these types in your graveyard."""
    return Target(Filter(types=types, subtypes=subtypes, zone="graveyard", own="you"))


def flashback(cost: str) -> Keyword:
    """Flashback for this mana."""
    return Keyword("flashback", cost=Cost(cost))


def kicker(cost: str) -> Keyword:
    """Kicker for this mana."""
    return Keyword("kicker", cost=Cost(cost))


def evoke(cost: str) -> Keyword:
    """Evoke for this mana."""
    return Keyword("evoke", cost=Cost(cost))


def walk(kind: str) -> Keyword:
    """Landwalk of a basic land type."""
    return Keyword("landwalk", filter=Filter(subtypes=(kind,)))


TAPPED = Enters(tapped=True)
