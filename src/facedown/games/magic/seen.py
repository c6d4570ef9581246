"""An object as the layers have made it."""

from functools import lru_cache
from typing import Any, NamedTuple

from facedown.games.magic.keywords import expand
from facedown.games.magic.manas import colors_of, value_of
from facedown.games.magic.model import (
    Ability,
    Activated,
    AddMana,
    Cant,
    Card,
    Cost,
    Keyword,
    Static,
    Triggered,
)
from facedown.games.magic.state import Obj

BASIC_LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


MOST_MORE = 64


class Has:
    """An ability on an object: printed or granted, and since when. Its identity is the ability's."""

    __slots__ = ("ability", "granted", "intrinsic", "stamp")

    def __init__(
        self, ability: Ability, stamp: int = 0, granted: bool = False, intrinsic: bool = False
    ) -> None:
        self.ability, self.stamp, self.granted, self.intrinsic = ability, stamp, granted, intrinsic


INTRINSIC = {
    kind: Has(Activated(Cost(tap=True), (AddMana(f"{{{color}}}"),)), intrinsic=True)
    for kind, color in BASIC_LAND_TYPES.items()
}


class Kit:
    """Abilities together, and what is asked of them again and again, worked out once.

    Objects with the same abilities share one: all that have what is printed on a card, to begin with.
    """

    __slots__ = ("_activated", "_keywords", "_more", "_triggered", "abilities", "statics")

    def __init__(self, abilities: tuple[Has, ...], statics: bool | None = None) -> None:
        self.abilities = abilities
        self.statics = _any_static(abilities) if statics is None else statics
        """Whether any of them is static."""
        self._keywords: dict[str, tuple[Keyword, ...]] | None = None
        self._activated: tuple[tuple[int, Activated, bool], ...] | None = None
        self._triggered: tuple[Triggered, ...] | None = None
        self._more: dict[tuple[Has, ...], Kit] = {}

    @property
    def keywords(self) -> dict[str, tuple[Keyword, ...]]:
        """Keyword abilities by name."""
        if self._keywords is None:
            self._keywords = {}
            for has in self.abilities:
                if isinstance(has.ability, Keyword):
                    name = has.ability.name
                    self._keywords[name] = (*self._keywords.get(name, ()), has.ability)
        return self._keywords

    @property
    def activated(self) -> tuple[tuple[int, Activated, bool], ...]:
        """Activated abilities, with their places, and whether each is a mana ability."""
        if self._activated is None:
            self._activated = tuple(
                (place, has.ability, is_mana(has.ability))
                for place, has in enumerate(self.abilities)
                if isinstance(has.ability, Activated)
            )
        return self._activated

    @property
    def triggered(self) -> tuple[Triggered, ...]:
        """Triggered abilities."""
        if self._triggered is None:
            self._triggered = tuple(
                has.ability for has in self.abilities if isinstance(has.ability, Triggered)
            )
        return self._triggered

    def with_more(self, more: tuple[Has, ...]) -> "Kit":
        """These and others."""
        return Kit(self.abilities + more, self.statics or _any_static(more)) if more else self

    def plus(self, more: tuple[Has, ...]) -> "Kit":
        """These and others, the same ones each time: what land types bring (305.6)."""
        known = self._more.get(more)
        if known is None:
            if len(self._more) >= MOST_MORE:
                self._more.clear()  # subtypes in every order: somebody tries how much we keep
            known = self._more[more] = Kit(self.abilities + more)
        return known


def _any_static(abilities: tuple[Has, ...]) -> bool:
    return any(isinstance(has.ability, Static) for has in abilities)


NO_ABILITIES = Kit(())
"""Of those that have lost all."""


@lru_cache(maxsize=4096)
def is_mana(ability: Ability) -> bool:
    """Whether an ability is a mana ability (605.1)."""
    if isinstance(ability, Activated):
        return (
            not ability.targets
            and ability.cost.loyalty is None
            and any(isinstance(operation, AddMana) for operation in ability.do)
        )
    return False


class Seen:
    """The characteristics of an object. Mutable while the layers work, and left alone afterwards."""

    __slots__ = (
        "abilities",
        "barred",
        "cant",
        "card",
        "colors",
        "controller",
        "id",
        "kit",
        "more_blocks",
        "must",
        "name",
        "obj",
        "power",
        "subtypes",
        "supertypes",
        "toughness",
        "types",
        "value",
        "zone",
    )

    def __init__(self, obj: Obj, card: Card) -> None:
        own = printed(card)
        self.obj, self.id, self.zone, self.card = obj, obj.id, obj.zone, card
        self.controller = obj.controller
        self.name, self.value = card.name, own.value
        self.types, self.subtypes, self.supertypes = card.types, card.subtypes, card.supertypes
        self.colors, self.kit, self.abilities = own.colors, own.kit, own.kit.abilities
        self.power, self.toughness = own.power, own.toughness
        self.barred: tuple[str, ...] = ()
        """Keywords that it cannot have (113.11)."""
        self.cant: tuple[tuple[Cant, Any], ...] = ()
        """What it can't do, with the point of view of the effect that says so."""
        self.must: tuple[str, ...] = ()
        self.more_blocks = 0

    @property
    def keywords(self) -> dict[str, tuple[Keyword, ...]]:
        """Keyword abilities by name."""
        return self.kit.keywords

    def has(self, keyword: str) -> bool:
        """Whether it has an ability with this keyword."""
        return keyword in self.kit.keywords

    @property
    def creature(self) -> bool:
        """Whether it is a creature."""
        return "Creature" in self.types

    def give(self, kit: Kit) -> None:
        """Give it other abilities."""
        self.kit, self.abilities = kit, kit.abilities

    def set_abilities(self, abilities: tuple[Has, ...]) -> None:
        """Give it other abilities, which no other object has."""
        self.give(Kit(abilities))

    def save(self) -> tuple[object, ...]:
        """Everything that a layer may change. The kit, which follows from the abilities, comes last."""
        return (
            self.controller,
            self.types,
            self.subtypes,
            self.supertypes,
            self.colors,
            self.abilities,
            self.power,
            self.toughness,
            self.barred,
            self.kit,
        )

    def restore(self, saved: tuple[object, ...]) -> None:
        """Undo what was changed since `save`."""
        (
            self.controller,
            self.types,
            self.subtypes,
            self.supertypes,
            self.colors,
            self.abilities,
            self.power,
            self.toughness,
            self.barred,
            self.kit,
        ) = saved  # type: ignore[assignment]  # what `save` put there

    def __repr__(self) -> str:
        body = f" {self.power}/{self.toughness}" if self.creature else ""
        return f"<Seen {self.id} {self.name!r}{body} {' '.join(self.types)}>"


def number(text: str | None) -> int:
    """A printed power or toughness as a number; a star is 0 until its ability says more (208.2a)."""
    if text is None:
        return 0
    total = 0
    for part in text.replace("-", "+-").split("+"):
        if part.lstrip("-").isdecimal():
            total += int(part)
    return total


class Printed(NamedTuple):
    """What an object with this card has before any effect."""

    value: int
    colors: tuple[str, ...]
    kit: Kit
    power: int
    toughness: int


@lru_cache(maxsize=4096)
def printed(card: Card) -> Printed:
    """What follows from a card, worked out once."""
    colors = card.colors if card.colors is not None else colors_of(card.cost, card.indicator)
    abilities = tuple(Has(ability) for printed in card.abilities for ability in expand(printed))
    return Printed(value_of(card.cost), colors, Kit(abilities), number(card.power), number(card.toughness))


FACE_DOWN = Card("", types=("Creature",), power="2", toughness="2")
"""What a face-down permanent or spell is (708.2a)."""
