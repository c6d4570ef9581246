"""What is printed on a Magic card, from a user's own file: Scryfall's or MTGJSON's. We ship none of it."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from facedown.kernel import CardInfo, Face

SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")
COLORS = "WUBRG"
_NO_CARDS = ("token", "double_faced_token", "emblem", "art_series")


class MTGCard(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """One card's facts. Power, toughness and loyalty are what is printed: `*` and `1+*` are no numbers."""

    name: str
    cmc: int = 0
    types: tuple[str, ...] = ()
    mana_cost: str = ""
    subtypes: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    oracle_text: str = ""
    set: str = ""
    collector_number: str = ""
    colors: tuple[str, ...] = ()
    color_identity: tuple[str, ...] = ()

    @property
    def type_line(self) -> str:
        """The types in one line, as on the card."""
        line = " ".join((*self.supertypes, *self.types))
        return f"{line} — {' '.join(self.subtypes)}" if self.subtypes else line

    @property
    def info(self) -> CardInfo:
        """The card in words, its own text included: that stays on the machine that has the file."""
        words = [self.mana_cost, self.type_line, _stats(self), self.oracle_text.replace("\n", " ")]
        return CardInfo(self.name, ". ".join(word for word in words if word))


def to_face(card: MTGCard) -> Face:
    """A face that carries the facts itself, so that whoever sees the card turned up knows what it is."""
    parts = (
        card.name.replace("|", " "),
        card.mana_cost,
        card.type_line,
        _stats(card),
        "".join(card.colors),
        "".join(card.color_identity),
    )
    return "|".join(parts)


def from_face(face: Face) -> MTGCard | None:
    """The facts that a face carries, without text and printing; None if it is no such face."""
    parts = face.split("|")
    if len(parts) != 6 or len(face) > 300 or not parts[0].strip():
        return None
    name, cost, line, stats, colors, identity = parts
    supertypes, types, subtypes = split_types(line)
    power, slash, toughness = stats.partition("/")
    return MTGCard(
        name=name,
        cmc=mana_value(cost),
        types=types,
        mana_cost=cost,
        subtypes=subtypes,
        supertypes=supertypes,
        power=power if slash else None,
        toughness=toughness if slash else None,
        loyalty=stats or None if not slash else None,
        colors=_letters(colors),
        color_identity=_letters(identity),
    )


def split_types(line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Supertypes, types and subtypes of a type line; of its first half, if it has two."""
    left, _, right = line.partition(" // ")[0].replace(" - ", " — ").partition("—")
    words = left.split()
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    return supertypes, tuple(word for word in words if word not in SUPERTYPES), tuple(right.split())


def mana_value(cost: str) -> int:
    """The mana value of a cost such as `{2}{W}{U/B}`; X counts as 0."""
    total = 0
    for symbol in cost.replace("}", " ").replace("{", " ").split():
        head = symbol.partition("/")[0]
        total += int(head[:6]) if head.isascii() and head.isdigit() else head not in "XYZ"
    return total


def read_facts(data: bytes) -> list[MTGCard]:
    """The cards of a Scryfall file (one, a list, bulk data) or an MTGJSON file; `ValueError` if neither."""
    try:
        found = list(_cards(data))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"not a Scryfall or MTGJSON file: {error}") from None
    first: dict[str, MTGCard] = {}
    for card in found:
        if card.name and card.types:
            first.setdefault(card.name, card)
    if not first:
        raise ValueError("no card in this file; give Scryfall bulk data or an MTGJSON file")
    return [*first.values()]


class _Half(msgspec.Struct, frozen=True):
    """What Scryfall says of one half of a card, or of a whole one."""

    mana_cost: str | None = None
    type_line: str | None = None
    oracle_text: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    colors: list[str] | None = None


class _Scryfall(_Half, frozen=True):
    name: str = ""
    layout: str = ""
    cmc: float | None = None
    color_identity: list[str] = []
    set: str = ""
    collector_number: str = ""
    card_faces: list[_Half] | None = None


class _Json(msgspec.Struct, frozen=True, rename="camel"):
    """What MTGJSON says of one side of a card."""

    name: str = ""
    side: str | None = None
    mana_cost: str | None = None
    mana_value: float | None = None
    types: list[str] = []
    subtypes: list[str] = []
    supertypes: list[str] = []
    text: str | None = None
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    colors: list[str] = []
    color_identity: list[str] = []
    set_code: str = ""
    number: str = ""


class _Set(msgspec.Struct, frozen=True):
    cards: list[_Json] = []


def _cards(data: bytes) -> Iterator[MTGCard]:
    if data.lstrip()[:1] == b"[":
        yield from _scryfall(msgspec.json.decode(data, type=list[_Scryfall]))
        return
    top = msgspec.json.decode(data, type=dict[str, msgspec.Raw])
    if "data" not in top:
        yield from _scryfall([msgspec.json.decode(data, type=_Scryfall)])
        return
    inner = bytes(top["data"])
    if inner[:1] == b"[":
        yield from _scryfall(msgspec.json.decode(inner, type=list[_Scryfall]))
        return
    parts = msgspec.json.decode(inner, type=dict[str, msgspec.Raw])
    boards = [parts[key] for key in ("cards", "commander", "mainBoard", "sideBoard") if key in parts]
    for part in boards or parts.values():
        raw = bytes(part)
        sides: Any = msgspec.json.decode(raw, type=list[_Json] if raw[:1] == b"[" else _Set)
        yield from _mtgjson(sides if isinstance(sides, list) else sides.cards)


def _scryfall(cards: Iterable[_Scryfall]) -> Iterator[MTGCard]:
    for card in cards:
        if card.layout in _NO_CARDS:
            continue
        halves = [half for half in (card, *(card.card_faces or ())) if half.type_line]
        front = halves[-1] if len(halves) == 1 else (card.card_faces or [card])[0]
        supertypes, types, subtypes = split_types(front.type_line or card.type_line or "")
        cost = front.mana_cost or card.mana_cost or ""
        yield MTGCard(
            name=card.name,
            cmc=int(card.cmc) if card.cmc is not None else mana_value(cost),
            types=types,
            mana_cost=cost,
            subtypes=subtypes,
            supertypes=supertypes,
            power=front.power,
            toughness=front.toughness,
            loyalty=front.loyalty,
            oracle_text=front.oracle_text or card.oracle_text or "",
            set=card.set.upper(),
            collector_number=card.collector_number,
            colors=_letters(card.colors or front.colors or ()),
            color_identity=_letters(card.color_identity),
        )


def _mtgjson(sides: Iterable[_Json]) -> Iterator[MTGCard]:
    for side in sides:
        if side.side in (None, "a"):
            cost = side.mana_cost or ""
            yield MTGCard(
                name=side.name,
                cmc=int(side.mana_value) if side.mana_value is not None else mana_value(cost),
                types=tuple(side.types),
                mana_cost=cost,
                subtypes=tuple(side.subtypes),
                supertypes=tuple(side.supertypes),
                power=side.power,
                toughness=side.toughness,
                loyalty=side.loyalty,
                oracle_text=side.text or "",
                set=side.set_code,
                collector_number=side.number,
                colors=_letters(side.colors),
                color_identity=_letters(side.color_identity),
            )


def _stats(card: MTGCard) -> str:
    if card.power is not None and card.toughness is not None:
        return f"{card.power}/{card.toughness}"
    return card.loyalty or ""


def _letters(colors: Iterable[str]) -> tuple[str, ...]:
    given = tuple(colors)
    return tuple(letter for letter in COLORS if letter in given)
