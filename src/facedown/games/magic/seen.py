"""An object as the layers have made it."""

from functools import lru_cache
from typing import Any

from facedown.games.magic.manas import colors_of, value_of
from facedown.games.magic.model import Ability, Activated, AddMana, Cant, Card, Cost, Keyword, Static
from facedown.games.magic.state import Obj

BASIC_LAND_TYPES = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}


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


class Seen:
    """The characteristics of an object. Mutable while the layers work, and left alone afterwards."""

    __slots__ = (
        "_keywords",
        "abilities",
        "barred",
        "base",
        "cant",
        "card",
        "colors",
        "controller",
        "id",
        "more_blocks",
        "must",
        "name",
        "obj",
        "power",
        "statics",
        "subtypes",
        "supertypes",
        "toughness",
        "types",
        "value",
        "zone",
    )

    def __init__(self, obj: Obj, card: Card) -> None:
        template = printed(card)
        self.obj, self.id, self.zone, self.card = obj, obj.id, obj.zone, card
        self.controller = obj.controller
        self.name, self.value = card.name, template[0]
        self.types, self.subtypes, self.supertypes = card.types, card.subtypes, card.supertypes
        self.colors, self.abilities = template[1], template[2]
        self.power, self.toughness = template[3], template[4]
        self.statics: bool = template[5]
        """Whether any of its abilities is static."""
        self.barred: tuple[str, ...] = ()
        """Keywords that it cannot have (113.11)."""
        self.cant: tuple[tuple[Cant, Any], ...] = ()
        """What it can't do, with the point of view of the effect that says so."""
        self.must: tuple[str, ...] = ()
        self.more_blocks = 0
        self._keywords: dict[str, tuple[Keyword, ...]] | None = None

    @property
    def keywords(self) -> dict[str, tuple[Keyword, ...]]:
        """Keyword abilities by name."""
        if self._keywords is None:
            self._keywords = _keywords(self.abilities)
        return self._keywords

    def has(self, keyword: str) -> bool:
        """Whether it has an ability with this keyword."""
        return keyword in self.keywords

    @property
    def creature(self) -> bool:
        """Whether it is a creature."""
        return "Creature" in self.types

    def set_abilities(self, abilities: tuple[Has, ...]) -> None:
        """Give it other abilities."""
        self.abilities, self._keywords = abilities, None
        self.statics = any(isinstance(has.ability, Static) for has in abilities)

    def save(self) -> tuple[object, ...]:
        """Everything that a layer may change."""
        return (
            self.controller,
            self.types,
            self.subtypes,
            self.supertypes,
            self.colors,
            self.abilities,
            self.power,
            self.toughness,
            self.statics,
            self.barred,
            self._keywords,
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
            self.statics,
            self.barred,
            self._keywords,
        ) = saved  # type: ignore[assignment]  # what `save` put there

    def __repr__(self) -> str:
        body = f" {self.power}/{self.toughness}" if self.creature else ""
        return f"<Seen {self.id} {self.name!r}{body} {' '.join(self.types)}>"


_known: dict[tuple[Has, ...], dict[str, tuple[Keyword, ...]]] = {}


def _keywords(abilities: tuple[Has, ...]) -> dict[str, tuple[Keyword, ...]]:
    found: dict[str, tuple[Keyword, ...]] = {}
    for has in abilities:
        if isinstance(has.ability, Keyword):
            found[has.ability.name] = (*found.get(has.ability.name, ()), has.ability)
    return found


def number(text: str | None) -> int:
    """A printed power or toughness as a number; a star is 0 until its ability says more (208.2a)."""
    if text is None:
        return 0
    total = 0
    for part in text.replace("-", "+-").split("+"):
        if part.lstrip("-").isdecimal():
            total += int(part)
    return total


@lru_cache(maxsize=4096)
def printed(card: Card) -> tuple[int, tuple[str, ...], tuple[Has, ...], int, int, bool]:
    """Mana value, colors, abilities, power, toughness, whether there are static abilities."""
    from facedown.games.magic.keywords import expand

    colors = card.colors if card.colors is not None else colors_of(card.cost, card.indicator)
    abilities = tuple(Has(ability) for printed in card.abilities for ability in expand(printed, card))
    statics = any(isinstance(has.ability, Static) for has in abilities)
    return value_of(card.cost), colors, abilities, number(card.power), number(card.toughness), statics


FACE_DOWN = Card("", types=("Creature",), power="2", toughness="2")
"""What a face-down permanent or spell is (708.2a)."""
